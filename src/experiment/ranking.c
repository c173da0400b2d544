/* ranking.c. Every pair of players is tested, and the p-values are corrected for their number. */
#include "experiment/ranking.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static int by_rank(const void *a, const void *b)
{
    const Rank *s = a, *t = b;
    if (s->score.n != t->score.n) return s->score.n > t->score.n ? -1 : 1;
    if (s->score.mean != t->score.mean) return s->score.mean > t->score.mean ? -1 : 1;
    return s->player - t->player;
}

static void sort_players(const Experiment *e, int players, Rank *rank)
{
    for (int i = 0; i < players; i++) {
        ComparisonScores s = comparison_scores(e, i);
        assert(s.games >= 2);
        rank[i] = (Rank){.player = i, .score = comparison_stats(e, i), .p_mean = 1, .p_wilcoxon = 1};
    }
    qsort(rank, (size_t)players, sizeof *rank, by_rank);
}

/* The pair (i, j), i < j, of n players: pairs with 0 come first. */
static int pair_index(int i, int j, int n)
{
    assert(0 <= i && i < j && j < n);
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

/* Tests the players of ranks i and j on the games of the later. */
static void test_pair(const Experiment *e, const Rank *rank, int i, int j, Paired *mean, double *p_mean, double *p_wilcoxon)
{
    ComparisonScores a = comparison_scores(e, rank[i].player), b = comparison_scores(e, rank[j].player);
    int64_t games = a.games < b.games ? a.games : b.games;
    *mean = comparison_ratio(e, rank[i].player, rank[j].player, games);
    *p_mean = 2 * comparison_cuts(e) * stats_normal_tail(fabs(paired_z(mean)));
    *p_wilcoxon = comparison_cuts(e) * paired_wilcoxon(a.score, b.score, (int)games);
}

void ranking_make(const Experiment *e, int players, Rank *rank)
{
    int pairs = players * (players - 1) / 2;
    OWNED double *p_mean = mem_new((size_t)pairs, sizeof *p_mean), *p_wilcoxon = mem_new((size_t)pairs, sizeof *p_wilcoxon);
    Paired against;
    sort_players(e, players, rank);
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++) {
            int at = pair_index(i, j, players);
            test_pair(e, rank, i, j, &against, &p_mean[at], &p_wilcoxon[at]);
            if (i == 0) rank[j].against = against;
        }
    stats_holm(p_mean, pairs);
    stats_holm(p_wilcoxon, pairs);
    for (int j = 1; j < players; j++) {
        rank[j].p_mean = p_mean[pair_index(0, j, players)];
        rank[j].p_wilcoxon = p_wilcoxon[pair_index(0, j, players)];
    }
}

double ranking_games(const Experiment *e, const Rank *r, int players, double alpha)
{
    const double tests = 2 * comparison_cuts(e) * (players * (players - 1) / 2.0), z = fabs(paired_z(&r->against));
    double times = 1;
    assert(players >= 2 && alpha > 0);
    while (tests * stats_normal_tail(z * sqrt(times)) > alpha && times < 1e6) times *= 1.05;
    return times < 1e6 ? floor(times * (double)r->against.n) + 1 : HUGE_VAL;
}
