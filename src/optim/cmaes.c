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

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

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
    c->c_mu = smaller(1 - c->c_1, 2 * (0.25 + c->mu_eff + 1 / c->mu_eff - 2) / ((n + 2) * (n + 2) + c->mu_eff));
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
    limit = smaller(limit, 1 + 2 * mu_eff_bad / (c->mu_eff + 2));
    limit = smaller(limit, (1 - c->c_1 - c->c_mu) / (c->dim * c->c_mu)); /* keeps C positive definite */
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

static double *step_of(const Cmaes *s, int i)
{
    return s->y + (size_t)i * (size_t)s->c.dim;
}

static double *row_of(double *matrix, const Cmaes *s, int i)
{
    return matrix + (size_t)i * (size_t)s->c.dim;
}

/* out = axes diag(length) z: a step with the covariance from a standard normal vector. */
static void stretch_step(const Cmaes *s, const double *z, double *out)
{
    for (int j = 0; j < s->c.dim; j++) {
        out[j] = 0;
        for (int k = 0; k < s->c.dim; k++) out[j] += row_of(s->axes, s, j)[k] * s->length[k] * z[k];
    }
}

/* out = diag(1 / length) axes' y: the standard normal vector that y comes from; as long as C^(-1/2) y. */
static void unstretch_step(const Cmaes *s, const double *y, double *out)
{
    for (int k = 0; k < s->c.dim; k++) {
        out[k] = 0;
        for (int j = 0; j < s->c.dim; j++) out[k] += row_of(s->axes, s, j)[k] * y[j];
        assert(s->length[k] > 0);
        out[k] /= s->length[k];
    }
}

static double squared_length(const double *x, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++) sum += x[j] * x[j];
    return sum;
}

/* Puts position i where its step leads. False: that is outside the box, so the position is clipped to it. */
static bool place_position(Cmaes *s, int i)
{
    double *x = generation_x(&s->g, i);
    bool inside = true;
    for (int j = 0; j < s->c.dim; j++) {
        double to = s->mean[j] + s->sigma * box_width(&s->g.space, j) * step_of(s, i)[j];
        x[j] = box_clip(&s->g.space, j, to);
        inside = inside && x[j] == to;
    }
    return inside;
}

/* Recomputes the step of position i, which has been clipped. Coordinates that were not clipped keep their exact step. */
static void mend_step(Cmaes *s, int i)
{
    const double *x = generation_x(&s->g, i);
    for (int j = 0; j < s->c.dim; j++)
        if (x[j] == s->g.space.lo[j] || x[j] == s->g.space.hi[j])
            step_of(s, i)[j] = (x[j] - s->mean[j]) / (s->sigma * box_width(&s->g.space, j));
}

static void draw_positions(Cmaes *s)
{
    for (int i = 0; i < s->c.lambda; i++) {
        bool inside = false;
        uint64_t draws = 0;
        for (; draws <= (uint64_t)s->o.redraws && !inside; draws++) {
            for (int j = 0; j < s->c.dim; j++) s->spare[j] = rng_normal(&s->g.rng);
            stretch_step(s, s->spare, step_of(s, i));
            inside = place_position(s, i);
        }
        s->redrawn[i] = inside ? draws - 1 : draws;
        if (!inside) mend_step(s, i);
    }
}

static void set_identity(double *matrix, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) matrix[(size_t)i * (size_t)n + (size_t)j] = i == j;
}

/* Makes C and its axes those of a sphere. */
static void make_round(Cmaes *s)
{
    set_identity(s->covariance, s->c.dim);
    set_identity(s->axes, s->c.dim);
    for (int j = 0; j < s->c.dim; j++) s->length[j] = 1;
}

/* Begins a new search around s->mean. */
static void begin_search(Cmaes *s)
{
    int dim = s->c.dim;
    s->sigma = s->o.sigma;
    s->generation = 0;
    make_round(s);
    for (int j = 0; j < dim; j++) s->path_sigma[j] = s->path_c[j] = 0;
    draw_positions(s);
}

/* Moves the mean of the distribution to x, and draws positions around it, except those that start at x. */
static void start_from(void *self, const double *x, int count)
{
    Cmaes *s = self;
    if (count == 0) return;
    memcpy(s->mean, x, (size_t)s->c.dim * sizeof *x);
    begin_search(s);
    generation_start_from(&s->g, x, count);
    for (int i = 0; i < count && i < s->c.lambda; i++) memset(step_of(s, i), 0, (size_t)s->c.dim * sizeof *x);
}

/* ---- one generation; equations 38 to 47 ---- */

