/* ntris_features.c. Room game. The metrics of ntris: one pure function for each feature, its definition above it.
 *
 * The first fifteen have the names of the original and are what its program computes. If that is not what the name says, a
 * second feature, with _text behind the name, is: its definition quotes the README of the program, if that has a sentence. The
 * fifteen read the board after clearing; those of edges read the next block, too. A line of play is all moves since blocks were
 * last drawn: one move, or all those that a search has made. Heights are counted from 1 in the lowest row. */
#include "systems/ntris/ntris.h"

#include <assert.h>

enum { W = NTRIS_WIDTH };
#define LEFT_ONES (ROWS_ALL * rows_full(W - 1)) /* of a word, the left one of any two neighbours, so not the last column */

/* What the functions read. */
typedef struct {
    const NtrisState *before, *after; /* borrowed */
    int words;                        /* of the board, with its filled rows and an empty one above */
    uint64_t under[NTRIS_WORDS];      /* (words) as rows_under */
} NtrisView;

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
    return rows_holes(v->after->word, v->under, v->words);
}

/* Filled cells above a hole in its column, for each hole. The filled cells of each column are counted in binary: filled[b] has
 * bit b of the counts of all columns. */
static double covers_text(const NtrisView *v)
{
    enum { BITS = 6 };
    unsigned filled[BITS] = {0};
    int sum = 0;
    for (int row = v->after->top; row < NTRIS_ROWS; row++) {
        const unsigned cells = rows_get(v->after->word, ntris_y(row)), empty = ~cells & rows_full(W);
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
    for (int i = 0; i < v->words; i++) {
        const uint64_t bytes = bits_in_bytes(v->after->word[i]), half = UINT64_C(0x00ff00ff00ff00ff);
        const uint64_t cells = (bytes & half) + (bytes >> 8 & half);                            /* of each row */
        sum += (int)(cells * (ROWS_ALL * (uint64_t)(4 * i + 1) + UINT64_C(0x100020003)) >> 48); /* each times its height */
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
    const int floor = W - bits_count(rows_get(word, 0)), ceiling = bits_count(rows_get(word, ntris_y(0)));
    return rows_changes_up(word, v->words, W) - floor - ceiling;
}

/* Horizontal neighbours of which one is filled; walls do not count. */
static double col_transitions(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = 0; i < v->words; i++) sum += bits_in_bytes((v->after->word[i] ^ v->after->word[i] >> 1) & LEFT_ONES);
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

/* In each column the empty cells from the highest well cell above its top down to the floor. */
static double well_sums(const NtrisView *v)
{
    uint64_t sum = 0, from = 0;
    for (int i = v->words - 1; i >= 0; i--) {
        from = rows_down(rows_between(v->after->word[i], W) & ~v->under[i], from);
        sum += bits_in_bytes(from & ~v->after->word[i]);
    }
    return bits_sum(sum);
}

/* Empty cells above the top of their column with a filled cell or a wall on either side. */
static double well_sums_text(const NtrisView *v)
{
    return rows_open_wells(v->after->word, v->under, v->words, W);
}

/* Sum of the falls from a column to the next one on its right. */
static double gaps_text(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = 0; i < v->words; i++) sum += bits_in_bytes(v->under[i] & ~(v->under[i] >> 1) & LEFT_ONES);
    return bits_sum(sum);
}

/* Sum of the differences of the heights of neighbouring columns. */
static double bumpiness_text(const NtrisView *v)
{
    uint64_t sum = 0;
    for (int i = 0; i < v->words; i++) sum += bits_in_bytes((v->under[i] ^ v->under[i] >> 1) & LEFT_ONES);
    return bits_sum(sum);
}

/* The heights for gaps and bumpiness: an empty column is 12 high. */
static void tops_as_coded(const NtrisView *v, uint16_t *top)
{
    rows_tops(v->after->word, NTRIS_ROWS - v->after->top, W, top);
    for (int x = 0; x < W; x++)
        if (top[x] == 0) top[x] = W;
}

/* Sum of the rises from a column to the next one on its right, with a rise from -1 to the first column. */
static double gaps(const NtrisView *v)
{
    uint16_t top[W];
    int sum = 0;
    tops_as_coded(v, top);
    for (int x = 0, last = -1; x < W; last = top[x++])
        if (top[x] > last) sum += top[x] - last;
    return sum;
}

static double bumpiness(const NtrisView *v)
{
    uint16_t top[W];
    tops_as_coded(v, top);
    return rows_differences(top, W);
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
                e.blocks += rows_filled(board->word, left + x, ntris_y(top + y));
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

void ntris_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    NtrisView v = {.before = before, .after = after};
    (void)rules;
    assert(set->n >= 1 && set->n <= FEATURE_SET_MAX);
    v.words = rows_words(NTRIS_ROWS - v.after->top, NTRIS_WORDS);
    rows_under(v.after->word, v.words, v.under);
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
