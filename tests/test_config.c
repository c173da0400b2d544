/* test_config.c. What comes back of an ini, and what is said of one that can run. */
#include "config/config_read.h"
#include "run/tuning.h"
#include "tests/configs.h"
#include "tests/helpers.h"

#include <sys/stat.h>

#define CANONICAL "[optimiser]\npreset = vdbergh\n" BUDGET

/* Reads an ini and a value (NULL: none), of which exactly this is said; error NULL: none. */
static void read_warned(Config *c, const char *ini, const char *set, const char *error, const char *warning)
{
    const ConfigValue value = {.text = set, .origin = "--set"};
    write_file("x.ini", ini);
    read_said(c, "x.ini", &value, set != NULL, error != NULL ? error : "", warning);
}

/* A key has this value, and had it from there. */
static void assert_key(const Config *c, const char *name, const char *value, const char *origin)
{
    const ConfigKey *k = config_find(c, name, "");
    assert_string_equal(config_show(k).text, value);
    assert_string_equal(config_origin(c, k->section, k->row->key), origin);
}

/* default < preset < file < --set < named option */
TEST(test_precedence)
{
    CLOSED(config_free) Config c;
    const ConfigValue value[] = {
        {"optimiser.social=1.1", "--set"}, {"experiment.seed=8", "--set"}, {"experiment.seed=9", "--seed"}};
    write_file("x.ini", BUDGET "[optimiser]\npreset = trelea\ncognitive = 1.3\nsocial = 1.2\n[experiment]\nseed = 7\n");
    read_said(&c, "x.ini", value, 3, "", NULL);
    assert_key(&c, "optimiser.inertia", "0.6", "preset trelea");
    assert_key(&c, "optimiser.cognitive", "1.3", "x.ini:5");
    assert_key(&c, "optimiser.social", "1.1", "--set");
    assert_key(&c, "experiment.seed", "9", "--seed");
    assert_int_equal(c.experiment.seed, 9);
    assert_key(&c, "optimiser.particles", "16", "default");
}

/* What [training] and [selection] do not say of the board is as [game] has it, whatever comes first in the file; what they say is
 * no business of [game]. */
TEST(test_boards)
{
    CLOSED(config_free) Config c;
    read_good(&c,
              BUDGET "height = 6\n[game]\nheight = 12\nwidth = 8\npiece_weights = 1 1 1 1 1 3 3\n[selection]\npiece_weights =\n");
    assert_key(&c, "game.height", "12", "x.ini:5");
    assert_key(&c, "training.height", "6", "x.ini:3");
    assert_key(&c, "selection.height", "12", "[game]");
    assert_string_equal(config_deviation(&c, c.training_rules, 0)->key, "height");
    assert_null(config_deviation(&c, c.training_rules, 1)); /* its width and weights are the game's */
    assert_string_equal(config_deviation(&c, c.selection_rules, 0)->key, "piece_weights");
    assert_null(config_deviation(&c, c.selection_rules, 1));
    assert_null(config_deviation(&c, c.rules, 0));
}

/* Defaults that depend on what else is said. */
TEST(test_settled)
{
    static const struct {
        const char *text, *allocation;
        double games, share;
    } rows[] = {{BUDGET, "fixed", 1, 0},
                {BUDGET "allocation = ocba\n", "ocba", 10, 0},
                {"[training]\nminutes = 5\n", "ocba", 10, 0},
                {CANONICAL, "ocba", 10, 0},
                {CANONICAL "total_pieces = 200\n", "ocba", 10, 0.1},
                {CANONICAL "total_pieces = 199\n", "ocba", 10, 0},
                {CANONICAL "total_pieces = 1e6\n[selection]\ngames = 30\n", "ocba", 10, 0},
                {CANONICAL "total_pieces = 1e6\n[selection]\ngames = 30\nshare = 0.1\n", "ocba", 10, 0.1},
                {CANONICAL "total_pieces = 1e6\n[selection]\nfinalists = 0\n", "ocba", 10, 0},
                {CANONICAL "total_games = 100\n", "ocba", 10, 0.1},
                {CANONICAL "total_games = 99\n", "ocba", 10, 0},
                {CANONICAL "games = 5\n", "fixed", 5, 0},
                {CANONICAL "games = 6\n", "ocba", 6, 0},
                {CANONICAL "games = 6\nfirst_games = 6\n", "fixed", 6, 0},
                {CANONICAL "games = 6\nallocation = race\n", "race", 6, 0},
                {CANONICAL "games = 0\ntotal_games = 1000\n", "ocba", 0, 0.1},
                {CANONICAL "games = 0\ntotal_games = 99\n", "fixed", 0, 0},
                {CANONICAL "games = 0\ntotal_games = 40000\n", "ocba", 0, 0.1},
                {"[objective]\nkind = sphere\n[training]\ntotal_games = 4000\n", "fixed", 1, 0},
                {BUDGET "total_games = 4000\n[meta]\nproblems = a.ini\ntune = inertia\n", "fixed", 10, 0},
                {BUDGET "[objective]\nestimator = splitting\n", "fixed", 1, 0}};
    write_file("a.ini", BUDGET);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        read_good(&c, rows[i].text);
        assert_string_equal(allocation_names[c.train.training.allocation.rule], rows[i].allocation);
        assert_true(c.train.training.allocation.games == rows[i].games && c.train.selection.share == rows[i].share);
    }
}

