/* charts.c. The list of all charts; of each the assignments of NAME.set, its caption, and the run of gnuplot that draws it. */
#include "charts/charts.h"

#include "analysis/meta_blocks.h"
#include "analysis/run_tables.h"
#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "file/plain.h"
#include "file/tsv.h"
#include "store/runs.h"
#include "systems_built.h"

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

/* The graver of two statuses: STATUS_OK is the least grave, then STATUS_UNAVAILABLE (no gnuplot); of others, the first. */
static Status graver(Status a, Status b)
{
    return a == STATUS_OK || (a == STATUS_UNAVAILABLE && b != STATUS_OK) ? b : a;
}

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

/* As chart_number. A text may hold anything; control characters become blanks, and scripts draw it with noenhanced. */
static void chart_text(Chart *c, const char *variable, int k, const char *text)
{
    OWNED char *line = mem_text(text);
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ') *p = ' ';
    plain_text(line, true); /* SVG holds letters alone */
    begin_assignment(c, variable, k);
    put_quoted(c, line);
}

/* Assigns an absolute path, every byte of it as it is. One that does not exist begins with neither < nor |, with which gnuplot
 * would take it for a command. */
static void chart_path(Chart *c, const char *variable, int k, const char *path)
{
    OWNED char *real = files_real(path), *named = real != NULL || *path == '/' ? NULL : text_new("./%s", path);
    begin_assignment(c, variable, k);
    put_quoted(c, real != NULL ? real : named != NULL ? named : path);
}

/* Tables that only some runs have. has_NAME tells the script whether this run has NAME.tsv. */
static const char *const optional[] = {"result", "presets", "borders", "summary", "blocks", "features", "heldout"};
enum { OPTIONAL = sizeof optional / sizeof *optional };

/* Checks the tables of dir that a run may lack and that scripts read by themselves. STATUS_OK: all that exist are sound; else a
 * sentence for each one that is not. */
static Status chart_check(const Charts *how, const char *dir)
{
    CLOSED(run_units_free) RunUnits units;
    Status status = run_units_read(&units, dir, how->errors);
    for (int i = 0; i < OPTIONAL; i++) {
        CLOSED(tsv_free) Tsv t;
        OWNED char *file = text_new("%s.tsv", optional[i]);
        status = graver(status, tables_read_if(&t, dir, &(TableNeeds){.file = file}, how->errors));
    }
    return status;
}

/* Assigns the score to report of the run in dir, with its interval; NaN if it has none. */
static void chart_reported(Chart *c, int k, const char *dir)
{
    static const char *const variables[] = {"reported_mean", "reported_lower", "reported_upper"};
    CLOSED(run_reported_free) RunReported r;
    c->status = graver(c->status, run_reported_read(&r, dir, c->how->errors));
    const ReportedScore *last = r.n > 0 ? &r.score[r.n - 1] : NULL;
    const bool final = last != NULL && reported_worth(last->name, 0, "").final;
    chart_text(c, "reported_name", k, final ? last->name : "");
    for (int i = REPORTED_MEAN; i <= REPORTED_UPPER; i++) chart_number(c, variables[i], k, final ? last->value[i] : NAN);
}

/* Assigns the names of the numbers of the run in dir, from its traits.tsv. */
static void chart_units(Chart *c, const char *dir)
{
    CLOSED(run_units_free) RunUnits u;
    c->status = graver(c->status, run_units_read(&u, dir, c->how->errors));
    for (int k = 0; k < RUN_UNITS; k++)
        if (u.value[k] != NULL) chart_text(c, run_units_names[k], 0, u.value[k]);
}

/* Begins a chart with what every script needs: the name of the run, size and title, and which of the run's tables exist. Texts
 * are borrowed. gnuplot_draw ends it. */
static void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder)
{
    assert(how->errors != NULL);
    *c = (Chart){.how = how, .name = name, .dir = dir, .folder = folder};
    c->set = files_memory(&c->text, &c->size);
    OWNED char *called = files_name(dir);
    chart_text(c, "name", 0, called);
    static const char *const sizes[] = {"width", "height", "inches"};
    for (int i = 0; i < 3 && how->size[0] > 0; i++) chart_number(c, sizes[i], 0, how->size[i]);
    if (how->points > 0 || how->size[2] > 0) chart_number(c, "points", 0, how->points > 0 ? how->points : 8);
    if (how->untitled) chart_number(c, "untitled", 0, 1);
    if (how->title != NULL) chart_text(c, "own_title", 0, how->title);
    if (how->hover) chart_text(c, "hover", 0, "mousing");
    for (int i = 0; i < OPTIONAL; i++) {
        OWNED char *variable = text_new("has_%s", optional[i]), *file = text_new("%s.tsv", optional[i]);
        chart_number(c, variable, 0, files_has(dir, file));
    }
    chart_reported(c, 0, dir);
    chart_units(c, dir);
}

