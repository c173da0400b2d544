/* repeat: the runs of one --repeat, as median and bands over their seeds, and their claims. compare: several runs, or repeats, in
 * one picture. */
#include "base/mem.h"
#include "base/real.h"
#include "base/stats.h"
#include "file/files.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"
#include "store/rundir.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRID 400
#define RUNS_MAX 999
#define LABEL_GAP 0.042 /* of the panel's height: a line of text */
#define LABEL_LENGTH 34

/* Runs that are drawn as one: a run alone, or those of a repeat. run (runs), owned; name: owned. */
typedef struct {
    Course *run;
    int runs;
    char *name;
} Group;

static void group_free(Group *g)
{
    for (int i = 0; i < g->runs; i++) course_free(&g->run[i]);
    free(g->run);
    free(g->name);
    *g = (Group){0};
}

/* The runs 01, 02, ... below dir that have a round; those without one are no fault: a repeat may still be running. */
static ChartsStatus read_repeat(Group *g, const char *dir, Errors *errors)
{
    char **run;
    int n = rundir_repeats(dir, &run), room = 0;
    ChartsStatus status = CHARTS_DRAWN;
    for (int i = 0; i < n; i++) {
        Errors said = {0};
        Course p;
        ChartsStatus one = g->runs < RUNS_MAX ? course_read(&p, run[i], &said) : CHARTS_NO_DATA;
        if (one == CHARTS_DRAWN) {
            g->run = mem_grow(g->run, &room, g->runs + 1, sizeof *g->run);
            g->run[g->runs++] = p;
        } else if (one != CHARTS_NO_DATA) {
            status = one;
            for (int k = 0; k < said.n; k++) errors_add(errors, "%s", said.line[k]);
        }
        errors_free(&said);
        free(run[i]);
    }
    free(run);
    return status != CHARTS_DRAWN ? status : g->runs > 0 ? CHARTS_DRAWN : CHARTS_NO_DATA;
}

/* A run alone, else a repeat. */
static ChartsStatus read_group(Group *g, const char *dir, Errors *errors)
{
    *g = (Group){.name = files_name(dir)};
    if (!chart_has(dir, "metrics.tsv")) {
        ChartsStatus status = read_repeat(g, dir, errors);
        if (status == CHARTS_NO_DATA)
            errors_add(errors, "%s: must be the directory of a run, or of the runs 01, 02, ... of a --repeat", dir);
        return status;
    }
    g->run = mem_new(1, sizeof *g->run);
    ChartsStatus status = course_read(g->run, dir, errors);
    g->runs = status == CHARTS_DRAWN;
    return status;
}

/* What runs are drawn against: rounds, or what was played. */
static const double *abscissa(const Course *p, bool by_round)
{
    return by_round || p->cost == NULL ? p->round : p->cost;
}

/* Rounds where all runs have the same number of them, else what was played, if they say it. */
static bool is_by_round(const Group *g)
{
    bool same = true;
    for (int i = 0; i < g->runs; i++) {
        if (g->run[i].cost == NULL) return true;
        same = same && g->run[i].rounds == g->run[0].rounds;
    }
    return same;
}

/* The axis below runs: from the first point of all to the last. Good players use up pieces ever faster: logarithmic where pieces
 * go over more than two decades. */
static Axis axis_below(const Group *g, int groups, bool by_round)
{
    Extent e = EXTENT_NONE;
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) extent_add_all(&e, abscissa(&g[k].run[i], by_round), g[k].run[i].rounds);
    if (!(e.lo < e.hi)) return axis_linear(e);
    if (!by_round && !g[0].run[0].evaluations && e.lo > 0 && e.hi > 100 * e.lo) return (Axis){AXIS_LOG, e.lo, e.hi};
    return (Axis){AXIS_LINEAR, e.lo, e.hi};
}

/* The best of a run at x: of its last round up to there; its end lasts for ever. NAN: it has not begun. *from: where the last
 * search ended, as x rises. */
