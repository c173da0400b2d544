/* guideline.h. Room game. Tetris by the guideline: a bag of pieces, several of them shown, one on hold; straight drops, or
 * slides and spins.
 *
 * Idea: the board is six words of rows (game/rows.h). The tests compare this engine with one that keeps cells in a plain array.
 * Rules: x = column, y = row, row 0 = floor (the sources count rows from the top). A piece stands in a matrix of three or four
 * rows, in one of four states, each the one before, turned clockwise; states that look alike count as different placements. The
 * column of a piece is the one at the left edge of its matrix, -2 .. 9; its row is the lowest row that it fills.
 *     drop       The piece appears in any state over any column, the top row of its matrix in the top row of the board; it must
 *                fit there and be able to fall by at least one row. It falls straight down.
 *     reachable  The piece appears in state 0 at column 3, the top row of its matrix in the top row of the board (I: one above).
 *                It moves left, right and down by one and turns both ways, with the kicks of the Super Rotation System, even
 *                where it cannot fall. It may be placed wherever it cannot fall and lies within the board. Cells above the
 *                board are empty; kicks may lift a piece until its lowest row is the third above the board.
 * Hold: a move may hold the current piece and place the held one instead; if none is held, it places the next one. A move
 * places one piece, so that no piece is exchanged twice. The moves of the current piece come first, and among equal moves the
 * first is taken: so a piece is exchanged only if that is strictly better. Hold needs a preview of at least one piece. The game
 * is lost if no move is left. It is also lost if the next piece cannot appear because its cells (state 0, column 3) are filled,
 * unless the last move cleared rows. The score is the number of rows cleared. Sources: the guideline player with hold
 * (JavaScript, 2020) for all but the moves `reachable`; for these the Tetris guideline's Super Rotation System as the Tetris
 * Wiki (tetris.wiki, "Super Rotation System") has it. */
#ifndef SWARMTRIS_SYSTEMS_GUIDELINE_GUIDELINE_H
#define SWARMTRIS_SYSTEMS_GUIDELINE_GUIDELINE_H

#include "base/rng.h"
#include "game/rows.h"

enum {
    GUIDELINE_WIDTH = 10,
    GUIDELINE_HEIGHT_MAX = 20,
    GUIDELINE_PREVIEW_MAX = 6,
    GUIDELINE_SPAWN_COLUMN = 3,
    GUIDELINE_COLUMN_MIN = -2, /* an upright I touches the left wall with its matrix two columns beyond it */
    GUIDELINE_COLUMNS = 12,    /* columns that a matrix may stand on: -2 .. 9 */
    GUIDELINE_WORDS = 6,
    GUIDELINE_ROWS = 4 * GUIDELINE_WORDS, /* rows that the words have; those from the height of the board on are empty */
    GUIDELINE_NO_PIECE = -1
};

enum { GUIDELINE_DROP, GUIDELINE_REACHABLE };

/* Keys of [game]. */
typedef struct {
    int height;  /* rows of the board */
    int preview; /* pieces that are shown beyond the current one */
    bool bag;    /* all seven come in random order, then again all seven; else each piece is drawn by itself */
    bool hold;   /* the current piece may be exchanged for the held one */
    int moves;   /* GUIDELINE_DROP or GUIDELINE_REACHABLE */
} GuidelineRules;

extern const char guideline_letters[ROWS_PIECES + 1];

typedef struct {
    uint64_t word[GUIDELINE_WORDS];
} GuidelineBoard;

/* A move: whether it places the held (or else the next) piece, its state, its column and its row. */
static inline Move guideline_move(bool other, int state, int column, int row)
{
    return (((other ? ROWS_STATES : 0) + state) * 16 + column - GUIDELINE_COLUMN_MIN) * 32 + row;
}
static inline bool guideline_other(Move m)
{
    return m >= ROWS_STATES * 16 * 32;
}
static inline int guideline_state(Move m)
{
    return m / (16 * 32) % ROWS_STATES;
}
static inline int guideline_column(Move m)
{
    return m / 32 % 16 + GUIDELINE_COLUMN_MIN;
}
static inline int guideline_landing_row(Move m)
{
    return m % 32;
}

