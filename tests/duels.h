/* duels.h. Matches between players who exist on paper only: their scores are drawn from laws whose means are known, so that what
 * a match says can be held against the truth. */
#ifndef SWARMTRIS_TESTS_DUELS_H
#define SWARMTRIS_TESTS_DUELS_H

#include "base/rng.h"
#include "experiment/comparison.h"

/* draw: the scores of two players in the same game, each with mean 1, in units of 1000 rows. */
typedef struct {
    const char *name;
    void (*draw)(Rng *r, double *a, double *b);
} DuelLaw;
extern const DuelLaw duel_laws[]; /* name NULL at the end */

/* Exponential, mean 1. */
double duel_exponential(Rng *r);

/* So many comparisons (seeds 0 .. duels-1) of a player with one of ratio times his mean. How they ended; how many ended with an
 * interval that does not hold the truth, or by calling equal what is not; and the pairs of games they took in all. */
typedef struct {
    int duels, first, second, equal, open, wrong;
    double pairs;
} DuelCount;
DuelCount duels_compare(const DuelLaw *law, double ratio, double alpha, double margin, int64_t games, int duels);

/* Plays an experiment to its end with scores that draw makes of a seed: score (DUEL_PLAYERS_MAX), by the tags of players. */
enum { DUEL_PLAYERS_MAX = 16 };
void duels_finish(const Experiment *e, void (*draw)(const void *ctx, uint64_t seed, double *score), const void *ctx);

#endif
