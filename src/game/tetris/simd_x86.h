/* simd_x86.h. The operations of simd.h with the intrinsics of AVX-512 and AVX2. Included by simd.h alone. */
#ifndef SWARMTRIS_GAME_TETRIS_SIMD_X86_H
#define SWARMTRIS_GAME_TETRIS_SIMD_X86_H

#ifndef SIMD_BYTES
#error "simd.h has the types"
#endif

SIMD_INLINE I16 max16(I16 a, I16 b)
{
    return (I16)SIMD_CALL(max_epi16)((Register)a, (Register)b);
}
SIMD_INLINE I16 min16(I16 a, I16 b)
{
    return (I16)SIMD_CALL(min_epi16)((Register)a, (Register)b);
}
SIMD_INLINE I32 max32(I32 a, I32 b)
{
    return (I32)SIMD_CALL(max_epi32)((Register)a, (Register)b);
}
SIMD_INLINE I32 min32(I32 a, I32 b)
{
    return (I32)SIMD_CALL(min_epi32)((Register)a, (Register)b);
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
/* The 32-bit lanes of a, then those of b, in 16 bits each, chunk by chunk; they must fit. Undoes the 16-bit interleave. */
SIMD_INLINE I16 pack32(I32 a, I32 b)
{
    return (I16)SIMD_CALL(packs_epi32)((Register)a, (Register)b);
}

/* Bit i: whether lane i of a mask is set. */
SIMD_INLINE uint32_t lanes16(I16 mask)
{
#if defined SIMD_AVX512
    return _mm512_movepi16_mask((Register)mask);
#else
    uint32_t bits = (uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16((Register)mask, _mm256_setzero_si256()));
    return (bits & 0xFF) | (bits >> 8 & 0xFF00);
#endif
}

/* Shifts each lane by a count of its own; counts from the lane's width to 127 give 0. A 1 that is shifted left by a
 * negative count becomes 0, too. */
#define SIMD_SHIFTS
SIMD_INLINE U32 shift_left32(U32 v, U32 count)
{
    return (U32)SIMD_CALL(sllv_epi32)((Register)v, (Register)count);
}
SIMD_INLINE U32 shift_right32(U32 v, U32 count)
{
    return (U32)SIMD_CALL(srlv_epi32)((Register)v, (Register)count);
}
#ifdef __AVX512BW__
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

#define SIMD_LOOK_UP
SIMD_INLINE U8 look_up(Table table, U8 v)
{
#if defined SIMD_AVX512
    return (U8)_mm512_shuffle_epi8(_mm512_broadcast_i32x4((__m128i)table), (Register)v);
#else
    return (U8)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256((__m128i)table), (Register)v);
#endif
}

/* Loads a vector: 16 bytes from each of CHUNKS addresses, `offset` bytes after it. */
SIMD_INLINE I64 load_chunks(const char *const *chunk, size_t offset)
{
    __m128i first = _mm_loadu_si128((const __m128i *)(const void *)(chunk[0] + offset));
#if defined SIMD_AVX512
    __m512i v = _mm512_castsi128_si512(first);
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(const void *)(chunk[1] + offset)), 1);
    v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(const void *)(chunk[2] + offset)), 2);
    return (I64)_mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)(const void *)(chunk[3] + offset)), 3);
#else
    __m128i second = _mm_loadu_si128((const __m128i *)(const void *)(chunk[1] + offset));
    return (I64)_mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
#endif
}

/* Stores one of the CHUNKS chunks of v; `chunk` is a constant after unrolling. */
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
#else
    _mm_storeu_si128(at, chunk == 0 ? _mm256_castsi256_si128((Register)v) : _mm256_extracti128_si256((Register)v, 1));
#endif
}

/* What follows serves the columns engine and 32-bit lanes, whose vectors have 256 bits. */
#ifndef SIMD_AVX512

/* As lanes16. */
SIMD_INLINE uint32_t lanes32(I32 mask)
{
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
}

/* The bytes of v moved up (down) by n = 2, 4, 8 or 16; zeros take the free places. */
#define SIMD_UP(n) (U8) _mm256_alignr_epi8((Register)v, _mm256_permute2x128_si256((Register)v, (Register)v, 0x08), 16 - (n))
#define SIMD_DOWN(n) (U8) _mm256_alignr_epi8(_mm256_permute2x128_si256((Register)v, (Register)v, 0x81), (Register)v, (n))
#define SIMD_MOVE(name, BY)          \
    SIMD_INLINE U8 name(U8 v, int n) \
    {                                \
        switch (n) {                 \
        case 2: return BY(2);        \
        case 4: return BY(4);        \
        case 8: return BY(8);        \
        case 16: return BY(16);      \
        default: return (U8){0};     \
        }                            \
    }
SIMD_MOVE(bytes_up, SIMD_UP)
SIMD_MOVE(bytes_down, SIMD_DOWN)

/* Joins all 32-bit lanes to one number. */
typedef int32_t Chunk32 __attribute__((vector_size(16)));
#define SIMD_FOLD(expression)                                                                                        \
    Chunk32 a = (Chunk32)_mm256_castsi256_si128((Register)v), b = (Chunk32)_mm256_extracti128_si256((Register)v, 1); \
    a = (Chunk32)(expression);                                                                                       \
    b = (Chunk32)_mm_shuffle_epi32((__m128i)a, 0x4E);                                                                \
    a = (Chunk32)(expression);                                                                                       \
    b = (Chunk32)_mm_shuffle_epi32((__m128i)a, 0xB1);                                                                \
    a = (Chunk32)(expression);                                                                                       \
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
    SIMD_FOLD(_mm_max_epi32((__m128i)a, (__m128i)b));
}

#endif

#endif
