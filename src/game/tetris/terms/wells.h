/* wells.h. Terms of well cells: empty cells between two filled neighbours, walls being filled. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_WELLS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_WELLS_H

/* Cells beside the piece that become well cells: above the top of their column, between the piece and a filled cell. Windows. */
SIMD_INLINE Bits wells_at_left(const Landing *l, const int shape)
{
    return window(l, AT(beside_left, -1)) & ROWS(BOTTOM(0), TOP(0));
}

SIMD_INLINE Bits wells_at_right(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return window(l, AT(beside_right, PIECE_WIDTH)) & ROWS(BOTTOM(last), TOP(last));
}

/* The sum, over the cells of a window of column i, of the empty cells from there to the column's top: y + k + 1 - height. */
SIMD_INLINE Wide depth_sum(const Landing *l, int i, Bits cells)
{
    return times(count_window(cells), l->y - AT(height, i)) + (Wide)(Bits)nibble_ranks((U8)cells);
}

/* Adds 1 + the empty cells right below, for each of the cells `falling`. They move down a row at a time, and count until they
 * meet a filled cell. falling and empty: (places). */
SIMD_INLINE void count_down(const int places, Bits *falling, const Bits *empty, Count *count)
{
    Bits left;
    do {
        left = (Bits){0};
        for (int i = 0; i < places; i++) {
            count_cells(count, falling[i]);
            falling[i] = falling[i] >> 1 & empty[i];
            left |= falling[i];
        }
        settle(count);
    } while (WIDE_LANES((Wide)(left != 0)) != 0);
}

/* Counts the depths of all well cells; in_runs: empty cells right below a well cell are well cells, too. */
SIMD_INLINE void measure_depths(const Boards *b, const int width, const bool in_runs, Count *count)
{
    Bits falling[PLACES], empty[PLACES];
    int n = 0;
    EACH_PLACE(at) {
        const Bits column = GET(b->column, at);
        empty[n] = ~column & (Bits)inside(b, at);
        falling[n] = BITS_BEFORE(b->column, at, column) & BITS_BEHIND(b->column, at, column) & empty[n];
        if (in_runs) falling[n] = add_hanging(falling[n], empty[n]);
        n++;
    }
    count_down(n, falling, empty, count);
}

/* ---- wells ---- */

/* By the definition, on the rows that the piece touches: a well cell (empty, both neighbours filled) counts the empty cells from
 * itself down.
 *
 *     # . P P P #      The cell beside the piece becomes a well cell where its far side is filled (here x = 1): depth_sum of the
 *     # . . P . #      wells at the left and right.
 *     # . # # . #      In a column of the piece, cells below it may become wells (before and after differ), those that the piece
 *     # # # # . #      fills no longer are, and those above it count down to the piece instead of to the old top.
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

SIMD_INLINE void measure_wells(const Boards *b, const int width, Count *count)
{
    measure_depths(b, width, false, count);
}

/* Covered empty cells that become wells: cells beside the piece, and cells below its outer columns if the next column of the
 * piece reaches lower. */
SIMD_INLINE Bits mark_buried_wells(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    Bits rows = window(l, AT(buried_left, -1)) & ROWS(BOTTOM(0), TOP(0));
    rows |= window(l, AT(buried_right, PIECE_WIDTH)) & ROWS(BOTTOM(last), TOP(last));
    if (last > 0 && BOTTOM(0) > BOTTOM(1) + 1) rows |= window(l, AT(buried_left, 0)) & ROWS(0, BOTTOM(0));
    if (last > 0 && BOTTOM(last) > BOTTOM(last - 1) + 1) rows |= window(l, AT(buried_right, last)) & ROWS(0, BOTTOM(last));
    return rows;
}

/* ---- wells_run ---- */

/* wells_run counts a run of empty cells from its highest well cell down. Beside the piece the run may now begin higher. In a
 * column of the piece, the run in the gap may begin at cells that became wells. If the piece cuts a run, its new beginning is not
 * known here, and mark_cut_runs marks the placement. A run above the piece begins in its highest rows. */
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

SIMD_INLINE void measure_wells_run(const Boards *b, const int width, Count *count)
{
    measure_depths(b, width, true, count);
}

/* Gaps that the piece cuts off from a run of well cells, next to a column of it that reaches less deep. The rest of the run may
 * begin anywhere in the gap. Also buried wells. */
SIMD_INLINE Bits mark_cut_runs(const Landing *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    Wide marked = all(0);
    EACH_COLUMN(i) {
        bool neighbour_higher = (i > 0 && BOTTOM(i - 1) > BOTTOM(i)) || (i < last && BOTTOM(i + 1) > BOTTOM(i));
        if (neighbour_higher) marked |= (Wide)(AT(open_run, i) > l->gap[i]) & (Wide)(l->gap[i] > 0);
    }
    return (Bits)marked | mark_buried_wells(l, shape);
}

/* ---- open_wells: above the top of their column, each once ---- */

/* Counts the cells of delta_wells once each, without those that the piece covers. */
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

SIMD_INLINE void measure_open_wells(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) {
        const Bits column = GET(b->column, at), below = rows_below(column, GET(b->height, at));
        count_cells(count,
                    BITS_BEFORE(b->column, at, column) & BITS_BEHIND(b->column, at, column) & ~below & (Bits)inside(b, at));
    }
}

#endif
