/* convergence: what a search found round by round, and how its swarm contracted. */
#include "base/mem.h"
#include "file/files.h"
#include "report/chart_data.h"
#include "report/charts_parts.h"

#include <math.h>
#include <stdlib.h>

#define POINTS_MAX 1500 /* more than the picture has columns of pixels */

/* Leaves out rounds that no pixel could show. Returns the stride. */
static int thin(Course *p)
{
    int stride = (p->rounds + POINTS_MAX - 1) / POINTS_MAX, left = p->rounds;
    double *const all[] = {p->games, p->cost, p->best, p->q05, p->q25, p->median, p->q75, p->q95, p->diversity, p->velocity};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) chart_thin(all[i], p->rounds, stride);
    left = chart_thin(p->round, p->rounds, stride);
    p->rounds = left;
    return stride;
}

static void axis_of_rounds(Chart *c, const Course *p, int stride)
{
    double first = p->round[0], last = p->round[p->rounds - 1];
    Axis x = first < last ? (Axis){AXIS_LINEAR, first, last} : (Axis){AXIS_LINEAR, first - 1, first + 1};
    int want = p->rounds > 10 ? 10 : p->rounds > 2 ? p->rounds - 1 : 2;
    chart_axis(c, "x_axis", 'x', &x, want);
    chart_axis_bare(c, "x_axis_bare", 'x', &x, want);
    if (stride > 1)
        chart_text(c, "x_label", "iteration (one in %d drawn)", stride);
    else
        chart_text(c, "x_label", "iteration");
}

/* The axis of the scores; moves errors of 0 to where they can be seen. */
static void axis_of_scores(Chart *c, Course *p)
{
    double *const all[] = {p->best, p->q05, p->q25, p->median, p->q75, p->q95};
    Extent e = EXTENT_NONE;
    int floored = 0;
    char label[100];
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] != NULL) extent_add_all(&e, all[i], p->rounds);
    Extent seen = e;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) floored += show_floor(p->show, &seen, all[i], p->rounds);
    if (floored > 0) e.above = fmax(e.above / 10, 1e-300);
    Axis y = show_axis(p->show, e);
    show_label(p->show, &y, floored > 0, label, sizeof label);
    chart_axis(c, "y_axis", 'y', &y, 7);
    chart_text(c, "y_label", "%s", label);
}

/* A share of 0 has no place on a log axis, and a single one between others says nothing: it is left out. */
static int positive(double *x, int n, Extent *e)
{
    int left = 0;
    for (int i = 0; x != NULL && i < n; i++) {
        if (!(x[i] > 0)) x[i] = NAN;
        left += x[i] > 0;
        extent_add(e, x[i]);
    }
    return left;
}

static void axis_of_spread(Chart *c, Course *p)
{
    Extent e = EXTENT_NONE;
    int diverse = positive(p->diversity, p->rounds, &e), moving = positive(p->velocity, p->rounds, &e);
    Axis y = axis_log(e);
    chart_number(c, "has_diversity", diverse > 0);
    chart_number(c, "has_velocity", moving > 0);
    chart_number(c, "has_spread", diverse > 0 || moving > 0);
    chart_axis(c, "spread_axis", 'y', &y, 4);
}

static void words(Chart *c, const Course *p, const char *dir)
{
    char *name = files_name(dir), best[40], games[40], cost[40], last[40];
    int end = p->rounds - 1;
    chart_shorten(name, 60);
    chart_text(c, "title", "%s: convergence", name);
    axis_number(p->best[end], best, sizeof best);
    axis_number(p->round[end], last, sizeof last);
    axis_number(p->games != NULL ? p->games[end] : NAN, games, sizeof games);
    axis_number(p->cost != NULL ? p->cost[end] : NAN, cost, sizeof cost);
    static const char *const unit[] = {"%s rows a game (on the games it was chosen by)", "error %s", "standardised score %s"};
    const char *leader = show_leader(p->show);
    char what[100];
    chart_text(c, "leader", "%s", leader);
    snprintf(what, sizeof what, unit[p->show], best);
    if (p->games == NULL || p->cost == NULL)
        chart_text(c, "subtitle", "%s: %s; iteration %s", leader, what, last);
    else if (p->evaluations)
        chart_text(c, "subtitle", "%s: %s; iteration %s, %s evaluations", leader, what, last, cost);
    else
        chart_text(c, "subtitle", "%s: %s; iteration %s, %s %s, %s %s", leader, what, last, games,
                   p->show == SHOW_STANDARD ? "blocks" : "games", cost,
                   p->show == SHOW_STANDARD ? "pieces or evaluations" : "pieces");
    free(name);
}

/* The best so far, only where it changes, and its end: drawn as steps. */
static void corners(Chart *c, const Course *p)
{
    int n = 0;
    double *round = mem_new((size_t)p->rounds, sizeof *round), *best = mem_new((size_t)p->rounds, sizeof *best);
    for (int i = 0; i < p->rounds; i++) {
        bool same = i > 0 && i < p->rounds - 1 && p->best[i] == p->best[i - 1];
        if (same || isnan(p->best[i])) continue;
        round[n] = p->round[i];
        best[n++] = p->best[i];
    }
    chart_table(c, "best", (TsvColumn[]){{"iteration", round, NULL}, {"best", best, NULL}}, 2, n);
    free(round);
    free(best);
}

static void table(Chart *c, const Course *p)
{
    const TsvColumn all[] = {{"iteration", p->round, NULL},     {"games", p->games, NULL},      {"pieces", p->cost, NULL},
                             {"best", p->best, NULL},           {"q05", p->q05, NULL},          {"q25", p->q25, NULL},
                             {"median", p->median, NULL},       {"q75", p->q75, NULL},          {"q95", p->q95, NULL},
                             {"diversity", p->diversity, NULL}, {"velocity", p->velocity, NULL}};
    TsvColumn there[sizeof all / sizeof all[0]];
    int n = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].x != NULL) there[n++] = all[i];
    chart_table(c, NULL, there, n, p->rounds);
}

ChartsStatus chart_convergence(const Charts *how, const char *dir, const char *folder)
{
    Course p;
    ChartsStatus status = course_read(&p, dir, how->errors);
    if (status != CHARTS_DRAWN) return status;
    Chart c;
    chart_begin(&c, how, folder, "convergence", "convergence");
    words(&c, &p, dir);
    int stride = thin(&p);
    axis_of_rounds(&c, &p, stride);
    axis_of_scores(&c, &p);
    axis_of_spread(&c, &p);
    chart_number(&c, "iterations", p.rounds);
    chart_number(&c, "has_bands", p.q05 != NULL && p.q25 != NULL && p.q75 != NULL && p.q95 != NULL);
    chart_number(&c, "has_median", p.median != NULL);
    table(&c, &p);
    corners(&c, &p);
    course_free(&p);
    return chart_end(&c);
}