/* Makes the folder if it is missing, and locks it until chart_leave. All processes use the same names for files in it, so they
 * must draw one after the other. A file system without locks has no lock. *lock must be given to chart_leave, whatever the
 * status. */
static Status chart_folder(const Charts *how, const char *folder, int *lock)
{
    bool there = files_make_directory(folder);
    *lock = -1;
    if (there && access(folder, W_OK) == 0) {
        *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (*lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return STATUS_OK;
        fprintf(stderr, "%s: another process draws there: waiting for its end\n", folder);
        while (flock(*lock, LOCK_EX) != 0 && errno == EINTR) {
        }
        return STATUS_OK;
    }
    const int error = errno;
    errors_add(how->errors, "%s: %s: %s", folder,
               there ? "no charts can be written there" : "the folder for the charts cannot be created", strerror(error));
    return status_of_write(error);
}

static void chart_leave(int lock)
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
    const bool searched = files_has(dir[0], "metrics.tsv"), contest = files_has(dir[0], "plays.tsv");
    for (int i = 0; i < n && read; i++) read = ini_read_in(&ini[i], dir[i], "config.ini", &mistakes) != STATUS_NO_INPUT;
    if (!read) errors_add(errors, "%s", mistakes.line[mistakes.n - 1]);
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++) {
        const Piece *p = &pieces[k];
        const bool used = p->of_search ? searched : !contest || strcmp(p->section, "agent") != 0; /* each player has its own */
        const char *value = used ? common_value(ini, n, p) : NULL;
        OWNED char *shown = value != NULL ? brief(p, value) : NULL;
        if (shown != NULL) fprintf(out, "%s%s", above || p->alone == NULL ? p->before : p->alone, shown);
        if (shown != NULL && p->after == NULL) fprintf(out, " %s", p->key + (strncmp(p->key, "total_", 6) == 0 ? 6 : 0));
        if (shown != NULL && p->after != NULL) fputs(p->after, out);
        above = shown != NULL;
    }
    files_memory_close(out);
    for (int i = 0; i < n; i++) ini_free(&ini[i]);
    return read ? mem_text(text + strspn(text, ", ")) : NULL;
}

/* Assigns caption_text to `settings`; if it is NULL, no chart is drawn. */
static void caption_put(Chart *c, const char *const *dir, int n)
{
    OWNED char *text = caption_text(dir, n, c->how->errors);
    if (text == NULL) c->status = graver(c->status, STATUS_NO_INPUT);
    chart_text(c, "settings", 0, text != NULL ? text : "");
}

/* ---- gnuplot: finds the scripts, runs the program on them, and tells its warnings from its failures ---- */

extern char **environ;

/* Adds the sentence about a missing gnuplot: where the tables are, and that `swarmtris plot dir...` (n) draws them later. */
static void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n)
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

/* Keeps the lines that say something: gnuplot sets off its complaints with blank lines, a caret and line numbers. No fault of
 * gnuplot or fontconfig: a column without numbers, a last line still being written, a cache that cannot be written, and a
 * locale without a degree sign, which no chart has. */
static void keep_lines(char *text, Errors *lines)
{
    static const char *const idle[] = {"No valid data points found in file", "no column with header", "Fontconfig",
                                       "iconv failed to convert degree sign"};
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        line += strspn(line, " \t^\r");
        bool says = *line != '\0';
        for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) says = says && strstr(line, idle[i]) == NULL;
        if (says) errors_add(lines, "%s", line);
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

/* The first line that has this text, or NULL. */
static const char *line_with(const Errors *said, const char *text)
{
    for (int i = 0; i < said->n; i++)
        if (strstr(said->line[i], text) != NULL) return said->line[i];
    return NULL;
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
    /* The line with the error: gnuplot repeats the command first, then writes: "script" line 12: and the reason. */
    const char *line = line_with(said, "\" line ");
    /* A table that cannot be opened is a warning to gnuplot, if others are left. */
    const bool lacks = line_with(said, "Cannot find or open file") != NULL || line_with(said, "unreadable file") != NULL;
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
        errors_add(how->errors, "%s: not drawn: gnuplot says: %s", picture,
                   line != NULL  ? line
                   : said->n > 0 ? said->line[0]
                                 : "nothing, but the picture is not there, or has no end");
    const bool script = exit_status > 0 && error == 0 && !lacks && line != NULL && line_with(said, "memory") == NULL;
    return script ? STATUS_INTERNAL : STATUS_IO;
}

