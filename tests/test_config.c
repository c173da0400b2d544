/* test_config.c. Reading inis: what is wrong with an ini, a command line value or a weights file is said in exact sentences with
 * file and line; what is right comes back as it was written. */
#include "base/mem.h"
#include "base/text.h"
#include "config/config_print.h"
#include "config/config_read.h"
#include "config/features.h"
#include "config/names.h"
#include "config/problems.h"
#include "config/weights.h"
#include "file/ini.h"
#include "file/suggest.h"
#include "tests/helpers.h"
#include "tests/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_bytes(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* errors, joined by line ends, are exactly expected. */
static void assert_lines(const Errors *e, const char *expected)
{
    size_t room = 1;
    for (int i = 0; i < e->n; i++) room += strlen(e->line[i]) + 1;
    char *all = mem_new(room, 1), *at = all;
    for (int i = 0; i < e->n; i++) at += sprintf(at, "%s\n", e->line[i]);
    assert_string_equal(all, expected);
    free(all);
}

/* What config_read says of an ini (NULL: none) and up to two values; "" where it is content. */
static void assert_told(const char *ini, const char *set, const char *set2, const char *expected)
{
    Config c;
    Errors errors = {0}, warnings = {0};
    ConfigValue value[] = {{set, "--set"}, {set2, "--set"}};
    if (ini != NULL) write_file("x.ini", ini);
    bool good = config_read(&c, ini != NULL ? "x.ini" : NULL, value, (set != NULL) + (set2 != NULL), &errors, &warnings);
    assert_lines(&errors, expected);
    assert_int_equal(good, expected[0] == '\0');
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
}

#define BUDGET "[training]\niterations = 3\n"
#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define TWO_HUNDRED FIFTY FIFTY FIFTY FIFTY

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
    {BUDGET "[optimiser]\nkind = random\ninertia = 0.7\n",
     "x.ini:5: unknown key 'inertia' in [optimiser]; 'inertia' belongs to kind = pso\n"},
    {BUDGET "[validation]\nxyzzy = 1\n", "x.ini:4: unknown key 'xyzzy' in [validation]; its keys are games estimator\n"},
    {BUDGET "[gmae]\nwidth = 10\nheight = 20\n", "x.ini:3: unknown section [gmae]; did you mean [game]?\n"},
    {BUDGET "[gmae]\n", "x.ini:3: unknown section [gmae]; did you mean [game]?\n"},
    {"[trainings]\niterations = 3\n", "x.ini:1: unknown section [trainings]; did you mean [training]?\n"},
    {BUDGET "[colours]\n",
     "x.ini:3: unknown section [colours]; there are [experiment] [game] [agent] [objective] [training] [selection] [validation] "
     "[optimiser] [meta] [encode]\n"},
    {"seed = 1\n" BUDGET, "x.ini:1: 'seed' stands before the first [section]\n"},
    {BUDGET "[" FIFTY "]\nx = 1\n", "x.ini:3: unknown section [" FIFTY "]\n"},
    {BUDGET "[game]\n" FIFTY " = 1\n", "x.ini:4: unknown key '" FIFTY "' in [game]; its keys are kind width height pieces "
                                       "piece_weights preview\n"},

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
    {BUDGET "[game]\nkind = chess\n", "x.ini:4: kind = chess: must be one of tetris|catch|guideline|ntris|stack\n"},
    {BUDGET "[agent]\nfeatures = cs3423\n",
     "x.ini:4: features = cs3423: 'cs3423' is neither a feature nor a feature set of tetris; did you mean 'cs3243'?\n"},
    {BUDGET "[agent]\nfeatures =\n", "x.ini:4: features = : must name a feature set, or features\n"},
    {BUDGET "[agent]\nfeatures = beauty\n",
     "x.ini:4: features = beauty: 'beauty' is neither a feature nor a feature set of tetris; "
     "'swarmtris list' has their names\n"},
    {BUDGET "[agent]\nfeatures = hoels, wells, maxheight wells\n",
     "x.ini:4: features = hoels, wells, maxheight wells: 'hoels' is neither a feature nor a feature set of tetris; did you mean "
     "'holes'?\n"
     "x.ini:4: features = hoels, wells, maxheight wells: 'maxheight' is neither a feature nor a feature set of tetris; did you "
     "mean "
     "'max_height'?\n"
     "x.ini:4: features = hoels, wells, maxheight wells: 'wells' comes twice\n"},
    {BUDGET "[game]\nkind = guideline\n[agent]\nkind = penalty\nfeatures = bcts\n[objective]\nlower = -1\n",
     "x.ini:7: features = bcts: has no use where [agent] kind = penalty, which has weights of its own, each with its range\n"
     "x.ini:9: lower = -1: has no use where [agent] kind = penalty, which has weights of its own, each with its range\n"},
    {BUDGET "[game]\nkind = guideline\n[agent]\nkind = penalty\n[optimiser]\ndomain = sphere\n",
     "x.ini:8: domain = sphere: searches directions only, but the weights of [agent] kind = penalty do not play alike at any "
     "length\n"},
    {BUDGET "[game]\nkind = tetris\n[agent]\nkind = penalty\n",
     "x.ini:6: kind = penalty: cannot play tetris: 'closed_holes' is neither a feature nor a feature set of tetris; "
     "'swarmtris list' has their names\n"},
    {BUDGET "[agent]\nfeatures = dt\nfeatures += diversity\n", "x.ini:4: features = dt diversity: 'diversity' comes twice\n"},
    {BUDGET "[agent]\nfeatures += dt\n", "x.ini:4: features += dt: there is no 'features =' above it in [agent] to go on from\n"},
    {BUDGET "[game]\nwidth = 8\n[agent]\nfeatures = bertsekas\n",
     "x.ini:6: features = bertsekas: there are only 8 columns, too few for column_height_9, column_height_10, "
     "height_difference_8, "
     "height_difference_9\n"},
    {BUDGET "[agent]\nfeatures = holes column_height_11\n",
     "x.ini:4: features = holes column_height_11: there are only 10 columns, too few for column_height_11\n"},
    {BUDGET "[optimiser]\npreset = treleaa\n", "x.ini:4: preset = treleaa: pso has no such preset; did you mean 'trelea'?\n"},
    {BUDGET "[optimiser]\nkind = random\npreset = trelea\n", "x.ini:5: preset = trelea: the presets of random are uniform\n"},
    {BUDGET "[optimiser]\npreset = " FIFTY FIFTY "\n", "x.ini:4: preset = " FIFTY FIFTY ": must be at most 63 characters\n"},
    {BUDGET "from = nowhere.ini\n", "x.ini:3: from = nowhere.ini: cannot be read: No such file or directory\n"},
    {BUDGET "from = /tmp\n", "x.ini:3: from = /tmp: is a directory, not a file\n"},

    /* combinations */
    {"[experiment]\nseed = 1\n",
     "x.ini: training.iterations = 0: must be above 0 where none of total_games, total_pieces and minutes is\n"},
    {"[training]\niterations = 0\n",
     "x.ini:2: iterations = 0: must be above 0 where none of total_games, total_pieces and minutes is\n"},
    {"[training]\niterations = 3\ngames = 0\n",
     "x.ini:3: games = 0: must be above 0 where there is no training.total_games that it could follow\n"},
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
    {BUDGET "[selection]\nfinalists = 0\ncentres = half\n",
     "x.ini:5: centres = half: must be none where finalists = 0: no centre is an answer before it has played\n"},
    {BUDGET "[optimiser]\nkind = ga-tournament\nfirst = 0.7\n",
     "x.ini:5: first = 0.7: first + second = 1.1 must be at most 1; the rest are fresh genes\n"},
    {BUDGET "height = 2\n", "x.ini:3: height = 2: must be 3..28\n"},
    {BUDGET "width = 2\n", "x.ini:3: width = 2: must be 3..16\n"},
    {BUDGET "preview = 1\n", "x.ini:3: unknown key 'preview' in [training]; 'preview' belongs in [game]\n"},
    {BUDGET "piece_weights = 1 2\n", "x.ini:3: piece_weights = 1 2: must have one number for each letter of pieces, or none\n"},
    {BUDGET "[selection]\npiece_weights = 0 0 0 0 0 0 0\n",
     "x.ini:4: piece_weights = 0 0 0 0 0 0 0: must have at least one number above 0\n"},
    {BUDGET "height = 8\n[meta]\nproblems = x.ini\ntune = inertia\n",
     "x.ini:3: height = 8: has no use beside [meta]; it belongs in the ini files of the problems\n"},
    {BUDGET "height = 8\n[objective]\nkind = sphere\n", "x.ini:3: height = 8: has no use where kind = sphere\n"},
    {BUDGET "target = five\n", "x.ini:3: target = five: must be a number of -1e+300..1e+300 or none\n"},
    {BUDGET "[objective]\nlower = 5\nupper = -5\n", "x.ini:4: lower = 5: must be less than upper = -5\n"},
    {BUDGET "[objective]\nupper = -20\n", "x.ini:4: upper = -20: must be more than lower = -10\n"},
    {BUDGET "[objective]\nlower = -1e-170\nupper = 1e-170\n",
     "x.ini:4: lower = -1e-170: must be at least 1e-100 away from upper = 1e-170\n"},
    {BUDGET "[objective]\nlower = 9.9999999\n", "x.ini:4: lower = 9.9999999: must be at least 1e-05 away from upper = 10\n"},
    {BUDGET "[objective]\nkind = sphere\nupper = 20\n", "x.ini:5: upper = 20: has no use where kind = sphere\n"},
    {BUDGET "[objective]\nkind = sphere\nmax_pieces = 20\n", "x.ini:5: max_pieces = 20: has no use where kind = sphere\n"},
    {BUDGET "[objective]\ndim = 3\n", "x.ini:4: dim = 3: has no use where kind = games\n"},
    {"[objective]\nkind = sphere\n[game]\nheight = 10\n[agent]\n" BUDGET,
     "x.ini:3: [game] has no use where [objective] kind = sphere\nx.ini:5: [agent] has no use where [objective] kind = sphere\n"},
    {BUDGET "[game]\npieces = OO\n", "x.ini:4: pieces = OO: must be letters of OILJTSZi, each at most once\n"},
    {BUDGET "[meta]\n", "x.ini:3: [meta] needs problems = FILE.ini ..., the ini files of what is trained\n"},
    {BUDGET "[meta]\nproblems = x.ini\ntune =\n", "x.ini:3: [meta] needs tune = KEY ..., the parameters that are searched\n"},
    {BUDGET "[meta]\nproblems = x.ini\n[game]\nheight = 2\n",
     "x.ini:5: [game] has no use beside [meta]; it belongs in the ini files of the problems\n"},
    {BUDGET "[meta]\nproblems = x.ini y.ini\n",
     "x.ini:4: problems = x.ini y.ini: y.ini cannot be read: No such file or directory\n"},

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
    {BUDGET "games = \x01\n", "x.ini:3: holds a byte that no text has; this is not an ini file\n"},
};

