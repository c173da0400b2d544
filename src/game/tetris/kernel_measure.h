/* kernel_measure.h. Counts the terms of boards from the start, one board in each lane, to score marked placements.
 * columns_measure.h has the other layout; terms/ says how each term is counted. */
#ifndef SWARMTRIS_GAME_TETRIS_KERNEL_MEASURE_H
#define SWARMTRIS_GAME_TETRIS_KERNEL_MEASURE_H

#include "game/tetris/kernel_layout.h"

/* (TERMS, LANES): the count of each term on each board. */
typedef Lane Counts[TERMS][LANES];

/* Fills what measures need besides the columns: walls, heights, covered cells, the highest column. */
SIMD_INLINE void complete_boards(const Plan *plan, const int width, Boards *b)
{
    assert(width >= 4 && width <= COLUMNS);
    b->plan = plan;
    b->top = all(0);
    b->column[EDGE - 1] = b->column[EDGE + width] = ~(Bits){0};
    b->height[EDGE - 1] = b->height[EDGE + width] = all(WALL_HEIGHT);
    EACH_PLACE(at) {
        b->height[at] = height_of(b->column[at]);
        b->covered_cells[at] = rows_below_top(b->column[at]) & ~b->column[at];
        b->top = larger(b->top, b->height[at]);
    }
}

/* Counts the terms that the plan asks for: those of the family `usual`, or those that it lacks. */
SIMD_INLINE void measure_some(const Boards *b, const int width, const bool usual, Counts counts)
{
    const uint64_t want = b->plan->board_terms;
#define MEASURE(TERM, term, most, mark, in)                                 \
    if ((((in)&IN(usual)) != 0) == usual && (want & TERM_BIT(TERM)) != 0) { \
        Count count = {0};                                                  \
        measure_##term(b, width, &count);                                   \
        settle(&count);                                                     \
        store_wide(counts[TERM_##TERM], count.sum);                         \
    }
    TERM_LIST(MEASURE)
#undef MEASURE
}

/* Heights and steps of single columns. */
SIMD_INLINE void measure_columns(const Boards *b, const int width, Counts counts)
{
    EACH_PLACE(at) store_wide(counts[TERM_COLUMN_1 + at - EDGE], b->height[at]);
    EACH_STEP(at) store_wide(counts[TERM_STEP_1 + at - EDGE], magnitude(rise(b, at)));
}

SIMD_INLINE void measure_usual(const Plan *plan, const int width, Boards *b, Counts counts)
{
    complete_boards(plan, width, b);
    measure_some(b, width, true, counts);
    if (plan->columns) measure_columns(b, width, counts);
}

/* Not inlined: most sets never call it, and it would spread their code over more of the cache. */
static __attribute__((noinline)) void measure_unusual(const Boards *b, Counts counts)
{
    FOR_WIDTH(b->plan, measure_some(b, width, false, counts));
}

/* Counts all terms that the plan asks for; b->column has the columns of the boards, the rest of *b is filled here. */
static __attribute__((noinline)) void measure_terms(const Plan *plan, Boards *b, Counts counts)
{
    FOR_WIDTH(plan, measure_usual(plan, width, b, counts));
    if ((plan->board_terms & ~family_terms(FAMILY_usual)) != 0) measure_unusual(b, counts);
}

#endif
