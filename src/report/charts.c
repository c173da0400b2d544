/* charts.c. The list of all charts of a run, what each needs, and what its script is told in NAME.set. */
#include "report/charts.h"

#include "analysis/effects.h"
#include "analysis/grid.h"
#include "analysis/top.h"
#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/message.h"
#include "report/compare.h"
#include "report/gnuplot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- whether a chart has a meaning for a run ---- */

/* The runs that a chart is for. */
typedef enum {
    ANY_RUN,
    GAMES,  /* all but those whose result was estimated: what they played last is no game */
    SEARCH, /* all but grids: their points are no path */
    SWARM,  /* searches with velocities: only there a particle is the same one in all iterations */
    MAP,    /* grids that are maps */
    LINES   /* grids that are lines */
} Kind;

static bool has_velocities(const char *dir)
{
    Tsv t;
    Errors ignored = {0};
    const TableNeeds metrics = {.file = "metrics.tsv"};
    bool has = tables_read(&t, dir, &metrics, &ignored) == STATUS_OK && tsv_column(&t, "velocity") >= 0;
    tsv_free(&t);
    errors_free(&ignored);
    return has;
}

/* Whether the result of a run is an estimate of the mean score, made of replicates and not of whole games. */
static bool is_estimated(const char *dir)
{
    Tsv t;
    Errors ignored = {0};
    const TableNeeds result = {.file = "result.tsv", .texts = "claim"};
    bool is = false;
    if (tables_read(&t, dir, &result, &ignored) == STATUS_OK) {
        const int claim = tsv_column(&t, "claim");
        for (int i = 0; i < t.rows; i++) is = is || strcmp(tsv_cell(&t, i, claim), "estimated") == 0;
    }
    tsv_free(&t);
    errors_free(&ignored);
    return is;
}

static bool is_a(Kind kind, const char *dir)
{
    if (kind == ANY_RUN) return true;
    if (kind == GAMES) return !is_estimated(dir);
    const GridShape shape = grid_shape(dir);
    if (kind == MAP || kind == LINES) return shape == (kind == MAP ? GRID_MAP : GRID_LINES);
    return shape == GRID_NONE && (kind == SEARCH || has_velocities(dir));
}

/* ---- statistics, and what else a script is told ---- */

static Status convergence(Chart *c)
{
    Progress p;
    Status status = progress_read(&p, c->dir, c->how->axis, c->how->errors);
    const bool known = status == STATUS_OK && c->how->axis != NULL && progress_axis(&p, c->how->axis) != NULL;
    chart_text(c, "x_axis", 0, known ? c->how->axis : "iterations");
    if (status == STATUS_OK) status = compare_seconds(c, &p, 1);
    progress_free(&p);
    return status;
}

static Status grid(Chart *c)
{
    int dim = 0;
    bool left_out = false;
    Status status = grid_write(c->dir, c->folder, c->name, &dim, &left_out, c->how->errors);
    chart_number(c, "left_out", 0, left_out);
    if (c->how->path != NULL) {
        chart_path(c, "path_run", 0, c->how->path);
        chart_number(c, "has_path", 0, tables_has(c->how->path, "positions.tsv"));
    }
    if (status != STATUS_OK || dim == 2 || grid_shape(c->dir) == GRID_LINES) return status;
    errors_add(c->how->errors, "%s: a grid over %d coordinates has no map: it takes 2", c->dir, dim);
    return STATUS_DATA;
}

static Status effects(Chart *c)
{
    Effects e;
    Status status = effects_read(&e, c->dir, c->how->errors);
    if (status == STATUS_OK) status = effects_write(&e, c->folder, c->name, c->how->errors);
    chart_number(c, "fitted", 0, e.fitted);
    chart_number(c, "positions_scored", 0, e.positions);
    effects_free(&e);
    return status;
}

/* ---- the list ---- */

