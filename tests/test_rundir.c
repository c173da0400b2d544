/* test_rundir.c. A run directory that others touch while a run is at work: locks, links, pipes, moves; and when it is saved. */
#include "run/driver.h"
#include "run/saved_run.h"
#include "tests/live.h"
#include "tests/number.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- system calls that fail, or are watched ---- */

static int flock_error;    /* every flock fails with it; 0: they work */
static int asker = -1;     /* a file that is locked by one who asks, until ... */
static int asked_for = -1; /* ... so many exclusive locks have been tried */
int flock(int fd, int how)
{
    if (flock_error != 0) {
        errno = flock_error;
        return -1;
    }
    if (asker >= 0 && (how & LOCK_EX) != 0 && asked_for-- == 0) {
        close(asker);
        asker = -1;
    }
    return (int)syscall(SYS_flock, fd, how);
}

static char removed[400];          /* the names that unlinkat has removed, and "/" for a sync of a directory */
static int removals_left = 100000; /* then unlinkat fails */
int unlinkat(int dir, const char *name, int flags)
{
    if (removals_left-- <= 0) {
        errno = EIO;
        return -1;
    }
    const int done = (int)syscall(SYS_unlinkat, dir, name, flags);
    if (done == 0) snprintf(removed + strlen(removed), sizeof removed - strlen(removed), "%s ", name);
    return done;
}

static int access_error; /* every access fails with it; 0: they work */
int access(const char *path, int how)
{
    if (access_error == 0) return faccessat(AT_FDCWD, path, how, 0);
    errno = access_error;
    return -1;
}

int fsync(int fd)
{
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) snprintf(removed + strlen(removed), sizeof removed - strlen(removed), "/ ");
    return (int)syscall(SYS_fsync, fd);
}

/* ---- the lock ---- */

/* One who asks whether a run is at work keeps no run from beginning, however the two meet. */
TEST(test_asked_while_beginning)
{
    RunDir *d = number_open("asked");
    rundir_close(d);
    for (int tries = 0; tries < 5; tries++) {
        asker = open("asked/LOCK", O_RDONLY);
        assert_int_equal(syscall(SYS_flock, asker, LOCK_SH), 0);
        asked_for = tries;
        d = number_open("asked");
        assert_true(rundir_locked(d) && lock_is_held("asked"));
        rundir_close(d);
        assert_int_equal(asker, -1);
    }
}

/* A file system without locks is said to be one, and keeps no run from going on. */
TEST(test_no_locks)
{
    static const int errors[] = {ENOSYS, EOPNOTSUPP, ENOLCK};
    RunDir *d;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        flock_error = errors[i];
        d = number_open("unlocked");
        assert_false(rundir_locked(d) || lock_is_held("unlocked"));
        rundir_close(d);
    }
    flock_error = EIO;
    assert_int_equal(rundir_open(&d, "unlocked"), STATUS_IO);
    flock_error = 0;
}

/* ... and the user is warned. */
TEST(test_warning_of_no_locks)
{
    CLOSED(live_close) Live l;
    live_open(&l, "[training]\niterations = 1\n", NULL, 0);
    for (int locks = 0; locks < 2; locks++) {
        CLOSED(saved_run_close) Run r = {.config = &l.config, .setup = &l.setup, .dir = "warned", .kind = FOLDER_TRAINING};
        CLOSED(errors_free) Errors warnings = {0};
        flock_error = locks ? 0 : ENOLCK;
        assert_int_equal(saved_run_open(&r, SAVED_RUN_RESUME, &warnings), STATUS_OK);
        assert_int_equal(warnings.n, !locks);
        if (!locks)
            assert_string_equal(warnings.line[0],
                                "warned: cannot be locked on this file system: let no second process work on this run");
    }
}

/* ---- what lies in the place of a file ---- */

