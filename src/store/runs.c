/* runs.c. Says what a directory holds, lists it, and clears it for another kind. */
#include "store/runs.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "store/checkpoint.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const folder_words[] = {
    "", "run", "training", "evaluation", "comparison", "tournament", "tournament by halving", "repeat", "study"};
static const char mark[] = "KIND", title[] = "swarmtris ";

bool folder_is_run(FolderKind kind)
{
    return kind >= FOLDER_RUN && kind <= FOLDER_HALVING;
}

/* ---- what lies in a directory ---- */

static int is_number(const struct dirent *entry)
{
    const char *name = entry->d_name;
    return strlen(name) >= 2 && strlen(name) <= 4 && name[strspn(name, "0123456789")] == '\0';
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
    return atoi((*a)->d_name) - atoi((*b)->d_name);
}

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Lists what dir holds and the filter accepts, in the order of compare. */
static void list(Folder *f, const char *dir, int (*filter)(const struct dirent *entry),
                 int (*compare)(const struct dirent **a, const struct dirent **b))
{
    OWNED struct dirent **entry = NULL;
    f->n = files_scan(dir, &entry, filter, compare);
    f->entry = mem_new((size_t)f->n, sizeof *f->entry);
    for (int i = 0; i < f->n; i++) {
        f->entry[i] = files_path(dir, entry[i]->d_name);
        free(entry[i]);
    }
}

void folder_free(Folder *f)
{
    mem_free_texts(f->entry, f->n);
    *f = (Folder){0};
}

/* ---- its kind ---- */

/* The kind that the line of dir states; FOLDER_OTHER: it has none. */
static FolderKind read_mark(const char *dir)
{
    OWNED char *line = files_read(files_at(dir, mark).text, NULL);
    if (line == NULL || strncmp(line, title, strlen(title)) != 0) return FOLDER_OTHER;
    line[strcspn(line, "\n")] = '\0';
    for (FolderKind k = FOLDER_STUDY; k > FOLDER_RUN; k--)
        if (strcmp(line + strlen(title), folder_words[k]) == 0) return k;
    return FOLDER_OTHER;
}

/* The kind of a directory without a line. Ways of a study may be called 20 and 40, as runs are. */
static FolderKind guess_kind(const char *dir)
{
    if (files_has(dir, "run.json") || files_has(dir, "checkpoint") || files_has(dir, "LOCK"))
        return files_has(dir, "metrics.tsv") ? FOLDER_TRAINING : files_has(dir, "player-1.ini") ? FOLDER_COMPARISON : FOLDER_RUN;
    CLOSED(folder_free) Folder f = {0};
    list(&f, dir, is_number, by_number);
    const FolderKind first = f.n > 0 ? folder_kind(f.entry[0]) : FOLDER_OTHER;
    if (first == FOLDER_REPEAT) return FOLDER_STUDY;
    if (folder_is_run(first) || (f.n > 0 && (files_has(f.entry[0], "metrics.tsv") || files_has(f.entry[0], "weights.ini"))))
        return FOLDER_REPEAT;
    return files_has(dir, "charts/study.set") ? FOLDER_STUDY : FOLDER_OTHER;
}

FolderKind folder_kind(const char *dir)
{
    if (!files_is_directory(dir)) return FOLDER_OTHER;
    const FolderKind stated = read_mark(dir);
    return stated != FOLDER_OTHER ? stated : guess_kind(dir);
}

Folder folder_read(const char *dir)
{
    Folder f = {.kind = folder_kind(dir)};
    if (folder_is_run(f.kind)) return f;
    if (f.kind == FOLDER_REPEAT) {
        list(&f, dir, is_number, by_number);
        return f;
    }
    list(&f, dir, is_name, alphasort);
    int left = 0;
    for (int i = 0; i < f.n; i++) {
        char *path = f.entry[i];
        if (folder_kind(path) != FOLDER_OTHER)
            f.entry[left++] = path;
        else
            free(path);
    }
    f.n = left;
    return f;
}

/* ---- all runs, all weights ---- */

static void add(char ***path, int *n, int *room, char *owned)
{
    *path = mem_grow(*path, room, *n + 1, sizeof **path);
    (*path)[(*n)++] = owned;
}

static void add_runs(char ***run, int *n, int *room, const char *dir, int depth)
{
    CLOSED(folder_free) Folder f = folder_read(dir);
    if (folder_is_run(f.kind)) add(run, n, room, mem_text(dir));
    for (int i = 0; i < f.n && depth > 0; i++) add_runs(run, n, room, f.entry[i], depth - 1);
}

void folder_add_runs(char ***run, int *n, int *room, const char *dir)
{
    add_runs(run, n, room, dir, 3);
}

/* Whether an entry of a folder holds weights: a file by its name, a directory by its weights.ini. */
static bool is_weights(const char *path)
{
    if (files_is_directory(path)) return files_has(path, "weights.ini");
    return files_ends_in(path, ".ini") || files_ends_in(path, ".txt");
}

static void add_weights(char ***path, int *n, int *room, const char *dir, bool deep)
{
    CLOSED(folder_free) Folder f = {0};
    if (!files_is_directory(dir) || folder_is_run(folder_kind(dir)) || is_weights(dir)) return;
    list(&f, dir, is_name, alphasort);
    for (int i = 0; i < f.n; i++)
        if (is_weights(f.entry[i]))
            add(path, n, room, mem_text(f.entry[i]));
        else if (deep)
            add_weights(path, n, room, f.entry[i], false);
}

