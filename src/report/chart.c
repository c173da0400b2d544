/* chart.c. The assignments of NAME.set, and what becomes of a chart. */
#include "report/chart.h"

#include "analysis/tables.h"
#include "base/text.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

void chart_text(Chart *c, const char *variable, int k, const char *text)
{
    begin_assignment(c, variable, k);
    fputc('\'', c->set);
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\'') fputc('\'', c->set);
        fputc((unsigned char)*p < ' ' ? ' ' : *p, c->set);
    }
    fputs("'\n", c->set);
}

void chart_path(Chart *c, const char *variable, int k, const char *path)
{
    char *real = realpath(path, NULL);
    chart_text(c, variable, k, real != NULL ? real : path);
    free(real);
}

/* has_NAME says whether the run has NAME.tsv, for the tables that not every run has. */
static void set_tables(Chart *c)
{
    static const char *const optional[] = {"result", "presets", "borders", "summary", "blocks"};
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        char *variable = text_new("has_%s", optional[i]), *file = text_new("%s.tsv", optional[i]);
        chart_number(c, variable, 0, tables_has(c->dir, file));
        free(variable);
        free(file);
    }
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
    Tsv t;
    Errors ignored = {0};
    const TableNeeds traits = {.file = "traits.tsv"};
    const bool read = tables_read(&t, dir, &traits, &ignored) == STATUS_OK && t.rows == 1;
    for (int k = 0; read && k < t.columns; k++) chart_text(c, t.name[k], 0, tsv_cell(&t, 0, k));
    errors_free(&ignored);
    tsv_free(&t);
}

Status chart_graver(Status a, Status b)
{
    return a == STATUS_OK || (a == STATUS_UNAVAILABLE && b != STATUS_OK) ? b : a;
}

Status chart_folder(const Charts *how, const char *folder)
{
    bool there = files_make_directory(folder);
    if (there && access(folder, W_OK) == 0) return STATUS_OK;
    const int error = errno;
    errors_add(how->errors, "%s: %s: %s", folder,
               there ? "no charts can be written there" : "the folder for the charts cannot be created", strerror(error));
    return status_of_write(error);
}
