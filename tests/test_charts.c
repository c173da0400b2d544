/* Tables of statistics, charts, and what becomes of run directories of every kind. Statistics are checked by hand counts in the
 * tables; what the scripts compute, in the texts of the SVG pictures. All pictures must be drawn without a complaint. Without
 * gnuplot the tables are checked alone. */
#include "analysis/effects.h"
#include "analysis/tables.h"
#include "base/mem.h"
#include "file/files.h"
#include "file/places.h"
#include "file/tsv.h"
#include "report/charts.h"
#include "report/compare.h"
#include "tests/helpers.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* What the numbers of a run are called: those of errors of a function, or of a search over parameters. */
#define TRAIT_COLUMNS "kind\tscore_noun\tcost_noun\tplay_noun\n"
#define ERRORS TRAIT_COLUMNS "error\tscore\tevaluations\tevaluations\n"
#define DIFFERENCES TRAIT_COLUMNS "difference\tscore\tturns\tblocks\n"

static Charts charts(Scene *s)
{
    forget(s);
    return (Charts){.format = "svg", .path = s->path, .errors = &s->errors, .warnings = &s->warnings, .drawn = &s->drawn};
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
    Status status = charts_run(&c, at(s, name));
    for (int i = 0; s->gnuplot && i < s->errors.n; i++) print_error("%s\n", s->errors.line[i]);
    for (int i = 0; i < s->warnings.n; i++) print_error("%s\n", s->warnings.line[i]);
    assert_int_equal(status, s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
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
    assert_int_equal(tsv_read(&t, at(s, table), '\t', &errors), STATUS_OK);
    double *x = tsv_numbers(&t, name, &errors);
    assert_non_null(x);
    *n = t.rows;
    tsv_free(&t);
    return x;
}

/* Whether a picture shows the text. Where there is no gnuplot there is no picture. */
static void shows(const Scene *s, const char *picture, const char *text)
{
    if (!s->gnuplot) return;
    char *svg = files_read(at(s, picture), NULL);
    assert_non_null(svg);
    if (strstr(svg, text) == NULL) fail_msg("%s does not show %s", picture, text);
    free(svg);
}

/* How often a picture shows it. */
static void shows_times(const Scene *s, const char *picture, const char *text, int times)
{
    if (!s->gnuplot) return;
    char *svg = files_read(at(s, picture), NULL);
    assert_non_null(svg);
    int n = 0;
    for (const char *found = svg; (found = strstr(found, text)) != NULL; found++) n++;
    if (n != times) fail_msg("%s shows %s %d times, not %d", picture, text, n, times);
    free(svg);
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
    assert_int_equal(tsv_read(&t, at(s, "a.tsv"), '\t', &s->errors), STATUS_OK);
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
    assert_int_equal(tsv_read(&t, at(s, "none.tsv"), '\t', &s->errors), STATUS_NO_INPUT);
    tsv_free(&t);
    assert_int_equal(s->errors.n, 0);
    assert_int_equal(tsv_read(&t, s->dir, '\t', &s->errors), STATUS_NO_INPUT);
    tsv_free(&t);
    assert_int_equal(s->errors.n, 1);
    put(s, "b.tsv", "a,b\n1,2\n3\n");
    assert_int_equal(tsv_read(&t, at(s, "b.tsv"), ',', &s->errors), STATUS_DATA);
    assert_non_null(strstr(s->errors.line[1], "b.tsv:3: the line has 1 cells: must be 2"));
    tsv_free(&t);
    put(s, "c.tsv", "");
    assert_int_equal(tsv_read(&t, at(s, "c.tsv"), ',', &s->errors), STATUS_DATA);
    tsv_free(&t);
    static const char *const names[] = {"a b", "", "system(\"x\")", "`x`", "a'", "@a", "<a", "a\033[2J", "a\\n", "\303\244"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[64];
        snprintf(text, sizeof text, "optimiser.a+b=c-d\t%s\n1\t2\n", names[i]);
        put(s, "d.tsv", text);
        forget(s);
        assert_int_equal(tsv_read(&t, at(s, "d.tsv"), '\t', &s->errors), STATUS_DATA);
        assert_non_null(strstr(s->errors.line[0], "names column 2: must be letters, digits and the signs _ . + - ="));
        tsv_free(&t);
    }
}

static void test_write(void **state)
{
    Scene *s = *state;
    Tsv t;
    Table w;
    const double x[] = {1.0 / 3, NAN};
    table_begin(&w, "name");
    table_column(&w, "%c", 'x');
    table_row(&w, "one", x, 1);
    table_row(&w, "t\two", x + 1, 1); /* a tab would begin another cell */
    assert_int_equal(table_write(&w, s->dir, &s->errors, "%s.tsv", "w"), STATUS_OK);
    assert_int_equal(tsv_read(&t, at(s, "w.tsv"), '\t', &s->errors), STATUS_OK);
    double *read = tsv_numbers(&t, "x", &s->errors);
    assert_true(read[0] == x[0]); /* results are read back as they were */
    free(read);
    assert_string_equal(tsv_cell(&t, 1, 0), "t wo");
    assert_string_equal(tsv_cell(&t, 1, 1), "NaN");
    tsv_free(&t);
    table_begin(&w, "x");
    assert_int_equal(table_write(&w, at(s, "nowhere"), &s->errors, "w.tsv"), STATUS_IO);
    assert_int_equal(s->errors.n, 1);
    no_temporaries(s->dir);
}

/* ---- what scripts share ---- */

/* Copies the scripts of plots/ into folder, so that one of them can be changed. */
static void copy_scripts(const Scene *s, const char *folder)
{
    char *plots = places_find("plots"), name[300];
    assert_non_null(plots);
    DIR *d = opendir(plots);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strstr(e->d_name, ".gp") == NULL) continue;
        char *path = files_path(plots, e->d_name), *text = files_read(path, NULL);
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        put(s, name, text);
        free(path);
        free(text);
    }
    closedir(d);
    free(plots);
}

/* Draws a run by a changed convergence.gp: what every script begins with, then these commands, which print into printed.txt.
 * Returns what was printed, owned. */
