/* Tables, axes, and what becomes of run directories of every kind. Pictures are only asked to be there and to be drawn without a
 * complaint; what they show is in the tables, which are checked by hand counts. Without gnuplot the tables are checked alone. */
#include "base/mem.h"
#include "file/files.h"
#include "file/tsv.h"
#include "report/chart_axis.h"
#include "report/charts.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A folder of its own for each test, gone afterwards; what charts say. */
typedef struct {
    char dir[64];
    Errors errors, warnings, drawn;
    bool gnuplot;
    const char *path; /* as in Charts */
} Scene;

static bool in_path(const char *program)
{
    char *path = mem_text(getenv("PATH") != NULL ? getenv("PATH") : "");
    bool found = false;
    for (char *save = NULL, *dir = strtok_r(path, ":", &save); dir != NULL && !found; dir = strtok_r(NULL, ":", &save)) {
        char *file = files_path(dir, program);
        found = access(file, X_OK) == 0;
        free(file);
    }
    free(path);
    return found;
}

static int begin(void **state)
{
    Scene *s = mem_new(1, sizeof *s);
    strcpy(s->dir, "/tmp/swarmtris-charts-XXXXXX");
    s->gnuplot = in_path("gnuplot");
    *state = s;
    return mkdtemp(s->dir) == NULL;
}

static void remove_tree(const char *dir)
{
    DIR *d = opendir(dir);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        char *path = files_path(dir, e->d_name);
        if (unlink(path) != 0) remove_tree(path);
        free(path);
    }
    if (d != NULL) closedir(d);
    rmdir(dir);
}

static void forget(Scene *s)
{
    errors_free(&s->errors);
    errors_free(&s->warnings);
    errors_free(&s->drawn);
}

static int end(void **state)
{
    Scene *s = *state;
    forget(s);
    remove_tree(s->dir);
    free(s);
    return 0;
}

/* dir/name below the scene; borrowed until the next call. */
static const char *at(const Scene *s, const char *name)
{
    static char path[400];
    snprintf(path, sizeof path, "%s/%s", s->dir, name);
    return path;
}

