/* simd.h. One wide type for all instruction sets: vectors of whole numbers with the operators of C.
 *
 * Idea: gcc and clang let + - * & | ^ ~ << >> == < > work on vectors, whatever the processor, so only what C has no operator for is
 * written here, once with the intrinsics of each instruction set and once in plain C (which is also how another architecture gets
 * its first version). The compiler flags of the file that includes this choose: AVX-512 (F BW DQ VL CD), AVX2, SSE2, or plain.
 * A vector is a row of 128-bit chunks; interleave and pack work within each chunk, as the processors do.
 * Comparisons give -1 in the lanes where they hold, 0 elsewhere: a mask to AND with.
 * A new instruction set (NEON) needs: its operations here; ISAS and ISA.x in the Makefile; KERNELS in packed.h; runs_x, LANES_TWIN
 * and tetris_lanes in lanes.c; its name in isa_names of run/isa.c.
 * Never: depends on anything but its arguments; a lane's result is the same under every instruction set. */
#ifndef SWARMTRIS_GAME_TETRIS_SIMD_H
#define SWARMTRIS_GAME_TETRIS_SIMD_H

#include <stdint.h>
#include <string.h>

#if defined SIMD_PLAIN
#define SIMD_BYTES 16
#define SIMD_CALL(name) _mm_##name
#elif defined __AVX512BW__ && !defined SIMD_HALF
#include <immintrin.h>
#define SIMD_AVX512
#define SIMD_BYTES 64
#define SIMD_CALL(name) _mm512_##name
typedef __m512i Register;
#elif defined __AVX2__ /* or AVX-512VL, for vectors of 256 bits: SIMD_HALF */
#include <immintrin.h>
#define SIMD_AVX2
#define SIMD_BYTES 32
#define SIMD_CALL(name) _mm256_##name
typedef __m256i Register;
#else
#include <emmintrin.h>
#define SIMD_SSE2
#define SIMD_BYTES 16
#define SIMD_CALL(name) _mm_##name
typedef __m128i Register;
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

/* SIMD_SMALL: code that is compiled in a moment but runs slowly, for sanitizers and the like. */
#ifdef SIMD_SMALL
#define SIMD_INLINE static inline __attribute__((unused))
#else
#define SIMD_INLINE static inline __attribute__((always_inline, unused))
#endif

/* In front of a loop whose turns are known to the compiler: all of them one after the other. */
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

/* ---- what differs ---- */

#ifdef SIMD_PLAIN

#define SIMD_EACH(Type, expression)                               \
    Type out;                                                     \
    for (unsigned i = 0; i < sizeof(Type) / sizeof out[0]; i++) { \
        out[i] = (expression);                                    \
    }                                                             \
    return out

SIMD_INLINE I16 max16(I16 a, I16 b)
{
    SIMD_EACH(I16, a[i] > b[i] ? a[i] : b[i]);
}
SIMD_INLINE I16 min16(I16 a, I16 b)
{
    SIMD_EACH(I16, a[i] < b[i] ? a[i] : b[i]);
}
SIMD_INLINE I32 multiply_add(I16 a, I16 b)
{
    SIMD_EACH(I32, a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]);
}
SIMD_INLINE I16 interleave_lo16(I16 a, I16 b)
{
    SIMD_EACH(I16, i % 2 == 0 ? a[i / 2] : b[i / 2]);
}
SIMD_INLINE I16 interleave_hi16(I16 a, I16 b)
{
    SIMD_EACH(I16, i % 2 == 0 ? a[4 + i / 2] : b[4 + i / 2]);
}
SIMD_INLINE I32 interleave_lo32(I32 a, I32 b)
{
    SIMD_EACH(I32, i % 2 == 0 ? a[i / 2] : b[i / 2]);
}
SIMD_INLINE I32 interleave_hi32(I32 a, I32 b)
{
    SIMD_EACH(I32, i % 2 == 0 ? a[2 + i / 2] : b[2 + i / 2]);
}
SIMD_INLINE I64 interleave_lo64(I64 a, I64 b)
{
    SIMD_EACH(I64, i == 0 ? a[0] : b[0]);
}
SIMD_INLINE I64 interleave_hi64(I64 a, I64 b)
{
    SIMD_EACH(I64, i == 0 ? a[1] : b[1]);
}
SIMD_INLINE I16 pack32(I32 a, I32 b)
{
    SIMD_EACH(I16, (int16_t)(i < 4 ? a[i] : b[i - 4]));
}
SIMD_INLINE uint32_t lanes16(I16 mask)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < SIMD_BYTES / 2; i++) bits |= (uint32_t)(mask[i] < 0) << i;
    return bits;
}
SIMD_INLINE uint32_t lanes32(I32 mask)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < SIMD_BYTES / 4; i++) bits |= (uint32_t)(mask[i] < 0) << i;
    return bits;
}
SIMD_INLINE I64 load_chunks(const char *const *chunk, size_t offset)
{
    I64 out;
    memcpy(&out, chunk[0] + offset, sizeof out);
    return out;
}
SIMD_INLINE void store_chunk(char *to, I64 v, int chunk)
{
    (void)chunk;
    memcpy(to, &v, sizeof v);
}

