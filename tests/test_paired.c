/* test_paired.c. Paired statistics, and what held-out blocks prove. Numbers are SciPy's 1.10 unless they say otherwise. */
#include "analysis/meta_blocks.h"
#include "base/paired.h"
#include "base/stats.h"
#include "experiment/comparison.h"
#include "tests/helpers.h"

/* scipy.stats.norm.sf. */
TEST(test_normal_tail)
{
    static const double rows[][2] = {
        {-8, 0.99999999999999933},      {-3.5, 0.99976737092096446}, {-1, 0.84134474606854293},    {0, 0.5},
        {0.5, 0.30853753872598688},     {1, 0.15865525393145707},    {1.959963984540054, 0.025},   {2.999, 0.0013543365337271057},
        {3.001, 0.0013454728250849653}, {5, 2.8665157187919328e-07}, {10, 7.6198530241604696e-24}, {30, 4.906713927147908e-198}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double p = stats_normal_tail(rows[i][0]);
        assert_near(p, rows[i][1], 1e-15);
        if (rows[i][0] >= 0) assert_near(p / rows[i][1], 1, 1e-12);
        assert_near(stats_normal_tail(-rows[i][0]), 1 - p, 1e-15);
    }
    assert_true(stats_normal_tail(HUGE_VAL) == 0 && stats_normal_tail(-HUGE_VAL) == 1 && stats_normal_tail(100) == 0);
}

/* The example of Holm's paper by hand: 0.01 x 4, 0.02 x 3, 0.03 x 2 but not below the one before, 0.9. */
TEST(test_holm)
{
    double p[] = {0.03, 0.9, 0.01, 0.02}, equal[] = {0.01, 0.01, 0.01}, large[] = {0.7, 0.6}, one = 0.04;
    static const double adjusted[] = {0.06, 0.9, 0.04, 0.06};
    stats_holm(p, 4);
    for (int i = 0; i < 4; i++) assert_near(p[i], adjusted[i], 1e-15);
    stats_holm(equal, 3);
    for (int i = 0; i < 3; i++) assert_near(equal[i], 0.03, 1e-15);
    stats_holm(large, 2);
    assert_true(large[0] == 1 && large[1] == 1);
    stats_holm(&one, 1);
    assert_true(one == 0.04);
    stats_holm(NULL, 0);
}

/* Whole numbers below bound, of the generator of ISO C's example, two samples one behind the other: as the numbers for SciPy. */
static void make_samples(double *a, double *b, int n, unsigned bound)
{
    uint64_t x = 1;
    for (int i = 0; i < 2 * n; i++) {
        x = (1103515245 * x + 12345) & 0x7fffffff;
        (i < n ? a : b)[i % n] = (double)((x >> 16) % bound);
    }
}

/* scipy.stats.wilcoxon, exact and approx without correction; where ranks are shared, the exact ones by counting all 2^n signs. */
TEST(test_wilcoxon)
{
    static const struct {
        int n;
        unsigned bound;
        double p;
    } rows[] = {{5, 1000, 0.625},
                {25, 100000, 0.09573346376419067},
                {12, 1000, 0.92822265625},
                {14, 7, 0.10107421875},
                {26, 100000, 0.10679414793082384},
                {60, 1000, 0.7796755590956224},
                {60, 10, 0.4979475010583809},
                {400, 50, 0.7248417461401573}};
    double a[400], b[400];
    for (size_t i = 0; i < LENGTH(rows); i++) {
        make_samples(a, b, rows[i].n, rows[i].bound);
        assert_near(paired_wilcoxon(a, b, rows[i].n), rows[i].p, 1e-13);
        assert_near(paired_wilcoxon(b, a, rows[i].n), rows[i].p, 1e-13);
    }
    assert_true(paired_wilcoxon(a, a, 400) == 1 && paired_wilcoxon(a, b, 0) == 1);
    for (int i = 0; i < 25; i++) a[i] = 2 + (b[i] = i % 3);
    assert_true(paired_wilcoxon(a, b, 25) == 0x1p-24); /* all one way: 2 of 2^25 */
    assert_true(paired_share(a, b, 25) == 1 && paired_share(b, a, 25) == 0 && paired_share(a, a, 25) == 0.5);
    /* differences 1 2 -4 2 0 1: ranks 1.5 3.5 5 3.5 none 1.5, so 10 of 15 are above 0 */
    assert_near(paired_share((double[]){2, 4, 0, 5, 7, 4}, (double[]){1, 2, 4, 3, 7, 3}, 6), 10.0 / 15, 1e-15);
}

