/* test_all_options.c. What every optimiser promises, whatever its options: it improves, resumes, starts where it is told to,
 * survives what is not finite, and beats random search. */
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/sphere.h"

typedef void OptionsTest(const Optimiser *o, const void *options);

/* Every choice of row p beside every choice of row q; p is q: every choice of it. The rest is at its default. */
static void try_pair(OptionsTest *test, const Optimiser *o, const Param *p, const Param *q, const void *standard, void *options)
{
    if (p->type != PARAM_CHOICE || q->type != PARAM_CHOICE) return;
    for (int i = 0; p->choices[i] != NULL; i++)
        for (int k = 0; q->choices[k] != NULL; k++) {
            if (p == q && i != k) continue;
            memcpy(options, standard, o->options_bytes);
            param_choose(p, options, i);
            param_choose(q, options, k);
            test(o, options);
        }
}

/* Calls test with every optimiser, with every one of its presets; of a grid, few points of either shape; and swarms whose options
 * have more in common than those of two rows. */
static void for_all_presets(OptionsTest *test)
{
    static const Preset grids[] = {{.settings = "steps=3,2,1"}, {.settings = "steps=3,2 shape=axes"}, {0}};
    static const char *const swarms[] = {"velocity_rule=spso-2011 topology=random velocity_start=full-diff wall=random",
                                         "velocity_rule=spso-2011 update_order=sequential domain=sphere",
                                         "leader=quarter velocity_rule=spso-2011 domain=sphere",
                                         "memory=3 leader=quarter",
                                         "memory=10 leader=quarter exemplar=quarter velocity_rule=spso-2011 domain=sphere",
                                         "memory=1 leader=quarter turbulence=0.1 domain=sphere velocity_rule=spso-2011",
                                         "memory=2 topology=random update_order=sequential"};
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        const Optimiser *o = registry_optimisers[i];
        for (const Preset *p = o == &optimiser_grid ? grids : o->presets; p->settings != NULL; p++) {
            OWNED void *options = options_from(o, p->settings);
            test(o, options);
        }
    }
    for (size_t i = 0; i < LENGTH(swarms); i++) {
        OWNED char *settings = text_new("particles=6 %s", swarms[i]);
        OWNED void *options = options_from(&optimiser_pso, settings);
        test(&optimiser_pso, options);
    }
}

/* The same, and then with all that each table offers to choose, two rows at a time, with small swarms and grids, and
 * with and without a velocity clamp where there is one. Eleven: a torus of one row, and few enough; of seven, cross-entropy
 * without noise learns from two, and freezes where it is. */
static void for_all_options(OptionsTest *test)
{
    for_all_presets(test);
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        const Optimiser *o = registry_optimisers[i];
        OWNED void *standard = options_from(o, NULL), *options = mem_new(1, o->options_bytes);
        if (param_find(o->params, "particles") != NULL) set_option(o->params, standard, "particles", "11");
        if (param_find(o->params, "steps") != NULL) set_option(o->params, standard, "steps", "3 2 2");
        bool clamps = param_find(o->params, "velocity_clamp") != NULL;
        for (int clamp = 0; clamp <= clamps; clamp++) {
            if (clamps) set_option(o->params, standard, "velocity_clamp", clamp ? "0.05" : "0");
            test(o, standard);
            for (const Param *p = o->params; p->key != NULL; p++)
                for (const Param *q = p; q->key != NULL; q++) try_pair(test, o, p, q, standard, options);
        }
    }
}

static Stepper in_box(const Optimiser *o, const void *options, uint64_t seed)
{
    return stepper_create(o, options, &box_space, seed);
}

/* Whether a swarm forgets personal bests that are not beaten, as it does for noise. */
static bool forgets(const Optimiser *o, const void *options)
{
    const Param *memory = param_find(o->params, "memory");
    return memory != NULL && param_get(memory, options) > 0;
}

/* On a function without noise the best is the best that was ever told, so that it never worsens, where nothing is forgotten; a
 * search improves it. */
TEST_OF_ALL(for_all_options, test_improves, const Optimiser *o, const void *options)
{
    CLOSED(stepper_close) Stepper s = in_box(o, options, 1);
    double first = 0;
    for (int iteration = 0; iteration < 40; iteration++) {
        for (bool complete = false; !complete;) {
            complete = stepper_step(&s, iteration / 40.0);
            assert_true(forgets(o, options) ? stepper_best(&s) <= s.top : stepper_best(&s) == s.top);
        }
        if (iteration == 0) first = stepper_best(&s);
    }
    if (searches(o) ? !(stepper_best(&s) > first) : stepper_best(&s) != first) fail_msg("%s does not improve", o->name);
}

