/* evaluate.h. The score of given weights: plays in batches, every game a row of the table "games". */
#ifndef SWARMTRIS_EXPERIMENT_EVALUATE_H
#define SWARMTRIS_EXPERIMENT_EVALUATE_H

#include "experiment/experiment.h"

/* space and x (dim) are borrowed for the life of the experiment. games >= 1. */
typedef struct {
    const Space *space;
    const double *x;
    int objective;
    uint64_t seed;
    int64_t games;
} EvaluateSpec;

Experiment evaluate_create(const EvaluateSpec *spec);

#endif
