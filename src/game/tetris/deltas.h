/* deltas.h. What the terms of a board are made of, and by how much each placement of a piece changes them: one source for two
 * layouts.
 *
 * In kernel.c a lane is a game: a quantity that each column of the board has is an array of vectors. In columns.c the lanes are
 * the columns of one game: such a quantity is an array of lanes, a vector is loaded from any place in it, and what is computed is
 * computed for as many columns, or places of the piece, as a vector has lanes. The formulas need not know; they use what the
 * layout defines before it includes this:
 *     BitsOf, WideOf    what an array has for each column: a vector, or a lane
 *     GET(array, at)    the vector that stands at this column
 *     SET(array, at, v) the other way
 *     EDGE, SURVEY      where column 0 stands in the arrays, and how long they are: at least two walls on either side
 *     BITS_BEFORE, BITS_BEHIND, WIDE_BEFORE (array, at, v)
 *                       the vector of the columns one to the left, or right, of those at `at`, which are v
 *     STRIDE            so many columns are dealt with by one vector
 *     LAST_WALL         1 where loops over the columns must reach the wall on the right; where a vector reaches beyond it in any
 *                       case, 0
 *     SurveyWeights     weights, read by pair_weights and column_weights, which the layout defines behind this
 *
 * Words: the piece has columns i = 0 .. w - 1 with bottoms b_i and tops t_i and lands at (x, y); gap_i = y + b_i - height_i are
 * the empty cells it covers in its column i; `left` and `right` are the columns beside it, `left2` and `right2` those beyond. Row
 * k of the piece is row y + k of the board; a window is the four rows y .. y + 3 of a column, in the low bits. */
#ifndef SWARMTRIS_GAME_TETRIS_DELTAS_H
#define SWARMTRIS_GAME_TETRIS_DELTAS_H

#include "game/tetris/wide.h"

#include <stdlib.h>

#define HAS(term) ((use & TERM_BIT(term)) != 0)

/* Where the family `use` needs covered cells that become wells to be noticed. */
#define HAS_BURIED (HAS(WELLS) || HAS(WELLS_RUN))

/* ---- survey ---- */

/* What a decision needs of the board. */
typedef struct {
    _Alignas(64) BitsOf column[SURVEY];
    WideOf height[SURVEY];      /* of a wall: above everything, so nothing beside the board is open */
    BitsOf power[3][SURVEY];    /* [b]: 2^(WINDOW - max(height - b, 0)), where windows are products */
    BitsOf bit[SURVEY];         /* 2^height */
    WideOf inside[SURVEY];      /* -1; of a wall 0 */
    BitsOf until[SURVEY];       /* AND of the columns left of x */
    BitsOf from[SURVEY];        /* AND of the columns from x on */
    WideOf step_left[SURVEY];   /* |height_(x-1) - height_x|, 0 beside a wall */
    WideOf steps_until[SURVEY]; /* sum of the step_left up to and with that of x */
    BitsOf buried_left[SURVEY]; /* covered empty cells whose left neighbour is filled */
    BitsOf buried_right[SURVEY];
    BitsOf beside_left[SURVEY]; /* cells above the top of their column whose left neighbour is filled */
    BitsOf beside_right[SURVEY];
    BitsOf open[SURVEY];        /* both: well cells */
    WideOf open_count[SURVEY];  /* how many */
    WideOf open_run[SURVEY];    /* cells from the highest of them down to the top of the column */
    WideOf under_top[SURVEY];   /* 1: the cell right under the top cell is empty */
    WideOf has_hole[SURVEY];    /* -1: some cell below the top is empty */
    BitsOf flag[SURVEY];        /* diversity: the value of the pair (x - 1, x) */
    BitsOf flags_until[SURVEY]; /* values seen left of it */
    BitsOf flags_from[SURVEY];  /* and from it on */
    Bits hole_rows;
    Wide top, diversity; /* of the board */
    SurveyWeights weights;
    const Plan *plan;
    int width;
    bool near_ceiling; /* a placement may lose, a column reach the ceiling */
} Survey;

