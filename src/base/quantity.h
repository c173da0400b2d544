/* quantity.h. What the numbers of an objective are called, and how they are to be read.
 *
 * Idea: games, test functions and meta searches differ in these units alone. Each of them fills in one struct; progress,
 * reports and charts take their words and their arithmetic from it, so that another game needs no change there.
 * Never: a member for one kind of objective only. */
#ifndef SWARMTRIS_BASE_QUANTITY_H
#define SWARMTRIS_BASE_QUANTITY_H

#include <stdbool.h>

/* How a score reads, higher being better. */
typedef enum {
    SCALE_COUNT, /* a count of 0 or more: rows of a game */
    SCALE_ERROR, /* minus an error of 0 or more: the distance of a test function from its optimum */
    SCALE_SIGNED /* a number of any sign, which has no logarithm: how much better tuned parameters are than untuned ones */
} Scale;

typedef struct {
    const char *score; /* what is maximised, as a noun behind a number: "rows", "score" */
    const char *cost;  /* what a play takes, in the plural: "pieces", "evaluations" */
    const char *play;  /* plays of one position, in the plural: "games", "blocks" */
    Scale scale;       /* of the score */
    bool minimised;    /* the noun is what is to be low: the score is minus it */
    bool noisy;        /* plays of one position differ, so that more plays say more about it */
    bool unit_cost;    /* every play costs exactly 1: plays and cost are the same number */
    bool by_rate; /* a play estimates the mean score, and 1 / score is what has no bias: stats_by_rate, not means of scores */
} Units;

/* The amount of the noun that a score stands for. */
double units_amount(const Units *t, double score);

/* An interval of scores, lower <= upper, becomes one of amounts. */
void units_turn(const Units *t, double *lower, double *upper);

/* How the mean score of a position is estimated. */
typedef enum {
    ESTIMATOR_GAMES,     /* by whole games */
    ESTIMATOR_SPLITTING, /* by replicates of multilevel splitting (eval/splitting.h) */
    ESTIMATOR_AUTO       /* the same; where games are short a replicate counts their losses */
} Estimator;
extern const char *const estimators[]; /* their names, NULL at the end */

/* The logarithm by which scores that span decades are averaged: log(1 + score) of a count; -log10 of an error, which is taken as
 * 1e-300 where it is smaller. Increasing in score, so that it ranks single plays as the score does. Not of a signed score. */
double scale_log(Scale scale, double score);

/* The same, but an error below 1e-16 is solved, and no better than any other: some functions round to exactly 0 long before
 * their neighbours do, and hundreds of decades would rule every mean. */
double scale_solved(Scale scale, double score);

#endif