TEST(test_links_in_the_way)
{
    RunDir *d;
    const char *what;
    write_file("victim", "n\thalf\n1\t0.5\nmine\n");
    assert_int_equal(mkdir("linked", 0777) + symlink("../victim", "linked/LOCK"), 0);
    assert_fails(rundir_open(&d, "linked") != STATUS_IO, ELOOP);
    assert_int_equal(unlink("linked/LOCK"), 0);
    d = number_open("linked");
    assert_int_equal(symlink("../victim", "linked/log.txt") + symlink("../victim", "linked/timing.tsv"), 0);
    assert_fails(rundir_log(d, "text"), ELOOP);
    assert_false(rundir_timing(d, &(RunTiming){.phase = "x"}));
    assert_int_equal(symlink("../victim", "linked/games.tsv"), 0);
    number_row(d, "games", 1);
    assert_false(number_try(d, 7, NULL, false, &what));
    assert_string_equal(what, "games.tsv");
    assert_int_equal(unlink("linked/games.tsv"), 0);
    assert_true(number_try(d, 7, NULL, false, &what));
    rundir_close(d);
    assert_int_equal(unlink("linked/games.tsv") + symlink("../victim", "linked/games.tsv"), 0);
    d = number_open("linked");
    number_refused(d, false, STATUS_IO, "linked/games.tsv: cannot be written: it is a symbolic link, which is not followed");
    rundir_close(d);
    assert_file("victim", "n\thalf\n1\t0.5\nmine\n");
}

