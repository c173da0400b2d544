/* evaluate.c. Games of one weight vector, in batches. */
#include "experiment/evaluate.h"

#include "base/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

/* Games asked at once: enough to keep every thread busy, few enough that games.tsv grows while one waits. */
enum { AT_ONCE = 1000 };

typedef struct {
    EvaluateSpec spec;
    double *score; /* (spec.games), owned: of the first `done` games */
    int64_t done;
    int64_t asked; /* games last asked */
    Stats stats;   /* of the scores */
    double cost;   /* of all games */
    int64_t cut;   /* games that were cut off */
} Evaluate;

static int ask(void *self, Batch *b)
{
    Evaluate *s = self;
    int64_t left = s->spec.games - s->done;
    s->asked = left < AT_ONCE ? left : AT_ONCE;
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
    assert(n == 1 && t->plays == s->asked && t->first == s->done), (void)n;
    for (int k = 0; k < t->plays; k++) {
        const Answer *y = &t->y[k];
        stats_add(&s->stats, y->score);
        s->cost += y->cost;
        s->cut += s->spec.longest > 0 && y->cost >= s->spec.longest;
        record_row(r, "games");
        record_int(r, "game", s->done);
        record_real(r, "score", y->score);
        record_real(r, "cost", y->cost);
        record_end(r);
        s->score[s->done++] = y->score;
    }
}

static double progress(const void *self, double answered)
{
    const Evaluate *s = self;
    return ((double)s->done + answered * (double)s->asked) / (double)s->spec.games;
}

static const char *phase(const void *self)
{
    const Evaluate *s = self;
    return s->done < s->spec.games ? "evaluation" : "finished";
}

static void time_up(void *self)
{
    (void)self; /* it has no such budget */
}

static bool extendable(const void *self)
{
    (void)self;
    return false;
}

static void result(const void *self, Result *r)
{
    const Evaluate *s = self;
    *r = (Result){.space = s->spec.space, .x = s->spec.x, .cost = s->cost, .plays = s->done};
    const Claim claim = {.name = "evaluated", .objective = s->spec.objective, .score = s->stats, .cut = s->cut};
    if (s->done > 0) r->claim[r->claims++] = claim;
}

static void walk(void *self, Visit *v)
{
    Evaluate *s = self;
    visit_long(v, "done", &s->done);
    if (s->done < 0 || s->done > s->spec.games) {
        v->failed = true;
        s->done = 0;
    }
    visit_reals(v, "score", s->score, (int)s->done);
    visit_stats(v, "stats", &s->stats, 1);
    visit_reals(v, "cost", &s->cost, 1);
    if (s->spec.longest > 0) visit_long(v, "cut", &s->cut);
}

static void destroy(void *self)
{
    Evaluate *s = self;
    free(s->score);
    free(s);
}

static const ExperimentKind kind = {
    .name = "evaluate",
    .doc = "the score of given weights",
    .ask = ask,
    .tell = tell,
    .progress = progress,
    .phase = phase,
    .result = result,
    .time_up = time_up,
    .extendable = extendable,
    .ending = extendable,
    .walk = walk,
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
    assert(spec->games >= 1 && spec->games <= INT32_MAX && spec->space->dim >= 1);
    Evaluate *s = mem_new(1, sizeof *s);
    s->spec = *spec;
    s->score = mem_new((size_t)spec->games, sizeof *s->score);
    return (Experiment){.kind = &kind, .self = s};
}