static void test_mistakes(void **state)
{
    (void)state;
    assert_true(LENGTH(mistakes) >= 30);
    for (size_t i = 0; i < LENGTH(mistakes); i++) assert_told(mistakes[i].ini, NULL, NULL, mistakes[i].expected);
}

/* All at once, in the order of the lines, the command line last. */
static void test_all_in_one_go(void **state)
{
    (void)state;
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

static void test_command_line(void **state)
{
    (void)state;
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
        {"agent.features=column_height_1,column_height_2,column_height_3,column_height_4,column_height_5,column_height_6,"
         "column_height_7,column_height_8,column_height_9,column_height_10",
         ""},
        {"objective.dim=3", "--set objective.dim=3: has no use where kind = games\n"},
        {"optimiser.preset=tralea", "--set optimiser.preset=tralea: pso has no such preset; did you mean 'trelea'?\n"},
        {"meta.tune=inertia", "[meta] needs problems = FILE.ini ..., the ini files of what is trained\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) assert_told(NULL, rows[i].set, NULL, rows[i].expected);
}

/* Keys of older versions: refused with the name they have now, in files, in --set, and with no section. */
static void test_renamed(void **state)
{
    static const struct {
        const char *section, *old, *now;
    } keys[] = {{"training", "rounds", "iterations"}, {"training", "rule", "allocation"}};
    (void)state;
    Config c = {0};
    config_start(&c);
    config_choose(&c, false);
    for (size_t i = 0; i < LENGTH(keys); i++) {
        char text[1000], expected[200];
        names_refuse_key(&c, keys[i].section, keys[i].old, text, sizeof text);
        snprintf(expected, sizeof expected, "'%s' in [%s] is now called '%s'", keys[i].old, keys[i].section, keys[i].now);
        assert_string_equal(text, expected);
        names_refuse_key(&c, "optimiser", keys[i].old, text, sizeof text);
        snprintf(expected, sizeof expected, "unknown key '%s' in [optimiser]", keys[i].old);
        assert_memory_equal(text, expected, strlen(expected));
        assert_true(names_whole(&c, keys[i].old, text, sizeof text));
        snprintf(expected, sizeof expected, "%s.%s", keys[i].section, keys[i].now);
        assert_string_equal(text, expected);
        assert_string_equal(config_renamed(&c, keys[i].section, keys[i].old), keys[i].now);
        assert_null(config_renamed(&c, keys[i].section, keys[i].now));
    }
    config_free(&c);
}

/* The command line may hold names of any length: they are quoted in part, and the sentence goes on behind them. */
static void test_endless_names(void **state)
{
    (void)state;
    enum { LETTERS = 8100 };
    char name[LETTERS + 1];
    memset(name, 'x', LETTERS);
    name[LETTERS] = '\0';
    char *section = text_new("%s.width=10", name), *key = text_new("game.%s=10", name);
    char *expected =
        text_new("--set %.200s: unknown section [%.200s]; there are [experiment] [game] [agent] [objective] [training] "
                 "[selection] [validation] [optimiser] [meta] [encode]\n"
                 "--set game.%.195s: unknown key '%.200s' in [game]; its keys are kind width height pieces "
                 "piece_weights preview\n",
                 name, name, name, name);
    assert_told(NULL, section, key, expected);
    free(section);
    free(key);
    free(expected);
}

/* A named option is told under its own name. */
static void test_named_option(void **state)
{
    (void)state;
    Config c;
    Errors errors = {0}, warnings = {0};
    ConfigValue value[] = {{"game.height=99", "w.ini"}, {"experiment.seed=x", "--seed"}, {"training.from=no.ini", "--from"}};
    assert_false(config_read(&c, NULL, value, 3, &errors, &warnings));
    assert_lines(&errors, "w.ini: game.height=99: must be 3..28\n"
                          "--seed x: must be a whole number of 0..18446744073709551615\n"
                          "--from no.ini: cannot be read: No such file or directory\n");
    assert_true(c.missing);
    config_free(&c);
    errors_free(&errors);
}

/* Files that are none. */
static void test_no_file(void **state)
{
    (void)state;
    static const struct {
        const char *path, *expected;
        bool missing;
    } rows[] = {
        {"nowhere.ini", "nowhere.ini: cannot be read: No such file or directory\n", true},
        {"folder", "folder: cannot be read: Is a directory\n", true},
        {"binary.ini", "binary.ini:2: holds a byte that no text has; this is not an ini file\n", false},
    };
    mkdir("folder", 0700);
    write_bytes("binary.ini", "[game]\nwid\0th = 3\n", 18);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Config c;
        Errors errors = {0}, warnings = {0};
        assert_false(config_read(&c, rows[i].path, NULL, 0, &errors, &warnings));
        assert_lines(&errors, rows[i].expected);
        assert_int_equal(c.missing, rows[i].missing);
        config_free(&c);
        errors_free(&errors);
    }
}

/* Things that look odd and are right. */
static void test_accepted(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "[training]\r\niterations = 3\r\n",
        "\xEF\xBB\xBF[training]\niterations = 3",
        "; remark\n# remark " TWO_HUNDRED TWO_HUNDRED
        "\n[training] ; all of it\niterations = 3 ; three\n  # indented remark\n\n\n",
        "[training]\n\titerations:3\n",
        "[training]\niterations = 1e3\n[training]\ngames = 5\n",
        "[game]\npiece_weights = 1 2\npiece_weights += 3 4\npiece_weights += 5 6 7\n" BUDGET,
        "[optimiser]\npreset =\n" BUDGET,
        "[game]\nwidth = 12\n[agent]\nfeatures = bdu\n" BUDGET,
    };
    for (size_t i = 0; i < LENGTH(rows); i++) assert_told(rows[i], NULL, NULL, "");
}

