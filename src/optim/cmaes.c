/* cmaes.c. CMA-ES, the (mu/mu_w, lambda) evolution strategy with covariance matrix adaptation: rank-one and rank-mu update,
 * cumulative step-size adaptation.
 *
 *     x_i = m + sigma y_i,  y_i ~ N(0, C)
 *
 * m moves to the weighted mean of the best; C grows in the directions of good steps and of the path of m; sigma grows where m
 * moves straight on, and shrinks where successive steps cancel out.
 *
 * Parameters, letters and the numbers of equations are the tutorial's. Steps y are in box widths, coordinate by coordinate, so
 * that the first distribution is equally wide in all, relative to the box. Implementations may differ in:
 * - walls: a position outside the box is drawn again up to `redraws` times, then clipped; the search learns from the step that
 *   was evaluated;
 * - flat fitness (the best is no better than the one at 70 %): sigma is raised, as in the tutorial's own code. If all are equal,
 *   or none has a value, nothing else is learned;
 * - negative weights (active CMA) are the tutorial's default, and here an option. Only steps that are worse than all with a
 *   positive weight have one, and that were not drawn again or clipped: those are no sample of the distribution, so that C would
 *   shrink towards the walls;
 * - the standard deviation of no coordinate grows beyond a box width, or what it was at the start;
 * Noise is not treated specially.
 * Source: Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2 (2023). */
#include "optim/cmaes_constants.h"

#include "base/real.h"
#include "optim/box.h"
#include "optim/eigen.h"
#include "optim/generation.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int particles, redraws;
    bool active;
    double sigma;
} CmaesOptions;

static const Param params[] = {
    {PARAM_ROW(CmaesOptions, particles, PARAM_INT, "samples", 0, 4096, "0"), .announced = true,
     .doc = "lambda, positions drawn in an iteration; 0: 4 + floor(3 ln d) in d dimensions; 1 counts as 2"},
    {PARAM_ROW(CmaesOptions, sigma, PARAM_REAL, "box widths", 1e-6, 10, "0.3"), .announced = true,
     .doc = "standard deviation at the start, around the middle of the box"},
    {PARAM_ROW(CmaesOptions, active, PARAM_FLAG, "", 0, 0, "yes"),
     .doc = "yes: the covariance also shrinks along the steps of the worse half (Jastrebski & Arnold 2006)"},
    {PARAM_ROW(CmaesOptions, redraws, PARAM_INT, "", 0, 1000, "10"),
     .doc = "how often a position outside the box is drawn again before it is clipped"},
    {0},
};

static const Preset presets[] = {
    {.name = "tutorial", .source = "Hansen, arXiv:1604.00772", .settings = ""},
    {.name = "positive-weights",
     .source = "as before 2016: the worse half has no weight (Hansen & Ostermeier 2001; Hansen et al. 2003)",
     .settings = "active=no"},
    {0},
};

/* ---- constants: weights and learning rates ---- */

/* (sum)^2 / sum of squares of w_from .. w_to-1: how many equal weights they are worth. *sum: of their absolute values. */
static double effective_number(const double *w, int from, int to, double *sum)
{
    double squares = 0;
    assert(from < to);
    *sum = 0;
    for (int i = from; i < to; i++) {
        *sum += fabs(w[i]);
        squares += w[i] * w[i];
    }
    return *sum * *sum / squares;
}

/* Learning rates; equations 54 to 58. */
static void set_rates(CmaConstants *c)
{
    double n = c->dim, fast = sqrt((c->mu_eff - 1) / (n + 1)) - 1;
    c->c_sigma = (c->mu_eff + 2) / (n + c->mu_eff + 5);
    c->d_sigma = 1 + 2 * (fast > 0 ? fast : 0) + c->c_sigma;
    c->c_c = (4 + c->mu_eff / n) / (n + 4 + 2 * c->mu_eff / n);
    c->c_1 = 2 / ((n + 1.3) * (n + 1.3) + c->mu_eff);
    c->c_mu = real_smaller(1 - c->c_1, 2 * (0.25 + c->mu_eff + 1 / c->mu_eff - 2) / ((n + 2) * (n + 2) + c->mu_eff));
    c->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    c->lazy = (int)(1 / ((c->c_1 + c->c_mu) * n * 10));
    if (c->lazy < 1) c->lazy = 1;
}