/* The bytes of v moved up (down) by n, a power of two from 2 on; zeros come in. */
SIMD_INLINE U8 bytes_up(U8 v, int n)
{
    SIMD_EACH(U8, (uint8_t)((int)i >= n ? v[(int)i - n] : 0));
}
SIMD_INLINE U8 bytes_down(U8 v, int n)
{
    SIMD_EACH(U8, (uint8_t)((int)i + n < SIMD_BYTES ? v[(int)i + n] : 0));
}
#define SIMD_FOLD(expression)                               \
    int32_t a = v[0];                                       \
    for (unsigned i = 1; i < sizeof v / sizeof v[0]; i++) { \
        int32_t b = v[i];                                   \
        a = (expression);                                   \
    }                                                       \
    return a
SIMD_INLINE int32_t and_across(I32 v)
{
    SIMD_FOLD(a & b);
}
SIMD_INLINE int32_t or_across(I32 v)
{
    SIMD_FOLD(a | b);
}
SIMD_INLINE int32_t add_across(I32 v)
{
    SIMD_FOLD((int32_t)((uint32_t)a + (uint32_t)b));
}
SIMD_INLINE int32_t max_across(I32 v)
{
    SIMD_FOLD(a > b ? a : b);
}

#else

SIMD_INLINE I16 max16(I16 a, I16 b)
{
    return (I16)SIMD_CALL(max_epi16)((Register)a, (Register)b);
}
SIMD_INLINE I16 min16(I16 a, I16 b)
{
    return (I16)SIMD_CALL(min_epi16)((Register)a, (Register)b);
}
/* Lane i: a[2i] b[2i] + a[2i+1] b[2i+1], exact unless all four are -32768. */
SIMD_INLINE I32 multiply_add(I16 a, I16 b)
{
    return (I32)SIMD_CALL(madd_epi16)((Register)a, (Register)b);
}
SIMD_INLINE I16 interleave_lo16(I16 a, I16 b)
{
    return (I16)SIMD_CALL(unpacklo_epi16)((Register)a, (Register)b);
}
SIMD_INLINE I16 interleave_hi16(I16 a, I16 b)
{
    return (I16)SIMD_CALL(unpackhi_epi16)((Register)a, (Register)b);
}
SIMD_INLINE I32 interleave_lo32(I32 a, I32 b)
{
    return (I32)SIMD_CALL(unpacklo_epi32)((Register)a, (Register)b);
}
SIMD_INLINE I32 interleave_hi32(I32 a, I32 b)
{
    return (I32)SIMD_CALL(unpackhi_epi32)((Register)a, (Register)b);
}
SIMD_INLINE I64 interleave_lo64(I64 a, I64 b)
{
    return (I64)SIMD_CALL(unpacklo_epi64)((Register)a, (Register)b);
}
SIMD_INLINE I64 interleave_hi64(I64 a, I64 b)
{
    return (I64)SIMD_CALL(unpackhi_epi64)((Register)a, (Register)b);
}
/* The 32-bit lanes of a, then those of b, in 16 bits each, chunk by chunk; they must fit. Undoes interleave of 16 bits. */
SIMD_INLINE I16 pack32(I32 a, I32 b)
{
    return (I16)SIMD_CALL(packs_epi32)((Register)a, (Register)b);
}

/* Bit i: whether lane i of a mask is set. */
SIMD_INLINE uint32_t lanes16(I16 mask)
{
#if defined SIMD_AVX512
    return _mm512_movepi16_mask((Register)mask);
#elif defined SIMD_AVX2
    uint32_t bits = (uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16((Register)mask, _mm256_setzero_si256()));
    return (bits & 0xFF) | (bits >> 8 & 0xFF00);
#else
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((Register)mask, _mm_setzero_si128()));
#endif
}
SIMD_INLINE uint32_t lanes32(I32 mask)
{
#if defined SIMD_AVX512
    return _mm512_movepi32_mask((Register)mask);
#elif defined SIMD_AVX2
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#else
    return (uint32_t)_mm_movemask_ps((__m128)mask);
#endif
}