/* 199 bytes are read whole, and not one more. */
static void test_longest_line(void **state)
{
    (void)state;
    char text[256];
    Ini ini;
    snprintf(text, sizeof text, "[s]\nk = %.*s", INI_LINE_MAX - 4, TWO_HUNDRED);
    write_file("x.ini", text);
    assert_true(ini_read(&ini, "x.ini"));
    assert_int_equal(ini.problems, 0);
    assert_int_equal(strlen(ini.entry[0].value), INI_LINE_MAX - 4);
    ini_free(&ini);
}

/* ---- what comes back ---- */

static const char *origin_of(const Config *c, const char *name)
{
    char section[64];
    const char *point = strchr(name, '.');
    snprintf(section, sizeof section, "%.*s", (int)(point - name), name);
    return config_origin(c, section, point + 1);
}

static double number(const Config *c, const char *name)
{
    const ConfigKey *k = config_find(c, name, "");
    assert_non_null(k);
    return param_get(k->row, k->block);
}

/* Of each game the features are its first set, unless others are named. */
static void test_features_by_default(void **state)
{
    (void)state;
    for (int i = 0; registry_games[i] != NULL; i++) {
        Config c;
        Errors errors = {0}, warnings = {0};
        char ini[200];
        snprintf(ini, sizeof ini, BUDGET "[game]\nkind = %s\n", registry_games[i]->name);
        write_file("x.ini", ini);
        assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
        assert_ptr_equal(c.set, &registry_games[i]->sets[0]);
        config_free(&c);
        errors_free(&errors);
        errors_free(&warnings);
    }
}

/* default < preset < file < --set < named option */
static void test_precedence(void **state)
{
    (void)state;
    Config c;
    Errors errors = {0}, warnings = {0};
    ConfigValue value[] = {{"optimiser.social=1.1", "--set"}, {"experiment.seed=8", "--set"}, {"experiment.seed=9", "--seed"}};
    write_file("x.ini", BUDGET "[optimiser]\npreset = trelea\ncognitive = 1.3\nsocial = 1.2\n[experiment]\nseed = 7\n");
    assert_true(config_read(&c, "x.ini", value, 3, &errors, &warnings));
    assert_true(number(&c, "optimiser.inertia") == 0.6);
    assert_string_equal(origin_of(&c, "optimiser.inertia"), "preset trelea");
    assert_true(number(&c, "optimiser.cognitive") == 1.3);
    assert_string_equal(origin_of(&c, "optimiser.cognitive"), "x.ini:5");
    assert_true(number(&c, "optimiser.social") == 1.1);
    assert_string_equal(origin_of(&c, "optimiser.social"), "--set");
    assert_int_equal(c.experiment.seed, 9);
    assert_string_equal(origin_of(&c, "experiment.seed"), "--seed");
    assert_string_equal(origin_of(&c, "optimiser.particles"), "default");
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
}

static void read_good(Config *c, const char *text)
{
    Errors errors = {0}, warnings = {0};
    write_file("x.ini", text);
    config_read(c, "x.ini", NULL, 0, &errors, &warnings);
    assert_lines(&errors, "");
    errors_free(&warnings);
}

/* A preset may set keys of other sections: they go before defaults, and after what the user, the kind of objective or the scale
 * of the scores says. */
