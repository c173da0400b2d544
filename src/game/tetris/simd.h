/* simd.h. One wide type for all instruction sets: vectors of whole numbers with the operators of C.
 *
 * Idea: gcc and clang apply + - * & | ^ ~ << >> == < > to vectors on any processor. Only what C has no operator for is written
 * here: with the intrinsics of each instruction set (simd_x86.h), and in plain C (simd_plain.h) for other architectures. Which of
 * them is used follows from the compiler flags: AVX-512 (F BW DQ VL CD), AVX2, or plain. A vector is a row of 128-bit chunks;
 * interleave and pack work within each chunk, as the processors do. Comparisons give -1 in the lanes where they hold, 0
 * elsewhere: a mask to AND with. A new instruction set (NEON) needs: its operations in a header beside simd_x86.h; ISAS and ISA.x
 * in the Makefile; KERNELS in packed.h; runs_x, LANES_ENGINE and tetris_lanes in lanes.c; its name in ISAS of config_read.c.
 * Never: depends on anything but its arguments; a lane's result is the same under every instruction set. */
#ifndef SWARMTRIS_GAME_TETRIS_SIMD_H
#define SWARMTRIS_GAME_TETRIS_SIMD_H

#include <stdint.h>
#include <string.h>

#if defined SIMD_PLAIN
#define SIMD_BYTES 16
#elif defined __AVX512BW__ && !defined SIMD_HALF
#include <immintrin.h>
#define SIMD_AVX512
#define SIMD_BYTES 64
#define SIMD_CALL(name) _mm512_##name
typedef __m512i Register;
#elif defined __AVX2__ /* or AVX-512VL, for vectors of 256 bits: SIMD_HALF */
#include <immintrin.h>
#define SIMD_BYTES 32
#define SIMD_CALL(name) _mm256_##name
typedef __m256i Register;
#else
#error "no flags of an instruction set, and no SIMD_PLAIN"
#endif

enum { CHUNKS = SIMD_BYTES / 16 };

typedef int8_t I8 __attribute__((vector_size(SIMD_BYTES)));
typedef int16_t I16 __attribute__((vector_size(SIMD_BYTES)));
typedef int32_t Unaligned32 __attribute__((vector_size(SIMD_BYTES), aligned(4), may_alias));
typedef int32_t I32 __attribute__((vector_size(SIMD_BYTES)));
typedef int64_t I64 __attribute__((vector_size(SIMD_BYTES)));
typedef uint8_t U8 __attribute__((vector_size(SIMD_BYTES)));
typedef uint16_t U16 __attribute__((vector_size(SIMD_BYTES)));
typedef uint32_t U32 __attribute__((vector_size(SIMD_BYTES)));
typedef float F32 __attribute__((vector_size(SIMD_BYTES)));

/* SIMD_SMALL: code that compiles fast but runs slowly, for sanitizers and the like. */
#ifdef SIMD_SMALL
#define SIMD_INLINE static inline __attribute__((unused))
#else
#define SIMD_INLINE static inline __attribute__((always_inline, unused))
#endif

/* Before a loop with a constant number of passes: unrolls it. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

SIMD_INLINE I32 load32(const int32_t *from)
{
    return (I32) * (const Unaligned32 *)(const void *)from;
}

SIMD_INLINE void store32(int32_t *to, I32 v)
{
    *(Unaligned32 *)(void *)to = v;
}

/* ---- operations that C has no operator for, chunk by chunk and across the lanes ---- */

#ifdef SIMD_PLAIN
#include "game/tetris/simd_plain.h"
#else
#include "game/tetris/simd_x86.h"
#endif

/* Shifts each lane by a count of its own; counts of the lane's width or more give 0. */
#ifndef SIMD_PLAIN
#define SIMD_SHIFTS
SIMD_INLINE U32 shift_left32(U32 v, U32 count)
{
    return (U32)SIMD_CALL(sllv_epi32)((Register)v, (Register)count);
}
SIMD_INLINE U32 shift_right32(U32 v, U32 count)
{
    return (U32)SIMD_CALL(srlv_epi32)((Register)v, (Register)count);
}
#endif
#if defined __AVX512BW__ && !defined SIMD_PLAIN
#define SIMD_SHIFTS16
#define SIMD_LEADING_ZEROS
SIMD_INLINE U16 shift_left16(U16 v, U16 count)
{
    return (U16)SIMD_CALL(sllv_epi16)((Register)v, (Register)count);
}
SIMD_INLINE U16 shift_right16(U16 v, U16 count)
{
    return (U16)SIMD_CALL(srlv_epi16)((Register)v, (Register)count);
}
SIMD_INLINE I32 leading_zeros32(I32 v)
{
    return (I32)SIMD_CALL(lzcnt_epi32)((Register)v);
}
#endif