/* The name of an ini says nothing about where its values came from. */
TEST(test_called_default)
{
    CLOSED(config_free) Config c;
    CLOSED(tuning_free) Tuning tuning;
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    write_file("default.ini", "[objective]\nkind = sphere\n[training]\ntotal_games = 4000\ngames = 5\nallocation = race\n");
    read_said(&c, "default.ini", NULL, 0, "", NULL);
    assert_key(&c, "training.games", "5", "default.ini:5");
    assert_string_equal(allocation_names[c.train.training.allocation.rule], "race");
    config_free(&c);
    /* A sentence about such a value names its line. */
    write_file("p.ini", BUDGET);
    write_file("q.ini", BUDGET);
    write_file("default.ini", BUDGET "games = 5\n[meta]\nproblems = p.ini q.ini\ntune = inertia\n");
    read_said(&c, "default.ini", NULL, 0, "", NULL);
    assert_false(tuning_read(&tuning, &c, &errors, &warnings));
    assert_lines(&errors, "default.ini:3: games = 5 in [training]: must be a multiple of 2, the number of problems\n");
}

static char *config_printed(const Config *c, bool origins)
{
    char *text = NULL;
    FILE *out = files_memory(&text, NULL);
    config_print(c, out, origins);
    files_memory_close(out);
    return text;
}

/* Printed, read, printed: the same, with or without origins, and no difference is seen. */
static void assert_round_trip(const Config *c)
{
    OWNED char *once = config_printed(c, false), *dump = config_printed(c, true);
    for (int dumped = 0; dumped < 2; dumped++) {
        CLOSED(config_free) Config again;
        CLOSED(errors_free) Errors differences = {0};
        write_file("again.ini", dumped ? dump : once);
        read_said(&again, "again.ini", NULL, 0, "", ""); /* the program has nothing against what it writes */
        config_differences(&again, c, &differences);
        assert_lines(&differences, "");
        OWNED char *twice = config_printed(&again, false);
        assert_string_equal(twice, once);
    }
}

TEST(test_round_trip)
{
    char meta[4000] = BUDGET "[meta]\nproblems = a.ini\n";
    for (int i = 0; i < 30; i++) strcat(meta, i % 2 == 0 ? "problems += a.ini b.ini\n" : "problems += b.ini\n");
    const char *const rows[] = {
        BUDGET,
        "[optimiser]\npreset = vdbergh\n[training]\ntotal_pieces = 1e6\n", /* a share pays, not selection.games */
        BUDGET "from = a.ini\n[game]\nheight = 10\npieces = SZ\npiece_weights = 3 4\n[agent]\nfeatures = cs3243-text\n"
               "[objective]\nlower = -0.1\nupper = 0.30000000000000004\nmax_pieces = 123456789012345\n"
               "[experiment]\nseed = 18446744073709551615\n[optimiser]\npreset = shi-eberhart\n",
        BUDGET "[agent]\nfeatures = bertsekas,wells  , landing_height\nfeatures += open_wells\n",
        BUDGET "[agent]\nfeatures = landing_height eroded_cells row_transitions column_transitions cs3243_holes wells_run\n"
               "features += hole_depth rows_with_holes diversity tetrispros_constant tetrispros_height_deviation wells\n"
               "features += column_height_1\n",
        BUDGET "[objective]\nkind = ackley\ndim = 30\n[optimiser]\nkind = random\n",
        "[training]\nallocation = ocba\ngames = 0\ntotal_games = 4e4\nminutes = 0.1\ntarget = -1e-300\nheight = 7\n[selection]\n"
        "share = 0.1\nheight = 9\npiece_weights = 1 2 3 4 5 6 7\n[game]\npiece_weights = 7 6 5 4 3 2 1\n",
        meta};
    write_file("a.ini", BUDGET);
    write_file("b.ini", BUDGET);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        read_good(&c, rows[i]);
        assert_round_trip(&c);
    }
}

/* A list: sets stand for their features. What it is called is what the ini says, with single blanks. Of each game the features
 * are its first set, unless others are named. */
