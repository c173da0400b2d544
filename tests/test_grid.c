/* test_grid.c. The optimiser grid: which points are asked, and in which order. */
#include "optim/optim.h"
#include "registry.h"
#include "tests/helpers.h"
#include "tests/stepper.h"

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
    Stepper s = stepper_open(&optimiser_grid, "steps=1,2", &sphere_space, 1);
    assert_int_equal(s.candidates, 128);
    stepper_close(&s);
    s = stepper_open(&optimiser_grid, "steps=2 shape=axes", &plane_space, 1);
    s.o->start_from(s.self, plane_lo, 0);
    stepper_ask(&s);
    assert_true(s.c[0].x[1] == 25 && s.c[2].x[0] == 0);
    stepper_close(&s);
    Finding finding[FINDINGS_MAX];
    OWNED void *options = options_from(&optimiser_grid, "steps=");
    assert_int_equal(optimiser_grid.check(options, finding), 1);
    assert_true(finding[0].fatal && strcmp(finding[0].key, "steps") == 0);
}

TESTS(make_sphere, free_sphere)
