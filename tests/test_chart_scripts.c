/* test_chart_scripts.c. Tables of statistics, and what all scripts share: numbers, axes, spreads, scripts of one's own. */
#include "analysis/chart_tables.h"
#include "file/tsv.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#include <unistd.h>

/* ---- tables ---- */

TEST(test_read)
{
    CLOSED(tsv_free) Tsv t;
    put("a.tsv", "name\tx\tempty\nfirst\t1.5\t\r\n\nsecond\t-inf\t-\nthird\t2e3\tnan\nunfinish");
    assert_int_equal(tsv_read(&t, at("a.tsv"), '\t', &scene.errors), STATUS_OK);
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
    assert_int_equal(tsv_read(&t, at("none.tsv"), '\t', &scene.errors), STATUS_NO_INPUT);
    tsv_free(&t);
    assert_int_equal(scene.errors.n, 0);
    assert_int_equal(tsv_read(&t, scene.dir, '\t', &scene.errors), STATUS_NO_INPUT);
    tsv_free(&t);
    assert_int_equal(scene.errors.n, 1);
    put("b.tsv", "a,b\n1,2\n3\n");
    assert_int_equal(tsv_read(&t, at("b.tsv"), ',', &scene.errors), STATUS_DATA);
    assert_non_null(strstr(scene.errors.line[1], "b.tsv:3: the line has 1 cells: must be 2"));
    tsv_free(&t);
    put("c.tsv", "");
    assert_int_equal(tsv_read(&t, at("c.tsv"), ',', &scene.errors), STATUS_DATA);
    tsv_free(&t);
    static const char *const names[] = {"a b", "", "system(\"x\")", "`x`", "a'", "@a", "<a", "a\033[2J", "a\\n", "\303\244"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        OWNED char *text = text_new("optimiser.a+b=c-d\t%s\n1\t2\n", names[i]);
        put("d.tsv", text);
        forget();
        assert_int_equal(tsv_read(&t, at("d.tsv"), '\t', &scene.errors), STATUS_DATA);
        assert_non_null(strstr(scene.errors.line[0], "names column 2: must be letters, digits and the signs _ . + - ="));
        tsv_free(&t);
    }
}

TEST(test_write)
{
    Tsv t;
    Table w;
    const double x[] = {1.0 / 3, NAN};
    table_begin(&w, "name");
    table_column(&w, "%c", 'x');
    table_row(&w, "one", x, 1);
    table_row(&w, "t\two", x + 1, 1); /* a tab would begin another cell */
    assert_int_equal(table_write(&w, scene.dir, &scene.errors, "%s.tsv", "w"), STATUS_OK);
    assert_int_equal(tsv_read(&t, at("w.tsv"), '\t', &scene.errors), STATUS_OK);
    double *read = tsv_numbers(&t, "x", &scene.errors);
    assert_true(read[0] == x[0]); /* results are read back as they were */
    free(read);
    assert_string_equal(tsv_cell(&t, 1, 0), "t wo");
    assert_string_equal(tsv_cell(&t, 1, 1), "NaN");
    tsv_free(&t);
    table_begin(&w, "x");
    assert_int_equal(table_write(&w, at("nowhere"), &scene.errors, "w.tsv"), STATUS_IO);
    assert_int_equal(scene.errors.n, 1);
    no_temporaries(scene.dir);
}

/* ---- what scripts share ---- */

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
    if (!scene.gnuplot) skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED char *printed = axis(rows[i].scale, rows[i].seen, rows[i].want);
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
    OWNED char *command = text_new(
        "cd '%s' && printf 'set title \"drawn by me\"\\n' >>mine/style.gp && gnuplot -c mine/convergence.gp a svg own.svg",
        scene.dir);
    assert_int_equal(system(command), 0);
    shows("own.svg", "drawn by me");
}

TESTS_EACH(scene_begin, scene_end)