/* Draws one picture. What gnuplot writes goes into a new folder, so that no link that is already there is followed. run, plots:
 * real paths. */
static Status draw(const Chart *c, const char *run, const char *plots, const char *base, const char *format)
{
    OWNED char *picture = text_new("%s/%s.%s", c->folder, base, format);
    CLOSED(files_room_end) FilesDraft room;
    if (!files_room_begin(&room, picture)) {
        errors_add(c->how->errors, "%s: cannot be written: %s", picture, files_why(errno));
        return STATUS_IO;
    }
    const char *own = strrchr(room.draft, '/') + 1;
    OWNED char *name = text_new("%s/picture", own), *notes = text_new("%s/notes", own);
    OWNED char *temporary = files_path(room.draft, "picture"), *script = text_new("%s/%s.gp", plots, c->name);
    const char *argv[] = {"gnuplot", "-d", "-c", script, run, format, name, ".", base, NULL};
    CLOSED(errors_free) Errors said = {0};
    const int exit_status = run_gnuplot(c->folder, notes, (char *const *)argv, &said);
    return publish(c->how, temporary, picture, exit_status, &said);
}

/* Ends a chart. If status, that of its statistics, is STATUS_OK: writes BASE.set into the chart's folder, beside the tables of
 * statistics. There it draws plots/NAME.gp as BASE.png and so on, in all formats that are wanted. BASE has no slash. Adds to
 * how's lists and frees what c holds. */
static Status gnuplot_draw(Chart *c, const char *base, Status status)
{
    assert(strchr(base, '/') == NULL);
    const char *format = c->how->format != NULL || c->how->size[2] == 0 ? c->how->format : "pdf";
    OWNED char *set = text_new("%s/%s.set", c->folder, base), *run = files_real(c->dir), *plots = NULL;
    files_memory_close(c->set);
    status = graver(c->status, status);
    if (status == STATUS_OK && !tsv_write_text(set, c->text, c->size, c->how->errors)) status = STATUS_IO;
    if (status == STATUS_OK && (plots = chart_scripts(c->how)) == NULL) status = STATUS_INTERNAL;
    if (status == STATUS_OK) status = draw(c, run != NULL ? run : c->dir, plots, base, format != NULL ? format : "png");
    if (status == STATUS_OK && format == NULL) status = draw(c, run != NULL ? run : c->dir, plots, base, "svg");
    free(c->text);
    *c = (Chart){0};
    return status;
}

/* ---- several runs in one picture: those of a repeat as median and bands over their seeds ---- */

/* Runs that are drawn as one: a run alone, or those of a repeat. */
typedef struct {
    Curve *run; /* (runs), owned */
    int runs;
    bool repeat;
    char *name; /* of the run or the repeat; owned */
} RunGroup;

static void group_free(RunGroup *g)
{
    for (int i = 0; i < g->runs; i++) curve_free(&g->run[i]);
    free(g->run);
    free(g->name);
    *g = (RunGroup){0};
}

/* Reads the runs 01, 02, ... below dir that have an iteration. A run without one is no error, since a repeat may still be
 * running. A table that cannot be read is an error. */
static Status read_repeat(RunGroup *g, const char *dir, const Charts *how)
{
    CLOSED(folder_free) Folder f = folder_read(dir);
    const int n = f.kind == FOLDER_REPEAT ? f.n : 0;
    Status status = STATUS_OK;
    *g = (RunGroup){.name = files_name(dir), .repeat = true, .run = mem_new((size_t)n, sizeof *g->run)};
    for (int i = 0; i < n; i++) {
        Curve p;
        CLOSED(errors_free) Errors said = {0};
        Status one = curve_read(&p, f.entry[i], how->axis, &said);
        const bool begun = p.table.rows > 0 || one == STATUS_DATA || (p.table.columns == 0 && said.n > 0);
        for (int k = 0; one != STATUS_OK && begun && k < said.n; k++) errors_add(how->errors, "%s", said.line[k]);
        if (begun) status = graver(status, one);
        if (one == STATUS_OK)
            g->run[g->runs++] = p;
        else
            curve_free(&p);
    }
    return status != STATUS_OK ? status : g->runs > 0 ? STATUS_OK : STATUS_NO_INPUT;
}

/* Reads dir as a run alone, else as a repeat. */
static Status read_group(RunGroup *g, const char *dir, const Charts *how)
{
    const Status checked = chart_check(how, dir);
    *g = (RunGroup){0};
    if (checked != STATUS_OK) return checked;
    if (files_has(dir, "metrics.tsv")) {
        *g = (RunGroup){.name = files_name(dir), .run = mem_new(1, sizeof *g->run), .runs = 1};
        return curve_read(g->run, dir, how->axis, how->errors);
    }
    Status status = read_repeat(g, dir, how);
    if (status == STATUS_NO_INPUT)
        errors_add(how->errors, "%s: must be the directory of a training, or of the runs 01, 02, ... of a --repeat", dir);
    return status;
}

