/* picture/fumen.h. A game as a fumen, version 115: a line of text that editors of Tetris positions read, a page a move.
 *
 * Idea: a page says how its board differs from what a reader has after the page before, and where which piece is then put. A
 * reader places the piece and removes full rows by itself, so most pages only name a piece. Boards of less than ten columns
 * are filled up with grey cells.
 * Never: a game of other pieces than tetrominoes, or of more than ten columns; a move above the 23 rows that a fumen has ends it.
 * Source: the format of the editor "fumen" by Mihys, as the library tetris-fumen of knewjade documents it. */
#ifndef SWARMTRIS_PICTURE_FUMEN_H
#define SWARMTRIS_PICTURE_FUMEN_H

#include "game/game.h"

typedef struct Fumen Fumen;

/* Begins a game. NULL: it cannot be a fumen, and *why (a constant) is the end of a sentence about its board. */
Fumen *fumen_begin(const Game *game, const void *rules, const char **why);

/* Adds the move that was made in state `before`. */
void fumen_move(Fumen *f, const void *before, Move move);

/* The number of pages; *why: NULL, or why the moves after the last page are missing (a constant). */
int fumen_pages(const Fumen *f, const char **why);

/* Ends the fumen and frees f. Returns its text (size bytes), a line with its end, owned by the caller. */
char *fumen_end(Fumen *f, size_t *size);

#endif
