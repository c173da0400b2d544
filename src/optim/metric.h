/* metric.h. A metric of the search space: which distance counts, and which random steps are equally likely in all directions.
 *
 * Idea: of weights that decide alike, some differ much and others little. With C the covariance of the features (Covariance in
 * base/trial.h) and the scalar product a'Cb, weights that decide alike are near each other. C = L L' (Cholesky): the length of a
 * is the Euclidean length of L'a, and L'^-1 z is a vector without a preferred direction, where z is normal. Without C the metric
 * is the plain one.
 * Source: Mahalanobis 1936 (the distance); Amari 1998 (searching by how much behaviour changes, not by parameters). */
#ifndef SWARMTRIS_OPTIM_METRIC_H
#define SWARMTRIS_OPTIM_METRIC_H

#include "base/serialise.h"

#include <stdbool.h>

typedef struct {
    int dim;
    int updates;  /* how often it was set; 0: it is plain */
    double *c;    /* (dim, dim), owned: the covariance that it was set to */
    double *l;    /* (dim, dim), owned: L, lower triangular */
    double *axis; /* (dim), owned: the largest value of coordinate j among vectors of length 1 */
} Metric;

void metric_make(Metric *m, int dim);
void metric_free(Metric *m);

/* Sets it to c (dim, dim). Features that do not vary count as much as the others do on average, and nearly dependent ones are
 * kept apart. False: c is not finite or all 0, and nothing is changed. */
bool metric_set(Metric *m, const double *c);

/* The scalar product of a and b (dim). */
double metric_product(const Metric *m, const double *a, const double *b);

/* z <- L'^-1 z (dim). */
void metric_shape(const Metric *m, double *z);

void metric_serialise(Metric *m, Serialiser *v);

#endif
