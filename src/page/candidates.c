/* candidates.c. Draws the best tenth of all candidates of a search, and the chosen one, over axes side by side. */
#include "page/candidates.h"

#include "analysis/chart_tables.h"
#include "base/mem.h"
#include "page/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 100, AXES = 40, WIDTH = 1000, TOP = 24, BOTTOM = 330, HEIGHT = 470, LEFT = 150, RIGHT = 950 };

Status candidates_deviations(Tsv *t, const char *dir, Errors *errors)
{
    return tables_read_if(t, dir, &(TableNeeds){.file = "features.tsv"}, errors);
}

double candidates_deviation(const Tsv *t, const char *name)
{
    const int column = t->rows > 0 ? tsv_column(t, name) : -1;
    return column >= 0 ? tsv_number(t, t->rows - 1, column) : NAN;
}

/* A candidate: its score, and the row of positions.tsv. */
typedef struct {
    double score;
    int row;
} Candidate;

static int by_score(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    return x->score != y->score ? (x->score < y->score ? 1 : -1) : x->row - y->row;
}

/* The lines that are drawn. */
typedef struct {
    int n;                        /* axes */
    const char *name[AXES];       /* names of the coordinates; borrowed */
    double scale[AXES];           /* factors of the coordinates: the standard deviation of the feature, or 1 */
    double lo[AXES], hi[AXES];    /* the ends of the axes */
    double line[LINES + 1][AXES]; /* points, the best last; then the chosen point */
    double score[LINES + 1];
    int lines;
    bool weights; /* points are vectors of length 1 on one scale */
} Lines;

/* Adds the point in this row of the table, whose columns have the names of the coordinates. */
static void add(Lines *l, const Tsv *t, int row, double score)
{
    double *x = l->line[l->lines], length = 0;
    for (int k = 0; k < l->n; k++) {
        const int column = tsv_column(t, l->name[k]);
        x[k] = column >= 0 ? l->scale[k] * tsv_number(t, row, column) : NAN;
        length += x[k] * x[k];
    }
    if (!(isfinite(length) && (length > 0 || !l->weights))) return;
    for (int k = 0; k < l->n; k++) {
        if (l->weights) x[k] /= sqrt(length);
        l->lo[k] = fmin(l->lo[k], x[k]);
        l->hi[k] = fmax(l->hi[k], x[k]);
    }
    l->score[l->lines++] = score;
}

/* Sets the ends of the axes: for weights one scale, with 0 in the middle; else each axis has its own. */
static void settle(Lines *l)
{
    double most = 0;
    for (int k = 0; k < l->n; k++) most = fmax(most, fmax(-l->lo[k], l->hi[k]));
    for (int k = 0; k < l->n; k++) {
        if (l->weights) l->hi[k] = most, l->lo[k] = -most;
        if (l->hi[k] <= l->lo[k]) l->hi[k] = l->lo[k] + 1, l->lo[k] -= 1;
    }
}

static double axis_x(const Lines *l, int k)
{
    return l->n > 1 ? LEFT + (double)k * (RIGHT - LEFT) / (l->n - 1) : (LEFT + RIGHT) / 2.0;
}

static void put_line(FILE *out, const Lines *l, int i, const char *class)
{
    fprintf(out, "<polyline class=\"%s\" points=\"", class);
    for (int k = 0; k < l->n; k++)
        fprintf(out, "%s%.0f,%.1f", k > 0 ? " " : "", axis_x(l, k),
                BOTTOM - (l->line[i][k] - l->lo[k]) / (l->hi[k] - l->lo[k]) * (BOTTOM - TOP));
    fputs("\"><title>", out);
    html_put(out, strcmp(class, "chosen") == 0 ? "chosen" : "score %s, as the search saw it", html_number(l->score[i]).text);
    fputs("</title></polyline>\n", out);
}