TEST(test_pipes_in_the_way)
{
    CLOSED(number_close) RunDir *d;
    assert_int_equal(mkdir("pipes", 0777) + mkfifo("pipes/LOCK", 0666), 0);
    assert_false(lock_is_held("pipes"));
    assert_fails(rundir_open(&d, "pipes") != STATUS_IO, ENXIO);
    assert_int_equal(unlink("pipes/LOCK"), 0);
    static const char *const names[] = {"pipes/log.txt", "pipes/timing.tsv", "pipes/run.json", "pipes/checkpoint"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_int_equal(mkfifo(names[i], 0666), 0);
    d = number_open("pipes");
    assert_fails(rundir_log(d, "text"), ENXIO);
    assert_false(rundir_timing(d, &(RunTiming){.phase = "x"}));
    assert_false(rundir_finished("pipes"));
    assert_true(saved_run_seconds("pipes") == 0);
}

/* Where a disk does not answer no run begins anew over one that may be there. */
TEST(test_disk_that_does_not_answer)
{
    static const struct {
        int error;
        bool may_be_there;
    } rows[] = {{EIO, true}, {EACCES, true}, {ENOENT, false}, {ENOTDIR, false}, {ENAMETOOLONG, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        access_error = rows[i].error;
        assert_int_equal(rundir_has_run("silent"), rows[i].may_be_there);
    }
    access_error = 0;
    assert_false(rundir_has_run("silent"));
}

/* ---- drafts, and the removal of a run ---- */

TEST(test_drafts_of_the_dead)
{
    enum { DEAD = 5 }; /* the others are mine */
    static const char *const files[] = {
        "dead/checkpoint.9.tmp", "dead/checkpoint.prev.9.tmp", "dead/games.tsv.9.1.tmp", "dead/player-2.ini.9.tmp",
        "dead/checkpoint.tmp",   "dead/notes.9.tmp",           "dead/mine.tsv.tmp",      "dead/checkpoint"};
    assert_int_equal(mkdir("dead", 0777), 0);
    for (size_t i = 0; i < LENGTH(files); i++) write_file(files[i], "x");
    rundir_close(number_open("dead"));
    for (size_t i = 0; i < LENGTH(files); i++) assert_int_equal(files_exists(files[i]), i >= DEAD);
}

/* A run whose removal is interrupted never seems to be finished, nor one that can go on without what it needs. */
TEST(test_clear_interrupted)
{
    static const char *const files[] = {"config.ini", "games.tsv", "run.json", "weights.ini", "checkpoint", "metrics.tsv"};
    char failed[64], path[80];
    CLOSED(number_close) RunDir *d = number_open("cleared");
    for (int limit = 0; limit <= 6; limit++) {
        for (size_t i = 0; i < 6; i++) assert_true(rundir_write(d, files[i], "{\"state\": \"finished\"}", 21));
        removed[0] = '\0';
        removals_left = limit;
        assert_int_equal(rundir_clear(rundir_path(d), failed, sizeof failed), limit == 6);
        removals_left = 100000;
        assert_true(strncmp(removed, "run.json checkpoint / ", limit == 0 ? 0 : limit == 1 ? 9 : 22) == 0);
        assert_int_equal(rundir_finished("cleared"), limit == 0);
        assert_int_equal(rundir_has_run("cleared"), limit <= 1);
        if (limit == 1) assert_string_equal(failed, "checkpoint");
        for (size_t i = 0; i < 6 && rundir_has_run("cleared"); i++) {
            snprintf(path, sizeof path, "cleared/%s", files[i]);
            assert_int_equal(files_exists(path), limit == 0 || strcmp(files[i], "run.json") != 0);
        }
    }
    assert_int_equal(mkdir("cleared/STOP", 0777), 0); /* which no run has made */
    assert_true(rundir_clear(rundir_path(d), failed, sizeof failed));
    assert_int_equal(mkdir("cleared/games.tsv", 0777), 0);
    assert_false(rundir_clear(rundir_path(d), failed, sizeof failed));
    assert_string_equal(failed, "games.tsv");
}

/* ---- a run under way ---- */

/* A training of which two steps have been saved, and a third has not been. */
typedef struct {
    Live live;
    RunDir *d;
    Drive *drive;
} Started;

static void start(Started *s, const char *dir)
{
    live_open(&s->live, TRAINING, NULL, 0);
    s->d = number_open(dir);
    Driver driver = {.experiment = &s->live.setup.experiment, .evaluator = s->live.setup.evaluator, .dir = s->d};
    s->drive = drive_start(&driver);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(drive_step(s->drive), DRIVER_GOING);
        if (i == 1) assert_true(drive_save(s->drive));
    }
}

static void assert_cannot_save(Started *s, const char *sentence)
{
    CLOSED(errors_free) Errors errors = {0};
    assert_false(drive_save(s->drive));
    drive_say_failure(s->drive, &errors);
    assert_int_equal(errors.n, 1);
    assert_string_equal(errors.line[0], sentence);
}

static void end(Started *s)
{
    drive_end(s->drive);
    rundir_close(s->d);
    live_close(&s->live);
}

/* Not a byte is written into a directory that has taken the place of the run's. */
TEST(test_moved)
{
    CLOSED(end) Started s;
    start(&s, "moved");
    assert_int_equal(rename("moved", "elsewhere"), 0);
    assert_cannot_save(&s, "moved: was moved or replaced while the run was under way; what was saved is where it is now");
    assert_int_equal(mkdir("moved", 0777), 0);
    assert_false(drive_save(s.drive));
    assert_false(rundir_log(s.d, "text") || rundir_write(s.d, "run.json", "x", 1) || rundir_timing(s.d, &(RunTiming){0}));
    assert_int_equal(errno, ESTALE);
    assert_int_equal(rmdir("moved"), 0);
    assert_int_equal(rename("elsewhere", "moved"), 0);
    assert_true(drive_save(s.drive)); /* and nothing is lost */
}

TEST(test_cut_while_running)
{
    CLOSED(end) Started s;
    start(&s, "cut");
    OWNED char *checkpoint = files_read("cut/checkpoint", NULL), *table = files_read("cut/metrics.tsv", NULL);
    const char *sentence = "cut/metrics.tsv: cannot be written: it was moved, replaced or cut while the program worked on it; "
                           "the last checkpoint is intact";
    assert_int_equal(truncate("cut/metrics.tsv", 20), 0);
    assert_cannot_save(&s, sentence);
    assert_int_equal(unlink("cut/metrics.tsv"), 0);
    assert_cannot_save(&s, sentence);
    assert_file("cut/checkpoint", checkpoint);
    write_file("cut/metrics.tsv", table);
    assert_true(drive_save(s.drive));
}

/* What cannot be noted in timing.tsv is said, too. */
TEST(test_timing_in_the_way)
{
    CLOSED(end) Started s;
    start(&s, "timed");
    assert_int_equal(unlink("timed/timing.tsv") + mkdir("timed/timing.tsv", 0777), 0);
    assert_cannot_save(&s, "timed/timing.tsv: cannot be written: Is a directory; the last checkpoint is intact");
}

/* ---- when a run is saved ---- */

TEST(test_when_due)
{
    const size_t much = 16 << 20;
    assert_false(drive_due(0.9, 0, 0));
    assert_true(drive_due(1, 0.05, 0));
    assert_false(drive_due(1, 0.06, 0) || drive_due(59, 3, much - 1));
    assert_true(drive_due(60, 3, 0));
    assert_true(drive_due(60, 1000, 0)); /* on the slowest disk */
    assert_true(drive_due(0, 1000, much));
}

/* Rows that wait are counted in as many bits as memory is, and call for a checkpoint before they are many. */
TEST(test_rows_that_wait)
{
    CLOSED(end) Started s;
    start(&s, "waiting");
    assert_true(drive_save(s.drive));
    assert_int_equal(rundir_waiting(s.d), 0);
    assert_int_equal(sizeof rundir_waiting(s.d), sizeof(int64_t));
    number_row(s.d, "plays", 123456);
    assert_int_equal(rundir_waiting(s.d), strlen("n\thalf\n123456\t61728\n"));
    while (rundir_waiting(s.d) < 16 << 20) {
        assert_false(drive_save_due(s.drive));
        for (int i = 0; i < 1000; i++) number_row(s.d, "plays", 123456);
    }
    assert_true(drive_save_due(s.drive));
    assert_true(drive_save(s.drive));
    assert_false(drive_save_due(s.drive));
}

/* The last row of metrics is kept for the progress, however many cells the one before it had. */
TEST(test_last_row)
{
    CLOSED(number_close) RunDir *d = number_open("last");
    Record *r = rundir_record(d);
    for (int n = 3; n > 0; n--) {
        record_row(r, "metrics");
        for (int i = 0; i < n; i++) record_int(r, i == 0 ? "a" : i == 1 ? "b" : "c", 10 * n + i);
        record_end(r);
    }
    number_row(d, "games", 5);
    assert_string_equal(rundir_cell(d, "a"), "10");
    assert_null(rundir_cell(d, "b"));
    assert_null(rundir_cell(d, "n"));
}

/* ---- what a run reads of itself ---- */

/* Seconds that cannot be are none. */
TEST(test_impossible_seconds)
{
    assert_int_equal(mkdir("seconds", 0777), 0);
    write_file("seconds/timing.tsv", "seconds\tgames\tpieces\tshare\tphase\n1\t1\t1\t0\tx\n2\t1\t1\t0\tx\n-50\t1\t1\t0\tx\n"
                                     "-60\t1\t1\t0\tx\n1e300\t1\t1\t0\tx\n3\t1\t1\t0\tx\n");
    assert_true(saved_run_seconds("seconds") == 5);
}

/* A directory STOP stops nothing, a file does. */
TEST(test_stop)
{
    atomic_int asked = STOP_NOT;
    assert_int_equal(mkdir("STOP", 0777), 0);
    for (int is_file = 0; is_file < 2; is_file++) {
        Monitor *m = monitor_create("STOP", 0, &asked);
        const StopCheck *check = monitor_check(m);
        assert_int_equal(check->poll(check->ctx, 1), is_file);
        assert_int_equal(monitor_reason(m), is_file ? STOP_FILE : STOP_NOT);
        assert_int_equal(files_exists("STOP"), !is_file);
        monitor_destroy(m);
        if (is_file) continue;
        assert_int_equal(rmdir("STOP"), 0);
        write_file("STOP", "");
    }
}

TESTS(place_enter, place_leave)
