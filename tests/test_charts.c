/* test_charts.c. Charts of runs, comparisons, studies and tables, and what all scripts share. All must be drawn without a
 * complaint; what scripts compute is looked for in their tables and pictures. Runs are files in a folder. Without gnuplot, tables
 * are checked alone. */
#include "analysis/run_tables.h"
#include "base/error.h"
#include "charts/charts.h"
#include "file/files.h"
#include "file/tsv.h"
#include "tests/helpers.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/* How charts are wanted, as svg at first, and what they say. */
typedef struct {
    Charts how;
    Errors errors, warnings, drawn;
    bool gnuplot;
} Scene;

/* What becomes of a run that can be drawn. */
#define DRAWN (scene.gnuplot ? STATUS_OK : STATUS_UNAVAILABLE)

/* What the numbers of a run are called: those of errors of a function, or of a search over parameters. */
#define TRAIT_COLUMNS "kind\tscore_noun\tcost_noun\tplay_noun\n"

#define ERRORS TRAIT_COLUMNS "error\tscore\tevaluations\tevaluations\n"
#define DIFFERENCES TRAIT_COLUMNS "difference\tscore\tturns\tblocks\n"

/* A picture shows all of these texts, so many times, or at least once. Where there is no gnuplot there is no picture. */
#define shows_times(picture, times, ...) shows_all(picture, times, (const char *const[]){__VA_ARGS__, NULL})
#define shows(picture, ...) shows_times(picture, -1, __VA_ARGS__)

#define HAS_COLUMN(table, name, ...) \
    assert_column(table, name, (const double[]){__VA_ARGS__}, (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

static Scene scene;

/* Before and after each test, which works in a folder of its own: TESTS_EACH(scene_begin, scene_end). */
static int scene_begin(void **state)
{
    scene = (Scene){
        .how = {.format = "svg", .errors = &scene.errors, .warnings = &scene.warnings, .drawn = &scene.drawn},
        .gnuplot = system("command -v gnuplot >/dev/null") == 0,
    };
    return place_enter(state);
}

/* What was said so far. */
static void forget(void)
{
    errors_free(&scene.errors);
    errors_free(&scene.warnings);
    errors_free(&scene.drawn);
}

static int scene_end(void **state)
{
    forget();
    return place_leave(state);
}

/* Writes a file, with the folders above it; or one of a run. */
static void put(const char *name, const char *text)
{
    OWNED char *folder = text_new("./%s", name);
    *strrchr(folder, '/') = '\0';
    assert_true(files_make_directory(folder));
    write_file(name, text);
}

static void put_in(const char *run, const char *file, const char *text)
{
    OWNED char *name = files_path(run, file);
    put(name, text);
}

/* No half-written file may stay behind. */
static void no_temporaries(const char *dir)
{
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) assert_null(strstr(e->d_name, ".tmp"));
    closedir(d);
}

/* What becomes of the charts of a run. */
static Status status_of(const char *run)
{
    forget();
    return charts_run(&scene.how, run);
}

/* Draws the run called name and expects so many pictures, and no word of complaint. */
static void draws(const char *name, int pictures)
{
    OWNED char *folder = text_new("%s/charts", name);
    Status status = status_of(name);
    for (int i = 0; scene.gnuplot && i < scene.errors.n; i++) print_error("%s\n", scene.errors.line[i]);
    for (int i = 0; i < scene.warnings.n; i++) print_error("%s\n", scene.warnings.line[i]);
    assert_int_equal(status, DRAWN);
    assert_int_equal(scene.warnings.n, 0);
    assert_int_equal(scene.drawn.n, scene.gnuplot ? pictures : 0);
    for (int i = 0; i < scene.drawn.n; i++) assert_int_equal(access(scene.drawn.line[i], R_OK), 0);
    no_temporaries(folder);
}

/* A column of a table that was written. */
static double *column(const char *table, const char *name, int *n)
{
    CLOSED(tsv_free) Tsv t;
    Errors errors = {0};
    assert_int_equal(tsv_read(&t, table, '\t', &errors), STATUS_OK);
    double *x = tsv_numbers(&t, name, &errors);
    assert_non_null(x);
    *n = t.rows;
    return x;
}

/* Where a text stands in a picture, pixels from the left and the top. False: there is no gnuplot, or no such text. */
static bool text_at(const char *picture, const char *text, double *x, double *y)
{
    if (!scene.gnuplot) return false;
    OWNED char *svg = files_read(picture, NULL), *tag = text_new("<text>%s<", text);
    assert_non_null(svg);
    char *found = strstr(svg, tag), *place = NULL;
    for (char *p = svg; found != NULL && (p = strstr(p, "translate(")) != NULL && p < found; p++) place = p;
    return place != NULL && sscanf(place, "translate(%lf,%lf)", x, y) == 2;
}

static void shows_all(const char *picture, int times, const char *const *text)
{
    if (!scene.gnuplot) return;
    OWNED char *svg = files_read(picture, NULL);
    assert_non_null(svg);
    for (; *text != NULL; text++) {
        int n = 0;
        for (const char *found = svg; (found = strstr(found, *text)) != NULL; found++) n++;
        if (times < 0 ? n == 0 : n != times) fail_msg("%s shows %s %d times", picture, *text, n);
    }
}

/* A column of a table is these numbers (n); near is near enough. NAN is NAN. */
static void assert_column(const char *table, const char *name, const double *expected, int n)
{
    int rows;
    OWNED double *x = column(table, name, &rows);
    assert_int_equal(rows, n);
    for (int i = 0; i < n; i++)
        if (isnan(expected[i]) ? !isnan(x[i]) : !(fabs(x[i] - expected[i]) <= 1e-8 * fabs(expected[i])))
            fail_msg("%s: %s in line %d is %g, not %g", table, name, i + 2, x[i], expected[i]);
}

/* What becomes of the comparison of two runs, which goes to out. */
static Status compares(const char *a, const char *b, const char *out)
{
    Charts c = scene.how;
    c.out = out;
    forget();
    return charts_compare(&c, (const char *[]){a, b}, 2);
}

/* The charts of a run end with this status, and one error, in which text is. */
static void refuses(const char *run, Status status, const char *text)
{
    assert_int_equal(status_of(run), status);
    assert_int_equal(scene.errors.n, 1);
    assert_non_null(strstr(scene.errors.line[0], text));
}

/* ==== one run, of every kind ==== */

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
    shows_times("a/charts/convergence.svg", 0, "<text>95 %<");
    put("a/result.tsv", "reported\tmean\tlower\tupper\tgames\tw\ntraining\t300\tNaN\tNaN\t9\t1\nvalidated\t80\t0\t170\t9\t1\n");
    draws("a", 1);
    shows("a/charts/convergence.svg",
          ">validated: 80 (0 to 170); leader: 500 rows a game (overstated: on the games it was chosen by); ", ">validated<",
          ">95 %<");
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
    scene.how.size[0] = 600;
    scene.how.size[1] = 400;
    scene.how.title = "'it's' {my}\n`title`";
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    assert_int_equal(status_of("a"), DRAWN);
    shows("a/charts/convergence.svg", "width=\"600\" height=\"400\"", ">'it's' {my} `title`<");
    shows_times("a/charts/convergence.svg", 0, "a: convergence");
}

