/* test_metric.c. How differently weights decide: the covariance of features among the moves of a decision, the metric that is
 * made of it, and swarms that search in it. */
#include "agent/feature_covariance.h"
#include "tests/covariance.h"
#include "tests/live.h"
#include "tests/swarm.h"

/* ---- the covariance ---- */

#define DT "[agent]\nfeatures = dt\n[training]\niterations = 1\n[optimiser]\nkind = random\n"
static const double good[FEATURES] = {-1, 1, -1, -1, -1, -1, -1, -1, 1}, poor[FEATURES] = {1, 0, 0, 1, 0, 0, -1, 0, 0};

TEST(test_covariance)
{
    check_covariance("[game]\nheight = 8\n" DT, good, poor, 0, 0);
}

/* Where the first piece may have no place, a game may be lost before a move: it counts as a turn, and adds nothing. */
TEST(test_lost_at_once)
{
    CLOSED(live_close) Live l;
    live_open(&l, "[game]\nwidth = 3\nheight = 3\n" DT, NULL, 0);
    const Covariance covariance = l.setup.trainings.spec[0].covariance;
    double c[FEATURES * FEATURES];
    assert_near(covariance.measure(covariance.self, good, 5, c), COVARIANCE_TURNS, 0);
    for (int k = 0; k < FEATURES * FEATURES; k++) assert_true(isfinite(c[k]));
    assert_true(c[0] > 0);
}

/* Functions have none. */
TEST(test_known)
{
    CLOSED(live_close) Live l;
    live_open(&l, "[objective]\nkind = sphere\ndim = 3\n[training]\niterations = 1\n", NULL, 0);
    assert_null(l.setup.trainings.spec[0].covariance.measure);
}

/* ---- what a search is told ---- */

/* A covariance that is made up: it counts its calls, and says that it has played so many turns in each. */
typedef struct {
    double turns;
    int calls;
    uint64_t seed; /* of the last call */
    bool again;    /* a seed came twice in a row */
} Made;

static double make_up(const void *self, const double *x, uint64_t seed, double *c)
{
    Made *m = (Made *)(uintptr_t)self;
    double square = 0;
    for (int i = 0; i < FEATURES; i++) {
        square += x[i] * x[i];
        for (int j = 0; j < FEATURES; j++) c[i * FEATURES + j] = i == j;
    }
    assert_true(isfinite(square) && square > 0);
    m->again |= m->calls > 0 && m->seed == seed;
    m->seed = seed;
    m->calls++;
    return m->turns;
}

static const char *const told_training = "[game]\nheight = 6\n[agent]\nfeatures = dt\n[training]\nallocation = fixed\ngames = 1\n"
                                         "[selection]\nfinalists = 0\n[validation]\ngames = 0\n";

/* Opens l with made as the covariance of its training. */
static void open_told(Live *l, Made *made, const char *sets)
{
    live_open(l, told_training, sets, 0);
    l->setup.trainings.spec[0].covariance = (Covariance){make_up, made};
    l->setup.experiment.kind->destroy(l->setup.experiment.self);
    l->setup.experiment = train_create(&l->setup.trainings.spec[0]);
}

/* What the covariance says that it has played is in the pieces of all later iterations, and changes nothing else. */
TEST(test_told)
{
    enum { ITERATIONS = 40 };
    Live l[2];
    Made made[2] = {{.turns = 0}, {.turns = 1000}};
    int before[ITERATIONS]; /* calls before the end of each iteration */
    for (int k = 0; k < 2; k++) {
        open_told(&l[k], &made[k], "training.iterations=40");
        for (int i = 0; i < ITERATIONS; i++) {
            before[i] = made[k].calls;
            assert_true(live_step(&l[k]));
        }
        assert_int_equal(made[k].calls, 6);
        assert_false(made[k].again);
    }
    const char *plain = rows_next(l[0].rows.text, "metrics"), *costly = rows_next(l[1].rows.text, "metrics");
    for (int i = 0; i < ITERATIONS; i++) {
        assert_true(plain != NULL && costly != NULL && rows_cell(plain, "iteration") == i + 1);
        assert_near(rows_cell(costly, "pieces"), rows_cell(plain, "pieces") + made[1].turns * before[i], 0);
        assert_near(rows_cell(costly, "best_fitness"), rows_cell(plain, "best_fitness"), 0);
        plain = rows_next(strchr(plain, '\n') + 1, "metrics");
        costly = rows_next(strchr(costly, '\n') + 1, "metrics");
    }
    live_close(&l[0]);
    live_close(&l[1]);
}

/* Where pieces are the budget they are spent by it. */
TEST(test_told_too_much)
{
    CLOSED(live_close) Live l;
    Made made = {.turns = 1e9};
    open_told(&l, &made, "training.total_pieces=1e6");
    live_finish(&l);
    assert_int_equal(made.calls, 1);
}

/* 8 x 9 x 9 positions are enough. Where pieces are the budget, the first iterations promise many more than there will be, since
 * their games are short; where games are the budget, a game is a position. */
