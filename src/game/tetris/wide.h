/* wide.h. Vectors of numbers as wide as a column, 16 or 32 bits (KERNEL_BITS), and of scores, which always have 32
 * bits. kernel.c and columns.c both count with them. */
#ifndef SWARMTRIS_GAME_TETRIS_WIDE_H
#define SWARMTRIS_GAME_TETRIS_WIDE_H

#include "game/tetris/packed.h"
#include "game/tetris/simd.h"

#if KERNEL_BITS == 16
typedef I16 Wide;
typedef U16 Bits;
typedef int16_t Lane;
typedef uint16_t Column;
#define WIDE_MAX max16
#define WIDE_MIN min16
#define WIDE_LANES lanes16
#else
typedef I32 Wide;
typedef U32 Bits;
typedef int32_t Lane;
typedef uint32_t Column;
#define WIDE_MAX max32
#define WIDE_MIN min32
#define WIDE_LANES lanes32
#endif

/* LANES: numbers in a Wide. PARTS: vectors in a score, with PART_LANES numbers each. */
enum { LANES = SIMD_BYTES * 8 / KERNEL_BITS, PARTS = 32 / KERNEL_BITS, PART_LANES = SIMD_BYTES / 4 };

/* WINDOW: the bit that row y of a column has in the product of column and power (landing.h). WALL_HEIGHT: above any board. LOST:
 * the score of a placement that loses, below any other. */
enum { WINDOW = KERNEL_BITS - 4, WALL_HEIGHT = 64, LOST = INT32_MIN };

/* Scores have 32 bits, so 16-bit lanes need two vectors. The score of lane l of a Wide is at score_at(l). */
typedef struct {
    I32 part[PARTS];
} Score;

SIMD_INLINE int score_at(int lane)
{
#if KERNEL_BITS == 16
    return (lane & 4) / 4 * PART_LANES + lane / 8 * 4 + (lane & 3);
#else
    return lane;
#endif
}

/* The value in all lanes. */
SIMD_INLINE Wide all(int value)
{
    return (Wide){0} + (Lane)value;
}

/* Loads and stores of consecutive lanes, at any address that a lane may have. */
typedef Lane UnalignedWide __attribute__((vector_size(SIMD_BYTES), aligned(sizeof(Lane)), may_alias));

SIMD_INLINE Wide load_wide(const Lane *from)
{
    return (Wide) * (const UnalignedWide *)(const void *)from;
}

SIMD_INLINE void store_wide(Lane *to, Wide v)
{
    *(UnalignedWide *)(void *)to = v;
}

SIMD_INLINE Bits load_bits(const Column *from)
{
    return (Bits)load_wide((const Lane *)from);
}

SIMD_INLINE void store_bits(Column *to, Bits v)
{
    store_wide((Lane *)to, (Wide)v);
}

SIMD_INLINE Wide larger(Wide a, Wide b)
{
    return WIDE_MAX(a, b);
}

SIMD_INLINE Wide smaller(Wide a, Wide b)
{
    return WIDE_MIN(a, b);
}

SIMD_INLINE Wide magnitude(Wide a)
{
    return larger(a, -a);
}

/* 1 + 2 + .. + n */
SIMD_INLINE Wide triangle(Wide n)
{
    return (Wide)((Bits)(n * n + n) >> 1);
}

/* The sum of the bytes of each lane. */
SIMD_INLINE Wide fold_counts(U8 bytes)
{
    Bits v = (Bits)bytes;
#if KERNEL_BITS == 32
    v = (v & 0xFF00FF) + (v >> 8 & 0xFF00FF);
    return (Wide)((v & 0xFFFF) + (v >> 16));
#else
    return (Wide)((v & 0xFF) + (v >> 8));
#endif
}

/* How many bits of each lane are set. */
SIMD_INLINE Wide count_bits(Bits v)
{
    return fold_counts(byte_counts((U8)v));
}

/* How many bits of a window (four bits) are set, in each lane. */
SIMD_INLINE Wide count_window(Bits v)
{
    return (Wide)(Bits)nibble_counts((U8)v);
}

/* a x b, where a has at most 15 bits and b at most 16. */
SIMD_INLINE Wide times(Wide a, Wide b)
{
#if KERNEL_BITS == 16
    return a * b;
#else
    return multiply_add((I16)a, (I16)b);
#endif
}

