/* test_problems.c. The problems of a meta search, and what of them can be tuned. */
#include "run/problems.h"
#include "tests/configs.h"
#include "tests/helpers.h"
#include "tests/place.h"

TEST(test_problems)
{
    static const struct {
        const char *meta, *expected;
    } rows[] = {
        {"problems = p.ini q.ini\ntune = inertia training.games\nlower = -1 2\nupper = 1 9\n[training]\ngames = 4\n", ""},
        {"problems = p.ini q.ini\ntune = inertia training.games\nlower = -1 0\nupper = 1 9\n[training]\ngames = 4\n",
         "x.ini:5: tune: 'inertia training.games' at one end of the box: training.games of %s/p.ini must be above 0 where there "
         "is no "
         "training.total_games that it could follow\n"},
        {"problems = p.ini\ntune = training.iterations\n",
         "x.ini:5: tune: 'training.iterations' cannot be tuned: it is a budget, and all have the same; see budgets in [meta]\n"},
        {"problems = p.ini q.ini\ntune = inertia\n[training]\ngames = 5\n",
         "x.ini:7: games = 5 in [training]: must be a multiple of 2, the number of problems\n"},
        {"problems = p.ini q.ini\ntune = inertai\n[training]\ngames = 4\n",
         "x.ini:5: tune: 'inertai' is no key of [optimiser] in %s/p.ini; did you mean 'inertia'?\n"},
        {"problems = p.ini\ntune = training.from\n",
         "x.ini:5: tune: 'training.from' cannot be tuned: it is neither a number nor a choice\n"},
        {"problems = p.ini\ntune = wall inertia selection.centroids training.fresh_games\nlower = 0\nupper = 1\n", ""},
        {"problems = p.ini\ntune = wall=absorb|damp topology=ring|random\n", ""},
        {"problems = p.ini\ntune = wall=absorb\n", "x.ini:5: tune: 'wall=absorb' must have two values or more\n"},
        {"problems = p.ini\ntune = wall=absorb|dmap\n",
         "x.ini:5: tune: 'wall=absorb|dmap' lists dmap: wall must be some of absorb|damp|reflect|periodic|random|none\n"},
        {"problems = p.ini\ntune = wall=damp|damp\n",
         "x.ini:5: tune: 'wall=damp|damp' lists damp twice: wall must be some of absorb|damp|reflect|periodic|random|none\n"},
        {"problems = p.ini\ntune = inertia=0|1\n",
         "x.ini:5: tune: 'inertia=0|1' lists values of a number: lower and upper say where it lies\n"},
        {"problems = p.ini\ntune = wall+topology\n",
         "x.ini:5: tune: 'wall+topology' ties keys together that have not the same values\n"},
        {"problems = p.ini\ntune = wall inertia\nlower = 0 1\n",
         "x.ini:6: lower has 2 numbers, but tune has 1 number (inertia); give lower as many\n"},
        {"problems = p.ini\ntune = leader topology\nlower = 0 1\nupper = 1 2\n",
         "x.ini:6: lower has 2 numbers, but tune has none, only choices; leave lower out\n"
         "x.ini:7: upper has 2 numbers, but tune has none, only choices; leave upper out\n"},
        {"problems = p.ini\ntune = inertia cognitive wall training.games\nlower = 0 5\nupper = 1 6\n",
         "x.ini:6: lower has 2 numbers, but tune has 3 numbers (inertia, cognitive, training.games); give lower as many\n"
         "x.ini:7: upper has 2 numbers, but tune has 3 numbers (inertia, cognitive, training.games); give upper as many\n"},
        {"problems = p.ini\ntune = cognitive+leader\nlower = 0\nupper = 1\n",
         "x.ini:5: tune: 'cognitive+leader' ties keys together that have not the same values\n"},
        {"problems = p.ini\ntune = inertia optimiser.kind\nlower = 0\nupper = 1\n",
         "x.ini:5: tune: 'kind' cannot be tuned: it says which keys there are, and what they begin at\n"},
        {"problems = p.ini\ntune = optimiser.preset\n",
         "x.ini:5: tune: 'preset' cannot be tuned: it says which keys there are, and what they begin at\n"},
        {"problems = p.ini\ntune = selection.finalists\n", "x.ini:5: tune: 'selection.finalists' cannot be tuned: of [selection] "
                                                           "only choices can, since what finalists play is the "
                                                           "budget of all\n"},
        {"problems = q.ini\ntune = update_order\n", ""},
        {"problems = p.ini\ntune = inertia optimiser.inertia\n", "x.ini:5: tune: 'optimiser.inertia' is tuned already\n"},
        {"problems = s.ini\ntune = training.games\nlower = 1\nupper = 60\n",
         "x.ini:5: tune: 'training.games' at one end of the box: training.total_games of %s/s.ini must be at least "
         "training.games,"
         " the games that judge one position\n"},
        {"problems = p.ini t.ini\ntune = particles\n[training]\ngames = 4\n",
         "x.ini:4: problems: '%s/t.ini' has another optimiser than the first: all must have the same\n"},
        {"problems = p.ini\ntune = game.height\n",
         "x.ini:5: tune: 'game.height' cannot be tuned: only keys of [optimiser] and [training], and choices of [selection], "
         "can be, but no rules of the game\n"},
        {"problems = p.ini\ntune = training.height\n",
         "x.ini:5: tune: 'training.height' cannot be tuned: only keys of [optimiser] and [training], and choices of [selection], "
         "can be, but no rules of the game\n"},
        {"problems = p.ini q.ini\ntune = inertia\n[training]\ngames = 8\nallocation = race\nfirst_games = 3\nmore_games = 2\n",
         "x.ini:9: first_games = 3 in [training]: must be a multiple of 2, the number of problems\n"},
        {"problems = p.ini\ntune = inertia\n[training]\ngames = 8\nallocation = ocba\n",
         "x.ini:8: allocation = ocba has no use in a meta search: every position has to play all problems alike\n"},
        {"problems = u.ini\ntune = inertia\n",
         "%s/u.ini:3: minutes: must be 0 in a problem of a meta search: what is compared cannot depend on the clock\n"},
        {"problems = p.ini\ntune = inertia\nlower = -1 0\n",
         "x.ini:6: lower has 2 numbers, but tune has 1 number (inertia); give lower as many\n"},
        {"problems = p.ini\ntune = inertia\nlower = 1\nupper = 0\n",
         "x.ini:6: lower: 'inertia' would lie between 1 and 0: lower must be less than upper\n"},
        {"problems = p.ini\ntune = inertia\nupper = 3\n",
         "x.ini:6: upper: 'inertia' would lie between -2 and 3, but must be -2..2\n"},
        {"problems = r.ini\ntune = inertia\n", "%s/r.ini:1: unknown section [gmae]; did you mean [game]?\n"},
    };
    const Place *place = *state;
    write_file("p.ini", BUDGET);
    write_file("q.ini", BUDGET "[objective]\nkind = sphere\n");
    write_file("r.ini", "[gmae]\n" BUDGET);
    write_file("s.ini", "[training]\ntotal_games = 48\n");
    write_file("t.ini", BUDGET "[optimiser]\nkind = random\n");
    write_file("u.ini", BUDGET "minutes = 1\n");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[512], expected[700];
        const char *folder = strstr(rows[i].expected, "%s");
        snprintf(text, sizeof text, BUDGET "[meta]\n%s", rows[i].meta);
        if (folder != NULL)
            snprintf(expected, sizeof expected, "%.*s%s%s", (int)(folder - rows[i].expected), rows[i].expected, place->folder,
                     folder + 2);
        else
            strcpy(expected, rows[i].expected);
        CLOSED(config_free) Config c;
        CLOSED(problems_free) Problems problems;
        CLOSED(errors_free) Errors errors = {0}, warnings = {0};
        read_good(&c, text);
        bool good = problems_read(&problems, &c, &errors, &warnings);
        assert_lines(&errors, expected);
        assert_int_equal(good, expected[0] == '\0');
        assert_int_equal(problems.search, strstr(rows[i].meta, ".ini ") != NULL ? 2 : 1);
    }
}

TESTS(place_enter, place_leave)
