/* ntris_features.c. Room game. The metrics of ntris: one pure function for each feature, its definition above it.
 *
 * The first fifteen have the names of the original and are what its program computes. If that is not what the name says, a
 * second feature, with _text behind the name, is: its definition quotes the README of the program, if that has a sentence. The
 * fifteen read the board after clearing; those of edges read the next block, too. A line of play is all moves since blocks were
 * last drawn: one move, or all those that a search has made. Heights are counted from 1 in the lowest row. */
#include "systems/ntris/ntris.h"

#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>

/* Bits of a word. INSIDE: the cells; LEFT_ONES: the left one of any two neighbours, so not the last column; WALLS: the walls. */
#define INSIDE (NTRIS_ALL_ROWS * NTRIS_FULL_ROW)
#define LEFT_ONES (INSIDE & ~(NTRIS_ALL_ROWS << (NTRIS_SHIFT + NTRIS_WIDTH - 1)))
#define WALLS (NTRIS_ALL_ROWS << (NTRIS_SHIFT - 1) | NTRIS_ALL_ROWS << (NTRIS_SHIFT + NTRIS_WIDTH))

/* What the functions read. */
typedef struct {
    const NtrisState *before, *after; /* borrowed */
    int first;                        /* the first word that is not empty; NTRIS_WORDS: the board is empty */
    uint64_t under[NTRIS_WORDS];      /* (from first on) cells at or below the top of their column */
} NtrisView;

/* ---- words ---- */

/* Everything at or below a bit of the word or of `above`, the lowest row of the word above it. */
static inline uint64_t filled_down(uint64_t v, uint64_t above)
{
    v |= above;
    v |= v << 16;
    return v | v << 32;
}

static void look(NtrisView *v)
{
    uint64_t above = 0;
    assert(v->after->top >= 0 && v->after->top <= NTRIS_ROWS);
    v->first = v->after->top < NTRIS_ROWS ? (v->after->top + NTRIS_LIFT) / 4 : NTRIS_WORDS;
    for (int i = v->first; i < NTRIS_WORDS; i++) {
        v->under[i] = filled_down(v->after->word[i], above);
        above = v->under[i] >> 48;
    }
}

/* ---- the line of play ---- */

/* 2^n - 1, n being the rows that the whole line of play has cleared. */
static double points_earned(const NtrisView *v)
{
    assert(v->after->line_rows >= 0 && v->after->line_rows < 64);
    return (double)((UINT64_C(1) << v->after->line_rows) - 1);
}

/* Rows that the whole line of play has cleared. */
static double rows_cleared(const NtrisView *v)
{
    return v->after->line_rows;
}

/* The points that the moves of the line of play have won, each by the rows that it cleared at once. */
static double points_earned_text(const NtrisView *v)
{
    return (double)v->after->line_points;
}

/* ---- the pile ---- */

/* Empty cells below the top of their column. */
static double holes(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) sum += bits_in_bytes(v->under[i] & ~v->after->word[i]);
    return bits_sum(sum);
}

/* Filled cells above a hole in its column, for each hole. The filled cells of each column are counted in binary: filled[b] has
 * bit b of the counts of all columns. */
static double covers_text(const NtrisView *v)
{
    enum { BITS = 6 };
    unsigned filled[BITS] = {0};
    int sum = 0;
    for (int row = v->after->top; row < NTRIS_ROWS; row++) {
        const unsigned cells = ntris_row(v->after, row), empty = ~cells & NTRIS_FULL_ROW;
        for (int b = 0; b < BITS; b++)
            if (filled[b] & empty) sum += bits_count(filled[b] & empty) << b;
        for (unsigned b = 0, carry = cells, both; carry != 0; b++, carry = both) {
            both = filled[b] & carry;
            filled[b] ^= carry;
        }
    }
    return sum;
}

/* As covers_text, but without the highest filled cell above each hole. */
static double covers(const NtrisView *v)
{
    return covers_text(v) - holes(v);
}

