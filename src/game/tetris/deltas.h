/* deltas.h. By how much a placement changes each term of a board, and for which placements these deltas do not hold.
 *
 * A term's delta is exact if the placement clears no row and bears no mark: marked placements are made on a copy of the board,
 * whose terms are then counted from the start. Layout and words: survey.h and landing.h. */
#ifndef SWARMTRIS_GAME_TETRIS_DELTAS_H
#define SWARMTRIS_GAME_TETRIS_DELTAS_H

#include "game/tetris/landing.h"

#include <stdlib.h>

/* Defined by the layout: the weights of two delta terms, by place in the family, and of the height and step at a column. */
SIMD_INLINE Score pair_weights(const Survey *s, int pair);
SIMD_INLINE Score column_weights(const Survey *s, int at);

/* ---- deltas: each is the change of a term that one placement makes when it clears nothing ---- */

/* Sum of heights: the piece has four cells, and what it covers. holes: every covered cell is a hole. */
SIMD_INLINE Wide delta_holes(const Landing *l, const int shape)
{
    Wide sum = l->gap[0];
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) sum += l->gap[i];
    return sum;
}

SIMD_INLINE Wide delta_aggregate_height(const Landing *l, const int shape)
{
    return delta_holes(l, shape) + 4;
}

/* The top of the lowest column of the piece, if it stands on row 0. */
SIMD_INLINE int lowest_top(const int shape)
{
    int lowest = TOP(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++)
        if (TOP(i) < lowest) lowest = TOP(i);
    return lowest;
}

/* The top of the piece is y + its height. */
SIMD_INLINE Wide delta_max_height(const Landing *l, const int shape)
{
    return larger(l->y + (Lane)PIECE_HEIGHT - l->s->top, all(0));
}

/* cs3243_holes skips the cell right under the top cell. An empty cell that was skipped counts now; where the piece has a single
 * cell in a column, the highest cell of the gap is skipped instead. */
SIMD_INLINE Wide delta_cs3243_holes(const Landing *l, const int shape)
{
    Wide sum = delta_holes(l, shape);
    EACH_COLUMN(i) {
        sum += AT(under_top, i);
        if (TOP(i) - BOTTOM(i) == 1) sum += (Wide)(l->gap[i] > 0);
    }
    return sum;
}

/* A gap adds two changes to its column; else the one change at the top moves up. */
SIMD_INLINE Wide delta_column_transitions(const Landing *l, const int shape)
{
    Wide gaps = all(0);
    EACH_COLUMN(i) gaps -= (Wide)(l->gap[i] > 0);
    return gaps + gaps;
}

/* cs3243_column_transitions skips the change at the top of a column that reaches the ceiling. */
SIMD_INLINE Wide delta_cs3243_column_transitions(const Landing *l, const int shape)
{
    Wide sum = delta_column_transitions(l, shape);
    if (l->s->near_ceiling)
        EACH_COLUMN(i) sum += (Wide)(l->y == (Lane)(l->s->plan->height - TOP(i)));
    return sum;
}

/* Where a cell of the piece has an empty cell beside it, a change appears; where a filled one, the change that was there goes. */
SIMD_INLINE Wide delta_row_transitions(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    int sides = TOP(0) - BOTTOM(0) + TOP(last) - BOTTOM(last);
    Wide filled = count_window(l->left & ROWS(BOTTOM(0), TOP(0))) + count_window(l->right & ROWS(BOTTOM(last), TOP(last)));
    EACH_COLUMN(i) {
        UNROLL
        for (int j = i - 1; j <= i + 1; j += 2) { /* cells of neighbour j beside old cells of column i */
            if (j < 0 || j > last) continue;
            EACH_ROW(k) {
                bool of_neighbour = k >= BOTTOM(j) && k < TOP(j);
                if (of_neighbour && k >= TOP(i)) sides++;
                if (of_neighbour && k < BOTTOM(i)) {
                    sides++;
                    filled -= has(l->under[i], k);
                }
            }
        }
    }
    return (Lane)sides - filled - filled;
}

SIMD_INLINE Wide step(Wide a, Wide b, Wide inside)
{
    return magnitude(a - b) & inside;
}