/* A vector of 16 bytes from each of CHUNKS places, offset bytes behind their addresses. */
SIMD_INLINE I64 load_chunks(const char *const *chunk, size_t offset)
{
    __m128i first = _mm_loadu_si128((const __m128i *)(const void *)(chunk[0] + offset));
#if defined SIMD_AVX512
    __m512i v = _mm512_castsi128_si512(first);
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(const void *)(chunk[1] + offset)), 1);
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(const void *)(chunk[2] + offset)), 2);
    return (I64)_mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(const void *)(chunk[3] + offset)), 3);
#elif defined SIMD_AVX2
    __m128i second = _mm_loadu_si128((const __m128i *)(const void *)(chunk[1] + offset));
    return (I64)_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
#else
    return (I64)first;
#endif
}

/* One of the CHUNKS chunks of v, a constant after unrolling. */
SIMD_INLINE void store_chunk(char *to, I64 v, int chunk)
{
    __m128i *at = (__m128i *)(void *)to;
#if defined SIMD_AVX512
    switch (chunk) {
    case 0: _mm_storeu_si128(at, _mm512_castsi512_si128((Register)v)); break;
    case 1: _mm_storeu_si128(at, _mm512_extracti32x4_epi32((Register)v, 1)); break;
    case 2: _mm_storeu_si128(at, _mm512_extracti32x4_epi32((Register)v, 2)); break;
    default: _mm_storeu_si128(at, _mm512_extracti32x4_epi32((Register)v, 3)); break;
    }
#elif defined SIMD_AVX2
    _mm_storeu_si128(at, chunk == 0 ? _mm256_castsi256_si128((Register)v) : _mm256_extracti128_si256((Register)v, 1));
#else
    (void)chunk;
    _mm_storeu_si128(at, (Register)v);
#endif
}

/* The bytes of v moved up (down) by n, a power of two from 2 on, of 512 bits from 4 on; zeros come in. */
#if defined SIMD_AVX512
#define SIMD_UP(n) (U8) _mm512_alignr_epi32((Register)v, _mm512_setzero_si512(), 16 - (n) / 4)
#define SIMD_DOWN(n) (U8) _mm512_alignr_epi32(_mm512_setzero_si512(), (Register)v, (n) / 4)
#elif defined SIMD_AVX2
#define SIMD_UP(n) (U8) _mm256_alignr_epi8((Register)v, _mm256_permute2x128_si256((Register)v, (Register)v, 0x08), 16 - (n))
#define SIMD_DOWN(n) (U8) _mm256_alignr_epi8(_mm256_permute2x128_si256((Register)v, (Register)v, 0x81), (Register)v, (n))
#else
#define SIMD_UP(n) (U8) _mm_slli_si128((Register)v, (n))
#define SIMD_DOWN(n) (U8) _mm_srli_si128((Register)v, (n))
#endif
SIMD_INLINE U8 bytes_up(U8 v, int n)
{
    switch (n) {
#if !defined SIMD_AVX512
    case 2: return SIMD_UP(2);
#endif
    case 4: return SIMD_UP(4);
    case 8: return SIMD_UP(8);
#if !defined SIMD_SSE2
    case 16: return SIMD_UP(16);
#endif
#if defined SIMD_AVX512
    case 32: return SIMD_UP(32);
#endif
    default: return (U8){0};
    }
}
SIMD_INLINE U8 bytes_down(U8 v, int n)
{
    switch (n) {
#if !defined SIMD_AVX512
    case 2: return SIMD_DOWN(2);
#endif
    case 4: return SIMD_DOWN(4);
    case 8: return SIMD_DOWN(8);
#if !defined SIMD_SSE2
    case 16: return SIMD_DOWN(16);
#endif
#if defined SIMD_AVX512
    case 32: return SIMD_DOWN(32);
#endif
    default: return (U8){0};
    }
}

