/* meta_path: where a swarm went, over two or three of its coordinates; for a search over the parameters of particle swarms with
 * the curves below which such swarms converge. */
#include "base/mem.h"
#include "base/stats.h"
#include "file/files.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PARAMETERS_MAX 3 /* that are drawn */
#define POINTS_MAX 4000
#define CURVE_POINTS 201

/* positions.tsv: rows of round, score and the parameters (parameters <= 3; the columns from `first` on), and the rows where the score was
 * better than all before: best (bests). */
typedef struct {
    Tsv table;
    double *round, *score, *x[PARAMETERS_MAX];
    int *best, bests, first, parameters;
} Path;

static void path_free(Path *p)
{
    free(p->round);
    free(p->score);
    for (int k = 0; k < PARAMETERS_MAX; k++) free(p->x[k]);
    free(p->best);
    tsv_free(&p->table);
}

static void find_bests(Path *p)
{
    p->best = mem_new((size_t)p->table.rows, sizeof *p->best);
    for (int r = 0; r < p->table.rows; r++)
        if (isfinite(p->score[r]) && (p->bests == 0 || p->score[r] > p->score[p->best[p->bests - 1]])) p->best[p->bests++] = r;
}

static ChartsStatus path_read(Path *p, const char *dir, const char *file, Errors *errors)
{
    int before = errors->n;
    TsvStatus read = tsv_read(&p->table, file, '\t', errors);
    if (read == TSV_MISSING) return CHARTS_NO_DATA;
    if (read == TSV_BAD) return CHARTS_BAD_DATA;
    p->round = tsv_numbers(&p->table, "iteration", errors);
    p->score = chart_has(dir, "blocks.tsv") ? chart_whole_scores(&p->table, errors) : tsv_numbers(&p->table, "score", errors);
    p->first = tsv_column(&p->table, "score") + 1;
    int there = p->table.columns - p->first;
    p->parameters = there < PARAMETERS_MAX ? there : PARAMETERS_MAX;
    for (int k = 0; k < p->parameters; k++) p->x[k] = tsv_numbers(&p->table, p->table.name[p->first + k], errors);
    if (errors->n > before) return CHARTS_BAD_DATA;
    if (p->round == NULL || p->score == NULL || p->parameters < 1) {
        errors_add(errors, "%s: must have the columns iteration, particle, score, and at least one coordinate", file);
        return CHARTS_BAD_DATA;
    }
    find_bests(p);
    if (p->bests > 0) return CHARTS_DRAWN;
    errors_add(errors, "%s: has no score yet: nothing to draw", file);
    return CHARTS_NO_DATA;
}

/* "optimiser.inertia" is inertia. */
static const char *short_name(const Path *p, int k)
{
    const char *name = p->table.name[p->first + k], *dot = strrchr(name, '.');
    return dot != NULL && dot[1] != '\0' ? dot + 1 : name;
}

static Axis axis_of(const double *x, int n)
{
    Extent e = EXTENT_NONE;
    extent_add_all(&e, x, n);
    return axis_linear(e);
}

static bool is_coefficient(const char *name)
{
    return strcmp(name, "cognitive") == 0 || strcmp(name, "social") == 0;
}

/* v where it lies on the axis: a line that leaves the picture ends there. */
static double inside(const Axis *a, double v)
{
    return v >= a->lo && v <= a->hi ? v : NAN;
}

/* Borders of stability for equal coefficients c: of the mean, c = 2 (1 + w) (van den Bergh and Engelbrecht 2006), and of the
 * variance, c = 12 (1 - w^2) / (7 - 5 w) (Poli 2009). Panel k (1, 2): says which of them cross it; returns whether any does. */
static bool stability(Chart *c, int k, const Axis *w_axis, const Axis *c_axis)
{
    double w[CURVE_POINTS], mean[CURVE_POINTS], variance[CURVE_POINTS];
    int means = 0, variances = 0;
    for (int i = 0; i < CURVE_POINTS; i++) {
        w[i] = -1 + 2.0 * i / (CURVE_POINTS - 1);
        bool seen = w[i] >= w_axis->lo && w[i] <= w_axis->hi;
        mean[i] = seen ? inside(c_axis, 2 * (1 + w[i])) : NAN;
        variance[i] = seen ? inside(c_axis, 12 * (1 - w[i] * w[i]) / (7 - 5 * w[i])) : NAN;
        means += isfinite(mean[i]);
        variances += isfinite(variance[i]);
    }
    char name[CHART_NAME_MAX];
    chart_of(name, "stability", k);
    chart_table(c, name, (TsvColumn[]){{"w", w, NULL}, {"mean", mean, NULL}, {"variance", variance, NULL}}, 3, CURVE_POINTS);
    chart_of(name, "has_mean", k);
    chart_number(c, name, means > 1);
    chart_of(name, "has_variance", k);
    chart_number(c, name, variances > 1);
    return means > 1 || variances > 1;
}

/* Where a label of the path stands in panel k: beside x, y, on the side where there is room, a line up or down. */
static void end_of_path(Chart *c, int k, const char *which, const Axis *xs, double x, double y, double lines)
{
    char name[CHART_NAME_MAX];
    snprintf(name, sizeof name, "%s_x_%d", which, k);
    chart_number(c, name, x);
    snprintf(name, sizeof name, "%s_y_%d", which, k);
    chart_number(c, name, y);
    snprintf(name, sizeof name, "%s_side_%d", which, k);
    bool left = axis_at(xs, x) > 0.8;
    chart_text(c, name, "%s offset char %g, %g", left ? "right" : "left", left ? -1.4 : 1.4, lines);
}

