/* test_meta.c. Searches over parameters of trainings: which inner ones there are, what reaches them, what is written of them. */
#include "tests/helpers.h"
#include "tests/inis.h"

/* ---- what is tuned ---- */

/* A word of tune, and its keys in their order. */
TEST(test_keys)
{
    static const char *const rows[][2] = {{"inertia", "optimiser: inertia"},
                                          {"cognitive+social", "optimiser: cognitive social"},
                                          {"optimiser.cognitive+social", "optimiser: cognitive social"},
                                          {"training.games", "training: games"},
                                          {"training.games+first_games+more_games", "training: games first_games more_games"},
                                          {"topology=ring|random", "optimiser: topology"},
                                          {"training.allocation=fixed|race", "training: allocation"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        char keys[200];
        OWNED char *text = text_new("tune = %s\n%s[training]\niterations = 1\n", rows[i][0],
                                    strstr(rows[i][0], "games") != NULL ? "lower = 2\nupper = 4\n" : "");
        live_open(&l, meta_ini("a", "", text), NULL, 0);
        const Tuned *t = l.setup.tuning.tuned;
        Text said = text_in(keys, sizeof keys);
        text_add(&said, "%s:", tuned_sections[t->section]);
        for (int k = 0; k < t->n; k++) text_add(&said, " %s", t->row[k]->key);
        assert_string_equal(keys, rows[i][1]);
    }
}

/* Keys that are tied are one coordinate, and their trainings those in which each has the value. */
TEST(test_tied)
{
    CLOSED(live_close) Live tied, same, other;
    live_run(&tied, meta_ini("a b", "", ONE_POSITION("inertia cognitive+social\nlower = 0.4 1\nupper = 0.6 2\n", "4", "0", "")),
             NULL);
    live_run(&same,
             meta_ini("a b", "", ONE_POSITION("inertia cognitive social\nlower = 0.4 1 1\nupper = 0.6 2 2\n", "4", "0", "")),
             NULL);
    live_run(&other,
             meta_ini("a b", "", ONE_POSITION("inertia cognitive social\nlower = 0.4 1 1\nupper = 0.6 2 2.5\n", "4", "0", "")),
             NULL);
    int differ = 0;
    const char *a = meta_search(&tied, 4), *b = meta_search(&same, 4), *c = meta_search(&other, 4);
    for (int i = 0; i < 4; i++, a = strchr(a, '\n') + 1, b = strchr(b, '\n') + 1, c = strchr(c, '\n') + 1) {
        a = rows_next(a, "blocks"), b = rows_next(b, "blocks"), c = rows_next(c, "blocks");
        assert_true(rows_cell(a, "value") == rows_cell(b, "value"));
        differ += rows_cell(a, "value") != rows_cell(c, "value");
    }
    assert_true(differ > 0);
    const Tuned *t = tied.setup.tuning.tuned;
    assert_true(tied.setup.tuning.space.dim == 2 && t[0].n == 1 && t[1].n == 2);
    assert_string_equal(t[1].name, "optimiser.cognitive+social");
    assert_string_equal(t[1].row[0]->key, "cognitive");
    assert_string_equal(t[1].row[1]->key, "social");
    Result r = live_outcome(&tied);
    assert_true(r.x[0] == 0.5 && r.x[1] == 1.5);
}

/* A choice takes the value whose coordinate is largest, the first of several; and its trainings are those in which it has it. */
TEST(test_choices)
{
    static const char *const words[] = {"topology=ring|random wall", "topology=random|ring wall"};
    double reported[2][4];
    for (int i = 0; i < 2; i++) {
        CLOSED(live_close) Live l, same;
        /* a first position that takes the first values */
        write_file("tuned.ini",
                   i == 0 ? "[optimiser]\ntopology = ring\nwall = absorb\n" : "[optimiser]\ntopology = random\nwall = absorb\n");
        OWNED char *text = text_new(
            "tune = %s\n[training]\niterations = 1\ngames = 4\n[selection]\nfinalists = 0\n[validation]\ngames = 0\n", words[i]);
        live_run(&l, meta_ini("a", "", text), "training.from=tuned.ini");
        assert_true(rows_cell(rows_next(l.rows.text, "positions"),
                              i == 0 ? "optimiser.topology=ring" : "optimiser.topology=random") == 1);
        const Tuning *tuning = &l.setup.tuning;
        const Tuned *tuned = tuning->tuned;
        assert_true(tuning->spec.tuneds == 2 && tuning->space.dim == 8);
        assert_string_equal(tuning->space.names[1], i == 0 ? "optimiser.topology=random" : "optimiser.topology=ring");
        assert_string_equal(tuned[1].name, "optimiser.wall");
        const double x[8] = {0.2, 0.3, 0.1, 0.5, 0.9, 0.9, 0, 0.8};
        char value[2][PARAM_TEXT_MAX];
        double settled[8];
        memcpy(settled, x, sizeof x);
        for (int k = 0; k < 2; k++) {
            tuned_print(&tuned[k], tuned_at(&tuned[k], x), value[k], sizeof value[k]);
            tuned_settle(&tuned[k], settled);
            assert_true(tuned_at(&tuned[k], settled) == tuned_at(&tuned[k], x));
        }
        assert_string_equal(value[0], i == 0 ? "random" : "ring");
        assert_string_equal(value[1], "reflect");
        assert_true(settled[0] == 0 && settled[1] == 1 && settled[4] == 1 && settled[5] == 0);
        /* the same trainings as those of a problem that has these values */
        OWNED char *problem = text_new("%stopology = %s\n", PROBLEM_A, i == 0 ? "ring" : "random");
        write_file("structured.ini", problem);
        live_run(&same, meta_ini("structured", "", ONE_POSITION(INERTIA, "4", "0", "")), NULL);
        const char *at = meta_search(&l, 4), *untuned = same.rows.text;
        for (int k = 0; k < 4; k++, at = strchr(at, '\n') + 1, untuned = strchr(untuned, '\n') + 1) {
            at = rows_next(at, "blocks"), untuned = rows_next(untuned, "blocks");
            reported[i][k] = rows_cell(at, "value");
            assert_true(reported[i][k] == rows_cell(untuned, "value"));
        }
    }
    assert_true(reported[0][0] != reported[1][0]);
}

/* ---- which inner trainings there are ---- */

static void assert_few_choices(const Param *table)
{
    for (const Param *row = table; row->key != NULL; row++)
        if (param_choices(row) > TUNED_VALUES_MAX) fail_msg("%s has %d values", row->key, param_choices(row));
}

/* Every choice that may be tuned has a coordinate for each of its values. */
TEST(test_choices_fit)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) assert_few_choices(registry_optimisers[i]->params);
    assert_few_choices(train_training_params);
    assert_few_choices(train_selection_params);
}

