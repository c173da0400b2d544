/* test_all_options.c. What every optimiser promises, whatever its options: it improves, resumes, starts where it is told to,
 * and survives what is not finite. */
#include "registry.h"
#include "tests/boxed.h"
#include "tests/helpers.h"
#include "tests/live.h"

typedef void OptionsTest(const Optimiser *o, const void *options);

static void choose(void *options, const Param *p, int choice)
{
    *(int *)(void *)((char *)options + p->offset) = choice;
}

static int chosen(const void *options, const Param *p)
{
    return *(const int *)(const void *)((const char *)options + p->offset);
}

/* Every choice of row p beside every choice of row q; p is q: every choice of it. The rest is at its default. */
static void try_pair(OptionsTest *test, const Optimiser *o, const Param *p, const Param *q, const void *standard, void *options)
{
    if (p->type != PARAM_CHOICE || q->type != PARAM_CHOICE) return;
    for (int i = 0; p->choices[i] != NULL; i++)
        for (int k = 0; q->choices[k] != NULL; k++) {
            if (p == q && i != k) continue;
            memcpy(options, standard, o->options_bytes);
            choose(options, p, i);
            choose(options, q, k);
            test(o, options);
        }
}

/* Calls test with every optimiser, with all that its table offers to choose, two rows at a time, with small swarms and grids, and
 * with and without a velocity clamp where there is one. Eleven: a torus of one row, and few enough; of seven, cross-entropy
 * without noise learns from two, and freezes where it is. */
static void for_all_options(OptionsTest *test)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        OWNED void *standard = mem_new(1, o->options_bytes), *options = mem_new(1, o->options_bytes);
        param_defaults(o->params, standard);
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

/* On a function without noise the best never worsens, and it is never worse than anything that was told; a search improves it. */
TEST_OF_ALL(for_all_options, test_sphere_improves, const Optimiser *o, const void *options)
{
    CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 1);
    for (int iteration = 0; iteration < 40; iteration++) {
        boxed_iteration(&s, iteration / 40.0);
        assert_true(boxed_best(&s) == s.top);
    }
    CLOSED(boxed_destroy) Boxed first = boxed_create(o, options, 1);
    boxed_iteration(&first, 0);
    if (searches(o) && !(s.top > boxed_best(&first))) fail_msg("%s does not improve", o->name);
}

/* Ranks fall; behind the last there is none; the same position is not ranked twice. */
TEST_OF_ALL(for_all_options, test_ranks, const Optimiser *o, const void *options)
{
    CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 2);
    Sample sample;
    assert_null(boxed_rank(&s, 0, &sample));
    for (int iteration = 0; iteration < 5; iteration++) boxed_iteration(&s, 0.1);
    double last = HUGE_VAL;
    int rank = 0;
    for (const double *x, *before = NULL; (x = boxed_rank(&s, rank, &sample)) != NULL; rank++, before = x) {
        assert_true(sample.fitness.mean <= last && box_value(x) == sample.fitness.mean && x != before);
        last = sample.fitness.mean;
    }
    int places = o->archive(s.self)->n;
    assert_true(rank >= (has_changing_size(&s) ? 1 : places < s.candidates ? places : s.candidates));
}

static void assert_same_candidates(const Boxed *a, const Boxed *b)
{
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++) {
        assert_int_equal(a->candidate[i].incumbent, b->candidate[i].incumbent);
        assert_true(a->candidate[i].expect == b->candidate[i].expect);
        assert_memory_equal(a->candidate[i].x, b->candidate[i].x, BOX_DIM * sizeof(double));
    }
}

TEST_OF_ALL(for_all_options, test_ask_changes_nothing, const Optimiser *o, const void *options)
{
    Boxed s = boxed_create(o, options, 3), again = s;
    again.candidate = mem_new((size_t)s.candidates, sizeof *again.candidate);
    enum { ASKS = 48 }; /* three iterations of the usual swarm if it is asked for one candidate at a time, and else more */
    for (int i = 0; i < ASKS; i++) {
        uint64_t before = state_hash(o->serialise, s.self);
        boxed_ask(&s);
        again.told = s.told;
        boxed_ask(&again);
        assert_int_equal(state_hash(o->serialise, s.self), before);
        assert_same_candidates(&s, &again);
        boxed_tell(&s, s.n, 0.2);
        assert_int_not_equal(state_hash(o->serialise, s.self), before);
    }
    free(again.candidate);
    boxed_destroy(&s);
}

