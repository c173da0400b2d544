/* halves.h. How many games judge a position, by how far the two halves of its games agree (reevaluation adaptation).
 *
 * Idea: the games of each candidate are dealt into two halves, even and odd ones. By each half alone the search would move its
 * centre somewhere: to the weighted mean of the better half of the candidates. Where both moves point the same way from iteration
 * to iteration, games are wasted; where they do not, the search follows noise. So the number n of games, a real one that is
 * rounded up or down at random, follows the correlation of the two moves. With D_1, D_2 the moves and E, V moving averages (a
 * tenth of each new one) of them, of their squares and of their product:
 *     rho    = (V_12 - E_1 E_2) / sqrt((V_1 - |E_1|^2) (V_2 - |E_2|^2))
 *     target = 0.8 ^ (min(n - 1, 1) (ln(n / 1.2) + 1))
 *     n      <- max(1.2, n exp(-0.1 clip(rho / target - 1, -1, 1))), at most as many games as are allowed
 * n begins at 1.2. One game alone is both halves. The source has a covariance and its learning rates adapted, too, and takes the
 * smaller of two ratios; a swarm has neither.
 * Never: looks at scores (fitness alone is compared).
 * Source: K. Uchida, K. Nishihara, S. Shirakawa, "CMA-ES with Adaptive Reevaluation for Multiplicative Noise", GECCO 2024. */
#ifndef SWARMTRIS_EXPERIMENT_HALVES_H
#define SWARMTRIS_EXPERIMENT_HALVES_H

#include "base/trial.h"
#include "base/visit.h"

typedef struct {
    int candidates, dim; /* of an iteration, and of a position; candidates 0: nothing adapts */
    int most;            /* games, 1 or more: n is never above */
    uint64_t seed;       /* of the training */
    double n;            /* games of a candidate */
    int told;            /* candidates of the iteration under way */
    double *x;           /* (candidates, dim), owned: where they are */
    double *fitness;     /* (candidates, 2), owned: means of their halves */
    double *mean;        /* (2, dim), owned: E_1, E_2 */
    double square[3];    /* V_1, V_2, V_12 */
} Halves;

void halves_make(Halves *h, int candidates, int dim, int most, uint64_t seed);
void halves_free(Halves *h);

/* Games of each candidate in an iteration, 1 .. most. */
int halves_games(const Halves *h, int64_t iteration);

/* Adds a candidate of the iteration, at x (dim), with the answers of all its games. */
void halves_add(Halves *h, const double *x, const Trial *t);

/* The iteration is complete: n adapts. */
void halves_end(Halves *h);

void halves_walk(Halves *h, Visit *v);

#endif
