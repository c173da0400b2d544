/* test_mistakes.c. Mistakes in inis: each is named with its line, all in one go. */
#include "config/config_read.h"
#include "file/ini.h"
#include "systems_built.h"
#include "tests/configs.h"
#include "tests/helpers.h"

#include <sys/stat.h>

#define BRACKETED(part, name) " [" name "]"

typedef struct {
    const char *ini, *expected;
} Mistake;

static const Mistake mistakes[] = {
    /* keys and sections */
    {BUDGET "[optimiser]\nparitcles = 20\n", "x.ini:4: unknown key 'paritcles' in [optimiser]; did you mean 'particles'?\n"},
    {BUDGET "[optimiser]\niterations = 20\n",
     "x.ini:4: unknown key 'iterations' in [optimiser]; 'iterations' belongs in [training]\n"},
    {BUDGET "[objective]\ngames = 20\n",
     "x.ini:4: unknown key 'games' in [objective]; 'games' belongs in [training], [selection] or [validation]\n"},
    {BUDGET "[objective]\nscore = points\n",
     "x.ini:4: unknown key 'score' in [objective]; it is called 'points' and belongs in [game]\n"},
    {BUDGET "[optimiser]\nkind = random\ninertia = 0.7\n",
     "x.ini:5: unknown key 'inertia' in [optimiser]; 'inertia' belongs to kind = pso\n"},
    {BUDGET "[validation]\nxyzzy = 1\n", "x.ini:4: unknown key 'xyzzy' in [validation]; its keys are games estimator\n"},
    {BUDGET "[gmae]\nwidth = 10\nheight = 20\n", "x.ini:3: unknown section [gmae]; did you mean [game]?\n"},
    {BUDGET "[gmae]\n", "x.ini:3: unknown section [gmae]; did you mean [game]?\n"},
    {"[trainings]\niterations = 3\n", "x.ini:1: unknown section [trainings]; did you mean [training]?\n"},
    {BUDGET "[colours]\n", "x.ini:3: unknown section [colours]; there are [experiment] [game] [agent] [objective] [training] "
                           "[selection] [validation] [optimiser] [meta]" SYSTEMS_SECTIONS(BRACKETED) "\n"},
    {"seed = 1\n" BUDGET, "x.ini:1: 'seed' stands before the first [section]\n"},
    {BUDGET "[" FIFTY "]\nx = 1\n", "x.ini:3: unknown section [" FIFTY "]\n"},
    {BUDGET "[game]\n" FIFTY " = 1\n",
     "x.ini:4: unknown key '" FIFTY "' in [game]; its keys are kind width height pieces piece_weights bag preview points\n"},

    /* values */
    {BUDGET "[optimiser]\ninertia = 2.9\n", "x.ini:4: inertia = 2.9: must be -2..2\n"},
    {BUDGET "[optimiser]\ninertia = 0,7\n", "x.ini:4: inertia = 0,7: must be a number of -2..2\n"},
    {BUDGET "[optimiser]\ninertia = nan\n", "x.ini:4: inertia = nan: must be a number of -2..2\n"},
    {BUDGET "[optimiser]\ninertia = 0x1\n", "x.ini:4: inertia = 0x1: must be a number of -2..2\n"},
    {BUDGET "[optimiser]\ninertia =\n", "x.ini:4: inertia = : must be a number of -2..2\n"},
    {BUDGET "[optimiser]\nparticles = 20.5\n", "x.ini:4: particles = 20.5: must be a whole number of 1..4096\n"},
    {BUDGET "[optimiser]\nparticles = 0\n", "x.ini:4: particles = 0: must be 1..4096\n"},
    {BUDGET "total_pieces = 3M\n", "x.ini:3: total_pieces = 3M: must be a whole number such as 3000000 or 3e6 of 0..1e+15\n"},
    {BUDGET "fresh_games = true\n", "x.ini:3: fresh_games = true: must be yes|no\n"},
    {BUDGET "[experiment]\nmode = all\n", "x.ini:4: mode = all: must be one of none|particles|games|both\n"},
    {BUDGET "[experiment]\nseed = -1\n", "x.ini:4: seed = -1: must be a whole number of 0..18446744073709551615\n"},
    {BUDGET "[experiment]\nseed = 18446744073709551616\n",
     "x.ini:4: seed = 18446744073709551616: must be a whole number of 0..18446744073709551615\n"},
    {BUDGET "[agent]\nfeatures = cs3423\n",
     "x.ini:4: features = cs3423: 'cs3423' is neither a feature nor a feature set of tetris; did you mean 'cs3243'?\n"},
    {BUDGET "[agent]\nfeatures =\n", "x.ini:4: features = : must name a feature set, or features\n"},
    {BUDGET "[agent]\nfeatures = beauty\n", "x.ini:4: features = beauty: 'beauty' is neither a feature nor a feature set of "
                                            "tetris; 'swarmtris list features' and 'list sets' have their names\n"},
    {BUDGET "[agent]\nfeatures = hoels, wells, maxheigth wells\n",
     "x.ini:4: features = hoels, wells, maxheigth wells: 'hoels' is neither a feature nor a feature set of tetris; did you mean "
     "'holes'?\n"
     "x.ini:4: features = hoels, wells, maxheigth wells: 'maxheigth' is neither a feature nor a feature set of tetris; did you "
     "mean 'max_height'?\n"
     "x.ini:4: features = hoels, wells, maxheigth wells: 'wells' comes twice\n"},
    {BUDGET "[agent]\nfeatures = mean_height\n", "x.ini:4: features = mean_height: 'mean_height' is neither a feature nor a "
                                                 "feature set of tetris; aggregate_height is the sum "
                                                 "of the heights, not their mean\n"},
    {BUDGET "[agent]\nfeatures = bumpiness height_differences\n",
     "x.ini:4: features = bumpiness height_differences: 'height_differences' comes twice\n"},
    {BUDGET "[agent]\nfeatures = max_transitions\n",
     "x.ini:4: features = max_transitions: 'max_transitions' is neither a feature "
     "nor a feature set of tetris; 'swarmtris list features' and 'list sets' have "
     "their names\n"}, /* nor is it row_transitions */
    {BUDGET "[agent]\nfeatures = dt\nfeatures += diversity\n", "x.ini:4: features = dt diversity: 'diversity' comes twice\n"},
    {BUDGET "[agent]\nfeatures += dt\n", "x.ini:4: features += dt: there is no 'features =' above it in [agent] to go on from\n"},
    {BUDGET "[game]\nwidth = 8\n[agent]\nfeatures = bertsekas\n",
     "x.ini:6: features = bertsekas: there are only 8 columns, too few for column_height_9, column_height_10, "
     "height_difference_8, height_difference_9\n"},
    {BUDGET "[agent]\nfeatures = holes column_height_11\n",
     "x.ini:4: features = holes column_height_11: there are only 10 columns, too few for column_height_11\n"},
    {BUDGET "[optimiser]\npreset = treleaa\n", "x.ini:4: preset = treleaa: pso has no such preset; did you mean 'trelea'?\n"},
    {BUDGET "[optimiser]\nkind = random\npreset = trelea\n", "x.ini:5: preset = trelea: the presets of random are uniform\n"},
    {BUDGET "[optimiser]\npreset = " FIFTY FIFTY "\n", "x.ini:4: preset = " FIFTY FIFTY ": must be at most 63 characters\n"},
    {BUDGET "from = nowhere.ini\n", "x.ini:3: from = nowhere.ini: cannot be read: No such file or directory\n"},
    {BUDGET "from = /tmp\n", "x.ini:3: from = /tmp: is a directory, not a file\n"},

    /* combinations */
    {"[experiment]\nseed = 1\n",
     "x.ini: training.iterations = 0: is no budget: one of iterations, total_games, total_pieces and minutes must be above 0\n"},
    {"[training]\niterations = 0\n",
     "x.ini:2: iterations = 0: is no budget: one of iterations, total_games, total_pieces and minutes must be above 0\n"},
    {"[training]\niterations = 3\ngames = 0\n",
     "x.ini:3: games = 0: must be above 0, since training.total_games, which 0 needs, is not given\n"},
    {BUDGET "[selection]\nshare = 0.1\n",
     "x.ini:4: share = 0.1: must be 0 where there is no training.total_games or total_pieces to take a share of\n"},
    {"[training]\ntotal_games = 50\n[selection]\nshare = 0.1\n",
     "x.ini:4: share = 0.1: must be enough for a game of each finalist\n"},
    {BUDGET "fresh_games = no\nallocation = resample\n",
     "x.ini:4: allocation = resample: needs fresh_games = yes: the same games again would tell nothing new\n"},
    {BUDGET "games = 1\nallocation = ocba\n",
     "x.ini:3: games = 1: must be at least 2 where allocation = ocba, which goes by the spread of games\n"},
    {"[training]\nminutes = 5\n[optimiser]\npreset = shi-eberhart\n",
     "x.ini:2: minutes = 5: the pso follows a schedule over the budget, which must be one of iterations, total_games or "
     "total_pieces\n"},
    {BUDGET "[selection]\nfinalists = 0\ncentroids = half\n",
     "x.ini:5: centroids = half: must be none where finalists = 0: no centroid is an answer before it has played\n"},
    {BUDGET "height = 2\n", "x.ini:3: height = 2: must be 3..28\n"},
    {BUDGET "width = 2\n", "x.ini:3: width = 2: must be 3..16\n"},
    {BUDGET "preview = 1\n", "x.ini:3: unknown key 'preview' in [training]; 'preview' belongs in [game]\n"},
    {BUDGET "piece_weights = 1 2\n", "x.ini:3: piece_weights = 1 2: must have one number for each letter of pieces, or none\n"},
    {BUDGET "piece_weights = 1 1 1 1 1 3 3\n[game]\nbag = yes\n",
     "x.ini:3: piece_weights = 1 1 1 1 1 3 3: must be empty where bag is yes: a bag has each piece once\n"},
    {BUDGET "[selection]\npiece_weights = 0 0 0 0 0 0 0\n",
     "x.ini:4: piece_weights = 0 0 0 0 0 0 0: must have at least one number above 0\n"},
    {BUDGET "height = 8\n[meta]\nproblems = x.ini\ntune = inertia\n",
     "x.ini:3: height = 8: has no effect beside [meta]; it belongs in the ini files of the problems\n"},
    {BUDGET "height = 8\n[objective]\nkind = sphere\n", "x.ini:3: height = 8: has no effect where kind = sphere\n"},
    {BUDGET "target = five\n", "x.ini:3: target = five: must be a number of -1e+300..1e+300 or none\n"},
    {BUDGET "[objective]\nlower = 5\nupper = -5\n", "x.ini:4: lower = 5: must be less than upper = -5\n"},
    {BUDGET "[objective]\nupper = -20\n", "x.ini:4: upper = -20: must be more than lower = -10\n"},
    {BUDGET "[objective]\nlower = -1e-170\nupper = 1e-170\n",
     "x.ini:4: lower = -1e-170: must be at least 1e-100 away from upper = 1e-170\n"},
    {BUDGET "[objective]\nlower = 9.9999999\n", "x.ini:4: lower = 9.9999999: must be at least 1e-05 away from upper = 10\n"},
    {BUDGET "[objective]\nkind = sphere\nupper = 20\n", "x.ini:5: upper = 20: has no effect where kind = sphere\n"},
    {BUDGET "[objective]\nkind = sphere\nmax_pieces = 20\n", "x.ini:5: max_pieces = 20: has no effect where kind = sphere\n"},
    {BUDGET "[objective]\ndim = 3\n", "x.ini:4: dim = 3: has no effect where kind = games\n"},
    {"[objective]\nkind = sphere\n[game]\nheight = 10\n[agent]\n" BUDGET,
     "x.ini:3: [game] has no effect where [objective] kind = sphere\nx.ini:5: [agent] has no effect where [objective] kind = "
     "sphere\n"},
    {BUDGET "[game]\npieces = OO\n", "x.ini:4: pieces = OO: must be letters of OILJTSZi, each at most once\n"},
    {BUDGET "[meta]\n", "x.ini:3: [meta] needs problems = FILE.ini ..., the ini files of what is trained\n"},
    {BUDGET "[meta]\nproblems = x.ini\ntune =\n", "x.ini:3: [meta] needs tune = KEY ..., the parameters that are searched\n"},
    {BUDGET "[meta]\nproblems = x.ini\n[game]\nheight = 2\n",
     "x.ini:5: [game] has no effect beside [meta]; it belongs in the ini files of the problems\n"},
    {BUDGET "[meta]\nproblems = x.ini y\n", "x.ini:4: problems = x.ini y: y cannot be read: No such file or directory\n"},

    /* what libinih would take without a word, or not tell the line of */
    {BUDGET "[optimiser]\ninertia = 0.7 # was 0.9\n",
     "x.ini:4: inertia = 0.7 # was 0.9: a comment after # needs a line of its own\n"},
    {BUDGET "[agent]\nfeatures = # cs3243\n", "x.ini:4: features = # cs3243: a comment after # needs a line of its own\n"},
    {BUDGET "iterations = 4\n", "x.ini:3: 'iterations' in [training] was already given in line 2\n"},
    {BUDGET "[game]\nwidth = 8\n[training]\niterations = 4\n",
     "x.ini:6: 'iterations' in [training] was already given in line 2\n"},
    {BUDGET "  games = 4\n", "x.ini:3: an indented line would continue 'iterations' of line 2; begin it in the first column\n"},
    {BUDGET "\n# remark\n\tmore\n",
     "x.ini:5: an indented line would continue 'iterations' of line 2; begin it in the first column\n"},
    {BUDGET "games 4\n", "x.ini:3: 'games 4' is neither 'key = value' nor a [section]\n"},
    {BUDGET "[game\nwidth = 8\n", "x.ini:3: '[game' has no ] at its end\n"},
    {BUDGET "[game] width = 8\n", "x.ini:3: 'width = 8' follows the section on its line; give it a line of its own\n"},
    {BUDGET "= 8\n", "x.ini:3: there is no key before '='\n"},
    {BUDGET "games += 4\n", "x.ini:3: games += 4: there is no 'games =' above it in [training] to go on from\n"},
    {BUDGET "[agent]\nfeatures = " TWO_HUNDRED "\n",
     "x.ini:4: a line of 211 bytes, but at most 199 are read; a value goes on in the next line as 'key += ...'\n"},
    {BUDGET "games = \x01\n", "x.ini:3: holds a byte that no text has; this is not an ini file\n"}};

