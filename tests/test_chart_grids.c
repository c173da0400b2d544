/* test_chart_grids.c. Charts of grids: landscapes, the path of a swarm on them, and sensitivity. */
#include "report/charts.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#define FULL "[optimiser]\nkind = grid\npreset = even\nshape = full\n\n[meta]\nproblems = x.ini\n"
#define AXES "[optimiser]\nkind = grid\npreset = even\nshape = axes\n\n[meta]\nproblems = x.ini\n"
#define SIX_POINTS(a, b)                                                                                        \
    "iteration\tparticle\tgames\tscore\t" a "\t" b "\n1\t0\t6\t1\t0\t1\n1\t1\t6\t2\t0.5\t1\n1\t2\t6\t3\t1\t1\n" \
    "1\t3\t6\t4\t0\t2\n1\t4\t6\t5\t0.5\t2\n1\t5\t6\t6\t1\t2\n2\t0\t6\t1\t0\t1\n"
#define BLOCK_COLUMNS "phase\tparticle\tproblem\tbudget\tblock\tvalue\tscore\n"

/* Of a sphere, by the logs of its errors: point 0 has -2, -4, -3; point 1 twice an error of 0, which counts as -16, and 0; point
 * 2 has 1 and 2, in between 1.5; the others one block each. Of tetris 9, 99 and 999 rows at point 5, logs of 10, 100, 1000. The
 * selection, whose particles are ranks, is not seen. */
static const char six_blocks[] =
    BLOCK_COLUMNS "training\t0\tsphere\t1\t0\t-1e-2\t0\ntraining\t0\ttetris\t1\t1\t0\t0\ntraining\t0\tsphere\t1\t2\t-1e-4\t0\n"
                  "training\t0\tsphere\t1\t4\t-1e-3\t0\ntraining\t1\tsphere\t1\t0\t0\t0\ntraining\t1\tsphere\t1\t2\t-1\t0\n"
                  "training\t1\tsphere\t1\t4\t-0\t0\ntraining\t1\ttetris\t1\t1\t0\t0\ntraining\t2\tsphere\t1\t0\t-10\t0\n"
                  "training\t2\tsphere\t1\t2\t-100\t0\ntraining\t2\ttetris\t1\t1\t9\t0\ntraining\t3\tsphere\t1\t0\t-1e3\t0\n"
                  "training\t3\ttetris\t1\t1\t9\t0\ntraining\t4\tsphere\t1\t0\t-1e4\t0\ntraining\t4\ttetris\t1\t1\t9\t0\n"
                  "training\t5\tsphere\t1\t0\t-1e5\t0\ntraining\t5\ttetris\t1\t1\t9\t0\ntraining\t5\ttetris\t1\t3\t999\t0\n"
                  "training\t5\ttetris\t1\t5\t99\t0\nselection\t0\tsphere\t1\t0\t-1e9\t0\nselection\t0\tsphere\t1\t2\t-1e9\t0\n"
                  "selection\t0\tsphere\t1\t4\t-1e9\t0\n";

TEST(test_landscape)
{
    put("g/config.ini", FULL);
    put("g/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"));
    put("g/blocks.tsv", six_blocks);
    put("g/presets.tsv",
        "preset\toptimiser.inertia\toptimiser.cognitive+social\nfirst\t0.7\t1.5\nits-twin\t0.7\t1.5\noutside\t0.7\t9\nsecond\t0."
        "9\t1.5\n");
    put("g/borders.tsv", "border\tx\ty\tat_x\tat_y\nmine\toptimiser.inertia\toptimiser.cognitive+social\t0.2\t1\nmine\toptimiser."
                         "inertia\toptimiser.cognitive+social\t0.8\t2\n"
                         "other\toptimiser.inertia\toptimiser.social\t0.2\t1\n");
    draws("g", 1); /* and no path of a swarm */
    HAS_COLUMN("g/charts/landscape.tsv", "optimiser.inertia", 0, 0.5, 1, 0, 0.5, 1);
    HAS_COLUMN("g/charts/landscape.tsv", "optimiser.cognitive+social", 1, 1, 1, 2, 2, 2);
    HAS_COLUMN("g/charts/landscape.tsv", "median_1", -3, -16, 1.5, 3, 4, 5);
    HAS_COLUMN("g/charts/landscape.tsv", "median_2", 0, 0, 1, 1, 1, 2);
    HAS_COLUMN("g/charts/landscape_parts.tsv", "errors", 1, 0);
    shows("g/charts/landscape.svg", ">sphere: best 1.0×10⁻¹⁶ at 0.5, 1<");
    shows("g/charts/landscape.svg", ">tetris: best 99 at 1, 2<");
    shows("g/charts/landscape.svg", ">colour: median over the seeds; square: best of the grid; circles: published<");
    shows_times("g/charts/landscape.svg", "<text>mine<", 1);
    shows_times("g/charts/landscape.svg", "<text>other<", 0);
    /* one map alone has room for names: each place once, and none outside */
    put("g/blocks.tsv", BLOCK_COLUMNS "training\t0\tsphere\t1\t0\t-1e-2\t0\ntraining\t1\tsphere\t1\t0\t-1e-3\t0\n");
    draws("g", 1);
    shows("g/charts/landscape.svg", ">log10 of the median error<");
    shows("g/charts/landscape.svg", "<text>first<");
    shows("g/charts/landscape.svg", "<text>second<");
    shows_times("g/charts/landscape.svg", "<text>its-twin<", 0);
    shows_times("g/charts/landscape.svg", "<text>outside<", 0);
}