/* Makes the weights of raw weights ln((lambda + 1) / 2) - ln i; equations 49 to 53. */
static void set_weights(CmaConstants *c, bool active)
{
    double good, bad;
    for (int i = 0; i < c->lambda; i++) c->weight[i] = real_log((c->lambda + 1) / 2.0) - real_log(i + 1);
    c->mu_eff = effective_number(c->weight, 0, c->mu, &good);
    double mu_eff_bad = effective_number(c->weight, c->mu, c->lambda, &bad);
    set_rates(c);
    assert(c->mu_eff >= 1 && c->c_mu > 0 && c->c_1 + c->c_mu <= 1);
    double limit = 1 + c->c_1 / c->c_mu;
    limit = real_smaller(limit, 1 + 2 * mu_eff_bad / (c->mu_eff + 2));
    limit = real_smaller(limit, (1 - c->c_1 - c->c_mu) / (c->dim * c->c_mu)); /* keeps C positive definite */
    for (int i = 0; i < c->lambda; i++) c->weight[i] *= i < c->mu ? 1 / good : active ? limit / bad : 0;
}

void cmaes_constants(CmaConstants *c, int dim, int lambda, bool active)
{
    assert(dim >= 1 && lambda >= 0);
    if (lambda == 0) lambda = 4 + (int)(3 * real_log(dim));
    if (lambda < 2) lambda = 2;
    *c = (CmaConstants){.dim = dim, .lambda = lambda, .mu = lambda / 2};
    c->weight = mem_new((size_t)lambda, sizeof *c->weight);
    set_weights(c, active);
}

void cmaes_constants_free(CmaConstants *c)
{
    free(c->weight);
}

/* ---- state ---- */

/* All arrays are owned by the generation. */
typedef struct {
    Generation g; /* the first member, for its functions */
    CmaesOptions o;
    CmaConstants c;
    double *y;          /* (lambda, dim): the steps of this generation, in box widths times sigma */
    uint64_t *redrawn;  /* (lambda): how often the step was drawn again; one more than may be: it was clipped */
    double *mean;       /* (dim): m */
    double sigma;       /* in box widths */
    double *path_sigma; /* (dim) */
    double *path_c;     /* (dim) */
    double *covariance; /* (dim, dim): C */
    double *axes;       /* (dim, dim): its eigenvectors, in columns, as of the last decomposition */
    double *length;     /* (dim): the square roots of its eigenvalues, each above 0 */
    int64_t generation; /* complete generations */
    double *spare;      /* (dim): scratch */
    double *matrix;     /* (dim, dim): scratch */
} Cmaes;

static double *step_of(const Cmaes *c, int i)
{
    return c->y + (size_t)i * (size_t)c->c.dim;
}

static double *row_of(double *matrix, const Cmaes *c, int i)
{
    return matrix + (size_t)i * (size_t)c->c.dim;
}

/* out = axes diag(length) z: a step with the covariance from a standard normal vector. */
static void stretch_step(const Cmaes *c, const double *z, double *out)
{
    for (int j = 0; j < c->c.dim; j++) {
        out[j] = 0;
        for (int k = 0; k < c->c.dim; k++) out[j] += row_of(c->axes, c, j)[k] * c->length[k] * z[k];
    }
}

/* out = diag(1 / length) axes' y: the standard normal vector that y comes from; as long as C^(-1/2) y. */
static void unstretch_step(const Cmaes *c, const double *y, double *out)
{
    for (int k = 0; k < c->c.dim; k++) {
        out[k] = 0;
        for (int j = 0; j < c->c.dim; j++) out[k] += row_of(c->axes, c, j)[k] * y[j];
        assert(c->length[k] > 0);
        out[k] /= c->length[k];
    }
}

static double squared_length(const double *x, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++) sum += x[j] * x[j];
    return sum;
}

/* Puts position i where its step leads. False: that is outside the box, so the position is clipped to it. */
static bool place_position(Cmaes *c, int i)
{
    double *x = generation_x(&c->g, i);
    bool inside = true;
    for (int j = 0; j < c->c.dim; j++) {
        double to = c->mean[j] + c->sigma * box_width(&c->g.space, j) * step_of(c, i)[j];
        x[j] = box_clip(&c->g.space, j, to);
        inside = inside && x[j] == to;
    }
    return inside;
}