/* The least and the greatest size of letters in a picture, in points of 1/72 inch: 96 pixels are an inch. */
static void letters_of(const char *picture, double *least, double *most)
{
    OWNED char *svg = files_read(picture, NULL);
    assert_non_null(svg);
    *least = 1e9, *most = 0;
    for (const char *p = svg; (p = strstr(p, "font-size=\"")) != NULL;) {
        const double points = strtod(p += strlen("font-size=\""), NULL) * 72 / 96;
        *least = fmin(*least, points), *most = fmax(*most, points);
    }
}

/* A figure for a column of a paper: as wide as asked for, letters of 7 to 8 points (the name of a panel: 8.7), no title, and the
 * key says what the title would have. Without a format it is a pdf. */
TEST(test_column)
{
    scene.how = (Charts){.format = "svg",
                         .size = {3.4, 2.55, 1},
                         .untitled = true,
                         .errors = &scene.errors,
                         .warnings = &scene.warnings,
                         .drawn = &scene.drawn};
    put("p/metrics.tsv",
        "iteration\tgames\tpieces\tbest_score\tvelocity\tdiversity\n1\t4\t40\t70\t0.5\t1\n2\t8\t90\t90\t0.4\t1\n");
    put("p/positions.tsv", "iteration\tparticle\tgames\tscore\tholes\twells\n1\t0\t2\t70\t1\t2\n1\t1\t2\t5\t3\t4\n");
    put("p/games.tsv", "game\tscore\tcost\n0\t5\t9\n1\t7\t9\n2\t9\t9\n");
    put("p/heldout.tsv", "problem\tbudget\tblock\ttuned\tuntuned\nf\t1\t0\t5\t4\nf\t1\t1\t3\t4\n");
    draws("p", 6);
    for (int i = 0; scene.gnuplot && i < scene.drawn.n; i++) {
        double least, most;
        shows(scene.drawn.line[i], "width=\"326\"");
        shows_times(scene.drawn.line[i], 0, "<text>p: ");
        letters_of(scene.drawn.line[i], &least, &most);
        if (!(least >= 6.99 && most <= 8.7)) fail_msg("%s: letters of %g to %g points", scene.drawn.line[i], least, most);
    }
    shows("p/charts/convergence.svg", ">leader, overstated<");
    shows_times("p/charts/convergence.svg", 0, ">share of diagonal<");
    scene.how.points = 10;
    scene.how.format = NULL;
    scene.how.size[1] = 9;
    draws("p", 6);
    if (scene.gnuplot) assert_int_equal(access("p/charts/convergence.pdf", R_OK), 0);
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
          ">error (0 at edge)<", ">tetris {10}<", ">a draw, 1 : 1 of 2<", ">score, as reported<");
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
    shows_times("p/charts/personal.svg", 0, "<text>95 %<");
    shows("p/charts/weights.svg", ">holes  7<", ">mean ± sd<", ">each coordinate of the candidates; dot and number: chosen<");
    /* weights as multiples of the last deviations of their features */
    put("p/features.tsv", "iteration\tholes\twells\n1\t3\t1\n2\t0.5\t10\n");
    draws("p", 4);
    shows("p/charts/weights.svg", ">holes  3.5<", ">wells  80<",
          ">weight × standard deviation of its feature (iteration 2); dotted: first measurement; ");
    put("p/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t4\t40\t70\n2\t8\t90\t90\n");
    draws("p", 3);
}

