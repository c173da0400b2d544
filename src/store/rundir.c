#include "store/rundir.h"

#include "base/hash.h"
#include "base/mem.h"
#include "file/files.h"
#include "file/row.h"
#include "store/checkpoint.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TABLES = 7 };

/* The tables that experiments write. */
static const char *const table_names[TABLES] = {"metrics", "positions", "blocks", "games", "heldout", "curves", "plays"};

/* A table: rows (used of room bytes) wait to be appended behind byte length of its file. */
typedef struct {
    const char *name;
    char *rows;
    int used, room;
    int64_t length;
} Rows;

/* current: the table of the row under way; metrics: the last row of the table of that name. kept: trials from a
 * checkpoint, without positions; answer (kept_answers): theirs, one after the other. program: 0: not known yet. */
struct RunDir {
    Record record;
    char *path;
    int lock;
    Rows table[TABLES], *current;
    Row row, metrics;
    Batch kept;
    Answer *answer;
    int kept_answers, answer_room;
    uint64_t program;
};

static bool has_file(const char *dir, const char *name)
{
    char *path = files_path(dir, name);
    bool there = files_exists(path);
    free(path);
    return there;
}

/* ---- the runs of a repeat ---- */

static int is_number(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return strlen(name) >= 2 && strlen(name) <= 4 && name[strspn(name, "0123456789")] == '\0';
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
    return atoi((*a)->d_name) - atoi((*b)->d_name);
}

