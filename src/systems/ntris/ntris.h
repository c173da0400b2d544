/* ntris.h. Room game. Dropblox: all polyominoes of up to ten cells, five of them shown, on a board of 33 rows and 12 columns.
 *
 * Idea: the board is nine words of rows (game/rows.h). The tests compare this engine with one that keeps cells in a plain array.
 * Rules: row 0 is the top, row 32 the bottom, as in the sources. A block turns about its centre, a cell of its box: a cell i
 * rows below and j columns right of the centre moves to (j, -i). A block appears with its lowest row in row 9 and its centre in
 * column 6. It moves left, right and down by one and turns, but never overlaps cells or leaves the board, not even above row 0.
 * It may be placed wherever it can be moved and cannot go down: slides and spins count. Rotations that look alike count as
 * different. n rows cleared at once give 2^n - 1 points. The game is lost if the next block does not fit where it appears, and
 * ends after `blocks` moves. The score gives the probabilities of levels, and a level the largest size of its blocks.
 * Source: ntris, the game of Dropblox (C++, 2013). Its table of blocks has no licence: their order and first orientation here
 * are those of src/systems/ntris/polyominoes.c. The centre is cell (floor((h-1)/2), floor((w-1)/2)) of the box of h x w. */
#ifndef SWARMTRIS_SYSTEMS_NTRIS_NTRIS_H
#define SWARMTRIS_SYSTEMS_NTRIS_NTRIS_H

#include "base/rng.h"
#include "game/rows.h"

enum {
    NTRIS_ROWS = 33,
    NTRIS_WIDTH = 12,
    NTRIS_WORDS = 9,
    NTRIS_KINDS = 12678,
    NTRIS_SIZES = 10, /* cells of the largest blocks */
    NTRIS_TURNS = 4,
    NTRIS_LEVELS = 6,
    NTRIS_PREVIEW_MAX = 5,
    NTRIS_SPAWN_COLUMN = 6,
    NTRIS_SPAWN_ROWS = 10
};

/* Keys of [game]. */
typedef struct {
    int preview; /* blocks that are shown beyond the current one */
    int blocks;  /* blocks after which the game ends; 0: it goes on until it is lost */
} NtrisRules;

/* A block as it appears. It has no padding, since it is hashed and compared as bytes. */
typedef struct {
    int16_t kind;       /* 0 .. NTRIS_KINDS - 1 */
    uint8_t turn;       /* quarter turns from the orientation of the table; drawn blocks have 0 */
    uint8_t up, left;   /* row and column of its centre in its box */
    int8_t row, column; /* its centre on the board */
    int8_t bottom;      /* its lowest row on the board */
} NtrisBlock;

/* A block in one orientation. */
typedef struct {
    int cells, height, width;
    int up, left;              /* row and column of the centre in its box */
    uint16_t row[NTRIS_SIZES]; /* (height) bit 0: the leftmost column of the box */
} NtrisShape;

typedef struct {
    uint64_t word[NTRIS_WORDS];              /* the board after clearing */
    Rng rng;                                 /* draws all blocks */
    int64_t points, moves;                   /* won and made so far */
    int64_t line_points;                     /* points of the line of play, the moves since blocks were last drawn */
    NtrisBlock queue[1 + NTRIS_PREVIEW_MAX]; /* (known) the current block, then those that are shown; the rest is 0 */
    NtrisBlock placed;                       /* block of the last move */
    Move move;                               /* the last move; 0 at the start */
    int16_t line_rows;                       /* rows that the line of play has cleared */
    int8_t top;                              /* the highest row that is not empty; NTRIS_ROWS: all are empty */
    uint8_t known;                           /* number of blocks in the queue */
    int8_t landing;                          /* LANDING_HEIGHT of the line of play; 0: its second block is not known */
    bool lost, ended;
} NtrisState;

/* A row, as the functions of rows.h count it: from the floor. Rows from the top, as this game counts them: the same function. */
static inline int ntris_y(int row)
{
    return NTRIS_ROWS - 1 - row;
}

/* A move: row and column of the centre, and how often the block is turned. Moves are sorted by these three. Where a block
 * cannot go down it does not rest one row higher or lower, so it has a move in every second row at most. */
