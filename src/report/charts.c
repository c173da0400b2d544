/* charts.c. The list of all charts of a run: the table that each needs, and the assignments for its script in NAME.set. */
#include "report/charts.h"

#include "analysis/grid.h"
#include "analysis/progress.h"
#include "base/mem.h"
#include "file/files.h"
#include "file/message.h"
#include "report/chart.h"
#include "report/compare.h"
#include "report/gnuplot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- whether a chart has a meaning for a run ---- */

/* A search has a path; the points of a grid are none. */
static bool is_search(const char *dir)
{
    return !grid_is(dir);
}

/* Only a swarm, which has velocities, has particles that are the same in all iterations. */
static bool is_swarm(const char *dir)
{
    Tsv t;
    Errors ignored = {0};
    bool swarm = is_search(dir) && tables_read(&t, dir, "metrics.tsv", &ignored) == STATUS_OK && tsv_column(&t, "velocity") >= 0;
    if (is_search(dir)) tsv_free(&t);
    errors_free(&ignored);
    return swarm;
}

static bool is_map(const char *dir)
{
    return grid_is(dir) && !grid_is_lines(dir);
}

static bool is_lines(const char *dir)
{
    return grid_is(dir) && grid_is_lines(dir);
}

/* ---- statistics and assignments of single charts ---- */

static Status convergence(Chart *c)
{
    Progress p;
    Status status = progress_read(&p, c->dir, chart_by_seconds(c->how), c->how->errors);
    const bool known = status == STATUS_OK && c->how->axis != NULL && progress_axis(&p, c->how->axis) != NULL;
    chart_text(c, "x_axis", known ? c->how->axis : "iterations");
    if (p.seconds != NULL) status = progress_write_seconds(&p, c->folder, "convergence_seconds_1.tsv", c->how->errors);
    progress_free(&p);
    return status;
}

static Status grid(Chart *c)
{
    int dim = 0;
    bool left_out = false;
    Status status = grid_write(c->dir, c->folder, c->name, &dim, &left_out, c->how->errors);
    chart_number(c, "left_out", left_out);
    if (c->how->path != NULL) {
        char *run = realpath(c->how->path, NULL);
        chart_text(c, "path_run", run != NULL ? run : c->how->path);
        free(run);
        chart_number(c, "has_path", tables_has(c->how->path, "positions.tsv"));
    }
    if (status != STATUS_OK || dim == 2 || is_lines(c->dir)) return status;
    errors_add(c->how->errors, "%s: a grid over %d coordinates has no map: it takes 2", c->dir, dim);
    return STATUS_DATA;
}

/* ---- the list ---- */

/* A chart of a run is one row here and its script. */
typedef struct {
    const char *name;                      /* of its script, plots/NAME.gp, its tables and pictures */
    const char *table;                     /* the run's table that it is drawn from; without it there is no chart */
    const char *texts, *columns, *missing; /* of that table, as in tables_check; columns NULL: it is checked by the statistics */
    bool (*when)(const char *dir);         /* whether the chart has a meaning for the run; NULL: always */
    Status (*statistics)(Chart *);         /* writes tables and assignments, or says what is wrong; NULL: there are none */
} Row;

#define CHECKED(table_, texts_, columns_, missing_) .table = table_, .texts = texts_, .columns = columns_, .missing = missing_
#define POSITIONS CHECKED("positions.tsv", "", TABLES_ITERATION " particle score", "score")
static const Row rows[] = {
    {"convergence", "metrics.tsv", .statistics = convergence},
    {"histogram", CHECKED("games.tsv", "", "score", "finished game")},
    {"meta_path", POSITIONS, .when = is_search},
    {"weights", POSITIONS, .when = is_search},
    {"personal", POSITIONS, .when = is_swarm},
    {"landscape", "config.ini", .when = is_map, .statistics = grid},
    {"sensitivity", "config.ini", .when = is_lines, .statistics = grid},
    {"heldout", CHECKED("heldout.tsv", "problem", "budget untuned tuned", NULL)},
    {"curves", CHECKED("curves.tsv", "problem",
                       "share budget untuned_q25 untuned_median untuned_q75 tuned_q25 tuned_q75 tuned_median", NULL)},
    {"ranking", CHECKED("ranking.tsv", "weights", "rank games ci95 best_ratio worse_than_best mean", NULL)},
    {"repeat", "01", .statistics = compare_repeat},
};
enum { ROWS = sizeof rows / sizeof *rows };

static Status check(const Row *row, const char *dir, Errors *errors)
{
    Tsv t;
    Status status = tables_read(&t, dir, row->table, errors);
    if (status == STATUS_OK) status = tables_check(&t, row->texts, row->columns, row->missing, errors);
    if (status == STATUS_OK && tsv_column(&t, "particle") >= 0 && tsv_column(&t, "score") == t.columns - 1) {
        errors_add(errors, "%s: must have at least one coordinate behind the column score", t.path);
        status = STATUS_DATA;
    }
    tsv_free(&t);
    return status;
}

