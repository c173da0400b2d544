/* test_chart_results.c. Charts of effects, tournaments, repeats and comparisons; their statistics are checked by hand counts
 * in the tables. */
#include "analysis/effects.h"
#include "file/files.h"
#include "report/charts.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#include <unistd.h>

/* Two factors, balanced over two iterations that differ by 100: topology adds 2 or takes it away, inertia 1; what is left is 0.5
 * up and down. By hand: of a sum of squares of 8 x (4 + 1 + 0.25) = 42 topology has 32, inertia 8, the rest 2 with 8 - 2 - 2
 * degrees of freedom, so F = 32 / (2 / 4) = 64 and 16. */
TEST(test_effects)
{
    put("e/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.topology=ring\toptimiser.topology=random\toptimiser.inertia\n"
        "1\t0\t9\t3.5\t0.9\t0.1\t0\n1\t1\t9\t0.5\t0.5\t0.4\t1\n1\t2\t9\t-1.5\t0.2\t0.3\t0\n1\t3\t9\t-2.5\t0\t1\t1\n"
        "2\t0\t9\t102.5\t0.9\t0.1\t0\n2\t1\t9\t101.5\t0.5\t0.5\t1\n2\t2\t9\t99.5\t0.2\t0.3\t0\n"
        "2\t3\t9\t96.5\t0\t1\t1\n");
    put("e/blocks.tsv", "phase\n");
    Effects e;
    assert_int_equal(effects_read(&e, at("e"), &scene.errors), STATUS_OK);
    assert_true(e.n == 2 && e.positions == 8 && e.residual == 4);
    assert_string_equal(e.effect[0].name, "optimiser.topology");
    assert_string_equal(e.effect[0].level[1].label, "random");
    assert_true(e.effect[0].levels == 2 && e.effect[0].level[0].n == 4 && e.effect[0].df == 1);
    assert_true(fabs(e.effect[0].level[0].mean - 2) < 1e-12 && fabs(e.effect[0].level[1].mean + 2) < 1e-12);
    assert_true(fabs(e.effect[0].share - 32.0 / 42) < 1e-12 && fabs(e.effect[1].share - 8.0 / 42) < 1e-12);
    assert_true(fabs(e.effect[0].f - 64) < 1e-9 && fabs(e.effect[1].f - 16) < 1e-9);
    /* F with 1 and 4 degrees of freedom is the square of Student's t: P(|t| > 8) = 0.001324, P(|t| > 4) = 0.016130 */
    assert_true(fabs(e.effect[0].p - 0.001324) < 1e-6 && fabs(e.effect[1].p - 0.016130) < 1e-6);
    effects_free(&e);
    draws("e", 3);
    shows("e/charts/effects.svg", ">8 positions, each against the mean of its iteration; all keys together explain 95 %<");
    shows("e/charts/effects.svg", ">76.2 %  p = 0.0013<");
    shows("e/charts/effects.svg", ">optimiser.topology = random<");
}

