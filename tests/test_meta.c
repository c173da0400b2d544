/* test_meta.c. Searches over the parameters of trainings: which inner trainings there are, what reaches them, what is written of
 * them; and what the held-out blocks prove. */
#include "analysis/heldout.h"
#include "base/mem.h"
#include "config/config_read.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- problems, in the folder of the tests ---- */

#define A                                                                                             \
    "[objective]\nkind = sphere\ndim = 2\n[training]\ntotal_games = 40\n[selection]\nfinalists = 0\n" \
    "[validation]\ngames = 0\n[optimiser]\nparticles = 4\n"
#define B                                                                                               \
    "[objective]\nkind = rosenbrock\ndim = 2\n[training]\niterations = 5\n[selection]\nfinalists = 0\n" \
    "[validation]\ngames = 0\n[optimiser]\nparticles = 4\n"

static int enter(void **state)
{
    int failed = place_enter(state);
    write_file("a.ini", A);
    write_file("b.ini", B);
    write_file("slow.ini", B "inertia = 0.1\nsocial = 0.3\n");
    write_file("trelea.ini", B "preset = trelea\n");
    write_file("slack.ini", A "velocity_clamp = 0.05\n");
    write_file("slack-trelea.ini", A "velocity_clamp = 0.05\npreset = trelea\n");
    return failed;
}

/* The text of a [meta]: problems, heldout: names of files between blanks; more: what follows. Owned until the next but one
 * call. */
static const char *meta(const Place *place, const char *problems, const char *heldout, const char *more)
{
    static char text[2][4000];
    static int turn;
    char word[100], *out = text[turn = !turn];
    const char *const files[] = {problems, heldout}, *const key[] = {"problems", "heldout"};
    int n = sprintf(out, "[meta]\n");
    for (int f = 0; f < 2; f++)
        for (int i = 0; config_word(files[f], i, word, sizeof word); i++)
            n += sprintf(out + n, "%s %s %s/%s.ini\n", key[f], i > 0 ? "+=" : "=", place->folder, word);
    assert_true((size_t)n + strlen(more) < sizeof text[0]);
    strcpy(out + n, more);
    return out;
}

/* One position, the middle of the box, in one iteration of so many blocks, and what else there is to say. */
#define ONE_POSITION(box, games, validation, more)                  \
    "tune = " box more "[training]\niterations = 1\ngames = " games \
    "\n[selection]\nfinalists = 0\n[validation]\ngames = " validation "\n[optimiser]\nkind = grid\nsteps = 1\n"
#define INERTIA "inertia\nlower = 0.4\nupper = 0.6\n"

/* The blocks of the search: behind those of the untuned values, of which there are so many. */
static const char *search_of(const Live *l, int games)
{
    const char *at = l->rows.text;
    for (int i = 0; i < games; i++, at = strchr(at, '\n') + 1) {
        at = rows_next(at, "blocks");
        if (strncmp(at, "blocks phase=untuned ", 21) != 0) fail_msg("no block %d of the untuned values: %.100s", i, at);
        assert_true(rows_cell(at, "particle") == 0 && rows_cell(at, "block") == i);
    }
    return at;
}

/* A cell that is a word. */
static void assert_word(const char *row, const char *name, const char *expected)
{
    char cell[200];
    int n = snprintf(cell, sizeof cell, " %s=%s", name, expected);
    const char *at = strstr(row, cell), *end = strchr(row, '\n');
    if (at == NULL || at > end || (at[n] != ' ' && at[n] != '\n')) fail_msg("%s is not %s in %.200s", name, expected, row);
}

/* Opened and finished. */
static void meta_run(Live *l, const char *ini, const char *sets)
{
    live_open(l, ini, sets, 0);
    live_finish(l);
}

/* ---- what is tuned ---- */

static void test_keys(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int i;
        const char *key;
    } rows[] = {
        {"inertia", 0, "optimiser.inertia"},
        {"inertia", 1, NULL},
        {"cognitive+social", 0, "optimiser.cognitive"},
        {"cognitive+social", 1, "optimiser.social"},
        {"cognitive+social", 2, NULL},
        {"optimiser.cognitive+social", 1, "optimiser.social"},
        {"training.games", 0, "training.games"},
        {"training.games", 1, NULL},
        {"training.games+first_games+more_games", 2, "training.more_games"},
        {"training.games+first_games+more_games", 3, NULL},
        {"a+", 1, "optimiser."},
        {"topology=ring|random", 0, "optimiser.topology"},
        {"topology=ring|random", 1, NULL},
        {"training.allocation=fixed|ocba", 0, "training.allocation"},
    };
    char key[PARAM_TEXT_MAX];
    for (size_t i = 0; i < LENGTH(rows); i++) {
        bool found = tune_key(rows[i].word, rows[i].i, key, sizeof key);
        assert_int_equal(found, rows[i].key != NULL);
        if (found) assert_string_equal(key, rows[i].key);
    }
}

