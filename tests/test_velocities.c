/* test_velocities.c. How velocities are made: each rule beside its definition; which coefficients are called unstable. */
#include "tests/swarm.h"

/* The first particle makes a step; v and x are what they should be. */
static void assert_step(Pso *p, const double *v, PsoCoefficients c)
{
    pso_move(p, 0, &c);
    for (int j = 0; j < DIM; j++) {
        assert_near(p->v[j], v[j], 1e-12 * (1 + fabs(v[j])));
        assert_near(p->x[j], here[j] + v[j], 1e-12 * (1 + fabs(here[j] + v[j])));
    }
}

/* v <- w v + cp r (p - x) + cg r' (g - x), with numbers drawn beside it; g is the second one's. */
TEST(test_canonical)
{
    CLOSED(swarm_close) Pso *p = three("vdbergh", "topology=ring");
    Rng r = p->rng;
    double v[DIM];
    for (int j = 0; j < DIM; j++) {
        double own = rng_real(&r), other = rng_real(&r);
        v[j] = 0.6 * speed[j] + 1.7 * own * (bests[0][j] - here[j]) + 1.9 * other * (bests[1][j] - here[j]);
    }
    assert_step(p, v, (PsoCoefficients){0.6, 1.7, 1.9, 0});
    assert_true(p->rng.state == r.state);
}

/* v <- chi (v + sum over the two others of U(0, phi/2) (p_k - x)), chi = 0.7298 and phi = 4.1: the formula of Mendes, Kennedy
 * and Neves, with numbers drawn beside it. Its personal best does not matter. */
TEST(test_fully_informed)
{
    static const double anywhere[DIM] = {5, 3, 99};
    for (int moved = 0; moved < 2; moved++) {
        CLOSED(swarm_close) Pso *p = three("fips", "");
        if (moved) swarm_place(p, 0, here, speed, anywhere, -2);
        Rng r = p->rng;
        double v[DIM];
        memcpy(v, speed, sizeof v);
        for (int k = 1; k < 3; k++)
            for (int j = 0; j < DIM; j++) v[j] += 4.1 / 2 * rng_real(&r) * (bests[k][j] - here[j]);
        for (int j = 0; j < DIM; j++) v[j] *= 2 / (4.1 - 2 + sqrt(4.1 * 4.1 - 4 * 4.1));
        assert_step(p, v, pso_coefficients(&p->o, 0));
        assert_true(p->rng.state == r.state);
    }
}

/* By hand: at 0 with v = 1 and bests of the others at 2 and 4, E v = 0.72984 (1 + 4.1/2 (2 + 4)/2) = 5.21838 and its variance is
 * 0.72984^2 (4.1/2)^2 / 12 (2^2 + 4^2) = 3.73089. No other particle there: 0.72984. */
TEST(test_fully_informed_moments)
{
    enum { N = 20000 };
    static const double zero[DIM] = {0, 0, 0}, one[DIM] = {1, 1, 1}, two[DIM] = {2, 2, 2}, four[DIM] = {4, 4, 4};
    Stats v = {0};
    CLOSED(swarm_close) Pso *p = three("fips", ""), *alone = swarm("fips", "particles=1", &box_space, 1);
    PsoCoefficients c = pso_coefficients(&p->o, 0);
    for (int i = 0; i < N; i++) {
        swarm_place(p, 0, zero, one, zero, 0);
        swarm_place(p, 1, zero, one, two, 0);
        swarm_place(p, 2, zero, one, four, 0);
        pso_move(p, 0, &c);
        stats_add(&v, p->v[i % DIM]);
    }
    assert_near(v.mean, 5.21838, 5 * sqrt(3.73089 / N));
    assert_near(stats_sd(&v) * stats_sd(&v), 3.73089, 5 * 3.73089 * sqrt(2.0 / N));
    swarm_place(alone, 0, zero, one, two, 0);
    pso_move(alone, 0, &c);
    assert_near(alone->v[2], 0.72984, 1e-5);
}

/* Of y around the centroid, DIM coordinates: y = x + v - w v_before, as x <- x + v. */
typedef struct {
    Stats distance, square, y[DIM], direction[DIM], mixed, fourth;
    double farthest;
} Cloud;

