/* rundir.c. What lies in a run directory: tables, files, journal, lock; and how they are saved and loaded together. */
#include "store/rundir.h"

#include "base/mem.h"
#include "base/record.h"
#include "base/text.h"
#include "file/files.h"
#include "file/message.h"
#include "file/plain.h"
#include "file/tsv.h"
#include "store/checkpoint.h"
#include "systems_built.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- tables: rows wait in memory, are appended with a checkpoint, and cut back to it ---- */

/* The number of tables that experiments write (table_names). */
enum { TABLES = 9 };

/* The rows of one table that wait in memory. */
typedef struct {
    const char *name;  /* name of the table; the file is NAME.tsv */
    char *text;        /* the lines (used of room bytes), owned */
    size_t used, room; /* bytes; a slow disk may let more wait than an int can count */
    int64_t length;    /* bytes of the file that tables_write has written, or that the checkpoint states */
    char *names;       /* the header, by which each row is written; NULL: there is none yet; owned */
} TableRows;

struct RunTables {
    Record record; /* where the experiment adds rows; first, since a Record * is cast back to its RunTables */
    TableRows table[TABLES];
    TableRows *current; /* the table of the row under way; NULL: there is none */
    TableRow row;       /* the row under way */
    TableRow metrics;   /* the last whole row of table "metrics" */
    char failed[40];    /* the file that tables_write could not write last */
};

static const char *const table_names[TABLES] = {"metrics", "positions", "blocks", "games",   "heldout",
                                                "curves",  "ablation",  "plays",  "features"};

static bool tables_has_file(const char *file)
{
    for (int i = 0; i < TABLES; i++) {
        size_t stem = strlen(table_names[i]);
        if (strncmp(file, table_names[i], stem) == 0 && strcmp(file + stem, ".tsv") == 0) return true;
    }
    return false;
}

static TableRows *table_of(RunTables *t, const char *name)
{
    for (int i = 0; i < TABLES; i++)
        if (strcmp(t->table[i].name, name) == 0) return &t->table[i];
    assert(!"an experiment adds a row to a table that is not in table_names");
    abort();
}

static void begin_row(Record *r, const char *table)
{
    RunTables *t = (RunTables *)r;
    assert(t->current == NULL); /* the last row has ended */
    t->current = table_of(t, table);
    row_clear(&t->row);
}

static void add_cell(Record *r, const char *name, const char *text)
{
    assert(((RunTables *)r)->current != NULL); /* between row() and end() */
    row_add(&((RunTables *)r)->row, name, text);
}

static void add_text(TableRows *rows, const char *line)
{
    const size_t length = strlen(line);
    rows->text = mem_grow_bytes(rows->text, &rows->room, rows->used + length + 1);
    memcpy(rows->text + rows->used, line, length + 1);
    rows->used += length;
}

static void end_row(Record *r)
{
    RunTables *t = (RunTables *)r;
    TableRows *rows = t->current;
    if (rows->names == NULL) add_text(rows, rows->names = row_names(&t->row));
    OWNED char *cells = row_cells(&t->row, rows->names);
    add_text(rows, cells);
    t->current = NULL;
    if (strcmp(rows->name, "metrics") != 0) return;
    const TableRow spare = t->metrics;
    t->metrics = t->row;
    t->row = spare;
}

static void tables_start(RunTables *t)
{
    *t = (RunTables){.record = {.row = begin_row, .cell = add_cell, .end = end_row}};
    for (int i = 0; i < TABLES; i++) t->table[i].name = table_names[i];
}

static void tables_free(RunTables *t)
{
    for (int i = 0; i < TABLES; i++) {
        free(t->table[i].text);
        free(t->table[i].names);
    }
    row_free(&t->row);
    row_free(&t->metrics);
    *t = (RunTables){0};
}

RunTables *run_tables_create(void)
{
    RunTables *t = mem_new(1, sizeof *t);
    tables_start(t);
    return t;
}

Record *run_tables_record(RunTables *t)
{
    return &t->record;
}

