/* ntris.h. Room game. Dropblox: all polyominoes of up to ten cells, five of them shown, on a board of 33 rows and 12 columns.
 *
 * Idea: a row of the board is 16 bits, four rows are a word, so that a feature is a few operations on words and a copy of the
 * state is short. The tests hold this engine to one that keeps cells in a plain array.
 * Rules: row 0 is the highest, row 32 the lowest, as in the sources. A block turns about its centre, a cell of its box: a cell i
 * rows below it and j columns right of it comes to (j, -i). It appears with its lowest row in row 9 and its centre in column 6,
 * and moves left, right and down by one and turns, as long as it overlaps nothing and stays on the board, not above row 0 either.
 * It may be placed wherever it can be brought and cannot go down any more: slides and spins count. Rotations that look alike are
 * different placements. n rows that are cleared at once give 2^n - 1 points. The game is lost where the next block does not fit
 * where it appears, and ends after so many blocks. How large blocks are drawn depends on the score: it gives a level, and a block
 * is any of those up to the level's largest size.
 * Source: ntris, the game of Dropblox (C++, 2013). The table of its blocks has no licence. Order and first orientation are those
 * of src/systems/ntris/polyominoes.c, the centre is cell (floor((h-1)/2), floor((w-1)/2)) of the box of h x w. */
#ifndef SWARMTRIS_SYSTEMS_NTRIS_NTRIS_H
#define SWARMTRIS_SYSTEMS_NTRIS_NTRIS_H

#include "base/rng.h"
#include "game/game.h"

enum {
    NTRIS_ROWS = 33,
    NTRIS_WIDTH = 12,
    NTRIS_KINDS = 12678,
    NTRIS_SIZES = 10, /* cells of the largest blocks */
    NTRIS_TURNS = 4,
    NTRIS_LEVELS = 6,
    NTRIS_PREVIEW_MAX = 5,
    NTRIS_SPAWN_COLUMN = 6,
    NTRIS_SPAWN_ROWS = 10
};

/* [game]. */
typedef struct {
    int preview; /* blocks that are shown beyond the current one */
    int blocks;  /* after which the game ends; 0: it goes on until it is lost */
} NtrisRules;

/* A block as it appears. There is no byte between its members. */
typedef struct {
    int16_t kind;       /* 0 .. NTRIS_KINDS - 1 */
    uint8_t turn;       /* how often it has been turned from the orientation of the table: 0 for those that are drawn */
    uint8_t up, left;   /* row and column of its centre in its box */
    int8_t row, column; /* of its centre on the board */
    int8_t bottom;      /* the lowest row of the board that it lies in */
} NtrisBlock;

/* A block that has been turned. */
typedef struct {
    int cells, height, width;
    int up, left;              /* row and column of the centre in its box */
    uint16_t row[NTRIS_SIZES]; /* (height) bit 0: the leftmost column of the box */
} NtrisShape;

/* Bit 16 (i mod 4) + 1 + x of word i / 4 is the cell in row i - NTRIS_LIFT and column x. The rows above row 0 and the bits on
 * either side of the columns are never set. */
enum { NTRIS_LIFT = 3, NTRIS_WORDS = 9, NTRIS_SHIFT = 1 };
#define NTRIS_FULL_ROW (UINT64_C(0xfff) << NTRIS_SHIFT)
#define NTRIS_ALL_ROWS UINT64_C(0x0001000100010001) /* times a row: the same row four times */

typedef struct {
    uint64_t word[NTRIS_WORDS];              /* the board after clearing */
    Rng rng;                                 /* draws all blocks */
    int64_t points, moves;                   /* won and made so far */
    int64_t line_points;                     /* of the moves since the last chance: the line of play of a search */
    NtrisBlock queue[1 + NTRIS_PREVIEW_MAX]; /* (known) the current block, then those that are shown; zeros behind them */
    NtrisBlock placed;                       /* of the last move */
    Move move;                               /* the last move; 0 at the start */
    int16_t line_rows;                       /* rows that the moves since the last chance have cleared */
    int8_t top;                              /* the highest row that is not empty; NTRIS_ROWS: all are */
    uint8_t known;                           /* blocks of the queue */
    int8_t landing;                          /* LANDING_HEIGHT of the line of play; 0: its second block is not known */
    bool lost, ended;
} NtrisState;

/* The row of the board, bit NTRIS_SHIFT + x for column x; row -NTRIS_LIFT .. NTRIS_ROWS - 1. */
static inline unsigned ntris_row(const NtrisState *s, int row)
{
    const int i = row + NTRIS_LIFT;
    return (unsigned)(s->word[i / 4] >> (16 * (i % 4))) & 0xffff;
}

static inline bool ntris_filled(const NtrisState *s, int row, int column)
{
    return ntris_row(s, row) >> (NTRIS_SHIFT + column) & 1;
}

static inline void ntris_set_row(NtrisState *s, int row, unsigned bits)
{
    const int i = row + NTRIS_LIFT, at = 16 * (i % 4);
    s->word[i / 4] = (s->word[i / 4] & ~(UINT64_C(0xffff) << at)) | (uint64_t)bits << at;
}

