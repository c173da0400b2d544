/* heights.h. Terms of the heights of columns, and the landing height. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_HEIGHTS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_HEIGHTS_H

#include "game/tetris/terms/holes.h"

#include <stdlib.h>

/* ---- max_height ---- */

/* The top of the piece is y + its height. */
SIMD_INLINE Wide delta_max_height(const Landing *l, const int shape)
{
    return larger(l->y + (Lane)PIECE_HEIGHT - l->s->top, all(0));
}

SIMD_INLINE void measure_max_height(const Boards *b, const int width, Count *count)
{
    (void)width;
    count_once(count, b, b->top);
}

/* ---- aggregate_height: grows by the piece's four cells and the cells that it covers ---- */

SIMD_INLINE Wide delta_aggregate_height(const Landing *l, const int shape)
{
    return delta_holes(l, shape) + 4;
}

SIMD_INLINE void measure_aggregate_height(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) count_numbers(count, GET(b->height, at) & inside(b, at));
}

/* ---- height_differences: the steps between neighbours ---- */

SIMD_INLINE Wide step(Wide a, Wide b, Wide inside)
{
    return magnitude(a - b) & inside;
}

/* The sum of the steps between the tops of the piece's own columns. */
SIMD_INLINE int steps_within(const int shape)
{
    int within = 0;
    UNROLL
    for (int i = 0; i + 1 < PIECE_WIDTH; i++) within += abs(TOP(i) - TOP(i + 1));
    return within;
}

SIMD_INLINE Wide delta_height_differences(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return step(l->y + (Lane)TOP(0), AT(height, -1), AT(inside, -1)) +
           step(l->y + (Lane)TOP(last), AT(height, PIECE_WIDTH), AT(inside, PIECE_WIDTH)) + (Lane)steps_within(shape) -
           AT(steps_until, PIECE_WIDTH) + AT(steps_until, -1);
}

/* The height of each column minus that of its left neighbour. */
SIMD_INLINE Wide rise(const Boards *b, int at)
{
    const Wide height = GET(b->height, at);
    return height - WIDE_BEFORE(b->height, at, height);
}

SIMD_INLINE void measure_height_differences(const Boards *b, const int width, Count *count)
{
    EACH_STEP(at) count_numbers(count, magnitude(rise(b, at)) & paired(b, at));
}

/* ---- diversity: how many of the differences -2 .. 2 occur ---- */

/* Counts the values that occur: among the differences that change, and among all others. */
SIMD_INLINE Wide delta_diversity(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    int within = 0;
    UNROLL
    for (int i = 0; i < last; i++) within |= 1 << (TOP(i + 1) - TOP(i) + 2);
    Bits left = difference_flag(l->y + (Lane)TOP(0) - AT(height, -1)) & (Bits)AT(inside, -1);
    Bits right = difference_flag(AT(height, PIECE_WIDTH) - (l->y + (Lane)TOP(last))) & (Bits)AT(inside, PIECE_WIDTH);
    Bits others = AT(flags_until, 0) | AT(flags_from, PIECE_WIDTH + 1);
    return count_bits(left | right | others | (Bits)all(within)) - l->s->diversity;
}

SIMD_INLINE void measure_diversity(const Boards *b, const int width, Count *count)
{
    Bits flags = {0};
    EACH_STEP(at) flags |= difference_flag(rise(b, at)) & (Bits)paired(b, at);
    count_rows(count, b, flags);
}

/* ---- terms of the move, not of the board: nothing is measured ---- */

/* In half rows, so that it is a whole number. */
SIMD_INLINE Wide delta_landing_height(const Landing *l, const int shape)
{
    return l->y + l->y + (Lane)(PIECE_HEIGHT - 1);
}

/* The sum of the rows of the piece's four cells. */
SIMD_INLINE Wide delta_landing_rows(const Landing *l, const int shape)
{
    int rows = 0;
    EACH_COLUMN(i)
        for (int k = BOTTOM(i); k < TOP(i); k++) rows += k;
    return l->y * 4 + (Lane)rows;
}

/* In sixteenths of half a column. */
SIMD_INLINE Wide delta_off_middle(const Landing *l, const int shape)
{
    const Wide x = AT(place, 0);
    return magnitude(x + x + (Lane)(PIECE_WIDTH - l->s->width)) * (Lane)TETRIS_MIDDLE_STEPS + x;
}

/* If no row is full, a column of the piece grew most. */
SIMD_INLINE Wide delta_height_increase(const Landing *l, const int shape)
{
    Wide most = l->y + (Lane)TOP(0) - AT(height, 0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) most = larger(most, l->y + (Lane)TOP(i) - AT(height, i));
    return most;
}

/* Sums over the columns while full rows stay. */
SIMD_INLINE Wide delta_uncleared_heights(const Landing *l, const int shape)
{
    return delta_aggregate_height(l, shape) + total(l->s->heights_until, l->s->width);
}
SIMD_INLINE Wide delta_uncleared_holes(const Landing *l, const int shape)
{
    return delta_holes(l, shape) + total(l->s->holes_until, l->s->width);
}
SIMD_INLINE Wide delta_uncleared_differences(const Landing *l, const int shape)
{
    return delta_height_differences(l, shape) + total(l->s->steps_until, l->s->width);
}

#define MEASURE_NOTHING(term)                                                       \
    SIMD_INLINE void measure_##term(const Boards *b, const int width, Count *count) \
    {                                                                               \
        (void)b, (void)width, (void)count;                                          \
    }
MEASURE_NOTHING(landing_height)
MEASURE_NOTHING(landing_rows)
MEASURE_NOTHING(off_middle)
MEASURE_NOTHING(height_increase)
MEASURE_NOTHING(uncleared_heights)
MEASURE_NOTHING(uncleared_holes)
MEASURE_NOTHING(uncleared_differences)
#undef MEASURE_NOTHING

#endif
