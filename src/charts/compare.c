/* compare.c. The runs of one --repeat, as median and bands over their seeds; several runs, or repeats, in one picture. */
#include "charts/compare.h"

#include "base/mem.h"
#include "base/text.h"
#include "charts/chart.h"
#include "file/files.h"
#include "file/ini.h"
#include "store/rundir.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Runs that are drawn as one: a run alone, or those of a repeat. */
typedef struct {
    Progress *run; /* (runs), owned */
    int runs;
    bool repeat;
    char *name; /* of the run or the repeat; owned */
} Group;

static void group_free(Group *g)
{
    for (int i = 0; i < g->runs; i++) progress_free(&g->run[i]);
    free(g->run);
    free(g->name);
    *g = (Group){0};
}

/* Reads the runs 01, 02, ... below dir that have an iteration. A run without one is no error, since a repeat may still be
 * running. A table that cannot be read is an error. */
static Status read_repeat(Group *g, const char *dir, const Charts *how)
{
    char **run;
    const int n = rundir_repeats(dir, &run);
    Status status = STATUS_OK;
    *g = (Group){.name = files_name(dir), .repeat = true, .run = mem_new((size_t)n, sizeof *g->run)};
    for (int i = 0; i < n; i++) {
        Progress p;
        CLOSED(errors_free) Errors said = {0};
        Status one = progress_read(&p, run[i], how->axis, &said);
        const bool begun = p.table.rows > 0 || one == STATUS_DATA || (p.table.columns == 0 && said.n > 0);
        for (int k = 0; one != STATUS_OK && begun && k < said.n; k++) errors_add(how->errors, "%s", said.line[k]);
        if (begun) status = chart_graver(status, one);
        if (one == STATUS_OK)
            g->run[g->runs++] = p;
        else
            progress_free(&p);
    }
    mem_free_texts(run, n);
    return status != STATUS_OK ? status : g->runs > 0 ? STATUS_OK : STATUS_NO_INPUT;
}

/* Reads dir as a run alone, else as a repeat. */
static Status read_group(Group *g, const char *dir, const Charts *how)
{
    const Status checked = chart_check(how, dir);
    *g = (Group){0};
    if (checked != STATUS_OK) return checked;
    if (tables_has(dir, "metrics.tsv")) {
        *g = (Group){.name = files_name(dir), .run = mem_new(1, sizeof *g->run), .runs = 1};
        return progress_read(g->run, dir, how->axis, how->errors);
    }
    Status status = read_repeat(g, dir, how);
    if (status == STATUS_NO_INPUT)
        errors_add(how->errors, "%s: must be the directory of a training, or of the runs 01, 02, ... of a --repeat", dir);
    return status;
}

/* Whether all groups have scores of one kind, as those of one picture must. */
static bool is_alike(const Group *g, int groups, Errors *errors)
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
    static const char *const keys[] = {"objective.kind",  "objective.dim",    "objective.max_pieces", "training.width",
                                       "training.height", "validation.width", "validation.height"};
    bool is = strcmp(e->section, "game") == 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !is; i++) {
        const size_t n = strlen(e->section);
        is = strncmp(keys[i], e->section, n) == 0 && keys[i][n] == '.' && strcmp(keys[i] + n + 1, e->key) == 0;
    }
    return is;
}

static Status read_config(Ini *ini, const Group *g, Errors *errors)
{
    return ini_read_in(ini, g->run[0].dir, "config.ini", errors);
}

/* The first key of the board whose value in ini is not that in first; NULL: there is none. *other: the entry in first. */
static const IniEntry *find_difference(const Ini *first, const Ini *ini, const IniEntry **other)
{
    for (int i = 0; i < ini->entries; i++) {
        const IniEntry *own = &ini->entry[i];
        *other = is_of_board(own) ? ini_find(first, own->section, own->key) : NULL;
        if (*other != NULL && strcmp((*other)->value, own->value) != 0) return own;
    }
    return NULL;
}

/* Warns of runs on another board than that of the first group. It is no error, since the user may want to see just this. */
static Status warn_of_boards(const Charts *how, const Group *g, int groups)
{
    CLOSED(ini_free) Ini first;
    Status status = read_config(&first, &g[0], how->errors);
    for (int k = 1; k < groups && how->warnings != NULL; k++) {
        CLOSED(ini_free) Ini ini;
        const IniEntry *other, *own;
        status = chart_graver(status, read_config(&ini, &g[k], how->errors));
        if ((own = find_difference(&first, &ini, &other)) != NULL)
            errors_add(how->warnings, "%s has [%s] %s = %s, and %s has %s: their scores cannot be compared", g[0].name,
                       other->section, other->key, other->value, g[k].name, own->value);
    }
    return status;
}

