/* test_run.c. What a run leaves on the disk: checkpoints that are whole or recognised as damaged, files that are old or new and
 * never half, tables that a resume cuts back, one process a directory; and how numbers are shown. */
#include "base/hash.h"
#include "base/jobs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "file/row.h"
#include "run/driver.h"
#include "run/progress.h"
#include "store/checkpoint.h"
#include "store/pending.h"
#include "store/rundir.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/place.h"

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_file(const char *path, const char *expected)
{
    char *text = files_read(path, NULL);
    if (text == NULL) fail_msg("%s: %s", path, strerror(errno));
    assert_string_equal(text, expected);
    free(text);
}

/* ---- checkpoint ---- */

/* One field of every type, with the values that are hard to write. */
typedef struct {
    int i[4];
    int64_t l[3];
    uint64_t u[3];
    bool b[2];
    double d[12];
    Stats s;
} Part;

static void walk_part(void *self, Visit *v)
{
    Part *p = self;
    for (int k = 0; k < 4; k++) visit_int(v, "i", &p->i[k]);
    for (int k = 0; k < 3; k++) visit_long(v, "l", &p->l[k]);
    for (int k = 0; k < 3; k++) visit_u64(v, "u", &p->u[k]);
    for (int k = 0; k < 2; k++) visit_bool(v, "b", &p->b[k]);
    visit_reals(v, "none", p->d, 0);
    visit_reals(v, "d", p->d, 12);
    visit_stats(v, "s", &p->s, 1);
}

static const Part hard = {
    .i = {0, -1, INT32_MAX, INT32_MIN},
    .l = {0, INT64_MAX, INT64_MIN},
    .u = {0, 1, UINT64_MAX},
    .b = {true, false},
    .d = {0, -0.0, 0.1, -1.0 / 3, DBL_MAX, -DBL_MIN, DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, HUGE_VAL, -HUGE_VAL, 1e-310,
          1 + DBL_EPSILON},
    .s = {INT64_MAX, 1e9 + 0.5, 0.25},
};

static void assert_same_part(const Part *a, const Part *b)
{
    assert_memory_equal(a->i, b->i, sizeof a->i);
    assert_memory_equal(a->l, b->l, sizeof a->l);
    assert_memory_equal(a->u, b->u, sizeof a->u);
    assert_memory_equal(a->b, b->b, sizeof a->b);
    assert_memory_equal(a->d, b->d, sizeof a->d); /* bit by bit: -0 is not 0 */
    assert_memory_equal(&a->s, &b->s, sizeof a->s);
}

static void test_checkpoint_round_trip(void **state)
{
    (void)state;
    Part p = hard, again = {0};
    char *text = walk_save(walk_part, &p);
    assert_memory_equal(text, "swarmtris checkpoint 2\n", 23);
    walk_load(walk_part, &again, text);
    assert_same_part(&again, &p);
    free(text);
    p.d[0] = NAN;
    text = walk_save(walk_part, &p);
    walk_load(walk_part, &again, text);
    assert_true(isnan(again.d[0]) && again.d[1] == 0);
    free(text);
}

/* Any doubles. */
static void test_checkpoint_random_doubles(void **state)
{
    (void)state;
    Rng r;
    rng_stream(&r, 1);
    for (int i = 0; i < 1000; i++) {
        Part p = hard, again = {0};
        for (int k = 0; k < 12; k++) {
            uint64_t bits = (uint64_t)rng_u32(&r) << 32 | rng_u32(&r);
            memcpy(&p.d[k], &bits, sizeof bits);
            if (isnan(p.d[k])) p.d[k] = 0;
        }
        char *text = walk_save(walk_part, &p);
        walk_load(walk_part, &again, text);
        assert_same_part(&again, &p);
        free(text);
    }
}

/* Whether size bytes are taken for the checkpoint of a Part. */
static bool believed(const char *text, size_t size)
{
    Part p = {0};
    Loader l;
    char *copy = mem_new(size + 1, 1);
    memcpy(copy, text, size);
    bool good = loader_start(&l, copy, size);
    if (good) walk_part(&p, &l.visit);
    good = good && !l.visit.failed;
    assert_true(good || l.why[0] != '\0'); /* and says why not */
    loader_free(&l);
    return good;
}

static void test_checkpoint_cut_anywhere(void **state)
{
    (void)state;
    Part p = hard;
    char *text = walk_save(walk_part, &p);
    size_t size = strlen(text);
    assert_true(believed(text, size));
    for (size_t cut = 0; cut < size; cut++)
        if (believed(text, cut)) fail_msg("%zu of %zu bytes are taken for the whole", cut, size);
    free(text);
}

