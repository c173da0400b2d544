/* test_walls.c. How a swarm flies in its box, and swarms whose size follows their progress. */
#include "optim/pso/swarm.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/stepper.h"

static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random"};

/* Wild swarms stay in the box under every wall rule; with none they leave it. */
TEST(test_walls)
{
    static const char *const inertia[] = {"0.7298", "1.2", "2", "-2"};
    for (size_t i = 0; i < LENGTH(inertia); i++)
        for (size_t k = 0; k <= LENGTH(walls); k++) {
            const bool none = k == LENGTH(walls);
            bool left = false;
            OWNED char *settings = text_new("particles=5 inertia=%s social=4 wall=%s", inertia[i], none ? "none" : walls[k]);
            CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_pso, settings, &box_space, 1);
            for (int iteration = 0; iteration < (none ? 20 : 1500); iteration++) {
                stepper_iterate(&s, 0.5);
                stepper_ask(&s);
                left = left || !stepper_inside(&s);
            }
            if (left != none) fail_msg("%s: %s", settings, left ? "it leaves the box" : "it stays in the box");
        }
}

/* A single particle that nothing pulls, so far from the lower corner, so fast: one iteration. In and out: box widths. */
static void fly(const char *wall, const char *inertia_end, double spent, double *x, double *v)
{
    double at[BOX_DIM], speed[BOX_DIM];
    OWNED char *settings =
        text_new("particles=1 inertia=1 inertia_schedule=linear inertia_end=%s cognitive=0 social=0 wall=%s", inertia_end, wall);
    CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_pso, settings, &box_space, 1);
    for (int j = 0; j < BOX_DIM; j++) {
        at[j] = box_lo[j] + *x * (box_hi[j] - box_lo[j]);
        speed[j] = *v * (box_hi[j] - box_lo[j]);
    }
    stepper_poke(&s, "x", at, BOX_DIM);
    stepper_poke(&s, "v", speed, BOX_DIM);
    stepper_iterate(&s, spent);
    stepper_peek(&s, "x", at, BOX_DIM);
    stepper_peek(&s, "v", speed, BOX_DIM);
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
            OWNED char *settings =
                text_new("particles=10 inertia=0.9 velocity_clamp=%s wall=%s", clamped ? "0.1" : "0", walls[k]);
            CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_pso, settings, &box_space, 1);
            for (int iteration = 0; iteration < 30; iteration++) {
                stepper_iterate(&s, 0.5);
                stepper_peek(&s, "v", v, LENGTH(v));
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
        OWNED char *settings = text_new("particles=500 velocity_start=%s", starts[k]);
        CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_pso, settings, &box_space, 1);
        stepper_peek(&s, "x", x, PARTICLES * BOX_DIM);
        stepper_peek(&s, "v", v, PARTICLES * BOX_DIM);
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
        CLOSED(stepper_close) Stepper s = stepper_open(both[i], NULL, &box_space, 1);
        stepper_iterate(&s, 0);
        double first = stepper_best(&s);
        for (int iteration = 0; iteration < 100; iteration++) stepper_iterate(&s, 0);
        assert_int_equal(stepper_best(&s) / first < 1e-6, i == 0);
    }
}

/* ---- size ---- */

static Stepper growing(const char *topology, const char *domain)
{
    OWNED char *settings = text_new("particles=8 population=adaptive particles_max=40 topology=%s domain=%s", topology, domain);
    return stepper_open(&optimiser_pso, settings, &box_space, 3);
}

/* One iteration, in which candidate i has the fitness base + (i % 3) * spread; returns its candidates. */
static int iterate(Stepper *s, double base, double spread)
{
    const int particles = ((const Pso *)s->self)->o.particles;
    stepper_ask(s);
    assert_true(s->n == particles && stepper_inside(s));
    for (int i = 0; i < s->n; i++) {
        assert_int_equal(s->c[i].incumbent, i);
        stepper_judge(s, i, base + (i % 3) * spread);
        s->v[i].better = true;
    }
    assert_true(stepper_tell_first(s, s->n, 0));
    return particles;
}

/* Without progress 8, 16, 32, at most 40; with it 32 = 4 x floor(0.84 x 10), 24, .., and never below 8. */
TEST(test_size)
{
    static const char *const topologies[] = {"global", "ring", "von-neumann", "random"};
    static const int grows[] = {8, 16, 32, 40, 40}, shrinks[] = {40, 32, 24, 20, 16, 12, 8, 8};
    for (int k = 0; k < 8; k++) {
        CLOSED(stepper_close) Stepper s = growing(topologies[k / 2], k % 2 == 0 ? "box" : "sphere");
        for (int i = 0; i < 5 * 4; i++) assert_int_equal(iterate(&s, 0, 1), grows[i / 5]);
        for (int i = 0; i < 5 * 8; i++) assert_int_equal(iterate(&s, 10 * i, 1), shrinks[i / 5]);
    }
}

/* What shrinks keeps the bests of those that stay, and no others; what was saved at any moment goes on the same. */
TEST(test_state)
{
    CLOSED(stepper_close) Stepper s = growing("random", "box");
    const Archive *own = optimiser_pso.archive(s.self);
    for (int i = 0; i < 47; i++) {
        iterate(&s, i < 15 ? 0 : i, 1);
        for (int k = 0; k < own->n; k++) assert_true((own->sample[k].fitness.n > 0) <= (k < ((const Pso *)s.self)->o.particles));
        if (i % 3 != 0) continue;
        OWNED char *saved = state_save(s.o->serialise, s.self);
        CLOSED(stepper_close) Stepper other = growing("random", "box"), third = growing("random", "box");
        state_load(s.o->serialise, other.self, saved);
        assert_true(state_hash(s.o->serialise, s.self) == state_hash(s.o->serialise, other.self));
        for (int more = 0; more < 12; more++) assert_true(iterate(&other, 0, 1) > 0);
        state_load(s.o->serialise, third.self, saved);
        for (int more = 0; more < 12; more++) assert_true(iterate(&third, 0, 1) > 0);
        assert_true(state_hash(s.o->serialise, third.self) == state_hash(s.o->serialise, other.self));
        state_load(s.o->serialise, other.self, saved);
        assert_true(state_hash(s.o->serialise, s.self) == state_hash(s.o->serialise, other.self));
    }
}

TESTS(NULL, NULL)
