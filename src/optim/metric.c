/* metric.c. The Cholesky factor of a covariance, and what is made of it. */
#include "optim/metric.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The share of each variance that is added to it. Without it, nearly dependent features would let weights grow without end. */
static const double ridge = 1e-4;

void metric_make(Metric *m, int dim)
{
    const size_t n = (size_t)dim;
    assert(dim >= 1);
    *m = (Metric){.dim = dim};
    m->c = mem_new(n * n, sizeof *m->c);
    m->l = mem_new(n * n, sizeof *m->l);
    m->axis = mem_new(n, sizeof *m->axis);
}

void metric_free(Metric *m)
{
    free(m->c);
    free(m->l);
    free(m->axis);
}

/* The mean variance of the features that vary; 0: none does, or c is not finite. */
static double usual_variance(const double *c, int dim)
{
    double sum = 0;
    int varying = 0;
    for (int k = 0; k < dim * dim; k++)
        if (!isfinite(c[k])) return 0;
    for (int j = 0; j < dim; j++) {
        const double variance = c[j * dim + j];
        if (variance > 0) sum += variance, varying++;
    }
    return varying > 0 ? sum / varying : 0;
}

/* The Cholesky factor of the covariance with the ridge; usual: the variance that is given to a feature which does not vary. */
static void factorise(Metric *m, double usual)
{
    const int n = m->dim;
    double *l = m->l;
    memset(l, 0, (size_t)n * (size_t)n * sizeof *l);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = m->c[i * n + j];
            if (i == j) sum = sum > 0 ? sum * (1 + ridge) : usual;
            const double own = sum;
            for (int k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
            if (i == j)
                l[i * n + i] = sqrt(sum > own * ridge / 2 ? sum : own * ridge / 2);
            else
                l[i * n + j] = sum / l[j * n + j];
        }
}

/* The largest value of coordinate j among vectors of length 1 is the root of (C^-1)_jj, the length of column j of L^-1. */
static void find_axes(Metric *m)
{
    const int n = m->dim;
    OWNED double *column = mem_new((size_t)n, sizeof *column);
    for (int j = 0; j < n; j++) {
        double square = 0;
        for (int i = 0; i < n; i++) {
            double sum = i == j;
            for (int k = j; k < i; k++) sum -= m->l[i * n + k] * column[k];
            column[i] = i < j ? 0 : sum / m->l[i * n + i];
            square += column[i] * column[i];
        }
        m->axis[j] = sqrt(square);
    }
}

/* Computes l and axis from the covariance; usual: its usual variance, above 0. */
static void derive(Metric *m, double usual)
{
    factorise(m, usual);
    find_axes(m);
}

bool metric_set(Metric *m, const double *c)
{
    const double usual = usual_variance(c, m->dim);
    if (!(usual > 0)) return false;
    memcpy(m->c, c, (size_t)m->dim * (size_t)m->dim * sizeof *c);
    derive(m, usual);
    m->updates++;
    return true;
}

/* Coordinate k of L'a. */
static double turned(const Metric *m, const double *a, int k)
{
    double sum = 0;
    for (int j = k; j < m->dim; j++) sum += m->l[j * m->dim + k] * a[j];
    return sum;
}

double metric_product(const Metric *m, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < m->dim; k++) sum += m->updates > 0 ? turned(m, a, k) * turned(m, b, k) : a[k] * b[k];
    return sum;
}

void metric_shape(const Metric *m, double *z)
{
    for (int j = m->dim - 1; j >= 0 && m->updates > 0; j--) {
        for (int k = j + 1; k < m->dim; k++) z[j] -= m->l[k * m->dim + j] * z[k];
        z[j] /= m->l[j * m->dim + j];
    }
}

void metric_serialise(Metric *m, Serialiser *s)
{
    serialise_int(s, "metric_updates", &m->updates);
    serialise_reals(s, "metric", m->c, m->dim * m->dim);
    if (!s->loading || s->failed || m->updates == 0) return;
    const double usual = usual_variance(m->c, m->dim);
    s->failed = m->updates < 0 || !(usual > 0);
    if (!s->failed) derive(m, usual);
}