TEST(test_told_few)
{
    static const struct {
        const char *sets;
        bool enough;
    } cases[] = {{"training.total_pieces=3e4", false}, {"training.total_pieces=1e6", true}, {"training.total_games=600", false},
                 {"training.total_games=700", true},   {"training.iterations=12", false},   {"training.iterations=17", true}};
    for (size_t k = 0; k < LENGTH(cases); k++) {
        CLOSED(live_close) Live l;
        Made made = {.turns = 0};
        open_told(&l, &made, cases[k].sets);
        live_finish(&l);
        assert_int_equal(made.calls > 0, cases[k].enough);
    }
}

/* ---- the metric ---- */

static const double covariance[DIM * DIM] = {4, 2, 0, 2, 9, -3, 0, -3, 25}, another[DIM * DIM] = {9, 0, 1, 0, 1, 0.5, 1, 0.5, 4};

static double by_definition(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < DIM; i++)
        for (int j = 0; j < DIM; j++) sum += a[i] * covariance[i * DIM + j] * b[j];
    return sum;
}

TEST(test_metric)
{
    static const double a[DIM] = {1, -2, 0.5}, b[DIM] = {3, 0.25, -1}, zero[DIM * DIM] = {0};
    double broken[DIM * DIM], z[DIM] = {0.3, -0.7, 0.2}, greatest[DIM] = {0};
    CLOSED(metric_free) Metric m;
    metric_make(&m, DIM);
    assert_near(metric_product(&m, a, b), 2, 1e-15);
    metric_shape(&m, z);
    assert_near(z[1], -0.7, 0);
    memcpy(broken, covariance, sizeof broken);
    broken[4] = NAN;
    assert_false(metric_set(&m, broken));
    assert_false(metric_set(&m, zero));
    assert_int_equal(m.updates, 0);
    assert_true(metric_set(&m, covariance));
    assert_near(metric_product(&m, a, b), by_definition(a, b), 0.01);
    assert_near(metric_product(&m, a, a), by_definition(a, a), 0.01);
    metric_shape(&m, z);
    assert_near(metric_product(&m, z, z), 0.3 * 0.3 + 0.7 * 0.7 + 0.2 * 0.2, 1e-12);
    Rng r = rng_from(1);
    for (int k = 0; k < 20000; k++) {
        double square = 0;
        for (int j = 0; j < DIM; j++) {
            z[j] = rng_normal(&r);
            square += z[j] * z[j];
        }
        metric_shape(&m, z);
        for (int j = 0; j < DIM; j++)
            if (fabs(z[j]) / sqrt(square) > greatest[j]) greatest[j] = fabs(z[j]) / sqrt(square);
    }
    for (int j = 0; j < DIM; j++) {
        assert_true(greatest[j] <= m.axis[j] * (1 + 1e-12));
        assert_near(greatest[j], m.axis[j], 0.01 * m.axis[j]);
    }
}

/* One term never varies, and two are the same: it stays finite, and keeps them apart. */
TEST(test_degenerate)
{
    static const double c[DIM * DIM] = {0, 0, 0, 0, 1, 1, 0, 1, 1}, constant[DIM] = {1, 0, 0}, same[DIM] = {0, 1, 1},
                                opposite[DIM] = {0, 1, -1};
    CLOSED(metric_free) Metric m;
    metric_make(&m, DIM);
    assert_true(metric_set(&m, c));
    assert_near(metric_product(&m, constant, constant), 1, 1e-12);
    assert_near(metric_product(&m, same, same), 4, 0.01);
    const double apart = metric_product(&m, opposite, opposite);
    assert_true(apart > 1e-5 && apart < 1e-3);
    for (int j = 0; j < DIM; j++) assert_true(isfinite(m.axis[j]));
}

/* ---- a swarm in it ---- */

static void assert_on_ellipsoid(const Pso *p, const double *x)
{
    double r = HUGE_VAL;
    for (int j = 0; j < DIM; j++) {
        assert_true(x[j] >= -10 && x[j] <= 10);
        if (10 / p->metric.axis[j] < r) r = 10 / p->metric.axis[j];
    }
    assert_near(metric_product(&p->metric, x, x), r * r, 1e-9 * r * r);
}

/* Positions and personal bests keep their directions when the metric changes, velocities stay at right angles to them, and all of
 * it comes back from a checkpoint. */
