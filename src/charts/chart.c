/* chart.c. One chart: the assignments of NAME.set, its caption, and the run of gnuplot that draws it. */
#include "charts/chart.h"

#include "analysis/chart_tables.h"
#include "analysis/learning_curves.h"
#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "file/plain.h"
#include "file/tsv.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static void begin_assignment(Chart *c, const char *variable, int k)
{
    assert(k >= 0);
    fprintf(c->set, k > 0 ? "%s_%d = " : "%s = ", variable, k);
}

void chart_number(Chart *c, const char *variable, int k, double value)
{
    begin_assignment(c, variable, k);
    tsv_put_number(c->set, value);
    fputc('\n', c->set);
}

/* Puts the bytes of a text in single quotes. What these cannot hold stands in double quotes: a control character as its number;
 * a quote, since gnuplot does not read a doubled quote at the start of a text. */
static void put_quoted(Chart *c, const char *text)
{
    fputc('\'', c->set);
    for (const char *p = text; *p != '\0'; p++)
        if (*p == '\'')
            fputs("'.\"'\".'", c->set);
        else if ((unsigned char)*p < ' ')
            fprintf(c->set, "'.\"\\%03o\".'", (unsigned char)*p);
        else
            fputc(*p, c->set);
    fputs("'\n", c->set);
}

void chart_text(Chart *c, const char *variable, int k, const char *text)
{
    OWNED char *line = mem_text(text);
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ') *p = ' ';
    plain_text(line, true); /* SVG holds letters alone */
    begin_assignment(c, variable, k);
    put_quoted(c, line);
}

/* Makes sure that a path begins with neither < nor |, with which gnuplot would take it for a command. */
void chart_path(Chart *c, const char *variable, int k, const char *path)
{
    OWNED char *real = files_real(path), *named = real != NULL || *path == '/' ? NULL : text_new("./%s", path);
    begin_assignment(c, variable, k);
    put_quoted(c, real != NULL ? real : named != NULL ? named : path);
}

/* Tables that only some runs have. has_NAME tells the script whether this run has NAME.tsv. */
static const char *const optional[] = {"result", "presets", "borders", "summary", "blocks", "features"};
enum { OPTIONAL = sizeof optional / sizeof *optional };

static void set_tables(Chart *c)
{
    for (int i = 0; i < OPTIONAL; i++) {
        OWNED char *variable = text_new("has_%s", optional[i]), *file = text_new("%s.tsv", optional[i]);
        chart_number(c, variable, 0, tables_has(c->dir, file));
    }
}

Status chart_check(const Charts *how, const char *dir)
{
    CLOSED(run_units_free) RunUnits units;
    Status status = run_units_read(&units, dir, how->errors);
    for (int i = 0; i < OPTIONAL; i++) {
        CLOSED(tsv_free) Tsv t;
        OWNED char *file = text_new("%s.tsv", optional[i]);
        status = chart_graver(status, tables_read_if(&t, dir, &(TableNeeds){.file = file}, how->errors));
    }
    return status;
}

void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder)
{
    assert(how->errors != NULL);
    assert((how->width > 0) == (how->height > 0));
    *c = (Chart){.how = how, .name = name, .dir = dir, .folder = folder};
    c->set = files_memory(&c->text, &c->size);
    OWNED char *called = files_name(dir);
    chart_text(c, "name", 0, called);
    if (how->width > 0) fprintf(c->set, "width = %d\nheight = %d\n", how->width, how->height);
    if (how->title != NULL) chart_text(c, "own_title", 0, how->title);
    if (how->hover) chart_text(c, "hover", 0, "mousing");
    set_tables(c);
    chart_reported(c, 0, dir);
    chart_units(c, dir);
}

