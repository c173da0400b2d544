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
 *     holes = 2           any number of features of that move, counted by hand */
#ifndef SWARMTRIS_TESTS_BOARDS_H
#define SWARMTRIS_TESTS_BOARDS_H

#include "game/tetris/features.h"

typedef struct {
    char path[300];
    TetrisRules rules;
    TetrisState before, after;
    bool moved;
    int piece;
    Move move;
    struct {
        int feature;
        double value;
    } expected[TETRIS_FEATURES];
    int n;
} BoardFile;

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

/* Reads a file; what is wrong with it fails the test. */
void board_read(BoardFile *b, const char *path);

/* Whether cells and tops are the same. */
bool board_equal(const TetrisRules *rules, const TetrisState *a, const TetrisState *b);

/* Prints s to standard error, under a title. */
void board_show(const char *title, const TetrisRules *rules, const TetrisState *s);

#endif
