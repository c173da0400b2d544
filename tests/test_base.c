/* test_base.c. The room base: random numbers, mathematics, statistics, parameters, hashes, jobs, batches, walks. */
#include "base/condition.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/mem.h"
#include "base/noun.h"
#include "base/param.h"
#include "base/real.h"
#include "base/record.h"
#include "base/rng.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/trial.h"
#include "base/visit.h"
#include "tests/aborts.h"
#include "tests/helpers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* ---- rng ---- */

/* Published outputs of the demonstration program of pcg-c-basic (O'Neill 2014), seed 42, stream 54. */
static void test_pcg_reference(void **state)
{
    (void)state;
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    Rng r;
    rng_seed(&r, 42, 54);
    for (size_t i = 0; i < LENGTH(expected); i++) assert_int_equal(rng_u32(&r), expected[i]);
}

static void test_jump_equals_stepping(void **state)
{
    (void)state;
    static const uint64_t steps[] = {0, 1, 2, 3, 7, 64, 1000, 12345};
    for (size_t i = 0; i < LENGTH(steps); i++) {
        Rng start, walked, jumped;
        rng_seed(&start, 1234 + i, i);
        walked = jumped = start;
        for (uint64_t k = 0; k < steps[i]; k++) rng_u32(&walked);
        rng_jump(&jumped, steps[i]);
        assert_true(jumped.state == walked.state && jumped.inc == start.inc);
        rng_jump(&jumped, -steps[i]); /* 2^64 - k: back by k */
        assert_true(jumped.state == start.state);
    }
}

/* Far jumps add up; a stream has 2^64 numbers, so 2^64 - 1 steps forward are one back. */
static void test_jump_far(void **state)
{
    (void)state;
    Rng one, two;
    rng_seed(&one, 9, 9);
    two = one;
    rng_jump(&one, 0x123456789abcdef0);
    rng_jump(&one, 0xfedcba9876543210);
    rng_jump(&two, 0x123456789abcdef0 + 0xfedcba9876543210);
    assert_true(one.state == two.state);
    uint64_t before = one.state;
    rng_u32(&one);
    rng_jump(&one, UINT64_MAX);
    assert_true(one.state == before);
}

/* The definition, in 64 bits: draws below 2^32 mod bound are thrown away. */
static uint32_t below(Rng *r, uint64_t bound)
{
    for (;;) {
        uint64_t draw = rng_u32(r);
        if (draw >= ((uint64_t)1 << 32) % bound) return (uint32_t)(draw % bound);
    }
}

static void test_below(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {1, 2, 3, 7, 10, 1000, 1u << 31, (1u << 31) + 1, 3u << 30, UINT32_MAX};
    for (size_t i = 0; i < LENGTH(bounds); i++) {
        Rng r, again;
        rng_seed(&r, i, 7);
        again = r;
        for (int k = 0; k < 1000; k++) {
            uint32_t drawn = rng_below(&r, bounds[i]);
            assert_true(drawn < bounds[i]);
            assert_int_equal(drawn, below(&again, bounds[i]));
        }
        assert_true(r.state == again.state);
    }
}

/* The state 0 gives the number 0, which must be thrown away for bounds that do not divide 2^32. */
static void test_below_rejects(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {1, 2, 3, 1u << 31, UINT32_MAX};
    static const bool rejects[] = {false, false, true, false, true};
    for (size_t i = 0; i < LENGTH(bounds); i++) {
        Rng r = {.state = 0, .inc = 0x9e3779b97f4a7c15}, once = r, twice = r;
        assert_int_equal(rng_u32(&once), 0);
        rng_u32(&twice);
        rng_u32(&twice);
        rng_below(&r, bounds[i]);
        assert_true(r.state == (rejects[i] ? twice : once).state);
    }
}

/* Without rejection half of the draws below 3/4 of 2^32 would fall into the first third. 5 sd of a binomial: 408. */
static void test_below_is_unbiased(void **state)
{
    (void)state;
    int third[3] = {0};
    Rng r;
    rng_seed(&r, 1, 1);
    for (int i = 0; i < 30000; i++) third[rng_below(&r, 3u << 30) >> 30]++;
    for (int i = 0; i < 3; i++) assert_near(third[i], 10000, 408);
}

/* 53 bits, 27 of the first draw and 26 of the second (as genrand_res53 of Matsumoto & Nishimura puts them together). */
static void test_real(void **state)
{
    (void)state;
    Rng r, again;
    Stats s = {0};
    rng_seed(&r, 3, 4);
    again = r;
    for (int i = 0; i < 100000; i++) {
        double x = rng_real(&r), high = rng_u32(&again) >> 5, low = rng_u32(&again) >> 6;
        assert_true(x >= 0 && x < 1);
        assert_true(x == (high * 67108864.0 + low) / 9007199254740992.0);
        stats_add(&s, x);
    }
    assert_near(s.mean, 0.5, 5 * 0.2887 / sqrt(1e5));
    assert_near(stats_sd(&s), sqrt(1.0 / 12), 0.005);
    for (int i = 0; i < 1000; i++) {
        double x = rng_between(&r, -3, 5);
        assert_true(x >= -3 && x < 5);
    }
}

/* Seed 42, stream 54: within a few units of the last place of an independent transcription (Python, mpmath with 40 digits); and
 * the bits, which are the same everywhere. */
static void test_normal_is_frozen(void **state)
{
    (void)state;
    static const double expected[] = {-0.20309084013510794619, -0.0091386010772080811215, 0.67867320108579870215,
                                      1.0986189129628098281,   0.50472159791829850236,    -0.2501093170390682942};
    uint64_t hash = HASH_START;
    Rng r;
    rng_seed(&r, 42, 54);
    for (size_t i = 0; i < LENGTH(expected); i++) {
        double x = rng_normal(&r);
        assert_near(x, expected[i], 1e-15);
        hash = hash_u64(hash, bits_of(x));
    }
    assert_int_equal(hash, 0x2f58ab3aebce3c77);
}

