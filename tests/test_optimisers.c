/* test_optimisers.c. The optimisers beside the swarm: what all promise, on the 8-d sphere, and what each is defined to do, held
 * to its definition: rates counted over many draws, small cases by hand, CMA-ES against an independent transcription of the
 * tutorial. */
#include "base/mem.h"
#include "base/rng.h"
#include "eval/objective.h"
#include "optim/box.h"
#include "optim/breed.h"
#include "optim/cmaes_constants.h"
#include "optim/eigen.h"
#include "registry.h"
#include "tests/helpers.h"
#include "tests/live.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of n draws with probability p so many came: within 5 standard errors? */
#define assert_share(count, n, p) assert_near((double)(count) / (double)(n), p, 5 * sqrt((p) * (1 - (p)) / (double)(n)))

/* ---- a search, step by step ---- */

/* c, v (candidates): n candidates that were asked last, and what is said of them. */
typedef struct {
    const Optimiser *o;
    void *self;
    Candidate *c;
    Verdict *v;
    int candidates, n;
} Search;

/* Owned. settings: "key=value key=value", or NULL. */
static void *options_of(const Optimiser *o, const char *settings)
{
    void *options = mem_new(1, o->options_bytes);
    char word[80], why[PARAM_WHY_MAX];
    param_defaults(o->params, options);
    for (int i = 0; settings != NULL && config_word(settings, i, word, sizeof word); i++) {
        char *is = strchr(word, '=');
        assert_non_null(is);
        *is = '\0';
        const Param *row = param_find(o->params, word);
        if (row == NULL || !param_set(row, options, is + 1, why, sizeof why)) fail_msg("%s = %s cannot be set", word, is + 1);
    }
    return options;
}

/* settings: as for options_of. */
static Search search_open(const Optimiser *o, const char *settings, const Space *space, uint64_t seed)
{
    Search s = {.o = o};
    void *options = options_of(o, settings);
    s.self = o->create(options, space, seed);
    s.candidates = o->candidates(s.self);
    s.c = mem_new((size_t)s.candidates, sizeof *s.c);
    s.v = mem_new((size_t)s.candidates, sizeof *s.v);
    free(options);
    return s;
}

static void search_close(Search *s)
{
    s->o->destroy(s->self);
    free(s->c);
    free(s->v);
}

static void search_ask(Search *s)
{
    s->n = s->o->ask(s->self, s->c);
    assert_in_range(s->n, 1, s->candidates);
}

/* The verdict on candidate i whose fitness is known without noise. */
static void search_judge(Search *s, int i, double fitness)
{
    s->v[i] = (Verdict){.better = false};
    stats_add(&s->v[i].sample.fitness, fitness);
    stats_add(&s->v[i].sample.score, fitness);
    s->v[i].sample.cost = 1;
    if (s->c[i].incumbent < 0) return;
    const Sample *there = &s->o->archive(s->self)->sample[s->c[i].incumbent];
    s->v[i].better = there->fitness.n == 0 || fitness > archive_fitness(there);
}

/* An iteration in which candidate i is told fitness[i]. */
static void search_tell(Search *s, const double *fitness)
{
    search_ask(s);
    for (int i = 0; i < s->n; i++) search_judge(s, i, fitness[i]);
    assert_true(s->o->tell(s->self, s->v, s->n, 0.5));
}

/* Reads or writes the reals of a walk that are called name: value (n). */
typedef struct {
    Visit visit;
    const char *name;
    double *value;
    size_t n, found;
} Field;

static void meet(Visit *v, const char *name, char type, void *p, size_t n)
{
    Field *f = (Field *)v;
    if (strcmp(name, f->name) != 0) return;
    assert_true(type == 'd' && n == f->n);
    f->found++;
    if (v->loading)
        memcpy(p, f->value, n * sizeof(double));
    else
        memcpy(f->value, p, n * sizeof(double));
}

static void field(Search *s, bool write, const char *name, double *value, int n)
{
    Field f = {.visit = {.loading = write, .field = meet}, .name = name, .value = value, .n = (size_t)n};
    s->o->walk(s->self, &f.visit);
    assert_int_equal(f.found, 1);
}

static void peek(Search *s, const char *name, double *value, int n)
{
    field(s, false, name, value, n);
}

static void poke(Search *s, const char *name, double *value, int n)
{
    field(s, true, name, value, n);
}

/* ---- what all promise ---- */

enum { DIM = 8 };

static FunctionProblem sphere;
static Space sphere_space;

static int make_sphere(void **state)
{
    (void)state;
    function_make(&sphere, registry_functions[0], DIM);
    assert_string_equal(sphere.function->name, "sphere");
    sphere_space = (Space){.dim = DIM, .lo = sphere.lo, .hi = sphere.hi, .names = sphere.names};
    return 0;
}

static int free_sphere(void **state)
{
    (void)state;
    function_free(&sphere);
    return 0;
}

static double minus_error(const double *x)
{
    double z[DIM];
    for (int j = 0; j < DIM; j++) z[j] = x[j] - sphere.shift[j];
    return -sphere.function->value(z, DIM);
}

/* Asks, judges, tells; true: the iteration is complete. No question lies outside the box. */
static bool search_step(Search *s, double spent)
{
    search_ask(s);
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < DIM; j++)
            if (!(s->c[i].x[j] >= sphere.lo[j] && s->c[i].x[j] <= sphere.hi[j])) fail_msg("%s leaves the box", s->o->name);
        search_judge(s, i, minus_error(s->c[i].x));
    }
    return s->o->tell(s->self, s->v, s->n, spent);
}

static double search_best(Search *s)
{
    Sample known;
    const double *x = archive_best(s->o->archive(s->self), 0, &known);
    assert_non_null(x);
    assert_true(known.fitness.mean == minus_error(x));
    return known.fitness.mean;
}

/* Every optimiser that is registered, with every one of its presets; of a grid, few points of either shape. */
static void for_all_presets(void (*test)(const Optimiser *o, const Preset *p))
{
    static const Preset grids[] = {
        {.name = "few", .source = "", .settings = "steps=3,2,1"},
        {.name = "lines", .source = "", .settings = "steps=3,2 shape=axes"},
        {0},
    };
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        for (const Preset *p = registry_optimisers[i] == &optimiser_grid ? grids : registry_optimisers[i]->presets;
             p->name != NULL; p++)
            test(registry_optimisers[i], p);
}

/* Whether a swarm forgets own bests that are not beaten, as it does for noise. */
static bool forgets(const Preset *p)
{
    return strstr(p->settings, "memory=") != NULL;
}

/* The best is the best that was ever told, so it never worsens, where nothing is forgotten; and it improves, unless the same is
 * asked in every iteration. */
static void check_improves(const Optimiser *o, const Preset *p)
{
    Search s = search_open(o, p->settings, &sphere_space, 11);
    double best = -HUGE_VAL, first = 0;
    for (int iteration = 0; iteration < 60; iteration++) {
        for (bool complete = false; !complete;) {
            complete = search_step(&s, iteration / 60.0);
            for (int i = 0; i < s.n; i++) best = fmax(best, s.v[i].sample.fitness.mean);
            assert_true(forgets(p) ? search_best(&s) <= best : search_best(&s) == best);
        }
        if (iteration == 0) first = best;
    }
    if (o != &optimiser_grid && !(search_best(&s) > first)) fail_msg("%s %s does not improve", o->name, p->name);
    search_close(&s);
}

static void test_improves(void **state)
{
    (void)state;
    for_all_presets(check_improves);
}

/* A step of which only the first half is told in every other turn, as where a budget ends. */
static bool halting_step(Search *s, int turn)
{
    search_ask(s);
    for (int i = 0; i < s->n; i++) search_judge(s, i, minus_error(s->c[i].x));
    return s->o->tell(s->self, s->v, turn % 2 == 0 ? (s->n + 1) / 2 : s->n, turn / 50.0);
}

/* Saved after a tell and loaded into one that has gone another way with another seed, it goes on as if nothing had happened: walk
 * covers all of the state. */
static void check_resumes(const Optimiser *o, const Preset *p)
{
    enum { TELLS = 24 };
    char *saved[TELLS + 1];
    bool complete[TELLS];
    Search whole = search_open(o, p->settings, &sphere_space, 5);
    for (int k = 0; k < TELLS; k++) {
        saved[k] = walk_save(o->walk, whole.self);
        complete[k] = halting_step(&whole, k);
    }
    saved[TELLS] = walk_save(o->walk, whole.self);
    for (int k = 0; k <= TELLS; k++) {
        Search s = search_open(o, p->settings, &sphere_space, 6);
        for (int astray = 0; astray < k % 7; astray++) halting_step(&s, astray);
        walk_load(o->walk, s.self, saved[k]);
        for (int turn = k; turn < TELLS; turn++)
            if (halting_step(&s, turn) != complete[turn]) fail_msg("%s %s resumes in another iteration", o->name, p->name);
        char *end = walk_save(o->walk, s.self);
        if (strcmp(end, saved[TELLS]) != 0) fail_msg("%s %s resumes to another end", o->name, p->name);
        free(end);
        search_close(&s);
    }
    for (int k = 0; k <= TELLS; k++) free(saved[k]);
    search_close(&whole);
}

static void test_resumes(void **state)
{
    (void)state;
    for_all_presets(check_resumes);
}

/* Whether a search that was to start at x (DIM) does so; a search on the sphere starts where the ray through x meets it. */
static bool starts_at(const double *start, const double *x, const Preset *p)
{
    double xx = 0, sx = 0, ss = 0;
    for (int j = 0; j < DIM; j++) xx += x[j] * x[j], sx += start[j] * x[j], ss += start[j] * start[j];
    return strstr(p->settings, "domain=sphere") != NULL ? sx / sqrt(ss * xx) > 1 - 1e-12
                                                        : memcmp(start, x, sizeof(double[DIM])) == 0;
}

