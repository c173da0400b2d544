/* centroid.h. Centroids: points in the middle of what a search knows.
 *
 * Idea: the best of many positions by a noisy fitness is the luckiest of them. The mean of several good ones was not chosen by
 * luck. If the objective is roughly symmetric about its optimum, that mean is better than most of them. Which centroid helps
 * differs, so they are candidates beside the best (experiment/train.h), or attract a swarm (pso/move.c).
 *     positions  the mean of a swarm's positions, or of a distribution: Optimiser.centroid
 *     bests      the mean of the archive
 *     half       the mean of the best half of the archive, in which rank r = 1 .. mu has weight ln(mu + 1/2) - ln r
 *     quarter    the mean of the best quarter of the archive
 *     tenth      the mean of the best tenth
 *     running    the mean of `positions` over the last iterations, at least half of all
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

/* centroid_of_positions: the mean of positions x (n, dim), into centroid (dim). centroid_spread: their mean distance from it, as
 * a share of the box's diagonal. */
void centroid_of_positions(const double *x, int n, int dim, double *centroid);
double centroid_spread(const Space *space, const double *x, int n);

/* Writes the places of the archive where `of` (archive->n) is not 0 (NULL: all) to places (archive->n at most), the best first;
 * returns how many. Empty places do not count. */
int centroid_rank(const Archive *a, const uint8_t *of, int *places);

/* How many of n ranked places, the first ones, the centroid is the mean of: bests, half, quarter or tenth. */
int centroid_members(Centroid which, int n);

/* Writes that mean of n ranked places to x (dim). False: n is 0, and x is unchanged. */
bool centroid_of_ranked(const Archive *a, Centroid which, const int *places, int n, double *x);

/* centroid_of_ranked for the whole archive. */
bool centroid_of_archive(const Archive *a, Centroid which, double *x);

#endif
