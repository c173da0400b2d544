/* test_rivals.c. What the tuned values are compared with, and scales of scores. */
#include "tests/helpers.h"
#include "tests/inis.h"

/* What a baseline has for the optimiser's key in held-out training i. */
static double baseline_has(const Live *l, int baseline, int i, const char *key)
{
    const Param *row = param_find(l->setup.tuning.problem[0].optimiser->params, key);
    return param_get(row, l->setup.tuning.baseline[baseline].options[i]);
}

/* The names of all players, but for the winner. */
static void assert_baselines(const Live *l, const char *expected)
{
    char names[500] = "";
    for (int r = 0; r < l->setup.tuning.spec.baselines; r++) {
        strcat(names, r > 0 ? " " : "");
        strcat(names, l->setup.tuning.baseline[r].name);
    }
    assert_string_equal(names, expected);
}

/* A preset that is what the problems do anyway is left out; it is no baseline where only one of them does. */
TEST(test_baseline_names)
{
    static const struct {
        const char *problems, *baselines, *expected;
    } rows[] = {
        {"a b", "", "untuned"},
        {"a b", "trelea", "untuned trelea"},
        {"a b", "spso trelea spso", "untuned trelea spso"},
        {"a b", "vdbergh trelea", "untuned trelea"},
        {"a b", "trelea vdbergh", "untuned trelea"},
        {"a trelea", "trelea vdbergh", "untuned vdbergh trelea"},
        {"trelea", "trelea vdbergh", "untuned vdbergh"},
        {"slow", "vdbergh", "untuned vdbergh"},
        {"a b", "all",
         "untuned trelea spso pedersen-10d-2000 pedersen-10d-20000 report-final shi-eberhart constriction fips spso-2011 "
         "swarmtris-8d"},
        {"slow", "spso-2011 all",
         "untuned vdbergh trelea spso pedersen-10d-2000 pedersen-10d-20000 report-final shi-eberhart constriction fips spso-2011 "
         "swarmtris-8d"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        OWNED char *more = text_new(ONE_POSITION(INERTIA, "2", "2", "baselines = %s\n"), rows[i].baselines);
        live_open(&l, meta_ini(rows[i].problems, "", more), NULL, 0);
        assert_baselines(&l, rows[i].expected);
    }
}

/* What a preset says goes before the problem's ini; what it does not say is the problem's; untuned is the problem as it is. */
TEST(test_baseline_values)
{
    CLOSED(live_close) Live l;
    live_open(
        &l,
        meta_ini("a", "slow b", ONE_POSITION(INERTIA, "1", "4", "baselines = trelea pedersen-10d-2000\nheldout_budgets = 1 2\n")),
        NULL, 0);
    assert_baselines(&l, "untuned trelea pedersen-10d-2000");
    for (int i = 0; i < 4; i++) {
        bool slow = i % 2 == 0;
        assert_true(baseline_has(&l, 0, i, "inertia") == (slow ? 0.1 : 0.7298) &&
                    baseline_has(&l, 0, i, "social") == (slow ? 0.3 : 1.49618));
        assert_true(baseline_has(&l, 1, i, "inertia") == 0.6 && baseline_has(&l, 1, i, "social") == 1.7);
        assert_true(baseline_has(&l, 2, i, "inertia") == 0.6571 && baseline_has(&l, 2, i, "social") == 0.6239);
        assert_true(baseline_has(&l, 0, i, "particles") == 4 && baseline_has(&l, 1, i, "particles") == 4);
        assert_true(baseline_has(&l, 2, i, "particles") == 63);
    }
}

/* A baseline plays as its setting does: the trainings of trelea are those of problems that are untuned with trelea. And it plays
 * a problem as it would beside any other. */
TEST(test_baselines_play)
{
    CLOSED(live_close) Live one, other, beside;
    live_run(&one, meta_ini("a", "slow slack", ONE_POSITION(INERTIA, "1", "6", "baselines = spso trelea\n")), NULL);
    live_run(&other, meta_ini("a", "trelea slack-trelea", ONE_POSITION(INERTIA, "1", "6", "")), NULL);
    live_run(&beside, meta_ini("a", "a slack", ONE_POSITION(INERTIA, "1", "6", "baselines = trelea\n")), NULL);
    const char *next[] = {one.rows.text, other.rows.text, beside.rows.text};
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) next[k] = rows_next(next[k], "heldout");
        const char *a = next[0], *b = next[1], *c = next[2];
        assert_true(rows_cell(a, "trelea") == rows_cell(b, "untuned"));
        assert_int_equal(rows_cell(a, "trelea") == rows_cell(c, "trelea"), i % 2);
        assert_int_equal(rows_cell(a, "untuned") == rows_cell(c, "untuned"), i % 2);
        assert_true(rows_cell(a, "tuned") != rows_cell(a, "untuned") && rows_cell(a, "untuned") != rows_cell(a, "trelea"));
        assert_true(rows_cell(a, "spso") != rows_cell(a, "trelea"));
        for (int k = 0; k < 3; k++) next[k] = strchr(next[k], '\n') + 1;
    }
    assert_int_equal(live_outcome(&one).plays, 1 + 4 * 6);
}

