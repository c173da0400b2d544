/* contest_ocba.c. How the plays of a stage are split: in given proportions, and in those of optimal computing budget
 * allocation. */
#include "experiment/contest.h"

#include <assert.h>
#include <math.h>

static bool is_known(const Stats *s)
{
    return s->n > 0 && isfinite(s->mean);
}

/* The highest mean, the lowest index of several; -1: no sample has a value. */
static int best_of(const Stats *const *known, int n)
{
    int best = -1;
    for (int i = 0; i < n; i++)
        if (is_known(known[i]) && (best < 0 || known[i]->mean > known[best]->mean)) best = i;
    return best;
}

/* (s / d)^2, at most total; see the header. */
static double ocba_weight(const Stats *s, double d, double total)
{
    double sd = stats_sd(s);
    if (!(sd > 0)) return 0;
    return sd < d * sqrt(total) ? (sd / d) * (sd / d) : total;
}

/* Writes w (n), in the proportions that the plays should have in the end; returns their sum. */
static double weigh_samples(const Stats *const *known, int n, double total, double *w)
{
    int best = best_of(known, n);
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        w[i] = 0;
        if (i == best || !is_known(known[i])) continue;
        w[i] = ocba_weight(known[i], known[best]->mean - known[i]->mean, total);
        double sd = stats_sd(known[i]);
        if (w[i] > 0) squares += w[i] / sd * (w[i] / sd);
        sum += w[i];
    }
    if (best < 0) return 0;
    w[best] = stats_sd(known[best]) * sqrt(squares);
    return isfinite(w[best]) ? sum + w[best] : 0;
}

void contest_split(const double *w, int n, double sum, int more, int *plays)
{
    assert(sum > 0 && more >= 0);
    double exact = 0;
    int last = 0, given = 0;
    for (int i = 0; i < n; i++) {
        exact += more * (w[i] / sum);
        plays[i] = w[i] > 0 ? (int)floor(exact + 0.5) - given : 0;
        given += plays[i];
        if (w[i] > 0) last = i;
    }
    plays[last] += more - given; /* should the last bit of exact be missing */
}

bool contest_ocba(const Stats *const *known, int n, int more, double *w, int *plays)
{
    assert(n >= 1 && more >= 1);
    double total = more, lacking = 0;
    for (int i = 0; i < n; i++) total += (double)known[i]->n;
    double sum = weigh_samples(known, n, total, w);
    if (!(sum > 0)) return false;
    for (int i = 0; i < n; i++) {
        w[i] = total * (w[i] / sum) - (double)known[i]->n;
        if (w[i] < 0) w[i] = 0;
        lacking += w[i];
    }
    assert(lacking > 0);
    contest_split(w, n, lacking, more, plays);
    return true;
}