static double best_at(const Course *p, bool by_round, double x, int *from)
{
    const double *at = abscissa(p, by_round);
    while (*from < p->rounds && at[*from] <= x * (1 + 1e-12)) (*from)++;
    return *from > 0 ? p->best[*from - 1] : NAN;
}

/* Quantiles over the runs of a group, column by column, at GRID points of an axis. */
typedef struct {
    double x[GRID], seeds[GRID], q05[GRID], q25[GRID], median[GRID], q75[GRID], q95[GRID];
} Bands;

static void bands_of(Bands *b, const Group *g, bool by_round, const Axis *x)
{
    int *from = mem_new((size_t)g->runs, sizeof *from);
    double *best = mem_new((size_t)g->runs, sizeof *best);
    for (int i = 0; i < GRID; i++) {
        b->x[i] = i == GRID - 1 ? x->hi : axis_value(x, (double)i / (GRID - 1));
        int n = 0;
        for (int k = 0; k < g->runs; k++) {
            best[n] = best_at(&g->run[k], by_round, b->x[i], &from[k]);
            if (isfinite(best[n])) n++;
        }
        stats_sort(best, n);
        b->seeds[i] = n;
        b->q05[i] = n > 0 ? stats_quantile(best, n, 0.05) : NAN;
        b->q25[i] = n > 0 ? stats_quantile(best, n, 0.25) : NAN;
        b->median[i] = n > 0 ? stats_quantile(best, n, 0.5) : NAN;
        b->q75[i] = n > 0 ? stats_quantile(best, n, 0.75) : NAN;
        b->q95[i] = n > 0 ? stats_quantile(best, n, 0.95) : NAN;
    }
    free(from);
    free(best);
}

static void bands_table(Chart *c, const char *part, const Bands *b)
{
    const TsvColumn column[] = {{"x", b->x, NULL},     {"runs", b->seeds, NULL},    {"q05", b->q05, NULL},
                                {"q25", b->q25, NULL}, {"median", b->median, NULL}, {"q75", b->q75, NULL},
                                {"q95", b->q95, NULL}};
    chart_table(c, part, column, 7, GRID);
}

/* The corners of each run's best, a row of nothing behind each run. The last value of one goes on to the end of its own x. */
static void runs_table(Chart *c, const char *part, const Group *g, bool by_round)
{
    int n = 0, room = 0;
    for (int k = 0; k < g->runs; k++) room += g->run[k].rounds + 1;
    double *all = mem_new((size_t)room * 3, sizeof *all), *run = all, *x = all + room, *best = all + 2 * room;
    for (int k = 0; k < g->runs; k++) {
        const Course *p = &g->run[k];
        const double *at = abscissa(p, by_round);
        for (int i = 0; i < p->rounds; i++) {
            bool same = i > 0 && i < p->rounds - 1 && p->best[i] == p->best[i - 1];
            if (same || isnan(p->best[i])) continue;
            run[n] = k + 1;
            x[n] = at[i];
            best[n++] = p->best[i];
        }
        run[n] = k + 1;
        x[n] = best[n] = NAN;
        n++;
    }
    chart_table(c, part, (TsvColumn[]){{"run", run, NULL}, {"x", x, NULL}, {"best", best, NULL}}, 3, n);
    free(all);
}

/* The axis of the best scores of all groups; moves errors of 0 to where they can be seen. */
static Axis axis_of_best(Chart *c, Group *g, int groups)
{
    Extent e = EXTENT_NONE;
    Show show = g[0].run[0].show;
    int floored = 0;
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) extent_add_all(&e, g[k].run[i].best, g[k].run[i].rounds);
    Extent seen = e;
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++) floored += show_floor(show, &seen, g[k].run[i].best, g[k].run[i].rounds);
    if (floored > 0) e.above = fmax(e.above / 10, 1e-300);
    Axis y = show_axis(show, e);
    char label[100];
    show_label(show, &y, floored > 0, label, sizeof label);
    chart_axis(c, "y_axis", 'y', &y, 7);
    chart_text(c, "y_label", "%s", label);
    return y;
}

