/* survey_deep.h. What the terms of terms/deep_wells.h and terms/tetr_ai.h need of a board, and the formulas that they share with
 * the survey. Layout and words: survey.h. Sums and largest numbers over the columns are left to the layout. */
#ifndef SWARMTRIS_GAME_TETRIS_SURVEY_DEEP_H
#define SWARMTRIS_GAME_TETRIS_SURVEY_DEEP_H

/* Whether the family `use` has terms of wells by their depth; of the worst well; of wells near a wall. */
#define HAS_DEEP_WELLS (HAS(WELLS_1) || HAS(WELLS_2) || HAS(WELLS_3) || HAS(WELL_EXCESS) || HAS_WORST || HAS_NEAR_WALL)
#define HAS_WORST                                                                                                       \
    (HAS(WORST_WELL_1) || HAS(WORST_WELL_2) || HAS(WORST_WELL_3) || HAS(WORST_WELL_EXCESS) || HAS(WORST_EXCESS_WALL) || \
     HAS(WORST_EXCESS_NEAR))
#define HAS_NEAR_WALL (HAS(EXCESS_WALL) || HAS(EXCESS_NEAR))

/* The worth of a cell of excess where wells are compared: in a wall column, in the two columns next to it, elsewhere. The
 * smaller numbers give the same order for wells of up to 18 cells, more than a short board has, and let codes fit 16 bits. */
enum {
    WALL_WORTH = KERNEL_BITS == 16 ? 25 : 533,
    NEAR_WORTH = KERNEL_BITS == 16 ? 23 : 489,
    INNER_WORTH = KERNEL_BITS == 16 ? 19 : 401
};

SIMD_INLINE Wide worth_at(Wide distance)
{
    const Wide wall = (Wide)(distance == 0), inner = (Wide)(distance > 2); /* distance: to the nearer wall */
    return (wall & WALL_WORTH) | (inner & INNER_WORTH) | (~wall & ~inner & NEAR_WORTH);
}

/* How far a column lies below its lower neighbour; 0: it is no well. */
SIMD_INLINE Wide well_depth(Wide left, Wide own, Wide right)
{
    return larger(smaller(left, right) - own, all(0));
}

SIMD_INLINE Wide excess_of(Wide depth)
{
    return larger(depth - 2, all(0));
}

/* 1, 16 or 256 for a well of one cell, of two, of more: sums of these count each depth in four bits. 0: it is no well. */
SIMD_INLINE Wide well_fields(Wide depth)
{
    return ((Wide)(depth == 1) & 1) | ((Wide)(depth == 2) & 16) | ((Wide)(depth > 2) & 256);
}

/* 32 x badness + depth. The badness is excess x worth; of a well of one or two cells it is the depth, less than any worth. */
SIMD_INLINE Wide well_code(Wide depth, Wide worth)
{
    const Wide badness = larger(times(excess_of(depth), worth), smaller(depth, all(2)));
    return (badness << 5) + depth;
}

/* Places of J, L and O, counted from bits 0, 5 and 10 on: on two columns, by their step (jlo_pair); on three, by both steps. */
SIMD_INLINE Wide jlo_pair(Wide step)
{
    const Wide size = magnitude(step);
    return ((Wide)(size == 0) & (1 + 32 + 1024)) | ((Wide)(size == 2) & (1 + 32));
}

SIMD_INLINE Wide jlo_triple(Wide left, Wide right)
{
    const Wide j = (Wide)(left == 0) & (Wide)(magnitude(right) < 2), l = (Wide)(right == 0) & (Wide)(magnitude(left) < 2);
    return (j & 1) | (l & 32);
}

/* As jlo_pair and jlo_triple, for S, T and Z. */
SIMD_INLINE Wide stz_pair(Wide step)
{
    return (Wide)(magnitude(step) == 1) & (1 + 32 + 1024);
}

SIMD_INLINE Wide stz_triple(Wide left, Wide right)
{
    const Wide s = (Wide)(left == 0) & (Wide)(magnitude(right) == 1), z = (Wide)(right == 0) & (Wide)(magnitude(left) == 1);
    const Wide t = (Wide)(left + right == 0) & (Wide)(magnitude(left) < 2);
    return (s & 1) | (t & 32) | (z & 1024);
}

/* The sum over three pieces: 4 for each with one place, 6 for each with more. */
SIMD_INLINE Wide fits_of(Wide places)
{
    Wide sum = all(0);
    UNROLL
    for (int k = 0; k < 3; k++) {
        const Wide n = (places >> (5 * k)) & 31;
        sum += ((Wide)(n > 0) & 4) + ((Wide)(n > 1) & 2);
    }
    return sum;
}