/* Sum over the filled cells of their heights. */
static double block_height(const NtrisView *v)
{
    int sum = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) {
        const uint64_t word = v->after->word[i];
        const int odd = bits_count(word & UINT64_C(0xffff0000ffff0000)), low = bits_count(word & UINT64_C(0xffffffff00000000));
        sum += (4 * NTRIS_WORDS - 4 * i) * bits_count(word) - odd - 2 * low; /* the first row of a word is the highest */
    }
    return sum;
}

/* Height of the highest filled cell. */
static double max_height(const NtrisView *v)
{
    return NTRIS_ROWS - v->after->top;
}

/* Vertical neighbours of which one is filled; floor and ceiling do not count. */
static double row_transitions(const NtrisView *v)
{
    const uint64_t *word = v->after->word;
    uint64_t sum = 0;
    if (v->first == NTRIS_WORDS) return 0;
    for (int i = v->first > 0 ? v->first - 1 : 0; i < NTRIS_WORDS; i++) {
        uint64_t below = word[i] >> 16 | (i + 1 < NTRIS_WORDS ? word[i + 1] << 48 : word[i] & UINT64_C(0xffff000000000000));
        uint64_t changes = word[i] ^ below;
        if (i == 0) changes &= UINT64_C(0xffff000000000000); /* the first row of the board is the last one of this word */
        sum += bits_in_bytes(changes);
    }
    return bits_sum(sum);
}

/* Horizontal neighbours of which one is filled; walls do not count. */
static double col_transitions(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) sum += bits_in_bytes((v->after->word[i] ^ v->after->word[i] >> 1) & LEFT_ONES);
    return bits_sum(sum);
}

/* Changes along the rows, and along the columns. The original's program swaps these two names. */
static double row_transitions_text(const NtrisView *v)
{
    return col_transitions(v);
}
static double col_transitions_text(const NtrisView *v)
{
    return row_transitions(v);
}

/* Well cells of a word: empty cells above the top of their column with a filled cell or a wall on either side. */
static inline uint64_t wells_of(const NtrisView *v, int i)
{
    const uint64_t x = v->after->word[i] | WALLS;
    return ~v->under[i] & x << 1 & x >> 1 & INSIDE;
}

/* In each column the empty cells from the highest well cell down to the floor. */
static double well_sums(const NtrisView *v)
{
    uint64_t sum = 0, above = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) {
        const uint64_t from = filled_down(wells_of(v, i), above);
        sum += bits_in_bytes(from & ~v->after->word[i]);
        above = from >> 48;
    }
    return bits_sum(sum);
}

/* Well cells. */
static double well_sums_text(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) sum += bits_in_bytes(wells_of(v, i));
    return bits_sum(sum);
}

/* Sum of the falls from a column to the next one on its right. */
static double gaps_text(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) sum += bits_in_bytes(v->under[i] & ~(v->under[i] >> 1) & LEFT_ONES);
    return bits_sum(sum);
}

/* Sum of the differences of the heights of neighbouring columns. */
static double bumpiness_text(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = v->first; i < NTRIS_WORDS; i++) sum += bits_in_bytes((v->under[i] ^ v->under[i] >> 1) & LEFT_ONES);
    return bits_sum(sum);
}

/* The heights for gaps and bumpiness: an empty column is 12 high. */
static void heights_as_coded(const NtrisView *v, int *height)
{
    for (int x = 0; x < NTRIS_WIDTH; x++) {
        uint64_t column = 0;
        for (int i = v->first; i < NTRIS_WORDS; i++) column += v->under[i] >> (NTRIS_SHIFT + x) & NTRIS_ALL_ROWS;
        height[x] = (int)(column * NTRIS_ALL_ROWS >> 48);
        if (height[x] == 0) height[x] = NTRIS_WIDTH;
    }
}

/* Sum of the rises from a column to the next one on its right, of heights_as_coded, and with a rise from -1 to the first
 * column. */