/* numpy.mean, numpy.cov; scipy.stats.t for z. */
TEST(test_paired_ratio)
{
    double a[40], b[40], lower, upper;
    make_samples(a, b, 40, 1000);
    Paired r = paired_ratio(a, b, 40), turned = paired_ratio(b, a, 40);
    assert_int_equal(r.n, 40);
    assert_near(r.mean_a, 412.6, 1e-12);
    assert_near(r.mean_b, 527.25, 1e-12);
    assert_near(r.log_ratio, -0.24519621872173247, 1e-15);
    assert_near(r.sem, 0.14047133603415843, 1e-15);
    assert_near(paired_z(&r), -1.701929872, 1e-4);
    assert_near(paired_z(&turned), -paired_z(&r), 1e-12);
    paired_interval(&r, 2, &lower, &upper);
    assert_near(lower * upper, (412.6 / 527.25) * (412.6 / 527.25), 1e-12);
    assert_true(upper > 1);
    paired_interval(&r, 1.7, &lower, &upper);
    assert_true(upper < 1);
}

/* scipy: norm.isf(t.sf(t, n - 1)), which Wallace's formula is to meet within 0.1 % from 50 games on. */
TEST(test_student)
{
    static const struct {
        int64_t n;
        double t, z, tolerance;
    } rows[] = {{10, 2, 1.771047376, 4e-4}, {10, 4, 2.956608445, 6e-3}, {50, 0.5, 0.4968239759, 2e-5},
                {50, 2, 1.950982326, 2e-5}, {50, 4, 3.702505787, 4e-4}, {200, 4, 3.918027404, 3e-5},
                {200, 8, 7.440092792, 3e-4}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Paired r = {.n = rows[i].n, .mean_a = 1, .mean_b = 1, .log_ratio = 0.1 * rows[i].t, .sem = 0.1};
        double lower, upper;
        assert_near(paired_z(&r), rows[i].z, rows[i].tolerance);
        paired_interval(&r, paired_z(&r), &lower, &upper);
        assert_near(lower, 1, 1e-9); /* the one is the other's inverse */
        assert_near(upper, exp(0.2 * rows[i].t), 1e-9);
    }
}

/* Players without a row, and such as always score the same. */
TEST(test_paired_extremes)
{
    double some[50], none[50] = {0}, five[50], lower, upper;
    for (int i = 0; i < 50; i++) {
        some[i] = i % 7;
        five[i] = 5;
    }
    Paired r = paired_ratio(some, none, 50);
    assert_true(r.log_ratio == HUGE_VAL && r.mean_b == 0 && paired_z(&r) > 5 && isfinite(paired_z(&r)));
    paired_interval(&r, 4, &lower, &upper);
    assert_true(lower == HUGE_VAL && upper == HUGE_VAL);
    paired_interval(&r, 20, &lower, &upper);
    assert_true(lower == 0 && upper == HUGE_VAL);
    r = paired_ratio(none, some, 50);
    assert_true(r.log_ratio == -HUGE_VAL && paired_z(&r) < -5);
    paired_interval(&r, 4, &lower, &upper);
    assert_true(lower == 0 && upper == 0);
    r = paired_ratio(five, none, 50);
    assert_true(paired_z(&r) == HUGE_VAL);
    const double *const same[] = {none, five, some};
    for (int i = 0; i < 3; i++) {
        r = paired_ratio(same[i], same[i], 50);
        paired_interval(&r, 4, &lower, &upper);
        assert_true(r.log_ratio == 0 && r.sem == 0 && paired_z(&r) == 0 && lower == 1 && upper == 1);
    }
    /* an estimate of 0 has no rate: plain means */
    const Paired rates = paired_by_rate(some, five, 50), plain = paired_ratio(some, five, 50);
    assert_true(rates.log_ratio == plain.log_ratio && rates.sem == plain.sem && rates.mean_a == plain.mean_a);
    assert_true(isfinite(paired_z(&rates)) && rates.log_ratio < 0);
    for (int i = 0; i < 50; i++) some[i] = 2 * five[i];
    r = paired_ratio(some, five, 50);
    paired_interval(&r, 4, &lower, &upper);
    assert_true(paired_z(&r) == HUGE_VAL && lower == upper);
    assert_near(lower, 2, 1e-15);
}

