/* evaluate.h. The score of given weights: plays in batches, every game a row of the table "games".
 *
 * Idea: an evaluation ends after a number of plays, or as soon as the error of the mean is small enough. So its length follows
 * from the scores alone. Stopping at an observed error makes intervals a little too narrow, so the first look is not early. */
#ifndef SWARMTRIS_EXPERIMENT_EVALUATE_H
#define SWARMTRIS_EXPERIMENT_EVALUATE_H

#include "base/rng.h"
#include "experiment/experiment.h"

/* space and x (dim) are borrowed for the life of the experiment. 1 <= games < 2^31. */
typedef struct {
    const Space *space;
    const double *x;
    int objective;
    uint64_t seed;
    RngPurpose purpose; /* which games: RNG_EVALUATION, or those that a training validated on */
    int64_t games;      /* the most that are played */
    double longest;     /* a play of this cost or more was cut off; 0: no play is */
    double error;       /* the evaluation ends once evaluate_error is at most this; 0: all games are played */
    const Units *units; /* what the scores are; borrowed */
} EvaluateSpec;

/* Table "games": game, score, cost. */
Experiment evaluate_create(const EvaluateSpec *spec);

/* The relative error of the mean of scores (n >= 1): half the 95 % interval, as a share of the mean; HUGE_VAL: not known. */
double evaluate_error(const double *score, int64_t n, bool estimates);

/* How many whole games are likely to reach an error (> 0), since the standard deviation of scores is nearly their mean. */
double evaluate_games(double error);

/* The scores of the games played so far (*n), in the order of the games; borrowed. e must be an evaluation. */
const double *evaluate_scores(const Experiment *e, int64_t *n);

#endif