/* Keys that are tied are one coordinate, and their trainings those in which each has the value. */
static void test_tied(void **state)
{
    const char *const apart = "inertia cognitive social\nlower = 0.4 1 1\nupper = 0.6 2 2\n";
    Live tied, same, other;
    char text[3][1000];
    const char *const box[] = {"inertia cognitive+social\nlower = 0.4 1\nupper = 0.6 2\n", apart,
                               "inertia cognitive social\nlower = 0.4 1 1\nupper = 0.6 2 2.5\n"};
    for (int i = 0; i < 3; i++) snprintf(text[i], sizeof text[i], ONE_POSITION("%s", "4", "0", ""), box[i]);
    meta_run(&tied, meta(*state, "a b", "", text[0]), NULL);
    meta_run(&same, meta(*state, "a b", "", text[1]), NULL);
    meta_run(&other, meta(*state, "a b", "", text[2]), NULL);
    int differ = 0;
    const char *a = search_of(&tied, 4), *b = search_of(&same, 4), *c = search_of(&other, 4);
    for (int i = 0; i < 4; i++, a = strchr(a, '\n') + 1, b = strchr(b, '\n') + 1, c = strchr(c, '\n') + 1) {
        a = rows_next(a, "blocks"), b = rows_next(b, "blocks"), c = rows_next(c, "blocks");
        assert_true(rows_cell(a, "value") == rows_cell(b, "value"));
        differ += rows_cell(a, "value") != rows_cell(c, "value");
    }
    assert_true(differ > 0);
    const Tuned *t = tied.setup.tuning.problems.tune.tuned;
    assert_true(tied.setup.tuning.space.dim == 2 && t[0].n == 1 && t[1].n == 2);
    assert_string_equal(t[1].name, "optimiser.cognitive+social");
    assert_string_equal(t[1].row[0]->key, "cognitive");
    assert_string_equal(t[1].row[1]->key, "social");
    Result r;
    tied.setup.experiment.kind->result(tied.setup.experiment.self, &r);
    assert_true(r.x[0] == 0.5 && r.x[1] == 1.5);
    live_close(&tied), live_close(&same), live_close(&other);
}

/* A choice takes the value whose coordinate is largest, the first of several; and its trainings are those in which it has it. */
static void test_choices(void **state)
{
    static const char *const words[] = {"topology=ring|random wall", "topology=random|ring wall"};
    double claim[2][4];
    for (int i = 0; i < 2; i++) {
        Live l, same;
        char text[1000];
        /* a first position that takes the first values */
        write_file("tuned.ini",
                   i == 0 ? "[optimiser]\ntopology = ring\nwall = absorb\n" : "[optimiser]\ntopology = random\nwall = absorb\n");
        snprintf(text, sizeof text,
                 "tune = %s\n[training]\niterations = 1\ngames = 4\n[selection]\nfinalists = 0\n[validation]\ngames = 0\n",
                 words[i]);
        meta_run(&l, meta(*state, "a", "", text), "training.from=tuned.ini");
        assert_true(rows_cell(rows_next(l.rows.text, "positions"),
                              i == 0 ? "optimiser.topology=ring" : "optimiser.topology=random") == 1);
        const Tune *tune = &l.setup.tuning.problems.tune;
        assert_true(tune->n == 2 && tune->dim == 8 && l.setup.tuning.space.dim == 8);
        assert_string_equal(tune->name[1], i == 0 ? "optimiser.topology=random" : "optimiser.topology=ring");
        assert_string_equal(tune->tuned[1].name, "optimiser.wall");
        const double x[8] = {0.2, 0.3, 0.1, 0.5, 0.9, 0.9, 0, 0.8};
        char value[2][PARAM_TEXT_MAX];
        double settled[8];
        memcpy(settled, x, sizeof x);
        for (int k = 0; k < 2; k++) {
            tuned_print(&tune->tuned[k], tuned_at(&tune->tuned[k], x), value[k], sizeof value[k]);
            tuned_settle(&tune->tuned[k], settled);
            assert_true(tuned_at(&tune->tuned[k], settled) == tuned_at(&tune->tuned[k], x));
        }
        assert_string_equal(value[0], i == 0 ? "random" : "ring");
        assert_string_equal(value[1], "reflect");
        assert_true(settled[0] == 0 && settled[1] == 1 && settled[4] == 1 && settled[5] == 0);
        /* the same trainings as those of a problem that has these values */
        char problem[500];
        snprintf(problem, sizeof problem, "%stopology = %s\n", A, i == 0 ? "ring" : "random");
        write_file("structured.ini", problem);
        meta_run(&same, meta(*state, "structured", "", ONE_POSITION(INERTIA, "4", "0", "")), NULL);
        const char *at = search_of(&l, 4), *untuned = same.rows.text;
        for (int k = 0; k < 4; k++, at = strchr(at, '\n') + 1, untuned = strchr(untuned, '\n') + 1) {
            at = rows_next(at, "blocks"), untuned = rows_next(untuned, "blocks");
            claim[i][k] = rows_cell(at, "value");
            assert_true(claim[i][k] == rows_cell(untuned, "value"));
        }
        live_close(&l), live_close(&same);
    }
    assert_true(claim[0][0] != claim[1][0]);
}

/* ---- which inner trainings there are ---- */

static void assert_few_choices(const Param *table)
{
    for (const Param *row = table; row->key != NULL; row++)
        if (param_choices(row) > TUNED_VALUES_MAX) fail_msg("%s has %d values", row->key, param_choices(row));
}

/* Every choice that may be tuned has a coordinate for each of its values. */
static void test_choices_fit(void **state)
{
    (void)state;
    for (int i = 0; registry_optimisers[i] != NULL; i++) assert_few_choices(registry_optimisers[i]->params);
    assert_few_choices(train_training_params);
    assert_few_choices(train_selection_params);
}