/* Writes a file below the scene, with the folders above it. */
static void put(const Scene *s, const char *name, const char *text)
{
    char *path = mem_text(at(s, name));
    *strrchr(path, '/') = '\0';
    assert_true(files_make_directory(path));
    free(path);
    FILE *f = fopen(at(s, name), "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static Charts charts(Scene *s)
{
    forget(s);
    return (Charts){.format = "png", .path = s->path, .errors = &s->errors, .warnings = &s->warnings, .drawn = &s->drawn};
}

/* No half-written file may stay behind. */
static void no_temporaries(const char *dir)
{
    DIR *d = opendir(dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) assert_null(strstr(e->d_name, ".tmp"));
    closedir(d);
}

/* Draws the run called name and expects so many pictures, and no word of complaint. */
static void draws(Scene *s, const char *name, int pictures)
{
    Charts c = charts(s);
    char folder[440];
    snprintf(folder, sizeof folder, "%s/charts", at(s, name));
    ChartsStatus status = charts_run(&c, at(s, name));
    for (int i = 0; s->gnuplot && i < s->errors.n; i++) print_error("%s\n", s->errors.line[i]);
    for (int i = 0; i < s->warnings.n; i++) print_error("%s\n", s->warnings.line[i]);
    assert_int_equal(status, s->gnuplot ? CHARTS_DRAWN : CHARTS_NO_GNUPLOT);
    assert_int_equal(s->warnings.n, 0);
    assert_int_equal(s->drawn.n, s->gnuplot ? pictures : 0);
    for (int i = 0; i < s->drawn.n; i++) assert_int_equal(access(s->drawn.line[i], R_OK), 0);
    no_temporaries(folder);
}

/* A column of a table that was written. */
static double *column(const Scene *s, const char *table, const char *name, int *n)
{
    Tsv t;
    Errors errors = {0};
    assert_int_equal(tsv_read(&t, at(s, table), '\t', &errors), TSV_READ);
    double *x = tsv_numbers(&t, name, &errors);
    assert_non_null(x);
    *n = t.rows;
    tsv_free(&t);
    return x;
}

/* Whether a chart's assignments have the line. */
static void assigns(const Scene *s, const char *set, const char *line)
{
    char *text = files_read(at(s, set), NULL);
    assert_non_null(text);
    const size_t length = strlen(line);
    const char *found = text;
    while (found != NULL && (strncmp(found, line, length) != 0 || found[length] != '\n')) {
        found = strchr(found, '\n');
        if (found != NULL) found++;
    }
    if (found == NULL) fail_msg("no line %s in\n%s", line, text);
    free(text);
}

/* A column of a table is these numbers (n); near is near enough. NAN is NAN. */
static void assert_column(const Scene *s, const char *table, const char *name, const double *expected, int n)
{
    int rows;
    double *x = column(s, table, name, &rows);
    assert_int_equal(rows, n);
    for (int i = 0; i < n; i++)
        if (isnan(expected[i]) ? !isnan(x[i]) : !(fabs(x[i] - expected[i]) <= 1e-8 * fabs(expected[i])))
            fail_msg("%s: %s in line %d is %g, not %g", table, name, i + 2, x[i], expected[i]);
    free(x);
}
#define HAS_COLUMN(s, table, name, ...) \
    assert_column(s, table, name, (const double[]){__VA_ARGS__}, (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))

/* ---- tables ---- */

static void test_read(void **state)
{
    Scene *s = *state;
    Tsv t;
    put(s, "a.tsv", "name\tx\tempty\nfirst\t1.5\t\r\n\nsecond\t-inf\t-\nthird\t2e3\tnan\nunfinish");
    assert_int_equal(tsv_read(&t, at(s, "a.tsv"), '\t', &s->errors), TSV_READ);
    assert_int_equal(t.rows, 3);
    assert_int_equal(t.line[1], 4);
    assert_int_equal(tsv_column(&t, "x"), 1);
    assert_int_equal(tsv_column(&t, "y"), -1);
    assert_string_equal(tsv_cell(&t, 2, 0), "third");
    double *x = tsv_numbers(&t, "x", &s->errors), *empty = tsv_numbers(&t, "empty", &s->errors);
    assert_true(x[0] == 1.5 && isnan(x[1]) && x[2] == 2000);
    assert_true(isnan(empty[0]) && isnan(empty[1]) && isnan(empty[2]));
    assert_null(tsv_numbers(&t, "y", &s->errors));
    assert_int_equal(s->errors.n, 0);
    assert_null(tsv_numbers(&t, "name", &s->errors));
    assert_non_null(strstr(s->errors.line[0], "a.tsv:2: name = 'first': must be a number"));
    free(x);
    free(empty);
    tsv_free(&t);
}

static void test_read_bad(void **state)
{
    Scene *s = *state;
    Tsv t;
    assert_int_equal(tsv_read(&t, at(s, "none.tsv"), '\t', &s->errors), TSV_MISSING);
    tsv_free(&t);
    assert_int_equal(s->errors.n, 0);
    assert_int_equal(tsv_read(&t, s->dir, '\t', &s->errors), TSV_MISSING);
    tsv_free(&t);
    assert_int_equal(s->errors.n, 1);
    put(s, "b.tsv", "a,b\n1,2\n3\n");
    assert_int_equal(tsv_read(&t, at(s, "b.tsv"), ',', &s->errors), TSV_BAD);
    assert_non_null(strstr(s->errors.line[1], "b.tsv:3: the line has 1 cells: must be 2"));
    tsv_free(&t);
    put(s, "c.tsv", "");
    assert_int_equal(tsv_read(&t, at(s, "c.tsv"), ',', &s->errors), TSV_BAD);
    tsv_free(&t);
}

static void test_write(void **state)
{
    Scene *s = *state;
    Tsv t;
    char *text[] = {"one", "two"};
    double x[] = {1.0 / 3, NAN};
    assert_true(tsv_write(at(s, "w.tsv"), (TsvColumn[]){{"name", NULL, text}, {"x", x, NULL}}, 2, 2, &s->errors));
    assert_int_equal(tsv_read(&t, at(s, "w.tsv"), '\t', &s->errors), TSV_READ);
    assert_string_equal(tsv_cell(&t, 0, 1), "0.333333333");
    assert_string_equal(tsv_cell(&t, 1, 0), "two");
    assert_string_equal(tsv_cell(&t, 1, 1), "NaN");
    tsv_free(&t);
    assert_false(tsv_write(at(s, "nowhere/w.tsv"), NULL, 0, 0, &s->errors));
    assert_int_equal(s->errors.n, 1);
    no_temporaries(s->dir);
}

/* ---- axes ---- */

static void test_steps(void **state)
{
    (void)state;
    assert_true(axis_ten(-3) == 1e-3 && axis_ten(0) == 1 && axis_ten(300) == 1e300);
    assert_true(axis_step(100, 10) == 10 && axis_step(101, 10) == 20 && axis_step(7, 10) == 1 && axis_step(35, 10) == 5);
    assert_true(axis_near(1.4) == 1 && axis_near(26) == 20 && axis_near(360) == 500 && axis_near(80) == 100);
}

static void test_number(void **state)
{
    (void)state;
    char t[40];
    assert_string_equal(axis_number(0, t, sizeof t), "0");
    assert_string_equal(axis_number(0.25, t, sizeof t), "0.25");
    assert_string_equal(axis_number(12.5, t, sizeof t), "12.5");
    assert_string_equal(axis_number(999.96, t, sizeof t), "1,000");
    assert_string_equal(axis_number(5123.4, t, sizeof t), "5,123");
    assert_string_equal(axis_number(-123456, t, sizeof t), "-123,456");
    assert_string_equal(axis_number(35.2e6, t, sizeof t), "35.2M");
    assert_string_equal(axis_number(3.14e-12, t, sizeof t), "3.1×10⁻¹²");
    assert_string_equal(axis_number(9.99e-5, t, sizeof t), "1.0×10⁻⁴");
    assert_string_equal(axis_number(1e-310, t, sizeof t) != NULL ? "drawn" : "", "drawn");
    assert_string_equal(axis_number(NAN, t, sizeof t), "none");
}

static Extent extent(double lo, double hi)
{
    Extent e = EXTENT_NONE;
    extent_add(&e, lo);
    extent_add(&e, hi);
    extent_add(&e, NAN);
    return e;
}

/* Counts of less than a decade stay linear; 0 needs log(1 + v); every axis has a length. */
static void test_scales(void **state)
{
    (void)state;
    assert_int_equal(axis_count(extent(100, 900)).scale, AXIS_LINEAR);
    assert_int_equal(axis_count(extent(100, 90000)).scale, AXIS_LOG);
    assert_int_equal(axis_count(extent(0, 90000)).scale, AXIS_LOG1);
    assert_int_equal(axis_count(extent(0, 7)).scale, AXIS_LINEAR);
    const Extent odd[] = {EXTENT_NONE,          extent(0, 0),         extent(7, 7), extent(-3, -3), extent(1e-300, 1e-300),
                          extent(1e300, 1e300), extent(-1e300, 1e300)};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        const Axis all[] = {axis_linear(odd[i]), axis_zero(odd[i]), axis_log(odd[i]), axis_count(odd[i])};
        for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
            assert_true(isfinite(all[k].lo) && isfinite(all[k].hi) && all[k].lo < all[k].hi);
            char *text = NULL;
            size_t n = 0;
            FILE *out = open_memstream(&text, &n);
            axis_print(&all[k], 'y', 7, false, out);
            fclose(out);
            assert_null(strchr(text, '\''));
            assert_true(n < 20000);
            free(text);
        }
    }
}

static void test_places(void **state)
{
    (void)state;
    const Axis all[] = {{AXIS_LINEAR, -2, 6}, {AXIS_LOG, 1e-8, 1e4}, {AXIS_LOG1, 0, 1e6}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        for (double t = 0; t <= 1; t += 0.125) assert_true(fabs(axis_at(&all[i], axis_value(&all[i], t)) - t) < 1e-9);
    assert_true(fabs(axis_value(&all[1], 0.5) - 1e-2) < 1e-9);
}

static void expect_tics(Axis a, int want, const char *part)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    axis_print(&a, 'y', want, false, out);
    fclose(out);
    if (strstr(text, part) == NULL) print_error("%s\n", text);
    assert_non_null(strstr(text, part));
    free(text);
}

static void test_tics(void **state)
{
    (void)state;
    expect_tics((Axis){AXIS_LINEAR, 0, 100}, 5, "set ytics (\"0\" 0, \"20\" 20, \"40\" 40");
    expect_tics((Axis){AXIS_LINEAR, -1, 1}, 4, "\"−0.5\" -0.5, \"0\" 0, \"0.5\" 0.5");
    expect_tics((Axis){AXIS_LINEAR, 0, 2e6}, 4, "\"0.5M\" 500000, \"1.0M\" 1000000");
    expect_tics((Axis){AXIS_LOG, 1, 2e6}, 8, "\"100k\" 100000");
    expect_tics((Axis){AXIS_LOG, 1e-12, 1}, 4, "\"10^{-9}\" 1e-09");
    expect_tics((Axis){AXIS_LOG, 2, 60}, 8, "\"50\" 50");
    expect_tics((Axis){AXIS_LOG1, 0, 2000}, 7, "set nonlinear y via log10(1+y) inverse 10**y-1");
}