/* The well of each column. */
SIMD_INLINE void survey_wells(Survey *s, const int width, const uint64_t use)
{
    EACH_AT(at, LAST_WALL) {
        const Wide height = GET(s->height, at);
        const Wide depth = well_depth(WIDE_BEFORE(s->height, at, height), height, WIDE_BEHIND(s->height, at, height));
        const Wide excess = excess_of(depth), distance = GET(s->distance, at);
        SET(s->well, at, well_fields(depth));
        SET(s->excess, at, excess);
        if (HAS_WORST) SET(s->code, at, well_code(depth, GET(s->worth, at)));
        if (HAS_NEAR_WALL) {
            SET(s->excess_wall, at, excess & (Wide)(distance == 0));
            SET(s->excess_near, at, excess & (Wide)(distance > 0) & (Wide)(distance < 3));
        }
    }
}

/* Fills top_hole, the highest row with a hole (from 1), and hole_top, the height of each column with a hole in that row. */
SIMD_INLINE void survey_top_hole(Survey *s, const int width)
{
    const Bits row = (rows_below_top(s->hole_rows) + 1) >> 1;
    s->top_hole = height_of(s->hole_rows);
    EACH_AT(at, 0) {
        const Bits column = GET(s->column, at);
        const Wide height = GET(s->height, at);
        SET(s->hole_top, at, height & (Wide)((rows_below(column, height) & ~column & row) != 0) & GET(s->inside, at));
    }
}

/* Places of pieces, counted at each column: on the column and its left neighbour, and on three columns with it in the middle. */
SIMD_INLINE void survey_fits(Survey *s, const int width)
{
    EACH_AT(at, LAST_WALL) {
        const Wide height = GET(s->height, at);
        const Wide left = height - WIDE_BEFORE(s->height, at, height), right = WIDE_BEHIND(s->height, at, height) - height;
        const Wide pair = GET(s->inside, at - 1) & GET(s->inside, at), triple = pair & GET(s->inside, at + 1);
        SET(s->jlo_at, at, (jlo_pair(left) & pair) + (jlo_triple(left, right) & triple));
        SET(s->stz_at, at, (stz_pair(left) & pair) + (stz_triple(left, right) & triple));
    }
}

/* Defined by the layout. until: for each column, the sum or the largest number of all columns up to it; from: the largest from
 * it on; total: `until` of the last column. survey_places fills place, distance and worth. */
SIMD_INLINE void sum_columns(const WideOf *of, WideOf *until, const int width);
SIMD_INLINE void span_columns(const WideOf *of, WideOf *until, WideOf *from, const int width);
SIMD_INLINE Wide total(const WideOf *until, const int width);
SIMD_INLINE void survey_places(Survey *s, const int width);

/* Fills what the family `use` needs of the above. */
SIMD_INLINE void survey_deep(Survey *s, const int width, const uint64_t use)
{
    if (HAS_DEEP_WELLS || HAS(OFF_MIDDLE) || HAS(HOLES_WALL) || HAS(HOLES_SECOND) || HAS(HOLES_THIRD)) survey_places(s, width);
    if (HAS_DEEP_WELLS) {
        survey_wells(s, width, use);
        sum_columns(s->well, s->wells_until, width);
        s->wells = total(s->wells_until, width);
        sum_columns(s->excess, s->excess_until, width);
    }
    if (HAS_NEAR_WALL) {
        sum_columns(s->excess_wall, s->excess_wall_until, width);
        sum_columns(s->excess_near, s->excess_near_until, width);
    }
    if (HAS_WORST) {
        span_columns(s->code, s->worst_until, s->worst_from, width);
        s->worst = total(s->worst_until, width);
    }
    if (HAS(TOP_HOLE_COLUMN)) {
        survey_top_hole(s, width);
        span_columns(s->hole_top, s->hole_top_until, s->hole_top_from, width);
        s->top_hole_column = total(s->hole_top_until, width);
    }
    if (HAS(FITS)) {
        survey_fits(s, width);
        sum_columns(s->jlo_at, s->jlo_until, width);
        sum_columns(s->stz_at, s->stz_until, width);
        s->jlo = total(s->jlo_until, width);
        s->stz = total(s->stz_until, width);
        s->fits = fits_of(s->jlo) + fits_of(s->stz);
    }
}

#endif