static double gaps(const NtrisView *v)
{
    int height[NTRIS_WIDTH], sum, last = -1;
    heights_as_coded(v, height);
    sum = 0;
    for (int x = 0; x < NTRIS_WIDTH; last = height[x++])
        if (height[x] > last) sum += height[x] - last;
    return sum;
}

static double bumpiness(const NtrisView *v)
{
    int height[NTRIS_WIDTH], sum = 0;
    heights_as_coded(v, height);
    for (int x = 0; x + 1 < NTRIS_WIDTH; x++) sum += abs(height[x] - height[x + 1]);
    return sum;
}

/* ---- the next block, and the one that was placed ---- */

/* What touches a block: filled cells, and cells beyond the board, both counted once for each cell of the block. */
typedef struct {
    int blocks, walls;
} Edges;

/* Counts the edges of a block on a board that does not contain it. corners: cells that touch only at a corner count, too, and
 * so do those above the board. */
static Edges edges_of(const NtrisState *board, const NtrisShape *shape, int top, int left, bool corners)
{
    Edges e = {0, 0};
    for (int k = 0; k < shape->height * shape->width; k++) {
        const int i = k / shape->width, j = k % shape->width;
        if (!(shape->row[i] >> j & 1)) continue;
        for (int side = 0; side < 9; side++) {
            const int y = i + side / 3 - 1, x = j + side % 3 - 1;
            const bool own = y >= 0 && y < shape->height && x >= 0 && x < shape->width && shape->row[y] >> x & 1;
            if (own || side == 4 || (!corners && side % 2 == 0)) continue;
            if (left + x < 0 || left + x >= NTRIS_WIDTH || top + y >= NTRIS_ROWS || (corners && top + y < 0))
                e.walls++;
            else if (top + y >= 0)
                e.blocks += ntris_filled(board, top + y, left + x);
        }
    }
    return e;
}

/* The edges of the next block where it appears, corners included; none if the block is not known. */
static Edges edges_of_next(const NtrisView *v)
{
    if (v->after->known == 0) return (Edges){0, 0};
    const NtrisBlock b = v->after->queue[0];
    const NtrisShape shape = ntris_shape(b, 0);
    return edges_of(v->after, &shape, b.row - shape.up, b.column - shape.left, true);
}

/* The original's loss test: the edges of a next block that does not fit. */
static const double no_room = -1e7;

static double block_edges(const NtrisView *v)
{
    return v->after->lost ? no_room : edges_of_next(v).blocks;
}

static double wall_edges(const NtrisView *v)
{
    return v->after->lost ? no_room : edges_of_next(v).walls;
}

static double external_edges(const NtrisView *v)
{
    return block_edges(v) + wall_edges(v);
}

/* For the second block of the line of play, where it appears: the column of its centre + half the rows above its lowest one. So
 * all moves of a decision have the same number, however deep. */
static double landing_height(const NtrisView *v)
{
    return v->after->landing;
}

/* The edges of the block that was placed, on the board before it was placed. */
static Edges edges_of_placed(const NtrisView *v)
{
    const Move m = v->after->move;
    const NtrisShape shape = ntris_shape(v->after->placed, ntris_move_turn(m));
    return edges_of(v->before, &shape, ntris_move_row(m) - shape.up, ntris_move_column(m) - shape.left, false);
}

/* Sides that the placed block shares with filled cells (block_edges_text), walls and floor (wall_edges_text), all of them. */
static double block_edges_text(const NtrisView *v)
{
    return edges_of_placed(v).blocks;
}
static double wall_edges_text(const NtrisView *v)
{
    return edges_of_placed(v).walls;
}
static double external_edges_text(const NtrisView *v)
{
    const Edges e = edges_of_placed(v);
    return e.blocks + e.walls;
}

/* The height of the centre of the placed block. */
static double landing_height_text(const NtrisView *v)
{
    return NTRIS_ROWS - ntris_move_row(v->after->move);
}

