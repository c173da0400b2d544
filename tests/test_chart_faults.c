/* test_chart_faults.c. Charts without data, gnuplot, scripts or room: what is said, and that nothing half-made is left. */
#include "analysis/tables.h"
#include "report/charts.h"
#include "tests/helpers.h"
#include "tests/scene.h"

#include <sys/stat.h>
#include <unistd.h>

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
    OWNED char *out = mem_text(c.out);
    c.out = out;
    snprintf(run, sizeof run, "%s", at(s, "a"));
    assert_int_equal(charts_run(&c, run), STATUS_CANT_CREATE);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SCENE(test_no_data),         WITH_SCENE(test_bad_data),      WITH_SCENE(test_no_gnuplot),
        WITH_SCENE(test_failing_gnuplot), WITH_SCENE(test_cannot_create), WITH_SCENE(test_no_scripts),
        WITH_SCENE(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
