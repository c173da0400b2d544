/* kernel_measure.h. Counts the terms of boards as they are defined, a board a lane: this values the placements that are marked.
 * Twin of columns_measure.h. */
#ifndef SWARMTRIS_GAME_TETRIS_KERNEL_MEASURE_H
#define SWARMTRIS_GAME_TETRIS_KERNEL_MEASURE_H

#include "game/tetris/kernel_layout.h"

/* Sum over the cells of v of 1 + the empty cells (of `empty`) right below: all cells move down a row at a time, and
 * are counted until they meet a filled cell. */
SIMD_INLINE Wide count_down(const Bits *v, const Bits *empty, int width)
{
    Bits falling[COLUMNS];
    Wide sum = all(0);
    memcpy(falling, v, (size_t)width * sizeof *v);
    for (Bits any;;) {
        U8 bytes = {0};
        any = (Bits){0};
        for (int x = 0; x < width; x++) {
            any |= falling[x];
            bytes += byte_counts((U8)falling[x]); /* at most 8 a column: 16 columns fit */
            falling[x] = (falling[x] >> 1) & empty[x];
        }
        sum += fold_counts(bytes);
        if (WIDE_LANES((Wide)(any != 0)) == 0) return sum;
    }
}

/* (TERMS, LANES): of each term, a count a board. */
typedef Lane Counts[TERMS][LANES];

SIMD_INLINE void set_count(Counts count, int term, Wide v)
{
    store_wide(count[term], v);
}

/* Whether the terms `want` have this one. */
#define WANT(term) ((want & TERM_BIT(term)) != 0)

SIMD_INLINE void measure_holes(const int width, const Bits *column, const Bits *covered, Counts count)
{
    U8 bytes = {0};
    Wide under_top = all(0);
    for (int x = 0; x < width; x++) {
        bytes += byte_counts((U8)covered[x]);
        under_top -= (Wide)((covered[x] & ((rows_below_top(column[x]) + 1) >> 2)) != 0);
    }
    Wide holes = fold_counts(bytes);
    set_count(count, TERM_HOLES, holes);
    set_count(count, TERM_CS3243_HOLES, holes - under_top);
}

SIMD_INLINE void measure_column_transitions(const Plan *plan, const int width, const Bits *covered, const Wide *height,
                                            Counts count)
{
    U8 bytes = {0};
    Wide at_ceiling = all(0);
    for (int x = 0; x < width; x++) { /* two for each run of covered cells, and one at the top */
        bytes += byte_counts((U8)(covered[x] & ~(covered[x] << 1)));
        at_ceiling -= (Wide)(height[x] == (Lane)plan->height);
    }
    Wide runs = fold_counts(bytes), changes = runs + runs + (Lane)width;
    set_count(count, TERM_COLUMN_TRANSITIONS, changes);
    set_count(count, TERM_CS3243_COLUMN_TRANSITIONS, changes - at_ceiling);
}

SIMD_INLINE void measure_steps(const int width, const Wide *height, Counts count)
{
    Wide steps = all(0);
    Bits flags = {0};
    for (int x = 1; x < width; x++) {
        Wide stepped = magnitude(height[x] - height[x - 1]);
        steps += stepped;
        flags |= difference_flag(height[x] - height[x - 1]);
        set_count(count, TERM_STEP_1 + x, stepped);
    }
    for (int x = 0; x < width; x++) set_count(count, TERM_COLUMN_1 + x, height[x]);
    set_count(count, TERM_HEIGHT_DIFFERENCES, steps);
    set_count(count, TERM_DIVERSITY, count_bits(flags));
}

/* 2 in an empty row; a filled cell at a wall takes one away. */
SIMD_INLINE void measure_row_transitions(const Plan *plan, const int width, const Bits *column, Counts count)
{
    U8 bytes = {0};
    for (int x = 1; x < width; x++) bytes += byte_counts((U8)(column[x] ^ column[x - 1]));
    set_count(count, TERM_ROW_TRANSITIONS,
              fold_counts(bytes) + (Lane)(2 * plan->height) - count_bits(column[0]) - count_bits(column[width - 1]));
}

SIMD_INLINE void measure_wells(const uint32_t want, const int width, const Bits *column, const Bits *covered, Counts count)
{
    Bits empty[COLUMNS], wells[COLUMNS];
    U8 open = {0};
    for (int x = 0; x < width; x++) {
        empty[x] = ~column[x];
        wells[x] = column[x - 1] & column[x + 1] & empty[x];
        open += byte_counts((U8)(wells[x] & ~covered[x]));
    }
    set_count(count, TERM_OPEN_WELLS, fold_counts(open));
    if (WANT(WELLS)) set_count(count, TERM_WELLS, count_down(wells, empty, width));
    for (int x = 0; x < width; x++) wells[x] = add_hanging(wells[x], empty[x]);
    if (WANT(WELLS_RUN)) set_count(count, TERM_WELLS_RUN, count_down(wells, empty, width));
}

