/* evaluate.h. The score of given weights: plays in batches, every game a row of the table "games". */
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
    int64_t games;
    double longest; /* a play that costs so much was cut off; 0: none is */
} EvaluateSpec;

/* Table "games": game, score, cost. */
Experiment evaluate_create(const EvaluateSpec *spec);

/* The scores of the games played so far (*n), in the order of the games; borrowed. e must be an evaluation. */
const double *evaluate_scores(const Experiment *e, int64_t *n);

#endif