static inline Move ntris_move(int row, int column, int turn)
{
    return (row * NTRIS_WIDTH + column) * NTRIS_TURNS + turn;
}
static inline int ntris_move_row(Move m)
{
    return m / (NTRIS_WIDTH * NTRIS_TURNS);
}
static inline int ntris_move_column(Move m)
{
    return m / NTRIS_TURNS % NTRIS_WIDTH;
}
static inline int ntris_move_turn(Move m)
{
    return m % NTRIS_TURNS;
}
enum {
    NTRIS_POSITIONS = NTRIS_ROWS * NTRIS_WIDTH * NTRIS_TURNS,
    NTRIS_MOVES_MAX = (NTRIS_ROWS + 1) / 2 * NTRIS_WIDTH * NTRIS_TURNS
};

/* ---- blocks.c ---- */

/* How many cells a block of this kind has. */
int ntris_cells(int kind);

/* A block as it is drawn: in the orientation of the table, with its centre in the middle of its box, where blocks appear. */
NtrisBlock ntris_drawn(int kind);

/* The cells of a block after `turn` quarter turns, 0 .. 3, since it appeared. */
NtrisShape ntris_shape(NtrisBlock b, int turn);

/* Finds the block with these n cells. row, column: offsets from its centre, of any sign. *out has its centre at row 0, column
 * 0. False: no block has these cells, or the centre lies outside their box. */
bool ntris_find(const int *row, const int *column, int n, NtrisBlock *out);

/* The block, moved so that its centre is at (row, column). */
NtrisBlock ntris_at(NtrisBlock b, int row, int column);

/* Whether the block, turned, overlaps nothing and lies on the board if its centre is at (row, column). */
bool ntris_fits(const NtrisState *s, NtrisBlock b, int turn, int row, int column);

/* ---- ntris_reach.c ---- */

/* The moves of the current block from where it appears, in the game's order. Returns how many; out (NTRIS_MOVES_MAX). */
int ntris_reachable(const NtrisState *s, Move *out);

typedef enum { NTRIS_ROTATE, NTRIS_LEFT, NTRIS_RIGHT, NTRIS_DOWN, NTRIS_UP, NTRIS_COMMANDS } NtrisCommand;
extern const char *const ntris_commands[NTRIS_COMMANDS + 1]; /* their names, NULL at the end */
/* Writes the shortest list of commands that brings the current block to the place of `move`, without the final downs, to out
 * (NTRIS_POSITIONS). Returns its length, or -1: the move cannot be reached. */
int ntris_path(const NtrisState *s, Move move, NtrisCommand *out);

/* ---- ntris_features.c ---- */

/* A row: name and index, definition, source. The first fifteen features are what the original program computes, the others are
 * what their names say. MOVE: a feature of the last move, not of the whole line of play. */
