/* conformance.c. Are these the published particle swarms, and is this CMA-ES? Their results against those of independent
 * programs, the order in which neighbourhoods are known to come, and a mistake that must show.
 *
 * Idea: fixed seeds, 51 of them, 40 particles; the median error at a fifth of the budget and at its end must lie within the
 * quartiles of another program. Passed: at least nine in ten of the medians are inside, and none is off by more than a factor of
 * three; what is below 1e-11 is solved.
 *     canonical   five functions in 8 and 30 dimensions, 0.7298/1.49618: union of the quartiles of two libraries
 *     variants    adaptive random topology, fully informed on ring and torus: pagmo 2.18; SPSO-2011, synchronous and sequential:
 *                 a program written from Clerc's description (both: tests/programs/pso_quartiles.cc)
 *     order       ring and von Neumann are slower than global on what has one optimum, and better in the end on what has many
 *                 (Kennedy & Mendes 2002; Bratton & Kennedy 2007)
 *     cmaes       five functions in 8 dimensions: another implementation (tests/programs/cmaes_quartiles.py); and as good as
 *                 it must be: 1e-8 on the sphere after 4,000 evaluations, 1e-20 on rosenbrock after 20,000
 * The mistake: one random number a particle instead of one a dimension, which confines the swarm to a subspace. The same small
 * copy of the move is run without the mistake, too, so that it is the mistake that shows and not the copy.
 *
 * Status 0: passed, and the mistake shows. Prints "ok - ..." and "not ok - ..." for tests/run.sh. */
#include "tests/helpers.h"
#include "tests/live.h"

#include <assert.h>

enum { SEEDS = 51, PARTICLES = 40, DIM_MAX = 30 };
static const double solved = 1e-11, far_off = 3;

/* ---- a second PSO, with or without the mistake ---- */

/* Its option is one_number, a bool: r and r' are drawn once a particle. */
typedef struct {
    bool one_number;
    Space space;
    Rng rng;
    double x[PARTICLES * DIM_MAX], v[PARTICLES * DIM_MAX];
    Archive own;
} Copy;

static void *copy_create(const void *options, const Space *space, uint64_t seed)
{
    Copy *s = mem_new(1, sizeof *s);
    *s = (Copy){.one_number = *(const bool *)options, .space = *space};
    archive_make(&s->own, PARTICLES, space->dim);
    rng_stream(&s->rng, rng_key(seed, RNG_TEST, 0));
    for (int k = 0; k < PARTICLES * space->dim; k++) {
        int j = k % space->dim;
        s->x[k] = rng_between(&s->rng, space->lo[j], space->hi[j]);
        s->v[k] = (rng_between(&s->rng, space->lo[j], space->hi[j]) - s->x[k]) / 2;
    }
    return s;
}