TEST(test_mistakes)
{
    assert_true(LENGTH(mistakes) >= 30);
    for (size_t i = 0; i < LENGTH(mistakes); i++) assert_told(mistakes[i].ini, NULL, NULL, mistakes[i].expected);
}

/* The games that there are depend on the systems that are built in. */
TEST(test_other_game)
{
    char expected[400];
    Text text = text_in(expected, sizeof expected);
    text_add(&text, "x.ini:4: kind = chess: must be one of %s", registry_game_names[0]);
    for (int i = 1; registry_game_names[i] != NULL; i++) text_add(&text, "|%s", registry_game_names[i]);
    text_add(&text, "\n");
    assert_told(BUDGET "[game]\nkind = chess\n", NULL, NULL, expected);
}

/* All at once, in the order of the lines, the command line last. */
TEST(test_all_in_one_go)
{
    assert_told("[experiment]\nthreads = 5000\n[optimiser]\ninertia = 2.9\nparitcles = 3\n[game]\nheight = 1 # low\nwidth\n"
                "[agent]\nfeatures = cs3234\n[training]\niterations = 3\n",
                "game.heigth=10", "optimiser.social=x",
                "x.ini:2: threads = 5000: must be 0..1024\n"
                "x.ini:4: inertia = 2.9: must be -2..2\n"
                "x.ini:5: unknown key 'paritcles' in [optimiser]; did you mean 'particles'?\n"
                "x.ini:7: height = 1 # low: a comment after # needs a line of its own\n"
                "x.ini:8: 'width' is neither 'key = value' nor a [section]\n"
                "x.ini:10: features = cs3234: 'cs3234' is neither a feature nor a feature set of tetris; did you mean 'cs3243'?\n"
                "--set game.heigth=10: unknown key 'heigth' in [game]; did you mean 'height'?\n"
                "--set optimiser.social=x: must be a number of -4..6\n");
    /* The lines below a section whose name has a slip, or whose line is broken, are judged as if it had none. */
    assert_told("[training\niterations = 3\ngmaes = 3\n[optimizer]\nkind = cmaes\nsigmaa = 2\n[game] height = 8\nwidht = 3\n"
                "[selektion]\nfinalists = x\n[123\nx = 3\n",
                NULL, NULL,
                "x.ini:1: '[training' has no ] at its end\n"
                "x.ini:3: unknown key 'gmaes' in [training]; did you mean 'games'?\n"
                "x.ini:4: unknown section [optimizer]; did you mean [optimiser]?\n"
                "x.ini:6: unknown key 'sigmaa' in [optimiser]; did you mean 'sigma'?\n"
                "x.ini:7: 'height = 8' follows the section on its line; give it a line of its own\n"
                "x.ini:8: unknown key 'widht' in [game]; did you mean 'width'?\n"
                "x.ini:9: unknown section [selektion]; did you mean [selection]?\n"
                "x.ini:10: finalists = x: must be a whole number of 0..64\n"
                "x.ini:11: '[123' has no ] at its end\n");
}

