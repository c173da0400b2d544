/* quantity.h. Names of the numbers of an objective, and what they mean.
 *
 * Idea: each game, test function and meta search fills in one struct, Units. Progress, reports and charts take words and
 * arithmetic from it alone, so that another game needs no change there.
 * Never: a member for one kind of objective only. */
#ifndef SWARMTRIS_BASE_QUANTITY_H
#define SWARMTRIS_BASE_QUANTITY_H

#include <stdbool.h>

/* What kind of number a score is. Higher is better. */
typedef enum {
    SCALE_COUNT, /* a count of 0 or more: rows of a game */
    SCALE_ERROR, /* minus an error of 0 or more: the distance of a test function from its optimum */
    SCALE_SIGNED /* a number of any sign, which has no logarithm: how much better tuned parameters are than the baseline */
} Scale;

typedef struct {
    const char *score; /* the word for scores, after a number: "rows", "score" */
    const char *cost;  /* the word for the cost of a play, in the plural: "pieces", "evaluations" */
    const char *play;  /* the word for plays, in the plural: "games", "blocks" */
    Scale scale;       /* the kind of number that the score is */
    bool minimised;    /* people read minus the score, which is to be low, such as an error */
    bool noisy;        /* plays of one position differ, so that more plays say more about the position */
    bool unit_cost;    /* every play costs exactly 1, so that number of plays and cost are equal */
    bool by_rate;      /* a play estimates the mean score; 1 / score has no bias, so use stats_by_rate, not means */
} Units;

/* The number that people read for a score: the score, or minus the score if minimised. */
double units_amount(const Units *t, double score);

/* How the mean score of a position is estimated. */
typedef enum {
    ESTIMATOR_GAMES,     /* by whole games */
    ESTIMATOR_SPLITTING, /* by replicates of multilevel splitting (eval/splitting.h) */
    ESTIMATOR_AUTO       /* by replicates, but a replicate of short games counts their losses */
} Estimator;
extern const char *const estimators[]; /* their names, NULL at the end */

/* The logarithm with which scores that span decades are averaged: log(1 + score) of a count, -log10 of an error (at least
 * 1e-300). It increases with the score, so that single plays keep their ranks. Not for signed scores. */
double scale_log(Scale scale, double score);

/* scale_log, but all errors below 1e-16 count as solved, with the same result. Some functions round to exactly 0 much earlier
 * than others, and hundreds of decades would dominate every mean. */
double scale_solved(Scale scale, double score);

#endif
