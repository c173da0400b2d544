/* simd_128.h. The operations of simd.h for vectors of 128 bits, with what every processor of an architecture has: SSE2 on x86-64,
 * NEON on ARM64, simd128 in WebAssembly, and the vectors of gcc and clang alone elsewhere (SIMD_BUILTINS asks for these, for
 * tests). Included by simd.h alone; simd_x86.h says what each operation does.
 *
 * Idea: most operations are shuffles, which compilers turn into the one or two instructions that are meant. They do not find the
 * instructions for a maximum, multiply_add, pack32 and lanes16 in C: these few have an intrinsic for each architecture. */
#ifndef SWARMTRIS_GAME_TETRIS_SIMD_128_H
#define SWARMTRIS_GAME_TETRIS_SIMD_128_H

#ifndef SIMD_BYTES
#error "simd.h has the types"
#endif

/* Takes that of its expressions which belongs to the architecture. */
#if defined SIMD_BUILTINS
#define SIMD_PICK(sse2, neon, wasm, other) other
#elif defined __SSE2__
#include <emmintrin.h>
typedef __m128i Register;
#define SIMD_PICK(sse2, neon, wasm, other) sse2
#elif defined __ARM_NEON && defined __aarch64__
#include <arm_neon.h>
#define SIMD_NEON
#define SIMD_PICK(sse2, neon, wasm, other) neon
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#define SIMD_WASM
typedef v128_t Register;
#define SIMD_PICK(sse2, neon, wasm, other) wasm
#else
#define SIMD_PICK(sse2, neon, wasm, other) other
#endif

/* a in the lanes where a mask is set, b in the others. */
#define SIMD_CHOOSE(mask, a, b) (((mask) & (a)) | (~(mask) & (b)))