/* Blocks take turns through all problems with the first budget, then with the second, and begin again. */
static void test_budgets(void **state)
{
    Live l;
    meta_run(&l, meta(*state, "a b", "b slow a", ONE_POSITION(INERTIA, "8", "12", "budgets = 1 0.5\nheldout_budgets = 2 0.3\n")),
             NULL);
    static const struct {
        const char *problem;
        double budget;
        int games, iterations;
    } search[] = {{"a", 1, 40, 0}, {"b", 1, 0, 5}, {"a", 0.5, 20, 0}, {"b", 0.5, 0, 3}},
      heldout[] = {{"b", 2, 0, 10},  {"slow", 2, 0, 10},  {"a", 2, 80, 0},
                   {"b", 0.3, 0, 2}, {"slow", 0.3, 0, 2}, {"a", 0.3, 12, 0}};
    assert_true(l.setup.tuning.inners == LENGTH(search) && l.setup.tuning.heldouts == LENGTH(heldout));
    for (size_t i = 0; i < LENGTH(search) + LENGTH(heldout); i++) {
        bool later = i >= LENGTH(search);
        size_t k = later ? i - LENGTH(search) : i;
        const MetaInner *inner = later ? &l.setup.tuning.heldout[k] : &l.setup.tuning.inner[k];
        const TrainingOptions *t = &inner->training.options.training;
        assert_string_equal(inner->problem, later ? heldout[k].problem : search[k].problem);
        assert_true(inner->budget == (later ? heldout[k].budget : search[k].budget));
        assert_true(t->total_games == (later ? heldout[k].games : search[k].games));
        assert_true(t->iterations == (later ? heldout[k].iterations : search[k].iterations));
    }
    int row = 0;
    double value[8];
    for (const char *at = search_of(&l, 8); (at = rows_next(at, "blocks")) != NULL; at = strchr(at, '\n') + 1, row++) {
        value[row] = rows_cell(at, "value");
        for (int k = 0; k < row; k++) assert_true(value[k] != value[row]); /* each has a seed of its own */
        assert_word(at, "problem", search[row % 4].problem);
        assert_true(rows_cell(at, "budget") == search[row % 4].budget && rows_cell(at, "block") == row);
    }
    assert_int_equal(row, 8);
    row = 0;
    for (const char *at = l.rows.text; (at = rows_next(at, "heldout")) != NULL; at = strchr(at, '\n') + 1, row++) {
        assert_word(at, "problem", heldout[row % 6].problem);
        assert_true(rows_cell(at, "budget") == heldout[row % 6].budget && rows_cell(at, "block") == row);
    }
    assert_int_equal(row, 12);
    /* the budgets were played: twice each of 40, 5 x 4, 20 and 3 x 4 evaluations */
    assert_true(rows_cell(rows_next(l.rows.text, "metrics"), "pieces") == 2 * (40 + 20 + 20 + 12));
    Result r;
    l.setup.experiment.kind->result(l.setup.experiment.self, &r);
    assert_true(r.cost == 2 * 2 * (40 + 20 + 20 + 12) + 2 * 2 * (40 + 40 + 80 + 8 + 8 + 12)); /* tuned and untuned */
    live_close(&l);
}

/* Without a list of their own the problems of the validation are those of the search, with other seeds. */
static void test_heldout_defaults(void **state)
{
    Live l;
    meta_run(&l, meta(*state, "a b", "", ONE_POSITION(INERTIA, "2", "2", "budgets = 2\n")), NULL);
    assert_true(l.setup.tuning.heldouts == 2 && l.setup.tuning.heldout[0].budget == 1 && l.setup.tuning.inner[0].budget == 2);
    const char *seen = rows_next(l.rows.text, "heldout");
    assert_word(seen, "problem", "a");
    assert_word(strchr(seen, '\n') + 1, "problem", "b");
    live_close(&l);
    meta_run(&l, meta(*state, "a b", "", ONE_POSITION(INERTIA, "2", "2", "")), NULL);
    assert_true(rows_cell(rows_next(l.rows.text, "heldout"), "tuned") != rows_cell(rows_next(l.rows.text, "blocks"), "value"));
    live_close(&l);
}

/* ---- rivals ---- */

static const Param *row_of(const Live *l, const char *key)
{
    return param_find(l->setup.tuning.problems.config[0].optimiser->params, key);
}

/* What a rival has for the optimiser's key in held-out training i. */
static double rival_has(const Live *l, int rival, int i, const char *key)
{
    return param_get(row_of(l, key), l->setup.tuning.rival[rival].options[i]);
}

/* The names of all players, but for the winner. */
static void assert_rivals(const Live *l, const char *expected)
{
    char names[500] = "";
    for (int r = 0; r < l->setup.tuning.rivals; r++) {
        strcat(names, r > 0 ? " " : "");
        strcat(names, l->setup.tuning.rival[r].name);
    }
    assert_string_equal(names, expected);
}

/* A preset that is what the problems do anyway is left out; it is no rival where only one of them does. */
static void test_rival_names(void **state)
{
    static const struct {
        const char *problems, *rivals, *expected;
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
         "untuned vdbergh trelea spso pedersen-10d-2000 pedersen-10d-20000 report-final shi-eberhart constriction fips "
         "spso-2011 swarmtris-8d"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Live l;
        char more[300];
        snprintf(more, sizeof more, ONE_POSITION(INERTIA, "2", "2", "rivals = %s\n"), rows[i].rivals);
        live_open(&l, meta(*state, rows[i].problems, "", more), NULL, 0);
        assert_rivals(&l, rows[i].expected);
        live_close(&l);
    }
}

/* What a preset says goes before the problem's ini; what it does not say is the problem's; untuned is the problem as it is. */
static void test_rival_values(void **state)
{
    Live l;
    live_open(&l,
              meta(*state, "a", "slow b",
                   ONE_POSITION(INERTIA, "1", "4", "rivals = trelea pedersen-10d-2000\nheldout_budgets = 1 2\n")),
              NULL, 0);
    assert_rivals(&l, "untuned trelea pedersen-10d-2000");
    for (int i = 0; i < 4; i++) {
        bool slow = i % 2 == 0;
        assert_true(rival_has(&l, 0, i, "inertia") == (slow ? 0.1 : 0.7298) &&
                    rival_has(&l, 0, i, "social") == (slow ? 0.3 : 1.49618));
        assert_true(rival_has(&l, 1, i, "inertia") == 0.6 && rival_has(&l, 1, i, "social") == 1.7);
        assert_true(rival_has(&l, 2, i, "inertia") == 0.6571 && rival_has(&l, 2, i, "social") == 0.6239);
        assert_true(rival_has(&l, 0, i, "particles") == 4 && rival_has(&l, 1, i, "particles") == 4);
        assert_true(rival_has(&l, 2, i, "particles") == 63);
    }
    live_close(&l);
}