void chart_reported(Chart *c, int k, const char *dir)
{
    static const char *const variables[] = {"reported_mean", "reported_lower", "reported_upper"};
    CLOSED(run_reported_free) RunReported r;
    c->status = chart_graver(c->status, run_reported_read(&r, dir, c->how->errors));
    const ReportedScore *last = r.n > 0 ? &r.score[r.n - 1] : NULL;
    const bool final = last != NULL && reported_worth(last->name, 0, "").final;
    chart_text(c, "reported_name", k, final ? last->name : "");
    for (int i = REPORTED_MEAN; i <= REPORTED_UPPER; i++) chart_number(c, variables[i], k, final ? last->value[i] : NAN);
}

void chart_units(Chart *c, const char *dir)
{
    CLOSED(run_units_free) RunUnits t;
    c->status = chart_graver(c->status, run_units_read(&t, dir, c->how->errors));
    for (int k = 0; k < RUN_UNITS; k++)
        if (t.value[k] != NULL) chart_text(c, run_units_names[k], 0, t.value[k]);
}

Status chart_graver(Status a, Status b)
{
    return a == STATUS_OK || (a == STATUS_UNAVAILABLE && b != STATUS_OK) ? b : a;
}

static int lock_folder(const char *folder)
{
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return lock;
    fprintf(stderr, "%s: another process draws there: waiting for its end\n", folder);
    while (flock(lock, LOCK_EX) != 0 && errno == EINTR) {
    }
    return lock;
}

Status chart_folder(const Charts *how, const char *folder, int *lock)
{
    bool there = files_make_directory(folder);
    *lock = -1;
    if (there && access(folder, W_OK) == 0) {
        *lock = lock_folder(folder);
        return STATUS_OK;
    }
    const int error = errno;
    errors_add(how->errors, "%s: %s: %s", folder,
               there ? "no charts can be written there" : "the folder for the charts cannot be created", strerror(error));
    return status_of_write(error);
}

void chart_leave(int lock)
{
    if (lock >= 0) close(lock);
}

/* ---- the caption: the values of config.ini that a title has room for ---- */

/* A piece of the caption: a value between two texts. It is left out if its value is 0, empty or `usual` (unless that is NULL). */
typedef struct {
    const char *section, *key;
    const char *before; /* the text before it; without its comma, if the piece begins the caption */
    const char *after;  /* the text after it; NULL: the key, which is a noun, without total_ */
    const char *usual;
    bool of_search;    /* only for a search: an evaluation has the key, too, but does not use it */
    const char *alone; /* in place of `before` if the piece above is left out; NULL: the same */
} Piece;

static const Piece pieces[] = {
    {"meta", "problems", ", ", "", NULL, true, NULL},
    {"game", "kind", ", ", "", NULL, false, NULL},
    {"game", "width", " ", "", NULL, false, NULL},
    {"game", "height", "x", "", NULL, false, " height "},
    {"objective", "kind", ", ", "", "games", false, NULL},
    {"objective", "dim", " in ", " dimensions", NULL, false, NULL},
    {"agent", "features", ", ", "", NULL, false, NULL},
    {"optimiser", "kind", ", ", "", NULL, true, NULL},
    {"optimiser", "preset", " ", "", NULL, true, NULL},
    {"training", "iterations", ", ", NULL, "1", true, NULL},
    {"training", "total_games", ", ", NULL, NULL, true, NULL},
    {"training", "total_pieces", ", ", NULL, NULL, true, NULL},
    {"training", "minutes", ", ", NULL, NULL, true, NULL},
    {"experiment", "seed", ", seed ", "", NULL, false, NULL},
};

/* A value as people write it: a large number with its letter, the first word of a long list, the name of a path. Owned. */
static char *brief(const Piece *p, const char *value)
{
    enum { DIGITS = 4, LONGEST = 24 };
    const size_t n = strlen(value);
    if (strcmp(p->section, "training") == 0 && n > DIGITS && value[strspn(value, "0123456789")] == '\0')
        return mem_text(message_number(atof(value)).text);
    static const char more[] = " ...";
    OWNED char *text = mem_new(n + sizeof more, 1);
    char *word_end = text + strcspn(value, " ");
    memcpy(text, value, n);
    if (n > LONGEST && *word_end != '\0') memcpy(word_end, more, sizeof more);
    return files_name(text);
}

