/* test_weights.c. Files of weights: what is read, refused, and published. */
#include "config/weights.h"
#include "tests/configs.h"
#include "tests/helpers.h"

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
    {"1 2 nan inf 1e999 0x3 5 six", "cs3243", WEIGHTS_BAD, 0, NULL,
     "w: 'nan' is not a finite number\nw: 'inf' is not a finite number\nw: '1e999' is not a finite number\n"
     "w: '0x3' is not a finite number\nw: 'six' is not a finite number\n"},
    {"1e100 -1e100 0 0 0 0 0 0", "cs3243", WEIGHTS_READ, 8, "cs3243", ""},
    {"1e308 0 0 0 0 0 0 -1.1e100", "cs3243", WEIGHTS_BAD, 0, NULL,
     "w: '1e308' is not at most 1e100, either way, so that sums of it stay finite\n"
     "w: '-1.1e100' is not at most 1e100, either way, so that sums of it stay finite\n"},
    {WEIGHTS, "cs3243", WEIGHTS_BAD, 8, "cs3243", "w:1: 'wells' of cs3243 is missing\n"},
    {WEIGHTS, NULL, WEIGHTS_READ, 7, NULL, ""}, /* names alone are the list of features */
    {WEIGHTS "wels = -8\n", NULL, WEIGHTS_BAD, 7, NULL, "w:9: 'wels' is no feature of tetris; did you mean 'wells'?\n"},
    {WEIGHTS "wels = -8\n", "cs3243", WEIGHTS_BAD, 8, "cs3243",
     "w:1: 'wells' of cs3243 is missing\nw:9: 'wels' is no feature of cs3243; did you mean 'wells'?\n"},
    {WEIGHTS8 "beauty = 3\n", NULL, WEIGHTS_BAD, 8, "cs3243", "w:10: 'beauty' is no feature of tetris\n"},
    {WEIGHTS8 "wells = -9\n", NULL, WEIGHTS_BAD, 0, NULL, "w:10: 'wells' in [weights] was already given in line 9\n"},
    {WEIGHTS "wells = nan\n", NULL, WEIGHTS_BAD, 8, "cs3243", "w:9: wells = nan: must be a finite number\n"},
    {WEIGHTS "wells = -1e308\n", NULL, WEIGHTS_BAD, 8, "cs3243",
     "w:9: wells = -1e308: must be at most 1e100, either way, so that sums of it stay finite\n"},
    {WEIGHTS8 "[rules]\nfeatures = cs3234\n", NULL, WEIGHTS_BAD, 0, NULL,
     "w:11: agent.features = cs3234: 'cs3234' is neither a feature nor a feature set of tetris; did you mean 'cs3243'?\n"},
    {WEIGHTS8 "[rules]\nfeatures = cs3243\n", "cs3243-text", WEIGHTS_OTHER, 8, "cs3243-text",
     "w:11: features = cs3243, but weights for cs3243-text were asked for\n"},
    {WEIGHTS8, "cs3243-text", WEIGHTS_BAD, 8, "cs3243-text",
     "w:1: 'max_height_increase' of cs3243-text is missing\n"
     "w:1: 'holes' of cs3243-text is missing\nw:1: 'open_wells' of cs3243-text is missing\n"
     "w:2: 'max_height' is no feature of cs3243-text\n"
     "w:5: 'cs3243_holes' is no feature of cs3243-text\nw:9: 'wells' is no feature of cs3243-text\n"},
    {"[weights]\nwells = 1\nholes = 2\n[rules]\nfeatures = holes, wells\n", NULL, WEIGHTS_READ, 2, "holes wells", ""},
    {"[weights]\nwells = 1\nholes = 2\n[rules]\nfeatures = holes\nfeatures += wells\n", "holes,wells", WEIGHTS_READ, 2,
     "holes wells", ""},
    {"[weights]\nwells = 1\nholes = 2\n", "holes,wells", WEIGHTS_READ, 2, "holes wells", ""},
    {"3 4", "holes wells", WEIGHTS_READ, 2, "holes wells", ""},
    {"3 4 5", "holes wells", WEIGHTS_BAD, 3, "holes wells", "w: 3 numbers, but the list of features has 2 weights\n"},
    {"[weights]\nwells = 1\nholes = 2\n[rules]\nfeatures = wells holes\n", "holes wells", WEIGHTS_OTHER, 2, "holes wells",
     "w:5: features = wells holes, but weights for holes wells were asked for\n"},
    {"[weights]\nwells = 1\nhoels = 2\n[rules]\nfeatures = holes wells\n", NULL, WEIGHTS_BAD, 2, "holes wells",
     "w:1: 'holes' of the list of features is missing\n"
     "w:3: 'hoels' is no feature of the list of features; did you mean 'holes'?\n"},
    {"[weights]\nwells = 1\n[rules]\nfeatures = wells wells, beauty\n", NULL, WEIGHTS_BAD, 0, NULL,
     "w:4: agent.features = wells wells, beauty: 'wells' comes twice\n"
     "w:4: agent.features = wells wells, beauty: 'beauty' is neither a feature nor a feature set of tetris; 'swarmtris list "
     "features' and 'list sets' have their names\n"},
    {WEIGHTS8 "[rules]\nfeatures = max_height rows_cleared avg_height_increase cs3243_holes cs3243_column_transitions\n"
              "features += height_differences cs3243_row_transitions wells\n",
     "cs3243", WEIGHTS_READ, 8, "cs3243", ""},
    {"[score]\nmean = 3\n", NULL, WEIGHTS_BAD, 0, NULL,
     "w: holds no weights: neither a [weights] section nor a list of numbers\n"},
    {"", NULL, WEIGHTS_BAD, 0, NULL, "w: holds no weights: neither a [weights] section nor a list of numbers\n"}};