/* Blocks take turns through all problems with the first budget, then with the second, and begin again. */
TEST(test_budgets)
{
    CLOSED(live_close) Live l;
    live_run(&l, meta_ini("a b", "b slow a", ONE_POSITION(INERTIA, "8", "12", "budgets = 1 0.5\nheldout_budgets = 2 0.3\n")),
             NULL);
    enum { SEARCH = 4, HELDOUT = 6 };
    static const struct {
        const char *problem;
        double budget;
        int games, iterations;
    } part[SEARCH + HELDOUT] = {{"a", 1, 40, 0},    {"b", 1, 0, 5},  {"a", 0.5, 20, 0}, {"b", 0.5, 0, 3},    {"b", 2, 0, 10},
                                {"slow", 2, 0, 10}, {"a", 2, 80, 0}, {"b", 0.3, 0, 2},  {"slow", 0.3, 0, 2}, {"a", 0.3, 12, 0}},
                    *const heldout = part + SEARCH;
    assert_true(l.setup.tuning.spec.inners == SEARCH && l.setup.tuning.spec.heldouts == HELDOUT);
    for (int i = 0; i < SEARCH + HELDOUT; i++) {
        const MetaInner *inner = i < SEARCH ? &l.setup.tuning.spec.inner[i] : &l.setup.tuning.spec.heldout[i - SEARCH];
        const TrainingOptions *t = &inner->training.options.training;
        assert_string_equal(inner->problem, part[i].problem);
        assert_true(inner->budget == part[i].budget);
        assert_true(t->total_games == part[i].games && t->iterations == part[i].iterations);
    }
    int row = 0;
    double value[8];
    for (const char *at = meta_search(&l, 8); (at = rows_next(at, "blocks")) != NULL; at = strchr(at, '\n') + 1, row++) {
        value[row] = rows_cell(at, "value");
        for (int k = 0; k < row; k++) assert_true(value[k] != value[row]); /* each has a seed of its own */
        assert_word(at, "problem", part[row % SEARCH].problem);
        assert_true(rows_cell(at, "budget") == part[row % SEARCH].budget && rows_cell(at, "block") == row);
    }
    assert_int_equal(row, 8);
    row = 0;
    for (const char *at = l.rows.text; (at = rows_next(at, "heldout")) != NULL; at = strchr(at, '\n') + 1, row++) {
        assert_word(at, "problem", heldout[row % HELDOUT].problem);
        assert_true(rows_cell(at, "budget") == heldout[row % HELDOUT].budget && rows_cell(at, "block") == row);
    }
    assert_int_equal(row, 12);
    /* the budgets were played: twice each of 40, 5 x 4, 20 and 3 x 4 evaluations */
    assert_true(rows_cell(rows_next(l.rows.text, "metrics"), "pieces") == 2 * (40 + 20 + 20 + 12));
    Result r = live_outcome(&l);
    assert_true(r.cost == 2 * 2 * (40 + 20 + 20 + 12) + 2 * 2 * (40 + 40 + 80 + 8 + 8 + 12)); /* tuned and untuned */
}

