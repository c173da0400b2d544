/* conformance.c. Is this the canonical PSO? Its results against those of two independent libraries, and a mistake that must show.
 *
 * Idea: five functions in 8 and 30 dimensions, 51 fixed seeds, 40 particles, 0.7298/1.49618; the median error at a fifth of the
 * budget and at its end must lie within the libraries' quartiles. Passed: at least 18 of the 20 medians are inside, and none is
 * off by more than a factor of three; what is below 1e-11 is solved. The mistake: one random number a particle instead of one a
 * dimension, which confines the swarm to a subspace. The same small copy of the move is run without the mistake, too, so that it
 * is the mistake that shows and not the copy. Source of the bands: 51 seeds each of two independent PSO libraries, union of their
 * quartiles.
 *
 * Status 0: passed, and the mistake shows. Prints "ok - ..." and "not ok - ..." for tests/run.sh. */
#include "base/mem.h"
#include "base/rng.h"
#include "run/setup.h"
#include "run/verbs.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 51, PARTICLES = 40, MISSES_MAX = 2 };
static const double solved = 1e-11, far_off = 3;

/* ---- a second PSO, with or without the mistake ---- */

/* one_number: r and r' are drawn once a particle. */
typedef struct {
    bool one_number;
} CopyOptions;
typedef struct {
    CopyOptions o;
    Space space;
    Rng rng;
    double *x, *v;
    Archive own;
} Copy;

static void *copy_create(const void *options, const Space *space, uint64_t seed)
{
    Copy *s = mem_new(1, sizeof *s);
    *s = (Copy){.o = *(const CopyOptions *)options, .space = *space};
    s->x = mem_new((size_t)PARTICLES * (size_t)space->dim, sizeof *s->x);
    s->v = mem_new((size_t)PARTICLES * (size_t)space->dim, sizeof *s->v);
    archive_make(&s->own, PARTICLES, space->dim);
    rng_stream(&s->rng, rng_key(seed, RNG_TEST, 0));
    for (int k = 0; k < PARTICLES * space->dim; k++) {
        int j = k % space->dim;
        s->x[k] = rng_between(&s->rng, space->lo[j], space->hi[j]);
        s->v[k] = (rng_between(&s->rng, space->lo[j], space->hi[j]) - s->x[k]) / 2;
    }
    return s;
}

static int copy_round(const void *self)
{
    (void)self;
    return PARTICLES;
}

static int copy_ask(const void *self, Candidate *out)
{
    const Copy *s = self;
    for (int i = 0; i < PARTICLES; i++) out[i] = (Candidate){.x = s->x + i * s->space.dim, .incumbent = i};
    return PARTICLES;
}

static void copy_move(Copy *s, int i, const double *global_best)
{
    double *x = s->x + i * s->space.dim, *v = s->v + i * s->space.dim, r = 0, r2 = 0;
    const double *own_best = s->own.x + i * s->space.dim;
    for (int j = 0; j < s->space.dim; j++) {
        if (j == 0 || !s->o.one_number) {
            r = rng_real(&s->rng);
            r2 = rng_real(&s->rng);
        }
        v[j] = 0.7298 * v[j] + 1.49618 * r * (own_best[j] - x[j]) + 1.49618 * r2 * (global_best[j] - x[j]);
        x[j] += v[j];
        if (x[j] >= s->space.lo[j] && x[j] <= s->space.hi[j]) continue;
        x[j] = x[j] < s->space.lo[j] ? s->space.lo[j] : s->space.hi[j];
        v[j] = 0;
    }
}

static bool copy_tell(void *self, const Verdict *v, int n, double spent)
{
    Copy *s = self;
    assert(n == PARTICLES), (void)spent;
    for (int i = 0; i < n; i++)
        if (v[i].better) archive_put(&s->own, i, s->x + i * s->space.dim, &v[i].sample);
    const double *global_best = s->own.x + archive_leader(&s->own) * s->space.dim;
    for (int i = 0; i < n; i++) copy_move(s, i, global_best);
    return true;
}