static void test_preset_beside(void **state)
{
    (void)state;
    static const struct {
        const char *text, *key, *value, *origin;
    } rows[] = {
        {BUDGET "[optimiser]\npreset = exemplars\n", "training.games", "1", "preset exemplars"},
        {BUDGET "[optimiser]\npreset = exemplars\n", "selection.centres", "all", "preset exemplars"},
        {BUDGET "games = 4\n[optimiser]\npreset = exemplars\n", "training.games", "4", "x.ini:3"},
        {BUDGET "allocation = ocba\n[optimiser]\npreset = exemplars\n", "training.games", "10",
         "default where games are not the same for all positions"},
        {BUDGET "[objective]\nkind = sphere\n[optimiser]\npreset = exemplars\n", "selection.centres", "none",
         "default of a test function"},
        {BUDGET "[game]\nkind = stack\n[optimiser]\npreset = exemplars\n", "training.fitness", "mean",
         "default of scores of any sign"},
        {BUDGET "[optimiser]\npreset = trelea\n", "training.games", "10", "default"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Config c;
        char value[PARAM_TEXT_MAX];
        read_good(&c, rows[i].text);
        config_show(config_find(&c, rows[i].key, ""), value, sizeof value);
        if (strcmp(value, rows[i].value) != 0 || strcmp(origin_of(&c, rows[i].key), rows[i].origin) != 0)
            fail_msg("row %zu: %s = %s, %s", i, rows[i].key, value, origin_of(&c, rows[i].key));
        config_free(&c);
    }
}

/* A preset may warn; so may a combination of values, at the line of the key to blame. */
static void test_warnings(void **state)
{
    (void)state;
    Config c;
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
    config_free(&c);
    errors_free(&warnings);
}

/* Keys that are ignored: only if the user gave them, and not if the program wrote the line and its value says nothing new. */
static void test_ignored(void **state)
{
    (void)state;
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
        Config c;
        Errors errors = {0}, warnings = {0};
        write_file("x.ini", rows[i].ini);
        assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
        assert_lines(&warnings, rows[i].warning);
        config_free(&c);
        errors_free(&warnings);
    }
}

/* Two keys that were given and contradict each other: an error at the one that is ignored, but not across the command line, nor
 * in a file that the program wrote. */
static void test_contradictions(void **state)
{
    (void)state;
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
        Config c;
        Errors errors = {0}, warnings = {0};
        const ConfigValue value = {.text = rows[i].set, .origin = "--set"};
        write_file("x.ini", rows[i].ini);
        assert_int_equal(config_read(&c, "x.ini", &value, rows[i].set != NULL, &errors, &warnings), rows[i].error[0] == '\0');
        assert_lines(&errors, rows[i].error);
        assert_lines(&warnings, rows[i].warning);
        config_free(&c);
        errors_free(&errors);
        errors_free(&warnings);
    }
}

/* A key of the swarm's equation without a preset means the canonical swarm; the size of the swarm and budgets do not. */
static void test_default_preset(void **state)
{
    (void)state;
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
        Config c;
        Errors errors = {0}, warnings = {0};
        write_file("x.ini", rows[i].ini);
        assert_true(config_read(&c, "x.ini", NULL, 0, &errors, &warnings));
        assert_string_equal(c.optimiser_choice.preset, rows[i].preset);
        assert_string_equal(origin_of(&c, "optimiser.preset"), rows[i].origin);
        assert_lines(&warnings, rows[i].warning);
        for (int p = 0; p < c.parts && strcmp(rows[i].preset, "vdbergh") == 0; p++) /* nothing is set in other sections */
            for (int k = 0; c.part[p].table[k].key != NULL; k++)
                assert_true(c.part[p].key[k].kind != ORIGIN_PRESET || strcmp(c.part[p].section, "optimiser") == 0);
        config_free(&c);
        errors_free(&warnings);
    }
}

/* What [training] and [selection] do not say of the board is as [game] has it, whatever comes first in the file; what they say is
 * no business of [game]. */
static void test_boards(void **state)
{
    (void)state;
    Config c;
    read_good(&c,
              BUDGET "height = 6\n[game]\nheight = 12\nwidth = 8\npiece_weights = 1 1 1 1 1 3 3\n[selection]\npiece_weights =\n");
    assert_true(number(&c, "game.height") == 12 && number(&c, "training.height") == 6 && number(&c, "selection.height") == 12);
    assert_string_equal(origin_of(&c, "training.height"), "x.ini:3");
    assert_string_equal(origin_of(&c, "selection.height"), "[game]");
    assert_string_equal(config_deviation(&c, c.training_rules, 0)->key, "height");
    assert_null(config_deviation(&c, c.training_rules, 1)); /* its width and weights are the game's */
    assert_string_equal(config_deviation(&c, c.selection_rules, 0)->key, "piece_weights");
    assert_null(config_deviation(&c, c.selection_rules, 1));
    assert_null(config_deviation(&c, c.rules, 0));
    config_free(&c);
}

#define CANONICAL "[optimiser]\npreset = vdbergh\n" BUDGET

/* Defaults that depend on what else is said. */
static void test_settled(void **state)
{
    (void)state;
    static const struct {
        const char *text, *allocation;
        double games, share;
    } rows[] = {
        {BUDGET, "fixed", 1, 0},
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
        {BUDGET "[objective]\nestimator = splitting\n", "fixed", 1, 0},
    };
    write_file("a.ini", BUDGET);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Config c;
        read_good(&c, rows[i].text);
        assert_string_equal(contest_allocations[c.train.training.contest.allocation], rows[i].allocation);
        assert_true(number(&c, "training.games") == rows[i].games);
        assert_true(number(&c, "selection.share") == rows[i].share);
        config_free(&c);
    }
}

/* The name of an ini says nothing about where its values came from. */
static void test_called_default(void **state)
{
    (void)state;
    Config c;
    Problems problems;
    Errors errors = {0}, warnings = {0};
    write_file("default.ini", "[objective]\nkind = sphere\n[training]\ntotal_games = 4000\ngames = 5\nallocation = race\n");
    assert_true(config_read(&c, "default.ini", NULL, 0, &errors, &warnings));
    assert_true(number(&c, "training.games") == 5);
    assert_string_equal(contest_allocations[c.train.training.contest.allocation], "race");
    assert_string_equal(origin_of(&c, "training.games"), "default.ini:5");
    config_free(&c);
    errors_free(&warnings);
    /* A sentence about such a value names its line. */
    write_file("p.ini", BUDGET);
    write_file("q.ini", BUDGET);
    write_file("default.ini", BUDGET "games = 5\n[meta]\nproblems = p.ini q.ini\ntune = inertia\n");
    assert_true(config_read(&c, "default.ini", NULL, 0, &errors, &warnings));
    assert_false(problems_read(&problems, &c, &errors, &warnings));
    assert_lines(&errors, "default.ini:3: games = 5 in [training]: must be a multiple of 2, the number of problems\n");
    problems_free(&problems);
    config_free(&c);
    errors_free(&errors);
    errors_free(&warnings);
}