int rundir_repeats(const char *dir, char ***run)
{
    struct dirent **entry;
    int n = scandir(dir, &entry, is_number, by_number);
    if (n < 0) n = 0, entry = NULL;
    *run = mem_new((size_t)n, sizeof **run);
    for (int i = 0; i < n; i++) {
        (*run)[i] = files_path(dir, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return n;
}

/* ---- what lies in a directory ---- */

bool rundir_has_run(const char *dir)
{
    return has_file(dir, "checkpoint");
}

bool rundir_trained(const char *dir)
{
    return has_file(dir, "checkpoint.trained");
}

bool rundir_finished(const char *dir)
{
    char *path = files_path(dir, "run.json");
    char *text = files_read(path, NULL);
    bool finished = text != NULL && strstr(text, "\"state\": \"finished\"") != NULL;
    free(text);
    free(path);
    return finished;
}

/* ---- tables ---- */

static Rows *table_of(RunDir *d, const char *name)
{
    for (int i = 0; i < TABLES; i++)
        if (strcmp(d->table[i].name, name) == 0) return &d->table[i];
    abort();
}

static void add_text(Rows *t, const char *text)
{
    int length = (int)strlen(text);
    t->rows = mem_grow(t->rows, &t->room, t->used + length + 1, 1);
    memcpy(t->rows + t->used, text, (size_t)length + 1);
    t->used += length;
}

static void begin_row(Record *r, const char *table)
{
    RunDir *d = (RunDir *)r;
    d->current = table_of(d, table);
    d->row.n = 0;
}

static void add_cell(Record *r, const char *name, const char *text)
{
    row_add(&((RunDir *)r)->row, name, text);
}

static void add_line(RunDir *d, bool names)
{
    char *line = row_line(&d->row, names);
    add_text(d->current, line);
    free(line);
}

static void end_row(Record *r)
{
    RunDir *d = (RunDir *)r;
    if (d->current->length == 0 && d->current->used == 0) add_line(d, true);
    add_line(d, false);
    if (strcmp(d->current->name, "metrics") == 0) d->metrics = d->row;
}

Record *rundir_record(RunDir *d)
{
    return &d->record;
}

const char *rundir_cell(const RunDir *d, const char *name)
{
    return row_find(&d->metrics, name);
}

static char *table_path(const RunDir *d, const Rows *t)
{
    char name[40];
    snprintf(name, sizeof name, "%s.tsv", t->name);
    return files_path(d->path, name);
}

static bool write_tables(RunDir *d)
{
    for (int i = 0; i < TABLES; i++) {
        Rows *t = &d->table[i];
        if (t->used == 0) continue;
        char *path = table_path(d, t);
        bool good = files_append(path, t->length, t->rows, (size_t)t->used);
        int why = errno;
        free(path);
        errno = why;
        if (!good) return false;
        t->length += t->used;
        t->used = 0;
    }
    return true;
}

/* ---- directory ---- */

RunDirStatus rundir_open(RunDir **out, const char *dir)
{
    *out = NULL;
    if (!files_make_directory(dir)) return RUNDIR_FAILED;
    char *path = files_path(dir, "LOCK");
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    free(path);
    if (lock < 0) return RUNDIR_FAILED;
    if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        bool busy = errno == EWOULDBLOCK;
        close(lock);
        return busy ? RUNDIR_BUSY : RUNDIR_FAILED;
    }
    RunDir *d = mem_new(1, sizeof *d);
    for (int i = 0; i < TABLES; i++) d->table[i].name = table_names[i];
    d->record = (Record){.row = begin_row, .cell = add_cell, .end = end_row};
    d->path = mem_text(dir);
    d->lock = lock;
    *out = d;
    return RUNDIR_OPEN;
}

bool rundir_busy(const char *dir)
{
    char *path = files_path(dir, "LOCK");
    int lock = open(path, O_RDONLY | O_CLOEXEC);
    free(path);
    if (lock < 0) return false;
    bool busy = flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(lock);
    return busy;
}

static void forget_kept(RunDir *d)
{
    for (int i = 0; i < d->kept_answers; i++) free(d->answer[i].saved);
    d->kept_answers = 0;
    batch_clear(&d->kept);
}

void rundir_close(RunDir *d)
{
    if (d == NULL) return;
    for (int i = 0; i < TABLES; i++) free(d->table[i].rows);
    close(d->lock);
    forget_kept(d);
    batch_free(&d->kept);
    free(d->answer);
    free(d->path);
    free(d);
}

const char *rundir_path(const RunDir *d)
{
    return d->path;
}

/* Only what a run writes: a directory may hold other things of the user's, tables among them. */
static bool is_ours(const char *file)
{
    static const char *const ours[] = {"config.ini",  "run.json",           "checkpoint", "checkpoint.prev",
                                       "weights.ini", "checkpoint.trained", "tuned.ini",  "ranking.tsv",
                                       "log.txt",     "timing.tsv",         "STOP",       "result.tsv",
                                       "presets.tsv", "borders.tsv"};
    static const char *const numbered[] = {"problem-", "player-"};
    char name[64];
    size_t length = strlen(file);
    if (length > 4 && strcmp(file + length - 4, ".tmp") == 0) length -= 4;
    if (length >= sizeof name) return false;
    snprintf(name, sizeof name, "%.*s", (int)length, file);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0) return true;
    const char *end = strchr(name, '.');
    for (int i = 0; i < TABLES && end != NULL; i++) {
        size_t stem = strlen(table_names[i]);
        if (end == name + stem && strncmp(name, table_names[i], stem) == 0 && strcmp(end, ".tsv") == 0) return true;
    }
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered && end != NULL; i++) {
        size_t stem = strlen(numbered[i]), digits = strspn(name + strnlen(name, stem), "0123456789");
        if (strncmp(name, numbered[i], stem) == 0 && digits > 0 && end == name + stem + digits && strcmp(end, ".ini") == 0)
            return true;
    }
    return false;
}

bool rundir_clear(RunDir *d)
{
    DIR *dir = opendir(d->path);
    if (dir == NULL) return false;
    bool good = true;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir))
        if (is_ours(entry->d_name)) good = unlinkat(dirfd(dir), entry->d_name, 0) == 0 && good;
    closedir(dir);
    return good;
}

bool rundir_write(RunDir *d, const char *name, const char *text, size_t size)
{
    char *path = files_path(d->path, name);
    bool good = files_replace(path, text, size);
    int why = errno;
    free(path);
    errno = why;
    return good;
}

void rundir_log(RunDir *d, const char *format, ...)
{
    char stamp[32];
    time_t now = time(NULL);
    struct tm when;
    va_list args;
    char *path = files_path(d->path, "log.txt");
    FILE *f = fopen(path, "a");
    free(path);
    if (f == NULL) return;
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &when));
    fprintf(f, "%s ", stamp);
    va_start(args, format);
    vfprintf(f, format, args);
    va_end(args);
    putc('\n', f);
    fclose(f);
}

