/* pile.h. A second engine of Tetris, which the first is compared with: pieces drawn as text, a board is a list of cells, and
 * features from their definitions, one cell at a time. */
#ifndef SWARMTRIS_TESTS_PILE_H
#define SWARMTRIS_TESTS_PILE_H

#include "agent/agent.h"
#include "game/tetris/tetris.h"

enum { O, I, L, J, T, S, Z };

/* The final weights of the report, set cs3243. */
extern const double report_weights[8];

typedef struct {
    int x, y;
} Cell;

typedef struct {
    int width, height, n;
    Cell cell[TETRIS_WIDTH_MAX * (TETRIS_HEIGHT_MAX + 8)];
    int64_t rows, pieces;
    double landing;                  /* of the last piece: the middle between its lowest and its highest cell, before clearing */
    int eroded;                      /* rows it cleared x its cells in them */
    int early;                       /* rows it cleared, but for four, x the rows above all cells */
    Cell last[4];                    /* its cells, before clearing */
    int heights, differences, holes; /* sums of the board after it, full rows still there */
} Pile;

/* Drops the piece from far above. False: it sticks out, and the pile is unchanged; *cleared is then what it would have cleared
 * under a higher ceiling. */
bool pile_drop(Pile *p, int piece, int orientation, int column, int *cleared);

/* All placements that do not lose; *lost_rows: the most rows that a losing one would have cleared. */
int pile_moves(const Pile *p, int piece, Move *move, int *lost_rows);

/* The board of s as a pile. */
Pile pile_from(const TetrisRules *rules, const TetrisState *s);

/* Cells, tops, tallies of the engine are those of the pile. */
void assert_pile(const TetrisRules *rules, const TetrisState *s, const Pile *p);

/* Every feature of the last move is what its definition makes of the pile. */
void assert_features(const TetrisRules *rules, const TetrisState *before, const TetrisState *after, const Pile *p);

/* Some of the pieces, in any order, with weights in every second case. */
void random_pieces(Rng *r, TetrisRules *rules);

/* ---- the player tetr-ai once more (tetr_ai_again.c), from its formula: slow, and without a feature of the program ---- */

/* Its features of the board s, on which the last piece came to lie in these cells before rows were cleared: into f
 * (TETRIS_FEATURES). */
void tetr_ai_again(const TetrisRules *rules, const TetrisState *s, const Cell *last, double *f);

/* The move that it makes with a piece: of the highest value; of equals nearest to the middle, then furthest to the left, then the
 * first. -1: all moves lose. */
Move tetr_ai_move(const Pile *p, int piece);

#endif