static int copy_candidates(const void *self)
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
        if (j == 0 || !s->one_number) {
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

static void copy_destroy(void *self)
{
    Copy *s = self;
    archive_free(&s->own);
    free(s);
}

/* No walk: nothing here is saved. */
static const Optimiser copy = {.name = "copy",
                               .create = copy_create,
                               .candidates = copy_candidates,
                               .ask = copy_ask,
                               .tell = copy_tell,
                               .archive = copy_archive,
                               .destroy = copy_destroy};

/* ---- one training ---- */

/* settings: of the optimiser, "section.key=value section.key=value". */
typedef struct {
    const char *name, *settings;
} Method;

#define SWARM "optimiser.particles=40 "
/* about as pagmo starts: U(-W/2,W/2) in place of U(-W,W), clamped to W */
#define FAST "optimiser.velocity_start=uniform optimiser.velocity_clamp=1 "
static const Method global = {"global", SWARM}, ring = {"ring", SWARM "optimiser.topology=ring"},
                    torus = {"von-neumann", SWARM "optimiser.topology=von-neumann"},
                    adaptive = {"random", SWARM FAST "optimiser.topology=random"},
                    fips_ring = {"fips ring", SWARM FAST "optimiser.preset=fips"},
                    fips_torus = {"fips von-neumann", SWARM FAST "optimiser.preset=fips optimiser.topology=von-neumann"},
                    spso = {"spso-2011", SWARM "optimiser.preset=spso-2011"},
                    spso_sequential = {"spso-2011 seq.", SWARM "optimiser.preset=spso-2011 optimiser.update_order=sequential"};

/* lo, hi: bands of what comes out after a fifth of the budget and at its end. */
typedef struct {
    const Method *method;
    const char *function;
    int dim;
    double lo[2], hi[2];
} Case;

static const Case canonical[] = {
    {&global, "sphere", 8, {0.00132, 0}, {0.00715, 1e-20}},     {&global, "rosenbrock", 8, {5.40, 0.694}, {17.7, 4.07}},
    {&global, "rastrigin", 8, {5.66, 1.99}, {12.1, 5.97}},      {&global, "ackley", 8, {0.0178, 0}, {0.0419, 1e-11}},
    {&global, "griewank", 8, {0.200, 0.0468}, {0.443, 0.0935}}, {&global, "sphere", 30, {0.0123, 0}, {0.0751, 1e-20}},
    {&global, "rosenbrock", 30, {91.9, 17.4}, {276, 91.8}},     {&global, "rastrigin", 30, {68.8, 63.7}, {97.8, 96.9}},
    {&global, "ackley", 30, {0.990, 0.931}, {2.52, 2.41}},      {&global, "griewank", 30, {0.0379, 0}, {0.131, 0.0586}}};
enum { CANONICAL = sizeof canonical / sizeof canonical[0], SPHERE_30 = 5, RASTRIGIN_30 = 7, ACKLEY_30, GRIEWANK_30 };
static const Case *const control = &canonical[SPHERE_30];

static const Case variants[] = {{&adaptive, "sphere", 8, {0.989, 5.28e-13}, {3.35, 5.55e-12}},
                                {&adaptive, "rastrigin", 8, {19.5, 4.28}, {29.2, 8.82}},
                                {&adaptive, "sphere", 30, {135, 2.66e-7}, {236, 8.94e-7}},
                                {&fips_ring, "sphere", 8, {56.7, 0.00012}, {108, 0.000223}},
                                {&fips_ring, "rastrigin", 8, {24.7, 4.46}, {32.5, 7.42}},
                                {&fips_ring, "sphere", 30, {1950, 0.328}, {2520, 0.467}},
                                {&fips_torus, "sphere", 8, {0.991, 2.22e-14}, {1.93, 5.16e-14}},
                                {&fips_torus, "rastrigin", 8, {16.8, 0.0623}, {21.4, 3.53}},
                                {&fips_torus, "sphere", 30, {0.340, 3.68e-21}, {0.507, 7.62e-21}},
                                {&spso, "sphere", 8, {0.000628, 0}, {0.00147, 1e-20}},
                                {&spso, "rastrigin", 8, {11.0, 3.65}, {17.2, 8.1}},
                                {&spso, "sphere", 30, {0.000143, 0}, {0.000493, 1e-20}},
                                {&spso, "rastrigin", 30, {98.3, 32.8}, {143, 54}},
                                {&spso_sequential, "sphere", 8, {0.00037, 0}, {0.00111, 1e-20}},
                                {&spso_sequential, "rastrigin", 8, {12.3, 3.01}, {15.9, 7.2}}};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* like: a canonical case. expected: -1 a smaller median error than global has there, 1 a larger one, 0 either, at the two
 * moments. */
typedef struct {
    const Method *method;
    int like, expected[2];
} Order;

static const Order orders[] = {{&ring, SPHERE_30, {1, 1}},  {&ring, ACKLEY_30, {1, -1}},  {&ring, GRIEWANK_30, {1, -1}},
                               {&torus, SPHERE_30, {1, 1}}, {&torus, ACKLEY_30, {0, -1}}, {&torus, RASTRIGIN_30, {0, -1}}};
enum { ORDERS = sizeof orders / sizeof orders[0] };

static int evaluations(const Case *c)
{
    return c->dim == 8 ? 20000 : 60000;
}

/* The best errors at the two moments. one_number NULL: of the program's own optimiser; else of the copy. */
static void train(const Case *c, int seed, const bool *one_number, double at[2])
{
    CLOSED(live_close) Live l;
    OWNED char *sets = text_new("%s experiment.seed=%d experiment.mode=none objective.kind=%s objective.dim=%d training.games=1 "
                                "training.total_games=%d selection.finalists=0 validation.games=0",
                                c->method->settings, seed, c->function, c->dim, evaluations(c));
    live_open(&l, "", sets, 0);
    if (one_number != NULL) {
        TrainSpec spec = l.setup.trainings.spec[0];
        spec.optimiser = &copy;
        spec.optimiser_options = one_number;
        l.setup.experiment.kind->destroy(l.setup.experiment.self);
        l.setup.experiment = train_create(&spec);
    }
    while (live_step(&l)) {
        const Result r = live_outcome(&l);
        at[r.plays > evaluations(c) / 5] = -r.reported[0].score.mean;
    }
}

/* Medians over the seeds, which share the processors. */
static void medians(const Case *c, const bool *one_number, double median[2])
{
    double all[2][SEEDS];
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < SEEDS; i++) {
        double at[2];
        train(c, i + 1, one_number, at);
        all[0][i] = at[0];
        all[1][i] = at[1];
    }
    for (int k = 0; k < 2; k++) {
        stats_sort(all[k], SEEDS);
        median[k] = stats_quantile(all[k], SEEDS, 0.5);
    }
}

/* ---- verdicts ---- */

/* 1: the median at moment k is inside its band; else the factor by which it is off. Prints what it was. */
static double off(const char *name, const Case *c, int k, double median)
{
    const double at = fmax(median, solved), lo = fmax(c->lo[k], solved), hi = fmax(c->hi[k], solved);
    const double factor = fmax(1, fmax(at / hi, lo / at));
    printf("%s, %d-d %s, moment %d: %.3g, band %.3g..%.3g, off by a factor of %.3g\n", name, c->dim, c->function, k, median,
           c->lo[k], c->hi[k], factor);
    return factor;
}