/* The first particle of p, many times; g: its best informant's place. */
static void observe(Pso *p, const double *centroid, PsoCoefficients c, Cloud *cloud)
{
    enum { N = 20000 };
    *cloud = (Cloud){0};
    for (int i = 0; i < N; i++) {
        double away[DIM], distance = 0, fourth = 0;
        memcpy(p->x, here, sizeof here);
        memcpy(p->v, speed, sizeof speed);
        pso_move(p, 0, &c);
        for (int j = 0; j < DIM; j++) {
            double y = p->x[j] - c.inertia * speed[j];
            away[j] = y - centroid[j];
            distance += away[j] * away[j];
            stats_add(&cloud->y[j], y);
        }
        distance = sqrt(distance);
        stats_add(&cloud->distance, distance);
        stats_add(&cloud->square, distance * distance);
        for (int j = 0; j < DIM; j++) {
            stats_add(&cloud->direction[j], away[j] / distance);
            fourth += pow(away[j] / distance, 4);
        }
        stats_add(&cloud->fourth, fourth);
        stats_add(&cloud->mixed, away[0] * away[1] / distance / distance);
        if (distance > cloud->farthest) cloud->farthest = distance;
    }
}

/* A distance U(0,R), so with mean R/2 and variance R^2/12, in a direction whose coordinates are U(-1,1) in three dimensions
 * (Archimedes): mean 0, variance 1/3, fourth moment 1/5; a product of two has the variance 1/15. */
static void assert_ball(const Cloud *c, const double *centroid, double r)
{
    double n = (double)c->distance.n;
    assert_true(c->farthest < r * (1 + 1e-12) && c->farthest > 0.999 * r);
    assert_near(c->distance.mean, r / 2, 5 * r / sqrt(12 * n));
    assert_near(c->square.mean, r * r / 3, 5 * r * r * sqrt(1.0 / 5 - 1.0 / 9) / sqrt(n));
    assert_near(c->mixed.mean, 0, 5 * sqrt(1.0 / 15 / n));
    assert_near(c->fourth.mean, 3.0 / 5, 5 * stats_sem(&c->fourth));
    for (int j = 0; j < DIM; j++) {
        assert_near(c->y[j].mean, centroid[j], 5 * r / sqrt(9 * n));
        assert_near(c->direction[j].mean, 0, 5 * sqrt(1 / 3.0 / n));
        assert_near(stats_sd(&c->direction[j]), sqrt(1 / 3.0), 0.01);
    }
}

/* G = (x + a + b) / 3 with a = x + c (p - x), b = x + c (g - x), or (x + a) / 2 for a particle that is its own best informant. */
TEST(test_spso_2011)
{
    static const double c = 1.19315;
    Cloud cloud;
    for (int leads = 0; leads < 2; leads++) {
        CLOSED(swarm_close) Pso *p = three("spso-2011", "particles=3 topology=ring velocity_start=zero wall=none");
        double centroid[DIM], square = 0;
        if (leads) swarm_place(p, 0, here, speed, bests[0], 10);
        for (int j = 0; j < DIM; j++) {
            double x = here[j], a = x + c * (bests[0][j] - x), b = x + c * (bests[1][j] - x);
            centroid[j] = leads ? (x + a) / 2 : (x + a + b) / 3;
            square += pow(centroid[j] - x, 2);
        }
        observe(p, centroid, pso_coefficients(&p->o, 0), &cloud);
        assert_ball(&cloud, centroid, sqrt(square));
    }
}

/* U(box) - x: x + v is uniform in the box, whatever x is. */
TEST(test_velocity_starts_anywhere)
{
    enum { N = 2000 };
    CLOSED(swarm_close) Pso *p = swarm("spso-2011", "particles=2000", &box_space, 1);
    Stats target[DIM] = {{0}}, product[DIM] = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < DIM; j++) {
            double w = box_hi[j] - box_lo[j], x = (pso_row(p->x, p, i)[j] - box_lo[j]) / w;
            double t = x + pso_row(p->v, p, i)[j] / w;
            assert_true(t > -1e-12 && t < 1 + 1e-12);
            stats_add(&target[j], t);
            stats_add(&product[j], (x - 0.5) * (t - 0.5));
        }
    for (int j = 0; j < DIM; j++) {
        assert_near(target[j].mean, 0.5, 5 / sqrt(12.0 * N));
        assert_near(stats_sd(&target[j]), 1 / sqrt(12), 0.01);
        assert_near(product[j].mean, 0, 5.0 / 12 / sqrt(N));
    }
}

