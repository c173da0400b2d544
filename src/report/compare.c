/* compare.c. The runs of one --repeat, as median and bands over their seeds; several runs, or repeats, in one picture. */
#include "report/compare.h"

#include "analysis/progress.h"
#include "base/mem.h"
#include "file/files.h"
#include "report/gnuplot.h"
#include "store/rundir.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 999 };

/* Runs that are drawn as one: a single run, or those of a repeat. */
typedef struct {
    Progress *run; /* (runs), owned */
    char **dir;    /* (runs), owned: their directories */
    int runs;      /* at most RUNS_MAX */
    bool repeat;   /* they are the runs of a repeat */
    char *name;    /* in the legend; owned */
} Group;

static void group_free(Group *g)
{
    for (int i = 0; i < g->runs; i++) {
        progress_free(&g->run[i]);
        free(g->dir[i]);
    }
    free(g->run);
    free(g->dir);
    free(g->name);
    *g = (Group){0};
}

/* Reads the runs 01, 02, ... below dir that have an iteration. Runs without one are no mistake: a repeat may still be running. */
static Status read_repeat(Group *g, const char *dir, const Charts *how)
{
    char **run;
    int n = rundir_repeats(dir, &run);
    Status status = STATUS_OK;
    *g = (Group){.name = files_name(dir), .repeat = true, .dir = run};
    g->run = mem_new((size_t)n, sizeof *g->run);
    for (int i = 0; i < n; i++) {
        Errors said = {0};
        Progress p = {0};
        Status one = g->runs < RUNS_MAX ? progress_read(&p, run[i], chart_by_seconds(how), &said) : STATUS_NO_INPUT;
        if (one == STATUS_OK) {
            g->dir[g->runs] = run[i];
            g->run[g->runs++] = p;
        } else {
            if (one != STATUS_NO_INPUT) status = one;
            for (int k = 0; one != STATUS_NO_INPUT && k < said.n; k++) errors_add(how->errors, "%s", said.line[k]);
            progress_free(&p);
            free(run[i]);
        }
        errors_free(&said);
    }
    return status != STATUS_OK ? status : g->runs > 0 ? STATUS_OK : STATUS_NO_INPUT;
}

/* Reads a single run if dir is one, else a repeat. */
static Status read_group(Group *g, const char *dir, const Charts *how)
{
    if (tables_has(dir, "metrics.tsv")) {
        *g = (Group){.name = files_name(dir), .run = mem_new(1, sizeof *g->run), .dir = mem_new(1, sizeof *g->dir), .runs = 1};
        g->dir[0] = mem_text(dir);
        return progress_read(g->run, g->dir[0], chart_by_seconds(how), how->errors);
    }
    Status status = read_repeat(g, dir, how);
    if (status == STATUS_NO_INPUT)
        errors_add(how->errors, "%s: must be the directory of a run, or of the runs 01, 02, ... of a --repeat", dir);
    return status;
}

/* Whether all groups of a picture have the same kind of scores. */
static bool is_alike(const Group *g, int groups, Errors *errors)
{
    assert(groups >= 1 && g[0].runs >= 1);
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

/* The x axis of a picture. Unless the user has chosen one it is the pieces played; iterations where pieces are not known or not
 * the same thing in all runs, and for one repeat where all runs have the same number of iterations. */
static const char *axis_of(const Charts *how, const Group *g, int groups)
{
    bool known = true, same = groups == 1;
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) {
            known = known && g[k].run[i].cost != NULL && strcmp(g[k].run[i].cost_noun, g[0].run[0].cost_noun) == 0;
            same = same && g[k].run[i].table.rows == g[0].run[0].table.rows;
        }
    if (how->axis != NULL && (known || strcmp(how->axis, "pieces") != 0)) return how->axis;
    return known && !(same && g[0].repeat) ? "pieces" : "iterations";
}

