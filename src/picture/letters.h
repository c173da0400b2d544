/* picture/letters.h. A scene in letters, with the colours of a terminal where they are wanted; and a game as text, a line a
 * turn, from which a page draws any of its boards. */
#ifndef SWARMTRIS_PICTURE_LETTERS_H
#define SWARMTRIS_PICTURE_LETTERS_H

#include "picture/scene.h"

#include <stdio.h>

/* Prints the board, what is beside it and the caption. Returns the number of lines. */
int letters_print(FILE *out, const Scene *s, bool coloured);

/* The line end of a state's text in a line of letters_turn: a pilcrow. */
#define LETTERS_END "\xc2\xb6"

/* Prints a turn, a move from state before to state after, as a line "SCORE COST BOARD". For a game with a picture, BOARD has a
 * character for each cell, row 0 first, without the empty cells in front: 0 empty, 1 .. 7 the colours, a .. g the same for cells
 * of the last move, A .. G for a row that is about to disappear. For other games, it is the text of the state, with LETTERS_END
 * for its line ends. s: the scene of the turns before. */
void letters_turn(FILE *out, Scene *s, const void *before, Move move, const void *after);

#endif
