/* test_warnings.c. What is said of an ini that can run: keys that are ignored, and presets that do not fit. */
#include "config/config_read.h"
#include "tests/configs.h"
#include "tests/helpers.h"
#include "tests/place.h"

/* A preset may set keys of other sections: they go before defaults, and after what the user, the kind of objective or the scale
 * of the scores says. */
TEST(test_preset_beside)
{
    static const struct {
        const char *text, *key, *value, *origin;
    } rows[] = {
        {BUDGET "[optimiser]\npreset = exemplars\n", "training.games", "1", "preset exemplars"},
        {BUDGET "[optimiser]\npreset = exemplars\n", "selection.centroids", "all", "preset exemplars"},
        {BUDGET "games = 4\n[optimiser]\npreset = exemplars\n", "training.games", "4", "x.ini:3"},
        {BUDGET "allocation = ocba\n[optimiser]\npreset = exemplars\n", "training.games", "10",
         "default where games are not the same for all positions"},
        {BUDGET "[objective]\nkind = sphere\n[optimiser]\npreset = exemplars\n", "selection.centroids", "none",
         "default of a test function"},
        {BUDGET "[optimiser]\npreset = trelea\n", "training.games", "10", "default"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        char value[PARAM_TEXT_MAX];
        read_good(&c, rows[i].text);
        config_show(config_find(&c, rows[i].key, ""), value, sizeof value);
        if (strcmp(value, rows[i].value) != 0 || strcmp(origin_of(&c, rows[i].key), rows[i].origin) != 0)
            fail_msg("row %zu: %s = %s, %s", i, rows[i].key, value, origin_of(&c, rows[i].key));
    }
}

/* A preset may warn; so may a combination of values, at the line of the key to blame. */
TEST(test_warnings)
{
    CLOSED(config_free) Config c;
    Errors errors = {0}, warnings = {0};
    write_file("x.ini", BUDGET "[optimiser]\npreset = pedersen-10d-20000\ninertia = 1.5\n");
    assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
    assert_int_equal(warnings.n, 2);
    assert_memory_equal(warnings.line[0], "x.ini:4: preset pedersen-10d-20000: ", 36);
    assert_memory_equal(warnings.line[1], "x.ini:5: inertia = 1.5: ", 24);
    config_free(&c);
    errors_free(&warnings);
    write_file("x.ini", BUDGET "allocation = race\ngames = 5\n");
    assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
    assert_lines(&warnings,
                 "x.ini:3: allocation = race: plays as fixed does: the first stage alone has first_games = 5 of the 5 games of "
                 "a position\n");
    errors_free(&warnings);
}

/* Keys that are ignored: only if the user gave them, and not if the program wrote the line and its value says nothing new. */
TEST(test_ignored)
{
    static const struct {
        const char *ini, *warning;
    } rows[] = {
        {BUDGET "[optimiser]\ndomain = box\n", ""}, /* the metric is that of the preset */
        {BUDGET "[optimiser]\ndomain = box\nmetric = decisions\n",
         "x.ini:5: metric = decisions: is ignored: it matters only if domain = sphere, and domain is box (x.ini:4)\n"},
        {BUDGET "[optimiser]\nupdate_order = sequential\n", ""},
        {BUDGET "[optimiser]\nvelocity_rule = fully-informed\n", ""},
        {BUDGET "[optimiser]\nvelocity_rule = fully-informed\nleader = quarter\n",
         "x.ini:5: leader = quarter: is ignored: it matters only if velocity_rule != fully-informed, and velocity_rule is "
         "fully-informed (x.ini:4)\n"},
        {BUDGET "[optimiser]\nleader = quarter\n", ""},
        {"[training]\ntotal_pieces = 1e6\n[selection]\nshare = 0.1\ngames = 30\n",
         "x.ini:5: games = 30: is ignored: it matters only if share = 0, and share is 0.1 (x.ini:4)\n"},
        {"# swarmtris, format 2\n[training]\ntotal_pieces = 1e6\n[selection]\nshare = 0.1\ngames = 30\n", ""},
        {"# swarmtris, format 2\n[training]\ntotal_pieces = 1e6\n[selection]\nshare = 0.1\ngames = 50\n",
         "x.ini:6: games = 50: is ignored: it matters only if share = 0, and share is 0.1 (x.ini:5)\n"},
        {"# swarmtris, format 2\n" BUDGET "[optimiser]\ndomain = box\nmetric = decisions\n", ""}, /* as its preset has it */
        {"# swarmtris, format 2\n" BUDGET "[optimiser]\npreset = vdbergh\nmetric = decisions\n",
         "x.ini:6: metric = decisions: is ignored: it matters only if domain = sphere, and domain is box (default)\n"},
        /* what is settled by another key is usual, too */
        {"# swarmtris, format 2\n" BUDGET "[selection]\nfinalists = 0\nshare = 0\n", ""},
        {BUDGET "[selection]\nfinalists = 0\nshare = 0\n",
         "x.ini:5: share = 0: is ignored: it matters only if finalists > 0, and finalists is 0 (x.ini:4)\n"},
        /* the key of another section; a key that is given twice */
        {BUDGET "from_particles = all\n",
         "x.ini:3: from_particles = all: is ignored: it matters only if from != empty, and from is empty (default)\n"},
        {"[objective]\ntrials = 50\n" BUDGET "[validation]\nestimator = splitting\n", ""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        Errors errors = {0}, warnings = {0};
        write_file("x.ini", rows[i].ini);
        assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
        assert_lines(&warnings, rows[i].warning);
        errors_free(&warnings);
    }
}

/* Two keys that were given and contradict each other: an error at the one that is ignored, but not across the command line, nor
 * in a file that the program wrote. */
TEST(test_contradictions)
{
    static const struct {
        const char *ini, *set, *error, *warning;
    } rows[] = {
        {BUDGET "[optimiser]\nphi1 = 2\ncognitive = 1.5\n", NULL,
         "x.ini:4: phi1 = 2: contradicts cognitive = 1.5 (x.ini:5): it matters only if coefficients = constriction, and "
         "coefficients is inertia (preset vdbergh)\n",
         ""},
        {BUDGET "[optimiser]\ninertia = 0.7\ncoefficients = constriction\n", NULL,
         "x.ini:4: inertia = 0.7: contradicts coefficients = constriction (x.ini:5): it matters only if coefficients = inertia, "
         "and coefficients is constriction (x.ini:5)\n",
         ""},
        {BUDGET "[optimiser]\npreset = constriction\ninertia = 0.7\n", NULL, "",
         "x.ini:5: inertia = 0.7: is ignored: it matters only if coefficients = inertia, and coefficients is constriction "
         "(preset constriction)\n"},
        {BUDGET "[optimiser]\ncoefficients = inertia\ninertia_end = 0.3\n", NULL, "",
         "x.ini:5: inertia_end = 0.3: is ignored: it matters only if inertia_schedule = linear, and inertia_schedule is constant "
         "(default)\n"},
        {BUDGET "[optimiser]\npreset = vdbergh\ncognitive = 1.5\n", "optimiser.phi1=2", "",
         "--set optimiser.phi1=2: is ignored: it matters only if coefficients = constriction, and coefficients is inertia "
         "(preset "
         "vdbergh)\n"},
        {"# swarmtris, format 2\n" BUDGET "[optimiser]\npreset = vdbergh\nphi1 = 2\ncognitive = 1.5\n", NULL, "",
         "x.ini:6: phi1 = 2: is ignored: it matters only if coefficients = constriction, and coefficients is inertia (preset "
         "vdbergh)\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        CLOSED(errors_free) Errors errors = {0}, warnings = {0};
        const ConfigValue value = {.text = rows[i].set, .origin = "--set"};
        write_file("x.ini", rows[i].ini);
        assert_int_equal(config_read(&c, "x.ini", &value, rows[i].set != NULL, &errors, &warnings), rows[i].error[0] == '\0');
        assert_lines(&errors, rows[i].error);
        assert_lines(&warnings, rows[i].warning);
    }
}

/* A key of the swarm's equation without a preset means the canonical swarm; the size of the swarm and budgets do not. */
TEST(test_default_preset)
{
    static const struct {
        const char *ini, *preset, *origin, *warning;
    } rows[] = {
        {BUDGET, "exemplars", "default", ""},
        {BUDGET "total_pieces = 100\n[optimiser]\nparticles = 20\nmemory = 5\n", "exemplars", "default", ""},
        {BUDGET "[optimiser]\nsocial = 1.5\n", "vdbergh", "default where social is given", ""},
        {BUDGET "[optimiser]\nwall = damp\ntopology = ring\n", "vdbergh", "default where wall is given", ""},
        {BUDGET "[optimiser]\npreset = exemplars\nsocial = 1.5\n", "exemplars", "x.ini:4", ""},
        {"[training]\nminutes = 5\n", "vdbergh", "default where minutes is the only budget",
         "x.ini:2: minutes = 5: exemplars, the default preset, needs a budget of iterations, total_games or total_pieces, so "
         "that "
         "vdbergh is used instead; such a budget would suit it, and preset = vdbergh says that this is meant\n"},
        {"[objective]\nlower = -9\n" BUDGET, "vdbergh", "default where lower is not -upper",
         "x.ini:2: lower = -9: exemplars, the default preset, needs lower = -upper, so that vdbergh is used instead; upper = 9 "
         "would suit it, and preset = vdbergh says that this is meant\n"},
        {"[objective]\nupper = 9\n" BUDGET, "vdbergh", "default where lower is not -upper",
         "x.ini:2: upper = 9: exemplars, the default preset, needs lower = -upper, so that vdbergh is used instead; lower = -9 "
         "would suit it, and preset = vdbergh says that this is meant\n"},
        {"[objective]\nlower = -9\n" BUDGET "[optimiser]\nsocial = 1.5\n", "vdbergh", "default where social is given", ""},
        {"[objective]\nlower = -9\n" BUDGET "[optimiser]\nkind = cmaes\n", "tutorial", "default", ""},
        {"[objective]\nkind = sphere\n" BUDGET, "vdbergh", "default", ""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        Errors errors = {0}, warnings = {0};
        write_file("x.ini", rows[i].ini);
        assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
        assert_string_equal(c.optimiser_choice.preset, rows[i].preset);
        assert_string_equal(origin_of(&c, "optimiser.preset"), rows[i].origin);
        assert_lines(&warnings, rows[i].warning);
        for (int p = 0; p < c.parts && strcmp(rows[i].preset, "vdbergh") == 0; p++) /* nothing is set in other sections */
            for (int k = 0; c.part[p].table[k].key != NULL; k++)
                assert_true(c.part[p].key[k].kind != ORIGIN_PRESET || strcmp(c.part[p].section, "optimiser") == 0);
        errors_free(&warnings);
    }
}

TESTS(place_enter, place_leave)
