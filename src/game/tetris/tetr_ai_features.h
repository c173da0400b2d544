/* tetr_ai_features.h. Features of the player tetr-ai, as counts for the list in features.c. Source: misakamm's program, 2026. */
#ifndef SWARMTRIS_GAME_TETRIS_TETR_AI_FEATURES_H
#define SWARMTRIS_GAME_TETRIS_TETR_AI_FEATURES_H

#include "game/tetris/tetris.h"

/* A count of a move, as TetrisCount has it. */
typedef int TetrAiCount(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);

TetrAiCount tetr_ai_landing_rows, tetr_ai_off_middle, tetr_ai_top_hole_column, tetr_ai_wells, tetr_ai_well_excess,
    tetr_ai_worst_well, tetr_ai_worst_well_excess, tetr_ai_holes_beside, tetr_ai_well_excess_beside, tetr_ai_worst_excess_beside,
    tetr_ai_fits;

/* What two wells of three cells and more are compared by, for each cell beyond two: in a wall column, in the next two columns on
 * either side, elsewhere. Added to them is the same in all three, and more than a well of two cells is worth. */
enum { TETR_AI_WALL_WELL = 533, TETR_AI_OUTER_WELL = 489, TETR_AI_INNER_WELL = 401 };

/* off_middle in steps of a sixteenth. */
enum { TETR_AI_MIDDLE_STEPS = 16 };

/* Columns between column x and the nearer wall. */
static inline int tetr_ai_wall_distance(int x, int width)
{
    return x < width - 1 - x ? x : width - 1 - x;
}

#endif
