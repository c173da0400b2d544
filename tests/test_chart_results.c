/* test_chart_results.c. Charts of ablations, tournaments, repeats, comparisons and grids. */
#include "charts/charts.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#include <unistd.h>

TEST(test_ablation)
{
    put("a/ablation.tsv", "step\tkey\tuntuned\ttuned\tblocks\tscore\tsem\tgain\tp\tkept\n0\tuntuned\t-\t-\t15\t0\t0.1\t0\t1\t1\n"
                          "1\toptimiser.inertia\t0.7298\t0.31257976089891515\t15\t0.1\t0.3\t0.1\t0.97\t0\n"
                          "1\toptimiser.wall\tabsorb\tdamp\t15\t0.5\t0.2\t0.5\t0.01\t1\n"
                          "2\toptimiser.inertia\t0.7298\t0.31257976089891515\t15\t0.8\t0.2\t0.3\t0.04\t1\n"
                          "3\toptimiser.ring_k+random_k\t2/8.00001\t4\t15\t0.9\t0.2\t0.1\t0.4\t1\n");
    draws("a", 1);
    shows("a/charts/ablation.svg", ">wall: absorb -> damp<", ">inertia: 0.7298 -> 0.3126<", ">ring_k+random_k: 2/8 -> 4<",
          ">p = 0.04<", ">mean scores of 15 held-out blocks with standard errors; filled: kept, open: tried in the");
}

/* The table of so many contestants; owned. */
static char *ranking_of(int n)
{
    char *text = NULL;
    FILE *out = files_memory(&text, NULL);
    fputs("weights\trank\tplayer\tgames\tmean\tsem\tci95\tbest_ratio\tp_mean\tp_wilcoxon\tworse_than_best\n", out);
    for (int r = 1; r <= n; r++)
        fprintf(out, "player%d.ini\t%d\t%d\t50\t%d\t2\t4\t%g\t0.1\t0.1\t0\n", r, r, r, 1000 - 9 * r, 1000.0 / (1000 - 9 * r));
    files_memory_close(out);
    return text;
}

TEST(test_ranking)
{
    put("t/ranking.tsv",
        "weights\trank\tplayer\tgames\tmean\tsem\tci95\tbest_ratio\tp_mean\tp_wilcoxon\tworse_than_best\n"
        "it's a {best}.ini\t1\t2\t50\t400\t20\t40\t1\t1\t1\t0\nsecond\t2\t1\t50\t390\t20\tinf\t1.02\t0.6\t0.5\t0\n"
        "third\t3\t3\t25\t9\t1\t2\t44.4\t1e-9\t1e-9\t1\n");
    draws("t", 1);
    shows("t/charts/ranking.svg", ">t: 3 contestants on the same games<",
          ">25 to 50 games each; means with 95 % intervals; filled: the best, and 1 that does not differ significantly<",
          ">it's a {best}<", ">44.4<", "height=\"680\"");
    /* The picture grows with its rows. */
    OWNED char *rows = ranking_of(60);
    put("t/ranking.tsv", rows);
    draws("t", 1);
    shows("t/charts/ranking.svg", "height=\"1610\"");
    double x, first, second;
    if (text_at("t/charts/ranking.svg", "player1", &x, &first) && text_at("t/charts/ranking.svg", "player2", &x, &second))
        assert_true(second - first > 22);
    put("t/ranking.tsv", "weights\trank\n");
    refuses("t", STATUS_DATA, "t/ranking.tsv: must have the columns rank games");
}

#define CURVE_COLUMNS "problem\tbudget\tshare\ttuned_q25\ttuned_median\ttuned_q75\tuntuned_q25\tuntuned_median\tuntuned_q75\n"

/* Errors without their sign; an error of 0 a decade below the least; scores as they are; before the first iteration nothing. */
TEST(test_curves)
{
    put("c/curves.tsv", CURVE_COLUMNS "f\t1\t0.5\tnan\tnan\tnan\t-4\t-2\t-1\nf\t1\t1\t-3\t-1e-3\t0\t-2\t-1\t-0.5\n"
                                      "f\t0.5\t0.5\t-9\t-8\t-7\t-6\t-5\t-4\nf\t0.5\t1\t-3\t-2\t-1\t-3\t-2\t-1\n"
                                      "t\t1\t0.5\t1\t2\t3\t0\t1\t1\nt\t1\t1\t10\t20\t30\t5\t6\t7\n");
    draws("c", 1);
    shows("c/charts/curves.svg", ">f x1<", ">f x0.5<", ">t x1<");
    shows_times("c/charts/curves.svg", 2, "<text>error<");
    shows_times("c/charts/curves.svg", 1, "<text>score<");
    shows("c/charts/curves.svg", ">share of the budget<");
    /* one budget is not named; where tuned is solved from the first point on, untuned says that these are errors */
    put("d/curves.tsv", CURVE_COLUMNS "f\t2\t1\t0\t0\t0\t-3\t-2\t-1\n");
    draws("d", 1);
    shows("d/charts/curves.svg", ">f<", ">error<");
    static const char *const bad[] = {"", CURVE_COLUMNS, "problem\tbudget\tshare\nf\t1\t1\n",
                                      CURVE_COLUMNS "f\t1\t1\tx\t0\t0\t0\t0\t0\n"};
    for (size_t i = 0; i < LENGTH(bad); i++) {
        put("e/curves.tsv", bad[i]);
        refuses("e", STATUS_DATA, "e/curves.tsv");
    }
}