/* The first four moments and what lies within 1, 2 and 3 standard deviations: 0, 1, 0, 3; 68.27, 95.45, 99.73 %; each to 5
 * standard errors. Neighbours are independent; every call takes four draws, whatever came before. */
static void test_normal(void **state)
{
    (void)state;
    enum { N = 100000 };
    static const double share[] = {0.682689, 0.954500, 0.997300};
    double sum[5] = {0}, pairs = 0, last = 0;
    int within[3] = {0};
    Rng r, again;
    rng_seed(&r, 7, 8);
    again = r;
    for (int i = 0; i < N; i++) {
        double x = rng_normal(&r), power = 1;
        for (int k = 1; k <= 4; k++) sum[k] += (power *= x) / N;
        for (int k = 0; k < 3; k++) within[k] += fabs(x) < k + 1;
        pairs += x * last / N;
        last = x;
    }
    /* the variances of x, x^2, x^3, x^4 and of a product of two: 1, 2, 15, 96, 1 */
    assert_near(sum[1], 0, 5 * sqrt(1.0 / N));
    assert_near(sum[2], 1, 5 * sqrt(2.0 / N));
    assert_near(sum[3], 0, 5 * sqrt(15.0 / N));
    assert_near(sum[4], 3, 5 * sqrt(96.0 / N));
    assert_near(pairs, 0, 5 * sqrt(1.0 / N));
    for (int k = 0; k < 3; k++) assert_near(within[k], share[k] * N, 5 * sqrt(share[k] * (1 - share[k]) * N));
    rng_jump(&again, 4 * (uint64_t)N);
    assert_true(r.state == again.state);
}

/* The formula never changes: every signature hangs on it. Values from an independent transcription of header and source (Python,
 * arbitrary precision). */
static void test_keys_are_frozen(void **state)
{
    (void)state;
    assert_int_equal(rng_key(1, RNG_TRAINING, 0), 0x9edbe9bd18ad781d);
    assert_int_equal(rng_key(1, RNG_TRAINING, 1), 0x7d8e67d8f2af75d5);
    assert_int_equal(rng_key(1, RNG_SELECTION, 0), 0x3e12204644234bb0);
    assert_int_equal(rng_key(2, RNG_TRAINING, 0), 0x8d6f95598d30bef6);
    assert_int_equal(rng_key(0, RNG_OPTIMISER, 0), 0x238275bc38fcbe91);
    assert_int_equal(rng_key(UINT64_MAX, RNG_TEST, UINT64_MAX), 0xfac5c4880c039a71);
    assert_int_equal(rng_game(UINT64_MAX, INT32_MAX), 0xe478654d2c0a5f3f);
}

/* The games of key 0 are the published sequence of SplitMix64 with seed 0 (Vigna, splitmix64.c). */
static void test_games_are_splitmix64(void **state)
{
    (void)state;
    static const uint64_t expected[] = {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec};
    for (size_t i = 0; i < LENGTH(expected); i++) assert_int_equal(rng_game(0, (int)i), expected[i]);
}

/* The numbers of the purposes are part of every signature. */
static void test_purposes_are_frozen(void **state)
{
    (void)state;
    assert_int_equal(RNG_OPTIMISER, 1);
    assert_int_equal(RNG_TRAINING, 2);
    assert_int_equal(RNG_SELECTION, 3);
    assert_int_equal(RNG_VALIDATION, 4);
    assert_int_equal(RNG_EVALUATION, 5);
    assert_int_equal(RNG_PLAY, 6);
    assert_int_equal(RNG_INNER, 7);
    assert_int_equal(RNG_BENCH, 9);
    assert_int_equal(RNG_TEST, 10);
    assert_int_equal(RNG_COMPARISON, 20);
    assert_int_equal(RNG_TOURNAMENT, 21);
}