/* What people bring, of the features `of`: "1 -2 3 0.5", or the sentences. */
static const char cases_of[] = "holes lines_cleared height_differences", cases_names[] = "holes rows_cleared height_differences";
static const struct {
    const char *text, *set, *numbers;
} forms[] = {
    {"[-2, 1.5, -0.5]", cases_of, "-2 1.5 -0.5"},                               /* JSON, Python */
    {"[\n  -2,\n  1.5,\n  -0.5\n]\n", cases_of, "-2 1.5 -0.5"},                 /* JSON, printed at length */
    {"[-2.   1.5 -0.5]", cases_of, "-2 1.5 -0.5"},                              /* numpy */
    {"[[-2. ]\n [ 1.5]\n [-0.5]]", cases_of, "-2 1.5 -0.5"},                    /* a numpy column */
    {"array([-2. ,  1.5, -0.5])", cases_of, "-2 1.5 -0.5"},                     /* its repr */
    {"weights = np.array([-2., 1.5, -.5,])", cases_of, "-2 1.5 -0.5"},          /* source text, a comma at the end */
    {"const double w[] = {-2, +1.5, -5e-1}; // best", cases_of, "-2 1.5 -0.5"}, /* C */
    {"w = [-2; 1.5; -0.5]; % generation 40", cases_of, "-2 1.5 -0.5"},          /* MATLAB */
    {"w <- c(-2, 1.5, -5E-01)", cases_of, "-2 1.5 -0.5"},                       /* R */
    {"{\"weights\": [-2, 1.5, -0.5]}", cases_of, "-2 1.5 -0.5"},                /* JSON with a label */
    {"(-2, 1.5, -0.5)", cases_of, "-2 1.5 -0.5"},                               /* a tuple */
    {"  -2.0000\n   1.5000\n  -0.5000\n\n", cases_of, "-2 1.5 -0.5"},           /* a column */
    {"-2;1.5;-0.5\r\n", cases_of, "-2 1.5 -0.5"},                               /* semicolons, CRLF */
    {"-2\t1.5\t-0.5", cases_of, "-2 1.5 -0.5"},                                 /* tabs */
    {"# best of run 3\n-2 1.5 -0.5 # 412 rows\n", cases_of, "-2 1.5 -0.5"},     /* comments */
    {"\xEF\xBB\xBF-2 1.5 -0.5", cases_of, "-2 1.5 -0.5"},                       /* a byte order mark */
    {"\xE2\x88\x92"
     "2 1.5 \xE2\x80\x93"
     "0.5",
     cases_of, "-2 1.5 -0.5"}, /* from a page: other dashes */
    {"-2\xC2\xA0"
     "1.5\xC2\xA0-0.5",
     cases_of, "-2 1.5 -0.5"},                                                             /* and other blanks */
    {"{\"holes\": -2, \"lines_cleared\": 1.5, \"bumpiness\": -0.5}", NULL, "-2 1.5 -0.5"}, /* a JSON object */
    {"{'holes': -2, 'lines': 1.5, 'bumpiness': -0.5}", NULL, "-2 1.5 -0.5"},               /* a Python dict */
    {"bumpiness: -0.5\nholes: -2\nlinesCleared: 1.5\n", cases_of, "-2 1.5 -0.5"},          /* YAML, another order */
    {"---\nholes: -2\n", NULL, "w: '---' is not a finite number\nw: 'holes' is not a finite number\n"},
    {"holes,lines_cleared,bumpiness\n-2,1.5,-0.5\n", NULL, "-2 1.5 -0.5"},                 /* CSV with a header */
    {"Number of Holes\t-2\nRows eliminated\t1.5\nBumpiness\t-0.5\n", NULL, "-2 1.5 -0.5"}, /* a table of a page */
    {"holes -2\nrows_cleared 1.5\nbumpiness -0.5", NULL, "-2 1.5 -0.5"},
    {"Holes = -2\nROWS_CLEARED = 1.5\nroughness = -0.5\n", NULL, "-2 1.5 -0.5"}, /* an ini without sections */
    {"{\"weights\": {\"holes\": -2, \"rows-cleared\": 1.5, \"bumpiness\": -0.5}}", NULL, "-2 1.5 -0.5"},
    {"{\"names\": [\"holes\", \"lines\", \"bumpiness\"], \"weights\": [-2, 1.5, -0.5]}", NULL, "-2 1.5 -0.5"},
    {"c(holes = -2, lines = 1.5, bumpiness = -0.5)", NULL, "-2 1.5 -0.5"},
    {"-2,0 1,5 -0,5", cases_of, "w: 6 numbers, but the list of features has 3 weights; a decimal comma?\n"},
    {"-2,0;1,5;-0,5", cases_of, "w: 6 numbers, but the list of features has 3 weights; a decimal comma?\n"},
    {"holes: -2,0\nlines: 1,5\n", NULL,
     "w: 2 names for 4 numbers: must be numbers alone, or one for each name; a decimal comma?\n"},
    {"[weights]\nholes = -2,5\n", NULL, "w:2: holes = -2,5: must be a finite number, with a point, not a comma\n"},
    {"-2 1.5 -0.5\n-3 2.5 -1\n", cases_of,
     "w: 6 numbers, but the list of features has 3 weights\n2 vectors, one a line? swarmtris eval - < w\n"},
    {"-2 1.5 -0.5 7", cases_of, "w: 4 numbers, but the list of features has 3 weights\n"},
    {"-2 1.5D0 -0.5", cases_of, "w: '1.5D0' is not a finite number\n"}, /* Fortran */
    {"- 2 1.5 -0.5", cases_of, "w: '-' is not a finite number\n"},
    {"{\"holes\": -2, \"bumpiness\": null}", NULL, "w:1: bumpiness = null: must be a finite number\n"},
    {"1.0e+03 *\n -2 1.5 -0.5", cases_of, "w: '*' is not a finite number\n"}, /* MATLAB's common factor */
    {"[weights]\nholes = -2\nnumber_of_holes = -3\n", NULL, "w: agent.features=holes holes: 'holes' comes twice\n"},
    {"[weights]\nmean_height = -2\nholes = -3\n", NULL,
     "w:2: 'mean_height' is no feature of tetris; aggregate_height is the sum of the heights, not their mean\n"},
    {"[weights]\nx1 = -2\nx2 = -3\n", NULL, "w:2: 'x1' is no feature of tetris\nw:3: 'x2' is no feature of tetris\n"},
    {"once upon a time\n", NULL, "w: holds no weights: neither a [weights] section nor a list of numbers\n"},
};