void rundir_timing(RunDir *d, double seconds, int64_t plays, int64_t turns)
{
    char *path = files_path(d->path, "timing.tsv");
    bool fresh = !files_exists(path);
    FILE *f = fopen(path, "a");
    free(path);
    if (f == NULL) return;
    if (fresh) fputs("seconds\tgames\tpieces\n", f);
    fprintf(f, "%.3f\t%" PRId64 "\t%" PRId64 "\n", seconds, plays, turns);
    fclose(f);
}

/* ---- checkpoint ---- */

static void walk_tables(RunDir *d, Visit *v)
{
    for (int i = 0; i < TABLES; i++) visit_long(v, d->table[i].name, &d->table[i].length);
}

/* The state of a game is understood by the program that left it, and by no other version of it: a fingerprint of this program. */
static uint64_t this_program(RunDir *d)
{
    if (d->program != 0) return d->program;
    size_t size = 0;
    char *program = files_read("/proc/self/exe", &size);
    d->program = hash_bytes(HASH_START, program, size);
    free(program);
    return d->program;
}

/* Words that a state may have; so large is none. */
enum { WORDS_MAX = 1 << 20 };

/* y->saved; loading one of another program leaves NULL, and the play begins again. */
static void visit_bookmark(Visit *v, Answer *y, bool ours)
{
    int words = y->saved != NULL ? y->saved->words : 0;
    visit_index(v, "left", &words, WORDS_MAX);
    if (words == 0) return;
    if (v->loading) y->saved = saved_game_new(0, words);
    visit_u64(v, "mark", &y->saved->mark);
    visit_words(v, "state", y->saved->word, words);
    if (ours) return;
    free(y->saved);
    y->saved = NULL;
}

/* While a batch is saved nobody plays. */
static void visit_answer(Visit *v, Answer *y, bool ours)
{
    bool done = y->done;
    visit_bool(v, "done", &done);
    y->done = done;
    if (done) {
        visit_reals(v, "score", &y->score, 1);
        visit_reals(v, "cost", &y->cost, 1);
    } else {
        visit_bookmark(v, y, ours);
    }
}

/* The answers of the batch under way as far as they are known, with what names their plays. */
static void save_pending(RunDir *d, Visit *v, const Batch *b)
{
    int n = b != NULL ? b->n : 0;
    visit_int(v, "pending", &n);
    if (n == 0) return;
    uint64_t program = this_program(d);
    visit_u64(v, "program", &program);
    for (int i = 0; i < n; i++) {
        Trial t = b->t[i];
        visit_u64(v, "key", &t.key);
        visit_int(v, "first", &t.first);
        visit_int(v, "plays", &t.plays);
        for (int k = 0; k < t.plays; k++) visit_answer(v, &t.y[k], true);
    }
}

static void load_pending(RunDir *d, Visit *v)
{
    int n = 0;
    uint64_t program = 0;
    forget_kept(d);
    visit_int(v, "pending", &n);
    if (n == 0) return;
    visit_u64(v, "program", &program);
    bool ours = program == this_program(d);
    for (int i = 0; i < n && !v->failed; i++) {
        Trial t = {0};
        visit_u64(v, "key", &t.key);
        visit_int(v, "first", &t.first);
        visit_int(v, "plays", &t.plays);
        for (int k = 0; k < t.plays && !v->failed; k++) {
            d->answer = mem_grow(d->answer, &d->answer_room, d->kept_answers + 1, sizeof *d->answer);
            d->answer[d->kept_answers] = (Answer){0};
            visit_answer(v, &d->answer[d->kept_answers++], ours);
        }
        batch_add(&d->kept, t);
    }
}

/* An answer depends on position and game alone. The position is the one that this place of the batch has, for the experiment is the
 * one that was saved; the game is the same if key and number are. */
void rundir_pending(RunDir *d, Batch *b)
{
    Answer *from = d->answer;
    for (int i = 0; i < d->kept.n; i++) {
        const Trial *was = &d->kept.t[i];
        for (int k = 0; i < b->n && k < was->plays && k < b->t[i].plays; k++)
            if (was->key == b->t[i].key && was->first == b->t[i].first) {
                b->t[i].y[k] = from[k];
                from[k].saved = NULL; /* it belongs to the batch now */
            }
        from += was->plays;
    }
    forget_kept(d);
}

static bool keep_name(const RunDir *d, const char *name)
{
    char *path = files_path(d->path, "checkpoint"), *copy = files_path(d->path, name);
    bool good = !files_exists(path) || files_copy_name(path, copy);
    free(copy);
    free(path);
    return good;
}