/* 2 / (2.1 + sqrt 0.41) = 0.7298437881 for 4.1; (3 - sqrt 5) / 2 for 5 (golden ratio squared); 1 where it is not defined. */
TEST(test_constriction)
{
    assert_near(pso_constriction(4.1), 0.7298437881283576, 1e-14);
    assert_near(pso_constriction(5), 0.3819660112501052, 1e-14);
    assert_true(pso_constriction(4) == 1 && pso_constriction(-1) == 1);
    PsoOptions o = swarm_options("constriction", "phi1=2.8 phi2=1.3 inertia=0.1 inertia_schedule=linear");
    PsoCoefficients c = pso_coefficients(&o, 0.5);
    assert_near(c.inertia, 0.7298437881283576, 1e-14);
    assert_near(c.cognitive, 0.7298437881283576 * 2.8, 1e-13);
    assert_near(c.social, 0.7298437881283576 * 1.3, 1e-13);
    assert_false(optimiser_pso.scheduled(&o));
    o = swarm_options("shi-eberhart", "");
    c = pso_coefficients(&o, 0.25);
    assert_near(c.inertia, 0.775, 1e-15);
    assert_true(c.cognitive == 2 && c.social == 2 && optimiser_pso.scheduled(&o));
}

TEST(test_presets)
{
    static const struct {
        const char *preset, *settings;
    } rows[] = {{"fips", "velocity_rule=fully-informed topology=ring ring_k=1 coefficients=constriction"},
                {"constriction", "velocity_rule=canonical topology=global coefficients=constriction phi1=2.05 phi2=2.05"},
                {"spso-2011",
                 "velocity_rule=spso-2011 topology=random random_k=3 particles=40 wall=damp velocity_start=full-diff "
                 "coefficients=inertia"},
                {"vdbergh", "velocity_rule=canonical topology=global update_order=synchronous domain=box wall=absorb "
                            "velocity_start=half-diff"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const PsoOptions o = swarm_options(rows[i].preset, ""), same = swarm_options(rows[i].preset, rows[i].settings);
        assert_true(param_all_same(optimiser_pso.params, &o, &same));
    }
    PsoOptions o = swarm_options("fips", "");
    assert_true(o.phi1 + o.phi2 == 4.1);
    o = swarm_options("spso-2011", "");
    assert_near(o.inertia, 1 / (2 * log(2)), 1e-5);
    assert_near(o.cognitive, 0.5 + log(2), 1e-5);
    assert_near(o.social, 0.5 + log(2), 1e-5);
}

/* ---- stability ---- */

/* One step of a particle at 1 whose bests are all at 0, at rest: x = 1 - t. The mean of t, and what varies, in all dimensions:
 * its second moment around the mean. */
static void measure(Pso *p, PsoCoefficients c, double *mean, double *variance)
{
    enum { N = 40000 };
    static const double zero[DIM] = {0, 0, 0}, start[DIM] = {1, 0, 0};
    Stats t[DIM] = {{0}};
    for (int i = 0; i < p->o.particles; i++) swarm_place(p, i, zero, zero, zero, i);
    p->leader = archive_leader(&p->own);
    for (int i = 0; i < N; i++) {
        swarm_place(p, 0, start, zero, zero, 0);
        pso_move(p, 0, &c);
        for (int j = 0; j < DIM; j++) stats_add(&t[j], start[j] - p->x[j]);
    }
    *mean = t[0].mean;
    *variance = 0;
    for (int j = 0; j < DIM; j++) *variance += stats_sd(&t[j]) * stats_sd(&t[j]);
}

/* x <- (1 + w - t) x - w x before, t of this mean and variance: whether E x^2 dies out, by the recursion of second moments. */
static bool dies_out(double w, double mean, double variance)
{
    double m = 1 + w - mean, now = 1, mixed = 1, before = 1;
    for (int step = 0; step < 100000 && now < 1e100 && now > 1e-100; step++) {
        double next = (m * m + variance) * now - 2 * w * m * mixed + w * w * before;
        mixed = m * now - w * mixed;
        before = now;
        now = next;
    }
    return now < 1e-50;
}

/* The largest cognitive + social, both alike, that is not warned about. */
static double largest_stable(PsoOptions o)
{
    Finding finding[FINDINGS_MAX];
    double largest = 0;
    for (double c = 0.01; c < 8; c += 0.001) {
        o.cognitive = o.social = c / 2;
        if (optimiser_pso.check(&o, finding) == 0) largest = c;
    }
    return largest;
}

/* The moments that the limits are made of are those of the steps; and what check says of a sum of coefficients that is 2 %
 * below or above the limit is what the second moments do. */
TEST(test_limits)
{
    static const struct {
        const char *settings;
        double mean, variance; /* of t, as a share of c and c^2 */
    } rules[] = {{"velocity_rule=canonical", 1 / 2.0, 1 / 24.0},
                 {"velocity_rule=fully-informed topology=ring", 1 / 2.0, 1 / 24.0},
                 {"velocity_rule=fully-informed topology=von-neumann", 1 / 2.0, 1 / 48.0},
                 {"velocity_rule=spso-2011", 1 / 3.0, 1 / 27.0}};
    static const double inertia[] = {-0.5, 0.2, 0.7298, 0.9};
    for (size_t i = 0; i < LENGTH(rules); i++)
        for (size_t k = 0; k < LENGTH(inertia); k++) {
            PsoOptions o = swarm_options("vdbergh", rules[i].settings);
            double mean, variance;
            set_options(optimiser_pso.params, &o, "particles=12 wall=none");
            o.inertia = inertia[k];
            double below = 0.98 * largest_stable(o), above = 1.02 * largest_stable(o);
            assert_true(dies_out(o.inertia, below * rules[i].mean, below * below * rules[i].variance));
            assert_false(dies_out(o.inertia, above * rules[i].mean, above * above * rules[i].variance));
            CLOSED(swarm_close) Pso *p = optimiser_pso.create(&o, &box_space, 1);
            measure(p, (PsoCoefficients){o.inertia, 1, 1, 0}, &mean, &variance);
            assert_near(mean, 2 * rules[i].mean, 0.01);
            assert_near(variance, 4 * rules[i].variance, 0.005);
        }
}

/* Which keys are blamed for what, and whether it can run. */
TEST(test_findings)
{
#define SPREAD "the swarm's spread does not shrink: with this value "
#define SETTLES "the swarm never settles: "
    static const char *const good[][2] = {{"vdbergh", ""},
                                          {"constriction", ""},
                                          {"fips", ""},
                                          {"fips", "topology=von-neumann particles=12"},
                                          {"spso-2011", ""},
                                          {"vdbergh", "phi1=1"},
                                          {"vdbergh", "particles=17"},
                                          {"vdbergh", "population=adaptive particles=255"},
                                          {"exemplars", ""},
                                          {"vdbergh", "metric=decisions"}, /* that it is ignored, its row says */
                                          {"fips", "leader=quarter"},
                                          {"spso-2011", "leader=quarter exemplar=quarter"}};
    static const struct {
        const char *preset, *settings, *key, *why;
    } bad[] = {
        {"vdbergh", "inertia=0.95", "inertia",
         SPREAD "cognitive + social = 2.99236 must be below 24 (1 - w^2) / (7 - 5 w) = 1.04 (Poli 2009)"},
        {"vdbergh", "inertia=1", "inertia", SETTLES "it does so only between -1 and 1"},
        {"vdbergh", "inertia=-0.5", "inertia",
         SETTLES "with this value cognitive + social = 2.99236 must be above 0 and below 4 (1 + w) = 2"},
        {"shi-eberhart", "inertia_end=0.8", "inertia_end",
         SPREAD "cognitive + social = 4 must be below 24 (1 - w^2) / (7 - 5 w) = 2.88 (Poli 2009)"},
        {"spso-2011", "inertia=0.9", "inertia",
         SPREAD "cognitive + social = 2.3863 must be below 9 (1 - w^2) / (2 - w) = 1.55455 (Poli 2009)"},
        {"fips", "coefficients=inertia inertia=0.9", "inertia",
         SPREAD "cognitive + social = 2.99236 must be below 12 K (1 - w^2) / (1 + w + 3 K (1 - w)), K informants = 1.824 (Poli "
                "2009)"},
        {"constriction", "phi1=2", "phi1",
         SPREAD "chi (phi1 + phi2) = 3.24 must be below 24 (1 - w^2) / (7 - 5 w) = 2.88 (Poli 2009)"},
        {"vdbergh", "topology=von-neumann particles=17", "particles",
         "is a prime number: the von Neumann torus has one row, which is a ring"},
        {"vdbergh", "population=adaptive particles=300", "particles",
         "must be less than particles_max = 256, or the swarm cannot grow, as population = adaptive asks"},
        {"constriction", "phi1=1.95", "phi1", "phi1 + phi2 = 4 must be above 4"} /* the one that cannot run */
    };
    Finding finding[FINDINGS_MAX];
    for (size_t i = 0; i < LENGTH(good); i++) {
        const PsoOptions o = swarm_options(good[i][0], good[i][1]);
        if (optimiser_pso.check(&o, finding) != 0) fail_msg("%s %s: %s", good[i][0], good[i][1], finding[0].why);
    }
    for (size_t i = 0; i < LENGTH(bad); i++) {
        const PsoOptions o = swarm_options(bad[i].preset, bad[i].settings);
        assert_int_equal(optimiser_pso.check(&o, finding), 1);
        assert_string_equal(finding[0].key, bad[i].key);
        assert_string_equal(finding[0].why, bad[i].why);
        assert_int_equal(finding[0].fatal, i == LENGTH(bad) - 1);
    }
}

TESTS(NULL, NULL)
