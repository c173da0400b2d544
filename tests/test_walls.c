/* test_walls.c. How a swarm flies in its box: walls, inertia, and the limits of velocities. */
#include "registry.h"
#include "tests/boxed.h"
#include "tests/helpers.h"
#include "tests/live.h"

static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random"};

static void assert_inside(Boxed *s, const char *wall)
{
    boxed_ask(s);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < BOX_DIM; j++) {
            double x = s->candidate[i].x[j];
            if (!(x >= box_lo[j] && x <= box_hi[j]))
                fail_msg("wall = %s: a coordinate is %g, outside %g..%g", wall, x, box_lo[j], box_hi[j]);
        }
}

/* Wild swarms stay in the box under every wall rule; with none they leave it. */
TEST(test_walls)
{
    static const char *const inertia[] = {"0.7298", "1.2", "2", "-2"};
    for (size_t i = 0; i < LENGTH(inertia); i++)
        for (size_t k = 0; k <= LENGTH(walls); k++) {
            bool none = k == LENGTH(walls);
            CLOSED(boxed_destroy)
            Boxed s = boxed_from(&optimiser_pso, "particles=5 inertia=%s social=4 wall=%s", inertia[i], none ? "none" : walls[k]);
            bool left = false;
            for (int iteration = 0; iteration < (none ? 20 : 1500); iteration++) {
                boxed_iteration(&s, 0.5);
                if (!none) assert_inside(&s, walls[k]);
                boxed_ask(&s);
                for (int p = 0; p < s.n; p++) left = left || s.candidate[p].x[1] < box_lo[1] || s.candidate[p].x[1] > box_hi[1];
            }
            assert_int_equal(left, none);
        }
}

/* A single particle that nothing pulls, at so many box widths from the lower corner, so fast: one iteration. In and out: box
 * widths. */
static void fly(const char *wall, const char *inertia_end, double spent, double *x, double *v)
{
    double at[BOX_DIM], speed[BOX_DIM];
    CLOSED(boxed_destroy)
    Boxed s =
        boxed_from(&optimiser_pso, "particles=1 inertia=1 inertia_schedule=linear inertia_end=%s cognitive=0 social=0 wall=%s",
                   inertia_end, wall);
    for (int j = 0; j < BOX_DIM; j++) {
        at[j] = box_lo[j] + *x * (box_hi[j] - box_lo[j]);
        speed[j] = *v * (box_hi[j] - box_lo[j]);
    }
    serialise_poke(s.o->serialise, s.self, "x", at, BOX_DIM);
    serialise_poke(s.o->serialise, s.self, "v", speed, BOX_DIM);
    boxed_iteration(&s, spent);
    serialise_peek(s.o->serialise, s.self, "x", at, BOX_DIM);
    serialise_peek(s.o->serialise, s.self, "v", speed, BOX_DIM);
    *x = (at[1] - box_lo[1]) / (box_hi[1] - box_lo[1]);
    *v = speed[1] / (box_hi[1] - box_lo[1]);
}

/* Where a particle ends that meets a wall, by hand: from 0.9 with +0.6, from 0.1 with -0.6, in box widths. */
TEST(test_wall_rules)
{
    static const struct {
        const char *wall;
        double x, v;
    } rows[] = {{"absorb", 1, 0}, {"damp", 1, -0.3}, {"reflect", 0.5, -0.6}, {"periodic", 0.5, 0.6}, {"none", 1.5, 0.6}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double x = 0.9, v = 0.6, below = 0.1, down = -0.6;
        fly(rows[i].wall, "1", 0.3, &x, &v);
        fly(rows[i].wall, "1", 0.3, &below, &down);
        if (fabs(x - rows[i].x) + fabs(v - rows[i].v) + fabs(below - (1 - rows[i].x)) + fabs(down + rows[i].v) > 1e-12)
            fail_msg("wall = %s: %g %g, and below %g %g", rows[i].wall, x, v, below, down);
    }
    double x = 0.9, v = 0.6;
    fly("random", "1", 0.3, &x, &v);
    assert_true(x > 0 && x < 1 && v == 0 && x != 0.9);
}