static void put_piece(FILE *out, const Piece *p, const char *before, const char *value)
{
    static const char total[] = "total_";
    const char *noun = p->key + (strncmp(p->key, total, strlen(total)) == 0 ? strlen(total) : 0);
    OWNED char *shown = brief(p, value);
    fprintf(out, "%s%s%s%s", before, shown, p->after != NULL ? p->after : " ", p->after != NULL ? "" : noun);
}

/* The value that all inis (n) have; NULL: they differ, or it is one that is left out. */
static const char *common_value(const Ini *ini, int n, const Piece *p)
{
    const IniEntry *first = ini_find(&ini[0], p->section, p->key);
    const char *value = first != NULL ? first->value : "";
    if (value[0] == '\0' || strcmp(value, "0") == 0 || (p->usual != NULL && strcmp(value, p->usual) == 0)) return NULL;
    for (int i = 1; i < n; i++) {
        const IniEntry *other = ini_find(&ini[i], p->section, p->key);
        if (other == NULL || strcmp(other->value, value) != 0) return NULL;
    }
    return value;
}

char *caption_text(const char *const *dir, int n, Errors *errors)
{
    CLOSED(errors_free) Errors mistakes = {0};
    bool read = true;
    OWNED Ini *ini = mem_new((size_t)n, sizeof *ini);
    OWNED char *text = NULL;
    FILE *out = files_memory(&text, NULL);
    bool above = false; /* the piece above is not left out */
    const bool searched = tables_has(dir[0], "metrics.tsv"), contest = tables_has(dir[0], "plays.tsv");
    for (int i = 0; i < n && read; i++) read = ini_read_in(&ini[i], dir[i], "config.ini", &mistakes) != STATUS_NO_INPUT;
    if (!read) errors_add(errors, "%s", mistakes.line[mistakes.n - 1]);
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        const Piece *p = &pieces[k];
        const bool used = p->of_search ? searched : !contest || strcmp(p->section, "agent") != 0; /* each player has its own */
        const char *value = used ? common_value(ini, n, p) : NULL;
        if (value != NULL) put_piece(out, p, above || p->alone == NULL ? p->before : p->alone, value);
        above = value != NULL;
    }
    files_memory_close(out);
    for (int i = 0; i < n; i++) ini_free(&ini[i]);
    return read ? mem_text(text + strspn(text, ", ")) : NULL;
}

void caption_put(Chart *c, const char *const *dir, int n)
{
    OWNED char *text = caption_text(dir, n, c->how->errors);
    if (text == NULL) c->status = chart_graver(c->status, STATUS_NO_INPUT);
    chart_text(c, "settings", 0, text != NULL ? text : "");
}

/* ---- gnuplot: finds the scripts, runs the program on them, and tells its warnings from its failures ---- */

extern char **environ;

void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n)
{
    assert(n >= 1);
    OWNED char *words = NULL;
    FILE *out = files_memory(&words, NULL);
    for (int k = 0; k < n; k++) {
        OWNED char *word = message_word(dir[k]);
        fprintf(out, "%s%s", k > 0 ? " " : "", word);
    }
    files_memory_close(out);
    errors_add(
        how->errors,
        "gnuplot is not installed (Debian package gnuplot-nox): the statistics for the charts are in %s; to draw it later: "
        "swarmtris plot %s",
        folder, words);
}

char *chart_scripts(const Charts *how)
{
    OWNED char *place = how->plots != NULL ? mem_text(how->plots) : places_find("plots");
    OWNED char *program = places_program();
    char *found = place != NULL && access(files_at(place, "style.gp").text, R_OK) == 0 ? files_real(place) : NULL;
    if (found == NULL)
        errors_add(how->errors,
                   "no chart scripts were found from %s: they belong in plots/ of the clone or in share/swarmtris/plots",
                   how->plots != NULL ? how->plots : program);
    return found;
}

