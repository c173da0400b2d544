/* simd_plain.h. The operations of simd.h in plain C, lane by lane, for vectors of 16 bytes. Included by simd.h alone, which says
 * what each of them does; the starting point of a new instruction set. */
#ifndef SWARMTRIS_GAME_TETRIS_SIMD_PLAIN_H
#define SWARMTRIS_GAME_TETRIS_SIMD_PLAIN_H

#ifndef SIMD_BYTES
#error "simd.h has the types"
#endif

#define SIMD_EACH(Type, expression)                               \
    Type out;                                                     \
    for (unsigned i = 0; i < sizeof(Type) / sizeof out[0]; i++) { \
        out[i] = (expression);                                    \
    }                                                             \
    return out

SIMD_INLINE I16 max16(I16 a, I16 b)
{
    const I16 greater = a > b;
    return (a & greater) | (b & ~greater);
}
SIMD_INLINE I16 min16(I16 a, I16 b)
{
    const I16 greater = a > b;
    return (b & greater) | (a & ~greater);
}
SIMD_INLINE I32 multiply_add(I16 a, I16 b)
{
    SIMD_EACH(I32, a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]);
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

/* The bytes of v moved up (down) by n, 2, 4, 8 or 16 as in simd_x86.h; zeros take the free places. */
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

#endif
