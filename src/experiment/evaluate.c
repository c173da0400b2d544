/* evaluate.c. Games of one weight vector, in batches. */
#include "experiment/evaluate.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Games asked at once: enough to keep every thread busy, few enough that games.tsv grows while one waits. */
enum { AT_ONCE = 1000 };

typedef struct {
    EvaluateSpec spec;
    double *score; /* (room), owned: scores of the first `done` games */
    int64_t done;
    int room;      /* games that there is memory for */
    int64_t asked; /* games last asked */
    int64_t end;   /* games after which the evaluation ends, as far as the last look knows */
    double likely; /* games that the error is likely to need */
    Stats stats;   /* statistics of the scores */
    double cost;   /* cost of all games */
    int64_t cut;   /* games that were cut off */
} Evaluate;

double evaluate_error(const double *score, int64_t n, bool estimates)
{
    Stats all = {0};
    const ByRate e = estimates ? stats_by_rate(score, n) : (ByRate){0};
    if (estimates) return e.mean > 0 ? (e.upper - e.lower) / 2 / e.mean : HUGE_VAL;
    for (int64_t i = 0; i < n; i++) stats_add(&all, score[i]);
    return all.mean > 0 ? stats_ci95(&all) / all.mean : HUGE_VAL;
}

double evaluate_games(double error)
{
    const double times = stats_t975(INT32_MAX) / error;
    return floor(times * times) + 1;
}

/* The first look comes at the first s->end. The next comes when the error should be small enough, at the latest after twice as
 * many games. So looks depend on scores alone, and a resumed evaluation has the same ones. */
static void settle_end(Evaluate *s)
{
    while (s->end <= s->done && s->end < s->spec.games) {
        const double times = evaluate_error(s->score, s->end, s->spec.units->by_rate) / s->spec.error, twice = 2 * (double)s->end;
        if (times <= 1) return;
        s->likely = floor(1.05 * times * times * (double)s->end) + 1;
        const double next = s->likely < twice ? s->likely : twice;
        s->end = next < (double)s->spec.games ? (int64_t)next : s->spec.games;
    }
}

static int ask(void *self, Batch *b)
{
    Evaluate *s = self;
    int64_t left = s->end - s->done;
    s->asked = left < 0 ? 0 : left < AT_ONCE ? left : AT_ONCE;
    if (s->asked == 0) return 0;
    batch_add(b, (Trial){.x = s->spec.x,
                         .key = rng_key(s->spec.seed, s->spec.purpose, 0),
                         .first = (int)s->done,
                         .plays = (int)s->asked,
                         .objective = s->spec.objective,
                         .expect = s->done > 0 ? s->cost / (double)s->done : 0});
    return 1;
}

static void tell(void *self, const Trial *t, int n, Record *r)
{
    Evaluate *s = self;
    s->score = mem_grow(s->score, &s->room, (int)s->done + t->plays, sizeof *s->score);
    assert(n == 1 && t->plays == s->asked && t->first == s->done), (void)n;
    for (int k = 0; k < t->plays; k++) {
        const Answer *y = &t->y[k];
        stats_add(&s->stats, y->score);
        s->cost += y->cost;
        s->cut += s->spec.longest > 0 && y->cost >= s->spec.longest;
        experiment_record_play(r, "games", 0, s->done, y);
        s->score[s->done++] = y->score;
    }
    settle_end(s);
}

static double progress(const void *self, double answered)
{
    const Evaluate *s = self;
    const double end = (double)s->end, all = s->likely < (double)s->spec.games ? s->likely : (double)s->spec.games;
    return ((double)s->done + answered * (double)s->asked) / (s->end <= s->done || all < end ? end : all);
}

static const char *phase(const void *self)
{
    const Evaluate *s = self;
    return s->done < s->end ? "evaluation" : "finished";
}

static void result(const void *self, Result *r)
{
    const Evaluate *s = self;
    *r = (Result){.space = s->spec.space, .x = s->spec.x, .cost = s->cost, .plays = s->done};
    if (s->done == 0) return;
    const bool estimates = s->spec.units->by_rate;
    r->reported[r->n_reported++] = reported_make(estimates ? "estimated" : "evaluated", s->spec.objective, s->spec.units,
                                                 estimates ? stats_of_estimates(s->score, s->done) : s->stats, s->cut);
}

static void serialise(void *self, Serialiser *v)
{
    Evaluate *s = self;
    serialise_count(v, "done", &s->done, s->spec.games);
    s->score = mem_grow(s->score, &s->room, (int)s->done, sizeof *s->score);
    (s->spec.units->by_rate ? serialise_amounts : serialise_reals)(v, "score", s->score, (int)s->done);
    serialise_stats(v, "stats", &s->stats, 1);
    serialise_amounts(v, "cost", &s->cost, 1);
    if (s->spec.longest > 0) serialise_count(v, "cut", &s->cut, COUNT_MOST);
    if (v->loading) settle_end(s);
}

static void destroy(void *self)
{
    Evaluate *s = self;
    free(s->score);
    free(s);
}

static const ExperimentKind kind = {
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = experiment_no_time,
    .extendable = experiment_never,
    .ending = experiment_never,
    .serialise = serialise,
    .destroy = destroy,
};

const double *evaluate_scores(const Experiment *e, int64_t *n)
{
    const Evaluate *s = e->self;
    *n = s->done;
    return s->score;
}

Experiment evaluate_create(const EvaluateSpec *spec)
{
    assert(spec->games >= 1 && spec->games <= INT32_MAX && spec->space->dim >= 0);
    enum { FIRST_LOOK = 64 }; /* games; the error of fewer is often far too small */
    Evaluate *s = mem_new(1, sizeof *s);
    s->spec = *spec;
    s->end = spec->error > 0 && spec->games > FIRST_LOOK ? FIRST_LOOK : spec->games;
    s->likely = spec->error > 0 ? evaluate_games(spec->error) : (double)s->end;
    return (Experiment){.kind = &kind, .self = s};
}