/* A rival plays as its setting does: the trainings of trelea are those of problems that are untuned with trelea. And it plays a
 * problem as it would beside any other. */
static void test_rivals_play(void **state)
{
    Live one, other, beside;
    meta_run(&one, meta(*state, "a", "slow slack", ONE_POSITION(INERTIA, "1", "6", "rivals = spso trelea\n")), NULL);
    meta_run(&other, meta(*state, "a", "trelea slack-trelea", ONE_POSITION(INERTIA, "1", "6", "")), NULL);
    meta_run(&beside, meta(*state, "a", "a slack", ONE_POSITION(INERTIA, "1", "6", "rivals = trelea\n")), NULL);
    const char *a = one.rows.text, *b = other.rows.text, *c = beside.rows.text;
    for (int i = 0; i < 6; i++) {
        a = rows_next(a, "heldout");
        b = rows_next(b, "heldout");
        c = rows_next(c, "heldout");
        assert_true(rows_cell(a, "trelea") == rows_cell(b, "untuned"));
        assert_int_equal(rows_cell(a, "trelea") == rows_cell(c, "trelea"), i % 2);
        assert_int_equal(rows_cell(a, "untuned") == rows_cell(c, "untuned"), i % 2);
        assert_true(rows_cell(a, "tuned") != rows_cell(a, "untuned") && rows_cell(a, "untuned") != rows_cell(a, "trelea"));
        assert_true(rows_cell(a, "spso") != rows_cell(a, "trelea"));
        a = strchr(a, '\n') + 1;
        b = strchr(b, '\n') + 1;
        c = strchr(c, '\n') + 1;
    }
    Result r;
    one.setup.experiment.kind->result(one.setup.experiment.self, &r);
    assert_int_equal(r.plays, 1 + 4 * 6);
    live_close(&one), live_close(&other), live_close(&beside);
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
static void test_scales(void **state)
{
    enum { BLOCKS = 6, PLAYERS = 4 };
    static const char *const names[PLAYERS] = {"tuned", "untuned", "trelea", "spso"};
    Live l;
    char column[40];
    meta_run(&l, meta(*state, "a b", "", ONE_POSITION(INERTIA, "2", "12", "rivals = trelea spso\n")), NULL);
    double value[2][PLAYERS][BLOCKS], score[2][PLAYERS][BLOCKS];
    int n = 0;
    for (const char *at = l.rows.text; (at = rows_next(at, "heldout")) != NULL; at = strchr(at, '\n') + 1, n++)
        for (int p = 0; p < PLAYERS; p++) {
            snprintf(column, sizeof column, "%s_score", names[p]);
            value[n % 2][p][n / 2] = rows_cell(at, names[p]);
            score[n % 2][p][n / 2] = rows_cell(at, column);
        }
    assert_int_equal(n, 2 * BLOCKS);
    for (int k = 0; k < 2; k++)
        for (int p = 0; p < PLAYERS; p++) assert_scores(value[k][1], value[k][p], score[k][p], BLOCKS);
    live_close(&l);
}

/* Those of the search, for any optimiser, and however its first iteration lies. */
static void test_search_scale(void **state)
{
    enum { GAMES = 6, BLOCKS = GAMES / 2 };
    static const char *const kinds[] = {"grid\nsteps = 1", "lus", "random"};
    char *first = NULL, text[400];
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        Live l;
        double value[2][2 * BLOCKS], score[2][2 * BLOCKS]; /* of the untuned values, and of the first candidate */
        int n = 0;
        snprintf(text, sizeof text,
                 "tune = " INERTIA "[training]\niterations = 2\ngames = 6\n[selection]\nfinalists = 0\n[validation]\ngames = 0\n"
                 "[optimiser]\nkind = %s\n",
                 kinds[i]);
        meta_run(&l, meta(*state, "a b", "", text), NULL);
        size_t bytes = (size_t)(search_of(&l, GAMES) - l.rows.text);
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
        live_close(&l);
    }
    free(first);
}

/* ---- what is written ---- */

/* A row a block: of every candidate of the search and, behind, of the finalists; particles as in "positions", scores that make up
 * theirs. */
static void test_blocks(void **state)
{
    enum { POSITIONS = 5, ITERATIONS = 3, GAMES = 4, FINALISTS = 2, FINALS = 6 };
    Live l;
    meta_run(&l,
             meta(*state, "a b", "",
                  "tune = inertia\n[training]\niterations = 3\ngames = 4\n[selection]\nfinalists = 2\ngames = "
                  "6\n[validation]\ngames = 8\n"
                  "[optimiser]\nparticles = 5\nupdate_order = sequential\n"),
             NULL);
    const char *block = search_of(&l, GAMES), *position = l.rows.text;
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
    live_close(&l);
}

/* The median of the held-out blocks of one problem with one budget. */
static double median_of(const Live *l, const char *name, const char *problem, double budget)
{
    double v[100];
    char word[50];
    int n = 0;
    snprintf(word, sizeof word, " problem=%s ", problem);
    for (const char *at = l->rows.text; (at = rows_next(at, "heldout")) != NULL; at = strchr(at, '\n') + 1)
        if (strncmp(at + 7, word, strlen(word)) == 0 && rows_cell(at, "budget") == budget) v[n++] = rows_cell(at, name);
    stats_sort(v, n);
    return stats_quantile(v, n, 0.5);
}

/* Forty points a problem and budget, quartiles in order, of tuned and untuned and of no other; without noise they rise, and
 * end where heldout has its medians. */