static Archive *copy_archive(void *self)
{
    return &((Copy *)self)->own;
}

static void copy_report(const void *self, Record *r)
{
    (void)self, (void)r;
}

static void copy_destroy(void *self)
{
    Copy *s = self;
    archive_free(&s->own);
    free(s->x);
    free(s->v);
    free(s);
}

/* No walk: nothing here is saved. */
static const Optimiser copy = {
    .name = "copy",
    .create = copy_create,
    .round = copy_round,
    .ask = copy_ask,
    .tell = copy_tell,
    .archive = copy_archive,
    .report = copy_report,
    .destroy = copy_destroy,
};

/* ---- one training ---- */

/* at: after a fifth of the budget and at its end; bands of what comes out there. */
typedef struct {
    const char *function;
    int dim;
    double lo[2], hi[2];
} Case;

static const Case cases[] = {
    {"sphere", 8, {0.00132, 0}, {0.00715, 1e-20}},     {"rosenbrock", 8, {5.40, 0.694}, {17.7, 4.07}},
    {"rastrigin", 8, {5.66, 1.99}, {12.1, 5.97}},      {"ackley", 8, {0.0178, 0}, {0.0419, 1e-11}},
    {"griewank", 8, {0.200, 0.0468}, {0.443, 0.0935}}, {"sphere", 30, {0.0123, 0}, {0.0751, 1e-20}},
    {"rosenbrock", 30, {91.9, 17.4}, {276, 91.8}},     {"rastrigin", 30, {68.8, 63.7}, {97.8, 96.9}},
    {"ackley", 30, {0.990, 0.931}, {2.52, 2.41}},      {"griewank", 30, {0.0379, 0}, {0.131, 0.0586}},
};
enum { CASES = sizeof cases / sizeof cases[0] };
static const Case *const control = &cases[5];

static int evaluations(const Case *c)
{
    return c->dim == 8 ? 20000 : 60000;
}

static void read_case(Config *config, const Case *c, int seed)
{
    char text[8][64];
    ConfigValue value[8];
    Errors errors = {0};
    int n = 0;
    snprintf(text[n++], sizeof text[0], "experiment.seed=%d", seed);
    snprintf(text[n++], sizeof text[0], "experiment.mode=none");
    snprintf(text[n++], sizeof text[0], "objective.kind=%s", c->function);
    snprintf(text[n++], sizeof text[0], "objective.dim=%d", c->dim);
    snprintf(text[n++], sizeof text[0], "optimiser.particles=%d", PARTICLES);
    snprintf(text[n++], sizeof text[0], "training.games=1");
    snprintf(text[n++], sizeof text[0], "training.total_games=%d", evaluations(c));
    snprintf(text[n++], sizeof text[0], "selection.finalists=0");
    for (int i = 0; i < n; i++) value[i] = (ConfigValue){text[i], "conformance"};
    bool good = config_read(config, NULL, value, n, &errors, &errors);
    verbs_say(&errors, "");
    assert(good), (void)good;
    config->train.validation.games = 0;
}

static bool never(void *ctx, int turns)
{
    (void)ctx, (void)turns;
    return false;
}

static double best_error(const Experiment *e)
{
    Result r;
    e->kind->result(e->self, &r);
    return -r.claim[0].score.mean;
}

/* The best errors so far at the two moments. */
static void follow(Experiment *e, Judge *judge, int budget, double at[2])
{
    static const Watch nobody = {.poll = never};
    Batch b = {0};
    for (int done = 0; e->kind->ask(e->self, &b) > 0; batch_clear(&b)) {
        batch_seat(&b);
        judge_batch(judge, &b, &nobody);
        e->kind->tell(e->self, b.t, b.n, NULL);
        done += b.n;
        if (done == budget / 5) at[0] = best_error(e);
    }
    at[1] = best_error(e);
    batch_free(&b);
}

