/* test_run.c. What a run leaves in its directory; answers and suspended games of an unfinished batch. */
#include "base/hash.h"
#include "base/jobs.h"
#include "run/driver.h"
#include "store/checkpoint.h"
#include "tests/live.h"
#include "tests/number.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the run directory, with an experiment that is only a number ---- */

/* Rows reach the disk with the checkpoint, not before; the header once; other tables apart. */
TEST(test_rundir_tables)
{
    CLOSED(number_close) RunDir *d = number_open("tables/of/a/run");
    assert_false(rundir_has_run("tables/of/a/run"));
    number_row(d, "metrics", 1);
    number_row(d, "games", 7);
    assert_false(files_exists("tables/of/a/run/metrics.tsv"));
    assert_string_equal(rundir_cell(d, "half"), "0.5");
    assert_null(rundir_cell(d, "third"));
    number_save(d, 1, NULL, false);
    assert_true(rundir_has_run("tables/of/a/run"));
    assert_file("tables/of/a/run/metrics.tsv", "n\thalf\n1\t0.5\n");
    assert_file("tables/of/a/run/games.tsv", "n\thalf\n7\t3.5\n");
    assert_false(files_exists("tables/of/a/run/heldout.tsv"));
    number_row(d, "metrics", 2);
    number_save(d, 2, NULL, false);
    d = number_reopen(d, "tables/of/a/run", 2);
    number_row(d, "metrics", 3);
    number_save(d, 3, NULL, false);
    assert_file("tables/of/a/run/metrics.tsv", "n\thalf\n1\t0.5\n2\t1\n3\t1.5\n");
}

/* Killed after the tables were written and before the checkpoint was: the rows that it does not know vanish, whole tables too. */
TEST(test_rundir_cuts_tables)
{
    CLOSED(number_close) RunDir *d = number_open("cut");
    number_row(d, "metrics", 1);
    number_save(d, 1, NULL, false);
    rundir_close(d);
    assert_true(files_append("cut/metrics.tsv", (int64_t)strlen("n\thalf\n1\t0.5\n"), "2\t1\n3\t1", 7));
    write_file("cut/games.tsv", "n\thalf\n9\t4.5\n");
    d = number_reopen(NULL, "cut", 1);
    assert_file("cut/metrics.tsv", "n\thalf\n1\t0.5\n");
    assert_false(files_exists("cut/games.tsv"));
    number_row(d, "metrics", 2);
    number_row(d, "games", 1);
    number_save(d, 2, NULL, false);
    assert_file("cut/metrics.tsv", "n\thalf\n1\t0.5\n2\t1\n");
    assert_file("cut/games.tsv", "n\thalf\n1\t0.5\n");
}

/* A table that has lost rows is not patched up. */
TEST(test_rundir_short_table)
{
    static const char *const sentence =
        "short/metrics.tsv: must have at least the 13 bytes that the checkpoint tells of: it was removed or cut";
    CLOSED(number_close) RunDir *d = number_open("short");
    number_row(d, "metrics", 1);
    number_save(d, 1, NULL, false);
    rundir_close(d);
    assert_int_equal(truncate("short/metrics.tsv", 5), 0);
    d = number_open("short");
    number_refused(d, false, STATUS_DATA, sentence);
    rundir_close(d);
    unlink("short/metrics.tsv");
    d = number_open("short");
    number_refused(d, false, STATUS_DATA, sentence);
}

static void damage(const char *path)
{
    OWNED char *text = files_read(path, NULL);
    assert_non_null(text);
    text[30] ^= 1;
    write_file(path, text);
}

/* A damaged checkpoint is named with what is wrong, and the previous one is offered where it is whole. */
TEST(test_rundir_damaged)
{
#define BAD "damaged/checkpoint: is damaged: its checksum does not fit its content; "
#define AFRESH "there is no previous copy that is whole; to start afresh, add --force instead of --resume"
    CLOSED(number_close) RunDir *d = number_open("damaged");
    number_save(d, 1, NULL, true);
    number_save(d, 2, NULL, false);
    damage("damaged/checkpoint");
    number_refused(d, false, STATUS_DATA,
                   BAD "its previous copy is whole: to go on from that, type: cp damaged/checkpoint.prev damaged/checkpoint "
                       "(and this command again)");
    assert_int_equal(system("cp damaged/checkpoint.prev damaged/checkpoint"), 0);
    number_loads(d, false, 1);
    damage("damaged/checkpoint");
    damage("damaged/checkpoint.prev");
    number_refused(d, false, STATUS_DATA, BAD AFRESH);
    assert_int_equal(truncate("damaged/checkpoint", 60), 0);
    number_refused(d, false, STATUS_DATA, "damaged/checkpoint: is damaged: its end is missing; " AFRESH);
    damage("damaged/checkpoint.trained");
    number_refused(d, true, STATUS_DATA,
                   "damaged/checkpoint.trained: is damaged; without it the run cannot be extended, only replaced: --force");
    unlink("damaged/checkpoint");
    number_refused(d, false, STATUS_IO, "damaged/checkpoint: cannot be read: No such file or directory");
}