/* Whether all groups have scores of one kind, as those of one picture must. */
static bool is_alike(const RunGroup *g, int groups, Errors *errors)
{
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) {
            const char *kind = g[0].run[0].kind, *other = g[k].run[i].kind;
            if (strcmp(kind, other) == 0) continue;
            errors_add(errors, "%s has scores of the kind %s and %s %s: they cannot share a chart", g[0].name, kind, g[k].name,
                       other);
            return false;
        }
    return true;
}

/* Whether the meaning of a score depends on this key of config.ini. */
static bool is_of_board(const IniEntry *e)
{
    static const char *const keys[][2] = {{"objective", "kind"},   {"objective", "dim"},   {"objective", "max_pieces"},
                                          {"training", "width"},   {"training", "height"}, {"validation", "width"},
                                          {"validation", "height"}};
    bool is = strcmp(e->section, "game") == 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        is = is || (strcmp(keys[i][0], e->section) == 0 && strcmp(keys[i][1], e->key) == 0);
    return is;
}

/* Warns of runs on another board than that of the first group, by the first key that differs. It is no error, since the user
 * may want to see just this. */
static Status warn_of_boards(const Charts *how, const RunGroup *g, int groups)
{
    CLOSED(ini_free) Ini first;
    Status status = ini_read_in(&first, g[0].run[0].dir, "config.ini", how->errors);
    for (int k = 1; k < groups && how->warnings != NULL; k++) {
        CLOSED(ini_free) Ini ini;
        status = graver(status, ini_read_in(&ini, g[k].run[0].dir, "config.ini", how->errors));
        for (const IniEntry *own = ini.entry; own < ini.entry + ini.entries; own++) {
            const IniEntry *other = is_of_board(own) ? ini_find(&first, own->section, own->key) : NULL;
            if (other == NULL || strcmp(other->value, own->value) == 0) continue;
            errors_add(how->warnings, "%s has [%s] %s = %s, and %s has %s: their scores cannot be compared", g[0].name,
                       other->section, other->key, other->value, g[k].name, own->value);
            break;
        }
    }
    return status;
}

/* The x axis of a picture, if the user does not name it, is what was played. It is iterations if that is not known or differs
 * between runs. It is iterations, too, for a single --repeat whose runs all have the same number of them. */
static const char *axis_of(const Charts *how, const RunGroup *g, int groups)
{
    bool known = true, same = groups == 1;
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) {
            known = known && g[k].run[i].cost != NULL && strcmp(g[k].run[i].cost_noun, g[0].run[0].cost_noun) == 0;
            same = same && g[k].run[i].table.rows == g[0].run[0].table.rows;
        }
    if (how->axis != NULL && (known || strcmp(how->axis, TABLES_COST) != 0)) return how->axis;
    return known && !(same && g[0].repeat) ? TABLES_COST : "iterations";
}

/* If p has seconds: writes table number k >= 1 of c's chart, for drawing against seconds. */
static Status compare_seconds(const Chart *c, const Curve *p, int k)
{
    Table t;
    if (p->seconds == NULL) return STATUS_OK;
    curve_seconds(p, &t);
    return table_write(&t, c->folder, c->how->errors, "%s_seconds_%d.tsv", c->name, k);
}

/* Assigns where the reported scores of group number k (0: the only group) are: in the summary of a --repeat, else in a table
 * made of the runs' results. */
static Status put_reported(Chart *c, const RunGroup *g, const char *dir, int k)
{
    Table t;
    Status status = STATUS_OK;
    OWNED char *summary = files_path(dir, "summary.tsv"),
               *name = k > 0 ? text_new("%s_%d_reported.tsv", c->name, k) : text_new("%s_reported.tsv", c->name);
    OWNED char *own = files_path(c->folder, name);
    const bool summed = files_exists(summary), any = !summed && curve_reported(g->run, g->runs, &t);
    if (any) status = table_write(&t, c->folder, c->how->errors, "%s", name);
    chart_number(c, "has_reported", k, summed || any);
    chart_path(c, "reported_table", k, summed ? summary : own);
    return status;
}

static void put_group_caption(Chart *c, const RunGroup *g, int groups)
{
    int n = 0, all = 0;
    for (int k = 0; k < groups; k++) all += g[k].runs;
    OWNED const char **run = mem_new((size_t)all, sizeof *run);
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) run[n++] = g[k].run[i].dir;
    caption_put(c, run, n);
}