const char *run_tables_text(const RunTables *t, const char *name)
{
    for (int i = 0; i < TABLES; i++)
        if (strcmp(t->table[i].name, name) == 0) return t->table[i].text;
    return NULL;
}

void run_tables_destroy(RunTables *t)
{
    if (t != NULL) tables_free(t);
    free(t);
}

/* DIR/NAME.tsv. */
static FilePath table_path(const TableRows *t, const char *dir)
{
    char name[40];
    snprintf(name, sizeof name, "%s.tsv", t->name);
    return files_at(dir, name);
}

static bool tables_write(RunTables *t, const char *dir)
{
    for (int i = 0; i < TABLES; i++) {
        TableRows *rows = &t->table[i];
        if (rows->used == 0) continue;
        if (!files_append(table_path(rows, dir).text, rows->length, rows->text, rows->used)) {
            snprintf(t->failed, sizeof t->failed, "%s.tsv", rows->name);
            return false;
        }
        rows->length += (int64_t)rows->used;
        rows->used = 0;
    }
    return true;
}

static size_t tables_waiting(const RunTables *t)
{
    size_t waiting = 0;
    for (int i = 0; i < TABLES; i++) waiting += t->table[i].used;
    return waiting;
}

static void tables_serialise(RunTables *t, Serialiser *s)
{
    for (int i = 0; i < TABLES; i++) serialise_count(s, t->table[i].name, &t->table[i].length, COUNT_MOST);
}

/* Whether the table is as long as it must be; *st describes its file, if that exists. */
static bool long_enough(const TableRows *t, const char *path, struct stat *st, Errors *errors)
{
    *st = (struct stat){0};
    if (lstat(path, st) == 0 && !S_ISREG(st->st_mode)) return true; /* cut_table, or a reader, reports what it is */
    if (st->st_size >= t->length) return true;
    errors_add(errors, "%s: must have at least the %" PRId64 " bytes that the checkpoint tells of: it was removed or cut", path,
               t->length);
    return false;
}

/* Reads the header of the file. */
static char *read_names(const char *path)
{
    char *line = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL || getline(&line, &room, f) < 0) {
        free(line);
        line = NULL;
    }
    if (f != NULL) fclose(f);
    return line;
}

static Status cut_table(TableRows *t, const char *path, Errors *errors)
{
    assert(t->used == 0); /* else the waiting rows would be appended at the wrong place */
    free(t->names);
    t->names = NULL;
    if (t->length == 0) {
        unlink(path);
        return STATUS_OK;
    }
    struct stat st;
    if (!long_enough(t, path, &st, errors)) return STATUS_DATA;
    const bool regular = S_ISREG(st.st_mode);
    if (regular && truncate(path, t->length) == 0 && (t->names = read_names(path)) != NULL) return STATUS_OK;
    errors_add(errors, "%s: cannot be written: %s", path, files_why(regular ? errno : S_ISLNK(st.st_mode) ? ELOOP : ENXIO));
    return STATUS_IO;
}

static bool tables_there(const RunTables *t, const char *dir, Errors *errors)
{
    bool there = true;
    for (int i = 0; i < TABLES && there; i++) {
        struct stat st;
        there = long_enough(&t->table[i], table_path(&t->table[i], dir).text, &st, errors);
    }
    return there;
}

static Status tables_cut(RunTables *t, const char *dir, Errors *errors)
{
    Status cut = STATUS_OK;
    for (int i = 0; i < TABLES && cut == STATUS_OK; i++)
        cut = cut_table(&t->table[i], table_path(&t->table[i], dir).text, errors);
    return cut;
}

/* ---- which files of a directory a run has written, and their removal ---- */

#define NAME(part, name) name,
static const char *const ours[] = {"run.json",    "checkpoint",         "config.ini", "checkpoint.prev",
                                   "weights.ini", "checkpoint.trained", "tuned.ini",  "ranking.tsv",
                                   "log.txt",     "timing.tsv",         "STOP",       "result.tsv",
                                   "presets.tsv", "borders.tsv",        "traits.tsv", "KIND",
                                   "summary.tsv", SYSTEMS_FILES(NAME)};