/* The end of the budget has a copy of its own, which later checkpoints leave alone. */
TEST(test_rundir_trained)
{
    CLOSED(number_close) RunDir *d = number_open("trained");
    number_row(d, "metrics", 1);
    number_save(d, 1, NULL, true);
    number_row(d, "games", 1);
    number_save(d, 2, NULL, false);
    number_save(d, 3, NULL, false);
    number_loads(d, false, 3);
    number_loads(d, true, 1);
    assert_false(files_exists("trained/games.tsv")); /* written after the training: to be written again */
    assert_file("trained/metrics.tsv", "n\thalf\n1\t0.5\n");
}

/* One process a directory. (flock counts opened files, so one process can play both.) */
TEST(test_rundir_lock)
{
    RunDir *d = number_open("locked"), *second;
    assert_true(lock_is_held("locked"));
    assert_int_equal(rundir_open(&second, "locked"), STATUS_CANT_CREATE);
    assert_null(second);
    rundir_close(d);
    assert_false(lock_is_held("locked") || lock_is_held("missing"));
    d = number_open("locked");
    rundir_close(d);
    rundir_close(NULL);
    write_file("no_directory", "x");
    assert_int_equal(rundir_open(&second, "no_directory"), STATUS_IO);
    assert_int_equal(rundir_open(&second, "no_directory/run"), STATUS_IO);
}

/* Only what a run writes is removed. */
TEST(test_rundir_clear)
{
    static const char *const ours[] = {"config.ini",      "run.json",           "checkpoint", "metrics.tsv", "games.tsv",
                                       "checkpoint.prev", "checkpoint.trained", "log.txt",    "weights.ini", "metrics.tsv.7.tmp"};
    CLOSED(number_close) RunDir *d = number_open("clear");
    for (size_t i = 0; i < LENGTH(ours); i++) assert_true(rundir_write(d, ours[i], "x", 1));
    write_file("clear/notes.md", "mine");
    write_file("clear/mine.tsv", "mine");
    char failed[64];
    assert_true(rundir_clear(rundir_path(d), failed, sizeof failed));
    for (size_t i = 0; i < LENGTH(ours); i++) {
        OWNED char *path = files_path("clear", ours[i]);
        assert_false(files_exists(path));
    }
    assert_file("clear/notes.md", "mine");
    assert_file("clear/mine.tsv", "mine");
    assert_true(files_exists("clear/LOCK"));
}

TEST(test_rundir_finished)
{
    CLOSED(number_close) RunDir *d = number_open("finished");
    assert_false(rundir_finished("finished"));
    assert_true(rundir_write(d, "run.json", "{\n  \"state\": \"running\"\n}\n", 25));
    assert_false(rundir_finished("finished"));
    assert_true(rundir_write(d, "run.json", "{\n  \"state\": \"finished\"\n}\n", 26));
    assert_true(rundir_finished("finished"));
    assert_true(rundir_log(d, "n = %d", 3));
    OWNED char *log = files_read("finished/log.txt", NULL);
    assert_true(log[4] == '-' && log[10] == 'T' && log[19] == 'Z');
    assert_string_equal(log + 20, " n = 3\n");
}

/* What cannot be written is named; the last checkpoint stays. */
TEST(test_rundir_cannot_write)
{
    const char *what;
    CLOSED(number_close) RunDir *d = number_open("full");
    number_save(d, 1, NULL, false);
    OWNED char *before = files_read("full/checkpoint", NULL);
    limit_files(20);
    assert_false(number_try(d, 2, NULL, false, &what));
    assert_string_equal(what, "checkpoint");
    assert_file("full/checkpoint", before);
    limit_files(RLIM_INFINITY);
    assert_int_equal(mkdir("full/metrics.tsv", 0777), 0);
    number_row(d, "metrics", 1);
    assert_false(number_try(d, 2, NULL, false, &what));
    assert_string_equal(what, "metrics.tsv");
    assert_file("full/checkpoint", before);
    assert_int_equal(rmdir("full/metrics.tsv"), 0);
    number_save(d, 2, NULL, false); /* nothing was lost */
    assert_file("full/metrics.tsv", "n\thalf\n1\t0.5\n");
}

/* ---- the driver ---- */