static char *commanded(Scene *s, const char *commands)
{
    static const char head[] = "chart = 'convergence'\nrun = ARG1; format = ARG2; out = ARG3; charts = ARG4; base = ARG5\n"
                               "here = ''; do for [i = 1:strlen(ARG0)] { here = ARG0[i:i] eq '/' ? ARG0[1:i] : here }\n"
                               "load here.'style.gp'\nset print 'printed.txt'\n";
    char script[8000], plots[400];
    copy_scripts(s, "my scripts");
    snprintf(script, sizeof script, "%s%s\nset xrange [0:1]\nplot x\n", head, commands);
    put(s, "my scripts/convergence.gp", script);
    put(s, "own/metrics.tsv", "iteration\tbest_score\n1\t5\n");
    snprintf(plots, sizeof plots, "%s", at(s, "my scripts"));
    Charts c = charts(s);
    c.plots = plots;
    Status status = charts_run(&c, at(s, "own"));
    for (int i = 0; i < s->errors.n; i++) print_error("%s\n", s->errors.line[i]);
    assert_int_equal(status, STATUS_OK);
    char *printed = files_read(at(s, "own/charts/printed.txt"), NULL);
    assert_non_null(printed);
    return printed;
}

static void test_numbers(void **state)
{
    Scene *s = *state;
    if (!s->gnuplot) skip();
    char *printed =
        commanded(s, "print number(0); print number(0.25); print number(12.5); print number(999.96); print number(5123.4)\n"
                     "print number(-123456); print number(35.2e6); print number(3.14e-12); print number(9.99e-5)\n"
                     "print number(NaN); print short('abcdefghij', 5); print short('äöüß', 4)\n"
                     "print near(1.4), near(26), near(360), near(80)\n"
                     "print sprintf('%.2f %.2f %.3f', student(5), student(30), student(100000))\n"
                     "kind = 'error'; bottom = 1e-9; print shown(-5), shown(0), shown(NaN); kind = 'count'; print shown(-5.0)");
    /* Student's t at 0.975: tables have 2.776, 2.045, 1.960. */
    assert_string_equal(printed, "0\n0.25\n12.5\n1,000\n5,123\n-123,456\n35.2M\n"
                                 "3.1×10⁻¹²\n1.0×10⁻⁴\nnone\nab…ij\näöüß\n"
                                 "1.0 20.0 500.0 100.0\n2.78 2.05 1.960\n5 1e-09 NaN\n-5.0\n");
    free(printed);
}

/* Draws one axis and returns its ends and tics; owned. */
static char *axis(Scene *s, const char *scale, const char *seen, int want)
{
    char commands[1000];
    snprintf(commands, sizeof commands,
             "do for [k = 1:words('%s')] { ignored = see(real(word('%s', k))) }\nletter = 'y'; scale = '%s'; want = %d; load "
             "here.'axis.gp'\n"
             "print sprintf('%%g %%g %%d', axis_lo, axis_hi, axis_log); print tics",
             seen, seen, scale, want);
    return commanded(s, commands);
}

static void test_axes(void **state)
{
    Scene *s = *state;
    static const struct {
        const char *scale, *seen;
        int want;
        const char *expected; /* a part of ends, kind (0 linear, 1 log, 2 log of 1 + v) and tics */
    } rows[] = {
        {"exact", "0 100", 5, "0 100 0\n'0' 0 0, '20' 20 0, '40' 40 0"},
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
        {"linear", "1.0e300 -1.0e300", 5, " 0\n"},
    };
    if (!s->gnuplot) skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *printed = axis(s, rows[i].scale, rows[i].seen, rows[i].want);
        if (strstr(printed, rows[i].expected) == NULL)
            fail_msg("%s of %s: %s: not %s", rows[i].scale, rows[i].seen, printed, rows[i].expected);
        free(printed);
    }
}

/* Labels keep their order, their distance, and to the picture. */
static void test_spread(void **state)
{
    Scene *s = *state;
    static const struct {
        const char *places, *expected;
    } rows[] = {{"0.2 0.9", "0.20 0.90"}, {"0.5 0.5 0.5", "0.40 0.50 0.60"}, {"1 0.99 0.1 0.98", "1.00 0.90 0.10 0.80"}};
    if (!s->gnuplot) skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char commands[1000];
        snprintf(commands, sizeof commands,
                 "n = words('%s'); array place[n]; do for [k = 1:n] { place[k] = real(word('%s', k)) }\ngap = 0.1; load "
                 "here.'spread.gp'\n"
                 "text = ''; do for [k = 1:n] { text = text.sprintf(' %%.2f', place[k]) }; print text[2:*]",
                 rows[i].places, rows[i].places);
        char *printed = commanded(s, commands);
        printed[strcspn(printed, "\n")] = '\0';
        assert_string_equal(printed, rows[i].expected);
        free(printed);
    }
}

/* A script of the user's is run by gnuplot itself, on the run directory alone. */
static void test_own_script(void **state)
{
    Scene *s = *state;
    if (!s->gnuplot) skip();
    char command[1500];
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws(s, "a", 1);
    copy_scripts(s, "mine");
    snprintf(command, sizeof command,
             "cd '%s' && printf 'set title \"drawn by me\"\\n' >>mine/style.gp && gnuplot -c mine/convergence.gp a svg own.svg",
             s->dir);
    assert_int_equal(system(command), 0);
    shows(s, "own.svg", "drawn by me");
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
    shows(s, "a/charts/convergence.svg",
          ">leader: 500 rows a game (overstated: on the games it was chosen by); iteration 20, 200 games, 19,980 pieces<");
    shows(s, "a/charts/convergence.svg", ">rows a game (log of 1 + rows)<");
    shows(s, "a/charts/convergence.svg", ">velocity: mean step an iteration<");
    shows_times(s, "a/charts/convergence.svg", "<text>validated, 95 %<", 0);
    put(s, "a/result.tsv", "claim\tmean\tci95\tgames\tw\ntraining\t300\t-\t9\t1\nvalidated\t80\t90\t9\t1\n");
    draws(s, "a", 1);
    shows(s, "a/charts/convergence.svg", ">validated, 95 %<");
    /* an interval that reaches far up belongs to the picture */
    put(s, "a/result.tsv", "claim\tmean\tci95\tgames\tw\nvalidated\t1.4e6\t1e6\t9\t1\n");
    draws(s, "a", 1);
    shows(s, "a/charts/convergence.svg", ">1M<");
}