/* Of n errors (with a minus): what their scores are on the scale of those of the untuned values. */
static void assert_scores(const double *untuned, const double *value, const double *score, int n)
{
    double log_untuned[40];
    assert_true(n <= (int)LENGTH(log_untuned));
    for (int i = 0; i < n; i++) log_untuned[i] = fmin(-log10(-untuned[i]), 16);
    stats_sort(log_untuned, n);
    double median = stats_quantile(log_untuned, n, 0.5);
    double spread = (stats_quantile(log_untuned, n, 0.75) - stats_quantile(log_untuned, n, 0.25)) / 1.349;
    assert_true(spread > 0);
    for (int i = 0; i < n; i++) assert_near(score[i], asinh((fmin(-log10(-value[i]), 16) - median) / spread), 1e-9);
}

/* Of all players in the validation. */
TEST(test_scales)
{
    enum { BLOCKS = 6, PLAYERS = 4 };
    static const char *const names[PLAYERS] = {"tuned", "untuned", "trelea", "spso"};
    CLOSED(live_close) Live l;
    live_run(&l, meta_ini("a b", "", ONE_POSITION(INERTIA, "2", "12", "baselines = trelea spso\n")), NULL);
    double value[2][PLAYERS][BLOCKS], score[2][PLAYERS][BLOCKS];
    int n = 0;
    for (const char *at = l.rows.text; (at = rows_next(at, "heldout")) != NULL; at = strchr(at, '\n') + 1, n++)
        for (int p = 0; p < PLAYERS; p++) {
            OWNED char *column = text_new("%s_score", names[p]);
            value[n % 2][p][n / 2] = rows_cell(at, names[p]);
            score[n % 2][p][n / 2] = rows_cell(at, column);
        }
    assert_int_equal(n, 2 * BLOCKS);
    for (int k = 0; k < 2; k++)
        for (int p = 0; p < PLAYERS; p++) assert_scores(value[k][1], value[k][p], score[k][p], BLOCKS);
}

/* Those of the search, for any optimiser, and however its first iteration lies. */
TEST(test_search_scale)
{
    enum { GAMES = 6, BLOCKS = GAMES / 2 };
    static const char *const kinds[] = {"grid\nsteps = 1", "lus", "random"};
    OWNED char *first = NULL;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        CLOSED(live_close) Live l;
        double value[2][2 * BLOCKS], score[2][2 * BLOCKS]; /* of the untuned values, and of the first candidate */
        int n = 0;
        OWNED char *text = text_new("tune = " INERTIA "[training]\niterations = 2\ngames = 6\n[selection]\nfinalists = 0\n"
                                    "[validation]\ngames = 0\n[optimiser]\nkind = %s\n",
                                    kinds[i]);
        live_run(&l, meta_ini("a b", "", text), NULL);
        size_t bytes = (size_t)(meta_search(&l, GAMES) - l.rows.text);
        for (const char *at = l.rows.text; n < 2 * GAMES; at = strchr(at, '\n') + 1, n++) {
            at = rows_next(at, "blocks");
            value[n % 2][n / 2] = rows_cell(at, "value");
            score[n % 2][n / 2] = rows_cell(at, "score");
        }
        for (int k = 0; k < 2; k++)
            for (int side = 0; side < 2; side++)
                assert_scores(value[k], value[k] + side * BLOCKS, score[k] + side * BLOCKS, BLOCKS);
        if (i == 0) first = mem_text(l.rows.text), first[bytes] = '\0';
        assert_memory_equal(l.rows.text, first, bytes);
    }
}

TESTS(meta_enter, place_leave)