/* ==== ablations, tournaments, repeats, comparisons and grids ==== */

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
    shows("out/compare.svg", "points and numbers: validated (repeats: geometric mean); bars: 95 %<", ">long  70<");
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

/* ==== tables of statistics, what all scripts share; charts without data, gnuplot, scripts or room ==== */

/* ---- tables ---- */

TEST(test_read)
{
    CLOSED(tsv_free) Tsv t;
    put("a.tsv", "name\tx\tempty\nfirst\t1.5\t\r\n\nsecond\t-inf\t-\nthird\t2e3\tnan\nunfinish");
    assert_int_equal(tsv_read(&t, "a.tsv", '\t', &scene.errors), STATUS_OK);
    assert_int_equal(t.rows, 3);
    assert_int_equal(t.line[1], 4);
    assert_int_equal(tsv_column(&t, "x"), 1);
    assert_int_equal(tsv_column(&t, "y"), -1);
    assert_string_equal(tsv_cell(&t, 2, 0), "third");
    OWNED double *x = tsv_numbers(&t, "x", &scene.errors), *empty = tsv_numbers(&t, "empty", &scene.errors);
    assert_true(x[0] == 1.5 && isnan(x[1]) && x[2] == 2000);
    assert_true(isnan(empty[0]) && isnan(empty[1]) && isnan(empty[2]));
    assert_null(tsv_numbers(&t, "y", &scene.errors));
    assert_int_equal(scene.errors.n, 0);
    assert_null(tsv_numbers(&t, "name", &scene.errors));
    assert_non_null(strstr(scene.errors.line[0], "a.tsv:2: name = 'first': must be a number"));
}

TEST(test_read_bad)
{
    Tsv t;
    assert_int_equal(tsv_read(&t, "none.tsv", '\t', &scene.errors), STATUS_NO_INPUT);
    tsv_free(&t);
    assert_int_equal(scene.errors.n, 0);
    assert_int_equal(tsv_read(&t, ".", '\t', &scene.errors), STATUS_NO_INPUT);
    tsv_free(&t);
    assert_int_equal(scene.errors.n, 1);
    put("b.tsv", "a,b\n1,2\n3\n");
    assert_int_equal(tsv_read(&t, "b.tsv", ',', &scene.errors), STATUS_DATA);
    assert_non_null(strstr(scene.errors.line[1], "b.tsv:3: the line has 1 cells: must be 2"));
    tsv_free(&t);
    put("c.tsv", "");
    assert_int_equal(tsv_read(&t, "c.tsv", ',', &scene.errors), STATUS_DATA);
    tsv_free(&t);
    static const char *const names[] = {"a b", "", "system(\"x\")", "`x`", "a'", "@a", "<a", "a\033[2J", "a\\n", "\303\244"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        OWNED char *text = text_new("optimiser.a+b=c-d\t%s\n1\t2\n", names[i]);
        put("d.tsv", text);
        forget();
        assert_int_equal(tsv_read(&t, "d.tsv", '\t', &scene.errors), STATUS_DATA);
        assert_non_null(strstr(scene.errors.line[0], "names column 2: must be letters, digits and the signs _ . + - ="));
        tsv_free(&t);
    }
}

