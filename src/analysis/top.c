/* top.c. Mean and median of the ten best positions of each iteration. */
#include "analysis/top.h"

#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { TEN = 10 };

/* One iteration, summed over runs. */
typedef struct {
    double mean, median;
    int runs;
} Top;

/* (n) by iteration, from 1 on. */
typedef struct {
    Top *top; /* owned */
    int n, room;
} Course;

static char *run_directory(const Variant *v, int run)
{
    return text_new("%s/%02d", v->dir, v->run[run].number);
}

bool top_has(const Study *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->variant[i].runs; k++) {
            char *dir = run_directory(&s->variant[i], k);
            const bool has = tables_has(dir, "positions.tsv");
            free(dir);
            if (!has) return false;
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
    Tsv t;
    Status status = tables_read(&t, dir, &needs, errors);
    if (status == STATUS_OK) {
        double *iteration = tsv_numbers(&t, TABLES_ITERATION, errors), *score = tsv_numbers(&t, "score", errors);
        add_rows(c, iteration, score, t.rows);
        free(iteration);
        free(score);
    }
    tsv_free(&t);
    return status;
}

static Status add_variant(const Variant *v, Table *t, Errors *errors)
{
    Course c = {0};
    Status status = STATUS_OK;
    for (int k = 0; k < v->runs && status == STATUS_OK; k++) {
        char *dir = run_directory(v, k);
        status = add_run(&c, dir, errors);
        free(dir);
    }
    for (int i = 0; i < c.n; i++) {
        const Top *top = &c.top[i];
        const double row[] = {i + 1, top->mean / v->runs, top->median / v->runs};
        if (top->runs == v->runs) table_row(t, v->name, row, 3);
    }
    free(c.top);
    return status;
}

Status top_write(const Study *s, const char *folder, Errors *errors)
{
    Table t;
    Status status = STATUS_OK;
    table_begin(&t, "variant\titeration\tmean\tmedian");
    for (int i = 0; i < s->n && status == STATUS_OK; i++) status = add_variant(&s->variant[i], &t, errors);
    const Status written = table_write(&t, folder, errors, "mean_median.tsv");
    return status != STATUS_OK ? status : written;
}
