/* test_comparison.c. Which player is better: paired statistics, comparisons that stop when they know, tournaments. Expected
 * numbers are SciPy's 1.10 unless they say otherwise. */
#include "base/paired.h"
#include "base/stats.h"
#include "experiment/comparison.h"
#include "experiment/ranking.h"
#include "tests/duels.h"
#include "tests/helpers.h"
#include "tests/live.h"

/* ---- statistics ---- */

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

/* The example of Holm's paper in numbers that can be followed by hand: 0.01 x 4, 0.02 x 3, 0.03 x 2 but not below the one before,
 * 0.9. */
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
        Rng r;
        rng_stream(&r, rng_game(rng_key(3, RNG_TEST, 0), i));
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

/* ---- matches ---- */

static const Contestant paper[DUEL_PLAYERS_MAX] = {{0}};

/* Exponential scores of mean 100, 110, 121, ... */
static void ladder(const void *ctx, uint64_t seed, double *score)
{
    double step = *(const double *)ctx, mean = 100;
    Rng r;
    rng_stream(&r, seed);
    for (int i = 0; i < DUEL_PLAYERS_MAX; i++, mean *= step) score[i] = floor(mean * duel_exponential(&r));
}

static ComparisonSpec spec_of(ComparisonRule rule, int players, int64_t games)
{
    return (ComparisonSpec){.player = paper,
                            .players = players,
                            .rule = rule,
                            .seed = 5,
                            .purpose = RNG_TEST,
                            .games = games,
                            .alpha = 0.05,
                            .margin = 0.05};
}

/* One batch; false: finished. */
static bool step(Experiment *e, double by)
{
    CLOSED(batch_free) Batch b = {0};
    double score[DUEL_PLAYERS_MAX];
    int n = e->kind->ask(e->self, &b);
    batch_seat(&b);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < b.t[i].plays; k++) {
            ladder(&by, rng_game(b.t[i].key, b.t[i].first + k), score);
            b.t[i].y[k] = (Answer){.score = score[b.t[i].tag], .cost = 3};
        }
    if (n > 0) e->kind->tell(e->self, b.t, b.n, NULL);
    return n > 0;
}

static uint64_t finish(Experiment *e, double by)
{
    while (step(e, by)) {
    }
    assert_string_equal(e->kind->phase(e->self), "finished");
    assert_true(e->kind->progress(e->self, 0) == 1);
    uint64_t hash = walk_hash(e->kind->walk, e->self);
    e->kind->destroy(e->self);
    return hash;
}

/* Loaded after every batch into a match of as many games or more, it ends as one in one piece. */
static void check_resume(ComparisonRule rule, int players, int64_t games, int64_t later, double by)
{
    ComparisonSpec spec = spec_of(rule, players, games), longer = spec_of(rule, players, later);
    Experiment whole = comparison_create(&longer), e = comparison_create(&spec);
    uint64_t expected = finish(&whole, by);
    int batches = 0;
    do {
        char *saved = walk_save(e.kind->walk, e.self);
        Experiment again = comparison_create(&longer);
        walk_load(again.kind->walk, again.self, saved);
        assert_int_equal(finish(&again, by), expected);
        free(saved);
        batches++;
    } while (step(&e, by));
    assert_true(batches >= 2);
    e.kind->destroy(e.self);
}

TEST(test_matches_resume)
{
    check_resume(COMPARISON_ALL, 1, 40000, 40000, 1);
    check_resume(COMPARISON_ALL, 3, 12000, 20000, 1.1);
    check_resume(COMPARISON_ALL, 16, 1, 3, 1.1);
    check_resume(COMPARISON_HALVING, 9, 5000, 5000, 1.1);
    check_resume(COMPARISON_HALVING, 16, 3, 3, 2);
    check_resume(COMPARISON_DECIDE, 2, 20000, 20000, 1.05);
    check_resume(COMPARISON_DECIDE, 2, 60, 20000, 1.1);
    check_resume(COMPARISON_DECIDE, 2, 50, 100, 1.1);
}

/* All play the same games, each once and in order, as many as there are. */
TEST(test_common_games)
{
    ComparisonSpec spec = spec_of(COMPARISON_ALL, 3, 12000);
    spec.iteration = 7;
    Experiment e = comparison_create(&spec);
    for (int64_t first = 0; first < 12000;) {
        Batch b = {0};
        assert_int_equal(e.kind->ask(e.self, &b), 3);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(b.t[i].key, rng_key(5, RNG_TEST, 7));
            assert_true(b.t[i].first == first && b.t[i].plays == b.t[0].plays && b.t[i].tag == i);
        }
        first += b.t[0].plays;
        batch_free(&b);
        step(&e, 1);
    }
    for (int i = 0; i < 3; i++) assert_int_equal(comparison_scores(&e, i).games, 12000);
    assert_true(comparison_scores(&e, 1).cost == 36000);
    assert_false(step(&e, 1));
    Result r;
    e.kind->result(e.self, &r);
    assert_true(r.plays == 36000 && r.cost == 108000 && r.x == NULL && r.claims == 0);
    e.kind->destroy(e.self);
}