/* Ranks fall; behind the last there is none; the same position is not ranked twice. */
TEST_OF_ALL(for_all_options, test_ranks, const Optimiser *o, const void *options)
{
    CLOSED(stepper_close) Stepper s = in_box(o, options, 2);
    Sample sample;
    assert_null(stepper_rank(&s, 0, &sample));
    for (int iteration = 0; iteration < 5; iteration++) stepper_iterate(&s, 0.1);
    double last = HUGE_VAL;
    int rank = 0;
    for (const double *x, *before = NULL; (x = stepper_rank(&s, rank, &sample)) != NULL; rank++, before = x) {
        assert_true(sample.fitness.mean <= last && box_value(x) == sample.fitness.mean && x != before);
        last = sample.fitness.mean;
    }
    int places = o->archive(s.self)->n;
    assert_true(rank >= (has_changing_size(&s) ? 1 : places < s.candidates ? places : s.candidates));
}

static void assert_same_candidates(const Stepper *a, const Stepper *b)
{
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        assert_int_equal(a->c[i].incumbent, b->c[i].incumbent);
        assert_true(a->c[i].expect == b->c[i].expect);
        assert_memory_equal(a->c[i].x, b->c[i].x, BOX_DIM * sizeof(double));
    }
}

TEST_OF_ALL(for_all_options, test_ask_changes_nothing, const Optimiser *o, const void *options)
{
    Stepper s = in_box(o, options, 3), again = s;
    again.c = mem_new((size_t)s.candidates, sizeof *again.c);
    const int asks =
        is_short() ? 24 : 48; /* one and a half iterations of the usual swarm, or three, if it asks one by one, else more */
    for (int i = 0; i < asks; i++) {
        uint64_t before = state_hash(o->serialise, s.self);
        stepper_answer(&s);
        again.told = s.told;
        stepper_answer(&again);
        assert_int_equal(state_hash(o->serialise, s.self), before);
        assert_same_candidates(&s, &again);
        stepper_tell_first(&s, s.n, 0.2);
        assert_int_not_equal(state_hash(o->serialise, s.self), before);
    }
    free(again.c);
    stepper_close(&s);
}

/* What was asked at once and is told in two parts, saved and loaded between them, comes to the same. */
TEST_OF_ALL(for_all_options, test_prefix_and_rest, const Optimiser *o, const void *options)
{
    for (int prefix = 1; prefix < 7; prefix += is_short() ? 2 : 1) {
        CLOSED(stepper_close)
        Stepper whole = in_box(o, options, 4), halves = in_box(o, options, 4), again = in_box(o, options, 4);
        stepper_iterate(&whole, 0.25);
        stepper_iterate(&halves, 0.25);
        stepper_answer(&whole);
        stepper_answer(&halves);
        if (prefix < halves.n) {
            bool complete = stepper_tell_first(&whole, whole.n, 0.5);
            assert_false(stepper_tell_first(&halves, prefix, 0.4));
            OWNED char *saved = state_save(o->serialise, halves.self);
            state_load(o->serialise, again.self, saved);
            again.told = halves.told;
            stepper_answer(&again);
            assert_int_equal(again.n, halves.n - prefix);
            assert_int_equal(stepper_tell_first(&again, again.n, 0.5), complete);
            assert_int_equal(state_hash(o->serialise, again.self), state_hash(o->serialise, whole.self));
        }
    }
}

/* A turn is a few halves of steps, as where a budget ends, or the rest of an iteration. */
static void halting_turn(Stepper *s, int turn)
{
    if (turn % 2 == 1) stepper_iterate(s, turn / 50.0);
    for (int parts = turn % 2 == 1 ? 0 : 1 + turn / 2 % 5; parts > 0; parts--) {
        stepper_answer(s);
        if (stepper_tell_first(s, (s->n + 1) / 2, turn / 50.0)) break;
    }
}

/* Saved after a turn and loaded into one that has gone another way with another seed, it goes on as if nothing had happened: walk
 * covers all of the state. */
