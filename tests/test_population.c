/* test_population.c. Swarms whose size follows their progress. */
#include "optim/optim.h"
#include "optim/pso/swarm.h"
#include "tests/helpers.h"
#include "tests/live.h"

static const double low[2] = {-1, -1}, high[2] = {1, 1};
static const char *const names[2] = {"a", "b"};
static const Space space = {.dim = 2, .lo = low, .hi = high, .names = names};

static void *swarm(const char *topology, const char *domain, int most)
{
    PsoOptions o;
    param_defaults(optimiser_pso.params, &o);
    OWNED char *settings =
        text_new("particles=8 population=adaptive particles_max=%d topology=%s domain=%s", most, topology, domain);
    set_options(optimiser_pso.params, &o, settings);
    return optimiser_pso.create(&o, &space, 3);
}

/* One iteration, in which candidate i has the fitness base + (i % 3) * spread; returns its candidates. */
static int iterate(void *self, double base, double spread)
{
    Candidate c[64];
    Verdict v[64];
    const Pso *s = self;
    const int n = optimiser_pso.ask(self, c);
    assert_true(n <= optimiser_pso.candidates(self) && n == s->o.particles);
    for (int i = 0; i < n; i++) {
        assert_true(c[i].incumbent == i && c[i].x[0] >= -1 && c[i].x[0] <= 1 && c[i].x[1] >= -1 && c[i].x[1] <= 1);
        v[i] = (Verdict){.better = true};
        stats_add(&v[i].sample.fitness, base + (i % 3) * spread);
        stats_add(&v[i].sample.score, base + (i % 3) * spread);
    }
    assert_true(optimiser_pso.tell(self, v, n, 0));
    return n;
}

/* Without progress 8, 16, 32, at most 40; with it 32 = 4 x floor(0.84 x 10), 24, .., and never below 8. */
TEST(test_size)
{
    static const char *const topologies[] = {"global", "ring", "von-neumann", "random"};
    for (int k = 0; k < 8; k++) {
        void *self = swarm(topologies[k / 2], k % 2 == 0 ? "box" : "sphere", 40);
        int base = 0;
        static const int grows[] = {8, 16, 32, 40, 40}, shrinks[] = {40, 32, 24, 20, 16, 12, 8, 8};
        for (int i = 0; i < 5 * 4; i++) assert_int_equal(iterate(self, 0, 1), grows[i / 5]);
        for (int i = 0; i < 5 * 8; i++) assert_int_equal(iterate(self, 10 * base++, 1), shrinks[i / 5]);
        optimiser_pso.destroy(self);
    }
}

/* What shrinks keeps its best. */
TEST(test_shrinking)
{
    void *self = swarm("random", "box", 40);
    const Pso *s = self;
    const Archive *own = optimiser_pso.archive(self);
    for (int i = 0; i < 47; i++) {
        iterate(self, i < 15 ? 0 : i, 1);
        for (int k = 0; k < own->n; k++) assert_true((own->sample[k].fitness.n > 0) <= (k < s->o.particles));
    }
    optimiser_pso.destroy(self);
}

/* What was saved at any moment goes on the same. */
TEST(test_state)
{
    void *self = swarm("random", "box", 40);
    for (int i = 0; i < 47; i++) {
        iterate(self, i < 15 ? 0 : i, 1);
        if (i % 3 != 0) continue;
        OWNED char *saved = state_save(optimiser_pso.serialise, self);
        void *other = swarm("random", "box", 40), *third = swarm("random", "box", 40);
        state_load(optimiser_pso.serialise, other, saved);
        assert_true(state_hash(optimiser_pso.serialise, self) == state_hash(optimiser_pso.serialise, other));
        for (int more = 0; more < 12; more++) assert_true(iterate(other, 0, 1) > 0);
        state_load(optimiser_pso.serialise, third, saved);
        for (int more = 0; more < 12; more++) assert_true(iterate(third, 0, 1) > 0);
        assert_true(state_hash(optimiser_pso.serialise, third) == state_hash(optimiser_pso.serialise, other));
        state_load(optimiser_pso.serialise, other, saved);
        assert_true(state_hash(optimiser_pso.serialise, self) == state_hash(optimiser_pso.serialise, other));
        optimiser_pso.destroy(other);
        optimiser_pso.destroy(third);
    }
    optimiser_pso.destroy(self);
}

TESTS(NULL, NULL)
