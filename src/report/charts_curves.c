/* curves: how inner trainings come to their result, before and after tuning: one panel a problem. */
#include "base/mem.h"
#include "file/files.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS_MAX = 25, LINES = 6 };
static const char *const lines[LINES] = {"tuned_q25",   "tuned_median",   "tuned_q75",
                                         "untuned_q25", "untuned_median", "untuned_q75"};

/* Rows first .. first + n - 1 of the table are one problem with one budget. */
typedef struct {
    int first, n;
} Part;

/* The first PANELS_MAX; returns how many there are. */
static int find_parts(const Tsv *t, const double *budget, Part *part)
{
    const int problem = tsv_column(t, "problem");
    int n = 0;
    for (int r = 0; r < t->rows; r++) {
        bool same = r > 0 && budget[r] == budget[r - 1] && strcmp(tsv_cell(t, r, problem), tsv_cell(t, r - 1, problem)) == 0;
        if (!same && n++ < PANELS_MAX) part[n - 1] = (Part){.first = r};
        if (n <= PANELS_MAX) part[n - 1].n++;
    }
    return n;
}

/* value (LINES): columns of the table. */
static void panel(Chart *c, const Tsv *t, const Part *p, int k, int n, const double *share, const double *budget,
                  double *const *value, bool several)
{
    double *shown = mem_new((size_t)p->n * LINES, sizeof *shown);
    TsvColumn column[1 + LINES] = {{"share", share + p->first, NULL}};
    char name[CHART_NAME_MAX];
    Extent e = EXTENT_NONE;
    Show show = show_of(value[1] + p->first, p->n, false);
    if (show == SHOW_ROWS) show = show_of(value[4] + p->first, p->n, false);
    for (int j = 0; j < LINES; j++) {
        double *to = shown + j * p->n;
        for (int i = 0; i < p->n; i++) to[i] = show_score(show, value[j][p->first + i]);
        column[1 + j] = (TsvColumn){lines[j], to, NULL};
        extent_add_all(&e, to, p->n);
    }
    Extent seen = e;
    int floored = show_floor(show, &seen, shown, p->n * LINES);
    if (floored > 0) e.above = fmax(e.above / 10, 1e-300);
    Axis y = show_axis(show, e);
    chart_axis(c, chart_of(name, "y_axis", k), 'y', &y, n > 6 ? 3 : 6);
    char label[200];
    if (several)
        snprintf(label, sizeof label, "%s x%g", tsv_cell(t, p->first, tsv_column(t, "problem")), budget[p->first]);
    else
        snprintf(label, sizeof label, "%s", tsv_cell(t, p->first, tsv_column(t, "problem")));
    chart_shorten(label, 30);
    chart_text(c, chart_of(name, "name", k), "%s: %s", label, show == SHOW_ERROR ? "error" : "score");
    chart_table(c, chart_of(name, "panel", k), column, 1 + LINES, p->n);
    chart_panel(c,
                &(ChartPage){.n = n,
                             .columns = n <= 3    ? n
                                        : n <= 6  ? (n + 1) / 2
                                        : n <= 12 ? 4
                                                  : 5,
                             .width = 0.98,
                             .height = 0.88,
                             .top = 0.88,
                             .left = 0.062,
                             .right = 0.012,
                             .above = 0.035,
                             .below = n > 12 ? 0.06 : 0.075},
                k);
    free(shown);
}

static ChartsStatus draw(const Charts *how, const char *dir, const char *folder, const Tsv *t, const double *share,
                         const double *budget, double *const *value)
{
    Chart c;
    Part part[PANELS_MAX];
    char *name = files_name(dir);
    bool several = false;
    for (int r = 1; r < t->rows; r++) several = several || budget[r] != budget[0];
    chart_begin(&c, how, folder, "curves", "curves");
    chart_shorten(name, 60);
    chart_text(&c, "title", "%s: inner trainings before and after tuning", name);
    int n = find_parts(t, budget, part), drawn = n < PANELS_MAX ? n : PANELS_MAX;
    char some[60] = "";
    if (drawn < n) snprintf(some, sizeof some, "; the first %d of %d problems and budgets", drawn, n);
    chart_text(&c, "subtitle",
               "best so far as a training sees it, over its course: medians and quartiles of the held-out blocks%s", some);
    chart_number(&c, "panels", drawn);
    chart_number(&c, "small", drawn > 12);
    for (int k = 1; k <= drawn; k++) panel(&c, t, &part[k - 1], k, drawn, share, budget, value, several);
    free(name);
    return chart_end(&c);
}

ChartsStatus chart_curves(const Charts *how, const char *dir, const char *folder)
{
    Tsv t;
    int before = how->errors->n;
    double *value[LINES] = {0}, *share = NULL, *budget = NULL;
    char *path = files_path(dir, "curves.tsv");
    TsvStatus read = tsv_read(&t, path, '\t', how->errors);
    ChartsStatus status = read == TSV_MISSING ? CHARTS_NO_DATA : CHARTS_BAD_DATA;
    bool whole = read == TSV_READ && t.rows > 0 && tsv_column(&t, "problem") >= 0;
    if (read == TSV_READ) {
        share = tsv_numbers(&t, "share", how->errors);
        budget = tsv_numbers(&t, "budget", how->errors);
        for (int j = 0; j < LINES; j++) {
            value[j] = tsv_numbers(&t, lines[j], how->errors);
            whole = whole && value[j] != NULL;
        }
    }
    if (whole && share != NULL && budget != NULL)
        status = draw(how, dir, folder, &t, share, budget, value);
    else if (read == TSV_READ && how->errors->n == before)
        errors_add(how->errors, "%s: must have the columns problem, budget, share, quartiles of tuned and untuned, and a line",
                   path);
    for (int j = 0; j < LINES; j++) free(value[j]);
    free(share);
    free(budget);
    tsv_free(&t);
    free(path);
    return status;
}