/* Most placements of one piece: in each state and column at most every second row, since a piece cannot be right below a place
 * where it rests. */
enum {
    GUIDELINE_PLACEMENTS_MAX = ROWS_STATES * GUIDELINE_COLUMNS * GUIDELINE_HEIGHT_MAX / 2,
    GUIDELINE_MOVES_MAX = 2 * GUIDELINE_PLACEMENTS_MAX
};

typedef struct {
    GuidelineBoard board;                    /* the board after clearing */
    Rng rng;                                 /* draws all pieces */
    int64_t rows, pieces;                    /* cleared and placed so far */
    uint16_t top[GUIDELINE_WIDTH];           /* highest filled row of each column + 1 */
    uint8_t height;                          /* the highest of these */
    uint8_t known;                           /* how many pieces of the queue are known */
    int8_t queue[1 + GUIDELINE_PREVIEW_MAX]; /* the current piece, then those that are shown, then NO_PIECE */
    int8_t held;                             /* the held piece or GUIDELINE_NO_PIECE */
    uint8_t bag;                             /* bit p: piece p is still to come out of the current bag */
    uint8_t drawn;                           /* how many pieces at the end of the queue were drawn since the last move */
    bool lost;                               /* no move is left, or the next piece cannot appear */
    int8_t placed, cleared, eroded;          /* of the last move: its piece; rows it cleared; cells of the piece in them */
    Move move;                               /* the last move; 0, with placed == NO_PIECE, at the start */
} GuidelineState;

extern const Game game_guideline;

/* ---- guideline.c, guideline_reach.c ---- */

/* Puts the piece of the state's last move (placed, move) on the board, clears full rows, sets cleared, eroded, top and height. */
void guideline_place(GuidelineState *s);

/* How many states of the piece, from 0 on, have different cells. The later ones repeat the cells of these. */
int guideline_distinct_states(int piece);

/* Writes the moves of one piece to out (GUIDELINE_PLACEMENTS_MAX), sorted by state, then column, then row from the highest
 * down; returns how many. other: the piece is exchanged for the current one. distinct: leaves out moves that fill the same
 * cells as an earlier one. */
typedef int GuidelineMoves(const GuidelineRules *rules, const GuidelineState *s, int piece, bool other, bool distinct, Move *out);
GuidelineMoves guideline_drops, guideline_reachable;

/* ---- guideline_features.c ---- */

/* A row: index, name, which is also the function, what it needs (guideline_features.c), unit, definition, source. The first
 * seven read the board with the piece on it, full rows not removed. The others read the board after clearing and are defined as
 * the features of tetris with the same names. MOVE: a feature of the move. */
