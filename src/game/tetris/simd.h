/* simd.h. One wide type for all instruction sets: vectors of whole numbers with the operators of C.
 *
 * Idea: gcc and clang apply + - * & | ^ ~ << >> == < > to vectors on any processor. Only what C has no operator for is written
 * apart: with the intrinsics of AVX-512 and AVX2 in simd_x86.h, and for vectors of 128 bits on any processor in simd_128.h. Which
 * of them is used follows from the compiler flags: AVX-512 (F BW DQ VL CD), AVX2, or SIMD_PLAIN. A vector is a row of 128-bit
 * chunks; interleave and pack work within each chunk, as the processors do. Comparisons give -1 in the lanes where they hold, 0
 * elsewhere: a mask to AND with. A new instruction set needs: its operations in a header beside simd_x86.h; ISAS and ISA.x in the
 * Makefile; KERNELS in packed.h; runs_x, LANES_ENGINE and tetris_lanes in lanes.c; its name in ISAS of config_read.c.
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
typedef uint64_t U64 __attribute__((vector_size(SIMD_BYTES)));
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

/* What look_up takes, where there is an instruction for it (SIMD_LOOK_UP): it replaces every byte v < 16 by byte v of the table,
 * every v >= 128 by 0. */
typedef uint8_t Table __attribute__((vector_size(16)));

#ifdef SIMD_PLAIN
#include "game/tetris/simd_128.h"
#else
#include "game/tetris/simd_x86.h"
#endif

/* Of numbers below 16 in lanes of 16 or 32 bits (with tables, in bytes): how many of their bits are set. */
SIMD_INLINE U8 nibble_counts(U8 v)
{
#ifdef SIMD_LOOK_UP
    return look_up((Table){0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}, v);
#else
    U8 pairs = v - ((U8)((U16)v >> 1) & 5);
    return (pairs & 3) + (U8)((U16)pairs >> 2);
#endif
}

/* Of such numbers: the sum of k + 1 over their set bits 2^k. */
SIMD_INLINE U8 nibble_ranks(U8 v)
{
#ifdef SIMD_LOOK_UP
    return look_up((Table){0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10}, v);
#else
    return v - ((U8)((U16)v >> 2) & 1) - ((U8)((U16)v >> 1) & 4);
#endif
}

/* Of such numbers: k + 1 of the highest set bit 2^k; 0 if there is none. */
SIMD_INLINE U8 nibble_lengths(U8 v)
{
#ifdef SIMD_LOOK_UP
    return look_up((Table){0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4}, v);
#else
    return (U8) - ((I8)((I8)v > 0) + (I8)((I8)v > 1) + (I8)((I8)v > 3) + (I8)((I8)v > 7));
#endif
}

#ifndef SIMD_BYTE_COUNTS
/* In every byte, how many of its bits are set. */
SIMD_INLINE U8 byte_counts(U8 v)
{
#ifdef SIMD_LOOK_UP
    return nibble_counts(v & 15) + nibble_counts((U8)((U16)v >> 4) & 15);
#else
    U8 pairs = v - ((U8)((U16)v >> 1) & 0x55);
    U8 nibbles = (pairs & 0x33) + ((U8)((U16)pairs >> 2) & 0x33);
    return (nibbles + (U8)((U16)nibbles >> 4)) & 15;
#endif
}
#endif

/* 2^exponent in 16 bits, for exponents below 15; 0 for negative ones down to -64. Without tables of bytes it uses the exponents
 * of floats. */
SIMD_INLINE I16 powers16(I16 exponent)
{
#ifdef SIMD_LOOK_UP
    const Table bits = {1, 2, 4, 8, 16, 32, 64, 128};
    return (I16)look_up(bits, (U8)(exponent + (exponent << 8) - (8 << 8))); /* low bytes: 2^0 .. 2^7; high bytes: the others */
#else
    const I16 zero = {0}, biased = (exponent + 127) << 7;
    const F32 lo = (F32)interleave_lo16(zero, biased), hi = (F32)interleave_hi16(zero, biased);
    return pack32(__builtin_convertvector(lo, I32), __builtin_convertvector(hi, I32));
#endif
}

#ifdef SIMD_LOOK_UP
/* In every byte v: 2^v for v < 5, 0 for 5 <= v < 16 and for v >= 128. */
SIMD_INLINE U8 small_powers(U8 v)
{
    return look_up((Table){1, 2, 4, 8, 16}, v);
}
#endif

#endif
