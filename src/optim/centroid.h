/* centroid.h. Centroids: points in the middle of what a search knows.
 *
 * Idea: the best of many positions by a noisy fitness is the luckiest of them; the mean of several good ones was not chosen by
 * luck, and where the objective is roughly symmetric about its optimum, it is better than most of them. Which centroid helps
 * differs, so none is an answer: they are candidates beside the best (experiment/train.h), or what draws a swarm (pso/move.h).
 *     positions  the mean of the positions of a swarm, the mean of a distribution: Optimiser.centroid
 *     bests      the mean of the archive
 *     half       the weighted mean of the best half of the archive, of rank r = 1 .. mu with weight ln(mu + 1/2) - ln r
 *     quarter    the mean of the best quarter of the archive
 *     tenth      the mean of the best tenth
 *     running    the mean of positions over the last iterations, half of all at least
 * Half, quarter and tenth rank by shrunken fitness (archive_shrink).
 * Source: the weights, Hansen & Ostermeier 2001. */
#ifndef SWARMTRIS_OPTIM_CENTROID_H
#define SWARMTRIS_OPTIM_CENTROID_H

#include "optim/archive.h"

typedef enum {
    CENTROID_POSITIONS,
    CENTROID_BESTS,
    CENTROID_HALF,
    CENTROID_QUARTER,
    CENTROID_TENTH,
    CENTROID_RUNNING,
    CENTROIDS
} Centroid;
extern const char *const centroid_names[]; /* NULL at the end */

/* The mean of positions x (n, dim), into centroid (dim); and how far they are from it in the mean, as a share of the box's
 * diagonal. */
void centroid_of_positions(const double *x, int n, int dim, double *centroid);
double centroid_spread(const Space *space, const double *x, int n);

/* Writes the places of the archive for which of (archive->n) is not 0 (NULL: all), the best first, to places (archive->n at
 * most); returns how many. Empty places do not count. */
int centroid_rank(const Archive *a, const uint8_t *of, int *places);

/* How many of n ranked places bests, half, quarter or tenth is the mean of: the first ones. */
int centroid_members(Centroid which, int n);

/* That mean of n ranked places, into x (dim). False: n is 0, and x is unchanged. */
bool centroid_of_ranked(const Archive *a, Centroid which, const int *places, int n, double *x);

/* The same of the whole archive. */
bool centroid_of_archive(const Archive *a, Centroid which, double *x);

#endif
