/* test_simple_searches.c. The optimisers grid, lus and noisy-ce by hand. */
#include "tests/helpers.h"
#include "tests/sphere.h"

/* ---- grid ---- */

enum { PLANE = 2, POINTS = 8 };
static const double plane_lo[PLANE] = {-1, 10}, plane_hi[PLANE] = {1, 40};
static const Space plane_space = {.dim = PLANE, .lo = plane_lo, .hi = plane_hi};

/* What is asked, in order; through: where the lines are to cross, or NULL. */
TEST(test_grid_points)
{
    static const double through[PLANE] = {0.5, 13};
    static const struct {
        const char *settings;
        const double *from;
        int n;
        double x[POINTS][PLANE];
    } rows[] = {{"steps=3,2", NULL, 6, {{-1, 10}, {0, 10}, {1, 10}, {-1, 40}, {0, 40}, {1, 40}}},
                {"steps=3,2", through, 6, {{-1, 10}, {0, 10}, {1, 10}, {-1, 40}, {0, 40}, {1, 40}}},
                {"steps=2", NULL, 4, {{-1, 10}, {1, 10}, {-1, 40}, {1, 40}}},
                {"steps=2,4", NULL, 8, {{-1, 10}, {1, 10}, {-1, 20}, {1, 20}, {-1, 30}, {1, 30}, {-1, 40}, {1, 40}}},
                {"steps=1", NULL, 1, {{0, 25}}},
                {"steps=3,1", NULL, 3, {{-1, 25}, {0, 25}, {1, 25}}},
                {"steps=3,2 shape=axes", NULL, 5, {{-1, 25}, {0, 25}, {1, 25}, {0, 10}, {0, 40}}},
                {"steps=3,2 shape=axes", through, 5, {{-1, 13}, {0, 13}, {1, 13}, {0.5, 10}, {0.5, 40}}},
                {"steps=1 shape=axes", through, 2, {{0, 13}, {0.5, 25}}},
                {"steps=1,3,9 shape=axes", NULL, 4, {{0, 25}, {0, 10}, {0, 25}, {0, 40}}}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_grid, rows[i].settings, &plane_space, 1);
        if (rows[i].from != NULL) s.o->start_from(s.self, rows[i].from, 1);
        for (int iteration = 0; iteration < 2; iteration++) { /* and the same again */
            stepper_ask(&s);
            assert_int_equal(s.n, rows[i].n);
            for (int k = 0; k < s.n; k++) {
                if (memcmp(s.c[k].x, rows[i].x[k], sizeof rows[i].x[k]) != 0)
                    fail_msg("%s: point %d is %g %g", rows[i].settings, k, s.c[k].x[0], s.c[k].x[1]);
                assert_int_equal(s.c[k].incumbent, -1);
                stepper_judge(&s, k, -k);
            }
            assert_true(s.o->tell(s.self, s.v, s.n, 0.5));
        }
    }
}

/* The ends are those of the box to the last bit, where thirds and sevenths are not exact. */
TEST(test_grid_ends)
{
    static const double lo[1] = {-1.1}, hi[1] = {0.2};
    const Space narrow = {.dim = 1, .lo = lo, .hi = hi};
    for (int n = 2; n < 60; n++) {
        OWNED char *settings = text_new("steps=%d shape=%s", n, n % 2 ? "full" : "axes");
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_grid, settings, &narrow, 1);
        stepper_ask(&s);
        assert_true(s.n == n && s.c[0].x[0] == lo[0] && s.c[n - 1].x[0] == hi[0]);
        for (int k = 1; k < n; k++) assert_near(s.c[k].x[0] - s.c[k - 1].x[0], (hi[0] - lo[0]) / (n - 1), 1e-15);
    }
}

/* Too many points are one more than there may be; the last number of steps serves for all further coordinates; of a start that
 * is never asked for, count 0, nothing is seen; no number of steps is an error. */
TEST(test_grid_limits)
{
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
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_grid, rows[i].settings, &plane_space, 1);
        assert_int_equal(s.candidates, rows[i].candidates);
    }
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_grid, "steps=1,2", 1);
    assert_int_equal(s.candidates, 128);
    stepper_close(&s);
    s = stepper_open(&optimiser_grid, "steps=2 shape=axes", &plane_space, 1);
    s.o->start_from(s.self, plane_lo, 0);
    stepper_ask(&s);
    assert_true(s.c[0].x[1] == 25 && s.c[2].x[0] == 0);
    Finding finding[FINDINGS_MAX];
    OWNED void *options = options_from(&optimiser_grid, "steps=");
    assert_int_equal(optimiser_grid.check(options, finding), 1);
    assert_true(finding[0].fatal && strcmp(finding[0].key, "steps") == 0);
}