/* Without a list of their own the problems of the validation are those of the search, with other seeds. */
TEST(test_heldout_defaults)
{
    CLOSED(live_close) Live l;
    live_run(&l, meta_ini("a b", "", ONE_POSITION(INERTIA, "2", "2", "budgets = 2\n")), NULL);
    assert_true(l.setup.tuning.spec.heldouts == 2 && l.setup.tuning.spec.heldout[0].budget == 1 &&
                l.setup.tuning.spec.inner[0].budget == 2);
    const char *seen = rows_next(l.rows.text, "heldout");
    assert_word(seen, "problem", "a");
    assert_word(strchr(seen, '\n') + 1, "problem", "b");
    live_close(&l);
    live_run(&l, meta_ini("a b", "", ONE_POSITION(INERTIA, "2", "2", "")), NULL);
    assert_true(rows_cell(rows_next(l.rows.text, "heldout"), "tuned") != rows_cell(rows_next(l.rows.text, "blocks"), "value"));
}

/* ---- what is written ---- */

/* A row a block: of candidates and, behind, of finalists; particles as in "positions", scores that make up theirs. */
TEST(test_blocks)
{
    enum { POSITIONS = 5, ITERATIONS = 3, GAMES = 4, FINALISTS = 2, FINALS = 6 };
    CLOSED(live_close) Live l;
    live_run(&l,
             meta_ini("a b", "",
                      "tune = inertia\n[training]\niterations = 3\ngames = 4\n[selection]\nfinalists = 2\ngames = "
                      "6\n[validation]\ngames = 8\n"
                      "[optimiser]\nparticles = 5\nupdate_order = sequential\n"),
             NULL);
    const char *block = meta_search(&l, GAMES), *position = l.rows.text;
    for (int i = 0; i < ITERATIONS * POSITIONS; i++) {
        double sum = 0;
        for (int k = 0; k < GAMES; k++, block = strchr(block, '\n') + 1) {
            block = rows_next(block, "blocks");
            assert_word(block, "phase", "training");
            assert_true(rows_cell(block, "particle") == i % POSITIONS && rows_cell(block, "block") == k);
            assert_true(isfinite(rows_cell(block, "value")));
            sum += rows_cell(block, "score");
        }
        position = rows_next(position, "positions");
        assert_true(rows_cell(position, "particle") == i % POSITIONS);
        assert_near(rows_cell(position, "score"), sum / GAMES, 1e-12);
        position = strchr(position, '\n') + 1;
    }
    for (int i = 0; i < FINALISTS * FINALS; i++, block = strchr(block, '\n') + 1) {
        block = rows_next(block, "blocks");
        assert_word(block, "phase", "selection");
        assert_true(rows_cell(block, "particle") == i / FINALS && rows_cell(block, "block") == i % FINALS);
    }
    assert_null(rows_next(block, "blocks"));
    assert_int_equal(rows_count(l.rows.text, "positions"), ITERATIONS * POSITIONS);
    assert_int_equal(rows_count(l.rows.text, "heldout"), 8);
    assert_int_equal(rows_count(l.rows.text, "curves"), 2 * 40);
}

/* The median of the held-out blocks of one problem with one budget. */
static double median_of(const Live *l, const char *name, const char *problem, double budget)
{
    double v[100];
    int n = 0;
    OWNED char *word = text_new(" problem=%s ", problem);
    for (const char *at = l->rows.text; (at = rows_next(at, "heldout")) != NULL; at = strchr(at, '\n') + 1)
        if (strncmp(at + 7, word, strlen(word)) == 0 && rows_cell(at, "budget") == budget) v[n++] = rows_cell(at, name);
    stats_sort(v, n);
    return stats_quantile(v, n, 0.5);
}

/* Forty points a problem and budget, quartiles in order, of tuned and untuned and of no other; without noise they rise, and
 * end where heldout has its medians. */
