/* test_comparison.c. Which player is better: comparisons that stop when they know, tournaments. */
#include "base/paired.h"
#include "base/stats.h"
#include "experiment/comparison.h"
#include "tests/duels.h"
#include "tests/helpers.h"
#include "tests/live.h"

/* ---- matches ---- */

static const Contestant paper[DUEL_PLAYERS_MAX] = {{0}};

/* Exponential scores of mean 100, 110, 121, ... */
static void ladder(const void *ctx, uint64_t seed, double *score)
{
    double step = *(const double *)ctx, mean = 100;
    Rng r = rng_from(seed);
    for (int i = 0; i < DUEL_PLAYERS_MAX; i++, mean *= step) score[i] = floor(mean * duel_exponential(&r));
}

static ComparisonSpec spec_of(ComparisonRule rule, int players, int64_t games)
{
    static const Units rows = {.scale = SCALE_COUNT};
    return (ComparisonSpec){.units = &rows,
                            .player = paper,
                            .players = players,
                            .rule = rule,
                            .seed = 5,
                            .purpose = RNG_TEST,
                            .games = games,
                            .alpha = 0.05,
                            .margin = 0.05};
}

static uint64_t finish(Experiment *e, double by)
{
    duels_finish(e, ladder, &by);
    assert_string_equal(e->kind->phase(e->self), "finished");
    assert_true(e->kind->progress(e->self, 0) == 1);
    return state_hash(e->kind->serialise, e->self);
}

/* Loaded after every batch into a match of as many games or more, it ends as one in one piece. */
static void check_resume(ComparisonRule rule, int players, int64_t games, int64_t later, double by)
{
    ComparisonSpec spec = spec_of(rule, players, games), longer = spec_of(rule, players, later);
    CLOSED(duels_close) Experiment whole = comparison_create(&longer), e = comparison_create(&spec);
    uint64_t expected = finish(&whole, by);
    int batches = 0;
    do {
        OWNED char *saved = state_save(e.kind->serialise, e.self);
        CLOSED(duels_close) Experiment again = comparison_create(&longer);
        state_load(again.kind->serialise, again.self, saved);
        assert_int_equal(finish(&again, by), expected);
        batches++;
    } while (duels_step(&e, ladder, &by));
    assert_true(batches >= 2);
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
    CLOSED(duels_close) Experiment e = comparison_create(&spec);
    for (int64_t first = 0; first < 12000;) {
        CLOSED(batch_free) Batch b = {0};
        assert_int_equal(e.kind->ask(e.self, &b), 3);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(b.t[i].key, rng_key(5, RNG_TEST, 7));
            assert_true(b.t[i].first == first && b.t[i].plays == b.t[0].plays && b.t[i].tag == i);
        }
        first += b.t[0].plays;
        duels_step(&e, ladder, &(double){1});
    }
    for (int i = 0; i < 3; i++) assert_int_equal(comparison_scores(&e, i).games, 12000);
    assert_true(comparison_scores(&e, 1).cost == 36000);
    assert_false(duels_step(&e, ladder, &(double){1}));
    const Result r = experiment_result(&e);
    assert_true(r.plays == 36000 && r.cost == 108000 && r.x == NULL && r.n_reported == 0);
}

/* Every member of an ExperimentKind is there; a comparison has no budget in time and cannot be extended. */
TEST(test_has_all_members)
{
    ComparisonSpec spec = spec_of(COMPARISON_ALL, 3, 10);
    CLOSED(duels_close) Experiment e = comparison_create(&spec), again = comparison_create(&spec);
    assert_non_null(e.kind->time_up);
    assert_non_null(e.kind->ending);
    e.kind->time_up(e.self);
    assert_false(e.kind->ending(e.self));
    assert_int_equal(finish(&e, 1.2), finish(&again, 1.2));
}