/* A search that starts from a place begins with it, and goes on from there: with all candidates there, too. */
static void check_starts(const Optimiser *o, const Preset *p)
{
    double x[DIM];
    if (o == &optimiser_grid) return;
    for (int j = 0; j < DIM; j++) x[j] = sphere.shift[j] + 0.01 * sphere.hi[j];
    for (int all = 0; all <= 1; all++) {
        Search s = search_open(o, p->settings, &sphere_space, 3);
        o->start_from(s.self, x, all ? INT32_MAX : 1);
        search_ask(&s);
        for (int i = 0; i < (all ? s.n : 1); i++) assert_true(starts_at(s.c[i].x, x, p));
        const double first = minus_error(s.c[0].x);
        search_step(&s, 0);
        assert_true(search_best(&s) >= first);
        for (int k = 0; k < 60 * s.candidates; k += s.n) search_step(&s, 0.5);
        assert_true(isfinite(search_best(&s)) && (forgets(p) || search_best(&s) >= first));
        search_close(&s);
    }
}

static void test_starts(void **state)
{
    (void)state;
    for_all_presets(check_starts);
}

/* Games that cannot be told apart, and games that break off: the search stays a search. */
static void check_flat(const Optimiser *o, const Preset *p)
{
    static const double all[] = {0, -3, NAN, -HUGE_VAL, HUGE_VAL};
    for (size_t k = 0; k < LENGTH(all); k++) {
        Search s = search_open(o, p->settings, &sphere_space, 4);
        for (int step = 0; step < 200; step++) {
            search_ask(&s);
            for (int i = 0; i < s.n; i++) {
                for (int j = 0; j < DIM; j++) assert_true(s.c[i].x[j] >= sphere.lo[j] && s.c[i].x[j] <= sphere.hi[j]);
                search_judge(&s, i, all[k]);
            }
            o->tell(s.self, s.v, s.n, 0.5);
        }
        search_close(&s);
    }
}

static void test_flat(void **state)
{
    (void)state;
    for_all_presets(check_flat);
}

/* The first of its presets of which nothing bad is said: the others may have half of the box out of reach. */
static const Preset *sound_preset(const Optimiser *o)
{
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        Finding finding[FINDINGS_MAX];
        void *options = options_of(o, p->settings);
        int n = o->check != NULL ? o->check(options, finding) : 0;
        free(options);
        if (n == 0 && p->warning == NULL) return p;
    }
    fail_msg("%s has no preset without a warning", o->name);
    return NULL;
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What is left of the error after 2000 evaluations: the median of 21 seeds. */
static double median_error(const Optimiser *o)
{
    enum { SEEDS = 21, EVALUATIONS = 2000 };
    double error[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
        Search s = search_open(o, sound_preset(o)->settings, &sphere_space, (uint64_t)i + 1);
        for (int told = 0; told < EVALUATIONS; told += s.n) search_step(&s, (double)told / EVALUATIONS);
        error[i] = -search_best(&s);
        search_close(&s);
    }
    qsort(error, SEEDS, sizeof *error, rising);
    return error[SEEDS / 2];
}

/* An optimiser that learns from what it is told leaves less than a fifth of the error that random search leaves, which learns
 * nothing. The plain genetic algorithm is not that good: its sixteen individuals are soon copies of each other, and small genes
 * change little. */
static void test_beats_random(void **state)
{
    (void)state;
    double yardstick = median_error(&optimiser_random);
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        if (o == &optimiser_random || o == &optimiser_grid) continue;
        double error = median_error(o), allowed = yardstick / (o == &optimiser_ga ? 1.5 : 5);
        if (!(error < allowed)) fail_msg("%s is left with %g, random with %g", o->name, error, yardstick);
    }
}

/* ---- a grid ---- */

enum { PLANE = 2, POINTS = 8 };
static const double plane_lo[PLANE] = {-1, 10}, plane_hi[PLANE] = {1, 40};
static const Space plane_space = {.dim = PLANE, .lo = plane_lo, .hi = plane_hi};

/* What is asked, in order; through: where the lines are to cross, or NULL. */
static void test_grid_points(void **state)
{
    (void)state;
    static const double through[PLANE] = {0.5, 13};
    static const struct {
        const char *settings;
        const double *from;
        int n;
        double x[POINTS][PLANE];
    } rows[] = {
        {"steps=3,2", NULL, 6, {{-1, 10}, {0, 10}, {1, 10}, {-1, 40}, {0, 40}, {1, 40}}},
        {"steps=3,2", through, 6, {{-1, 10}, {0, 10}, {1, 10}, {-1, 40}, {0, 40}, {1, 40}}},
        {"steps=2", NULL, 4, {{-1, 10}, {1, 10}, {-1, 40}, {1, 40}}},
        {"steps=2,4", NULL, 8, {{-1, 10}, {1, 10}, {-1, 20}, {1, 20}, {-1, 30}, {1, 30}, {-1, 40}, {1, 40}}},
        {"steps=1", NULL, 1, {{0, 25}}},
        {"steps=3,1", NULL, 3, {{-1, 25}, {0, 25}, {1, 25}}},
        {"steps=3,2 shape=axes", NULL, 5, {{-1, 25}, {0, 25}, {1, 25}, {0, 10}, {0, 40}}},
        {"steps=3,2 shape=axes", through, 5, {{-1, 13}, {0, 13}, {1, 13}, {0.5, 10}, {0.5, 40}}},
        {"steps=1 shape=axes", through, 2, {{0, 13}, {0.5, 25}}},
        {"steps=1,3,9 shape=axes", NULL, 4, {{0, 25}, {0, 10}, {0, 25}, {0, 40}}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Search s = search_open(&optimiser_grid, rows[i].settings, &plane_space, 1);
        if (rows[i].from != NULL) s.o->start_from(s.self, rows[i].from, 1);
        for (int iteration = 0; iteration < 2; iteration++) { /* and the same again */
            search_ask(&s);
            assert_int_equal(s.n, rows[i].n);
            for (int k = 0; k < s.n; k++) {
                if (memcmp(s.c[k].x, rows[i].x[k], sizeof rows[i].x[k]) != 0)
                    fail_msg("%s: point %d is %g %g", rows[i].settings, k, s.c[k].x[0], s.c[k].x[1]);
                assert_int_equal(s.c[k].incumbent, -1);
                search_judge(&s, k, -k);
            }
            assert_true(s.o->tell(s.self, s.v, s.n, 0.5));
        }
        search_close(&s);
    }
}

/* The ends are those of the box to the last bit, where thirds and sevenths are not exact. */
static void test_grid_ends(void **state)
{
    (void)state;
    static const double lo[1] = {-1.1}, hi[1] = {0.2};
    const Space narrow = {.dim = 1, .lo = lo, .hi = hi};
    for (int n = 2; n < 60; n++) {
        char settings[40];
        snprintf(settings, sizeof settings, "steps=%d shape=%s", n, n % 2 ? "full" : "axes");
        Search s = search_open(&optimiser_grid, settings, &narrow, 1);
        search_ask(&s);
        assert_true(s.n == n && s.c[0].x[0] == lo[0] && s.c[n - 1].x[0] == hi[0]);
        for (int k = 1; k < n; k++) assert_near(s.c[k].x[0] - s.c[k - 1].x[0], (hi[0] - lo[0]) / (n - 1), 1e-15);
        search_close(&s);
    }
}

/* Too many points are one more than there may be; the last number of steps serves for all further coordinates; of a start that
 * is never asked for, count 0, nothing is seen; no number of steps is an error. */
static void test_grid_limits(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        int candidates;
    } rows[] = {{"steps=316,316", 99856},
                {"steps=1000,100", OPTIM_CANDIDATES_MAX},
                {"steps=1000,101", OPTIM_CANDIDATES_MAX + 1},
                {"steps=100000", OPTIM_CANDIDATES_MAX + 1},
                {"steps=50000 shape=axes", OPTIM_CANDIDATES_MAX},
                {"steps=50000,50001 shape=axes", OPTIM_CANDIDATES_MAX + 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Search s = search_open(&optimiser_grid, rows[i].settings, &plane_space, 1);
        assert_int_equal(s.candidates, rows[i].candidates);
        search_close(&s);
    }
    Search s = search_open(&optimiser_grid, "steps=1,2", &sphere_space, 1);
    assert_int_equal(s.candidates, 128);
    search_close(&s);
    s = search_open(&optimiser_grid, "steps=2 shape=axes", &plane_space, 1);
    s.o->start_from(s.self, plane_lo, 0);
    search_ask(&s);
    assert_true(s.c[0].x[1] == 25 && s.c[2].x[0] == 0);
    search_close(&s);
    Finding finding[FINDINGS_MAX];
    void *options = options_of(&optimiser_grid, "steps=");
    assert_int_equal(optimiser_grid.check(options, finding), 1);
    assert_true(finding[0].fatal && strcmp(finding[0].key, "steps") == 0);
    free(options);
}

/* ---- the roulette wheel ---- */

static void test_wheel(void **state)
{
    (void)state;
    static const struct {
        double fitness[4], share[4];
    } rows[] = {
        {{1, 3, 0, 4}, {0.125, 0.375, 0, 0.5}},                    /* as published: proportional */
        {{-5, -1, -3, -5}, {0, 4.0 / 6, 2.0 / 6, 0}},              /* counted from the worst */
        {{-2, 2, 0, -HUGE_VAL}, {0, 4.0 / 6, 2.0 / 6, 0}},         /* not finite: no share, and not the worst */
        {{7, 7, 7, 7}, {0.25, 0.25, 0.25, 0.25}},                  /* equal */
        {{0, 0, 0, 0}, {0.25, 0.25, 0.25, 0.25}},                  /* none has a row */
        {{-2, -2, -2, -HUGE_VAL}, {1 / 3.0, 1 / 3.0, 1 / 3.0, 0}}, /* equal, where they are finite */
        {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {0.25, 0.25, 0.25, 0.25}},
        {{1.5e308, -1.5e308, 0, -HUGE_VAL}, {2 / 3.0, 0, 1 / 3.0, 0}}, /* differences that overflow */
    };
    enum { SPINS = 20000 };
    Rng r;
    rng_stream(&r, rng_key(1, RNG_TEST, 0));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double share[4];
        int stops[4] = {0};
        double sum = breed_wheel(rows[i].fitness, 4, share);
        for (int k = 0; k < SPINS; k++) stops[breed_spin(share, 4, sum, &r)]++;
        for (int k = 0; k < 4; k++) {
            assert_near(share[k] / sum, rows[i].share[k], 1e-12);
            assert_share(stops[k], SPINS, rows[i].share[k]);
        }
    }
}

