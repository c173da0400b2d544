/* test_charts.c. Charts of one run, of every kind. All must be drawn without a complaint; what scripts compute is looked for
 * in the texts of the SVG pictures. */
#include "tests/helpers.h"
#include "tests/scene.h"

#include <unistd.h>

static const char full_header[] =
    "iteration\tgames\tpieces\tbest\tbest_score\tmean\tq05\tq25\tmedian\tq75\tq95\tdiversity\tvelocity\n";

TEST(test_convergence)
{
    char text[4000];
    int n = snprintf(text, sizeof text, "%s", full_header);
    for (int i = 1; i <= 20; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d\t%d\t%d\t%d\t%d\t5\t0\t2\t4\t8\t%d\t%g\t%g\n", i, i * 10, i * 999,
                      i / 4 * 100, i / 4 * 100, 10 + i, 0.5 / i, i < 20 ? 0.1 / i : 0.0);
    put("a/metrics.tsv", text);
    draws("a", 1);
    shows("a/charts/convergence.svg",
          ">leader: 500 rows a game (overstated: on the games it was chosen by); iteration 20, 200 games, 19,980 pieces<",
          ">rows a game (log of 1 + rows)<", ">velocity: mean step an iteration<");
    shows_times("a/charts/convergence.svg", 0, "<text>validated, 95 %<");
    put("a/result.tsv", "reported\tmean\tlower\tupper\tgames\tw\ntraining\t300\tNaN\tNaN\t9\t1\nvalidated\t80\t0\t170\t9\t1\n");
    draws("a", 1);
    shows("a/charts/convergence.svg", ">validated: 80; leader: 500 rows a game (overstated: on the games it was chosen by); ",
          ">validated, 95 %<");
    /* an interval that reaches far up belongs to the picture */
    put("a/result.tsv", "claim\tmean\tci95\tgames\tw\nvalidated\t1.4e6\t1e6\t9\t1\n");
    draws("a", 1);
    shows("a/charts/convergence.svg", ">1M<");
}

/* What it is drawn against: seconds come from timing.tsv, of which a process that goes on with a run begins anew. */
TEST(test_abscissa)
{
    static const char *const label[] = {">iteration<", ">pieces played<", ">seconds<"}, *const axis[] = {"iterations", "pieces",
                                                                                                         "seconds"};
    put("a/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t90\t1\n2\t20\t300\t5\n3\t40\t800\t6\n4\t50\t900\t7\n");
    put("a/timing.tsv", "seconds\tgames\tpieces\tshare\tphase\n2\t20\t9\t0.4\ttraining\n6\t30\t9\t0.6\ttraining\n"
                        "0\t20\t0\tnan\ttraining\n3\t50\t9\t1\tfinished\n");
    for (int i = 0; i < 3; i++) {
        scene.how.axis = axis[i];
        assert_int_equal(status_of("a"), DRAWN);
        shows("a/charts/convergence.svg", label[i]);
    }
    /* 2 seconds for 20 games; 6 till the end of the first process, and 3 for the 30 games from 20 on, which were played again */
    HAS_COLUMN("a/charts/convergence_seconds_1.tsv", "seconds", 1, 2, 8, 9);
    HAS_COLUMN("a/charts/convergence_seconds_1.tsv", "best_score", 1, 5, 6, 7);
    unlink("a/timing.tsv");
    refuses("a", STATUS_NO_INPUT, "its seconds are not known");
}

TEST(test_size_and_title)
{
    scene.how.width = 600;
    scene.how.height = 400;
    scene.how.title = "'it's' {my}\n`title`";
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    assert_int_equal(status_of("a"), DRAWN);
    shows("a/charts/convergence.svg", "width=\"600\" height=\"400\"", ">'it's' {my} `title`<");
    shows_times("a/charts/convergence.svg", 0, "a: convergence");
}