SIMD_INLINE Score pair_weights(const Survey *s, int pair);
SIMD_INLINE Score column_weights(const Survey *s, int at);

SIMD_INLINE void survey_wall(Survey *s, int at)
{
    SET(s->column, at, ~(Bits){0});
    SET(s->height, at, all(WALL_HEIGHT));
    SET(s->bit, at, (Bits){0});
    SET(s->inside, at, all(0));
    SET(s->buried_left, at, (Bits){0});
    SET(s->buried_right, at, (Bits){0});
    SET(s->beside_left, at, (Bits){0});
    SET(s->beside_right, at, (Bits){0});
    SET(s->open, at, (Bits){0});
    SET(s->open_run, at, all(0));
    for (int b = 0; b < 3; b++) SET(s->power[b], at, (Bits){0});
}

/* Where a vector has the whole board, there is one turn. */
#define EACH_AT(at, walls) for (int at = EDGE; at < EDGE + ((int)STRIDE < (int)COLUMNS ? width + (walls) : 1); at += STRIDE)

/* Powers of two by the heights, which are there. */
SIMD_INLINE void survey_powers(Survey *s, const int width)
{
#ifndef WIDE_SHIFTS
    const Bits most = (Bits)all(1 << WINDOW);
    EACH_AT(at, 0) {
        const Bits power = power_of(WINDOW - GET(s->height, at));
        SET(s->power[0], at, power);
        for (int b = 1; b < 3; b++) SET(s->power[b], at, (Bits)smaller((Wide)(power << b), (Wide)most));
    }
#endif
    (void)s, (void)width;
}

SIMD_INLINE void survey_steps(Survey *s, const int width)
{
    EACH_AT(at, LAST_WALL) {
        const Wide height = GET(s->height, at), difference = height - WIDE_BEFORE(s->height, at, height);
        SET(s->step_left, at, magnitude(difference) & GET(s->inside, at) & GET(s->inside, at - 1));
    }
}

/* 2^height - 1: the rows below the top of a column. */
SIMD_INLINE Bits rows_below(Bits column, Wide height)
{
#ifdef WIDE_SHIFTS
    (void)column;
    return power_of(height) - 1;
#else
    (void)height;
    return rows_below_top(column);
#endif
}

/* hole_rows: of each lane by itself. */
SIMD_INLINE void survey_holes_and_wells(Survey *s, const int width, const uint32_t use)
{
    s->hole_rows = (Bits){0};
    EACH_AT(at, 0) {
        const Bits column = GET(s->column, at);
        const Bits left = BITS_BEFORE(s->column, at, column), right = BITS_BEHIND(s->column, at, column);
        const Bits below = rows_below(column, GET(s->height, at)), covered = below & ~column;
        SET(s->bit, at, below + 1);
        if (HAS_BURIED) {
            SET(s->buried_left, at, covered & left);
            SET(s->buried_right, at, covered & right);
        }
        const Bits open = left & right & ~below;
        if (HAS(WELLS) || HAS(OPEN_WELLS) || HAS(WELLS_RUN)) {
            SET(s->beside_left, at, left & ~below);
            SET(s->beside_right, at, right & ~below);
            SET(s->open, at, open);
        }
        if (HAS(OPEN_WELLS)) SET(s->open_count, at, count_bits(open));
        if (HAS(WELLS_RUN)) SET(s->open_run, at, larger(height_of(open) - GET(s->height, at), all(0)));
        if (HAS(CS3243_HOLES)) SET(s->under_top, at, (Wide)((covered & ((below + 1) >> 2)) != 0) & 1);
        if (HAS(HOLE_DEPTH)) SET(s->has_hole, at, (Wide)(covered != 0));
        if (HAS(ROWS_WITH_HOLES)) s->hole_rows |= covered;
    }
}

