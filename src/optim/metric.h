/* metric.h. A metric of the search space: which distance counts, and which random steps are equally likely in all directions.
 *
 * Idea: weights that decide alike may be far apart by the plain distance. With the scalar product a'Cb they are near, where C is
 * the covariance of the features (Covariance in base/trial.h). C = L L' (Cholesky): the length of a is the Euclidean length of
 * L'a. If z is normal, L'^-1 z has no preferred direction. Without C the metric is the plain one.
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

/* Sets the metric to covariance c (dim, dim). A feature that does not vary counts as much as the others do on average, and nearly
 * dependent features are kept apart. False: c is not finite or all 0, and nothing is changed. */
bool metric_set(Metric *m, const double *c);

/* The scalar product of a and b (dim). */
double metric_product(const Metric *m, const double *a, const double *b);

/* z <- L'^-1 z (dim). */
void metric_shape(const Metric *m, double *z);

void metric_serialise(Metric *m, Serialiser *s);

#endif