static void test_streams_are_frozen(void **state)
{
    (void)state;
    static const uint64_t seed[] = {0, 1, UINT64_MAX};
    static const uint32_t expected[][3] = {
        {0x94660487, 0xe8ff98fb, 0xa5054175}, {0x52ddb679, 0x021d7259, 0x190d1ae4}, {0x65c8b0e8, 0x40910687, 0xa808a7e9}};
    for (size_t i = 0; i < LENGTH(seed); i++) {
        Rng r;
        rng_stream(&r, seed[i]);
        for (int k = 0; k < 3; k++) assert_int_equal(rng_u32(&r), expected[i][k]);
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Neighbouring names, and swapped ones, never share a stream: 20 seeds x 10 purposes x 50 iterations, and 10 games of each. */
static void test_names_are_distinct(void **state)
{
    (void)state;
    enum { SEEDS = 20, PURPOSES = 10, ITERATIONS = 50, GAMES = 10, ALL = SEEDS * PURPOSES * ITERATIONS * (GAMES + 1) };
    uint64_t *name = mem_new(ALL, sizeof *name);
    int n = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (int purpose = 1; purpose <= PURPOSES; purpose++)
            for (uint64_t iteration = 0; iteration < ITERATIONS; iteration++) {
                uint64_t key = rng_key(seed, (RngPurpose)purpose, iteration);
                name[n++] = key;
                for (int play = 0; play < GAMES; play++) name[n++] = rng_game(key, play);
            }
    qsort(name, ALL, sizeof *name, ascending);
    for (int i = 1; i < ALL; i++) assert_true(name[i] != name[i - 1]);
    free(name);
}

/* ---- real ---- */

/* The bits of Debian's SLEEF; each within 1 ulp of the true value (mpmath, 50 digits), which exp(1) shows: ...69 is nearer. */
static void test_real_bits(void **state)
{
    (void)state;
    static const struct {
        double (*f)(double), x;
        uint64_t bits;
    } rows[] = {
        {real_log, 0.1, 0xc0026bb1bbb55515},        {real_log, 3, 0x3ff193ea7aad030b},
        {real_log, 1e-300, 0xc085963447f87fb5},     {real_log, 12345.678, 0x4022d79559791e31},
        {real_log10, 0.1, 0xbff0000000000000},      {real_log10, 2, 0x3fd34413509f79ff},
        {real_log10, 1e300, 0x4072c00000000000},    {real_log10, 12345.678, 0x40105db618083a9e},
        {real_exp, -700, 0x00d14f2b0fb9307f},       {real_exp, -1, 0x3fd78b56362cef38},
        {real_exp, 1, 0x4005bf0a8b14576a},          {real_exp, 10.5, 0x40e1bb7015e84d3b},
        {real_sin, 0.5, 0x3fdeaee8744b05f0},        {real_sin, -30, 0x3fef9df47f1c903d},
        {real_sin, 1000000.25, 0xbfbb7bbd56f648b8}, {real_cos, 3, 0xbfefae04be85e5d2},
        {real_cos, 1e5, 0xbfeffac3841b3da7},        {real_cos, 1000000.25, 0x3fefd0a79db83ee8},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) assert_int_equal(bits_of(rows[i].f(rows[i].x)), rows[i].bits);
    assert_true(real_log(1) == 0 && real_log(0) == -HUGE_VAL && real_exp(0) == 1 && real_exp(-800) == 0 && real_cos(0) == 1);
}

/* Everywhere as near to the C library's as two errors of 1 ulp allow. */
static void test_real_is_accurate(void **state)
{
    (void)state;
    Rng r;
    rng_seed(&r, 5, 5);
    for (int i = 0; i < 10000; i++) {
        double x = rng_between(&r, -50, 50), positive = exp(x);
        double limit = 4 * 0x1p-53;
        assert_near(real_exp(x) / positive, 1, limit);
        assert_near(real_log(positive), log(positive), limit * (1 + fabs(x)));
        assert_near(real_log10(positive), log10(positive), limit * (1 + fabs(x)));
        assert_near(real_sin(x), sin(x), limit);
        assert_near(real_cos(x), cos(x), limit);
    }
}

static void test_scale_log(void **state)
{
    (void)state;
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
static void test_welford(void **state)
{
    (void)state;
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
static void test_scipy(void **state)
{
    (void)state;
    static const struct {
        int n;
        double x[12], mean, sd, sem, ci95, precision;
    } rows[] = {
        {10,
         {0, 0, 3, 17, 250, 251, 252, 1000, 4096, 1e6},
         100586.9,
         316024.03600621194,
         99935.57491386915,
         226069.97660404805,
         1e-10},
        {12,
         {1e9 + 0.125, 1e9 + 0.25, 1e9 + 0.5, 1e9 + 0.0625, 1e9 + 0.1875, 1e9 + 0.375, 1e9 + 0.4375, 1e9 + 0.3125, 1e9, 1e9 + 0.5,
          1e9 + 0.25, 1e9 + 0.125},
         1000000000.2604166,
         0.16819845331325559,
         0.04855471114884341,
         0.10686814785003662,
         1e-6},
        {8, {1e15, 1, -1e15, 2, 1e15, 3, -1e15, 4}, 1.25, 755928946018454.5, 267261241912424.38, 631972413981248.9, 1e-10},
        {8, {5, 5, 5, 5, 5, 5, 5, 7}, 5.25, 0.7071067811865476, 0.25, 0.5911560627525745, 1e-10},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Stats s = stats_of(rows[i].x, rows[i].n);
        assert_near(s.mean, rows[i].mean, 1e-15 * fabs(rows[i].x[0]) + 1e-9);
        assert_near(stats_sd(&s) / rows[i].sd, 1, rows[i].precision);
        assert_near(stats_sem(&s) / rows[i].sem, 1, rows[i].precision);
        assert_near(stats_ci95(&s) / rows[i].ci95, 1, rows[i].precision + 1e-9);
    }
}

/* Cut anywhere and joined, it is the whole; forgotten by a share, it is as if there had been fewer alike. */
static void test_join_and_forget(void **state)
{
    (void)state;
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

static void test_few_values(void **state)
{
    (void)state;
    double one[] = {7}, five[] = {1, 2, 3, 4, 5};
    Stats none = {0}, s = stats_of(one, 1), t = stats_of(five, 5);
    assert_true(stats_sd(&none) == 0 && stats_sem(&none) == 0 && stats_ci95(&none) == HUGE_VAL);
    assert_true(s.mean == 7 && stats_sd(&s) == 0 && stats_sem(&s) == 0 && stats_ci95(&s) == HUGE_VAL);
    assert_near(stats_ci95(&t), 2.7764451051977987 * sqrt(0.5), 1e-9); /* sd^2 = 2.5, so sem^2 = 0.5; t with 4 degrees */
}

/* 0.975 quantiles by mpmath (40 digits; scipy's t.ppf agrees to 3e-10). The first term that the expansion leaves out is 1.7e-6 at
 * df = 31. */
static void test_t975(void **state)
{
    (void)state;
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
static void test_quantiles(void **state)
{
    (void)state;
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
static void test_quantiles_of_ties(void **state)
{
    (void)state;
    static const double p[] = {0, 0.05, 0.1, 0.25, 1.0 / 3, 0.5, 2.0 / 3, 0.75, 0.9, 0.95, 1};
    static const struct {
        int n;
        double x[10], q[11];
    } rows[] = {
        {4, {1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
        {4, {2, 5, 2, 2}, {2, 2, 2, 2, 2, 2, 2, 2.75, 4.1, 4.55, 5}},
        {10, {9, 0, 3, 0, 3, 0, 3, 0, 9, 0}, {0, 0, 0, 0, 0, 1.5, 3, 3, 9, 9, 9}},
        {7, {1, 0, -1, 0, 1, 0, -1}, {-1, -1, -1, -0.5, 0, 0, 0, 0.5, 1, 1, 1}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double x[10];
        memcpy(x, rows[i].x, sizeof x);
        stats_sort(x, rows[i].n);
        for (size_t k = 0; k < LENGTH(p); k++) assert_near(stats_quantile(x, rows[i].n, p[k]), rows[i].q[k], 1e-12);
    }
}

/* ---- param ---- */

typedef struct {
    int whole, choice;
    int64_t large;
    double real;
    bool flag;
    uint64_t seed;
    char text[6], names[14];
    IntList ints;
    RealList reals;
} Block;

static const char *const choices[] = {"alpha", "beta", NULL};
static const Param table[] = {
    {PARAM_ROW(Block, whole, PARAM_INT, "", -3, 10, "1")},
    {PARAM_ROW(Block, large, PARAM_LONG, "", 0, 1e16, "2")},
    {PARAM_ROW(Block, real, PARAM_REAL, "", -2, HUGE_VAL, "0.5")},
    {PARAM_ROW(Block, flag, PARAM_FLAG, "", 0, 0, "no")},
    {PARAM_ROW(Block, choice, PARAM_CHOICE, "", 0, 0, "alpha"), .choices = choices},
    {PARAM_ROW(Block, seed, PARAM_SEED, "", 0, 0, "3")},
    {PARAM_ROW(Block, text, PARAM_TEXT, "", 0, 0, "abc")},
    {PARAM_ROW(Block, names, PARAM_NAMES, "", 0, 0, "a")},
    {PARAM_ROW(Block, ints, PARAM_INTS, "", 0, 9, "1 2")},
    {PARAM_ROW(Block, reals, PARAM_REALS, "", -1, 1, "")},
    {0},
};

#define TEN "1 1 1 1 1 1 1 1 1 1 "
#define WHOLE "must be a whole number of -3..10"
#define LARGE "must be a whole number of 0..1e+16"
#define REAL "must be a number of -2 or more"

/* said: how the value is printed afterwards, or, beginning with "must", why it was refused. */
static const struct {
    const char *key, *text, *said;
} values[] = {
    {"whole", "10", "10"},
    {"whole", "-3", "-3"},
    {"whole", "+4", "4"},
    {"whole", "1e1", "10"},
    {"whole", "-0", "0"},
    {"whole", "11", "must be -3..10"},
    {"whole", "-4", "must be -3..10"},
    {"whole", "1.5", WHOLE},
    {"whole", "", WHOLE},
    {"whole", " 1", WHOLE},
    {"whole", "1 ", WHOLE},
    {"whole", "1x", WHOLE},
    {"whole", "--1", WHOLE},
    {"whole", "0x5", WHOLE},
    {"whole", "99999999999999999999", WHOLE},
    {"large", "2e6", "2000000"},
    {"large", "9007199254740992", "9007199254740992"}, /* 2^53: beyond it doubles have gaps */
    {"large", "9007199254740994", LARGE},
    {"large", "-1", "must be 0..1e+16"},
    {"real", "-2", "-2"},
    {"real", "1e308", "1e+308"},
    {"real", "1e309", REAL},
    {"real", "0.1", "0.1"},
    {"real", ".5", "0.5"},
    {"real", "5.", "5"},
    {"real", "-2.0000000001", "must be -2 or more"},
    {"real", "nan", REAL},
    {"real", "inf", REAL},
    {"real", "0x1p3", REAL},
    {"real", ".", REAL},
    {"real", "e5", REAL},
    {"real", "1e", REAL},
    {"real", "1,5", REAL},
    {"flag", "yes", "yes"},
    {"flag", "true", "must be yes|no"},
    {"flag", "Yes", "must be yes|no"},
    {"choice", "beta", "beta"},
    {"choice", "bet", "must be one of alpha|beta"},
    {"choice", "1", "must be one of alpha|beta"},
    {"seed", "18446744073709551615", "18446744073709551615"},
    {"seed", "18446744073709551616", "must be a whole number of 0..18446744073709551615"},
    {"seed", "-1", "must be a whole number of 0..18446744073709551615"},
    {"seed", "1e3", "must be a whole number of 0..18446744073709551615"},
    {"seed", "", "must be a whole number of 0..18446744073709551615"},
    {"text", "abcde", "abcde"},
    {"text", "", ""},
    {"text", "abcdef", "must be at most 5 characters"},
    {"names", " ab,cd , e\tfghi", "ab cd e fghi"},
    {"names", "", ""},
    {"names", "abc,defg,hijkl", "must be at most 13 characters"},
    {"ints", " 3,4\t5 ", "3 4 5"},
    {"ints", "", ""},
    {"ints", "10", "must be whole numbers of 0..9"},
    {"ints", "1 2.5", "must be whole numbers of 0..9"},
    {"ints", TEN TEN TEN TEN TEN TEN "1 1 1 1", TEN TEN TEN TEN TEN TEN "1 1 1 1"},
    {"ints", TEN TEN TEN TEN TEN TEN "1 1 1 1 1", "must be at most 64 numbers of 0..9"},
    {"reals", "0.1 -1,1e-3", "0.1 -1 0.001"},
    {"reals", "0.1 x", "must be numbers of -1..1"},
    {"reals", "0.1 nan", "must be numbers of -1..1"},
};

/* Refused values leave the block alone; taken ones, printed and read again, are the same. */
static void test_param_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(values); i++) {
        Block block = {0}, was, again = {0};
        char why[PARAM_WHY_MAX], printed[PARAM_TEXT_MAX];
        const Param *row = param_find(table, values[i].key);
        param_defaults(table, &block);
        param_defaults(table, &again);
        memcpy(&was, &block, sizeof was);
        bool taken = param_set(row, &block, values[i].text, why, sizeof why);
        assert_int_equal(taken, strncmp(values[i].said, "must", 4) != 0);
        if (!taken) {
            assert_string_equal(why, values[i].said);
            assert_memory_equal(&block, &was, sizeof was);
            continue;
        }
        param_print(row, &block, printed, sizeof printed);
        assert_string_equal(printed, values[i].said);
        assert_true(param_set(row, &again, printed, why, sizeof why));
        assert_memory_equal(&block, &again, sizeof again);
    }
}

/* Any double survives being printed. */
static void test_param_print_is_exact(void **state)
{
    (void)state;
    const Param *row = param_find(table, "real");
    char printed[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    Rng r;
    rng_seed(&r, 8, 8);
    for (int i = 0; i < 10000; i++) {
        Block block = {0}, again = {0};
        uint64_t bits = ((uint64_t)rng_u32(&r) << 32 | rng_u32(&r)) & INT64_MAX;
        memcpy(&block.real, &bits, sizeof bits);
        if (!isfinite(block.real)) continue;
        param_print(row, &block, printed, sizeof printed);
        assert_true(param_set(row, &again, printed, why, sizeof why));
        assert_int_equal(bits_of(again.real), bits);
    }
}

/* What a search puts is clamped and, where it must be, rounded. */
static void test_param_put(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        double put, got;
    } rows[] = {{"whole", 2.4, 2},     {"whole", 2.5, 3},  {"whole", -2.6, -3}, {"whole", 99, 10}, {"whole", -HUGE_VAL, -3},
                {"large", 1e15, 1e15}, {"large", -0.4, 0}, {"real", -2.5, -2},  {"real", 1e9, 1e9}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Block block = {0};
        const Param *row = param_find(table, rows[i].key);
        param_put(row, &block, rows[i].put);
        assert_true(param_get(row, &block) == rows[i].got);
        assert_true(param_numeric(row));
    }
    assert_null(param_find(table, "nothing"));
    assert_false(param_numeric(param_find(table, "flag")) || param_numeric(param_find(table, "seed")));
}

static ParamPlace place_of(const void *block, const char *key)
{
    return (ParamPlace){param_find(table, key), block};
}

/* Clauses joined by "and", comparisons joined by "or", and the first clause that does not hold. */
static void test_conditions(void **state)
{
    (void)state;
    static const struct {
        const char *condition, *clause, *key;
        bool first;
    } cases[] = {
        {"whole = 1", NULL, NULL, false},
        {"whole = 2", "whole = 2", "whole", true},
        {"whole != 2 and real > 0.4", NULL, NULL, false},
        {"whole = 1 and real > 0.5", "real > 0.5", "real", false},
        {"choice = beta or alpha", NULL, NULL, false},
        {"choice = beta or whole = 1", NULL, NULL, false},
        {"whole = 2 or choice = beta and flag = yes", "whole = 2 or choice = beta", "whole", true},
        {"flag = no and reals = empty and text = abc", NULL, NULL, false},
        {"text = empty", "text = empty", "text", true},
        {"nothing = 1", "nothing = 1", "nothing", true},
        {"nothing != 1 or flag = no", NULL, NULL, false},
    };
    Block b = {0};
    Unmet unmet;
    param_defaults(table, &b);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(condition_holds(cases[i].condition, place_of, &b, &unmet), cases[i].clause == NULL);
        if (cases[i].clause == NULL) continue;
        assert_string_equal(unmet.clause, cases[i].clause);
        assert_string_equal(unmet.key, cases[i].key);
        assert_int_equal(unmet.first, cases[i].first);
    }
}

/* ---- hash, visit ---- */

/* Test vectors of the authors (draft-eastlake-fnv, appendix C). */
static void test_fnv1a(void **state)
{
    (void)state;
    assert_int_equal(hash_bytes(HASH_START, "", 0), 0xcbf29ce484222325);
    assert_int_equal(hash_bytes(HASH_START, "a", 1), 0xaf63dc4c8601ec8c);
    assert_int_equal(hash_bytes(HASH_START, "foobar", 6), 0x85944171f73967e8);
    assert_int_equal(hash_bytes(hash_bytes(HASH_START, "foo", 3), "bar", 3), 0x85944171f73967e8);
    assert_int_equal(hash_u64(HASH_START, 0x0807060504030201), hash_bytes(HASH_START, "\1\2\3\4\5\6\7\10", 8));
}

typedef struct {
    int i;
    int64_t l;
    uint64_t u;
    bool b;
    double d[3];
    Stats s;
} Part;

static uint64_t hash_of(Part p, const char *name)
{
    VisitHash h = visit_hash();
    visit_int(&h.visit, name, &p.i);
    visit_long(&h.visit, "l", &p.l);
    visit_u64(&h.visit, "u", &p.u);
    visit_bool(&h.visit, "b", &p.b);
    visit_reals(&h.visit, "d", p.d, 3);
    visit_stats(&h.visit, "s", &p.s, 1);
    return h.hash;
}

/* Every single field counts, and so do the sign of zero, the order of values and the length of a field; names do not. */
static void test_visit_hash(void **state)
{
    (void)state;
    Part base = {.i = 1, .l = 2, .u = 3, .b = true, .d = {0, 1, 2}, .s = {4, 5, 6}};
    Part changed[9];
    for (int i = 0; i < 9; i++) changed[i] = base;
    changed[0].i = -1;
    changed[1].l = INT64_MIN;
    changed[2].u = UINT64_MAX;
    changed[3].b = false;
    changed[4].d[0] = -0.0;
    changed[5].d[1] = 2, changed[5].d[2] = 1;
    changed[6].s.n = 5;
    changed[7].s.mean = 5.5;
    changed[8].s.m2 = 7;
    assert_int_equal(hash_of(base, "i"), hash_of(base, "i"));
    assert_int_equal(hash_of(base, "i"), hash_of(base, "j"));
    for (int i = 0; i < 9; i++) {
        assert_int_not_equal(hash_of(changed[i], "i"), hash_of(base, "i"));
        for (int k = 0; k < i; k++) assert_int_not_equal(hash_of(changed[i], "i"), hash_of(changed[k], "i"));
    }
    VisitHash h = visit_hash();
    int minus_two = -2;
    visit_int(&h.visit, "ab", &minus_two);
    assert_int_equal(h.hash, hash_u64(hash_u64(HASH_START, 1), (uint64_t)-2));
    double three[3] = {0};
    VisitHash two_and_one = visit_hash(), one_and_two = visit_hash();
    visit_reals(&two_and_one.visit, "a", three, 2);
    visit_reals(&two_and_one.visit, "b", three, 1);
    visit_reals(&one_and_two.visit, "a", three, 1);
    visit_reals(&one_and_two.visit, "b", three, 2);
    assert_int_not_equal(two_and_one.hash, one_and_two.hash);
}

/* ---- jobs, batch, memory, record, errors ---- */

static void test_jobs_take(void **state)
{
    (void)state;
    JobList l = {.n = 10};
    int first;
    assert_int_equal(jobs_take(&l, 4, &first), 4);
    assert_int_equal(first, 0);
    assert_int_equal(jobs_take(&l, 4, &first), 4);
    assert_int_equal(first, 4);
    assert_int_equal(jobs_take(&l, 4, &first), 2);
    assert_int_equal(first, 8);
    assert_int_equal(jobs_take(&l, 4, &first), 0);
    assert_int_equal(jobs_take(&l, 1, &first), 0);
    JobList empty = {0};
    assert_int_equal(jobs_take(&empty, 1, &first), 0);
    Answer y = {0};
    job_answer(&(Job){.y = &y}, 3, 7);
    assert_true(y.score == 3 && y.cost == 7 && y.done && y.fitness == 0);
}

/* A list that was empty grows: what is added is taken, in its order, and an empty list is no end. */
static void test_jobs_grow(void **state)
{
    (void)state;
    Answer y[3] = {0};
    Job job[3];
    JobList l = {.job = job};
    int first;
    for (int i = 0; i < 3; i++) {
        assert_false(jobs_waiting(&l));
        assert_int_equal(jobs_take(&l, 2, &first), 0);
        jobs_add(&l, (Job){.seed = (uint64_t)i, .y = &y[i]});
        assert_true(jobs_waiting(&l));
        assert_int_equal(jobs_take(&l, 2, &first), 1);
        assert_true(first == i && job[first].seed == (uint64_t)i);
    }
}

/* A job that was returned is taken once, with its state, whenever it is returned; the others are not. */
static void test_jobs_return(void **state)
{
    (void)state;
    Answer y[4] = {0};
    SavedGame *left[4] = {0};
    Job job[4];
    for (int k = 0; k < 4; k++) job[k] = (Job){.y = &y[k], .left = &left[k]};
    JobList l = {.job = job, .n = 4};
    const uint64_t kept = 42;
    uint64_t seen = 0;
    int i;
    assert_false(jobs_take_returned(&l, &i));
    for (int again = 0; again < 2; again++) {
        jobs_return(&l, 3, 5, 7, &kept, sizeof kept);
        jobs_return(&l, 1, 6, 7, &kept, sizeof kept);
        jobs_offer(&l);
        assert_true(jobs_waiting(&l) && jobs_take_returned(&l, &i) && i == 1);
        assert_true(jobs_take_returned(&l, &i) && i == 3);
        assert_false(jobs_take_returned(&l, &i));
        assert_true(job_resume(&job[1], 7, &seen, sizeof seen) && seen == kept);
        assert_true(y[3].cost == 5 && y[1].cost == 6 && y[0].cost == 0);
    }
    job_answer(&job[1], 1, 6);
    assert_null(left[1]); /* what is answered resumes nowhere */
    free(left[3]);
}

/* A part has what it needs once all its plays are answered. */
static void test_job_parts(void **state)
{
    (void)state;
    Answer y[2] = {0};
    atomic_bool some = false;
    JobPart part = {.open = 2, .some = &some};
    const Job job[2] = {{.y = &y[0], .part = &part}, {.y = &y[1], .part = &part}};
    job_spend(&job[0], 4);
    job_spend(&job[0], 7);
    job_spend(&job[1], 3);
    assert_true(y[0].cost == 7 && y[1].cost == 3 && !some);
    job_answer(&job[0], 100, 8);
    assert_false(some);
    job_answer(&job[1], 100, 3);
    assert_true(some && part.open == 0);
}

/* Seats lie side by side in the order of the trials, whatever they held before. */
static void test_batch(void **state)
{
    (void)state;
    Batch b = {0};
    double x = 1;
    for (int turn = 0; turn < 3; turn++) {
        int answers = 0;
        batch_clear(&b);
        assert_int_equal(b.n, 0);
        for (int i = 0; i < 100 * (turn + 1); i++) batch_add(&b, (Trial){.x = &x, .plays = i % 5, .tag = i, .key = 77});
        batch_seat(&b);
        for (int i = 0; i < b.n; i++) {
            assert_true(b.t[i].tag == i && b.t[i].plays == i % 5 && b.t[i].key == 77 && b.t[i].x == &x);
            assert_ptr_equal(b.t[i].y, b.y + answers);
            answers += i % 5;
        }
        assert_int_equal(b.answers, answers);
        for (int i = 0; i < answers; i++) {
            assert_true(!b.y[i].done && b.y[i].score == 0 && b.y[i].cost == 0);
            b.y[i] = (Answer){.score = 1, .cost = 2, .done = true};
        }
    }
    batch_free(&b);
    assert_true(b.t == NULL && b.y == NULL && b.n == 0);
    batch_seat(&b);
    assert_int_equal(b.answers, 0);
    batch_free(&b);
}

/* A question that is asked again has what came of it before; it moves, and stays what it is if the same batch is seated again. */
static void test_batch_asked_again(void **state)
{
    (void)state;
    Answer had[2] = {{.score = 5, .cost = 6, .done = true}};
    SavedGame *had_left[2] = {NULL, saved_game_new(9, 3)};
    const SavedGame *left = had_left[1];
    Batch b = {0};
    batch_add(&b, (Trial){.plays = 1});
    batch_add(&b, (Trial){.plays = 2, .had = had, .had_left = had_left});
    batch_seat(&b);
    assert_true(!trial_answered(&b.t[0]) && !trial_answered(&b.t[1]) && b.t[1].had == NULL);
    assert_true(b.y[1].done && b.y[1].score == 5 && b.y[1].cost == 6 && b.left[2] == left && !b.y[2].done);
    assert_null(had_left[1]);
    b.y[2].done = true;
    assert_true(trial_answered(&b.t[1]));
    batch_seat(&b); /* another time: from the beginning */
    assert_true(!b.y[1].done && b.left[2] == NULL);
    batch_free(&b);
}

static void test_sample(void **state)
{
    (void)state;
    Answer y[] = {{.score = 1, .cost = 10, .fitness = -1, .done = true}, {.score = 3, .cost = 20, .fitness = -5, .done = true}};
    Sample s = {0};
    sample_add(&s, &(Trial){.y = y, .plays = 2, .key = 8});
    assert_true(s.key == 8 && s.played == 2);
    sample_add(&s, &(Trial){.y = y, .plays = 1, .key = 8, .first = 2});
    assert_true(s.score.n == 3 && s.fitness.n == 3 && s.cost == 40 && s.played == 3);
    assert_near(s.score.mean, 5.0 / 3, 1e-15);
    assert_near(s.fitness.mean, -7.0 / 3, 1e-15);
    sample_add(&s, &(Trial){.y = y, .plays = 1, .key = 9}); /* games of another name: from the first */
    assert_true(s.key == 9 && s.played == 1 && s.score.n == 4);
}

/* Plays of the same games tell nothing twice; others are added, and forgotten, in proportion. */
static void test_sample_join(void **state)
{
    (void)state;
    Answer y[] = {{.score = 1, .cost = 10, .fitness = 2, .done = true},
                  {.score = 3, .cost = 20, .fitness = 4, .done = true},
                  {.score = 8, .fitness = 9, .done = true}};
    Sample two = {0}, three = {0}, others = {0}, more = {0}, s;
    sample_add(&two, &(Trial){.y = y, .plays = 2, .key = 1});
    sample_add(&three, &(Trial){.y = y, .plays = 3, .key = 1});
    sample_add(&others, &(Trial){.y = y + 1, .plays = 2, .key = 2});
    sample_add(&more, &(Trial){.y = y, .plays = 3, .key = 2});
    s = two;
    sample_join(&s, &two);
    assert_memory_equal(&s, &two, sizeof s);
    sample_join(&s, &three);
    assert_memory_equal(&s, &three, sizeof s);
    sample_join(&s, &two);
    assert_memory_equal(&s, &three, sizeof s);
    sample_join(&s, &others);
    sample_join(&s, &more); /* of the same games more, but fewer than all that s knows */
    assert_true(s.score.n == 5 && s.fitness.n == 5 && s.cost == 50 && s.key == 2 && s.played == 2);
    assert_near(s.score.mean, 23.0 / 5, 1e-14);
    assert_near(s.fitness.mean, 28.0 / 5, 1e-14);
    sample_forget(&s, 0.4);
    assert_true(s.score.n == 2 && s.fitness.n == 2 && s.cost == 20);
    assert_near(s.score.mean, 23.0 / 5, 1e-14);
    sample_forget(&s, 0);
    assert_true(s.score.n == 0 && s.score.mean == 0 && s.score.m2 == 0 && s.fitness.n == 0 && s.cost == 0);
}

static void test_memory(void **state)
{
    (void)state;
    int room = 0;
    int *p = NULL;
    for (int i = 0; i < 1000; i++) {
        p = mem_grow(p, &room, i + 1, sizeof *p);
        assert_true(room > i);
        p[i] = i;
    }
    for (int i = 0; i < 1000; i++) assert_int_equal(p[i], i);
    int *same = mem_grow(p, &room, 5, sizeof *p);
    assert_ptr_equal(same, p);
    free(p);
    free(mem_new(0, 8));
    char *copy = mem_text("words");
    assert_string_equal(copy, "words");
    free(copy);
    assert_null(mem_text(NULL));
}

typedef struct {
    Record record;
    char text[400];
} Note;

static void note(Note *n, const char *a, const char *b)
{
    size_t used = strlen(n->text);
    snprintf(n->text + used, sizeof n->text - used, "%s%s ", a, b);
}

static void note_row(Record *r, const char *name)
{
    note((Note *)r, "row ", name);
}

static void note_cell(Record *r, const char *name, const char *text)
{
    note((Note *)r, name, "=");
    note((Note *)r, text, ",");
}

static void note_end(Record *r)
{
    note((Note *)r, "end", "");
}

static void write_row(Record *r)
{
    record_row(r, "t");
    record_int(r, "i", INT64_MIN);
    record_real(r, "d", 0.1);
    record_text(r, "s", "word");
    record_end(r);
}

static void test_record(void **state)
{
    (void)state;
    Note n = {.record = {.row = note_row, .cell = note_cell, .end = note_end}};
    write_row(&n.record);
    assert_string_equal(n.text, "row t i= -9223372036854775808, d= 0.10000000000000001, s= word, end ");
    write_row(NULL); /* swallows it */
}

static void test_errors(void **state)
{
    (void)state;
    Errors e = {0};
    char long_one[3000];
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    errors_add(&e, "%s:%d: %s", "a.ini", 3, long_one);
    for (int i = 0; i < 40; i++) errors_add(&e, "line %d", i);
    assert_int_equal(e.n, 41);
    assert_int_equal(strlen(e.line[0]), 3000 - 1 + strlen("a.ini:3: "));
    assert_string_equal(e.line[40], "line 39");
    errors_free(&e);
    assert_true(e.n == 0 && e.line == NULL);
}

static void allocate(const void *bytes)
{
    free(mem_new(*(const size_t *)bytes, 1));
}

/* The sanitizers end the program themselves unless they are told that running out of memory is part of the test. They look for
 * these functions by name, so the names must be visible outside the program. */
#define SEEN_BY_SANITIZERS __attribute__((visibility("default")))
SEEN_BY_SANITIZERS const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
SEEN_BY_SANITIZERS const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void test_out_of_memory(void **state)
{
    (void)state;
    char said[4096], expected[100];
    const size_t bytes = SIZE_MAX / 4, one = 1;
    snprintf(expected, sizeof expected, "swarmtris: out of memory: %zu more bytes cannot be had\n", bytes);
    assert_non_null(strstr(aborts(allocate, &bytes, said, sizeof said), expected));
    assert_string_equal(aborts(allocate, &one, said, sizeof said), "");
}

static void test_text(void **state)
{
    (void)state;
    char small[8], letters[8], whole[12];
    Text t = text_in(small, sizeof small);
    assert_string_equal(small, "");
    assert_true(text_add(&t, "%s", "abc"));
    assert_true(text_add(&t, "%d", 4567)); /* seven bytes and the zero: exactly full */
    assert_string_equal(small, "abc4567");
    assert_false(text_add(&t, "8"));
    assert_false(text_add(&t, "%s", "")); /* something is missing, now and for ever */
    assert_string_equal(small, "abc4567");
    /* What does not fit is cut where a letter ends: the dash has three bytes, and two are left. */
    t = text_in(letters, sizeof letters);
    assert_true(text_add(&t, "abcde"));
    assert_false(text_add(&t, "\xe2\x80\x93"));
    assert_string_equal(letters, "abcde");
    assert_int_equal(t.used, 5);
    t = text_in(letters, sizeof letters);
    assert_false(text_add(&t, "abcd\xe2\x80\x93z")); /* here all three are in, and the z is not */
    assert_string_equal(letters, "abcd\xe2\x80\x93");
    /* Whole pieces or nothing, and what fits may follow. */
    t = text_in(whole, sizeof whole);
    assert_true(text_add_whole(&t, "rate %d", 12));
    assert_false(text_add_whole(&t, "  best %d", 345678));
    assert_string_equal(whole, "rate 12");
    assert_true(text_add_whole(&t, " ms"));
    assert_string_equal(whole, "rate 12 ms");
    char *own = text_new("%s/%04d", "runs", 7);
    assert_string_equal(own, "runs/0007");
    free(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pcg_reference),
        cmocka_unit_test(test_jump_equals_stepping),
        cmocka_unit_test(test_jump_far),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_below_rejects),
        cmocka_unit_test(test_below_is_unbiased),
        cmocka_unit_test(test_real),
        cmocka_unit_test(test_normal_is_frozen),
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_keys_are_frozen),
        cmocka_unit_test(test_games_are_splitmix64),
        cmocka_unit_test(test_purposes_are_frozen),
        cmocka_unit_test(test_streams_are_frozen),
        cmocka_unit_test(test_names_are_distinct),
        cmocka_unit_test(test_real_bits),
        cmocka_unit_test(test_real_is_accurate),
        cmocka_unit_test(test_scale_log),
        cmocka_unit_test(test_welford),
        cmocka_unit_test(test_scipy),
        cmocka_unit_test(test_join_and_forget),
        cmocka_unit_test(test_few_values),
        cmocka_unit_test(test_t975),
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_quantiles_of_ties),
        cmocka_unit_test(test_param_values),
        cmocka_unit_test(test_param_print_is_exact),
        cmocka_unit_test(test_param_put),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_fnv1a),
        cmocka_unit_test(test_visit_hash),
        cmocka_unit_test(test_jobs_take),
        cmocka_unit_test(test_jobs_return),
        cmocka_unit_test(test_jobs_grow),
        cmocka_unit_test(test_job_parts),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_batch_asked_again),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_sample_join),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