/* ---- breeding: individuals whose genes say whose they are ---- */

enum { CROWD = 2000, GENES = 5 };
static const double gene_lo[GENES] = {-4000, -4000, -4000, -4000, -4000}, gene_hi[GENES] = {4000, 4000, 4000, 4000, 4000};
static const Space gene_space = {.dim = GENES, .lo = gene_lo, .hi = gene_hi};

/* Gene j of individual i is i + 1, and they are equally fit. next, descent: what comes of them. */
typedef struct {
    Generation g;
    double *next;
    Descent *descent;
} Crowd;

static Crowd crowd_open(void)
{
    Crowd c = {.next = mem_new(CROWD * GENES, sizeof(double)), .descent = mem_new(CROWD, sizeof(Descent))};
    Verdict v = {.better = false};
    generation_make(&c.g, &gene_space, CROWD, 9);
    stats_add(&v.sample.fitness, 1);
    for (int i = 0; i < CROWD; i++) {
        for (int j = 0; j < GENES; j++) generation_x(&c.g, i)[j] = i + 1;
        assert_int_equal(generation_tell(&c.g, &v, 1), i == CROWD - 1);
    }
    return c;
}

static void crowd_close(Crowd *c)
{
    generation_free(&c->g);
    free(c->next);
    free(c->descent);
}

/* Where two children change tails; GENES: they are copies. What they have they have from two, the one's from the other's. */
static int cut_of(const double *one, const double *other, const Descent *descent)
{
    int cut = 0;
    while (cut < GENES && one[cut] == one[0]) cut++;
    for (int j = 0; j < GENES; j++)
        assert_true(one[j] == (j < cut ? one[0] : other[0]) && other[j] == (j < cut ? other[0] : one[0]));
    assert_true(descent[0].mixed == (cut < GENES) && descent[1].mixed == descent[0].mixed);
    assert_int_equal(descent[0].first, (int)one[0] - 1);
    assert_int_equal(descent[1].first, (int)other[0] - 1);
    return cut;
}

/* With its probability, at a point that is uniform between two genes. Equally fit: 1 child each on average, variance 1. */
static void test_crossover(void **state)
{
    (void)state;
    enum { REPEATS = 20 };
    Breeding o = {.particles = CROWD, .crossover = 0.6};
    Crowd c = crowd_open();
    int cuts[GENES + 1] = {0}, pairs = REPEATS * CROWD / 2;
    for (int k = 0; k < REPEATS; k++) {
        int children[CROWD] = {0};
        double squares = 0;
        breed_next(&o, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i += 2) {
            const double *one = c.next + i * GENES, *other = one + GENES;
            cuts[cut_of(one, other, c.descent + i)]++;
            children[(int)one[0] - 1]++;
            children[(int)other[0] - 1]++;
        }
        for (int i = 0; i < CROWD; i++) squares += (children[i] - 1.0) * (children[i] - 1.0) / CROWD;
        assert_near(squares, 1, 0.2);
    }
    assert_share(pairs - cuts[GENES], pairs, 0.6); /* the same parent twice hides one crossing in 2000 */
    for (int j = 1; j < GENES; j++) assert_share(cuts[j], pairs, 0.6 / (GENES - 1));
    crowd_close(&c);
}

/* Each gene with its probability, by U(0.8,1.2): mean 1, standard deviation 0.4 / sqrt 12. */
static void test_mutation(void **state)
{
    (void)state;
    Breeding o = {.particles = CROWD, .mutation = 0.05, .mutation_lower = 0.8, .mutation_upper = 1.2};
    Crowd c = crowd_open();
    Stats factor = {0};
    double least = 1, most = 1;
    breed_next(&o, &c.g, c.next, c.descent);
    for (int i = 0; i < CROWD; i++)
        for (int j = 0; j < GENES; j++) {
            double f = c.next[i * GENES + j] / (c.descent[i].first + 1);
            if (f == 1) continue;
            stats_add(&factor, f);
            least = fmin(least, f);
            most = fmax(most, f);
        }
    assert_share(factor.n, CROWD * GENES, 0.05);
    assert_near(factor.mean, 1, 5 * 0.4 / sqrt(12.0 * (double)factor.n));
    assert_near(stats_sd(&factor), 0.4 / sqrt(12), 0.02);
    assert_true(least >= 0.8 && least < 0.82 && most <= 1.2 && most > 1.18);
    crowd_close(&c);
}

/* A gene that would leave the box is put on its wall; it is counted from the middle of the box. */
static void test_mutation_in_box(void **state)
{
    (void)state;
    static const double lo[] = {2}, hi[] = {6}; /* the middle is 4 */
    static const Space space = {.dim = 1, .lo = lo, .hi = hi};
    Breeding o = {.particles = 2, .crossover = 1, .mutation = 1, .mutation_lower = 2, .mutation_upper = 2};
    Generation g;
    Verdict v[2] = {{.better = false}, {.better = false}};
    double next[2];
    Descent descent[2];
    generation_make(&g, &space, 2, 1);
    g.x[0] = 4.5;
    g.x[1] = 2.5;
    stats_add(&v[0].sample.fitness, 1);
    stats_add(&v[1].sample.fitness, 1);
    assert_true(generation_tell(&g, v, 2));
    for (int iteration = 0; iteration < 20; iteration++) {
        breed_next(&o, &g, next, descent);
        for (int i = 0; i < 2; i++) assert_true(next[i] == (descent[i].first == 0 ? 5 : 2));
    }
    generation_free(&g);
}

/* The fitter have more children: of two halves of a population, the one with three times the fitness of the other has three of
 * four children; where fitness is counted from the worst, all of them. */
static void test_breeds_by_fitness(void **state)
{
    (void)state;
    enum { N = 200, ITERATIONS = 20 };
    static const struct {
        double poor, rich, share; /* share: of the children, that the rich have */
    } rows[] = {{1, 3, 0.75}, {0, 1, 1}, {-3, -1, 1}, {2, 2, 0.5}};
    static const struct {
        const Optimiser *o;
        const char *settings;
    } kinds[] = {{&optimiser_ga, "particles=200 crossover=0 mutation=0"},
                 {&optimiser_ga_pso, "particles=200 crossover=0 mutation=0 inertia=0 cognitive=0 social=0"}};
    double x[N * DIM], fitness[N];
    for (size_t k = 0; k < LENGTH(kinds) * LENGTH(rows); k++) {
        size_t kind = k / LENGTH(rows), row = k % LENGTH(rows);
        int of_rich = 0;
        Search s = search_open(kinds[kind].o, kinds[kind].settings, &sphere_space, 1);
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            for (int i = 0; i < N * DIM; i++) x[i] = i / DIM % 2 ? 1 : -1;
            for (int i = 0; i < N; i++) fitness[i] = i % 2 ? rows[row].rich : rows[row].poor;
            poke(&s, "x", x, N * DIM);
            search_tell(&s, fitness);
            peek(&s, "x", x, N * DIM);
            for (int i = 0; i < N; i++) of_rich += x[i * DIM] == 1;
        }
        assert_share(of_rich, N * ITERATIONS, rows[row].share);
        search_close(&s);
    }
}

/* The fittest stay as they are, whatever happens to the others; more than there are: all. With a swarm's step, too. */
static void test_elite(void **state)
{
    (void)state;
    double fitness[6] = {3, 9, 1, NAN, 9, 2}, before[6 * DIM], after[6 * DIM];
    static const int order[6] = {1, 4, 0, 5, 2, 3}, elite[] = {0, 3, 6, 100};
    const Optimiser *const both[] = {&optimiser_ga, &optimiser_ga_pso};
    for (size_t k = 0; k < 2 * LENGTH(elite); k++) {
        char settings[80];
        snprintf(settings, sizeof settings, "particles=6 elite=%d mutation=1", elite[k / 2]);
        Search s = search_open(both[k % 2], settings, &sphere_space, 1);
        peek(&s, "x", before, 6 * DIM);
        search_tell(&s, fitness);
        peek(&s, "x", after, 6 * DIM);
        for (int i = 0; i < 6; i++)
            assert_int_equal(memcmp(after + i * DIM, before + order[i] * DIM, DIM * sizeof(double)) == 0, i < elite[k / 2]);
        search_close(&s);
    }
}

/* Each gene of a child is where its heuristic has it: of its first parent, of either, or in the middle between both. */
static void test_heuristics(void **state)
{
    (void)state;
    for (int heuristic = BREED_COPY; heuristic <= BREED_UNIFORM; heuristic++) {
        Breeding o = {.particles = CROWD, .crossover = 1, .heuristic = heuristic};
        Crowd c = crowd_open();
        int of_first = 0, mixed = 0;
        breed_next(&o, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i++) {
            const double first = c.descent[i].first + 1, second = c.descent[i].second + 1;
            assert_int_equal(c.descent[i].mixed, heuristic != BREED_COPY && first != second);
            assert_int_equal(c.descent[i].first, c.descent[i ^ 1].second);
            mixed += first != second;
            for (int j = 0; j < GENES; j++) {
                const double gene = c.next[i * GENES + j];
                if (heuristic == BREED_AVERAGE) assert_true(gene == first / 2 + second / 2);
                if (heuristic == BREED_COPY) assert_true(gene == first);
                if (heuristic == BREED_UNIFORM) assert_true(gene == first || gene == second);
                of_first += first != second && gene == first;
            }
        }
        if (heuristic == BREED_UNIFORM) assert_share(of_first, mixed * GENES, 0.5);
        crowd_close(&c);
    }
}

/* The best of m of n, drawn without the same one twice, has rank m (n + 1) / (m + 1) on average, counted from the worst, with the
 * variance m (n - m) (n + 1) / ((m + 1)^2 (m + 2)). */