static void words_below(Chart *c, const Axis *x, bool by_round, const Course *p)
{
    chart_axis(c, "x_axis", 'x', x, 8);
    chart_text(c, "x_label", "%s",
               by_round                   ? "iteration"
               : p->evaluations           ? "evaluations"
               : p->show == SHOW_STANDARD ? "pieces or evaluations"
                                          : "pieces played");
}

/* All of a picture must score the same thing. */
static bool is_alike(const Group *g, int groups, Errors *errors)
{
    static const char *const what[] = {"rows", "errors of a function", "standardised scores"};
    for (int k = 0; k < groups; k++)
        for (int i = 0; i < g[k].runs; i++)
            if (g[k].run[i].show != g[0].run[0].show) {
                errors_add(errors, "%s scores %s and %s %s: they cannot share a chart", g[0].name, what[g[0].run[0].show],
                           g[k].name, what[g[k].run[i].show]);
                return false;
            }
    return true;
}

/* ---- repeat ---- */

/* One claim by seed: a table of its own, dodged to the side of the seed's place. Returns whether the summary has it. */
static bool claim(Chart *c, const Tsv *t, const char *name, double dodge, Show show, Extent *e)
{
    char half_name[40], flag[CHART_NAME_MAX];
    Errors ignored = {0};
    snprintf(half_name, sizeof half_name, "%s_ci95", name);
    double *mean = tsv_numbers(t, name, &ignored), *half = tsv_numbers(t, half_name, &ignored);
    double *all = mem_new((size_t)t->rows * 3, sizeof *all), *at = all, *lo = all + t->rows, *hi = all + 2 * t->rows;
    int seen = 0;
    for (int r = 0; mean != NULL && r < t->rows; r++) {
        double width = half != NULL && isfinite(half[r]) ? half[r] : 0;
        at[r] = r + 1 + dodge;
        mean[r] = show_score(show, mean[r]);
        lo[r] = mean[r] - width;
        hi[r] = mean[r] + width;
        seen += isfinite(mean[r]);
        extent_add(e, mean[r]);
        extent_add(e, hi[r]);
        if (lo[r] > 0 || show == SHOW_STANDARD) extent_add(e, lo[r]);
    }
    snprintf(flag, sizeof flag, "has_%s", name);
    chart_number(c, flag, seen > 0);
    if (seen > 0)
        chart_table(c, name, (TsvColumn[]){{"at", at, NULL}, {"mean", mean, NULL}, {"lo", lo, NULL}, {"hi", hi, NULL}}, 4,
                    t->rows);
    errors_free(&ignored);
    free(mean);
    free(half);
    free(all);
    return seen > 0;
}

/* Which numbers stand below the claims: seeds, or the runs' names where seeds are long; as many as fit. */
static void claim_names(Chart *c, const Tsv *t)
{
    int seed = tsv_column(t, "seed"), run = tsv_column(t, "run"), stride = (t->rows + 39) / 40;
    for (int r = 0; seed >= 0 && r < t->rows; r++)
        if (strlen(tsv_cell(t, r, seed)) > 6) seed = -1;
    fprintf(c->set, "claims_x_axis = 'unset logscale x; unset nonlinear x; set xrange [0.4:%d.6]; set xtics (", t->rows);
    for (int r = 0; r < t->rows; r += stride) {
        const char *text = seed >= 0 ? tsv_cell(t, r, seed) : run >= 0 ? tsv_cell(t, r, run) : "";
        fprintf(c->set, "%s\"%.*s\" %d", r > 0 ? ", " : "", (int)strspn(text, "0123456789"), text, r + 1);
    }
    fputs(")'\n", c->set);
    chart_text(c, "claims_x_label", "%s", seed >= 0 ? "seed" : "run");
}