/* Every member of an ExperimentKind is there; a comparison has no budget in time and cannot be extended. */
TEST(test_has_all_members)
{
    ComparisonSpec spec = spec_of(COMPARISON_ALL, 3, 10);
    Experiment e = comparison_create(&spec), again = comparison_create(&spec);
    assert_non_null(e.kind->time_up);
    assert_non_null(e.kind->ending);
    e.kind->time_up(e.self);
    assert_false(e.kind->ending(e.self));
    assert_int_equal(finish(&e, 1.2), finish(&again, 1.2));
}

/* Of eight, four leave at a quarter of the games and two at half of them; the best, a fifth better than the next, stays. */
TEST(test_halving)
{
    ComparisonSpec spec = spec_of(COMPARISON_HALVING, 8, 1000);
    Experiment e = comparison_create(&spec);
    int of_games[1001] = {0};
    while (step(&e, 1.2)) {
    }
    for (int i = 0; i < 8; i++) of_games[comparison_scores(&e, i).games]++;
    assert_true(of_games[250] == 4 && of_games[500] == 2 && of_games[1000] == 2);
    assert_int_equal(comparison_scores(&e, 7).games, 1000);
    assert_int_equal(comparison_cuts(&e), 3);
    /* Players that were eliminated had less than those that stayed, on the games that both played. */
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            ComparisonScores a = comparison_scores(&e, i), b = comparison_scores(&e, j);
            if (a.games < b.games) assert_true(paired_ratio(a.score, b.score, a.games).log_ratio <= 0);
        }
    e.kind->destroy(e.self);
}

static void alike(const void *ctx, uint64_t seed, double *score)
{
    (void)ctx;
    Rng r;
    rng_stream(&r, seed);
    score[0] = score[1] = rng_below(&r, 100);
}

static void hopeless(const void *ctx, uint64_t seed, double *score)
{
    const int *which = ctx;
    alike(NULL, seed, score);
    score[*which] = 0;
}

static ComparisonStanding standing_of(void (*draw)(const void *, uint64_t, double *), const void *ctx)
{
    ComparisonSpec spec = spec_of(COMPARISON_DECIDE, 2, 1000);
    Experiment e = comparison_create(&spec);
    ComparisonStanding before = comparison_standing(&e);
    assert_true(before.ratio.n == 0 && before.verdict == COMPARISON_OPEN && before.lower == 0 && before.upper == HUGE_VAL);
    duels_finish(&e, draw, ctx);
    ComparisonStanding s = comparison_standing(&e);
    e.kind->destroy(e.self);
    return s;
}

TEST(test_verdicts)
{
    static const int none[] = {0, 1};
    double by = 2;
    ComparisonStanding s = standing_of(alike, NULL);
    assert_true(s.verdict == COMPARISON_EQUAL && s.ratio.n == COMPARISON_FIRST_LOOK);
    s = standing_of(hopeless, &none[1]);
    assert_true(s.verdict == COMPARISON_FIRST && s.ratio.n == COMPARISON_FIRST_LOOK);
    s = standing_of(hopeless, &none[0]);
    assert_int_equal(s.verdict, COMPARISON_SECOND);
    s = standing_of(ladder, &by);
    assert_true(s.verdict == COMPARISON_SECOND && s.upper < 1 && s.lower < 0.5 && s.upper > 0.5);
    by = 1.03;
    s = standing_of(ladder, &by);
    assert_true(s.verdict == COMPARISON_OPEN && s.ratio.n == 1000);
}

/* No law makes a comparison say anything false more often than it may; and differences are seen. The campaign rates does twenty
 * times as much. */