static void test_tournament(void **state)
{
    (void)state;
    static const struct {
        double share, m;
    } rows[] = {{0.25, 500}, {0.0015, 3}, {1, CROWD}};
    for (size_t k = 0; k < LENGTH(rows); k++) {
        Breeding o = {.particles = CROWD, .tournament = rows[k].share};
        Crowd c = crowd_open();
        Stats rank = {0};
        for (int i = 0; i < CROWD; i++) c.g.fitness[i] = (i * 7) % CROWD; /* the fitness is no order of the indices */
        breed_next(&o, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i++) stats_add(&rank, c.g.fitness[c.descent[i].first] + 1);
        const double m = rows[k].m, sd = sqrt(m * (CROWD - m) * (CROWD + 1.0) / ((m + 1) * (m + 1) * (m + 2)));
        assert_near(rank.mean, m * (CROWD + 1) / (m + 1), 5 * sd / sqrt(CROWD));
        assert_near(stats_sd(&rank), sd, 0.1 * sd);
        crowd_close(&c);
    }
}

/* The two children of a pair have ranges of their own; behind a share that is kept. */
static void test_two_ranges(void **state)
{
    (void)state;
    Breeding o = {.particles = CROWD,
                  .elite_share = 0.3,
                  .mutation = 1,
                  .mutation_lower = 1.5,
                  .mutation_upper = 1.5,
                  .second_lower = 0.5,
                  .second_upper = 0.5};
    Crowd c = crowd_open();
    breed_next(&o, &c.g, c.next, c.descent);
    assert_int_equal(breed_kept(&o, CROWD), 600);
    for (int i = 0; i < CROWD; i++) {
        const double factor = i < 600 ? 1 : i % 2 == 0 ? 1.5 : 0.5;
        assert_true(c.next[i * GENES] == factor * (c.descent[i].first + 1));
    }
    crowd_close(&c);
}

/* A child that is worse than its worse parent is bred again, as often as is said, and no other one; the last try stays. */
static void test_retries(void **state)
{
    (void)state;
    enum { N = 6 };
    static const double start[N] = {5, 5, 5, 5, 5, 5}, born[N] = {1, 1, 5, 4.9, 6, NAN}, again[] = {5, 4, 7}, last[] = {1};
    Search s = search_open(&optimiser_ga, "particles=6 elite=1 retries=2 mutation=1", &sphere_space, 1);
    double before[N * DIM], after[N * DIM];
    assert_int_equal(s.candidates, 3 * N);
    search_tell(&s, start);
    peek(&s, "x", before, N * DIM);
    search_ask(&s);
    assert_int_equal(s.n, N);
    for (int i = 0; i < N; i++) search_judge(&s, i, born[i]);
    assert_false(s.o->tell(s.self, s.v, N, 0.5));
    peek(&s, "x", after, N * DIM);
    for (int i = 0; i < N; i++) /* the first is kept, and no child */
        assert_int_equal(memcmp(before + i * DIM, after + i * DIM, DIM * sizeof(double)) != 0, i == 1 || i == 3 || i == 5);
    search_ask(&s);
    assert_int_equal(s.n, 3);
    for (int k = 0; k < 3; k++) {
        assert_memory_equal(s.c[k].x, after + (2 * k + 1) * DIM, DIM * sizeof(double));
        search_judge(&s, k, again[k]);
    }
    assert_false(s.o->tell(s.self, s.v, 3, 0.5));
    search_ask(&s);
    assert_int_equal(s.n, 1);
    search_judge(&s, 0, last[0]);
    assert_true(s.o->tell(s.self, s.v, 1, 0.5));
    search_ask(&s);
    assert_int_equal(s.n, N);
    assert_memory_equal(s.c[0].x, after + 5 * DIM, DIM * sizeof(double)); /* the elite: 7 is the best */
    search_close(&s);
}

static void check_start_of_genes(const Optimiser *o, const char *settings, bool whole)
{
    enum { N = 4000 };
    char all[300];
    double *x = mem_new(N * DIM, sizeof *x);
    snprintf(all, sizeof all, "%s particles=4000", settings);
    Search s = search_open(o, all, &sphere_space, 1);
    Stats gene = {0};
    peek(&s, "x", x, N * DIM);
    for (int i = 0; i < N * DIM; i++) {
        assert_true(x[i] >= (whole ? -100 : 0) && x[i] <= 100);
        stats_add(&gene, x[i] / 100);
    }
    assert_near(gene.mean, whole ? 0 : 0.5, 0.02);
    assert_near(stats_sd(&gene), (whole ? 2 : 1) / sqrt(12), 0.02);
    search_close(&s);
    free(x);
}

/* By default, and by the first preset, the whole box, evenly. All others are published, and start U(0,1), in half widths from the
 * middle: the upper half of each coordinate. */
static void test_start_of_genes(void **state)
{
    (void)state;
    static const Optimiser *const bred[] = {&optimiser_ga, &optimiser_ga_pso};
    for (size_t i = 0; i < LENGTH(bred); i++) {
        check_start_of_genes(bred[i], "", true);
        assert_string_equal(bred[i]->presets->name, "whole-box");
        for (const Preset *p = bred[i]->presets; p->name != NULL; p++)
            check_start_of_genes(bred[i], p->settings, p == bred[i]->presets);
    }
}

/* Options that start on one side of the middle and never change a sign give a warning; the others are not. */
static void test_breed_check(void **state)
{
    (void)state;
    static const struct {
        double lower, upper, least;
        const char *key;
    } rows[] = {{0, 1, 0.8, "start_lower"}, {-1, 0, 0.8, "start_upper"}, {-1, 1, 0.8, NULL}, {0, 1, -1, NULL}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Breeding o = {
            .start_lower = rows[i].lower, .start_upper = rows[i].upper, .mutation_lower = rows[i].least, .mutation_upper = 1.2};
        Finding finding[FINDINGS_MAX];
        assert_int_equal(breed_check(&o, finding), rows[i].key != NULL);
        if (rows[i].key != NULL) assert_true(strcmp(finding[0].key, rows[i].key) == 0 && !finding[0].fatal);
    }
    const Breeding both = {.start_lower = -1, .start_upper = 1, .elite = 2, .elite_share = 0.3};
    Finding finding[FINDINGS_MAX];
    assert_int_equal(breed_check(&both, finding), 1);
    assert_true(strcmp(finding[0].key, "elite_share") == 0 && finding[0].fatal);
}

/* ---- ga-pso ---- */

enum { MATES = 10 };

/* The individual among the old ones that stood where one stands that has just moved by v. */
static int who_was_at(const double *old, const double *x, const double *v)
{
    for (int i = 0; i < MATES; i++) {
        bool same = true;
        for (int j = 0; j < DIM; j++) same = same && fabs(old[i * DIM + j] - (x[j] - v[j])) < 1e-9;
        if (same) return i;
    }
    return -1;
}

/* Without crossover and mutation every individual is a copy of another, found again by where it came from: it has that one's
 * pbest, which is the better of what that one had and where it has just been judged. Positions in the list are dealt anew. */
static void test_pbest_by_identity(void **state)
{
    (void)state;
    enum { CELLS = MATES * DIM };
    double x[CELLS], pbest[CELLS], best_fitness[MATES], fitness[MATES], to[CELLS], v[CELLS], best_to[CELLS], fitness_to[MATES];
    Search s = search_open(&optimiser_ga_pso, "particles=10 crossover=0 mutation=0 start_lower=-1", &sphere_space, 2);
    Rng r;
    rng_stream(&r, rng_key(2, RNG_TEST, 0));
    int moved = 0, older = 0;
    for (int iteration = 0; iteration < 30; iteration++) {
        for (int i = 0; i < MATES; i++) fitness[i] = rng_below(&r, 8) + 1; /* equal: the older stays */
        peek(&s, "x", x, CELLS);
        peek(&s, "pbest", pbest, CELLS);
        peek(&s, "pbest_fitness", best_fitness, MATES);
        search_tell(&s, fitness);
        peek(&s, "x", to, CELLS);
        peek(&s, "v", v, CELLS);
        peek(&s, "pbest", best_to, CELLS);
        peek(&s, "pbest_fitness", fitness_to, MATES);
        for (int i = 0; i < MATES; i++) {
            int was = who_was_at(x, to + i * DIM, v + i * DIM);
            assert_true(was >= 0);
            bool now = fitness[was] > best_fitness[was];
            assert_true(fitness_to[i] == (now ? fitness[was] : best_fitness[was]));
            assert_memory_equal(best_to + i * DIM, (now ? x : pbest) + was * DIM, DIM * sizeof(double));
            moved += was != i;
            older += !now;
        }
    }
    assert_true(moved > 100 && older > 50);
    search_close(&s);
}

/* A child of two parents is new: no other's pbest, and before its first judgement only gbest pulls it, from rest, by at most 0.2
 * of the way. */