/* How many of `ours`, from the first on, are removed before all others. */
enum { FIRST = 2 };

static bool is_numbered(const char *name)
{
    static const char *const numbered[] = {"problem-", "player-"};
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        const size_t stem = strlen(numbered[i]);
        if (strncmp(name, numbered[i], stem) != 0) continue;
        const size_t digits = strspn(name + stem, "0123456789");
        if (digits > 0 && strcmp(name + stem + digits, ".ini") == 0) return true;
    }
    return false;
}

static bool is_ours(const char *name)
{
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0) return true;
    return tables_has_file(name) || is_numbered(name);
}

/* Whether the file is the draft of one of ours. */
static bool is_draft(const char *file)
{
    char name[64];
    const size_t length = files_drafted(file);
    if (length == 0 || length >= sizeof name) return false;
    snprintf(name, sizeof name, "%.*s", (int)length, file);
    return is_ours(name);
}

/* Removes a file. A directory STOP is not the run's, and stays. */
static bool removed(int dir, const char *name)
{
    struct stat st;
    if (strcmp(name, "STOP") == 0 && fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode)) return true;
    return unlinkat(dir, name, 0) == 0 || errno == ENOENT;
}

/* Removes drafts and, if all is true, every file of ours. False: errno, failed. */
static bool remove_files(DIR *dir, bool all, char *failed, size_t room)
{
    bool good = true;
    int why = 0;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        const char *name = entry->d_name;
        if ((!is_draft(name) && !(all && is_ours(name))) || removed(dirfd(dir), name) || !good) continue;
        why = errno;
        good = false;
        snprintf(failed, room, "%s", name);
    }
    errno = why;
    return good;
}

/* Removes the first files of `ours`, so that they are gone for good before the others follow. */
static bool remove_first(DIR *dir, const char *path, char *failed, size_t room)
{
    for (int i = 0; i < FIRST; i++) {
        snprintf(failed, room, "%s", ours[i]);
        if (!removed(dirfd(dir), ours[i])) return false;
    }
    *failed = '\0';
    return files_sync_names(files_at(path, ours[0]).text);
}

bool rundir_clear(const char *path, char *failed, size_t room)
{
    *failed = '\0';
    DIR *dir = opendir(path);
    if (dir == NULL) return false;
    const bool good = remove_first(dir, path, failed, room) && remove_files(dir, true, failed, room);
    const int why = errno;
    closedir(dir);
    errno = why;
    return good;
}

static void sweep(const char *path)
{
    char ignored[64];
    DIR *dir = opendir(path);
    if (dir == NULL) return;
    remove_files(dir, false, ignored, sizeof ignored);
    closedir(dir);
}

/* ---- what lies in a directory ---- */

bool rundir_has_run(const char *dir)
{
    return files_has(dir, "checkpoint");
}

bool rundir_trained(const char *dir)
{
    return files_has(dir, "checkpoint.trained");
}

bool rundir_says_finished(const char *json)
{
    return strstr(json, "\"state\": \"finished\"") != NULL;
}

bool rundir_finished(const char *dir)
{
    OWNED char *text = files_read(files_at(dir, "run.json").text, NULL);
    const int why = text != NULL || status_absent(errno) ? 0 : errno;
    const bool finished = text != NULL && rundir_says_finished(text);
    errno = why;
    return finished;
}

/* ---- the lock: the file LOCK, one process a directory ----
 *
 * It is a lock of flock, which the system releases when the process ends, however it ends. lock_is_held tests it with a shared
 * lock, held for a moment. A run that begins meanwhile notices that the lock is shared, and waits. No symbolic link is
 * followed. */

/* How often to try again while others only test the lock, and the pause between tries in nanoseconds. */
enum { TRIES = 200, PAUSE = 1000000 };