static void test_curves(void **state)
{
    static const struct {
        const char *problem;
        double budget;
    } part[] = {{"b", 1}, {"a", 1}, {"b", 3}, {"a", 3}};
    Live l;
    meta_run(&l, meta(*state, "a", "b a", ONE_POSITION(INERTIA, "1", "20", "rivals = trelea\nheldout_budgets = 1 3\n")), NULL);
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
    live_close(&l);
}

/* ---- coming and going ---- */

/* More inner trainings than advance side by side; saved after any turn and loaded, they end alike: states, rows and all. */
static void test_window(void **state)
{
    enum { TURNS = 200, EVERY = 5 };
    const char *ini =
        meta(*state, "a b", "",
             "tune = inertia\nrivals = trelea\n[training]\niterations = 1\ngames = 4\n[selection]\nfinalists = 2\ngames = 300\n"
             "[validation]\ngames = 400\n[optimiser]\nkind = grid\nsteps = 300\n");
    char *saved[TURNS];
    int used[TURNS], n = 0, most = 0;
    Live whole;
    live_open(&whole, ini, NULL, 0);
    const Experiment *e = &whole.setup.experiment;
    do {
        Batch b = {0};
        assert_true(n < TURNS);
        saved[n] = walk_save(e->kind->walk, e->self);
        used[n++] = whole.rows.used;
        e->kind->ask(e->self, &b);
        if (b.n > most) most = b.n;
        batch_free(&b);
    } while (live_step(&whole));
    assert_int_equal(most, 512 * 4); /* four particles ask for each */
    assert_int_equal(rows_count(whole.rows.text, "blocks"), (1 + 300) * 4 + 2 * 300);
    for (int k = 0; k < n; k++) {
        if (k > 0 && k % EVERY > 0 && used[k] == used[k - 1]) continue; /* where an iteration begins, too */
        Live again;
        live_resume(&again, ini, NULL, 0, saved[k], whole.rows.text, used[k]);
        char *reloaded = walk_save(again.setup.experiment.kind->walk, again.setup.experiment.self);
        assert_string_equal(reloaded, saved[k]);
        live_finish(&again);
        assert_string_equal(again.rows.text, whole.rows.text);
        assert_int_equal(live_hash(&again), live_hash(&whole));
        free(reloaded);
        live_close(&again);
    }
    for (int k = 0; k < n; k++) free(saved[k]);
    live_close(&whole);
}

/* A turn in which one answer of each third inner training, as chance has it, has not come yet. Those that are asked again have
 * all others. */
static bool step_in_parts(Live *l, Rng *r)
{
    const Experiment *e = &l->setup.experiment;
    Batch b = {0};
    int open = 0, again = 0;
    bool more = e->kind->ask(e->self, &b) > 0;
    for (int i = 0; i < b.n; i++) again += b.t[i].had != NULL && (i == 0 || b.t[i].part != b.t[i - 1].part);
    bool *had = mem_new((size_t)b.n, sizeof *had);
    for (int i = 0; i < b.n; i++) had[i] = b.t[i].had != NULL;
    batch_seat(&b);
    for (int i = 0; i < b.n; i++)
        for (int k = 0; k < b.t[i].plays && had[i]; k++) open += !b.t[i].y[k].done;
    assert_int_equal(open, again);
    if (more) assert_true(evaluate_batch(l->setup.evaluator, &b, &stop_never));
    for (int i = 0; i < b.n; i++)
        if ((i == 0 || b.t[i].part != b.t[i - 1].part) && rng_below(r, 3) == 0) b.t[i].y[0] = (Answer){0};
    if (more) e->kind->tell(e->self, b.t, b.n, &l->rows.record);
    free(had);
    batch_free(&b);
    return more;
}

static void test_told_in_parts(void **state)
{
    const char *ini = meta(*state, "a b", "",
                           "tune = inertia\nrivals = trelea\n[training]\niterations = 2\ngames = 4\n[selection]\nfinalists = 2\n"
                           "games = 30\n[validation]\ngames = 40\n[optimiser]\nparticles = 5\n");
    Live whole, parts;
    Rng r;
    rng_stream(&r, 5);
    meta_run(&whole, ini, NULL);
    live_open(&parts, ini, NULL, 0);
    while (step_in_parts(&parts, &r)) continue;
    assert_string_equal(parts.rows.text, whole.rows.text);
    assert_int_equal(live_hash(&parts), live_hash(&whole));
    live_close(&parts), live_close(&whole);
}

/* The cost and claims of a block do not depend on the other blocks: the last of many is the only one of few. */
static void test_window_is_not_seen(void **state)
{
    Live many, few;
    meta_run(&many, meta(*state, "a b", "", ONE_POSITION(INERTIA, "600", "0", "")), NULL);
    meta_run(&few, meta(*state, "a b", "", ONE_POSITION(INERTIA, "10", "0", "")), NULL);
    const char *a = many.rows.text, *b = few.rows.text;
    for (int i = 0; i < 10; i++, a = strchr(a, '\n') + 1, b = strchr(b, '\n') + 1) {
        a = rows_next(a, "blocks");
        b = rows_next(b, "blocks");
        assert_true(rows_cell(a, "value") == rows_cell(b, "value"));
    }
    assert_true(rows_cell(rows_next(many.rows.text, "metrics"), "pieces") == 300 * (40 + 20));
    live_close(&many), live_close(&few);
}

/* ---- the way from untuned to tuned ---- */

/* Keys that are tied are left out of the way only where none of them changes: of ring_k = 2 and random_k = 8, tuned to 2, one
 * does. */