SIMD_INLINE I16 max16(I16 a, I16 b)
{
    return SIMD_PICK((I16)_mm_max_epi16((Register)a, (Register)b), (I16)vmaxq_s16((int16x8_t)a, (int16x8_t)b),
                     (I16)wasm_i16x8_max((Register)a, (Register)b), SIMD_CHOOSE(a > b, a, b));
}
SIMD_INLINE I16 min16(I16 a, I16 b)
{
    return SIMD_PICK((I16)_mm_min_epi16((Register)a, (Register)b), (I16)vminq_s16((int16x8_t)a, (int16x8_t)b),
                     (I16)wasm_i16x8_min((Register)a, (Register)b), SIMD_CHOOSE(a < b, a, b));
}
SIMD_INLINE I32 max32(I32 a, I32 b) /* SSE2 has no instruction for it, and 16-bit kernels seldom need it */
{
    return SIMD_CHOOSE(a > b, a, b);
}
SIMD_INLINE I32 min32(I32 a, I32 b)
{
    return SIMD_CHOOSE(a < b, a, b);
}
SIMD_INLINE I32 multiply_add(I16 a, I16 b)
{
    return SIMD_PICK((I32)_mm_madd_epi16((Register)a, (Register)b),
                     (I32)vpaddq_s32(vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b)),
                                     vmull_high_s16((int16x8_t)a, (int16x8_t)b)),
                     (I32)wasm_i32x4_dot_i16x8((Register)a, (Register)b),
                     ((I32)a << 16 >> 16) * ((I32)b << 16 >> 16) + ((I32)a >> 16) * ((I32)b >> 16));
}
SIMD_INLINE I16 interleave_lo16(I16 a, I16 b)
{
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
SIMD_INLINE I16 interleave_hi16(I16 a, I16 b)
{
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
SIMD_INLINE I32 interleave_lo32(I32 a, I32 b)
{
    return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
SIMD_INLINE I32 interleave_hi32(I32 a, I32 b)
{
    return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
SIMD_INLINE I64 interleave_lo64(I64 a, I64 b)
{
    return __builtin_shufflevector(a, b, 0, 2);
}
SIMD_INLINE I64 interleave_hi64(I64 a, I64 b)
{
    return __builtin_shufflevector(a, b, 1, 3);
}
#define SIMD_EVEN(a, b) __builtin_shufflevector((I16)(a), (I16)(b), 0, 2, 4, 6, 8, 10, 12, 14)
SIMD_INLINE I16 pack32(I32 a, I32 b)
{
    return SIMD_PICK((I16)_mm_packs_epi32((Register)a, (Register)b), SIMD_EVEN(a, b),
                     (I16)wasm_i16x8_narrow_i32x4((Register)a, (Register)b), SIMD_EVEN(a, b));
}
/* The bit of each lane that is set; their sum is the number that is wanted. */
SIMD_INLINE U16 bits_of_lanes(I16 mask)
{
    return (U16)mask & (U16){1, 2, 4, 8, 16, 32, 64, 128};
}
SIMD_INLINE uint32_t sum_of_bits(U64 bits)
{
    return (uint32_t)((bits[0] + bits[1]) * UINT64_C(0x0001000100010001) >> 48);
}
SIMD_INLINE uint32_t lanes16(I16 mask)
{
    return SIMD_PICK((uint32_t)_mm_movemask_epi8(_mm_packs_epi16((Register)mask, _mm_setzero_si128())),
                     vaddvq_u16((uint16x8_t)bits_of_lanes(mask)), (uint32_t)wasm_i16x8_bitmask((Register)mask),
                     sum_of_bits((U64)bits_of_lanes(mask)));
}
SIMD_INLINE uint32_t lanes32(I32 mask)
{
    return lanes16(pack32(mask, (I32){0}));
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

/* A move by a constant is one shuffle of 16-bit lanes: number 0 is a lane of `zero`, number 8 + i is lane i of v. */
SIMD_INLINE U8 bytes_up(U8 v, int n)
{
    const I16 zero = {0};
    switch (n) {
    case 2: return (U8)__builtin_shufflevector(zero, (I16)v, 0, 8, 9, 10, 11, 12, 13, 14);
    case 4: return (U8)__builtin_shufflevector(zero, (I16)v, 0, 0, 8, 9, 10, 11, 12, 13);
    case 8: return (U8)__builtin_shufflevector(zero, (I16)v, 0, 0, 0, 0, 8, 9, 10, 11);
    default: return (U8)zero;
    }
}
SIMD_INLINE U8 bytes_down(U8 v, int n)
{
    const I16 zero = {0};
    switch (n) {
    case 2: return (U8)__builtin_shufflevector(zero, (I16)v, 9, 10, 11, 12, 13, 14, 15, 0);
    case 4: return (U8)__builtin_shufflevector(zero, (I16)v, 10, 11, 12, 13, 14, 15, 0, 0);
    case 8: return (U8)__builtin_shufflevector(zero, (I16)v, 12, 13, 14, 15, 0, 0, 0, 0);
    default: return (U8)zero;
    }
}

/* Joins the halves, then the quarters. */
#define SIMD_FOLD(expression)                                 \
    I32 a = v, b = __builtin_shufflevector(v, v, 2, 3, 0, 1); \
    a = (expression);                                         \
    b = __builtin_shufflevector(a, a, 1, 0, 3, 2);            \
    a = (expression);                                         \
    return a[0]
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
    SIMD_FOLD((I32)((U32)a + (U32)b));
}
SIMD_INLINE int32_t max_across(I32 v)
{
    SIMD_FOLD(max32(a, b));
}

/* What SSE2 does not have: simd.h then counts with shifts and masks, and makes powers of two from floats. */
#if defined SIMD_NEON || defined SIMD_WASM
#define SIMD_LOOK_UP
#define SIMD_BYTE_COUNTS
SIMD_INLINE U8 look_up(Table table, U8 v)
{
    return SIMD_PICK(v, (U8)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)v), (U8)wasm_i8x16_swizzle((Register)table, (Register)v),
                     v);
}
SIMD_INLINE U8 byte_counts(U8 v)
{
    return SIMD_PICK(v, (U8)vcntq_u8((uint8x16_t)v), (U8)wasm_i8x16_popcnt((Register)v), v);
}
#endif
/* NEON takes the low byte of a count, with its sign. So a negative count shifts left to the right, and 1 becomes 0: power_of. */
#ifdef SIMD_NEON
#define SIMD_SHIFTS
#define SIMD_SHIFTS16
#define SIMD_LEADING_ZEROS
SIMD_INLINE U32 shift_left32(U32 v, U32 count)
{
    return (U32)vshlq_u32((uint32x4_t)v, (int32x4_t)count);
}
SIMD_INLINE U32 shift_right32(U32 v, U32 count)
{
    return (U32)vshlq_u32((uint32x4_t)v, (int32x4_t) - (I32)count);
}
SIMD_INLINE U16 shift_left16(U16 v, U16 count)
{
    return (U16)vshlq_u16((uint16x8_t)v, (int16x8_t)count);
}
SIMD_INLINE U16 shift_right16(U16 v, U16 count)
{
    return (U16)vshlq_u16((uint16x8_t)v, (int16x8_t) - (I16)count);
}
SIMD_INLINE I32 leading_zeros32(I32 v)
{
    return (I32)vclzq_s32((int32x4_t)v);
}
#endif

#endif