/* What was asked at once and is told in two parts, saved and loaded between them, comes to the same. */
TEST_OF_ALL(for_all_options, test_prefix_and_rest, const Optimiser *o, const void *options)
{
    for (int prefix = 1; prefix < 7; prefix++) {
        CLOSED(boxed_destroy)
        Boxed whole = boxed_create(o, options, 4), halves = boxed_create(o, options, 4), again = boxed_create(o, options, 4);
        boxed_iteration(&whole, 0.25);
        boxed_iteration(&halves, 0.25);
        boxed_ask(&whole);
        boxed_ask(&halves);
        if (prefix < halves.n) {
            bool complete = boxed_tell(&whole, whole.n, 0.5);
            assert_false(boxed_tell(&halves, prefix, 0.4));
            char *saved = state_save(o->serialise, halves.self);
            state_load(o->serialise, again.self, saved);
            free(saved);
            again.told = halves.told;
            boxed_ask(&again);
            assert_int_equal(again.n, halves.n - prefix);
            assert_int_equal(boxed_tell(&again, again.n, 0.5), complete);
            assert_int_equal(state_hash(o->serialise, again.self), state_hash(o->serialise, whole.self));
        }
    }
}

/* Saved after every iteration and loaded into a new one, it goes on as if nothing had happened; twice the same course, and
 * another seed another course. */
TEST_OF_ALL(for_all_options, test_search_resumes, const Optimiser *o, const void *options)
{
    CLOSED(boxed_destroy) Boxed whole = boxed_create(o, options, 5), other = boxed_create(o, options, 6);
    enum { ITERATIONS = 12 };
    char *saved[ITERATIONS + 1];
    assert_int_not_equal(state_hash(o->serialise, whole.self), state_hash(o->serialise, other.self));
    for (int iteration = 0; iteration <= ITERATIONS; iteration++) {
        saved[iteration] = state_save(o->serialise, whole.self);
        if (iteration < ITERATIONS) boxed_iteration(&whole, (double)(iteration + 1) / ITERATIONS);
    }
    for (int k = 0; k <= ITERATIONS; k++) {
        CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 5);
        state_load(o->serialise, s.self, saved[k]);
        for (int iteration = k; iteration < ITERATIONS; iteration++) boxed_iteration(&s, (double)(iteration + 1) / ITERATIONS);
        OWNED char *end = state_save(o->serialise, s.self);
        assert_string_equal(end, saved[ITERATIONS]);
    }
    for (int k = 0; k <= ITERATIONS; k++) free(saved[k]);
}

/* The first `count` candidates start at the given place; all others where they would have, or, where all are drawn around one
 * place, around that one. (On a sphere: tests/test_pso.c.) */
TEST_OF_ALL(for_all_options, test_start_from, const Optimiser *o, const void *options)
{
    static const int counts[] = {0, 1, 3, 7, INT32_MAX};
    const Param *domain = param_find(o->params, "domain");
    if ((domain != NULL && chosen(options, domain) > 0) || !searches(o)) return;
    for (size_t i = 0; i < LENGTH(counts); i++) {
        CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 7), without = boxed_create(o, options, 7);
        o->start_from(s.self, box_optimum, counts[i]);
        boxed_ask(&s);
        boxed_ask(&without);
        int moved = 0, others = counts[i] < s.n ? s.n - counts[i] : 0;
        for (int k = 0; k < s.n; k++) {
            bool there = memcmp(s.candidate[k].x, box_optimum, sizeof box_optimum) == 0;
            assert_int_equal(there, k < counts[i]);
            if (!there) moved += memcmp(s.candidate[k].x, without.candidate[k].x, sizeof box_optimum) != 0;
        }
        assert_true(moved == 0 || (moved == others && counts[i] > 0));
        boxed_tell(&s, s.n, 0);
        assert_true(counts[i] == 0 || boxed_best(&s) == 0);
    }
}

/* Fitness that is not finite is the worst, and poisons nothing: some candidates never have another, some now and then. */
TEST_OF_ALL(for_all_options, test_not_finite_is_worst, const Optimiser *o, const void *options)
{
    if (!searches(o)) return; /* what was bad once stays bad */
    static const double bad[] = {NAN, HUGE_VAL, -HUGE_VAL};
    CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 8);
    Sample sample;
    for (int iteration = 0; iteration < 10; iteration++) {
        do {
            boxed_ask(&s);
            for (int i = 0; i < s.n; i++) {
                for (int j = 0; j < BOX_DIM; j++) assert_true(isfinite(s.candidate[i].x[j]));
                if ((s.told + i) % 3 == 1 || (iteration + s.told + i) % 4 == 3) boxed_judge(&s, i, bad[(iteration + i) % 3]);
            }
        } while (!boxed_tell(&s, s.n, 0.5));
        boxed_rank(&s, 0, &sample);
        assert_true(isfinite(sample.fitness.mean));
    }
}

