/* comparison.c. Evaluations, comparisons of two, and tournaments: all follows from the scores so far. Then the ranking of
 * players. */
#include "experiment/comparison.h"

#include "base/mem.h"
#include "base/real.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Plays asked at once, of all players together: enough to keep many threads busy, few enough that the table grows while one
 * waits. */
enum { AT_ONCE = 16384, AT_ONCE_ALONE = 1000 };

/* What one player has played. */
typedef struct {
    double *score; /* (room), owned: scores of its first `done` games */
    int room;
    int64_t done;
    double cost; /* of those games */
    int64_t cut; /* of those games: that were cut off */
    bool in;     /* it has not been eliminated, which follows from the scores */
    double sum;  /* scratch of eliminate_half */
} Played;

typedef struct {
    ComparisonSpec spec; /* its players are owned */
    Played *of;          /* (players), owned */
    int64_t asked;       /* plays last asked, of all players */
    /* the rest follows from the scores */
    int playing;    /* players that are in */
    int64_t level;  /* games that each player that is in has played */
    int64_t target; /* games after which the next players are eliminated, or the next look comes */
    double likely;  /* games that the error of an evaluation is likely to need */
    ComparisonStanding standing;
} Comparison;

/* ---- what follows from the scores ---- */

/* Halvings until two of n are left. */
static int count_halvings(int n)
{
    int k = 0;
    for (; n > 2; n = (n + 1) / 2) k++;
    return k;
}

/* The number of games before halving k, counted back: 1 is the last halving, 0 the end. At least 2, since one says nothing. */
static int64_t games_until(const Comparison *c, int k)
{
    int64_t games = c->spec.games >> k;
    return games > 2 ? games : 2;
}

/* Keeps the better half of the players that are in, by the mean of their first `games` games; ties go to the lower index. */
static void eliminate_half(Comparison *c, int64_t games)
{
    int stay = (c->playing + 1) / 2;
    for (int i = 0; i < c->spec.players; i++) {
        Played *p = &c->of[i];
        p->sum = 0;
        for (int64_t k = 0; k < games && p->in; k++) p->sum += c->spec.units->by_rate ? -1 / p->score[k] : p->score[k];
    }
    for (; c->playing > stay; c->playing--) {
        int worst = -1;
        for (int i = 0; i < c->spec.players; i++)
            if (c->of[i].in && (worst < 0 || c->of[i].sum <= c->of[worst].sum)) worst = i;
        c->of[worst].in = false;
    }
}

/* Derives which players are still in, and the number of games that they play next. */
static void settle_halving(Comparison *c)
{
    int k = count_halvings(c->spec.players);
    for (; k > 0 && c->level >= games_until(c, k); k--) eliminate_half(c, games_until(c, k));
    c->target = games_until(c, k);
}

static Paired ratio_of(const Comparison *c, int player, int other, int64_t n)
{
    return (c->spec.units->by_rate ? paired_by_rate : paired_ratio)(c->of[player].score, c->of[other].score, n);
}

/* How far a mean may be off through games of a kind that none of the first n was, with half of alpha for either side. Such a game
 * is taken to score no more otherwise than two of those seen do, of whichever player. So 0 if all scores are the same; HUGE_VAL
 * if all are 0, since then nobody knows how much a score is. */
static double unseen_part(const Comparison *c, int64_t n)
{
    double least = HUGE_VAL, most = 0;
    for (int64_t i = 0; i < 2 * n; i++) {
        const double score = c->of[i % 2].score[i / 2];
        if (score < least) least = score;
        if (score > most) most = score;
    }
    return most > 0 ? -real_log(c->spec.alpha / 2) / (double)n * (most - least) : HUGE_VAL;
}

/* Derives what was known at the last look; the next look is the target. It comes after half as many games again, whatever the
 * batches, which keeps threads busy and plays few games in vain; the last one at the end. */
