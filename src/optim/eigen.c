/* eigen.c. Householder reflections to a matrix with three diagonals, then rotations to one with one. */
#include "optim/eigen.h"

#include "base/mem.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* y (n) += factor x (n) */
static void add_multiple(double *y, double factor, const double *x, size_t n)
{
    for (size_t j = 0; j < n; j++) y[j] += factor * x[j];
}

static double dot(const double *x, const double *y, size_t n)
{
    double sum = 0;
    for (size_t j = 0; j < n; j++) sum += x[j] * y[j];
    return sum;
}

/* Row i of a (n,n) becomes 0 before its last element left of the diagonal, by the reflection 1 - beta v v' of rows and columns
 * 0 .. i-1. v replaces that part of the row. Returns beta; *beside: the element that is left. p: scratch (i). */
static double reflect(double *a, size_t n, size_t i, double *beside, double *p)
{
    double *v = a + i * n;
    const double near = v[i - 1], rest = dot(v, v, i - 1), length = sqrt(rest + near * near);
    *beside = rest > 0 ? near < 0 ? length : -length : near;
    if (!(rest > 0)) return 0;
    v[i - 1] -= *beside; /* the signs differ, so nothing is cancelled */
    const double beta = 1 / (length * (length + fabs(near)));
    for (size_t j = 0; j < i; j++) p[j] = 0;
    for (size_t j = 0; j < i; j++) add_multiple(p, beta * v[j], a + j * n, i);
    add_multiple(p, -beta / 2 * dot(p, v, i), v, i);
    for (size_t j = 0; j < i; j++) { /* a - v p' - p v' */
        double *row = a + j * n;
        for (size_t k = 0; k < i; k++) row[k] -= v[j] * p[k] + p[j] * v[k];
    }
    return beta;
}

/* Makes a (n,n) one with three diagonals: `value` (n) and, beside it, e (n - 1). The rows of q (n,n): the axes that it is one
 * for. beta, p: scratch (n). */
static void make_tridiagonal(double *a, size_t n, double *value, double *e, double *q, double *beta, double *p)
{
    for (size_t i = n; i-- > 1;) beta[i] = reflect(a, n, i, &e[i - 1], p);
    for (size_t i = 0; i < n; i++) {
        value[i] = a[i * n + i];
        for (size_t j = 0; j < n; j++) q[i * n + j] = i == j;
    }
    for (size_t i = 1; i < n; i++) /* reflections before the i-th are those of rows and columns 0 .. i-2 */
        for (size_t j = 0; j < i && beta[i] != 0; j++)
            add_multiple(q + j * n, -beta[i] * dot(q + j * n, a + i * n, i), a + i * n, i);
}

/* x and y (n) turn towards each other by the angle of this cosine and sine. */
static void rotate(double *x, double *y, size_t n, double cosine, double sine)
{
    for (size_t j = 0; j < n; j++) {
        const double old = x[j];
        x[j] = cosine * old - sine * y[j];
        y[j] = sine * old + cosine * y[j];
    }
}

/* One implicit QL step of the block of rows first .. last, none of whose e is negligible. The shift is the eigenvalue of its
 * first two rows that is nearer to value[first]. The rotation of the last two rows that it asks for leaves an element beside the
 * three diagonals, the bulge; each further rotation moves it up by a row, and the last one out. */
static void step_up(double *value, double *e, double *q, size_t n, size_t first, size_t last)
{
    const double half = (value[first + 1] - value[first]) / 2 / e[first], root = sqrt(half * half + 1);
    double side = value[last] - (value[first] - e[first] / (half < 0 ? half - root : half + root)), bulge = e[last - 1];
    for (size_t k = last; k-- > first;) {
        const double length = sqrt(side * side + bulge * bulge);
        const double cosine = length > 0 ? side / length : 1, sine = length > 0 ? bulge / length : 0;
        const double change = sine * (value[k] - value[k + 1]) + 2 * cosine * e[k];
        if (k + 1 < last) e[k + 1] = length;
        value[k + 1] += sine * change;
        value[k] -= sine * change;
        side = e[k] = cosine * change - e[k];
        if (k > first) {
            bulge = sine * e[k - 1];
            e[k - 1] *= cosine;
        }
        rotate(q + k * n, q + (k + 1) * n, n, cosine, sine);
    }
}

/* The last row of the block that begins with row `first`. */
static size_t find_last(const double *value, const double *e, size_t n, size_t first)
{
    size_t last = first;
    while (last + 1 < n && fabs(e[last]) > DBL_EPSILON * (fabs(value[last]) + fabs(value[last + 1])) + 1e-150) last++;
    return last;
}

static void transpose(double *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const double old = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = old;
        }
}

/* Divides a (cells) by its largest absolute value, so that no square overflows; returns it, or 0: all are 0, or not finite. */
static double scale_down(double *a, size_t cells)
{
    double most = 0;
    for (size_t k = 0; k < cells; k++) most = fabs(a[k]) <= most ? most : fabs(a[k]); /* keeps a NaN to the end */
    if (!(most > 0) || isinf(most)) return 0;
    for (size_t k = 0; k < cells; k++) a[k] /= most;
    return most;
}

void eigen_symmetric(double *a, int rows, double *value, double *vector)
{
    enum { STEPS = 60 }; /* two suffice on average */
    const size_t n = (size_t)rows;
    assert(rows >= 1 && a != vector);
    const double scale = scale_down(a, n * n);
    OWNED double *e = mem_new(3 * n, sizeof *e);
    make_tridiagonal(a, n, value, e, vector, e + n, e + 2 * n);
    for (size_t first = 0; first < n && scale > 0; first++)
        for (int k = 0; k < STEPS; k++) {
            const size_t last = find_last(value, e, n, first);
            if (last == first) break;
            step_up(value, e, vector, n, first, last);
        }
    transpose(vector, n);
    for (size_t i = 0; i < n && scale > 0; i++) value[i] *= scale;
}
