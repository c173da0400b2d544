/* columns_layout.h. The layout of the columns engine for survey.h and deltas.h: a lane is a column of one board.
 *
 * An array over the columns has walls on both sides, and a vector is loaded from any place in it. On 10 columns of 16 bits (a
 * vector has 16 lanes, EDGE is 2):
 *
 *     place      0    1    2    3    4   ..   11   12   ..   31
 *     column   wall wall  x=0  x=1  x=2  ..  x=9  wall  ..  wall
 *                         '---------------------------'            the vector at EDGE: the board, and 6 lanes of wall
 *                    '---------------------------'                 the vector at EDGE - 1: the left neighbour of each lane */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_LAYOUT_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_LAYOUT_H

#if KERNEL_BITS == 16
#define SIMD_HALF /* 16 columns of 16 bits fit 256 bits: longer vectors would be half empty */
#endif
#include "game/tetris/wide.h"

/* A cache line has 32 columns of 16 bits, and no load of a board crosses its end. With 32-bit columns, column 0 begins a line. */
enum {
    EDGE = KERNEL_BITS == 16 ? 2 : 16,
    SURVEY = EDGE + COLUMNS + (KERNEL_BITS == 16 ? 14 : 16),
    STRIDE = LANES,
    LAST_WALL = 0
};
_Static_assert((int)COLUMNS % (int)LANES == 0 && LANES >= 4, "boards are a whole number of vectors");

/* Whether a vector has the whole board, so that loops over its vectors take one pass. */
enum { WHOLE = (int)LANES == (int)COLUMNS };

/* The weights of the game, laid out for multiplication with vectors of terms. */
typedef struct {
    I32 pair[Q_COLUMNS / 2];           /* of two delta terms each, in every lane */
    I16 alone[Q_COLUMNS];              /* of one delta term, in every lane */
    Lane height[SURVEY], step[SURVEY]; /* of single columns, in the lane of the column */
} ColumnWeights;

typedef Column BitsOf;
typedef Lane WideOf;
typedef ColumnWeights SurveyWeights;
#define GET(array, at) _Generic(*(array), Column : load_bits, Lane : load_wide)((array) + (at))
#define SET(array, at, v) _Generic(*(array), Column : store_bits, Lane : store_wide)((array) + (at), v)

/* A mask of one lane. */
SIMD_INLINE Wide only_lane(int lane)
{
    Wide v = {0};
    v[lane] = -1;
    return v;
}

/* Moves lane i to lane i + lanes, or i - lanes; free lanes become 0. */
SIMD_INLINE Bits lanes_up(Bits v, int lanes)
{
    return (Bits)bytes_up((U8)v, lanes * (int)sizeof(Lane));
}

SIMD_INLINE Bits lanes_down(Bits v, int lanes)
{
    return (Bits)bytes_down((U8)v, lanes * (int)sizeof(Lane));
}

/* The left or right neighbours of v = array[at ..], with walls beside the board. If a vector has the whole board, its lanes are
 * moved: a load at another place right after the store of v would wait for it. wide: of heights. */
SIMD_INLINE Bits bits_before(const Column *array, int at, Bits v)
{
    return WHOLE ? lanes_up(v, 1) | (Bits)only_lane(0) : load_bits(array + at - 1);
}

SIMD_INLINE Bits bits_behind(const Column *array, int at, Bits v)
{
    return WHOLE ? lanes_down(v, 1) | (Bits)only_lane(LANES - 1) : load_bits(array + at + 1);
}

SIMD_INLINE Wide wide_before(const Lane *array, int at, Wide v)
{
    return WHOLE ? (Wide)lanes_up((Bits)v, 1) | (only_lane(0) & WALL_HEIGHT) : load_wide(array + at - 1);
}

SIMD_INLINE Wide wide_behind(const Lane *array, int at, Wide v)
{
    return WHOLE ? (Wide)lanes_down((Bits)v, 1) | (only_lane(LANES - 1) & WALL_HEIGHT) : load_wide(array + at + 1);
}

#define BITS_BEFORE bits_before
#define BITS_BEHIND bits_behind
#define WIDE_BEFORE wide_before
#define WIDE_BEHIND wide_behind
#define EVERYWHERE(array, at) all((array)[at])

#include "game/tetris/survey.h"

/* Loops over the vectors of a board, walls beside it included. */
#define EACH_BLOCK(at) for (int at = EDGE; at < EDGE + COLUMNS; at += LANES)

/* ---- across the lanes ---- */

/* AND, and OR, of all lanes. */
SIMD_INLINE uint32_t join_and(Bits v)
{
    uint32_t both = (uint32_t)and_across((I32)v);
    return KERNEL_BITS == 16 ? both & both >> 16 : both;
}