TEST(test_features)
{
    CLOSED(config_free) Config c;
    read_good(&c, BUDGET "[agent]\nfeatures = yiyuan, wells\nfeatures += max_height\n");
    static const char *const names[] = {"aggregate_height", "rows_cleared", "holes", "height_differences", "wells", "max_height"};
    assert_int_equal(c.set->n, LENGTH(names));
    for (int i = 0; i < c.set->n; i++) assert_string_equal(c.game->features[c.set->index[i]].name, names[i]);
    assert_string_equal(c.set->name, "yiyuan wells max_height");
    assert_string_equal(c.agent_choice.features, "yiyuan wells max_height");
    config_free(&c);
    read_good(&c, BUDGET "[agent]\nfeatures = du\n");
    assert_ptr_equal(c.set, game_set(c.game, "du"));
    assert_null(c.listed);
    for (int i = 0; registry_games[i] != NULL; i++) {
        OWNED char *ini = text_new(BUDGET "[game]\nkind = %s\n", registry_games[i]->name);
        config_free(&c);
        read_good(&c, ini);
        assert_ptr_equal(c.set, &registry_games[i]->sets[0]);
    }
}

/* Files are meant from where the ini is, and stored so that they are found from anywhere. */
TEST(test_files)
{
    const Place *place = *state;
    CLOSED(config_free) Config c;
    mkdir("below", 0700);
    write_file("below/w.txt", "1 2 3");
    write_file("below/y.ini", BUDGET "from = w.txt\n");
    read_said(&c, "below/y.ini", NULL, 0, "", NULL);
    OWNED char *expected = text_new("%s/below/w.txt", place->folder);
    assert_string_equal(c.train.training.from, expected);
    config_free(&c);
    read_said(&c, "below/y.ini", &(ConfigValue){"training.from=below/w.txt", "--from"}, 1, "", NULL);
    assert_string_equal(c.train.training.from, expected);
}

TEST(test_differences)
{
    static const struct {
        const char *ini, *expected;
    } rows[] = {{"[optimiser]\npreset = vdbergh\nparticles = 7\n[experiment]\nthreads = 3\n" BUDGET "games = 15\n",
                 "training.games = 15, was 10 in x.ini\noptimiser.particles = 7, was 16 in x.ini\n"},
                {BUDGET "[optimiser]\nkind = random\n",
                 "optimiser.kind = random, was pso in x.ini\noptimiser.preset = uniform, was vdbergh in x.ini\n"},
                {"[optimiser]\npreset = vdbergh\n[training]\niterations = 99\n", ""}};
    CLOSED(config_free) Config was;
    read_good(&was, CANONICAL);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config now;
        CLOSED(errors_free) Errors differences = {0};
        read_good(&now, rows[i].ini);
        config_differences(&now, &was, &differences);
        assert_lines(&differences, rows[i].expected);
    }
}

/* ---- warnings ---- */

/* A preset may warn; so may a combination of values, at the line of the key to blame. Keys that are ignored: only if the
 * user gave them, and not if the program wrote the line and its value says nothing new. Two keys that were given and contradict
 * each other: an error at the one that is ignored, but not across the command line, nor in a file that the program wrote. */