static char *printed(const Config *c, bool origins)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    config_print(c, out, origins);
    fclose(out);
    return text;
}

/* Printed, read, printed: the same, with or without origins, and no difference is seen. */
static void assert_round_trip(const Config *c)
{
    char *once = printed(c, false), *dump = printed(c, true);
    for (int dumped = 0; dumped < 2; dumped++) {
        Config again;
        Errors errors = {0}, warnings = {0};
        write_file("again.ini", dumped ? dump : once);
        bool good = config_read(&again, "again.ini", NULL, 0, &errors, &warnings);
        assert_lines(&errors, "");
        assert_lines(&warnings, ""); /* the program has nothing against what it writes */
        assert_true(good);
        config_differences(&again, c, &errors);
        assert_lines(&errors, "");
        char *twice = printed(&again, false);
        assert_string_equal(twice, once);
        free(twice);
        config_free(&again);
        errors_free(&warnings);
    }
    free(once);
    free(dump);
}

static void test_round_trip(void **state)
{
    (void)state;
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
        meta,
    };
    write_file("a.ini", BUDGET);
    write_file("b.ini", BUDGET);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Config c;
        read_good(&c, rows[i]);
        assert_round_trip(&c);
        config_free(&c);
    }
}

/* A list: sets stand for their features. What it is called is what the ini says, with single blanks. */
static void test_features(void **state)
{
    (void)state;
    Config c;
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
    config_free(&c);
}

/* Files are meant from where the ini is, and stored so that they are found from anywhere. */
static void test_files(void **state)
{
    const Place *place = *state;
    Config c;
    Errors errors = {0}, warnings = {0};
    char expected[256];
    mkdir("below", 0700);
    write_file("below/w.txt", "1 2 3");
    write_file("below/y.ini", BUDGET "from = w.txt\n");
    assert_true(config_read(&c, "below/y.ini", NULL, 0, &errors, &warnings));
    snprintf(expected, sizeof expected, "%s/below/w.txt", place->folder);
    assert_string_equal(c.train.training.from, expected);
    config_free(&c);
    ConfigValue value = {"training.from=below/w.txt", "--from"};
    assert_true(config_read(&c, "below/y.ini", &value, 1, &errors, &warnings));
    assert_string_equal(c.train.training.from, expected);
    config_free(&c);
}

static void test_differences(void **state)
{
    (void)state;
    Config was, now;
    Errors differences = {0};
    read_good(&was, CANONICAL);
    read_good(&now, "[optimiser]\npreset = vdbergh\nparticles = 7\n[experiment]\nthreads = 3\n" BUDGET "games = 15\n");
    config_differences(&now, &was, &differences);
    assert_lines(&differences, "training.games = 15, was 10 in x.ini\noptimiser.particles = 7, was 16 in x.ini\n");
    errors_free(&differences);
    config_free(&now);
    read_good(&now, BUDGET "[optimiser]\nkind = random\n");
    config_differences(&now, &was, &differences);
    assert_true(differences.n >= 1);
    assert_string_equal(differences.line[0], "optimiser.kind = random, was pso in x.ini");
    errors_free(&differences);
    config_free(&now);
    read_good(&now, "[optimiser]\npreset = vdbergh\n[training]\niterations = 99\n");
    config_differences(&now, &was, &differences);
    assert_int_equal(differences.n, 0);
    config_free(&now);
    config_free(&was);
}

static void test_problems(void **state)
{
    (void)state;
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
        {"problems = p.ini\ntune = wall inertia selection.centres training.fresh_games\nlower = 0\nupper = 1\n", ""},
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
        Config c;
        Problems problems;
        Errors errors = {0}, warnings = {0};
        read_good(&c, text);
        bool good = problems_read(&problems, &c, &errors, &warnings);
        assert_lines(&errors, expected);
        assert_int_equal(good, expected[0] == '\0');
        assert_int_equal(problems.search, strstr(rows[i].meta, ".ini ") != NULL ? 2 : 1);
        problems_free(&problems);
        config_free(&c);
        errors_free(&errors);
        errors_free(&warnings);
    }
}

/* ---- values from elsewhere ---- */

/* Whatever a path holds, the line that names it is read back; the end of a long one stays. */
static void test_fitting_values(void **state)
{
    (void)state;
    char *longest = mem_new(151, 1), *longer = mem_new(152, 1), *deep = mem_new(4001, 1);
    memset(longest, 'x', 150);
    memset(longer, 'x', 151);
    longer[0] = '#'; /* the mark counts, too */
    for (int i = 0; i < 1000; i++) memcpy(deep + 4 * i, i < 999 ? "dir/" : "\303\244.w", 4);
    const struct {
        const char *text, *fit; /* NULL: it is the text */
    } rows[] = {{"plain/path.ini", NULL},
                {"two  blanks and a;mark#", NULL},
                {longest, NULL},
                {"a ;b.ini", "a ?b.ini"},
                {"a #b.ini", "a ?b.ini"},
                {"#;", "?;"},
                {"a\nb\r\tc\033d", "a?b??c?d"},
                {"\302\233\377\303\244", "??\303\244"}};
    for (size_t i = 0; i < LENGTH(rows) + 2; i++) {
        const char *text = i < LENGTH(rows) ? rows[i].text : i == LENGTH(rows) ? longer : deep;
        char *fit = ini_fit(text);
        if (i < LENGTH(rows)) assert_string_equal(fit, rows[i].fit != NULL ? rows[i].fit : text);
        if (i >= LENGTH(rows)) assert_true(strlen(fit) <= INI_WORD_MAX && strstr(fit, "...") != NULL);
        if (text == deep) assert_string_equal(fit + strlen(fit) - 8, "dir/\303\244.w");
        FILE *f = fopen("fit.ini", "w");
        assert_non_null(f);
        fputs("[provenance]\n", f);
        ini_write(f, "source", fit, NULL);
        ini_write(f, "other", "1", text); /* where a value comes from is a comment */
        fclose(f);
        Ini ini;
        assert_true(ini_read(&ini, "fit.ini"));
        assert_int_equal(ini.problems, 0);
        assert_int_equal(ini.entries, 2);
        assert_string_equal(ini.entry[0].value, fit);
        ini_free(&ini);
        free(fit);
    }
    free(longest);
    free(longer);
    free(deep);
}

/* ---- the tables themselves ---- */

/* Every default lies in its range, is printed as it would be read, and has something to say for itself. */
static void check_table(const Param *table, void *block)
{
    char text[PARAM_TEXT_MAX], why[PARAM_WHY_MAX];
    param_defaults(table, block);
    for (const Param *p = table; p->key != NULL; p++) {
        assert_true(param_set(p, block, param_standard(p), why, sizeof why));
        param_print(p, block, text, sizeof text);
        assert_true(param_set(p, block, text, why, sizeof why));
        assert_true(strlen(p->doc) > 5);
        assert_non_null(p->unit);
        assert_ptr_equal(param_find(table, p->key), p);
        assert_null(ini_refuses(param_standard(p)));
    }
}