/* Whether a message of gnuplot or fontconfig reports no fault: a column without numbers, a last line still being written, a
 * cache that cannot be written. Or a locale without a degree sign, which no chart has. */
static bool is_idle(const char *line)
{
    static const char *const idle[] = {"No valid data points found in file", "no column with header", "Fontconfig",
                                       "iconv failed to convert degree sign"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (strstr(line, idle[i]) != NULL) return true;
    return *line == '\0';
}

/* Keeps the lines that say something: gnuplot sets off its complaints with blank lines, a caret and line numbers. */
static void keep_lines(char *text, Errors *lines)
{
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        line += strspn(line, " \t^\r");
        if (!is_idle(line)) errors_add(lines, "%s", line);
    }
}

/* Runs gnuplot in folder; its messages, which it writes to the file `notes` there, go to said. Returns its exit status; -1: it
 * was killed, -2: it could not be started (errno). */
static int run_gnuplot(const char *folder, const char *notes, char *const *argv, Errors *said)
{
    int status = 0;
    pid_t pid;
    posix_spawn_file_actions_t to;
    posix_spawn_file_actions_init(&to);
    posix_spawn_file_actions_addchdir_np(&to, folder);
    posix_spawn_file_actions_addopen(&to, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&to, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&to, 2, notes, O_WRONLY | O_CREAT | O_EXCL, 0666);
    int failed = posix_spawnp(&pid, "gnuplot", &to, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&to);
    while (failed == 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    const FilePath path = files_at(folder, notes);
    OWNED char *text = files_read(path.text, NULL);
    if (text != NULL)
        keep_lines(text, said);
    else if (failed == 0)
        errors_add(said, "nothing that could be read: %s", strerror(errno));
    unlink(path.text);
    errno = failed;
    return failed != 0 ? -2 : WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool says(const Errors *said, const char *text)
{
    for (int i = 0; i < said->n; i++)
        if (strstr(said->line[i], text) != NULL) return true;
    return false;
}

/* The line with the error: gnuplot repeats the command first, then writes: "script" line 12: and the reason. */
static const char *reason(const Errors *said)
{
    for (int i = 0; i < said->n; i++)
        if (strstr(said->line[i], "\" line ") != NULL) return said->line[i];
    return said->n > 0 ? said->line[0] : "nothing, but the picture is not there, or has no end";
}

/* Whether a picture has its end: gnuplot does not notice that a disk is full. */
static bool is_whole(const char *bytes, size_t size)
{
    static const char *const ends[] = {"IEND", "</svg>", "%%EOF"};
    enum { TAIL = 64 };
    bool whole = false;
    const size_t from = size > TAIL ? size - TAIL : 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        whole = whole || memmem(bytes + from, size - from, ends[i], strlen(ends[i])) != NULL;
    return whole;
}

/* Why no picture can be written beside this file, as errno; 0: one can. A cut-off picture may leave a little room on a full
 * disk, as do gnuplot's messages, which are gone by now. So a file as large as a picture is tried. */
static int disk_error(const char *path)
{
    enum { PICTURE = 1 << 18 };
    OWNED char *probe = text_new("%s.probe", path), *bytes = mem_new(PICTURE, 1);
    const int error = files_replace(probe, bytes, PICTURE) ? 0 : errno;
    unlink(probe);
    return error;
}

/* Keeps a finished drawing, or says why there is none. The picture is written anew, since gnuplot does not wait for the disk.
 * Else a loss of power could leave an empty picture in place of the old one. */
static Status publish(const Charts *how, const char *temporary, const char *picture, int exit_status, const Errors *said)
{
    size_t size = 0;
    const int why = errno;
    if (exit_status == -2 && why == ENOENT) return STATUS_UNAVAILABLE;
    /* A table that cannot be opened is a warning to gnuplot, if others are left. */
    const bool lacks = says(said, "Cannot find or open file") || says(said, "unreadable file");
    OWNED char *bytes = exit_status == 0 && !lacks ? files_read(temporary, &size) : NULL;
    const bool drawn = bytes != NULL && is_whole(bytes, size), kept = drawn && files_replace(picture, bytes, size);
    const int unkept = errno, error = drawn || exit_status == -2 ? 0 : disk_error(temporary);
    if (kept) {
        for (int i = 0; how->warnings != NULL && i < said->n; i++)
            errors_add(how->warnings, "%s: gnuplot says: %s", picture, said->line[i]);
        if (how->drawn != NULL) errors_add(how->drawn, "%s", picture);
        return STATUS_OK;
    }
    if (drawn)
        errors_add(how->errors, "%s: cannot be written: %s", picture, files_why(unkept));
    else if (error != 0)
        errors_add(how->errors, "%s: cannot be written: %s", picture, strerror(error));
    else if (exit_status == -2)
        errors_add(how->errors, "%s: gnuplot cannot be started: %s", picture, strerror(why));
    else
        errors_add(how->errors, "%s: not drawn: gnuplot says: %s", picture, reason(said));
    const bool script = exit_status > 0 && error == 0 && !lacks && says(said, "\" line ") && !says(said, "memory");
    return script ? STATUS_INTERNAL : STATUS_IO;
}

/* Draws a picture in `room`, a new folder in that of the chart. run, plots: real paths. */
static Status draw_in(const Chart *c, const char *room, const char *picture, const char *run, const char *plots, const char *base,
                      const char *format)
{
    const char *own = strrchr(room, '/') + 1;
    OWNED char *name = text_new("%s/picture", own), *notes = text_new("%s/notes", own);
    OWNED char *temporary = files_path(room, "picture");
    OWNED char *script = text_new("%s/%s.gp", plots, c->name);
    const char *argv[] = {"gnuplot", "-d", "-c", script, run, format, name, ".", base, NULL};
    CLOSED(errors_free) Errors said = {0};
    int exit_status = run_gnuplot(c->folder, notes, (char *const *)argv, &said);
    return publish(c->how, temporary, picture, exit_status, &said);
}

/* Draws one picture. What gnuplot writes goes into a new folder, so that no link that is already there is followed. */
static Status draw(const Chart *c, const char *run, const char *plots, const char *base, const char *format)
{
    OWNED char *picture = text_new("%s/%s.%s", c->folder, base, format);
    CLOSED(files_room_end) FilesDraft room;
    if (files_room_begin(&room, picture)) return draw_in(c, room.draft, picture, run, plots, base, format);
    errors_add(c->how->errors, "%s: cannot be written: %s", picture, files_why(errno));
    return STATUS_IO;
}

Status gnuplot_draw(Chart *c, const char *base, Status status)
{
    assert(strchr(base, '/') == NULL);
    const char *format = c->how->format;
    OWNED char *set = text_new("%s/%s.set", c->folder, base), *run = files_real(c->dir), *plots = NULL;
    files_memory_close(c->set);
    status = chart_graver(c->status, status);
    if (status == STATUS_OK && !tsv_write_text(set, c->text, c->size, c->how->errors)) status = STATUS_IO;
    if (status == STATUS_OK && (plots = chart_scripts(c->how)) == NULL) status = STATUS_INTERNAL;
    if (status == STATUS_OK) status = draw(c, run != NULL ? run : c->dir, plots, base, format != NULL ? format : "png");
    if (status == STATUS_OK && format == NULL) status = draw(c, run != NULL ? run : c->dir, plots, base, "svg");
    free(c->text);
    *c = (Chart){0};
    return status;
}