/* Writes statistics and assignments of the chart of the runs 01, 02, ... below c's directory. */
static Status compare_repeat(Chart *c)
{
    CLOSED(group_free) RunGroup g;
    Table t;
    Status status = read_repeat(&g, c->dir, c->how);
    if (status == STATUS_OK && !is_alike(&g, 1, c->how->errors)) status = STATUS_DATA;
    if (status == STATUS_OK) {
        const char *axis = axis_of(c->how, &g, 1);
        chart_units(c, g.run[0].dir);
        put_group_caption(c, &g, 1);
        chart_text(c, "x_axis", 0, axis);
        chart_number(c, "runs", 0, g.runs);
        curve_bands(g.run, g.runs, axis, &t);
        status = table_write(&t, c->folder, c->how->errors, "repeat.tsv");
        if (status == STATUS_OK) status = put_reported(c, &g, c->dir, 0);
    }
    for (int i = 0; i < g.runs && status == STATUS_OK; i++) {
        chart_path(c, "run", i + 1, g.run[i].dir);
        status = compare_seconds(c, &g.run[i], i + 1);
    }
    return status;
}

/* Puts group number k of a comparison: a run alone as it is, a repeat as the bands over its runs. */
static Status put_group(Chart *c, const RunGroup *g, const char *dir, const char *axis, int k)
{
    assert(k >= 1 && g->runs >= 1);
    Table t;
    const bool bands = g->runs > 1;
    chart_text(c, "name", k, g->name);
    chart_number(c, "is_repeat", k, bands);
    if (!bands) chart_reported(c, k, g->run[0].dir);
    chart_path(c, "run", k, bands ? dir : g->run[0].dir);
    if (!bands) return compare_seconds(c, &g->run[0], k);
    curve_bands(g->run, g->runs, axis, &t);
    const Status status = table_write(&t, c->folder, c->how->errors, "compare_%d.tsv", k);
    return status == STATUS_OK ? put_reported(c, g, dir, k) : status;
}

static Status draw_groups(const Charts *how, const char *folder, RunGroup *g, const char *const *dir, int n)
{
    Chart c;
    Status status = STATUS_OK;
    const char *axis = axis_of(how, g, n);
    chart_begin(&c, how, "compare", dir[0], folder);
    chart_units(&c, g[0].run[0].dir);
    put_group_caption(&c, g, n);
    chart_text(&c, "x_axis", 0, axis);
    chart_number(&c, "runs", 0, n);
    for (int k = 0; k < n && status == STATUS_OK; k++) status = put_group(&c, &g[k], dir[k], axis, k + 1);
    return gnuplot_draw(&c, "compare", status);
}

/* Compares the runs or repeats (n) in a picture in folder. */
static Status compare_in(const Charts *how, const char *folder, const char *const *dir, int n)
{
    assert(n >= 1);
    Status status = STATUS_OK;
    OWNED RunGroup *g = mem_new((size_t)n, sizeof *g);
    for (int k = 0; k < n; k++) status = graver(status, read_group(&g[k], dir[k], how));
    if (status == STATUS_OK && !is_alike(g, n, how->errors)) status = STATUS_DATA;
    if (status == STATUS_OK) status = warn_of_boards(how, g, n);
    int lock = -1;
    if (status == STATUS_OK) status = chart_folder(how, folder, &lock);
    if (status == STATUS_OK) status = draw_groups(how, folder, g, dir, n);
    chart_leave(lock);
    for (int k = 0; k < n; k++) group_free(&g[k]);
    return status;
}

Status charts_compare(const Charts *how, const char *const *dir, int n)
{
    OWNED char *folder = how->out != NULL ? mem_text(how->out) : files_path(dir[0], "charts");
    const Status status = compare_in(how, folder, dir, n);
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, dir, n);
    return status;
}

/* ---- whether a chart has a meaning for a run ---- */

/* The properties of a run that decide which charts it has. */
typedef struct {
    GridShape shape;
    bool velocities; /* it is a swarm */
    bool estimated;  /* its result is an estimate of the mean score, made of replicates and not of whole games */
} Nature;

/* A damaged metrics.tsv is reported when the chart of the score is drawn from it. Other charts are drawn all the same. */
static Status look_at(Nature *n, const char *dir, Errors *errors)
{
    *n = (Nature){0};
    CLOSED(tsv_free) Tsv t;
    CLOSED(errors_free) Errors said = {0};
    CLOSED(run_reported_free) RunReported r;
    const Status shaped = grid_shape(dir, &n->shape, errors),
                 status = tables_read_if(&t, dir, &(TableNeeds){.file = "metrics.tsv"}, &said),
                 unread = status == STATUS_NO_INPUT ? status : STATUS_OK;
    n->velocities = status == STATUS_OK && tsv_column(&t, "velocity") >= 0;
    for (int i = 0; unread != STATUS_OK && i < said.n; i++) errors_add(errors, "%s", said.line[i]);
    const Status scored = run_reported_read(&r, dir, errors);
    for (int i = 0; i < r.n; i++) n->estimated = n->estimated || strcmp(r.score[i].name, "estimated") == 0;
    return graver(graver(shaped, unread), scored);
}