TEST(test_error_rates)
{
    enum { DUELS = 500 };
    for (const DuelLaw *law = duel_laws; law->name != NULL; law++) {
        DuelCount c = duels_compare(law, 1, 0.05, 0.05, 2000, DUELS);
        if (c.wrong > 0.05 * DUELS) fail_msg("%s: %d of %d are wrong", law->name, c.wrong, DUELS);
        c = duels_compare(law, 3, 0.05, 0.05, 2000, DUELS);
        if (c.first < 0.99 * DUELS) fail_msg("%s: %d of %d see what is three times better", law->name, c.first, DUELS);
    }
    DuelCount c = duels_compare(&duel_laws[0], 1.25, 0.05, 0.05, 10000, DUELS);
    assert_true(c.first > 0.99 * DUELS && c.pairs < 700.0 * DUELS);
    c = duels_compare(&duel_laws[0], 1, 0.05, 0.2, 10000, DUELS);
    assert_true(c.equal > 0.9 * DUELS);
    c = duels_compare(&duel_laws[0], 1.05, 0.3, 0, 2000, DUELS); /* alpha is what is asked for */
    assert_true(c.equal == 0 && c.wrong > 0.02 * DUELS && c.wrong < 0.3 * DUELS);
}

/* ---- rankings ---- */

TEST(test_ranking)
{
    enum { PLAYERS = 5 };
    ComparisonSpec spec = spec_of(COMPARISON_ALL, PLAYERS, 400);
    Experiment e = comparison_create(&spec);
    Rank rank[PLAYERS];
    double p[PLAYERS * (PLAYERS - 1) / 2];
    int pairs = 0;
    while (step(&e, 1.3)) {
    }
    ranking_make(&e, PLAYERS, rank);
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(rank[i].player, PLAYERS - 1 - i);
        assert_int_equal(rank[i].score.n, 400);
    }
    assert_true(rank[0].p_mean == 1 && rank[0].p_wilcoxon == 1);
    /* the same by hand: all pairs in any order */
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < i; j++) {
            Paired r = paired_ratio(comparison_scores(&e, i).score, comparison_scores(&e, j).score, 400);
            p[pairs++] = 2 * stats_normal_tail(fabs(paired_z(&r)));
        }
    stats_holm(p, pairs);
    for (int j = 0; j < PLAYERS - 1; j++) assert_true(p[pairs - PLAYERS + 1 + j] == rank[PLAYERS - 1 - j].p_mean);
    assert_true(rank[4].p_mean < 0.001 && rank[4].p_wilcoxon < 0.001);
    assert_near(rank[4].against.log_ratio, log(1.3 * 1.3 * 1.3 * 1.3), 0.3);
    e.kind->destroy(e.self);
}

/* Players that are all the same: how often is anything said of any two of them? */
static int false_tournaments(ComparisonRule rule, int players, int64_t games, int tournaments, bool wilcoxon)
{
    const double by = 1;
    int wrong = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : wrong)
    for (int i = 0; i < tournaments; i++) {
        Rank rank[DUEL_PLAYERS_MAX];
        ComparisonSpec spec = spec_of(rule, players, games);
        spec.seed = (uint64_t)i;
        Experiment e = comparison_create(&spec);
        duels_finish(&e, ladder, &by);
        ranking_make(&e, players, rank);
        double least = 1;
        for (int j = 0; j < players; j++) least = fmin(least, wilcoxon ? rank[j].p_wilcoxon : rank[j].p_mean);
        wrong += least <= 0.05;
        e.kind->destroy(e.self);
    }
    return wrong;
}

TEST(test_tournament_error_rates)
{
    enum { TOURNAMENTS = 1000 };
    static const struct {
        ComparisonRule rule;
        int players;
        int64_t games;
    } rows[] = {{COMPARISON_ALL, 2, 100}, {COMPARISON_ALL, 6, 50}, {COMPARISON_ALL, 6, 200}, {COMPARISON_HALVING, 8, 200}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        int means = false_tournaments(rows[i].rule, rows[i].players, rows[i].games, TOURNAMENTS, false);
        int ranks = false_tournaments(rows[i].rule, rows[i].players, rows[i].games, TOURNAMENTS, true);
        if (means > 0.065 * TOURNAMENTS || ranks > 0.065 * TOURNAMENTS) /* 0.05 and two of its errors */
            fail_msg("%d players, %d games: %d (means) and %d (ranks) of %d tournaments say something false", rows[i].players,
                     (int)rows[i].games, means, ranks, TOURNAMENTS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal_tail),     cmocka_unit_test(test_holm),
        cmocka_unit_test(test_wilcoxon),        cmocka_unit_test(test_paired_ratio),
        cmocka_unit_test(test_student),         cmocka_unit_test(test_paired_extremes),
        cmocka_unit_test(test_boundary),        cmocka_unit_test(test_boundary_is_kept),
        cmocka_unit_test(test_matches_resume),  cmocka_unit_test(test_common_games),
        cmocka_unit_test(test_has_all_members), cmocka_unit_test(test_halving),
        cmocka_unit_test(test_verdicts),        cmocka_unit_test(test_error_rates),
        cmocka_unit_test(test_ranking),         cmocka_unit_test(test_tournament_error_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