TEST(test_write)
{
    CLOSED(tsv_free) Tsv t;
    Table w;
    const double x[] = {1.0 / 3, NAN};
    table_begin(&w, "name");
    table_column(&w, "%c", 'x');
    table_row(&w, "one", x, 1);
    table_row(&w, "t\two", x + 1, 1); /* a tab would begin another cell */
    assert_int_equal(table_write(&w, ".", &scene.errors, "%s.tsv", "w"), STATUS_OK);
    assert_int_equal(tsv_read(&t, "w.tsv", '\t', &scene.errors), STATUS_OK);
    OWNED double *read = tsv_numbers(&t, "x", &scene.errors);
    assert_true(read[0] == x[0]); /* results are read back as they were */
    assert_string_equal(tsv_cell(&t, 1, 0), "t wo");
    assert_string_equal(tsv_cell(&t, 1, 1), "NaN");
    table_begin(&w, "x");
    assert_int_equal(table_write(&w, "nowhere", &scene.errors, "w.tsv"), STATUS_IO);
    assert_int_equal(scene.errors.n, 1);
    no_temporaries(".");
}

/* ---- what scripts share ---- */

/* Copies the scripts of plots/ into folder, so that one of them can be changed. */
static void copy_scripts(const char *folder)
{
    OWNED char *plots = places_find("plots");
    OWNED char *command = text_new("mkdir -p '%s' && cp '%s'/*.gp '%s'", folder, plots, folder);
    assert_int_equal(system(command), 0);
}

/* Draws a run by a changed convergence.gp: what every script begins with, then these commands, which print into printed.txt.
 * Returns what was printed, owned. */
static char *commanded(const char *commands)
{
    static const char head[] = "chart = 'convergence'\nrun = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5\n"
                               "here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }\n"
                               "load here.'style.gp'\nset print 'printed.txt'\n";
    OWNED char *script = text_new("%s%s\nset xrange [0:1]\nplot x\n", head, commands);
    copy_scripts("my scripts");
    put("my scripts/convergence.gp", script);
    put("own/metrics.tsv", "iteration\tbest_score\n1\t5\n");
    scene.how.plots = "my scripts";
    Status status = status_of("own");
    for (int i = 0; i < scene.errors.n; i++) print_error("%s\n", scene.errors.line[i]);
    assert_int_equal(status, STATUS_OK);
    char *printed = files_read("own/charts/printed.txt", NULL);
    assert_non_null(printed);
    return printed;
}

TEST(test_numbers)
{
    if (!scene.gnuplot) skip();
    OWNED char *printed =
        commanded("print number(0); print number(0.25); print number(12.5); print number(999.96); print number(5123.4)\n"
                  "print number(-123456); print number(35.2e6); print number(3.14e-12); print number(9.99e-5)\n"
                  "print number(NaN); print short('abcdefghij', 5); print short('äöüß', 4)\n"
                  "print near(1.4), near(26), near(360), near(80)\n"
                  "print sprintf('%.2f %.2f %.3f', student(5), student(30), student(100000))\n"
                  "kind = 'error'; bottom = 1e-9; print shown(-5), shown(0), shown(NaN); kind = 'count'; print shown(-5.0)");
    /* Student's t at 0.975: tables have 2.776, 2.045, 1.960. */
    assert_string_equal(printed, "0\n0.25\n12.5\n1,000\n5,123\n-123,456\n35.2M\n"
                                 "3.1×10⁻¹²\n1.0×10⁻⁴\nnone\nab…ij\näöüß\n"
                                 "1.0 20.0 500.0 100.0\n2.78 2.05 1.960\n5 1e-09 NaN\n-5.0\n");
}

