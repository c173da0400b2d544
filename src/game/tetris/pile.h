/* pile.h. The features of a whole pile, of a set of eleven that is older than most: their counts, for the list in features.c.
 * Source: Boehm, Kokai & Mandl, "An Evolutionary Approach to Tetris", 2005; the program tetrispros tried the same eleven.
 * early_rows is ours. */
#ifndef SWARMTRIS_GAME_TETRIS_PILE_H
#define SWARMTRIS_GAME_TETRIS_PILE_H

#include "game/tetris/tetris.h"

/* A feature's count of a move, as TetrisCount has it. */
typedef int TetrisPileCount(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);

TetrisPileCount pile_hole_tops, pile_height_range, pile_deepest_well, pile_well_depths, pile_filled_cells, pile_weighted_cells,
    pile_inner_row_transitions, pile_inner_column_transitions, pile_early_rows;

/* How far column x lies below its lower neighbour, walls being as high as the board; 0: it does not. */
int pile_well_depth(const TetrisRules *rules, const TetrisState *s, int x);

#endif