static bool say(bool good, const char *text)
{
    printf("%s - %s\n", good ? "ok" : "not ok", text);
    return good;
}

/* All n cases; their medians come out. */
static bool conform(const char *what, const Case *c, int n, double (*median)[2])
{
    char text[120];
    int inside = 0;
    double worst = 1;
    for (int i = 0; i < n; i++) {
        medians(&c[i], NULL, median[i]);
        for (int k = 0; k < 2; k++) {
            double factor = off(c[i].method->name, &c[i], k, median[i][k]);
            inside += factor <= 1;
            if (factor > worst) worst = factor;
        }
    }
    snprintf(text, sizeof text, "%s: %d of %d medians inside the bands, the worst off by a factor of %.3g", what, inside, 2 * n,
             worst);
    return say(10 * inside >= 9 * 2 * n && worst <= far_off, text);
}

/* global: the medians of the canonical cases. */
static bool in_order(double (*of_global)[2])
{
    bool good = true;
    for (int i = 0; i < ORDERS; i++) {
        const Order *o = &orders[i];
        Case c = canonical[o->like];
        double median[2];
        c.method = o->method;
        medians(&c, NULL, median);
        for (int k = 0; k < 2; k++) {
            const double than = of_global[o->like][k];
            const bool right = o->expected[k] == 0 || (o->expected[k] > 0 ? median[k] > than : median[k] < than);
            printf("%s, %d-d %s, moment %d: %.3g, global %.3g%s\n", o->method->name, c.dim, c.function, k, median[k], than,
                   right ? "" : ": not in order");
            good = good && right;
        }
    }
    return say(good, "ring and von Neumann: slower than global on one optimum, better in the end on many");
}

/* Whether both medians of the copy are inside; with the mistake: both far off. */
static bool copy_is(const char *what, bool one_number)
{
    double median[2];
    bool good = true;
    medians(control, &one_number, median);
    for (int k = 0; k < 2; k++) {
        double factor = off(what, control, k, median[k]);
        good = good && (one_number ? factor > far_off : factor <= 1);
    }
    return good;
}

/* ---- CMA-ES ---- */

enum { NAME = 20, FUNCTIONS = 5 };

/* Reads tests/expected/cmaes.tsv: of each function a line for each of the two moments. name: of the functions. */
static bool read_quartiles(Case *c, char (*name)[NAME])
{
    static const Method cmaes = {"cmaes", "optimiser.kind=cmaes"};
    FILE *f = fopen("tests/expected/cmaes.tsv", "r");
    char line[300];
    int n = 0, dim, at;
    double lo, hi;
    while (f != NULL && n < 2 * FUNCTIONS && fgets(line, sizeof line, f) != NULL) {
        int i = n / 2, k = n % 2;
        if (sscanf(line, "%19s %d %d %lf %*f %lf", name[i], &dim, &at, &lo, &hi) != 5) continue;
        if (k == 0) c[i] = (Case){.method = &cmaes, .function = name[i], .dim = dim};
        c[i].lo[k] = lo;
        c[i].hi[k] = hi;
        assert(at == (k == 0 ? evaluations(&c[i]) / 5 : evaluations(&c[i])));
        n++;
    }
    if (f != NULL) fclose(f);
    return n == 2 * FUNCTIONS;
}

static bool cmaes_conforms(void)
{
    Case c[FUNCTIONS];
    char name[FUNCTIONS][NAME];
    double median[FUNCTIONS][2];
    if (!read_quartiles(c, name)) return say(false, "tests/expected/cmaes.tsv can be read");
    bool good = conform("CMA-ES", c, FUNCTIONS, median);
    const bool of_sphere = strcmp(c[0].function, "sphere") == 0, of_rosenbrock = strcmp(c[1].function, "rosenbrock") == 0;
    good = say(of_sphere && median[0][0] <= 1e-8, "cmaes: 1e-8 or less on sphere after a fifth of the budget") && good;
    return say(of_rosenbrock && median[1][1] <= 1e-20, "cmaes: 1e-20 or less on rosenbrock in the end") && good;
}

int main(void)
{
    double of_global[CANONICAL][2], of_variants[VARIANTS][2];
    printf("Median errors of %d seeds after a fifth of the budget (moment 0) and at its end (1)\n", SEEDS);
    bool good = conform("canonical PSO", canonical, CANONICAL, of_global);
    good = conform("its variants", variants, VARIANTS, of_variants) && good;
    good = in_order(of_global) && good;
    const bool right = copy_is("copy", false), wrong = copy_is("one number", true);
    good = say(right, "a second, small PSO is inside, too") && good;
    good = say(wrong, "with one random number a particle it is far outside, as it must be") && good;
    good = cmaes_conforms() && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
