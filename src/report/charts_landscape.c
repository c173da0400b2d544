/* landscape: what a grid over two parameters of an optimiser found out, one map a problem, with the borders of stability, published
 * settings and, if asked for, the path of a search. sensitivity: the same along the lines through one point. */
#include "base/mem.h"
#include "base/noun.h"
#include "base/stats.h"
#include "config/problems.h"
#include "file/files.h"
#include "registry.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 6, LINES_MAX = 8, CURVE_POINTS = 201 };

/* What one problem with one budget said: label, owned; q25, median, q75 (points) of what its blocks claim, logs of them, owned. errors: of
 * errors; else of scores. */
typedef struct {
    char *label;
    double *q25, *median, *q75;
    bool errors;
} Part;

/* The points (n) of a grid: x (dim,n), owned, the columns of table from `first` on; part (parts); left_out: there are more. */
typedef struct {
    Tsv table;
    int n, dim, first, parts;
    bool left_out;
    double **x;
    Part part[PARTS_MAX];
} Grid;

/* Whether an ini of the run has the line; otherwise: what is so where there is no such file. */
static bool says(const char *dir, const char *ini, const char *line, bool otherwise)
{
    char *path = files_path(dir, ini), *text = files_read(path, NULL);
    bool said = text != NULL ? strstr(text, line) != NULL : otherwise;
    free(path);
    free(text);
    return said;
}

bool chart_is_grid(const char *dir)
{
    return says(dir, "config.ini", "\nkind = grid\n", false) && says(dir, "config.ini", "\n[meta]\n", false);
}

/* "optimiser.cognitive+social" is cognitive+social. */
static const char *short_name(const Grid *g, int j)
{
    const char *name = g->table.name[g->first + j], *point = strrchr(name, '.');
    return point != NULL && point[1] != '\0' ? point + 1 : name;
}

/* ---- reading ---- */

static void name_part(Part *p, const Tsv *t, int row, double budget, bool several)
{
    char label[256];
    snprintf(label, sizeof label, several ? "%s x%g" : "%s", tsv_cell(t, row, tsv_column(t, "problem")), budget);
    *p = (Part){.label = mem_text(label), .errors = true};
}

/* The number of the part of a row, a new one where there is none; -1: there are too many. */
static int part_of(Grid *g, const Tsv *t, int row, const double *budget, int *first)
{
    const int problem = tsv_column(t, "problem");
    for (int k = 0; k < g->parts; k++)
        if (budget[first[k]] == budget[row] && strcmp(tsv_cell(t, first[k], problem), tsv_cell(t, row, problem)) == 0) return k;
    if (g->parts == PARTS_MAX) {
        g->left_out = true;
        return -1;
    }
    first[g->parts] = row;
    return g->parts++;
}

/* As in meta's scores. */
static double log_of(double value, bool error)
{
    return error ? -scale_solved(SCALE_ERROR, value) : log10(1 + fmax(value, 0));
}

/* Quantiles of part k over its blocks. at (rows): the part of each row, -1 where it has none. */
static void sum_up(Grid *g, int k, int rows, const int *at, const double *particle, const double *value)
{
    Part *p = &g->part[k];
    const size_t n = (size_t)g->n;
    double *some = mem_new((size_t)rows, sizeof *some);
    p->q25 = mem_new(3 * n, sizeof *p->q25);
    p->median = p->q25 + n;
    p->q75 = p->median + n;
    for (int r = 0; r < rows; r++)
        if (at[r] == k && value[r] > 0) p->errors = false;
    for (int i = 0; i < g->n; i++) {
        int m = 0;
        for (int r = 0; r < rows; r++)
            if (at[r] == k && (int)particle[r] == i) some[m++] = log_of(value[r], p->errors);
        stats_sort(some, m);
        p->q25[i] = m > 0 ? stats_quantile(some, m, 0.25) : NAN;
        p->median[i] = m > 0 ? stats_quantile(some, m, 0.5) : NAN;
        p->q75[i] = m > 0 ? stats_quantile(some, m, 0.75) : NAN;
    }
    free(some);
}

