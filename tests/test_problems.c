/* test_problems.c. The problems of a meta search: what of them can be tuned, what is refused, how inner trainings come and go. */
#include "config/config_read.h"
#include "run/tuning.h"
#include "tests/configs.h"
#include "tests/helpers.h"
#include "tests/inis.h"

#define TOO_MANY_GAMES(line, problem)                                                                          \
    line ": tune: 'training.games' at one end of the box: training.total_games of %s/" problem ".ini must be " \
         "at least training.games, the games that judge one position\n"

TEST(test_problems)
{
    static const struct {
        const char *problems, *tune, *expected;
    } rows[] = {
        {"p.ini q.ini", "inertia training.games\nlower = -1 2\nupper = 1 9\n[training]\ngames = 4", ""},
        {"p.ini q.ini", "inertia training.games\nlower = -1 0\nupper = 1 9\n[training]\ngames = 4",
         "x.ini:5: tune: 'inertia training.games' at one end of the box: training.games of %s/p.ini must be above 0, since "
         "training.total_games, which 0 needs, is not given\n"},
        {"p.ini", "training.iterations",
         "x.ini:5: tune: 'training.iterations' cannot be tuned: it is a budget, equal for all settings; see budgets in [meta]\n"},
        {"p.ini q.ini", "inertia\n[training]\ngames = 5",
         "x.ini:7: games = 5 in [training]: must be a multiple of 2, the number of problems\n"},
        {"p.ini q.ini", "inertai\n[training]\ngames = 4",
         "x.ini:5: tune: 'inertai' is no key of [optimiser] in %s/p.ini; did you mean 'inertia'?\n"},
        {"p.ini", "training.from", "x.ini:5: tune: 'training.from' cannot be tuned: it is neither a number nor a choice\n"},
        {"p.ini", "wall inertia selection.centroids training.fresh_games\nlower = 0\nupper = 1", ""},
        {"p.ini", "wall=absorb|damp topology=ring|random", ""},
        {"p.ini", "wall=absorb", "x.ini:5: tune: 'wall=absorb' must have two values or more\n"},
        {"p.ini", "wall=absorb|dmap",
         "x.ini:5: tune: 'wall=absorb|dmap' lists dmap: wall must be some of absorb|damp|reflect|periodic|random|none\n"},
        {"p.ini", "wall=damp|damp",
         "x.ini:5: tune: 'wall=damp|damp' lists damp twice: wall must be some of absorb|damp|reflect|periodic|random|none\n"},
        {"p.ini", "inertia=0|1", "x.ini:5: tune: 'inertia=0|1' lists values of a number: lower and upper say where it lies\n"},
        {"p.ini", "wall+topology", "x.ini:5: tune: 'wall+topology' ties keys together that have different values\n"},
        {"p.ini", "wall inertia\nlower = 0 1",
         "x.ini:6: lower has 2 numbers, but tune has 1 number (inertia); give lower as many\n"},
        {"p.ini", "leader topology\nlower = 0 1\nupper = 1 2",
         "x.ini:6: lower has 2 numbers, but tune has none, only choices; leave lower out\n"
         "x.ini:7: upper has 2 numbers, but tune has none, only choices; leave upper out\n"},
        {"p.ini", "inertia cognitive wall training.games\nlower = 0 5\nupper = 1 6",
         "x.ini:6: lower has 2 numbers, but tune has 3 numbers (inertia, cognitive, training.games); give lower as many\n"
         "x.ini:7: upper has 2 numbers, but tune has 3 numbers (inertia, cognitive, training.games); give upper as many\n"},
        {"p.ini", "cognitive+leader\nlower = 0\nupper = 1",
         "x.ini:5: tune: 'cognitive+leader' ties keys together that have different values\n"},
        {"p.ini", "inertia optimiser.kind\nlower = 0\nupper = 1",
         "x.ini:5: tune: 'kind' cannot be tuned: it decides which keys there are and their defaults\n"},
        {"p.ini", "optimiser.preset",
         "x.ini:5: tune: 'preset' cannot be tuned: it decides which keys there are and their defaults\n"},
        {"p.ini", "selection.finalists",
         "x.ini:5: tune: 'selection.finalists' cannot be tuned: of [selection] "
         "only choices can, since the finalists' budget is equal for all\n"},
        {"q.ini", "update_order", ""},
        {"p.ini", "inertia optimiser.inertia", "x.ini:5: tune: 'optimiser.inertia' is tuned already\n"},
        {"s.ini", "training.games\nlower = 1\nupper = 60", TOO_MANY_GAMES("x.ini:5", "s")},
        {"p.ini t.ini", "particles\n[training]\ngames = 4",
         "x.ini:4: problems: '%s/t.ini' has another optimiser than the first: all must have the same\n"},
        {"p.ini", "game.height",
         "x.ini:5: tune: 'game.height' cannot be tuned: only keys of [optimiser] and "
         "[training], and choices of [selection], can be, but no rules of the game\n"},
        {"p.ini", "training.height",
         "x.ini:5: tune: 'training.height' cannot be tuned: only keys of [optimiser] and [training], and choices of [selection], "
         "can be, but no rules of the game\n"},
        {"p.ini q.ini", "inertia\n[training]\ngames = 8\nallocation = race\nfirst_games = 3\nmore_games = 2",
         "x.ini:9: first_games = 3 in [training]: must be a multiple of 2, the number of problems\n"},
        {"p.ini", "inertia\n[training]\ngames = 8\nallocation = ocba",
         "x.ini:8: allocation = ocba has no effect in a meta search: every position has to play all problems alike\n"},
        {"u.ini", "inertia",
         "%s/u.ini:3: minutes: must be 0 in a problem of a meta search: what is compared cannot depend on the clock\n"},
        {"p.ini", "inertia\nlower = -1 0", "x.ini:6: lower has 2 numbers, but tune has 1 number (inertia); give lower as many\n"},
        {"p.ini", "inertia\nlower = 1\nupper = 0",
         "x.ini:6: lower: 'inertia' would lie between 1 and 0: lower must be less than upper\n"},
        {"p.ini", "inertia\nupper = 3", "x.ini:6: upper: 'inertia' would lie between -2 and 3, but must be -2..2\n"},
        {"r.ini", "inertia", "%s/r.ini:1: unknown section [gmae]; did you mean [game]?\n"}};
    const Place *place = *state;
    write_file("p.ini", BUDGET);
    write_file("q.ini", BUDGET "[objective]\nkind = sphere\n");
    write_file("r.ini", "[gmae]\n" BUDGET);
    write_file("s.ini", "[training]\ntotal_games = 48\n");
    write_file("t.ini", BUDGET "[optimiser]\nkind = random\n");
    write_file("u.ini", BUDGET "minutes = 1\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char expected[700];
        OWNED char *text = text_new(BUDGET "[meta]\nproblems = %s\ntune = %s\n", rows[i].problems, rows[i].tune);
        snprintf(expected, sizeof expected, rows[i].expected, place->folder);
        CLOSED(config_free) Config c;
        CLOSED(tuning_free) Tuning tuning;
        CLOSED(errors_free) Errors errors = {0}, warnings = {0};
        read_good(&c, text);
        bool good = tuning_read(&tuning, &c, &errors, &warnings);
        assert_lines(&errors, expected);
        assert_int_equal(good, expected[0] == '\0');
        assert_int_equal(tuning.searched, strchr(rows[i].problems, ' ') != NULL ? 2 : 1);
    }
}