/* (14) of the paper with rho^2 = 1 / 100, numpy. */
TEST(test_boundary)
{
    static const struct {
        int64_t n;
        double alpha, z;
    } rows[] = {{50, 0.05, 4.38072927326586},     {50, 0.01, 5.37097909512344},   {100, 0.05, 3.65639487136385},
                {1000, 0.05, 3.03781102142595},   {1000, 0.01, 3.57338204076362}, {10000, 0.05, 3.27301862423493},
                {1000000, 0.05, 3.89915697357466}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_near(paired_boundary(rows[i].n, rows[i].alpha), rows[i].z, 1e-13);
}

/* A walk of unit steps, looked at after every one: Robbins' bound is the truth's, not far below it. Fair coins. */
TEST(test_boundary_is_kept)
{
    enum { WALKS = 2000, STEPS = 3000 };
    int crossed = 0;
    for (int i = 0; i < WALKS; i++) {
        Rng r = rng_from(rng_game(rng_key(3, RNG_TEST, 0), i));
        double at = 0;
        bool out = false;
        for (int n = 1; n <= STEPS && !out; n++) {
            at += (double)(rng_u32(&r) >> 31) * 2 - 1;
            out = n >= COMPARISON_FIRST_LOOK && fabs(at) > paired_boundary(n, 0.2) * sqrt(n);
        }
        crossed += out;
    }
    assert_in_range(crossed, WALKS * 0.08, WALKS * 0.2);
}

/* ---- held-out blocks ---- */

#define HEADER "problem\tbudget\tblock\ttuned\tuntuned\tr1\tr2\ttuned_score\tuntuned_score\tr1_score\tr2_score\n"

/* Two problems of six blocks each, whose rows take turns.
 * a, errors: tuned beats untuned in all six; p = 2 / 64.
 * b, scores: 10 against 1, 6, 7, 10, 11, 30. Logs of 1 + score differ by 1.70, 0.45, 0.32, 0, -0.09, -1.04: ranks 5, 3, 2 up, 1,
 * 4 down; of the 32 ways to give signs 1 + 1 + 1 + 2 + 2 + 3 have sums of 0 .. 5 down, p = 20 / 32. (As they are they would
 * differ by 9, 4, 3, 0, -1, -20, ranks 4, 3, 2 up, 1, 5 down, p = 26 / 32.)
 * r1 is always tuned's equal, r2 always worse: better than tuned, as it is written here.
 * All scores: tuned - untuned is 2 .. 12 and -1: 1 down, p = 4 / 4096; r2 is 1 .. 12 ahead, p = 2 / 4096. Holm: r2 3 x, untuned 2
 * x. */
static const char two_problems[] = HEADER "a\t1\t0\t-1e-3\t-1e-2\t-1e-3\t-1e-4\t12\t0\t12\t13\n"
                                          "b\t1\t1\t10\t1\t10\t11\t11\t0\t11\t13\n"
                                          "a\t1\t2\t-1e-3\t-2e-2\t-1e-3\t-1e-5\t10\t0\t10\t13\n"
                                          "b\t1\t3\t10\t6\t10\t12\t9\t0\t9\t13\n"
                                          "a\t1\t4\t-1e-3\t-3e-2\t-1e-3\t0\t8\t0\t8\t13\n"
                                          "b\t1\t5\t10\t7\t10\t13\t7\t0\t7\t13\n"
                                          "a\t1\t6\t-1e-3\t-4e-2\t-1e-3\t-1e-7\t6\t0\t6\t13\n"
                                          "b\t1\t7\t10\t10\t10\t14\t5\t0\t5\t13\n"
                                          "a\t1\t8\t-1e-3\t-5e-2\t-1e-3\t-1e-8\t4\t0\t4\t13\n"
                                          "b\t1\t9\t10\t11\t10\t15\t3\t0\t3\t13\n"
                                          "a\t1\t10\t-1e-3\t-6e-2\t-1e-3\t-1e-9\t2\t0\t2\t13\n"
                                          "b\t1\t11\t10\t30\t10\t16\t1\t2\t1\t13\n";

static void read_heldout(Heldout *h, const char *text)
{
    Errors errors = {0};
    write_file("heldout.tsv", text);
    if (heldout_read(h, ".", &errors) != STATUS_OK) fail_msg("%s", errors.line[0]);
    assert_int_equal(errors.n, 0);
}

static void assert_duel(const HeldoutDuel *d, double wins, double share, double p, const char *verdict)
{
    assert_near(d->wins, wins, 1e-15);
    assert_near(d->share, share, 1e-15);
    assert_near(d->p, p, 1e-15);
    assert_string_equal(heldout_verdict(d), verdict);
}

static void assert_reported(const Heldout *h, int part, int player, const double *expected, int n)
{
    double reported[16];
    assert_int_equal(heldout_reported(h, part, player, reported), n);
    assert_memory_equal(reported, expected, (size_t)n * sizeof *reported);
}

TEST(test_heldout_by_hand)
{
    const char *const better = "better than", *const worse = "worse than", *const open = "not distinguishable from";
    CLOSED(heldout_free) Heldout h;
    read_heldout(&h, two_problems);
    assert_true(h.players == 4 && h.parts.n == 2 && h.table.rows == 12);
    assert_string_equal(h.name[0], "tuned");
    assert_string_equal(h.name[3], "r2");
    assert_string_equal(h.parts.part[0].label, "a");
    assert_string_equal(h.parts.part[1].label, "b");
    assert_true(h.parts.part[0].errors && !h.parts.part[1].errors && h.parts.part[0].n == 6 && h.parts.part[1].n == 6);
    assert_reported(&h, 0, 1, (const double[]){-1e-2, -2e-2, -3e-2, -4e-2, -5e-2, -6e-2}, 6);
    assert_reported(&h, 1, 1, (const double[]){1, 6, 7, 10, 11, 30}, 6);
    assert_reported(&h, 1, 3, (const double[]){11, 12, 13, 14, 15, 16}, 6);
    assert_duel(&h.test[0].all, 11.0 / 12, 77.0 / 78, 2 * 4.0 / 4096, better);
    assert_duel(&h.test[1].all, 0.5, 0.5, 1, open);
    assert_duel(&h.test[2].all, 0, 0, 3 * 2.0 / 4096, worse);
    assert_duel(&h.test[0].part[0], 1, 1, 2 * 2.0 / 64, open); /* alone it would prove something; of two not */
    assert_duel(&h.test[0].part[1], 3.5 / 6, 10.0 / 15, 20.0 / 32, open);
    assert_duel(&h.test[1].part[0], 0.5, 0.5, 1, open);
    assert_duel(&h.test[2].part[0], 0, 0, 2 * 2.0 / 64, open);
    assert_duel(&h.test[2].part[1], 0, 0, 2 * 2.0 / 64, open);
    /* 11^6 against 2 x 7 x 8 x 11 x 12 x 31; errors have no ratio */
    assert_true(h.test[0].part[0].log_ratio.n == 0 && h.test[0].all.log_ratio.n == 6);
    assert_near(h.test[0].part[1].log_ratio.mean, log(1771561.0 / 458304) / 6, 1e-14);
    assert_near(h.test[0].all.log_ratio.mean, log(1771561.0 / 458304) / 6, 1e-14);
}

/* One baseline and one problem: nothing to correct for. */
TEST(test_heldout_alone)
{
    CLOSED(heldout_free) Heldout h;
    read_heldout(&h, "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n"
                     "a\t1\t0\t-1\t-2\t1\t0\na\t1\t1\t-1\t-3\t2\t0\na\t1\t2\t-1\t-4\t3\t0\n"
                     "a\t1\t3\t-1\t-5\t4\t0\na\t1\t4\t-1\t-6\t5\t0\na\t1\t5\t-1\t-7\t6\t0\n");
    assert_duel(&h.test[0].all, 1, 1, 2.0 / 64, "better than");
    assert_duel(&h.test[0].part[0], 1, 1, 2.0 / 64, "better than");
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.9, .p = HELDOUT_ALPHA}), 1);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.1, .p = HELDOUT_ALPHA}), -1);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.9, .p = HELDOUT_ALPHA * 1.001}), 0);
}