static bool read_blocks(Grid *g, const char *dir, Errors *errors)
{
    Tsv t;
    int first[PARTS_MAX];
    char *path = files_path(dir, "blocks.tsv");
    bool good = tsv_read(&t, path, '\t', errors) == TSV_READ;
    double *particle = good ? tsv_numbers(&t, "particle", errors) : NULL, *value = good ? tsv_numbers(&t, "value", errors) : NULL;
    double *budget = good ? tsv_numbers(&t, "budget", errors) : NULL;
    const int phase = tsv_column(&t, "phase");
    good = particle != NULL && value != NULL && budget != NULL && phase >= 0 && tsv_column(&t, "problem") >= 0;
    if (good) {
        int *at = mem_new((size_t)t.rows, sizeof *at);
        bool several = false;
        for (int r = 0; r < t.rows; r++) {
            at[r] = strcmp(tsv_cell(&t, r, phase), "training") == 0 ? part_of(g, &t, r, budget, first) : -1;
            several = several || budget[r] != budget[0];
        }
        for (int k = 0; k < g->parts; k++) {
            name_part(&g->part[k], &t, first[k], budget[first[k]], several);
            sum_up(g, k, t.rows, at, particle, value);
        }
        free(at);
    }
    free(particle);
    free(value);
    free(budget);
    tsv_free(&t);
    free(path);
    return good && g->parts > 0;
}

/* The first round of positions.tsv, which has all points. */
static bool read_points(Grid *g, const char *dir, Errors *errors)
{
    char *path = files_path(dir, "positions.tsv");
    bool good = tsv_read(&g->table, path, '\t', errors) == TSV_READ;
    double *round = good ? tsv_numbers(&g->table, "iteration", errors) : NULL;
    g->first = good ? tsv_column(&g->table, "score") + 1 : 0;
    good = round != NULL && g->first > 0 && g->table.columns > g->first;
    while (good && g->n < g->table.rows && round[g->n] == 1) g->n++;
    g->dim = good ? g->table.columns - g->first : 0;
    g->x = mem_new((size_t)g->dim, sizeof *g->x);
    for (int j = 0; j < g->dim; j++) {
        g->x[j] = tsv_numbers(&g->table, g->table.name[g->first + j], errors);
        good = good && g->x[j] != NULL;
    }
    free(round);
    free(path);
    return good && g->n > 0;
}

static void grid_free(Grid *g)
{
    for (int k = 0; k < g->parts; k++) {
        free(g->part[k].label);
        free(g->part[k].q25);
    }
    for (int j = 0; j < g->dim; j++) free(g->x[j]);
    free(g->x);
    tsv_free(&g->table);
}

/* ---- landscape ---- */

/* A value of the settings of a preset, NAN where they do not have it. */
static double setting(const Preset *p, const char *key)
{
    const size_t length = strlen(key);
    for (const char *at = p->settings; (at = strstr(at, key)) != NULL; at += length)
        if ((at == p->settings || at[-1] == ' ') && at[length] == '=') return strtod(at + length + 1, NULL);
    return NAN;
}

/* Whether published settings and borders of stability have a meaning here. */
static bool is_inertia(const Grid *g, const char *dir)
{
    return says(dir, "problem-1.ini", "\nkind = pso\n", true) && strcmp(short_name(g, 0), "inertia") == 0 &&
           (strcmp(short_name(g, 1), "cognitive+social") == 0 || strcmp(short_name(g, 1), "social+cognitive") == 0);
}

/* Where the label of a point stands, in shares of the map: from left to right, and its height. */
typedef struct {
    double left, right, y;
} Label;

/* left_of: it ends beside the point, else it begins there. */
static Label label_at(const Axis *xs, const Axis *ys, double x, double y, const char *name, bool left_of)
{
    const double a_character = 0.0072, gap = 0.01;
    const double width = a_character * (double)strlen(name), at = axis_at(xs, x), left = left_of ? at - gap - width : at + gap;
    return (Label){left, left + width, axis_at(ys, y)};
}

static bool meets_any(const Label *l, const Label *others, int n)
{
    const double height = 0.035;
    for (int i = 0; i < n; i++)
        if (l->left < others[i].right && others[i].left < l->right && fabs(l->y - others[i].y) < height) return true;
    return false;
}