/* Recomputes the step of position i, which has been clipped. Coordinates that were not clipped keep their exact step. */
static void mend_step(Cmaes *c, int i)
{
    const double *x = generation_x(&c->g, i);
    for (int j = 0; j < c->c.dim; j++)
        if (x[j] == c->g.space.lo[j] || x[j] == c->g.space.hi[j])
            step_of(c, i)[j] = (x[j] - c->mean[j]) / (c->sigma * box_width(&c->g.space, j));
}

static void draw_positions(Cmaes *c)
{
    for (int i = 0; i < c->c.lambda; i++) {
        bool inside = false;
        uint64_t draws = 0;
        for (; draws <= (uint64_t)c->o.redraws && !inside; draws++) {
            for (int j = 0; j < c->c.dim; j++) c->spare[j] = rng_normal(&c->g.rng);
            stretch_step(c, c->spare, step_of(c, i));
            inside = place_position(c, i);
        }
        c->redrawn[i] = inside ? draws - 1 : draws;
        if (!inside) mend_step(c, i);
    }
}

static void set_identity(double *matrix, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) matrix[(size_t)i * (size_t)n + (size_t)j] = i == j;
}

/* Makes C and its axes those of a sphere. */
static void make_round(Cmaes *c)
{
    set_identity(c->covariance, c->c.dim);
    set_identity(c->axes, c->c.dim);
    for (int j = 0; j < c->c.dim; j++) c->length[j] = 1;
}

/* Begins a new search around c->mean. */
static void begin_search(Cmaes *c)
{
    int dim = c->c.dim;
    c->sigma = c->o.sigma;
    c->generation = 0;
    make_round(c);
    for (int j = 0; j < dim; j++) c->path_sigma[j] = c->path_c[j] = 0;
    draw_positions(c);
}

/* Moves the mean of the distribution to x, and draws positions around it, except those that start at x. */
static void start_from(void *self, const double *x, int count)
{
    Cmaes *c = self;
    if (count == 0) return;
    memcpy(c->mean, x, (size_t)c->c.dim * sizeof *x);
    begin_search(c);
    generation_start_from(&c->g, x, count);
    for (int i = 0; i < count && i < c->c.lambda; i++) memset(step_of(c, i), 0, (size_t)c->c.dim * sizeof *x);
}

/* ---- one generation; equations 38 to 47 ---- */

/* Writes the weighted mean of the best steps to mean_step (dim), and moves the mean by it. */
static void move_mean(Cmaes *c, double *mean_step)
{
    for (int j = 0; j < c->c.dim; j++) {
        mean_step[j] = 0;
        for (int k = 0; k < c->c.mu; k++) mean_step[j] += c->c.weight[k] * step_of(c, c->g.order[k])[j];
        c->mean[j] += c->sigma * box_width(&c->g.space, j) * mean_step[j];
    }
}

static void follow_path_sigma(Cmaes *c, const double *mean_step)
{
    double keep = 1 - c->c.c_sigma, gain = sqrt(c->c.c_sigma * (2 - c->c.c_sigma) * c->c.mu_eff);
    unstretch_step(c, mean_step, c->spare);
    for (int j = 0; j < c->c.dim; j++) {
        double whitened = 0; /* C^(-1/2) mean_step: turned back into the coordinates */
        for (int k = 0; k < c->c.dim; k++) whitened += row_of(c->axes, c, j)[k] * c->spare[k];
        c->path_sigma[j] = keep * c->path_sigma[j] + gain * whitened;
    }
}

/* h_sigma: false while path_sigma is so long that sigma is about to grow: C need not grow as well. */
static bool path_is_calm(const Cmaes *c)
{
    double warmed = 1 - real_exp(2 * (double)c->generation * real_log(1 - c->c.c_sigma));
    double length = sqrt(squared_length(c->path_sigma, c->c.dim)) / sqrt(warmed);
    return length < (1.4 + 2 / (c->c.dim + 1.0)) * c->c.chi;
}