/* Writes the weighted mean of the best steps to mean_step (dim), and moves the mean by it. */
static void move_mean(Cmaes *s, double *mean_step)
{
    for (int j = 0; j < s->c.dim; j++) {
        mean_step[j] = 0;
        for (int k = 0; k < s->c.mu; k++) mean_step[j] += s->c.weight[k] * step_of(s, s->g.order[k])[j];
        s->mean[j] += s->sigma * box_width(&s->g.space, j) * mean_step[j];
    }
}

static void follow_path_sigma(Cmaes *s, const double *mean_step)
{
    double keep = 1 - s->c.c_sigma, gain = sqrt(s->c.c_sigma * (2 - s->c.c_sigma) * s->c.mu_eff);
    unstretch_step(s, mean_step, s->spare);
    for (int j = 0; j < s->c.dim; j++) {
        double whitened = 0; /* C^(-1/2) mean_step: turned back into the coordinates */
        for (int k = 0; k < s->c.dim; k++) whitened += row_of(s->axes, s, j)[k] * s->spare[k];
        s->path_sigma[j] = keep * s->path_sigma[j] + gain * whitened;
    }
}

/* h_sigma: false while path_sigma is so long that sigma is about to grow: C need not grow as well. */
static bool path_is_calm(const Cmaes *s)
{
    double warmed = 1 - real_exp(2 * (double)s->generation * real_log(1 - s->c.c_sigma));
    double length = sqrt(squared_length(s->path_sigma, s->c.dim)) / sqrt(warmed);
    return length < (1.4 + 2 / (s->c.dim + 1.0)) * s->c.chi;
}

static void follow_path_c(Cmaes *s, const double *mean_step, bool calm)
{
    double keep = 1 - s->c.c_c, gain = calm ? sqrt(s->c.c_c * (2 - s->c.c_c) * s->c.mu_eff) : 0;
    for (int j = 0; j < s->c.dim; j++) s->path_c[j] = keep * s->path_c[j] + gain * mean_step[j];
}

/* covariance += share v v' */
static void add_outer(Cmaes *s, double share, const double *v)
{
    for (int i = 0; i < s->c.dim; i++)
        for (int j = 0; j < s->c.dim; j++) row_of(s->covariance, s, i)[j] += share * (v[i] * v[j]);
}

/* The weight of the step of this rank; 0 in place of a negative one that it is not to have. */
static double weight_of(const Cmaes *s, int rank)
{
    const int i = s->g.order[rank], last = s->g.order[s->c.mu - 1]; /* the last with a positive weight */
    const bool counts = rank < s->c.mu || (s->redrawn[i] == 0 && s->g.fitness[i] < s->g.fitness[last]);
    return counts ? s->c.weight[rank] : 0;
}

/* Steps with a negative weight count as if they were of the usual length, so that C stays positive definite. */
static double share_of_step(Cmaes *s, int rank)
{
    const double w = weight_of(s, rank);
    if (w >= 0) return w;
    unstretch_step(s, step_of(s, s->g.order[rank]), s->spare);
    double length2 = squared_length(s->spare, s->c.dim);
    return length2 > 0 ? w * s->c.dim / length2 : 0;
}

static void adapt_covariance(Cmaes *s, bool calm)
{
    double sum = 0, missed = calm ? 0 : s->c.c_c * (2 - s->c.c_c);
    for (int k = 0; k < s->c.lambda; k++) sum += weight_of(s, k);
    double keep = 1 + s->c.c_1 * missed - s->c.c_1 - s->c.c_mu * sum;
    for (int k = 0; k < s->c.dim * s->c.dim; k++) s->covariance[k] *= keep;
    add_outer(s, s->c.c_1, s->path_c);
    for (int k = 0; k < s->c.lambda; k++)
        if (weight_of(s, k) != 0) add_outer(s, s->c.c_mu * share_of_step(s, k), step_of(s, s->g.order[k]));
}

/* Whatever the fitness is, sigma stays above 0, and no standard deviation exceeds the box, or that of the start. Flat fitness
 * raises none beyond that of uniform positions: wider ones are nothing but corners. learned: the paths have been followed. */
static void adapt_sigma(Cmaes *s, bool learned)
{
    const double least = 1e-100, uniform = 0.3, speed = s->c.c_sigma / s->c.d_sigma;
    const int seventy = (7 * s->c.lambda + 9) / 10 - 1;
    double widest = 0;
    for (int j = 0; j < s->c.dim; j++) widest = larger(widest, sqrt(row_of(s->covariance, s, j)[j]));
    if (learned) s->sigma *= real_exp(speed * (sqrt(squared_length(s->path_sigma, s->c.dim)) / s->c.chi - 1));
    if (s->g.fitness[s->g.order[0]] == s->g.fitness[s->g.order[seventy]])
        s->sigma = smaller(s->sigma * real_exp(0.2 + speed), larger(s->sigma, uniform / widest));
    s->sigma = larger(least, smaller(s->sigma, larger(1, s->o.sigma) / widest));
}

