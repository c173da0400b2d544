/* test_pending.c. Answers and suspended games of an unfinished batch, and which program may go on with them. */
#include "base/hash.h"
#include "base/jobs.h"
#include "file/files.h"
#include "store/checkpoint.h"
#include "store/pending.h"
#include "store/rundir.h"
#include "tests/helpers.h"
#include "tests/number.h"
#include "tests/place.h"

#include <inttypes.h>
#include <sys/ioctl.h>

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
TEST(test_rundir_pending)
{
    CLOSED(number_close) RunDir *d = number_open("pending");
    CLOSED(batch_free)
    Batch b = some_batch(5, 3, 1), again = some_batch(5, 0, 1), next = some_batch(5, 0, 1), longer = some_batch(6, 0, 1),
          other = some_batch(5, 0, 2);
    b.y[1].done = false; /* answers come in any order */
    number_save(d, 1, &b, false);
    rundir_close(d);
    d = number_reopen("pending", 1);
    rundir_pending(d, &again);
    for (int i = 0; i < 5; i++) {
        bool kept = i == 0 || i == 2;
        assert_int_equal(again.y[i].done, kept);
        assert_true(again.y[i].score == (kept ? i + 0.1 : 0) && again.y[i].cost == (kept ? 10 * i : 0));
    }
    rundir_pending(d, &next); /* the next batch is another */
    for (int i = 0; i < 5; i++) assert_false(next.y[i].done);
    rundir_close(d);
    d = number_reopen("pending", 1);
    rundir_pending(d, &longer);
    for (int i = 0; i < 6; i++) assert_int_equal(longer.y[i].done, i == 0 || i == 2);
    rundir_close(d);
    d = number_reopen("pending", 1);
    rundir_pending(d, &other);
    for (int i = 0; i < 5; i++) assert_false(other.y[i].done);
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
    CLOSED(batch_free) Batch b = some_batch(4, 1, 1), again = some_batch(4, 0, 1);
    Job job = {.y = &b.y[2]};
    job_suspend(&job, 3, 77, left, sizeof left);
    Saver s;
    pending_start(&save_in, writer);
    saver_start(&s);
    pending_save(&save_in, &b, &s.serialise);
    saver_finish(&s);
    Loader l;
    pending_start(&load_in, reader);
    assert_true(loader_start(&l, s.text, s.size));
    pending_load(&load_in, &l.serialise);
    assert_false(l.serialise.failed);
    pending_give(&load_in, &again);
    assert_true(again.y[0].done && again.y[0].score == b.y[0].score); /* whatever the program */
    job.y = &again.y[2];
    int resumed = job_resume(&job, 77, found, sizeof found);
    loader_free(&l);
    pending_free(&save_in), pending_free(&load_in);
    return resumed;
}

/* A suspended game is resumed by the program that suspended it; where its file cannot be read, by none. */
TEST(test_programs)
{
    write_file("one", "a program");
    write_file("two", "another program");
    assert_int_equal(resumed_games("one", "one"), 1);
    assert_int_equal(resumed_games("one", "two"), 0);
    assert_int_equal(resumed_games("one", "none"), 0);
    assert_int_equal(resumed_games("none", "one"), 0);
    assert_int_equal(resumed_games("none", "none"), 0);
}

/* Where a game was left survives, too, for the same program. */
TEST(test_rundir_bookmark)
{
    const uint64_t left[] = {3, UINT64_MAX, 0};
    uint64_t found[3];
    CLOSED(number_close) RunDir *d = number_open("bookmark");
    CLOSED(batch_free) Batch b = some_batch(4, 1, 1), again = some_batch(4, 0, 1), other = some_batch(4, 0, 1);
    Job job = {.y = &b.y[2]};
    job_suspend(&job, 3, 77, left, sizeof left);
    number_save(d, 1, &b, false);
    rundir_close(d);
    d = number_reopen("bookmark", 1);
    rundir_pending(d, &again);
    for (int i = 0; i < 4; i++) {
        job.y = &again.y[i];
        assert_true(again.y[i].done == (i == 0));
        assert_true(job_resume(&job, 77, found, sizeof found) == (i == 2));
    }
    assert_memory_equal(found, left, sizeof left);
    number_save(d, 1, &again, false);
    rundir_close(d);
    change_program("bookmark/checkpoint");
    d = number_reopen("bookmark", 1);
    rundir_pending(d, &other);
    assert_true(other.y[0].done && !other.y[2].done);
    for (int i = 0; i < 4; i++) assert_null(other.y[i].left);
    rundir_close(d);
    d = number_reopen("bookmark", 1); /* loaded, and never asked for */
}

TESTS(place_enter, place_leave)