static void put_repeat(void)
{
    put("rep/01/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t50\t1\n2\t10\t200\t10\n3\t15\t900\t100\n");
    put("rep/02/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t50\t3\n2\t10\t100\t30\n3\t15\t900\t300\n");
    put("rep/03/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t50\t2\n2\t10\t100\t20\n3\t15\t900\t200\n");
    put("rep/04/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n"); /* has just begun */
}

TEST(test_repeat)
{
    int n;
    put_repeat();
    draws("rep", 1);
    OWNED double *x = column("rep/charts/repeat.tsv", "x", &n), *median = column("rep/charts/repeat.tsv", "median", &n);
    OWNED double *q25 = column("rep/charts/repeat.tsv", "q25", &n);
    assert_true(x[0] == 1 && x[n - 1] == 3);
    assert_true(median[0] == 2 && median[n / 2 - 2] == 2 && median[n - 2] == 20 && median[n - 1] == 200 && q25[n - 1] == 150);
    put("rep/summary.tsv",
        "run\tseed\ttraining\ttraining_ci95\tvalidated\n01\t18446744073709551615\t100\t5\t40\n02\t2\t300\tinf\t-\n");
    draws("rep", 1);
    shows("rep/charts/repeat.svg",
          ">leader at the end, overstated, on the games it was chosen by: median 200, quartiles 150 and 250; black: geometric "
          "mean<",
          ">rows, as reported<");
    shows("rep/charts/repeat.svg", ">run<"); /* such a seed is too long to stand below a point */
    shows_times("rep/charts/repeat.svg", 2, "<text>validated<");
    shows_times("rep/charts/repeat.svg", 0, "<text>reselected<");
    /* Of replicates the last reported score is an estimate. */
    put("rep/summary.tsv", "run\tseed\ttraining\ttraining_ci95\testimated\n01\t1\t100\t-\t40\n02\t2\t300\t-\t50\n");
    put("rep/01/traits.tsv", "kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\ncount\trows\tpieces\tgames\treplicates\n");
    draws("rep", 1);
    shows("rep/charts/repeat.svg", ">leader at the end, overstated, on the replicates it was chosen by: median 200, ");
    shows_times("rep/charts/repeat.svg", 2, "<text>estimated<");
    scene.how.axis = "seconds"; /* of runs that have no clock */
    assert_int_equal(status_of("rep"), STATUS_NO_INPUT);
}

TEST(test_compare)
{
    put_repeat();
    put("solo/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t200\t1\n3\t15\t700\t90\n");
    put("f/traits.tsv", ERRORS);
    put("f/metrics.tsv", "iteration\tbest_score\n1\t-5\n");
    assert_int_equal(compares("solo", "rep", "deep/out"), DRAWN);
    assert_int_equal(scene.warnings.n, 0);
    assert_int_equal(access("deep/out/compare.tsv", F_OK), -1);
    assert_int_equal(access("deep/out/compare_2.tsv", F_OK), 0);
    /* A repeat ends where its longest run does, though the picture goes on. */
    put("long/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t90000\t90\n");
    compares("long", "rep", "out");
    shows("out/compare.svg", ">long<", ">rep<"); /* the scores of leaders are overstated: no number */
    shows_times("out/compare.svg", 0, "validated");
    put("long/result.tsv", "claim\tmean\tci95\tgames\tw\nvalidated\t70\t-\t9\t1\n");
    put("rep/summary.tsv", "run\tseed\tvalidated\n01\t1\t40\n02\t2\t60\n03\t3\t-\n");
    compares("long", "rep", "out");
    assert_int_equal(scene.warnings.n, 0);
    shows("out/compare.svg", "points and numbers: validated (repeats: geometric mean), 95 %<", ">long  70<");
    shows("out/compare.svg", ">rep  49<"); /* the root of 40 x 60 */
    shows_times("out/compare.svg", 0, "90<");
    int n;
    OWNED double *x = column("out/compare_2.tsv", "x", &n), *best = column("out/compare_2.tsv", "median", &n);
    assert_true(x[n - 1] == 900 && best[n - 1] == 200);
    assert_int_equal(compares("solo", "f", "out"), STATUS_DATA);
    assert_non_null(strstr(scene.errors.line[0], "cannot share a chart"));
    assert_int_equal(compares("solo", "nobody", "out"), STATUS_NO_INPUT);
    assert_int_equal(scene.errors.n, 1);
}