TEST(test_curves)
{
    static const struct {
        const char *problem;
        double budget;
    } part[] = {{"b", 1}, {"a", 1}, {"b", 3}, {"a", 3}};
    CLOSED(live_close) Live l;
    live_run(&l, meta_ini("a", "b a", ONE_POSITION(INERTIA, "1", "20", "baselines = trelea\nheldout_budgets = 1 3\n")), NULL);
    const char *at = l.rows.text;
    for (int k = 0; k < 4; k++) {
        double before[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int point = 0; point < 40; point++, at = strchr(at, '\n') + 1) {
            static const char *const player[] = {"tuned", "untuned"};
            at = rows_next(at, "curves");
            assert_word(at, "problem", part[k].problem);
            assert_true(rows_cell(at, "budget") == part[k].budget);
            assert_near(rows_cell(at, "share"), (point + 1) / 40.0, 1e-12);
            for (int w = 0; w < 2; w++) {
                char name[3][30];
                snprintf(name[0], sizeof name[0], "%s_q25", player[w]);
                snprintf(name[1], sizeof name[1], "%s_median", player[w]);
                snprintf(name[2], sizeof name[2], "%s_q75", player[w]);
                double median = rows_cell(at, name[1]);
                if (isnan(median)) {
                    assert_true(before[w] == -HUGE_VAL); /* before the first iteration has ended */
                    continue;
                }
                assert_true(rows_cell(at, name[0]) <= median && median <= rows_cell(at, name[2]) && median >= before[w]);
                before[w] = median;
                if (point == 39) assert_true(median == median_of(&l, player[w], part[k].problem, part[k].budget));
            }
        }
    }
    assert_null(rows_next(at, "curves"));
    assert_null(strstr(l.rows.text, "trelea_median"));
}

/* ---- the way from untuned to tuned ---- */

/* Tied keys are left out of the way only where none changes: of ring_k = 2 and random_k = 8, tuned to 2, one does. */
TEST(test_ablation_tied)
{
    static const struct {
        const char *keys, *untuned; /* of the problem, and what is written of both; NULL: the way leaves them out */
    } rows[] = {{"ring_k = 2\nrandom_k = 8\n", "2/8"},
                {"ring_k = 8\nrandom_k = 2\n", "8/2"},
                {"ring_k = 7\nrandom_k = 7\n", "7"},
                {"ring_k = 2\nrandom_k = 2\n", NULL}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        OWNED char *text = text_new(PROBLEM_A "topology = random\n%s", rows[i].keys);
        write_file("tied.ini", text);
        live_run(&l,
                 meta_ini("tied", "",
                          ONE_POSITION("ring_k+random_k inertia\nlower = 1 0.4\nupper = 3 0.6\n", "2", "4", "ablation = 4\n")),
                 NULL);
        int found = 0;
        for (const char *at = l.rows.text; (at = rows_next(at, "ablation")) != NULL; at = strchr(at, '\n') + 1) {
            const char *key = strstr(at, " key=optimiser.ring_k+random_k ");
            if (key == NULL || key > strchr(at, '\n')) continue;
            assert_non_null(rows[i].untuned);
            assert_word(at, "untuned", rows[i].untuned);
            assert_word(at, "tuned", "2");
            found++;
        }
        assert_int_equal(found > 0, rows[i].untuned != NULL);
    }
}

/* ---- where a search starts ---- */

/* The lines through a tuned.ini; tied keys start at their mean, what is outside the box at its wall. */
TEST(test_from)
{
    static const struct {
        const char *tuned;
        double inertia, both;
    } rows[] = {{"[optimiser]\ninertia = 0.25\ncognitive = 1.5\nsocial = 1.5\n", 0.25, 1.5},
                {"; found\n[training]\ngames = 7\n[optimiser]\nsocial = 2\ncognitive = 1\ninertia = 0.1\n", 0.1, 1.5},
                {"[optimiser]\ninertia = -3\ncognitive = 90\nsocial = 1\n", -1, 4}};
    const char *ini = meta_ini(
        "a", "",
        "tune = inertia cognitive+social\nlower = -1 0\nupper = 1 4\n[training]\niterations = 1\ngames = 1\n[selection]\n"
        "finalists = 0\n[validation]\ngames = 0\n[optimiser]\nkind = grid\nshape = axes\nsteps = 3 2\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(live_close) Live l;
        write_file("tuned.ini", rows[i].tuned);
        live_run(&l, ini, "training.from=tuned.ini");
        const char *at = l.rows.text;
        for (int k = 0; k < 5; k++, at = strchr(at, '\n') + 1) {
            at = rows_next(at, "positions");
            assert_true(rows_cell(at, "optimiser.inertia") == (k < 3 ? k - 1 : rows[i].inertia));
            assert_true(rows_cell(at, "optimiser.cognitive+social") == (k < 3 ? rows[i].both : 4 * (k - 3)));
        }
        assert_null(rows_next(at, "positions"));
    }
    CLOSED(live_close) Live l;
    live_run(&l,
             meta_ini("a", "",
                      "tune = inertia\nlower = -1\nupper = 1\n[training]\niterations = 1\ngames = 1\n[validation]\ngames = 0\n"),
             "training.from=tuned.ini selection.finalists=0");
    const char *first = rows_next(l.rows.text, "positions");
    assert_true(rows_cell(first, "optimiser.inertia") == -1);
    assert_true(rows_cell(strchr(first, '\n') + 1, "optimiser.inertia") != -1);
}

TESTS(meta_enter, place_leave)
