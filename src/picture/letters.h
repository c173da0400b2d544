/* picture/letters.h. A scene in letters, with the colours of a terminal where they are wanted; and a game as text, a line a
 * turn, from which a page draws any of its boards. */
#ifndef SWARMTRIS_PICTURE_LETTERS_H
#define SWARMTRIS_PICTURE_LETTERS_H

#include "picture/scene.h"

#include <stdio.h>

/* Prints the board, what is beside it and the caption. Returns the number of lines. */
int letters_print(FILE *out, const Scene *s, bool coloured);

/* What stands for a line end in such a line: a pilcrow. */
#define LETTERS_END "\xc2\xb6"

/* Prints the turn that a move has made, which led from state before to state after, as a line "SCORE COST BOARD". Of a game with
 * a picture BOARD is a character a cell, row 0 first, and empty cells in front are left out: 0 empty, 1 .. 7 the colours,
 * a .. g the same of cells of the last move, A .. G of a row that is about to disappear. Of another game it is the text of the
 * state, with LETTERS_END for its line ends. s: the scene of the turns before. */
void letters_turn(FILE *out, Scene *s, const void *before, Move move, const void *after);

#endif