/* Against tables: the 5 % and 1 % points of F. */
TEST(test_f_tail)
{
    static const struct {
        double f, df1, df2, p;
    } rows[] = {{161.4476, 1, 1, 0.05}, {3.3258, 5, 10, 0.05}, {5.6363, 5, 10, 0.01}, {1.6491, 30, 60, 0.05}, {0, 3, 7, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(fabs(effects_f_tail(rows[i].f, rows[i].df1, rows[i].df2) - rows[i].p) < 3e-5);
}

TEST(test_ablation)
{
    put("a/ablation.tsv", "step\tkey\tuntuned\ttuned\tblocks\tscore\tsem\tgain\tp\tkept\n0\tuntuned\t-\t-\t15\t0\t0.1\t0\t1\t1\n"
                          "1\toptimiser.inertia\t0.7298\t0.31257976089891515\t15\t0.1\t0.3\t0.1\t0.97\t0\n"
                          "1\toptimiser.wall\tabsorb\tdamp\t15\t0.5\t0.2\t0.5\t0.01\t1\n"
                          "2\toptimiser.inertia\t0.7298\t0.31257976089891515\t15\t0.8\t0.2\t0.3\t0.04\t1\n"
                          "3\toptimiser.ring_k+random_k\t2/8.00001\t4\t15\t0.9\t0.2\t0.1\t0.4\t1\n");
    draws("a", 1);
    shows("a/charts/ablation.svg", ">wall: absorb -> damp<");
    shows("a/charts/ablation.svg", ">inertia: 0.7298 -> 0.3126<");
    shows("a/charts/ablation.svg", ">ring_k+random_k: 2/8 -> 4<");
    shows("a/charts/ablation.svg", ">p = 0.04<");
    shows("a/charts/ablation.svg", ">mean scores of 15 held-out blocks with standard errors; filled: kept, open: tried in the");
}

/* The table of so many contestants; owned. */
static char *ranking_of(int n)
{
    char *text = NULL;
    size_t size;
    FILE *out = files_memory(&text, &size);
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
    shows("t/charts/ranking.svg", ">t: 3 contestants on the same games<");
    shows("t/charts/ranking.svg",
          ">25 to 50 games each; means with 95 % intervals; filled: the best, and 1 that does not differ significantly<");
    shows("t/charts/ranking.svg", ">it's a {best}<");
    shows("t/charts/ranking.svg", ">44.4<");
    /* The picture grows with its rows. */
    shows("t/charts/ranking.svg", "height=\"680\"");
    OWNED char *rows = ranking_of(60);
    put("t/ranking.tsv", rows);
    draws("t", 1);
    shows("t/charts/ranking.svg", "height=\"1610\"");
    double x, first, second;
    if (scene.gnuplot && text_at("t/charts/ranking.svg", "player1", &x, &first) &&
        text_at("t/charts/ranking.svg", "player2", &x, &second))
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
    shows("c/charts/curves.svg", ">f x1<");
    shows("c/charts/curves.svg", ">f x0.5<");
    shows("c/charts/curves.svg", ">t x1<");
    shows_times("c/charts/curves.svg", "<text>error<", 2);
    shows_times("c/charts/curves.svg", "<text>score<", 1);
    shows("c/charts/curves.svg", ">share of the budget<");
    /* one budget is not named; where tuned is solved from the first point on, untuned says that these are errors */
    put("d/curves.tsv", CURVE_COLUMNS "f\t2\t1\t0\t0\t0\t-3\t-2\t-1\n");
    draws("d", 1);
    shows("d/charts/curves.svg", ">f<");
    shows("d/charts/curves.svg", ">error<");
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
    double *x = column("rep/charts/repeat.tsv", "x", &n), *median = column("rep/charts/repeat.tsv", "median", &n);
    double *q25 = column("rep/charts/repeat.tsv", "q25", &n);
    assert_true(x[0] == 1 && x[n - 1] == 3);
    assert_true(median[0] == 2 && median[n / 2 - 2] == 2 && median[n - 2] == 20 && median[n - 1] == 200 && q25[n - 1] == 150);
    free(x);
    free(median);
    free(q25);
    put("rep/summary.tsv",
        "run\tseed\ttraining\ttraining_ci95\tvalidated\n01\t18446744073709551615\t100\t5\t40\n02\t2\t300\tinf\t-\n");
    draws("rep", 1);
    shows("rep/charts/repeat.svg",
          ">leader at the end, overstated, on the games it was chosen by: median 200, quartiles 150 and 250; black: geometric "
          "mean<");
    shows("rep/charts/repeat.svg", ">rows, by claim<");
    shows("rep/charts/repeat.svg", ">run<"); /* such a seed is too long to stand below a point */
    shows_times("rep/charts/repeat.svg", "<text>validated<", 2);
    shows_times("rep/charts/repeat.svg", "<text>reselected<", 0);
    /* Of replicates the last reported score is an estimate. */
    put("rep/summary.tsv", "run\tseed\ttraining\ttraining_ci95\testimated\n01\t1\t100\t-\t40\n02\t2\t300\t-\t50\n");
    put("rep/01/traits.tsv", "kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\ncount\trows\tpieces\tgames\treplicates\n");
    draws("rep", 1);
    shows("rep/charts/repeat.svg", ">leader at the end, overstated, on the replicates it was chosen by: median 200, ");
    shows_times("rep/charts/repeat.svg", "<text>estimated<", 2);
    Charts c = charts();
    c.axis = "seconds"; /* of runs that have no clock */
    assert_int_equal(charts_run(&c, at("rep")), STATUS_NO_INPUT);
}

/* How low solve plays: the means at the largest number of nodes stand at the ends of the lines. */
TEST(test_solve)
{
    put("low/solve.tsv",
        "template\tbuffer\tnodes\theight\tseconds\nequal\t0\t10\t9\t0\nequal\t0\t100\t4\t0\nequal\t1\t10\t5\t0\n"
        "equal\t1\t100\t2\t0\nonly-1\t0\t100\t1\t0\nonly-1\t0\t10\t1\t0\nonly-1\t1\t10\t1\t0\nonly-1\t1\t100\t0\t0\n");
    draws("low", 1);
    assert_int_equal(scene.warnings.n, 0);
    shows("low/charts/solve.svg", ">buffer 0:  2.5<");
    shows("low/charts/solve.svg", ">buffer 1:  1<");
}

TEST(test_compare)
{
    put_repeat();
    put("solo/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t200\t1\n3\t15\t700\t90\n");
    put("f/traits.tsv", ERRORS);
    put("f/metrics.tsv", "iteration\tbest_score\n1\t-5\n");
    assert_int_equal(compares("solo", "rep", "deep/out"), DRAWN);
    assert_int_equal(scene.warnings.n, 0);
    assert_int_equal(access(at("deep/out/compare.tsv"), F_OK), -1);
    assert_int_equal(access(at("deep/out/compare_2.tsv"), F_OK), 0);
    /* A repeat ends where its longest run does, though the picture goes on. */
    put("long/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t90000\t90\n");
    compares("long", "rep", "out");
    shows("out/compare.svg", ">long<"); /* the scores of leaders are overstated: no number */
    shows("out/compare.svg", ">rep<");
    shows_times("out/compare.svg", "validated", 0);
    put("long/result.tsv", "claim\tmean\tci95\tgames\tw\nvalidated\t70\t-\t9\t1\n");
    put("rep/summary.tsv", "run\tseed\tvalidated\n01\t1\t40\n02\t2\t60\n03\t3\t-\n");
    compares("long", "rep", "out");
    assert_int_equal(scene.warnings.n, 0);
    shows("out/compare.svg", "points and numbers: validated (repeats: geometric mean), 95 %<");
    shows("out/compare.svg", ">long  70<");
    shows("out/compare.svg", ">rep  49<"); /* the root of 40 x 60 */
    shows_times("out/compare.svg", "90<", 0);
    int n;
    double *x = column("out/compare_2.tsv", "x", &n), *best = column("out/compare_2.tsv", "median", &n);
    assert_true(x[n - 1] == 900 && best[n - 1] == 200);
    free(x);
    free(best);
    assert_int_equal(compares("solo", "f", "out"), STATUS_DATA);
    assert_non_null(strstr(scene.errors.line[0], "cannot share a chart"));
    assert_int_equal(compares("solo", "nobody", "out"), STATUS_NO_INPUT);
    assert_int_equal(scene.errors.n, 1);
}

TEST(test_speedup)
{
    Charts c = charts();
    put("p.csv", "mode,threads,seconds,min,max,speedup,efficiency\nnone,1,8,8,8,1,1\nboth,1,8,7,9,1,1\nboth,2,5,4,10,1.6,0.8\n"
                 "processes,1,8,8,8,1,1\nprocesses,2,4.2,4,5,1.9,0.95\n");
    OWNED char *out = text_new("%s", at("bench/parallel"));
    assert_int_equal(charts_speedup(&c, at("p.csv"), out, "bench.ini"), DRAWN);
    assert_int_equal(scene.warnings.n, 0);
    shows("bench/parallel.svg", ">Speed-up of the parallel modes (bench.ini)<");
    shows_times("bench/parallel.svg", "<text>none<", 1);
    shows_times("bench/parallel.svg", "<text>both<", 1);
    shows_times("bench/parallel.svg", "<text>processes<", 0);
    shows_times("bench/parallel.svg", "<text>limit of the machine<", 1);
    shows("bench/parallel.svg", ">bench; whiskers: fastest and slowest run; limit: as many independent serial processes<");
    c = charts();
    assert_int_equal(charts_speedup(&c, at("none.csv"), out, "bench.ini"), STATUS_NO_INPUT);
    assert_int_equal(scene.errors.n, 1);
}

TESTS_EACH(scene_begin, scene_end)