TEST(test_warnings)
{
    enum { INI, WARNING, ERROR, SET, TEXTS };
    static const char *const rows[][TEXTS] = {
        {BUDGET "[optimiser]\npreset = pedersen-10d-20000\ninertia = 1.5\n",
         "x.ini:4: preset pedersen-10d-20000: these coefficients were tuned on functions whose optimum is the centre of the box, "
         "and exploit it\nx.ini:5: inertia = 1.5: the swarm never settles: it does so only between -1 and 1\n"},
        {BUDGET "allocation = race\ngames = 5\n", "x.ini:3: allocation = race: plays as fixed does: the first stage alone has "
                                                  "first_games = 5 of the 5 games of a position\n"},
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
        /* positions of a function have no directions only */
        {"[objective]\nkind = rastrigin\n" BUDGET "[optimiser]\npreset = exemplars\n", "",
         "x.ini: optimiser.domain = sphere (preset exemplars): searches directions only, as suits weights of games, but for "
         "rastrigin lengths matter\n"},
        /* contradictions */
        {BUDGET "[optimiser]\nphi1 = 2\ncognitive = 1.5\n", "",
         "x.ini:4: phi1 = 2: contradicts cognitive = 1.5 (x.ini:5): it matters only if coefficients = constriction, and "
         "coefficients is inertia (preset vdbergh)\n"},
        {BUDGET "[optimiser]\ninertia = 0.7\ncoefficients = constriction\n", "",
         "x.ini:4: inertia = 0.7: contradicts coefficients = constriction (x.ini:5): it matters only if coefficients = inertia, "
         "and coefficients is constriction (x.ini:5)\n"},
        {BUDGET "[optimiser]\npreset = constriction\ninertia = 0.7\n",
         "x.ini:5: inertia = 0.7: is ignored: it matters only if coefficients = inertia, and coefficients is constriction "
         "(preset constriction)\n"},
        {BUDGET "[optimiser]\ncoefficients = inertia\ninertia_end = 0.3\n",
         "x.ini:5: inertia_end = 0.3: is ignored: it matters only if inertia_schedule = linear, and inertia_schedule is constant "
         "(default)\n"},
        {BUDGET "[optimiser]\npreset = vdbergh\ncognitive = 1.5\n",
         "--set optimiser.phi1=2: is ignored: it matters only if coefficients = constriction, and coefficients is inertia "
         "(preset vdbergh)\n",
         NULL, "optimiser.phi1=2"},
        {"# swarmtris, format 2\n" BUDGET "[optimiser]\npreset = vdbergh\nphi1 = 2\ncognitive = 1.5\n",
         "x.ini:6: phi1 = 2: is ignored: it matters only if coefficients = constriction, and coefficients is inertia (preset "
         "vdbergh)\n"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        read_warned(&c, rows[i][INI], rows[i][SET], rows[i][ERROR], rows[i][WARNING]);
    }
}

/* A key of the swarm's equation without a preset means the canonical swarm; the size of the swarm and budgets do not. A preset
 * may set keys of other sections: they go before defaults, and after what the user, the kind of objective or the scale of the
 * scores says. */
TEST(test_preset)
{
    static const struct {
        const char *ini, *key, *value, *origin, *warning;
    } rows[] = {
        {BUDGET "[optimiser]\npreset = exemplars\n", "training.games", "1", "preset exemplars", ""},
        {BUDGET "[optimiser]\npreset = exemplars\n", "selection.centroids", "all", "preset exemplars", ""},
        {BUDGET "games = 4\n[optimiser]\npreset = exemplars\n", "training.games", "4", "x.ini:3", ""},
        {BUDGET "allocation = ocba\n[optimiser]\npreset = exemplars\n", "training.games", "10",
         "default where games are not the same for all positions", ""},
        {BUDGET "[optimiser]\npreset = trelea\n", "training.games", "10", "default", ""},
        {BUDGET, "optimiser.preset", "exemplars", "default", ""},
        {BUDGET "total_pieces = 100\n[optimiser]\nparticles = 20\nmemory = 5\n", "optimiser.preset", "exemplars", "default", ""},
        {BUDGET "[optimiser]\nsocial = 1.5\n", "optimiser.preset", "vdbergh", "default where social is given", ""},
        {BUDGET "[optimiser]\nwall = damp\ntopology = ring\n", "optimiser.preset", "vdbergh", "default where wall is given", ""},
        {BUDGET "[optimiser]\npreset = exemplars\nsocial = 1.5\n", "optimiser.preset", "exemplars", "x.ini:4", ""},
        {"[training]\nminutes = 5\n", "optimiser.preset", "vdbergh", "default where minutes is the only budget",
         "x.ini:2: minutes = 5: exemplars, the default preset, needs a budget of iterations, total_games or total_pieces, so "
         "that vdbergh is used instead; such a budget would suit it, and preset = vdbergh says that this is meant\n"},
        {"[objective]\nlower = -9\n" BUDGET, "optimiser.preset", "vdbergh", "default where lower is not -upper",
         "x.ini:2: lower = -9: exemplars, the default preset, needs lower = -upper, so that vdbergh is used instead; upper = 9 "
         "would suit it, and preset = vdbergh says that this is meant\n"},
        {"[objective]\nupper = 9\n" BUDGET, "optimiser.preset", "vdbergh", "default where lower is not -upper",
         "x.ini:2: upper = 9: exemplars, the default preset, needs lower = -upper, so that vdbergh is used instead; lower = -9 "
         "would suit it, and preset = vdbergh says that this is meant\n"},
        {"[objective]\nlower = -9\n" BUDGET "[optimiser]\nsocial = 1.5\n", "optimiser.preset", "vdbergh",
         "default where social is given", ""},
        {"[objective]\nlower = -9\n" BUDGET "[optimiser]\nkind = cmaes\n", "optimiser.preset", "tutorial", "default", ""},
        {"[objective]\nkind = sphere\n" BUDGET, "optimiser.preset", "vdbergh", "default", ""}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        read_warned(&c, rows[i].ini, NULL, NULL, rows[i].warning);
        assert_key(&c, rows[i].key, rows[i].value, rows[i].origin);
        for (int p = 0; p < c.parts && strcmp(rows[i].value, "vdbergh") == 0; p++) /* nothing is set in other sections */
            for (int k = 0; c.part[p].table[k].key != NULL; k++)
                assert_true(c.part[p].key[k].kind != ORIGIN_PRESET || strcmp(c.part[p].section, "optimiser") == 0);
    }
}

TESTS(place_enter, place_leave)
