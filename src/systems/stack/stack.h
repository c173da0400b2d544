/* stack.h. Room game. Trix: the list of pieces is known and finite, a buffer can hold some of them, and the board has no
 * ceiling. The aim is a pile as low as possible when the list is played.
 *
 * Idea: the board is words of rows (game/rows.h), and a state knows its height and the tops of its columns. So searches over
 * millions of states are fast enough. No random number is drawn while a game is played: the list is a key of the rules or
 * follows from the seed. Rules: x = column, y = row, row 0 = floor. A piece is turned, put over a column and falls straight
 * down; full rows are removed. The next piece of the list may be placed, or put into the buffer if it has room and the piece is
 * not the last one. Pieces in the buffer may be placed at any time. The game ends when the list is empty and the buffer is
 * empty, too, or is given up. The board has 256 rows: if no move stays within them, the game is lost. The score is minus the
 * final height; if lost, minus the sum of the board's rows and the pieces that are left.
 * Source: Trix (Python, 2013): pieces, their numbers and rotations, the rules of the buffer. */
#ifndef SWARMTRIS_SYSTEMS_STACK_STACK_H
#define SWARMTRIS_SYSTEMS_STACK_STACK_H

#include "game/rows.h"

enum {
    STACK_WIDTH_MIN = 4,
    STACK_WIDTH_MAX = 16,
    STACK_ROWS = 256,
    STACK_WORDS = STACK_ROWS / 4 + 1,
    STACK_KINDS = 7,
    STACK_ROTATIONS = 4,
    STACK_LIST_MAX = 4000,
    STACK_BUFFER_MAX = 5
};

/* Which pieces are drawn if no list is given: the templates of a program of the same course. */
enum { STACK_EQUAL, STACK_WITHOUT_S_Z, STACK_SQUARES_LINES, STACK_ONLY_1, STACK_TEMPLATES = STACK_ONLY_1 + STACK_KINDS };

/* Keys of [game]. */
typedef struct {
    int width;       /* columns of the board */
    int buffer;      /* pieces that the buffer holds */
    char list[4096]; /* digits 1-7, blanks between any of them; empty: pieces are drawn */
    int length;      /* number of pieces that are drawn */
    int pieces;      /* which pieces are drawn: STACK_EQUAL, ... */
} StackRules;

/* The shape of a kind, 0 for piece 1, after so many counter-clockwise quarter turns; NULL: the kind has no such rotation. */
const RowsShape *stack_shape(int kind, int rotation);

typedef struct {
    uint64_t word[STACK_WORDS];    /* the board */
    uint16_t top[STACK_WIDTH_MAX]; /* highest filled row of each column + 1 */
    int32_t height;                /* the highest of top */
    int32_t cells;                 /* filled cells */
    int32_t next;                  /* kind of the next piece of the list, from 0; STACK_NO_PIECE: the list is empty */
    int32_t at;                    /* the piece after `next`: its index in the text of the list, or the number of its draw */
    int32_t left;                  /* pieces of the list that are left, the next one included */
    uint8_t held[STACK_KINDS + 1]; /* pieces of each kind in the buffer, then their sum */
    int32_t cleared;               /* rows cleared so far */
    int32_t moves;                 /* moves made so far */
    int32_t rise;                  /* of the last move: the feature `rise` (stack_features.c) */
    int32_t full;                  /* rows that the last move cleared */
    int32_t turns;                 /* clockwise quarter turns of the piece that the last move placed */
    bool over, lost;
    uint64_t seed; /* draws the pieces */
} StackState;

enum { STACK_NO_PIECE = -1 };

/* Moves: STACK_PLACE + a placement places the next piece. STACK_HELD + 64 x kind + a placement places a piece of the buffer.
 * STACK_KEEP puts the next piece into the buffer; STACK_STOP gives up the buffer's pieces. A placement is 16 x rotation +
 * column of the left edge of the turned piece's box. */
enum { STACK_PLACE = 0, STACK_HELD = 64, STACK_KEEP = STACK_HELD + 64 * STACK_KINDS, STACK_STOP };
enum { STACK_MOVES_MAX = 64 * (STACK_KINDS + 1) };

static inline bool stack_places(Move m)
{
    return m < STACK_KEEP;
}
static inline int stack_rotation(Move m)
{
    return m % 64 / 16;
}
static inline int stack_column(Move m)
{
    return m % 16;
}

/* ---- stack.c ---- */

/* The kind of the piece that a move in this state places or puts into the buffer. */
int stack_kind(const StackState *s, Move m);

/* ---- stack_features.c ---- */

/* A row: index, name, which is also the function, definition, source. MOVE: a feature of the move. */
#define STACK_TRIX "Trix, 2013"
#define STACK_DELLACHERIE "Dellacherie, in Fahey 2003"
#define STACK_SCHERRER "Thiery & Scherrer 2009"
#define STACK_FEATURE_LIST(ROW, MOVE)                                                                                         \
    ROW(HEIGHT, height, "rows of the pile", STACK_TRIX)                                                                       \
    MOVE(RISE, rise, "max(h - D, -h) of a piece of height h over columns at most D below the highest one", STACK_TRIX)        \
    ROW(EMPTY_CELLS, empty_cells, "empty cells of the rows of the pile", STACK_TRIX)                                          \
    ROW(ALL_CLEARED, all_cleared, "rows cleared so far", STACK_TRIX)                                                          \
    ROW(VALLEYS, valleys, "columns lower than both neighbours, walls being higher", "this program")                           \
    MOVE(ROWS_CLEARED, rows_cleared, "rows that the move cleared", "in many controllers")                                     \
    ROW(HOLES, holes, "empty cells with a filled cell above them in their column", STACK_DELLACHERIE)                         \
    ROW(ROWS_WITH_HOLES, rows_with_holes, "rows with at least one hole", STACK_SCHERRER)                                      \
    ROW(HOLE_DEPTH, hole_depth, "filled cells with an empty cell below them in their column", STACK_SCHERRER)                 \
    ROW(ROW_TRANSITIONS, row_transitions, "changes filled/empty along the rows of the pile, wall to wall", STACK_DELLACHERIE) \
    ROW(COLUMN_TRANSITIONS, column_transitions, "changes filled/empty up the columns, from the floor to above the pile",      \
        STACK_DELLACHERIE)                                                                                                    \
    ROW(WELLS, wells, "sum over empty cells between filled ones of 1 + such cells right above", STACK_DELLACHERIE)            \
    ROW(HEIGHT_DIFFERENCES, height_differences, "sum of |height difference| of neighbouring columns", "in many controllers")  \
    ROW(BUFFERED, buffered, "pieces in the buffer", "this game")                                                              \
    MOVE(TURNS, turns, "clockwise quarter turns of the piece that was placed", "this game")
#define STACK_FEATURE_INDEX(index, name, definition, source) STACK_##index,

enum { STACK_FEATURE_LIST(STACK_FEATURE_INDEX, STACK_FEATURE_INDEX) STACK_FEATURES };
enum { STACK_SETS = 2 };

extern const Feature stack_features[STACK_FEATURES];
extern const FeatureSet stack_sets[STACK_SETS];

/* As Game.values. */
void stack_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

extern const Game game_stack;

#endif