static void test_newborn(void **state)
{
    (void)state;
    double fitness[MATES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, x[MATES * DIM], v[MATES * DIM], pbest[MATES * DIM];
    double best_fitness[MATES], best[DIM];
    Search s = search_open(&optimiser_ga_pso, "particles=10 crossover=1 mutation=0 start_lower=-1", &sphere_space, 2);
    s.o->start_from(s.self, sphere.shift, 1);
    peek(&s, "x", x, MATES * DIM);
    peek(&s, "pbest", pbest, MATES * DIM);
    assert_memory_equal(pbest, x, sizeof x);
    memcpy(best, x + 9 * DIM, sizeof best);
    search_tell(&s, fitness);
    peek(&s, "x", x, MATES * DIM);
    peek(&s, "v", v, MATES * DIM);
    peek(&s, "pbest", pbest, MATES * DIM);
    peek(&s, "pbest_fitness", best_fitness, MATES);
    int newborn = 0;
    for (int i = 0; i < MATES; i++) {
        if (isfinite(best_fitness[i])) continue; /* the same parent twice */
        newborn++;
        for (int j = 0; j < DIM; j++) {
            double born = pbest[i * DIM + j], way = best[j] - born, moved = v[i * DIM + j];
            assert_true(x[i * DIM + j] == born + moved && fabs(moved) <= 0.2 * fabs(way) && moved * way >= 0);
        }
    }
    assert_true(newborn >= 6);
    search_close(&s);
}

/* Pokes positions i = 0 .. MATES-1, with velocity 1, pbest 2 i and gbest 0, and lets them move. Out: x and v. */
static void step_once(const char *settings, double *x, double *v)
{
    enum { CELLS = MATES * DIM };
    char all[120];
    double pbest[CELLS], best_fitness[MATES], fitness[MATES];
    snprintf(all, sizeof all, "particles=10 crossover=0 mutation=0 %s", settings);
    Search s = search_open(&optimiser_ga_pso, all, &sphere_space, 2);
    for (int i = 0; i < CELLS; i++) {
        x[i] = i / DIM;
        v[i] = 1;
        pbest[i] = 2 * x[i];
        best_fitness[i / DIM] = 9;
        fitness[i / DIM] = 5; /* of equally good ones the first is gbest */
    }
    poke(&s, "x", x, CELLS);
    poke(&s, "v", v, CELLS);
    poke(&s, "pbest", pbest, CELLS);
    poke(&s, "pbest_fitness", best_fitness, MATES);
    search_tell(&s, fitness);
    peek(&s, "x", x, CELLS);
    peek(&s, "v", v, CELLS);
    search_close(&s);
}

/* v = 0.2 v + 0.13 r (pbest - x) + 0.2 r' (gbest - x), each term alone, and the two pulls against each other: r and r' are
 * U(0,1), independent, and different in every coordinate: shares of the way are as 0.13 U, as 0.2 U, and as U - U'. */
static void test_step(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double way, mean, sd; /* way: of x, that one goes */
    } rows[] = {{"inertia=0 social=0", 1, 0.13 / 2, 0.13 * 0.288675},
                {"inertia=0 cognitive=0", -1, 0.2 / 2, 0.2 * 0.288675},
                {"inertia=0 cognitive=1 social=1", 1, 0, 0.408248}};
    double x[MATES * DIM], v[MATES * DIM];
    step_once("cognitive=0 social=0", x, v);
    for (int i = 0; i < MATES * DIM; i++) assert_true(v[i] == 0.2 && x[i] == floor(x[i]) + 0.2);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        Stats share = {0};
        step_once(rows[k].settings, x, v);
        for (int i = 0; i < MATES * DIM; i++) {
            double from = floor(x[i] - v[i] + 0.5);
            assert_near(x[i], from + v[i], 1e-12);
            if (from == 0) continue;
            stats_add(&share, v[i] / (from * rows[k].way));
            if (i % DIM > 0) assert_true(v[i] != v[i - 1] && v[i] != 0);
        }
        assert_true(share.n > 20);
        assert_near(share.mean, rows[k].mean, 5 * rows[k].sd / sqrt((double)share.n));
        assert_near(stats_sd(&share), rows[k].sd, 0.3 * rows[k].sd);
    }
}

/* An individual that runs into a wall stands at it, and is at rest. */
static void test_step_at_wall(void **state)
{
    (void)state;
    double x[2 * DIM], v[2 * DIM], fitness[2] = {1, 1};
    Search s =
        search_open(&optimiser_ga_pso, "particles=2 crossover=0 mutation=0 inertia=1 cognitive=0 social=0", &sphere_space, 2);
    for (int i = 0; i < 2 * DIM; i++) {
        x[i] = i % 2 ? 99 : -99;
        v[i] = i % 4 < 2 ? 3 : -3;
    }
    poke(&s, "x", x, 2 * DIM);
    poke(&s, "v", v, 2 * DIM);
    search_tell(&s, fitness);
    peek(&s, "x", x, 2 * DIM);
    peek(&s, "v", v, 2 * DIM);
    for (int i = 0; i < 2 * DIM; i++) {
        static const double to[] = {-96, 100, -100, 96}, speed[] = {3, 0, 0, -3};
        assert_true(x[i] == to[i % 4] && v[i] == speed[i % 4]);
    }
    search_close(&s);
}

/* ---- ga-tournament ---- */

enum { TOURNEY = 16 };

/* Genes that say whose they are, far enough from each other that a jitter does not hide it. */
static double name_of(int i)
{
    return 5 * i + 1;
}

static int named(double gene)
{
    return (int)floor((gene - 1) / 5 + 0.5);
}

static void name_genes(Search *s, int n)
{
    double x[TOURNEY * DIM];
    for (int i = 0; i < n * DIM; i++) x[i] = name_of(i / DIM);
    poke(s, "x", x, n * DIM);
}

/* Of each random pair the better survives, so the one ranked k-th of n (1: the best) does with probability (n - k) / (n - 1).
 * Survivors pair: two children of the first only, and both themselves, come to 3 and 1 of each pair. */
static void check_survivors(int n)
{
    enum { ITERATIONS = 4000 };
    char settings[80];
    snprintf(settings, sizeof settings, "particles=%d spread=0 first=1 second=0", n);
    Search s = search_open(&optimiser_ga_tournament, settings, &sphere_space, 3);
    double fitness[TOURNEY], x[TOURNEY * DIM];
    int survived[TOURNEY] = {0}, first[TOURNEY] = {0};
    for (int i = 0; i < n; i++) fitness[i] = -i;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        int copies[TOURNEY] = {0}, of_three = 0, of_one = 0;
        name_genes(&s, n);
        search_tell(&s, fitness);
        peek(&s, "x", x, n * DIM);
        for (int i = 0; i < n; i++) copies[named(x[i * DIM])]++;
        for (int i = 0; i < n; i++) {
            assert_true(copies[i] == 0 || copies[i] == 1 || copies[i] == 3);
            of_three += copies[i] == 3;
            of_one += copies[i] == 1;
            survived[i] += copies[i] > 0;
            first[i] += copies[i] == 3;
        }
        assert_true(of_three == n / 4 && of_one == n / 4);
    }
    for (int i = 0; i < n; i++) {
        assert_share(survived[i], ITERATIONS, (n - 1 - i) / (n - 1.0));
        if (survived[i] > 0) assert_share(first[i], survived[i], 0.5); /* of its pair */
    }
    search_close(&s);
}

static void test_survivors(void **state)
{
    (void)state;
    check_survivors(4);
    check_survivors(TOURNEY);
}

/* Genes of children: 40 % the first parent's, 40 % the second's, 20 % fresh N(0, spread); parents: each gene jittered by N(0,
 * 0.01) of the spread. The two parents of a pair stand behind their children. */
static void test_genes_of_children(void **state)
{
    (void)state;
    enum { ITERATIONS = 400 };
    Search s = search_open(&optimiser_ga_tournament, NULL, &sphere_space, 3);
    double x[TOURNEY * DIM], fitness[TOURNEY] = {0};
    int count[3] = {0};
    Stats fresh = {0}, jitter = {0};
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        name_genes(&s, TOURNEY);
        search_tell(&s, fitness);
        peek(&s, "x", x, TOURNEY * DIM);
        for (int i = 0; i < TOURNEY; i++)
            for (int j = 0; j < DIM; j++) {
                const double *pair = x + i / 4 * 4 * DIM;
                double gene = x[i * DIM + j], first = name_of(named(pair[2 * DIM])), second = name_of(named(pair[3 * DIM]));
                if (i % 4 >= 2) {
                    stats_add(&jitter, (gene - (i % 4 == 2 ? first : second)) / 30); /* spread: 0.3 of 100 */
                    continue;
                }
                int whose = gene == first ? 0 : gene == second ? 1 : 2;
                count[whose]++;
                if (whose == 2) stats_add(&fresh, gene / 30);
            }
    }
    double children = ITERATIONS * TOURNEY / 2 * DIM;
    assert_share(count[0], children, 0.4);
    assert_share(count[1], children, 0.4);
    assert_share(count[2], children, 0.2);
    assert_near(fresh.mean, 0, 5 / sqrt((double)fresh.n));
    assert_near(stats_sd(&fresh), 1, 0.04); /* a little is clipped at 3.3 */
    assert_near(jitter.mean, 0, 0.05 / sqrt((double)jitter.n));
    assert_near(stats_sd(&jitter), 0.01, 0.0005);
    search_close(&s);
}

/* Any number plays: one without a partner survives, and pairs with the first. */
static void test_odd_tournaments(void **state)
{
    (void)state;
    for (int n = 2; n <= 11; n++) {
        char settings[40];
        snprintf(settings, sizeof settings, "particles=%d", n);
        Search s = search_open(&optimiser_ga_tournament, settings, &sphere_space, 3);
        for (int iteration = 0; iteration < 30; iteration++) assert_true(search_step(&s, 0.5));
        search_close(&s);
    }
}

/* Shares of a child's genes may take all that there is, however they are divided, and no more. */
static void test_shares_of_genes(void **state)
{
    (void)state;
    for (int first = 0; first <= 100; first++)
        for (int more = 0; more <= (first > 0); more++) {
            char settings[80];
            Finding finding[FINDINGS_MAX];
            snprintf(settings, sizeof settings, "first=%.2f second=%.2f", first / 100.0, (100 - first + more) / 100.0);
            void *options = options_of(&optimiser_ga_tournament, settings);
            int n = optimiser_ga_tournament.check(options, finding);
            if (n != more) fail_msg("%s: %d findings", settings, n);
            if (n == 1) assert_true(strcmp(finding[0].key, "first") == 0 && finding[0].fatal);
            free(options);
        }
}

/* ---- lus ---- */

/* A failure shrinks the range by 2^(-1/(3d)), so 3d of them halve it; the report's: 3. A success leaves it. */
static void test_lus_range(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        int failures;
    } rows[] = {{NULL, 3 * DIM}, {"per_dimension=no", 3}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double range = 0;
        Search s = search_open(&optimiser_lus, rows[i].settings, &sphere_space, 3);
        for (int k = 0; k <= 2 * rows[i].failures; k++) {
            search_ask(&s);
            assert_true(s.n == 1 && s.c[0].incumbent == 0);
            search_judge(&s, 0, -k); /* the first is the start, which none is better than */
            s.o->tell(s.self, s.v, 1, 0);
            peek(&s, "range", &range, 1);
            assert_near(range, pow(2, -(double)k / rows[i].failures), 1e-12);
        }
        assert_near(range, 0.25, 1e-12);
        search_ask(&s);
        search_judge(&s, 0, 1);
        double better[DIM], here[DIM];
        memcpy(better, s.c[0].x, sizeof better);
        s.o->tell(s.self, s.v, 1, 0);
        peek(&s, "range", &range, 1);
        peek(&s, "best_x", here, DIM);
        assert_near(range, 0.25, 1e-12);
        assert_memory_equal(here, better, sizeof here);
        search_close(&s);
    }
}