SIMD_INLINE uint32_t join_or(Bits v)
{
    uint32_t both = (uint32_t)or_across((I32)v);
    return KERNEL_BITS == 16 ? (both | both >> 16) & 0xFFFF : both;
}

/* The largest of the lanes, none of which is negative. */
SIMD_INLINE int highest(Wide v)
{
#if KERNEL_BITS == 16
    v = larger(v, (Wide)((U32)v >> 16));
    return max_across((I32)v & 0xFFFF);
#else
    return max_across(v);
#endif
}

/* Multiplies lanes, none of them negative, by a weight that is in every lane. Only the sum of the result's lanes counts: it is
 * that of the products. */
SIMD_INLINE I32 weighted(Wide v, I16 weight)
{
    return multiply_add((I16)v, weight);
}

/* The sum of the lanes, none of them negative. */
SIMD_INLINE int add_lanes(Wide v)
{
    return add_across(weighted(v, (I16){0} + 1));
}

/* or_before: each lane ORed with all before it; or_behind: with all after it. */
SIMD_INLINE Bits or_before(Bits v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v |= lanes_up(v, n);
    return v;
}

SIMD_INLINE Bits or_behind(Bits v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v |= lanes_down(v, n);
    return v;
}

/* For each lane, the sum of it and of all lanes before it. */
SIMD_INLINE Wide sum_before(Wide v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v += (Wide)lanes_up((Bits)v, n);
    return v;
}

/* For each lane, the largest of it and of all lanes before it (largest_before) or after it. None is negative. */
SIMD_INLINE Wide largest_before(Wide v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v = larger(v, (Wide)lanes_up((Bits)v, n));
    return v;
}

SIMD_INLINE Wide largest_behind(Wide v)
{
    UNROLL
    for (int n = 1; n < LANES; n *= 2) v = larger(v, (Wide)lanes_down((Bits)v, n));
    return v;
}

/* ---- measures (terms/terms.h) ---- */

/* One board. The arrays (SURVEY) and the plan are borrowed. */
typedef struct {
    const Column *column;
    const Lane *height;
    Wide top;
    const Lane *inside;         /* -1 on the board, 0 in a wall */
    const Lane *distance;       /* columns between a column and the nearer wall */
    const Column *first, *last; /* masks: the leftmost column, the rightmost */
    const Plan *plan;
} Boards;

typedef struct {
    Wide sum; /* the count is the sum of its lanes, none of which is negative */
} Count;

enum { PLACES = (int)COLUMNS / (int)LANES };
#define EACH_PLACE(at) for (int at = ((void)width, EDGE); at < EDGE + COLUMNS; at += LANES)
#define EACH_STEP EACH_PLACE

SIMD_INLINE Wide inside(const Boards *b, int at)
{
    return GET(b->inside, at);
}

SIMD_INLINE Wide paired(const Boards *b, int at)
{
    return GET(b->inside, at) & GET(b->inside, at - 1);
}

SIMD_INLINE Bits rightmost(const Boards *b, int width, int at)
{
    (void)width;
    return GET(b->last, at);
}

SIMD_INLINE Bits covered(const Boards *b, int at)
{
    const Bits column = GET(b->column, at);
    return rows_below(column, GET(b->height, at)) & ~column;
}

SIMD_INLINE void count_cells(Count *count, Bits cells)
{
    count->sum += count_bits(cells);
}

SIMD_INLINE void count_numbers(Count *count, Wide v)
{
    count->sum += v;
}

SIMD_INLINE void count_once(Count *count, const Boards *b, Wide v)
{
    count->sum += v & (Wide)GET(b->first, EDGE);
}

SIMD_INLINE void count_rows(Count *count, const Boards *b, Bits rows)
{
    count_once(count, b, all(__builtin_popcount(join_or(rows))));
}

SIMD_INLINE void settle(Count *count)
{
    (void)count;
}

SIMD_INLINE Wide over_columns(Wide v)
{
    return all(add_lanes(v));
}

SIMD_INLINE Wide largest_column(Wide v)
{
    return all(highest(v));
}

SIMD_INLINE Bits joined_columns(Bits v)
{
    return (Bits)all((Lane)join_or(v));
}

SIMD_INLINE Wide wall_distance(const Boards *b, int width, int at)
{
    (void)width;
    return GET(b->distance, at);
}

#include "game/tetris/deltas.h"

SIMD_INLINE Score pair_weights(const Survey *s, int pair)
{
    Score out;
    for (int part = 0; part < PARTS; part++) out.part[part] = s->weights.pair[pair];
    return out;
}

SIMD_INLINE Score column_weights(const Survey *s, int at)
{
    return pairs_of(load_wide(s->weights.height + at), load_wide(s->weights.step + at));
}

#endif
