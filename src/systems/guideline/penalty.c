/* penalty.c. Room agent. The move of the lowest penalty: a sum of terms that begin to count beyond a threshold.
 *
 * With the features of a move by their names, and eight weights,
 *     penalty = max(0, (closed_holes + holes_offset) holes_factor) + max(0, (blocked_cells + blocked_offset) blocked_factor)
 *             + max(0, (tall_wells + wells_offset) wells_factor) + (stack_height - full_rows
 *             + half_factor height_over_half + three_quarters_factor height_over_three_quarters),
 * added in this order: it decides the last bit.
 * An offset of -2 forgives the first two cells. The penalty is no weighted sum, so no set of features has these weights.
 * Source: the guideline player with hold (JavaScript, 2020), whose parameters a0 .. a7 are the weights, in their order. */
#include "agent/agent.h"

#include <assert.h>

/* The features, in the order of `reads`. */
enum { CLOSED_HOLES, BLOCKED_CELLS, TALL_WELLS, STACK_HEIGHT, FULL_ROWS, OVER_HALF, OVER_THREE_QUARTERS, READS };
static const char reads[] =
    "closed_holes blocked_cells tall_wells stack_height full_rows height_over_half height_over_three_quarters";

typedef struct {
    double holes_offset, holes_factor, blocked_offset, blocked_factor, wells_offset, wells_factor, half_factor,
        three_quarters_factor;
} PenaltyWeights;

/* The defaults are the parameters that the author of the original chose by hand. */
static const Param weights[] = {
    {PARAM_ROW(PenaltyWeights, holes_offset, PARAM_REAL, "cells", -10, 10, "0"),
     .doc = "a0: added to the closed holes before they are weighed"},
    {PARAM_ROW(PenaltyWeights, holes_factor, PARAM_REAL, "rows a cell", 0, 100, "2"), .doc = "a1: what a closed hole costs"},
    {PARAM_ROW(PenaltyWeights, blocked_offset, PARAM_REAL, "cells", -10, 10, "0"),
     .doc = "a2: added to the blocked cells before they are weighed"},
    {PARAM_ROW(PenaltyWeights, blocked_factor, PARAM_REAL, "rows a cell", 0, 100, "2"), .doc = "a3: what a blocked cell costs"},
    {PARAM_ROW(PenaltyWeights, wells_offset, PARAM_REAL, "cells", -10, 10, "-1"),
     .doc = "a4: added to the cells of tall wells before they are weighed"},
    {PARAM_ROW(PenaltyWeights, wells_factor, PARAM_REAL, "rows a cell", 0, 100, "10"),
     .doc = "a5: what a cell of a tall well costs"},
    {PARAM_ROW(PenaltyWeights, half_factor, PARAM_REAL, "", 0, 100, "10"),
     .doc = "a6: extra cost of a row above half the height of the board"},
    {PARAM_ROW(PenaltyWeights, three_quarters_factor, PARAM_REAL, "", 0, 100, "10"),
     .doc = "a7: further cost of a row above three quarters of the height"},
    {0},
};

static inline double from_zero(double term)
{
    return term > 0 ? term : 0;
}

/* The lower the penalty, the higher the value. */
static double value(const Rules *r, const void *before, const void *after, const double *w)
{
    double f[READS];
    assert(r->set->n == READS);
    rules_features(r, before, after, f);
    return -(from_zero((f[CLOSED_HOLES] + w[0]) * w[1]) + from_zero((f[BLOCKED_CELLS] + w[2]) * w[3]) +
             from_zero((f[TALL_WELLS] + w[4]) * w[5]) +
             (f[STACK_HEIGHT] - f[FULL_ROWS] + w[6] * f[OVER_HALF] + w[7] * f[OVER_THREE_QUARTERS]));
}

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    return greedy_move(r, state, w, value, scratch);
}

static const Param params[] = {{0}};

const Agent agent_penalty = {
    .name = "penalty",
    .doc = "takes the placement of the lowest penalty: costs of holes, covered cells, narrow wells and height beyond thresholds",
    .params = params,
    .options_bytes = 0,
    .weights = weights,
    .reads = reads,
    .value = value,
    .scratch_bytes = greedy_bytes,
    .choose = choose,
};
