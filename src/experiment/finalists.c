/* finalists.c. Scores of finalists, and their race. */
#include "experiment/finalists.h"

#include "base/mem.h"
#include "base/paired.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void finalists_make(Finalists *f, int n, double race_p, const Units *units)
{
    assert(n >= 0 && race_p >= 0 && race_p <= 0.5);
    const bool keeps = race_p > 0 || units->by_rate || (units->noisy && units->unit_cost);
    *f = (Finalists){.n = n, .estimates = units->by_rate, .keeps = keeps, .race_p = race_p};
    f->score = mem_new((size_t)n, sizeof *f->score);
}

void finalists_free(Finalists *f)
{
    for (int i = 0; i < f->n; i++) free(f->score[i].score);
    free(f->score);
}

void finalists_add(Finalists *f, int finalist, int game, double score)
{
    Scores *s = &f->score[finalist];
    assert(finalist >= 0 && finalist < f->n && game == s->sample.n);
    if (f->keeps) {
        assert(game < SCORES_MOST);
        s->score = mem_grow(s->score, &s->room, game + 1, sizeof *s->score);
        s->score[game] = score;
    }
    stats_add(&s->sample, f->estimates ? 1 / score : score);
}

Stats finalists_score(const Finalists *f, int finalist)
{
    assert(finalist >= 0 && finalist < f->n);
    const Scores *s = &f->score[finalist];
    return f->estimates ? stats_of_estimates(s->score, s->sample.n) : s->sample;
}

ReportedScore finalists_reported(const Finalists *f, int finalist, const char *name, int objective, const Units *units)
{
    int64_t lost = 0;
    const Scores *s = &f->score[finalist];
    for (int64_t i = 0; f->keeps && i < s->sample.n; i++) lost += !isfinite(s->score[i]);
    if (f->estimates && strcmp(name, "validated") == 0) return reported_estimate(objective, units, s->score, s->sample.n, lost);
    return reported_make(name, objective, units, finalists_score(f, finalist), lost);
}

int64_t finalists_games(const Finalists *f)
{
    int64_t most = 0;
    for (int i = 0; i < f->n; i++)
        if (f->score[i].sample.n > most) most = f->score[i].sample.n;
    return most;
}

/* Whether the mean of a is higher than that of b; for estimates, whether the mean of their rates is lower. */
static bool is_above(const Finalists *f, const Stats *a, const Stats *b)
{
    return f->estimates ? a->mean < b->mean : a->mean > b->mean;
}

int finalists_front(const Finalists *f)
{
    const int64_t most = finalists_games(f);
    int best = -1;
    for (int i = 0; i < f->n && most > 0; i++)
        if (f->score[i].sample.n == most && (best < 0 || is_above(f, &f->score[i].sample, &f->score[best].sample))) best = i;
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

static void serialise_scores(Scores *s, const Finalists *f, Serialiser *serialiser)
{
    serialise_stats(serialiser, "scores", &s->sample, 1);
    if (f->keeps && s->sample.n > SCORES_MOST) serialiser->failed = true;
    if (!f->keeps || serialiser->failed) return;
    s->score = mem_grow(s->score, &s->room, (int)s->sample.n, sizeof *s->score);
    (f->estimates ? serialise_amounts : serialise_reals)(serialiser, "score", s->score, (int)s->sample.n);
}

void finalists_serialise(Finalists *f, Serialiser *s)
{
    for (int i = 0; i < f->n && !s->failed; i++) serialise_scores(&f->score[i], f, s);
}
