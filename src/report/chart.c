#include "report/chart.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/places.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

ChartsStatus chart_worse(ChartsStatus a, ChartsStatus b)
{
    return a == CHARTS_DRAWN || (a == CHARTS_NO_GNUPLOT && b != CHARTS_DRAWN) ? b : a;
}

ChartsStatus chart_folder(const Charts *how, const char *folder)
{
    bool there = files_make_directory(folder);
    if (there && access(folder, W_OK) == 0) return CHARTS_DRAWN;
    errors_add(how->errors, "%s: %s: %s", folder,
               there ? "no charts can be written there" : "the folder for the charts cannot be created", strerror(errno));
    return CHARTS_CANNOT_CREATE;
}

/* A word for a shell, in quotes where it needs them. */
static void put_word(const char *text, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:,@%";
    bool quoted = text[strspn(text, plain)] != '\0';
    if (quoted) fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    }
    if (quoted) fputc('\'', out);
}

void chart_say_no_gnuplot(const Charts *how, const char *folder, const char *const *dir, int n)
{
    char *words = NULL;
    size_t size = 0;
    FILE *out = files_memory(&words, &size);
    for (int k = 0; k < n; k++) {
        fputc(' ', out);
        put_word(dir[k], out);
    }
    files_memory_close(out);
    errors_add(how->errors,
               "gnuplot is not installed (Debian package gnuplot-nox): what the charts show is in %s; to draw it later: "
               "swarmtris plot%s",
               folder, words);
    free(words);
}

void chart_begin(Chart *c, const Charts *how, const char *folder, const char *script, const char *base)
{
    *c = (Chart){.how = how, .folder = mem_text(folder), .script = script, .base = base};
    c->set = files_memory(&c->text, &c->size);
}

void chart_text(Chart *c, const char *variable, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    fprintf(c->set, "%s = '", variable);
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\'')
            fputs("''", c->set);
        else
            fputc((unsigned char)*p < ' ' ? ' ' : *p, c->set);
    }
    fputs("'\n", c->set);
    free(text);
}

void chart_number(Chart *c, const char *variable, double value)
{
    if (isfinite(value))
        fprintf(c->set, "%s = %.12g\n", variable, value);
    else
        fprintf(c->set, "%s = NaN\n", variable);
}

char *chart_of(char out[CHART_NAME_MAX], const char *name, int k)
{
    snprintf(out, CHART_NAME_MAX, "%s_%d", name, k);
    return out;
}

void chart_panel(Chart *c, const ChartPage *page, int k)
{
    const int rows = (page->n + page->columns - 1) / page->columns, row = (k - 1) / page->columns,
              column = (k - 1) % page->columns;
    const double width = page->width / page->columns, height = page->height / rows;
    const double left = (1 - page->width) / 2 + column * width, top = page->top - row * height;
    char name[CHART_NAME_MAX];
    chart_number(c, chart_of(name, "left", k), left + page->left);
    chart_number(c, chart_of(name, "middle", k), left + (width + page->left - page->right) / 2);
    chart_number(c, chart_of(name, "right", k), left + width - page->right);
    chart_number(c, chart_of(name, "top", k), top - page->above);
    chart_number(c, chart_of(name, "bottom", k), top - height + page->below);
}

void chart_axis(Chart *c, const char *variable, char letter, const Axis *axis, int want)
{
    fprintf(c->set, "%s = '", variable);
    axis_print(axis, letter, want, false, c->set);
    fputs("'\n", c->set);
}

void chart_axis_bare(Chart *c, const char *variable, char letter, const Axis *axis, int want)
{
    fprintf(c->set, "%s = '", variable);
    axis_print(axis, letter, want, true, c->set);
    fputs("'\n", c->set);
}

void chart_table(Chart *c, const char *part, const TsvColumn *column, int columns, int rows)
{
    char name[200];
    snprintf(name, sizeof name, "%s%s%s.tsv", c->base, part != NULL ? "_" : "", part != NULL ? part : "");
    char *path = files_path(c->folder, name);
    if (!tsv_write(path, column, columns, rows, c->how->errors)) c->status = CHARTS_NOT_WRITTEN;
    free(path);
}

/* The folder of the scripts (owned); NULL: nowhere, with a sentence. */
static char *find_plots(const Charts *how)
{
    char *place = how->plots != NULL ? mem_text(how->plots) : places_find("plots");
    char *style = place != NULL ? files_path(place, "style.gp") : NULL, *program = places_program();
    char *found = style != NULL && access(style, R_OK) == 0 ? realpath(place, NULL) : NULL;
    if (found == NULL)
        errors_add(how->errors,
                   "the scripts that draw charts are not in %s: they belong into plots/ of the clone or share/swarmtris/plots",
                   how->plots != NULL ? how->plots : program);
    free(place);
    free(style);
    free(program);
    return found;
}

/* Keeps the lines that somebody may want to read: gnuplot sets off its complaints with blank lines, a caret and line numbers, and
 * fontconfig complains of caches that cannot be written. */