TEST(test_swarm)
{
    static const char settings[] = "domain=sphere metric=decisions velocity_rule=spso-2011 turbulence=0.1 particles=40";
    CLOSED(swarm_close) Pso *p = swarm("", settings, &cube, 1), *other = swarm("", settings, &cube, 2);
    Candidate c[40];
    Verdict v[40];
    double x[DIM], before[DIM], step[DIM], of_leader[DIM];
    assert_false(optimiser_pso.wants_covariance(p, 0, 0, x));
    for (int iteration = 1; iteration <= 12; iteration++) {
        assert_int_equal(optimiser_pso.ask(p, c), 40);
        for (int i = 0; i < 40; i++) v[i] = (Verdict){.sample = swarm_sample(c[i].x[0]), .better = true};
        optimiser_pso.tell(p, v, 40, iteration / 12.0);
        /* due when a 64th, .. an eighth, a quarter, a half has been spent; the first iteration passes three of these times */
        const bool due = iteration <= 3 || iteration == 6;
        assert_int_equal(optimiser_pso.wants_covariance(p, iteration / 12.0, iteration / 12.0, x), due);
        assert_false(optimiser_pso.wants_covariance(p, iteration / 12.0, iteration / 12.0, x));
        if (!due) continue;
        memcpy(before, pso_row(p->x, p, 7), sizeof before);
        memcpy(step, pso_row(p->v, p, 7), sizeof step);
        memcpy(of_leader, p->own.x, sizeof of_leader);
        optimiser_pso.take_covariance(p, iteration % 2 == 0 ? another : covariance);
        assert_true(pso_row(p->x, p, 7)[0] * before[0] > 0 && p->own.x[0] * of_leader[0] > 0);
        for (int j = 1; j < DIM; j++) {
            assert_near(pso_row(p->x, p, 7)[j] * before[0], before[j] * pso_row(p->x, p, 7)[0], 1e-9);
            assert_near(p->own.x[j] * of_leader[0], of_leader[j] * p->own.x[0], 1e-9);
        }
        /* the step is still the same part of the way from the middle, less what is no tangent now */
        const double *now = pso_row(p->x, p, 7), scale = now[0] / before[0];
        for (int j = 0; j < DIM; j++) step[j] = step[j] * scale - pso_row(p->v, p, 7)[j];
        for (int j = 1; j < DIM; j++) assert_near(step[j] * now[0], step[0] * now[j], 1e-9);
        for (int i = 0; i < 40; i++) {
            assert_on_ellipsoid(p, pso_row(p->x, p, i));
            assert_on_ellipsoid(p, pso_row(p->own.x, p, i));
            assert_near(metric_product(&p->metric, pso_row(p->x, p, i), pso_row(p->v, p, i)), 0, 1e-9);
        }
    }
    for (int i = 0; i < 40; i++) assert_on_ellipsoid(p, pso_row(p->x, p, i));
    OWNED char *saved = state_save(optimiser_pso.serialise, p);
    state_load(optimiser_pso.serialise, other, saved);
    assert_memory_equal(other->metric.l, p->metric.l, sizeof covariance);
    assert_memory_equal(other->metric.axis, p->metric.axis, DIM * sizeof(double));
    assert_true(state_hash(optimiser_pso.serialise, other) == state_hash(optimiser_pso.serialise, p));
}

/* Where nothing draws a particle and it keeps nothing of its velocity, turbulence alone moves it: as far in all directions along
 * the sphere, by the metric, and 0.35 times as far as in the plain one. */
TEST(test_turbulence)
{
    CLOSED(swarm_close)
    Pso *p = swarm(
        "", "domain=sphere metric=decisions turbulence=0.02 turbulence_end=0.02 inertia=0 cognitive=0 social=0 particles=40",
        &cube, 1);
    double square[2] = {0};
    for (int iteration = 0; iteration < 100; iteration++) {
        swarm_iterate(p, bowl, 0);
        const int shaped = iteration >= 50;
        const double *x = pso_row(p->x, p, 0), squared_radius = metric_product(&p->metric, x, x);
        for (int i = 0; i < 40 && iteration % 50 > 0; i++)
            square[shaped] += metric_product(&p->metric, pso_row(p->v, p, i), pso_row(p->v, p, i)) / squared_radius / (40 * 49);
        if (iteration == 49) optimiser_pso.take_covariance(p, covariance);
    }
    assert_near(square[0], 0.02 * 0.02 * (DIM - 1), 0.1 * square[0]);
    assert_near(square[1], 0.35 * 0.35 * 0.02 * 0.02 * (DIM - 1), 0.1 * square[1]);
}

/* A search of few positions, a box, a swarm whose particles do not move together, and one that is not asked to follow decisions,
 * keep the plain metric. */
TEST(test_not_wanted)
{
    double x[DIM];
    for (int which = 0; which < 5; which++) {
        OWNED char *settings = text_new("particles=40 domain=%s metric=%s update_order=%s", which == 1 ? "box" : "sphere",
                                        which == 4 ? "weights" : "decisions", which == 2 ? "sequential" : "synchronous");
        CLOSED(swarm_close) Pso *p = swarm("", settings, &cube, 1);
        swarm_iterate(p, bowl, 0.5);
        /* 40 of 80 positions, where 72 are enough; of 66 they are too few, however little is spent */
        assert_int_equal(optimiser_pso.wants_covariance(p, 0.5, which == 3 ? 0.6 : 0.5, x), which == 0);
    }
}

TESTS(NULL, NULL)