/* Candidates are uniform within range box widths of the point, and clipped: from the middle with a quarter of the box, mean 0 and
 * standard deviation 0.5 / sqrt 12 of it; from a wall half of them are on it. */
static void test_lus_neighbours(void **state)
{
    (void)state;
    for (int wall = 0; wall <= 1; wall++) {
        double here[DIM], quarter = 0.25;
        Stats away = {0};
        int on_wall = 0;
        Search s = search_open(&optimiser_lus, "failures=1000000", &sphere_space, 3);
        for (int j = 0; j < DIM; j++) here[j] = wall ? sphere.hi[j] : 0;
        s.o->start_from(s.self, here, 1);
        poke(&s, "range", &quarter, 1);
        for (int k = 0; k < 2000; k++) {
            search_ask(&s);
            for (int j = 0; j < DIM && k > 0; j++) {
                double d = (s.c[0].x[j] - here[j]) / 200;
                assert_true(fabs(d) <= 0.25);
                stats_add(&away, d);
                on_wall += s.c[0].x[j] == sphere.hi[j];
            }
            search_judge(&s, 0, -k);
            s.o->tell(s.self, s.v, 1, 0);
        }
        if (wall)
            assert_share(on_wall, away.n, 0.5);
        else
            assert_near(stats_sd(&away), 0.5 / sqrt(12), 0.002);
        if (!wall) assert_near(away.mean, 0, 0.01);
        search_close(&s);
    }
}

/* ---- noisy-ce ---- */

/* Starts as N(0, 100) of units of which the box has 80. */
static void test_ce_start(void **state)
{
    (void)state;
    enum { N = 4000 };
    Search s = search_open(&optimiser_noisy_ce, "particles=4000", &sphere_space, 3);
    double *x = mem_new(N * DIM, sizeof *x);
    Stats all = {0};
    peek(&s, "x", x, N * DIM);
    for (int i = 0; i < N * DIM; i++) stats_add(&all, x[i] / 100); /* half box widths */
    assert_near(all.mean, 0, 5 * 0.25 / sqrt(N * DIM));
    assert_near(stats_sd(&all), 0.25, 0.005);
    free(x);
    search_close(&s);
}

/* By hand: four positions in one coordinate of a box of +-100, the unit is 1; the best two are at 10 and 16: mean 13, variance 9,
 * plus the noise: 4; or 5 - t/10 after iteration t, which is 4.9 after the first, 0.1 after the 49th and 0 from the 50th on; or
 * nothing. */
static void test_ce_update(void **state)
{
    (void)state;
    static const char *const settings[] = {"noise=constant", "noise=decreasing", "noise=none"};
    static const double lo[] = {-100}, hi[] = {100};
    static const Space line = {.dim = 1, .lo = lo, .hi = hi};
    for (int k = 0; k < 3; k++) {
        char all[80];
        snprintf(all, sizeof all, "particles=4 elite=0.5 unit=0.01 %s", settings[k]);
        Search s = search_open(&optimiser_noisy_ce, all, &line, 3);
        for (int t = 1; t <= 60; t++) {
            double x[] = {-50, 10, 99, 16}, fitness[] = {1, 4, -7, 3}, mean, variance;
            double left = 5 - t / 10.0, added = k == 0 ? 4 : k == 1 && left > 0 ? left : 0;
            poke(&s, "x", x, 4);
            search_tell(&s, fitness);
            peek(&s, "mean_x", &mean, 1);
            peek(&s, "variance", &variance, 1);
            assert_near(mean, 13, 1e-12);
            assert_near(variance, 9 + added, 1e-12);
        }
        search_close(&s);
    }
}

/* At least the best two are learned from: of a and b the mean is (a + b) / 2, the variance (a - b)^2 / 4. */
static void test_ce_of_two(void **state)
{
    (void)state;
    double fitness[] = {1, 4, -7, 3}, x[4 * DIM], mean[DIM], variance[DIM];
    Search s = search_open(&optimiser_noisy_ce, "particles=4 elite=0 unit=0.01 noise=none", &sphere_space, 3);
    peek(&s, "x", x, 4 * DIM);
    search_tell(&s, fitness);
    peek(&s, "mean_x", mean, DIM);
    peek(&s, "variance", variance, DIM);
    for (int j = 0; j < DIM; j++) {
        double a = x[DIM + j], b = x[3 * DIM + j];
        assert_near(mean[j], (a + b) / 2, 1e-12);
        assert_near(variance[j], (a - b) * (a - b) / 4, 1e-12 * (1 + variance[j])); /* the unit is 1 here */
    }
    search_close(&s);
}

/* The next positions come from that distribution: in a coordinate of any width, the unit being a share of it. */
static void test_ce_draws(void **state)
{
    (void)state;
    enum { N = 2000 };
    static const double lo[] = {0, -5}, hi[] = {10, 45};
    static const Space plane = {.dim = 2, .lo = lo, .hi = hi};
    double x[2 * N], fitness[N] = {0};
    Stats next[2] = {{0}, {0}};
    Search s = search_open(&optimiser_noisy_ce, "particles=2000 elite=1 unit=0.1 noise=constant", &plane, 3);
    for (int i = 0; i < N; i++) { /* in units of 0.5 and 2.5: means 10 and 4, variances 9 and 1; with noise 13 and 5 */
        x[2 * i] = 5 + (i % 2 ? 1.5 : -1.5);
        x[2 * i + 1] = 5 + (i % 2 ? 2.5 : -2.5);
    }
    poke(&s, "x", x, 2 * N);
    search_tell(&s, fitness);
    peek(&s, "x", x, 2 * N);
    for (int i = 0; i < 2 * N; i++) stats_add(&next[i % 2], x[i]);
    assert_near(next[0].mean, 5, 5 * 0.5 * sqrt(13.0 / N));
    assert_near(stats_sd(&next[0]), 0.5 * sqrt(13), 0.12);
    assert_near(next[1].mean, 5, 5 * 2.5 * sqrt(5.0 / N));
    assert_near(stats_sd(&next[1]), 2.5 * sqrt(5), 0.5);
    search_close(&s);
}

/* ---- eigenvalues ---- */

/* a = vectors diag(values) vectors', vectors' vectors = 1. */
static void check_eigen(const double *a, int n, double tolerance)
{
    size_t cells = (size_t)n * (size_t)n;
    double *copy = mem_new(cells, sizeof *copy), *q = mem_new(cells, sizeof *q), *value = mem_new((size_t)n, sizeof *value);
    memcpy(copy, a, cells * sizeof *a);
    eigen_symmetric(copy, n, value, q);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double product = 0, dot = 0;
            for (int k = 0; k < n; k++) {
                product += q[i * n + k] * value[k] * q[j * n + k];
                dot += q[k * n + i] * q[k * n + j];
            }
            assert_near(product, a[i * n + j], tolerance);
            assert_near(dot, i == j, 1e-13 * n);
        }
    free(copy), free(q), free(value);
}

static void test_eigen_random(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 3, 5, 8, 13, 30, 64};
    Rng r;
    rng_stream(&r, rng_key(4, RNG_TEST, 0));
    for (size_t k = 0; k < LENGTH(sizes); k++)
        for (int repeat = 0; repeat < 3; repeat++) {
            int n = sizes[k];
            double *a = mem_new((size_t)(n * n), sizeof *a);
            for (int i = 0; i < n; i++)
                for (int j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = repeat == 2 && (i + j) % 3 ? 0 : rng_normal(&r);
            check_eigen(a, n, 1e-13 * n);
            free(a);
        }
}

/* 2, -1 by n: 2 - 2 cos(k pi / (n + 1)), k = 1..n. All zeros; all ones; the Hilbert matrix, whose condition is 5e5 at n = 5
 * (least eigenvalue 3.287928772171e-6: Gregory & Karney 1969). */
static void test_eigen_known(void **state)
{
    (void)state;
    enum { N = 12 };
    double a[N * N] = {0}, q[N * N], value[N], hilbert[25];
    for (int i = 0; i < N; i++) {
        a[i * N + i] = 2;
        if (i > 0) a[i * N + i - 1] = a[(i - 1) * N + i] = -1;
    }
    check_eigen(a, N, 1e-14);
    eigen_symmetric(a, N, value, q);
    qsort(value, N, sizeof *value, rising);
    for (int k = 0; k < N; k++) assert_near(value[k], 2 - 2 * cos((k + 1) * 3.14159265358979323846 / (N + 1)), 1e-13);
    memset(a, 0, sizeof a);
    check_eigen(a, N, 0);
    for (int i = 0; i < N * N; i++) a[i] = 1;
    check_eigen(a, N, 1e-13);
    for (int i = 0; i < 25; i++) hilbert[i] = 1.0 / (i / 5 + i % 5 + 1);
    check_eigen(hilbert, 5, 1e-14);
    eigen_symmetric(hilbert, 5, value, q);
    qsort(value, 5, sizeof *value, rising);
    assert_near(value[0], 3.287928772171e-6, 1e-16);
}

/* ---- cmaes ---- */

/* From the formulas of arXiv:1604.00772v2, table 1, in Python with 50 digits (mpmath). Each of the three limits of the negative
 * weights is the least somewhere: the first in rows 1 and 2, the second in row 3, the third in row 4. Weights by rank, as far as
 * they are given; 0 behind them. */
