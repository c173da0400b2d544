/* helpers.c. What many tests do: see helpers.h. */
#include "tests/helpers.h"
#include "base/text.h"
#include "config/config.h"
#include "file/files.h"

#include <errno.h>
#include <signal.h>

static struct CMUnitTest tests[100];
static size_t added;

void tests_add(struct CMUnitTest test)
{
    assert_true(added < LENGTH(tests));
    tests[added++] = test;
}

int tests_run(const char *name, CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    return _cmocka_run_group_tests(name, tests, added, set_up, tear_down);
}

int tests_run_each(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    for (size_t i = 0; i < added; i++) tests[i].setup_func = set_up, tests[i].teardown_func = tear_down;
    return tests_run("tests", NULL, NULL);
}

void check_near(double x, double expected, double tolerance, const char *what, const char *file, int line)
{
    if (!(fabs(x - expected) <= tolerance)) fail_msg("%s:%d: %s is %.17g, not %.17g", file, line, what, x, expected);
}

void set_option(const Param *table, void *block, const char *key, const char *text)
{
    char why[PARAM_WHY_MAX];
    const Param *row = param_find(table, key);
    if (row == NULL || !param_set(row, block, text, why, sizeof why)) fail_msg("%s = %s cannot be set", key, text);
}

void set_options(const Param *table, void *block, const char *settings)
{
    char word[200];
    for (int i = 0; text_word(settings, i, word, sizeof word); i++) {
        char *is = strchr(word, '=');
        assert_non_null(is);
        *is = '\0';
        set_option(table, block, word, is + 1);
    }
}

void write_file(const char *path, const char *text)
{
    assert_true(files_replace(path, text, strlen(text)));
}

void assert_file(const char *path, const char *expected)
{
    OWNED char *text = files_read(path, NULL);
    if (text == NULL) fail_msg("%s: %s", path, strerror(errno));
    assert_string_equal(text, expected);
}

void assert_same_file(const char *one, const char *other, const char *name)
{
    OWNED char *path = files_path(one, name), *path2 = files_path(other, name), *text = files_read(path, NULL);
    assert_non_null(text);
    assert_file(path2, text);
}

void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

Rng rng_from(uint64_t seed)
{
    Rng r;
    rng_stream(&r, seed);
    return r;
}

uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