/* Opens LOCK; one that is no regular file does not block. -1: errno. */
static int open_lock(const char *dir, int flags)
{
    struct stat st;
    return files_open(files_at(dir, "LOCK").text, flags | O_NOFOLLOW, &st);
}

static int lock_file(int file, int how)
{
    int locked = flock(file, how | LOCK_NB);
    while (locked != 0 && errno == EINTR) locked = flock(file, how | LOCK_NB);
    return locked;
}

/* Takes the lock for this process alone. If a shared lock can be had instead, others only test it: beside a run it cannot. */
static bool take_alone(int file)
{
    for (int i = 0; i < TRIES; i++) {
        if (lock_file(file, LOCK_EX) == 0) return true;
        if (errno != EWOULDBLOCK || lock_file(file, LOCK_SH) != 0) return false;
        flock(file, LOCK_UN);
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
    }
    errno = EWOULDBLOCK;
    return false;
}

/* Takes the lock of dir; returns the open file, which the caller closes. *held: it keeps other processes out, unless the file
 * system has no locks. -1: errno; EWOULDBLOCK: another process holds it. */
static int lock_take(const char *dir, bool *held)
{
    const int file = open_lock(dir, O_RDWR | O_CREAT);
    *held = file >= 0 && take_alone(file);
    if (file < 0 || *held || errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK) return file;
    const int why = errno;
    close(file);
    errno = why;
    return -1;
}

bool lock_is_held(const char *dir)
{
    int file = open_lock(dir, O_RDONLY);
    if (file < 0) return false;
    bool held = lock_file(file, LOCK_SH) != 0 && errno == EWOULDBLOCK;
    close(file);
    return held;
}

/* ---- directory ---- */

struct RunDir {
    char *path;  /* path of the directory, owned */
    int folder;  /* the directory, open */
    int lock;    /* the open file LOCK */
    bool locked; /* the lock keeps other processes out */
    RunTables tables;
    Pending pending; /* what the checkpoint held of the batch under way */
    char *code;      /* the file of this program or library, which pending borrows; NULL: not known; owned */
    FILE *out;       /* the stream of rundir_begin, into text (size); NULL: none is open */
    char *text;
    size_t size;
};

/* Does not change errno if the result is true. */
bool rundir_in_place(const RunDir *d)
{
    struct stat was, is;
    const bool same =
        fstat(d->folder, &was) == 0 && stat(d->path, &is) == 0 && was.st_dev == is.st_dev && was.st_ino == is.st_ino;
    if (!same) errno = ESTALE;
    return same;
}

Status rundir_open(RunDir **out, const char *dir)
{
    bool locked;
    /* The open directory shows later whether another has taken its place. */
    const int folder = files_make_directory(dir) ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    *out = NULL;
    if (folder < 0) return STATUS_IO;
    const int lock = lock_take(dir, &locked);
    if (lock < 0 || !files_sync_names(files_at(dir, "LOCK").text)) { /* without LOCK, config.ini counts as the user's */
        const int why = errno;
        if (lock >= 0) close(lock);
        close(folder);
        errno = why;
        return why == EWOULDBLOCK ? STATUS_CANT_CREATE : STATUS_IO;
    }
    if (locked) sweep(dir);
    RunDir *d = mem_new(1, sizeof *d);
    tables_start(&d->tables);
    d->code = places_code();
    pending_start(&d->pending, d->code != NULL ? d->code : "");
    d->path = mem_text(dir);
    d->folder = folder;
    d->lock = lock;
    d->locked = locked;
    *out = d;
    return STATUS_OK;
}

bool rundir_locked(const RunDir *d)
{
    return d->locked;
}

void rundir_close(RunDir *d)
{
    if (d == NULL) return;
    tables_free(&d->tables);
    pending_free(&d->pending);
    close(d->lock);
    close(d->folder);
    free(d->path);
    free(d->code);
    free(d);
}

const char *rundir_path(const RunDir *d)
{
    return d->path;
}

Record *rundir_record(RunDir *d)
{
    return &d->tables.record;
}

