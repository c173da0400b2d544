/* noisy_ce.c. Noisy cross-entropy: positions are drawn from a normal distribution without correlations, which then moves to the
 * best tenth of them. Its variance is raised a little each time, so that it does not freeze too early.
 *
 *     x_i ~ N(mu, diag s2)        mu, s2 <- mean and variance of the best        s2_j <- s2_j + Z_t
 *
 * with Z_t = 4 constant, or max(5 - t/10, 0) after iteration t = 1, 2, ...; the start is N(0, 100). This was published without a
 * box. Here the option `unit` says what 1 is, and positions are clipped to the box before they are evaluated and learned
 * from. The published program played one game with each position: games = 1 in [training].
 * Source: Szita & Lorincz, "Learning Tetris Using the Noisy Cross-Entropy Method", Neural Computation 18 (2006). */
#include "optim/box.h"
#include "optim/generation.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NOISE_NONE, NOISE_CONSTANT, NOISE_DECREASING } Noise;
static const char *const noises[] = {"none", "constant", "decreasing", NULL};

typedef struct {
    int particles, noise;
    double elite, unit, start_variance, noise_constant, noise_start, noise_fall;
} NoisyCeOptions;

static const Param params[] = {
    {PARAM_ROW(NoisyCeOptions, particles, PARAM_INT, "samples", 2, 4096, "100"), .announced = true,
     .doc = "positions drawn in an iteration"},
    {PARAM_ROW(NoisyCeOptions, elite, PARAM_REAL, "", 0, 1, "0.1"), .announced = true,
     .doc = "share of positions that are learned from; at least two, since one has no variance"},
    {PARAM_ROW(NoisyCeOptions, unit, PARAM_REAL, "half box widths", 1e-6, 1, "0.025"),
     .doc = "unit of the variances, which were published without a box; with 0.025 the first standard deviation is 0.25"},
    {PARAM_ROW(NoisyCeOptions, start_variance, PARAM_REAL, "unit^2", 0, 1e9, "100"),
     .doc = "variance at the start; the mean is the middle of the box"},
    {PARAM_ROW(NoisyCeOptions, noise, PARAM_CHOICE, "", 0, 0, "decreasing"), .choices = noises, .announced = true,
     .doc = "what is added to the variance after an iteration: nothing, noise_constant, or max(noise_start - noise_fall * "
            "iteration, 0)"},
    {PARAM_ROW(NoisyCeOptions, noise_constant, PARAM_REAL, "unit^2", 0, 1e9, "4"), .when = "noise = constant",
     .doc = "variance that is added"},
    {PARAM_ROW(NoisyCeOptions, noise_start, PARAM_REAL, "unit^2", 0, 1e9, "5"), .when = "noise = decreasing",
     .doc = "variance that is added, if it did not fall"},
    {PARAM_ROW(NoisyCeOptions, noise_fall, PARAM_REAL, "unit^2", 0, 1e9, "0.1"), .when = "noise = decreasing",
     .doc = "fall of the added variance each iteration"},
    {0},
};

static const Preset presets[] = {
    {.name = "decreasing", .source = "Szita & Lorincz 2006, decreasing noise, their best: Z = max(5 - t/10, 0)", .settings = ""},
    {.name = "constant", .source = "Szita & Lorincz 2006, constant noise: Z = 4", .settings = "noise=constant"},
    {.name = "cross-entropy",
     .source = "Szita & Lorincz 2006, without noise",
     .settings = "noise=none",
     .warning = "without added variance the search freezes early: use this preset for comparisons"},
    {0},
};

typedef struct {
    Generation g; /* the first member, for its functions */
    NoisyCeOptions o;
    double *mean;       /* (dim), owned by the generation: of the coordinates */
    double *variance;   /* (dim), owned by it: in unit^2 */
    int64_t iterations; /* complete ones; the noise depends on them, not on the budget */
} NoisyCe;