SIMD_INLINE void survey_flags(Survey *s, const int width)
{
    EACH_AT(at, LAST_WALL) {
        const Wide height = GET(s->height, at);
        const Bits flag = difference_flag(height - WIDE_BEFORE(s->height, at, height));
        SET(s->flag, at, flag & (Bits)(GET(s->inside, at) & GET(s->inside, at - 1)));
    }
}

/* ---- one placement: what it sees ---- */

/* A shape is a number, 4 x piece + orientation: a constant wherever it appears, so that what follows from it (and loops over the
 * columns and rows of its box) is gone when the compiler is done. Beside the box (i = -1, w) both are asked for, but not used. */
#define PIECE_WIDTH (tetris_pieces[shape / 4].shape[shape % 4].width)
#define PIECE_HEIGHT (tetris_pieces[shape / 4].shape[shape % 4].height)
#define BOTTOM(i) (tetris_pieces[shape / 4].shape[shape % 4].bottom[(i)&3])
#define TOP(i) (tetris_pieces[shape / 4].shape[shape % 4].top[(i)&3])
#define EACH_COLUMN(i) \
    UNROLL             \
    for (int i = 0; i < PIECE_WIDTH; i++)
#define EACH_ROW(k) \
    UNROLL          \
    for (int k = 0; k < PIECE_HEIGHT; k++)

/* One placement as it lands; in the columns as many as there are lanes, of one shape side by side. */
typedef struct {
    const Survey *s;
    int at; /* where the left edge of the piece is; of the first of them */
    Wide y, gap[4];
    Bits power, bit;            /* 2^(WINDOW - y), where windows are products; 2^y */
    Bits left, under[4], right; /* windows; under[i]: of piece column i before the move */
} Look;

/* A quantity of column i of the piece; -1 and its width: of the columns beside it. */
#define AT(quantity, i) GET(l->s->quantity, l->at + (i))

/* The four rows of some column from y on; what stands above them is left to the mask that follows. */
SIMD_INLINE Bits window(const Look *l, Bits column)
{
#ifdef WIDE_SHIFTS
    return SHIFT_RIGHT(column, (Bits)l->y);
#else
    return (column * l->power) >> WINDOW;
#endif
}

/* y = max over the piece's columns of height - bottom. */
SIMD_INLINE void look_land(Look *l, const int shape)
{
    l->y = AT(height, 0) - (Lane)BOTTOM(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) l->y = larger(l->y, AT(height, i) - (Lane)BOTTOM(i));
#ifdef WIDE_SHIFTS
    l->bit = power_of(l->y);
#else
    l->power = AT(power[BOTTOM(0)], 0);
    l->bit = AT(bit, 0) >> BOTTOM(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) {
        l->power = (Bits)smaller((Wide)l->power, (Wide)AT(power[BOTTOM(i)], i));
        l->bit = (Bits)larger((Wide)l->bit, (Wide)(AT(bit, i) >> BOTTOM(i)));
    }
#endif
}

SIMD_INLINE void look_around(Look *l, const int shape)
{
    l->left = window(l, AT(column, -1));
    l->right = window(l, AT(column, PIECE_WIDTH));
    EACH_COLUMN(i) {
        l->gap[i] = l->y + (Lane)BOTTOM(i) - AT(height, i);
        l->under[i] = BOTTOM(i) > 0 ? window(l, AT(column, i)) : (Bits){0};
    }
}

/* A mask: bit k of a window. */
SIMD_INLINE Wide has(Bits window, int k)
{
    const Bits bit = (Bits)all(1 << k);
    return (Wide)((window & bit) == bit);
}

/* Masks: is row k filled in column i of the piece's box, before and after the move? i = -1 and w: beside it. */
SIMD_INLINE Wide filled_before(const Look *l, const int shape, int i, int k)
{
    if (i < 0) return has(l->left, k);
    if (i >= PIECE_WIDTH) return has(l->right, k);
    return k < BOTTOM(i) ? has(l->under[i], k) : all(0);
}

SIMD_INLINE Wide filled_after(const Look *l, const int shape, int i, int k)
{
    bool by_piece = i >= 0 && i < PIECE_WIDTH && k >= BOTTOM(i) && k < TOP(i);
    return by_piece ? all(-1) : filled_before(l, shape, i, k);
}