static void test_checkpoint_any_bit_flipped(void **state)
{
    (void)state;
    Part p = hard;
    char *text = walk_save(walk_part, &p);
    size_t size = strlen(text);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        text[bit / 8] ^= (char)(1 << bit % 8);
        if (believed(text, size)) fail_msg("bit %zu of byte %zu may be flipped", bit % 8, bit / 8);
        text[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_true(believed(text, size));
    free(text);
}

/* With something behind its end, or of another version. */
static void test_checkpoint_of_others(void **state)
{
    (void)state;
    Part p = hard;
    char *text = walk_save(walk_part, &p), longer[4000];
    snprintf(longer, sizeof longer, "%sx", text);
    assert_false(believed(longer, strlen(longer)));
    snprintf(longer, sizeof longer, "%s\n", text);
    assert_false(believed(longer, strlen(longer)));
    snprintf(longer, sizeof longer, "%s%s", text, text);
    assert_false(believed(longer, strlen(longer)));
    assert_false(believed("", 0));
    assert_false(believed("swarmtris checkpoint 2\n", 23));
    assert_false(believed("swarmtris checkpoint 2\n", 23));
    free(text);
}

/* A walk that asks for another name, type or count than was saved. */
static void walk_other(void *self, Visit *v)
{
    int *which = self, whole = 0;
    double d[3] = {0};
    int64_t large = 0;
    visit_int(v, "a", &whole);
    if (*which == 0) visit_reals(v, "d", d, 2);
    if (*which == 1) visit_reals(v, "e", d, 2);
    if (*which == 2) visit_reals(v, "d", d, 3);
    if (*which == 3) visit_reals(v, "d", d, 1);
    if (*which == 4) visit_long(v, "d", &large);
    if (*which == 5) visit_reals(v, "d", d, 0);
}

static void test_checkpoint_other_fields(void **state)
{
    (void)state;
    int saved = 0;
    char *text = walk_save(walk_other, &saved);
    for (int which = 0; which <= 5; which++) {
        Loader l;
        assert_true(loader_start(&l, mem_text(text), strlen(text)));
        walk_other(&which, &l.visit);
        assert_int_equal(l.visit.failed, which != 0);
        if (which != 0)
            assert_string_equal(l.why, which == 1 ? "it holds something else where the field 'e' was expected"
                                                  : "it holds something else where the field 'd' was expected");
        loader_free(&l);
    }
    free(text);
}

/* Whether a checkpoint with this body, and the right checksum, is one of fields only. */
static bool is_of_fields(const char *body)
{
    char text[400], *copy;
    Loader l;
    int n = snprintf(text, sizeof text, "swarmtris checkpoint 2\n%s", body);
    snprintf(text + n, sizeof text - (size_t)n, "checksum %016" PRIx64 "\n", hash_bytes(HASH_START, text, (size_t)n));
    copy = mem_text(text);
    assert_true(loader_start(&l, copy, strlen(copy)));
    const bool good = loader_scan(&l);
    assert_true(good || strncmp(l.why, "its line '", 10) == 0);
    loader_free(&l);
    return good;
}

/* Where something is missing in the middle no line hides it, whatever the checksum says. */
static void test_checkpoint_form(void **state)
{
    (void)state;
    static const char *const bad[] = {"a i 1\n",  "a x 1 1\n", "a i 2 1\n",  "a i 1 1 2\n", "a\n",
                                      " i 1 1\n", "a d 1 x\n", "a i 1 1 \n", "\n",          "a i 1 1\nb d 1 \n",
                                      "a i -1\n", "a i 1.5\n", "a i\n"};
    Part p = hard;
    Loader l;
    char *text = walk_save(walk_part, &p);
    assert_true(loader_start(&l, text, strlen(text)));
    assert_true(loader_scan(&l));
    assert_false(loader_at_end(&l));
    walk_part(&p, &l.visit);
    assert_true(loader_at_end(&l));
    loader_free(&l);
    assert_true(is_of_fields("") && is_of_fields("a i 1 -1\nb d 0\nc u 2 1 18446744073709551615\n"));
    for (size_t i = 0; i < LENGTH(bad); i++)
        if (is_of_fields(bad[i])) fail_msg("'%s' is taken for a field", bad[i]);
}

/* ---- files ---- */

static void test_files_replace(void **state)
{
    (void)state;
    size_t size;
    assert_true(files_replace("f", "old", 3));
    assert_true(files_replace("f", "new\0text", 8));
    char *text = files_read("f", &size);
    assert_int_equal(size, 8);
    assert_memory_equal(text, "new\0text", 9); /* and a zero behind it */
    free(text);
    assert_int_equal(system("! ls f.* 2>/dev/null"), 0);
    assert_false(files_replace("nowhere/f", "x", 1));
    assert_int_equal(errno, ENOENT);
}

/* Files may have so many bytes; RLIM_INFINITY: any. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Where the new file cannot be written the old one stays, and no draft does. */
static void test_files_replace_fails(void **state)
{
    (void)state;
    write_file("g", "old");
    limit_files(2);
    assert_false(files_replace("g", "new", 3));
    assert_int_equal(errno, EFBIG);
    limit_files(RLIM_INFINITY);
    assert_file("g", "old");
    assert_int_equal(system("! ls g.* 2>/dev/null"), 0);
    assert_true(files_replace("g", "new", 3));
    assert_file("g", "new");
}

static void test_files_append(void **state)
{
    (void)state;
    assert_true(files_append("a", 0, "one\n", 4));
    assert_true(files_append("a", 4, "two\n", 4));
    assert_file("a", "one\ntwo\n");
    assert_true(files_append("a", 4, "three\n", 6)); /* what lay behind is cut off */
    assert_file("a", "one\nthree\n");
    assert_true(files_append("a", 1, "", 0));
    assert_file("a", "o");
    assert_false(files_append("nowhere/a", 0, "x", 1));
}

static void test_files_read(void **state)
{
    (void)state;
    size_t size, large = 200000;
    char *big = mem_new(large + 1, 1);
    assert_null(files_read("missing", &size));
    assert_int_equal(errno, ENOENT);
    assert_null(files_read(".", &size));
    assert_int_equal(errno, EISDIR);
    write_file("empty", "");
    assert_file("empty", "");
    memset(big, 'x', large);
    assert_true(files_replace("big", big, large));
    char *text = files_read("big", &size);
    assert_true(size == large && memcmp(text, big, large + 1) == 0);
    free(text);
    free(big);
}

static void test_files_directories(void **state)
{
    (void)state;
    assert_true(files_make_directory("d1/d2/d3"));
    assert_true(files_is_directory("d1/d2/d3"));
    assert_true(files_make_directory("d1/d2/d3"));
    assert_true(files_make_directory("d1/d4/"));
    write_file("file", "x");
    assert_false(files_make_directory("file"));
    assert_false(files_make_directory("file/d"));
    assert_false(files_is_directory("file"));
    assert_false(files_is_directory("missing"));
    char *path = files_path("a/b", "c");
    assert_string_equal(path, "a/b/c");
    free(path);
}

/* Afterwards both names lead to the same content, and replacing one leaves the other. */
static void test_files_copy_name(void **state)
{
    (void)state;
    write_file("one", "1");
    write_file("copy", "other");
    for (int twice = 0; twice < 2; twice++) {
        assert_true(files_copy_name("one", "copy"));
        assert_file("copy", "1");
    }
    write_file("one", "2");
    assert_file("copy", "1");
    assert_int_equal(system("! ls copy.* 2>/dev/null"), 0);
    assert_false(files_copy_name("missing", "copy"));
    assert_file("copy", "1");
}

/* ---- the run directory, with an experiment that is only a number ---- */

static void walk_number(void *self, Visit *v)
{
    visit_int(v, "number", self);
}
static const ExperimentKind number_kind = {.name = "number", .walk = walk_number};

static RunDir *open_dir(const char *path)
{
    RunDir *d;
    assert_int_equal(rundir_open(&d, path), RUNDIR_OPEN);
    assert_string_equal(rundir_path(d), path);
    return d;
}

static void add_row(RunDir *d, const char *table, int64_t n)
{
    Record *r = rundir_record(d);
    record_row(r, table);
    record_int(r, "n", n);
    record_real(r, "half", (double)n / 2);
    record_end(r);
}

static void save(RunDir *d, int number, const Batch *pending, bool trained)
{
    const char *what;
    Experiment e = {.kind = &number_kind, .self = &number};
    if (!rundir_save(d, &e, pending, trained, &what)) fail_msg("%s: %s", what, strerror(errno));
}

static RunDirStatus load(RunDir *d, int *number, bool trained, char *why)
{
    Experiment e = {.kind = &number_kind, .self = number};
    why[0] = '\0';
    if (trained) {
        RunDirStatus extended = rundir_extend(d, why, 400);
        if (extended != RUNDIR_OPEN) return extended;
    }
    return rundir_load(d, &e, why, 400);
}

/* Opens path anew and loads; the number that was saved must be this one. */
static RunDir *reopen(const char *path, int expected)
{
    RunDir *d = open_dir(path);
    int number = -1;
    char why[400];
    if (load(d, &number, false, why) != RUNDIR_OPEN) fail_msg("%s", why);
    assert_int_equal(number, expected);
    return d;
}

/* Rows reach the disk with the checkpoint, not before; the header once; other tables apart. */
static void test_rundir_tables(void **state)
{
    (void)state;
    RunDir *d = open_dir("tables/of/a/run");
    assert_false(rundir_has_run("tables/of/a/run"));
    add_row(d, "metrics", 1);
    add_row(d, "games", 7);
    assert_false(files_exists("tables/of/a/run/metrics.tsv"));
    assert_string_equal(rundir_cell(d, "half"), "0.5");
    assert_null(rundir_cell(d, "third"));
    save(d, 1, NULL, false);
    assert_true(rundir_has_run("tables/of/a/run"));
    assert_file("tables/of/a/run/metrics.tsv", "n\thalf\n1\t0.5\n");
    assert_file("tables/of/a/run/games.tsv", "n\thalf\n7\t3.5\n");
    assert_false(files_exists("tables/of/a/run/heldout.tsv"));
    add_row(d, "metrics", 2);
    save(d, 2, NULL, false);
    rundir_close(d);
    d = reopen("tables/of/a/run", 2);
    add_row(d, "metrics", 3);
    save(d, 3, NULL, false);
    assert_file("tables/of/a/run/metrics.tsv", "n\thalf\n1\t0.5\n2\t1\n3\t1.5\n");
    rundir_close(d);
}

/* Killed after the tables were written and before the checkpoint was: the rows that it does not know vanish, whole tables too. */
static void test_rundir_cuts_tables(void **state)
{
    (void)state;
    RunDir *d = open_dir("cut");
    add_row(d, "metrics", 1);
    save(d, 1, NULL, false);
    rundir_close(d);
    assert_true(files_append("cut/metrics.tsv", (int64_t)strlen("n\thalf\n1\t0.5\n"), "2\t1\n3\t1", 7));
    write_file("cut/games.tsv", "n\thalf\n9\t4.5\n");
    d = reopen("cut", 1);
    assert_file("cut/metrics.tsv", "n\thalf\n1\t0.5\n");
    assert_false(files_exists("cut/games.tsv"));
    add_row(d, "metrics", 2);
    add_row(d, "games", 1);
    save(d, 2, NULL, false);
    assert_file("cut/metrics.tsv", "n\thalf\n1\t0.5\n2\t1\n");
    assert_file("cut/games.tsv", "n\thalf\n1\t0.5\n");
    rundir_close(d);
}

/* A table that has lost rows is not patched up. */
static void test_rundir_short_table(void **state)
{
    (void)state;
    int number;
    char why[400];
    RunDir *d = open_dir("short");
    add_row(d, "metrics", 1);
    save(d, 1, NULL, false);
    rundir_close(d);
    assert_int_equal(truncate("short/metrics.tsv", 5), 0);
    d = open_dir("short");
    assert_int_equal(load(d, &number, false, why), RUNDIR_CORRUPT);
    assert_string_equal(why,
                        "short/metrics.tsv: must have at least the 13 bytes that the checkpoint tells of: it was removed or cut");
    rundir_close(d);
    unlink("short/metrics.tsv");
    d = open_dir("short");
    assert_int_equal(load(d, &number, false, why), RUNDIR_CORRUPT);
    rundir_close(d);
}

static void damage(const char *path)
{
    char *text = files_read(path, NULL);
    assert_non_null(text);
    text[30] ^= 1;
    write_file(path, text);
    free(text);
}

static void assert_refused(RunDir *d, bool trained, const char *begins, const char *advice)
{
    int number;
    char why[400];
    assert_int_equal(load(d, &number, trained, why), RUNDIR_CORRUPT);
    if (strncmp(why, begins, strlen(begins)) != 0 || strstr(why, advice) == NULL)
        fail_msg("'%s' does not begin '%s' or lacks '%s'", why, begins, advice);
}

/* A damaged checkpoint is named with what is wrong, and the previous one is offered where it is whole. */
static void test_rundir_damaged(void **state)
{
    (void)state;
    static const char *const bad = "damaged/checkpoint: is damaged: its checksum does not fit its content; ";
    int number;
    char why[400];
    RunDir *d = open_dir("damaged");
    save(d, 1, NULL, true);
    save(d, 2, NULL, false);
    damage("damaged/checkpoint");
    assert_refused(d, false, bad, "cp damaged/checkpoint.prev damaged/checkpoint");
    assert_int_equal(system("cp damaged/checkpoint.prev damaged/checkpoint"), 0);
    assert_int_equal(load(d, &number, false, why), RUNDIR_OPEN);
    assert_int_equal(number, 1);
    damage("damaged/checkpoint");
    damage("damaged/checkpoint.prev");
    assert_refused(d, false, bad, "--force");
    assert_int_equal(truncate("damaged/checkpoint", 60), 0);
    assert_refused(d, false, "damaged/checkpoint: is damaged: its end is missing; ", "--force");
    damage("damaged/checkpoint.trained");
    assert_refused(d, true, "damaged/checkpoint.trained: is damaged; without it", "--force");
    unlink("damaged/checkpoint");
    assert_int_equal(load(d, &number, false, why), RUNDIR_FAILED);
    assert_string_equal(why, "damaged/checkpoint: cannot be read: No such file or directory");
    rundir_close(d);
}

/* The end of the budget has a copy of its own, which later checkpoints leave alone. */
static void test_rundir_trained(void **state)
{
    (void)state;
    int number;
    char why[400];
    RunDir *d = open_dir("trained");
    add_row(d, "metrics", 1);
    save(d, 1, NULL, true);
    add_row(d, "games", 1);
    save(d, 2, NULL, false);
    save(d, 3, NULL, false);
    assert_int_equal(load(d, &number, false, why), RUNDIR_OPEN);
    assert_int_equal(number, 3);
    assert_int_equal(load(d, &number, true, why), RUNDIR_OPEN);
    assert_int_equal(number, 1);
    assert_false(files_exists("trained/games.tsv")); /* written after the training: to be written again */
    assert_file("trained/metrics.tsv", "n\thalf\n1\t0.5\n");
    rundir_close(d);
}

/* A batch of n answers, the first `done` of them finished. */
static Batch some_batch(int n, int done, uint64_t key)
{
    static const double x[1] = {0};
    Batch b = {0};
    batch_add(&b, (Trial){.x = x, .plays = n, .key = key});
    batch_seat(&b);
    for (int i = 0; i < done; i++) b.y[i] = (Answer){.score = i + 0.1, .cost = 10 * i, .done = true};
    return b;
}

/* Finished answers of the batch under way survive, once, and only for the same plays, of which there may now be more. */
static void test_rundir_pending(void **state)
{
    (void)state;
    RunDir *d = open_dir("pending");
    Batch b = some_batch(5, 3, 1), again = some_batch(5, 0, 1), next = some_batch(5, 0, 1), longer = some_batch(6, 0, 1),
          other = some_batch(5, 0, 2);
    b.y[1].done = false; /* answers come in any order */
    save(d, 1, &b, false);
    rundir_close(d);
    d = reopen("pending", 1);
    rundir_pending(d, &again);
    for (int i = 0; i < 5; i++) {
        bool kept = i == 0 || i == 2;
        assert_int_equal(again.y[i].done, kept);
        assert_true(again.y[i].score == (kept ? i + 0.1 : 0) && again.y[i].cost == (kept ? 10 * i : 0));
    }
    rundir_pending(d, &next); /* the next batch is another */
    for (int i = 0; i < 5; i++) assert_false(next.y[i].done);
    rundir_close(d);
    d = reopen("pending", 1);
    rundir_pending(d, &longer);
    for (int i = 0; i < 6; i++) assert_int_equal(longer.y[i].done, i == 0 || i == 2);
    rundir_close(d);
    d = reopen("pending", 1);
    rundir_pending(d, &other);
    for (int i = 0; i < 5; i++) assert_false(other.y[i].done);
    rundir_close(d);
    batch_free(&b), batch_free(&again), batch_free(&next), batch_free(&longer), batch_free(&other);
}

/* Makes a checkpoint that of another program. */
static void change_program(const char *path)
{
    size_t size;
    char *text = files_read(path, &size), *at = strstr(text, "\nprogram u 1 "), *sum = strstr(text, "\nchecksum ");
    at = strchr(at + 1, '\n') - 1; /* its last digit */
    *at = *at == '1' ? '2' : '1';
    uint64_t hash = hash_bytes(HASH_START, text, (size_t)(sum + 1 - text));
    snprintf(sum, strlen(sum) + 1, "\nchecksum %016" PRIx64 "\n", hash);
    write_file(path, text);
    free(text);
}

/* Whether the program in file reader resumes a game that the program in file writer suspended. */
static int resumed_games(const char *writer, const char *reader)
{
    const uint64_t left[] = {3, 4};
    uint64_t found[2];
    Pending save_in, load_in;
    Batch b = some_batch(4, 1, 1), again = some_batch(4, 0, 1);
    Job job = {.y = &b.y[2], .left = &b.left[2]};
    job_suspend(&job, 3, 77, left, sizeof left);
    Saver s;
    pending_start(&save_in, writer);
    saver_start(&s);
    pending_save(&save_in, &b, &s.visit);
    saver_finish(&s);
    Loader l;
    pending_start(&load_in, reader);
    assert_true(loader_start(&l, s.text, s.size));
    pending_load(&load_in, &l.visit);
    assert_false(l.visit.failed);
    pending_give(&load_in, &again);
    assert_true(again.y[0].done && again.y[0].score == b.y[0].score); /* whatever the program */
    job.y = &again.y[2];
    job.left = &again.left[2];
    int resumed = job_resume(&job, 77, found, sizeof found);
    loader_free(&l);
    pending_free(&save_in), pending_free(&load_in);
    batch_free(&b), batch_free(&again);
    return resumed;
}

/* A suspended game is resumed by the program that suspended it; where its file cannot be read, by none. */
static void test_programs(void **state)
{
    (void)state;
    write_file("one", "a program");
    write_file("two", "another program");
    assert_int_equal(resumed_games("one", "one"), 1);
    assert_int_equal(resumed_games("one", "two"), 0);
    assert_int_equal(resumed_games("one", "none"), 0);
    assert_int_equal(resumed_games("none", "one"), 0);
    assert_int_equal(resumed_games("none", "none"), 0);
}

/* Where a game was left survives, too, for the same program. */
static void test_rundir_bookmark(void **state)
{
    (void)state;
    const uint64_t left[] = {3, UINT64_MAX, 0};
    uint64_t found[3];
    RunDir *d = open_dir("bookmark");
    Batch b = some_batch(4, 1, 1), again = some_batch(4, 0, 1), other = some_batch(4, 0, 1);
    Job job = {.y = &b.y[2], .left = &b.left[2]};
    job_suspend(&job, 3, 77, left, sizeof left);
    save(d, 1, &b, false);
    rundir_close(d);
    d = reopen("bookmark", 1);
    rundir_pending(d, &again);
    for (int i = 0; i < 4; i++) {
        job.y = &again.y[i];
        job.left = &again.left[i];
        assert_true(again.y[i].done == (i == 0));
        assert_true(job_resume(&job, 77, found, sizeof found) == (i == 2));
    }
    assert_memory_equal(found, left, sizeof left);
    save(d, 1, &again, false);
    rundir_close(d);
    change_program("bookmark/checkpoint");
    d = reopen("bookmark", 1);
    rundir_pending(d, &other);
    assert_true(other.y[0].done && !other.y[2].done);
    for (int i = 0; i < 4; i++) assert_null(other.left[i]);
    rundir_close(d);
    d = reopen("bookmark", 1); /* loaded, and never asked for */
    rundir_close(d);
    batch_free(&b), batch_free(&again), batch_free(&other);
}

/* One process a directory. (flock counts opened files, so one process can play both.) */
static void test_rundir_lock(void **state)
{
    (void)state;
    RunDir *d = open_dir("locked"), *second;
    assert_true(rundir_busy("locked"));
    assert_int_equal(rundir_open(&second, "locked"), RUNDIR_BUSY);
    assert_null(second);
    rundir_close(d);
    assert_false(rundir_busy("locked") || rundir_busy("missing"));
    d = open_dir("locked");
    rundir_close(d);
    rundir_close(NULL);
    write_file("no_directory", "x");
    assert_int_equal(rundir_open(&second, "no_directory"), RUNDIR_FAILED);
    assert_int_equal(rundir_open(&second, "no_directory/run"), RUNDIR_FAILED);
}

/* Only what a run writes is removed. */
static void test_rundir_clear(void **state)
{
    (void)state;
    static const char *const ours[] = {"config.ini",      "run.json",           "checkpoint", "metrics.tsv", "games.tsv",
                                       "checkpoint.prev", "checkpoint.trained", "log.txt",    "weights.ini", "metrics.tsv.7.tmp"};
    RunDir *d = open_dir("clear");
    for (size_t i = 0; i < LENGTH(ours); i++) assert_true(rundir_write(d, ours[i], "x", 1));
    write_file("clear/notes.md", "mine");
    write_file("clear/mine.tsv", "mine");
    char failed[64];
    assert_true(rundir_clear(d, failed, sizeof failed));
    for (size_t i = 0; i < LENGTH(ours); i++) {
        char *path = files_path("clear", ours[i]);
        assert_false(files_exists(path));
        free(path);
    }
    assert_file("clear/notes.md", "mine");
    assert_file("clear/mine.tsv", "mine");
    assert_true(files_exists("clear/LOCK"));
    rundir_close(d);
}

static void test_rundir_finished(void **state)
{
    (void)state;
    RunDir *d = open_dir("finished");
    assert_false(rundir_finished("finished"));
    assert_true(rundir_write(d, "run.json", "{\n  \"state\": \"running\"\n}\n", 25));
    assert_false(rundir_finished("finished"));
    assert_true(rundir_write(d, "run.json", "{\n  \"state\": \"finished\"\n}\n", 26));
    assert_true(rundir_finished("finished"));
    assert_true(rundir_log(d, "n = %d", 3));
    char *log = files_read("finished/log.txt", NULL);
    assert_true(log[4] == '-' && log[10] == 'T' && log[19] == 'Z');
    assert_string_equal(log + 20, " n = 3\n");
    free(log);
    rundir_close(d);
}

/* What cannot be written is named; the last checkpoint stays. */
static void test_rundir_cannot_write(void **state)
{
    (void)state;
    const char *what;
    int number = 2;
    Experiment e = {.kind = &number_kind, .self = &number};
    RunDir *d = open_dir("full");
    save(d, 1, NULL, false);
    char *before = files_read("full/checkpoint", NULL);
    limit_files(20);
    assert_false(rundir_save(d, &e, NULL, false, &what));
    assert_string_equal(what, "checkpoint");
    assert_file("full/checkpoint", before);
    limit_files(RLIM_INFINITY);
    assert_int_equal(mkdir("full/metrics.tsv", 0777), 0);
    add_row(d, "metrics", 1);
    assert_false(rundir_save(d, &e, NULL, false, &what));
    assert_string_equal(what, "metrics.tsv");
    assert_file("full/checkpoint", before);
    assert_int_equal(rmdir("full/metrics.tsv"), 0);
    save(d, 2, NULL, false); /* nothing was lost */
    assert_file("full/metrics.tsv", "n\thalf\n1\t0.5\n");
    free(before);
    rundir_close(d);
}

/* ---- the driver ---- */

/* By the reference, which ends its games one after the other. */
#define TRAINING                                                                                                          \
    "[experiment]\nengine = reference\n[game]\nwidth = 6\nheight = 6\n[objective]\nmax_pieces = 50\n[training]\ngames = " \
    "2\niterations = 5\n"                                                                                                 \
    "[selection]\nfinalists = 3\ngames = 4\n[validation]\ngames = 5\n[optimiser]\nparticles = 5\n"

/* Drives the training in dir, from what is there. stopped: a file STOP lies there already. */
static DriverEnd drive(const char *dir, bool stopped, int64_t *turns)
{
    Live l;
    char why[400], stop[100];
    live_open(&l, TRAINING, NULL, 0);
    RunDir *d = open_dir(dir);
    if (rundir_has_run(dir)) assert_int_equal(rundir_load(d, &l.setup.experiment, why, sizeof why), RUNDIR_OPEN);
    snprintf(stop, sizeof stop, "%s/STOP", dir);
    if (stopped) write_file(stop, "");
    atomic_int asked = STOP_NOT;
    Monitor *w = monitor_create(stop, 0, &asked);
    Driver driver = {.experiment = &l.setup.experiment, .evaluator = l.setup.evaluator, .dir = d, .monitor = w};
    DriverEnd end = driver_run(&driver, why, sizeof why);
    assert_int_equal(monitor_reason(w), stopped ? STOP_FILE : STOP_NOT);
    assert_false(files_exists(stop));
    *turns = monitor_turns(w);
    monitor_destroy(w);
    rundir_close(d);
    live_close(&l);
    return end;
}

static void assert_same_file(const char *one, const char *other, const char *name)
{
    char *path = files_path(one, name), *path2 = files_path(other, name), *text = files_read(path, NULL);
    assert_non_null(text);
    assert_file(path2, text);
    free(path);
    free(path2);
    free(text);
}

/* Stopped at the first opportunity, with one game done; taken up, it ends as if nothing had happened, and that game is not played
 * again. */
static void test_driver_stops_and_goes_on(void **state)
{
    (void)state;
    int64_t all, before, after;
    assert_int_equal(drive("whole", false, &all), DRIVER_FINISHED);
    assert_int_equal(drive("halves", true, &before), DRIVER_STOPPED);
    assert_true(rundir_has_run("halves") && before > 0 && before < all);
    assert_int_equal(drive("halves", false, &after), DRIVER_FINISHED);
    assert_same_file("whole", "halves", "metrics.tsv");
    assert_same_file("whole", "halves", "games.tsv");
    assert_same_file("whole", "halves", "checkpoint");
    assert_same_file("whole", "halves", "checkpoint.trained");
    assert_int_equal(before + after, all);
}

/* Without a directory rows go to a Record, and a run that is finished has nothing more to do. */
static void test_driver_without_directory(void **state)
{
    (void)state;
    Live l, by_hand;
    char why[400];
    live_open(&l, TRAINING, NULL, 0);
    Driver driver = {.experiment = &l.setup.experiment, .evaluator = l.setup.evaluator, .record = &l.rows.record};
    assert_int_equal(driver_run(&driver, why, sizeof why), DRIVER_FINISHED);
    live_open(&by_hand, TRAINING, NULL, 0);
    live_finish(&by_hand);
    assert_string_equal(l.rows.text, by_hand.rows.text);
    assert_int_equal(driver_run(&driver, why, sizeof why), DRIVER_FINISHED);
    assert_string_equal(l.rows.text, by_hand.rows.text);
    live_close(&l);
    live_close(&by_hand);
}

/* ---- how things are written ---- */

static void test_progress_number(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *text;
    } rows[] = {{0, "0"},          {7, "7"},         {999, "999"},       {999.4, "999"},       {999.6, "1k"},
                {1234, "1.23k"},   {12345, "12.3k"}, {999499, "999k"},   {999600, "1M"},       {4.56e6, "4.56M"},
                {2.04e9, "2.04G"}, {1e13, "10T"},    {-12345, "-12.3k"}, {0.00123, "0.00123"}, {-0.5, "-0.5"},
                {1e20, "1e+08T"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[16];
        message_number(rows[i].x, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

static void test_progress_duration(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0s"},        {0.421, "0.42s"}, {45, "45s"},      {59.4, "59s"},     {59.6, "1m00s"},   {723, "12m03s"},
                {3599, "59m59s"}, {3600, "1h00m"},  {12000, "3h20m"}, {86400, "24h00m"}, {449999, "5d04h"}, {1e300, "11574d01h"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[16];
        message_duration(rows[i].seconds, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

/* What a terminal of so many columns shows of it. False: there are no terminals here. */
static bool show_on(int columns, const ProgressState *s, char *shown, size_t room)
{
    Progress p = {.terminal = true, .shown_at = -1};
    const struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
    int screen = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen < 0) return false;
    assert_true(grantpt(screen) == 0 && unlockpt(screen) == 0);
    int terminal = open(ptsname(screen), O_RDWR | O_NOCTTY), before = dup(STDERR_FILENO);
    assert_true(terminal >= 0 && ioctl(terminal, TIOCSWINSZ, &size) == 0 && dup2(terminal, STDERR_FILENO) >= 0);
    progress_show(&p, s, true);
    assert_true(dup2(before, STDERR_FILENO) >= 0);
    ssize_t n = read(screen, shown, room - 1);
    assert_true(n > 0);
    shown[n] = '\0';
    close(before);
    close(terminal);
    close(screen);
    return true;
}

/* The line is as wide as the terminal less one, and of what does not fit nothing is shown: never half a number. */
static void test_progress_narrow(void **state)
{
    (void)state;
    const ProgressState s = {.phase = "training",
                             .iteration = "123",
                             .best = "45678",
                             .median = "1234.5",
                             .turn_name = "pieces",
                             .share = 0.25,
                             .seconds = 100,
                             .turns = 123456789};
    char whole[200], shown[200];
    if (!show_on(100, &s, whole, sizeof whole)) skip();
    assert_non_null(strstr(whole, "\rtraining 25%  iteration 123  eta 5m00s  best 45.7k  median 1.23k  pieces/s 1.23M  "));
    for (int columns = 20; columns < 100; columns++) {
        assert_true(show_on(columns, &s, shown, sizeof shown));
        assert_int_equal(strlen(shown), columns);
        for (size_t n = strlen(shown); shown[n - 1] == ' '; n--) shown[n - 1] = '\0';
        assert_memory_equal(whole, shown, strlen("\rtraining 25%"));
        for (const char *pair = strstr(shown, "  "); pair != NULL; pair = strstr(pair + 2, "  ")) {
            char words[80];
            const char *end = strstr(pair + 2, "  ");
            snprintf(words, sizeof words, "%.*s  ", end != NULL ? (int)(end - pair) : (int)strlen(pair), pair);
            assert_non_null(strstr(whole, words));
        }
    }
}

/* Cells keep their order, are found by name, and are cut where they are too long. */
static void test_row(void **state)
{
    (void)state;
    static const char x60[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    Row *row = mem_new(1, sizeof *row);
    row_add(row, "a", "1");
    row_add(row, "b", "");
    row_add(row, "c", x60);
    assert_string_equal(row_find(row, "b"), "");
    assert_null(row_find(row, "d"));
    assert_int_equal(strlen(row_find(row, "c")), ROW_CELL_BYTES - 1);
    char *heads = row_line(row, true), *cells = row_line(row, false);
    assert_string_equal(heads, "a\tb\tc\n");
    assert_memory_equal(cells, "1\t\txxx", 6);
    assert_int_equal(strlen(cells), 3 + ROW_CELL_BYTES - 1 + 1);
    free(heads);
    free(cells);
    while (row->n < ROW_CELLS_MAX) row_add(row, "n", x60);
    cells = row_line(row, false);
    assert_true(cells[strlen(cells) - 1] == '\n');
    free(cells);
    Row *copy = mem_new(1, sizeof *copy);
    row->n = 2;
    row_copy(copy, row);
    assert_true(copy->n == 2 && strcmp(row_find(copy, "b"), "") == 0);
    assert_string_equal(copy->cell[2], ""); /* the room for more cells is left alone */
    free(copy);
    free(row);
}

static void test_printed_table(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    PrintedTable *t = mem_new(1, sizeof *t);
    printed_table(t, f);
    for (int i = 0; i < 2; i++) {
        record_row(&t->record, "any");
        record_int(&t->record, "i", i);
        record_text(&t->record, "s", "w");
        record_end(&t->record);
    }
    fclose(f);
    assert_string_equal(text, "i\ts\n0\tw\n1\tw\n");
    free(text);
    free(t);
}

/* RFC 8259: quotes, backslashes and control characters are escaped, other bytes stand as they are; no number is not finite. */
static void test_json(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    Json j = {.out = f};
    json_open(&j, NULL, '{');
    json_text(&j, "te\"xt", "a\"b\\c\nd\te\x01\x1f\x7f\xc2\x9b \xc3\xa4/");
    json_int(&j, "i", INT64_MIN);
    json_real(&j, "r", 0.1);
    json_real(&j, "nan", NAN);
    json_real(&j, "inf", -HUGE_VAL);
    json_open(&j, "list", '[');
    json_int(&j, NULL, 1);
    json_open(&j, NULL, '{');
    json_close(&j, '}');
    json_close(&j, ']');
    json_open(&j, "empty", '[');
    json_close(&j, ']');
    json_close(&j, '}');
    fclose(f);
    assert_string_equal(text, "{\n"
                              "  \"te\\\"xt\": \"a\\\"b\\\\c\\u000ad\\u0009e\\u0001\\u001f\\u007f\\u009b \xc3\xa4/\",\n"
                              "  \"i\": -9223372036854775808,\n"
                              "  \"r\": 0.10000000000000001,\n"
                              "  \"nan\": null,\n"
                              "  \"inf\": null,\n"
                              "  \"list\": [\n"
                              "    1,\n"
                              "    {}\n"
                              "  ],\n"
                              "  \"empty\": []\n"
                              "}\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checkpoint_round_trip),
        cmocka_unit_test(test_checkpoint_random_doubles),
        cmocka_unit_test(test_checkpoint_cut_anywhere),
        cmocka_unit_test(test_checkpoint_any_bit_flipped),
        cmocka_unit_test(test_checkpoint_of_others),
        cmocka_unit_test(test_checkpoint_other_fields),
        cmocka_unit_test(test_checkpoint_form),
        cmocka_unit_test(test_files_replace),
        cmocka_unit_test(test_files_replace_fails),
        cmocka_unit_test(test_files_append),
        cmocka_unit_test(test_files_read),
        cmocka_unit_test(test_files_directories),
        cmocka_unit_test(test_files_copy_name),
        cmocka_unit_test(test_rundir_tables),
        cmocka_unit_test(test_rundir_cuts_tables),
        cmocka_unit_test(test_rundir_short_table),
        cmocka_unit_test(test_rundir_damaged),
        cmocka_unit_test(test_rundir_trained),
        cmocka_unit_test(test_rundir_pending),
        cmocka_unit_test(test_rundir_bookmark),
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_rundir_lock),
        cmocka_unit_test(test_rundir_clear),
        cmocka_unit_test(test_rundir_finished),
        cmocka_unit_test(test_rundir_cannot_write),
        cmocka_unit_test(test_driver_stops_and_goes_on),
        cmocka_unit_test(test_driver_without_directory),
        cmocka_unit_test(test_progress_number),
        cmocka_unit_test(test_progress_duration),
        cmocka_unit_test(test_progress_narrow),
        cmocka_unit_test(test_row),
        cmocka_unit_test(test_printed_table),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, place_enter, place_leave);
}
