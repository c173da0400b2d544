/* helpers.c. What many tests do: see helpers.h. */
#include "tests/helpers.h"
#include "config/config.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TESTS_MAX = 2000, FILES_MAX = 200 };

static struct {
    const char *file;
    struct CMUnitTest test;
} tests[TESTS_MAX];

static struct {
    const char *file;
    int (*run)(void);
} files[FILES_MAX];

static size_t added, files_added;
static const char *running; /* the file whose tests are run */

void tests_add(const char *file, struct CMUnitTest test)
{
    assert_true(added < TESTS_MAX);
    tests[added].file = file;
    tests[added++].test = test;
}

void tests_add_file(const char *file, int (*run)(void))
{
    assert_true(files_added < FILES_MAX);
    files[files_added].file = file;
    files[files_added++].run = run;
}

int tests_main(const char *program)
{
    OWNED char *end = text_new("/%s.c", strrchr(program, '/') != NULL ? strrchr(program, '/') + 1 : program);
    for (size_t i = 0; i < files_added; i++) {
        const char *file = files[i].file, *at = strlen(file) > strlen(end) ? file + strlen(file) - strlen(end) : file;
        if (strcmp(at, end) != 0) continue;
        running = file;
        return files[i].run();
    }
    fprintf(stderr, "%s: has no tests of this name\n", program);
    return 1;
}

/* The tests of the file that runs, each with a fixture of its own, or NULL. */
static int run_of_file(const char *name, const CMFixtureFunction each[2], CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    static struct CMUnitTest mine[TESTS_MAX];
    size_t n = 0;
    for (size_t i = 0; i < added; i++) {
        if (strcmp(tests[i].file, running) != 0) continue;
        mine[n] = tests[i].test;
        if (each != NULL) mine[n].setup_func = each[0], mine[n].teardown_func = each[1];
        n++;
    }
    return _cmocka_run_group_tests(name, mine, n, set_up, tear_down);
}

int tests_run(const char *name, CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    return run_of_file(name, NULL, set_up, tear_down);
}

int tests_run_each(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    return run_of_file("tests", (const CMFixtureFunction[]){set_up, tear_down}, NULL, NULL);
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

void *options_new(const Param *table, size_t bytes, const char *settings)
{
    void *block = mem_new(1, bytes);
    param_defaults(table, block);
    set_options(table, block, settings);
    return block;
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

int samples(int n)
{
    const char *full = getenv("FULL");
    return full != NULL && full[0] != '\0' ? n : n / 10;
}

bool is_short(void)
{
    return IS_SLOW || samples(10) < 10;
}

int place_enter(void **state)
{
    Place *p = mem_new(1, sizeof *p);
    strcpy(p->folder, "/tmp/swarmtris-test-XXXXXX");
    if (getcwd(p->root, sizeof p->root) == NULL || mkdtemp(p->folder) == NULL) return -1;
    *state = p;
    return chdir(p->folder);
}

int place_leave(void **state)
{
    OWNED Place *p = *state;
    OWNED char *command = text_new("rm -r %s", p->folder);
    return chdir(p->root) != 0 || system(command) != 0;
}

const char *aborts(void (*act)(const void *ctx), const void *ctx, char *said, size_t room)
{
    int ends[2], status = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit no_core = {0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        act(ctx);
        _exit(0);
    }
    close(ends[1]);
    size_t used = 0;
    for (ssize_t n = 1; n > 0 && used + 1 < room; used += n > 0 ? (size_t)n : 0) n = read(ends[0], said + used, room - used - 1);
    said[used] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) said[0] = '\0';
    return said;
}
