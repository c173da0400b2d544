/* test_chart_scripts.c. Tables of statistics, what all scripts share, and charts without data, gnuplot, scripts or room. */
#include "analysis/run_tables.h"
#include "file/files.h"
#include "file/tsv.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#include <sys/stat.h>
#include <unistd.h>

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
