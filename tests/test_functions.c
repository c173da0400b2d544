/* test_functions.c. Test functions by hand: the values that the literature gives them. */
#include "eval/objective.h"
#include "registry.h"
#include "tests/helpers.h"

static const Function *function(const char *name)
{
    for (const Function *const *f = registry_functions; *f != NULL; f++)
        if (strcmp((*f)->name, name) == 0) return *f;
    fail_msg("no function is called %s", name);
    return NULL;
}

/* By hand, from the definitions of the literature and Molga & Smutnicki 2005. */
TEST(test_function_values)
{
    static const double pi = 3.14159265358979323846;
    const struct {
        const char *name;
        int dim;
        double z[3], value;
    } rows[] = {
        {"sphere", 3, {1, 2, -3}, 14},
        {"rosenbrock", 2, {0, 0}, 1},
        {"rosenbrock", 2, {-1, 1}, 4},
        {"rosenbrock", 2, {2, 3}, 101},         /* 100 (3 - 4)^2 + (1 - 2)^2 */
        {"rosenbrock", 3, {1, 2, 3}, 201},      /* 100 (2 - 1)^2 + 0 + 100 (3 - 4)^2 + 1 */
        {"rosenbrock", 1, {5}, 0},              /* an empty sum */
        {"rastrigin", 2, {1, -1}, 2},           /* the grid: only the squares are left */
        {"rastrigin", 1, {0.5}, 20.25},         /* 1/4 + 10 + 10 */
        {"rastrigin", 2, {0.25, 0}, 10.0625},   /* 1/16 + 10 */
        {"ackley", 1, {1}, 3.6253849384403627}, /* 20 (1 - exp(-0.2)) */
        {"ackley", 2, {1, 1}, 3.6253849384403627},
        {"ackley", 1, {0.5}, 4.253654026568412},                            /* 20 (1 - exp(-0.1)) + e - 1/e */
        {"griewank", 1, {pi}, 2.002467401100272},                           /* pi^2 / 4000 + 1 + 1 */
        {"griewank", 2, {0, pi * 1.4142135623730951}, 2.004934802200545},   /* 2 pi^2 / 4000 + 1 + 1 */
        {"griewank", 2, {pi, pi * 1.4142135623730951}, 0.0074022033008168}, /* 3 pi^2 / 4000 - 1 + 1 */
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double value = function(rows[i].name)->value(rows[i].z, rows[i].dim);
        assert_near(value, rows[i].value, 1e-12);
    }
}

/* 0 at the optimum, to the last bits; above it all around. */
TEST(test_function_optimum)
{
    Rng r = rng_from(3);
    for (const Function *const *each = registry_functions; *each != NULL; each++)
        for (int dim = 2; dim <= 30; dim += 7) {
            const Function *f = *each;
            double z[30], at = strcmp(f->name, "rosenbrock") == 0 ? 1 : 0;
            for (int j = 0; j < dim; j++) z[j] = at;
            double value = f->value(z, dim);
            assert_true(value >= 0);
            assert_near(value, 0, 1e-14);
            for (int k = 0; k < 100; k++) {
                for (int j = 0; j < dim; j++) z[j] = at + rng_between(&r, -0.01, 0.01);
                assert_true(f->value(z, dim) > 1e-9);
            }
        }
}

/* Of the definition: s_j = 0.4 B sin(j), j = 1 .. d, in the box [-B, B]. */
TEST(test_function_problem)
{
    static const double half_width[] = {100, 30, 5.12, 32, 600};
    static const char *const name[] = {"sphere", "rosenbrock", "rastrigin", "ackley", "griewank"};
    for (size_t i = 0; i < LENGTH(name); i++) {
        CLOSED(function_free) FunctionProblem p;
        function_make(&p, function(name[i]), 12);
        assert_int_equal(p.dim, 12);
        for (int j = 0; j < 12; j++) {
            OWNED char *expected = text_new("x%d", j + 1);
            assert_near(p.shift[j], 0.4 * half_width[i] * sin(j + 1), 1e-12);
            assert_true(p.lo[j] == -half_width[i] && p.hi[j] == half_width[i]);
            assert_string_equal(p.names[j], expected);
        }
        Objective o = objective_function(&p);
        assert_true(o.units->scale == SCALE_ERROR && o.units->unit_cost && !o.units->noisy);
        assert_true(o.space.dim == 12 && o.space.lo == p.lo && o.space.names == p.names);
        assert_string_equal(o.name, name[i]);
    }
    assert_null(registry_functions[LENGTH(name)]);
}

TESTS(NULL, NULL)