static void test_tables(void **state)
{
    (void)state;
    Config c;
    Errors errors = {0}, warnings = {0};
    assert_true(config_read(&c, NULL, NULL, 0, &errors, &warnings));
    for (int p = 0; p < c.parts; p++) check_table(c.part[p].table, c.part[p].block);
    config_free(&c);
    for (int i = 0; registry_games[i] != NULL; i++) {
        void *block = mem_new(1, registry_games[i]->rules_bytes);
        check_table(registry_games[i]->params, block);
        free(block);
    }
    for (int i = 0; registry_agents[i] != NULL; i++) {
        void *block = mem_new(1, registry_agents[i]->options_bytes);
        check_table(registry_agents[i]->params, block);
        free(block);
    }
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        void *block = mem_new(1, registry_optimisers[i]->options_bytes);
        check_table(registry_optimisers[i]->params, block);
        free(block);
    }
}

/* Names that are written down twice agree, and the defaults are the first of their lists. */
static void test_names(void **state)
{
    (void)state;
    int n = 0;
    assert_string_equal(kinds_names[0], "games");
    assert_string_equal(kinds_names[1], "qlearning");
    for (; registry_functions[n] != NULL; n++) assert_string_equal(kinds_names[n + 2], registry_functions[n]->name);
    assert_string_equal(kinds_names[n + 2], "encoder");
    assert_null(kinds_names[n + 3]);
    Config c;
    Errors errors = {0}, warnings = {0};
    assert_true(config_read(&c, NULL, NULL, 0, &errors, &warnings));
    assert_int_equal(c.game_choice.kind + c.agent_choice.kind + c.optimiser_choice.kind + c.objective.kind, 0);
    assert_ptr_equal(c.set, &c.game->sets[0]);
    config_free(&c);
}

/* Every preset of every optimiser can be asked for, and is what its settings say. */
static void test_presets(void **state)
{
    (void)state;
    for (int i = 0; registry_optimisers[i] != NULL; i++)
        for (const Preset *p = registry_optimisers[i]->presets; p->name != NULL; p++) {
            char text[256], word[128], value[PARAM_TEXT_MAX];
            Config c;
            snprintf(text, sizeof text, BUDGET "[optimiser]\nkind = %s\npreset = %s\n", registry_optimisers[i]->name, p->name);
            read_good(&c, text);
            for (int j = 0; config_word(p->settings, j, word, sizeof word); j++) {
                char *is = strchr(word, '=');
                *is++ = '\0';
                config_show(config_find(&c, word, "optimiser"), value, sizeof value);
                assert_string_equal(value, is);
            }
            config_free(&c);
        }
}

static void test_suggest(void **state)
{
    (void)state;
    static const char *const names[] = {"particles", "inertia", "dim", NULL};
    assert_int_equal(suggest_distance("paritcles", "particles"), 1); /* one swap */
    assert_int_equal(suggest_distance("kitten", "sitting"), 3);
    assert_int_equal(suggest_distance("", "abc"), 3);
    assert_string_equal(suggest_name("inertai", names), "inertia");
    assert_string_equal(suggest_name("dmi", names), "dim");
    assert_null(suggest_name("xyz", names));
    assert_null(suggest_name("a", names));
    assert_null(suggest_name(TWO_HUNDRED, names));
}

/* ---- weights ---- */

#define WEIGHTS                                                                                   \
    "[weights]\nmax_height = -1\nrows_cleared = 2\navg_height_increase = -3\ncs3243_holes = -4\n" \
    "cs3243_column_transitions = -5\nheight_differences = -6\ncs3243_row_transitions = -7\n"
#define WEIGHTS8 WEIGHTS "wells = -8\n"