static bool is_a(ChartRuns runs, const Nature *n)
{
    switch (runs) {
    case CHART_ANY_RUN: return true;
    case CHART_GAMES: return !n->estimated;
    case CHART_MAP: return n->shape == GRID_MAP;
    case CHART_LINES: return n->shape == GRID_LINES;
    case CHART_SWARM: return n->shape == GRID_NONE && n->velocities;
    default: return n->shape == GRID_NONE;
    }
}

/* ---- statistics, and other assignments ---- */

static Status convergence(Chart *c)
{
    CLOSED(curve_free) Curve p;
    const Status status = curve_read(&p, c->dir, c->how->axis, c->how->errors);
    const bool known = status == STATUS_OK && c->how->axis != NULL && curve_axis(&p, c->how->axis) != NULL;
    chart_text(c, "x_axis", 0, known ? c->how->axis : "iterations");
    return status == STATUS_OK ? compare_seconds(c, &p, 1) : status;
}

static Status grid(Chart *c, int *dim)
{
    int parts = 0;
    Status status = grid_write(c->dir, c->folder, c->name, dim, &parts, c->how->errors);
    chart_number(c, "parts_in_all", 0, parts);
    return status;
}

static Status map(Chart *c)
{
    int dim = 0;
    const char *run = c->how->path;
    Status status = grid(c, &dim);
    if (status == STATUS_OK && dim != 2) {
        errors_add(c->how->errors, "%s: a grid over %d coordinates has no map: it takes 2", c->dir, dim);
        return STATUS_DATA;
    }
    if (status != STATUS_OK || run == NULL) return status;
    CLOSED(tsv_free) Tsv t; /* of the run whose path is drawn: the script itself reads its positions */
    status = tables_read_if(&t, run, &(TableNeeds){.file = "positions.tsv"}, c->how->errors);
    chart_path(c, "path_run", 0, run);
    chart_number(c, "has_path", 0, status == STATUS_OK && t.columns > 0);
    return status;
}

static Status lines(Chart *c)
{
    int dim = 0;
    return grid(c, &dim);
}

/* ---- the list ---- */

#define POSITIONS                                                        \
    {                                                                    \
        "positions.tsv", "", TABLES_ITERATION " particle score", "score" \
    }
#define CURVES "share budget untuned_q25 untuned_median untuned_q75 tuned_q25 tuned_q75 tuned_median"
static const ChartRow core[] = {
    {"convergence", {.file = "metrics.tsv"}, CHART_SEARCH, convergence},
    {"histogram", {"games.tsv", "", "score", "finished game"}, CHART_GAMES, NULL},
    {"meta_path", POSITIONS, CHART_SEARCH, NULL},
    {"weights", POSITIONS, CHART_SEARCH, NULL},
    {"personal", POSITIONS, CHART_SWARM, NULL},
    {"landscape", {.file = "config.ini"}, CHART_MAP, map},
    {"sensitivity", {.file = "config.ini"}, CHART_LINES, lines},
    {"heldout", {"heldout.tsv", "problem", "budget untuned tuned", NULL}, CHART_ANY_RUN, NULL},
    {"ablation", {"ablation.tsv", "key untuned tuned", "step score sem gain kept", NULL}, CHART_ANY_RUN, NULL},
    {"curves", {"curves.tsv", "problem", CURVES, NULL}, CHART_ANY_RUN, NULL},
    {"ranking", {"ranking.tsv", "weights", "rank games best_ratio worse_than_best mean", NULL}, CHART_ANY_RUN, NULL},
    {"repeat", {.file = "01"}, CHART_ANY_RUN, compare_repeat},
};
#define DECLARED(part, name) extern const ChartRow part;
#define ADDRESS(part, name) &part,
SYSTEMS_CHARTS(DECLARED)
static const ChartRow *const of_systems[] = {SYSTEMS_CHARTS(ADDRESS) NULL};
#define DECLARED_STUDY(part, name) extern const StudyChart part;
SYSTEMS_STUDYCHARTS(DECLARED_STUDY)
static const StudyChart *const of_studies[] = {SYSTEMS_STUDYCHARTS(ADDRESS) NULL};
enum { CORE = sizeof core / sizeof *core };

