/* test_chart_faults.c. Charts without data, gnuplot, scripts or room: what is said, and that nothing half-made is left. */
#include "analysis/chart_tables.h"
#include "report/charts.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#include <sys/stat.h>
#include <unistd.h>

TEST(test_no_data)
{
    refuses("nowhere", STATUS_NO_INPUT, "");
    put("empty/notes.txt", "nothing\n");
    refuses("empty", STATUS_NO_INPUT, "");
    put("new/metrics.tsv", "iteration\tbest_score\n");
    refuses("new", STATUS_NO_INPUT, "no finished iteration yet");
    put("games/games.tsv", "game\tscore\tcost\n");
    refuses("games", STATUS_NO_INPUT, "");
}

TEST(test_bad_data)
{
    put("a/metrics.tsv", "iteration\tbest_score\n1\tmany\n");
    refuses("a", STATUS_DATA, "metrics.tsv:2: best_score = 'many': must be a number");
    put("b/metrics.tsv", "turn\tpoints\n1\t2\n");
    assert_int_equal(status_of("b"), STATUS_DATA);
    put("c/metrics.tsv", "iteration\tbest_score\n1\tnan\n");
    assert_int_equal(status_of("c"), STATUS_DATA);
    put("d/heldout.tsv", "problem\tblock\ttuned\n");
    assert_int_equal(status_of("d"), STATUS_DATA);
    put("e/positions.tsv", "iteration\tparticle\tscore\n1\t1\t1\n");
    refuses("e", STATUS_DATA, "");
}

TEST(test_no_gnuplot)
{
    char *path = mem_text(getenv("PATH"));
    put("it's a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    put("it's a/games.tsv", "game\tscore\tcost\n0\t5\t9\n");
    setenv("PATH", scene.dir, 1);
    Status status = status_of("it's a");
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, STATUS_UNAVAILABLE);
    assert_int_equal(scene.errors.n, 1);
    assert_non_null(strstr(scene.errors.line[0], "gnuplot-nox"));
    assert_non_null(strstr(scene.errors.line[0], "/it'\\''s a'"));
    assert_int_equal(access(at("it's a/charts/convergence.set"), R_OK), 0);
    assert_int_equal(access(at("it's a/charts/histogram.set"), R_OK), 0);
    no_temporaries(at("it's a/charts"));
}

/* A gnuplot of our own: says something and fails, or draws nothing, or warns and draws. */
static Status with_gnuplot(const char *script)
{
    char *path = mem_text(getenv("PATH")), here[4000];
    put("bin/gnuplot", script);
    assert_int_equal(chmod(at("bin/gnuplot"), 0755), 0);
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    snprintf(here, sizeof here, "%s:%s", at("bin"), path);
    setenv("PATH", here, 1);
    Status status = status_of("a");
    setenv("PATH", path, 1);
    free(path);
    no_temporaries(at("a/charts"));
    return status;
}

TEST(test_failing_gnuplot)
{
    assert_int_equal(with_gnuplot("#!/bin/sh\necho 'plot x' >&2\necho '\"a.gp\" line 7: no such thing' >&2\nexit 1\n"),
                     STATUS_INTERNAL);
    assert_int_equal(scene.errors.n, 1);
    assert_non_null(strstr(scene.errors.line[0], "gnuplot says: \"a.gp\" line 7: no such thing"));
    assert_int_equal(with_gnuplot("#!/bin/sh\nexit 0\n"), STATUS_INTERNAL);
    assert_int_equal(with_gnuplot("#!/bin/sh\nkill -9 $$\n"), STATUS_INTERNAL);
    assert_int_equal(with_gnuplot("#!/bin/sh\necho half a picture > \"$6\"\n"), STATUS_INTERNAL);
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
    Charts c = charts();
    c.out = at("a/metrics.tsv/below");
    OWNED char *out = mem_text(c.out);
    c.out = out;
    OWNED char *run = text_new("%s", at("a"));
    assert_int_equal(charts_run(&c, run), STATUS_CANT_CREATE);
}

TEST(test_no_scripts)
{
    Charts c = charts();
    OWNED char *plots = text_new("%s", at("plots"));
    c.plots = plots;
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    assert_int_equal(charts_run(&c, at("a")), STATUS_INTERNAL);
    assert_int_equal(scene.errors.n, 1);
}

TEST(test_formats)
{
    if (!scene.gnuplot) skip();
    static const char *const format[] = {NULL, "png", "svg", "pdf"};
    put("a/metrics.tsv", "iteration\tbest_score\n1\t5\n2\t6\n");
    for (int i = 0; i < 4; i++) {
        Charts c = charts();
        c.format = format[i];
        assert_int_equal(charts_run(&c, at("a")), STATUS_OK);
        assert_int_equal(scene.drawn.n, i == 0 ? 2 : 1);
        assert_int_equal(scene.warnings.n, 0);
    }
}

TESTS_EACH(scene_begin, scene_end)