static void keep_lines(char *text, Errors *lines)
{
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        line += strspn(line, " \t^\r");
        if (*line != '\0' && strncmp(line, "Fontconfig", 10) != 0) errors_add(lines, "%s", line);
    }
}

/* Reads all that comes from a pipe; a chatty gnuplot must not fill it and wait. */
static char *drain(int from)
{
    int room = 0, n = 0;
    char *text = mem_grow(NULL, &room, 4096, 1);
    for (;;) {
        text = mem_grow(text, &room, n + 4096, 1);
        ssize_t got = read(from, text + n, (size_t)(room - n - 1));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        n += (int)got;
    }
    text[n] = '\0';
    return text;
}

/* Starts gnuplot in folder with the other end of the pipe as its standard error. Returns 0 or why not. */
static int start(const char *folder, char *const *argv, const int ends[2], pid_t *pid)
{
    posix_spawn_file_actions_t to;
    posix_spawn_file_actions_init(&to);
    posix_spawn_file_actions_addopen(&to, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&to, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&to, ends[1], 2);
    posix_spawn_file_actions_addchdir_np(&to, folder);
    int failed = posix_spawnp(pid, "gnuplot", &to, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&to);
    return failed;
}

/* Runs gnuplot; what it says goes to said. Returns its exit status, -1 killed, -2 it could not be started (errno). */
static int run(const char *folder, char *const *argv, Errors *said)
{
    int ends[2], status = 0;
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0) return -2;
    int failed = start(folder, argv, ends, &pid);
    close(ends[1]);
    if (failed != 0) {
        close(ends[0]);
        errno = failed;
        return -2;
    }
    char *text = drain(ends[0]);
    close(ends[0]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    keep_lines(text, said);
    free(text);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The line that says what is wrong: gnuplot repeats the command first, then come "script" line 12: and the reason. */
static const char *reason(const Errors *said)
{
    for (int i = 0; i < said->n; i++)
        if (strstr(said->line[i], "\" line ") != NULL) return said->line[i];
    return said->n > 0 ? said->line[0] : "nothing, but the picture is not there";
}

static ChartsStatus complain(const Charts *how, const char *picture, int status, const Errors *said)
{
    if (status == -2 && errno == ENOENT) return CHARTS_NO_GNUPLOT;
    if (status == -2)
        errors_add(how->errors, "%s: gnuplot cannot be started: %s", picture, strerror(errno));
    else
        errors_add(how->errors, "%s: not drawn: gnuplot says: %s", picture, reason(said));
    return CHARTS_NOT_DRAWN;
}

/* Gives a finished drawing its name. */
static ChartsStatus publish(const Charts *how, const char *temporary, const char *picture)
{
    if (rename(temporary, picture) != 0) {
        errors_add(how->errors, "%s: cannot be written: %s", picture, strerror(errno));
        unlink(temporary);
        return CHARTS_NOT_WRITTEN;
    }
    if (how->drawn != NULL) errors_add(how->drawn, "%s", picture);
    return CHARTS_DRAWN;
}

static ChartsStatus draw(const Chart *c, const char *script, const char *format)
{
    char name[200], temporary_name[240];
    snprintf(name, sizeof name, "%s.%s", c->base, format);
    snprintf(temporary_name, sizeof temporary_name, "%s.%ld.tmp", name, (long)getpid());
    char *picture = files_path(c->folder, name), *temporary = files_path(c->folder, temporary_name);
    char *argv[] = {"gnuplot", "-d", "-c", (char *)script, (char *)format, temporary_name, (char *)c->base, NULL};

    Errors said = {0};
    struct stat about;
    int exit_status = run(c->folder, argv, &said);
    bool there = exit_status == 0 && stat(temporary, &about) == 0 && about.st_size > 0;
    ChartsStatus status = there ? publish(c->how, temporary, picture) : complain(c->how, picture, exit_status, &said);
    if (!there) unlink(temporary);
    for (int i = 0; there && c->how->warnings != NULL && i < said.n; i++)
        errors_add(c->how->warnings, "%s: gnuplot says: %s", picture, said.line[i]);
    errors_free(&said);
    free(picture);
    free(temporary);
    return status;
}

static ChartsStatus draw_formats(const Chart *c)
{
    char *plots = find_plots(c->how);
    if (plots == NULL) return CHARTS_NOT_DRAWN;
    char file[64];
    snprintf(file, sizeof file, "%s.gp", c->script);
    char *script = files_path(plots, file);
    ChartsStatus status = draw(c, script, c->how->format != NULL ? c->how->format : "png");
    if (c->how->format == NULL && status == CHARTS_DRAWN) status = draw(c, script, "svg");
    free(script);
    free(plots);
    return status;
}

ChartsStatus chart_end(Chart *c)
{
    char name[200];
    snprintf(name, sizeof name, "%s.set", c->base);
    char *path = files_path(c->folder, name);
    files_memory_close(c->set);
    if (!tsv_write_text(path, c->text, c->size, c->how->errors)) c->status = CHARTS_NOT_WRITTEN;
    free(path);
    if (c->status == CHARTS_DRAWN) c->status = draw_formats(c);
    free(c->text);
    free(c->folder);
    return c->status;
}