/* The three claims of every seed, if there is a summary. An unreadable one only costs its panel. */
static void claims(Chart *c, const char *dir, Show show)
{
    static const struct {
        const char *name;
        double dodge;
    } kind[] = {{"training", -0.2}, {"reselected", 0}, {"validated", 0.2}};
    Tsv t;
    Errors ignored = {0};
    Extent e = EXTENT_NONE;
    bool any = false;
    char *path = files_path(dir, "summary.tsv");
    if (tsv_read(&t, path, '\t', &ignored) == TSV_READ && t.rows > 0) {
        for (size_t k = 0; k < sizeof kind / sizeof kind[0]; k++)
            any = claim(c, &t, kind[k].name, kind[k].dodge, show, &e) || any;
        claim_names(c, &t);
        Axis y = show_axis(show, e);
        if (y.scale == AXIS_LINEAR && show == SHOW_ROWS) y = axis_zero(e);
        chart_axis(c, "claims_axis", 'y', &y, 5);
        chart_text(c, "claims_label", "%s claimed", show == SHOW_ROWS ? "rows" : show == SHOW_ERROR ? "error" : "score");
        chart_number(c, "claims_size", t.rows > 40 ? 0.5 : 0.9);
    }
    chart_number(c, "has_claims", any);
    errors_free(&ignored);
    tsv_free(&t);
    free(path);
}

static void repeat_words(Chart *c, const Group *g, const Bands *b)
{
    char median[40], lo[40], hi[40];
    axis_number(b->median[GRID - 1], median, sizeof median);
    axis_number(b->q25[GRID - 1], lo, sizeof lo);
    axis_number(b->q75[GRID - 1], hi, sizeof hi);
    chart_shorten(g->name, 60);
    chart_text(c, "title", "%s: %d run%s", g->name, g->runs, g->runs > 1 ? "s, by seed" : "");
    chart_text(c, "subtitle", "%s at the end%s: median %s, quartiles %s and %s", show_leader(g->run[0].show),
               g->run[0].show == SHOW_ROWS ? ", on the games it was chosen by" : "", median, lo, hi);
}

static ChartsStatus draw_repeat(const Charts *how, const char *dir, const char *folder, Group *g)
{
    Chart c;
    Bands b;
    bool by_round = is_by_round(g);
    Axis x = axis_below(g, 1, by_round);
    chart_begin(&c, how, folder, "repeat", "repeat");
    axis_of_best(&c, g, 1);
    words_below(&c, &x, by_round, &g->run[0]);
    bands_of(&b, g, by_round, &x);
    repeat_words(&c, g, &b);
    bands_table(&c, NULL, &b);
    runs_table(&c, "runs", g, by_round);
    claims(&c, dir, g->run[0].show);
    return chart_end(&c);
}

ChartsStatus chart_repeat(const Charts *how, const char *dir, const char *folder)
{
    Group g = {.name = files_name(dir)};
    ChartsStatus status = read_repeat(&g, dir, how->errors);
    if (status == CHARTS_DRAWN && !is_alike(&g, 1, how->errors)) status = CHARTS_BAD_DATA;
    if (status == CHARTS_DRAWN) status = draw_repeat(how, dir, folder, &g);
    group_free(&g);
    return status;
}

/* ---- compare ---- */

/* Names that several groups share say nothing: those become the paths. */
static void tell_apart(Group *g, const char *const *dir, int n)
{
    bool *shared = mem_new((size_t)n, sizeof *shared);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) shared[i] = shared[i] || (k != i && strcmp(g[i].name, g[k].name) == 0);
    for (int i = 0; i < n; i++) {
        if (!shared[i]) continue;
        free(g[i].name);
        g[i].name = mem_text(dir[i]);
    }
    free(shared);
}

/* Where a group ends: the longest of its runs. */
static double last_x(const Group *g, bool by_round)
{
    double x = -HUGE_VAL;
    for (int i = 0; i < g->runs; i++) x = fmax(x, abscissa(&g->run[i], by_round)[g->run[i].rounds - 1]);
    return x;
}