/* Empty cells of column i from row k down to its top, that of row k included; 0: row k is covered. */
SIMD_INLINE Wide reach(const Look *l, int i, int k)
{
    return larger(l->y + (Lane)(k + 1) - AT(height, i), all(0));
}

/* The rows lo .. hi - 1 of a window. */
#define ROWS(lo, hi) ((Bits)all((1 << (hi)) - (1 << (lo))))

/* ---- deltas: each is the change of a term that one placement makes when it clears nothing ---- */

/* Sum of heights: the piece has four cells, and what it covers. holes: every covered cell is a hole. */
SIMD_INLINE Wide delta_holes(const Look *l, const int shape)
{
    Wide sum = l->gap[0];
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) sum += l->gap[i];
    return sum;
}

SIMD_INLINE Wide delta_aggregate_height(const Look *l, const int shape)
{
    return delta_holes(l, shape) + 4;
}

/* The top of the piece is y + its height. */
SIMD_INLINE Wide delta_max_height(const Look *l, const int shape)
{
    return larger(l->y + (Lane)PIECE_HEIGHT - l->s->top, all(0));
}

/* cs3243_holes does not look right under the top cell. What it overlooked there is now seen; where the piece has a single cell in
 * a column, it overlooks the highest cell of the gap. */
SIMD_INLINE Wide delta_cs3243_holes(const Look *l, const int shape)
{
    Wide sum = delta_holes(l, shape);
    EACH_COLUMN(i) {
        sum += AT(under_top, i);
        if (TOP(i) - BOTTOM(i) == 1) sum += (Wide)(l->gap[i] > 0);
    }
    return sum;
}

/* A gap adds two changes to its column; else the one change at the top moves up. */
SIMD_INLINE Wide delta_column_transitions(const Look *l, const int shape)
{
    Wide gaps = all(0);
    EACH_COLUMN(i) gaps -= (Wide)(l->gap[i] > 0);
    return gaps + gaps;
}

/* cs3243 does not see the change at the top of a column that reaches the ceiling. */
SIMD_INLINE Wide delta_cs3243_column_transitions(const Look *l, const int shape)
{
    Wide sum = delta_column_transitions(l, shape);
    if (l->s->near_ceiling)
        EACH_COLUMN(i) sum += (Wide)(l->y == (Lane)(l->s->plan->height - TOP(i)));
    return sum;
}

/* Where a cell of the piece has an empty cell beside it, a change appears; where a filled one, the change that was there goes. */
SIMD_INLINE Wide delta_row_transitions(const Look *l, const int shape)
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

SIMD_INLINE Wide delta_height_differences(const Look *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    int within = 0;
    UNROLL
    for (int i = 0; i < last; i++) within += abs(TOP(i) - TOP(i + 1));
    return step(l->y + (Lane)TOP(0), AT(height, -1), AT(inside, -1)) +
           step(l->y + (Lane)TOP(last), AT(height, PIECE_WIDTH), AT(inside, PIECE_WIDTH)) + (Lane)within -
           AT(steps_until, PIECE_WIDTH) + AT(steps_until, -1);
}

/* Cells beside the piece that become well cells, its own cells now being the near side: above the top of their column, far side
 * filled. A window. */
SIMD_INLINE Bits wells_at_left(const Look *l, const int shape)
{
    return window(l, AT(beside_left, -1)) & ROWS(BOTTOM(0), TOP(0));
}

SIMD_INLINE Bits wells_at_right(const Look *l, const int shape)
{
    const int last = PIECE_WIDTH - 1;
    return window(l, AT(beside_right, PIECE_WIDTH)) & ROWS(BOTTOM(last), TOP(last));
}

/* Empty cells from each cell of a window of column i down to the top of the column, added up: row k has y + k + 1 - height. */
SIMD_INLINE Wide depth_sum(const Look *l, int i, Bits cells)
{
    return times(count_window(cells), l->y - AT(height, i)) + (Wide)(Bits)nibble_ranks((U8)cells);
}