TEST(test_forms)
{
    for (size_t i = 0; i < LENGTH(forms); i++) {
        CLOSED(weights_free) Weights w;
        CLOSED(config_free) Config c;
        CLOSED(errors_free) Errors errors = {0};
        char number[40];
        OWNED char *set = text_new("agent.features=%s", forms[i].set != NULL ? forms[i].set : "");
        write_file("w", forms[i].text);
        const bool read = weights_load(&w, &c, "w", &(ConfigValue){set, "--set"}, forms[i].set != NULL, &errors) == WEIGHTS_READ;
        if (!read) {
            assert_lines(&errors, forms[i].numbers);
            continue;
        }
        assert_lines(&errors, "");
        assert_string_equal(c.set->name, cases_names);
        for (int k = 0; k < 3; k++)
            assert_true(text_word(forms[i].numbers, k, number, sizeof number) && w.w[k] == strtod(number, NULL));
    }
}

/* What the user is told once. */
TEST(test_notes)
{
    CLOSED(errors_free) Errors errors = {0};
    for (int i = 0; i < 2; i++) {
        CLOSED(weights_free) Weights w;
        CLOSED(config_free) Config c;
        write_file("w", i == 0 ? "[weights]\nlines = 2\nholes = -3.5\n" : "2 -3.5");
        assert_int_equal(weights_load(&w, &c, "w", &(ConfigValue){"agent.features=rows_cleared holes", "--set"}, 1, &errors),
                         WEIGHTS_READ);
        assert_lines(&w.notes, i == 0 ? "w:2: 'lines' is rows_cleared here\n" : "w: rows_cleared = 2, holes = -3.5\n");
    }
}

