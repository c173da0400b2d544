/* simd_operations.h. What each operation of simd.h does for vectors of 128 bits, lane by lane. Included twice: test_simd.c has
 * the instructions of the architecture, simd_builtins.c (SIMD_BUILTINS) what other architectures compile. */
#ifndef SWARMTRIS_TESTS_SIMD_OPERATIONS_H
#define SWARMTRIS_TESTS_SIMD_OPERATIONS_H

#include "tests/helpers.h"

#define SIMD_PLAIN
#include "game/tetris/simd.h"

/* Checks all operations on two vectors of 16 bytes. */
void simd_check_builtins(const void *first, const void *second);

/* Lane i of a vector must be a number. */
#define EACH(Type, vector, number)                                                                            \
    do {                                                                                                      \
        const Type found = (vector);                                                                          \
        for (int i = 0; i < (int)(sizeof found / sizeof found[0]); i++) assert_int_equal(found[i], (number)); \
    } while (0)

static inline void check_words(I16 a, I16 b)
{
    EACH(I16, max16(a, b), a[i] > b[i] ? a[i] : b[i]);
    EACH(I16, min16(a, b), a[i] < b[i] ? a[i] : b[i]);
    EACH(I32, multiply_add(a, b | 1), a[2 * i] * (b[2 * i] | 1) + a[2 * i + 1] * (b[2 * i + 1] | 1)); /* | 1: it fits 32 bits */
    EACH(I16, interleave_lo16(a, b), (i % 2 == 0 ? a : b)[i / 2]);
    EACH(I16, interleave_hi16(a, b), (i % 2 == 0 ? a : b)[4 + i / 2]);
    uint32_t greater = 0;
    for (int i = 0; i < 8; i++) greater |= (uint32_t)(a[i] > b[i]) << i;
    assert_int_equal(lanes16(a > b), greater);
    I16 exponent = {0};
    for (int i = 0; i < 8; i++) exponent[i] = (int16_t)((a[i] & 0x7FFF) % 79 - 64);
    EACH(I16, powers16(exponent), exponent[i] < 0 ? 0 : 1 << exponent[i]);
#ifdef SIMD_SHIFTS16
    const U16 count = (U16)b & 127;
    EACH(U16, shift_left16((U16)a, count), count[i] > 15 ? 0 : ((U16)a)[i] << count[i] & 0xFFFF);
    EACH(U16, shift_left16((U16){0} + 1, (U16)exponent), exponent[i] < 0 ? 0 : 1 << exponent[i]);
    EACH(U16, shift_right16((U16)a, count), count[i] > 15 ? 0 : ((U16)a)[i] >> count[i]);
#endif
}

static inline void check_numbers(I32 a, I32 b)
{
    EACH(I32, max32(a, b), a[i] > b[i] ? a[i] : b[i]);
    EACH(I32, min32(a, b), a[i] < b[i] ? a[i] : b[i]);
    EACH(I32, interleave_lo32(a, b), (i % 2 == 0 ? a : b)[i / 2]);
    EACH(I32, interleave_hi32(a, b), (i % 2 == 0 ? a : b)[2 + i / 2]);
    EACH(I64, interleave_lo64((I64)a, (I64)b), (i == 0 ? (I64)a : (I64)b)[0]);
    EACH(I64, interleave_hi64((I64)a, (I64)b), (i == 0 ? (I64)a : (I64)b)[1]);
    const I32 low = a >> 16, high = b >> 16;
    EACH(I16, pack32(low, high), i < 4 ? low[i] : high[i - 4]);
    uint32_t greater = 0, sum = 0;
    int32_t and = -1, or = 0, most = INT32_MIN;
    for (int i = 0; i < 4; i++) {
        greater |= (uint32_t)(a[i] > b[i]) << i;
        sum += (uint32_t)a[i];
        and &= a[i];
        or |= a[i];
        most = a[i] > most ? a[i] : most;
    }
    assert_int_equal(lanes32(a > b), greater);
    assert_int_equal(and_across(a), and);
    assert_int_equal(or_across(a), or);
    assert_int_equal((uint32_t)add_across(a), sum);
    assert_int_equal(max_across(a), most);
#ifdef SIMD_SHIFTS
    const U32 count = (U32)b & 127;
    EACH(U32, shift_left32((U32)a, count), count[i] > 31 ? 0 : ((U32)a)[i] << count[i]);
    EACH(U32, shift_right32((U32)a, count), count[i] > 31 ? 0 : ((U32)a)[i] >> count[i]);
#endif
#ifdef SIMD_LEADING_ZEROS
    EACH(I32, leading_zeros32(a), a[i] == 0 ? 32 : __builtin_clz((uint32_t)a[i]));
#endif
}

static inline void check_bytes(U8 v)
{
    static const uint8_t ranks[] = {0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10};
    const U8 nibble = (U8)((U16)v & 15);
    EACH(U8, byte_counts(v), __builtin_popcount(v[i]));
    EACH(U8, nibble_counts(nibble), __builtin_popcount(nibble[i]));
    EACH(U8, nibble_ranks(nibble), ranks[nibble[i]]);
    EACH(U8, nibble_lengths(nibble), nibble[i] == 0 ? 0 : 32 - __builtin_clz(nibble[i]));
    for (int n = 2; n <= 16; n *= 2) {
        EACH(U8, bytes_up(v, n), i < n ? 0 : v[i - n]);
        EACH(U8, bytes_down(v, n), i + n >= 16 ? 0 : v[i + n]);
    }
#ifdef SIMD_LOOK_UP
    const U8 index = v & 0x8F;
    EACH(U8, look_up(v, index), index[i] > 15 ? 0 : v[index[i]]);
    EACH(U8, small_powers(index), index[i] < 5 ? 1 << index[i] : 0);
#endif
}

static inline void check_operations(const void *first, const void *second)
{
    char from_1[17] = {0}, copy[17] = {0};
    const char *from = from_1;
    memcpy(from_1 + 1, first, 16);
    I64 a = load_chunks(&from, 1), b;
    memcpy(&b, second, sizeof b);
    store_chunk(copy + 1, a, 0);
    assert_memory_equal(copy + 1, first, 16);
    check_words((I16)a, (I16)b);
    check_numbers((I32)a, (I32)b);
    check_bytes((U8)a);
}

#endif