TEST_OF_ALL(for_all_options, test_search_resumes, const Optimiser *o, const void *options)
{
    enum { TURNS = 24 };
    const int step = is_short() ? 12 : 3;
    char *saved[TURNS + 1];
    int told[TURNS + 1];
    CLOSED(stepper_close) Stepper whole = in_box(o, options, 5);
    for (int k = 0; k <= TURNS; k++) {
        saved[k] = k % step == 0 ? state_save(o->serialise, whole.self) : NULL;
        told[k] = whole.told;
        if (k < TURNS) halting_turn(&whole, k);
    }
    for (int k = 0; k <= TURNS; k += step) {
        CLOSED(stepper_close) Stepper s = in_box(o, options, 6);
        assert_true(k > 0 || state_hash(o->serialise, s.self) != state_hash(o->serialise, whole.self));
        for (int unknown_given = 0; unknown_given < k % 7; unknown_given++) halting_turn(&s, unknown_given);
        state_load(o->serialise, s.self, saved[k]);
        s.told = told[k];
        for (int turn = k; turn < TURNS; turn++) halting_turn(&s, turn);
        OWNED char *end = state_save(o->serialise, s.self);
        if (strcmp(end, saved[TURNS]) != 0) fail_msg("%s resumes to another end", o->name);
    }
    for (int k = 0; k <= TURNS; k++) free(saved[k]);
}

/* Whether x is the optimum; on a sphere around the middle of the box, where the ray through the optimum meets it. */
static bool is_start(const double *x, bool on_sphere)
{
    double xx = 0, sx = 0, ss = 0;
    for (int j = 0; j < BOX_DIM; j++) {
        const double middle = (box_lo[j] + box_hi[j]) / 2, to_x = x[j] - middle, to_start = box_optimum[j] - middle;
        xx += to_x * to_x, sx += to_start * to_x, ss += to_start * to_start;
    }
    return on_sphere ? sx / sqrt(ss * xx) > 1 - 1e-12 : memcmp(x, box_optimum, sizeof box_optimum) == 0;
}

/* The first `count` candidates start at the given place; all others where they would have, or, where all are drawn around one
 * place, around that one. The search goes on from there, with all candidates at one place, too. */
TEST_OF_ALL(for_all_options, test_start_from, const Optimiser *o, const void *options)
{
    static const int counts[] = {0, 1, 3, 7, INT32_MAX};
    const Param *domain = param_find(o->params, "domain");
    const bool on_sphere = domain != NULL && param_chosen(domain, options) > 0;
    if (!searches(o)) return;
    for (size_t i = 0; i < LENGTH(counts); i++) {
        CLOSED(stepper_close) Stepper s = in_box(o, options, 7), without = in_box(o, options, 7);
        o->start_from(s.self, box_optimum, counts[i]);
        stepper_answer(&s);
        stepper_answer(&without);
        int moved = 0, others = counts[i] < s.n ? s.n - counts[i] : 0;
        for (int k = 0; k < s.n; k++) {
            bool there = is_start(s.c[k].x, on_sphere);
            assert_int_equal(there, k < counts[i]);
            if (!there) moved += memcmp(s.c[k].x, without.c[k].x, sizeof box_optimum) != 0;
        }
        assert_true(moved == 0 || (moved == others && counts[i] > 0));
        const double first = box_value(s.c[0].x);
        stepper_tell_first(&s, s.n, 0);
        assert_true(stepper_best(&s) >= first && (counts[i] == 0 || on_sphere || first == 0));
        for (int k = 0; k < 20; k++) stepper_iterate(&s, 0.5);
        assert_true(isfinite(stepper_best(&s)) && (forgets(o, options) || stepper_best(&s) >= first));
    }
}

/* Fitness that is not finite is the worst, and poisons nothing: some candidates never have another, some now and then. */
TEST_OF_ALL(for_all_options, test_not_finite_is_worst, const Optimiser *o, const void *options)
{
    if (!searches(o)) return; /* what was bad once stays bad */
    static const double bad[] = {NAN, HUGE_VAL, -HUGE_VAL};
    CLOSED(stepper_close) Stepper s = in_box(o, options, 8);
    Sample sample;
    for (int iteration = 0; iteration < 10; iteration++) {
        do {
            stepper_answer(&s);
            for (int i = 0; i < s.n; i++) {
                for (int j = 0; j < BOX_DIM; j++) assert_true(isfinite(s.c[i].x[j]));
                if ((s.told + i) % 3 == 1 || (iteration + s.told + i) % 4 == 3) stepper_judge(&s, i, bad[(iteration + i) % 3]);
            }
        } while (!stepper_tell_first(&s, s.n, 0.5));
        stepper_rank(&s, 0, &sample);
        assert_true(isfinite(sample.fitness.mean));
    }
}

/* Games that cannot be told apart, and games that break off: the search stays a search. */
TEST_OF_ALL(for_all_presets, test_flat, const Optimiser *o, const void *options)
{
    static const double all[] = {0, -3, NAN, -HUGE_VAL, HUGE_VAL};
    for (size_t k = 0; k < LENGTH(all); k++) {
        CLOSED(stepper_close) Stepper s = in_box(o, options, 4);
        for (int step = 0; step < 200; step++) {
            stepper_ask(&s);
            assert_true(stepper_inside(&s));
            for (int i = 0; i < s.n; i++) stepper_judge(&s, i, all[k]);
            stepper_tell_first(&s, s.n, 0.5);
        }
    }
}

