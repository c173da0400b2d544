/* centre.h. Centres: points in the middle of what a search knows.
 *
 * Idea: the best of many positions by a noisy fitness is the luckiest of them; the mean of several good ones was not chosen by
 * luck, and where the objective is round about its optimum, it is better than most of them. Which centre helps differs, so none
 * is an answer: they are candidates beside the best (experiment/train.h), or what draws a swarm (pso_move.h).
 *     positions  the mean of the positions of a swarm, the mean of a distribution: Optimiser.centre
 *     bests      the mean of the archive
 *     half       the weighted mean of the best half of the archive, of rank r = 1 .. mu with weight ln(mu + 1/2) - ln r
 *     quarter    the mean of the best quarter of the archive
 *     tenth      the mean of the best tenth
 *     running    the mean of positions over the last iterations, half of all at least
 * Half, quarter and tenth rank by shrunken fitness (archive_shrink).
 * Source: the weights, Hansen & Ostermeier 2001. */
#ifndef SWARMTRIS_OPTIM_CENTRE_H
#define SWARMTRIS_OPTIM_CENTRE_H

#include "optim/archive.h"

typedef enum { CENTRE_POSITIONS, CENTRE_BESTS, CENTRE_HALF, CENTRE_QUARTER, CENTRE_TENTH, CENTRE_RUNNING, CENTRES } Centre;
extern const char *const centre_names[]; /* NULL at the end */

/* The weight of rank r = 1 .. mu in the mean of the best mu: ln(mu + 1/2) - ln r; the caller divides by the sum. */
double centre_rank_weight(int mu, int r);

/* Bests, half, quarter or tenth of those places of the archive for which of (archive->n) is not 0 (NULL: of all), into x (dim).
 * Empty and eliminated places do not count. False: none is left, and x is unchanged. */
bool centre_of_archive(const Archive *a, const uint8_t *of, Centre which, double *x);

/* Writes the places that this mean is made of (archive->n at most), the best first; returns how many. */
int centre_members(const Archive *a, const uint8_t *of, Centre which, int *places);

#endif
