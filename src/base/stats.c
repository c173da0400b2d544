/* stats.c. Means with their errors, quantiles, tails of distributions, and corrections for many tests. */
#include "base/stats.h"

#include "base/mem.h"
#include "base/real.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

void stats_add(Stats *s, double x)
{
    s->n++;
    if (isinf(s->mean)) return;
    double from_old = x - s->mean;
    s->mean += from_old / (double)s->n;
    s->m2 += from_old * (x - s->mean);
}

void stats_join(Stats *s, const Stats *other)
{
    assert(s->n >= 0 && other->n >= 0 && s->n <= INT64_MAX - other->n);
    int64_t n = s->n + other->n;
    if (other->n == 0) return;
    double apart = other->mean - s->mean, share = (double)other->n / (double)n;
    s->m2 += other->m2 + apart * apart * (double)s->n * share;
    s->mean += apart * share;
    s->n = n;
}

void stats_forget(Stats *s, double keep)
{
    assert(keep >= 0 && keep <= 1);
    int64_t n = (int64_t)floor(keep * (double)s->n + 0.5);
    if (n == 0)
        *s = (Stats){0};
    else
        s->m2 *= (double)n / (double)s->n;
    s->n = n;
}

double stats_sd(const Stats *s)
{
    return s->n < 2 ? 0 : sqrt(s->m2 / (double)(s->n - 1));
}

double stats_sem(const Stats *s)
{
    return s->n < 2 ? 0 : stats_sd(s) / sqrt((double)s->n);
}

double stats_ci95(const Stats *s)
{
    return s->n < 2 ? HUGE_VAL : stats_sem(s) * stats_t975(s->n - 1);
}

/* The mean by rates without value i. If rate i is nearly all of the sum, rounding has lost the other rates, which are added up
 * again. */
static double mean_without(const double *x, int64_t n, double sum, int64_t i)
{
    double others = sum - 1 / x[i];
    if (others < sum / 1024) {
        others = 0;
        for (int64_t k = 0; k < n; k++)
            if (k != i) others += 1 / x[k];
    }
    return (double)(n - 1) / others;
}

/* A mean of n values with its error, and the interval that follows. */
static ByRate with_interval(double mean, double error, int64_t n)
{
    const double width = real_exp(stats_t975(n - 1) * error);
    assert(error >= 0 && width >= 1);
    return (ByRate){.mean = mean, .error = error, .lower = mean / width, .upper = mean * width};
}

/* The plain mean, if a value is 0 or the only one. */
static ByRate by_plain_mean(const double *x, int64_t n)
{
    Stats all = {0};
    for (int64_t i = 0; i < n; i++) stats_add(&all, x[i]);
    if (n == 1 || all.mean == 0) return (ByRate){.mean = all.mean, .error = HUGE_VAL, .upper = HUGE_VAL};
    return with_interval(all.mean, stats_sem(&all) / all.mean, n);
}

ByRate stats_by_rate(const double *x, int64_t n)
{
    double sum = 0, others = 0, most = 0;
    Stats logs = {0};
    bool zero = false;
    assert(n >= 1);
    for (int64_t i = 0; i < n; i++) {
        assert(x[i] >= 0);
        zero = zero || x[i] == 0;
        sum += 1 / x[i];
        if (1 / x[i] > most) most = 1 / x[i];
    }
    const double all = (double)n / sum, count = (double)n;
    if (zero || n == 1) return by_plain_mean(x, n);
    for (int64_t i = 0; i < n; i++) {
        const double without = mean_without(x, n, sum, i);
        others += without / count;
        stats_add(&logs, real_log(without));
    }
    const double error = sqrt((count - 1) / count * logs.m2), mean = count * all - (count - 1) * others;
    ByRate e = with_interval(mean > 0 ? mean : all, error, n);
    e.heaviest = most / sum;
    return e;
}

Stats stats_of_estimates(const double *x, int64_t n)
{
    if (n == 0) return (Stats){0};
    const ByRate e = stats_by_rate(x, n);
    const double sem = isinf(e.error) ? 0 : e.mean * e.error;
    return (Stats){.n = n, .mean = e.mean, .m2 = sem * sem * (double)n * (double)(n - 1)};
}

double stats_t975(int64_t df)
{
    static const double table[30] = {12.7062047364, 4.30265272991, 3.18244630528, 2.7764451052,  2.57058183661, 2.44691185114,
                                     2.36462425101, 2.30600413503, 2.26215716274, 2.22813885196, 2.20098516008, 2.17881282966,
                                     2.16036865646, 2.14478668792, 2.13144954556, 2.11990529922, 2.10981557783, 2.10092204024,
                                     2.09302405441, 2.08596344727, 2.07961384473, 2.0738730679,  2.06865761042, 2.06389856163,
                                     2.05953855275, 2.05552943864, 2.05183051648, 2.04840714180, 2.04522964213, 2.04227245630};
    assert(df >= 1);
    if (df <= 30) return table[df - 1];
    double z = 1.959963984540054, v = (double)df;
    double z2 = z * z;
    double first = z * (z2 + 1) / 4;
    double second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    return z + (first + (second + third / v) / v) / v;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    assert(!isnan(x) && !isnan(y));
    return (x > y) - (x < y);
}

void stats_sort(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, ascending);
}

double stats_quantile(const double *x, int n, double p)
{
    assert(n >= 1 && p >= 0 && p <= 1);
    double at = p * (n - 1);
    int below = (int)at;
    assert(x[0] <= x[n - 1]);
    if (below >= n - 1) return x[n - 1];
    return x[below] + (at - below) * (x[below + 1] - x[below]);
}

/* The probability of the interval 0..z: density x (z + z^3 / 3 + z^5 / (3 x 5) + ...). */
static double normal_near(double z, double density)
{
    double term = z, sum = z;
    for (int k = 3; fabs(term) > 1e-17 * fabs(sum); k += 2) {
        term *= z * z / k;
        sum += term;
    }
    return density * sum;
}

/* density / (z + 1 / (z + 2 / (z + 3 / ...))), from the innermost term on. At z = 3 the omitted terms change less than 1e-20. */
static double normal_far(double z, double density)
{
    enum { DEPTH = 60 };
    double rest = z;
    for (int k = DEPTH; k > 0; k--) rest = z + k / rest;
    return density / rest;
}

double stats_normal_tail(double z)
{
    double density = real_exp(-z * z / 2) / sqrt(2 * REAL_PI);
    if (z > 3) return normal_far(z, density);
    if (z < -3) return 1 - normal_far(-z, density);
    return 0.5 - normal_near(z, density);
}

typedef struct {
    double p;
    int place;
} Placed;

static int by_p(const void *a, const void *b)
{
    const Placed *s = a, *t = b;
    int order = (s->p > t->p) - (s->p < t->p);
    return order != 0 ? order : (s->place > t->place) - (s->place < t->place);
}

/* The smallest p-value is multiplied by n, the next by n - 1, ...; none becomes smaller than the one before. */
void stats_holm(double *p, int n)
{
    OWNED Placed *sorted = mem_new((size_t)n, sizeof *sorted);
    double least = 0;
    for (int i = 0; i < n; i++) {
        assert(p[i] >= 0);
        sorted[i] = (Placed){p[i], i};
    }
    qsort(sorted, (size_t)n, sizeof *sorted, by_p);
    for (int i = 0; i < n; i++) {
        double adjusted = (n - i) * sorted[i].p;
        if (adjusted > least) least = adjusted < 1 ? adjusted : 1;
        p[sorted[i].place] = least;
    }
}