TEST(test_weights)
{
    for (size_t i = 0; i < LENGTH(weights_rows); i++) {
        CLOSED(weights_free) Weights w;
        CLOSED(config_free) Config c;
        CLOSED(errors_free) Errors errors = {0};
        const char *asked = weights_rows[i].set, *of = weights_rows[i].of;
        OWNED char *set = text_new("agent.features=%s", asked != NULL ? asked : "");
        write_file("w", weights_rows[i].text);
        const int status = (int)weights_load(&w, &c, "w", &(ConfigValue){set, "--set"}, asked != NULL, &errors);
        assert_lines(&errors, weights_rows[i].expected);
        assert_int_equal(status, weights_rows[i].status);
        assert_int_equal(w.n, weights_rows[i].n);
        if (of != NULL) assert_string_equal(c.set->name, of);
        if (of != NULL && game_set(c.game, of) != NULL) assert_ptr_equal(c.set, game_set(c.game, of));
    }
}

/* A weights file says which game it is for; one that does not is for the first. */
TEST(test_weights_game)
{
    for (int i = 0; registry_games[i] != NULL; i++) {
        const Game *g = registry_games[i];
        for (int said = i > 0; said < 2; said++) {
            CLOSED(weights_free) Weights w;
            CLOSED(config_free) Config c;
            CLOSED(errors_free) Errors errors = {0};
            OWNED char *text =
                text_new("[rules]\n%s%s\n[weights]\n", said ? "game = " : "features = ", said ? g->name : g->sets[0].name);
            FILE *f = fopen("w", "w");
            fputs(text, f);
            for (int k = 0; k < g->sets[0].n; k++) fprintf(f, "%s = 1\n", g->features[g->sets[0].index[k]].name);
            fclose(f);
            assert_int_equal(weights_load(&w, &c, "w", NULL, 0, &errors), WEIGHTS_READ);
            assert_ptr_equal(c.game, g);
        }
    }
    CLOSED(weights_free) Weights w;
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors errors = {0};
    write_file("w", "[rules]\ngame = chess\n[weights]\nwells = 1\n");
    assert_int_equal(weights_load(&w, &c, "w", NULL, 0, &errors), WEIGHTS_BAD);
    assert_true(errors.n == 1 && strncmp(errors.line[0], "w:2: game.kind = chess: must be ", 32) == 0);
}

/* In any order in the file, in the order of the set in memory; the rest is kept. */
TEST(test_weights_order)
{
    CLOSED(weights_free) Weights w;
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors errors = {0};
    write_file("w", "[weights]\nwells = 8\n" WEIGHTS "[score]\nvalidated = 12.5\n");
    assert_int_equal(weights_load(&w, &c, "w", NULL, 0, &errors), WEIGHTS_READ);
    assert_true(w.w[0] == -1 && w.w[6] == -7 && w.w[7] == 8);
    assert_string_equal(c.weights.row[7].name, "wells");
    assert_string_equal(weights_entry(&w, "score.validated"), "12.5");
    assert_null(weights_entry(&w, "score.valid"));
    weights_free(&w);
    write_file("w", "[weights]\nx1 = 3\nx2 = 4\n");
    assert_int_equal(weights_read(&w, "w", NULL, &errors), WEIGHTS_READ);
    assert_true(w.n == 2 && w.w[1] == 4);
    weights_free(&w);
    assert_int_equal(weights_read(&w, "nowhere", NULL, &errors), WEIGHTS_MISSING);
    assert_lines(&errors, "nowhere: cannot be read: No such file or directory\n");
}

