/* columns_measure.h. Counts the terms of a board as they are defined, each column in its lane, and weights them: the score of a
 * board after a marked placement. Twin of kernel_measure.h. */
#ifndef SWARMTRIS_GAME_TETRIS_COLUMNS_MEASURE_H
#define SWARMTRIS_GAME_TETRIS_COLUMNS_MEASURE_H

#include "game/tetris/columns_game.h"

/* The sum, column by column, of 1 + the empty cells right below over the cells v: all of them move down a row at a time, and are
 * counted until they meet a filled cell. */
SIMD_INLINE Wide count_down(Bits v, Bits empty)
{
    Wide sum = all(0);
    while (WIDE_LANES((Wide)(v != 0)) != 0) {
        sum += count_bits(v);
        v = v >> 1 & empty;
    }
    return sum;
}

/* A number of the whole board, in the lane of its first column. */
SIMD_INLINE Wide of_board(const Play *g, int value)
{
    return all(value) & (Wide)GET(g->first, EDGE);
}

/* |height_(x-1) - height_x| of the columns from place `at` on, 0 beside a wall; *difference: height_x - height_(x-1). */
SIMD_INLINE Wide steps_of(const Survey *s, const Board *b, Wide height, int at, Wide *difference)
{
    Wide left = wide_before(b->height, at, height);
    Wide pair = GET(s->inside, at) & GET(s->inside, at - 1);
    *difference = height - left;
    return magnitude(*difference) & pair;
}

/* The terms of the program tetrispros, by their definitions, of heights that are all greater by one: only the largest depends on
 * that. */
SIMD_INLINE void measure_tetrispros(const Play *g, const uint32_t use, Wide *count)
{
    const Survey *s = &g->survey;
    const Board *b = &g->board;
    Wide heights = all(0);
    EACH_BLOCK(at) heights += larger(GET(b->height, at), all(1)) & GET(s->inside, at);
    const Wide sum = all(add_lanes(heights));
    EACH_BLOCK(at) {
        const Wide inside = GET(s->inside, at), height = GET(b->height, at), own = larger(height, all(1));
        const Wide left = larger(wide_before(b->height, at, height), all(1));
        const Wide right = larger(wide_behind(b->height, at, height), all(1));
        if (HAS(TETRISPROS_HEIGHT_DIFFERENCES))
            count[TERM_TETRISPROS_HEIGHT_DIFFERENCES] += magnitude(own - left) & inside & GET(s->inside, at - 1);
        if (HAS(TETRISPROS_PITS)) count[TERM_TETRISPROS_PITS] += pit(left, own, right) & inside;
        if (HAS(TETRISPROS_HEIGHT_DEVIATION))
            count[TERM_TETRISPROS_HEIGHT_DEVIATION] += magnitude(times(own, all(s->width)) - sum) & inside;
    }
    if (HAS(TETRISPROS_MAX_HEIGHT)) count[TERM_TETRISPROS_MAX_HEIGHT] = of_board(g, b->top > 1 ? b->top - 1 : 0);
}

/* count (DELTA_TERMS), all 0 before: of the terms in `use`, such that the sum over the lanes is that of g->board. No lane is
 * negative. */