TEST(test_command_line)
{
    static const struct {
        const char *set, *expected;
    } rows[] = {
        {"height=10", "--set height=10: must be section.key=value; did you mean 'game.height'?\n"},
        {"game.height", "--set game.height: must be section.key=value\n"},
        {"=3", "--set =3: must be section.key=value\n"},
        {"gmae.height=10", "--set gmae.height=10: unknown section [gmae]; did you mean [game]?\n"},
        {"game.height=2", "--set game.height=2: must be 3..28\n"},
        {"objective.lower=30", "--set objective.lower=30: must be less than upper = 10\n"},
        {"training.from=no.ini", "--set training.from=no.ini: cannot be read: No such file or directory\n"},
        {"agent.features=cs3243 # x", "--set agent.features=cs3243 # x: a comment after # needs a line of its own\n"},
        {"agent.features=a\nb", "--set agent.features=a\nb: must be one line of text\n"},
        {"agent.features=wells,wells", "--set agent.features=wells,wells: 'wells' comes twice\n"},
        {"agent.features=column_height_1,column_height_2,column_height_3,column_height_4,column_height_5,column_height_6,column_"
         "height_7,column_height_8,column_height_9,column_height_10",
         ""},
        {"objective.dim=3", "--set objective.dim=3: has no effect where kind = games\n"},
        {"optimiser.preset=tralea", "--set optimiser.preset=tralea: pso has no such preset; did you mean 'trelea'?\n"},
        {"meta.tune=inertia", "[meta] needs problems = FILE.ini ..., the ini files of what is trained\n"}};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_told(NULL, rows[i].set, NULL, rows[i].expected);
    assert_told(NULL, "game.height=2", "height=9", /* in its order */
                "--set game.height=2: must be 3..28\n"
                "--set height=9: must be section.key=value; did you mean 'game.height'?\n");
}