static void assign_numbered(Chart *c, const char *variable, int k, const char *text, double value)
{
    char name[60];
    snprintf(name, sizeof name, "%s_%d", variable, k);
    if (text != NULL)
        chart_text(c, name, text);
    else
        chart_number(c, name, value);
}

/* Assigns the directory of run number k, and writes its seconds if they are drawn. */
static Status put_run(Chart *c, const char *dir, const Progress *p, int k)
{
    assert(k >= 1);
    char file[100], *real = realpath(dir, NULL);
    assign_numbered(c, "run", k, real != NULL ? real : dir, 0);
    free(real);
    if (p == NULL || p->seconds == NULL) return STATUS_OK;
    snprintf(file, sizeof file, "%s_seconds_%d.tsv", c->name, k);
    return progress_write_seconds(p, c->folder, file, c->how->errors);
}

Status compare_repeat(Chart *c)
{
    Group g;
    Status status = read_repeat(&g, c->dir, c->how);
    if (status == STATUS_OK && !is_alike(&g, 1, c->how->errors)) status = STATUS_DATA;
    if (status == STATUS_OK) {
        const char *axis = axis_of(c->how, &g, 1);
        chart_traits(c, g.dir[0]);
        chart_text(c, "x_axis", axis);
        chart_number(c, "runs", g.runs);
        for (int i = 0; i < g.runs && status == STATUS_OK; i++) status = put_run(c, g.dir[i], &g.run[i], i + 1);
        if (status == STATUS_OK) status = progress_write_bands(g.run, g.runs, axis, c->folder, "repeat.tsv", c->how->errors);
    }
    group_free(&g);
    return status;
}

/* Assigns group number k of a comparison: a single run as it is, a repeat as the bands over its runs. */
static Status put_group(Chart *c, const Group *g, const char *dir, const char *axis, int k)
{
    char file[100];
    const bool bands = g->runs > 1;
    assign_numbered(c, "name", k, g->name, 0);
    assign_numbered(c, "is_repeat", k, NULL, bands);
    assign_numbered(c, "has_claim", k, NULL, tables_has(bands ? dir : g->dir[0], bands ? "summary.tsv" : "result.tsv"));
    if (!bands) return put_run(c, g->dir[0], &g->run[0], k);
    Status status = put_run(c, dir, NULL, k);
    snprintf(file, sizeof file, "compare_%d.tsv", k);
    return status == STATUS_OK ? progress_write_bands(g->run, g->runs, axis, c->folder, file, c->how->errors) : status;
}

static Status draw_groups(const Charts *how, const char *folder, Group *g, const char *const *dir, int n)
{
    Chart c;
    Status status = STATUS_OK;
    const char *axis = axis_of(how, g, n);
    chart_begin(&c, how, "compare", dir[0], folder);
    chart_traits(&c, g[0].dir[0]);
    chart_text(&c, "x_axis", axis);
    chart_number(&c, "runs", n);
    for (int k = 0; k < n && status == STATUS_OK; k++) status = put_group(&c, &g[k], dir[k], axis, k + 1);
    return chart_end(&c, "compare", status);
}

Status charts_compare(const Charts *how, const char *const *dir, int n)
{
    Status status = STATUS_OK;
    assert(n >= 1);
    Group *g = mem_new((size_t)n, sizeof *g);
    for (int k = 0; k < n; k++) status = chart_graver(status, read_group(&g[k], dir[k], how));
    if (status == STATUS_OK && !is_alike(g, n, how->errors)) status = STATUS_DATA;
    char *folder = how->out != NULL ? mem_text(how->out) : files_path(dir[0], "charts");
    if (status == STATUS_OK) status = chart_folder(how, folder);
    if (status == STATUS_OK) status = draw_groups(how, folder, g, dir, n);
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, dir, n);
    for (int k = 0; k < n; k++) group_free(&g[k]);
    free(g);
    free(folder);
    return status;
}