static void settle_decide(Comparison *comparison)
{
    ComparisonStanding *c = &comparison->standing;
    int64_t look = 0, next = COMPARISON_FIRST_LOOK;
    for (; next <= comparison->level; next += next / 2 > COMPARISON_FIRST_LOOK ? next / 2 : COMPARISON_FIRST_LOOK) look = next;
    if (comparison->level == comparison->spec.games) look = comparison->level;
    comparison->target = next < comparison->spec.games ? next : comparison->spec.games;
    *c = (ComparisonStanding){.upper = HUGE_VAL};
    if (look == 0) return;
    c->ratio = ratio_of(comparison, 0, 1, look);
    c->unseen = -real_log(comparison->spec.alpha) / (double)look;
    paired_interval(&c->ratio, paired_boundary(look, comparison->spec.alpha), &c->lower, &c->upper);
    /* scores that are rare may not differ at all yet, and a player that has not scored yet need not be one that never does */
    const double unseen = unseen_part(comparison, look), lower = c->ratio.mean_a / (c->ratio.mean_b + unseen),
                 upper = (c->ratio.mean_a + unseen) / c->ratio.mean_b;
    if (lower < c->lower) c->lower = lower;
    if (upper > c->upper) c->upper = upper;
    const double most = 1 + comparison->spec.margin;
    c->verdict = c->lower > 1                               ? COMPARISON_FIRST
                 : c->upper < 1                             ? COMPARISON_SECOND
                 : c->upper <= most && c->lower * most >= 1 ? COMPARISON_EQUAL
                                                            : COMPARISON_OPEN;
    if (c->verdict != COMPARISON_OPEN) comparison->target = comparison->level;
}

double comparison_error(const double *score, int64_t n, bool estimates)
{
    Stats all = {0};
    const ByRate e = estimates ? stats_by_rate(score, n) : (ByRate){0};
    if (estimates) return e.mean > 0 ? (e.upper - e.lower) / 2 / e.mean : HUGE_VAL;
    for (int64_t i = 0; i < n; i++) stats_add(&all, score[i]);
    return all.mean > 0 ? stats_ci95(&all) / all.mean : HUGE_VAL;
}

double comparison_games(double error)
{
    const double times = stats_t975(INT32_MAX) / error;
    return floor(times * times) + 1;
}

/* The first look at an error comes at the first target. The next comes when the error should be small enough, at the latest after
 * twice as many games. So looks depend on scores alone, and a resumed evaluation has the same ones. */
static void settle_error(Comparison *c)
{
    while (c->target <= c->level && c->target < c->spec.games) {
        const double times = comparison_error(c->of[0].score, c->target, c->spec.units->by_rate) / c->spec.error,
                     twice = 2 * (double)c->target;
        if (times <= 1) return;
        c->likely = floor(1.05 * times * times * (double)c->target) + 1;
        const double next = c->likely < twice ? c->likely : twice;
        c->target = next < (double)c->spec.games ? (int64_t)next : c->spec.games;
    }
}

/* Derives from the scores all that follows from them. */
static void settle_state(Comparison *c)
{
    c->level = 0;
    c->playing = c->spec.players;
    for (int i = 0; i < c->spec.players; i++) {
        c->of[i].in = true;
        if (c->of[i].done > c->level) c->level = c->of[i].done;
    }
    switch (c->spec.rule) {
    case COMPARISON_ONE: settle_error(c); break;
    case COMPARISON_ALL: c->target = c->spec.games; break;
    case COMPARISON_HALVING: settle_halving(c); break;
    case COMPARISON_DECIDE: settle_decide(c); break;
    }
}

/* ---- the experiment ---- */

static int ask(void *self, Batch *b)
{
    Comparison *c = self;
    const int at_once = c->spec.rule == COMPARISON_ONE ? AT_ONCE_ALONE : AT_ONCE;
    int64_t most = at_once / c->playing > 1 ? at_once / c->playing : 1, left = c->target - c->level;
    int plays = (int)(left < most ? left : most);
    c->asked = (int64_t)plays * c->playing;
    if (plays == 0) return 0;
    for (int i = 0; i < c->spec.players; i++) {
        const Contestant *player = &c->spec.player[i];
        if (!c->of[i].in) continue;
        batch_add(b, (Trial){.x = player->x,
                             .key = rng_key(c->spec.seed, c->spec.purpose, c->spec.iteration),
                             .first = (int)c->level,
                             .plays = plays,
                             .objective = player->objective,
                             .tag = i,
                             .expect = c->level > 0 ? c->of[i].cost / (double)c->level : 0});
    }
    return c->playing;
}

