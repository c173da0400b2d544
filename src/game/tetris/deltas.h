/* deltas.h. By how much a placement changes the score of a board, and for which placements this does not hold.
 *
 * A term's delta is exact if the placement clears no row and bears no mark. Other placements are made on a copy of the board,
 * whose terms are counted from the start. Layout and words: survey.h and landing.h; terms: terms/terms.h. */
#ifndef SWARMTRIS_GAME_TETRIS_DELTAS_H
#define SWARMTRIS_GAME_TETRIS_DELTAS_H

#include "game/tetris/terms/terms.h"

/* Defined by the layout: weights of the delta terms 2 pair and 2 pair + 1 of the family, and of height and step at a column. */
SIMD_INLINE Score pair_weights(const Survey *s, int pair);
SIMD_INLINE Score column_weights(const Survey *s, int at);

/* The lowest of the tops of the piece's columns, if it stands on row 0. */
SIMD_INLINE int lowest_top(const int shape)
{
    int lowest = TOP(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++)
        if (TOP(i) < lowest) lowest = TOP(i);
    return lowest;
}

/* ---- marks: placements that need a second look ---- */

/* Rows that may be full afterwards: full outside the piece, and in each column of the piece filled before or by the piece. */
SIMD_INLINE Bits mark_full_rows(const Landing *l, const int shape)
{
    Bits rows = window(l, AT(until, 0) & AT(from, PIECE_WIDTH)) & ROWS(0, lowest_top(shape));
    EACH_COLUMN(i)
        if (BOTTOM(i) > 0) rows &= l->under[i] | ~ROWS(0, BOTTOM(i));
    return rows;
}

/* ---- scores ---- */

/* Adds the weighted changes of heights and steps, for the columns that the piece changes. */
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

/* How much a placement without a mark changes the score of the board. */
SIMD_INLINE Score delta_score(const Landing *l, const int shape, const uint64_t use, const bool columns)
{
    Wide delta[DELTA_TERMS + 1];
    int n = 0;
#define DELTA(TERM, term, most, mark, in) \
    if (HAS(TERM)) delta[n++] = delta_##term(l, shape);
    TERM_LIST(DELTA)
#undef DELTA
    delta[n] = all(0);
    Score sum = {0};
    UNROLL
    for (int k = 0; k < n; k += 2) sum = add_pair(sum, delta[k], delta[k + 1], pair_weights(l->s, k / 2 % (Q_COLUMNS / 2)));
    return columns ? add_columns(l, shape, sum) : sum;
}

/* The terms that have a mark. */
SIMD_INLINE uint64_t marked_terms(void)
{
#define IF_MARKED(TERM, term, most, mark, in) | (mark != no_mark ? TERM_BIT(TERM) : 0)
    return 0 TERM_LIST(IF_MARKED);
#undef IF_MARKED
}

/* A mask: the lanes in which the delta does not hold. */
SIMD_INLINE Wide marks(const Landing *l, const int shape, const uint64_t use)
{
    Bits marked = mark_full_rows(l, shape);
#define MARK(TERM, term, most, mark, in) \
    if (HAS(TERM)) marked |= mark(l, shape);
    TERM_LIST(MARK)
#undef MARK
    return (Wide)(marked != 0);
}

#endif