/* Names of points that are close to each other do not meet, and no name covers another's point. */
TEST(test_labels)
{
    enum { POINTS = 12 };
    char presets[1000], name[20];
    int n = snprintf(presets, sizeof presets, "preset\toptimiser.inertia\toptimiser.cognitive+social\n");
    for (int i = 0; i < POINTS; i++)
        n += snprintf(presets + n, sizeof presets - (size_t)n, "setting-%02d\t%g\t%g\n", i, 0.5 + 0.03 * (i % 4),
                      1.5 + 0.02 * (i / 4));
    put("g/config.ini", FULL);
    put("g/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"));
    put("g/blocks.tsv", BLOCK_COLUMNS "training\t0\tsphere\t1\t0\t-1e-2\t0\ntraining\t1\tsphere\t1\t0\t-1e-3\t0\n");
    put("g/presets.tsv", presets);
    draws("g", 1);
    double x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS && scene.gnuplot; i++) {
        snprintf(name, sizeof name, "setting-%02d", i);
        assert_true(text_at("g/charts/landscape.svg", name, &x[i], &y[i]));
        for (int j = 0; j < i; j++) assert_true(fabs(x[i] - x[j]) > 60 || fabs(y[i] - y[j]) > 12);
    }
}

/* What a map of something else must not have, and points that nothing is known of. */
TEST(test_odd_landscapes)
{
    static const char one_block[] = BLOCK_COLUMNS "training\t3\tsphere\t1\t0\t-1\t0\ntraining\t4\tsphere\t1\t0\t-0.1\t0\n";
    put("phi/config.ini", FULL);
    put("phi/positions.tsv", SIX_POINTS("optimiser.phi1", "training.games"));
    put("phi/blocks.tsv", one_block);
    draws("phi", 1);
    HAS_COLUMN("phi/charts/landscape.tsv", "median_1", NAN, NAN, NAN, 0, -1, NAN);
    shows("phi/charts/landscape.svg", ">sphere: best 0.1 at 0.5, 2<");
    shows("phi/charts/landscape.svg", ">colour: median over the seeds; square: best of the grid<");
    /* budgets are panels of their own */
    put("two/config.ini", FULL);
    put("two/positions.tsv", SIX_POINTS("optimiser.phi1", "optimiser.phi2"));
    put("two/blocks.tsv", BLOCK_COLUMNS "training\t0\ta\t1\t0\t-1\t0\ntraining\t0\ta\t0.5\t1\t-10\t0\n");
    draws("two", 1);
    shows("two/charts/landscape.svg", ">a x1: best 1 at 0, 1<");
    shows("two/charts/landscape.svg", ">a x0.5: best 10 at 0, 1<");
}

/* The best so far of another search: clipped to the map, cut-short candidates left out, coefficients of its own averaged. */
TEST(test_path_on_landscape)
{
    put("g/config.ini", FULL);
    put("g/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"));
    put("g/blocks.tsv", six_blocks);
    put("p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.social\toptimiser.inertia\toptimiser.cognitive\n1\t0\t5\t0.1\t2\t0.2\t1\n"
        "1\t1\t2\t9\t1\t0.5\t1\n2\t0\t5\t0.5\t9\t3\t9\n2\t1\t5\t0.4\t1\t0.7\t1\n2\t2\t5\tnan\t1\t0.7\t1\n");
    OWNED char *path = text_new("%s", at("p"));
    scene.path = path;
    draws("g", 1);
    shows("g/charts/landscape.svg", "; black: path of the search<");
    put("p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive+social\n1\t0\t5\t0.1\t0.2\t1.75\n");
    draws("g", 1);
    shows("g/charts/landscape.svg", "; black: path of the search<");
    /* no such coordinates, no such run: said, and the map is drawn */
    put("p/positions.tsv", "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.social\n1\t0\t5\t0.1\t0.2\t1.75\n");
    for (int missing = 0; missing <= 1; missing++) {
        assert_int_equal(status_of("g"), DRAWN);
        assert_int_equal(scene.warnings.n, 1);
        assert_non_null(strstr(scene.warnings.line[0], "p/positions.tsv: has no path over the coordinates of the map"));
        shows_times("g/charts/landscape.svg", "black: path", 0);
        remove_tree(path);
    }
}