static void test_ablation_tied(void **state)
{
    static const struct {
        const char *keys, *untuned; /* of the problem, and what is written of both; NULL: the way leaves them out */
    } rows[] = {
        {"ring_k = 2\nrandom_k = 8\n", "2/8"},
        {"ring_k = 8\nrandom_k = 2\n", "8/2"},
        {"ring_k = 7\nrandom_k = 7\n", "7"},
        {"ring_k = 2\nrandom_k = 2\n", NULL},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Live l;
        char text[400];
        snprintf(text, sizeof text, A "topology = random\n%s", rows[i].keys);
        write_file("tied.ini", text);
        meta_run(&l,
                 meta(*state, "tied", "",
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
        live_close(&l);
    }
}

/* ---- where a search starts ---- */

/* The lines through a tuned.ini; tied keys start at their mean, what is outside the box at its wall. */
static void test_from(void **state)
{
    static const struct {
        const char *tuned;
        double inertia, both;
    } rows[] = {
        {"[optimiser]\ninertia = 0.25\ncognitive = 1.5\nsocial = 1.5\n", 0.25, 1.5},
        {"; found\n[training]\ngames = 7\n[optimiser]\nsocial = 2\ncognitive = 1\ninertia = 0.1\n", 0.1, 1.5},
        {"[optimiser]\ninertia = -3\ncognitive = 90\nsocial = 1\n", -1, 4},
    };
    const char *ini =
        meta(*state, "a", "",
             "tune = inertia cognitive+social\nlower = -1 0\nupper = 1 4\n[training]\niterations = 1\ngames = 1\n[selection]\n"
             "finalists = 0\n[validation]\ngames = 0\n[optimiser]\nkind = grid\nshape = axes\nsteps = 3 2\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Live l;
        write_file("tuned.ini", rows[i].tuned);
        meta_run(&l, ini, "training.from=tuned.ini");
        const char *at = l.rows.text;
        for (int k = 0; k < 5; k++, at = strchr(at, '\n') + 1) {
            at = rows_next(at, "positions");
            assert_true(rows_cell(at, "optimiser.inertia") == (k < 3 ? k - 1 : rows[i].inertia));
            assert_true(rows_cell(at, "optimiser.cognitive+social") == (k < 3 ? rows[i].both : 4 * (k - 3)));
        }
        assert_null(rows_next(at, "positions"));
        live_close(&l);
    }
    Live l;
    meta_run(&l,
             meta(*state, "a", "",
                  "tune = inertia\nlower = -1\nupper = 1\n[training]\niterations = 1\ngames = 1\n[validation]\ngames = 0\n"),
             "training.from=tuned.ini selection.finalists=0");
    const char *first = rows_next(l.rows.text, "positions");
    assert_true(rows_cell(first, "optimiser.inertia") == -1);
    assert_true(rows_cell(strchr(first, '\n') + 1, "optimiser.inertia") != -1);
    live_close(&l);
}

/* ---- what is refused ---- */

/* What is said of an ini that cannot be set up, as lines; "" if it can. */
static void assert_refused(const Place *place, const char *problems, const char *heldout, const char *more, const char *expected)
{
    Config c;
    Setup s = {0};
    Errors errors = {0}, warnings = {0};
    char text[4000] = "", wanted[4000];
    write_file("x.ini", meta(place, problems, heldout, more));
    if (config_read(&c, "x.ini", NULL, 0, &errors, &warnings)) setup_train(&s, &c, &errors, &warnings);
    for (int i = 0; i < errors.n; i++) {
        strcat(text, errors.line[i]);
        strcat(text, "\n");
    }
    snprintf(wanted, sizeof wanted, expected, place->folder, place->folder, place->folder);
    assert_string_equal(text, wanted);
    setup_free(&s);
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
}

static void test_refused(void **state)
{
    static const struct {
        const char *problems, *more, *expected;
    } rows[] = {
        {"a b", ONE_POSITION(INERTIA, "2", "2", ""), ""},
        {"a b", ONE_POSITION(INERTIA, "2", "2", "rivals = spso trela\n"),
         "x.ini:7: rivals: 'trela' is no preset of pso; did you mean 'trelea'?\n"},
        {"a b", ONE_POSITION(INERTIA, "2", "2", "rivals = xyz\n"), "x.ini:7: rivals: 'xyz' is no preset of pso\n"},
        {"a b", ONE_POSITION(INERTIA, "4", "2", "budgets = 1 0.05\n"),
         "x.ini:7: budgets: 0.05 times the budget of %s/a.ini: total_games = 2: must be at least 4, which pays for one iteration "
         "of "
         "the pso\n"
         "x.ini:7: budgets: 0.05 times the budget of %s/b.ini: iterations = 0.25: must be at least 1\n"},
        {"b", ONE_POSITION(INERTIA, "1", "1", "heldout_budgets = 0.01\n"),
         "x.ini:6: heldout_budgets: 0.01 times the budget of %s/b.ini: iterations = 0.05: must be at least 1\n"},
        {"b", ONE_POSITION(INERTIA, "1", "1", "budgets = 0.2\n"), ""},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 3\n", "1", "1", "budgets = 0.1\n"), ""},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 5\n", "2", "1", "budgets = 0.1 1\n"),
         "x.ini:3: tune: 'training.games' at one end of the box: training.total_games of %s/a.ini must be at least "
         "training.games, the "
         "games that judge one position\n"},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 5\n", "1", "1", "heldout_budgets = 0.1\n"),
         "x.ini:3: tune: 'training.games' at one end of the box: training.total_games of %s/a.ini must be at least "
         "training.games, the "
         "games that judge one position\n"},
        {"a b", ONE_POSITION(INERTIA, "6", "2", "budgets = 1 0.5\n"),
         "x.ini:10: games = 6 in [training]: must be a multiple of 4, the number of problems times that of budgets\n"},
        {"a b", ONE_POSITION(INERTIA, "2", "3", "heldout_budgets = 1 2\n"),
         "x.ini:14: games = 3 in [validation]: must be a multiple of 4, the number of problems times that of budgets\n"},
        {"a b", ONE_POSITION(INERTIA, "6", "4", "budgets = 1 0.5\nheldout_budgets = 1 2\n"),
         "x.ini:11: games = 6 in [training]: must be a multiple of 4, the number of problems times that of budgets\n"},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 50\n", "1", "1", "budgets = 2\n"),
         "x.ini:3: tune: 'training.games' at one end of the box: training.total_games of %s/a.ini must be at least "
         "training.games, the "
         "games that judge one position\n"},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 50\n", "1", "1", "budgets = 2\nheldout_budgets = 2\n"), ""},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 50\n", "1", "1", "budgets = 2\nheldout_budgets =\n"),
         "x.ini:3: tune: 'training.games' at one end of the box: training.total_games of %s/a.ini must be at least "
         "training.games, the "
         "games that judge one position\n"},
        {"a b", ONE_POSITION("cognitive+nonsense\n", "2", "2", ""),
         "x.ini:4: tune: 'nonsense' is no key of [optimiser] in %s/a.ini\n"},
        {"a b", ONE_POSITION("cognitive+cognitive\n", "2", "2", ""), "x.ini:4: tune: 'cognitive+cognitive' is tuned already\n"},
        {"a b", ONE_POSITION("social cognitive+social\n", "2", "2", ""), "x.ini:4: tune: 'cognitive+social' is tuned already\n"},
        {"a", ONE_POSITION("cognitive+particles\nlower = 2\nupper = 3\n", "2", "2", ""),
         "x.ini:3: tune: 'cognitive+particles' ties a whole number to one that is not\n"},
        {"a", ONE_POSITION("inertia+cognitive+social+phi1+phi2\nlower = 2.5\nupper = 3\n", "2", "2", ""),
         "x.ini:3: tune: 'inertia+cognitive+social+phi1+phi2' ties too many keys together\n"
         "x.ini:5: upper: 'inertia+cognitive+social+phi1+phi2' would lie between 2.5 and 3, but must be -2..2\n"},
        {"a", ONE_POSITION("wall\n", "2", "2", ""),
         "x.ini:12: kind = grid: must be a search where tune has a choice, such as optimiser.wall: choices have no order to "
         "map\n"},
        {"a",
         "tune = inertia cognitive social\n[training]\niterations = 1\ngames = 1\n[selection]\nfinalists = 0\n[optimiser]\n"
         "kind = grid\nsteps = 50\n",
         "x.ini:10: an iteration of the grid would have more than 100000 positions: particles, or steps of the grid, must be "
         "less\n"},
        {"a", ONE_POSITION(INERTIA, "2", "2", "") "[training]\nfitness = log\n",
         "x.ini:17: fitness must be mean in a meta search: its scores are logarithms already\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) assert_refused(*state, rows[i].problems, "", rows[i].more, rows[i].expected);
    assert_refused(*state, "a b", "b", ONE_POSITION(INERTIA, "3", "2", "heldout_budgets = 1 2\n"),
                   "x.ini:11: games = 3 in [training]: must be a multiple of 2, the number of problems\n");
}