/* The problem and the settings stand behind every title, as config.ini has them: data, whatever they look like. */
TEST(test_settings)
{
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("a/games.tsv", "game\tscore\tcost\n0\t5\t9\n1\t7\t9\n");
    put("a/config.ini", "[experiment]\nseed = 7\n[game]\nkind = tetris\nwidth = 10\nheight = 20\n[agent]\nfeatures = dt\n"
                        "[objective]\nkind = games\n[training]\niterations = 0\ntotal_pieces = 3000000\n[optimiser]\nkind = pso\n"
                        "preset = exemplars\n");
    draws("a", 2);
    shows("a/charts/convergence.svg", ">a: convergence (tetris 10x20, dt, pso exemplars, 3M pieces, seed 7)<");
    shows("a/charts/histogram.svg", ">a: rows a game (tetris 10x20, dt, pso exemplars, 3M pieces, seed 7)<");
    put("a/config.ini",
        "[experiment]\nseed = 7\n[game]\nkind = it's `touch x`\\n\"\n[meta]\nproblems = deep/first.ini second.ini third.ini\n");
    draws("a", 2);
    shows("a/charts/convergence.svg", ">a: convergence (first.ini ..., it's `touch x`\\n\", seed 7)<");
    put("e/games.tsv", "game\tscore\tcost\n0\t5\t9\n1\t7\t9\n");
    put("e/config.ini", "[experiment]\nseed = 7\n[objective]\nkind = sphere\ndim = 8\n[optimiser]\nkind = pso\n");
    draws("e", 1); /* of an evaluation there is no search */
    shows("e/charts/histogram.svg", ">e: rows a game (sphere in 8 dimensions, seed 7)<");
    put("e/config.ini", "[game]\nkind = guideline\nheight = 20\n"); /* whose width is no choice */
    draws("e", 1);
    shows("e/charts/histogram.svg", ">e: rows a game (guideline height 20)<");
    /* of several runs what they have alike */
    put("r/01/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("r/02/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("r/01/config.ini", "[experiment]\nseed = 1\n[agent]\nfeatures = dt\n[optimiser]\nkind = pso\n");
    put("r/02/config.ini", "[experiment]\nseed = 2\n[agent]\nfeatures = dt\n[optimiser]\nkind = lus\n");
    draws("r", 1);
    shows("r/charts/repeat.svg", ">r: 2 runs, by seed (dt)<");
}

/* In a locale that has nothing but ASCII gnuplot complains of a sign that no chart has. */
TEST(test_locale)
{
    OWNED char *kept = mem_text(getenv("LC_ALL"));
    setenv("LC_ALL", "C", 1);
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws("a", 1);
    if (kept != NULL)
        setenv("LC_ALL", kept, 1);
    else
        unsetenv("LC_ALL");
}

/* A function's error is minus its score; 0 has its place a decade below the least error. */
TEST(test_errors_of_functions)
{
    put("f/traits.tsv", ERRORS);
    put("f/metrics.tsv", "iteration\tgames\tpieces\tbest\tbest_score\tmean\tq05\tq25\tmedian\tq75\tq95\tdiversity\n"
                         "1\t10\t10\t-1\t-1\t-50\t-90\t-70\t-50\t-30\t-10\t0.3\n"
                         "2\t20\t20\t-0.001\t-0.001\t-5\t-9\t-7\t-5\t-3\t-1\t0.2\n"
                         "3\t30\t30\t-0\t-0\t-5\t-9\t-7\t-5\t-3\t0\t0.1\n");
    draws("f", 1);
    shows("f/charts/convergence.svg", ">best so far: error 0; iteration 3, 30 evaluations<",
          ">error (0 drawn at the lower edge)<", ">10<");
}

/* Whatever a table may hold is drawn without a word; the full metrics as scores and as errors. */
TEST(test_odd_runs)
{
    static const char games[] = "game\tscore\tcost\n", two[] = "iteration\tbest_score\n", none[] = "";
    static const struct {
        const char *file, *header, *text;
        int pictures;
    } rows[] = {{"metrics.tsv", full_header, "1\t1\t9\t3\t3\t3\t1\t2\t3\t4\t5\t0.1\t0.1\n", 1}, /* a single iteration */
                {"metrics.tsv", full_header,                                                    /* nothing but 0 */
                 "1\t1\t9\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\n2\t1\t9\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\n", 1},
                {"metrics.tsv", full_header, /* all equal */
                 "1\t1\t9\t7\t7\t7\t7\t7\t7\t7\t7\t0.5\t0.5\n2\t2\t19\t7\t7\t7\t7\t7\t7\t7\t7\t0.5\t0.5\n", 1},
                {"metrics.tsv", full_header,
                 "1\t1\t9\tnan\tnan\tnan\tnan\tinf\tnan\tnan\tnan\tnan\tnan\n2\t2\t19\t7\t7\t7\t-inf\t7\tnan\t7\t7\tnan\t0\n"
                 "3\t2\t19\tinf\tinf\t7\t-inf\t7\tnan\t7\t7\tnan\t0\n",
                 1},
                {"metrics.tsv", full_header, "1\t1\t1\t-0\t-0\t-0\t-0\t-0\t-0\t-0\t-0\t0\t0\n", 1}, /* a perfect guess */
                {"metrics.tsv", full_header,                                                        /* being written */
                 "1\t1\t1\t-1e-300\t-1e-300\t-1e300\t-1e300\t-1e200\t-1\t-1e-200\t-1e-300\t1e-300\t0\n2\t3\t", 1},
                {"metrics.tsv", two, "1\t5\n2\t6\n", 1},
                {"games.tsv", games, "0\t0\t5\n1\t0\t6\n", 1},
                {"games.tsv", games, "0\t7\t9\n", 1},
                {"games.tsv", games, "0\t7\t9\n1\t7\t9\n2\t7\t9\n", 1},
                {"games.tsv", games, "0\t1e15\t9\n1\t1\t9\n", 1},
                {"games.tsv", games, "0\tnan\t9\n1\t4\t9\n", 1},
                {"positions.tsv", none, "iteration\tparticle\tscore\tw\n1\t0\t1\t0.5\n", 2},
                {"positions.tsv", none,
                 "iteration\tparticle\tscore\toptimiser.inertia\toptimiser.social\n1\t0\t1\t0.5\tnan\n1\t1\t2\t0.5\t3\n", 2},
                {"heldout.tsv", none,
                 "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t0\t0\t0\t0\t0\n"
                 "b\t2\t0\tnan\t1\tnan\t1\nc\t0.5\t0\t-5\t-5\t0\t0\n",
                 1}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        OWNED char *text = text_new("%s%s", rows[i].header, rows[i].text), *run = text_new("odd%zu", i);
        put_in(run, rows[i].file, text);
        draws(run, rows[i].pictures);
        if (rows[i].header != full_header) continue;
        put_in(run, "traits.tsv", ERRORS);
        draws(run, rows[i].pictures);
    }
}

TEST(test_names)
{
    put("it's \"a\" run; $(x) {a_b}^c @/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws("it's \"a\" run; $(x) {a_b}^c @", 1);
}

/* Five games of mean 3: more than 0 rows had 4 of 5, and the share of the longest is where the axis ends, half a game. */
TEST(test_histogram)
{
    put("g/games.tsv", "game\tscore\tcost\n0\t0\t9\n1\t3\t9\n2\t3\t9\n3\t1\t9\n4\t8\t9\n");
    draws("g", 1);
    /* standard deviation 3.08, t = 2.776 with 4 degrees of freedom */
    shows("g/charts/histogram.svg", ">5 games: mean 3 (95 % interval 0 to 6.83), median 3; line: exponential of the same mean<",
          ">games<");
    put("g/games.tsv", "game\tscore\tcost\n0\t0\t9\n1\t300\t9\n2\t3\t9\n3\t1\t9\n4\t800\t9\n");
    draws("g", 1);
    shows("g/charts/histogram.svg", ">games in each 100 rows<");
}

TEST(test_meta)
{
    put("m/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\n"
        "1\t0\t5\t-1\t0.1\t1\t2\n1\t1\t5\t-2\t0.9\t3\t1\n2\t0\t5\t0.5\t0.5\t1.5\t1.5\n2\t1\t5\tnan\t0.4\t1.4\t1.6\n"
        "3\t0\t5\t0.2\t0.6\t1.7\t1.2\n");
    put("m/heldout.tsv", "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\nsphere\t1\t0\t-1e-9\t-1e-"
                         "5\t2\t1\nsphere\t1\t5\t0\t-1e-6\t3\t1\n"
                         "tetris {10}\t1\t1\t500\t40\t1\t0\ntetris {10}\t1\t6\t300\t400\t0\t1\n");
    put("m/metrics.tsv", "iteration\tbest_score\n1\t-1\n2\t0.5\n3\t0.5\n");
    put("m/borders.tsv", "border\tx\ty\tat_x\tat_y\nmine\toptimiser.inertia\toptimiser.cognitive\t0.2\t2\nmine\toptimiser."
                         "inertia\toptimiser.cognitive\t0.8\t3\n");
    put("m/result.tsv", "claim\tmean\tci95\tgames\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\nvalidated\t1\t0."
                        "1\t9\t0.6\t1.7\t1.2\n");
    draws("m", 4);
    /* The best moves once, from the first row to the third. */
    shows("m/charts/meta_path.svg", ">5 positions; line: the luckiest so far, last in iteration 2 with a score of 0.5; curves: "
                                    "where swarms stop converging<");
    shows_times("m/charts/meta_path.svg", 1, "<text>mine<", "<text>chosen<");
    shows("m/charts/meta_path.svg", ">luckiest<");
    shows("m/charts/weights.svg", ">cognitive  1.7<");
    /* An error of 0 is better than 1e-6; 500 rows are more than 40, 300 less than 400. */
    shows("m/charts/heldout.svg", ">m: on held-out blocks tuned better, 3 : 1 of 4<", ">sphere<", ">tuned better, 2 : 0 of 2<",
          ">error (0 at edge)<", ">tetris {10}<", ">a draw, 1 : 1 of 2<", ">score<");
}

/* In a meta search a candidate that played fewer blocks than others of the iteration was eliminated: its score, of blocks that
 * it lost, is none. In a training all of them count. */
TEST(test_cut_short)
{
    static const char positions[] =
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\n1\t0\t9\t-1\t0.1\n1\t1\t3\t8\t0.9\n1\t2\t9\t-2\t0.3\n"
        "2\t0\t5\t0.5\t0.5\n2\t1\t4\t7\t0.4\n2\t2\t5\t0.7\t0.6\n";
    put("cut/positions.tsv", positions);
    put("cut/blocks.tsv", "phase\n");
    draws("cut", 2);
    shows("cut/charts/meta_path.svg", "last in iteration 2 with a score of 0.7<");
    put("all/positions.tsv", positions);
    draws("all", 2);
    shows("all/charts/meta_path.svg", "last in iteration 1 with a score of 8<");
    put("nan/positions.tsv", "iteration\tparticle\tgames\tscore\tw\n1\t0\t9\t-1\t0.1\nnan\t0\t9\t-2\t0.2\n2\t0\tnan\t5\t0.3\n");
    put("nan/blocks.tsv", "phase\n");
    draws("nan", 2);
    shows("nan/charts/meta_path.svg", "last in iteration 2 with a score of 5<");
}

/* What scores are called, and whether they have logarithms, the run says. */
TEST(test_units)
{
    static const struct {
        const char *units, *subtitle, *label;
    } rows[] = {
        {DIFFERENCES, ">leader: standardised score -0.5; iteration 2, 20 blocks, 900 turns<",
         ">standardised score (0: ordinary)<"},
        {TRAIT_COLUMNS "difference\tscore\tsteps\tlearning runs\n",
         ">leader: -0.5 score a learning run (overstated: on the learning runs it was chosen by); iteration 2, 20 learning runs<",
         ">score a learning run<"},
        {ERRORS, ">best so far: error 0.5; iteration 2, 900 evaluations<", ">error<"},
        {TRAIT_COLUMNS "count\tapples\tsteps\tdays\n",
         ">leader: -0.5 apples a day (overstated: on the days it was chosen by); iteration 2, 20 days, 900 steps<",
         ">apples a day<"}};
    put("a/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t300\t-1\n2\t20\t900\t-0.5\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put("a/traits.tsv", rows[i].units);
        draws("a", 1);
        shows("a/charts/convergence.svg", rows[i].subtitle, rows[i].label);
    }
}

/* Only known names and plain words reach gnuplot. A column of a later version is left out. */
TEST(test_hostile_units)
{
    static const char *const bad[] = {
        "kind\nscore\n",      "kind\n",           "score_noun\nit's\n",   "score_noun\nx\n",
        "play_noun\na\\nb\n", "cost_noun\n`x`\n", "kind\ncount\ncount\n", "kind\there; z\ncount\tx\n"};
    put("a/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t300\t-1\n2\t20\t900\t-0.5\n");
    put("b/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t300\t-1\n2\t20\t900\t-0.5\n");
    put("a/traits.tsv", "here\trun\tkind\n/nowhere/\t/nowhere\terror\n");
    draws("a", 1);
    shows("a/charts/convergence.svg", ">best so far: error 0.5; ");
    for (size_t i = 0; i < LENGTH(bad); i++) {
        put("a/traits.tsv", bad[i]);
        refuses("a", STATUS_DATA, "a/traits.tsv");
        assert_int_equal(compares("b", "a", "out"), STATUS_DATA);
    }
}

/* What is there and cannot be read is not absent. A reported score without a name is no reported score. */
TEST(test_unreadable)
{
    static const char *const links[] = {"a/traits.tsv", "a/result.tsv",    "a/summary.tsv",   "a/presets.tsv",  "a/config.ini",
                                        "a/games.tsv",  "a/positions.tsv", "b/01/traits.tsv", "b/01/result.tsv"};
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("b/01/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    for (size_t i = 0; i < LENGTH(links); i++) {
        const char *name = strrchr(links[i], '/') + 1;
        assert_int_equal(symlink(name, links[i]), 0); /* which leads to itself */
        refuses(links[i][0] == 'a' ? "a" : "b", STATUS_NO_INPUT, name);
        assert_non_null(strstr(scene.errors.line[0], "cannot be read: "));
        unlink(links[i]);
    }
    put("b/02/notes.txt", "just begun\n");
    draws("b", 1);
    put("a/result.tsv", "mean\n1\n");
    refuses("a", STATUS_DATA, "a/result.tsv: must have the columns");
}

/* The best of each particle and of the swarm, the coordinates over the iterations: of a swarm, which has a velocity. */
TEST(test_swarm)
{
    put("p/metrics.tsv", "iteration\tgames\tpieces\tbest_score\tvelocity\n1\t4\t40\t70\t0.5\n2\t8\t90\t90\t0.4\n");
    put("p/positions.tsv", "iteration\tparticle\tgames\tscore\tholes\twells\n1\t0\t2\t70\t1\t2\n1\t1\t2\t5\t3\t4\n2\t0\t2\t60\t5"
                           "\t6\n2\t1\t2\t90\t7\t8\n");
    put("p/result.tsv", "claim\tmean\tci95\tgames\tholes\twells\ntraining\t90\t9\t2\t7\t8\n");
    draws("p", 4);
    shows("p/charts/personal.svg",
          ">the highest score of an iteration that each of 2 particles has had so far: the luckiest, overstated<");
    shows_times("p/charts/personal.svg", 0, "<text>validated, 95 %<");
    shows("p/charts/weights.svg", ">holes  7<", ">mean ± sd<", ">each coordinate of the candidates; dot and number: chosen<");
    /* weights as multiples of the last deviations of their features */
    put("p/features.tsv", "iteration\tholes\twells\n1\t3\t1\n2\t0.5\t10\n");
    draws("p", 4);
    shows("p/charts/weights.svg", ">holes  3.5<", ">wells  80<",
          ">weight × standard deviation of its feature (iteration 2); dotted: first measurement; ");
    put("p/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t4\t40\t70\n2\t8\t90\t90\n");
    draws("p", 3);
}

TESTS_EACH(scene_begin, scene_end)
