/* test_pso.c. The particle swarm inside: the order of moves, what is compared, and swarms on a sphere. */
#include "tests/swarm.h"

/* ---- the order of moves ---- */

/* One is asked at a time, in order; no particle moves before all have been judged where they start; then each moves when its
 * turn comes. */
TEST(test_sequential)
{
    enum { S = 4 };
    CLOSED(swarm_close) Pso *p = swarm("vdbergh", "particles=4 update_order=sequential", &box_space, 2);
    double start[S * DIM];
    memcpy(start, p->x, sizeof start);
    for (int told = 0; told < 3 * S; told++) {
        Candidate c;
        assert_int_equal(optimiser_pso.candidates(p), S);
        assert_int_equal(optimiser_pso.ask(p, &c), 1);
        assert_int_equal(c.incumbent, told % S);
        assert_ptr_equal(c.x, pso_row(p->x, p, told % S));
        double x[S * DIM];
        memcpy(x, p->x, sizeof x);
        assert_int_equal(swarm_turn(p, bowl, 0), told % S == S - 1);
        int next = (told + 1) % S;
        for (int i = 0; i < S; i++)
            assert_int_equal(memcmp(x + i * DIM, pso_row(p->x, p, i), sizeof here) != 0, told >= S - 1 && i == next);
        if (told < S - 1) assert_memory_equal(p->x, start, sizeof start);
    }
}

/* The first particle finds a new best of the swarm. The second one's next step uses it at once; synchronous, only an iteration
 * later. So the steps differ by cg r' (new - old), all else being equal. */
TEST(test_sequential_uses_new_bests)
{
    CLOSED(swarm_close) Pso *p = swarm("vdbergh", "particles=2 update_order=sequential wall=none", &box_space, 2);
    swarm_iterate(p, bowl, 0);
    Verdict v = {.sample = swarm_sample(1), .better = true}; /* the bowl has nothing above 0 */
    double x[DIM], was[DIM], new_best[DIM];
    memcpy(x, pso_row(p->x, p, 1), sizeof x);
    memcpy(was, pso_row(p->v, p, 1), sizeof was);
    memcpy(new_best, pso_row(p->x, p, 0), sizeof new_best);
    Rng r = p->rng;
    optimiser_pso.tell(p, &v, 1, 0);
    assert_memory_equal(p->own.x, new_best, sizeof new_best);
    for (int j = 0; j < DIM; j++) {
        double own = rng_real(&r), other = rng_real(&r);
        double expected =
            0.7298 * was[j] + 1.49618 * own * (pso_row(p->own.x, p, 1)[j] - x[j]) + 1.49618 * other * (new_best[j] - x[j]);
        assert_near(pso_row(p->v, p, 1)[j], expected, 1e-12 * (1 + fabs(expected)));
    }
}

/* The two orders begin alike, and part when a best is found within an iteration. */
TEST(test_orders_differ)
{
    CLOSED(swarm_close)
    Pso *one = swarm("vdbergh", "particles=6", &box_space, 4),
        *two = swarm("vdbergh", "particles=6 update_order=sequential", &box_space, 4);
    assert_memory_equal(one->x, two->x, 6 * sizeof here);
    for (int iteration = 0; iteration < 40; iteration++) {
        swarm_iterate(one, bowl, 0);
        swarm_iterate(two, bowl, 0);
    }
    assert_memory_not_equal(one->own.x, two->own.x, 6 * sizeof here);
}

/* ---- what is compared, and what draws ---- */

/* Particle i is at x = i on the first axis, at rest; its personal best at 10 i, with n plays of this mean and standard error. */
static void place_known(Pso *p, int i, int64_t n, double mean, double sem)
{
    const double x[DIM] = {i, 0, 0}, v[DIM] = {0}, best[DIM] = {10.0 * i, 0, 0};
    swarm_place(p, i, x, v, best, mean);
    Stats *fitness = &p->own.sample[i].fitness;
    *fitness = (Stats){.n = n, .mean = mean, .m2 = sem * sem * (double)n * (double)(n - 1)};
    p->own.sample[i].score = *fitness;
}

