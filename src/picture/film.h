/* picture/film.h. A game as text: a line a turn, from which a page draws any of its boards.
 *
 * Idea: a line is "SCORE COST BOARD". Of a game with a picture BOARD is a character a cell, row 0 first, and empty cells in
 * front are left out: 0 empty, 1 .. 7 the colours, a .. g the same of cells of the last move, A .. G of a row that is about
 * to disappear. Of another game it is the text of the state, with FILM_END for its line ends.
 * Never: a move; a film is told of them. */
#ifndef SWARMTRIS_PICTURE_FILM_H
#define SWARMTRIS_PICTURE_FILM_H

#include "picture/scene.h"

#include <stdio.h>

/* What stands for a line end: a pilcrow. */
#define FILM_END "\xc2\xb6"

typedef struct {
    Scene scene; /* of the last turn */
    FILE *out;   /* where the lines go; borrowed */
    int turns;   /* lines so far */
} Film;

/* Begins a film of a game whose lines go to out. It is to be freed by scene_free(&f->scene). */
void film_start(Film *f, FILE *out, const Game *game, const void *rules);

/* A move was made in state before and led to state after. */
void film_move(Film *f, const void *before, Move move, const void *after);

#endif
