/* test_optimisers.c. What all optimisers promise, on the 8-d sphere. */
#include "optim/optim.h"
#include "registry.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/stepper.h"

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

/* Whether a swarm forgets personal bests that are not beaten, as it does for noise. */
static bool forgets(const Preset *p)
{
    return strstr(p->settings, "memory=") != NULL;
}

/* The best is the best that was ever told, so it never worsens, where nothing is forgotten; and it improves, unless the same is
 * asked in every iteration. */
TEST_OF_ALL(for_all_presets, test_improves, const Optimiser *o, const Preset *p)
{
    CLOSED(stepper_close) Stepper s = stepper_open(o, p->settings, &sphere_space, 11);
    double best = -HUGE_VAL, first = 0;
    for (int iteration = 0; iteration < 60; iteration++) {
        for (bool complete = false; !complete;) {
            complete = stepper_step(&s, iteration / 60.0);
            for (int i = 0; i < s.n; i++) best = fmax(best, s.v[i].sample.fitness.mean);
            assert_true(forgets(p) ? stepper_best(&s) <= best : stepper_best(&s) == best);
        }
        if (iteration == 0) first = best;
    }
    if (o != &optimiser_grid && !(stepper_best(&s) > first)) fail_msg("%s %s does not improve", o->name, p->name);
}

/* A step of which only the first half is told in every other turn, as where a budget ends. */
static bool halting_step(Stepper *s, int turn)
{
    stepper_ask(s);
    for (int i = 0; i < s->n; i++) stepper_judge(s, i, minus_error(s->c[i].x));
    return s->o->tell(s->self, s->v, turn % 2 == 0 ? (s->n + 1) / 2 : s->n, turn / 50.0);
}

/* Saved after a tell and loaded into one that has gone another way with another seed, it goes on as if nothing had happened: walk
 * covers all of the state. */
TEST_OF_ALL(for_all_presets, test_resumes, const Optimiser *o, const Preset *p)
{
    enum { TELLS = 24 };
    char *saved[TELLS + 1];
    bool complete[TELLS];
    CLOSED(stepper_close) Stepper whole = stepper_open(o, p->settings, &sphere_space, 5);
    for (int k = 0; k < TELLS; k++) {
        saved[k] = state_save(o->serialise, whole.self);
        complete[k] = halting_step(&whole, k);
    }
    saved[TELLS] = state_save(o->serialise, whole.self);
    for (int k = 0; k <= TELLS; k++) {
        CLOSED(stepper_close) Stepper s = stepper_open(o, p->settings, &sphere_space, 6);
        for (int unknown_given = 0; unknown_given < k % 7; unknown_given++) halting_step(&s, unknown_given);
        state_load(o->serialise, s.self, saved[k]);
        for (int turn = k; turn < TELLS; turn++)
            if (halting_step(&s, turn) != complete[turn]) fail_msg("%s %s resumes in another iteration", o->name, p->name);
        OWNED char *end = state_save(o->serialise, s.self);
        if (strcmp(end, saved[TELLS]) != 0) fail_msg("%s %s resumes to another end", o->name, p->name);
    }
    for (int k = 0; k <= TELLS; k++) free(saved[k]);
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
TEST_OF_ALL(for_all_presets, test_starts, const Optimiser *o, const Preset *p)
{
    double x[DIM];
    if (o == &optimiser_grid) return;
    for (int j = 0; j < DIM; j++) x[j] = sphere.shift[j] + 0.01 * sphere.hi[j];
    for (int all = 0; all <= 1; all++) {
        CLOSED(stepper_close) Stepper s = stepper_open(o, p->settings, &sphere_space, 3);
        o->start_from(s.self, x, all ? INT32_MAX : 1);
        stepper_ask(&s);
        for (int i = 0; i < (all ? s.n : 1); i++) assert_true(starts_at(s.c[i].x, x, p));
        const double first = minus_error(s.c[0].x);
        stepper_step(&s, 0);
        assert_true(stepper_best(&s) >= first);
        for (int k = 0; k < 60 * s.candidates; k += s.n) stepper_step(&s, 0.5);
        assert_true(isfinite(stepper_best(&s)) && (forgets(p) || stepper_best(&s) >= first));
    }
}

/* Games that cannot be told apart, and games that break off: the search stays a search. */
TEST_OF_ALL(for_all_presets, test_flat, const Optimiser *o, const Preset *p)
{
    static const double all[] = {0, -3, NAN, -HUGE_VAL, HUGE_VAL};
    for (size_t k = 0; k < LENGTH(all); k++) {
        CLOSED(stepper_close) Stepper s = stepper_open(o, p->settings, &sphere_space, 4);
        for (int step = 0; step < 200; step++) {
            stepper_ask(&s);
            for (int i = 0; i < s.n; i++) {
                for (int j = 0; j < DIM; j++) assert_true(s.c[i].x[j] >= sphere.lo[j] && s.c[i].x[j] <= sphere.hi[j]);
                stepper_judge(&s, i, all[k]);
            }
            o->tell(s.self, s.v, s.n, 0.5);
        }
    }
}

/* The first of its presets of which nothing bad is said: the others may have half of the box out of reach. */
static const Preset *sound_preset(const Optimiser *o)
{
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        Finding finding[FINDINGS_MAX];
        void *options = options_from(o, p->settings);
        int n = o->check != NULL ? o->check(options, finding) : 0;
        free(options);
        if (n == 0 && p->warning == NULL) return p;
    }
    fail_msg("%s has no preset without a warning", o->name);
    return NULL;
}

/* What is left of the error after 2000 evaluations: the median of 21 seeds. */
static double median_error(const Optimiser *o)
{
    enum { SEEDS = 21, EVALUATIONS = 2000 };
    double error[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
        CLOSED(stepper_close) Stepper s = stepper_open(o, sound_preset(o)->settings, &sphere_space, (uint64_t)i + 1);
        for (int told = 0; told < EVALUATIONS; told += s.n) stepper_step(&s, (double)told / EVALUATIONS);
        error[i] = -stepper_best(&s);
    }
    qsort(error, SEEDS, sizeof *error, rising);
    return error[SEEDS / 2];
}

/* An optimiser that learns from what it is told leaves less than a fifth of the error that random search leaves, which learns
 * nothing. The plain genetic algorithm is not that good: its sixteen individuals are soon copies of each other, and small genes
 * change little. */
TEST(test_beats_random)
{
    double yardstick = median_error(&optimiser_random);
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        if (o == &optimiser_random || o == &optimiser_grid) continue;
        double error = median_error(o), allowed = yardstick / (o == &optimiser_ga ? 1.5 : 5);
        if (!(error < allowed)) fail_msg("%s is left with %g, random with %g", o->name, error, yardstick);
    }
}

TESTS(make_sphere, free_sphere)
