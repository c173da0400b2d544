/* helpers.h. What every test includes: cmocka, the parts that there are, the headers of C that nearly all need, numbers that are
 * nearly equal, files with a text, a folder for them; what must abort; whether the build is slow. */
#ifndef SWARMTRIS_TESTS_HELPERS_H
#define SWARMTRIS_TESTS_HELPERS_H

#include "base/mem.h"
#include "base/param.h"
#include "base/rng.h"
#include "base/text.h"
#include "config/config_read.h"
#include "file/files.h"
#include "registry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

/* Whether this build is a slow one: with a sanitizer, or not optimised, everything takes many times as long. Tests that draw
 * samples draw fewer of them then; the release build draws all. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || !defined __OPTIMIZE__
#define SLOW 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif
enum { IS_SLOW = SLOW };

/* Whether a test is done in its short form: in slow builds, and unless FULL is set, as in continuous integration. samples: how
 * many of n samples are drawn: a tenth unless FULL is set. */
bool is_short(void);
int samples(int n);

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* The head of a test. It adds itself, so that none is forgotten; TESTS at the end of the file runs them in
 * their order. state: what the set-up has made. */
#define TEST(name)                                                      \
    static void name(void **state);                                     \
    __attribute__((constructor)) static void add_##name(void)           \
    {                                                                   \
        tests_add(__FILE__, (struct CMUnitTest)cmocka_unit_test(name)); \
    }                                                                   \
    static void name(__attribute__((unused)) void **state)
void tests_add(const char *file, struct CMUnitTest test);

/* The head of a test that all calls with each case there is, one after the other: its parameters are the case. */
#define TEST_OF_ALL(all, name, ...)       \
    static void each_##name(__VA_ARGS__); \
    TEST(name)                            \
    {                                     \
        all(each_##name);                 \
    }                                     \
    static void each_##name(__VA_ARGS__)

/* What runs the tests of a file: with this set-up and tear-down (NULL: none) of the group, or of each test; or in another way,
 * RUN. Status: how many tests failed. Most files share one program, which is found under the name of each (main.c). */
#define TESTS(set_up, tear_down) RUN(tests_run("tests", set_up, tear_down))
#define TESTS_EACH(set_up, tear_down) RUN(tests_run_each(set_up, tear_down))
#define RUN(status)                                         \
    static int run_file(void)                               \
    {                                                       \
        return status;                                      \
    }                                                       \
    __attribute__((constructor)) static void add_file(void) \
    {                                                       \
        tests_add_file(__FILE__, run_file);                 \
    }
void tests_add_file(const char *file, int (*run)(void));
int tests_run(const char *name, CMFixtureFunction set_up, CMFixtureFunction tear_down);
int tests_run_each(CMFixtureFunction set_up, CMFixtureFunction tear_down);

/* Runs the tests of the file that the program is called after. */
int tests_main(const char *program);

/* The function that CLOSED (base/mem.h) takes, of one that takes a pointer. Where a check fails nothing is given back: the test
 * then ends at once. */
#define CLOSER(name, type, function)   \
    static inline void name(type **it) \
    {                                  \
        function(*it);                 \
    }

/* Fails the test where x is further than tolerance from expected, or not a number, and says where and what x is. */
#define assert_near(x, expected, tolerance) check_near(x, expected, tolerance, #x, __FILE__, __LINE__)
void check_near(double x, double expected, double tolerance, const char *what, const char *file, int line);

/* Of n draws with probability p so many came: within 5 standard errors? */
#define assert_share(count, n, p) assert_near((double)(count) / (double)(n), p, 5 * sqrt((p) * (1 - (p)) / (double)(n)))

/* A stream of random numbers. */
Rng rng_from(uint64_t seed);

/* The 64 bits of x. */
uint64_t bits_of(double x);

/* Sets the row of the table that is called key; or what "key=value key=value" says. What cannot be set fails the test. */
void set_option(const Param *table, void *block, const char *key, const char *text);
void set_options(const Param *table, void *block, const char *settings);

/* A block of so many bytes: the defaults of the table, but for what settings say. Owned by the caller. */
void *options_new(const Param *table, size_t bytes, const char *settings);

/* Makes the file, or replaces it. */
void write_file(const char *path, const char *text);

/* What was not done fails for this reason, which errno has. */
#define assert_fails(done, error) (assert_false(done), assert_int_equal(errno, error))

/* The file has this text, and no other; the files called name in both folders are the same. */
void assert_file(const char *path, const char *expected);
void assert_same_file(const char *one, const char *other, const char *name);

/* No file can be written that is longer; RLIM_INFINITY: any can. */
void limit_files(rlim_t bytes);

/* A folder of its own for a group of tests, which work inside it: TESTS(place_enter, place_leave). root: where the program was
 * started. *state of the tests. */
typedef struct {
    char root[1024], folder[64];
} Place;

int place_enter(void **state);
int place_leave(void **state);

/* Calls act(ctx) in a child process. Returns said (room), what it wrote to standard error; "" if it did not abort. */
const char *aborts(void (*act)(const void *ctx), const void *ctx, char *said, size_t room);

#endif
