/* test_centroid.c. Centroids: what they are the means of, and that they are answers only after they have played. */
#include "optim/centroid.h"
#include "tests/helpers.h"
#include "tests/live.h"

/* n plays with this mean, and a square of the standard error of it. */
static Sample sample_of(int64_t n, double mean, double error)
{
    const Stats s = {.n = n, .mean = mean, .m2 = error * (double)n * (double)(n - 1)};
    return (Sample){.score = s, .fitness = s, .cost = 1};
}

/* An archive on a line: place i is at x[i]. */
static void make(Archive *a, int n, const double *x, const Sample *s)
{
    archive_make(a, n, 1);
    for (int i = 0; i < n; i++)
        if (s[i].fitness.n > 0) archive_put(a, i, &x[i], &s[i]);
}

/* By hand: the means 10, 20, 30 have the variance 100; the squares of their errors, 1, 1, 4, the mean 2. What differs by chance
 * alone is all the same; one play has the spread of the others: errors 1, 1 and 5, whose mean is 7/3; without spread nothing
 * shrinks. */
TEST(test_shrink)
{
    static const double x[6] = {0}, none = -HUGE_VAL, left = 100 - 7 / 3.0;
    Sample infinite = sample_of(4, 50, 1);
    infinite.fitness.mean = HUGE_VAL;
    const struct {
        int n;
        Sample s[6];
        double expected[6];
    } rows[] = {{6,
                 {sample_of(4, 10, 1), sample_of(4, 20, 1), sample_of(4, 30, 4), {.cost = 0}, infinite, sample_of(2, NAN, 1)},
                 {20 - 10 * 98 / 99.0, 20, 20 + 10 * 98 / 102.0, none, none, none}},
                {3, {sample_of(4, 10, 200), sample_of(4, 20, 200), sample_of(4, 30, 200)}, {20, 20, 20}},
                {3,
                 {sample_of(5, 10, 1), sample_of(5, 20, 1), sample_of(1, 30, 0)},
                 {20 - 10 * left / (left + 1), 20, 20 + 10 * left / (left + 5)}},
                {3, {sample_of(1, 10, 0), sample_of(1, 20, 0), sample_of(1, 30, 0)}, {10, 20, 30}}};
    for (size_t row = 0; row < LENGTH(rows); row++) {
        CLOSED(archive_free) Archive a;
        double m[6];
        make(&a, rows[row].n, x, rows[row].s);
        archive_shrink(&a, m);
        for (int i = 0; i < rows[row].n; i++)
            if (m[i] != rows[row].expected[i]) assert_near(m[i], rows[row].expected[i], 1e-12);
    }
}

/* Place 0 has the best mean, of two games that differ much; shrunken, the order is 1, 2, 0, 3. */
TEST(test_means)
{
    static const double x[5] = {1, 2, 4, 8, 16};
    const Sample s[5] = {sample_of(2, 31, 300), sample_of(9, 30, 1), sample_of(9, 28, 1), sample_of(9, 5, 1), {.cost = 0}};
    static const uint8_t odd[5] = {0, 1, 0, 1, 1}, last[5] = {0, 0, 0, 0, 1};
    CLOSED(archive_free) Archive a;
    double at = -1, m[5];
    make(&a, 5, x, s);
    archive_shrink(&a, m);
    assert_true(m[1] > m[2] && m[2] > m[0] && m[0] > m[3]);
    assert_true(centroid_of_archive(&a, CENTROID_BESTS, &at));
    assert_near(at, (1 + 2 + 4 + 8) / 4.0, 1e-12);
    assert_true(centroid_of_archive(&a, CENTROID_QUARTER, &at) && at == 2);
    assert_true(centroid_of_archive(&a, CENTROID_HALF, &at));
    const double first = log(2.5), second = log(2.5) - log(2);
    assert_near(at, (first * 2 + second * 4) / (first + second), 1e-12);
    int places[5], n = centroid_rank(&a, odd, places);
    assert_true(n == 2 && places[0] == 1 && places[1] == 3);
    assert_true(centroid_of_ranked(&a, CENTROID_BESTS, places, n, &at) && at == 5);
    assert_true(centroid_of_ranked(&a, CENTROID_HALF, places, n, &at) && at == 2);
    assert_int_equal(centroid_rank(&a, last, places), 0);
    assert_true(!centroid_of_ranked(&a, CENTROID_BESTS, places, 0, &at) && at == 2);
}

/* Of eleven equally well known places a quarter is three, a tenth is two. */
TEST(test_shares)
{
    double x[11], at = -1;
    Sample s[11];
    for (int i = 0; i < 11; i++) {
        x[i] = 1 << i;
        s[i] = sample_of(9, i, 1);
    }
    CLOSED(archive_free) Archive a;
    make(&a, 11, x, s);
    assert_true(centroid_of_archive(&a, CENTROID_QUARTER, &at));
    assert_near(at, (1024 + 512 + 256) / 3.0, 1e-9);
    assert_true(centroid_of_archive(&a, CENTROID_TENTH, &at) && at == 768);
}