TEST(test_speedup)
{
    put("p.csv", "mode,threads,seconds,min,max,speedup,efficiency\nnone,1,8,8,8,1,1\nboth,1,8,7,9,1,1\nboth,2,5,4,10,1.6,0.8\n"
                 "processes,1,8,8,8,1,1\nprocesses,2,4.2,4,5,1.9,0.95\n");
    assert_int_equal(charts_speedup(&scene.how, "p.csv", "bench/parallel", "bench.ini"), DRAWN);
    assert_int_equal(scene.warnings.n, 0);
    shows("bench/parallel.svg", ">Speed-up of the parallel modes (bench.ini)<");
    shows_times("bench/parallel.svg", 1, "<text>none<", "<text>both<", "<text>limit of the machine<");
    shows_times("bench/parallel.svg", 0, "<text>processes<");
    shows("bench/parallel.svg", ">bench; whiskers: fastest and slowest run; limit: as many independent serial processes<");
    forget();
    assert_int_equal(charts_speedup(&scene.how, "none.csv", "bench/parallel", "bench.ini"), STATUS_NO_INPUT);
    assert_int_equal(scene.errors.n, 1);
}

/* ---- grids: landscapes, the path of a swarm on them, and sensitivity ---- */

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

static const char two_blocks[] = BLOCK_COLUMNS "training\t0\tsphere\t1\t0\t-1e-2\t0\ntraining\t1\tsphere\t1\t0\t-1e-3\t0\n";

static void put_grid(const char *run, const char *config, const char *positions, const char *blocks)
{
    put_in(run, "config.ini", config);
    put_in(run, "positions.tsv", positions);
    put_in(run, "blocks.tsv", blocks);
}

