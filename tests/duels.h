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
    double share[2]; /* the games in which a player scores at all: so its mean falls to that; 0, 0: all */
    bool nested;     /* the one that scores in fewer games scores only where the other does */
} DuelLaw;
extern const DuelLaw duel_laws[]; /* name NULL at the end; those with shares come last */

/* Exponential, mean 1. */
double duel_exponential(Rng *r);

/* So many comparisons (seeds 0 .. duels-1) of a law's players, the first one's scores times `ratio`. How they ended; how many
 * ended with an interval that does not hold the truth, or by calling equal what is not; the pairs of games they took in all. */
typedef struct {
    int first, second, equal, open, wrong;
    double pairs;
} DuelCount;
DuelCount duels_compare(const DuelLaw *law, double ratio, double alpha, double margin, int64_t games, int duels);

/* The scores of all players in a game, from its seed: score (DUEL_PLAYERS_MAX), by their tags. */
enum { DUEL_PLAYERS_MAX = 16 };
typedef void DuelScores(const void *ctx, uint64_t seed, double *score);

/* Plays one batch of an experiment, each game at a cost of 3; false: it is finished. Plays it to its end. */
bool duels_step(const Experiment *e, DuelScores *draw, const void *ctx);
void duels_finish(const Experiment *e, DuelScores *draw, const void *ctx);

static inline void duels_close(Experiment *e)
{
    e->kind->destroy(e->self);
}

#endif