size_t rundir_waiting(const RunDir *d)
{
    return tables_waiting(&d->tables);
}

const char *rundir_cell(const RunDir *d, const char *name)
{
    return row_find(&d->tables.metrics, name);
}

bool rundir_write(RunDir *d, const char *name, const char *text, size_t size)
{
    return rundir_in_place(d) && files_replace(files_at(d->path, name).text, text, size);
}

FILE *rundir_begin(RunDir *d)
{
    assert(d->out == NULL);
    return d->out = files_memory(&d->text, &d->size);
}

bool rundir_end(RunDir *d, const char *name)
{
    files_memory_close(d->out);
    d->out = NULL;
    const bool good = rundir_write(d, name, d->text, d->size);
    const int why = errno;
    free(d->text);
    errno = why;
    return good;
}

/* ---- the journal: log.txt and timing.tsv, whose lines are added one by one, never half of one ---- */

/* Adds a line, which is freed, to a file of the directory. */
static bool add_line(const RunDir *d, const char *name, const char *first, char *line)
{
    OWNED char *mine = line;
    return rundir_in_place(d) && files_add(files_at(d->path, name).text, first, mine);
}

bool rundir_log(RunDir *d, const char *format, ...)
{
    char stamp[32];
    va_list args;
    va_start(args, format);
    OWNED char *said = text_new_v(format, args);
    va_end(args);
    time_t now = time(NULL);
    struct tm when;
    plain_text(said, true); /* it is read with cat, and line by line */
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &when));
    return add_line(d, "log.txt", NULL, text_new("%s %s\n", stamp, said));
}

bool rundir_timing(RunDir *d, const RunTiming *t)
{
    char share[24] = RECORD_MISSING;
    if (!isnan(t->share)) snprintf(share, sizeof share, "%.4f", t->share);
    return add_line(
        d, "timing.tsv", "seconds\tgames\tpieces\tshare\tphase\tdropped\n",
        text_new("%.3f\t%" PRId64 "\t%" PRId64 "\t%s\t%s\t%.0f\n", t->seconds, t->plays, t->turns, share, t->phase, t->dropped));
}

double journal_share(const char *dir)
{
    char end[256] = "";
    double share = 0;
    struct stat st;
    const int file = files_open(files_at(dir, "timing.tsv").text, O_RDONLY, &st);
    const off_t most = sizeof end - 1, from = file >= 0 && st.st_size > most ? st.st_size - most : 0;
    const ssize_t got = file >= 0 ? pread(file, end, (size_t)most, from) : 0;
    if (file >= 0) close(file);
    while (got > 0 && end[strlen(end) - 1] == '\n') end[strlen(end) - 1] = '\0';
    const char *last = strrchr(end, '\n');
    return last != NULL && sscanf(last, "%*f %*d %*d %lf", &share) == 1 && share <= 1 ? share : 0;
}
/* ---- checkpoint ---- */

static bool keep_name(const RunDir *d, const char *name)
{
    const FilePath path = files_at(d->path, "checkpoint");
    return !files_exists(path.text) || files_copy_name(path.text, files_at(d->path, name).text);
}

bool rundir_save(RunDir *d, const Experiment *e, const Batch *pending, bool trained, const char **what)
{
    Saver s = {0};
    *what = d->tables.failed;
    bool good = rundir_in_place(d) && tables_write(&d->tables, d->path);
    if (good) {
        saver_start(&s);
        tables_serialise(&d->tables, &s.serialise);
        e->kind->serialise(e->self, &s.serialise);
        pending_save(&d->pending, pending, e->kind->allowance(e->self), &s.serialise);
        saver_finish(&s);
        good = keep_name(d, *what = "checkpoint.prev") && rundir_write(d, *what = "checkpoint", s.text, s.size);
        if (good && trained) good = keep_name(d, *what = "checkpoint.trained") && files_sync_names(files_at(d->path, *what).text);
    }
    int why = errno;
    free(s.text);
    errno = why;
    return good;
}