/* Keys of older versions: refused with the name they have now, in files, in --set, and with no section. */
TEST(test_renamed)
{
    static const struct {
        const char *section, *old, *now, *range;
    } keys[] = {{"training", "rounds", "iterations", "0..1000000000000 iterations"},
                {"training", "rule", "allocation", "fixed|resample|race|ocba"},
                {"optimiser", "vmax", "velocity_clamp", "0..10 box widths"}};
    CLOSED(config_free) Config c = {0};
    config_start(&c);
    config_choose(&c, false);
    for (size_t i = 0; i < LENGTH(keys); i++) {
        char text[1000], expected[200];
        names_refuse_key(&c, keys[i].section, keys[i].old, text, sizeof text);
        snprintf(expected, sizeof expected, "'%s' in [%s] is called '%s', %s", keys[i].old, keys[i].section, keys[i].now,
                 keys[i].range);
        assert_string_equal(text, expected);
        names_refuse_key(&c, "validation", keys[i].old, text, sizeof text);
        snprintf(expected, sizeof expected, "unknown key '%s' in [validation]", keys[i].old);
        assert_memory_equal(text, expected, strlen(expected));
        assert_true(names_whole(&c, keys[i].old, text, sizeof text));
        snprintf(expected, sizeof expected, "%s.%s", keys[i].section, keys[i].now);
        assert_string_equal(text, expected);
        assert_ptr_equal(config_renamed(&c, keys[i].section, keys[i].old), config_key(&c, keys[i].section, keys[i].now));
        assert_null(config_renamed(&c, keys[i].section, keys[i].now));
    }
}

