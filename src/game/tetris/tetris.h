/* tetris.h. Tetris by the rules cs3243: pieces, rules and the reference engine's state, for features (features.h), lanes and
 * tests.
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

enum { TETRIS_SIDE_MIN = 3, TETRIS_WIDTH_MAX = 16, TETRIS_HEIGHT_MAX = 28, TETRIS_MOVES_MAX = 4 * TETRIS_WIDTH_MAX };

/* The pieces of tetris_pieces, tetrominoes first; the rules (pieces) say which are drawn. */
enum { TETRIS_TETROMINOES = 7, TETRIS_PIECES = 8 };

/* [game] */
typedef struct {
    int width, height;              /* of the board: TETRIS_SIDE_MIN .. TETRIS_WIDTH_MAX, TETRIS_SIDE_MIN .. TETRIS_HEIGHT_MAX */
    char pieces[TETRIS_PIECES + 1]; /* letters of OILJTSZi, each at most once */
    IntList piece_weights;          /* relative odds of these pieces, in the order of `pieces`; empty: all equal */
    bool bag;                       /* pieces are drawn from a bag (bag.h), each of them once */
    int preview;                    /* pieces that are shown beyond the one to place: 0 or 1 */
    IntList points;                 /* earned by a move that clears 0 .. 4 rows; the score is their sum; empty: the rows */
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

/* The seven tetrominoes, numbered and turned as in the course framework, and the domino of TetrisPros (Java, 2018), which stands
 * and does not turn. Defined in the header, so that they are constants for code that names a shape. */
static const TetrisPiece tetris_pieces[TETRIS_PIECES] = {
    {'O', 1, {{2, 2, {0, 0}, {2, 2}}}},
    {'I', 2, {{1, 4, {0}, {4}}, {4, 1, {0, 0, 0, 0}, {1, 1, 1, 1}}}},
    {'L', 4, {{2, 3, {0, 0}, {3, 1}}, {3, 2, {0, 1, 1}, {2, 2, 2}}, {2, 3, {2, 0}, {3, 3}}, {3, 2, {0, 0, 0}, {1, 1, 2}}}},
    {'J', 4, {{2, 3, {0, 0}, {1, 3}}, {3, 2, {0, 0, 0}, {2, 1, 1}}, {2, 3, {0, 2}, {3, 3}}, {3, 2, {1, 1, 0}, {2, 2, 2}}}},
    {'T', 4, {{2, 3, {0, 1}, {3, 2}}, {3, 2, {1, 0, 1}, {2, 2, 2}}, {2, 3, {1, 0}, {2, 3}}, {3, 2, {0, 0, 0}, {1, 2, 1}}}},
    {'S', 2, {{3, 2, {0, 0, 1}, {1, 2, 2}}, {2, 3, {1, 0}, {3, 2}}}},
    {'Z', 2, {{3, 2, {1, 0, 0}, {2, 2, 1}}, {2, 3, {0, 1}, {2, 3}}}},
    {'i', 1, {{1, 2, {0}, {2}}}},
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

/* A game. */
typedef struct {
    uint8_t cell[TETRIS_HEIGHT_MAX + 1][TETRIS_WIDTH_MAX]; /* [y][x]: 1 filled; rows from H up stay empty, and row H is read */
    int top[TETRIS_WIDTH_MAX];                             /* highest filled row of the column + 1 */
    int piece;                                             /* the one to place; TETRIS_NO_PIECE: not drawn yet */
    int next;                                              /* the one shown after it; TETRIS_NO_PIECE: none, or not drawn yet */
    int cleared;                                           /* rows cleared by the last move (0 at the start) */
    int lowest, highest; /* the rows in which the last piece came to lie, before any were cleared */
    int row_sum;         /* sum of the rows of its cells, before clearing */
    int left, right;     /* leftmost and rightmost column of the last piece */
    int eroded;          /* cells of the last piece in the cleared rows */
    uint32_t full;       /* the rows that the last move cleared, a bit each, before any were cleared */
    bool lost;
    int64_t rows, pieces; /* cleared and placed so far */
    int64_t score;        /* earned so far: rows, or points */
    Rng rng;              /* the game's own stream */
    uint32_t bag;         /* pieces left in the bag, a bit each; without a bag 0 */
} TetrisState;

/* The row in which a shape lands. height: of the columns that the shape covers, from the left. */
static inline int tetris_lands_on(const int *height, const TetrisShape *shape)
{
    int y = 0;
    for (int i = 0; i < shape->width; i++) {
        const int rests_on = height[i] - shape->bottom[i];
        if (rests_on > y) y = rests_on;
    }
    return y;
}

/* The row in which a shape lands with its left edge over a column; the shape lies between the walls. */
static inline int tetris_landing(const TetrisState *s, const TetrisShape *shape, int column)
{
    return tetris_lands_on(s->top + column, shape);
}

/* Fills the cells of shape at (column, y), y = its landing row with y + height <= H; then clears full rows. */
void tetris_place(const TetrisRules *rules, TetrisState *s, const TetrisShape *shape, int column, int y);

/* The board right after the last move, with its full rows. */
TetrisState tetris_uncleared(const TetrisRules *rules, const TetrisState *s);

/* The shown piece, if any, becomes the piece to place; the game is lost if it cannot be placed. */
void tetris_move_up(const TetrisRules *rules, TetrisState *s);

/* A full bag; without a bag 0. */
uint32_t tetris_bag(const TetrisRules *rules);

/* Writes the odds of each piece, (TETRIS_PIECES), and returns their sum. bag: what is left in the bag, if the rules have one. */
int64_t tetris_odds(const TetrisRules *rules, uint32_t bag, int *odds);

/* What a move that clears `rows` rows earns. */
static inline int tetris_worth(const TetrisRules *rules, int rows)
{
    return rules->points.n > 0 ? rules->points.v[rows] : rows;
}

/* How many columns lie between column x and the nearer wall. */
static inline int tetris_wall_distance(int x, int width)
{
    return x < width - 1 - x ? x : width - 1 - x;
}

/* The feature off_middle counts in sixteenths of half a column. */
enum { TETRIS_MIDDLE_STEPS = 16 };

/* A level of a board: the weighted sum of four counts (levels.c). */
typedef struct {
    Level level;   /* its name, and what it is good for */
    int heights;   /* weight of the sum of the heights of the columns */
    int holes;     /* weight of the empty cells that have a filled one above them in their column */
    int hole_rows; /* weight of the rows that have such a cell */
    int top;       /* weight of the height of the highest column */
} TetrisLevel;
enum { TETRIS_LEVELS = 8 };
extern const TetrisLevel tetris_level_weights[TETRIS_LEVELS];
extern const Level tetris_levels[TETRIS_LEVELS];
static inline int tetris_level_sum(const TetrisLevel *l, int heights, int holes, int hole_rows, int top)
{
    return l->heights * heights + l->holes * holes + l->hole_rows * hole_rows + l->top * top;
}

/* Whether a level depends on the highest column alone, which is known without counting. */
static inline bool tetris_level_is_top(const TetrisLevel *l)
{
    return l->heights == 0 && l->holes == 0 && l->hole_rows == 0;
}

/* For learners without features, and for programs that play by themselves (learning.c). */
extern const GameLearning tetris_learning;
extern const GameView tetris_view;

/* The size of the board: Observation.shape, GameView.size and GamePicture.size. */
void tetris_size(const void *rules, int *width, int *height);

/* The fast engines (lanes.c), NULL at the end. */
extern const Lanes *const tetris_lanes[];

#endif
