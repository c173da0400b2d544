/* test_stats.c. Mathematics with the same bits everywhere, and test functions by hand. */
#include "base/quantity.h"
#include "base/real.h"
#include "base/real_own.h"
#include "base/stats.h"
#include "tests/helpers.h"

#include <float.h>

/* ---- real ---- */

/* The bits of Debian's SLEEF; each within 1 ulp of the true value (mpmath, 50 digits), which exp(1) shows: ...69 is nearer. */
TEST(test_real_bits)
{
    static const struct {
        double (*f)(double), x;
        uint64_t bits;
    } rows[] = {{real_log, 0.1, 0xc0026bb1bbb55515},        {real_log, 3, 0x3ff193ea7aad030b},
                {real_log, 1e-300, 0xc085963447f87fb5},     {real_log, 12345.678, 0x4022d79559791e31},
                {real_log10, 0.1, 0xbff0000000000000},      {real_log10, 2, 0x3fd34413509f79ff},
                {real_log10, 1e300, 0x4072c00000000000},    {real_log10, 12345.678, 0x40105db618083a9e},
                {real_exp, -700, 0x00d14f2b0fb9307f},       {real_exp, -1, 0x3fd78b56362cef38},
                {real_exp, 1, 0x4005bf0a8b14576a},          {real_exp, 10.5, 0x40e1bb7015e84d3b},
                {real_sin, 0.5, 0x3fdeaee8744b05f0},        {real_sin, -30, 0x3fef9df47f1c903d},
                {real_sin, 1000000.25, 0xbfbb7bbd56f648b8}, {real_cos, 3, 0xbfefae04be85e5d2},
                {real_cos, 1e5, 0xbfeffac3841b3da7},        {real_cos, 1000000.25, 0x3fefd0a79db83ee8}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_int_equal(bits_of(rows[i].f(rows[i].x)), rows[i].bits);
    assert_true(real_log(1) == 0 && real_log(0) == -HUGE_VAL && real_exp(0) == 1 && real_exp(-800) == 0 && real_cos(0) == 1);
}

static double any_bits(Rng *r)
{
    const uint64_t bits = (uint64_t)rng_u32(r) << 32 | rng_u32(r);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* What stands in for SLEEF where that is not: all bits alike, on numbers as they come, on bits of any kind and on special values.
 * Angles of 1e14 or more are not known. */
TEST(test_own_is_the_same)
{
    static const double special[] = {0,         -0.0,      1,          -1,      0.75,    1.5,      15,        -15,
                                     0x1p-1074, 0x1p-1022, -0x1p-1022, 709.5,   709.79,  -708.5,   -745.2,    14.999999999999998,
                                     -1000,     -1001,     9.9e13,     REAL_PI, DBL_MAX, HUGE_VAL, -HUGE_VAL, NAN};
    static const struct {
        double (*own)(double), (*sleef)(double), lo, hi;
        bool angle;
    } rows[] = {{own_log, real_log, 0, 10, false},
                {own_log10, real_log10, 0, 10, false},
                {own_exp, real_exp, -750, 720, false},
                {own_sin, real_sin, -15, 15, true},
                {own_cos, real_cos, -15, 15, true}};
    const int times = samples(1000000);
    Rng r;
    rng_seed(&r, 5, 6);
    for (size_t k = 0; k < LENGTH(rows); k++)
        for (int i = 0; i < 3 * times + (int)LENGTH(special); i++) {
            double x = i % 3 == 0   ? rng_between(&r, rows[k].lo, rows[k].hi)
                       : i % 3 == 1 ? any_bits(&r)
                                    : rng_between(&r, -1e6, 1e6);
            if (i >= 3 * times) x = special[i - 3 * times];
            if (rows[k].angle && fabs(x) >= 1e14) continue;
            const double own = rows[k].own(x), sleef = rows[k].sleef(x);
            if (isnan(own) ? !isnan(sleef) : bits_of(own) != bits_of(sleef)) fail_msg("function %zu of %.17g", k, x);
        }
    assert_true(isnan(own_cos(1e14)) && isnan(own_sin(-1e300)));
}

/* Everywhere as near to the C library's as two errors of 1 ulp allow. */
TEST(test_real_is_accurate)
{
    Rng r;
    rng_seed(&r, 5, 5);
    for (int i = 0; i < 10000; i++) {
        double x = rng_between(&r, -50, 50), positive = exp(x), limit = 4 * 0x1p-53;
        assert_near(real_exp(x) / positive, 1, limit);
        assert_near(real_log(positive), log(positive), limit * (1 + fabs(x)));
        assert_near(real_log10(positive), log10(positive), limit * (1 + fabs(x)));
        assert_near(real_sin(x), sin(x), limit);
        assert_near(real_cos(x), cos(x), limit);
    }
}

TEST(test_scale_log)
{
    assert_true(scale_log(SCALE_COUNT, 0) == 0);
    assert_near(scale_log(SCALE_COUNT, 99), 4.605170185988092, 1e-15); /* ln 100 */
    assert_true(scale_log(SCALE_ERROR, -1) == 0);
    assert_near(scale_log(SCALE_ERROR, -1000), -3, 1e-15);
    assert_near(scale_log(SCALE_ERROR, -1e-12), 12, 1e-14);
    assert_true(scale_log(SCALE_ERROR, 0) == 300 && scale_log(SCALE_ERROR, -1e-305) == 300);
    assert_true(scale_log(SCALE_COUNT, 5) < scale_log(SCALE_COUNT, 6));
    assert_true(scale_log(SCALE_ERROR, -5) > scale_log(SCALE_ERROR, -6));
}

/* ---- stats ---- */

static Stats stats_of(const double *x, int n)
{
    Stats s = {0};
    for (int i = 0; i < n; i++) stats_add(&s, x[i]);
    return s;
}

/* 4, 7, 13, 16 have mean 10 and variance 30 (hand count); so have they far from 0, where sums of squares lose all digits. */
TEST(test_welford)
{
    static const double offset[] = {0, 1e6, 1e9, -1e9, 1e12};
    for (size_t i = 0; i < LENGTH(offset); i++) {
        double x[] = {offset[i] + 4, offset[i] + 7, offset[i] + 13, offset[i] + 16};
        Stats s = stats_of(x, 4);
        assert_int_equal(s.n, 4);
        assert_true(s.mean == offset[i] + 10);
        assert_near(stats_sd(&s), sqrt(30), 1e-3 * (offset[i] > 1e11) + 1e-7);
        assert_near(stats_sem(&s), sqrt(30) / 2, 1e-3 * (offset[i] > 1e11) + 1e-7);
    }
    Stats long_one = {0};
    for (int i = 0; i < 1000000; i++) stats_add(&long_one, 1e9 + (i % 2)); /* variance 1/4 n / (n - 1) */
    assert_near(long_one.mean, 1e9 + 0.5, 1e-5);
    assert_near(stats_sd(&long_one), 0.50000025, 1e-6);
}

/* Means, standard deviations, standard errors and half 95 % intervals by scipy 1.10.1: numpy.mean(x), scipy.stats.tstd(x),
 * scipy.stats.sem(x), (hi - lo) / 2 of scipy.stats.t.interval(0.95, n - 1, loc=mean, scale=sem). The second set lies 1e9 from 0,
 * where a sum of squares has no digit left; in the third what counts cancels 15 digits above it. */
TEST(test_scipy)
{
    static const double plays[] = {0, 0, 3, 17, 250, 251, 252, 1000, 4096, 1e6};
    static const double far[] = {1e9 + 0.125,  1e9 + 0.25,   1e9 + 0.5, 1e9 + 0.0625, 1e9 + 0.1875, 1e9 + 0.375,
                                 1e9 + 0.4375, 1e9 + 0.3125, 1e9,       1e9 + 0.5,    1e9 + 0.25,   1e9 + 0.125};
    static const double cancel[] = {1e15, 1, -1e15, 2, 1e15, 3, -1e15, 4}, alike[] = {5, 5, 5, 5, 5, 5, 5, 7};
    static const struct {
        const double *x;
        int n;
        double mean, sd, sem, ci95, precision;
    } rows[] = {{plays, 10, 100586.9, 316024.03600621194, 99935.57491386915, 226069.97660404805, 1e-10},
                {far, 12, 1000000000.2604166, 0.16819845331325559, 0.04855471114884341, 0.10686814785003662, 1e-6},
                {cancel, 8, 1.25, 755928946018454.5, 267261241912424.38, 631972413981248.9, 1e-10},
                {alike, 8, 5.25, 0.7071067811865476, 0.25, 0.5911560627525745, 1e-10}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Stats s = stats_of(rows[i].x, rows[i].n);
        assert_near(s.mean, rows[i].mean, 1e-15 * fabs(rows[i].x[0]) + 1e-9);
        assert_near(stats_sd(&s) / rows[i].sd, 1, rows[i].precision);
        assert_near(stats_sem(&s) / rows[i].sem, 1, rows[i].precision);
        assert_near(stats_ci95(&s) / rows[i].ci95, 1, rows[i].precision + 1e-9);
    }
}

/* Cut anywhere and joined, it is the whole; forgotten by a share, it is as if there had been fewer alike. */
TEST(test_join_and_forget)
{
    static const double x[] = {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16, 1e9 - 1};
    Stats whole = stats_of(x, 5);
    for (int cut = 0; cut <= 5; cut++) {
        Stats s = stats_of(x, cut), rest = stats_of(x + cut, 5 - cut);
        stats_join(&s, &rest);
        assert_int_equal(s.n, 5);
        assert_near(s.mean, whole.mean, 1e-6);
        assert_near(stats_sd(&s), stats_sd(&whole), 1e-6);
    }
    Stats twice = whole;
    stats_join(&twice, &whole);
    assert_true(twice.n == 10 && twice.mean == whole.mean && twice.m2 == 2 * whole.m2);
    stats_forget(&twice, 0.5);
    assert_memory_equal(&twice, &whole, sizeof whole);
    stats_forget(&twice, 0.3); /* 1.5 values are 2 */
    assert_true(twice.n == 2 && twice.mean == whole.mean);
    assert_near(twice.m2, whole.m2 * 2 / 5, 1e-9);
    stats_forget(&twice, 1);
    assert_int_equal(twice.n, 2);
    stats_forget(&twice, 0.2);
    assert_true(twice.n == 0 && twice.mean == 0 && twice.m2 == 0);
}

TEST(test_few_values)
{
    double one[] = {7}, five[] = {1, 2, 3, 4, 5};
    Stats none = {0}, s = stats_of(one, 1), t = stats_of(five, 5);
    assert_true(stats_sd(&none) == 0 && stats_sem(&none) == 0 && stats_ci95(&none) == HUGE_VAL);
    assert_true(s.mean == 7 && stats_sd(&s) == 0 && stats_sem(&s) == 0 && stats_ci95(&s) == HUGE_VAL);
    assert_near(stats_ci95(&t), 2.7764451051977987 * sqrt(0.5), 1e-9); /* sd^2 = 2.5, so sem^2 = 0.5; t with 4 degrees */
}

/* 0.975 quantiles by mpmath (40 digits; scipy's t.ppf agrees to 3e-10). The expansion leaves out 1.7e-6 at df = 31. */
TEST(test_t975)
{
    static const struct {
        int64_t df;
        double t;
    } rows[] = {{1, 12.706204736174705},     {2, 4.3026527297494639},  {5, 2.5705818356363155},   {10, 2.2281388519862747},
                {29, 2.0452296421327043},    {30, 2.0422724563012383}, {31, 2.0395134463964085},  {32, 2.036933343460102},
                {40, 2.0210753903062734},    {60, 2.0002978220142605}, {100, 1.9839715185235523}, {1000, 1.9623390808264085},
                {100000, 1.9599877075346096}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_near(stats_t975(rows[i].df), rows[i].t, rows[i].df > 30 ? 2e-6 : 1e-9);
    for (int df = 1; df < 200; df++) assert_true(stats_t975(df) > stats_t975(df + 1));
    assert_near(stats_t975(INT64_MAX), 1.959963984540054, 1e-12); /* the normal distribution's */
}

/* Type 7 of Hyndman & Fan: R's quantile(x, p). */
TEST(test_quantiles)
{
    double x[] = {4, 1, 3, 2}, ties[] = {2, 5, 2, 2}, one[] = {-3};
    stats_sort(x, 4);
    for (int i = 0; i < 4; i++) assert_true(x[i] == i + 1);
    assert_true(stats_quantile(x, 4, 0) == 1 && stats_quantile(x, 4, 1) == 4 && stats_quantile(x, 4, 0.5) == 2.5);
    assert_true(stats_quantile(x, 4, 0.25) == 1.75 && stats_quantile(x, 4, 0.75) == 3.25);
    stats_sort(ties, 4);
    assert_true(stats_quantile(ties, 4, 0.5) == 2 && stats_quantile(ties, 4, 2.0 / 3) == 2);
    assert_near(stats_quantile(ties, 4, 0.9), 4.1, 1e-12); /* at 2.7: 2 + 0.7 x 3 */
    assert_true(stats_quantile(one, 1, 0) == -3 && stats_quantile(one, 1, 0.5) == -3 && stats_quantile(one, 1, 1) == -3);
}

/* Ties: numpy 1.24.2, numpy.quantile(x, p), its default method; scipy 1.10.1's mquantiles(x, p, 1, 1) says the same. */
TEST(test_quantiles_of_ties)
{
    static const double p[] = {0, 0.05, 0.1, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 0.9, 0.95, 1};
    static const struct {
        int n;
        double x[10], q[11];
    } rows[] = {{4, {1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
                {4, {2, 5, 2, 2}, {2, 2, 2, 2, 2, 2, 2, 2.75, 4.1, 4.55, 5}},
                {10, {9, 0, 3, 0, 3, 0, 3, 0, 9, 0}, {0, 0, 0, 0, 0, 1.5, 3, 3, 9, 9, 9}},
                {7, {1, 0, -1, 0, 1, 0, -1}, {-1, -1, -1, -0.5, 0, 0, 0, 0.5, 1, 1, 1}}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double x[10];
        memcpy(x, rows[i].x, sizeof x);
        stats_sort(x, rows[i].n);
        for (size_t k = 0; k < LENGTH(p); k++) assert_near(stats_quantile(x, rows[i].n, p[k]), rows[i].q[k], 1e-12);
    }
}

/* ---- test functions ---- */

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