/* ---- the table ---- */

#define AS_FEATURE(name, index, definition, source) [NTRIS_##index] = {#name, definition, source, false},
#define AS_MOVE_FEATURE(name, index, definition, source) [NTRIS_##index] = {#name, definition, source, true},
#define AS_FUNCTION(name, index, definition, source) [NTRIS_##index] = name,

const Feature ntris_features[NTRIS_FEATURES] = {NTRIS_FEATURE_LIST(AS_FEATURE, AS_MOVE_FEATURE)};
static double (*const functions[NTRIS_FEATURES])(const NtrisView *) = {NTRIS_FEATURE_LIST(AS_FUNCTION, AS_FUNCTION)};

const char *ntris_reads(int feature)
{
    /* those of the next block; but landing_height is the same for all moves */
    return feature >= NTRIS_BLOCK_EDGES && feature <= NTRIS_EXTERNAL_EDGES ? "preview" : NULL;
}

double ntris_value(const void *rules, int feature, const void *before, const void *after)
{
    double value;
    ntris_values(rules, &(FeatureSet){.index = &feature, .n = 1}, before, after, &value);
    return value;
}

void ntris_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    NtrisView v = {.before = before, .after = after};
    (void)rules;
    assert(set->n >= 1 && set->n <= FEATURE_SET_MAX);
    look(&v);
    for (int i = 0; i < set->n; i++) out[i] = functions[set->index[i]](&v);
}

/* ---- sets: features stand in the order in which the sum of a value adds them ---- */

#define F(name) NTRIS_##name

static const int dropblox[] = {F(POINTS_EARNED), F(ROW_TRANSITIONS), F(LANDING_HEIGHT), F(HOLES),
                               F(BLOCK_HEIGHT),  F(WELL_SUMS),       F(COL_TRANSITIONS)};
static const int metrics[] = {F(POINTS_EARNED), F(ROWS_CLEARED),    F(HOLES),           F(COVERS),         F(BLOCK_HEIGHT),
                              F(MAX_HEIGHT),    F(ROW_TRANSITIONS), F(COL_TRANSITIONS), F(WELL_SUMS),      F(GAPS),
                              F(BUMPINESS),     F(BLOCK_EDGES),     F(WALL_EDGES),      F(EXTERNAL_EDGES), F(LANDING_HEIGHT)};
static const int text[] = {F(POINTS_EARNED_TEXT),
                           F(ROWS_CLEARED),
                           F(HOLES),
                           F(COVERS_TEXT),
                           F(BLOCK_HEIGHT),
                           F(MAX_HEIGHT),
                           F(ROW_TRANSITIONS_TEXT),
                           F(COL_TRANSITIONS_TEXT),
                           F(WELL_SUMS_TEXT),
                           F(GAPS_TEXT),
                           F(BUMPINESS_TEXT),
                           F(BLOCK_EDGES_TEXT),
                           F(WALL_EDGES_TEXT),
                           F(EXTERNAL_EDGES_TEXT),
                           F(LANDING_HEIGHT_TEXT)};
static const int pile[] = {F(POINTS_EARNED),   F(HOLES),           F(COVERS),    F(BLOCK_HEIGHT),   F(MAX_HEIGHT),
                           F(ROW_TRANSITIONS), F(COL_TRANSITIONS), F(WELL_SUMS), F(WELL_SUMS_TEXT), F(BUMPINESS_TEXT)};

const FeatureSet ntris_sets[NTRIS_SETS] = {
    FEATURE_SET("dropblox", "ntris 2013: the metrics that have a weight", dropblox),
    FEATURE_SET("metrics", "ntris 2013: all metrics, as its program computes them", metrics),
    FEATURE_SET("metrics-text", "ntris 2013: all metrics, as their names say", text),
    FEATURE_SET("pile", "the features of a pile, each once", pile),
};