static void test_refused_start(void **state)
{
    static const struct {
        const char *tuned, *expected;
    } rows[] = {
        {"[optimiser]\ninertia = 0.5\ncognitive = 1\n", "%s/tuned.ini: must have a number social in [optimiser] to start from\n"},
        {"[optimiser]\ncognitive = 1\nsocial = 1\n", "%s/tuned.ini: must have a number inertia in [optimiser] to start from\n"},
        {"[training]\ninertia = 1\n[optimiser]\ncognitive = 1\nsocial = 1\n",
         "%s/tuned.ini: must have a number inertia in [optimiser] to start from\n"},
        {"[optimiser]\ninertia = fast\ncognitive = 1\nsocial = 1\n",
         "%s/tuned.ini: must have a number inertia in [optimiser] to start from\n"},
        {"[optimiser]\ninertia = 1 2\ncognitive = 1\nsocial = 1\n",
         "%s/tuned.ini: must have a number inertia in [optimiser] to start from\n"},
        {"[optimiser]\ninertia = nan\ncognitive = 1\nsocial = 1\n",
         "%s/tuned.ini: must have a number inertia in [optimiser] to start from\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        write_file("tuned.ini", rows[i].tuned);
        assert_refused(*state, "a", "",
                       "tune = inertia cognitive+social\n[training]\nfrom = tuned.ini\niterations = 1\ngames = 1\n",
                       rows[i].expected);
    }
}

/* ---- what held-out blocks prove ---- */

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

static void assert_claims(const Heldout *h, int part, int player, const double *expected, int n)
{
    double claim[16];
    assert_int_equal(heldout_claims(h, part, player, claim), n);
    assert_memory_equal(claim, expected, (size_t)n * sizeof *claim);
}

static void test_heldout_by_hand(void **state)
{
    (void)state;
    const char *const better = "better than", *const worse = "worse than", *const open = "not distinguishable from";
    Heldout h;
    read_heldout(&h, two_problems);
    assert_true(h.players == 4 && h.parts.n == 2 && h.table.rows == 12);
    assert_string_equal(h.name[0], "tuned");
    assert_string_equal(h.name[3], "r2");
    assert_string_equal(h.parts.part[0].label, "a");
    assert_string_equal(h.parts.part[1].label, "b");
    assert_true(h.parts.part[0].errors && !h.parts.part[1].errors && h.parts.part[0].n == 6 && h.parts.part[1].n == 6);
    assert_claims(&h, 0, 1, (const double[]){-1e-2, -2e-2, -3e-2, -4e-2, -5e-2, -6e-2}, 6);
    assert_claims(&h, 1, 1, (const double[]){1, 6, 7, 10, 11, 30}, 6);
    assert_claims(&h, 1, 3, (const double[]){11, 12, 13, 14, 15, 16}, 6);
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
    heldout_free(&h);
}

/* One rival and one problem: nothing to correct for. */
static void test_heldout_alone(void **state)
{
    (void)state;
    Heldout h;
    read_heldout(&h, "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n"
                     "a\t1\t0\t-1\t-2\t1\t0\na\t1\t1\t-1\t-3\t2\t0\na\t1\t2\t-1\t-4\t3\t0\n"
                     "a\t1\t3\t-1\t-5\t4\t0\na\t1\t4\t-1\t-6\t5\t0\na\t1\t5\t-1\t-7\t6\t0\n");
    assert_duel(&h.test[0].all, 1, 1, 2.0 / 64, "better than");
    assert_duel(&h.test[0].part[0], 1, 1, 2.0 / 64, "better than");
    heldout_free(&h);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.9, .p = HELDOUT_ALPHA}), 1);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.1, .p = HELDOUT_ALPHA}), -1);
    assert_int_equal(heldout_sign(&(HeldoutDuel){.share = 0.9, .p = HELDOUT_ALPHA * 1.001}), 0);
}