void folder_add_weights(char ***path, int *n, int *room, const char *dir)
{
    add_weights(path, n, room, dir, true);
}

/* ---- whether this version, and this kind of run, can use it ---- */

/* The format of a run; FORMAT_NOW if its files are missing, or so damaged that they state none. */
static int format_of(const char *dir, bool *finished)
{
    OWNED char *text = files_read(files_at(dir, "run.json").text, NULL);
    int format = text != NULL ? format_of_run(text) : 0;
    *finished = text != NULL && rundir_says_finished(text);
    if (format == 0) {
        OWNED char *checkpoint = files_read(files_at(dir, "checkpoint").text, NULL);
        format = checkpoint != NULL ? checkpoint_format(checkpoint) : 0;
    }
    return format != 0 ? format : FORMAT_NOW;
}

/* As folder_refusal, without the runs of a repeat. */
static char *run_refusal(const char *dir, bool goes_on, bool *finished)
{
    char refusal[128];
    const int format = format_of(dir, finished);
    const bool good = format == FORMAT_NOW || (!goes_on && format >= FORMAT_READ && format < FORMAT_NOW);
    return !good ? text_new("%s: this run %s", dir, format_refusal(format, refusal, sizeof refusal)) : NULL;
}

char *folder_refusal(const char *dir, bool goes_on, bool *finished)
{
    bool own, ignored;
    CLOSED(folder_free) Folder f = {0};
    char *why = run_refusal(dir, goes_on, &own);
    if (folder_kind(dir) == FOLDER_REPEAT) f = folder_read(dir);
    for (int i = 0; i < f.n && why == NULL; i++) why = run_refusal(f.entry[i], goes_on, &ignored);
    if (finished != NULL) *finished = own;
    return why;
}

/* Runs in a directory that does not state its kind may be there by chance: they are never cleared. */
char *folder_other_kind(const char *dir, FolderKind wanted, bool force)
{
    const FolderKind kind = folder_kind(dir);
    const bool stated = read_mark(dir) != FOLDER_OTHER, was_run = folder_is_run(kind);
    if (kind == FOLDER_OTHER || kind == wanted || (was_run && folder_is_run(wanted) && !stated)) return NULL;
    if (force && (stated || was_run)) return NULL;
    return text_new("%s: holds %s %s, and no %s can be kept there; choose another directory%s", dir,
                    kind == FOLDER_EVALUATION ? "an" : "a", folder_words[kind], folder_words[wanted],
                    wanted == FOLDER_STUDY ? "" /* study has no --force */
                    : stated || was_run    ? ", or clear it with --force"
                                           : ", or remove its runs");
}

/* ---- making it another ---- */

bool folder_mark(const char *dir, FolderKind kind)
{
    assert(kind > FOLDER_RUN);
    if (read_mark(dir) == kind) return true;
    OWNED char *line = text_new("%s%s\n", title, folder_words[kind]);
    return files_replace(files_at(dir, mark).text, line, strlen(line));
}

/* folder_clear, once it is known what f, the directory, is: its lock alone would make a run of it. */
static bool clear(const char *dir, const Folder *f, char *failed, size_t room)
{
    bool good = true;
    for (int i = 0; i < f->n && f->kind != FOLDER_OTHER && good; i++) {
        CLOSED(folder_free) Folder entry = folder_read(f->entry[i]);
        RunDir *d = NULL;
        if (entry.kind == FOLDER_OTHER) continue;
        snprintf(failed, room, "LOCK");
        good = rundir_open(&d, f->entry[i]) == STATUS_OK && clear(f->entry[i], &entry, failed, room) &&
               unlink(files_at(f->entry[i], "LOCK").text) == 0;
        const int why = errno;
        rundir_close(d);
        errno = why;
        if (good) rmdir(f->entry[i]); /* it stays if something else is in it */
    }
    return good && rundir_clear(dir, failed, room);
}

bool folder_clear(const char *dir, char *failed, size_t room)
{
    CLOSED(folder_free) Folder f = folder_read(dir);
    return clear(dir, &f, failed, room);
}

Status folder_take(const char *dir, FolderKind kind, Errors *errors)
{
    const FolderKind was = folder_kind(dir);
    const bool clears = was != kind && was != FOLDER_OTHER;
    RunDir *d = NULL;
    char failed[64] = "LOCK";
    bool good = files_make_directory(dir);
    if (!good) {
        errors_add(errors, "%s: cannot be created: %s", dir, strerror(errno));
        return status_of_write(errno);
    }
    if (clears) { /* locked, while it is cleared */
        good = rundir_open(&d, dir) == STATUS_OK && folder_clear(dir, failed, sizeof failed) &&
               unlink(files_at(dir, "LOCK").text) == 0;
        const int why = errno;
        rundir_close(d);
        errno = why;
    }
    if (good && !folder_mark(dir, kind)) {
        snprintf(failed, sizeof failed, "%s", mark);
        good = false;
    }
    if (good) return STATUS_OK;
    errors_add(errors, "%s/%s: cannot be %s: %s", dir, failed, clears ? "removed" : "written",
               errno == EWOULDBLOCK ? "another process is running there" : files_why(errno));
    return STATUS_IO;
}