/* The published weights, number for number. */
TEST(test_published_weights)
{
    static const struct {
        const char *name, *set, *w;
    } rows[] = {
        {"report-final", "cs3243",
         "-5.194814083947793 5.53478180043909 -2.1920993360428604 -5.9838083427614395 -12.880189747449215 -1.3227027198368309 "
         "-3.7823922425956837 -2.2176395274310137"},
        {"report-draft", "cs3243",
         "-2.9210777318332948 -1.3634453151532058 -6.350233933389025 -3.015076993292611 -7.867411559467035 -1.0057536655180186 "
         "-1.6874510272386336 -1.851236997094957"},
        {"dellacherie", "dellacherie", "-1 1 -1 -1 -4 -1"},
        {"bcts", "bcts", "-12.62900 6.601974 -9.215815 -19.77356 -13.08335 -10.48747 -1.611863 -24.04087"},
        {"dt-10", "dt", "-2.18 2.42 -2.17 -3.31 0.95 -2.22 -0.81 -9.65 1.27"},
        {"dt-20", "dt", "-2.68 1.38 -2.41 -6.32 2.03 -2.71 -0.43 -9.48 0.89"},
        {"rv-ce", "dt-wells",
         "-11.33476345804087 5.5991501617772848 -9.9515382698050736 -15.122332946951181 -3.3014139195846695 -10.990716197553949 "
         "-5.6510082101156378 -34.671751778899313 5.4843120837393373"},
        {"bdu", "bdu",
         "-13.18725 -7.652075 7.622007 -9.044294 -1.747279 -7.569865 -5.221819 -0.6874555 -6.483100 -16.01383 2.356909 2.143912 "
         "-7.351929 1.558139 0.4336980 3.655922 -4.673708 -1.997187 9.122675 12.36382 -40.64 -43.27153 -1.036039 -36.93346 "
         "-81.00232 -41.17906 -13.27585 -75.47524"},
        {"el-tetris", "el-tetris",
         "-4.500158825082766 3.4181268101392694 -3.2178882868487753 -9.348695305445199 -7.899265427351652 -3.3855972247263626"},
        {"el-tetris-js", "el-tetris-js",
         "-4.500158825082766 3.4181268101392694 -3.2178882868487753 -9.348695305445199 -7.899265427351652 -3.3855972247263626"},
        {"yiyuan-js", "yiyuan-js", "-0.510066 0.760666 -0.35663 -0.184483"},
        /* published for H - max_height, so with another sign there */
        {"sz-bi-cma-es", "bertsekas",
         "70.8 -76.2 -5.5 -2.4 -11.9 0.58 -15.7 60.3 72.2 -22.0 27.3 -0.9 -41.8 -2.3 -44.4 0.75 -28.3 55.7 -56.2 -93.1 -55.5"},
        {"tetrispros", "tetrispros",
         "0.693258897964091 -0.6086425723561377 0.8031176113475306 1.0659283646012003 0.6813171436064438 1.1253268694247254 "
         "3.6302943483671504"}};
    const Place *place = *state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CLOSED(weights_free) Weights w;
        CLOSED(config_free) Config c;
        Errors errors = {0};
        char number[40];
        OWNED char *path = text_new("%s/params/weights/%s.ini", place->root, rows[i].name);
        assert_int_equal(weights_load(&w, &c, path, NULL, 0, &errors), WEIGHTS_READ);
        assert_string_equal(c.set->name, rows[i].set);
        for (int j = 0; j < w.n; j++)
            assert_true(text_word(rows[i].w, j, number, sizeof number) && w.w[j] == strtod(number, NULL));
        assert_false(text_word(rows[i].w, w.n, number, sizeof number));
        assert_non_null(weights_entry(&w, "provenance.source"));
    }
}

TESTS(place_enter, place_leave)