static void follow_path_c(Cmaes *c, const double *mean_step, bool calm)
{
    double keep = 1 - c->c.c_c, gain = calm ? sqrt(c->c.c_c * (2 - c->c.c_c) * c->c.mu_eff) : 0;
    for (int j = 0; j < c->c.dim; j++) c->path_c[j] = keep * c->path_c[j] + gain * mean_step[j];
}

/* covariance += share v v' */
static void add_outer(Cmaes *c, double share, const double *v)
{
    for (int i = 0; i < c->c.dim; i++)
        for (int j = 0; j < c->c.dim; j++) row_of(c->covariance, c, i)[j] += share * (v[i] * v[j]);
}

/* The weight of the step of this rank; 0 in place of a negative one that it is not to have. */
static double weight_of(const Cmaes *c, int rank)
{
    const int i = c->g.order[rank], last = c->g.order[c->c.mu - 1]; /* the last with a positive weight */
    const bool counts = rank < c->c.mu || (c->redrawn[i] == 0 && c->g.fitness[i] < c->g.fitness[last]);
    return counts ? c->c.weight[rank] : 0;
}

/* Steps with a negative weight count as if they were of the usual length, so that C stays positive definite. */
static double share_of_step(Cmaes *c, int rank)
{
    const double w = weight_of(c, rank);
    if (w >= 0) return w;
    unstretch_step(c, step_of(c, c->g.order[rank]), c->spare);
    double length2 = squared_length(c->spare, c->c.dim);
    return length2 > 0 ? w * c->c.dim / length2 : 0;
}

static void adapt_covariance(Cmaes *c, bool calm)
{
    double sum = 0, missed = calm ? 0 : c->c.c_c * (2 - c->c.c_c);
    for (int k = 0; k < c->c.lambda; k++) sum += weight_of(c, k);
    double keep = 1 + c->c.c_1 * missed - c->c.c_1 - c->c.c_mu * sum;
    for (int k = 0; k < c->c.dim * c->c.dim; k++) c->covariance[k] *= keep;
    add_outer(c, c->c.c_1, c->path_c);
    for (int k = 0; k < c->c.lambda; k++)
        if (weight_of(c, k) != 0) add_outer(c, c->c.c_mu * share_of_step(c, k), step_of(c, c->g.order[k]));
}

/* Whatever the fitness is, sigma stays above 0, and no standard deviation exceeds the box, or that of the start. Flat fitness
 * raises none beyond that of uniform positions: wider ones are nothing but corners. learned: the paths have been followed. */
static void adapt_sigma(Cmaes *c, bool learned)
{
    const double least = 1e-100, uniform = 0.3, speed = c->c.c_sigma / c->c.d_sigma;
    const int seventy = (7 * c->c.lambda + 9) / 10 - 1;
    double widest = 0;
    for (int j = 0; j < c->c.dim; j++) widest = real_larger(widest, sqrt(row_of(c->covariance, c, j)[j]));
    if (learned) c->sigma *= real_exp(speed * (sqrt(squared_length(c->path_sigma, c->c.dim)) / c->c.chi - 1));
    if (c->g.fitness[c->g.order[0]] == c->g.fitness[c->g.order[seventy]])
        c->sigma = real_smaller(c->sigma * real_exp(0.2 + speed), real_larger(c->sigma, uniform / widest));
    c->sigma = real_larger(least, real_smaller(c->sigma, real_larger(1, c->o.sigma) / widest));
}

/* Computes axes and lengths from the covariance; of one that is not finite nothing can be kept. If an axis is shorter than 1e-7
 * of the longest, so that rounding dominates, the covariance is made rounder by as much as that axis lacks. */
static void decompose_covariance(Cmaes *c)
{
    size_t bytes = (size_t)c->c.dim * (size_t)c->c.dim * sizeof(double);
    double most = 1e-200, least = HUGE_VAL;
    memcpy(c->matrix, c->covariance, bytes);
    eigen_symmetric(c->matrix, c->c.dim, c->length, c->axes);
    for (int j = 0; j < c->c.dim; j++) {
        most = real_larger(most, c->length[j]);
        least = real_smaller(least, c->length[j]);
    }
    const double lacking = real_larger(0, 1e-14 * most - least);
    if (!(most + lacking < HUGE_VAL)) {
        make_round(c);
        return;
    }
    for (int j = 0; j < c->c.dim; j++) {
        row_of(c->covariance, c, j)[j] += lacking;
        c->length[j] = sqrt(c->length[j] + lacking);
    }
}