/* ---- lus: how its range shrinks, and where it asks ---- */

/* A failure shrinks the range by 2^(-1/(3d)), so 3d of them halve it; the report's: 3. A success leaves it. */
TEST(test_lus_range)
{
    static const struct {
        const char *settings;
        int failures;
    } rows[] = {{NULL, 3 * DIM}, {"per_dimension=no", 3}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double range = 0;
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_lus, rows[i].settings, 3);
        for (int k = 0; k <= 2 * rows[i].failures; k++) {
            stepper_ask(&s);
            assert_true(s.n == 1 && s.c[0].incumbent == 0);
            stepper_judge(&s, 0, -k); /* the first is the start, which none is better than */
            s.o->tell(s.self, s.v, 1, 0);
            stepper_peek(&s, "range", &range, 1);
            assert_near(range, pow(2, -(double)k / rows[i].failures), 1e-12);
        }
        assert_near(range, 0.25, 1e-12);
        stepper_ask(&s);
        stepper_judge(&s, 0, 1);
        double better[DIM], here[DIM];
        memcpy(better, s.c[0].x, sizeof better);
        s.o->tell(s.self, s.v, 1, 0);
        stepper_peek(&s, "range", &range, 1);
        stepper_peek(&s, "best_x", here, DIM);
        assert_near(range, 0.25, 1e-12);
        assert_memory_equal(here, better, sizeof here);
    }
}

/* What is as good as the point, or has no value as it has none, leaves the range as it is; before the first failure the next
 * candidate is anywhere in the box: mean 0, standard deviation 1 / sqrt 12 of it. */
TEST(test_lus_of_equals)
{
    Stats at = {0};
    double range = 0, x0 = 0;
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_lus, "range=0.1", 3);
    for (int k = 0; k < 2000; k++) {
        const bool failed = k > 1000;
        stepper_ask(&s);
        if (k > 0 && !failed) stats_add(&at, s.c[0].x[0] / 200);
        if (k > 1001) assert_true(fabs(s.c[0].x[0] - x0) <= 20 * range / 0.1 + 1e-9);
        if (k == 0) x0 = s.c[0].x[0];
        stepper_judge(&s, 0, k == 1000 ? -HUGE_VAL : 5);
        s.o->tell(s.self, s.v, 1, 0);
        stepper_peek(&s, "range", &range, 1);
        assert_true(k < 1000 ? range == 0.1 : range < 0.1);
    }
    assert_near(range, 0.1 * pow(2, -1.0 / (3 * DIM)), 1e-12);
    assert_near(at.mean, 0, 5 / sqrt(12.0 * (double)at.n));
    assert_near(stats_sd(&at), 1 / sqrt(12), 0.02);
}

/* Candidates are uniform within range box widths of the point, and clipped: from the middle with a quarter of the box, mean 0 and
 * standard deviation 0.5 / sqrt 12 of it; from a wall half of them are on it. */
TEST(test_lus_neighbours)
{
    for (int wall = 0; wall <= 1; wall++) {
        double here[DIM], quarter = 0.25;
        Stats away = {0};
        int on_wall = 0;
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_lus, "failures=1000000", 3);
        for (int j = 0; j < DIM; j++) here[j] = wall ? sphere.hi[j] : 0;
        s.o->start_from(s.self, here, 1);
        stepper_poke(&s, "range", &quarter, 1);
        for (int k = 0; k < 2000; k++) {
            stepper_ask(&s);
            for (int j = 0; j < DIM && k > 0; j++) {
                double d = (s.c[0].x[j] - here[j]) / 200;
                assert_true(fabs(d) <= 0.25);
                stats_add(&away, d);
                on_wall += s.c[0].x[j] == sphere.hi[j];
            }
            stepper_judge(&s, 0, -k);
            s.o->tell(s.self, s.v, 1, 0);
        }
        if (wall)
            assert_share(on_wall, away.n, 0.5);
        else
            assert_near(stats_sd(&away), 0.5 / sqrt(12), 0.002);
        if (!wall) assert_near(away.mean, 0, 0.01);
    }
}

/* ---- noisy cross-entropy: start, update and draws by its definition ---- */

/* Starts as N(0, 100) of units of which the box has 80. */
TEST(test_ce_start)
{
    enum { N = 4000 };
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_noisy_ce, "particles=4000", 3);
    OWNED double *x = mem_new(N * DIM, sizeof *x);
    Stats all = {0};
    stepper_peek(&s, "x", x, N * DIM);
    for (int i = 0; i < N * DIM; i++) stats_add(&all, x[i] / 100); /* half box widths */
    assert_near(all.mean, 0, 5 * 0.25 / sqrt(N * DIM));
    assert_near(stats_sd(&all), 0.25, 0.005);
}