/* All 32-bit lanes joined to one number. */
typedef int32_t Chunk32 __attribute__((vector_size(16)));
SIMD_INLINE Chunk32 chunk_of(I32 v, int i)
{
#if defined SIMD_AVX512
    switch (i) {
    case 0: return (Chunk32)_mm512_castsi512_si128((Register)v);
    case 1: return (Chunk32)_mm512_extracti32x4_epi32((Register)v, 1);
    case 2: return (Chunk32)_mm512_extracti32x4_epi32((Register)v, 2);
    default: return (Chunk32)_mm512_extracti32x4_epi32((Register)v, 3);
    }
#elif defined SIMD_AVX2
    return (Chunk32)(i == 0 ? _mm256_castsi256_si128((Register)v) : _mm256_extracti128_si256((Register)v, 1));
#else
    (void)i;
    return (Chunk32)v;
#endif
}
#define SIMD_FOLD(expression)                         \
    Chunk32 a = chunk_of(v, 0), b;                    \
    for (int i = 1; i < CHUNKS; i++) {                \
        b = chunk_of(v, i);                           \
        a = (Chunk32)(expression);                    \
    }                                                 \
    b = (Chunk32)_mm_shuffle_epi32((__m128i)a, 0x4E); \
    a = (Chunk32)(expression);                        \
    b = (Chunk32)_mm_shuffle_epi32((__m128i)a, 0xB1); \
    a = (Chunk32)(expression);                        \
    return _mm_cvtsi128_si32((__m128i)a)
SIMD_INLINE int32_t and_across(I32 v)
{
    SIMD_FOLD(a & b);
}
SIMD_INLINE int32_t or_across(I32 v)
{
    SIMD_FOLD(a | b);
}
SIMD_INLINE int32_t add_across(I32 v)
{
    SIMD_FOLD(a + b);
}
SIMD_INLINE int32_t max_across(I32 v)
{
#ifdef __SSE4_1__
    SIMD_FOLD(_mm_max_epi32((__m128i)a, (__m128i)b));
#else
    SIMD_FOLD((a & (a > b)) | (b & ~(a > b)));
#endif
}

#endif

/* Lanes shifted each by a count of its own; by counts beyond the lane to 0. */
#if defined SIMD_AVX512 || defined SIMD_AVX2
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
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return (I32)SIMD_CALL(max_epi32)((Register)a, (Register)b);
#else
    I32 greater = a > b;
    return (a & greater) | (b & ~greater);
#endif
}
SIMD_INLINE I32 min32(I32 a, I32 b)
{
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return (I32)SIMD_CALL(min_epi32)((Register)a, (Register)b);
#else
    I32 greater = a > b;
    return (b & greater) | (a & ~greater);
#endif
}

#if defined SIMD_AVX512 || defined SIMD_AVX2
/* In every byte v < 16 the byte of the table that v names; 0 for v >= 128. */
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
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return look_up(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4), v);
#else
    U8 pairs = v - ((U8)((U16)v >> 1) & 5);
    return (pairs & 3) + (U8)((U16)pairs >> 2);
#endif
}

/* In every byte below 16: the sum of k + 1 over its bits 2^k. */
SIMD_INLINE U8 nibble_ranks(U8 v)
{
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return look_up(_mm_setr_epi8(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10), v);
#else
    return v - ((U8)((U16)v >> 2) & 1) - ((U8)((U16)v >> 1) & 4);
#endif
}

/* In every byte below 16: k + 1 of its highest bit 2^k; 0 of 0. */
SIMD_INLINE U8 nibble_lengths(U8 v)
{
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return look_up(_mm_setr_epi8(0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4), v);
#else
    return (U8) - ((I8)((I8)v > 0) + (I8)((I8)v > 1) + (I8)((I8)v > 3) + (I8)((I8)v > 7));
#endif
}

/* In every byte, how many of its bits are set. */
SIMD_INLINE U8 byte_counts(U8 v)
{
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return nibble_counts(v & 15) + nibble_counts((U8)((U16)v >> 4) & 15);
#else
    U8 pairs = v - ((U8)((U16)v >> 1) & 0x55);
    U8 nibbles = (pairs & 0x33) + ((U8)((U16)pairs >> 2) & 0x33);
    return (nibbles + (U8)((U16)nibbles >> 4)) & 15;
#endif
}

/* 2^exponent in 16 bits, for exponents below 15; 0 for negative ones down to -64. Without a table of bytes, by the exponents of floats. */
SIMD_INLINE I16 powers16(I16 exponent)
{
#if defined SIMD_AVX512 || defined SIMD_AVX2
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
#if defined SIMD_AVX512 || defined SIMD_AVX2
    return look_up(_mm_setr_epi8(1, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), v);
#else
    U8 out = (U8)(v == 0) & 1;
    for (int k = 1; k < 5; k++) out |= (U8)(v == (uint8_t)k) & (uint8_t)(1 << k);
    return out;
#endif
}

#endif