/* Rows are written game by game, so that the table does not show where batches ended. */
static void tell(void *self, const Trial *t, int n, Record *r)
{
    Comparison *c = self;
    for (int k = 0; k < t[0].plays; k++)
        for (int i = 0; i < n; i++) {
            const Answer *a = &t[i].y[k];
            Played *p = &c->of[t[i].tag];
            assert(t[i].plays == t[0].plays && t[i].first + k == p->done && p->done < c->spec.games);
            p->score = mem_grow(p->score, &p->room, (int)p->done + 1, sizeof *p->score);
            p->score[p->done++] = a->score;
            p->cost += a->cost;
            p->cut += c->spec.longest > 0 && a->cost >= c->spec.longest;
            if (c->spec.rule == COMPARISON_ONE)
                experiment_record_play(r, "games", 0, p->done - 1, a);
            else
                experiment_record_play(r, "plays", t[i].tag + 1, p->done - 1, a);
        }
    settle_state(c);
}

/* The games of all players until the end, if a comparison continues to look as it does now. */
static double planned_games(const Comparison *c)
{
    double games = (double)c->spec.games, all = games * c->spec.players;
    if (c->spec.rule == COMPARISON_ONE) {
        const double likely = c->likely > (double)c->target ? c->likely : (double)c->target;
        return likely < games ? likely : games;
    }
    if (c->spec.rule == COMPARISON_HALVING) {
        all = 0;
        int k = count_halvings(c->spec.players), players = c->spec.players;
        for (int64_t before = 0; k >= 0; before = games_until(c, k--), players = (players + 1) / 2)
            all += (double)(games_until(c, k) - before) * players;
    }
    const Paired *r = &c->standing.ratio;
    if (c->spec.rule == COMPARISON_DECIDE && r->n > 0) {
        double distance = fabs(r->log_ratio), to_margin = real_log(1 + c->spec.margin) - distance;
        if (to_margin > distance) distance = to_margin;
        double errors = paired_boundary(r->n, c->spec.alpha) * r->sem / distance, needed = errors * errors * (double)r->n;
        if (r->sem > 0 && needed < games) all = 2 * needed;
    }
    return all;
}

static double progress(const void *self, double answered)
{
    const Comparison *c = self;
    double played = answered * (double)c->asked, all = planned_games(c);
    if (c->level == c->target) return 1;
    for (int i = 0; i < c->spec.players; i++) played += (double)c->of[i].done;
    return played < 0.999 * all ? played / all : 0.999;
}

static const char *phase(const void *self)
{
    const Comparison *c = self;
    static const char *const phases[] = {[COMPARISON_ONE] = "evaluation",
                                         [COMPARISON_ALL] = "tournament",
                                         [COMPARISON_HALVING] = "tournament",
                                         [COMPARISON_DECIDE] = "comparison"};
    return c->level == c->target ? "finished" : phases[c->spec.rule];
}

static ReportedScore score_of(const Comparison *c, int player)
{
    Stats all = {0};
    assert(player >= 0 && player < c->spec.players);
    const Played *p = &c->of[player];
    const Units *units = c->spec.units;
    if (units->by_rate) return reported_estimate(0, units, p->score, p->done, p->cut);
    for (int64_t k = 0; k < p->done; k++) stats_add(&all, p->score[k]);
    return reported_make("evaluated", 0, units, all, p->cut);
}

static void result(const void *self, Result *r)
{
    const Comparison *c = self;
    *r = (Result){.space = c->spec.player[0].space};
    for (int i = 0; i < c->spec.players; i++) {
        r->cost += c->of[i].cost;
        r->plays += c->of[i].done;
    }
    if (c->spec.rule != COMPARISON_ONE) return;
    r->x = c->spec.player[0].x;
    if (c->level > 0) r->reported[r->n_reported++] = score_of(c, 0);
}

static void serialise(void *self, Serialiser *s)
{
    Comparison *c = self;
    const bool counts = c->spec.units->by_rate || c->spec.units->scale == SCALE_COUNT; /* which are never negative */
    for (Played *p = c->of; p < c->of + c->spec.players && !s->failed; p++) {
        serialise_count(s, "done", &p->done, c->spec.games);
        if (!s->failed) p->score = mem_grow(p->score, &p->room, (int)p->done, sizeof *p->score);
        (counts ? serialise_amounts : serialise_reals)(s, "score", p->score, s->failed ? 0 : (int)p->done);
        serialise_amounts(s, "cost", &p->cost, 1);
        if (c->spec.longest > 0) serialise_count(s, "cut", &p->cut, COUNT_MOST);
    }
    if (!s->loading || s->failed) return;
    settle_state(c);
    /* all that are in have played as much; the others enough for a ranking */
    for (int i = 0; i < c->spec.players; i++) s->failed = s->failed || c->of[i].done < (c->of[i].in ? c->level : 2);
}