/* Labels keep their order, their distance, and to the picture. */
static void test_spread(void **state)
{
    (void)state;
    double alone[] = {0.2, 0.9}, same[] = {0.5, 0.5, 0.5}, edge[] = {1, 0.99, 0.1, 0.98}, many[40];
    axis_spread(alone, 2, 0.1);
    assert_true(alone[0] == 0.2 && alone[1] == 0.9);
    axis_spread(same, 3, 0.1);
    assert_true(fabs(same[0] - 0.4) < 1e-12 && fabs(same[1] - 0.5) < 1e-12 && fabs(same[2] - 0.6) < 1e-12);
    axis_spread(edge, 4, 0.1);
    assert_true(fabs(edge[0] - 1) < 1e-12 && fabs(edge[1] - 0.9) < 1e-12 && edge[2] == 0.1 && fabs(edge[3] - 0.8) < 1e-12);
    for (int i = 0; i < 40; i++) many[i] = i % 7 * 0.1;
    axis_spread(many, 40, 0.1);
    for (int i = 0; i < 40; i++) assert_true(many[i] >= -1e-9 && many[i] <= 1 + 1e-9);
}

/* ---- runs ---- */

static const char full_header[] =
    "iteration\tgames\tpieces\tbest\tbest_score\tmean\tq05\tq25\tmedian\tq75\tq95\tdiversity\tvelocity\n";

static void test_convergence(void **state)
{
    Scene *s = *state;
    char text[4000];
    int n = snprintf(text, sizeof text, "%s", full_header);
    for (int i = 1; i <= 20; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%d\t%d\t%d\t%d\t%d\t5\t0\t2\t4\t8\t%d\t%g\t%g\n", i, i * 10, i * 999,
                      i / 4 * 100, i / 4 * 100, 10 + i, 0.5 / i, i < 20 ? 0.1 / i : 0.0);
    put(s, "a/metrics.tsv", text);
    draws(s, "a", 1);
    /* The best changes at iterations 4, 8, 12, 16, 20; first and last are corners too. */
    double *iteration = column(s, "a/charts/convergence_best.tsv", "iteration", &n);
    assert_int_equal(n, 6);
    assert_true(iteration[0] == 1 && iteration[1] == 4 && iteration[5] == 20);
    free(iteration);
}

/* A function's error is minus its score, so its q05 is the score's q95; 0 has its place a decade below the least error. */
static void test_errors_of_functions(void **state)
{
    Scene *s = *state;
    int n;
    put(s, "f/metrics.tsv",
        "iteration\tgames\tpieces\tbest\tbest_score\tmean\tq05\tq25\tmedian\tq75\tq95\tdiversity\n"
        "1\t10\t10\t-1\t-1\t-50\t-90\t-70\t-50\t-30\t-10\t0.3\n"
        "2\t20\t20\t-0.001\t-0.001\t-5\t-9\t-7\t-5\t-3\t-1\t0.2\n"
        "3\t30\t30\t-0\t-0\t-5\t-9\t-7\t-5\t-3\t0\t0.1\n");
    draws(s, "f", 1);
    double *low = column(s, "f/charts/convergence.tsv", "q05", &n), *best = column(s, "f/charts/convergence.tsv", "best", &n);
    assert_true(low[0] == 10 && low[1] == 1 && fabs(low[2] - 1e-4) < 1e-12);
    assert_true(best[0] == 1 && best[1] == 0.001 && fabs(best[2] - 1e-4) < 1e-12);
    free(low);
    free(best);
}

/* Whatever a log may hold is drawn without a word. */
static void test_odd_runs(void **state)
{
    Scene *s = *state;
    static const char *const rows[] = {
        "1\t1\t9\t3\t3\t3\t1\t2\t3\t4\t5\t0.1\t0.1\n",                                             /* a single iteration */
        "1\t1\t9\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\n2\t1\t9\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0\n",          /* nothing but 0 */
        "1\t1\t9\t7\t7\t7\t7\t7\t7\t7\t7\t0.5\t0.5\n2\t2\t19\t7\t7\t7\t7\t7\t7\t7\t7\t0.5\t0.5\n", /* all equal */
        "1\t1\t9\tnan\tnan\tnan\tnan\tinf\tnan\tnan\tnan\tnan\tnan\n2\t2\t19\t7\t7\t7\t-"
        "inf\t7\tnan\t7\t7\tnan\t0\n3\t2\t19\tinf\tinf\t7\t"
        "-inf\t7\tnan\t7\t7\tnan\t0\n",
        "1\t1\t1\t-0\t-0\t-0\t-0\t-0\t-0\t-0\t-0\t0\t0\n",                                            /* a perfect guess */
        "1\t1\t1\t-1e-300\t-1e-300\t-1e300\t-1e300\t-1e200\t-1\t-1e-200\t-1e-300\t1e-300\t0\n2\t3\t", /* being written */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2000], file[40], run[20];
        snprintf(text, sizeof text, "%s%s", full_header, rows[i]);
        snprintf(run, sizeof run, "odd%zu", i);
        snprintf(file, sizeof file, "%s/metrics.tsv", run);
        put(s, file, text);
        draws(s, run, 1);
    }
    put(s, "few/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws(s, "few", 1);
}