/* A player that wins more blocks, by little, and loses the others by much is called what the test says. */
TEST(test_heldout_goes_by_ranks)
{
    enum { BLOCKS = 41, WON = 21 };
    char text[6000];
    int n = sprintf(text, "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n");
    for (int i = 0; i < BLOCKS; i++)
        n += sprintf(text + n, "a\t1\t%d\t%d\t1\t%d\t0\n", i, i < WON ? 2 : 0, i < WON ? i + 1 : -i - 1);
    CLOSED(heldout_free) Heldout h;
    read_heldout(&h, text);
    assert_near(h.test[0].all.wins, WON / (double)BLOCKS, 1e-15);
    assert_near(h.test[0].all.share, 231.0 / 861, 1e-15);
    assert_true(h.test[0].all.p > 0.009 && h.test[0].all.p < 0.0105); /* z = (231 - 430.5) / sqrt(41 42 83 / 24) = -2.585 */
    assert_string_equal(heldout_verdict(&h.test[0].all), "worse than");
}

/* Problems with several budgets have them in their names; a player without a number in a block takes it out for all of the part,
 * but not out of the scores of the others. */
TEST(test_heldout_parts)
{
    CLOSED(heldout_free) Heldout h;
    read_heldout(
        &h, HEADER
        "s\t1\t0\t-1\t-2\t-3\t-4\t1\t0\t0\t0\ns\t0.5\t1\t-1\t-2\t-3\t-4\t1\t0\t0\t0\n"
        "s\t1\t2\t-5\tnan\t-3\t-4\t1\tnan\t0\t0\ns\t1\t4\t-7\t-8\t-3\t-4\t1\t0\t0\t0\nt\t0.5\t3\t-\t-1\t-1\t-1\t1\t2\t1\t1\n");
    assert_true(h.parts.n == 2 && h.table.rows == 5); /* of t no block is whole */
    assert_string_equal(h.parts.part[0].label, "s x1");
    assert_string_equal(h.parts.part[1].label, "s x0.5");
    assert_reported(&h, 0, 0, (const double[]){-1, -7}, 2);
    assert_reported(&h, 0, 1, (const double[]){-2, -8}, 2);
    assert_reported(&h, 0, 3, (const double[]){-4, -4}, 2);
    assert_reported(&h, 1, 0, (const double[]){-1}, 1);
    assert_near(h.test[0].all.wins, 3.0 / 4, 1e-15);
    assert_near(h.test[1].all.wins, 4.5 / 5, 1e-15);
}