static void test_cma_constants(void **state)
{
    (void)state;
    enum { MU_EFF, C_SIGMA, D_SIGMA, C_C, C_1, C_MU, CHI, CONSTANTS };
    static const struct {
        int dim, ask, lambda, mu;
        double constant[CONSTANTS], weight[14], sum; /* of all weights */
    } rows[] = {
        {8,
         0,
         10,
         5,
         {3.1672992814107031, 0.31961425291063346, 1.3196142529106335, 0.34365014154838471, 0.022307163120344787,
          0.033596414630051912, 2.7421432615656888},
         {0.45627264690340587, 0.27075309700178516, 0.16223111715866978, 0.085233547100164446, 0.025509591835974738,
          -0.080741857510886078, -0.22378536120468586, -0.34769528022371672, -0.45699157469910188, -0.5547604416776302},
         -0.6639745153},
        {30,
         0,
         14,
         7,
         {4.2871350661907018, 0.16003037777120115, 1.1600303777712012, 0.12083438082715648, 0.002032567555409164,
          0.005388360851908169, 5.4318718288878736},
         {0.36114811172448119, 0.23690947946564322, 0.16423453845333727, 0.11267084720680526, 0.072674941012305959,
          0.039995906194499304, 0.012366175942927801, -0.034696506877683262, -0.098017758042006392, -0.1546605473672469,
          -0.20590018302677633, -0.25267830540925329, -0.29571000660648596, -0.33555113900618536},
         -0.3772144463},
        {3,
         6,
         6,
         3,
         {2.0286114646100622, 0.40171179019414776, 1.4017117901941478, 0.5598629786005055, 0.097472482650667912,
          0.05709205470950234, 1.5968775302586078},
         {0.63704257124121676, 0.28457025743803289, 0.078387171320750357, -0.28638378259655313, -0.76495809408512775,
          -1.1559817781589213},
         -1.207323655},
        {8,
         100,
         100,
         50,
         {26.966655064651046, 0.72477056230484815, 3.1219363787302627, 0.39328588833127447, 0.017627877349815569,
          0.39780110590517576, 2.7421432615656888},
         {0.082358236564673213, 0.067802711940729783, 0.059288275857399468},
         0.8163117799},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int active = 0; active <= 1; active++) {
            CmaConstants c;
            double good = 0, bad = 0;
            cmaes_constants(&c, rows[i].dim, rows[i].ask, active);
            const double constant[CONSTANTS] = {c.mu_eff, c.c_sigma, c.d_sigma, c.c_c, c.c_1, c.c_mu, c.chi};
            assert_true(c.lambda == rows[i].lambda && c.mu == rows[i].mu && c.lazy == 1);
            for (int k = 0; k < CONSTANTS; k++) assert_near(constant[k], rows[i].constant[k], 1e-15 * rows[i].lambda);
            for (int k = 0; k < c.lambda; k++) {
                if (k < 14 && rows[i].weight[k] != 0)
                    assert_near(c.weight[k], active || rows[i].weight[k] > 0 ? rows[i].weight[k] : 0, 1e-14);
                *(c.weight[k] > 0 ? &good : &bad) += c.weight[k];
            }
            assert_near(good, 1, 1e-14);
            assert_near(bad, active ? rows[i].sum - 1 : 0, 1e-9);
            cmaes_constants_free(&c);
        }
}

/* Every lambda from 2 on, in few and many dimensions, keeps the covariance positive definite on average, and a decomposition
 * serves for longer where it costs more. */
static void test_cma_constants_are_sane(void **state)
{
    (void)state;
    static const int dims[] = {1, 2, 8, 64, 1000};
    for (size_t k = 0; k < LENGTH(dims); k++)
        for (int lambda = 1; lambda < 200; lambda++) {
            CmaConstants c;
            double sum = 0;
            cmaes_constants(&c, dims[k], lambda, true);
            assert_int_equal(c.lambda, lambda < 2 ? 2 : lambda);
            for (int i = 0; i < c.lambda; i++) {
                assert_true(isfinite(c.weight[i]) && (i == 0 || c.weight[i] <= c.weight[i - 1]));
                sum += c.weight[i] < 0 ? c.weight[i] : 0;
            }
            assert_true(c.c_1 > 0 && c.c_mu > 0 && c.c_1 + c.c_mu <= 1 && c.c_sigma < 1 && c.d_sigma >= 1);
            assert_true(1 - c.c_1 - c.c_mu + c.c_mu * sum * dims[k] >= -1e-12);
            if (dims[k] <= 8 || (dims[k] == 1000 && lambda <= 20)) assert_int_equal(c.lazy > 1, dims[k] == 1000);
            cmaes_constants_free(&c);
        }
}

/* Three generations in three dimensions by a transcription of equations 38 to 47 in Python (mpmath, 40 digits), from given steps
 * and fitness; in the third the path is so long that h_sigma is 0. */
static void test_cma_generations(void **state)
{
    (void)state;
    enum { D = 3, LAMBDA = 6 };
    static const double lo[D] = {-4, -1, -100}, hi[D] = {6, 3, 100};
    static const Space space = {.dim = D, .lo = lo, .hi = hi};
    static struct {
        double y[LAMBDA * D], fitness[LAMBDA], mean[D], sigma, path_sigma[D], path_c[D], covariance[D * D];
    } rows[] = {
        {{0.5, -1, 0.25, 1.5, 0.5, -0.75, -0.25, 0.75, 1, -1.25, -0.5, 0.5, 0.75, 1.25, -1.5, -2, 0.25, -0.5},
         {3, 6, 1, 5, 2, 4},
         {2.32923007726835, 1.23499953967814, -22.4814231223363},
         0.255348940259578,
         {0.505665332146917, 0.223496146976155, -0.427618833063635},
         {0.566658131749891, 0.250454007912907, -0.479197749262562},
         {1.09407053789269, 0.0624832810562152, -0.0135835832507577, 0.0624832810562152, 0.83830393934403, -0.0558451658446007,
          -0.0135835832507577, -0.0558451658446007, 0.827919117894495}},
        {{1, 0.5, -0.5, -0.5, 0.25, 1.25, 0.25, -1.5, 0.75, 2, 1, -0.25, -0.75, -0.25, -1, 0.5, 1.75, 0.5},
         {5, 1, 2, 6, 3, 4},
         {6.40932052889744, 2.17111411676415, -35.8796936496201},
         0.295364344343782,
         {2.01236430774123, 1.208650546537, -0.536899358582937},
         {2.29292279523404, 1.28236784807442, -0.546439232459724},
         {1.69869542360325, 0.452841317881196, -0.133064486556165, 0.452841317881196, 0.932901327004624, -0.121545612979894,
          -0.133064486556165, -0.121545612979894, 0.654716057221281}},
        {{3, 2, -1, -2, -1, 0.5, 2.5, 3, -2, 4, 2.5, -1.5, -1, 0.5, 0.25, 0.5, -0.25, 1},
         {4, 1, 5, 6, 2, 3},
         {16.7315879354087, 5.24655582429359, -130.578910157335},
         0.590260081573506,
         {3.83383449358389, 3.18639131113232, -2.214163096203},
         {1.00920020939331, 0.564417564989955, -0.240508136150649},
         {2.22048796414189, 0.94950054504096, -0.394241309680434, 0.94950054504096, 1.30551650420909, -0.352927732002086,
          -0.394241309680434, -0.352927732002086, 0.794833922523247}},
    };
    Search s = search_open(&optimiser_cmaes, "particles=6", &space, 1);
    for (size_t g = 0; g < LENGTH(rows); g++) {
        double mean[D], sigma, path_sigma[D], path_c[D], covariance[D * D];
        poke(&s, "y", rows[g].y, LAMBDA * D);
        search_tell(&s, rows[g].fitness);
        peek(&s, "mean_x", mean, D);
        peek(&s, "sigma", &sigma, 1);
        peek(&s, "path_sigma", path_sigma, D);
        peek(&s, "path_c", path_c, D);
        peek(&s, "covariance", covariance, D * D);
        assert_near(sigma, rows[g].sigma, 1e-13);
        for (int j = 0; j < D; j++) {
            assert_near(mean[j], rows[g].mean[j], 1e-12 * (hi[j] - lo[j]));
            assert_near(path_sigma[j], rows[g].path_sigma[j], 1e-12);
            assert_near(path_c[j], rows[g].path_c[j], 1e-12);
        }
        for (int k = 0; k < D * D; k++) assert_near(covariance[k], rows[g].covariance[k], 1e-12);
    }
    search_close(&s);
}

/* A path counts as too long by its age: 85 % of the limit is much after one generation and little after forty, saved and loaded
 * or not. It shows in C, which has lost c_1 c_c (2 - c_c) more where the path is calm; all steps are 0 here. */
static void test_cma_age_of_path(void **state)
{
    (void)state;
    enum { YOUNG, OLD, RELOADED };
    const double limit = (1.4 + 2.0 / 9) * 2.7421432615656888, c_sigma = 0.31961425291063346, c_c = 0.34365014154838471;
    double diagonal[3], zero[10 * DIM] = {0}, fitness[10] = {0};
    for (int age = YOUNG; age <= RELOADED; age++) {
        double path[DIM] = {0.85 * limit / (1 - c_sigma)}, one[DIM], identity[DIM * DIM] = {0}, covariance[DIM * DIM];
        Search s = search_open(&optimiser_cmaes, NULL, &sphere_space, 1),
               again = search_open(&optimiser_cmaes, NULL, &sphere_space, 1);
        for (int iteration = 0; age != YOUNG && iteration < 40; iteration++) search_step(&s, 0.5);
        char *saved = walk_save(s.o->walk, s.self);
        walk_load(s.o->walk, again.self, saved);
        for (int j = 0; j < DIM; j++) one[j] = identity[j * DIM + j] = 1;
        Search *told = age == RELOADED ? &again : &s;
        poke(told, "y", zero, 10 * DIM);
        poke(told, "path_sigma", path, DIM);
        poke(told, "path_c", zero, DIM);
        poke(told, "covariance", identity, DIM * DIM);
        poke(told, "axes", identity, DIM * DIM);
        poke(told, "length", one, DIM);
        search_tell(told, fitness);
        peek(told, "covariance", covariance, DIM * DIM);
        diagonal[age] = covariance[0];
        free(saved);
        search_close(&s);
        search_close(&again);
    }
    assert_near(diagonal[YOUNG] - diagonal[OLD], 0.022307163120344787 * c_c * (2 - c_c), 1e-14);
    assert_true(diagonal[RELOADED] == diagonal[OLD]);
}

/* Positions are where the steps lead from the mean, also where a wall has mended them. Returns how many coordinates are on a
 * wall. */