/* float_exponent: the biased exponent of v as a float. power_of_two: 2^exponent, by a float with that exponent. */
SIMD_INLINE I32 float_exponent(I32 v)
{
    return (I32) __builtin_convertvector(v, F32) >> 23;
}

SIMD_INLINE I32 power_of_two(I32 exponent)
{
    return __builtin_convertvector((F32)((exponent + 127) << 23), I32);
}

/* The number of a column's highest set bit, counted from 1: its height. Without vector instructions that count leading zeros, the
 * exponent as a float gives it. If 24 bits might not hold the number, bits right below set bits are cleared first: so rounding
 * cannot reach the next power of two. */
SIMD_INLINE I32 highest_bit(I32 v)
{
#ifdef SIMD_LEADING_ZEROS
    return 32 - leading_zeros32(v);
#else
    return float_exponent(KERNEL_BITS == 16 ? v : v & ~(v >> 1)) - 126; /* -126 for 0 */
#endif
}

SIMD_INLINE Wide height_of(Bits column)
{
#if KERNEL_BITS == 16
    const I16 zero = {0};
    const Wide bit =
        pack32(highest_bit((I32)interleave_lo16((I16)column, zero)), highest_bit((I32)interleave_hi16((I16)column, zero)));
#else
    const Wide bit = highest_bit((I32)column);
#endif
    return larger(bit, all(0));
}

/* WIDE_SHIFTS: each lane can be shifted by a count of its own, and a window is a shift. Else a window is a product of column and
 * power of two; survey_powers finds the powers. */
#if defined SIMD_SHIFTS && (KERNEL_BITS == 32 || defined SIMD_SHIFTS16)
#define WIDE_SHIFTS
#if KERNEL_BITS == 16
#define SHIFT_LEFT shift_left16
#define SHIFT_RIGHT shift_right16
#else
#define SHIFT_LEFT shift_left32
#define SHIFT_RIGHT shift_right32
#endif
#endif

/* 2^exponent; 0 if the exponent is negative. exponent < KERNEL_BITS - 1. */
SIMD_INLINE Bits power_of(Wide exponent)
{
#if defined WIDE_SHIFTS
    return SHIFT_LEFT((Bits)all(1), (Bits)exponent);
#elif KERNEL_BITS == 16
    return (Bits)powers16(exponent);
#else
    return (Bits)power_of_two(exponent);
#endif
}

/* 2^height - 1: the rows below the top of a column. */
SIMD_INLINE Bits rows_below_top(Bits column)
{
    column |= column >> 1;
    column |= column >> 2;
    column |= column >> 4;
    column |= column >> 8;
#if KERNEL_BITS == 32
    column |= column >> 16;
#endif
    return column;
}

/* Adds to v the runs of `empty` cells right below its cells: each step doubles the length of run that is reached. */
SIMD_INLINE Bits add_hanging(Bits v, Bits empty)
{
    for (int reach = 1; reach < KERNEL_BITS; reach *= 2) {
        v |= (v >> reach) & empty;
        empty &= empty >> reach;
    }
    return v;
}

/* The flag of a height difference d: bit d + 2 for d = -2 .. 2; else 0. */
SIMD_INLINE Bits difference_flag(Wide difference)
{
#if defined WIDE_SHIFTS || !defined SIMD_LOOK_UP
    return power_of(smaller(difference + 2, all(5))) & 31;
#else
    Wide index = smaller(larger(difference + 2, all(-1)), all(15));
    return (Bits)small_powers((U8)index) & 31;
#endif
}

/* ---- scores ---- */

/* Pairs of 16-bit numbers, as multiply_add takes them. */
SIMD_INLINE Score pairs_of(Wide a, Wide b)
{
#if KERNEL_BITS == 16
    return (Score){{(I32)interleave_lo16(a, b), (I32)interleave_hi16(a, b)}};
#else
    return (Score){{(a & 0xFFFF) | (b << 16)}};
#endif
}

/* Adds two counts times the pair of their weights. */
SIMD_INLINE Score add_pair(Score sum, Wide a, Wide b, Score weight)
{
    const Score pairs = pairs_of(a, b);
    UNROLL
    for (int part = 0; part < PARTS; part++) sum.part[part] += multiply_add((I16)pairs.part[part], (I16)weight.part[part]);
    return sum;
}

#endif
