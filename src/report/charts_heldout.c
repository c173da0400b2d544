/* heldout: tuned against untuned parameters on held-out blocks, one panel a problem. */
#include "analysis/heldout.h"
#include "base/mem.h"
#include "base/stats.h"
#include "file/files.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOX_WIDTH 0.42
#define SMALL_FROM 12   /* problems: more of them get small panels */
#define PROBLEMS_MAX 32 /* and budgets that are drawn */

/* The blocks (n) of one part, as they are shown; name: borrowed. */
typedef struct {
    const char *name;
    const double *block;
    double *tuned, *rival;
    int n;
    Show show;
} Problem;

static void make_problem(Problem *p, const HeldoutPart *part)
{
    *p = (Problem){.name = part->label, .block = part->block, .n = part->n};
    p->tuned = mem_new((size_t)p->n * 2, sizeof *p->tuned);
    p->rival = p->tuned + p->n;
    p->show = show_of(part->value, p->n, false);
    if (p->show == SHOW_ROWS) p->show = show_of(part->value + p->n, p->n, false);
    for (int i = 0; i < 2 * p->n; i++) p->tuned[i] = show_score(p->show, part->value[i]);
}

static void boxes(Chart *c, const Problem *p, int k)
{
    const double *const side[2] = {p->tuned, p->rival};
    double at[2] = {1, 2}, left[2] = {1 - BOX_WIDTH / 2, 2 - BOX_WIDTH / 2}, width[2] = {BOX_WIDTH, BOX_WIDTH}, level[2] = {0},
           q[5][2];
    static const double share[5] = {0, 0.25, 0.5, 0.75, 1};
    double *sorted = mem_new((size_t)p->n, sizeof *sorted);
    for (int s = 0; s < 2; s++) {
        memcpy(sorted, side[s], (size_t)p->n * sizeof *sorted);
        stats_sort(sorted, p->n);
        for (int j = 0; j < 5; j++) q[j][s] = stats_quantile(sorted, p->n, share[j]);
    }
    free(sorted);
    char name[CHART_NAME_MAX], *which[2] = {"tuned", "untuned"};
    TsvColumn column[] = {{"which", NULL, which}, {"x", at, NULL},       {"min", q[0], NULL}, {"q25", q[1], NULL},
                          {"median", q[2], NULL}, {"q75", q[3], NULL},   {"max", q[4], NULL}, {"left", left, NULL},
                          {"width", width, NULL}, {"level", level, NULL}};
    chart_table(c, chart_of(name, "boxes", k), column, 10, 2);
}

/* Both scores of a block, between the boxes, joined by a line: a row of nothing ends it. */
static void pairs(Chart *c, const Problem *p, int k)
{
    int rows = p->n * 3;
    double *all = mem_new((size_t)rows * 3, sizeof *all), *block = all, *x = all + rows, *score = all + 2 * rows;
    for (int i = 0; i < rows; i++) {
        block[i] = p->block[i / 3];
        x[i] = i % 3 == 0 ? 1.32 : 1.68;
        score[i] = i % 3 == 0 ? p->tuned[i / 3] : i % 3 == 1 ? p->rival[i / 3] : NAN;
    }
    char name[CHART_NAME_MAX];
    TsvColumn column[] = {{"block", block, NULL}, {"x", x, NULL}, {"score", score, NULL}};
    chart_table(c, chart_of(name, "pairs", k), column, 3, rows);
    free(all);
}

/* "tuned better in 9 of 12" */
static void verdict(Chart *c, const Problem *p, int k)
{
    int better = 0, equal = 0;
    for (int i = 0; i < p->n; i++) {
        double gain = p->show == SHOW_ERROR ? p->rival[i] - p->tuned[i] : p->tuned[i] - p->rival[i];
        better += gain > 0;
        equal += gain == 0;
    }
    char name[CHART_NAME_MAX];
    chart_of(name, "verdict", k);
    if (equal > 0)
        chart_text(c, name, "better %d, equal %d of %d", better, equal, p->n);
    else
        chart_text(c, name, "better in %d of %d", better, p->n);
}

static void panel(Chart *c, Problem *p, int k, int n)
{
    char name[CHART_NAME_MAX], label[100], problem[100];
    int columns = n <= 4 ? n : n <= 12 ? (n + 1) / 2 : n <= 21 ? (n + 2) / 3 : (n + 3) / 4;
    Extent e = EXTENT_NONE;
    extent_add_all(&e, p->tuned, p->n);
    extent_add_all(&e, p->rival, p->n);
    Extent seen = e;
    int floored = show_floor(p->show, &seen, p->tuned, p->n) + show_floor(p->show, &seen, p->rival, p->n);
    if (floored > 0) e.above = fmax(e.above / 10, 1e-300);
    Axis y = show_axis(p->show, e);
    chart_axis(c, chart_of(name, "y_axis", k), 'y', &y, n > SMALL_FROM ? 2 : columns < n ? 4 : 8);
    snprintf(problem, sizeof problem, "%s", p->name);
    chart_shorten(problem, columns > 1 ? 110 / columns : 80);
    chart_text(c, chart_of(name, "name", k), "%s", problem);
    snprintf(label, sizeof label, "%s", p->show == SHOW_ERROR ? floored > 0 ? "error (0 at edge)" : "error" : "rows a game");
    chart_text(c, chart_of(name, "unit", k), "%s", label);
    const bool small = n > SMALL_FROM;
    chart_panel(c,
                &(ChartPage){.n = n,
                             .columns = columns,
                             .width = 0.985,
                             .height = 0.88,
                             .top = 0.895,
                             .left = fmin(0.062, 0.413 / columns),
                             .right = 0.008,
                             .above = small ? 0.058 : 0.115,
                             .below = small ? 0.04 : 0.055},
                k);
    verdict(c, p, k);
    boxes(c, p, k);
    pairs(c, p, k);
}

/* The first n of so many parts. */
static ChartsStatus draw(const Charts *how, const char *dir, const char *folder, Problem *problem, int n, int parts)
{
    Chart c;
    char *name = files_name(dir);
    chart_begin(&c, how, folder, "heldout", "heldout");
    chart_shorten(name, 60);
    chart_text(&c, "title", "%s: tuned against untuned on held-out blocks", name);
    char some[60] = "";
    if (n < parts) snprintf(some, sizeof some, "; the first %d of %d", n, parts);
    chart_text(&c, "subtitle",
               "boxes: quartiles and median; whiskers: extremes; lines join the two scores of a block; "
               "less error or more rows is better%s",
               some);
    chart_number(&c, "panels", n);
    chart_number(&c, "small", n > SMALL_FROM);
    for (int k = 1; k <= n; k++) panel(&c, &problem[k - 1], k, n);
    free(name);
    return chart_end(&c);
}

ChartsStatus chart_heldout(const Charts *how, const char *dir, const char *folder)
{
    Heldout h;
    Problem problem[PROBLEMS_MAX];
    TsvStatus read = heldout_read(&h, dir, how->errors);
    ChartsStatus status = read == TSV_MISSING ? CHARTS_NO_DATA : CHARTS_BAD_DATA;
    int n = 0;
    for (int k = 0; k < h.parts && n < PROBLEMS_MAX; k++)
        if (h.part[k].n > 0) make_problem(&problem[n++], &h.part[k]);
    if (n > 0) status = draw(how, dir, folder, problem, n, h.parts);
    for (int k = 0; k < n; k++) free(problem[k].tuned);
    heldout_free(&h);
    return status;
}
