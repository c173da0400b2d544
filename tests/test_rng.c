/* test_rng.c. Random numbers: the published generators, draws without a bias, and streams that are frozen. */
#include "base/hash.h"
#include "base/stats.h"
#include "tests/helpers.h"

/* Published outputs of the demonstration program of pcg-c-basic (O'Neill 2014), seed 42, stream 54. */
TEST(test_pcg_reference)
{
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    Rng r;
    rng_seed(&r, 42, 54);
    for (size_t i = 0; i < LENGTH(expected); i++) assert_int_equal(rng_u32(&r), expected[i]);
}

/* The definition, in 64 bits: draws below 2^32 mod bound are thrown away. */
static uint32_t below(Rng *r, uint64_t bound)
{
    for (;;) {
        uint64_t draw = rng_u32(r);
        if (draw >= ((uint64_t)1 << 32) % bound) return (uint32_t)(draw % bound);
    }
}

TEST(test_below)
{
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
TEST(test_below_rejects)
{
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
TEST(test_below_is_unbiased)
{
    int third[3] = {0};
    Rng r;
    rng_seed(&r, 1, 1);
    for (int i = 0; i < 30000; i++) third[rng_below(&r, 3u << 30) >> 30]++;
    for (int i = 0; i < 3; i++) assert_near(third[i], 10000, 408);
}

/* 53 bits, 27 of the first draw and 26 of the second (as genrand_res53 of Matsumoto & Nishimura puts them together). */
TEST(test_real)
{
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
TEST(test_normal_is_frozen)
{
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
TEST(test_normal)
{
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
    for (int i = 0; i < 4 * N; i++) rng_u32(&again);
    assert_true(r.state == again.state);
}

/* The formula never changes: every signature hangs on it. Values from an independent transcription of header and source (Python,
 * arbitrary precision). */
TEST(test_keys_are_frozen)
{
    assert_int_equal(rng_key(1, RNG_TRAINING, 0), 0x9edbe9bd18ad781d);
    assert_int_equal(rng_key(1, RNG_TRAINING, 1), 0x7d8e67d8f2af75d5);
    assert_int_equal(rng_key(1, RNG_SELECTION, 0), 0x3e12204644234bb0);
    assert_int_equal(rng_key(2, RNG_TRAINING, 0), 0x8d6f95598d30bef6);
    assert_int_equal(rng_key(0, RNG_OPTIMISER, 0), 0x238275bc38fcbe91);
    assert_int_equal(rng_key(UINT64_MAX, RNG_TEST, UINT64_MAX), 0xfac5c4880c039a71);
    assert_int_equal(rng_game(UINT64_MAX, INT32_MAX), 0xe478654d2c0a5f3f);
}

/* The games of key 0 are the published sequence of SplitMix64 with seed 0 (Vigna, splitmix64.c). */
TEST(test_games_are_splitmix64)
{
    static const uint64_t expected[] = {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec};
    for (size_t i = 0; i < LENGTH(expected); i++) assert_int_equal(rng_game(0, (int)i), expected[i]);
}

/* The numbers of the purposes are part of every signature. */
TEST(test_purposes_are_frozen)
{
    static const int purposes[][2] = {{RNG_OPTIMISER, 1},  {RNG_TRAINING, 2},    {RNG_SELECTION, 3},  {RNG_VALIDATION, 4},
                                      {RNG_EVALUATION, 5}, {RNG_PLAY, 6},        {RNG_INNER, 7},      {RNG_BENCH, 9},
                                      {RNG_TEST, 10},      {RNG_COMPARISON, 20}, {RNG_TOURNAMENT, 21}};
    for (size_t i = 0; i < LENGTH(purposes); i++) assert_int_equal(purposes[i][0], purposes[i][1]);
}

TEST(test_streams_are_frozen)
{
    static const uint64_t seed[] = {0, 1, UINT64_MAX};
    static const uint32_t expected[][3] = {
        {0x94660487, 0xe8ff98fb, 0xa5054175}, {0x52ddb679, 0x021d7259, 0x190d1ae4}, {0x65c8b0e8, 0x40910687, 0xa808a7e9}};
    for (size_t i = 0; i < LENGTH(seed); i++) {
        Rng r = rng_from(seed[i]);
        for (int k = 0; k < 3; k++) assert_int_equal(rng_u32(&r), expected[i][k]);
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Neighbouring names, and swapped ones, never share a stream: 20 seeds x 10 purposes x 50 iterations, and 10 games of each. */
TEST(test_names_are_distinct)
{
    enum { SEEDS = 20, PURPOSES = 10, ITERATIONS = 50, GAMES = 10, ALL = SEEDS * PURPOSES * ITERATIONS * (GAMES + 1) };
    OWNED uint64_t *name = mem_new(ALL, sizeof *name);
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
}

TESTS(NULL, NULL)
