/* test_ga_pso.c. The optimiser ga-pso: a genetic algorithm whose individuals fly, by small cases. */
#include "tests/helpers.h"
#include "tests/sphere.h"

/* Of the published ways. */
#define PLAIN "elite=0 tournament=0 mutation_sd=0 "

enum { MATES = 10, CELLS = MATES * DIM };

/* What there is of ten individuals. */
typedef struct {
    double x[CELLS], v[CELLS], pbest[CELLS], fitness[MATES]; /* fitness: of their pbests */
} Flock;

static Flock look(Stepper *s)
{
    Flock f;
    stepper_peek(s, "x", f.x, CELLS);
    stepper_peek(s, "v", f.v, CELLS);
    stepper_peek(s, "pbest", f.pbest, CELLS);
    stepper_peek(s, "pbest_fitness", f.fitness, MATES);
    return f;
}

/* The individual among the old ones that stood where one stands that has just moved by v. */
static int who_was_at(const double *old, const double *x, const double *v)
{
    for (int i = 0; i < MATES; i++) {
        bool same = true;
        for (int j = 0; j < DIM; j++) same = same && fabs(old[i * DIM + j] - (x[j] - v[j])) < 1e-9;
        if (same) return i;
    }
    return -1;
}

/* Without crossover and mutation every individual is a copy of another, found again by where it came from: it has that one's
 * pbest, which is the better of what that one had and where it has just been judged. Positions in the list are dealt anew. */
TEST(test_pbest_by_identity)
{
    double fitness[MATES];
    CLOSED(stepper_close)
    Stepper s = on_sphere(&optimiser_ga_pso, "particles=10 " PLAIN "crossover=0 mutation=0 start_lower=-1", 2);
    Rng r = rng_from(rng_key(2, RNG_TEST, 0));
    int moved = 0, older = 0;
    for (int iteration = 0; iteration < 30; iteration++) {
        for (int i = 0; i < MATES; i++) fitness[i] = rng_below(&r, 8) + 1; /* equal: the older stays */
        const Flock before = look(&s);
        stepper_tell(&s, fitness);
        const Flock f = look(&s);
        for (int i = 0; i < MATES; i++) {
            int was = who_was_at(before.x, f.x + i * DIM, f.v + i * DIM);
            assert_true(was >= 0);
            bool now = fitness[was] > before.fitness[was];
            assert_true(f.fitness[i] == (now ? fitness[was] : before.fitness[was]));
            assert_memory_equal(f.pbest + i * DIM, (now ? before.x : before.pbest) + was * DIM, DIM * sizeof(double));
            moved += was != i;
            older += !now;
        }
    }
    assert_true(moved > 100 && older > 50);
}

/* A child of two is new: no other's pbest, and before its first judgement only gbest pulls it, from rest, by at most 0.2
 * of the way. */
TEST(test_newborn)
{
    static const double fitness[MATES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    CLOSED(stepper_close)
    Stepper s = on_sphere(&optimiser_ga_pso, "particles=10 " PLAIN "crossover=1 mutation=0 start_lower=-1", 2);
    s.o->start_from(s.self, sphere.shift, 1);
    const Flock before = look(&s);
    const double *best = before.x + 9 * DIM;
    assert_memory_equal(before.pbest, before.x, sizeof before.x);
    stepper_tell(&s, fitness);
    const Flock f = look(&s);
    int newborn = 0;
    for (int i = 0; i < MATES; i++) {
        if (isfinite(f.fitness[i])) continue; /* the same parent twice */
        newborn++;
        for (int j = 0; j < DIM; j++) {
            double born = f.pbest[i * DIM + j], way = best[j] - born, moved = f.v[i * DIM + j];
            assert_true(f.x[i * DIM + j] == born + moved && fabs(moved) <= 0.2 * fabs(way) && moved * way >= 0);
        }
    }
    assert_true(newborn >= 6);
}

/* Pokes positions i = 0 .. MATES-1, with velocity 1, pbest 2 i and gbest 0, and lets them move. */
static Flock step_once(const char *settings)
{
    Flock f;
    double fitness[MATES];
    OWNED char *all = text_new("particles=10 " PLAIN "crossover=0 mutation=0 %s", settings);
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_ga_pso, all, 2);
    for (int i = 0; i < CELLS; i++) {
        f.x[i] = i / DIM;
        f.v[i] = 1;
        f.pbest[i] = 2 * f.x[i];
        f.fitness[i / DIM] = 9;
        fitness[i / DIM] = 5; /* of equally good ones the first is gbest */
    }
    stepper_poke(&s, "x", f.x, CELLS);
    stepper_poke(&s, "v", f.v, CELLS);
    stepper_poke(&s, "pbest", f.pbest, CELLS);
    stepper_poke(&s, "pbest_fitness", f.fitness, MATES);
    stepper_tell(&s, fitness);
    return look(&s);
}

