/* levels.c. How near a board is to the loss of the game: levels by which its way there is measured in steps.
 *
 * What a good level is, was measured: on 10x20 with nine features and weights of published strength, by the variance of the
 * estimates that splitting (eval/splitting.h) makes of the mean length of a game, times the pieces that they take. */
#include "game/tetris/tetris.h"

#define LOAD \
    "load", "sum of the heights of all columns, and two for each hole: cells that are to be cleared before the floor shows"
#define HEIGHTS "heights", "sum of the heights of all columns"
#define TOP "top", "ten for each row of the highest column, and one for each hole"
#define MIXED "mixed", "sum of the heights of all columns, two for each hole, three for each row of the highest column"

const Level tetris_levels[TETRIS_LEVELS] = {{LOAD}, {HEIGHTS}, {TOP}, {MIXED}};

const TetrisLevel tetris_level_weights[TETRIS_LEVELS] = {
    {{LOAD}, .heights = 1, .holes = 2},
    {{HEIGHTS}, .heights = 1},
    {{TOP}, .holes = 1, .top = 10},
    {{MIXED}, .heights = 1, .holes = 2, .top = 3},
};
