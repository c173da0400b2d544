/* histogram: how the games of given weights are spread, against the exponential of the same mean, which a controller without
 * memory that can lose at any piece would have. */
#include "base/mem.h"
#include "base/real.h"
#include "base/stats.h"
#include "file/files.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BINS_MAX 80
#define CURVE_POINTS 200
#define STEPS_MAX 1200

/* x (n), ascending, and what it says of the mean. */
typedef struct {
    double *x;
    int n;
    Stats stats;
    double median;
} Games;

static ChartsStatus read_games(Games *g, const char *path, Errors *errors)
{
    Tsv t;
    int before = errors->n;
    TsvStatus read = tsv_read(&t, path, '\t', errors);
    double *score = read == TSV_READ ? tsv_numbers(&t, "score", errors) : NULL;
    *g = (Games){.x = score};
    for (int i = 0; score != NULL && i < t.rows; i++)
        if (isfinite(score[i])) score[g->n++] = score[i];
    if (read == TSV_READ && score == NULL && errors->n == before) errors_add(errors, "%s: must have the column score", path);
    if (score != NULL && g->n == 0) errors_add(errors, "%s: has no finished game yet: nothing to draw", path);
    bool none = read == TSV_MISSING || (score != NULL && g->n == 0);
    tsv_free(&t);
    if (g->n == 0) {
        free(score);
        return none ? CHARTS_NO_DATA : CHARTS_BAD_DATA;
    }
    for (int i = 0; i < g->n; i++) stats_add(&g->stats, g->x[i]);
    stats_sort(g->x, g->n);
    g->median = stats_quantile(g->x, g->n, 0.5);
    return CHARTS_DRAWN;
}

/* A round number near the width of Freedman and Diaconis (2 interquartile ranges / cube root of n), whole because rows are. */
static double bin_width(const Games *g)
{
    double most = g->x[g->n - 1], width = 2 * (stats_quantile(g->x, g->n, 0.75) - stats_quantile(g->x, g->n, 0.25)) / cbrt(g->n);
    if (width * BINS_MAX < most) width = most / BINS_MAX;
    if (width * 10 > most) width = most / 10;
    return width > 1.5 ? axis_near(width) : 1;
}

static int bins(Chart *c, const Games *g, double width, double *tallest)
{
    int n = (int)floor(g->x[g->n - 1] / width) + 1;
    double *middle = mem_new((size_t)n, sizeof *middle), *games = mem_new((size_t)n, sizeof *games);
    for (int b = 0; b < n; b++) middle[b] = (b + 0.5) * width;
    for (int i = 0; i < g->n; i++) games[(int)floor(g->x[i] / width)]++;
    for (int b = 0; b < n; b++) *tallest = fmax(*tallest, games[b]);
    chart_table(c, NULL, (TsvColumn[]){{"rows", middle, NULL}, {"games", games, NULL}}, 2, n);
    free(middle);
    free(games);
    return n;
}

/* The exponential: expected games a bin, and the share that outlives r. */
static void curves(Chart *c, const Games *g, double width, const Axis *x, double least, double *tallest)
{
    double mean = g->stats.mean, r[CURVE_POINTS], games[CURVE_POINTS];
    for (int i = 0; i < CURVE_POINTS; i++) {
        r[i] = x->hi * i / (CURVE_POINTS - 1);
        games[i] = g->n * width / mean * real_exp(-r[i] / mean);
    }
    *tallest = fmax(*tallest, games[0]);
    chart_table(c, "exponential", (TsvColumn[]){{"rows", r, NULL}, {"games", games, NULL}}, 2, CURVE_POINTS);
    double end = fmin(x->hi, -real_log(least) * mean);
    chart_table(c, "line",
                (TsvColumn[]){{"rows", (double[]){0, end}, NULL}, {"share", (double[]){1, real_exp(-end / mean)}, NULL}}, 2, 2);
}

/* Share of the games with more than r rows: a step at every score, fewer where there are more steps than pixels. */
static void survival(Chart *c, const Games *g)
{
    int stride = (g->n + STEPS_MAX - 1) / STEPS_MAX, steps = 0;
    double *r = mem_new((size_t)g->n + 2, sizeof *r), *share = mem_new((size_t)g->n + 2, sizeof *share);
    if (g->x[0] > 0) share[steps++] = 1;
    for (int i = 0; i < g->n; i++) {
        bool last_of_equals = i == g->n - 1 || g->x[i + 1] > g->x[i];
        int longer = g->n - 1 - i;
        if (!last_of_equals || (i % stride != 0 && longer > 100)) continue;
        r[steps] = g->x[i];
        /* Nobody outlives the longest: the last step stays at its height, 0 has no place on the axis. */
        share[steps] = longer > 0 ? (double)longer / g->n : steps > 0 ? share[steps - 1] : 1;
        steps++;
    }
    chart_number(c, "steps", steps);
    chart_table(c, "survival", (TsvColumn[]){{"rows", r, NULL}, {"share", share, NULL}}, 2, steps);
    free(r);
    free(share);
}

static void words(Chart *c, const Games *g, const char *dir)
{
    char *name = files_name(dir), n[40], mean[40], lo[40], hi[40], median[40];
    double half = stats_ci95(&g->stats);
    chart_shorten(name, 60);
    chart_text(c, "title", "%s: rows cleared a game", name);
    axis_number(g->n, n, sizeof n);
    axis_number(g->stats.mean, mean, sizeof mean);
    axis_number(fmax(g->stats.mean - half, 0), lo, sizeof lo);
    axis_number(g->stats.mean + half, hi, sizeof hi);
    axis_number(g->median, median, sizeof median);
    if (g->n > 1)
        chart_text(c, "subtitle", "%s games: mean %s (95 %% interval %s to %s), median %s; line: exponential of the same mean", n,
                   mean, lo, hi, median);
    else
        chart_text(c, "subtitle", "1 game: %s rows", mean);
    free(name);
}

ChartsStatus chart_histogram(const Charts *how, const char *dir, const char *folder)
{
    Games g;
    char *path = files_path(dir, "games.tsv");
    ChartsStatus status = read_games(&g, path, how->errors);
    free(path);
    if (status != CHARTS_DRAWN) return status;
    if (g.x[0] < 0) { /* errors of a function: no games */
        free(g.x);
        return CHARTS_NO_DATA;
    }
    Chart c;
    chart_begin(&c, how, folder, "histogram", "histogram");
    words(&c, &g, dir);
    double width = bin_width(&g), tallest = 1, least = 0.5 / g.n;
    int n = bins(&c, &g, width, &tallest);
    Axis x = {AXIS_LINEAR, 0, n * width}, y = {AXIS_LOG, least, 1.15};
    bool curve = g.stats.mean > 0;
    if (curve) curves(&c, &g, width, &x, least, &tallest);
    survival(&c, &g);
    Axis games = {AXIS_LINEAR, 0, tallest * 1.05};
    chart_axis(&c, "x_axis", 'x', &x, x.hi < 5 ? (int)x.hi : 5);
    chart_axis(&c, "games_axis", 'y', &games, 8);
    chart_axis(&c, "share_axis", 'y', &y, 6);
    chart_number(&c, "has_curve", curve);
    chart_number(&c, "width", width);
    char bin[40];
    chart_text(&c, "games_label", width > 1 ? "games in each %s rows" : "games", axis_number(width, bin, sizeof bin));
    free(g.x);
    return chart_end(&c);
}
