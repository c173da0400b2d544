/* finalists.c. Scores of finalists, and their race. */
#include "experiment/finalists.h"

#include "base/mem.h"
#include "base/paired.h"

#include <assert.h>
#include <stdlib.h>

void finalists_make(Finalists *f, int n, double race_p, bool estimates)
{
    assert(n >= 0 && race_p >= 0 && race_p <= 0.5);
    *f = (Finalists){.n = n, .score = mem_new((size_t)n, sizeof *f->score), .race_p = race_p};
    for (int i = 0; i < n; i++) scores_make(&f->score[i], estimates, race_p > 0);
}

void finalists_free(Finalists *f)
{
    for (int i = 0; i < f->n; i++) scores_free(&f->score[i]);
    free(f->score);
}

void finalists_add(Finalists *f, int finalist, int game, double score)
{
    assert(finalist >= 0 && finalist < f->n && game == f->score[finalist].sample.n), (void)game;
    scores_add(&f->score[finalist], score);
}

Stats finalists_score(const Finalists *f, int finalist)
{
    assert(finalist >= 0 && finalist < f->n);
    return scores_stats(&f->score[finalist]);
}

int64_t finalists_games(const Finalists *f)
{
    int64_t most = 0;
    for (int i = 0; i < f->n; i++)
        if (f->score[i].sample.n > most) most = f->score[i].sample.n;
    return most;
}

int finalists_front(const Finalists *f)
{
    const int64_t most = finalists_games(f);
    int best = -1;
    for (int i = 0; i < f->n && most > 0; i++)
        if (f->score[i].sample.n == most && (best < 0 || scores_above(&f->score[i], &f->score[best]))) best = i;
    assert(best >= 0);
    return best;
}

bool finalists_racing(const Finalists *f, int finalist)
{
    const int64_t n = finalists_games(f);
    if (f->race_p == 0 || n == 0) return true;
    const int best = finalists_front(f);
    if (finalist == best) return true;
    const Scores *mine = &f->score[finalist];
    return mine->sample.n == n && !paired_is_worse(mine->score, f->score[best].score, (int)n, f->race_p);
}

int finalists_left(const Finalists *f)
{
    int left = 0;
    for (int i = 0; i < f->n; i++) left += finalists_racing(f, i);
    return left;
}

void finalists_walk(Finalists *f, Visit *v)
{
    for (int i = 0; i < f->n && !v->failed; i++) scores_walk(&f->score[i], v);
}
