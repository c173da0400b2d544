/* mean_median.c. Room charts. Mean and median of the ten best positions of each iteration, over the runs of a study, and the line
 * that fits them.
 *
 * Idea: a mean far above the median says that few of the ten are much better than the others.
 * Source: the mean-median charts of the program tetrispros. */
#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"
#include "charts/charts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { TEN = 10 };

/* One iteration, summed over runs. */
typedef struct {
    double mean, median;
    int runs;
} Top;

/* A variant's iterations, from 1 on: (n). */
typedef struct {
    Top *top; /* owned */
    int n, room;
} Course;

/* The line of least squares through n points: their means x and y, and sums of products of the distances from these. */
typedef struct {
    int n;
    double x, y, xx, xy, yy;
} Line;

static void line_add(Line *l, double x, double y)
{
    const double dx = x - l->x, dy = y - l->y;
    l->n++;
    l->x += dx / l->n;
    l->y += dy / l->n;
    l->xx += dx * (x - l->x);
    l->xy += dx * (y - l->y);
    l->yy += dy * (y - l->y);
}

static char *run_directory(const Variant *v, int run)
{
    return text_new("%s/%02d", v->dir, v->run[run].number);
}

/* Whether all runs have their positions. */
static bool has_positions(const Study *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->variant[i].runs; k++) {
            OWNED char *dir = run_directory(&s->variant[i], k);
            if (!files_has(dir, "positions.tsv")) return false;
        }
    return true;
}

/* Adds the scores (n, reordered) of an iteration. */
static void add_iteration(Course *c, int iteration, double *score, int n)
{
    assert(n >= 1 && iteration >= 1);
    stats_sort(score, n);
    const int ten = n < TEN ? n : TEN;
    Stats best = {0};
    for (int k = n - ten; k < n; k++) stats_add(&best, score[k]);
    c->top = mem_grow(c->top, &c->room, iteration, sizeof *c->top);
    while (c->n < iteration) c->top[c->n++] = (Top){0};
    Top *t = &c->top[iteration - 1];
    t->mean += best.mean;
    t->median += stats_quantile(score + n - ten, ten, 0.5);
    t->runs++;
}

/* Adds the rows of a run, which come iteration by iteration. Scores that are not finite are the worst, and left out. */
static void add_rows(Course *c, const double *iteration, double *score, int rows)
{
    for (int first = 0, end; first < rows; first = end) {
        int n = 0;
        for (end = first; end < rows && iteration[end] == iteration[first]; end++)
            if (isfinite(score[end])) score[first + n++] = score[end];
        if (n > 0 && iteration[first] >= 1 && iteration[first] <= 1e6) add_iteration(c, (int)iteration[first], score + first, n);
    }
}

static Status add_run(Course *c, const char *dir, Errors *errors)
{
    static const TableNeeds needs = {"positions.tsv", "", TABLES_ITERATION " particle score", "score"};
    CLOSED(tsv_free) Tsv t;
    Status status = tables_read(&t, dir, &needs, errors);
    if (status != STATUS_OK) return status;
    OWNED double *iteration = tsv_numbers(&t, TABLES_ITERATION, errors), *score = tsv_numbers(&t, "score", errors);
    add_rows(c, iteration, score, t.rows);
    return STATUS_OK;
}

static Status add_variant(const Variant *v, Table *t, Table *fit, Errors *errors)
{
    Course c = {0};
    Line line = {0};
    Status status = STATUS_OK;
    for (int k = 0; k < v->runs && status == STATUS_OK; k++) {
        OWNED char *dir = run_directory(v, k);
        status = add_run(&c, dir, errors);
    }
    for (int i = 0; i < c.n; i++) {
        const Top *top = &c.top[i];
        const double row[] = {i + 1, top->mean / v->runs, top->median / v->runs};
        if (top->runs != v->runs) continue;
        table_row(t, v->name, row, 3);
        line_add(&line, row[2], row[1]);
    }
    if (line.n >= 2 && line.xx > 0) { /* a line needs two points that differ in x */
        const double slope = line.xy / line.xx, square = line.yy > 0 ? slope * line.xy / line.yy : 1;
        table_row(fit, v->name, (const double[]){line.n, slope, line.y - slope * line.x, square}, 4);
    }
    free(c.top);
    return status;
}

/* mean_median.tsv: a row for each variant and each iteration that all of its runs have; means over the runs. mean_median_fit.tsv:
 * a row a variant whose medians differ, with the line of least squares, mean = intercept + slope x median. */
static Status write_tables(const Study *s, Chart *c)
{
    Table t, fit;
    Errors *errors = c->how->errors;
    Status status = STATUS_OK;
    table_begin(&t, "variant\titeration\tmean\tmedian");
    table_begin(&fit, "variant\titerations\tslope\tintercept\tr_squared");
    for (int i = 0; i < s->n && status == STATUS_OK; i++) status = add_variant(&s->variant[i], &t, &fit, errors);
    const Status written = table_write(&t, c->folder, errors, "mean_median.tsv");
    const Status fitted = table_write(&fit, c->folder, errors, "mean_median_fit.tsv");
    chart_number(c, "has_fit", 0, files_has(c->folder, "mean_median_fit.tsv"));
    return status != STATUS_OK ? status : written != STATUS_OK ? written : fitted;
}

const StudyChart chart_mean_median = {"mean_median", has_positions, write_tables};
