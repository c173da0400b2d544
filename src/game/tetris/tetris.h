/* tetris.h. Tetris by the rules cs3243: what the reference engine keeps, for its features and for tests.
 *
 * Idea: one byte a cell and plain loops. This engine is the truth that every faster one is held to, so it is written to be
 * checked by eye against the definitions and never optimised.
 * Rules: x = column, y = row, row 0 = floor. A piece is turned, moved over a column and dropped straight; it lands on row
 * y = max over its columns i of top[column + i] - bottom[i]. Lost if y + its height > H, tested before anything else: the piece
 * is not placed and no row counts. Otherwise it is placed, then full rows are cleared, then the next piece is drawn. So at most
 * 0.4 rows a piece: four cells a piece, at least ten a row on ten columns.
 * With a preview a piece is drawn one move before it is to be placed: the same pieces come, but the player sees one more.
 * Source: course framework CS3243 (NUS), class State; pieces in its order and with its orientations. */
#ifndef SWARMTRIS_GAME_TETRIS_TETRIS_H
#define SWARMTRIS_GAME_TETRIS_TETRIS_H

#include "base/rng.h"
#include "game/game.h"

enum { TETRIS_WIDTH_MAX = 16, TETRIS_HEIGHT_MAX = 28, TETRIS_PIECES = 7, TETRIS_MOVES_MAX = 4 * TETRIS_WIDTH_MAX };

/* [game]. pieces: letters of OILJTSZ, each at most once; piece_weights: how often each of them comes, relative to the others, in
 * the order of pieces; empty: all alike. preview: how many pieces are shown beyond the one to place. */
typedef struct {
    int width, height;
    char pieces[TETRIS_PIECES + 1];
    IntList piece_weights;
    int preview;
} TetrisRules;

/* A piece in one orientation: its box is width x height, and in column i of the box it fills rows bottom[i] .. top[i] - 1. */
typedef struct {
    int width, height, bottom[4], top[4];
} TetrisShape;
typedef struct {
    char letter;
    int orientations;
    TetrisShape shape[4];
} TetrisPiece;

/* The seven pieces, numbered and turned as in the course framework. Here, so that whoever names a shape has it as constants. */
static const TetrisPiece tetris_pieces[TETRIS_PIECES] = {
    {'O', 1, {{2, 2, {0, 0}, {2, 2}}}},
    {'I', 2, {{1, 4, {0}, {4}}, {4, 1, {0, 0, 0, 0}, {1, 1, 1, 1}}}},
    {'L', 4, {{2, 3, {0, 0}, {3, 1}}, {3, 2, {0, 1, 1}, {2, 2, 2}}, {2, 3, {2, 0}, {3, 3}}, {3, 2, {0, 0, 0}, {1, 1, 2}}}},
    {'J', 4, {{2, 3, {0, 0}, {1, 3}}, {3, 2, {0, 0, 0}, {2, 1, 1}}, {2, 3, {0, 2}, {3, 3}}, {3, 2, {1, 1, 0}, {2, 2, 2}}}},
    {'T', 4, {{2, 3, {0, 1}, {3, 2}}, {3, 2, {1, 0, 1}, {2, 2, 2}}, {2, 3, {1, 0}, {2, 3}}, {3, 2, {0, 0, 0}, {1, 2, 1}}}},
    {'S', 2, {{3, 2, {0, 0, 1}, {1, 2, 2}}, {2, 3, {1, 0}, {3, 2}}}},
    {'Z', 2, {{3, 2, {1, 0, 0}, {2, 2, 1}}, {2, 3, {0, 1}, {2, 3}}}},
};

/* A move is (orientation, column of the left edge of the piece's box). */
static inline Move tetris_move(int orientation, int column)
{
    return orientation * TETRIS_WIDTH_MAX + column;
}
static inline int tetris_orientation(Move m)
{
    return m / TETRIS_WIDTH_MAX;
}
static inline int tetris_column(Move m)
{
    return m % TETRIS_WIDTH_MAX;
}

enum { TETRIS_NO_PIECE = -1 };

/* cell[y][x]: 1 filled; rows from H up are always empty, and one such row is there to be looked at. top[x]: highest filled row of
 * the column + 1. piece: the one to place, next: the one that is shown behind it; TETRIS_NO_PIECE when it has still to be drawn.
 * rows, pieces: cleared and placed so far. Of the last move (all 0 at the start) cleared: rows that it cleared; lowest, highest: the
 * rows that the piece came to lie in, before any were cleared; eroded: how many of its cells lay in the cleared rows. */
