/* eigen.c. Cyclic Jacobi rotations. */
#include "optim/eigen.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* A symmetric matrix, and the product of all rotations so far. */
typedef struct {
    int n;
    double *a;      /* (n, n), borrowed */
    double *vector; /* (n, n), borrowed */
} Jacobi;

static double *cell_at(double *matrix, const Jacobi *s, int i, int j)
{
    return matrix + (size_t)i * (size_t)s->n + j;
}

/* Turns the two coordinates x and y of a vector by the angle whose cosine and sine are given. */
static void turn_pair(double *x, double *y, double cosine, double sine)
{
    double old = *x;
    *x = cosine * old - sine * *y;
    *y = sine * old + cosine * *y;
}

/* Makes a_pq zero. Of the two angles that do, the smaller one is taken. */
static void rotate_pair(const Jacobi *s, int p, int q)
{
    double pq = *cell_at(s->a, s, p, q);
    double cotangent = (*cell_at(s->a, s, q, q) - *cell_at(s->a, s, p, p)) / (2 * pq); /* of twice the angle */
    double tangent = (cotangent < 0 ? -1 : 1) / (fabs(cotangent) + sqrt(cotangent * cotangent + 1));
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (int k = 0; k < s->n; k++) {
        turn_pair(cell_at(s->vector, s, k, p), cell_at(s->vector, s, k, q), cosine, sine);
        if (k == p || k == q) continue;
        turn_pair(cell_at(s->a, s, k, p), cell_at(s->a, s, k, q), cosine, sine);
        *cell_at(s->a, s, p, k) = *cell_at(s->a, s, k, p);
        *cell_at(s->a, s, q, k) = *cell_at(s->a, s, k, q);
    }
    *cell_at(s->a, s, p, p) -= tangent * pq;
    *cell_at(s->a, s, q, q) += tangent * pq;
    *cell_at(s->a, s, p, q) = *cell_at(s->a, s, q, p) = 0;
}

/* Rotates every pair once, if it is worth it; false: no pair was. */
static bool sweep_pairs(const Jacobi *s)
{
    bool rotated = false;
    for (int p = 0; p < s->n; p++)
        for (int q = p + 1; q < s->n; q++) {
            double scale = sqrt(fabs(*cell_at(s->a, s, p, p))) * sqrt(fabs(*cell_at(s->a, s, q, q)));
            if (fabs(*cell_at(s->a, s, p, q)) <= DBL_EPSILON * scale) continue;
            rotate_pair(s, p, q);
            rotated = true;
        }
    return rotated;
}

void eigen_symmetric(double *a, int n, double *value, double *vector)
{
    enum { SWEEPS = 50 }; /* some ten suffice; the bound is for matrices that are not finite */
    Jacobi s = {.n = n, .a = a, .vector = vector};
    assert(n >= 1 && a != vector);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) *cell_at(vector, &s, i, j) = i == j;
    for (int k = 0; k < SWEEPS && sweep_pairs(&s); k++) {
    }
    for (int i = 0; i < n; i++) value[i] = *cell_at(a, &s, i, i);
}