/* By its mean of two games particle 0 leads; its games differ so much that more is to be expected of particle 1. */
static void place_four(Pso *p)
{
    place_known(p, 0, 2, 31, 17);
    place_known(p, 1, 9, 30, 1);
    place_known(p, 2, 9, 28, 1);
    place_known(p, 3, 9, 5, 1);
    pso_look(p);
}

/* The mean of the informants' bests in place of the best: v = cp r (own - x) + cg r' (centroid - x). */
TEST(test_centroid_draws)
{
    CLOSED(swarm_close) Pso *p = swarm("vdbergh", "particles=4 leader=quarter wall=none", &cube, 1);
    const PsoCoefficients c = {0, 1, 1, 0};
    place_four(p);
    Rng r = p->rng;
    const double own = rng_real(&r), other = rng_real(&r);
    pso_move(p, 3, &c);
    assert_near(pso_row(p->v, p, 3)[0], own * (30 - 3) + other * (10 - 3), 1e-9);
}

/* The personal best of one of the best quarter, places 1 and 2 of 8 by shrunken fitness, not its own: v = cp r (p - x). */
TEST(test_exemplar_draws)
{
    static const char *const rules[] = {"canonical", "spso-2011"};
    int count[2] = {0};
    for (size_t k = 0; k < 2 * 400; k++) {
        OWNED char *text = text_new("particles=8 exemplar=quarter wall=none velocity_rule=%s", rules[k % 2]);
        CLOSED(swarm_close) Pso *p = swarm("vdbergh", text, &cube, 1 + k);
        const PsoCoefficients c = {0, 1, 0, 0};
        for (int i = 4; i < 8; i++) place_known(p, i, 9, -50 - i, 1);
        place_four(p);
        Rng r = p->rng;
        const int member = (int)rng_below(&r, 2);
        pso_move(p, 3, &c);
        const double *v = pso_row(p->v, p, 3), drawn = 10 * (member + 1) - 3;
        if (k % 2 == 0)
            assert_near(v[0], rng_real(&r) * drawn, 1e-9);
        else
            assert_true((v[0] - drawn / 3) * (v[0] - drawn / 3) + v[1] * v[1] + v[2] * v[2] <= drawn * drawn / 9);
        count[member]++;
    }
    for (int i = 0; i < 2; i++) assert_in_range(count[i], 330, 470);
}

/* ---- on a sphere ---- */

static const double target[DIM] = {0.6, 0, -0.8};

/* The cosine between x and the target: the same at any length. */
static double policy(const double *x)
{
    double along = 0, square = 0;
    for (int j = 0; j < DIM; j++) {
        along += x[j] * target[j];
        square += x[j] * x[j];
    }
    return along / sqrt(square);
}

/* How far x is from the middle of the space, and v from being at right angles to that, as a share of what it could be. */
static void assert_on_sphere(const Pso *p, double r)
{
    for (int i = 0; i < p->o.particles; i++) {
        const double *x = pso_row(p->x, p, i), *v = pso_row(p->v, p, i);
        double square = 0, along = 0, fast = 0;
        for (int j = 0; j < DIM; j++) {
            double d = x[j] - (p->space.lo[j] + p->space.hi[j]) / 2;
            square += d * d;
            along += d * v[j];
            fast += v[j] * v[j];
            assert_true(x[j] >= p->space.lo[j] && x[j] <= p->space.hi[j]);
        }
        assert_near(sqrt(square), r, 1e-12 * r);
        assert_true(fabs(along) <= 1e-12 * r * (1 + sqrt(fast)));
    }
}

/* Every rule stays on the sphere, with tangential velocities, and gets where it should; in a cube of half width 10 its radius
 * is 10, in the box it is 2, half the least width. */