TEST(test_axes)
{
    static const struct {
        const char *scale, *seen;
        int want;
        const char *expected; /* a part of ends, kind (0 linear, 1 log, 2 log of 1 + v) and tics */
    } rows[] = {{"exact", "0 100", 5, "0 100 0\n'0' 0 0, '20' 20 0, '40' 40 0"},
                {"exact", "-1 1", 4, "'−0.5' -0.5 0, '0' 0 0, '0.5' 0.5 0"},
                {"exact", "0 2.0e6", 4, "'0.5M' 500000 0, '1.0M' 1000000 0"},
                {"linear", "0 100", 5, "-5 105 0\n"},
                {"linear", "7 7", 5, "6.3 7.7 0\n"},
                {"zero", "0 0", 5, "0 1 0\n"},
                {"log", "1 2.0e6", 8, "'100k' 100000 0"},
                {"log", "1.0e-12 1", 4, "'10^{-8}' 1e-08 0"},
                {"log", "2 60", 8, "'50' 50 0"},
                {"count", "100 900", 5, " 0\n'0' 0 0"}, /* less than a decade stays linear, from 0 */
                {"count", "100 90000", 5, " 1\n"},
                {"count", "0 90000", 5, " 2\n'0' 0 0, '1' 1 0"}, /* 0 needs log(1 + v) */
                {"played", "1 99", 5, "1 99 0\n"},
                {"played", "1 200", 5, "1 200 1\n"},
                {"log", "", 5, "0 1 0\n"},
                {"count", "1.0e300 1.0e-300", 5, " 2\n"},
                {"log", "1.0e300 1.0e-300", 5, " 1\n"},
                {"linear", "1.0e300 -1.0e300", 5, " 0\n"}};
    if (!scene.gnuplot) skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED char *commands =
            text_new("do for [k = 1:words('%s')] { ignored = see(real(word('%s', k))) }\nletter = 'y'; scale = '%s'; want = %d\n"
                     "load here.'axis.gp'; print sprintf('%%g %%g %%d', axis_lo, axis_hi, axis_log); print tics",
                     rows[i].seen, rows[i].seen, rows[i].scale, rows[i].want);
        OWNED char *printed = commanded(commands);
        if (strstr(printed, rows[i].expected) == NULL)
            fail_msg("%s of %s: %s: not %s", rows[i].scale, rows[i].seen, printed, rows[i].expected);
    }
}

/* Labels keep their order, their distance, and to the picture. */
TEST(test_spread)
{
    static const struct {
        const char *places, *expected;
    } rows[] = {{"0.2 0.9", "0.20 0.90"}, {"0.5 0.5 0.5", "0.40 0.50 0.60"}, {"1 0.99 0.1 0.98", "1.00 0.90 0.10 0.80"}};
    if (!scene.gnuplot) skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED char *commands =
            text_new("n = words('%s'); array place[n]; do for [k = 1:n] { place[k] = real(word('%s', k)) }\ngap = 0.1; load "
                     "here.'spread.gp'\n"
                     "text = ''; do for [k = 1:n] { text = text.sprintf(' %%.2f', place[k]) }; print text[2:*]",
                     rows[i].places, rows[i].places);
        OWNED char *printed = commanded(commands);
        printed[strcspn(printed, "\n")] = '\0';
        assert_string_equal(printed, rows[i].expected);
    }
}

/* A script of the user's is run by gnuplot itself, on the run directory alone. */
TEST(test_own_script)
{
    if (!scene.gnuplot) skip();
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws("a", 1);
    copy_scripts("mine");
    assert_int_equal(system("printf 'set title \"drawn by me\"\\n' >>mine/style.gp"), 0);
    assert_int_equal(system("gnuplot -c mine/convergence.gp a svg own.svg"), 0);
    shows("own.svg", "drawn by me");
}

/* ---- what goes wrong: what is said, and that nothing half-made is left ---- */

TEST(test_bad_data)
{
    static const struct {
        const char *run, *file, *text;
        Status status;
        const char *said;
    } rows[] = {{"empty", "notes.txt", "nothing\n", STATUS_NO_INPUT, ""},
                {"new", "metrics.tsv", "iteration\tbest_score\n", STATUS_NO_INPUT, "no finished iteration yet"},
                {"games", "games.tsv", "game\tscore\tcost\n", STATUS_NO_INPUT, ""},
                {"a", "metrics.tsv", "iteration\tbest_score\n1\tmany\n", STATUS_DATA,
                 "metrics.tsv:2: best_score = 'many': must be a number"},
                {"b", "metrics.tsv", "turn\tpoints\n1\t2\n", STATUS_DATA, ""},
                {"c", "metrics.tsv", "iteration\tbest_score\n1\tnan\n", STATUS_DATA, ""},
                {"d", "heldout.tsv", "problem\tblock\ttuned\n", STATUS_DATA, ""},
                {"e", "positions.tsv", "iteration\tparticle\tscore\n1\t1\t1\n", STATUS_DATA, ""}};
    refuses("nowhere", STATUS_NO_INPUT, "");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        put_in(rows[i].run, rows[i].file, rows[i].text);
        refuses(rows[i].run, rows[i].status, rows[i].said);
    }
}