typedef struct {
    uint8_t cell[TETRIS_HEIGHT_MAX + 1][TETRIS_WIDTH_MAX];
    int top[TETRIS_WIDTH_MAX];
    int piece, next, cleared, lowest, highest, eroded;
    bool lost;
    int64_t rows, pieces;
    Rng rng;
} TetrisState;

/* Row on which shape lands with its left edge over column; the shape lies within the board. */
int tetris_landing(const TetrisState *s, const TetrisShape *shape, int column);

/* Fills the cells of shape at (column, y), y = its landing row with y + height <= H; then clears full rows. */
void tetris_place(const TetrisRules *rules, TetrisState *s, const TetrisShape *shape, int column, int y);

/* All features, by the index that sets refer to; and the sets. To add a feature, write its count in features.c and give it a name
 * here, before TETRIS_COLUMN_HEIGHT_1 (a feature of single columns has as many indices as there are columns), and a row there; the
 * same for a set. The reference plays it; the lanes do as soon as lanes.c has a term for it. A published set never changes: weights
 * files name it. */
enum {
    TETRIS_MAX_HEIGHT,
    TETRIS_ROWS_CLEARED,
    TETRIS_AVG_HEIGHT_INCREASE,
    TETRIS_CS3243_HOLES,
    TETRIS_CS3243_COLUMN_TRANSITIONS,
    TETRIS_HEIGHT_DIFFERENCES,
    TETRIS_CS3243_ROW_TRANSITIONS,
    TETRIS_WELLS,
    TETRIS_HOLES,
    TETRIS_OPEN_WELLS,
    TETRIS_LANDING_HEIGHT,
    TETRIS_ERODED_CELLS,
    TETRIS_ROW_TRANSITIONS,
    TETRIS_COLUMN_TRANSITIONS,
    TETRIS_WELLS_RUN,
    TETRIS_HOLE_DEPTH,
    TETRIS_ROWS_WITH_HOLES,
    TETRIS_DIVERSITY,
    TETRIS_AGGREGATE_HEIGHT,
    TETRIS_TETRISPROS_HEIGHT_DIFFERENCES,
    TETRIS_TETRISPROS_MAX_HEIGHT,
    TETRIS_TETRISPROS_ROWS_CLEARED,
    TETRIS_TETRISPROS_CONSTANT,
    TETRIS_TETRISPROS_HOLES,
    TETRIS_TETRISPROS_PITS,
    TETRIS_TETRISPROS_HEIGHT_DEVIATION,
    TETRIS_COLUMN_HEIGHT_1,
    TETRIS_HEIGHT_DIFFERENCE_1 = TETRIS_COLUMN_HEIGHT_1 + TETRIS_WIDTH_MAX,
    TETRIS_FEATURES = TETRIS_HEIGHT_DIFFERENCE_1 + TETRIS_WIDTH_MAX - 1
};
enum {
    TETRIS_SET_CS3243,
    TETRIS_SET_CS3243_TEXT,
    TETRIS_SET_CS3243_FIELD,
    TETRIS_SET_DELLACHERIE,
    TETRIS_SET_BCTS,
    TETRIS_SET_DU,
    TETRIS_SET_DT,
    TETRIS_SET_DT_WELLS,
    TETRIS_SET_BDU,
    TETRIS_SET_EL_TETRIS,
    TETRIS_SET_BERTSEKAS,
    TETRIS_SET_YIYUAN,
    TETRIS_SET_TETRISPROS,
    TETRIS_SETS
};

/* Every feature is a whole number, its count, on a scale: value = factor * (count / divisor), in doubles. Engines exchange counts,
 * so all of them get the same doubles. k: which column, for the features that there is one of for each; else 0. */
typedef enum { TETRIS_BY_ONE, TETRIS_BY_TWO, TETRIS_BY_WIDTH, TETRIS_BY_WIDTH_SQUARED } TetrisDivisor;
typedef struct {
    int (*count)(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);
    int k;
    double factor;
    TetrisDivisor divisor;
} TetrisCount;
extern const TetrisCount tetris_counts[TETRIS_FEATURES];

/* The divisor as a number, and the value of a feature whose count is known. */
double tetris_divisor(const TetrisRules *rules, TetrisDivisor divisor);
double tetris_value(const TetrisRules *rules, int feature, int count);

/* Odds of every piece, (TETRIS_PIECES); returns their sum. */
int64_t tetris_odds(const TetrisRules *rules, int *odds);

/* The fast twins (lanes.c), NULL at the end. */
extern const Lanes *const tetris_lanes[];

extern const Feature tetris_features[TETRIS_FEATURES];
extern const FeatureSet tetris_sets[TETRIS_SETS];

#endif
