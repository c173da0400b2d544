/* holes.h. Terms of covered empty cells: holes, the filled cells above holes, and the rows with holes. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_HOLES_H
#define SWARMTRIS_GAME_TETRIS_TERMS_HOLES_H

/* ---- holes: every covered empty cell ---- */

SIMD_INLINE Wide delta_holes(const Landing *l, const int shape)
{
    Wide sum = l->gap[0];
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) sum += l->gap[i];
    return sum;
}

SIMD_INLINE void measure_holes(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) count_cells(count, covered(b, at));
}

/* ---- cs3243_holes: holes, without the cell right under the top cell of a column ---- */

/* An empty cell right under the old top counts now. Where the piece has a single cell in a column, the highest cell of the gap is
 * left out instead. */
SIMD_INLINE Wide delta_cs3243_holes(const Landing *l, const int shape)
{
    Wide sum = delta_holes(l, shape);
    EACH_COLUMN(i) {
        sum += AT(under_top, i);
        if (TOP(i) - BOTTOM(i) == 1) sum += (Wide)(l->gap[i] > 0);
    }
    return sum;
}

SIMD_INLINE void measure_cs3243_holes(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) {
        const Bits column = GET(b->column, at);
        count_cells(count, covered(b, at) & ~((rows_below(column, GET(b->height, at)) + 1) >> 2));
    }
}

/* ---- hole_depth: filled cells above a hole of their column ---- */

/* The cells of the piece that lie above a hole of their column, old or new. */
SIMD_INLINE Wide delta_hole_depth(const Landing *l, const int shape)
{
    Wide sum = all(0);
    EACH_COLUMN(i) sum += (Wide)(AT(has_hole, i) | (Wide)(l->gap[i] > 0)) & (Lane)(TOP(i) - BOTTOM(i));
    return sum;
}

/* column & (column + 1) has no filled cells below the lowest empty one. Walls have no empty cell. */
SIMD_INLINE void measure_hole_depth(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) {
        const Bits column = GET(b->column, at);
        count_cells(count, column & (column + 1));
    }
}

/* ---- rows_with_holes ---- */

/* Rows that have a cell of a gap and had no hole before. */
SIMD_INLINE Wide delta_rows_with_holes(const Landing *l, const int shape)
{
    Bits rows = {0};
    EACH_COLUMN(i) rows |= ((l->bit << BOTTOM(i)) - 1) & ~(AT(bit, i) - 1);
    return count_bits(rows & ~l->s->hole_rows);
}

SIMD_INLINE void measure_rows_with_holes(const Boards *b, const int width, Count *count)
{
    Bits rows = {0};
    EACH_PLACE(at) rows |= covered(b, at);
    count_rows(count, b, rows);
}

#endif