/* wrong NULL: the program's own PSO; else the copy with these options. */
static void train(const Case *c, int seed, const CopyOptions *other, double at[2])
{
    Config config;
    Setup setup;
    Errors errors = {0};
    read_case(&config, c, seed);
    bool good = setup_train(&setup, &config, &errors, &errors);
    assert(good), (void)good;
    if (other != NULL) {
        TrainSpec spec = setup.spec[0];
        spec.optimiser = &copy;
        spec.optimiser_options = other;
        setup.experiment.kind->destroy(setup.experiment.self);
        setup.experiment = train_create(&spec);
    }
    follow(&setup.experiment, setup.judge, evaluations(c), at);
    setup_free(&setup);
    config_free(&config);
}

/* Medians over the seeds, which share the processors. */
static void medians(const Case *c, const CopyOptions *other, double median[2])
{
    double all[2][SEEDS];
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < SEEDS; i++) {
        double at[2];
        train(c, i + 1, other, at);
        all[0][i] = at[0];
        all[1][i] = at[1];
    }
    for (int k = 0; k < 2; k++) {
        stats_sort(all[k], SEEDS);
        median[k] = stats_quantile(all[k], SEEDS, 0.5);
    }
}

/* ---- verdicts ---- */

/* 1: inside the band; else the factor by which it is off. */
static double off(double median, double lo, double hi)
{
    if (median < solved) median = solved;
    if (lo < solved) lo = solved;
    if (hi < solved) hi = solved;
    return median > hi ? median / hi : median < lo ? lo / median : 1;
}

static double print_cell(const char *what, const Case *c, int k, double median)
{
    char band[40];
    double factor = off(median, c->lo[k], c->hi[k]);
    if (c->hi[k] <= solved)
        snprintf(band, sizeof band, "< %.3g", c->hi[k]);
    else
        snprintf(band, sizeof band, "%.3g..%.3g", c->lo[k], c->hi[k]);
    printf("%-14s %2d %-10s %7d %12.3g   %-16s ", what, c->dim, c->function, k == 0 ? evaluations(c) / 5 : evaluations(c), median,
           band);
    if (factor > 1)
        printf("outside, %.3gx\n", factor);
    else
        printf("inside\n");
    fflush(stdout);
    return factor;
}

static bool say(bool good, const char *text)
{
    printf("%s - %s\n", good ? "ok" : "not ok", text);
    return good;
}

static bool conforms(void)
{
    char text[120];
    int inside = 0, cells = 0;
    double worst = 1, median[2];
    for (int i = 0; i < CASES; i++) {
        medians(&cases[i], NULL, median);
        for (int k = 0; k < 2; k++, cells++) {
            double factor = print_cell("pso", &cases[i], k, median[k]);
            inside += factor <= 1;
            if (factor > worst) worst = factor;
        }
    }
    snprintf(text, sizeof text, "%d of %d medians inside the bands, the worst off by a factor of %.3g", inside, cells, worst);
    return say(inside >= cells - MISSES_MAX && worst <= far_off, text);
}

/* Whether both medians of the copy are inside; far: or else both far off. */
static bool copy_is(const char *what, CopyOptions o, bool far)
{
    double median[2];
    bool good = true;
    medians(control, &o, median);
    for (int k = 0; k < 2; k++) {
        double factor = print_cell(what, control, k, median[k]);
        good = good && (far ? factor > far_off : factor <= 1);
    }
    return good;
}

int main(void)
{
    printf("Median error of %d seeds, %d particles, 0.7298/1.49618, absorbing walls\n", SEEDS, PARTICLES);
    printf("%-14s %2s %-10s %7s %12s   %-16s %s\n", "optimiser", "d", "function", "at", "median", "band", "");
    bool good = conforms();
    bool right = copy_is("copy", (CopyOptions){.one_number = false}, false);
    bool wrong = copy_is("one number", (CopyOptions){.one_number = true}, true);
    right = say(right, "a second, small PSO is inside, too");
    wrong = say(wrong, "with one random number a particle it is far outside, as it must be");
    return good && right && wrong ? EXIT_SUCCESS : EXIT_FAILURE;
}