/* By hand: four positions in one coordinate of a box of +-100, the unit is 1; the best two are at 10 and 16: mean 13, variance 9,
 * plus the noise: 4; or 5 - t/10 after iteration t, 4.9 after the first, 0.1 after the 49th, 0 from the 50th on; or nothing. */
TEST(test_ce_update)
{
    static const char *const settings[] = {"noise=constant", "noise=decreasing", "noise=none"};
    static const double lo[] = {-100}, hi[] = {100};
    static const Space line = {.dim = 1, .lo = lo, .hi = hi};
    for (int k = 0; k < 3; k++) {
        OWNED char *all = text_new("particles=4 elite=0.5 unit=0.01 %s", settings[k]);
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_noisy_ce, all, &line, 3);
        for (int t = 1; t <= 60; t++) {
            double x[] = {-50, 10, 99, 16}, fitness[] = {1, 4, -7, 3}, mean, variance;
            double left = 5 - t / 10.0, added = k == 0 ? 4 : k == 1 && left > 0 ? left : 0;
            stepper_poke(&s, "x", x, 4);
            stepper_tell(&s, fitness);
            stepper_peek(&s, "mean_x", &mean, 1);
            stepper_peek(&s, "variance", &variance, 1);
            assert_near(mean, 13, 1e-12);
            assert_near(variance, 9 + added, 1e-12);
        }
    }
}

/* Nothing is learned from equals, or from what has no value: the distribution stays. */
TEST(test_ce_flat)
{
    for (int nan = 0; nan <= 1; nan++) {
        double fitness[100], before[2 * DIM], after[2 * DIM];
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_noisy_ce, NULL, 3);
        stepper_iterate(&s, 0);
        for (int i = 0; i < 100; i++) fitness[i] = nan ? NAN : 7;
        stepper_peek(&s, "mean_x", before, DIM);
        stepper_peek(&s, "variance", before + DIM, DIM);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "mean_x", after, DIM);
        stepper_peek(&s, "variance", after + DIM, DIM);
        assert_memory_equal(after, before, sizeof before);
    }
}

/* At least the best two are learned from: of a and b the mean is (a + b) / 2, the variance (a - b)^2 / 4. */
TEST(test_ce_of_two)
{
    double fitness[] = {1, 4, -7, 3}, x[4 * DIM], mean[DIM], variance[DIM];
    CLOSED(stepper_close)
    Stepper s = on_sphere(&optimiser_noisy_ce, "particles=4 elite=0 unit=0.01 noise=none", 3);
    stepper_peek(&s, "x", x, 4 * DIM);
    stepper_tell(&s, fitness);
    stepper_peek(&s, "mean_x", mean, DIM);
    stepper_peek(&s, "variance", variance, DIM);
    for (int j = 0; j < DIM; j++) {
        double a = x[DIM + j], b = x[3 * DIM + j];
        assert_near(mean[j], (a + b) / 2, 1e-12);
        assert_near(variance[j], (a - b) * (a - b) / 4, 1e-12 * (1 + variance[j])); /* the unit is 1 here */
    }
}

/* The next positions come from that distribution: in a coordinate of any width, the unit being a share of it. */
TEST(test_ce_draws)
{
    enum { N = 2000 };
    static const double lo[] = {0, -5}, hi[] = {10, 45};
    static const Space plane = {.dim = 2, .lo = lo, .hi = hi};
    double x[2 * N], fitness[N];
    Stats next[2] = {{0}, {0}};
    CLOSED(stepper_close)
    Stepper s = stepper_open(&optimiser_noisy_ce, "particles=2000 elite=1 unit=0.1 noise=constant", &plane, 3);
    for (int i = 0; i < N; i++) { /* in units of 0.5 and 2.5: means 10 and 4, variances 9 and 1; with noise 13 and 5 */
        x[2 * i] = 5 + (i % 2 ? 1.5 : -1.5);
        x[2 * i + 1] = 5 + (i % 2 ? 2.5 : -2.5);
        fitness[i] = i; /* but all are learned from */
    }
    stepper_poke(&s, "x", x, 2 * N);
    stepper_tell(&s, fitness);
    stepper_peek(&s, "x", x, 2 * N);
    for (int i = 0; i < 2 * N; i++) stats_add(&next[i % 2], x[i]);
    assert_near(next[0].mean, 5, 5 * 0.5 * sqrt(13.0 / N));
    assert_near(stats_sd(&next[0]), 0.5 * sqrt(13), 0.12);
    assert_near(next[1].mean, 5, 5 * 2.5 * sqrt(5.0 / N));
    assert_near(stats_sd(&next[1]), 2.5 * sqrt(5), 0.5);
}

TESTS(make_sphere, free_sphere)
