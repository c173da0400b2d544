/* paired.c. Log ratios of means with intervals that hold at all times, and signed ranks. */
#include "base/paired.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/stats.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- the ratio of two means ---- */

static double mean_of(const double *x, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i];
    return sum / (double)n;
}

/* The relative deviation of a score from its mean; 0 for a player that never scores. */
static double relative_score(double x, double mean)
{
    return mean > 0 ? x / mean - 1 : 0;
}

Paired paired_ratio(const double *a, const double *b, int64_t n)
{
    assert(n >= 2);
    Paired r = {.n = n, .mean_a = mean_of(a, n), .mean_b = mean_of(b, n)};
    double squares = 0;
    for (int64_t i = 0; i < n; i++) {
        assert(a[i] >= 0 && b[i] >= 0);
        double apart = relative_score(a[i], r.mean_a) - relative_score(b[i], r.mean_b);
        squares += apart * apart;
    }
    double games = (double)n;
    r.sem = sqrt(squares / (games - 1) * (games + 1) / games / games);
    if (r.mean_a > 0 && r.mean_b > 0)
        r.log_ratio = real_log(r.mean_a / r.mean_b);
    else if (r.mean_a != r.mean_b)
        r.log_ratio = r.mean_a > 0 ? HUGE_VAL : -HUGE_VAL;
    return r;
}

Paired paired_by_rate(const double *a, const double *b, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (a[i] == 0 || b[i] == 0) return paired_ratio(a, b, n);
    OWNED double *rate_a = mem_new((size_t)n, sizeof *rate_a), *rate_b = mem_new((size_t)n, sizeof *rate_b);
    for (int64_t i = 0; i < n; i++) {
        rate_a[i] = 1 / a[i];
        rate_b[i] = 1 / b[i];
    }
    Paired r = paired_ratio(rate_b, rate_a, n);
    const double mean_a = 1 / r.mean_b;
    r.mean_b = 1 / r.mean_a;
    r.mean_a = mean_a;
    return r;
}

/* Wallace's factor: it makes sqrt(v log(1 + t^2 / v)) of Student's t a normal variable. */
static double wallace_factor(double v)
{
    return (8 * v + 1) / (8 * v + 3);
}

double paired_z(const Paired *r)
{
    assert(r->n >= 2);
    if (r->log_ratio == 0) return 0;
    /* infinite: one mean is 0, and the test is whether the other mean differs from 0 */
    double v = (double)(r->n - 1), t = isinf(r->log_ratio) ? 1 / r->sem : fabs(r->log_ratio) / r->sem;
    double z = isinf(t) ? t : wallace_factor(v) * sqrt(v * real_log(1 + t * t / v));
    return r->log_ratio > 0 ? z : -z;
}

void paired_interval(const Paired *r, double z, double *lower, double *upper)
{
    assert(r->n >= 2 && z >= 0);
    double v = (double)(r->n - 1), segmented = z / wallace_factor(v);
    double t = sqrt(v * (real_exp(segmented * segmented / v) - 1));
    bool apart = fabs(paired_z(r)) > z;
    if (isinf(r->log_ratio)) {
        *lower = apart && r->log_ratio > 0 ? HUGE_VAL : 0;
        *upper = apart && r->log_ratio < 0 ? 0 : HUGE_VAL;
        return;
    }
    *lower = real_exp(r->log_ratio - t * r->sem);
    *upper = real_exp(r->log_ratio + t * r->sem);
}

double paired_boundary(int64_t n, double alpha)
{
    assert(n >= 1 && alpha > 0 && alpha < 1);
    double share = (double)n / PAIRED_TIGHT;
    return sqrt((1 + 1 / share) * real_log((1 + share) / (alpha * alpha)));
}

/* ---- signed ranks ---- */

enum { EXACT_MAX = 25, SUMS = EXACT_MAX * (EXACT_MAX + 1) + 1 };

typedef struct {
    double size;  /* absolute value of the difference */
    bool up;      /* the difference is above 0 */
    int64_t rank; /* twice the rank by size, so that a shared one is a whole number */
} Difference;

static int by_size(const void *a, const void *b)
{
    double x = ((const Difference *)a)->size, y = ((const Difference *)b)->size;
    return (x > y) - (x < y);
}

/* Writes the differences that are not 0, nor NaN, to d (n); returns how many. */
static int list_differences(const double *a, const double *b, int n, Difference *d)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < b[i] || a[i] > b[i]) d[kept++] = (Difference){.size = fabs(a[i] - b[i]), .up = a[i] > b[i]};
    return kept;
}

/* Ranks d (n), sorted by size; returns the sum of t^3 - t over the groups of t equal sizes. */
static double rank_by_size(Difference *d, int n)
{
    double ties = 0;
    for (int first = 0, end; first < n; first = end) {
        for (end = first; end < n && d[end].size == d[first].size; end++) {
        }
        double t = end - first;
        for (int i = first; i < end; i++) d[i].rank = first + 1 + end;
        ties += t * t * t - t;
    }
    return ties;
}

/* The share of the 2^n ways to give signs to the ranks in which the positive ranks add up to at most w. */
static double share_up_to(const Difference *d, int n, int64_t w)
{
    assert(n <= EXACT_MAX && w < SUMS);
    double ways[SUMS] = {1}, all = 1, sum = 0;
    for (int i = 0; i < n; i++) {
        for (int64_t s = SUMS - 1; s >= d[i].rank; s--) ways[s] += ways[s - d[i].rank];
        all *= 2;
    }
    for (int64_t s = 0; s <= w; s++) sum += ways[s];
    return sum / all;
}

typedef struct {
    Difference *d; /* (n), owned: the differences that are not 0, sorted by size */
    int n;
    int64_t up;  /* sum of the (doubled) ranks of differences above 0 */
    int64_t all; /* sum of all (doubled) ranks */
    double ties; /* sum of t^3 - t over the groups of t equal sizes */
} Ranked;

static Ranked rank_all(const double *a, const double *b, int n)
{
    Ranked r = {.d = mem_new((size_t)n, sizeof *r.d)};
    r.n = list_differences(a, b, n, r.d);
    qsort(r.d, (size_t)r.n, sizeof *r.d, by_size);
    r.ties = rank_by_size(r.d, r.n);
    for (int i = 0; i < r.n; i++) {
        r.up += r.d[i].up ? r.d[i].rank : 0;
        r.all += r.d[i].rank;
    }
    return r;
}

double paired_wilcoxon(const double *a, const double *b, int n)
{
    Ranked r = rank_all(a, b, n);
    double count = r.n, p;
    if (r.n <= EXACT_MAX) {
        p = 2 * share_up_to(r.d, r.n, r.up < r.all - r.up ? r.up : r.all - r.up);
    } else {
        double variance = count * (count + 1) * (2 * count + 1) / 24 - r.ties / 48;
        p = 2 * stats_normal_tail(fabs((double)r.up / 2 - (double)r.all / 4) / sqrt(variance));
    }
    free(r.d);
    return p < 1 ? p : 1;
}

double paired_share(const double *a, const double *b, int n)
{
    Ranked r = rank_all(a, b, n);
    free(r.d);
    return r.all > 0 ? (double)r.up / (double)r.all : 0.5;
}

bool paired_is_worse(const double *a, const double *b, int n, double p)
{
    enum { FIRST_TEST = 5 }; /* with fewer, all of one sign prove nothing */
    assert(p >= 0 && p <= 1);
    return n >= FIRST_TEST && paired_share(a, b, n) < 0.5 && paired_wilcoxon(a, b, n) / 2 < p;
}