/* Lines through (0.4, 1, 2); points of a line by its index, whatever problem. */
TEST(test_sensitivity)
{
    put("a/config.ini", AXES);
    put("a/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\n1\t0\t1\t0\t0\t1\t2\n"
        "1\t1\t1\t0\t0.5\t1\t2\n1\t2\t1\t0\t1\t1\t2\n1\t3\t1\t0\t0.4\t0\t2\n1\t4\t1\t0\t0.4\t3\t2\n1\t5\t1\t0\t0.4\t1\t1\n"
        "1\t6\t1\t0\t0.4\t1\t5\n");
    put("a/blocks.tsv",
        BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t0\tf\t1\t1\t-100\t0\ntraining\t0\tf\t1\t2\t-1e-2\t0\n"
                      "training\t1\tf\t1\t0\t-10\t0\ntraining\t2\tf\t1\t0\t-1e2\t0\ntraining\t3\tf\t1\t0\t-1e3\t0\n"
                      "training\t4\tf\t1\t0\t-1e4\t0\ntraining\t5\tf\t1\t0\t-1e5\t0\ntraining\t6\tf\t1\t0\t-1e6\t0\n");
    draws("a", 1);
    HAS_COLUMN("a/charts/sensitivity.tsv", "optimiser.inertia", 0, 0.5, 1, 0.4, 0.4, 0.4, 0.4);
    HAS_COLUMN("a/charts/sensitivity.tsv", "q25_1", -1, 1, 2, 3, 4, 5, 6);
    HAS_COLUMN("a/charts/sensitivity.tsv", "median_1", 0, 1, 2, 3, 4, 5, 6);
    HAS_COLUMN("a/charts/sensitivity.tsv", "q75_1", 1, 1, 2, 3, 4, 5, 6);
    shows_times("a/charts/sensitivity.svg", "<text>inertia<", 1);
    shows_times("a/charts/sensitivity.svg", "<text>cognitive<", 1);
    shows_times("a/charts/sensitivity.svg", "<text>social<", 1);
    shows("a/charts/sensitivity.svg", ">log10 of the median error<");
    /* a line of one point; a line that is alone */
    put("b/config.ini", AXES);
    put("b/positions.tsv",
        "iteration\tparticle\tgames\tscore\ta.a\ta.b\n1\t0\t1\t0\t0.1\t1\n1\t1\t1\t0\t0.2\t0\n1\t2\t1\t0\t0.2\t2\n");
    put("b/blocks.tsv", BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\ntraining\t2\tt\t1\t1\t9\t0\n");
    draws("b", 1);
    shows("b/charts/sensitivity.svg", ">log10 of the median error, or of 1 + score<");
    shows_times("b/charts/sensitivity.svg", "<text>b<", 1);
    put("c/config.ini", AXES);
    put("c/positions.tsv", "iteration\tparticle\tgames\tscore\ta.a\n1\t0\t1\t0\t0.1\n1\t1\t1\t0\t0.2\n");
    put("c/blocks.tsv", BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\n");
    draws("c", 1);
}

TEST(test_bad_grids)
{
    static const struct {
        const char *name, *positions, *blocks, *expected;
    } rows[] = {
        {"empty", "iteration\tparticle\tgames\tscore\ta.a\ta.b\n", BLOCK_COLUMNS,
         "has no point of the grid yet: nothing to draw"},
        {"unplayed", SIX_POINTS("a.a", "a.b"), BLOCK_COLUMNS, "has no point of the grid yet: nothing to draw"},
        {"damaged", SIX_POINTS("a.a", "a.b"), BLOCK_COLUMNS "training\t0\tf\t1\t0\tmuch\t0\n",
         "blocks.tsv:2: value = 'much': must be a number"},
        {"nameless", SIX_POINTS("a.a", "a.b"), "phase\tparticle\tbudget\tvalue\ntraining\t0\t1\t-1\n",
         "blocks.tsv: must have the columns particle budget value and phase problem, with numbers in them"},
        {"short", SIX_POINTS("a.a", "a.b"), BLOCK_COLUMNS "training\t0\n", "blocks.tsv:2: the line has 2 cells: must be 7"},
        {"three", "iteration\tparticle\tgames\tscore\ta.a\ta.b\ta.c\n1\t0\t1\t0\t1\t2\t3\n",
         BLOCK_COLUMNS "training\t0\tf\t1\t0\t1\t0\n", "a grid over 3 coordinates has no map: it takes 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char file[60];
        snprintf(file, sizeof file, "%s/config.ini", rows[i].name);
        put(file, FULL);
        snprintf(file, sizeof file, "%s/positions.tsv", rows[i].name);
        put(file, rows[i].positions);
        snprintf(file, sizeof file, "%s/blocks.tsv", rows[i].name);
        put(file, rows[i].blocks);
        refuses(rows[i].name, STATUS_DATA, rows[i].expected);
    }
}

TESTS_EACH(scene_begin, scene_end)