/* Published settings, where the mean of both coefficients is what is tied here. */
static int literature(Chart *c, const Axis *xs, const Axis *ys)
{
    enum { MOST = 32 };
    double x[MOST], y[MOST],
        side[MOST]; /* of the label: 1, left of the point, where on the right it would leave the map or meet another */
    char *name[MOST];
    Label label[MOST];
    int n = 0;
    for (const Preset *p = optimiser_pso.presets; p->name != NULL && n < MOST; p++) {
        double w = setting(p, "inertia"), coefficient = (setting(p, "cognitive") + setting(p, "social")) / 2;
        bool there =
            isfinite(w) && isfinite(coefficient) && w >= xs->lo && w <= xs->hi && coefficient >= ys->lo && coefficient <= ys->hi;
        for (int i = 0; i < n; i++) there = there && !(fabs(x[i] - w) < 1e-3 && fabs(y[i] - coefficient) < 1e-3);
        if (!there) continue;
        x[n] = w;
        y[n] = coefficient;
        const Label right = label_at(xs, ys, w, coefficient, p->name, false),
                    left = label_at(xs, ys, w, coefficient, p->name, true);
        const bool turn = right.right > 1 || (meets_any(&right, label, n) && !meets_any(&left, label, n) && left.left > 0);
        label[n] = turn ? left : right;
        side[n] = turn;
        name[n++] = mem_text(p->name);
    }
    if (n > 0)
        chart_table(c, "literature", (TsvColumn[]){{"x", x, NULL}, {"y", y, NULL}, {"side", side, NULL}, {"name", NULL, name}}, 4,
                    n);
    for (int i = 0; i < n; i++) free(name[i]);
    return n;
}

/* Borders of stability for equal coefficients, as in meta_path; NAN outside of the map. */
static void stability(Chart *c, const Axis *xs, const Axis *ys)
{
    double w[CURVE_POINTS], mean[CURVE_POINTS], variance[CURVE_POINTS];
    for (int i = 0; i < CURVE_POINTS; i++) {
        w[i] = axis_value(xs, (double)i / (CURVE_POINTS - 1));
        mean[i] = 2 * (1 + w[i]);
        variance[i] = 12 * (1 - w[i] * w[i]) / (7 - 5 * w[i]);
        if (mean[i] < ys->lo || mean[i] > ys->hi || fabs(w[i]) > 1) mean[i] = NAN;
        if (variance[i] < ys->lo || variance[i] > ys->hi || fabs(w[i]) > 1) variance[i] = NAN;
    }
    chart_table(c, "stability", (TsvColumn[]){{"w", w, NULL}, {"mean", mean, NULL}, {"variance", variance, NULL}}, 3,
                CURVE_POINTS);
}

/* The coordinate called name in another search, (rows), owned: where keys are tied here that have columns of their own there, their mean.
 * NULL: it has none. */
static double *coordinate(const Tsv *t, const char *name, Errors *errors)
{
    char key[PARAM_TEXT_MAX];
    double *x = tsv_numbers(t, name, errors), *one;
    if (x != NULL) return x;
    x = mem_new((size_t)t->rows, sizeof *x);
    int keys = 0;
    for (; problems_key(name, keys, key, sizeof key) && (one = tsv_numbers(t, key, errors)) != NULL; keys++) {
        for (int r = 0; r < t->rows; r++) x[r] += one[r];
        free(one);
    }
    bool all = keys > 0 && !problems_key(name, keys, key, sizeof key);
    for (int r = 0; r < t->rows && all; r++) x[r] /= keys;
    if (all) return x;
    free(x);
    return NULL;
}

/* v, or the end of the axis that it is beyond. */
static double within(const Axis *a, double v)
{
    return fmax(a->lo, fmin(a->hi, v));
}

/* The best so far of the search in dir, where it has the same coordinates. Returns its points. */
static int path(Chart *c, const Grid *g, const char *dir, const Axis *xs, const Axis *ys)
{
    Tsv t;
    Errors ignored = {0};
    char *file = files_path(dir, "positions.tsv");
    double *score = NULL, *w = NULL, *v = NULL;
    int n = 0;
    if (tsv_read(&t, file, '\t', &ignored) == TSV_READ && (score = chart_whole_scores(&t, &ignored)) != NULL &&
        (w = coordinate(&t, g->table.name[g->first], &ignored)) != NULL &&
        (v = coordinate(&t, g->table.name[g->first + 1], &ignored)) != NULL) {
        double *x = mem_new((size_t)t.rows * 2, sizeof *x), *y = x + t.rows, best = -HUGE_VAL;
        for (int r = 0; r < t.rows; r++) {
            if (!(score[r] > best)) continue;
            best = score[r];
            x[n] = within(xs, w[r]);
            y[n++] = within(ys, v[r]);
        }
        if (n > 0) chart_table(c, "path", (TsvColumn[]){{"x", x, NULL}, {"y", y, NULL}}, 2, n);
        free(x);
    }
    if (n == 0 && c->how->warnings != NULL) errors_add(c->how->warnings, "%s: has no path over the coordinates of the map", file);
    free(score);
    free(w);
    free(v);
    tsv_free(&t);
    errors_free(&ignored);
    free(file);
    return n;
}