SIMD_INLINE void measure_board(const Play *g, const uint32_t use, Wide *count)
{
    const Survey *s = &g->survey;
    const Board *b = &g->board;
    const int height_max = g->plan->height;
    const uint32_t board_rows = (UINT32_C(1) << height_max) - 1;
    Bits hole_rows = {0}, flags = {0};
    EACH_BLOCK(at) {
        const Bits column = GET(b->column, at), inside = (Bits)GET(s->inside, at);
        const Bits left = bits_before(b->column, at, column), right = bits_behind(b->column, at, column);
        const Wide height = GET(b->height, at);
        const Bits below = rows_below(column, height), covered = below & ~column, empty = ~column & inside;
        if (HAS(AGGREGATE_HEIGHT)) count[TERM_AGGREGATE_HEIGHT] += height & (Wide)inside;
        if (HAS(HOLES)) count[TERM_HOLES] += count_bits(covered);
        if (HAS(CS3243_HOLES)) count[TERM_CS3243_HOLES] += count_bits(covered) + (Wide)((covered & ((below + 1) >> 2)) != 0);
        if (HAS(COLUMN_TRANSITIONS) || HAS(CS3243_COLUMN_TRANSITIONS)) {
            const Wide runs = count_bits(covered & ~(covered << 1)), changes = runs + runs + ((Wide)inside & 1);
            if (HAS(COLUMN_TRANSITIONS)) count[TERM_COLUMN_TRANSITIONS] += changes;
            if (HAS(CS3243_COLUMN_TRANSITIONS))
                count[TERM_CS3243_COLUMN_TRANSITIONS] += changes + (Wide)(height == (Lane)height_max);
        }
        if (HAS(HEIGHT_DIFFERENCES) || HAS(DIVERSITY)) {
            Wide difference, stepped = steps_of(s, b, height, at, &difference);
            if (HAS(HEIGHT_DIFFERENCES)) count[TERM_HEIGHT_DIFFERENCES] += stepped;
            if (HAS(DIVERSITY)) flags |= difference_flag(difference) & (Bits)(GET(s->inside, at) & GET(s->inside, at - 1));
        }
        if (HAS(ROW_TRANSITIONS)) {
            const Bits rows = (Bits)all((int)board_rows) & inside;
            count[TERM_ROW_TRANSITIONS] += count_bits((column ^ left) & rows) + count_bits(~column & rows & GET(g->last, at));
        }
        const Bits wells = left & right & empty;
        if (HAS(OPEN_WELLS)) count[TERM_OPEN_WELLS] += count_bits(wells & ~below);
        if (HAS(WELLS)) count[TERM_WELLS] += count_down(wells, empty);
        if (HAS(WELLS_RUN)) count[TERM_WELLS_RUN] += count_down(add_hanging(wells, empty), empty);
        if (HAS(HOLE_DEPTH)) count[TERM_HOLE_DEPTH] += count_bits(column & (column + 1));
        if (HAS(ROWS_WITH_HOLES)) hole_rows |= covered;
    }
    if (HAS_PROS) measure_tetrispros(g, use, count);
    /* Rows above 16-bit columns are empty: two changes each. */
    if (HAS(ROW_TRANSITIONS) && height_max > KERNEL_BITS)
        count[TERM_ROW_TRANSITIONS] += of_board(g, 2 * (height_max - KERNEL_BITS));
    if (HAS(MAX_HEIGHT)) count[TERM_MAX_HEIGHT] = of_board(g, b->top);
    if (HAS(ROWS_WITH_HOLES)) count[TERM_ROWS_WITH_HOLES] = of_board(g, __builtin_popcount(join_or(hole_rows)));
    if (HAS(DIVERSITY)) count[TERM_DIVERSITY] = of_board(g, __builtin_popcount(join_or(flags)));
}

/* How much more the piece, which has been put on g->board and fills no row, adds to the term `wells` than its delta says: where a
 * covered cell becomes a well cell. */
SIMD_INLINE int buried_wells(const Play *g)
{
    const Survey *s = &g->survey;
    const Board *b = &g->board;
    Wide count = all(0);
    EACH_BLOCK(at) {
        const Bits column = GET(b->column, at), before = GET(s->column, at);
        const Bits left = bits_before(b->column, at, column), right = bits_behind(b->column, at, column);
        const Bits covered = (GET(s->bit, at) - 1) & ~before;
        const Bits buried = GET(s->buried_left, at) & GET(s->buried_right, at);
        count += count_down(left & right & covered & ~buried, ~before);
    }
    return add_lanes(count);
}

/* The score of g->board. */
SIMD_INLINE int32_t board_score(const Play *g, const uint32_t use, const bool columns)
{
    const Survey *s = &g->survey;
    Wide count[DELTA_TERMS] = {{0}};
    Score sum = {0};
    int k = 0;
    measure_board(g, use & ~TERM_BIT(LANDING_HEIGHT), count);
#define ADD_TERM(TERM, term)                                                                                                  \
    if (HAS(TERM)) {                                                                                                          \
        if (TERM_##TERM != TERM_LANDING_HEIGHT) sum.part[0] += weighted(count[TERM_##TERM], s->weights.alone[k % Q_COLUMNS]); \
        k++;                                                                                                                  \
    }
    DELTAS(ADD_TERM)
#undef ADD_TERM
    if (columns)
        EACH_BLOCK(at) {
            Wide difference, height = GET(g->board.height, at);
            Wide stepped = steps_of(s, &g->board, height, at, &difference);
            sum = add_pair(sum, height & GET(s->inside, at), stepped, column_weights(s, at));
        }
    I32 lanes = sum.part[0];
    for (int part = 1; part < PARTS; part++) lanes += sum.part[part];
    return add_across(lanes);
}

#endif