/* Those between the tops of the piece's own columns. */
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

/* Cells beside the piece that become well cells, its own cells now being the near side: above the top of their column, far side
 * filled. A window. */
SIMD_INLINE Bits wells_at_left(const Landing *l, const int shape)
{
    return window(l, AT(beside_left, -1)) & ROWS(BOTTOM(0), TOP(0));
}

SIMD_INLINE Bits wells_at_right(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return window(l, AT(beside_right, PIECE_WIDTH)) & ROWS(BOTTOM(last), TOP(last));
}

/* Empty cells from each cell of a window of column i down to the top of the column, added up: row k has y + k + 1 - height. */
SIMD_INLINE Wide depth_sum(const Landing *l, int i, Bits cells)
{
    return times(count_window(cells), l->y - AT(height, i)) + (Wide)(Bits)nibble_ranks((U8)cells);
}

/* wells, by the definition, on the rows that the piece touches: a well cell (empty, both neighbours filled) counts the empty
 * cells from it down.
 *
 *     # . P P P #      The cell beside the piece becomes a well cell where its far side is filled (here x = 1): depth_sum of the
 *     # . . P . #      wells at the left and right.
 *     # . # # . #      In a column of the piece, cells below it may become wells (before and after differ), those that the piece
 *     # # # # . #      fills are none any more, and those above it count down to the piece instead of to the old top.
 *
 * Only above an upright I can well cells remain in its column: each counts four empty cells fewer, those that the bar fills. A
 * well cell in row k of the bar, which counted k + 1, is gone. */
SIMD_INLINE Wide delta_wells(const Landing *l, const int shape)
{
    Wide delta = depth_sum(l, -1, wells_at_left(l, shape)) + depth_sum(l, PIECE_WIDTH, wells_at_right(l, shape));
    if (PIECE_WIDTH == 1) {
        Bits within = window(l, AT(open, 0)) & ROWS(0, PIECE_HEIGHT);
        Wide above = count_bits(AT(open, 0)) - count_window(within);
        return delta - above * 4 - (Wide)(Bits)nibble_ranks((U8)within);
    }
    EACH_COLUMN(i) {
        EACH_ROW(k) {
            Wide before = filled_before(l, shape, i - 1, k) & filled_before(l, shape, i + 1, k);
            Wide after = filled_after(l, shape, i - 1, k) & filled_after(l, shape, i + 1, k);
            if (k < BOTTOM(i))
                delta += after & ~before & reach(l, i, k);
            else
                delta -= before & reach(l, i, k);
            if (k >= TOP(i)) delta += after & (Lane)(k - TOP(i) + 1);
        }
    }
    return delta;
}

/* wells_run counts a run of empty cells from its highest well cell down. Beside the piece the run may now begin higher. In a
 * column of the piece, the run in the gap may begin at cells that became wells; where the piece cuts a run, its new
 * beginning is not known here, and mark_wells_run marks the placement. A run above the piece begins in its highest rows. */
SIMD_INLINE Wide run_beside(const Landing *l, int i, Bits wells)
{
    Wide before = AT(open_run, i);
    Wide run = l->y - AT(height, i) + (Wide)(Bits)nibble_lengths((U8)wells);
    return triangle(larger(before, run & (Wide)(wells != 0))) - triangle(before);
}

SIMD_INLINE Wide delta_wells_run(const Landing *l, const int shape)
{
    Wide delta = run_beside(l, -1, wells_at_left(l, shape)) + run_beside(l, PIECE_WIDTH, wells_at_right(l, shape));
    EACH_COLUMN(i) {
        Wide before = AT(open_run, i), gap = before & (Wide)(before <= l->gap[i]), above = all(0);
        if (PIECE_WIDTH == 1) above = larger(before - 4, all(0));
        EACH_ROW(k) {
            Wide after = filled_after(l, shape, i - 1, k) & filled_after(l, shape, i + 1, k);
            if (k < BOTTOM(i)) gap = larger(gap, after & reach(l, i, k));
            if (k >= TOP(i) && PIECE_WIDTH > 1) above = larger(above, after & (Lane)(k - TOP(i) + 1));
        }
        delta += triangle(gap) + triangle(above) - triangle(before);
    }
    return delta;
}