/* A chart of a run is one row here and its script. */
typedef struct {
    const char *name;              /* of its script, plots/NAME.gp, its tables and pictures */
    TableNeeds table;              /* the run's table that it is drawn from; without it there is no chart. columns NULL: the
                                    * statistics check it, or the script does */
    Kind kind;                     /* the runs for which the chart has a meaning */
    Status (*statistics)(Chart *); /* writes tables and assignments, or says what is wrong; NULL: there are none */
} Row;

#define POSITIONS                                                        \
    {                                                                    \
        "positions.tsv", "", TABLES_ITERATION " particle score", "score" \
    }
#define CURVES "share budget untuned_q25 untuned_median untuned_q75 tuned_q25 tuned_q75 tuned_median"
#define RATIO "whole error ratio ratio_low ratio_high"
static const Row rows[] = {
    {"convergence", {.file = "metrics.tsv"}, SEARCH, convergence},
    {"histogram", {"games.tsv", "", "score", "finished game"}, GAMES, NULL},
    {"meta_path", POSITIONS, SEARCH, NULL},
    {"weights", POSITIONS, SEARCH, NULL},
    {"personal", POSITIONS, SWARM, NULL},
    {"landscape", {.file = "config.ini"}, MAP, grid},
    {"sensitivity", {.file = "config.ini"}, LINES, grid},
    {"heldout", {"heldout.tsv", "problem", "budget untuned tuned", NULL}, ANY_RUN, NULL},
    {"effects", {.file = "blocks.tsv"}, SEARCH, effects},
    {"ablation", {"ablation.tsv", "key untuned tuned", "step score sem gain kept", NULL}, ANY_RUN, NULL},
    {"curves", {"curves.tsv", "problem", CURVES, NULL}, ANY_RUN, NULL},
    {"ranking", {"ranking.tsv", "weights", "rank games ci95 best_ratio worse_than_best mean", NULL}, ANY_RUN, NULL},
    {"splitting", {"splitting.tsv", "weights board", RATIO, NULL}, ANY_RUN, NULL},
    {"q", {"q.tsv", "", "step low q25 median q75 high reward illegal", NULL}, ANY_RUN, NULL},
    {"from_nothing", {"from_nothing.tsv", "line", "seed " TABLES_COST " seconds score wanted", NULL}, ANY_RUN, NULL},
    {"solve", {"solve.tsv", "template", "buffer nodes height", NULL}, ANY_RUN, NULL},
    {"repeat", {.file = "01"}, ANY_RUN, compare_repeat},
};
enum { ROWS = sizeof rows / sizeof *rows };

static Status check(const Row *row, const char *dir, Errors *errors)
{
    Tsv t;
    Status status = tables_read(&t, dir, &row->table, errors);
    if (status == STATUS_OK && tsv_column(&t, "particle") >= 0 && tsv_column(&t, "score") == t.columns - 1) {
        errors_add(errors, "%s: must have at least one coordinate behind the column score", t.path);
        status = STATUS_DATA;
    }
    tsv_free(&t);
    return status;
}

/* Draws all charts that there are. A table that is damaged, or has nothing to draw, is reported once. */
static Status draw_all(const Charts *how, const char *dir, const char *folder)
{
    Status status = STATUS_OK;
    const char *unusable = "";
    int tried = 0;
    for (const Row *row = rows; row < rows + ROWS; row++) {
        const char *table = row->table.file;
        if (!tables_has(dir, table) || strcmp(table, unusable) == 0 || !is_a(row->kind, dir)) continue;
        Chart c;
        const int said = how->errors->n;
        Status one = row->table.columns != NULL ? check(row, dir, how->errors) : STATUS_OK;
        chart_begin(&c, how, row->name, dir, folder);
        if (one == STATUS_OK && row->statistics != NULL) one = row->statistics(&c);
        if (one != STATUS_OK) unusable = table;
        one = gnuplot_draw(&c, row->name, one);
        if (one == STATUS_NO_INPUT && how->errors->n == said) continue;
        tried++;
        status = chart_graver(status, one);
    }
    if (tried > 0) return status;
    if (tables_has(dir, "games.tsv") && is_estimated(dir))
        errors_add(
            how->errors,
            "%s: nothing to draw: its games.tsv has estimates of the mean score, by splitting, and charts of games need whole "
            "games: swarmtris eval --estimator games",
            dir);
    else
        errors_add(how->errors,
                   "%s: nothing to draw: must have metrics.tsv, games.tsv, positions.tsv, blocks.tsv, heldout.tsv, curves.tsv, "
                   "ablation.tsv or ranking.tsv, or runs 01, 02, ...",
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
    const bool there = files_exists(folder);
    Status status = chart_folder(how, folder);
    if (status == STATUS_OK) status = draw_all(how, dir, folder);
    if (status == STATUS_NO_INPUT && !there) rmdir(folder); /* it stays where something is in it */
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, &dir, 1);
    free(folder);
    return status;
}

