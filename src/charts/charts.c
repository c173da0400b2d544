/* charts.c. The list of all charts of a run, what each needs, and which assignments its NAME.set has. */
#include "charts/charts.h"

#include "analysis/grid.h"
#include "base/mem.h"
#include "base/text.h"
#include "charts/chart.h"
#include "charts/compare.h"
#include "file/files.h"
#include "file/message.h"
#include "systems_built.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

/* ---- whether a chart has a meaning for a run ---- */

/* The properties of a run that decide which charts it has. */
typedef struct {
    GridShape shape;
    bool velocities; /* it is a swarm */
    bool estimated;  /* its result is an estimate of the mean score, made of replicates and not of whole games */
} Nature;

/* A damaged table is reported when the chart of the score is drawn from it. Other charts are drawn all the same. */
static Status look_at_metrics(Nature *n, const char *dir, Errors *errors)
{
    CLOSED(tsv_free) Tsv t;
    CLOSED(errors_free) Errors said = {0};
    const Status status = tables_read_if(&t, dir, &(TableNeeds){.file = "metrics.tsv"}, &said);
    n->velocities = status == STATUS_OK && tsv_column(&t, "velocity") >= 0;
    for (int i = 0; status == STATUS_NO_INPUT && i < said.n; i++) errors_add(errors, "%s", said.line[i]);
    return status == STATUS_NO_INPUT ? status : STATUS_OK;
}

static Status look_at_result(Nature *n, const char *dir, Errors *errors)
{
    CLOSED(run_reported_free) RunReported r;
    const Status status = run_reported_read(&r, dir, errors);
    for (int i = 0; i < r.n; i++) n->estimated = n->estimated || strcmp(r.score[i].name, "estimated") == 0;
    return status;
}

static Status look_at(Nature *n, const char *dir, Errors *errors)
{
    *n = (Nature){0};
    Status status = grid_shape(dir, &n->shape, errors);
    status = chart_graver(status, look_at_metrics(n, dir, errors));
    return chart_graver(status, look_at_result(n, dir, errors));
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
    CLOSED(progress_free) Progress p;
    const Status status = progress_read(&p, c->dir, c->how->axis, c->how->errors);
    const bool known = status == STATUS_OK && c->how->axis != NULL && progress_axis(&p, c->how->axis) != NULL;
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

/* Checks the run whose path is drawn, since the script itself reads its positions. */
static Status path_over(Chart *c, const char *run)
{
    CLOSED(tsv_free) Tsv t;
    const Status status = tables_read_if(&t, run, &(TableNeeds){.file = "positions.tsv"}, c->how->errors);
    chart_path(c, "path_run", 0, run);
    chart_number(c, "has_path", 0, status == STATUS_OK && t.columns > 0);
    return status;
}

static Status map(Chart *c)
{
    int dim = 0;
    Status status = grid(c, &dim);
    if (status == STATUS_OK && dim != 2) {
        errors_add(c->how->errors, "%s: a grid over %d coordinates has no map: it takes 2", c->dir, dim);
        status = STATUS_DATA;
    }
    return status == STATUS_OK && c->how->path != NULL ? path_over(c, c->how->path) : status;
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
    if (n->estimated && tables_has(dir, "games.tsv"))
        errors_add(
            how->errors,
            "%s: nothing to draw: its games.tsv has estimates of the mean score, by splitting, and charts of games need whole "
            "games: swarmtris eval --estimator games",
            dir);
    else
        errors_add(how->errors,
                   "%s: nothing to draw: must have metrics.tsv, games.tsv, positions.tsv, heldout.tsv, curves.tsv, "
                   "ablation.tsv or ranking.tsv, or runs 01, 02, ...",
                   dir);
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
        if (!tables_has(dir, table) || strcmp(table, unusable) == 0 || !is_a(row->runs, &nature)) continue;
        bool usable;
        const Status one = draw_row(row, how, dir, folder, &usable);
        if (!usable) unusable = table;
        if (one == STATUS_NO_INPUT && how->errors->n == said) continue;
        tried++;
        status = chart_graver(status, one);
    }
    if (tried > 0) return status;
    say_nothing_to_draw(how, dir, &nature);
    return STATUS_NO_INPUT;
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
    const bool there = files_exists(folder);
    int lock;
    Status status = chart_folder(how, folder, &lock);
    if (status == STATUS_OK) status = draw_all(how, dir, folder);
    if (status == STATUS_NO_INPUT && !there) rmdir(folder); /* it stays if it is not empty */
    chart_leave(lock);
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, &dir, 1);
    return status;
}

/* ---- charts that are about no single run ---- */

/* Puts the settings that all runs of all variants have in common. */
static void put_caption(Chart *c, const Study *study)
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
    put_caption(&c, study);
    return gnuplot_draw(&c, row->name, row->statistics(study, &c));
}

Status charts_study(const Charts *how, const char *folder, const Study *study)
{
    assert(study->n >= 1 && study->variant[0].runs >= 1);
    int lock;
    Status status = chart_folder(how, folder, &lock);
    if (status != STATUS_OK) return status;
    /* A folder charts/ gets the name of the folder that it is in. */
    OWNED char *name = files_name(folder), *above = files_path(folder, "..");
    const char *called = strcmp(name, "charts") == 0 ? above : folder;
    Chart c;
    chart_begin(&c, how, "study", called, folder);
    put_caption(&c, study);
    chart_number(&c, "alpha", 0, study->alpha);
    chart_number(&c, "has_errors", 0, study->errors);
    chart_text(&c, "claim_name", 0, study_reported(study));
    status = gnuplot_draw(&c, "study", study_write(study, folder, how->errors));
    for (int i = 0; of_studies[i] != NULL; i++)
        if (of_studies[i]->has(study)) status = chart_graver(status, draw_of_study(of_studies[i], how, folder, called, study));
    chart_leave(lock);
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
    if (how->warnings == NULL) return;
    message_errors(how->warnings, "warning: ");
}