SIMD_INLINE I32 max32(I32 a, I32 b)
{
#ifndef SIMD_PLAIN
    return (I32)SIMD_CALL(max_epi32)((Register)a, (Register)b);
#else
    I32 greater = a > b;
    return (a & greater) | (b & ~greater);
#endif
}
SIMD_INLINE I32 min32(I32 a, I32 b)
{
#ifndef SIMD_PLAIN
    return (I32)SIMD_CALL(min_epi32)((Register)a, (Register)b);
#else
    I32 greater = a > b;
    return (b & greater) | (a & ~greater);
#endif
}

#ifndef SIMD_PLAIN
/* Replaces every byte v < 16 by byte v of the table, every v >= 128 by 0. */
SIMD_INLINE U8 look_up(__m128i table, U8 v)
{
#if defined SIMD_AVX512
    return (U8)_mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), (Register)v);
#else
    return (U8)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), (Register)v);
#endif
}
#endif

/* In every byte below 16, how many of its bits are set. */
SIMD_INLINE U8 nibble_counts(U8 v)
{
#ifndef SIMD_PLAIN
    return look_up(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4), v);
#else
    U8 pairs = v - ((U8)((U16)v >> 1) & 5);
    return (pairs & 3) + (U8)((U16)pairs >> 2);
#endif
}

/* In every byte below 16: the sum of k + 1 over its set bits 2^k. */
SIMD_INLINE U8 nibble_ranks(U8 v)
{
#ifndef SIMD_PLAIN
    return look_up(_mm_setr_epi8(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10), v);
#else
    return v - ((U8)((U16)v >> 2) & 1) - ((U8)((U16)v >> 1) & 4);
#endif
}

/* In every byte below 16: k + 1 of its highest set bit 2^k; 0 if it is 0. */
SIMD_INLINE U8 nibble_lengths(U8 v)
{
#ifndef SIMD_PLAIN
    return look_up(_mm_setr_epi8(0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4), v);
#else
    return (U8) - ((I8)((I8)v > 0) + (I8)((I8)v > 1) + (I8)((I8)v > 3) + (I8)((I8)v > 7));
#endif
}

/* In every byte, how many of its bits are set. */
SIMD_INLINE U8 byte_counts(U8 v)
{
#ifndef SIMD_PLAIN
    return nibble_counts(v & 15) + nibble_counts((U8)((U16)v >> 4) & 15);
#else
    U8 pairs = v - ((U8)((U16)v >> 1) & 0x55);
    U8 nibbles = (pairs & 0x33) + ((U8)((U16)pairs >> 2) & 0x33);
    return (nibbles + (U8)((U16)nibbles >> 4)) & 15;
#endif
}

/* 2^exponent in 16 bits, for exponents below 15; 0 for negative ones down to -64. Plain C has no table of bytes: it uses the
 * exponents of floats. */
SIMD_INLINE I16 powers16(I16 exponent)
{
#ifndef SIMD_PLAIN
    const __m128i bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0);
    return (I16)look_up(bits, (U8)(exponent + (exponent << 8) - (8 << 8))); /* low bytes: 2^0 .. 2^7; high bytes: the others */
#else
    const I16 zero = {0}, biased = (exponent + 127) << 7;
    const F32 lo = (F32)interleave_lo16(zero, biased), hi = (F32)interleave_hi16(zero, biased);
    return pack32(__builtin_convertvector(lo, I32), __builtin_convertvector(hi, I32));
#endif
}

/* In every byte v: 2^v for v < 5, 0 for 5 <= v < 16 and for v >= 128. */
SIMD_INLINE U8 small_powers(U8 v)
{
#ifndef SIMD_PLAIN
    return look_up(_mm_setr_epi8(1, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), v);
#else
    U8 out = (U8)(v == 0) & 1;
    for (int k = 1; k < 5; k++) out |= (U8)(v == (uint8_t)k) & (uint8_t)(1 << k);
    return out;
#endif
}

#endif