/* The x axis of a picture, if the user does not name it, is what was played. It is iterations if that is not known or differs
 * between runs. It is iterations, too, for a single --repeat whose runs all have the same number of them. */
static const char *axis_of(const Charts *how, const Group *g, int groups)
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

Status compare_seconds(const Chart *c, const Progress *p, int k)
{
    Table t;
    if (p->seconds == NULL) return STATUS_OK;
    progress_seconds(p, &t);
    return table_write(&t, c->folder, c->how->errors, "%s_seconds_%d.tsv", c->name, k);
}

/* Assigns where the reported scores of group number k (0: the only group) are: in the summary of a --repeat, else in a table
 * made of the runs' results. */
static Status put_reported(Chart *c, const Group *g, const char *dir, int k)
{
    Table t;
    Status status = STATUS_OK;
    OWNED char *summary = files_path(dir, "summary.tsv"),
               *name = k > 0 ? text_new("%s_%d_reported.tsv", c->name, k) : text_new("%s_reported.tsv", c->name);
    OWNED char *own = files_path(c->folder, name);
    const bool summed = files_exists(summary), any = !summed && progress_reported(g->run, g->runs, &t);
    if (any) status = table_write(&t, c->folder, c->how->errors, "%s", name);
    chart_number(c, "has_claims", k, summed || any);
    chart_path(c, "claims", k, summed ? summary : own);
    return status;
}

static void put_caption(Chart *c, const Group *g, int groups)
{
    int n = 0, all = 0;
    for (int k = 0; k < groups; k++) all += g[k].runs;
    OWNED const char **run = mem_new((size_t)all, sizeof *run);
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) run[n++] = g[k].run[i].dir;
    caption_put(c, run, n);
}

Status compare_repeat(Chart *c)
{
    CLOSED(group_free) Group g;
    Table t;
    Status status = read_repeat(&g, c->dir, c->how);
    if (status == STATUS_OK && !is_alike(&g, 1, c->how->errors)) status = STATUS_DATA;
    if (status == STATUS_OK) {
        const char *axis = axis_of(c->how, &g, 1);
        chart_units(c, g.run[0].dir);
        put_caption(c, &g, 1);
        chart_text(c, "x_axis", 0, axis);
        chart_number(c, "runs", 0, g.runs);
        progress_bands(g.run, g.runs, axis, &t);
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
static Status put_group(Chart *c, const Group *g, const char *dir, const char *axis, int k)
{
    assert(k >= 1 && g->runs >= 1);
    Table t;
    const bool bands = g->runs > 1;
    chart_text(c, "name", k, g->name);
    chart_number(c, "is_repeat", k, bands);
    if (!bands) chart_reported(c, k, g->run[0].dir);
    chart_path(c, "run", k, bands ? dir : g->run[0].dir);
    if (!bands) return compare_seconds(c, &g->run[0], k);
    progress_bands(g->run, g->runs, axis, &t);
    const Status status = table_write(&t, c->folder, c->how->errors, "compare_%d.tsv", k);
    return status == STATUS_OK ? put_reported(c, g, dir, k) : status;
}

static Status draw(const Charts *how, const char *folder, Group *g, const char *const *dir, int n)
{
    Chart c;
    Status status = STATUS_OK;
    const char *axis = axis_of(how, g, n);
    chart_begin(&c, how, "compare", dir[0], folder);
    chart_units(&c, g[0].run[0].dir);
    put_caption(&c, g, n);
    chart_text(&c, "x_axis", 0, axis);
    chart_number(&c, "runs", 0, n);
    for (int k = 0; k < n && status == STATUS_OK; k++) status = put_group(&c, &g[k], dir[k], axis, k + 1);
    return gnuplot_draw(&c, "compare", status);
}

Status charts_compare(const Charts *how, const char *const *dir, int n)
{
    assert(n >= 1);
    Status status = STATUS_OK;
    OWNED Group *g = mem_new((size_t)n, sizeof *g);
    for (int k = 0; k < n; k++) status = chart_graver(status, read_group(&g[k], dir[k], how));
    if (status == STATUS_OK && !is_alike(g, n, how->errors)) status = STATUS_DATA;
    if (status == STATUS_OK) status = warn_of_boards(how, g, n);
    OWNED char *folder = how->out != NULL ? mem_text(how->out) : files_path(dir[0], "charts");
    int lock = -1;
    if (status == STATUS_OK) status = chart_folder(how, folder, &lock);
    if (status == STATUS_OK) status = draw(how, folder, g, dir, n);
    chart_leave(lock);
    if (status == STATUS_UNAVAILABLE) gnuplot_missing(how, folder, dir, n);
    for (int k = 0; k < n; k++) group_free(&g[k]);
    return status;
}