/* Every preset of every optimiser can run, and gets somewhere, if it goes anywhere. */
TEST(test_presets)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        assert_non_null(o->presets[0].name);
        for (const Preset *p = o->presets; p->name != NULL; p++) {
            OWNED void *options = mem_new(1, o->options_bytes);
            Finding finding[FINDINGS_MAX];
            param_defaults(o->params, options);
            set_options(o->params, options, p->settings);
            int n = o->check != NULL ? o->check(options, finding) : 0;
            for (int k = 0; k < n; k++) assert_false(finding[k].fatal);
            CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 1);
            boxed_iteration(&s, 0);
            double first = boxed_best(&s);
            for (int iteration = 1; iteration < 30; iteration++) boxed_iteration(&s, iteration / 30.0);
            assert_true(boxed_best(&s) > first || (!searches(o) && boxed_best(&s) == first));
        }
    }
}

/* The numbers of the literature, as they arrive in the options. */
TEST(test_preset_values)
{
    static const struct {
        const char *name, *particles;
        double inertia, cognitive, social, clamp;
    } rows[] = {
        {"exemplars", "40", 0.6, 1.2, 1.7, 0},
        {"vdbergh", "16", 0.7298, 1.49618, 1.49618, 0},
        {"trelea", "16", 0.6, 1.7, 1.7, 0},
        {"spso", "16", 0.72135, 1.19315, 1.19315, 0},
        {"pedersen-10d-2000", "63", 0.6571, 1.6319, 0.6239, 0},
        {"pedersen-10d-20000", "53", -0.3488, -0.2746, 4.8976, 0},
        {"report-final", "161", 0.63456, 1.92576, 2.64274, 0.25},
        {"shi-eberhart", "16", 0.9, 2, 2, 0},
        {"constriction", "16", 0.7298, 1.49618, 1.49618, 0},
        {"fips", "16", 0.7298, 1.49618, 1.49618, 0},
        {"spso-2011", "40", 0.72135, 1.19315, 1.19315, 0},
        {"swarmtris-8d", "16", 0.508, 1.885, 1.05, 0},
    };
    const Optimiser *o = &optimiser_pso;
    OWNED void *options = mem_new(1, o->options_bytes);
    int presets = 0;
    while (o->presets[presets].name != NULL) presets++;
    assert_int_equal(presets, LENGTH(rows));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char particles[PARAM_TEXT_MAX];
        assert_string_equal(o->presets[i].name, rows[i].name);
        param_defaults(o->params, options);
        set_options(o->params, options, o->presets[i].settings);
        param_print(param_find(o->params, "particles"), options, particles, sizeof particles);
        assert_string_equal(particles, rows[i].particles);
        assert_true(param_get(param_find(o->params, "inertia"), options) == rows[i].inertia);
        assert_true(param_get(param_find(o->params, "cognitive"), options) == rows[i].cognitive);
        assert_true(param_get(param_find(o->params, "social"), options) == rows[i].social);
        assert_true(param_get(param_find(o->params, "velocity_clamp"), options) == rows[i].clamp);
        assert_int_equal(o->scheduled(options),
                         strcmp(rows[i].name, "shi-eberhart") == 0 || strcmp(rows[i].name, "exemplars") == 0);
    }
    assert_non_null(o->presets[5].warning); /* exploits a centred box_optimum */
}

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Its ranks are the best of all that it was ever told. */
TEST(test_random_keeps_its_best)
{
    enum { TOLD = 50 * 16 };
    const Optimiser *o = &optimiser_random;
    OWNED void *options = mem_new(1, o->options_bytes);
    double told[TOLD];
    int n = 0, rank = 0;
    Sample sample;
    param_defaults(o->params, options);
    CLOSED(boxed_destroy) Boxed s = boxed_create(o, options, 1);
    for (int iteration = 0; iteration < 50; iteration++) {
        boxed_iteration(&s, 0);
        for (int i = 0; i < s.n; i++) told[n++] = s.verdict[i].sample.score.mean;
    }
    assert_int_equal(n, TOLD);
    qsort(told, TOLD, sizeof *told, falling);
    for (; boxed_rank(&s, rank, &sample) != NULL; rank++) assert_true(sample.fitness.mean == told[rank]);
    assert_int_equal(rank, 64); /* the most that a selection asks for */
}

TESTS(NULL, NULL)