/* ---- in a training ---- */

enum { DIM = 3, PARTICLES = 6, ITERATIONS = 11 };
#define SPHERE                                                                                                  \
    "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\niterations = 11\n[selection]\nfinalists = 2\n" \
    "games = 1\n[validation]\ngames = 1\n[optimiser]\nparticles = 6\n"

static void mean_of(const double *x, int n, double *out)
{
    memset(out, 0, DIM * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < DIM; j++) out[j] += x[i * DIM + j] / n;
}

/* Plays the training; centroid: what the first trial of the selection behind the two best plays. Returns the trials of it. */
static int train(Live *l, const char *ini, const char *sets, double *positions, double *centroid)
{
    double x[PARTICLES * DIM], sum[DIM] = {0};
    int told = 0;
    live_open(l, ini, sets, 0);
    const Experiment *e = &l->setup.experiment;
    while (strcmp(e->kind->phase(e->self), "training") == 0) {
        assert_true(live_step(l));
        state_field(e->kind->serialise, e->self, "x", NULL, x, PARTICLES * DIM);
        mean_of(x, PARTICLES, positions);
        if (++told < 4) continue; /* 11 iterations: 8 is a power of two, and so is 4 */
        for (int j = 0; j < DIM; j++) sum[j] += positions[j] / (ITERATIONS - 3);
    }
    assert_int_equal(told, ITERATIONS);
    if (strstr(sets, "running") != NULL) memcpy(positions, sum, sizeof sum);
    CLOSED(batch_free) Batch b = {0};
    int n = e->kind->ask(e->self, &b);
    if (n > 2) memcpy(centroid, b.t[2].x, DIM * sizeof *centroid);
    return n;
}

/* Those of a swarm are the means of its positions and bests; those of a distribution are its mean; what has none has those of its
 * archive. */
TEST(test_in_a_training)
{
    static const struct {
        const char *optimiser, *centroids;
        int trials;
    } rows[] = {{"pso", "none", 2},        {"pso", "positions", 3},       {"pso", "running", 3},
                {"pso", "bests", 3},       {"pso", "all", 2 + CENTROIDS}, {"noisy-ce", "positions", 3},
                {"cmaes", "positions", 3}, {"random", "all", 6}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double expected[DIM], centroid[DIM], bests[PARTICLES * DIM];
        const bool swarm = strcmp(rows[i].optimiser, "pso") == 0;
        CLOSED(live_close) Live l;
        OWNED char *sets = text_new("optimiser.kind=%s selection.centroids=%s", rows[i].optimiser, rows[i].centroids);
        assert_int_equal(train(&l, SPHERE, sets, expected, centroid), rows[i].trials);
        if (rows[i].trials != 3) continue;
        const Experiment *e = &l.setup.experiment;
        if (!swarm) state_field(e->kind->serialise, e->self, "mean_x", NULL, expected, DIM);
        if (strcmp(rows[i].centroids, "bests") == 0) {
            state_field(e->kind->serialise, e->self, "best_x", NULL, bests, PARTICLES * DIM);
            mean_of(bests, PARTICLES, expected);
        }
        if (!swarm) assert_memory_equal(centroid, expected, sizeof expected);
        for (int j = 0; j < DIM; j++) assert_near(centroid[j], expected[j], 1e-12);
    }
}

/* A centroid that wins is the result, under its name; one that loses is forgotten. Without noise the better score wins. */
TEST(test_winner)
{
    int won = 0;
    for (int seed = 1; seed <= 12; seed++) {
        double positions[DIM], centroid[DIM];
        CLOSED(live_close) Live l;
        OWNED char *sets = text_new("selection.centroids=bests experiment.seed=%d", seed);
        train(&l, SPHERE, sets, positions, centroid);
        const double best = live_outcome(&l).reported[0].score.mean;
        live_finish(&l);
        const Result r = live_outcome(&l);
        assert_string_equal(r.reported[r.n_reported - 1].name, "validated");
        if (r.centroid != NULL) {
            assert_string_equal(r.centroid, "bests");
            assert_memory_equal(r.x, centroid, sizeof centroid);
            assert_true(r.reported[2].score.mean > best);
        } else {
            assert_true(r.reported[2].score.mean == best);
        }
        assert_true(r.n_reported == 3 && strcmp(r.reported[0].name, "training") == 0 && r.reported[0].score.mean == best);
        assert_int_equal(r.finalists, 3);
        won += r.centroid != NULL;
    }
    assert_in_range(won, 1, 11);
}

/* What selection.centroids may be: none, each centroid by its name in their order, or all. */
TEST(test_names)
{
    const Param *row = param_find(train_selection_params, "centroids");
    assert_int_equal(param_choices(row), SELECTION_ALL + 1);
    assert_string_equal(param_choice(row, SELECTION_NONE), "none");
    for (int which = 0; which < CENTROIDS; which++)
        assert_string_equal(param_choice(row, SELECTION_FIRST + which), centroid_names[which]);
    assert_string_equal(param_choice(row, SELECTION_ALL), "all");
}

TESTS(NULL, NULL)