/* ---- refused ---- */

/* What is said of an ini that cannot be set up, as lines; "" if it can. */
static void assert_refused(const Place *place, const char *problems, const char *heldout, const char *more, const char *expected)
{
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup s = {0};
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    char wanted[4000];
    write_file("x.ini", meta_ini(problems, heldout, more));
    if (config_read(&c, "x.ini", NULL, NULL, 0, &errors, &warnings)) setup_train(&s, &c, &errors, &warnings);
    snprintf(wanted, sizeof wanted, expected, place->folder, place->folder, place->folder);
    assert_lines(&errors, wanted);
}

TEST(test_refused)
{
    static const struct {
        const char *problems, *more, *expected;
    } rows[] = {
        {"a b", ONE_POSITION(INERTIA, "2", "2", ""), ""},
        {"a b", ONE_POSITION(INERTIA, "2", "2", "baselines = spso trela\n"),
         "x.ini:7: baselines: 'trela' is no preset of pso; did you mean 'trelea'?\n"},
        {"a b", ONE_POSITION(INERTIA, "2", "2", "baselines = xyz\n"), "x.ini:7: baselines: 'xyz' is no preset of pso\n"},
        {"a b", ONE_POSITION(INERTIA, "4", "2", "budgets = 1 0.05\n"),
         "x.ini:7: budgets: 0.05 times the budget of %s/a.ini: total_games = 2: must be at least 4, which pays for one iteration "
         "of the pso\n"
         "x.ini:7: budgets: 0.05 times the budget of %s/b.ini: iterations = 0.25: must be at least 1\n"},
        {"b", ONE_POSITION(INERTIA, "1", "1", "heldout_budgets = 0.01\n"),
         "x.ini:6: heldout_budgets: 0.01 times the budget of %s/b.ini: iterations = 0.05: must be at least 1\n"},
        {"b", ONE_POSITION(INERTIA, "1", "1", "budgets = 0.2\n"), ""},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 3\n", "1", "1", "budgets = 0.1\n"), ""},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 5\n", "2", "1", "budgets = 0.1 1\n"),
         TOO_MANY_GAMES("x.ini:3", "a")},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 5\n", "1", "1", "heldout_budgets = 0.1\n"),
         TOO_MANY_GAMES("x.ini:3", "a")},
        {"a b", ONE_POSITION(INERTIA, "6", "2", "budgets = 1 0.5\n"),
         "x.ini:10: games = 6 in [training]: must be a multiple of 4, the number of problems times that of budgets\n"},
        {"a b", ONE_POSITION(INERTIA, "2", "3", "heldout_budgets = 1 2\n"),
         "x.ini:14: games = 3 in [validation]: must be a multiple of 4, the number of problems times that of budgets\n"},
        {"a b", ONE_POSITION(INERTIA, "6", "4", "budgets = 1 0.5\nheldout_budgets = 1 2\n"),
         "x.ini:11: games = 6 in [training]: must be a multiple of 4, the number of problems times that of budgets\n"},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 50\n", "1", "1", "budgets = 2\n"), TOO_MANY_GAMES("x.ini:3", "a")},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 50\n", "1", "1", "budgets = 2\nheldout_budgets = 2\n"), ""},
        {"a", ONE_POSITION("training.games\nlower = 1\nupper = 50\n", "1", "1", "budgets = 2\nheldout_budgets =\n"),
         TOO_MANY_GAMES("x.ini:3", "a")},
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
         "x.ini:12: kind = grid: has no search for choices: if tune has a choice such as optimiser.wall, another kind must be "
         "taken\n"},
        {"a",
         "tune = inertia cognitive social\n[training]\niterations = 1\ngames = 1\n[selection]\nfinalists = 0\n[optimiser]\n"
         "kind = grid\nsteps = 50\n",
         "x.ini:10: an iteration of the grid would have more than 100000 positions: reduce particles, or the steps of the "
         "grid\n"},
        {"a", ONE_POSITION(INERTIA, "2", "2", "") "[training]\nfitness = log\n",
         "x.ini:17: fitness must be mean in a meta search: its scores are logarithms already\n"}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_refused(*state, rows[i].problems, "", rows[i].more, rows[i].expected);
    assert_refused(*state, "a b", "b", ONE_POSITION(INERTIA, "3", "2", "heldout_budgets = 1 2\n"),
                   "x.ini:11: games = 3 in [training]: must be a multiple of 2, the number of problems\n");
}