static const struct {
    const char *text, *set;
    int status, n;
    const char *of, *expected;
} weights_rows[] = {
    {WEIGHTS8, NULL, WEIGHTS_READ, 8, "cs3243", ""},
    {WEIGHTS8 "[rules]\nfeatures = cs3243\nheight = 20\n", "cs3243", WEIGHTS_READ, 8, "cs3243", ""},
    {"[weights]\nwells = 8\n" WEIGHTS, NULL, WEIGHTS_READ, 8, "cs3243", ""},
    {"1 2,3\n4 5 6\t7,8\n", "cs3243", WEIGHTS_READ, 8, "cs3243", ""},
    {"1 2 3", NULL, WEIGHTS_READ, 3, NULL, ""},
    {"1 2 3", "cs3243", WEIGHTS_BAD, 3, "cs3243", "w: 3 numbers, but cs3243 has 8 weights\n"},
    {"1 2 nan inf 1e999 0x3 5 six", "cs3243", WEIGHTS_BAD, 0, "cs3243",
     "w: 'nan' is not a finite number\nw: 'inf' is not a finite number\nw: '1e999' is not a finite number\n"
     "w: '0x3' is not a finite number\nw: 'six' is not a finite number\n"},
    {"1e100 -1e100 0 0 0 0 0 0", "cs3243", WEIGHTS_READ, 8, "cs3243", ""},
    {"1e308 0 0 0 0 0 0 -1.1e100", "cs3243", WEIGHTS_BAD, 0, "cs3243",
     "w: '1e308' is not at most 1e100, either way, so that sums of it stay finite\n"
     "w: '-1.1e100' is not at most 1e100, either way, so that sums of it stay finite\n"},
    {WEIGHTS, NULL, WEIGHTS_BAD, 8, "cs3243", "w:1: 'wells' of cs3243 is missing\n"},
    {WEIGHTS "wels = -8\n", NULL, WEIGHTS_BAD, 8, "cs3243",
     "w:1: 'wells' of cs3243 is missing\nw:9: 'wels' is no feature of cs3243; did you mean 'wells'?\n"},
    {WEIGHTS8 "beauty = 3\n", NULL, WEIGHTS_BAD, 8, "cs3243", "w:10: 'beauty' is no feature of cs3243\n"},
    {WEIGHTS8 "wells = -9\n", NULL, WEIGHTS_BAD, 8, "cs3243", "w:10: 'wells' in [weights] was already given in line 9\n"},
    {WEIGHTS "wells = nan\n", NULL, WEIGHTS_BAD, 8, "cs3243", "w:9: wells = nan: must be a finite number\n"},
    {WEIGHTS "wells = -1e308\n", NULL, WEIGHTS_BAD, 8, "cs3243",
     "w:9: wells = -1e308: must be at most 1e100, either way, so that sums of it stay finite\n"},
    {WEIGHTS8 "[rules]\nfeatures = cs3234\n", NULL, WEIGHTS_BAD, 0, NULL,
     "w:11: features = cs3234: 'cs3234' is neither a feature nor a feature set of tetris; did you mean 'cs3243'?\n"},
    {WEIGHTS8 "[rules]\nfeatures = cs3243\n", "cs3243-text", WEIGHTS_OTHER, 8, "cs3243",
     "w:11: features = cs3243, but weights for cs3243-text were asked for\n"},
    {WEIGHTS8, "cs3243-text", WEIGHTS_BAD, 8, "cs3243-text",
     "w:1: 'holes' of cs3243-text is missing\nw:1: 'open_wells' of cs3243-text is missing\n"
     "w:5: 'cs3243_holes' is no feature of cs3243-text\nw:9: 'wells' is no feature of cs3243-text\n"},
    {"[weights]\nwells = 1\nholes = 2\n[rules]\nfeatures = holes, wells\n", NULL, WEIGHTS_READ, 2, "holes wells", ""},
    {"[weights]\nwells = 1\nholes = 2\n[rules]\nfeatures = holes\nfeatures += wells\n", "holes,wells", WEIGHTS_READ, 2,
     "holes wells", ""},
    {"[weights]\nwells = 1\nholes = 2\n", "holes,wells", WEIGHTS_READ, 2, "holes wells", ""},
    {"3 4", "holes wells", WEIGHTS_READ, 2, "holes wells", ""},
    {"3 4 5", "holes wells", WEIGHTS_BAD, 3, "holes wells", "w: 3 numbers, but the list of features has 2 weights\n"},
    {"[weights]\nwells = 1\nholes = 2\n[rules]\nfeatures = wells holes\n", "holes wells", WEIGHTS_OTHER, 2, "wells holes",
     "w:5: features = wells holes, but weights for holes wells were asked for\n"},
    {"[weights]\nwells = 1\nhoels = 2\n[rules]\nfeatures = holes wells\n", NULL, WEIGHTS_BAD, 2, "holes wells",
     "w:1: 'holes' of the list of features is missing\n"
     "w:3: 'hoels' is no feature of the list of features; did you mean 'holes'?\n"},
    {"[weights]\nwells = 1\n[rules]\nfeatures = wells wells, beauty\n", NULL, WEIGHTS_BAD, 0, NULL,
     "w:4: features = wells wells, beauty: 'wells' comes twice\n"
     "w:4: features = wells wells, beauty: 'beauty' is neither a feature nor a feature set of tetris; 'swarmtris list' has their "
     "names\n"},
    {WEIGHTS8 "[rules]\nfeatures = max_height rows_cleared avg_height_increase cs3243_holes cs3243_column_transitions\n"
              "features += height_differences cs3243_row_transitions wells\n",
     "cs3243", WEIGHTS_READ, 8, "cs3243", ""},
    {"[score]\nmean = 3\n", NULL, WEIGHTS_BAD, 0, NULL,
     "w: holds no weights: neither a [weights] section nor a list of numbers\n"},
    {"", NULL, WEIGHTS_BAD, 0, NULL, "w: holds no weights: neither a [weights] section nor a list of numbers\n"},
};

static void test_weights(void **state)
{
    (void)state;
    const Game *game = registry_games[0];
    for (size_t i = 0; i < LENGTH(weights_rows); i++) {
        Weights w;
        Errors errors = {0};
        Finding found[FINDINGS_MAX];
        FeatureSet *made = NULL;
        int n;
        const char *asked = weights_rows[i].set, *of = weights_rows[i].of;
        const FeatureSet *set = asked != NULL ? features_read(game, asked, NULL, &made, found, &n) : NULL;
        write_file("w", weights_rows[i].text);
        int status = (int)weights_read(&w, "w", (Basis){.game = game, .set = set}, &errors);
        free(made); /* the weights keep their own */
        assert_lines(&errors, weights_rows[i].expected);
        assert_int_equal(status, weights_rows[i].status);
        assert_int_equal(w.n, weights_rows[i].n);
        assert_int_equal(w.basis.set == NULL, of == NULL);
        if (of != NULL) assert_string_equal(w.basis.set->name, of);
        if (of != NULL && game_set(game, of) != NULL) assert_ptr_equal(w.basis.set, game_set(game, of));
        weights_free(&w);
        errors_free(&errors);
    }
}

