/* lus.c. Local unimodal sampling: one point, and a range around it that shrinks with every failure.
 *
 *     y_j = U(x_j - r W_j, x_j + r W_j), clipped to the box of widths W        y better: x <- y; else r <- q r, q = 2^(-1/(3d))
 *
 * so that 3d failures halve the range. A candidate that is exactly as good as x says nothing, and is no failure. Before the first
 * failure the next one is then drawn in the whole box, so that a search does not end where all is the same, or has no value.
 *
 * Each candidate depends on the verdict on the last one, so there is one at a time. It challenges the current point, which is all
 * that is kept.
 * Source: Pedersen 2010, "Tuning & Simplifying Heuristical Optimization", 2.3; the 2018 PSO report tuned its swarm with it, with
 * q = 2^(-1/3). */
#include "base/mem.h"
#include "base/real.h"
#include "base/rng.h"
#include "optim/box.h"
#include "optim/optim.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int particles;
    double range, failures;
    bool per_dimension;
} LusOptions;

static const Param params[] = {
    {PARAM_ROW(LusOptions, particles, PARAM_INT, "candidates", 1, 4096, "16"), .announced = true,
     .doc = "candidates of an iteration, evaluated one by one; each iteration has a log row and new games"},
    {PARAM_ROW(LusOptions, range, PARAM_REAL, "box widths", 0, 10, "1"), .announced = true,
     .doc = "range at the start, to either side"},
    {PARAM_ROW(LusOptions, failures, PARAM_REAL, "", 0.01, 1e6, "3"), .doc = "failures that halve the range, for each dimension"},
    {PARAM_ROW(LusOptions, per_dimension, PARAM_FLAG, "", 0, 0, "yes"), .doc = "yes: failures times the number of dimensions"},
    {0},
};

static const Preset presets[] = {
    {.name = "pedersen", .source = "Pedersen 2010: 3 d failures halve the range", .settings = ""},
    {.name = "report", .source = "2018 PSO report: 3 failures halve it", .settings = "per_dimension=no"},
    {0},
};

typedef struct {
    LusOptions o;
    Space space; /* borrowed */
    Rng rng;
    double *y;    /* (dim), owned: the candidate */
    double range; /* of the samples, in box widths */
    Archive here; /* (1): the current point; owned */
    int told;     /* candidates of this iteration whose verdicts have been told */
} Lus;

static void draw_anywhere(Lus *l)
{
    for (int j = 0; j < l->space.dim; j++) l->y[j] = rng_between(&l->rng, l->space.lo[j], l->space.hi[j]);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Lus *l = mem_new(1, sizeof *l);
    *l = (Lus){.o = *(const LusOptions *)options, .space = *space};
    l->y = mem_new((size_t)space->dim, sizeof *l->y);
    l->range = l->o.range;
    archive_make(&l->here, 1, space->dim);
    rng_stream(&l->rng, rng_key(seed, RNG_OPTIMISER, 0));
    draw_anywhere(l);
    return l;
}

/* There is one candidate only. */
static void start_from(void *self, const double *x, int count)
{
    Lus *l = self;
    if (count > 0) memcpy(l->y, x, (size_t)l->space.dim * sizeof *x);
}

static int candidates(const void *self)
{
    return ((const Lus *)self)->o.particles;
}

/* A neighbour will cost about as much as the point itself. */
static int ask(const void *self, Candidate *out)
{
    const Lus *l = self;
    *out = (Candidate){.x = l->y, .incumbent = 0, .expect = sample_cost(l->here.sample)};
    return 1;
}

/* The factor of the range at a failure. */
static double shrink_factor(const Lus *l)
{
    double failures = l->o.per_dimension ? l->o.failures * l->space.dim : l->o.failures;
    return real_exp(-real_log(2) / failures);
}

static void draw_around(Lus *l, const double *x)
{
    for (int j = 0; j < l->space.dim; j++) {
        double reach = l->range * box_width(&l->space, j);
        l->y[j] = box_clip(&l->space, j, rng_between(&l->rng, x[j] - reach, x[j] + reach));
    }
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Lus *l = self;
    assert(n == 1), (void)n, (void)spent;
    const bool equal = !v->better && archive_fitness(&v->sample) == archive_fitness(l->here.sample);
    if (v->better)
        archive_put(&l->here, 0, l->y, &v->sample);
    else if (!equal)
        l->range *= shrink_factor(l);
    if (equal && l->range == l->o.range)
        draw_anywhere(l);
    else
        draw_around(l, l->here.x);
    l->told = (l->told + 1) % l->o.particles;
    return l->told == 0;
}

static Archive *archive(void *self)
{
    return &((Lus *)self)->here;
}

static void report(const void *self, Record *r)
{
    record_real(r, "range", ((const Lus *)self)->range);
}

static void serialise(void *self, Serialiser *s)
{
    Lus *l = self;
    serialise_rng(s, &l->rng);
    serialise_reals(s, "y", l->y, l->space.dim);
    serialise_amounts(s, "range", &l->range, 1);
    archive_serialise(&l->here, s);
    for (int j = 0; j < l->space.dim && s->loading; j++) s->failed = s->failed || isnan(l->here.x[j]);
    serialise_index(s, "told", &l->told, l->o.particles);
}

static void destroy(void *self)
{
    Lus *l = self;
    free(l->y);
    archive_free(&l->here);
    free(l);
}

const Optimiser optimiser_lus = {
    .name = "lus",
    .doc = "local unimodal sampling: one point, and a range around it that shrinks with every failure",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(LusOptions),
    .create = create,
    .start_from = start_from,
    .candidates = candidates,
    .ask = ask,
    .tell = tell,
    .archive = archive,
    .report = report,
    .serialise = serialise,
    .destroy = destroy,
};
