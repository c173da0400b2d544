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

static void draw_anywhere(Lus *s)
{
    for (int j = 0; j < s->space.dim; j++) s->y[j] = rng_between(&s->rng, s->space.lo[j], s->space.hi[j]);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Lus *s = mem_new(1, sizeof *s);
    *s = (Lus){.o = *(const LusOptions *)options, .space = *space};
    s->y = mem_new((size_t)space->dim, sizeof *s->y);
    s->range = s->o.range;
    archive_make(&s->here, 1, space->dim);
    rng_stream(&s->rng, rng_key(seed, RNG_OPTIMISER, 0));
    draw_anywhere(s);
    return s;
}

/* There is one candidate only. */
static void start_from(void *self, const double *x, int count)
{
    Lus *s = self;
    if (count > 0) memcpy(s->y, x, (size_t)s->space.dim * sizeof *x);
}

static int candidates(const void *self)
{
    return ((const Lus *)self)->o.particles;
}

/* A neighbour will cost about as much as the point itself. */
static int ask(const void *self, Candidate *out)
{
    const Lus *s = self;
    *out = (Candidate){.x = s->y, .incumbent = 0, .expect = sample_cost(s->here.sample)};
    return 1;
}

/* The factor of the range at a failure. */
static double shrink_factor(const Lus *s)
{
    double failures = s->o.per_dimension ? s->o.failures * s->space.dim : s->o.failures;
    return real_exp(-real_log(2) / failures);
}

static void draw_around(Lus *s, const double *x)
{
    for (int j = 0; j < s->space.dim; j++) {
        double reach = s->range * box_width(&s->space, j);
        s->y[j] = box_clip(&s->space, j, rng_between(&s->rng, x[j] - reach, x[j] + reach));
    }
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Lus *s = self;
    assert(n == 1), (void)n, (void)spent;
    const bool equal = !v->better && archive_fitness(&v->sample) == archive_fitness(s->here.sample);
    if (v->better)
        archive_put(&s->here, 0, s->y, &v->sample);
    else if (!equal)
        s->range *= shrink_factor(s);
    if (equal && s->range == s->o.range)
        draw_anywhere(s);
    else
        draw_around(s, s->here.x);
    s->told = (s->told + 1) % s->o.particles;
    return s->told == 0;
}

static Archive *archive(void *self)
{
    return &((Lus *)self)->here;
}

static void report(const void *self, Record *r)
{
    record_real(r, "range", ((const Lus *)self)->range);
}

static void serialise(void *self, Serialiser *v)
{
    Lus *s = self;
    serialise_rng(v, &s->rng);
    serialise_reals(v, "y", s->y, s->space.dim);
    serialise_amounts(v, "range", &s->range, 1);
    archive_serialise(&s->here, v);
    for (int j = 0; j < s->space.dim && v->loading; j++) v->failed = v->failed || isnan(s->here.x[j]);
    serialise_index(v, "told", &s->told, s->o.particles);
}

static void destroy(void *self)
{
    Lus *s = self;
    free(s->y);
    archive_free(&s->here);
    free(s);
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