#define NTRIS_CODED "ntris 2013, its program"
#define NTRIS_TEXT "ntris 2013, the name"
#define NTRIS_FEATURE_LIST(ROW, MOVE)                                                                                           \
    ROW(points_earned, POINTS_EARNED, "2^n - 1, n being the rows that the whole line of play has cleared", NTRIS_CODED)         \
    ROW(rows_cleared, ROWS_CLEARED, "rows that the whole line of play has cleared", NTRIS_CODED)                                \
    ROW(holes, HOLES, "empty cells below the top of their column", NTRIS_CODED)                                                 \
    ROW(covers, COVERS, "filled cells above a hole in its column but for the highest one, for each hole", NTRIS_CODED)          \
    ROW(block_height, BLOCK_HEIGHT, "sum over the filled cells of their heights, 1 in the lowest row", NTRIS_CODED)             \
    ROW(max_height, MAX_HEIGHT, "height of the highest filled cell", NTRIS_CODED)                                               \
    ROW(row_transitions, ROW_TRANSITIONS, "vertical neighbours of which one is filled", NTRIS_CODED)                            \
    ROW(col_transitions, COL_TRANSITIONS, "horizontal neighbours of which one is filled", NTRIS_CODED)                          \
    ROW(well_sums, WELL_SUMS, "in each column the empty cells from its highest well cell down to the floor", NTRIS_CODED)       \
    ROW(gaps, GAPS, "sum of the rises from each column to the next, from -1 to the first; an empty column is 12 high",          \
        NTRIS_CODED)                                                                                                            \
    ROW(bumpiness, BUMPINESS, "sum of the height differences of neighbouring columns; an empty column is 12 high", NTRIS_CODED) \
    ROW(block_edges, BLOCK_EDGES,                                                                                               \
        "filled cells that touch the next block where it appears, corners included; -1e7: it does not fit", NTRIS_CODED)        \
    ROW(wall_edges, WALL_EDGES, "block_edges, but of cells beyond the board", NTRIS_CODED)                                      \
    ROW(external_edges, EXTERNAL_EDGES, "the sum of block_edges and wall_edges", NTRIS_CODED)                                   \
    ROW(landing_height, LANDING_HEIGHT,                                                                                         \
        "column of the next block's centre + half its rows above the lowest; the same for all moves", NTRIS_CODED)              \
    ROW(points_earned_text, POINTS_EARNED_TEXT,                                                                                 \
        "\"The number of points earned by the board\", by all moves of the line of play", NTRIS_TEXT)                           \
    ROW(covers_text, COVERS_TEXT, "\"The number of squares which cover holes, weighted by the number of holes covered\"",       \
        NTRIS_TEXT)                                                                                                             \
    ROW(row_transitions_text, ROW_TRANSITIONS_TEXT,                                                                             \
        "\"The number of transitions from filled to unfilled squares and vice versa in all rows\"", NTRIS_TEXT)                 \
    ROW(col_transitions_text, COL_TRANSITIONS_TEXT,                                                                             \
        "\"The number of transitions from filled to unfilled squares and vice versa in all columns\"", NTRIS_TEXT)              \
    ROW(well_sums_text, WELL_SUMS_TEXT,                                                                                         \
        "\"The sum of all squares that are in a 'well', i.e. are 1 column wide with both the left and right columns occupied "  \
        "and higher\"",                                                                                                         \
        NTRIS_TEXT)                                                                                                             \
    ROW(gaps_text, GAPS_TEXT,                                                                                                   \
        "\"The number of transitions from high columns to low columns, weighted by depth\", from left to right", NTRIS_TEXT)    \
    ROW(bumpiness_text, BUMPINESS_TEXT,                                                                                         \
        "sum of the height differences of neighbouring columns; the text has no sentence for it", NTRIS_TEXT)                   \
    MOVE(block_edges_text, BLOCK_EDGES_TEXT, "\"The number of edges a given block has in contact with the existing board\"",    \
         NTRIS_TEXT)                                                                                                            \
    MOVE(wall_edges_text, WALL_EDGES_TEXT,                                                                                      \
         "\"The number of edges a given block has in contact with the wall\", or with the floor", NTRIS_TEXT)                   \
    MOVE(external_edges_text, EXTERNAL_EDGES_TEXT, "\"The sum of BLOCK_EDGES and WALL_EDGES\"", NTRIS_TEXT)                     \
    MOVE(landing_height_text, LANDING_HEIGHT_TEXT, "\"The height of center the block being placed\"", NTRIS_TEXT)
#define NTRIS_FEATURE_INDEX(name, index, definition, source) NTRIS_##index,

enum { NTRIS_FEATURE_LIST(NTRIS_FEATURE_INDEX, NTRIS_FEATURE_INDEX) NTRIS_FEATURES };
enum { NTRIS_SETS = 4 };

extern const Feature ntris_features[NTRIS_FEATURES];
extern const FeatureSet ntris_sets[NTRIS_SETS];

/* As Game.reads and Game.values. */
const char *ntris_reads(int feature);
void ntris_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

/* ---- ntris.c ---- */

/* ntris_levels: the probability of each level, 0 .. NTRIS_LEVELS - 1, at this score. ntris_level_kinds: how many kinds a level
 * draws from, the first of the table. */
void ntris_levels(int64_t points, double *probability);
int ntris_level_kinds(int level);

/* Starts a new line of play with the next move. Called whenever the queue has got new blocks. */
void ntris_begin_line(NtrisState *s);

extern const Game game_ntris;

#endif
