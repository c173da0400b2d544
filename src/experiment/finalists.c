/* finalists.c. Scores of finalists, and their race. */
#include "experiment/finalists.h"

#include "base/mem.h"
#include "base/paired.h"

#include <assert.h>
#include <stdlib.h>

void finalists_make(Finalists *f, int n, int games, double race_p, bool estimates)
{
    assert(n >= 0 && games >= 1 && race_p >= 0 && race_p <= 0.5);
    *f = (Finalists){.n = n, .score = mem_new((size_t)n, sizeof *f->score), .estimates = estimates, .race_p = race_p};
    if (race_p == 0) return;
    f->room = games;
    f->play = mem_new((size_t)n * (size_t)games, sizeof *f->play);
}

void finalists_free(Finalists *f)
{
    free(f->score);
    free(f->play);
}

static double *plays_of(const Finalists *f, int finalist)
{
    assert(f->play != NULL && finalist >= 0 && finalist < f->n);
    return f->play + (size_t)finalist * (size_t)f->room;
}

void finalists_add(Finalists *f, int finalist, int game, double score)
{
    assert(finalist >= 0 && finalist < f->n && game == f->score[finalist].n);
    if (f->play != NULL) {
        assert(game < f->room);
        plays_of(f, finalist)[game] = score;
    }
    stats_add(&f->score[finalist], f->estimates ? 1 / score : score);
}

Stats finalists_score(const Finalists *f, int finalist)
{
    assert(finalist >= 0 && finalist < f->n);
    return f->estimates ? stats_of_rates(&f->score[finalist]) : f->score[finalist];
}

int64_t finalists_games(const Finalists *f)
{
    int64_t most = 0;
    for (int i = 0; i < f->n; i++)
        if (f->score[i].n > most) most = f->score[i].n;
    return most;
}

int finalists_front(const Finalists *f)
{
    const int64_t most = finalists_games(f);
    int best = -1;
    for (int i = 0; i < f->n; i++)
        if (f->score[i].n == most && (best < 0 || finalists_score(f, i).mean > finalists_score(f, best).mean)) best = i;
    assert(best >= 0);
    return best;
}

bool finalists_racing(const Finalists *f, int finalist)
{
    const int64_t n = finalists_games(f);
    if (f->play == NULL || n == 0) return true;
    const int best = finalists_front(f);
    if (finalist == best) return true;
    return f->score[finalist].n == n && !paired_is_worse(plays_of(f, finalist), plays_of(f, best), (int)n, f->race_p);
}

int finalists_left(const Finalists *f)
{
    int left = 0;
    for (int i = 0; i < f->n; i++) left += finalists_racing(f, i);
    return left;
}

void finalists_walk(Finalists *f, Visit *v)
{
    visit_stats(v, "finalist", f->score, f->n);
    for (int i = 0; i < f->n && f->play != NULL && !v->failed; i++) {
        if (f->score[i].n < 0 || f->score[i].n > f->room) v->failed = true;
        if (!v->failed) visit_reals(v, "play", plays_of(f, i), (int)f->score[i].n);
    }
}