static void learn_from_steps(Cmaes *c)
{
    double *mean_step = c->matrix; /* free until the decomposition */
    c->generation++;
    move_mean(c, mean_step);
    follow_path_sigma(c, mean_step);
    bool calm = path_is_calm(c);
    follow_path_c(c, mean_step, calm);
    adapt_covariance(c, calm);
}

static void adapt_distribution(void *self)
{
    Cmaes *c = self;
    generation_rank(&c->g);
    const bool learns = !generation_is_flat(&c->g);
    if (learns) learn_from_steps(c);
    adapt_sigma(c, learns);
    if (learns && c->generation % c->c.lazy == 0) decompose_covariance(c);
    draw_positions(c);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Cmaes *c = mem_new(1, sizeof *c);
    size_t dim = (size_t)space->dim;
    c->o = *(const CmaesOptions *)options;
    cmaes_constants(&c->c, space->dim, c->o.particles, c->o.active);
    generation_make(&c->g, space, c->c.lambda, seed, adapt_distribution);
    mem_own(&c->g.owned, c->c.weight);
    c->y = mem_owned(&c->g.owned, (size_t)c->c.lambda * dim, sizeof *c->y);
    c->redrawn = mem_owned(&c->g.owned, (size_t)c->c.lambda, sizeof *c->redrawn);
    double **const vectors[] = {&c->mean, &c->path_sigma, &c->path_c, &c->length, &c->spare};
    double **const matrices[] = {&c->covariance, &c->axes, &c->matrix};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) *vectors[k] = mem_owned(&c->g.owned, dim, sizeof(double));
    for (size_t k = 0; k < sizeof matrices / sizeof *matrices; k++)
        *matrices[k] = mem_owned(&c->g.owned, dim * dim, sizeof(double));
    for (int j = 0; j < space->dim; j++) c->mean[j] = box_middle(space, j);
    c->g.mean = c->mean;
    begin_search(c);
    return c;
}

/* Sigma: standard deviation along the longest axis, in box widths. Elongation: the longest axis divided by the shortest. */
static void report(const void *self, Record *r)
{
    const Cmaes *c = self;
    double longest = c->length[0], shortest = longest;
    for (int j = 1; j < c->c.dim; j++) {
        if (c->length[j] > longest) longest = c->length[j];
        if (c->length[j] < shortest) shortest = c->length[j];
    }
    generation_report(&c->g, r);
    record_real(r, "sigma", c->sigma * longest);
    record_real(r, "elongation", longest / shortest);
}

static void serialise(void *self, Serialiser *s)
{
    Cmaes *c = self;
    int dim = c->c.dim;
    generation_serialise(&c->g, s);
    serialise_reals(s, "y", c->y, c->c.lambda * dim);
    serialise_words(s, "redrawn", c->redrawn, c->c.lambda);
    serialise_reals(s, "mean_x", c->mean, dim);
    serialise_reals(s, "sigma", &c->sigma, 1);
    serialise_reals(s, "path_sigma", c->path_sigma, dim);
    serialise_reals(s, "path_c", c->path_c, dim);
    serialise_reals(s, "covariance", c->covariance, dim * dim);
    serialise_reals(s, "axes", c->axes, dim * dim);
    serialise_reals(s, "length", c->length, dim);
    for (int j = 0; j < dim && s->loading; j++) s->failed = s->failed || !(c->length[j] > 0);
    serialise_count(s, "generation", &c->generation, COUNT_MOST);
}

const Optimiser optimiser_cmaes = {
    .name = "cmaes",
    .doc = "CMA-ES: a normal distribution that learns its shape from the steps that succeed",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(CmaesOptions),
    .most_dim = 500, /* the decomposition takes a tenth of a second, saving the state three tenths; 1,000: eight times that */
    .create = create,
    GENERATION_MEMBERS,
    .start_from = start_from,
    .centroid = generation_centroid,
    .report = report,
    .serialise = serialise,
};
