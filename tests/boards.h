/* boards.h. Boards drawn as text, for tests.
 *
 * A file in tests/boards/:
 *     ; how the numbers below were counted
 *     size 10 20          columns, rows; only the lowest rows need be drawn
 *     before              optional, else an empty board
 *     |.........#|
 *     move T 1 3          optional: piece, orientation, column; `after` must then be what the move makes of `before`
 *     after
 *     |.........#|
 *     |...###...#|
 *     holes = 2           any number of features of that move, counted by hand; nothing else follows */
#ifndef SWARMTRIS_TESTS_BOARDS_H
#define SWARMTRIS_TESTS_BOARDS_H

#include "game/tetris/features.h"

/* Rules with this size and all pieces. */
TetrisRules board_rules(int width, int height);

/* Which pieces come, and how often; "": all alike. */
void board_pieces(TetrisRules *rules, const char *pieces, const char *weights);

/* The index of a feature of tetris; where none is called so the test fails. */
int board_feature(const char *name);

/* Fills s with the rows of text, the highest first, each "|..#|" with a line end; no piece is drawn yet. A drawing that does not
 * fit fails the test. */
void board_draw(const TetrisRules *rules, TetrisState *s, const char *text);
void board_clear(TetrisState *s);

/* Compares the features of a file's move with those counted by hand. What is wrong with the file fails the test, too. looked
 * (TETRIS_FEATURES): one more for each feature that has a number there. */
void board_check(const char *path, int *looked);

/* Whether cells and tops are the same. */
bool board_equal(const TetrisRules *rules, const TetrisState *a, const TetrisState *b);

/* Prints s to standard error, under a title. */
void board_show(const char *title, const TetrisRules *rules, const TetrisState *s);

#endif