/* Draws all charts that the run has tables for. A table that is damaged, or has nothing to draw, is reported only once, even if
 * several charts need it. */
static Status draw_all(const Charts *how, const char *dir, const char *folder)
{
    Status status = STATUS_OK;
    const char *unusable = "";
    int tried = 0;
    for (const Row *row = rows; row < rows + ROWS; row++) {
        if (!tables_has(dir, row->table) || strcmp(row->table, unusable) == 0 || (row->when != NULL && !row->when(dir))) continue;
        Chart c;
        const int before = how->errors->n;
        Status one = row->columns != NULL ? check(row, dir, how->errors) : STATUS_OK;
        chart_begin(&c, how, row->name, dir, folder);
        if (one == STATUS_OK && row->statistics != NULL) one = row->statistics(&c);
        if (one != STATUS_OK) unusable = row->table;
        one = chart_end(&c, row->name, one);
        if (one == STATUS_NO_INPUT && how->errors->n == before) continue;
        assert(one == STATUS_OK || one == STATUS_UNAVAILABLE || how->errors->n > 0);
        tried++;
        status = chart_graver(status, one);
    }
    if (tried > 0) return status;
    errors_add(how->errors,
               "%s: nothing to draw: must have metrics.tsv, games.tsv, positions.tsv, blocks.tsv, heldout.tsv, curves.tsv or "
               "ranking.tsv, or runs 01, 02, ...",
               dir);
    return STATUS_NO_INPUT;
}

Status charts_run(const Charts *how, const char *dir)
{
    if (!files_is_directory(dir)) {
        errors_add(how->errors, "%s: must be the directory of a run", dir);
        return STATUS_NO_INPUT;
    }
    char *folder = how->out != NULL ? mem_text(how->out) : files_path(dir, "charts");
    Status status = chart_folder(how, folder);
    if (status == STATUS_OK) status = draw_all(how, dir, folder);
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, &dir, 1);
    free(folder);
    return status;
}

/* ---- charts that are about no single run ---- */

Status charts_study(const Charts *how, const char *folder, const Study *study)
{
    Status status = chart_folder(how, folder);
    if (status != STATUS_OK) return status;
    assert(study->n >= 1 && study->alpha > 0);
    /* A folder charts/ has the name of the folder that it is in. */
    char *name = files_name(folder), *above = files_path(folder, "..");
    Chart c;
    chart_begin(&c, how, "study", strcmp(name, "charts") == 0 ? above : folder, folder);
    chart_number(&c, "alpha", study->alpha);
    status = chart_end(&c, "study", study_write(study, folder, "study", how->errors));
    free(name);
    free(above);
    return status;
}

/* The table that `bench parallel` writes. */
static Status check_speedup(Chart *c, const char *csv)
{
    Tsv t;
    TsvStatus read = tsv_read(&t, csv, ',', c->how->errors);
    Status status = read == TSV_READ ? STATUS_OK : read == TSV_MISSING ? STATUS_NO_INPUT : STATUS_DATA;
    if (read == TSV_MISSING) errors_add(c->how->errors, "%s: no such file", csv);
    if (read == TSV_READ) status = tables_check(&t, "mode", "threads efficiency speedup", NULL, c->how->errors);
    chart_number(c, "has_seconds", tsv_column(&t, "seconds") >= 0 && tsv_column(&t, "min") >= 0 && tsv_column(&t, "max") >= 0);
    tsv_free(&t);
    return status;
}

Status charts_speedup(const Charts *how, const char *csv, const char *out)
{
    const char *slash = strrchr(out, '/');
    char *folder = slash == NULL ? mem_text(".") : slash == out ? mem_text("/") : mem_text(out), *source = realpath(csv, NULL);
    if (slash != NULL && slash != out) folder[slash - out] = '\0';
    Status status = chart_folder(how, folder);
    if (status == STATUS_OK) {
        Chart c;
        chart_begin(&c, how, "speedup", folder, folder);
        chart_text(&c, "source", source != NULL ? source : csv);
        status = chart_end(&c, slash != NULL ? slash + 1 : out, check_speedup(&c, csv));
    }
    if (status == STATUS_UNAVAILABLE)
        errors_add(how->errors, "gnuplot is not installed (Debian package gnuplot-nox): what the chart shows is in %s", csv);
    free(folder);
    free(source);
    return status;
}

void charts_announce(const Charts *how, const char *prefix, FILE *out)
{
    assert(how->drawn != NULL);
    if (out != NULL) message_lines(out, how->drawn, prefix);
    message_errors(how->errors, "");
    errors_free(how->drawn);
    errors_free(how->errors);
    if (how->warnings == NULL) return;
    message_errors(how->warnings, "warning: ");
    errors_free(how->warnings);
}