TEST(test_sphere)
{
    static const char *const settings[] = {"velocity_rule=canonical", "velocity_rule=canonical velocity_start=zero wall=none",
                                           "velocity_rule=fully-informed topology=von-neumann velocity_start=uniform",
                                           "velocity_rule=spso-2011 velocity_start=full-diff",
                                           "update_order=sequential velocity_clamp=0.1"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        for (int cubic = 0; cubic < 2; cubic++) {
            OWNED char *text = text_new("%s domain=sphere particles=12", settings[i]);
            CLOSED(swarm_close) Pso *p = swarm("vdbergh", text, cubic ? &cube : &box_space, 6);
            assert_on_sphere(p, cubic ? 10 : 2);
            for (int iteration = 0; iteration < 150; iteration++) {
                swarm_iterate(p, policy, 0);
                assert_on_sphere(p, cubic ? 10 : 2);
            }
            if (cubic) assert_near(archive_fitness(&p->own.sample[archive_leader(&p->own)]), 1, 1e-9);
        }
}

/* Start uniform in direction: coordinates are U(-10,10) in three dimensions (Archimedes), and uncorrelated. */
TEST(test_sphere_start)
{
    enum { N = 4000 };
    CLOSED(swarm_close) Pso *p = swarm("vdbergh", "domain=sphere particles=4000", &cube, 1);
    Stats x[DIM] = {{0}}, mixed = {0};
    int low = 0;
    for (int i = 0; i < N; i++) {
        const double *at = pso_row(p->x, p, i);
        for (int j = 0; j < DIM; j++) stats_add(&x[j], at[j] / 10);
        stats_add(&mixed, at[0] * at[1] / 100);
        low += at[2] < -5;
    }
    for (int j = 0; j < DIM; j++) {
        assert_near(x[j].mean, 0, 5 * sqrt(1 / 3.0 / N));
        assert_near(stats_sd(&x[j]), sqrt(1 / 3.0), 0.02);
    }
    assert_near(mixed.mean, 0, 5 * sqrt(1 / 15.0 / N));
    assert_near((double)low / N, 0.25, 5 * sqrt(0.25 * 0.75 / N));
}

/* Weights that are given set a direction; that of the middle itself is none, and the particle stays. */
TEST(test_sphere_start_from)
{
    static const double x[DIM] = {0.003, 0, -0.004}, middle[DIM] = {0, 0, 0};
    static const char *const starts[] = {"half-diff", "zero", "uniform", "full-diff"};
    for (size_t i = 0; i < LENGTH(starts); i++) {
        OWNED char *text = text_new("domain=sphere particles=5 velocity_start=%s", starts[i]);
        CLOSED(swarm_close) Pso *p = swarm("vdbergh", text, &cube, 1), *without = swarm("vdbergh", text, &cube, 1);
        optimiser_pso.start_from(p, middle, 4);
        assert_memory_equal(p->x, without->x, 5 * sizeof here);
        assert_memory_equal(p->v, without->v, 5 * sizeof here);
        optimiser_pso.start_from(p, x, 2);
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < DIM; j++) assert_near(pso_row(p->x, p, k)[j], 10 * target[j], 1e-12);
        assert_memory_equal(pso_row(p->x, p, 2), pso_row(without->x, without, 2), 3 * sizeof here);
        assert_on_sphere(p, 10);
    }
}

/* On the sphere of one dimension, two points, nothing moves, and nothing breaks. */
static double first_gene(const double *x)
{
    return x[0];
}

TEST(test_sphere_of_two_points)
{
    const Space line = {.dim = 1, .lo = cube.lo, .hi = cube.hi, .names = cube.names};
    CLOSED(swarm_close) Pso *p = swarm("vdbergh", "domain=sphere particles=9", &line, 1);
    double start[9];
    memcpy(start, p->x, sizeof start);
    for (int iteration = 0; iteration < 5; iteration++) swarm_iterate(p, first_gene, 0);
    assert_memory_equal(p->x, start, sizeof start);
    for (int i = 0; i < 9; i++) assert_true(fabs(p->x[i]) == 10 && p->v[i] == 0);
}