TEST(test_refused_start)
{
    static const struct {
        const char *tuned, *missing;
    } rows[] = {{"[optimiser]\ninertia = 0.5\ncognitive = 1\n", "social"},
                {"[optimiser]\ncognitive = 1\nsocial = 1\n", "inertia"},
                {"[training]\ninertia = 1\n[optimiser]\ncognitive = 1\nsocial = 1\n", "inertia"},
                {"[optimiser]\ninertia = fast\ncognitive = 1\nsocial = 1\n", "inertia"},
                {"[optimiser]\ninertia = 1 2\ncognitive = 1\nsocial = 1\n", "inertia"},
                {"[optimiser]\ninertia = nan\ncognitive = 1\nsocial = 1\n", "inertia"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        OWNED char *expected = text_new("%%s/tuned.ini: must have a number %s in [optimiser] to start from\n", rows[i].missing);
        write_file("tuned.ini", rows[i].tuned);
        assert_refused(*state, "a", "",
                       "tune = inertia cognitive+social\n[training]\nfrom = tuned.ini\niterations = 1\ngames = 1\n", expected);
    }
}

/* ---- inner trainings come and go ---- */

/* The cost and reported scores of a block do not depend on the other blocks: the last of many is the only one of few. */
TEST(test_window_is_not_seen)
{
    CLOSED(live_close) Live many, few;
    live_run(&many, meta_ini("a b", "", ONE_POSITION(INERTIA, "600", "0", "")), NULL);
    live_run(&few, meta_ini("a b", "", ONE_POSITION(INERTIA, "10", "0", "")), NULL);
    const char *a = many.rows.text, *b = few.rows.text;
    for (int i = 0; i < 10; i++, a = strchr(a, '\n') + 1, b = strchr(b, '\n') + 1) {
        a = rows_next(a, "blocks");
        b = rows_next(b, "blocks");
        assert_true(rows_cell(a, "value") == rows_cell(b, "value"));
    }
    assert_true(rows_cell(rows_next(many.rows.text, "metrics"), "pieces") == 300 * (40 + 20));
}

TESTS(meta_enter, place_leave)