/* A play that costs what is set, or more, was cut off. Those of an evaluation cost 0 .. 4, those of duels 3. */
TEST(test_cut_off)
{
    static const double x[1];
    const Space space = {.dim = 1, .lo = x, .hi = x};
    for (int longest = 2; longest <= 4; longest++) {
        CLOSED(batch_free) Batch b = {0};
        ComparisonSpec spec = spec_of(COMPARISON_ALL, 2, 10);
        ComparisonSpec one = spec_of(COMPARISON_ONE, 1, 5);
        one.player = &(Contestant){.space = &space, .x = x};
        one.longest = spec.longest = longest;
        CLOSED(duels_close) Experiment e = comparison_create(&one), duel = comparison_create(&spec);
        Result r;
        assert_int_equal(e.kind->ask(e.self, &b), 1);
        batch_seat(&b);
        for (int k = 0; k < 5; k++) b.t[0].y[k] = (Answer){.score = 1, .cost = k, .done = true};
        e.kind->tell(e.self, b.t, 1, NULL);
        e.kind->result(e.self, &r);
        assert_true(r.reported[0].value[REPORTED_CUT] == 5 - longest && r.plays == 5 && r.cost == 10);
        duels_finish(&duel, ladder, &(double){1.2});
        for (int i = 0; i < 2; i++) {
            const ComparisonScores found = comparison_scores(&duel, i);
            assert_int_equal(found.cut, longest <= 3 ? found.games : 0);
        }
    }
}

/* Of eight, four leave at a quarter of the games and two at half of them; the best, a fifth better than the next, stays. */
TEST(test_halving)
{
    ComparisonSpec spec = spec_of(COMPARISON_HALVING, 8, 1000);
    CLOSED(duels_close) Experiment e = comparison_create(&spec);
    int of_games[1001] = {0};
    duels_finish(&e, ladder, &(double){1.2});
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
}

/* Both score the same, least .. most, in one game of `every`; but the player `never` always 0, if it is one of the two. */
typedef struct {
    int least, most, every, never;
} Alike;

static void alike(const void *ctx, uint64_t seed, double *score)
{
    const Alike *a = ctx;
    Rng r = rng_from(seed);
    score[0] = score[1] = a->least + (int)rng_below(&r, (uint32_t)(a->most - a->least + 1));
    if (rng_below(&r, (uint32_t)a->every) > 0) score[0] = score[1] = 0;
    score[a->never] = 0;
}

static ComparisonStanding standing_of(DuelScores *draw, const void *ctx)
{
    ComparisonSpec spec = spec_of(COMPARISON_DECIDE, 2, 1000);
    CLOSED(duels_close) Experiment e = comparison_create(&spec);
    ComparisonStanding before = comparison_standing(&e);
    assert_true(before.ratio.n == 0 && before.verdict == COMPARISON_OPEN && before.lower == 0 && before.upper == HUGE_VAL);
    duels_finish(&e, draw, ctx);
    return comparison_standing(&e);
}

TEST(test_verdicts)
{
    enum { FIRST = COMPARISON_FIRST_LOOK, NONE = 2 };
    static const struct {
        Alike scores;
        ComparisonVerdict verdict;
        int n;
        double upper;                                               /* end of the interval */
    } rows[] = {{{5, 5, 1, NONE}, COMPARISON_EQUAL, FIRST, 1},      /* a constant above 0 */
                {{0, 0, 1, NONE}, COMPARISON_OPEN, 1000, HUGE_VAL}, /* nobody has scored yet */
                {{5, 5, 1, 1}, COMPARISON_FIRST, FIRST, HUGE_VAL},  {{5, 5, 1, 0}, COMPARISON_SECOND, FIRST, 3.688879454 / 50},
                {{0, 99, 1, NONE}, COMPARISON_EQUAL, 150, 1.04891},  /* no difference in so many games is one of 5 % at most */
                {{5, 5, 50, NONE}, COMPARISON_OPEN, 1000, 1.14188}}; /* ... but not if only some 25 count */
    ComparisonStanding s;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        s = standing_of(alike, &rows[i].scores);
        assert_int_equal(s.verdict, rows[i].verdict);
        assert_int_equal(s.ratio.n, rows[i].n);
        if (isinf(rows[i].upper))
            assert_true(isinf(s.upper));
        else
            assert_near(s.upper, rows[i].upper, 1e-5);
    }
    s = standing_of(ladder, &(double){2});
    assert_true(s.verdict == COMPARISON_SECOND && s.upper < 1 && s.lower < 0.5 && s.upper > 0.5);
    s = standing_of(ladder, &(double){1.03});
    assert_true(s.verdict == COMPARISON_OPEN && s.ratio.n == 1000);
}