static void test_names(void **state)
{
    Scene *s = *state;
    put(s, "it's \"a\" run; $(x) {a_b}^c @/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws(s, "it's \"a\" run; $(x) {a_b}^c @", 1);
}

static void test_histogram(void **state)
{
    Scene *s = *state;
    int n;
    double games = 0;
    put(s, "g/games.tsv", "game\tscore\tcost\n0\t0\t9\n1\t3\t9\n2\t3\t9\n3\t1\t9\n4\t8\t9\n");
    draws(s, "g", 1);
    double *bin = column(s, "g/charts/histogram.tsv", "games", &n);
    assert_int_equal(n, 9);
    for (int i = 0; i < n; i++) games += bin[i];
    assert_true(games == 5 && bin[0] == 1 && bin[3] == 2 && bin[8] == 1);
    free(bin);
    /* More than 0 rows: 4 of 5; more than 1: 3; more than 3: 1; nobody more than 8, where the line ends. */
    double *share = column(s, "g/charts/histogram_survival.tsv", "share", &n);
    assert_int_equal(n, 4);
    assert_true(share[0] == 0.8 && share[1] == 0.6 && share[2] == 0.2 && share[3] == 0.2);
    free(share);
}

static void test_odd_games(void **state)
{
    Scene *s = *state;
    static const char *const rows[] = {"0\t0\t5\n1\t0\t6\n", "0\t7\t9\n", "0\t7\t9\n1\t7\t9\n2\t7\t9\n", "0\t1e15\t9\n1\t1\t9\n",
                                       "0\tnan\t9\n1\t4\t9\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[400], file[40], run[20];
        snprintf(text, sizeof text, "game\tscore\tcost\n%s", rows[i]);
        snprintf(run, sizeof run, "odd%zu", i);
        snprintf(file, sizeof file, "%s/games.tsv", run);
        put(s, file, text);
        draws(s, run, 1);
    }
}

static void test_meta(void **state)
{
    Scene *s = *state;
    int n;
    put(s, "m/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\n"
        "1\t0\t5\t-1\t0.1\t1\t2\n1\t1\t5\t-2\t0.9\t3\t1\n2\t0\t5\t0.5\t0.5\t1.5\t1.5\n2\t1\t5\tnan\t0.4\t1.4\t1.6\n"
        "3\t0\t5\t0.2\t0.6\t1.7\t1.2\n");
    put(s, "m/heldout.tsv",
        "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\nsphere\t1\t0\t-1e-9\t-1e-5\t2\t1\nsphere\t1\t5\t0\t-"
        "1e-6\t3\t1\n"
        "tetris {10}\t1\t1\t500\t40\t1\t0\ntetris {10}\t1\t6\t300\t400\t0\t1\n");
    put(s, "m/metrics.tsv", "iteration\tbest_score\n1\t-1\n2\t0.5\n3\t0.5\n");
    draws(s, "m", 3);
    /* The best moves once, from the first row to the third. */
    double *x = column(s, "m/charts/meta_path_best_1.tsv", "x", &n);
    assert_int_equal(n, 2);
    assert_true(x[0] == 0.1 && x[1] == 0.5);
    free(x);
    /* Poli's curve at w = 0 is 12/7; the border of the mean is 2. */
    double *w = column(s, "m/charts/meta_path_stability_1.tsv", "w", &n);
    double *mean = column(s, "m/charts/meta_path_stability_1.tsv", "mean", &n);
    double *poli = column(s, "m/charts/meta_path_stability_1.tsv", "variance", &n);
    for (int i = 0; i < n; i++)
        if (fabs(w[i] - 0.2) < 1e-9) assert_true(fabs(mean[i] - 2.4) < 1e-8 && fabs(poli[i] - 12 * 0.96 / 6) < 1e-8);
    free(w);
    free(mean);
    free(poli);
    /* The sphere's tuned errors: 1e-9, and 0 at a decade below that; median between them. */
    double *median = column(s, "m/charts/heldout_boxes_1.tsv", "median", &n);
    assert_int_equal(n, 2);
    assert_true(fabs(median[0] - 5.5e-10) < 1e-15 && fabs(median[1] - 5.5e-6) < 1e-12);
    free(median);
}

static void test_odd_meta(void **state)
{
    Scene *s = *state;
    put(s, "one/positions.tsv", "iteration\tparticle\tscore\tw\n1\t0\t1\t0.5\n");
    draws(s, "one", 1);
    put(s, "two/positions.tsv",
        "iteration\tparticle\tscore\toptimiser.inertia\toptimiser.social\n1\t0\t1\t0.5\tnan\n1\t1\t2\t0.5\t3\n");
    draws(s, "two", 1);
    put(s, "same/heldout.tsv",
        "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t0\t0\t0\t0\t0\nb\t2\t0\tnan\t1\tnan\t1\n"
        "c\t0.5\t0\t-5\t-5\t0\t0\n");
    draws(s, "same", 1);
}

/* In a meta search who played fewer blocks than others of the iteration was cut short: its score, of blocks that it lost, is
 * none. In a training all of them count. */
static void test_cut_short(void **state)
{
    Scene *s = *state;
    static const char positions[] =
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\n1\t0\t9\t-1\t0.1\n1\t1\t3\t8\t0.9\n1\t2\t9\t-2\t0.3\n"
        "2\t0\t5\t0.5\t0.5\n2\t1\t4\t7\t0.4\n2\t2\t5\t0.7\t0.6\n";
    put(s, "cut/positions.tsv", positions);
    put(s, "cut/blocks.tsv", "phase\n");
    draws(s, "cut", 1);
    HAS_COLUMN(s, "cut/charts/meta_path_best_1.tsv", "y", 0.1, 0.5, 0.6);
    put(s, "all/positions.tsv", positions);
    draws(s, "all", 1);
    HAS_COLUMN(s, "all/charts/meta_path_best_1.tsv", "y", 0.1, 0.9);
    put(s, "nan/positions.tsv",
        "iteration\tparticle\tgames\tscore\tw\n1\t0\t9\t-1\t0.1\nnan\t0\t9\t-2\t0.2\n2\t0\tnan\t5\t0.3\n");
    put(s, "nan/blocks.tsv", "phase\n");
    draws(s, "nan", 1);
    HAS_COLUMN(s, "nan/charts/meta_path_best_1.tsv", "y", 0.1, 0.3);
}

/* Scores of a search over parameters are no errors, though they may be negative, whichever of its tables are there. */
static void test_convergence_of_meta(void **state)
{
    Scene *s = *state;
    static const char metrics[] = "iteration\tbest_score\n1\t-1\n2\t-0.5\n";
    put(s, "early/metrics.tsv", metrics);
    put(s, "early/positions.tsv", "iteration\tparticle\tgames\tscore\toptimiser.inertia\n1\t0\t9\t-1\t0.1\n");
    draws(s, "early", 2);
    HAS_COLUMN(s, "early/charts/convergence.tsv", "best", -1, -0.5);
    put(s, "blocks/metrics.tsv", metrics);
    put(s, "blocks/blocks.tsv", "phase\n");
    draws(s, "blocks", 1);
    HAS_COLUMN(s, "blocks/charts/convergence.tsv", "best", -1, -0.5);
    put(s, "function/metrics.tsv", metrics);
    put(s, "function/positions.tsv", "iteration\tparticle\tgames\tscore\tx1\n1\t0\t9\t-1\t0.1\n");
    draws(s, "function", 2);
    HAS_COLUMN(s, "function/charts/convergence.tsv", "best", 1, 0.5);
}

/* ---- grids ---- */

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

static void test_landscape(void **state)
{
    Scene *s = *state;
    put(s, "g/config.ini", FULL);
    put(s, "g/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"));
    put(s, "g/blocks.tsv", six_blocks);
    draws(s, "g", 1); /* and no path of a swarm */
    HAS_COLUMN(s, "g/charts/landscape_map_1.tsv", "x", 0, 0.5, 1, 0, 0.5, 1);
    HAS_COLUMN(s, "g/charts/landscape_map_1.tsv", "y", 1, 1, 1, 2, 2, 2);
    HAS_COLUMN(s, "g/charts/landscape_map_1.tsv", "median", -3, -16, 1.5, 3, 4, 5);
    HAS_COLUMN(s, "g/charts/landscape_map_2.tsv", "median", 0, 0, 1, 1, 1, 2);
    assigns(s, "g/charts/landscape.set", "panels = 2");
    assigns(s, "g/charts/landscape.set", "best_x_1 = 0.5");
    assigns(s, "g/charts/landscape.set", "best_y_1 = 1");
    assigns(s, "g/charts/landscape.set", "best_x_2 = 1");
    assigns(s, "g/charts/landscape.set", "best_y_2 = 2");
    assigns(s, "g/charts/landscape.set", "name_2 = 'tetris: best 99 at 1, 2'");
    assigns(s, "g/charts/landscape.set", "unit_1 = 'log10 of the median error'");
    assigns(s, "g/charts/landscape.set", "unit_2 = 'log10 of 1 + the median score'");
    /* published settings that lie in the map: vdbergh, trelea, spso (spso-2011 is there, too), a Pedersen, the report's, Shi's,
     * ours */
    HAS_COLUMN(s, "g/charts/landscape_literature.tsv", "x", 0.7298, 0.6, 0.72135, 0.6571, 0.63456, 0.9, 0.508);
    HAS_COLUMN(s, "g/charts/landscape_literature.tsv", "y", 1.49618, 1.7, 1.19315, 1.1279, 2.28425, 2, 1.4675);
    HAS_COLUMN(s, "g/charts/landscape_literature.tsv", "side", 0, 0, 0, 1, 0, 0, 0);
    int n;
    double *w = column(s, "g/charts/landscape_stability.tsv", "w", &n),
           *mean = column(s, "g/charts/landscape_stability.tsv", "mean", &n);
    double *variance = column(s, "g/charts/landscape_stability.tsv", "variance", &n);
    for (int i = 0; i < n; i++) {
        assert_true(isnan(mean[i]) || fabs(mean[i] - 2 * (1 + w[i])) < 1e-7);
        assert_true(isnan(variance[i]) || fabs(variance[i] - 12 * (1 - w[i] * w[i]) / (7 - 5 * w[i])) < 1e-7);
        assert_int_equal(isnan(mean[i]), !(2 * (1 + w[i]) >= 0.5 && 2 * (1 + w[i]) <= 2.5));
    }
    free(w), free(mean), free(variance);
}

