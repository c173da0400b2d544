/* eigen.c. Cyclic Jacobi rotations. */
#include "optim/eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* A symmetric matrix (n,n) and the product of all rotations so far (n,n). */
typedef struct {
    int n;
    double *a, *vector;
} Jacobi;

static double *at(double *matrix, const Jacobi *s, int i, int j)
{
    return matrix + (size_t)i * (size_t)s->n + j;
}

/* Turns the two coordinates x and y of a vector by the angle whose cosine and sine are given. */
static void turn(double *x, double *y, double cosine, double sine)
{
    double old = *x;
    *x = cosine * old - sine * *y;
    *y = sine * old + cosine * *y;
}

/* Makes a_pq zero. The tangent is that of the smaller of the two angles that do. */
static void rotate(const Jacobi *s, int p, int q)
{
    double pq = *at(s->a, s, p, q);
    double cotangent = (*at(s->a, s, q, q) - *at(s->a, s, p, p)) / (2 * pq); /* of twice the angle */
    double tangent = (cotangent < 0 ? -1 : 1) / (fabs(cotangent) + sqrt(cotangent * cotangent + 1));
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (int k = 0; k < s->n; k++) {
        turn(at(s->vector, s, k, p), at(s->vector, s, k, q), cosine, sine);
        if (k == p || k == q) continue;
        turn(at(s->a, s, k, p), at(s->a, s, k, q), cosine, sine);
        *at(s->a, s, p, k) = *at(s->a, s, k, p);
        *at(s->a, s, q, k) = *at(s->a, s, k, q);
    }
    *at(s->a, s, p, p) -= tangent * pq;
    *at(s->a, s, q, q) += tangent * pq;
    *at(s->a, s, p, q) = *at(s->a, s, q, p) = 0;
}

/* Every pair once; false: none was worth it. */
static bool sweep(const Jacobi *s)
{
    bool rotated = false;
    for (int p = 0; p < s->n; p++)
        for (int q = p + 1; q < s->n; q++) {
            double scale = sqrt(fabs(*at(s->a, s, p, p))) * sqrt(fabs(*at(s->a, s, q, q)));
            if (fabs(*at(s->a, s, p, q)) <= DBL_EPSILON * scale) continue;
            rotate(s, p, q);
            rotated = true;
        }
    return rotated;
}

void eigen_symmetric(double *a, int n, double *value, double *vector)
{
    enum { SWEEPS = 50 }; /* some ten do; the bound is for what is not finite */
    Jacobi s = {.n = n, .a = a, .vector = vector};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) *at(vector, &s, i, j) = i == j;
    for (int k = 0; k < SWEEPS && sweep(&s); k++) {
    }
    for (int i = 0; i < n; i++) value[i] = *at(a, &s, i, i);
}
