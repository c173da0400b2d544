/* tetrispros_features.h. Features of the program tetrispros. Source: TetrisPros (Java, 2018). */
#ifndef SWARMTRIS_GAME_TETRIS_TETRISPROS_FEATURES_H
#define SWARMTRIS_GAME_TETRIS_TETRISPROS_FEATURES_H

#include "game/tetris/tetris.h"

/* A count of a move, as TetrisCount has it. */
typedef int TetrisProsCount(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);

TetrisProsCount tetrispros_height_differences, tetrispros_max_height, tetrispros_constant, tetrispros_pits,
    tetrispros_height_deviation, tetrispros_loss;

#endif
