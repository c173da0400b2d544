/* tetr_ai_features.h. Features of the player tetr-ai, as counts for the list in features.c. Source: misakamm's program, 2026. */
#ifndef SWARMTRIS_GAME_TETRIS_TETR_AI_FEATURES_H
#define SWARMTRIS_GAME_TETRIS_TETR_AI_FEATURES_H

#include "game/tetris/tetris.h"

/* A count of a move, as TetrisCount has it. */
typedef int TetrAiCount(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);

TetrAiCount tetr_ai_landing_rows, tetr_ai_off_middle, tetr_ai_top_hole_column, tetr_ai_wells, tetr_ai_well_excess,
    tetr_ai_worst_well, tetr_ai_worst_well_excess, tetr_ai_holes_beside, tetr_ai_well_excess_beside, tetr_ai_worst_excess_beside,
    tetr_ai_fits;

/* The worth of a cell of excess where wells are compared: in a wall column, in the two columns next to it, elsewhere. To the
 * worth of each such well tetr-ai adds the same number, which changes no order and is left out here. */
enum { TETR_AI_WALL_WORTH = 533, TETR_AI_NEAR_WORTH = 489, TETR_AI_INNER_WORTH = 401 };

#endif