/* What a map of something else must not have, and points that nothing is known of. */
static void test_odd_landscapes(void **state)
{
    Scene *s = *state;
    static const char one_block[] = BLOCK_COLUMNS "training\t3\tsphere\t1\t0\t-1\t0\ntraining\t4\tsphere\t1\t0\t-0.1\t0\n";
    put(s, "phi/config.ini", FULL);
    put(s, "phi/positions.tsv", SIX_POINTS("optimiser.phi1", "training.games"));
    put(s, "phi/blocks.tsv", one_block);
    draws(s, "phi", 1);
    HAS_COLUMN(s, "phi/charts/landscape_map_1.tsv", "median", NAN, NAN, NAN, 0, -1, NAN);
    assigns(s, "phi/charts/landscape.set", "best_x_1 = 0.5");
    assigns(s, "phi/charts/landscape.set", "best_y_1 = 2");
    assigns(s, "phi/charts/landscape.set", "curves = 0");
    assigns(s, "phi/charts/landscape.set", "points = 0");
    /* a genetic algorithm has coefficients of these names, too */
    put(s, "ga/config.ini", FULL);
    put(s, "ga/problem-1.ini", "[optimiser]\nkind = ga-pso\n");
    put(s, "ga/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"));
    put(s, "ga/blocks.tsv", one_block);
    draws(s, "ga", 1);
    assigns(s, "ga/charts/landscape.set", "curves = 0");
    put(s, "pso/config.ini", FULL);
    put(s, "pso/problem-1.ini", "[optimiser]\nkind = pso\n");
    put(s, "pso/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.social+cognitive"));
    put(s, "pso/blocks.tsv", one_block);
    draws(s, "pso", 1);
    assigns(s, "pso/charts/landscape.set", "curves = 1");
    /* budgets are panels of their own */
    put(s, "two/config.ini", FULL);
    put(s, "two/positions.tsv", SIX_POINTS("optimiser.phi1", "optimiser.phi2"));
    put(s, "two/blocks.tsv", BLOCK_COLUMNS "training\t0\ta\t1\t0\t-1\t0\ntraining\t0\ta\t0.5\t1\t-10\t0\n");
    draws(s, "two", 1);
    assigns(s, "two/charts/landscape.set", "name_1 = 'a x1: best 1 at 0, 1'");
    assigns(s, "two/charts/landscape.set", "name_2 = 'a x0.5: best 10 at 0, 1'");
}

/* The best so far of another search: clipped to the map, cut-short candidates left out, coefficients of its own averaged. */
static void test_path_on_landscape(void **state)
{
    Scene *s = *state;
    char path[400];
    put(s, "g/config.ini", FULL);
    put(s, "g/positions.tsv", SIX_POINTS("optimiser.inertia", "optimiser.cognitive+social"));
    put(s, "g/blocks.tsv", six_blocks);
    put(s, "p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.social\toptimiser.inertia\toptimiser.cognitive\n1\t0\t5\t0.1\t2\t0.2\t1\n"
        "1\t1\t2\t9\t1\t0.5\t1\n2\t0\t5\t0.5\t9\t3\t9\n2\t1\t5\t0.4\t1\t0.7\t1\n2\t2\t5\tnan\t1\t0.7\t1\n");
    snprintf(path, sizeof path, "%s", at(s, "p"));
    s->path = path;
    draws(s, "g", 1);
    HAS_COLUMN(s, "g/charts/landscape_path.tsv", "x", 0.2, 1.25);
    HAS_COLUMN(s, "g/charts/landscape_path.tsv", "y", 1.5, 2.5);
    assigns(s, "g/charts/landscape.set", "steps = 2");
    put(s, "p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive+social\n1\t0\t5\t0.1\t0.2\t1.75\n");
    draws(s, "g", 1);
    HAS_COLUMN(s, "g/charts/landscape_path.tsv", "y", 1.75);
    /* no such coordinates, no such run: said, and the map is drawn */
    put(s, "p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.social\n1\t0\t5\t0.1\t0.2\t1.75\n");
    for (int missing = 0; missing <= 1; missing++) {
        Charts c = charts(s);
        assert_int_equal(charts_run(&c, at(s, "g")), s->gnuplot ? CHARTS_DRAWN : CHARTS_NO_GNUPLOT);
        assert_int_equal(s->warnings.n, 1);
        assert_non_null(strstr(s->warnings.line[0], "p/positions.tsv: has no path over the coordinates of the map"));
        assigns(s, "g/charts/landscape.set", "steps = 0");
        remove_tree(path);
    }
}