/* Computes axes and lengths from the covariance; of one that is not finite nothing can be kept. If an axis is shorter than 1e-7
 * of the longest, so that rounding dominates, the covariance is made rounder by as much as that axis lacks. */
static void decompose_covariance(Cmaes *s)
{
    size_t bytes = (size_t)s->c.dim * (size_t)s->c.dim * sizeof(double);
    double most = 1e-200, least = HUGE_VAL;
    memcpy(s->matrix, s->covariance, bytes);
    eigen_symmetric(s->matrix, s->c.dim, s->length, s->axes);
    for (int j = 0; j < s->c.dim; j++) {
        most = larger(most, s->length[j]);
        least = smaller(least, s->length[j]);
    }
    const double lacking = larger(0, 1e-14 * most - least);
    if (!(most + lacking < HUGE_VAL)) {
        make_round(s);
        return;
    }
    for (int j = 0; j < s->c.dim; j++) {
        row_of(s->covariance, s, j)[j] += lacking;
        s->length[j] = sqrt(s->length[j] + lacking);
    }
}

static void learn_from_steps(Cmaes *s)
{
    double *mean_step = s->matrix; /* free until the decomposition */
    s->generation++;
    move_mean(s, mean_step);
    follow_path_sigma(s, mean_step);
    bool calm = path_is_calm(s);
    follow_path_c(s, mean_step, calm);
    adapt_covariance(s, calm);
}

static void adapt_distribution(void *self)
{
    Cmaes *s = self;
    generation_rank(&s->g);
    const bool learns = !generation_is_flat(&s->g);
    if (learns) learn_from_steps(s);
    adapt_sigma(s, learns);
    if (learns && s->generation % s->c.lazy == 0) decompose_covariance(s);
    draw_positions(s);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Cmaes *s = mem_new(1, sizeof *s);
    size_t dim = (size_t)space->dim;
    s->o = *(const CmaesOptions *)options;
    cmaes_constants(&s->c, space->dim, s->o.particles, s->o.active);
    generation_make(&s->g, space, s->c.lambda, seed, adapt_distribution);
    mem_own(&s->g.owned, s->c.weight);
    s->y = mem_owned(&s->g.owned, (size_t)s->c.lambda * dim, sizeof *s->y);
    s->redrawn = mem_owned(&s->g.owned, (size_t)s->c.lambda, sizeof *s->redrawn);
    double **const vectors[] = {&s->mean, &s->path_sigma, &s->path_c, &s->length, &s->spare};
    double **const matrices[] = {&s->covariance, &s->axes, &s->matrix};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) *vectors[k] = mem_owned(&s->g.owned, dim, sizeof(double));
    for (size_t k = 0; k < sizeof matrices / sizeof *matrices; k++)
        *matrices[k] = mem_owned(&s->g.owned, dim * dim, sizeof(double));
    for (int j = 0; j < space->dim; j++) s->mean[j] = box_middle(space, j);
    s->g.mean = s->mean;
    begin_search(s);
    return s;
}

/* Sigma: standard deviation along the longest axis, in box widths. Elongation: the longest axis divided by the shortest. */
static void report(const void *self, Record *r)
{
    const Cmaes *s = self;
    double longest = s->length[0], shortest = longest;
    for (int j = 1; j < s->c.dim; j++) {
        if (s->length[j] > longest) longest = s->length[j];
        if (s->length[j] < shortest) shortest = s->length[j];
    }
    generation_report(&s->g, r);
    record_real(r, "sigma", s->sigma * longest);
    record_real(r, "elongation", longest / shortest);
}

static void serialise(void *self, Serialiser *v)
{
    Cmaes *s = self;
    int dim = s->c.dim;
    generation_serialise(&s->g, v);
    serialise_reals(v, "y", s->y, s->c.lambda * dim);
    serialise_words(v, "redrawn", s->redrawn, s->c.lambda);
    serialise_reals(v, "mean_x", s->mean, dim);
    serialise_reals(v, "sigma", &s->sigma, 1);
    serialise_reals(v, "path_sigma", s->path_sigma, dim);
    serialise_reals(v, "path_c", s->path_c, dim);
    serialise_reals(v, "covariance", s->covariance, dim * dim);
    serialise_reals(v, "axes", s->axes, dim * dim);
    serialise_reals(v, "length", s->length, dim);
    for (int j = 0; j < dim && v->loading; j++) v->failed = v->failed || !(s->length[j] > 0);
    serialise_count(v, "generation", &s->generation, COUNT_MOST);
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
