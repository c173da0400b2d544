/* test_meta_refused.c. Meta searches that are refused. */
#include "config/config_read.h"
#include "tests/helpers.h"
#include "tests/metas.h"
#include "tests/place.h"

/* What is said of an ini that cannot be set up, as lines; "" if it can. */
static void assert_refused(const Place *place, const char *problems, const char *heldout, const char *more, const char *expected)
{
    CLOSED(config_free) Config c;
    CLOSED(setup_free) Setup s = {0};
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    char text[4000] = "", wanted[4000];
    write_file("x.ini", meta_ini(place, problems, heldout, more));
    if (config_read(&c, "x.ini", NULL, 0, &errors, &warnings)) setup_train(&s, &c, &errors, &warnings);
    for (int i = 0; i < errors.n; i++) {
        strcat(text, errors.line[i]);
        strcat(text, "\n");
    }
    snprintf(wanted, sizeof wanted, expected, place->folder, place->folder, place->folder);
    assert_string_equal(text, wanted);
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
         "x.ini:12: kind = grid: has no search for choices: if tune has a choice such as "
         "optimiser.wall, another kind must be taken\n"},
        {"a",
         "tune = inertia cognitive social\n[training]\niterations = 1\ngames = 1\n[selection]\nfinalists = 0\n[optimiser]\n"
         "kind = grid\nsteps = 50\n",
         "x.ini:10: an iteration of the grid would have more than 100000 positions: reduce particles, or the steps of "
         "the grid\n"},
        {"a", ONE_POSITION(INERTIA, "2", "2", "") "[training]\nfitness = log\n",
         "x.ini:17: fitness must be mean in a meta search: its scores are logarithms already\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) assert_refused(*state, rows[i].problems, "", rows[i].more, rows[i].expected);
    assert_refused(*state, "a b", "b", ONE_POSITION(INERTIA, "3", "2", "heldout_budgets = 1 2\n"),
                   "x.ini:11: games = 3 in [training]: must be a multiple of 2, the number of problems\n");
}

TEST(test_refused_start)
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

TESTS(meta_enter, place_leave)
