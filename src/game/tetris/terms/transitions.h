/* transitions.h. Terms of changes between filled and empty, along columns and rows. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_TRANSITIONS_H
#define SWARMTRIS_GAME_TETRIS_TERMS_TRANSITIONS_H

/* ---- column_transitions: from the floor to the row above the board ---- */

/* A gap adds two changes to its column. Without a gap the change at the top only moves up. */
SIMD_INLINE Wide delta_column_transitions(const Landing *l, const int shape)
{
    Wide gaps = all(0);
    EACH_COLUMN(i) gaps -= (Wide)(l->gap[i] > 0);
    return gaps + gaps;
}

/* A column has two changes for each run of covered cells, and one at its top. */
SIMD_INLINE void measure_column_transitions(const Boards *b, const int width, Count *count)
{
    EACH_PLACE(at) {
        const Bits runs = covered(b, at) & ~(covered(b, at) << 1);
        count_cells(count, runs);
        count_cells(count, runs);
        count_numbers(count, inside(b, at) & 1);
    }
}

/* ---- cs3243_column_transitions: up to the highest row of the board ---- */

/* A column that reaches the ceiling has no change at its top. */
SIMD_INLINE Wide delta_cs3243_column_transitions(const Landing *l, const int shape)
{
    Wide sum = delta_column_transitions(l, shape);
    if (l->s->near_ceiling)
        EACH_COLUMN(i) sum += (Wide)(l->y == (Lane)(l->s->plan->height - TOP(i)));
    return sum;
}

SIMD_INLINE void measure_cs3243_column_transitions(const Boards *b, const int width, Count *count)
{
    measure_column_transitions(b, width, count);
    EACH_PLACE(at) count_numbers(count, (Wide)(GET(b->height, at) == (Lane)b->plan->height)); /* -1 each */
}

/* ---- row_transitions: from wall to wall ---- */

/* Where a cell of the piece has an empty cell beside it, a change appears; beside a filled cell, the old change disappears. */
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

/* Rows above 16-bit columns are empty: two changes each. */
SIMD_INLINE void measure_row_transitions(const Boards *b, const int width, Count *count)
{
    const Bits rows = rows_of(b);
    EACH_PLACE(at) {
        const Bits column = GET(b->column, at), left = BITS_BEFORE(b->column, at, column);
        count_cells(count, (column ^ left) & rows & (Bits)inside(b, at));
        count_cells(count, ~column & rows & rightmost(b, width, at));
    }
    if (b->plan->height > KERNEL_BITS) count_once(count, b, all(2 * (b->plan->height - KERNEL_BITS)));
}

#endif