TEST(test_heldout_damaged)
{
#define NEEDS "./heldout.tsv: must have the columns budget block and problem, with numbers in them"
#define PLAYERS "./heldout.tsv: must have the columns NAME and NAME_score of two players at least"
#define TWO "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n"
    static const struct {
        const char *text, *expected;
    } rows[] = {{"", "./heldout.tsv: must start with a line that names its columns"},
                {"problem\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t1\t1\t1\t1\n", NEEDS},
                {"problem\tbudget\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t1\t1\t1\t1\n", NEEDS},
                {"budget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n1\t1\t1\t1\t1\t1\n", NEEDS},
                {"problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\na\t1\t1\t1\t1\t1\n", PLAYERS},
                {"problem\tbudget\tblock\ttuned\trival\n1\t1\t1\t1\t1\n", PLAYERS},
                {"problem\tbudget\tblock\tuntuned\ttuned_score\tuntuned_score\n1\t1\t1\t1\t1\t1\n", PLAYERS},
                {TWO, NEEDS},
                {TWO "a\t1\t0\t1\t1\t1\t1", NEEDS}, /* a line that is still being written */
                {TWO "a\t1\t0\tone\t1\t1\t1\n", "./heldout.tsv:2: "},
                {TWO "a\t1\t0\t1\t1\t1\tx\n", "./heldout.tsv:2: "},
                {TWO "a\tmuch\t0\t1\t1\t1\t1\n", "./heldout.tsv:2: "},
                {TWO "a\t1\t0\t1\t1\t1\n", "./heldout.tsv:2: "}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(heldout_free) Heldout h;
        CLOSED(errors_free) Errors errors = {0};
        write_file("heldout.tsv", rows[i].text);
        assert_int_equal(heldout_read(&h, ".", &errors), STATUS_DATA);
        assert_true(errors.n >= 1);
        if (strncmp(errors.line[0], rows[i].expected, strlen(rows[i].expected)) != 0) fail_msg("row %zu: %s", i, errors.line[0]);
    }
    CLOSED(heldout_free) Heldout h;
    Errors errors = {0};
    assert_int_equal(remove("heldout.tsv"), 0);
    assert_int_equal(heldout_read(&h, ".", &errors), STATUS_NO_INPUT);
    assert_int_equal(errors.n, 0);
}

TESTS(place_enter, place_leave)