/* A player that wins more blocks, by little, and loses the others by much is called what the test says. */
static void test_heldout_goes_by_ranks(void **state)
{
    (void)state;
    enum { BLOCKS = 41, WON = 21 };
    char text[6000];
    int n = sprintf(text, "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n");
    for (int i = 0; i < BLOCKS; i++)
        n += sprintf(text + n, "a\t1\t%d\t%d\t1\t%d\t0\n", i, i < WON ? 2 : 0, i < WON ? i + 1 : -i - 1);
    Heldout h;
    read_heldout(&h, text);
    assert_near(h.test[0].all.wins, WON / (double)BLOCKS, 1e-15);
    assert_near(h.test[0].all.share, 231.0 / 861, 1e-15);
    assert_true(h.test[0].all.p > 0.009 && h.test[0].all.p < 0.0105); /* z = (231 - 430.5) / sqrt(41 42 83 / 24) = -2.585 */
    assert_string_equal(heldout_verdict(&h.test[0].all), "worse than");
    heldout_free(&h);
}

/* Problems with several budgets have them in their names; a player without a number in a block takes it out for all of the part,
 * but not out of the scores of the others. */
static void test_heldout_parts(void **state)
{
    (void)state;
    Heldout h;
    read_heldout(
        &h, HEADER
        "s\t1\t0\t-1\t-2\t-3\t-4\t1\t0\t0\t0\ns\t0.5\t1\t-1\t-2\t-3\t-4\t1\t0\t0\t0\n"
        "s\t1\t2\t-5\tnan\t-3\t-4\t1\tnan\t0\t0\ns\t1\t4\t-7\t-8\t-3\t-4\t1\t0\t0\t0\nt\t0.5\t3\t-\t-1\t-1\t-1\t1\t2\t1\t1\n");
    assert_true(h.parts.n == 2 && h.table.rows == 5); /* of t no block is whole */
    assert_string_equal(h.parts.part[0].label, "s x1");
    assert_string_equal(h.parts.part[1].label, "s x0.5");
    assert_claims(&h, 0, 0, (const double[]){-1, -7}, 2);
    assert_claims(&h, 0, 1, (const double[]){-2, -8}, 2);
    assert_claims(&h, 0, 3, (const double[]){-4, -4}, 2);
    assert_claims(&h, 1, 0, (const double[]){-1}, 1);
    assert_near(h.test[0].all.wins, 3.0 / 4, 1e-15);
    assert_near(h.test[1].all.wins, 4.5 / 5, 1e-15);
    heldout_free(&h);
}

static void test_heldout_damaged(void **state)
{
    (void)state;
#define NEEDS "./heldout.tsv: must have the columns budget block and problem, with numbers in them"
#define PLAYERS "./heldout.tsv: must have the columns NAME and NAME_score of two players at least"
#define TWO "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\n"
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", "./heldout.tsv: must start with a line that names its columns"},
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
        {TWO "a\t1\t0\t1\t1\t1\n", "./heldout.tsv:2: "},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Heldout h;
        Errors errors = {0};
        write_file("heldout.tsv", rows[i].text);
        assert_int_equal(heldout_read(&h, ".", &errors), STATUS_DATA);
        assert_true(errors.n >= 1);
        if (strncmp(errors.line[0], rows[i].expected, strlen(rows[i].expected)) != 0) fail_msg("row %zu: %s", i, errors.line[0]);
        heldout_free(&h);
        errors_free(&errors);
    }
    Heldout h;
    Errors errors = {0};
    assert_int_equal(remove("heldout.tsv"), 0);
    assert_int_equal(heldout_read(&h, ".", &errors), STATUS_NO_INPUT);
    assert_int_equal(errors.n, 0);
    heldout_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_tied),
        cmocka_unit_test(test_choices_fit),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_heldout_defaults),
        cmocka_unit_test(test_rival_names),
        cmocka_unit_test(test_rival_values),
        cmocka_unit_test(test_rivals_play),
        cmocka_unit_test(test_search_scale),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_told_in_parts),
        cmocka_unit_test(test_window_is_not_seen),
        cmocka_unit_test(test_ablation_tied),
        cmocka_unit_test(test_from),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_start),
        cmocka_unit_test(test_heldout_by_hand),
        cmocka_unit_test(test_heldout_alone),
        cmocka_unit_test(test_heldout_goes_by_ranks),
        cmocka_unit_test(test_heldout_parts),
        cmocka_unit_test(test_heldout_damaged),
    };
    return cmocka_run_group_tests(tests, enter, place_leave);
}