/* No law makes a comparison false more often than it may; and differences are seen. Campaign rates does 20 times as much. */
TEST(test_error_rates)
{
    const int duels = is_short() ? 300 : 500;
    for (const DuelLaw *law = duel_laws; law->name != NULL; law++) {
        DuelCount c = duels_compare(law, 1, 0.05, 0.05, 2000, duels);
        if (c.wrong > 0.05 * duels) fail_msg("%s: %d of %d are wrong", law->name, c.wrong, duels);
        if (law->share[0] > 0) continue;
        c = duels_compare(law, 3, 0.05, 0.05, 2000, duels);
        if (c.first < 0.99 * duels) fail_msg("%s: %d of %d see what is three times better", law->name, c.first, duels);
    }
    DuelCount c = duels_compare(&duel_laws[0], 1.25, 0.05, 0.05, 10000, duels);
    assert_true(c.first > 0.99 * duels && c.pairs < 700.0 * duels);
    c = duels_compare(&duel_laws[0], 1, 0.05, 0.2, 10000, duels);
    assert_true(c.equal > 0.9 * duels);
    c = duels_compare(&duel_laws[0], 1.05, 0.3, 0, 2000, duels); /* alpha is what is asked for */
    assert_true(c.equal == 0 && c.wrong > 0.02 * duels && c.wrong < 0.3 * duels);
}

/* ---- rankings ---- */

TEST(test_ranking)
{
    enum { PLAYERS = 5 };
    ComparisonSpec spec = spec_of(COMPARISON_ALL, PLAYERS, 400);
    CLOSED(duels_close) Experiment e = comparison_create(&spec);
    Rank rank[PLAYERS];
    double p[PLAYERS * (PLAYERS - 1) / 2];
    int pairs = 0;
    duels_finish(&e, ladder, &(double){1.3});
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
}

/* Players that are all the same: how often is anything said of any two of them, by their means and by their ranks? */
TEST(test_tournament_error_rates)
{
    const int n = is_short() ? 300 : 1000;
    const double most = 0.05 * n + 2 * sqrt(0.05 * 0.95 * n); /* and two of its errors */
    static const struct {
        ComparisonRule rule;
        int players;
        int64_t games;
    } rows[] = {{COMPARISON_ALL, 2, 100}, {COMPARISON_ALL, 6, 50}, {COMPARISON_ALL, 6, 200}, {COMPARISON_HALVING, 8, 200}};
    for (size_t row = 0; row < LENGTH(rows); row++) {
        int means = 0, ranks = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : means, ranks)
        for (int i = 0; i < n; i++) {
            Rank rank[DUEL_PLAYERS_MAX];
            ComparisonSpec spec = spec_of(rows[row].rule, rows[row].players, rows[row].games);
            spec.seed = (uint64_t)i;
            CLOSED(duels_close) Experiment e = comparison_create(&spec);
            duels_finish(&e, ladder, &(double){1});
            ranking_make(&e, spec.players, rank);
            bool mean = false, wilcoxon = false;
            for (int j = 0; j < spec.players; j++) {
                mean = mean || rank[j].p_mean <= 0.05;
                wilcoxon = wilcoxon || rank[j].p_wilcoxon <= 0.05;
            }
            means += mean;
            ranks += wilcoxon;
        }
        if (means > most || ranks > most)
            fail_msg("%d players, %d games: %d (means) and %d (ranks) of %d tournaments say something false", rows[row].players,
                     (int)rows[row].games, means, ranks, n);
    }
}

TESTS(NULL, NULL)
