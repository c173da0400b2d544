/* landing.h. One placement on a surveyed board (survey.h): where it lands, its gaps, and the cells beside and below it.
 *
 * Words: the piece has columns i = 0 .. w - 1 with bottoms b_i and tops t_i and lands at (x, y); gap_i = y + b_i - height_i is
 * the number of empty cells that it covers in its column i; `left` and `right` are the columns beside it. Row k of the piece is
 * row y + k of the board; a window is the four rows y .. y + 3 of a column, in the low bits.
 *
 *     row 4    P P P    k = 1      P: the piece, 3 columns wide, with bottoms 1 0 1 and tops 2 2 2
 *     row 3    . P .    k = 0      #: columns of heights 2, 3 and 1
 *     row 2    . # .               y = max(2 - 1, 3 - 0, 1 - 1) = 3
 *     row 1    # # .               gap_0 = 3 + 1 - 2 = 2,  gap_1 = 3 + 0 - 3 = 0,  gap_2 = 3 + 1 - 1 = 3
 *     row 0    # # # */
#ifndef SWARMTRIS_GAME_TETRIS_LANDING_H
#define SWARMTRIS_GAME_TETRIS_LANDING_H

#include "game/tetris/survey.h"

/* A shape is a number, 4 x piece + orientation. It is a constant wherever it appears, so the compiler evaluates these macros
 * and unrolls the loops over the columns and rows of the box. BOTTOM and TOP may be evaluated beside the box (i = -1, w; & 3
 * keeps the index in range), but the result is not used. */
#define PIECE_WIDTH (tetris_pieces[shape / 4].shape[shape % 4].width)
#define PIECE_HEIGHT (tetris_pieces[shape / 4].shape[shape % 4].height)
#define BOTTOM(i) (tetris_pieces[shape / 4].shape[shape % 4].bottom[(i)&3])
#define TOP(i) (tetris_pieces[shape / 4].shape[shape % 4].top[(i)&3])

/* FUNCTION(piece, calls, ...) for each piece, the calls being PLACE(shape) for each of its orientations. The shape is a constant,
 * so that each has its own code. In kernel.c each piece has a function: one for all takes gcc a quarter longer. */
#define EACH_PIECE(FUNCTION, PLACE, ...)                                   \
    FUNCTION(0, PLACE(0), __VA_ARGS__)                                     \
    FUNCTION(1, (PLACE(4), PLACE(5)), __VA_ARGS__)                         \
    FUNCTION(2, (PLACE(8), PLACE(9), PLACE(10), PLACE(11)), __VA_ARGS__)   \
    FUNCTION(3, (PLACE(12), PLACE(13), PLACE(14), PLACE(15)), __VA_ARGS__) \
    FUNCTION(4, (PLACE(16), PLACE(17), PLACE(18), PLACE(19)), __VA_ARGS__) \
    FUNCTION(5, (PLACE(20), PLACE(21)), __VA_ARGS__)                       \
    FUNCTION(6, (PLACE(24), PLACE(25)), __VA_ARGS__)

/* Loops over the columns, and the rows, of the piece's box. */
#define EACH_COLUMN(i) \
    UNROLL             \
    for (int i = 0; i < PIECE_WIDTH; i++)
#define EACH_ROW(k) \
    UNROLL          \
    for (int k = 0; k < PIECE_HEIGHT; k++)

/* One placement as it lands; in the columns engine, LANES placements of one shape at x, x + 1, .. */
typedef struct {
    const Survey *s; /* the board */
    int at;          /* place of the piece's left edge in the arrays of s; of several placements, that of the first */
    Wide y;          /* landing row: where the lowest row of the piece's box lies */
    Wide gap[4];     /* empty cells that are covered, by column of the piece */
    Bits power;      /* 2^(WINDOW - y), where windows are products, since lanes cannot be shifted one by one (wide.h) */
    Bits bit;        /* 2^y */
    Bits left;       /* window of the column left of the piece */
    Bits under[4];   /* windows of the piece's columns before the move; 0, and not needed, where the bottom is 0 */
    Bits right;      /* window of the column right of the piece */
} Landing;

/* A quantity of Survey in column i of the piece; i = -1 and PIECE_WIDTH: in the columns beside the piece. */
#define AT(quantity, i) GET(l->s->quantity, l->at + (i))

/* The four rows of a column from y on. Bits above them may be set: callers mask them out. */
SIMD_INLINE Bits window(const Landing *l, Bits column)
{
#ifdef WIDE_SHIFTS
    return SHIFT_RIGHT(column, (Bits)l->y);
#else
    return (column * l->power) >> WINDOW;
#endif
}

/* y = max over the piece's columns of height - bottom. */
SIMD_INLINE void find_landing(Landing *l, const int shape)
{
    l->y = AT(height, 0) - (Lane)BOTTOM(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) l->y = larger(l->y, AT(height, i) - (Lane)BOTTOM(i));
#ifdef WIDE_SHIFTS
    l->bit = power_of(l->y);
#else
    l->power = AT(power[BOTTOM(0)], 0); /* y is the maximum over the columns, so its power is the minimum, its bit the maximum */
    l->bit = AT(bit, 0) >> BOTTOM(0);
    UNROLL
    for (int i = 1; i < PIECE_WIDTH; i++) {
        l->power = (Bits)smaller((Wide)l->power, (Wide)AT(power[BOTTOM(i)], i));
        l->bit = (Bits)larger((Wide)l->bit, (Wide)(AT(bit, i) >> BOTTOM(i)));
    }
#endif
}

/* Finds gaps and windows; the landing row is known. */
SIMD_INLINE void find_windows(Landing *l, const int shape)
{
    l->left = window(l, AT(column, -1));
    l->right = window(l, AT(column, PIECE_WIDTH));
    EACH_COLUMN(i) {
        l->gap[i] = l->y + (Lane)BOTTOM(i) - AT(height, i);
        l->under[i] = BOTTOM(i) > 0 ? window(l, AT(column, i)) : (Bits){0};
    }
}

/* A mask: whether bit k of a window is set. */
SIMD_INLINE Wide has(Bits window, int k)
{
    const Bits bit = (Bits)all(1 << k);
    return (Wide)((window & bit) == bit);
}

/* Masks: whether row k of the piece's box is filled in column i, before and after the move. i = -1 and w: beside the box. */
SIMD_INLINE Wide filled_before(const Landing *l, const int shape, int i, int k)
{
    if (i < 0) return has(l->left, k);
    if (i >= PIECE_WIDTH) return has(l->right, k);
    return k < BOTTOM(i) ? has(l->under[i & 3], k) : all(0);
}

SIMD_INLINE Wide filled_after(const Landing *l, const int shape, int i, int k)
{
    bool by_piece = i >= 0 && i < PIECE_WIDTH && k >= BOTTOM(i) && k < TOP(i);
    return by_piece ? all(-1) : filled_before(l, shape, i, k);
}

/* Empty cells of column i from row y + k, included, down to its top; 0: that row is below the top. */
SIMD_INLINE Wide reach(const Landing *l, int i, int k)
{
    return larger(l->y + (Lane)(k + 1) - AT(height, i), all(0));
}

/* The rows lo .. hi - 1 of a window. */
#define ROWS(lo, hi) ((Bits)all((1 << (hi)) - (1 << (lo))))

#endif