void rundir_state(RunDir *d, Experiment *e, Saver *s)
{
    Batch *b = &d->pending.batch;
    Answer *a = b->y;
    for (int i = 0; i < b->n; a += b->t[i++].plays) b->t[i].y = a;
    saver_start(s);
    e->kind->serialise(e->self, &s->serialise);
    pending_save(&d->pending, b, HUGE_VAL, &s->serialise);
    saver_finish(s);
}

void rundir_pending(RunDir *d, Batch *b)
{
    pending_give(&d->pending, b);
}

/* Whether a checkpoint is complete and undamaged. */
static bool whole(const char *path)
{
    size_t size;
    char *text = files_read(path, &size);
    if (text == NULL) return false;
    CLOSED(loader_free) Loader l;
    return loader_start(&l, text, size);
}

/* What to do about a checkpoint that cannot be used; owned by the caller. */
static char *offer(const char *dir)
{
    const FilePath prev = files_at(dir, "checkpoint.prev");
    OWNED char *from = message_word(prev.text), *to = message_word(files_at(dir, "checkpoint").text);
    return whole(prev.text)
               ? text_new("its previous copy is whole: to go on from that, type: cp %s %s (and this command again)", from, to)
               : mem_text("there is no previous copy that is whole; to start afresh, add --force instead of --resume");
}

Status rundir_extend(RunDir *d, Errors *errors)
{
    const FilePath path = files_at(d->path, "checkpoint"), trained = files_at(d->path, "checkpoint.trained");
    if (!whole(trained.text)) {
        errors_add(errors, "%s: is %s; without it the run cannot be extended, only replaced: --force", trained.text,
                   files_exists(trained.text) ? "damaged" : "missing");
        return STATUS_DATA;
    }
    /* The rows after this checkpoint are cut next: they must not be lost while the old checkpoint, which needs them, is there. */
    if (rename(trained.text, path.text) == 0 && files_sync_names(path.text)) return STATUS_OK;
    errors_add(errors, "%s: cannot be written: %s", path.text, files_why(errno));
    return STATUS_IO;
}

/* Reads the checkpoint of dir into t, p and e. e NULL: no experiment is loaded; only the form of its fields is checked. */
static Status read_checkpoint(const char *dir, RunTables *t, Pending *p, Experiment *e, Errors *errors)
{
    const FilePath path = files_at(dir, "checkpoint");
    size_t size;
    char *text = files_read(path.text, &size);
    if (text == NULL) {
        errors_add(errors, "%s: cannot be read: %s", path.text, files_why(errno));
        return STATUS_IO;
    }
    CLOSED(loader_free) Loader l;
    bool good = loader_start(&l, text, size) && loader_scan(&l);
    if (good) tables_serialise(t, &l.serialise);
    if (good && e != NULL) {
        e->kind->serialise(e->self, &l.serialise);
        pending_load(p, &l.serialise);
        good = !l.serialise.failed && loader_at_end(&l);
    }
    if (!good || l.serialise.failed) {
        OWNED char *advice = offer(dir);
        errors_add(errors, "%s: is damaged: %s; %s", path.text, l.why[0] != '\0' ? l.why : "its values do not fit each other",
                   advice);
        return STATUS_DATA;
    }
    return STATUS_OK;
}

Status rundir_load(RunDir *d, Experiment *e, Errors *errors)
{
    const Status read = read_checkpoint(d->path, &d->tables, &d->pending, e, errors);
    return read == STATUS_OK ? tables_cut(&d->tables, d->path, errors) : read;
}

Status rundir_check(const char *dir, Experiment *e, Errors *errors)
{
    OWNED RunTables *t = mem_new(1, sizeof *t);
    CLOSED(pending_free) Pending p;
    tables_start(t);
    pending_start(&p, "");
    Status status = read_checkpoint(dir, t, &p, e, errors);
    if (status == STATUS_OK && !tables_there(t, dir, errors)) status = STATUS_DATA;
    tables_free(t);
    return status;
}