TEST(test_landscape)
{
    put_grid("g", FULL, SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"), six_blocks);
    put("g/presets.tsv", "preset\toptimiser.inertia\toptimiser.cognitive+social\nfirst\t0.7\t1.5\nits-twin\t0.7\t1.5\noutside\t0."
                         "7\t9\nsecond\t0.9\t1.5\n");
    put("g/borders.tsv", "border\tx\ty\tat_x\tat_y\nmine\toptimiser.inertia\toptimiser.cognitive+social\t0.2\t1\nmine\toptimiser."
                         "inertia\toptimiser.cognitive+social\t0.8\t2\n"
                         "other\toptimiser.inertia\toptimiser.social\t0.2\t1\n");
    draws("g", 1); /* and no path of a swarm */
    HAS_COLUMN("g/charts/landscape.tsv", "optimiser.inertia", 0, 0.5, 1, 0, 0.5, 1);
    HAS_COLUMN("g/charts/landscape.tsv", "optimiser.cognitive+social", 1, 1, 1, 2, 2, 2);
    HAS_COLUMN("g/charts/landscape.tsv", "median_1", -3, -16, 1.5, 3, 4, 5);
    HAS_COLUMN("g/charts/landscape.tsv", "median_2", 0, 0, 1, 1, 1, 2);
    HAS_COLUMN("g/charts/landscape_parts.tsv", "errors", 1, 0);
    shows("g/charts/landscape.svg", ">sphere: best 1.0×10⁻¹⁶ at 0.5, 1<", ">tetris: best 99 at 1, 2<",
          ">colour: median over the seeds; square: best of the grid; circles: published<");
    shows_times("g/charts/landscape.svg", 1, "<text>mine<");
    shows_times("g/charts/landscape.svg", 0, "<text>other<");
    /* one map alone has room for names: each place once, and none outside */
    put("g/blocks.tsv", two_blocks);
    draws("g", 1);
    shows("g/charts/landscape.svg", ">log10 of the median error<", "<text>first<", "<text>second<");
    shows_times("g/charts/landscape.svg", 0, "<text>its-twin<", "<text>outside<");
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
    put_grid("g", FULL, SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"), two_blocks);
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
    put_grid("phi", FULL, SIX_POINTS("optimiser.phi1", "training.games"), one_block);
    draws("phi", 1);
    HAS_COLUMN("phi/charts/landscape.tsv", "median_1", NAN, NAN, NAN, 0, -1, NAN);
    shows("phi/charts/landscape.svg", ">sphere: best 0.1 at 0.5, 2<",
          ">colour: median over the seeds; square: best of the grid<");
    /* budgets are panels of their own */
    put_grid("two", FULL, SIX_POINTS("optimiser.phi1", "optimiser.phi2"),
             BLOCK_COLUMNS "training\t0\ta\t1\t0\t-1\t0\ntraining\t0\ta\t0.5\t1\t-10\t0\n");
    draws("two", 1);
    shows("two/charts/landscape.svg", ">a x1: best 1 at 0, 1<", ">a x0.5: best 10 at 0, 1<");
}

/* The best so far of another search: clipped to the map, cut-short candidates left out, coefficients of its own averaged. */
TEST(test_path_on_landscape)
{
    put_grid("g", FULL, SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"), six_blocks);
    put("p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.social\toptimiser.inertia\toptimiser.cognitive\n1\t0\t5\t0.1\t2\t0.2\t1\n"
        "1\t1\t2\t9\t1\t0.5\t1\n2\t0\t5\t0.5\t9\t3\t9\n2\t1\t5\t0.4\t1\t0.7\t1\n2\t2\t5\tnan\t1\t0.7\t1\n");
    scene.how.path = "p";
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
        shows_times("g/charts/landscape.svg", 0, "black: path");
        assert_int_equal(system("rm -rf p"), 0);
    }
}

/* Lines through (0.4, 1, 2); points of a line by its index, whatever problem. */
TEST(test_sensitivity)
{
    put_grid("a", AXES,
             "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\n1\t0\t1\t0\t0\t1\t2\n"
             "1\t1\t1\t0\t0.5\t1\t2\n1\t2\t1\t0\t1\t1\t2\n1\t3\t1\t0\t0.4\t0\t2\n1\t4\t1\t0\t0.4\t3\t2\n1\t5\t1\t0\t0.4\t1\t1\n"
             "1\t6\t1\t0\t0.4\t1\t5\n",
             BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t0\tf\t1\t1\t-100\t0\ntraining\t0\tf\t1\t2\t-1e-2\t0\n"
                           "training\t1\tf\t1\t0\t-10\t0\ntraining\t2\tf\t1\t0\t-1e2\t0\ntraining\t3\tf\t1\t0\t-1e3\t0\n"
                           "training\t4\tf\t1\t0\t-1e4\t0\ntraining\t5\tf\t1\t0\t-1e5\t0\ntraining\t6\tf\t1\t0\t-1e6\t0\n");
    draws("a", 1);
    HAS_COLUMN("a/charts/sensitivity.tsv", "optimiser.inertia", 0, 0.5, 1, 0.4, 0.4, 0.4, 0.4);
    HAS_COLUMN("a/charts/sensitivity.tsv", "q25_1", -1, 1, 2, 3, 4, 5, 6);
    HAS_COLUMN("a/charts/sensitivity.tsv", "median_1", 0, 1, 2, 3, 4, 5, 6);
    HAS_COLUMN("a/charts/sensitivity.tsv", "q75_1", 1, 1, 2, 3, 4, 5, 6);
    shows_times("a/charts/sensitivity.svg", 1, "<text>inertia<", "<text>cognitive<", "<text>social<");
    shows("a/charts/sensitivity.svg", ">log10 of the median error<");
    /* a line of one point; a line that is alone */
    put_grid("b", AXES,
             "iteration\tparticle\tgames\tscore\ta.a\ta.b\n1\t0\t1\t0\t0.1\t1\n1\t1\t1\t0\t0.2\t0\n1\t2\t1\t0\t0.2\t2\n",
             BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\ntraining\t2\tt\t1\t1\t9\t0\n");
    draws("b", 1);
    shows("b/charts/sensitivity.svg", ">log10 of the median error, or of 1 + score<");
    shows_times("b/charts/sensitivity.svg", 1, "<text>b<");
    put_grid("c", AXES, "iteration\tparticle\tgames\tscore\ta.a\n1\t0\t1\t0\t0.1\n1\t1\t1\t0\t0.2\n",
             BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\n");
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
         BLOCK_COLUMNS "training\t0\tf\t1\t0\t1\t0\n", "a grid over 3 coordinates has no map: it takes 2"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_grid(rows[i].name, FULL, rows[i].positions, rows[i].blocks);
        refuses(rows[i].name, STATUS_DATA, rows[i].expected);
    }
}

TESTS_EACH(scene_begin, scene_end)