/* wells, by the definition, on the rows that the piece touches: a well cell counts the empty cells from it down. Beside the piece
 * cells become wells where their far side is filled. In a column of the piece, cells of the gap may become wells; those above it
 * no longer count from the old top, but from the piece. An upright bar alone leaves wells above it: each counts four cells fewer;
 * one in row k of the bar, which counted k + 1, is gone. */
SIMD_INLINE Wide delta_wells(const Look *l, const int shape)
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
 * column of the piece, the run in the gap may begin at cells that became wells (or somewhere below the old beginning:
 * mark_wells_run), and a run above the piece begins in its highest rows. */
SIMD_INLINE Wide run_beside(const Look *l, int i, Bits wells)
{
    Wide before = AT(open_run, i);
    Wide run = l->y - AT(height, i) + (Wide)(Bits)nibble_lengths((U8)wells);
    return triangle(larger(before, run & (Wide)(wells != 0))) - triangle(before);
}

SIMD_INLINE Wide delta_wells_run(const Look *l, const int shape)
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
SIMD_INLINE Wide delta_open_wells(const Look *l, const int shape)
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
SIMD_INLINE Wide delta_hole_depth(const Look *l, const int shape)
{
    Wide sum = all(0);
    EACH_COLUMN(i) sum += (Wide)(AT(has_hole, i) | (Wide)(l->gap[i] > 0)) & (Lane)(TOP(i) - BOTTOM(i));
    return sum;
}

/* Rows with a cell of a gap, that had no hole before. */
SIMD_INLINE Wide delta_rows_with_holes(const Look *l, const int shape)
{
    Bits rows = {0};
    EACH_COLUMN(i) rows |= ((l->bit << BOTTOM(i)) - 1) & ~(AT(bit, i) - 1);
    return count_bits(rows & ~l->s->hole_rows);
}

/* The values that are seen: in the differences that change, and in all others. */
SIMD_INLINE Wide delta_diversity(const Look *l, const int shape)
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

/* Twice: it comes in halves. */
SIMD_INLINE Wide delta_landing_height(const Look *l, const int shape)
{
    return l->y + l->y + (Lane)(PIECE_HEIGHT - 1);
}

/* ---- marks: placements that need a second look ---- */

/* Rows that may be full afterwards: full outside the piece, and each column of the piece has the cell or gets it. */
SIMD_INLINE Bits mark_full_rows(const Look *l, const int shape)
{
    int lowest_top = TOP(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++)
        if (TOP(i) < lowest_top) lowest_top = TOP(i);
    Bits rows = window(l, AT(until, 0) & AT(from, PIECE_WIDTH)) & ROWS(0, lowest_top);
    EACH_COLUMN(i)
        if (BOTTOM(i) > 0) rows &= l->under[i] | ~ROWS(0, BOTTOM(i));
    return rows;
}

/* Covered empty cells that become wells: beside the piece, and in its own columns beside a cell of a neighbour that is lower. */
SIMD_INLINE Bits mark_buried_wells(const Look *l, const int shape)
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
SIMD_INLINE Bits mark_wells_run(const Look *l, const int shape)
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
SIMD_INLINE Score add_columns(const Look *l, const int shape, Score sum)
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
SIMD_INLINE Score delta_score(const Look *l, const int shape, const uint32_t use, const bool columns)
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
    for (int k = 0; k < n; k += 2) sum = add_pair(sum, delta[k], delta[k + 1], pair_weights(l->s, k / 2));
    return columns ? add_columns(l, shape, sum) : sum;
}

/* Where the delta does not hold: a mask. */
SIMD_INLINE Wide marks(const Look *l, const int shape, const uint32_t use)
{
    Bits look_again = mark_full_rows(l, shape);
    if (HAS_BURIED) look_again |= mark_buried_wells(l, shape);
    if (HAS(WELLS_RUN)) look_again |= mark_wells_run(l, shape);
    return (Wide)(look_again != 0);
}

#endif
