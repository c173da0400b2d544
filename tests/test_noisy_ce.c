/* test_noisy_ce.c. The noisy cross-entropy method: start, update and draws by its definition. */
#include "registry.h"
#include "tests/helpers.h"
#include "tests/stepper.h"

/* Starts as N(0, 100) of units of which the box has 80. */
TEST(test_ce_start)
{
    enum { N = 4000 };
    CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_noisy_ce, "particles=4000", &sphere_space, 3);
    OWNED double *x = mem_new(N * DIM, sizeof *x);
    Stats all = {0};
    stepper_peek(&s, "x", x, N * DIM);
    for (int i = 0; i < N * DIM; i++) stats_add(&all, x[i] / 100); /* half box widths */
    assert_near(all.mean, 0, 5 * 0.25 / sqrt(N * DIM));
    assert_near(stats_sd(&all), 0.25, 0.005);
}

/* By hand: four positions in one coordinate of a box of +-100, the unit is 1; the best two are at 10 and 16: mean 13, variance 9,
 * plus the noise: 4; or 5 - t/10 after iteration t, which is 4.9 after the first, 0.1 after the 49th and 0 from the 50th on; or
 * nothing. */
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

/* At least the best two are learned from: of a and b the mean is (a + b) / 2, the variance (a - b)^2 / 4. */
TEST(test_ce_of_two)
{
    double fitness[] = {1, 4, -7, 3}, x[4 * DIM], mean[DIM], variance[DIM];
    CLOSED(stepper_close)
    Stepper s = stepper_open(&optimiser_noisy_ce, "particles=4 elite=0 unit=0.01 noise=none", &sphere_space, 3);
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
    double x[2 * N], fitness[N] = {0};
    Stats next[2] = {{0}, {0}};
    CLOSED(stepper_close)
    Stepper s = stepper_open(&optimiser_noisy_ce, "particles=2000 elite=1 unit=0.1 noise=constant", &plane, 3);
    for (int i = 0; i < N; i++) { /* in units of 0.5 and 2.5: means 10 and 4, variances 9 and 1; with noise 13 and 5 */
        x[2 * i] = 5 + (i % 2 ? 1.5 : -1.5);
        x[2 * i + 1] = 5 + (i % 2 ? 2.5 : -2.5);
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