static int check_positions(Search *s, const double *mean, Stats *step)
{
    enum { N = 1000 };
    double *y = mem_new(N * DIM, sizeof *y), sigma;
    int on_wall = 0;
    assert_int_equal(s->candidates, N);
    search_ask(s);
    peek(s, "y", y, N * DIM);
    peek(s, "sigma", &sigma, 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < DIM; j++) {
            assert_near(s->c[i].x[j], mean[j] + sigma * 200 * y[i * DIM + j], 1e-9);
            assert_true(fabs(s->c[i].x[j]) <= 100);
            stats_add(step, y[i * DIM + j]);
            on_wall += fabs(s->c[i].x[j]) == 100;
        }
    free(y);
    return on_wall;
}

/* In the middle there is room: steps have variance 1, in units of sigma box widths. From a corner one position in 256 is inside:
 * clipped at once, half of the coordinates are on a wall; drawn again a thousand times, hardly any. */
static void test_cma_positions(void **state)
{
    (void)state;
    static const double middle[DIM];
    Stats step = {0}, ignored = {0};
    Search s = search_open(&optimiser_cmaes, "particles=1000 sigma=0.1", &sphere_space, 1);
    assert_int_equal(check_positions(&s, middle, &step), 0);
    assert_near(step.mean, 0, 5 / sqrt((double)step.n));
    assert_near(stats_sd(&step), 1, 0.03);
    search_close(&s);
    for (int again = 0; again <= 1; again++) {
        s = search_open(&optimiser_cmaes, again ? "particles=1000 redraws=1000 sigma=0.1" : "particles=1000 redraws=0 sigma=0.1",
                        &sphere_space, 1);
        s.o->start_from(s.self, sphere.hi, 1);
        int on_wall = check_positions(&s, sphere.hi, &ignored) - DIM; /* the first stands in the corner */
        if (again)
            assert_true(on_wall < 0.02 * 999 * DIM); /* 0.996^1001 = 2 % fail to the end, and half of their coordinates */
        else
            assert_share(on_wall, 999 * DIM, 0.5);
        search_close(&s);
    }
}

/* Whatever the fitness is, sigma stays within 1e-100 and 1e6 box widths, and no axis gets longer than 1e7 times another. */
static void test_cma_limits(void **state)
{
    (void)state;
    double zero[10 * DIM] = {0}, fitness[10] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, flat[10] = {0}, covariance[DIM * DIM] = {0};
    double sigma = 1e-100, length[DIM];
    Search s = search_open(&optimiser_cmaes, NULL, &sphere_space, 1);
    for (int j = 0; j < DIM; j++) covariance[j * DIM + j] = j == 3 ? 1 : 1e-30;
    poke(&s, "y", zero, 10 * DIM); /* a path of length 0: sigma shrinks */
    poke(&s, "sigma", &sigma, 1);
    poke(&s, "covariance", covariance, DIM * DIM);
    search_tell(&s, fitness);
    peek(&s, "sigma", &sigma, 1);
    peek(&s, "length", length, DIM);
    assert_true(sigma == 1e-100);
    for (int j = 0; j < DIM; j++) assert_near(length[j] / length[3], j == 3 ? 1 : 1e-7, 1e-15);
    sigma = 1e6;
    poke(&s, "sigma", &sigma, 1);
    search_tell(&s, flat);
    peek(&s, "sigma", &sigma, 1);
    assert_true(sigma == 1e6);
    search_close(&s);
}

/* Where the best is as good as the one at 70 %, the 8th of 11, sigma is multiplied by exp(0.2 + c_sigma / d_sigma) on top of what
 * the path says, which depends on the order alone. */
static void test_cma_flat(void **state)
{
    (void)state;
    enum { STEEP, NEARLY, FLAT, CASES };
    static const double fitness[CASES][11] = {
        {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, {1, 1, 1, 1, 1, 1, 1, 0.9, 0.5, 0.4, 0.3}, {1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.4, 0.3}};
    double sigma[CASES];
    CmaConstants c;
    cmaes_constants(&c, DIM, 11, true);
    for (int k = 0; k < CASES; k++) {
        Search s = search_open(&optimiser_cmaes, "particles=11", &sphere_space, 1);
        search_tell(&s, fitness[k]);
        peek(&s, "sigma", &sigma[k], 1);
        search_close(&s);
    }
    assert_true(sigma[NEARLY] == sigma[STEEP]);
    assert_near(sigma[FLAT] / sigma[STEEP], exp(0.2 + c.c_sigma / c.d_sigma), 1e-12);
    cmaes_constants_free(&c);
}

/* Few positions in many dimensions: a decomposition serves for two generations. */
enum { MANY = 60, FEW = 5 };
#define LAZY "particles=5"

/* A generation on the sphere of many dimensions; returns the least error in it. */
static double lazy_generation(Search *s, const FunctionProblem *f)
{
    double fitness[FEW], z[MANY], least = HUGE_VAL;
    search_ask(s);
    assert_int_equal(s->n, FEW);
    for (int i = 0; i < FEW; i++) {
        for (int j = 0; j < MANY; j++) z[j] = s->c[i].x[j] - f->shift[j];
        fitness[i] = -f->function->value(z, MANY);
        least = fmin(least, -fitness[i]);
    }
    search_tell(s, fitness);
    return least;
}

/* axes diag(length^2) axes' = covariance. */
static void check_decomposition(Search *s, const double *axes)
{
    double length[MANY], covariance[MANY * MANY];
    peek(s, "length", length, MANY);
    peek(s, "covariance", covariance, MANY * MANY);
    for (int i = 0; i < MANY; i++)
        for (int j = 0; j < MANY; j++) {
            double product = 0;
            for (int k = 0; k < MANY; k++) product += axes[i * MANY + k] * length[k] * length[k] * axes[j * MANY + k];
            assert_near(product, covariance[i * MANY + j], 1e-12);
        }
}

/* Every second generation is drawn with the axes of the one before it; the others with those of the covariance as it is. The
 * search gets there all the same: to a hundredth of the error. */
static void test_cma_lazy(void **state)
{
    (void)state;
    enum { GENERATIONS = 300 };
    FunctionProblem f;
    CmaConstants c;
    function_make(&f, sphere.function, MANY);
    const Space space = {.dim = MANY, .lo = f.lo, .hi = f.hi, .names = f.names};
    cmaes_constants(&c, MANY, FEW, true);
    assert_int_equal(c.lazy, 2);
    cmaes_constants_free(&c);
    Search s = search_open(&optimiser_cmaes, LAZY, &space, 1);
    double before[MANY * MANY], axes[MANY * MANY], first = 0, error = 0;
    peek(&s, "axes", axes, MANY * MANY);
    for (int generation = 1; generation <= GENERATIONS; generation++) {
        memcpy(before, axes, sizeof axes);
        error = lazy_generation(&s, &f);
        if (generation == 1) first = error;
        peek(&s, "axes", axes, MANY * MANY);
        assert_int_equal(memcmp(axes, before, sizeof axes) == 0, generation % 2);
        if (generation % 50 == 0) check_decomposition(&s, axes);
    }
    assert_true(error < 0.01 * first);
    search_close(&s);
    function_free(&f);
}

/* Saved between two decompositions, a search goes on with the axes that it had. */
static void test_cma_lazy_resumes(void **state)
{
    (void)state;
    FunctionProblem f;
    function_make(&f, sphere.function, MANY);
    const Space space = {.dim = MANY, .lo = f.lo, .hi = f.hi, .names = f.names};
    Search s = search_open(&optimiser_cmaes, LAZY, &space, 1), again = search_open(&optimiser_cmaes, LAZY, &space, 2);
    for (int generation = 0; generation < 5; generation++) lazy_generation(&s, &f);
    for (int generation = 0; generation < 2; generation++) lazy_generation(&again, &f);
    char *saved = walk_save(s.o->walk, s.self);
    walk_load(s.o->walk, again.self, saved);
    for (int generation = 5; generation < 8; generation++) assert_true(lazy_generation(&s, &f) == lazy_generation(&again, &f));
    char *end = walk_save(s.o->walk, s.self), *again_end = walk_save(s.o->walk, again.self);
    assert_string_equal(end, again_end);
    free(saved), free(end), free(again_end);
    search_close(&s);
    search_close(&again);
    function_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_improves),
        cmocka_unit_test(test_resumes),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_beats_random),
        cmocka_unit_test(test_grid_points),
        cmocka_unit_test(test_grid_ends),
        cmocka_unit_test(test_grid_limits),
        cmocka_unit_test(test_wheel),
        cmocka_unit_test(test_crossover),
        cmocka_unit_test(test_mutation),
        cmocka_unit_test(test_mutation_in_box),
        cmocka_unit_test(test_breeds_by_fitness),
        cmocka_unit_test(test_elite),
        cmocka_unit_test(test_start_of_genes),
        cmocka_unit_test(test_heuristics),
        cmocka_unit_test(test_tournament),
        cmocka_unit_test(test_two_ranges),
        cmocka_unit_test(test_retries),
        cmocka_unit_test(test_breed_check),
        cmocka_unit_test(test_pbest_by_identity),
        cmocka_unit_test(test_newborn),
        cmocka_unit_test(test_step),
        cmocka_unit_test(test_step_at_wall),
        cmocka_unit_test(test_survivors),
        cmocka_unit_test(test_genes_of_children),
        cmocka_unit_test(test_odd_tournaments),
        cmocka_unit_test(test_shares_of_genes),
        cmocka_unit_test(test_lus_range),
        cmocka_unit_test(test_lus_neighbours),
        cmocka_unit_test(test_ce_start),
        cmocka_unit_test(test_ce_update),
        cmocka_unit_test(test_ce_of_two),
        cmocka_unit_test(test_ce_draws),
        cmocka_unit_test(test_eigen_random),
        cmocka_unit_test(test_eigen_known),
        cmocka_unit_test(test_cma_constants),
        cmocka_unit_test(test_cma_constants_are_sane),
        cmocka_unit_test(test_cma_generations),
        cmocka_unit_test(test_cma_age_of_path),
        cmocka_unit_test(test_cma_positions),
        cmocka_unit_test(test_cma_limits),
        cmocka_unit_test(test_cma_flat),
        cmocka_unit_test(test_cma_lazy),
        cmocka_unit_test(test_cma_lazy_resumes),
    };
    return cmocka_run_group_tests(tests, make_sphere, free_sphere);
}