#define GUIDELINE_PENALTY "guideline player with hold, 2020"
#define GUIDELINE_REPORT "2018 PSO report, program"
#define GUIDELINE_DELLACHERIE "Dellacherie, in Fahey 2003"
#define GUIDELINE_SCHERRER "Thiery & Scherrer 2009"
#define GUIDELINE_FEATURE_LIST(ROW, MOVE)                                                                                      \
    ROW(CLOSED_HOLES, closed_holes, NEED_STACK, 1, "before clearing: empty cells cut off from the spawn cell",                 \
        GUIDELINE_PENALTY)                                                                                                     \
    ROW(BLOCKED_CELLS, blocked_cells, NEED_STACK, 1, "before clearing: other empty cells with a filled one above",             \
        GUIDELINE_PENALTY)                                                                                                     \
    ROW(TALL_WELLS, tall_wells, NEED_STACK, 1, "before clearing: cells under three or more between filled ones",               \
        GUIDELINE_PENALTY)                                                                                                     \
    ROW(STACK_HEIGHT, stack_height, NEED_STACK, 1, "before clearing: rows that are not empty", GUIDELINE_PENALTY)              \
    MOVE(FULL_ROWS, full_rows, 0, 1, "before clearing: rows that are full", GUIDELINE_PENALTY)                                 \
    ROW(HEIGHT_OVER_HALF, height_over_half, NEED_STACK, 1, "stack_height - full_rows - H/2, at least 0", GUIDELINE_PENALTY)    \
    ROW(HEIGHT_OVER_THREE_QUARTERS, height_over_three_quarters, NEED_STACK, 1, "stack_height - full_rows - 3H/4, at least 0",  \
        GUIDELINE_PENALTY)                                                                                                     \
    ROW(MAX_HEIGHT, max_height, 0, 1, "height of the highest column", GUIDELINE_REPORT)                                        \
    ROW(AGGREGATE_HEIGHT, aggregate_height, 0, 1, "sum of the heights", "in many controllers")                                 \
    ROW(HEIGHT_DIFFERENCES, height_differences, 0, 1, "sum of |height difference| of neighbouring columns", GUIDELINE_REPORT)  \
    ROW(DIVERSITY, diversity, 0, 1, "how many of -2..2 occur as step from a column's height to the next",                      \
        "Gabillon et al. 2013")                                                                                                \
    MOVE(ROWS_CLEARED, rows_cleared, 0, 1, "rows that the move cleared", GUIDELINE_REPORT)                                     \
    MOVE(ERODED_CELLS, eroded_cells, 0, 1, "rows cleared x cells of the piece that lay in them", GUIDELINE_DELLACHERIE)        \
    MOVE(LANDING_HEIGHT, landing_height, 0, 0.5, "lowest row of the piece, before clearing, + (its height - 1) / 2",           \
         GUIDELINE_DELLACHERIE)                                                                                                \
    ROW(ROW_TRANSITIONS, row_transitions, 0, 1, "changes filled/empty along rows 0..H-1, wall to wall", GUIDELINE_DELLACHERIE) \
    ROW(COLUMN_TRANSITIONS, column_transitions, 0, 1, "changes filled/empty up the columns, from the floor to row H",          \
        GUIDELINE_DELLACHERIE)                                                                                                 \
    ROW(HOLES, holes, NEED_UNDER, 1, "empty cells with a filled cell above them in their column", GUIDELINE_DELLACHERIE)       \
    ROW(WELLS, wells, 0, 1, "sum over empty cells between filled ones of 1 + the empty cells right below",                     \
        "Dellacherie; Thiery & Scherrer 2009")                                                                                 \
    ROW(OPEN_WELLS, open_wells, NEED_UNDER, 1, "empty cells above their column's top between filled ones",                     \
        "2018 PSO report, table of features")                                                                                  \
    ROW(HOLE_DEPTH, hole_depth, 0, 1, "filled cells with an empty cell below them in their column", GUIDELINE_SCHERRER)        \
    ROW(ROWS_WITH_HOLES, rows_with_holes, NEED_UNDER, 1, "rows with at least one hole", GUIDELINE_SCHERRER)
#define GUIDELINE_FEATURE_INDEX(index, name, needs, unit, definition, source) GUIDELINE_##index,

enum { GUIDELINE_FEATURE_LIST(GUIDELINE_FEATURE_INDEX, GUIDELINE_FEATURE_INDEX) GUIDELINE_FEATURES };
enum { GUIDELINE_PENALTY_FEATURES = GUIDELINE_HEIGHT_OVER_THREE_QUARTERS + 1, GUIDELINE_SETS = 4 };

/* As Game.values. */
void guideline_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

extern const Feature guideline_features[GUIDELINE_FEATURES];
extern const FeatureSet guideline_sets[GUIDELINE_SETS];

#endif