static void put_axes(FILE *out, const Lines *l)
{
    for (int k = 0; k < l->n; k++) {
        const double x = axis_x(l, k);
        fprintf(out, "<path class=\"axis\" d=\"M%.0f,%d V%d\"/><text transform=\"translate(%.0f,%d) rotate(-35)\">", x, TOP,
                BOTTOM, x, BOTTOM + 26);
        html_put(out, "%s</text>\n", l->name[k]);
        if (l->weights && k > 0) continue;
        fprintf(out, "<text class=\"end\" x=\"%.0f\" y=\"%d\">%s</text>", x, TOP - 8, html_number(l->hi[k]).text);
        fprintf(out, "<text class=\"end\" x=\"%.0f\" y=\"%d\">%s</text>\n", x, BOTTOM + 14, html_number(l->lo[k]).text);
    }
    if (l->weights) fprintf(out, "<path class=\"zero\" d=\"M%d,%d H%d\"/>\n", LEFT, (TOP + BOTTOM) / 2, RIGHT);
}

static void put(FILE *out, const Lines *l, int best, int all, bool chosen, bool scaled)
{
    const int drawn = l->lines - chosen;
    fputs("<section><h2>The candidates</h2>\n<p>", out);
    fprintf(out, "A line is a candidate: %d of the best %d of %d, by the score that the search saw, which is overstated. ", drawn,
            best, all);
    if (l->weights)
        fprintf(out, "Every multiple of weights plays alike, so drawn are their shares%s, as vectors of length 1. ",
                scaled ? ", times the standard deviation of the feature" : "");
    fprintf(out, "%s</p>\n<figure><div class=\"chart\"><svg class=\"own\" viewBox=\"0 0 %d %d\" role=\"img\" ",
            chosen ? "The thick line is the chosen one." : "", WIDTH, HEIGHT);
    fputs("aria-label=\"parallel coordinates of the best candidates\">\n", out);
    put_axes(out, l);
    for (int i = 0; i < l->lines; i++) put_line(out, l, i, chosen && i + 1 == l->lines ? "chosen" : "candidate");
    fputs("</svg></div></figure></section>\n", out);
}

/* Draws the lines of the best candidates, a tenth of all, and of the chosen point. */
static void draw(FILE *out, const Tsv *positions, const Tsv *result, const Tsv *deviations, const Candidate *c, int all,
                 bool weights)
{
    OWNED Lines *l = mem_new(1, sizeof *l);
    const int first = tsv_column(positions, "score") + 1, best = (all + 9) / 10;
    const int every = (best + LINES - 1) / LINES;
    bool scaled = false;
    l->weights = weights;
    for (l->n = 0; first + l->n < positions->columns && l->n < AXES; l->n++) {
        const double deviation = candidates_deviation(deviations, positions->name[first + l->n]);
        l->name[l->n] = positions->name[first + l->n];
        l->scale[l->n] = weights && deviation > 0 ? deviation : 1;
        scaled = scaled || l->scale[l->n] != 1;
        l->lo[l->n] = HUGE_VAL, l->hi[l->n] = -HUGE_VAL;
    }
    for (int i = (best - 1) / every * every; i >= 0; i -= every) add(l, positions, c[i].row, c[i].score);
    const int candidates = l->lines;
    if (result->rows > 0) add(l, result, result->rows - 1, NAN);
    settle(l);
    if (candidates > 0 && l->n > 2) put(out, l, best, all, l->lines > candidates, scaled);
}

Status candidates_put(FILE *out, const char *dir, bool weights, Errors *errors)
{
    static const TableNeeds needs[] = {{.file = "positions.tsv"}, {.file = "result.tsv"}};
    CLOSED(tsv_free) Tsv positions = {0}, result = {0}, deviations = {0};
    Status status = tables_read_if(&positions, dir, &needs[0], errors);
    const Status other = tables_read_if(&result, dir, &needs[1], errors), third = candidates_deviations(&deviations, dir, errors);
    const int score = tsv_column(&positions, "score");
    if (status == STATUS_OK) status = other != STATUS_OK ? other : third;
    if (status != STATUS_OK || score < 0) return status;
    OWNED Candidate *c = mem_new((size_t)positions.rows, sizeof *c);
    int all = 0;
    for (int i = 0; i < positions.rows; i++) {
        c[all] = (Candidate){.score = tsv_number(&positions, i, score), .row = i};
        all += isfinite(c[all].score);
    }
    qsort(c, (size_t)all, sizeof *c, by_score);
    if (all > 0) draw(out, &positions, &result, &deviations, c, all, weights);
    return STATUS_OK;
}