/* Lines through (0.4, 1, 2); points of a line by its index, whatever problem. */
static void test_sensitivity(void **state)
{
    Scene *s = *state;
    put(s, "a/config.ini", AXES);
    put(s, "a/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\n1\t0\t1\t0\t0\t1\t2\n"
        "1\t1\t1\t0\t0.5\t1\t2\n1\t2\t1\t0\t1\t1\t2\n1\t3\t1\t0\t0.4\t0\t2\n1\t4\t1\t0\t0.4\t3\t2\n1\t5\t1\t0\t0.4\t1\t1\n"
        "1\t6\t1\t0\t0.4\t1\t5\n");
    put(s, "a/blocks.tsv",
        BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t0\tf\t1\t1\t-100\t0\ntraining\t0\tf\t1\t2\t-1e-2\t0\n"
                      "training\t1\tf\t1\t0\t-10\t0\ntraining\t2\tf\t1\t0\t-1e2\t0\ntraining\t3\tf\t1\t0\t-1e3\t0\n"
                      "training\t4\tf\t1\t0\t-1e4\t0\ntraining\t5\tf\t1\t0\t-1e5\t0\ntraining\t6\tf\t1\t0\t-1e6\t0\n");
    draws(s, "a", 1);
    assigns(s, "a/charts/sensitivity.set", "panels = 3");
    HAS_COLUMN(s, "a/charts/sensitivity_line_1.tsv", "x", 0, 0.5, 1);
    HAS_COLUMN(s, "a/charts/sensitivity_line_1.tsv", "q25_1", -1, 1, 2);
    HAS_COLUMN(s, "a/charts/sensitivity_line_1.tsv", "median_1", 0, 1, 2);
    HAS_COLUMN(s, "a/charts/sensitivity_line_1.tsv", "q75_1", 1, 1, 2);
    HAS_COLUMN(s, "a/charts/sensitivity_line_2.tsv", "x", 0, 3);
    HAS_COLUMN(s, "a/charts/sensitivity_line_2.tsv", "median_1", 3, 4);
    HAS_COLUMN(s, "a/charts/sensitivity_line_3.tsv", "x", 1, 5);
    HAS_COLUMN(s, "a/charts/sensitivity_line_3.tsv", "median_1", 5, 6);
    assigns(s, "a/charts/sensitivity.set", "x_label_2 = 'cognitive'");
    assigns(s, "a/charts/sensitivity.set", "centre_1 = 0.4");
    assigns(s, "a/charts/sensitivity.set", "centre_2 = 1");
    assigns(s, "a/charts/sensitivity.set", "centre_3 = 2");
    /* a line of one point; a line that is alone */
    put(s, "b/config.ini", AXES);
    put(s, "b/positions.tsv",
        "iteration\tparticle\tgames\tscore\ta.a\ta.b\n1\t0\t1\t0\t0.1\t1\n1\t1\t1\t0\t0.2\t0\n1\t2\t1\t0\t0.2\t2\n");
    put(s, "b/blocks.tsv",
        BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\ntraining\t2\tt\t1\t1\t9\t0\n");
    draws(s, "b", 1);
    HAS_COLUMN(s, "b/charts/sensitivity_line_1.tsv", "x", 0.1);
    HAS_COLUMN(s, "b/charts/sensitivity_line_2.tsv", "x", 0, 2);
    assigns(s, "b/charts/sensitivity.set", "y_label = 'log10 of the median error, or of 1 + score'");
    put(s, "c/config.ini", AXES);
    put(s, "c/positions.tsv", "iteration\tparticle\tgames\tscore\ta.a\n1\t0\t1\t0\t0.1\n1\t1\t1\t0\t0.2\n");
    put(s, "c/blocks.tsv", BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\n");
    draws(s, "c", 1);
    assigns(s, "c/charts/sensitivity.set", "has_centre_1 = 0");
}

static void test_bad_grids(void **state)
{
    Scene *s = *state;
    static const struct {
        const char *name, *positions, *blocks, *expected;
    } rows[] = {
        {"empty", "iteration\tparticle\tgames\tscore\ta.a\ta.b\n", BLOCK_COLUMNS,
         "has no point of the grid yet: nothing to draw"},
        {"unplayed", SIX_POINTS("a.a", "a.b"), BLOCK_COLUMNS, "has no point of the grid yet: nothing to draw"},
        {"damaged", SIX_POINTS("a.a", "a.b"), BLOCK_COLUMNS "training\t0\tf\t1\t0\tmuch\t0\n",
         "blocks.tsv:2: value = 'much': must be a number"},
        {"short", SIX_POINTS("a.a", "a.b"), BLOCK_COLUMNS "training\t0\n", "blocks.tsv:2: the line has 2 cells: must be 7"},
        {"three", "iteration\tparticle\tgames\tscore\ta.a\ta.b\ta.c\n1\t0\t1\t0\t1\t2\t3\n",
         BLOCK_COLUMNS "training\t0\tf\t1\t0\t1\t0\n", "a grid over 3 coordinates has no map: it takes 2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char file[60];
        snprintf(file, sizeof file, "%s/config.ini", rows[i].name);
        put(s, file, FULL);
        snprintf(file, sizeof file, "%s/positions.tsv", rows[i].name);
        put(s, file, rows[i].positions);
        snprintf(file, sizeof file, "%s/blocks.tsv", rows[i].name);
        put(s, file, rows[i].blocks);
        Charts c = charts(s);
        assert_int_equal(charts_run(&c, at(s, rows[i].name)), CHARTS_BAD_DATA);
        assert_non_null(strstr(s->errors.line[0], rows[i].expected));
    }
}

/* ---- curves ---- */

#define CURVE_COLUMNS "problem\tbudget\tshare\ttuned_q25\ttuned_median\ttuned_q75\tuntuned_q25\tuntuned_median\tuntuned_q75\n"

/* Errors without their sign; an error of 0 a decade below the least; scores as they are; before the first iteration nothing. */
static void test_curves(void **state)
{
    Scene *s = *state;
    put(s, "c/curves.tsv",
        CURVE_COLUMNS "f\t1\t0.5\tnan\tnan\tnan\t-4\t-2\t-1\nf\t1\t1\t-3\t-1e-3\t0\t-2\t-1\t-0.5\n"
                      "f\t0.5\t0.5\t-9\t-8\t-7\t-6\t-5\t-4\nf\t0.5\t1\t-3\t-2\t-1\t-3\t-2\t-1\n"
                      "t\t1\t0.5\t1\t2\t3\t0\t1\t1\nt\t1\t1\t10\t20\t30\t5\t6\t7\n");
    draws(s, "c", 1);
    assigns(s, "c/charts/curves.set", "panels = 3");
    assigns(s, "c/charts/curves.set", "name_1 = 'f x1: error'");
    assigns(s, "c/charts/curves.set", "name_2 = 'f x0.5: error'");
    assigns(s, "c/charts/curves.set", "name_3 = 't x1: score'");
    HAS_COLUMN(s, "c/charts/curves_panel_1.tsv", "share", 0.5, 1);
    HAS_COLUMN(s, "c/charts/curves_panel_1.tsv", "tuned_median", NAN, 1e-3);
    HAS_COLUMN(s, "c/charts/curves_panel_1.tsv", "tuned_q75", NAN, 1e-4);
    HAS_COLUMN(s, "c/charts/curves_panel_1.tsv", "untuned_q25", 4, 2);
    HAS_COLUMN(s, "c/charts/curves_panel_2.tsv", "tuned_q25", 9, 3);
    HAS_COLUMN(s, "c/charts/curves_panel_3.tsv", "tuned_median", 2, 20);
    /* one budget is not named; where tuned is solved from the first point on, untuned says that these are errors */
    put(s, "d/curves.tsv", CURVE_COLUMNS "f\t2\t1\t0\t0\t0\t-3\t-2\t-1\n");
    draws(s, "d", 1);
    assigns(s, "d/charts/curves.set", "name_1 = 'f: error'");
    HAS_COLUMN(s, "d/charts/curves_panel_1.tsv", "tuned_median", 0.1);
    static const char *const bad[] = {"", CURVE_COLUMNS, "problem\tbudget\tshare\nf\t1\t1\n",
                                      CURVE_COLUMNS "f\t1\t1\tx\t0\t0\t0\t0\t0\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put(s, "e/curves.tsv", bad[i]);
        Charts c = charts(s);
        assert_int_equal(charts_run(&c, at(s, "e")), CHARTS_BAD_DATA);
        assert_int_equal(s->errors.n, 1);
        assert_non_null(strstr(s->errors.line[0], "e/curves.tsv"));
    }
}

static void put_repeat(const Scene *s)
{
    put(s, "rep/01/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t50\t1\n2\t10\t200\t10\n3\t15\t900\t100\n");
    put(s, "rep/02/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t50\t3\n2\t10\t100\t30\n3\t15\t900\t300\n");
    put(s, "rep/03/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t50\t2\n2\t10\t100\t20\n3\t15\t900\t200\n");
    put(s, "rep/04/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n"); /* has just begun */
}

static void test_repeat(void **state)
{
    Scene *s = *state;
    int n;
    put_repeat(s);
    draws(s, "rep", 1);
    double *x = column(s, "rep/charts/repeat.tsv", "x", &n), *median = column(s, "rep/charts/repeat.tsv", "median", &n);
    double *q25 = column(s, "rep/charts/repeat.tsv", "q25", &n);
    assert_true(x[0] == 1 && x[n - 1] == 3);
    assert_true(median[0] == 2 && median[n / 2 - 2] == 2 && median[n - 2] == 20 && median[n - 1] == 200 && q25[n - 1] == 150);
    free(x);
    free(median);
    free(q25);
    put(s, "rep/summary.tsv",
        "run\tseed\ttraining\ttraining_ci95\tvalidated\n01\t18446744073709551615\t100\t5\t40\n02\t2\t300\tinf\t-\n");
    draws(s, "rep", 1);
    double *lo = column(s, "rep/charts/repeat_training.tsv", "lo", &n);
    assert_true(n == 2 && lo[0] == 95 && lo[1] == 300);
    free(lo);
}

static ChartsStatus compares(Scene *s, const char *a, const char *b, const char *out)
{
    Charts c = charts(s);
    char first[400], second[400], folder[400];
    snprintf(first, sizeof first, "%s", at(s, a));
    snprintf(second, sizeof second, "%s", at(s, b));
    snprintf(folder, sizeof folder, "%s", at(s, out));
    c.out = folder;
    return charts_compare(&c, (const char *[]){first, second}, 2);
}

static void test_compare(void **state)
{
    Scene *s = *state;
    put_repeat(s);
    put(s, "solo/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t200\t1\n3\t15\t700\t90\n");
    put(s, "f/metrics.tsv", "iteration\tbest_score\n1\t-5\n");
    assert_int_equal(compares(s, "solo", "rep", "deep/out"), s->gnuplot ? CHARTS_DRAWN : CHARTS_NO_GNUPLOT);
    assert_int_equal(s->warnings.n, 0);
    assert_int_equal(access(at(s, "deep/out/compare.tsv"), F_OK), -1);
    assert_int_equal(access(at(s, "deep/out/compare_2.tsv"), F_OK), 0);
    /* A repeat ends where its longest run does, though the picture goes on. */
    put(s, "long/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t90000\t90\n");
    compares(s, "long", "rep", "out");
    int n;
    double *x = column(s, "out/compare_2.tsv", "x", &n), *best = column(s, "out/compare_2.tsv", "median", &n);
    assert_true(x[n - 1] == 900 && best[n - 1] == 200);
    free(x);
    free(best);
    assert_int_equal(compares(s, "solo", "f", "out"), CHARTS_BAD_DATA);
    assert_non_null(strstr(s->errors.line[0], "cannot share a chart"));
    assert_int_equal(compares(s, "solo", "nobody", "out"), CHARTS_NO_DATA);
    assert_int_equal(s->errors.n, 1);
}

static void test_speedup(void **state)
{
    Scene *s = *state;
    int n;
    Charts c = charts(s);
    char out[400];
    put(s, "p.csv",
        "mode,threads,seconds,min,max,speedup,efficiency\nnone,1,8,8,8,1,1\nboth,1,8,7,9,1,1\nboth,2,5,4,10,1.6,0.8\n"
        "processes,1,8,8,8,1,1\nprocesses,2,4.2,4,5,1.9,0.95\n");
    snprintf(out, sizeof out, "%s", at(s, "bench/parallel"));
    assert_int_equal(charts_speedup(&c, at(s, "p.csv"), out), s->gnuplot ? CHARTS_DRAWN : CHARTS_NO_GNUPLOT);
    assert_int_equal(s->warnings.n, 0);
    double *lo = column(s, "bench/parallel.tsv", "lo", &n), *hi = column(s, "bench/parallel.tsv", "hi", &n);
    double *limit = column(s, "bench/parallel.tsv", "limit", &n);
    assert_int_equal(n, 4); /* three bars, and a row of nothing between two modes */
    assert_true(lo[3] == 0.8 && hi[3] == 2 && limit[3] == 1.9 && isnan(limit[1]));
    free(lo);
    free(hi);
    free(limit);
    c = charts(s);
    assert_int_equal(charts_speedup(&c, at(s, "none.csv"), out), CHARTS_NO_DATA);
    assert_int_equal(s->errors.n, 1);
}

/* ---- what can go wrong ---- */

static ChartsStatus status_of(Scene *s, const char *run)
{
    Charts c = charts(s);
    return charts_run(&c, at(s, run));
}

static void test_no_data(void **state)
{
    Scene *s = *state;
    assert_int_equal(status_of(s, "nowhere"), CHARTS_NO_DATA);
    assert_int_equal(s->errors.n, 1);
    put(s, "empty/notes.txt", "nothing\n");
    assert_int_equal(status_of(s, "empty"), CHARTS_NO_DATA);
    assert_int_equal(s->errors.n, 1);
    put(s, "new/metrics.tsv", "iteration\tbest_score\n");
    assert_int_equal(status_of(s, "new"), CHARTS_NO_DATA);
    assert_non_null(strstr(s->errors.line[0], "no finished iteration yet"));
    put(s, "games/games.tsv", "game\tscore\tcost\n");
    assert_int_equal(status_of(s, "games"), CHARTS_NO_DATA);
    assert_int_equal(s->errors.n, 1);
}

static void test_bad_data(void **state)
{
    Scene *s = *state;
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\tmany\n");
    assert_int_equal(status_of(s, "a"), CHARTS_BAD_DATA);
    assert_int_equal(s->errors.n, 1);
    assert_non_null(strstr(s->errors.line[0], "metrics.tsv:2: best_score = 'many': must be a number"));
    put(s, "b/metrics.tsv", "turn\tpoints\n1\t2\n");
    assert_int_equal(status_of(s, "b"), CHARTS_BAD_DATA);
    put(s, "c/metrics.tsv", "iteration\tbest_score\n1\tnan\n");
    assert_int_equal(status_of(s, "c"), CHARTS_BAD_DATA);
    put(s, "d/heldout.tsv", "problem\tblock\ttuned\n");
    assert_int_equal(status_of(s, "d"), CHARTS_BAD_DATA);
    put(s, "e/positions.tsv", "iteration\tparticle\tscore\n1\t1\t1\n");
    assert_int_equal(status_of(s, "e"), CHARTS_BAD_DATA);
    assert_int_equal(s->errors.n, 1);
}

static void test_no_gnuplot(void **state)
{
    Scene *s = *state;
    char *path = mem_text(getenv("PATH"));
    put(s, "it's a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put(s, "it's a/games.tsv", "game\tscore\tcost\n0\t5\t9\n");
    setenv("PATH", s->dir, 1);
    ChartsStatus status = status_of(s, "it's a");
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, CHARTS_NO_GNUPLOT);
    assert_int_equal(s->errors.n, 1);
    assert_non_null(strstr(s->errors.line[0], "gnuplot-nox"));
    assert_non_null(strstr(s->errors.line[0], "/it'\\''s a'"));
    assert_int_equal(access(at(s, "it's a/charts/convergence.tsv"), R_OK), 0);
    assert_int_equal(access(at(s, "it's a/charts/histogram_survival.tsv"), R_OK), 0);
    no_temporaries(at(s, "it's a/charts"));
}

/* A gnuplot of our own: says something and fails, or draws nothing, or warns and draws. */
static ChartsStatus with_gnuplot(Scene *s, const char *script)
{
    char *path = mem_text(getenv("PATH")), here[4000];
    put(s, "bin/gnuplot", script);
    assert_int_equal(chmod(at(s, "bin/gnuplot"), 0755), 0);
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    snprintf(here, sizeof here, "%s:%s", at(s, "bin"), path);
    setenv("PATH", here, 1);
    ChartsStatus status = status_of(s, "a");
    setenv("PATH", path, 1);
    free(path);
    no_temporaries(at(s, "a/charts"));
    return status;
}

static void test_failing_gnuplot(void **state)
{
    Scene *s = *state;
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\necho 'plot x' >&2\necho '\"a.gp\" line 7: no such thing' >&2\nexit 1\n"),
                     CHARTS_NOT_DRAWN);
    assert_int_equal(s->errors.n, 1);
    assert_non_null(strstr(s->errors.line[0], "gnuplot says: \"a.gp\" line 7: no such thing"));
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\nexit 0\n"), CHARTS_NOT_DRAWN);
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\nkill -9 $$\n"), CHARTS_NOT_DRAWN);
    assert_int_equal(
        with_gnuplot(s, "#!/bin/sh\ni=0; while [ $i -lt 5000 ]; do echo 'too much to say for a pipe' >&2; i=$((i+1)); done\n"
                        "echo picture > \"$5\"\n"),
        CHARTS_DRAWN);
    assert_int_equal(s->warnings.n, 5000);
    assert_int_equal(s->drawn.n, 1);
}

static void test_cannot_create(void **state)
{
    Scene *s = *state;
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put(s, "a/charts", "in the way\n");
    assert_int_equal(status_of(s, "a"), CHARTS_CANNOT_CREATE);
    assert_int_equal(s->errors.n, 1);
    Charts c = charts(s);
    c.out = at(s, "a/metrics.tsv/below");
    char run[400];
    char *out = mem_text(c.out);
    c.out = out;
    snprintf(run, sizeof run, "%s", at(s, "a"));
    assert_int_equal(charts_run(&c, run), CHARTS_CANNOT_CREATE);
    free(out);
}

static void test_no_scripts(void **state)
{
    Scene *s = *state;
    Charts c = charts(s);
    char plots[400];
    snprintf(plots, sizeof plots, "%s", at(s, "plots"));
    c.plots = plots;
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    assert_int_equal(charts_run(&c, at(s, "a")), CHARTS_NOT_DRAWN);
    assert_int_equal(s->errors.n, 1);
}

static void test_formats(void **state)
{
    Scene *s = *state;
    if (!s->gnuplot) skip();
    static const char *const format[] = {NULL, "png", "svg", "pdf"};
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    for (int i = 0; i < 4; i++) {
        Charts c = charts(s);
        c.format = format[i];
        assert_int_equal(charts_run(&c, at(s, "a")), CHARTS_DRAWN);
        assert_int_equal(s->drawn.n, i == 0 ? 2 : 1);
        assert_int_equal(s->warnings.n, 0);
    }
}

#define WITH_SCENE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SCENE(test_read),
        WITH_SCENE(test_read_bad),
        WITH_SCENE(test_write),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_number),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_tics),
        cmocka_unit_test(test_spread),
        WITH_SCENE(test_convergence),
        WITH_SCENE(test_errors_of_functions),
        WITH_SCENE(test_odd_runs),
        WITH_SCENE(test_names),
        WITH_SCENE(test_histogram),
        WITH_SCENE(test_odd_games),
        WITH_SCENE(test_meta),
        WITH_SCENE(test_odd_meta),
        WITH_SCENE(test_cut_short),
        WITH_SCENE(test_convergence_of_meta),
        WITH_SCENE(test_landscape),
        WITH_SCENE(test_odd_landscapes),
        WITH_SCENE(test_path_on_landscape),
        WITH_SCENE(test_sensitivity),
        WITH_SCENE(test_bad_grids),
        WITH_SCENE(test_curves),
        WITH_SCENE(test_repeat),
        WITH_SCENE(test_compare),
        WITH_SCENE(test_speedup),
        WITH_SCENE(test_no_data),
        WITH_SCENE(test_bad_data),
        WITH_SCENE(test_no_gnuplot),
        WITH_SCENE(test_failing_gnuplot),
        WITH_SCENE(test_cannot_create),
        WITH_SCENE(test_no_scripts),
        WITH_SCENE(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