/* inertia 1 -> 0.4: a quarter of the way it is 0.85. */
TEST(test_inertia_schedule)
{
    static const double spent[] = {0, 0.25, 1}, expected[] = {1, 0.85, 0.4};
    for (size_t i = 0; i < LENGTH(spent); i++) {
        double x = 0.5, v = 0.2;
        fly("absorb", "0.4", spent[i], &x, &v);
        assert_true(fabs(v - 0.2 * expected[i]) < 1e-12 && fabs(x - 0.5 - 0.2 * expected[i]) < 1e-12);
    }
}

/* |v| <= clamp x box width, coordinate by coordinate, and it does bind. */
TEST(test_velocity_clamp)
{
    for (int clamped = 0; clamped <= 1; clamped++)
        for (size_t k = 0; k < LENGTH(walls); k++) {
            double v[10 * BOX_DIM];
            int above = 0, at = 0;
            CLOSED(boxed_destroy)
            Boxed s =
                boxed_from(&optimiser_pso, "particles=10 inertia=0.9 velocity_clamp=%s wall=%s", clamped ? "0.1" : "0", walls[k]);
            for (int iteration = 0; iteration < 30; iteration++) {
                boxed_iteration(&s, 0.5);
                serialise_peek(s.o->serialise, s.self, "v", v, LENGTH(v));
                for (int i = 0; i < 10; i++)
                    for (int j = 0; j < BOX_DIM; j++) {
                        double most = 0.1 * (box_hi[j] - box_lo[j]);
                        above += fabs(v[i * BOX_DIM + j]) > most;
                        at += fabs(v[i * BOX_DIM + j]) == most;
                    }
            }
            assert_true(clamped ? above == 0 && at > 0 : above > 0);
        }
}

/* What is rolled for the velocity at the start: none, at most k box widths, or half the way to anywhere in the box. */
TEST(test_velocity_start)
{
    enum { PARTICLES = 500 };
    static const char *const starts[] = {"zero", "uniform", "half-diff"};
    for (size_t k = 0; k < LENGTH(starts); k++) {
        OWNED double *x = mem_new(PARTICLES * BOX_DIM, sizeof *x), *v = mem_new(PARTICLES * BOX_DIM, sizeof *v);
        Stats speed = {0};
        double most = 0;
        CLOSED(boxed_destroy) Boxed s = boxed_from(&optimiser_pso, "particles=500 velocity_start=%s", starts[k]);
        serialise_peek(s.o->serialise, s.self, "x", x, PARTICLES * BOX_DIM);
        serialise_peek(s.o->serialise, s.self, "v", v, PARTICLES * BOX_DIM);
        for (int i = 0; i < PARTICLES * BOX_DIM; i++) {
            int j = i % BOX_DIM;
            double width = box_hi[j] - box_lo[j], there = x[i] + 2 * v[i];
            assert_true(x[i] >= box_lo[j] && x[i] <= box_hi[j]);
            if (k == 2) assert_true(there > box_lo[j] - 1e-9 && there < box_hi[j] + 1e-9);
            stats_add(&speed, v[i] / width);
            most = fmax(most, fabs(v[i]) / width);
        }
        double sd[] = {0, 1 / sqrt(12), 0.5 * sqrt(2.0 / 12)}; /* of U(-0.5,0.5), and of half the difference of two U(0,1) */
        assert_true(fabs(stats_sd(&speed) - sd[k]) < 0.01 && fabs(speed.mean) < 0.03);
        assert_true(k == 0 ? most == 0 : k == 1 ? most > 0.49 && most <= 0.5 : most > 0.4 && most <= 0.5);
    }
}

/* The promise of its coefficients (van den Bergh & Engelbrecht 2006): on a sphere a default swarm closes in, 1e-6 of what it
 * began with in 100 iterations; random search does not. */
TEST(test_pso_converges)
{
    const Optimiser *const both[] = {&optimiser_pso, &optimiser_random};
    for (int i = 0; i < 2; i++) {
        CLOSED(boxed_destroy) Boxed s = boxed_from(both[i], "%s", "");
        boxed_iteration(&s, 0);
        double first = boxed_best(&s);
        for (int iteration = 0; iteration < 100; iteration++) boxed_iteration(&s, 0);
        assert_int_equal(boxed_best(&s) / first < 1e-6, i == 0);
    }
}

TESTS(NULL, NULL)