/* The first of its presets of which nothing bad is said: the others may have half of the box out of reach. */
static const Preset *sound_preset(const Optimiser *o)
{
    for (const Preset *p = o->presets; p->name != NULL; p++) {
        Finding finding[FINDINGS_MAX];
        OWNED void *options = options_from(o, p->settings);
        int n = o->check != NULL ? o->check(options, finding) : 0;
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
        CLOSED(stepper_close) Stepper s = on_sphere(o, sound_preset(o)->settings, (uint64_t)i + 1);
        for (int told = 0; told < EVALUATIONS; told += s.n) stepper_step(&s, (double)told / EVALUATIONS);
        error[i] = -stepper_best(&s);
    }
    stats_sort(error, SEEDS);
    return error[SEEDS / 2];
}

/* An optimiser that learns from what it is told leaves less than a fifth of the error that random search leaves, which learns
 * nothing. */
TEST(test_beats_random)
{
    double yardstick = median_error(&optimiser_random);
    for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
        const Optimiser *o = registry_optimisers[i];
        if (o == &optimiser_random || o == &optimiser_grid) continue;
        double error = median_error(o), allowed = yardstick / 5;
        if (!(error < allowed)) fail_msg("%s is left with %g, random with %g", o->name, error, yardstick);
    }
}

/* The numbers of the literature, as they arrive in the options. */
TEST(test_preset_values)
{
    enum { KEYS = 5 };
    static const char *const keys[KEYS] = {"particles", "inertia", "cognitive", "social", "velocity_clamp"};
    static const struct {
        const char *name;
        double value[KEYS];
    } rows[] = {{"exemplars", {40, 0.6, 1.2, 1.7, 0}},
                {"vdbergh", {16, 0.7298, 1.49618, 1.49618, 0}},
                {"trelea", {16, 0.6, 1.7, 1.7, 0}},
                {"spso", {16, 0.72135, 1.19315, 1.19315, 0}},
                {"pedersen-10d-2000", {63, 0.6571, 1.6319, 0.6239, 0}},
                {"pedersen-10d-20000", {53, -0.3488, -0.2746, 4.8976, 0}},
                {"report-final", {161, 0.63456, 1.92576, 2.64274, 0.25}},
                {"shi-eberhart", {16, 0.9, 2, 2, 0}},
                {"constriction", {16, 0.7298, 1.49618, 1.49618, 0}},
                {"fips", {16, 0.7298, 1.49618, 1.49618, 0}},
                {"spso-2011", {40, 0.72135, 1.19315, 1.19315, 0}},
                {"swarmtris-8d", {16, 0.508, 1.885, 1.05, 0}}};
    const Optimiser *o = &optimiser_pso;
    int presets = 0;
    while (o->presets[presets].name != NULL) presets++;
    assert_int_equal(presets, LENGTH(rows));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        OWNED void *options = options_from(o, o->presets[i].settings);
        assert_string_equal(o->presets[i].name, rows[i].name);
        for (int k = 0; k < KEYS; k++) assert_true(param_get(param_find(o->params, keys[k]), options) == rows[i].value[k]);
        assert_int_equal(o->scheduled(options),
                         strcmp(rows[i].name, "shi-eberhart") == 0 || strcmp(rows[i].name, "exemplars") == 0);
    }
    assert_non_null(o->presets[5].warning); /* exploits a centred box_optimum */
}

/* Its ranks are the best of all that it was ever told. */
TEST(test_random_keeps_its_best)
{
    enum { TOLD = 50 * 16 };
    const Optimiser *o = &optimiser_random;
    OWNED void *options = options_from(o, "");
    double told[TOLD];
    int n = 0, rank = 0;
    Sample sample;
    CLOSED(stepper_close) Stepper s = in_box(o, options, 1);
    for (int iteration = 0; iteration < 50; iteration++) {
        stepper_iterate(&s, 0);
        for (int i = 0; i < s.n; i++) told[n++] = s.v[i].sample.score.mean;
    }
    assert_int_equal(n, TOLD);
    stats_sort(told, TOLD);
    for (; stepper_rank(&s, rank, &sample) != NULL; rank++) assert_true(sample.fitness.mean == told[TOLD - 1 - rank]);
    assert_int_equal(rank, 64); /* the most that a selection asks for */
}

TESTS(make_sphere, free_sphere)