static void destroy(void *self)
{
    Comparison *c = self;
    for (int i = 0; i < c->spec.players; i++) free(c->of[i].score);
    free(c->of);
    free((void *)c->spec.player);
    free(c);
}

static const ExperimentKind kind = {
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .allowance = experiment_no_allowance,
    .time_up = experiment_no_time,
    .extendable = experiment_never,
    .ending = experiment_never,
    .serialise = serialise,
    .destroy = destroy,
};

Experiment comparison_create(const ComparisonSpec *spec)
{
    enum { FIRST_LOOK = 64 }; /* games of an evaluation; the error of fewer is often far too small */
    const bool alone = spec->rule == COMPARISON_ONE, decides = spec->rule == COMPARISON_DECIDE;
    assert(spec->players >= 1 && spec->games >= (spec->rule == COMPARISON_HALVING ? 2 : 1) && spec->games <= INT32_MAX);
    assert(!decides || (spec->players == 2 && spec->games >= COMPARISON_FIRST_LOOK));
    assert(!decides || (spec->alpha > 0 && spec->alpha < 1 && spec->margin >= 0));
    assert(!alone || spec->players == 1);
    Comparison *c = mem_new(1, sizeof *c);
    Contestant *player = mem_new((size_t)spec->players, sizeof *player);
    memcpy(player, spec->player, (size_t)spec->players * sizeof *player);
    c->spec = *spec;
    c->spec.player = player;
    c->of = mem_new((size_t)spec->players, sizeof *c->of);
    c->target = alone && spec->error > 0 && spec->games > FIRST_LOOK ? FIRST_LOOK : spec->games;
    c->likely = alone && spec->error > 0 ? comparison_games(spec->error) : (double)c->target;
    settle_state(c);
    return (Experiment){.kind = &kind, .self = c};
}

ComparisonScores comparison_scores(const Experiment *e, int player)
{
    const Comparison *c = e->self;
    assert(player >= 0 && player < c->spec.players);
    const Played *p = &c->of[player];
    return (ComparisonScores){.score = p->score, .games = p->done, .cost = p->cost, .cut = p->cut};
}

ReportedScore comparison_score(const Experiment *e, int player)
{
    return score_of(e->self, player);
}

int comparison_cuts(const Experiment *e)
{
    const Comparison *c = e->self;
    return c->spec.rule == COMPARISON_HALVING ? count_halvings(c->spec.players) + 1 : 1;
}

ComparisonStanding comparison_standing(const Experiment *e)
{
    return ((const Comparison *)e->self)->standing;
}

/* ---- the ranking: every pair of players is tested, and the p-values are corrected for their number ---- */

static int by_rank(const void *a, const void *b)
{
    const Rank *s = a, *t = b;
    if (s->score.n != t->score.n) return s->score.n > t->score.n ? -1 : 1;
    if (s->score.mean != t->score.mean) return s->score.mean > t->score.mean ? -1 : 1;
    return s->player - t->player;
}

/* The index of the pair (i, j), i < j, of n players: pairs with 0 come first. */
static int pair_index(int i, int j, int n)
{
    assert(0 <= i && i < j && j < n);
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

/* Tests the players of ranks i and j on the games that both have played. */
static void test_pair(const Experiment *e, const Rank *rank, int i, int j, Paired *mean, double *p_mean, double *p_wilcoxon)
{
    const Comparison *c = e->self;
    const int a = rank[i].player, b = rank[j].player;
    const int64_t games = c->of[a].done < c->of[b].done ? c->of[a].done : c->of[b].done;
    *mean = ratio_of(c, a, b, games);
    *p_mean = 2 * comparison_cuts(e) * stats_normal_tail(fabs(paired_z(mean)));
    *p_wilcoxon = comparison_cuts(e) * paired_wilcoxon(c->of[a].score, c->of[b].score, (int)games);
}

void ranking_make(const Experiment *e, int players, Rank *rank)
{
    int pairs = players * (players - 1) / 2;
    OWNED double *p_mean = mem_new((size_t)pairs, sizeof *p_mean), *p_wilcoxon = mem_new((size_t)pairs, sizeof *p_wilcoxon);
    Paired against;
    for (int i = 0; i < players; i++) {
        assert(comparison_scores(e, i).games >= 2);
        rank[i] = (Rank){.player = i, .score = comparison_score(e, i).score, .p_mean = 1, .p_wilcoxon = 1};
    }
    qsort(rank, (size_t)players, sizeof *rank, by_rank);
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
