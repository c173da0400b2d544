/* test_lus.c. The optimiser lus: how its range shrinks, and where it asks. */
#include "registry.h"
#include "tests/helpers.h"
#include "tests/stepper.h"

/* A failure shrinks the range by 2^(-1/(3d)), so 3d of them halve it; the report's: 3. A success leaves it. */
TEST(test_lus_range)
{
    static const struct {
        const char *settings;
        int failures;
    } rows[] = {{NULL, 3 * DIM}, {"per_dimension=no", 3}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double range = 0;
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_lus, rows[i].settings, &sphere_space, 3);
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

/* Candidates are uniform within range box widths of the point, and clipped: from the middle with a quarter of the box, mean 0 and
 * standard deviation 0.5 / sqrt 12 of it; from a wall half of them are on it. */
TEST(test_lus_neighbours)
{
    for (int wall = 0; wall <= 1; wall++) {
        double here[DIM], quarter = 0.25;
        Stats away = {0};
        int on_wall = 0;
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_lus, "failures=1000000", &sphere_space, 3);
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

TESTS(make_sphere, free_sphere)