/* The command line may hold names of any length: they are quoted in part, and the sentence goes on behind them. */
TEST(test_endless_names)
{
    enum { LETTERS = 8100 };
    char name[LETTERS + 1];
    memset(name, 'x', LETTERS);
    name[LETTERS] = '\0';
    OWNED char *section = text_new("%s.width=10", name), *key = text_new("game.%s=10", name);
    OWNED char *expected = text_new(
        "--set %.200s: unknown section [%.200s]; there are [experiment] [game] [agent] [objective] [training] [selection] "
        "[validation] [optimiser] [meta]" SYSTEMS_SECTIONS(
            BRACKETED) "\n--set game.%.195s: unknown key '%.200s' in [game]; its "
                       "keys are kind width height pieces piece_weights bag preview points\n",
        name, name, name, name);
    assert_told(NULL, section, key, expected);
}

/* A named option is told under its own name. */
TEST(test_named_option)
{
    CLOSED(config_free) Config c;
    ConfigValue value[] = {{"game.height=99", "w.ini"}, {"experiment.seed=x", "--seed"}, {"training.from=no.ini", "--from"}};
    read_said(&c, NULL, value, 3,
              "w.ini: game.height=99: must be 3..28\n"
              "--seed x: must be a whole number of 0..18446744073709551615\n"
              "--from no.ini: cannot be read: No such file or directory\n",
              NULL);
    assert_true(c.missing);
}

