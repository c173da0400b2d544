/* test_stability.c. Which coefficients are called unstable, and which other options are warned of. */
#include "optim/pso/swarm.h"
#include "registry.h"
#include "tests/boxed.h"
#include "tests/helpers.h"
#include "tests/swarm.h"

/* One step of a particle at 1 whose bests are all at 0, at rest: x = 1 - t. The mean of t, and what varies, in all dimensions:
 * its second moment around the mean. */
static void measure(Pso *s, PsoCoefficients c, double *mean, double *variance)
{
    enum { N = 40000 };
    static const double zero[DIM] = {0, 0, 0}, start[DIM] = {1, 0, 0};
    Stats t[DIM] = {{0}};
    for (int i = 0; i < s->o.particles; i++) swarm_place(s, i, zero, zero, zero, i);
    s->leader = archive_leader(&s->own);
    for (int i = 0; i < N; i++) {
        swarm_place(s, 0, start, zero, zero, 0);
        pso_move(s, 0, &c);
        for (int j = 0; j < DIM; j++) stats_add(&t[j], start[j] - s->x[j]);
    }
    *mean = t[0].mean;
    *variance = 0;
    for (int j = 0; j < DIM; j++) *variance += stats_sd(&t[j]) * stats_sd(&t[j]);
}

/* x <- (1 + w - t) x - w x before, t with this mean and variance: whether E x^2 dies out, by the recursion of the second
 * moments. */
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
            CLOSED(swarm_close) Pso *s = optimiser_pso.create(&o, &box_space, 1);
            measure(s, (PsoCoefficients){o.inertia, 1, 1, 0}, &mean, &variance);
            assert_near(mean, 2 * rules[i].mean, 0.01);
            assert_near(variance, 4 * rules[i].variance, 0.005);
        }
}

/* Which keys are blamed for what, and whether it can run. */
TEST(test_findings)
{
    static const struct {
        const char *preset, *settings, *key, *why; /* key NULL: nothing to find */
        bool fatal;
    } rows[] = {
        {"vdbergh", "", NULL, NULL, false},
        {"constriction", "", NULL, NULL, false},
        {"fips", "", NULL, NULL, false},
        {"fips", "topology=von-neumann particles=12", NULL, NULL, false},
        {"spso-2011", "", NULL, NULL, false},
        {"vdbergh", "inertia=0.95", "inertia",
         "the swarm's spread does not shrink: with this value cognitive + social = 2.99236 must be below 24 (1 - w^2) / (7 - 5 "
         "w) = "
         "1.04 (Poli 2009)",
         false},
        {"vdbergh", "inertia=1", "inertia", "the swarm never settles: it does so only between -1 and 1", false},
        {"vdbergh", "inertia=-0.5", "inertia",
         "the swarm never settles: with this value cognitive + social = 2.99236 must be above 0 and below 4 (1 + w) = 2", false},
        {"shi-eberhart", "inertia_end=0.8", "inertia_end",
         "the swarm's spread does not shrink: with this value cognitive + social = 4 must be below 24 (1 - w^2) / (7 - 5 w) = "
         "2.88 "
         "(Poli 2009)",
         false},
        {"spso-2011", "inertia=0.9", "inertia",
         "the swarm's spread does not shrink: with this value cognitive + social = 2.3863 must be below 9 (1 - w^2) / (2 - w) = "
         "1.55455 (Poli 2009)",
         false},
        {"fips", "coefficients=inertia inertia=0.9", "inertia",
         "the swarm's spread does not shrink: with this value cognitive + social = 2.99236 must be below "
         "12 K (1 - w^2) / (1 + w + 3 K (1 - w)), K informants = 1.824 (Poli 2009)",
         false},
        {"constriction", "phi1=2", "phi1",
         "the swarm's spread does not shrink: with this value chi (phi1 + phi2) = 3.24 must be below 24 (1 - w^2) / (7 - 5 w) = "
         "2.88 (Poli 2009)",
         false},
        {"constriction", "phi1=1.95", "phi1", "phi1 + phi2 = 4 must be above 4", true},
        {"vdbergh", "phi1=1", NULL, NULL, false},
        {"vdbergh", "topology=von-neumann particles=17", "particles",
         "is a prime number: the von Neumann torus has one row, which is a ring", false},
        {"vdbergh", "particles=17", NULL, NULL, false},
        {"vdbergh", "population=adaptive particles=255", NULL, NULL, false},
        {"vdbergh", "population=adaptive particles=300", "particles",
         "must be less than particles_max = 256, or the swarm keeps its size where population = adaptive", false},
        {"exemplars", "", NULL, NULL, false},
        {"vdbergh", "metric=decisions", NULL, NULL, false}, /* that it is ignored, its row says */
        {"fips", "leader=quarter", NULL, NULL, false},
        {"spso-2011", "leader=quarter exemplar=quarter", NULL, NULL, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        PsoOptions o = swarm_options(rows[i].preset, rows[i].settings);
        Finding finding[FINDINGS_MAX];
        int n = optimiser_pso.check(&o, finding);
        if (n != (rows[i].key != NULL)) fail_msg("%s %s: %d findings", rows[i].preset, rows[i].settings, n);
        if (n == 0) continue;
        assert_string_equal(finding[0].key, rows[i].key);
        assert_string_equal(finding[0].why, rows[i].why);
        assert_int_equal(finding[0].fatal, rows[i].fatal);
    }
}

TESTS(NULL, NULL)