static int best_of(const Grid *g, const Part *p)
{
    int best = 0;
    for (int i = 1; i < g->n; i++)
        if (isnan(p->median[best]) || (p->errors ? p->median[i] < p->median[best] : p->median[i] > p->median[best])) best = i;
    return best;
}

static const char *unit(bool errors)
{
    return errors ? "log10 of the median error" : "log10 of 1 + the median score";
}

static void map(Chart *c, const Grid *g, int k)
{
    const Part *p = &g->part[k - 1];
    char name[CHART_NAME_MAX], x[40], y[40], best[40];
    const int at = best_of(g, p);
    Extent e = EXTENT_NONE;
    extent_add_all(&e, p->median, g->n);
    chart_table(c, chart_of(name, "map", k),
                (TsvColumn[]){{"x", g->x[0], NULL}, {"y", g->x[1], NULL}, {"median", p->median, NULL}}, 3, g->n);
    axis_number(g->x[0][at], x, sizeof x);
    axis_number(g->x[1][at], y, sizeof y);
    axis_number(pow(10, p->median[at]) - (p->errors ? 0 : 1), best, sizeof best);
    chart_text(c, chart_of(name, "name", k), "%s: best %s at %s, %s", p->label, best, x, y);
    chart_text(c, chart_of(name, "unit", k), "%s", unit(p->errors));
    chart_number(c, chart_of(name, "level", k), p->median[at]);
    chart_number(c, chart_of(name, "flat", k), !(e.lo < e.hi)); /* one colour would have no scale */
    chart_number(c, chart_of(name, "best_x", k), g->x[0][at]);
    chart_number(c, chart_of(name, "best_y", k), g->x[1][at]);
    chart_panel(c,
                &(ChartPage){.n = g->parts,
                             .columns = g->parts == 1   ? 1
                                        : g->parts <= 4 ? 2
                                                        : 3,
                             .width = 0.96,
                             .height = 0.86,
                             .top = 0.87,
                             .left = 0.05,
                             .right = 0.075,
                             .above = 0.03,
                             .below = 0.085},
                k);
}

/* The axis ends half a cell beyond the points, for a cell is drawn around its point. */
static Axis axis_of(const double *x, int n)
{
    Extent e = EXTENT_NONE;
    extent_add_all(&e, x, n);
    double next = HUGE_VAL;
    for (int i = 0; i < n; i++)
        if (x[i] > e.lo && x[i] < next) next = x[i];
    double half = isfinite(next) ? (next - e.lo) / 2 : 0.5;
    return (Axis){.scale = AXIS_LINEAR, .lo = e.lo - half, .hi = e.hi + half};
}

static ChartsStatus draw_landscape(const Charts *how, const char *dir, const char *folder, const Grid *g)
{
    Chart c;
    char *name = files_name(dir);
    chart_begin(&c, how, folder, "landscape", "landscape");
    chart_shorten(name, 60);
    Axis xs = axis_of(g->x[0], g->n), ys = axis_of(g->x[1], g->n);
    bool curves = is_inertia(g, dir);
    int points = curves ? literature(&c, &xs, &ys) : 0, steps = how->path != NULL ? path(&c, g, how->path, &xs, &ys) : 0;
    if (curves) stability(&c, &xs, &ys);
    chart_axis(&c, "x_axis", 'x', &xs, 6);
    chart_axis(&c, "y_axis", 'y', &ys, 8);
    chart_text(&c, "x_label", "%s", short_name(g, 0));
    chart_text(&c, "y_label", "%s", short_name(g, 1));
    chart_text(&c, "title", "%s: %d settings on a grid", name, g->n);
    chart_text(&c, "subtitle", "colour: median over the seeds; square: best of the grid%s%s%s",
               points > 0 ? "; circles: published" : "", steps > 0 ? "; black: path of the search" : "",
               g->left_out ? "; the first problems only" : "");
    chart_number(&c, "panels", g->parts);
    chart_number(&c, "curves", curves);
    chart_number(&c, "points", points);
    chart_number(&c, "steps", steps);
    for (int k = 1; k <= g->parts; k++) map(&c, g, k);
    free(name);
    return chart_end(&c);
}

/* ---- sensitivity ---- */