/* Files that are none. */
TEST(test_no_file)
{
    static const struct {
        const char *path, *expected;
        bool missing;
    } rows[] = {{"nowhere.ini", "nowhere.ini: cannot be read: No such file or directory\n", true},
                {"folder", "folder: cannot be read: Is a directory\n", true},
                {"binary.ini", "binary.ini:2: holds a byte that no text has; this is not an ini file\n", false}};
    mkdir("folder", 0700);
    assert_true(files_replace("binary.ini", "[game]\nwid\0th = 3\n", 18));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(config_free) Config c;
        read_said(&c, rows[i].path, NULL, 0, rows[i].expected, NULL);
        assert_int_equal(c.missing, rows[i].missing);
    }
}

/* Things that look odd and are right. */
TEST(test_accepted)
{
    static const char *const rows[] = {"[training]\r\niterations = 3\r\n",
                                       "\xEF\xBB\xBF[training]\niterations = 3",
                                       "; remark\n# remark " TWO_HUNDRED TWO_HUNDRED
                                       "\n[training] ; all of it\niterations = 3 ; three\n  # indented remark\n\n\n",
                                       "[training]\n\titerations:3\n",
                                       "[training]\niterations = 1e3\n[training]\ngames = 5\n",
                                       "[game]\npiece_weights = 1 2\npiece_weights += 3 4\npiece_weights += 5 6 7\n" BUDGET,
                                       "[optimiser]\npreset =\n" BUDGET,
                                       "[game]\nwidth = 12\n[agent]\nfeatures = bdu\n" BUDGET};
    for (size_t i = 0; i < LENGTH(rows); i++) assert_told(rows[i], NULL, NULL, "");
}

/* 199 bytes are read whole, and not one more. */
TEST(test_longest_line)
{
    CLOSED(ini_free) Ini ini;
    OWNED char *text = text_new("[s]\nk = %.*s", INI_LINE_MAX - 4, TWO_HUNDRED);
    write_file("x.ini", text);
    assert_true(ini_read(&ini, "x.ini"));
    assert_int_equal(ini.problems, 0);
    assert_int_equal(strlen(ini.entry[0].value), INI_LINE_MAX - 4);
}

/* As many lines are read as may be, and not one more: what names and values cost must not grow with the square of a file. */
TEST(test_most_lines)
{
    CLOSED(ini_free) Ini ini;
    OWNED char *text = mem_new(2 * INI_LINES_MAX + 20, 1);
    memset(text, '\n', 2 * INI_LINES_MAX);
    memcpy(text + INI_LINES_MAX - 4, "[s]\nk = 1", 9);
    ini_read_text(&ini, "x.ini", text, strlen(text));
    assert_true(ini.entries == 1 && ini.problems == 1 && ini.problem[0].line == INI_LINES_MAX + 1);
}

TESTS(place_enter, place_leave)