/* v = 0.2 v + 0.13 r (pbest - x) + 0.2 r' (gbest - x), each term alone, and the two pulls against each other: r and r' are
 * U(0,1), independent, and different in every coordinate: shares of the way are as 0.13 U, as 0.2 U, and as U - U'. */
TEST(test_step)
{
    static const struct {
        const char *settings;
        double way, mean, sd; /* way: of x, that one goes */
    } rows[] = {{"inertia=0 social=0", 1, 0.13 / 2, 0.13 * 0.288675},
                {"inertia=0 cognitive=0", -1, 0.2 / 2, 0.2 * 0.288675},
                {"inertia=0 cognitive=1 social=1", 1, 0, 0.408248}};
    Flock f = step_once("cognitive=0 social=0");
    for (int i = 0; i < CELLS; i++) assert_true(f.v[i] == 0.2 && f.x[i] == floor(f.x[i]) + 0.2);
    for (size_t k = 0; k < LENGTH(rows); k++) {
        Stats share = {0};
        f = step_once(rows[k].settings);
        for (int i = 0; i < CELLS; i++) {
            double from = floor(f.x[i] - f.v[i] + 0.5);
            assert_near(f.x[i], from + f.v[i], 1e-12);
            if (from == 0) continue;
            stats_add(&share, f.v[i] / (from * rows[k].way));
            if (i % DIM > 0) assert_true(f.v[i] != f.v[i - 1] && f.v[i] != 0);
        }
        assert_true(share.n > 20);
        assert_near(share.mean, rows[k].mean, 5 * rows[k].sd / sqrt((double)share.n));
        assert_near(stats_sd(&share), rows[k].sd, 0.3 * rows[k].sd);
    }
}

/* An individual that runs into a wall stands at it, and is at rest. */
TEST(test_step_at_wall)
{
    double x[2 * DIM], v[2 * DIM], fitness[2] = {1, 1};
    CLOSED(stepper_close)
    Stepper s = on_sphere(&optimiser_ga_pso, "particles=2 " PLAIN "crossover=0 mutation=0 inertia=1 cognitive=0 social=0", 2);
    for (int i = 0; i < 2 * DIM; i++) {
        x[i] = i % 2 ? 99 : -99;
        v[i] = i % 4 < 2 ? 3 : -3;
    }
    stepper_poke(&s, "x", x, 2 * DIM);
    stepper_poke(&s, "v", v, 2 * DIM);
    stepper_tell(&s, fitness);
    stepper_peek(&s, "x", x, 2 * DIM);
    stepper_peek(&s, "v", v, 2 * DIM);
    for (int i = 0; i < 2 * DIM; i++) {
        static const double to[] = {-96, 100, -100, 96}, speed[] = {3, 0, 0, -3};
        assert_true(x[i] == to[i % 4] && v[i] == speed[i % 4]);
    }
}

TEST(test_bred)
{
    check_breeds_by_fitness(&optimiser_ga_pso, "particles=200 " PLAIN "crossover=0 mutation=0 inertia=0 cognitive=0 social=0");
    check_elite(&optimiser_ga_pso);
    check_starts_of_genes(&optimiser_ga_pso);
}

TESTS(make_sphere, free_sphere)