/* The points of the line along coordinate j: n from `first` on. */
static void line(Chart *c, const Grid *g, int j, int first, int n, int k)
{
    char name[CHART_NAME_MAX];
    double *x = mem_new((size_t)n * (1 + 3 * PARTS_MAX), sizeof *x);
    TsvColumn column[1 + 3 * PARTS_MAX] = {{"x", x, NULL}};
    char label[3 * PARTS_MAX][CHART_NAME_MAX];
    for (int i = 0; i < n; i++) x[i] = g->x[j][first + i];
    for (int p = 0; p < g->parts; p++) {
        const double *const source[] = {g->part[p].q25, g->part[p].median, g->part[p].q75};
        static const char *const what[] = {"q25", "median", "q75"};
        for (int q = 0; q < 3; q++) {
            double *to = x + (1 + 3 * p + q) * n;
            memcpy(to, source[q] + first, (size_t)n * sizeof *to);
            chart_of(label[3 * p + q], what[q], p + 1);
            column[1 + 3 * p + q] = (TsvColumn){label[3 * p + q], to, NULL};
        }
    }
    chart_table(c, chart_of(name, "line", k), column, 1 + 3 * g->parts, n);
    Extent e = EXTENT_NONE;
    extent_add_all(&e, x, n);
    Axis xs = axis_linear(e);
    chart_axis(c, chart_of(name, "x_axis", k), 'x', &xs, 5);
    chart_text(c, chart_of(name, "x_label", k), "%s", short_name(g, j));
    free(x);
}

/* Whether point i goes on with the line along j on which the one before it is. */
static bool goes_on(const Grid *g, int j, int i)
{
    for (int other = 0; other < g->dim; other++)
        if (other != j && g->x[other][i] != g->x[other][i - 1]) return false;
    return g->x[j][i] > g->x[j][i - 1];
}

/* Points of line after line. The centre is what the other lines have; a single line has none. Returns how many lines were drawn. */
static int lines(Chart *c, const Grid *g)
{
    int drawn = 0;
    for (int j = 0, first = 0, n; j < g->dim && first < g->n && drawn < LINES_MAX; j++, first += n) {
        char name[CHART_NAME_MAX];
        for (n = 1; first + n < g->n && goes_on(g, j, first + n);) n++;
        line(c, g, j, first, n, ++drawn);
        const int other = j > 0 ? 0 : n;
        chart_number(c, chart_of(name, "has_centre", drawn), other < g->n);
        chart_number(c, chart_of(name, "centre", drawn), g->x[j][other < g->n ? other : 0]);
    }
    return drawn;
}

static ChartsStatus draw_sensitivity(const Charts *how, const char *dir, const char *folder, const Grid *g)
{
    Chart c;
    char *name = files_name(dir), variable[CHART_NAME_MAX];
    Extent e = EXTENT_NONE;
    chart_begin(&c, how, folder, "sensitivity", "sensitivity");
    chart_shorten(name, 60);
    for (int p = 0; p < g->parts; p++) {
        extent_add_all(&e, g->part[p].q25, g->n);
        extent_add_all(&e, g->part[p].q75, g->n);
        chart_text(&c, chart_of(variable, "part", p + 1), "%s", g->part[p].label);
    }
    Axis ys = axis_linear(e);
    chart_axis(&c, "y_axis", 'y', &ys, 8);
    bool alike = true;
    for (int p = 1; p < g->parts; p++) alike = alike && g->part[p].errors == g->part[0].errors;
    chart_text(&c, "y_label", "%s", alike ? unit(g->part[0].errors) : "log10 of the median error, or of 1 + score");
    chart_text(&c, "title", "%s: one parameter at a time", name);
    chart_text(&c, "subtitle", "%s",
               "lines: medians over the seeds; bands: quartiles; dashed: the point through which all lines go");
    chart_number(&c, "parts", g->parts);
    chart_number(&c, "panels", lines(&c, g));
    free(name);
    return chart_end(&c);
}

ChartsStatus chart_landscape(const Charts *how, const char *dir, const char *folder)
{
    if (!chart_is_grid(dir)) return CHARTS_NO_DATA;
    Grid g = {0};
    ChartsStatus status = CHARTS_BAD_DATA;
    int before = how->errors->n;
    if (!read_points(&g, dir, how->errors) || !read_blocks(&g, dir, how->errors)) {
        if (how->errors->n == before) errors_add(how->errors, "%s: has no point of the grid yet: nothing to draw", dir);
    } else if (says(dir, "config.ini", "\nshape = axes\n", false)) {
        status = draw_sensitivity(how, dir, folder, &g);
    } else if (g.dim == 2) {
        status = draw_landscape(how, dir, folder, &g);
    } else {
        errors_add(how->errors, "%s: a grid over %d coordinates has no map: it takes 2", dir, g.dim);
    }
    grid_free(&g);
    return status;
}
