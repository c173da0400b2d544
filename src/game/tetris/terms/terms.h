/* terms.h. What a term is: each has, by its name, two functions and perhaps a mark (list.h), written once for both engines.
 *
 *     Wide delta_x(const Landing *l, int shape)
 *         how much a placement adds to the count of the board, if it clears no row and bears no mark
 *     void measure_x(const Boards *b, int width, Count *count)
 *         the count of a board as it is defined; this values the placements for which the delta does not hold
 *     Bits mark_x(const Landing *l, int shape)
 *         any bit: the delta does not hold, so the placement is made on a copy of the board, which is measured
 *
 * Deltas use the words and formulas of survey.h and landing.h. For measures each layout defines beforehand:
 *     Boards            the boards to measure, with walls on both sides: arrays column and height as in Survey, and
 *                       top, the highest column (in every lane); plan
 *     EACH_PLACE(at)    loops over the vectors of a board's columns
 *     EACH_STEP(at)     the same, but from the second column on where a vector is one column
 *     inside(b, at)     a mask: which lanes are columns of the board
 *     paired(b, at)     a mask: which of these have a left neighbour
 *     covered(b, at)    empty cells below the top of their column
 *     Count             a count in progress. count_cells(count, cells) adds the number of cells; count_numbers(count, v)
 *                       the numbers of columns, of which none is negative; count_once(count, b, v) a number of the whole board;
 *                       count_rows(count, b, rows) the number of rows that have a bit in any column
 *     settle(count)     adds up the bytes of a count; due before one can exceed 255: after 31 columns full of cells at most
 *     over_columns(v)   the sum of a number over the columns, in every lane; largest_column(v): the largest, joined_columns(v):
 *                       the bits of all
 *     wall_distance(b, width, at)
 *                       columns between a column and the nearer wall
 *     PLACES            how many vectors the columns of a board take at most */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_TERMS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_TERMS_H

#include "game/tetris/landing.h"

/* The mark of most terms: their delta always holds. */
SIMD_INLINE Bits no_mark(const Landing *l, const int shape)
{
    (void)l, (void)shape;
    return (Bits){0};
}

/* The rows of a board, as bits. With 16-bit columns, the lowest 16 rows of a tall board. */
SIMD_INLINE Bits rows_of(const Boards *b)
{
    return (Bits)all((int)((UINT32_C(1) << b->plan->height) - 1));
}

#include "game/tetris/terms/heights.h"
#include "game/tetris/terms/holes.h"
#include "game/tetris/terms/tetrispros.h"
#include "game/tetris/terms/transitions.h"
#include "game/tetris/terms/wells.h"

#include "game/tetris/terms/deep_wells.h"

#include "game/tetris/terms/tetr_ai.h"

#endif
