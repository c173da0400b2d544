/* plan.h. What the fast engines of Tetris know before the first game (Plan and PackedWeights, packed.h).
 *
 * Idea: a feature counts a term, up to a factor and a constant. A plan lists the terms of a set and finds the family of kernels
 * that has them. Weights are rounded to whole numbers, with a bound on what rounding can do. The functions have the signatures of
 * Lanes (game/lanes.h).
 * Never: chooses a move. */
#ifndef SWARMTRIS_GAME_TETRIS_PLAN_H
#define SWARMTRIS_GAME_TETRIS_PLAN_H

#include "game/tetris/packed.h"

/* Fills *plan. rules: valid TetrisRules; kernel (2), alone (2): for short boards, for tall ones. */
void plan_make(const void *rules, const FeatureSet *set, const Kernel *const *kernel, const Kernel *const *alone, Plan *plan);

/* Lanes.refuses: says that the board is too small, or that a piece is no tetromino; NULL: neither. */
const char *plan_refuses(const void *rules, const FeatureSet *set);

/* Lanes.slows: says that a feature has no term, or that no family has the terms of all; NULL: neither. */
const char *plan_slows(const FeatureSet *set);

/* Lanes.weigh: fills weights, a PackedWeights, from w (set->n), which is borrowed. */
void plan_weigh(const void *plan, const double *w, void *weights);

/* Lanes.slack and Lanes.position. */
double plan_slack(const void *plan, const void *weights);
const double *plan_position(const void *weights);

/* The number of the placement that belongs to a move of the piece. */
int plan_placement(const Plan *plan, int piece, Move move);

/* Writes the board, the pieces and the bag of a packed state as the reference keeps them; all else becomes 0. */
void plan_unpack(const Plan *plan, const PackedState *s, TetrisState *out);

/* Writes the heights of columns x .. x + n - 1 to height[x] .. height[x + n - 1]. */
static inline void packed_measure(const PackedState *s, int x, int n, int *height)
{
    for (int i = x; i < x + n; i++) height[i] = packed_height(packed_column(s, i));
}

/* The OR of all columns of a board: its height is that of the highest column. */
static inline uint32_t packed_cells(const Plan *plan, const PackedState *s)
{
    uint32_t cells = 0;
    for (int x = 0; x < plan->width; x++) cells |= packed_column(s, x);
    return cells;
}

/* Takes the rows whose bits are set in full out of a column. */
static inline uint32_t packed_without_rows(uint32_t column, uint32_t full)
{
    while (full != 0) {
        const int row = 31 - __builtin_clz(full);
        const uint32_t below = (UINT32_C(1) << row) - 1;
        column = (column & below) | (column >> 1 & ~below);
        full &= below;
    }
    return column;
}

/* Lanes.best (lanes.c). made (n, LANES_MAX): the placements that were made, in states that have one; NULL: not wanted. */
void lanes_best(const Plan *plan, const LaneGroup *group, int n, int32_t *made, void *scratch);

/* Lanes.view (lanes_view.c). */
extern const LanesView tetris_lanes_view;

/* Lanes.value_of and Lanes.parts. */
double plan_value_of(const void *plan, const void *state, const void *weights, Move move);
void plan_parts(const void *plan, const void *state, const void *weights, Move move, const void *after, double *own,
                double *board);

#endif