/* Row i; NULL: there are no more. */
static const ChartRow *row_at(int i)
{
    return i < CORE ? &core[i] : of_systems[i - CORE];
}

const char *charts_table(const char *name)
{
    const ChartRow *row;
    for (int i = 0; (row = row_at(i)) != NULL; i++)
        if (strcmp(row->name, name) == 0) return row->table.file;
    return NULL;
}

static Status check(const ChartRow *row, const char *dir, Errors *errors)
{
    CLOSED(tsv_free) Tsv t;
    Status status = tables_read(&t, dir, &row->table, errors);
    if (status == STATUS_OK && tsv_column(&t, "particle") >= 0 && tsv_column(&t, "score") == t.columns - 1) {
        errors_add(errors, "%s: must have at least one coordinate after the column score", t.path);
        status = STATUS_DATA;
    }
    return status;
}

static void say_nothing_to_draw(const Charts *how, const char *dir, const Nature *n)
{
    const bool study = files_has(dir, "study.set"); /* which names no directories of runs */
    OWNED char *word = message_word(dir);
    errors_add(how->errors, "%s: nothing to draw: %s%s", dir,
               n->estimated && files_has(dir, "games.tsv") ? "its games.tsv has estimates of the mean score, by splitting, and "
                                                             "charts of games need whole games: swarmtris eval --estimator games"
               : study ? "it holds the chart of a study, which is drawn again by: swarmtris study DIR... --out "
                       : "must have metrics.tsv, games.tsv, positions.tsv, heldout.tsv, curves.tsv, ablation.tsv or "
                         "ranking.tsv, or runs 01, 02, ...",
               study ? word : "");
}

/* Draws one chart. STATUS_NO_INPUT: there is nothing to draw, with a sentence if there should be something. *usable: the row's
 * table can be drawn from. */
static Status draw_row(const ChartRow *row, const Charts *how, const char *dir, const char *folder, bool *usable)
{
    Chart c;
    Status status = row->table.columns != NULL ? check(row, dir, how->errors) : STATUS_OK;
    chart_begin(&c, how, row->name, dir, folder);
    caption_put(&c, &dir, 1);
    if (status == STATUS_OK && row->statistics != NULL) status = row->statistics(&c);
    *usable = status == STATUS_OK;
    return gnuplot_draw(&c, row->name, status);
}

/* Draws all charts that there are. A table that is damaged, or has nothing to draw, is reported once. */
static Status draw_all(const Charts *how, const char *dir, const char *folder)
{
    Nature nature;
    Status status = look_at(&nature, dir, how->errors);
    if (status != STATUS_OK) return status;
    const char *unusable = "";
    int tried = 0;
    const ChartRow *row;
    for (int i = 0; (row = row_at(i)) != NULL; i++) {
        const char *table = row->table.file;
        const int said = how->errors->n;
        if (!files_has(dir, table) || strcmp(table, unusable) == 0 || !is_a(row->runs, &nature)) continue;
        bool usable;
        const Status one = draw_row(row, how, dir, folder, &usable);
        if (!usable) unusable = table;
        if (one == STATUS_NO_INPUT && how->errors->n == said) continue;
        tried++;
        status = graver(status, one);
    }
    if (tried > 0) return status;
    say_nothing_to_draw(how, dir, &nature);
    return STATUS_NO_INPUT;
}

/* ---- charts that are about no single run ---- */

/* Puts the settings that all runs of all variants have in common. */
static void put_study_caption(Chart *c, const Study *study)
{
    int n = 0, all = 0;
    for (int i = 0; i < study->n; i++) all += study->variant[i].runs;
    char **run = mem_new((size_t)all, sizeof *run);
    for (int i = 0; i < study->n; i++)
        for (int k = 0; k < study->variant[i].runs; k++)
            run[n++] = text_new("%s/%02d", study->variant[i].dir, study->variant[i].run[k].number);
    caption_put(c, (const char *const *)run, n);
    mem_free_texts(run, n);
}

/* Draws a chart of a founding system. called: the folder that gives the study its name. */
static Status draw_of_study(const StudyChart *row, const Charts *how, const char *folder, const char *called, const Study *study)
{
    Chart c;
    const Variant *first = &study->variant[0];
    OWNED char *run = text_new("%s/%02d", first->dir, first->run[0].number);
    chart_begin(&c, how, row->name, called, folder);
    chart_units(&c, run);
    put_study_caption(&c, study);
    return gnuplot_draw(&c, row->name, row->statistics(study, &c));
}