/* ---- charts that are about no single run ---- */

/* The ten best of each iteration. called: the folder whose name the study has. */
static Status draw_top(const Charts *how, const char *folder, const char *called, const Study *study)
{
    Chart c;
    const Variant *first = &study->variant[0];
    char *run = text_new("%s/%02d", first->dir, first->run[0].number);
    chart_begin(&c, how, "mean_median", called, folder);
    chart_traits(&c, run);
    free(run);
    return gnuplot_draw(&c, "mean_median", top_write(study, folder, how->errors));
}

Status charts_study(const Charts *how, const char *folder, const Study *study)
{
    assert(study->n >= 1 && study->variant[0].runs >= 1);
    Status status = chart_folder(how, folder);
    if (status != STATUS_OK) return status;
    /* A folder charts/ has the name of the folder that it is in. */
    char *name = files_name(folder), *above = files_path(folder, "..");
    Chart c;
    chart_begin(&c, how, "study", strcmp(name, "charts") == 0 ? above : folder, folder);
    chart_number(&c, "alpha", 0, study->alpha);
    chart_number(&c, "has_errors", 0, study->errors);
    chart_text(&c, "claim_name", 0, study_claim(study));
    status = gnuplot_draw(&c, "study", study_write(study, folder, how->errors));
    if (top_has(study)) status = chart_graver(status, draw_top(how, folder, strcmp(name, "charts") == 0 ? above : folder, study));
    free(name);
    free(above);
    return status;
}

/* The table that `bench parallel` writes. */
static Status check_speedup(Chart *c, const char *csv)
{
    static const TableNeeds needs = {.texts = "mode", .columns = "threads efficiency speedup"};
    Tsv t;
    Status status = tsv_read(&t, csv, ',', c->how->errors);
    if (status == STATUS_NO_INPUT) errors_add(c->how->errors, "%s: no such file", csv);
    if (status == STATUS_OK) status = tables_check(&t, &needs, c->how->errors);
    chart_path(c, "source", 0, csv);
    chart_number(c, "has_seconds", 0, tsv_column(&t, "seconds") >= 0 && tsv_column(&t, "min") >= 0 && tsv_column(&t, "max") >= 0);
    tsv_free(&t);
    return status;
}

Status charts_speedup(const Charts *how, const char *csv, const char *out)
{
    const char *slash = strrchr(out, '/');
    char *folder = slash == NULL ? mem_text(".") : text_new("%.*s", slash == out ? 1 : (int)(slash - out), out);
    Status status = chart_folder(how, folder);
    if (status == STATUS_OK) {
        Chart c;
        chart_begin(&c, how, "speedup", folder, folder);
        status = gnuplot_draw(&c, slash != NULL ? slash + 1 : out, check_speedup(&c, csv));
    }
    if (status == STATUS_UNAVAILABLE)
        errors_add(how->errors, "gnuplot is not installed (Debian package gnuplot-nox): what the chart shows is in %s", csv);
    free(folder);
    return status;
}

void charts_announce(const Charts *how, const char *prefix, FILE *out)
{
    if (out != NULL) message_lines(out, how->drawn, prefix);
    message_errors(how->errors, "");
    errors_free(how->drawn);
    errors_free(how->errors);
    if (how->warnings == NULL) return;
    message_errors(how->warnings, "warning: ");
    errors_free(how->warnings);
}