TEST(test_no_gnuplot)
{
    OWNED char *path = mem_text(getenv("PATH"));
    put("it's a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("it's a/games.tsv", "game\tscore\tcost\n0\t5\t9\n");
    setenv("PATH", "/nowhere", 1);
    Status status = status_of("./it's a");
    setenv("PATH", path, 1);
    assert_int_equal(status, STATUS_UNAVAILABLE);
    assert_int_equal(scene.errors.n, 1);
    assert_non_null(strstr(scene.errors.line[0], "gnuplot-nox"));
    assert_non_null(strstr(scene.errors.line[0], "/it'\\''s a'"));
    assert_int_equal(access("it's a/charts/convergence.set", R_OK), 0);
    assert_int_equal(access("it's a/charts/histogram.set", R_OK), 0);
    no_temporaries("it's a/charts");
}

/* A gnuplot of our own: says something and fails, or draws nothing, or warns and draws. */
static Status with_gnuplot(const char *script)
{
    OWNED char *path = mem_text(getenv("PATH"));
    put("bin/gnuplot", script);
    assert_int_equal(chmod("bin/gnuplot", 0755), 0);
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    OWNED char *bin = realpath("bin", NULL), *here = text_new("%s:%s", bin, path);
    setenv("PATH", here, 1);
    Status status = status_of("a");
    setenv("PATH", path, 1);
    no_temporaries("a/charts");
    return status;
}

TEST(test_failing_gnuplot)
{
    assert_int_equal(with_gnuplot("#!/bin/sh\necho 'plot x' >&2\necho '\"a.gp\" line 7: no such thing' >&2\nexit 1\n"),
                     STATUS_INTERNAL);
    assert_int_equal(scene.errors.n, 1);
    assert_non_null(strstr(scene.errors.line[0], "gnuplot says: \"a.gp\" line 7: no such thing"));
    /* Without memory or room it is killed, cannot be loaded, says so, or draws half; a table may be gone when it looks. */
    static const char *const io[] = {"exit 0",
                                     "kill -9 $$",
                                     "exit 127",
                                     "echo '\"a.gp\" line 7: out of memory for x' >&2\nexit 1",
                                     "echo half a picture > \"$6\"",
                                     "echo picture IEND > \"$6\"\necho 'line 7: warning: Cannot find or open file \"x\"' >&2",
                                     "echo picture IEND > \"$6\"\necho 'Skipping unreadable file \"x\"' >&2"};
    for (size_t i = 0; i < LENGTH(io); i++) {
        OWNED char *script = text_new("#!/bin/sh\n%s\n", io[i]);
        if (with_gnuplot(script) != STATUS_IO) fail_msg("%s", io[i]);
    }
    assert_int_equal(scene.drawn.n, 0);
    assert_int_equal(
        with_gnuplot("#!/bin/sh\ni=0; while [ $i -lt 5000 ]; do echo 'too much to say for a pipe' >&2; i=$((i+1)); done\n"
                     "echo picture IEND > \"$6\"\n"),
        STATUS_OK);
    assert_int_equal(scene.warnings.n, 5000);
    assert_int_equal(scene.drawn.n, 1);
}

TEST(test_cannot_create)
{
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("a/charts", "in the way\n");
    refuses("a", STATUS_CANT_CREATE, "");
    scene.how.out = "a/metrics.tsv/below";
    assert_int_equal(status_of("a"), STATUS_CANT_CREATE);
}

TEST(test_no_scripts)
{
    scene.how.plots = "plots";
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    refuses("a", STATUS_INTERNAL, "");
}

TEST(test_formats)
{
    if (!scene.gnuplot) skip();
    static const char *const format[] = {NULL, "png", "svg", "pdf"};
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    for (int i = 0; i < 4; i++) {
        scene.how.format = format[i];
        assert_int_equal(status_of("a"), STATUS_OK);
        assert_int_equal(scene.drawn.n, i == 0 ? 2 : 1);
        assert_int_equal(scene.warnings.n, 0);
    }
}

TESTS_EACH(scene_begin, scene_end)