/* Weights of an agent's own: their names, their defaults, what says that they are meant. */
static void test_own_weights(void **state)
{
    (void)state;
    extern const Game game_guideline;
    extern const Agent agent_penalty;
    const Basis own = {.game = &game_guideline, .agent = &agent_penalty}, open = {.game = &game_guideline},
                bcts = {.game = &game_guideline, .set = game_set(&game_guideline, "bcts")};
    static const struct {
        const char *text, *expected;
        int asked, status; /* asked: 0 nothing, 1 the agent, 2 bcts */
    } rows[] = {
        {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\n", "", 0, WEIGHTS_READ},
        {"[weights]\nwells_factor = 7\n", "", 1, WEIGHTS_READ},
        {"0 2 0 2 -1 7 10 10", "", 1, WEIGHTS_READ},
        {"0 2 0 2 -1 7 10", "w: 7 numbers, but penalty has 8 weights\n", 1, WEIGHTS_BAD},
        {"[weights]\nwells_faktor = 7\n[rules]\nagent = penalty\n",
         "w:2: 'wells_faktor' is no weight of penalty; did you mean 'wells_factor'?\n", 0, WEIGHTS_BAD},
        {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\n", "w:4: agent = penalty, but weights for bcts were asked for\n",
         2, WEIGHTS_OTHER},
        {"[weights]\nwells_factor = 7\n[rules]\nagent = greedy\n",
         "w:4: agent = greedy: must be an agent with weights of its own; 'swarmtris list agents' has them\n", 0, WEIGHTS_BAD},
        {"[weights]\nwells_factor = 7\n[rules]\nagent = penalty\nfeatures = bcts\n", "w:5: features has no use beside agent\n", 0,
         WEIGHTS_BAD},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Weights w;
        Errors errors = {0};
        write_file("w", rows[i].text);
        int status = (int)weights_read(&w, "w", rows[i].asked == 0 ? open : rows[i].asked == 1 ? own : bcts, &errors);
        assert_lines(&errors, rows[i].expected);
        assert_int_equal(status, rows[i].status);
        if (status == WEIGHTS_READ) {
            assert_true(basis_same(&w.basis, &own) && w.n == 8);
            assert_true(w.w[0] == 0 && w.w[1] == 2 && w.w[4] == -1 && w.w[5] == 7 && w.w[7] == 10);
            assert_string_equal(basis_weight(&w.basis, 5), "wells_factor");
        }
        weights_free(&w);
        errors_free(&errors);
    }
    write_file("w", "[weights]\nwells_factor = 7\n[rules]\nagent = penalty\ngame = guideline\n");
    assert_true(weights_said("w").agent == &agent_penalty && weights_said("w").game == &game_guideline);
}

/* A weights file says which game it is for. */
static void test_weights_game(void **state)
{
    (void)state;
    for (int i = 0; registry_games[i] != NULL; i++) {
        char text[100];
        snprintf(text, sizeof text, "[rules]\ngame = %s\n", registry_games[i]->name);
        write_file("w", text);
        assert_ptr_equal(weights_said("w").game, registry_games[i]);
    }
    write_file("w", "[rules]\ngame = chess\n");
    assert_null(weights_said("w").game);
    write_file("w", WEIGHTS8);
    assert_null(weights_said("w").game);
    write_file("w", "1 2 3\n");
    assert_null(weights_said("w").game);
    assert_null(weights_said("nowhere").game);
}

/* In any order in the file, in the order of the set in memory; the rest is kept. */
static void test_weights_order(void **state)
{
    (void)state;
    Weights w;
    Errors errors = {0};
    write_file("w", "[weights]\nwells = 8\n" WEIGHTS "[score]\nvalidated = 12.5\n");
    assert_int_equal(weights_read(&w, "w", (Basis){.game = registry_games[0]}, &errors), WEIGHTS_READ);
    assert_true(w.w[0] == -1 && w.w[6] == -7 && w.w[7] == 8);
    assert_string_equal(w.names[7], "wells");
    assert_string_equal(weights_entry(&w, "score.validated"), "12.5");
    assert_null(weights_entry(&w, "score.valid"));
    weights_free(&w);
    write_file("w", "[weights]\nx1 = 3\nx2 = 4\n");
    assert_int_equal(weights_read(&w, "w", (Basis){0}, &errors), WEIGHTS_READ);
    assert_true(w.n == 2 && w.w[1] == 4 && !basis_known(&w.basis));
    weights_free(&w);
    assert_int_equal(weights_read(&w, "nowhere", (Basis){.game = registry_games[0]}, &errors), WEIGHTS_MISSING);
    assert_lines(&errors, "nowhere: cannot be read: No such file or directory\n");
    weights_free(&w);
    errors_free(&errors);
}

/* The published weights, number for number. */
static void test_published_weights(void **state)
{
    static const struct {
        const char *name, *set;
        int n;
        double w[28];
    } rows[] = {
        {"report-final",
         "cs3243",
         8,
         {-5.194814083947793, 5.53478180043909, -2.1920993360428604, -5.9838083427614395, -12.880189747449215,
          -1.3227027198368309, -3.7823922425956837, -2.2176395274310137}},
        {"report-draft",
         "cs3243",
         8,
         {-2.9210777318332948, -1.3634453151532058, -6.350233933389025, -3.015076993292611, -7.867411559467035,
          -1.0057536655180186, -1.6874510272386336, -1.851236997094957}},
        {"dellacherie", "dellacherie", 6, {-1, 1, -1, -1, -4, -1}},
        {"bcts", "bcts", 8, {-12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087}},
        {"dt-10", "dt", 9, {-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27}},
        {"dt-20", "dt", 9, {-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89}},
        {"rv-ce",
         "dt-wells",
         9,
         {-11.33476345804087, 5.5991501617772848, -9.9515382698050736, -15.122332946951181, -3.3014139195846695,
          -10.990716197553949, -5.6510082101156378, -34.671751778899313, 5.4843120837393373}},
        {"bdu", "bdu", 28, {-13.18725,  -7.652075, 7.622007,  -9.044294, -1.747279, -7.569865, -5.221819,
                            -0.6874555, -6.483100, -16.01383, 2.356909,  2.143912,  -7.351929, 1.558139,
                            0.4336980,  3.655922,  -4.673708, -1.997187, 9.122675,  12.36382,  -40.64,
                            -43.27153,  -1.036039, -36.93346, -81.00232, -41.17906, -13.27585, -75.47524}},
        {"el-tetris",
         "el-tetris",
         6,
         {-4.500158825082766, 3.4181268101392694, -3.2178882868487753, -9.348695305445199, -7.899265427351652,
          -3.3855972247263626}},
        /* published for H - max_height, so with another sign there */
        {"sz-bi-cma-es", "bertsekas", 21, {70.8, -76.2, -5.5, -2.4,  -11.9, 0.58,  -15.7, 60.3,  72.2,  -22.0, 27.3,
                                           -0.9, -41.8, -2.3, -44.4, 0.75,  -28.3, 55.7,  -56.2, -93.1, -55.5}},
        {"tetrispros",
         "tetrispros",
         7,
         {0.693258897964091, -0.6086425723561377, 0.8031176113475306, 1.0659283646012003, 0.6813171436064438, 1.1253268694247254,
          3.6302943483671504}},
    };
    const Place *place = *state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char path[1200];
        Weights w;
        Errors errors = {0};
        snprintf(path, sizeof path, "%s/params/weights/%s.ini", place->root, rows[i].name);
        assert_int_equal(weights_read(&w, path, (Basis){.game = registry_games[0]}, &errors), WEIGHTS_READ);
        assert_string_equal(w.basis.set->name, rows[i].set);
        assert_int_equal(w.n, rows[i].n);
        for (int j = 0; j < w.n; j++) assert_true(w.w[j] == rows[i].w[j]);
        assert_non_null(weights_entry(&w, "provenance.source"));
        weights_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes),       cmocka_unit_test(test_all_in_one_go),
        cmocka_unit_test(test_command_line),   cmocka_unit_test(test_endless_names),
        cmocka_unit_test(test_renamed),        cmocka_unit_test(test_named_option),
        cmocka_unit_test(test_no_file),        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_longest_line),   cmocka_unit_test(test_features_by_default),
        cmocka_unit_test(test_precedence),     cmocka_unit_test(test_preset_beside),
        cmocka_unit_test(test_warnings),       cmocka_unit_test(test_ignored),
        cmocka_unit_test(test_contradictions), cmocka_unit_test(test_default_preset),
        cmocka_unit_test(test_boards),         cmocka_unit_test(test_settled),
        cmocka_unit_test(test_called_default), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_files),          cmocka_unit_test(test_differences),
        cmocka_unit_test(test_problems),       cmocka_unit_test(test_tables),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_presets),
        cmocka_unit_test(test_suggest),        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_own_weights),    cmocka_unit_test(test_weights_game),
        cmocka_unit_test(test_weights_order),  cmocka_unit_test(test_published_weights),
        cmocka_unit_test(test_features),       cmocka_unit_test(test_fitting_values),
    };
    return cmocka_run_group_tests(tests, place_enter, place_leave);
}
