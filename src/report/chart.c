/* chart.c. Writes the assignments of NAME.set, and has the chart drawn. */
#include "report/chart.h"

#include "analysis/tables.h"
#include "base/mem.h"
#include "file/files.h"
#include "report/gnuplot.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void chart_number(Chart *c, const char *variable, double value)
{
    assert(c->set != NULL);
    if (isfinite(value))
        fprintf(c->set, "%s = %.12g\n", variable, value);
    else
        fprintf(c->set, "%s = NaN\n", variable);
}

void chart_text(Chart *c, const char *variable, const char *text)
{
    fprintf(c->set, "%s = '", variable);
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '\'') fputc('\'', c->set);
        fputc((unsigned char)*p < ' ' ? ' ' : *p, c->set);
    }
    fputs("'\n", c->set);
}

/* Assigns which of the tables that only some runs have there are. */
static void set_tables(Chart *c)
{
    static const struct {
        const char *variable, *file;
    } optional[] = {{"has_result", "result.tsv"},
                    {"has_presets", "presets.tsv"},
                    {"has_borders", "borders.tsv"},
                    {"has_summary", "summary.tsv"},
                    {"has_blocks", "blocks.tsv"}};
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        chart_number(c, optional[i].variable, tables_has(c->dir, optional[i].file));
}

void chart_begin(Chart *c, const Charts *how, const char *name, const char *dir, const char *folder)
{
    assert(how->errors != NULL && (how->width > 0) == (how->height > 0));
    *c = (Chart){.how = how, .name = name, .dir = dir, .folder = folder};
    c->set = files_memory(&c->text, &c->size);
    char *called = files_name(dir);
    chart_text(c, "name", called);
    free(called);
    if (how->width > 0) fprintf(c->set, "width = %d\nheight = %d\n", how->width, how->height);
    if (how->title != NULL) chart_text(c, "own_title", how->title);
    set_tables(c);
    chart_traits(c, dir);
}

Status chart_end(Chart *c, const char *base, Status status)
{
    assert(c->set != NULL && strlen(base) < 100);
    char file[200], *run = realpath(c->dir, NULL);
    snprintf(file, sizeof file, "%s.set", base);
    char *path = files_path(c->folder, file);
    if (fclose(c->set) != 0) abort();
    if (status == STATUS_OK && !tsv_write_text(path, c->text, c->size, c->how->errors)) status = STATUS_IO;
    if (status == STATUS_OK) status = gnuplot_draw(c->how, c->name, run != NULL ? run : c->dir, c->folder, base);
    free(path);
    free(run);
    free(c->text);
    return status;
}

bool chart_by_seconds(const Charts *how)
{
    return how->axis != NULL && strcmp(how->axis, "seconds") == 0;
}

void chart_traits(Chart *c, const char *dir)
{
    Tsv t;
    Errors ignored = {0};
    const bool read = tables_read(&t, dir, "traits.tsv", &ignored) == STATUS_OK && t.rows == 1;
    for (int k = 0; read && k < t.columns; k++) chart_text(c, t.name[k], tsv_cell(&t, 0, k));
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
    errors_add(how->errors, "%s: %s: %s", folder,
               there ? "no charts can be written there" : "the folder for the charts cannot be created", strerror(errno));
    return STATUS_CANT_CREATE;
}