/* open_wells: the same cells as in delta_wells, each once, and none that the piece covers. */
SIMD_INLINE Wide delta_open_wells(const Landing *l, const int shape)
{
    Wide delta = count_window(wells_at_left(l, shape)) + count_window(wells_at_right(l, shape));
    if (PIECE_WIDTH == 1) return delta - count_window(window(l, AT(open, 0)) & ROWS(0, PIECE_HEIGHT));
    EACH_COLUMN(i) {
        delta -= AT(open_count, i);
        UNROLL
        for (int k = TOP(i); k < PIECE_HEIGHT; k++) delta -= filled_after(l, shape, i - 1, k) & filled_after(l, shape, i + 1, k);
    }
    return delta;
}

/* The cells of the piece above a hole, old or new, of their column. */
SIMD_INLINE Wide delta_hole_depth(const Landing *l, const int shape)
{
    Wide sum = all(0);
    EACH_COLUMN(i) sum += (Wide)(AT(has_hole, i) | (Wide)(l->gap[i] > 0)) & (Lane)(TOP(i) - BOTTOM(i));
    return sum;
}

/* Rows with a cell of a gap, that had no hole before. */
SIMD_INLINE Wide delta_rows_with_holes(const Landing *l, const int shape)
{
    Bits rows = {0};
    EACH_COLUMN(i) rows |= ((l->bit << BOTTOM(i)) - 1) & ~(AT(bit, i) - 1);
    return count_bits(rows & ~l->s->hole_rows);
}

/* The values that are seen: in the differences that change, and in all others. */
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

/* In half rows, so that it is a whole number. */
SIMD_INLINE Wide delta_landing_height(const Landing *l, const int shape)
{
    return l->y + l->y + (Lane)(PIECE_HEIGHT - 1);
}

/* The terms of tetrispros. Its height of a column that the piece touches is y + TOP, never below 1. */
SIMD_INLINE Wide delta_tetrispros_height_differences(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return step(l->y + (Lane)TOP(0), AT(pros_height, -1), AT(inside, -1)) +
           step(l->y + (Lane)TOP(last), AT(pros_height, PIECE_WIDTH), AT(inside, PIECE_WIDTH)) + (Lane)steps_within(shape) -
           AT(pros_steps_until, PIECE_WIDTH) + AT(pros_steps_until, -1);
}

SIMD_INLINE Wide delta_tetrispros_max_height(const Landing *l, const int shape)
{
    return larger(l->y + (Lane)PIECE_HEIGHT - l->s->pros_top, all(0));
}

/* Pits are beside the piece or, if it is an upright I, on top of it: tops of neighbours within it differ by at most 2. */
SIMD_INLINE Wide delta_tetrispros_pits(const Landing *l, const int shape)
{
    const Wide first = l->y + (Lane)TOP(0), last = l->y + (Lane)TOP(PIECE_WIDTH - 1);
    Wide delta = pit(AT(pros_height, -2), AT(pros_height, -1), first) +
                 pit(last, AT(pros_height, PIECE_WIDTH), AT(pros_height, PIECE_WIDTH + 1)) -
                 (AT(pros_pits_until, PIECE_WIDTH) - AT(pros_pits_until, -2));
    if (PIECE_WIDTH == 1) delta += pit(AT(pros_height, -1), first, AT(pros_height, PIECE_WIDTH));
    return delta;
}

/* The sum of |W h - S| over all columns, with W the width and S the sum of all h, is twice that of what W h has above S, since
 * all W h - S together are 0. What it has above S is max(W h, S) - S. */
SIMD_INLINE Wide delta_tetrispros_height_deviation(const Landing *l, const int shape)
{
    const int width = l->s->width;
    const Wide scaled_y = times(l->y, all(width));
    Wide sum = l->s->pros_sum, above = all(0);
    EACH_COLUMN(i) sum += l->y + (Lane)TOP(i) - AT(pros_height, i);
    for (int at = EDGE; at < EDGE + width; at++) above += larger(EVERYWHERE(l->s->pros_scaled, at), sum);
    EACH_COLUMN(i) above += larger(scaled_y + (Lane)(TOP(i) * width), sum) - larger(AT(pros_scaled, i), sum);
    above -= times(sum, all(width));
    return above + above - l->s->pros_deviation;
}

