/* evaluate.h. The score of given weights: plays in batches, every game a row of the table "games".
 *
 * Idea: it ends after a number of plays, or as soon as the error of the mean is small enough: the plays that it takes follow from
 * the scores alone. To end by an error that was seen makes intervals a little too narrow: so the first look is not early. */
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
    double longest;     /* a play that costs so much was cut off; 0: none is */
    double error;       /* as evaluate_error has it: what ends the evaluation; 0: all games are played */
    bool estimates;     /* plays are estimates, whose mean is that of rates (stats_by_rate) */
} EvaluateSpec;

/* Table "games": game, score, cost. */
Experiment evaluate_create(const EvaluateSpec *spec);

/* The error of the mean of scores (n >= 1): half its 95 % interval, as a share of it; HUGE_VAL: not known. */
double evaluate_error(const double *score, int64_t n, bool estimates);

/* How many whole games an error (> 0) is likely to take: the standard deviation of their scores is nearly their mean. */
double evaluate_games(double error);

/* The scores of the games played so far (*n), in the order of the games; borrowed. e must be an evaluation. */
const double *evaluate_scores(const Experiment *e, int64_t *n);

#endif