bool rundir_save(RunDir *d, const Experiment *e, const Batch *pending, bool trained, const char **what)
{
    *what = "*.tsv";
    if (!write_tables(d)) return false;
    Saver s;
    saver_start(&s);
    walk_tables(d, &s.visit);
    e->kind->walk(e->self, &s.visit);
    save_pending(d, &s.visit, pending);
    saver_finish(&s);
    *what = "checkpoint";
    bool good = keep_name(d, "checkpoint.prev") && rundir_write(d, "checkpoint", s.text, s.size);
    good = good && (!trained || keep_name(d, "checkpoint.trained"));
    int why = errno;
    free(s.text);
    errno = why;
    return good;
}

/* Cuts a table back to its length in the checkpoint. */
static RunDirStatus cut_table(const Rows *t, const char *path, char *why, size_t room)
{
    if (t->length == 0) {
        unlink(path);
        return RUNDIR_OPEN;
    }
    struct stat st;
    if (stat(path, &st) != 0 || st.st_size < t->length) {
        snprintf(why, room, "%s: must have at least the %" PRId64 " bytes that the checkpoint tells of: it was removed or cut",
                 path, t->length);
        return RUNDIR_CORRUPT;
    }
    if (truncate(path, t->length) == 0) return RUNDIR_OPEN;
    snprintf(why, room, "%s: cannot be written: %s", path, strerror(errno));
    return RUNDIR_FAILED;
}

static RunDirStatus cut_tables(RunDir *d, char *why, size_t room)
{
    RunDirStatus status = RUNDIR_OPEN;
    for (int i = 0; i < TABLES && status == RUNDIR_OPEN; i++) {
        char *path = table_path(d, &d->table[i]);
        status = cut_table(&d->table[i], path, why, room);
        free(path);
    }
    return status;
}

/* Whether a checkpoint is as it was written. */
static bool whole(const char *path)
{
    Loader l;
    size_t size;
    char *text = files_read(path, &size);
    if (text == NULL) return false;
    bool good = loader_start(&l, text, size);
    loader_free(&l);
    return good;
}

/* What to do about a checkpoint that is of no use. */
static void offer(const RunDir *d, char *advice, size_t room)
{
    char *prev = files_path(d->path, "checkpoint.prev");
    if (whole(prev))
        snprintf(advice, room,
                 "its previous copy is whole: to go on from that, type: cp %s %s/checkpoint (and this command again)", prev,
                 d->path);
    else
        snprintf(advice, room, "there is no previous copy that is whole; to start afresh, add --force instead of --resume");
    free(prev);
}

RunDirStatus rundir_extend(RunDir *d, char *why, size_t room)
{
    char *path = files_path(d->path, "checkpoint"), *trained = files_path(d->path, "checkpoint.trained");
    RunDirStatus status = RUNDIR_OPEN;
    if (!whole(trained)) {
        snprintf(why, room, "%s: is %s; without it the run cannot be extended, only replaced: --force", trained,
                 files_exists(trained) ? "damaged" : "missing");
        status = RUNDIR_CORRUPT;
    } else if (rename(trained, path) != 0) {
        snprintf(why, room, "%s: cannot be written: %s", path, strerror(errno));
        status = RUNDIR_FAILED;
    }
    free(trained);
    free(path);
    return status;
}

RunDirStatus rundir_load(RunDir *d, Experiment *e, char *why, size_t room)
{
    char *path = files_path(d->path, "checkpoint");
    size_t size;
    char *text = files_read(path, &size);
    if (text == NULL) {
        snprintf(why, room, "%s: cannot be read: %s", path, strerror(errno));
        free(path);
        return RUNDIR_FAILED;
    }
    Loader l;
    bool good = loader_start(&l, text, size);
    if (good) {
        walk_tables(d, &l.visit);
        e->kind->walk(e->self, &l.visit);
        load_pending(d, &l.visit);
        good = !l.visit.failed;
    }
    if (!good) {
        char advice[512];
        offer(d, advice, sizeof advice);
        snprintf(why, room, "%s: is damaged: %s; %s", path, l.why[0] != '\0' ? l.why : "its values do not fit each other",
                 advice);
    }
    loader_free(&l);
    free(path);
    return good ? cut_tables(d, why, room) : RUNDIR_CORRUPT;
}