/* ---- marks: placements that need a second look ---- */

/* Rows that may be full afterwards: full outside the piece, and each column of the piece has the cell or gets it. */
SIMD_INLINE Bits mark_full_rows(const Landing *l, const int shape)
{
    Bits rows = window(l, AT(until, 0) & AT(from, PIECE_WIDTH)) & ROWS(0, lowest_top(shape));
    EACH_COLUMN(i)
        if (BOTTOM(i) > 0) rows &= l->under[i] | ~ROWS(0, BOTTOM(i));
    return rows;
}

/* Covered empty cells that become wells: beside the piece, and in its own columns beside a cell of a neighbour that is lower. */
SIMD_INLINE Bits mark_buried_wells(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    Bits rows = window(l, AT(buried_left, -1)) & ROWS(BOTTOM(0), TOP(0));
    rows |= window(l, AT(buried_right, PIECE_WIDTH)) & ROWS(BOTTOM(last), TOP(last));
    if (last > 0 && BOTTOM(0) > BOTTOM(1) + 1) rows |= window(l, AT(buried_left, 0)) & ROWS(0, BOTTOM(0));
    if (last > 0 && BOTTOM(last) > BOTTOM(last - 1) + 1) rows |= window(l, AT(buried_right, last)) & ROWS(0, BOTTOM(last));
    return rows;
}

/* Gaps that the piece cuts off from a run of well cells, where its column beside is higher: what is left of the run may begin at
 * any cell of the gap. */
SIMD_INLINE Bits mark_wells_run(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    Wide marked = all(0);
    EACH_COLUMN(i) {
        bool neighbour_higher = (i > 0 && BOTTOM(i - 1) > BOTTOM(i)) || (i < last && BOTTOM(i + 1) > BOTTOM(i));
        if (neighbour_higher) marked |= (Wide)(AT(open_run, i) > l->gap[i]) & (Wide)(l->gap[i] > 0);
    }
    return (Bits)marked;
}

/* ---- scores ---- */

/* Heights and steps of the columns that the piece changes. */
SIMD_INLINE Score add_columns(const Landing *l, const int shape, Score sum)
{
    UNROLL
    for (int i = 0; i <= PIECE_WIDTH; i++) {
        Wide old = AT(height, i), left = i > 0 ? l->y + (Lane)TOP(i > 0 ? i - 1 : 0) : AT(height, -1);
        Wide now = i < PIECE_WIDTH ? l->y + (Lane)TOP(i < PIECE_WIDTH ? i : 0) : old;
        Wide stepped = step(left, now, AT(inside, i - 1) & AT(inside, i)) - AT(step_left, i);
        sum = add_pair(sum, now - old, stepped, column_weights(l->s, l->at + i));
    }
    return sum;
}

/* What a placement changes of the score of the board, if it is not marked. */
SIMD_INLINE Score delta_score(const Landing *l, const int shape, const uint32_t use, const bool columns)
{
    Wide delta[DELTA_TERMS + 1];
    int n = 0;
#define DELTA(TERM, term) \
    if (HAS(TERM)) delta[n++] = delta_##term(l, shape);
    DELTAS(DELTA)
#undef DELTA
    delta[n] = all(0);
    Score sum = {0};
    UNROLL
    for (int k = 0; k < n; k += 2) sum = add_pair(sum, delta[k], delta[k + 1], pair_weights(l->s, k / 2 % (Q_COLUMNS / 2)));
    return columns ? add_columns(l, shape, sum) : sum;
}

/* Where the delta does not hold: a mask. */
SIMD_INLINE Wide marks(const Landing *l, const int shape, const uint32_t use)
{
    Bits marked = mark_full_rows(l, shape);
    if (HAS_BURIED) marked |= mark_buried_wells(l, shape);
    if (HAS(WELLS_RUN)) marked |= mark_wells_run(l, shape);
    return (Wide)(marked != 0);
}

#endif
