/* test_swarms.c. Several swarms that share a budget: each goes its own way, and the better half goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "optim/optim.h"
#include "optim/pso_neighbours.h"
#include "optim/pso_swarm.h"
#include "tests/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double low[2] = {-1, -1}, high[2] = {1, 1};
static const char *const names[2] = {"a", "b"};
static const Space space = {.dim = 2, .lo = low, .hi = high, .names = names};

enum { SIZE = 6, MOST = 8 * SIZE };

static void *make(int swarms, const char *const (*set)[2], int sets)
{
    static PsoOptions o;
    char why[PARAM_WHY_MAX];
    param_defaults(optimiser_pso.params, &o);
    o.particles = SIZE;
    o.swarms = swarms;
    for (int i = 0; i < sets; i++)
        assert_true(param_set(param_find(optimiser_pso.params, set[i][0]), &o, set[i][1], why, sizeof why));
    return optimiser_pso.create(&o, &space, 3);
}

/* Ways to be informed and to move. */
static const char *const ways[][1][2] = {
    {{"topology", "global"}},         {{"topology", "ring"}},    {{"topology", "von-neumann"}},
    {{"topology", "random"}},         {{"leader", "half"}},      {{"domain", "sphere"}},
    {{"update_order", "sequential"}}, {{"compare", "shrunken"}}, {{"memory", "3"}},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* A bowl. */
static double fitness_of(const double *x)
{
    return -(x[0] - 0.3) * (x[0] - 0.3) - (x[1] + 0.2) * (x[1] + 0.2);
}

/* One iteration; bonus (swarms) is added to the fitness of the particles of a swarm. */
static void iterate(void *self, const double *bonus, double spent)
{
    Candidate c[MOST];
    Verdict v[MOST];
    const Pso *s = self;
    for (bool complete = false; !complete;) {
        const int n = optimiser_pso.ask(self, c);
        assert_in_range(n, 1, optimiser_pso.candidates(self));
        for (int i = 0; i < n; i++) {
            const double y = fitness_of(c[i].x) + bonus[c[i].incumbent / SIZE];
            v[i] = (Verdict){.better = y > archive_fitness(&s->own.sample[c[i].incumbent])};
            stats_add(&v[i].sample.fitness, y);
            stats_add(&v[i].sample.score, y);
        }
        complete = optimiser_pso.tell(self, v, n, spent);
    }
}

static int moving(const void *self)
{
    return ((const Pso *)self)->swarms;
}

/* 8 swarms: 4 after a quarter of the budget, 2 after half, 1 after three quarters; 3 swarms: 2 after a third, 1 after two. */
static void test_halving(void **state)
{
    (void)state;
    static const double none[8] = {0};
    static const struct {
        int swarms;
        double spent;
        int left;
    } at[] = {{8, 0, 8},    {8, 0.24, 8}, {8, 0.25, 4}, {8, 0.5, 2}, {8, 0.74, 2}, {8, 0.75, 1}, {8, 1, 1},
              {3, 0.33, 3}, {3, 0.34, 2}, {3, 0.67, 1}, {2, 0.5, 1}, {1, 0.5, 1},  {5, 0.6, 2}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        void *self = make(at[i].swarms, NULL, 0);
        assert_int_equal(optimiser_pso.candidates(self), at[i].swarms * SIZE);
        iterate(self, none, 0);
        assert_int_equal(moving(self), at[i].swarms);
        iterate(self, none, at[i].spent);
        assert_int_equal(moving(self), at[i].left);
        Candidate c[MOST];
        if (i > 0) assert_int_equal(optimiser_pso.ask(self, c), at[i].left * SIZE);
        optimiser_pso.destroy(self);
    }
}

/* Those with the best own bests go on, in their order, and take their positions with them; what the others found stays in the
 * archive, every own best once. */
static void test_better_half(void **state)
{
    (void)state;
    static const double bonus[8] = {0, 7, 3, 5, 1, 9, 2, 4}, after[4] = {7, 5, 9, 4};
    void *self = make(8, ways[1], 1);
    Pso *s = self;
    for (int i = 0; i < 3; i++) iterate(self, bonus, 0);
    double best[MOST], kept[MOST];
    for (int i = 0; i < MOST; i++) best[i] = archive_fitness(&s->own.sample[i]);
    iterate(self, bonus, 0.3);
    assert_int_equal(moving(self), 4);
    for (int i = 0; i < 4 * SIZE; i++) {
        const double *x = s->own.x + 2 * i;
        assert_true(archive_fitness(&s->own.sample[i]) == fitness_of(x) + after[i / SIZE]);
    }
    for (int i = 0; i < MOST; i++) kept[i] = archive_fitness(&s->own.sample[i]);
    stats_sort(best, MOST);
    stats_sort(kept, MOST);
    for (int i = 0; i < MOST; i++) assert_true(kept[i] >= best[i]);
    assert_true(kept[0] < 1 && kept[MOST - 1] > 8); /* of swarms 0 and 5 */
    optimiser_pso.destroy(self);
}

/* A swarm is informed by its own particles alone. */
static void test_apart(void **state)
{
    (void)state;
    for (int k = 0; k < WAYS; k++) {
        void *self = make(4, ways[k], 1);
        Pso *s = self;
        static const double none[4] = {0};
        iterate(self, none, 0);
        for (int i = 0; i < 4 * SIZE; i++) {
            int n = 0;
            for (int m = pso_informant_after(s, i, -1); m >= 0; m = pso_informant_after(s, i, m), n++)
                assert_int_equal(m / SIZE, i / SIZE);
            assert_in_range(n, 1, SIZE);
        }
        pso_look(s);
        for (int i = 0; i < 4 * SIZE; i++) assert_int_equal(pso_best_informant(s, i) / SIZE, i / SIZE);
        optimiser_pso.destroy(self);
    }
}

/* What the fitness of one swarm is does not matter to the course of another, but through the numbers that are drawn: with a
 * topology that draws none, it does not matter at all. */
static void test_independent(void **state)
{
    (void)state;
    static const double one[4] = {0, 0, 0, 0}, two[4] = {0, 5, -5, 50};
    void *a = make(4, ways[1], 1), *b = make(4, ways[1], 1);
    const Pso *s = a, *t = b;
    for (int i = 0; i < 20; i++) {
        iterate(a, one, 0);
        iterate(b, two, 0);
        assert_memory_equal(s->x, t->x, MOST / 2 * 2 * sizeof(double));
    }
    optimiser_pso.destroy(a);
    optimiser_pso.destroy(b);
}

/* What was saved at any moment, before and after swarms have stopped, ends the same. */
static void test_state(void **state)
{
    (void)state;
    enum { ITERATIONS = 12 };
    static const double none[8] = {0};
    for (int k = 0; k < WAYS; k++) {
        void *self = make(8, ways[k], 1);
        uint64_t end = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            char *saved = walk_save(optimiser_pso.walk, self);
            void *other = make(8, ways[k], 1);
            walk_load(optimiser_pso.walk, other, saved);
            assert_true(walk_hash(optimiser_pso.walk, self) == walk_hash(optimiser_pso.walk, other));
            for (int more = i; more < ITERATIONS; more++) iterate(other, none, (more + 1) / (double)ITERATIONS);
            if (i == 0) end = walk_hash(optimiser_pso.walk, other);
            assert_true(walk_hash(optimiser_pso.walk, other) == end && moving(other) == 1);
            iterate(self, none, (i + 1) / (double)ITERATIONS);
            optimiser_pso.destroy(other);
            free(saved);
        }
        assert_true(walk_hash(optimiser_pso.walk, self) == end);
        optimiser_pso.destroy(self);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halving),     cmocka_unit_test(test_better_half), cmocka_unit_test(test_apart),
        cmocka_unit_test(test_independent), cmocka_unit_test(test_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