/* Drives the training in dir, from what is there. stopped: a file STOP lies there already. */
static DriverEnd drive(const char *dir, bool stopped, int64_t *turns)
{
    CLOSED(live_close) Live l;
    char stop[100];
    CLOSED(errors_free) Errors errors = {0};
    live_open(&l, TRAINING, NULL, 0);
    CLOSED(number_close) RunDir *d = number_open(dir);
    if (rundir_has_run(dir)) assert_int_equal(rundir_load(d, &l.setup.experiment, &errors), STATUS_OK);
    snprintf(stop, sizeof stop, "%s/STOP", dir);
    if (stopped) write_file(stop, "");
    atomic_int asked = STOP_NOT;
    Monitor *m = monitor_create(stop, 0, &asked);
    Driver driver = {.experiment = &l.setup.experiment, .evaluator = l.setup.evaluator, .dir = d, .monitor = m};
    DriverEnd end = driver_run(&driver, &errors);
    assert_int_equal(monitor_reason(m), stopped ? STOP_FILE : STOP_NOT);
    assert_false(files_exists(stop));
    *turns = monitor_turns(m);
    monitor_destroy(m);
    return end;
}

/* Stopped at once, with one game done; taken up, it ends as if nothing had been, and that game is not played again. */
TEST(test_driver_stops_and_goes_on)
{
    static const char *const files[] = {"metrics.tsv", "games.tsv", "checkpoint", "checkpoint.trained"};
    int64_t all, before, after;
    assert_int_equal(drive("whole", false, &all), DRIVER_FINISHED);
    assert_int_equal(drive("halves", true, &before), DRIVER_STOPPED);
    assert_true(rundir_has_run("halves") && before > 0 && before < all);
    assert_int_equal(drive("halves", false, &after), DRIVER_FINISHED);
    for (size_t i = 0; i < LENGTH(files); i++) assert_same_file("whole", "halves", files[i]);
    assert_int_equal(before + after, all);
}

/* Without a directory rows go to a Record, and a run that is finished has nothing more to do. */
TEST(test_driver_without_directory)
{
    CLOSED(live_close) Live l, by_hand;
    live_open(&l, TRAINING, NULL, 0);
    Driver driver = {.experiment = &l.setup.experiment, .evaluator = l.setup.evaluator, .record = &l.rows.record};
    assert_int_equal(driver_run(&driver, NULL), DRIVER_FINISHED);
    live_run(&by_hand, TRAINING, NULL);
    assert_string_equal(l.rows.text, by_hand.rows.text);
    assert_int_equal(driver_run(&driver, NULL), DRIVER_FINISHED);
    assert_string_equal(l.rows.text, by_hand.rows.text);
}

/* ---- an unfinished batch ---- */

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
    d = number_reopen(d, "pending", 1);
    rundir_pending(d, &again);
    for (int i = 0; i < 5; i++) {
        bool kept = i == 0 || i == 2;
        assert_int_equal(again.y[i].done, kept);
        assert_true(again.y[i].score == (kept ? i + 0.1 : 0) && again.y[i].cost == (kept ? 10 * i : 0));
    }
    rundir_pending(d, &next); /* the next batch is another */
    for (int i = 0; i < 5; i++) assert_false(next.y[i].done);
    d = number_reopen(d, "pending", 1);
    rundir_pending(d, &longer);
    for (int i = 0; i < 6; i++) assert_int_equal(longer.y[i].done, i == 0 || i == 2);
    d = number_reopen(d, "pending", 1);
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
    pending_save(&save_in, &b, HUGE_VAL, &s.serialise);
    saver_finish(&s);
    CLOSED(loader_free) Loader l;
    pending_start(&load_in, reader);
    assert_true(loader_start(&l, s.text, s.size));
    pending_load(&load_in, &l.serialise);
    assert_false(l.serialise.failed);
    pending_give(&load_in, &again);
    assert_true(again.y[0].done && again.y[0].score == b.y[0].score); /* whatever the program */
    job.y = &again.y[2];
    int resumed = job_resume(&job, 77, found, sizeof found);
    pending_free(&save_in), pending_free(&load_in);
    return resumed;
}

/* A suspended game is resumed by the program that suspended it; where its file cannot be read, by none. */
TEST(test_programs)
{
    write_file("one", "a program");
    write_file("two", "another program");
    static const char *const files[] = {"one", "two", "none"};
    for (int w = 0; w < 3; w++)
        for (int r = 0; r < 3; r++) assert_int_equal(resumed_games(files[w], files[r]), w == r && w < 2);
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
    d = number_reopen(d, "bookmark", 1);
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
    d = number_reopen(NULL, "bookmark", 1);
    rundir_pending(d, &other);
    assert_true(other.y[0].done && !other.y[2].done);
    for (int i = 0; i < 4; i++) assert_null(other.y[i].left);
    d = number_reopen(d, "bookmark", 1); /* loaded, and never asked for */
}

TESTS(place_enter, place_leave)
