/* clock.c. The order of results by the virtual clock of an asynchronous search. */
#include "experiment/clock.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void clock_make(Clock *c, int n, int plays)
{
    assert(n >= 1 && plays >= 1);
    *c = (Clock){.n = n, .plays = plays};
    c->start = mem_new((size_t)n, sizeof *c->start);
    c->iteration = mem_new((size_t)n, sizeof *c->iteration);
    c->answer = mem_new((size_t)n * (size_t)plays, sizeof *c->answer);
    c->left = mem_new((size_t)n * (size_t)plays, sizeof *c->left);
}

Answer *clock_answers(const Clock *c, int i)
{
    assert(i >= 0 && i < c->n);
    return c->answer + (size_t)i * (size_t)c->plays;
}

/* The saved games (plays) of candidate i. */
static SavedGame **left_of(const Clock *c, int i)
{
    return c->left + (clock_answers(c, i) - c->answer);
}

static void forget_answers(Clock *c, int i)
{
    SavedGame **left = left_of(c, i);
    memset(clock_answers(c, i), 0, (size_t)c->plays * sizeof *c->answer);
    for (int k = 0; k < c->plays; k++) {
        free(left[k]);
        left[k] = NULL;
    }
}

void clock_free(Clock *c)
{
    for (int i = 0; i < c->n; i++) forget_answers(c, i);
    free(c->start);
    free(c->iteration);
    free(c->answer);
    free(c->left);
}

/* One of those that were told last began its next trial at that moment, and no trial began later. */
double clock_now(const Clock *c)
{
    double now = 0;
    for (int i = 0; i < c->n; i++)
        if (c->start[i] > now) now = c->start[i];
    return now;
}

static bool is_answered(const Clock *c, int i)
{
    return trial_answered(&(Trial){.y = clock_answers(c, i), .plays = c->plays});
}

/* The moment of its result if it is answered, else the earliest possible one. */
static double moment_of(const Clock *c, int i)
{
    const Answer *y = clock_answers(c, i);
    double moment = c->start[i];
    for (int k = 0; k < c->plays; k++) moment += y[k].cost;
    return moment;
}

/* The answered trial with the first result; -1: none is answered. */
static int first_answered(const Clock *c)
{
    int first = -1;
    double at = HUGE_VAL;
    for (int i = 0; i < c->n; i++) {
        if (!is_answered(c, i)) continue;
        const double moment = moment_of(c, i);
        if (moment < at || first < 0) first = i;
        if (first == i) at = moment;
    }
    return first;
}

int clock_due(const Clock *c)
{
    const int first = first_answered(c);
    if (first < 0) return -1;
    const double at = moment_of(c, first);
    for (int i = 0; i < c->n; i++) {
        if (is_answered(c, i)) continue;
        const double least = moment_of(c, i);
        if (least < at || (least == at && i < first)) return -1;
    }
    return first;
}

/* A trial that holds up an answered one is waited for until its result cannot come first any more. */
void clock_ask(const Clock *c, Trial *t)
{
    const int first = first_answered(c);
    const double at = first >= 0 ? moment_of(c, first) : -HUGE_VAL;
    for (int i = 0; i < c->n; i++) {
        assert(t[i].first == 0 && t[i].plays == c->plays);
        t[i].part = i;
        t[i].had = clock_answers(c, i);
        t[i].had_left = left_of(c, i);
        if (moment_of(c, i) <= at) t[i].until = at - c->start[i] >= 1 ? (int64_t)(at - c->start[i]) : 1;
    }
}

void clock_keep(Clock *c, const Trial *t)
{
    for (int i = 0; i < c->n; i++) {
        assert(t[i].part == i && t[i].plays == c->plays);
        batch_move(clock_answers(c, i), left_of(c, i), t[i].y, t[i].left, t[i].plays);
    }
}

void clock_begin(Clock *c, int i, int64_t iteration)
{
    assert(is_answered(c, i));
    c->start[i] = moment_of(c, i);
    c->iteration[i] = iteration;
    forget_answers(c, i);
}

void clock_walk(Clock *c, Visit *v)
{
    visit_reals(v, "start", c->start, c->n);
    for (int i = 0; i < c->n; i++) {
        visit_long(v, "started_in", &c->iteration[i]);
        if (v->loading && !(c->start[i] >= 0)) v->failed = true;
        if (v->loading) forget_answers(c, i);
    }
}