static void draw_positions(NoisyCe *n)
{
    for (int i = 0; i < n->g.n; i++)
        for (int j = 0; j < n->g.space.dim; j++) {
            double unit = n->o.unit * box_half(&n->g.space, j);
            double x = n->mean[j] + unit * sqrt(n->variance[j]) * rng_normal(&n->g.rng);
            generation_x(&n->g, i)[j] = box_clip(&n->g.space, j, x);
        }
}

/* Moves the mean of the distribution to x, and draws positions around it, except those that start at x. */
static void start_from(void *self, const double *x, int count)
{
    NoisyCe *n = self;
    if (count == 0) return;
    memcpy(n->mean, x, (size_t)n->g.space.dim * sizeof *x);
    draw_positions(n);
    generation_start_from(&n->g, x, count);
}

/* Z_t, t = 1 after the first iteration. */
static double added_variance(const NoisyCeOptions *o, int64_t t)
{
    double left = o->noise_start - o->noise_fall * (double)t;
    switch ((Noise)o->noise) {
    case NOISE_CONSTANT: return o->noise_constant;
    case NOISE_DECREASING: return left > 0 ? left : 0;
    default: return 0;
    }
}

/* Fits the distribution to the best positions. Variances are maximum-likelihood estimates, divided by n and not by n - 1. */
static void fit_distribution(void *self)
{
    NoisyCe *n = self;
    int elite = (int)(n->o.elite * n->g.n + 0.5);
    double added = added_variance(&n->o, ++n->iterations);
    if (elite < 2) elite = 2;
    assert(elite <= n->g.n);
    generation_rank(&n->g);
    for (int j = 0; j < n->g.space.dim && !generation_is_flat(&n->g); j++) { /* of equals the first would be learned from */
        double unit = n->o.unit * box_half(&n->g.space, j);
        Stats best = {0};
        for (int i = 0; i < elite; i++) stats_add(&best, generation_x(&n->g, n->g.order[i])[j]);
        n->mean[j] = best.mean;
        n->variance[j] = best.m2 / elite / (unit * unit) + added;
    }
    draw_positions(n);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    NoisyCe *n = mem_new(1, sizeof *n);
    n->o = *(const NoisyCeOptions *)options;
    generation_make(&n->g, space, n->o.particles, seed, fit_distribution);
    n->mean = mem_owned(&n->g.owned, (size_t)space->dim, sizeof *n->mean);
    n->g.mean = n->mean;
    n->variance = mem_owned(&n->g.owned, (size_t)space->dim, sizeof *n->variance);
    for (int j = 0; j < space->dim; j++) {
        n->mean[j] = box_middle(space, j);
        n->variance[j] = n->o.start_variance;
    }
    draw_positions(n);
    return n;
}

/* Spread: the root of the mean variance, as a share of half the box's width. */
static void report(const void *self, Record *r)
{
    const NoisyCe *n = self;
    double mean = 0;
    for (int j = 0; j < n->g.space.dim; j++) mean += n->variance[j] / n->g.space.dim;
    generation_report(&n->g, r);
    record_real(r, "spread", n->o.unit * sqrt(mean));
}

static void serialise(void *self, Serialiser *s)
{
    NoisyCe *n = self;
    generation_serialise(&n->g, s);
    serialise_reals(s, "mean_x", n->mean, n->g.space.dim);
    serialise_reals(s, "variance", n->variance, n->g.space.dim);
    serialise_count(s, "iterations", &n->iterations, COUNT_MOST);
}

const Optimiser optimiser_noisy_ce = {
    .name = "noisy-ce",
    .doc = "noisy cross-entropy: a normal distribution that moves to the best tenth, with variance added; a small "
           "budget finds more with selection.centroids = all",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(NoisyCeOptions),
    .create = create,
    GENERATION_MEMBERS,
    .start_from = start_from,
    .centroid = generation_centroid,
    .report = report,
    .serialise = serialise,
};
