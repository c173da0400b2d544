/* deep_wells.h. Terms of wells by their depth, of the worst well, and of the column above the highest hole.
 *
 * tetr_ai_features.c says what they mean. Wells depend on heights alone, so a placement changes only those of the piece's own
 * columns and of the two beside it. The worst well is the one with the largest code: 32 x badness + depth. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_DEEP_WELLS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_DEEP_WELLS_H

/* ---- wells of one, two, three and more cells: counted side by side, four bits each ---- */

/* Field k of a sum of well_fields. It cannot overflow: two neighbours are never both wells, so 16 columns have at most 8. */
SIMD_INLINE Wide well_field(Wide sum, int k)
{
    return (sum >> (4 * k)) & 15;
}

/* The height of column i after the move, i = -2 .. PIECE_WIDTH + 1. */
SIMD_INLINE Wide height_after(const Landing *l, const int shape, int i)
{
    return i >= 0 && i < PIECE_WIDTH ? l->y + (Lane)TOP(i) : AT(height, i);
}

/* The depth of the well of column i after the move, i = -1 .. PIECE_WIDTH: -1 and PIECE_WIDTH are beside the piece. */
SIMD_INLINE Wide depth_after(const Landing *l, const int shape, int i)
{
    const Wide left = height_after(l, shape, i - 1), right = height_after(l, shape, i + 1);
    return well_depth(left, height_after(l, shape, i), right);
}

/* Whether column i may be a well after the move. A column of the piece is no well if a neighbour in the piece is no higher. */
SIMD_INLINE bool may_be_well(const int shape, int i)
{
    if (i < 0 || i >= PIECE_WIDTH) return true;
    if (i > 0 && TOP(i - 1) <= TOP(i)) return false;
    return i + 1 >= PIECE_WIDTH || TOP(i + 1) > TOP(i);
}

#define EACH_WELL(i)                        \
    UNROLL                                  \
    for (int i = -1; i <= PIECE_WIDTH; i++) \
        if (may_be_well(shape, i))

/* The sum of well_fields over all columns after the move. */
SIMD_INLINE Wide wells_after(const Landing *l, const int shape)
{
    Wide sum = l->s->wells - AT(wells_until, PIECE_WIDTH) + AT(wells_until, -2);
    EACH_WELL(i) sum += well_fields(depth_after(l, shape, i));
    return sum;
}

SIMD_INLINE Wide delta_well_excess(const Landing *l, const int shape)
{
    Wide sum = AT(excess_until, -2) - AT(excess_until, PIECE_WIDTH);
    EACH_WELL(i) sum += excess_of(depth_after(l, shape, i));
    return sum;
}

/* A mask: whether a well has n cells, 3 or more for n = 3. */
SIMD_INLINE Wide is_deep(Wide depth, const int n)
{
    return n < 3 ? (Wide)(depth == (Lane)n) : (Wide)(depth > 2);
}

/* The depth of the well of each column of a board; 0 in walls. */
SIMD_INLINE Wide depth_at(const Boards *b, int at)
{
    const Wide height = GET(b->height, at);
    return well_depth(WIDE_BEFORE(b->height, at, height), height, WIDE_BEHIND(b->height, at, height)) & inside(b, at);
}

SIMD_INLINE void measure_well_excess(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) count_numbers(count, excess_of(depth_at(b, at)));
}

/* ---- the worst well ---- */

/* The code of the worst well after the move; 0: there is no well. */
SIMD_INLINE Wide worst_after(const Landing *l, const int shape)
{
    Wide worst = larger(AT(worst_until, -2), AT(worst_from, PIECE_WIDTH + 1));
    EACH_WELL(i) worst = larger(worst, well_code(depth_after(l, shape, i), AT(worth, i)));
    return worst;
}

SIMD_INLINE Wide code_depth(Wide code)
{
    return code & 31;
}

SIMD_INLINE Wide delta_worst_well_excess(const Landing *l, const int shape)
{
    return excess_of(code_depth(worst_after(l, shape))) - excess_of(code_depth(l->s->worst));
}

/* The code of the worst well of a board. */
SIMD_INLINE Wide worst_of(const Boards *b, const int width)
{
    Wide worst = all(0);
    EACH_PLACE(at) worst = larger(worst, well_code(depth_at(b, at), worth_at(wall_distance(b, width, at))));
    return largest_column(worst);
}

/* The terms of wells of n cells, 3 or more for n = 3: how many there are, and 1 if the worst well is such. */
#define WELLS_OF_DEPTH(n)                                                                           \
    SIMD_INLINE Wide delta_wells_##n(const Landing *l, const int shape)                             \
    {                                                                                               \
        return well_field(wells_after(l, shape), n - 1) - well_field(l->s->wells, n - 1);           \
    }                                                                                               \
    SIMD_INLINE void measure_wells_##n(const Boards *b, const int width, Count *count)              \
    {                                                                                               \
        EACH_PLACE(at) count_numbers(count, is_deep(depth_at(b, at), n) & 1);                       \
    }                                                                                               \
    SIMD_INLINE Wide delta_worst_well_##n(const Landing *l, const int shape)                        \
    {                                                                                               \
        /* a true mask is -1 */                                                                     \
        return is_deep(code_depth(l->s->worst), n) - is_deep(code_depth(worst_after(l, shape)), n); \
    }                                                                                               \
    SIMD_INLINE void measure_worst_well_##n(const Boards *b, const int width, Count *count)         \
    {                                                                                               \
        count_once(count, b, is_deep(code_depth(worst_of(b, width)), n) & 1);                       \
    }
WELLS_OF_DEPTH(1)
WELLS_OF_DEPTH(2)
WELLS_OF_DEPTH(3)
#undef WELLS_OF_DEPTH

SIMD_INLINE void measure_worst_well_excess(const Boards *b, const int width, Count *count)
{
    count_once(count, b, excess_of(code_depth(worst_of(b, width))));
}

/* ---- top_hole_column ---- */

/* The highest column with a hole in the highest row that has one. Rows count from 1: y + BOTTOM(i) is the highest of gap i. */
SIMD_INLINE Wide delta_top_hole_column(const Landing *l, const int shape)
{
    Wide row = l->s->top_hole, gap_row[4] = {all(0)}, column;
    EACH_COLUMN(i) {
        gap_row[i] = (l->y + (Lane)BOTTOM(i)) & (Wide)(l->gap[i] > 0);
        row = larger(row, gap_row[i]);
    }
    const Wide as_before = (Wide)(row == l->s->top_hole);
    column = larger(AT(hole_top_until, -1), AT(hole_top_from, PIECE_WIDTH)) & as_before;
    EACH_COLUMN(i) {
        const Wide has = ((Wide)(AT(hole_top, i) > 0) & as_before) | (Wide)(gap_row[i] == row);
        column = larger(column, (l->y + (Lane)TOP(i)) & has);
    }
    return (column & (Wide)(row > 0)) - l->s->top_hole_column;
}

SIMD_INLINE void measure_top_hole_column(const Boards *b, const int width, Count *count)
{
    Bits rows = {0};
    Wide column = all(0);
    EACH_PLACE(at) rows |= covered(b, at);
    rows = joined_columns(rows);
    const Bits highest_row = (rows_below_top(rows) + 1) >> 1;
    EACH_PLACE(at) column = larger(column, GET(b->height, at) & (Wide)((covered(b, at) & highest_row) != 0) & inside(b, at));
    count_once(count, b, largest_column(column));
}

#endif