/* Panel k (1, 2) shows x against y. Returns whether a border of stability crosses it. */
static bool panel(Chart *c, const Path *p, int k, const double *x, const double *y, const char *x_name, const char *y_name)
{
    char name[CHART_NAME_MAX];
    Axis xs = axis_of(x, p->table.rows), ys = axis_of(y, p->table.rows);
    chart_of(name, "x_axis", k);
    chart_axis(c, name, 'x', &xs, 6);
    chart_of(name, "y_axis", k);
    chart_axis(c, name, 'y', &ys, 8);
    chart_of(name, "x_label", k);
    chart_text(c, name, "%s", x_name);
    chart_of(name, "y_label", k);
    chart_text(c, name, "%s", y_name);
    bool crossed = strcmp(x_name, "inertia") == 0 && is_coefficient(y_name) && stability(c, k, &xs, &ys);

    int n = p->bests;
    double *all = mem_new((size_t)n * 4, sizeof *all), *at_x = all, *at_y = all + n, *dx = all + 2 * n, *dy = all + 3 * n;
    for (int i = 0; i < n; i++) {
        int here = p->best[i], next = p->best[i + 1 < n ? i + 1 : i];
        at_x[i] = x[here];
        at_y[i] = y[here];
        dx[i] = x[next] - x[here];
        dy[i] = y[next] - y[here];
    }
    double up = at_y[0] < at_y[n - 1] ? -0.9 : 0.9; /* so that the two labels do not meet */
    end_of_path(c, k, "start", &xs, at_x[0], at_y[0], up);
    end_of_path(c, k, "end", &xs, at_x[n - 1], at_y[n - 1], -up);
    chart_of(name, "best", k);
    chart_table(c, name, (TsvColumn[]){{"x", at_x, NULL}, {"y", at_y, NULL}, {"dx", dx, NULL}, {"dy", dy, NULL}}, 4, n);
    free(all);

    int rows = p->table.rows, stride = (rows + POINTS_MAX - 1) / POINTS_MAX;
    double *points = mem_new((size_t)rows * 3, sizeof *points), *px = points, *py = points + rows, *round = points + 2 * rows;
    memcpy(px, x, (size_t)rows * sizeof *x);
    memcpy(py, y, (size_t)rows * sizeof *y);
    memcpy(round, p->round, (size_t)rows * sizeof *round);
    chart_thin(px, rows, stride);
    chart_thin(py, rows, stride);
    int left = chart_thin(round, rows, stride);
    chart_of(name, "points", k);
    chart_table(c, name, (TsvColumn[]){{"x", px, NULL}, {"y", py, NULL}, {"iteration", round, NULL}}, 3, left);
    free(points);
    return crossed;
}

static void path_words(Chart *c, const Path *p, const char *dir, bool stable)
{
    char *name = files_name(dir), rows[40], score[40];
    int last = p->best[p->bests - 1];
    chart_shorten(name, 60);
    chart_text(c, "title", "%s: path of the swarm", name);
    axis_number(p->table.rows, rows, sizeof rows);
    axis_number(p->score[last], score, sizeof score);
    chart_text(c, "subtitle", "%s positions; line: the best so far, last in iteration %.0f with a score of %s%s", rows,
               p->round[last], score, stable ? "; curves: where c = cognitive = social stops converging" : "");
    free(name);
}

/* Colours count rounds; one round alone would be a range of nothing. */
static void path_rounds(Chart *c, const Path *p)
{
    Extent e = EXTENT_NONE;
    extent_add_all(&e, p->round, p->table.rows);
    double lo = e.lo <= e.hi ? e.lo : 0, hi = e.lo < e.hi ? e.hi : lo + 1;
    chart_number(c, "first_iteration", lo);
    chart_number(c, "last_iteration", hi);
    chart_number(c, "iteration_step", fmax(axis_step(hi - lo, 6), 1));
}

ChartsStatus chart_meta_path(const Charts *how, const char *dir, const char *folder)
{
    if (chart_is_grid(dir)) return CHARTS_NO_DATA;
    Path p = {0};
    char *file = files_path(dir, "positions.tsv");
    ChartsStatus status = path_read(&p, dir, file, how->errors);
    free(file);
    if (status == CHARTS_DRAWN) {
        Chart c;
        chart_begin(&c, how, folder, "meta_path", "meta_path");
        for (int k = 1; k <= 2; k++) fprintf(c.set, "has_mean_%d = 0\nhas_variance_%d = 0\n", k, k);
        bool crossed = false;
        path_rounds(&c, &p);
        chart_number(&c, "moves", p.bests > 1);
        chart_number(&c, "panels", p.parameters > 2 ? 2 : 1);
        if (p.parameters == 1) panel(&c, &p, 1, p.round, p.x[0], "iteration", short_name(&p, 0));
        for (int k = 1; k < p.parameters; k++)
            crossed = panel(&c, &p, k, p.x[0], p.x[k], short_name(&p, 0), short_name(&p, k)) || crossed;
        path_words(&c, &p, dir, crossed);
        status = chart_end(&c);
    }
    path_free(&p);
    return status;
}