/* ---- turbulence and memory ---- */

/* Without inertia and pull a velocity is turbulence alone, in each coordinate in proportion to the box's width there; a schedule
 * takes it to its end. Where there is none nothing is drawn. */
TEST(test_turbulence)
{
    enum { N = 20000 };
    CLOSED(swarm_close)
    Pso *p = swarm("vdbergh", "particles=1 inertia=0 cognitive=0 social=0 turbulence=0.1 turbulence_end=0.02 wall=none",
                   &box_space, 1);
    const PsoCoefficients half = pso_coefficients(&p->o, 0.5);
    Stats moved[DIM] = {{0}};
    assert_near(pso_coefficients(&p->o, 0).turbulence, 0.1, 1e-15);
    assert_near(half.turbulence, 0.06, 1e-15);
    assert_near(pso_coefficients(&p->o, 1).turbulence, 0.02, 1e-15);
    assert_true(optimiser_pso.scheduled(&p->o));
    for (int i = 0; i < N; i++) {
        swarm_place(p, 0, here, speed, here, 0);
        pso_move(p, 0, &half);
        for (int j = 0; j < DIM; j++) stats_add(&moved[j], p->v[j]);
    }
    for (int j = 0; j < DIM; j++) {
        const double sd = 0.06 * (box_hi[j] - box_lo[j]) / 2;
        assert_near(moved[j].mean, 0, 5 * sd / sqrt(N));
        assert_near(stats_sd(&moved[j]), sd, 5 * sd / sqrt(2.0 * N));
    }
    const PsoOptions steady = swarm_options("vdbergh", "turbulence=0.1 turbulence_end=0.1");
    assert_false(optimiser_pso.scheduled(&steady));
}

/* Tells all three particles these fitnesses; each is better than its personal best if it is higher. */
static void tell_three(Pso *p, const double *fitness)
{
    Verdict v[3];
    for (int i = 0; i < 3; i++) {
        const Sample *own = &p->own.sample[i];
        v[i] = (Verdict){.sample = swarm_sample(fitness[i]), .better = own->fitness.n == 0 || fitness[i] > archive_fitness(own)};
    }
    assert_true(optimiser_pso.tell(p, v, 3, 0));
}

/* With memory = 2 a personal best gives way to the second position that does not beat it; one that beats it begins anew. */
TEST(test_memory)
{
    const double course[][3] = {{9, 5, 5}, {1, 6, 1}, {2, 1, 7}, {1, 2, 3}, {3, 1, 1}};
    const double kept[][3] = {{9, 5, 5}, {9, 6, 5}, {2, 6, 7}, {2, 2, 7}, {3, 2, 1}}, ever[3] = {9, 6, 7};
    CLOSED(swarm_close)
    Pso *short_lived = swarm("vdbergh", "particles=3 memory=2", &cube, 1), *lasting = swarm("vdbergh", "particles=3", &cube, 1);
    for (size_t t = 0; t < LENGTH(course); t++) {
        double at[3][DIM];
        memcpy(at, short_lived->x, sizeof at);
        tell_three(short_lived, course[t]);
        tell_three(lasting, course[t]);
        for (int i = 0; i < 3; i++) {
            assert_true(archive_fitness(&short_lived->own.sample[i]) == kept[t][i]);
            if (kept[t][i] == course[t][i]) assert_memory_equal(pso_row(short_lived->own.x, short_lived, i), at[i], sizeof at[i]);
        }
    }
    for (int i = 0; i < 3; i++) assert_true(archive_fitness(&lasting->own.sample[i]) == ever[i]);
}

TESTS(NULL, NULL)