/* Labels at the line ends, in the margin at the right. */
static void end_labels(Chart *c, const Group *g, int n, const double *x, const double *y, const Axis *y_axis)
{
    double *at = mem_new((size_t)n, sizeof *at);
    int longest = 0;
    for (int k = 0; k < n; k++) at[k] = axis_at(y_axis, y[k]);
    axis_spread(at, n, LABEL_GAP);
    for (int k = 0; k < n; k++) {
        char name[CHART_NAME_MAX], value[40], text[LABEL_LENGTH * 4 + 60];
        char *short_form = mem_text(g[k].name);
        chart_shorten(short_form, LABEL_LENGTH - 10);
        snprintf(text, sizeof text, "%s  %s", short_form, axis_number(y[k], value, sizeof value));
        if (chart_length(text) > longest) longest = chart_length(text);
        chart_of(name, "label", k + 1);
        chart_text(c, name, "%s", text);
        chart_of(name, "label_at", k + 1);
        chart_number(c, name, at[k]);
        chart_of(name, "end_x", k + 1);
        chart_number(c, name, x[k]);
        chart_of(name, "end_y", k + 1);
        chart_number(c, name, y[k]);
        free(short_form);
    }
    chart_number(c, "right", 0.95 - 0.0073 * longest);
    free(at);
}

static ChartsStatus draw_compare(const Charts *how, const char *folder, Group *g, int n)
{
    Chart c;
    Bands b;
    bool by_round = false, repeats = false;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < g[k].runs; i++)
            by_round = by_round || g[k].run[i].cost == NULL || g[k].run[i].evaluations != g[0].run[0].evaluations;
    chart_begin(&c, how, folder, "compare", "compare");
    Axis x = axis_below(g, n, by_round), y = axis_of_best(&c, g, n);
    double *end = mem_new((size_t)n * 2, sizeof *end);
    for (int k = 0; k < n; k++) {
        char part[40], flag[CHART_NAME_MAX];
        snprintf(part, sizeof part, "%d", k + 1);
        chart_of(flag, "is_repeat", k + 1);
        chart_number(&c, flag, g[k].runs > 1);
        repeats = repeats || g[k].runs > 1;
        Axis own = x;
        own.hi = last_x(&g[k], by_round);
        if (g[k].runs > 1) bands_of(&b, &g[k], by_round, &own);
        if (g[k].runs > 1)
            bands_table(&c, part, &b);
        else
            runs_table(&c, part, &g[k], by_round);
        end[k] = own.hi;
        end[n + k] = g[k].runs > 1 ? b.median[GRID - 1] : g[k].run[0].best[g[k].run[0].rounds - 1];
    }
    words_below(&c, &x, by_round, &g[0].run[0]);
    end_labels(&c, g, n, end, end + n, &y);
    free(end);
    chart_number(&c, "runs", n);
    chart_text(&c, "title", "%d compared: %s", n, show_leader(g[0].run[0].show));
    chart_text(&c, "subtitle", "%s%s",
               g[0].run[0].show == SHOW_ROWS ? "on the games it was chosen by" : "numbers at the line ends: the last of each",
               repeats ? "; repeats: median over the seeds, 25–75 % shaded" : "");
    return chart_end(&c);
}

ChartsStatus charts_compare(const Charts *how, const char *const *dir, int n)
{
    ChartsStatus status = CHARTS_DRAWN;
    Group *g = mem_new((size_t)n, sizeof *g);
    for (int k = 0; k < n; k++) status = chart_worse(status, read_group(&g[k], dir[k], how->errors));
    if (status == CHARTS_DRAWN && !is_alike(g, n, how->errors)) status = CHARTS_BAD_DATA;
    char *folder = how->out != NULL ? mem_text(how->out) : files_path(dir[0], "charts");
    if (status == CHARTS_DRAWN) status = chart_folder(how, folder);
    if (status == CHARTS_DRAWN) {
        tell_apart(g, dir, n);
        status = draw_compare(how, folder, g, n);
    }
    if (status == CHARTS_NO_GNUPLOT) chart_say_no_gnuplot(how, folder, dir, n);
    for (int k = 0; k < n; k++) group_free(&g[k]);
    free(g);
    free(folder);
    return status;
}
