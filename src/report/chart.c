/* chart.c. The assignments of NAME.set, and what becomes of a chart. */
#include "report/chart.h"

#include "analysis/run_traits.h"
#include "analysis/tables.h"
#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
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

/* Bytes of a text in single quotes. What these cannot hold stands between double ones: a control character as its number, and a
 * quote, which gnuplot does not read back doubled where a text begins with it. */
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
    char *line = mem_text(text);
    for (char *p = line; *p != '\0'; p++)
        if ((unsigned char)*p < ' ') *p = ' ';
    begin_assignment(c, variable, k);
    put_quoted(c, line);
    free(line);
}

/* Neither < nor | begins a path, which gnuplot would take for a command. */
void chart_path(Chart *c, const char *variable, int k, const char *path)
{
    char *real = files_real(path), *named = real != NULL || *path == '/' ? NULL : text_new("./%s", path);
    begin_assignment(c, variable, k);
    put_quoted(c, real != NULL ? real : named != NULL ? named : path);
    free(real);
    free(named);
}

/* Tables that not every run has. has_NAME tells the script whether this one has NAME.tsv. */
static const char *const optional[] = {"result", "presets", "borders", "summary", "blocks"};
enum { OPTIONAL = sizeof optional / sizeof *optional };

static void set_tables(Chart *c)
{
    for (int i = 0; i < OPTIONAL; i++) {
        char *variable = text_new("has_%s", optional[i]), *file = text_new("%s.tsv", optional[i]);
        chart_number(c, variable, 0, tables_has(c->dir, file));
        free(variable);
        free(file);
    }
}

Status chart_check(const Charts *how, const char *dir)
{
    RunTraits traits;
    Status status = run_traits_read(&traits, dir, how->errors);
    run_traits_free(&traits);
    for (int i = 0; i < OPTIONAL; i++) {
        Tsv t;
        char *file = text_new("%s.tsv", optional[i]);
        const TableNeeds needs = {.file = file};
        status = chart_graver(status, tables_read_if(&t, dir, &needs, how->errors));
        tsv_free(&t);
        free(file);
    }
    return status;
}

void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder)
{
    assert(how->errors != NULL);
    assert((how->width > 0) == (how->height > 0));
    *c = (Chart){.how = how, .name = name, .dir = dir, .folder = folder};
    c->set = files_memory(&c->text, &c->size);
    char *called = files_name(dir);
    chart_text(c, "name", 0, called);
    free(called);
    if (how->width > 0) fprintf(c->set, "width = %d\nheight = %d\n", how->width, how->height);
    if (how->title != NULL) chart_text(c, "own_title", 0, how->title);
    set_tables(c);
    chart_traits(c, dir);
}

void chart_traits(Chart *c, const char *dir)
{
    RunTraits t;
    c->status = chart_graver(c->status, run_traits_read(&t, dir, c->how->errors));
    for (int k = 0; k < RUN_TRAITS; k++)
        if (t.value[k] != NULL) chart_text(c, run_traits_names[k], 0, t.value[k]);
    run_traits_free(&t);
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