Status charts_study(const Charts *how, const char *folder, const char *called, const Study *study)
{
    assert(study->n >= 1 && study->variant[0].runs >= 1);
    int lock;
    Status status = chart_folder(how, folder, &lock);
    if (status != STATUS_OK) return status;
    Chart c;
    chart_begin(&c, how, "study", called, folder);
    put_study_caption(&c, study);
    chart_number(&c, "alpha", 0, study->alpha);
    chart_number(&c, "has_errors", 0, study->errors);
    OWNED char *unequal;
    study_inequality(study, &unequal);
    chart_text(&c, "unequal", 0, unequal != NULL ? unequal : "");
    chart_text(&c, "reported_name", 0, study_reported(study));
    status = gnuplot_draw(&c, "study", study_write(study, folder, how->errors));
    for (int i = 0; of_studies[i] != NULL; i++)
        if (of_studies[i]->has(study)) status = graver(status, draw_of_study(of_studies[i], how, folder, called, study));
    chart_leave(lock);
    return status;
}

/* Draws what the ways of a study's folder found, and their curves in one picture. */
static Status draw_study(const Charts *how, const char *folder, const char *dir, const Folder *f)
{
    CLOSED(study_free) Study s = {0};
    CLOSED(tsv_free) Tsv before;
    OWNED char *charts = files_path(dir, "charts"); /* as the study has drawn them: at its own level */
    Status status = tables_read_if(&before, charts, &(TableNeeds){.file = "study.tsv"}, how->errors);
    if (status == STATUS_OK) status = study_read(&s, (const char *const *)f->entry, f->n, study_alpha(&before), how->errors);
    if (status != STATUS_OK) return status;
    OWNED const char **way = mem_new((size_t)s.n, sizeof *way);
    for (int i = 0; i < s.n; i++) way[i] = s.variant[i].dir;
    status = charts_study(how, folder, dir, &s);
    status = graver(status, compare_in(how, folder, way, s.n));
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, &dir, 1);
    return status;
}

Status charts_run(const Charts *how, const char *dir)
{
    if (!files_is_directory(dir)) {
        errors_add(how->errors, "%s: must be the directory of a run", dir);
        return STATUS_NO_INPUT;
    }
    const Status checked = chart_check(how, dir);
    if (checked != STATUS_OK) return checked;
    OWNED char *folder = how->out != NULL ? mem_text(how->out) : files_path(dir, "charts");
    CLOSED(folder_free) Folder f = folder_read(dir);
    if (f.kind == FOLDER_STUDY && f.n > 0) return draw_study(how, folder, dir, &f);
    const bool there = files_exists(folder);
    int lock;
    Status status = chart_folder(how, folder, &lock);
    if (status == STATUS_OK) status = draw_all(how, dir, folder);
    if (status == STATUS_NO_INPUT && !there) rmdir(folder); /* it stays if it is not empty */
    chart_leave(lock);
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, &dir, 1);
    return status;
}

/* Checks the table that `bench parallel` writes, and assigns where it is. */
static Status check_speedup(Chart *c, const char *csv)
{
    static const TableNeeds needs = {.texts = "mode", .columns = "threads efficiency speedup"};
    CLOSED(tsv_free) Tsv t;
    Status status = tsv_read(&t, csv, ',', c->how->errors);
    if (status == STATUS_NO_INPUT) errors_add(c->how->errors, "%s: no such file", csv);
    if (status == STATUS_OK) status = tables_check(&t, &needs, c->how->errors);
    chart_path(c, "source", 0, csv);
    chart_number(c, "has_seconds", 0, tsv_column(&t, "seconds") >= 0 && tsv_column(&t, "min") >= 0 && tsv_column(&t, "max") >= 0);
    return status;
}

Status charts_speedup(const Charts *how, const char *csv, const char *out, const char *settings)
{
    const char *slash = strrchr(out, '/');
    OWNED char *folder = slash == NULL ? mem_text(".") : text_new("%.*s", slash == out ? 1 : (int)(slash - out), out);
    int lock;
    Status status = chart_folder(how, folder, &lock);
    if (status == STATUS_OK) {
        Chart c;
        chart_begin(&c, how, "speedup", folder, folder);
        chart_text(&c, "settings", 0, settings);
        status = gnuplot_draw(&c, slash != NULL ? slash + 1 : out, check_speedup(&c, csv));
    }
    chart_leave(lock);
    if (status == STATUS_UNAVAILABLE)
        errors_add(how->errors, "gnuplot is not installed (Debian package gnuplot-nox): what the chart shows is in %s", csv);
    return status;
}

void charts_announce(const Charts *how, const char *prefix, FILE *out)
{
    if (out != NULL) message_lines(out, how->drawn, prefix);
    message_errors(how->errors, "");
    errors_free(how->drawn);
    if (how->warnings != NULL) message_errors(how->warnings, "warning: ");
}