/* A move: the row and column of the centre, and how often the block is turned. In the order of these three. Of two placements one
 * above the other only one can be where the block cannot go down. */
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

/* A block that is drawn: as in the table, about the centre of its box, where blocks appear. */
NtrisBlock ntris_drawn(int kind);

/* The block in its place in the box, turned so often, 0 .. 3, since it appeared. */
NtrisShape ntris_shape(NtrisBlock b, int turn);

/* The block whose cells are these (n, of any sign: rows, columns) about its centre, which it appears with in row 0 and column 0.
 * False: it is none, or its centre lies outside its box. */
bool ntris_find(const int *row, const int *column, int n, NtrisBlock *out);

/* The block with its centre there. */
NtrisBlock ntris_at(NtrisBlock b, int row, int column);

/* Whether the shape overlaps nothing and lies on the board, with its centre there. */
bool ntris_fits(const NtrisState *s, const NtrisShape *shape, int row, int column);

/* ---- ntris_reach.c ---- */

/* The moves of the current block from where it appears, in the game's order. Returns how many; out (NTRIS_MOVES_MAX). */
int ntris_reachable(const NtrisState *s, Move *out);

typedef enum { NTRIS_ROTATE, NTRIS_LEFT, NTRIS_RIGHT, NTRIS_DOWN, NTRIS_UP, NTRIS_COMMANDS } NtrisCommand;
extern const char *const ntris_commands[NTRIS_COMMANDS + 1]; /* their names, NULL at the end */
/* The shortest list of commands that puts the current block where move says, without the final downs. Into out (NTRIS_POSITIONS);
 * returns its length, or -1: the move cannot be reached. */
int ntris_path(const NtrisState *s, Move move, NtrisCommand *out);

/* ---- ntris_features.c ---- */

/* The first fifteen are as the program of the original computes them, those behind them as their names say: name and index,
 * definition, source. MOVE: of the move, and not of the whole line of play. */
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
    ROW(wall_edges, WALL_EDGES, "the same of cells beyond the board", NTRIS_CODED)                                              \
    ROW(external_edges, EXTERNAL_EDGES, "the sum of block_edges and wall_edges", NTRIS_CODED)                                   \
    ROW(landing_height, LANDING_HEIGHT,                                                                                         \
        "of the block after the current one: column of its centre + half the rows above its lowest; one number a decision",     \
        NTRIS_CODED)                                                                                                            \
    ROW(points_earned_text, POINTS_EARNED_TEXT, "the points that the moves of the line of play have won", NTRIS_TEXT)           \
    ROW(covers_text, COVERS_TEXT, "filled cells above a hole in its column, for each hole", NTRIS_TEXT)                         \
    ROW(row_transitions_text, ROW_TRANSITIONS_TEXT, "horizontal neighbours of which one is filled: changes along the rows",     \
        NTRIS_TEXT)                                                                                                             \
    ROW(col_transitions_text, COL_TRANSITIONS_TEXT, "vertical neighbours of which one is filled: changes along the columns",    \
        NTRIS_TEXT)                                                                                                             \
    ROW(well_sums_text, WELL_SUMS_TEXT, "sum over the wells, each of n cells, of 1 + 2 + .. + n", NTRIS_TEXT)                   \
    ROW(gaps_text, GAPS_TEXT, "sum of the rises from each column to the next", NTRIS_TEXT)                                      \
    ROW(bumpiness_text, BUMPINESS_TEXT, "sum of the height differences of neighbouring columns", NTRIS_TEXT)                    \
    MOVE(block_edges_text, BLOCK_EDGES_TEXT, "sides that the placed block shares with filled cells", NTRIS_TEXT)                \
    MOVE(wall_edges_text, WALL_EDGES_TEXT, "sides that the placed block shares with the walls and the floor", NTRIS_TEXT)       \
    MOVE(external_edges_text, EXTERNAL_EDGES_TEXT, "the sum of block_edges_text and wall_edges_text", NTRIS_TEXT)               \
    MOVE(landing_height_text, LANDING_HEIGHT_TEXT, "height of the centre of the placed block", NTRIS_TEXT)
#define NTRIS_FEATURE_INDEX(name, index, definition, source) NTRIS_##index,

enum { NTRIS_FEATURE_LIST(NTRIS_FEATURE_INDEX, NTRIS_FEATURE_INDEX) NTRIS_FEATURES };
enum { NTRIS_SETS = 4 };

extern const Feature ntris_features[NTRIS_FEATURES];
extern const FeatureSet ntris_sets[NTRIS_SETS];

/* As Game.value and Game.values. */
double ntris_value(const void *rules, int feature, const void *before, const void *after);
void ntris_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out);

/* ---- ntris.c ---- */

/* The probability of each level, 0 .. NTRIS_LEVELS - 1, at this score; and how many kinds a level draws from, the first ones. */
void ntris_levels(int64_t points, double *probability);
int ntris_level_kinds(int level);

/* The next move begins a line of play, since what was due has been drawn. */
void ntris_begin_line(NtrisState *s);

extern const Game game_ntris;

#endif