/* What it is drawn against: seconds come from timing.tsv, of which a process that goes on with a run begins anew. */
static void test_abscissa(void **state)
{
    Scene *s = *state;
    static const char *const label[] = {">iteration<", ">pieces played<", ">seconds<"}, *const axis[] = {"iterations", "pieces",
                                                                                                         "seconds"};
    put(s, "a/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t90\t1\n2\t20\t300\t5\n3\t40\t800\t6\n4\t50\t900\t7\n");
    put(s, "a/timing.tsv",
        "seconds\tgames\tpieces\tshare\tphase\n2\t20\t9\t0.4\ttraining\n6\t30\t9\t0.6\ttraining\n"
        "0\t20\t0\tnan\ttraining\n3\t50\t9\t1\tfinished\n");
    for (int i = 0; i < 3; i++) {
        Charts c = charts(s);
        c.axis = axis[i];
        assert_int_equal(charts_run(&c, at(s, "a")), s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
        shows(s, "a/charts/convergence.svg", label[i]);
    }
    /* 2 seconds for 20 games; 6 till the end of the first process, and 3 for the 30 games from 20 on, which were played again */
    HAS_COLUMN(s, "a/charts/convergence_seconds_1.tsv", "seconds", 1, 2, 8, 9);
    HAS_COLUMN(s, "a/charts/convergence_seconds_1.tsv", "best_score", 1, 5, 6, 7);
    Charts c = charts(s);
    c.axis = "seconds";
    unlink(at(s, "a/timing.tsv"));
    assert_int_equal(charts_run(&c, at(s, "a")), STATUS_NO_INPUT);
    assert_non_null(strstr(s->errors.line[0], "its seconds are not known"));
}

static void test_size_and_title(void **state)
{
    Scene *s = *state;
    Charts c = charts(s);
    c.width = 600;
    c.height = 400;
    c.title = "'it's' {my}\n`title`";
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    assert_int_equal(charts_run(&c, at(s, "a")), s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
    shows(s, "a/charts/convergence.svg", "width=\"600\" height=\"400\"");
    shows(s, "a/charts/convergence.svg", ">'it's' {my} `title`<");
    shows_times(s, "a/charts/convergence.svg", "a: convergence", 0);
}

/* In a locale that has nothing but ASCII gnuplot complains of a sign that no chart has. */
static void test_locale(void **state)
{
    Scene *s = *state;
    const char *before = getenv("LC_ALL");
    char *kept = before != NULL ? strdup(before) : NULL;
    setenv("LC_ALL", "C", 1);
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    draws(s, "a", 1);
    if (kept != NULL)
        setenv("LC_ALL", kept, 1);
    else
        unsetenv("LC_ALL");
    free(kept);
}

/* A function's error is minus its score; 0 has its place a decade below the least error. */
static void test_errors_of_functions(void **state)
{
    Scene *s = *state;
    put(s, "f/traits.tsv", ERRORS);
    put(s, "f/metrics.tsv",
        "iteration\tgames\tpieces\tbest\tbest_score\tmean\tq05\tq25\tmedian\tq75\tq95\tdiversity\n"
        "1\t10\t10\t-1\t-1\t-50\t-90\t-70\t-50\t-30\t-10\t0.3\n"
        "2\t20\t20\t-0.001\t-0.001\t-5\t-9\t-7\t-5\t-3\t-1\t0.2\n"
        "3\t30\t30\t-0\t-0\t-5\t-9\t-7\t-5\t-3\t0\t0.1\n");
    draws(s, "f", 1);
    shows(s, "f/charts/convergence.svg", ">best so far: error 0; iteration 3, 30 evaluations<");
    shows(s, "f/charts/convergence.svg", ">error (0 drawn at the lower edge)<");
    shows(s, "f/charts/convergence.svg", ">10<");
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
        snprintf(file, sizeof file, "%s/traits.tsv", run);
        put(s, file, ERRORS);
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

/* Five games of mean 3: more than 0 rows had 4 of 5, and the share of the longest is where the axis ends, half a game. */
static void test_histogram(void **state)
{
    Scene *s = *state;
    put(s, "g/games.tsv", "game\tscore\tcost\n0\t0\t9\n1\t3\t9\n2\t3\t9\n3\t1\t9\n4\t8\t9\n");
    draws(s, "g", 1);
    /* standard deviation 3.08, t = 2.776 with 4 degrees of freedom */
    shows(s, "g/charts/histogram.svg",
          ">5 games: mean 3 (95 % interval 0 to 6.83), median 3; line: exponential of the same mean<");
    shows(s, "g/charts/histogram.svg", ">games<");
    put(s, "g/games.tsv", "game\tscore\tcost\n0\t0\t9\n1\t300\t9\n2\t3\t9\n3\t1\t9\n4\t800\t9\n");
    draws(s, "g", 1);
    shows(s, "g/charts/histogram.svg", ">games in each 100 rows<");
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
    put(s, "m/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\n"
        "1\t0\t5\t-1\t0.1\t1\t2\n1\t1\t5\t-2\t0.9\t3\t1\n2\t0\t5\t0.5\t0.5\t1.5\t1.5\n2\t1\t5\tnan\t0.4\t1.4\t1.6\n"
        "3\t0\t5\t0.2\t0.6\t1.7\t1.2\n");
    put(s, "m/heldout.tsv",
        "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\nsphere\t1\t0\t-1e-9\t-1e-5\t2\t1\nsphere\t1\t5\t0\t-"
        "1e-6\t3\t1\n"
        "tetris {10}\t1\t1\t500\t40\t1\t0\ntetris {10}\t1\t6\t300\t400\t0\t1\n");
    put(s, "m/metrics.tsv", "iteration\tbest_score\n1\t-1\n2\t0.5\n3\t0.5\n");
    put(s, "m/borders.tsv",
        "border\tx\ty\tat_x\tat_y\nmine\toptimiser.inertia\toptimiser.cognitive\t0.2\t2\nmine\toptimiser.inertia\toptimiser."
        "cognitive\t0.8\t3\n");
    put(s, "m/result.tsv",
        "claim\tmean\tci95\tgames\toptimiser.inertia\toptimiser.cognitive\toptimiser.social\nvalidated\t1\t0.1\t9\t0.6\t1.7\t1."
        "2\n");
    draws(s, "m", 4);
    /* The best moves once, from the first row to the third. */
    shows(s, "m/charts/meta_path.svg",
          ">5 positions; line: the best so far, last in iteration 2 with a score of 0.5; curves: where swarms stop converging<");
    shows_times(s, "m/charts/meta_path.svg", "<text>mine<", 1);
    shows_times(s, "m/charts/meta_path.svg", "<text>chosen<", 1);
    shows(s, "m/charts/weights.svg", ">cognitive  1.7<");
    /* An error of 0 is better than 1e-6; 500 rows are more than 40, 300 less than 400. */
    shows(s, "m/charts/heldout.svg", ">sphere<");
    shows(s, "m/charts/heldout.svg", ">better in 2 of 2<");
    shows(s, "m/charts/heldout.svg", ">error (0 at edge)<");
    shows(s, "m/charts/heldout.svg", ">tetris {10}<");
    shows(s, "m/charts/heldout.svg", ">better in 1 of 2<");
    shows(s, "m/charts/heldout.svg", ">score<");
}

static void test_odd_meta(void **state)
{
    Scene *s = *state;
    put(s, "one/positions.tsv", "iteration\tparticle\tscore\tw\n1\t0\t1\t0.5\n");
    draws(s, "one", 2);
    put(s, "two/positions.tsv",
        "iteration\tparticle\tscore\toptimiser.inertia\toptimiser.social\n1\t0\t1\t0.5\tnan\n1\t1\t2\t0.5\t3\n");
    draws(s, "two", 2);
    put(s, "same/heldout.tsv",
        "problem\tbudget\tblock\ttuned\tuntuned\ttuned_score\tuntuned_score\na\t1\t0\t0\t0\t0\t0\nb\t2\t0\tnan\t1\tnan\t1\n"
        "c\t0.5\t0\t-5\t-5\t0\t0\n");
    draws(s, "same", 1);
}

/* In a meta search a candidate that played fewer blocks than others of the iteration was eliminated: its score, of blocks that
 * it lost, is none. In a training all of them count. */
static void test_cut_short(void **state)
{
    Scene *s = *state;
    static const char positions[] =
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\n1\t0\t9\t-1\t0.1\n1\t1\t3\t8\t0.9\n1\t2\t9\t-2\t0.3\n"
        "2\t0\t5\t0.5\t0.5\n2\t1\t4\t7\t0.4\n2\t2\t5\t0.7\t0.6\n";
    put(s, "cut/positions.tsv", positions);
    put(s, "cut/blocks.tsv", "phase\n");
    draws(s, "cut", 3);
    shows(s, "cut/charts/meta_path.svg", "last in iteration 2 with a score of 0.7<");
    put(s, "all/positions.tsv", positions);
    draws(s, "all", 2);
    shows(s, "all/charts/meta_path.svg", "last in iteration 1 with a score of 8<");
    put(s, "nan/positions.tsv",
        "iteration\tparticle\tgames\tscore\tw\n1\t0\t9\t-1\t0.1\nnan\t0\t9\t-2\t0.2\n2\t0\tnan\t5\t0.3\n");
    put(s, "nan/blocks.tsv", "phase\n");
    draws(s, "nan", 3);
    shows(s, "nan/charts/meta_path.svg", "last in iteration 2 with a score of 5<");
}

/* What scores are called, and whether they have logarithms, the run says. */
static void test_traits(void **state)
{
    Scene *s = *state;
    static const struct {
        const char *traits, *subtitle, *label;
    } rows[] = {{DIFFERENCES, ">leader: standardised score -0.5; iteration 2, 20 blocks, 900 turns<",
                 ">standardised score (0: ordinary)<"},
                {ERRORS, ">best so far: error 0.5; iteration 2, 900 evaluations<", ">error<"},
                {TRAIT_COLUMNS "count\tapples\tsteps\tdays\n",
                 ">leader: -0.5 apples a day (overstated: on the days it was chosen by); iteration 2, 20 days, 900 steps<",
                 ">apples a day<"}};
    put(s, "a/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t300\t-1\n2\t20\t900\t-0.5\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put(s, "a/traits.tsv", rows[i].traits);
        draws(s, "a", 1);
        shows(s, "a/charts/convergence.svg", rows[i].subtitle);
        shows(s, "a/charts/convergence.svg", rows[i].label);
    }
}

static Status status_of(Scene *s, const char *run);
static Status compares(Scene *s, const char *a, const char *b, const char *out);

/* Only known names and plain words reach gnuplot. A column of a later version is left out. */
static void test_hostile_traits(void **state)
{
    Scene *s = *state;
    static const char *const bad[] = {
        "kind\nscore\n",      "kind\n",           "score_noun\nit's\n",   "score_noun\nx\n",
        "play_noun\na\\nb\n", "cost_noun\n`x`\n", "kind\ncount\ncount\n", "kind\there; z\ncount\tx\n"};
    put(s, "a/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t300\t-1\n2\t20\t900\t-0.5\n");
    put(s, "b/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t10\t300\t-1\n2\t20\t900\t-0.5\n");
    put(s, "a/traits.tsv", "here\trun\tkind\n/nowhere/\t/nowhere\terror\n");
    draws(s, "a", 1);
    shows(s, "a/charts/convergence.svg", ">best so far: error 0.5; ");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put(s, "a/traits.tsv", bad[i]);
        assert_int_equal(status_of(s, "a"), STATUS_DATA);
        assert_int_equal(s->errors.n, 1);
        assert_non_null(strstr(s->errors.line[0], "a/traits.tsv"));
        assert_int_equal(compares(s, "b", "a", "out"), STATUS_DATA);
    }
}

/* What is there and cannot be read is not absent. A claim without a name is no claim. */
static void test_unreadable(void **state)
{
    Scene *s = *state;
    static const char *const table[] = {"traits.tsv", "result.tsv", "summary.tsv",  "presets.tsv",
                                        "config.ini", "games.tsv",  "positions.tsv"};
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put(s, "b/01/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char link[40];
        snprintf(link, sizeof link, "a/%s", table[i]);
        assert_int_equal(symlink(table[i], at(s, link)), 0); /* which leads to itself */
        assert_int_equal(status_of(s, "a"), STATUS_NO_INPUT);
        assert_int_equal(s->errors.n, 1);
        assert_non_null(strstr(s->errors.line[0], table[i]));
        assert_non_null(strstr(s->errors.line[0], "cannot be read: "));
        unlink(at(s, link));
    }
    for (int i = 0; i < 2; i++) { /* of a repeat, too */
        char link[40];
        snprintf(link, sizeof link, "b/01/%s", table[i]);
        assert_int_equal(symlink(table[i], at(s, link)), 0);
        assert_int_equal(status_of(s, "b"), STATUS_NO_INPUT);
        assert_non_null(strstr(s->errors.line[0], "cannot be read: "));
        unlink(at(s, link));
    }
    put(s, "b/02/notes.txt", "just begun\n");
    draws(s, "b", 1);
    put(s, "a/result.tsv", "mean\n1\n");
    assert_int_equal(status_of(s, "a"), STATUS_DATA);
    assert_non_null(strstr(s->errors.line[0], "a/result.tsv: must have the columns"));
}

/* The best of each particle and of the swarm, the coordinates over the iterations: of a swarm, which has a velocity. */
static void test_swarm(void **state)
{
    Scene *s = *state;
    put(s, "p/metrics.tsv", "iteration\tgames\tpieces\tbest_score\tvelocity\n1\t4\t40\t70\t0.5\n2\t8\t90\t90\t0.4\n");
    put(s, "p/positions.tsv",
        "iteration\tparticle\tgames\tscore\tholes\twells\n1\t0\t2\t70\t1\t2\n1\t1\t2\t5\t3\t4\n2\t0\t2\t60\t5\t6\n2\t1\t2\t90\t7"
        "\t8"
        "\n");
    put(s, "p/result.tsv", "claim\tmean\tci95\tgames\tholes\twells\ntraining\t90\t9\t2\t7\t8\n");
    draws(s, "p", 4);
    shows(s, "p/charts/personal.svg",
          ">the best score that each of 2 particles has had so far, on the games that it was evaluated by<");
    shows_times(s, "p/charts/personal.svg", "<text>validated, 95 %<", 0);
    shows(s, "p/charts/weights.svg", ">holes  7<");
    shows(s, "p/charts/weights.svg", ">mean ± sd<");
    put(s, "p/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t4\t40\t70\n2\t8\t90\t90\n");
    draws(s, "p", 3);
}

/* ---- main effects, ablation ---- */

/* Two factors, balanced over two iterations that differ by 100: topology adds 2 or takes it away, inertia 1; what is left is 0.5
 * up and down. By hand: of a sum of squares of 8 x (4 + 1 + 0.25) = 42 topology has 32, inertia 8, the rest 2 with 8 - 2 - 2
 * degrees of freedom, so F = 32 / (2 / 4) = 64 and 16. */
static void test_effects(void **state)
{
    Scene *s = *state;
    put(s, "e/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.topology=ring\toptimiser.topology=random\toptimiser.inertia\n"
        "1\t0\t9\t3.5\t0.9\t0.1\t0\n1\t1\t9\t0.5\t0.5\t0.4\t1\n1\t2\t9\t-1.5\t0.2\t0.3\t0\n1\t3\t9\t-2.5\t0\t1\t1\n"
        "2\t0\t9\t102.5\t0.9\t0.1\t0\n2\t1\t9\t101.5\t0.5\t0.5\t1\n2\t2\t9\t99.5\t0.2\t0.3\t0\n"
        "2\t3\t9\t96.5\t0\t1\t1\n");
    put(s, "e/blocks.tsv", "phase\n");
    Effects e;
    assert_int_equal(effects_read(&e, at(s, "e"), &s->errors), STATUS_OK);
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
    draws(s, "e", 3);
    shows(s, "e/charts/effects.svg", ">8 positions, each against the mean of its iteration; all keys together explain 95 %<");
    shows(s, "e/charts/effects.svg", ">76.2 %  p = 0.0013<");
    shows(s, "e/charts/effects.svg", ">optimiser.topology = random<");
}

/* Against tables: the 5 % and 1 % points of F. */
static void test_f_tail(void **state)
{
    (void)state;
    static const struct {
        double f, df1, df2, p;
    } rows[] = {{161.4476, 1, 1, 0.05}, {3.3258, 5, 10, 0.05}, {5.6363, 5, 10, 0.01}, {1.6491, 30, 60, 0.05}, {0, 3, 7, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(fabs(effects_f_tail(rows[i].f, rows[i].df1, rows[i].df2) - rows[i].p) < 3e-5);
}

static void test_ablation(void **state)
{
    Scene *s = *state;
    put(s, "a/ablation.tsv",
        "step\tkey\tuntuned\ttuned\tblocks\tscore\tsem\tgain\tp\tkept\n0\tuntuned\t-\t-\t15\t0\t0.1\t0\t1\t1\n"
        "1\toptimiser.inertia\t0.7298\t0.31257976089891515\t15\t0.1\t0.3\t0.1\t0.97\t0\n"
        "1\toptimiser.wall\tabsorb\tdamp\t15\t0.5\t0.2\t0.5\t0.01\t1\n"
        "2\toptimiser.inertia\t0.7298\t0.31257976089891515\t15\t0.8\t0.2\t0.3\t0.04\t1\n"
        "3\toptimiser.ring_k+random_k\t2/8.00001\t4\t15\t0.9\t0.2\t0.1\t0.4\t1\n");
    draws(s, "a", 1);
    shows(s, "a/charts/ablation.svg", ">wall: absorb -> damp<");
    shows(s, "a/charts/ablation.svg", ">inertia: 0.7298 -> 0.3126<");
    shows(s, "a/charts/ablation.svg", ">ring_k+random_k: 2/8 -> 4<");
    shows(s, "a/charts/ablation.svg", ">p = 0.04<");
    shows(s, "a/charts/ablation.svg",
          ">mean scores of 15 held-out blocks with standard errors; filled: kept, open: tried in the");
}

/* ---- tournament ---- */

static void test_ranking(void **state)
{
    Scene *s = *state;
    put(s, "t/ranking.tsv",
        "weights\trank\tplayer\tgames\tmean\tsem\tci95\tbest_ratio\tp_mean\tp_wilcoxon\tworse_than_best\n"
        "it's a {best}.ini\t1\t2\t50\t400\t20\t40\t1\t1\t1\t0\nsecond\t2\t1\t50\t390\t20\tinf\t1.02\t0.6\t0.5\t0\n"
        "third\t3\t3\t25\t9\t1\t2\t44.4\t1e-9\t1e-9\t1\n");
    draws(s, "t", 1);
    shows(s, "t/charts/ranking.svg", ">t: 3 contestants on the same games<");
    shows(s, "t/charts/ranking.svg",
          ">25 to 50 games each; means with 95 % intervals; filled: the best, and 1 that does not differ significantly<");
    shows(s, "t/charts/ranking.svg", ">it's a {best}<");
    shows(s, "t/charts/ranking.svg", ">44.4<");
    put(s, "t/ranking.tsv", "weights\trank\n");
    Charts c = charts(s);
    assert_int_equal(charts_run(&c, at(s, "t")), STATUS_DATA);
    assert_non_null(strstr(s->errors.line[0], "t/ranking.tsv: must have the columns rank games"));
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
    put(s, "g/presets.tsv",
        "preset\toptimiser.inertia\toptimiser.cognitive+social\nfirst\t0.7\t1.5\nits-twin\t0.7\t1.5\noutside\t0.7\t9\nsecond\t0."
        "9\t1.5\n");
    put(s, "g/borders.tsv",
        "border\tx\ty\tat_x\tat_y\nmine\toptimiser.inertia\toptimiser.cognitive+social\t0.2\t1\nmine\toptimiser."
        "inertia\toptimiser.cognitive+social\t0.8\t2\n"
        "other\toptimiser.inertia\toptimiser.social\t0.2\t1\n");
    draws(s, "g", 1); /* and no path of a swarm */
    HAS_COLUMN(s, "g/charts/landscape.tsv", "optimiser.inertia", 0, 0.5, 1, 0, 0.5, 1);
    HAS_COLUMN(s, "g/charts/landscape.tsv", "optimiser.cognitive+social", 1, 1, 1, 2, 2, 2);
    HAS_COLUMN(s, "g/charts/landscape.tsv", "median_1", -3, -16, 1.5, 3, 4, 5);
    HAS_COLUMN(s, "g/charts/landscape.tsv", "median_2", 0, 0, 1, 1, 1, 2);
    HAS_COLUMN(s, "g/charts/landscape_parts.tsv", "errors", 1, 0);
    shows(s, "g/charts/landscape.svg", ">sphere: best 1.0×10⁻¹⁶ at 0.5, 1<");
    shows(s, "g/charts/landscape.svg", ">tetris: best 99 at 1, 2<");
    shows(s, "g/charts/landscape.svg", ">colour: median over the seeds; square: best of the grid; circles: published<");
    shows_times(s, "g/charts/landscape.svg", "<text>mine<", 1);
    shows_times(s, "g/charts/landscape.svg", "<text>other<", 0);
    /* one map alone has room for names: each place once, and none outside */
    put(s, "g/blocks.tsv", BLOCK_COLUMNS "training\t0\tsphere\t1\t0\t-1e-2\t0\ntraining\t1\tsphere\t1\t0\t-1e-3\t0\n");
    draws(s, "g", 1);
    shows(s, "g/charts/landscape.svg", ">log10 of the median error<");
    shows(s, "g/charts/landscape.svg", "<text>first<");
    shows(s, "g/charts/landscape.svg", "<text>second<");
    shows_times(s, "g/charts/landscape.svg", "<text>its-twin<", 0);
    shows_times(s, "g/charts/landscape.svg", "<text>outside<", 0);
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
    HAS_COLUMN(s, "phi/charts/landscape.tsv", "median_1", NAN, NAN, NAN, 0, -1, NAN);
    shows(s, "phi/charts/landscape.svg", ">sphere: best 0.1 at 0.5, 2<");
    shows(s, "phi/charts/landscape.svg", ">colour: median over the seeds; square: best of the grid<");
    /* budgets are panels of their own */
    put(s, "two/config.ini", FULL);
    put(s, "two/positions.tsv", SIX_POINTS("optimiser.phi1", "optimiser.phi2"));
    put(s, "two/blocks.tsv", BLOCK_COLUMNS "training\t0\ta\t1\t0\t-1\t0\ntraining\t0\ta\t0.5\t1\t-10\t0\n");
    draws(s, "two", 1);
    shows(s, "two/charts/landscape.svg", ">a x1: best 1 at 0, 1<");
    shows(s, "two/charts/landscape.svg", ">a x0.5: best 10 at 0, 1<");
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
    shows(s, "g/charts/landscape.svg", "; black: path of the search<");
    put(s, "p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.cognitive+social\n1\t0\t5\t0.1\t0.2\t1.75\n");
    draws(s, "g", 1);
    shows(s, "g/charts/landscape.svg", "; black: path of the search<");
    /* no such coordinates, no such run: said, and the map is drawn */
    put(s, "p/positions.tsv",
        "iteration\tparticle\tgames\tscore\toptimiser.inertia\toptimiser.social\n1\t0\t5\t0.1\t0.2\t1.75\n");
    for (int missing = 0; missing <= 1; missing++) {
        Charts c = charts(s);
        assert_int_equal(charts_run(&c, at(s, "g")), s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
        assert_int_equal(s->warnings.n, 1);
        assert_non_null(strstr(s->warnings.line[0], "p/positions.tsv: has no path over the coordinates of the map"));
        shows_times(s, "g/charts/landscape.svg", "black: path", 0);
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
    HAS_COLUMN(s, "a/charts/sensitivity.tsv", "optimiser.inertia", 0, 0.5, 1, 0.4, 0.4, 0.4, 0.4);
    HAS_COLUMN(s, "a/charts/sensitivity.tsv", "q25_1", -1, 1, 2, 3, 4, 5, 6);
    HAS_COLUMN(s, "a/charts/sensitivity.tsv", "median_1", 0, 1, 2, 3, 4, 5, 6);
    HAS_COLUMN(s, "a/charts/sensitivity.tsv", "q75_1", 1, 1, 2, 3, 4, 5, 6);
    shows_times(s, "a/charts/sensitivity.svg", "<text>inertia<", 1);
    shows_times(s, "a/charts/sensitivity.svg", "<text>cognitive<", 1);
    shows_times(s, "a/charts/sensitivity.svg", "<text>social<", 1);
    shows(s, "a/charts/sensitivity.svg", ">log10 of the median error<");
    /* a line of one point; a line that is alone */
    put(s, "b/config.ini", AXES);
    put(s, "b/positions.tsv",
        "iteration\tparticle\tgames\tscore\ta.a\ta.b\n1\t0\t1\t0\t0.1\t1\n1\t1\t1\t0\t0.2\t0\n1\t2\t1\t0\t0.2\t2\n");
    put(s, "b/blocks.tsv",
        BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\ntraining\t2\tt\t1\t1\t9\t0\n");
    draws(s, "b", 1);
    shows(s, "b/charts/sensitivity.svg", ">log10 of the median error, or of 1 + score<");
    shows_times(s, "b/charts/sensitivity.svg", "<text>b<", 1);
    put(s, "c/config.ini", AXES);
    put(s, "c/positions.tsv", "iteration\tparticle\tgames\tscore\ta.a\n1\t0\t1\t0\t0.1\n1\t1\t1\t0\t0.2\n");
    put(s, "c/blocks.tsv", BLOCK_COLUMNS "training\t0\tf\t1\t0\t-1\t0\ntraining\t1\tf\t1\t0\t-10\t0\n");
    draws(s, "c", 1);
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
        {"nameless", SIX_POINTS("a.a", "a.b"), "phase\tparticle\tbudget\tvalue\ntraining\t0\t1\t-1\n",
         "blocks.tsv: must have the columns particle budget value and phase problem, with numbers in them"},
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
        assert_int_equal(charts_run(&c, at(s, rows[i].name)), STATUS_DATA);
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
    shows(s, "c/charts/curves.svg", ">f x1<");
    shows(s, "c/charts/curves.svg", ">f x0.5<");
    shows(s, "c/charts/curves.svg", ">t x1<");
    shows_times(s, "c/charts/curves.svg", "<text>error<", 2);
    shows_times(s, "c/charts/curves.svg", "<text>score<", 1);
    shows(s, "c/charts/curves.svg", ">share of the budget<");
    /* one budget is not named; where tuned is solved from the first point on, untuned says that these are errors */
    put(s, "d/curves.tsv", CURVE_COLUMNS "f\t2\t1\t0\t0\t0\t-3\t-2\t-1\n");
    draws(s, "d", 1);
    shows(s, "d/charts/curves.svg", ">f<");
    shows(s, "d/charts/curves.svg", ">error<");
    static const char *const bad[] = {"", CURVE_COLUMNS, "problem\tbudget\tshare\nf\t1\t1\n",
                                      CURVE_COLUMNS "f\t1\t1\tx\t0\t0\t0\t0\t0\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put(s, "e/curves.tsv", bad[i]);
        Charts c = charts(s);
        assert_int_equal(charts_run(&c, at(s, "e")), STATUS_DATA);
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
    shows(s, "rep/charts/repeat.svg",
          ">leader at the end, overstated, on the games it was chosen by: median 200, quartiles 150 and 250; black: geometric "
          "mean<");
    shows(s, "rep/charts/repeat.svg", ">rows claimed<");
    shows(s, "rep/charts/repeat.svg", ">run<"); /* such a seed is too long to stand below a point */
    shows_times(s, "rep/charts/repeat.svg", "<text>validated<", 2);
    shows_times(s, "rep/charts/repeat.svg", "<text>reselected<", 0);
    /* Of replicates the last claim is an estimate. */
    put(s, "rep/summary.tsv", "run\tseed\ttraining\ttraining_ci95\testimated\n01\t1\t100\t-\t40\n02\t2\t300\t-\t50\n");
    put(s, "rep/01/traits.tsv",
        "kind\tscore_noun\tcost_noun\tplay_noun\tevaluation_noun\ncount\trows\tpieces\tgames\treplicates\n");
    draws(s, "rep", 1);
    shows(s, "rep/charts/repeat.svg", ">leader at the end, overstated, on the replicates it was chosen by: median 200, ");
    shows_times(s, "rep/charts/repeat.svg", "<text>estimated<", 2);
    Charts c = charts(s);
    c.axis = "seconds"; /* of runs that have no clock */
    assert_int_equal(charts_run(&c, at(s, "rep")), STATUS_NO_INPUT);
}

/* How low solve plays: the means at the largest number of nodes stand at the ends of the lines. */
static void test_solve(void **state)
{
    Scene *s = *state;
    put(s, "low/solve.tsv",
        "template\tbuffer\tnodes\theight\tseconds\nequal\t0\t10\t9\t0\nequal\t0\t100\t4\t0\nequal\t1\t10\t5\t0\n"
        "equal\t1\t100\t2\t0\nonly-1\t0\t100\t1\t0\nonly-1\t0\t10\t1\t0\nonly-1\t1\t10\t1\t0\nonly-1\t1\t100\t0\t0\n");
    draws(s, "low", 1);
    assert_int_equal(s->warnings.n, 0);
    shows(s, "low/charts/solve.svg", ">buffer 0:  2.5<");
    shows(s, "low/charts/solve.svg", ">buffer 1:  1<");
}

static Status compares(Scene *s, const char *a, const char *b, const char *out)
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
    put(s, "f/traits.tsv", ERRORS);
    put(s, "f/metrics.tsv", "iteration\tbest_score\n1\t-5\n");
    assert_int_equal(compares(s, "solo", "rep", "deep/out"), s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
    assert_int_equal(s->warnings.n, 0);
    assert_int_equal(access(at(s, "deep/out/compare.tsv"), F_OK), -1);
    assert_int_equal(access(at(s, "deep/out/compare_2.tsv"), F_OK), 0);
    /* A repeat ends where its longest run does, though the picture goes on. */
    put(s, "long/metrics.tsv", "iteration\tgames\tpieces\tbest_score\n1\t5\t60\t1\n2\t10\t90000\t90\n");
    compares(s, "long", "rep", "out");
    shows(s, "out/compare.svg", ">long  90<");
    shows(s, "out/compare.svg", ">rep  200<");
    shows_times(s, "out/compare.svg", "points: validated", 0);
    put(s, "long/result.tsv", "claim\tmean\tci95\tgames\tw\nvalidated\t70\t-\t9\t1\n");
    put(s, "rep/summary.tsv", "run\tseed\tvalidated\n01\t1\t40\n02\t2\t60\n03\t3\t-\n");
    compares(s, "long", "rep", "out");
    assert_int_equal(s->warnings.n, 0);
    shows(s, "out/compare.svg", "points: validated (repeats: geometric mean), with 95 % intervals<");
    int n;
    double *x = column(s, "out/compare_2.tsv", "x", &n), *best = column(s, "out/compare_2.tsv", "median", &n);
    assert_true(x[n - 1] == 900 && best[n - 1] == 200);
    free(x);
    free(best);
    assert_int_equal(compares(s, "solo", "f", "out"), STATUS_DATA);
    assert_non_null(strstr(s->errors.line[0], "cannot share a chart"));
    assert_int_equal(compares(s, "solo", "nobody", "out"), STATUS_NO_INPUT);
    assert_int_equal(s->errors.n, 1);
}

static void test_speedup(void **state)
{
    Scene *s = *state;
    Charts c = charts(s);
    char out[400];
    put(s, "p.csv",
        "mode,threads,seconds,min,max,speedup,efficiency\nnone,1,8,8,8,1,1\nboth,1,8,7,9,1,1\nboth,2,5,4,10,1.6,0.8\n"
        "processes,1,8,8,8,1,1\nprocesses,2,4.2,4,5,1.9,0.95\n");
    snprintf(out, sizeof out, "%s", at(s, "bench/parallel"));
    assert_int_equal(charts_speedup(&c, at(s, "p.csv"), out), s->gnuplot ? STATUS_OK : STATUS_UNAVAILABLE);
    assert_int_equal(s->warnings.n, 0);
    shows_times(s, "bench/parallel.svg", "<text>none<", 1);
    shows_times(s, "bench/parallel.svg", "<text>both<", 1);
    shows_times(s, "bench/parallel.svg", "<text>processes<", 0);
    shows_times(s, "bench/parallel.svg", "<text>limit of the machine<", 1);
    shows(s, "bench/parallel.svg", ">bench; whiskers: fastest and slowest run; limit: as many independent serial processes<");
    c = charts(s);
    assert_int_equal(charts_speedup(&c, at(s, "none.csv"), out), STATUS_NO_INPUT);
    assert_int_equal(s->errors.n, 1);
}

/* ---- what can go wrong ---- */

static Status status_of(Scene *s, const char *run)
{
    Charts c = charts(s);
    return charts_run(&c, at(s, run));
}

static void test_no_data(void **state)
{
    Scene *s = *state;
    assert_int_equal(status_of(s, "nowhere"), STATUS_NO_INPUT);
    assert_int_equal(s->errors.n, 1);
    put(s, "empty/notes.txt", "nothing\n");
    assert_int_equal(status_of(s, "empty"), STATUS_NO_INPUT);
    assert_int_equal(s->errors.n, 1);
    put(s, "new/metrics.tsv", "iteration\tbest_score\n");
    assert_int_equal(status_of(s, "new"), STATUS_NO_INPUT);
    assert_non_null(strstr(s->errors.line[0], "no finished iteration yet"));
    put(s, "games/games.tsv", "game\tscore\tcost\n");
    assert_int_equal(status_of(s, "games"), STATUS_NO_INPUT);
    assert_int_equal(s->errors.n, 1);
}

static void test_bad_data(void **state)
{
    Scene *s = *state;
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\tmany\n");
    assert_int_equal(status_of(s, "a"), STATUS_DATA);
    assert_int_equal(s->errors.n, 1);
    assert_non_null(strstr(s->errors.line[0], "metrics.tsv:2: best_score = 'many': must be a number"));
    put(s, "b/metrics.tsv", "turn\tpoints\n1\t2\n");
    assert_int_equal(status_of(s, "b"), STATUS_DATA);
    put(s, "c/metrics.tsv", "iteration\tbest_score\n1\tnan\n");
    assert_int_equal(status_of(s, "c"), STATUS_DATA);
    put(s, "d/heldout.tsv", "problem\tblock\ttuned\n");
    assert_int_equal(status_of(s, "d"), STATUS_DATA);
    put(s, "e/positions.tsv", "iteration\tparticle\tscore\n1\t1\t1\n");
    assert_int_equal(status_of(s, "e"), STATUS_DATA);
    assert_int_equal(s->errors.n, 1);
}

static void test_no_gnuplot(void **state)
{
    Scene *s = *state;
    char *path = mem_text(getenv("PATH"));
    put(s, "it's a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put(s, "it's a/games.tsv", "game\tscore\tcost\n0\t5\t9\n");
    setenv("PATH", s->dir, 1);
    Status status = status_of(s, "it's a");
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, STATUS_UNAVAILABLE);
    assert_int_equal(s->errors.n, 1);
    assert_non_null(strstr(s->errors.line[0], "gnuplot-nox"));
    assert_non_null(strstr(s->errors.line[0], "/it'\\''s a'"));
    assert_int_equal(access(at(s, "it's a/charts/convergence.set"), R_OK), 0);
    assert_int_equal(access(at(s, "it's a/charts/histogram.set"), R_OK), 0);
    no_temporaries(at(s, "it's a/charts"));
}

/* A gnuplot of our own: says something and fails, or draws nothing, or warns and draws. */
static Status with_gnuplot(Scene *s, const char *script)
{
    char *path = mem_text(getenv("PATH")), here[4000];
    put(s, "bin/gnuplot", script);
    assert_int_equal(chmod(at(s, "bin/gnuplot"), 0755), 0);
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    snprintf(here, sizeof here, "%s:%s", at(s, "bin"), path);
    setenv("PATH", here, 1);
    Status status = status_of(s, "a");
    setenv("PATH", path, 1);
    free(path);
    no_temporaries(at(s, "a/charts"));
    return status;
}

static void test_failing_gnuplot(void **state)
{
    Scene *s = *state;
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\necho 'plot x' >&2\necho '\"a.gp\" line 7: no such thing' >&2\nexit 1\n"),
                     STATUS_INTERNAL);
    assert_int_equal(s->errors.n, 1);
    assert_non_null(strstr(s->errors.line[0], "gnuplot says: \"a.gp\" line 7: no such thing"));
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\nexit 0\n"), STATUS_INTERNAL);
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\nkill -9 $$\n"), STATUS_INTERNAL);
    assert_int_equal(with_gnuplot(s, "#!/bin/sh\necho half a picture > \"$6\"\n"), STATUS_INTERNAL);
    assert_int_equal(s->drawn.n, 0);
    assert_int_equal(
        with_gnuplot(s, "#!/bin/sh\ni=0; while [ $i -lt 5000 ]; do echo 'too much to say for a pipe' >&2; i=$((i+1)); done\n"
                        "echo picture IEND > \"$6\"\n"),
        STATUS_OK);
    assert_int_equal(s->warnings.n, 5000);
    assert_int_equal(s->drawn.n, 1);
}

static void test_cannot_create(void **state)
{
    Scene *s = *state;
    put(s, "a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put(s, "a/charts", "in the way\n");
    assert_int_equal(status_of(s, "a"), STATUS_CANT_CREATE);
    assert_int_equal(s->errors.n, 1);
    Charts c = charts(s);
    c.out = at(s, "a/metrics.tsv/below");
    char run[400];
    char *out = mem_text(c.out);
    c.out = out;
    snprintf(run, sizeof run, "%s", at(s, "a"));
    assert_int_equal(charts_run(&c, run), STATUS_CANT_CREATE);
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
    assert_int_equal(charts_run(&c, at(s, "a")), STATUS_INTERNAL);
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
        assert_int_equal(charts_run(&c, at(s, "a")), STATUS_OK);
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
        WITH_SCENE(test_numbers),
        WITH_SCENE(test_axes),
        WITH_SCENE(test_spread),
        WITH_SCENE(test_own_script),
        WITH_SCENE(test_convergence),
        WITH_SCENE(test_abscissa),
        WITH_SCENE(test_size_and_title),
        WITH_SCENE(test_locale),
        WITH_SCENE(test_swarm),
        WITH_SCENE(test_effects),
        WITH_SCENE(test_f_tail),
        WITH_SCENE(test_ablation),
        WITH_SCENE(test_ranking),
        WITH_SCENE(test_errors_of_functions),
        WITH_SCENE(test_odd_runs),
        WITH_SCENE(test_names),
        WITH_SCENE(test_histogram),
        WITH_SCENE(test_odd_games),
        WITH_SCENE(test_meta),
        WITH_SCENE(test_odd_meta),
        WITH_SCENE(test_cut_short),
        WITH_SCENE(test_traits),
        WITH_SCENE(test_hostile_traits),
        WITH_SCENE(test_unreadable),
        WITH_SCENE(test_landscape),
        WITH_SCENE(test_odd_landscapes),
        WITH_SCENE(test_path_on_landscape),
        WITH_SCENE(test_sensitivity),
        WITH_SCENE(test_bad_grids),
        WITH_SCENE(test_curves),
        WITH_SCENE(test_repeat),
        WITH_SCENE(test_solve),
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