SIMD_INLINE void measure_hole_depth(const int width, const Bits *column, const Bits *covered, Counts count)
{
    U8 bytes = {0};
    Bits rows = {0};
    for (int x = 0; x < width; x++) { /* adding 1 takes away the cells below the lowest empty one */
        bytes += byte_counts((U8)(column[x] & (column[x] + 1)));
        rows |= covered[x];
    }
    set_count(count, TERM_HOLE_DEPTH, fold_counts(bytes));
    set_count(count, TERM_ROWS_WITH_HOLES, count_bits(rows));
}

/* The usual terms that the plan asks for, of boards whose columns are column[-1 .. width]; those beside the board are made
 * walls. */
SIMD_INLINE void measure_columns(const Plan *plan, const int width, Bits *column, Counts count)
{
    const uint32_t want = plan->board_terms;
    Bits covered[COLUMNS];
    Wide height[COLUMNS], top = all(0), sum = all(0);
    assert(width >= 4 && width <= COLUMNS);
    column[-1] = column[width] = ~(Bits){0};
    for (int x = 0; x < width; x++) {
        height[x] = height_of(column[x]);
        covered[x] = rows_below_top(column[x]) & ~column[x];
        top = larger(top, height[x]);
        sum += height[x];
    }
    set_count(count, TERM_LANDING_HEIGHT, all(0)); /* of the move, not of the board */
    set_count(count, TERM_MAX_HEIGHT, top);
    set_count(count, TERM_AGGREGATE_HEIGHT, sum);
    if (WANT(HOLES) || WANT(CS3243_HOLES)) measure_holes(width, column, covered, count);
    if (WANT(COLUMN_TRANSITIONS) || WANT(CS3243_COLUMN_TRANSITIONS))
        measure_column_transitions(plan, width, covered, height, count);
    if (WANT(HEIGHT_DIFFERENCES) || WANT(DIVERSITY) || plan->columns) measure_steps(width, height, count);
    if (WANT(ROW_TRANSITIONS)) measure_row_transitions(plan, width, column, count);
    if (WANT(WELLS) || WANT(WELLS_RUN) || WANT(OPEN_WELLS)) measure_wells(want, width, column, covered, count);
    if (WANT(HOLE_DEPTH) || WANT(ROWS_WITH_HOLES)) measure_hole_depth(width, column, covered, count);
}

/* ---- terms that only sets of the program tetrispros have ---- */

/* TetrisPros takes heights that are one less, but not below 0: height (width) is changed to those. */
SIMD_INLINE void measure_tetrispros(const int width, Wide *height, Wide top, Counts count)
{
    Wide sum = all(0), steps = all(0), pits = all(0), deviation = all(0);
    for (int x = 0; x < width; x++) {
        height[x] = larger(height[x] - 1, all(0));
        sum += height[x];
        if (x > 0) steps += magnitude(height[x] - height[x - 1]);
    }
    for (int x = 0; x < width; x++) {
        Wide left = height[x > 0 ? x - 1 : 1], right = height[x + 1 < width ? x + 1 : width - 2];
        pits += pit(left, height[x], right);
        deviation += magnitude(height[x] * (Lane)width - sum);
    }
    set_count(count, TERM_TETRISPROS_HEIGHT_DIFFERENCES, steps);
    set_count(count, TERM_TETRISPROS_MAX_HEIGHT, larger(top - 1, all(0)));
    set_count(count, TERM_TETRISPROS_PITS, pits);
    set_count(count, TERM_TETRISPROS_HEIGHT_DEVIATION, deviation);
}

SIMD_INLINE void measure_others(const int width, const Bits *column, Counts count)
{
    Wide height[COLUMNS], top = all(0);
    for (int x = 0; x < width; x++) {
        height[x] = height_of(column[x]);
        top = larger(top, height[x]);
    }
    measure_tetrispros(width, height, top, count);
}

/* A function of its own: what most sets never call would spread the code of the others over more of the cache. */
static __attribute__((noinline)) void measure_other_terms(const Plan *plan, const Bits *column, Counts count)
{
    FOR_WIDTH(plan, measure_others(width, column, count));
}

/* ---- all terms that the plan asks for ---- */

static __attribute__((noinline)) void measure_terms(const Plan *plan, Bits *column, Counts count)
{
    FOR_WIDTH(plan, measure_columns(plan, width, column, count));
    if ((plan->board_terms & ~USUAL_TERMS) != 0) measure_other_terms(plan, column, count);
}

#endif
