/* base/bits.h. How many bits of a word are set, for boards that are words of bits.
 *
 * Idea: set bits are counted in pairs of bits, then in groups of four, then in bytes. The byte counts of several words can be
 * added up before the last step, bits_sum, which costs the most. */
#ifndef SWARMTRIS_BASE_BITS_H
#define SWARMTRIS_BASE_BITS_H

#include <stdint.h>

/* Counts the set bits of each byte of a word, each count in its byte. The results of up to 31 words may be added up. */
static inline uint64_t bits_in_bytes(uint64_t v)
{
    v -= v >> 1 & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333)) + (v >> 2 & UINT64_C(0x3333333333333333));
    return (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* The sum of all eight bytes, which may be too large for a byte. */
static inline int bits_sum(uint64_t bytes)
{
    const uint64_t pairs = (bytes & UINT64_C(0x00ff00ff00ff00ff)) + (bytes >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    return (int)(pairs * UINT64_C(0x0001000100010001) >> 48);
}

static inline int bits_count(uint64_t v)
{
    return bits_sum(bits_in_bytes(v));
}

/* Bit k of a byte becomes byte k of a word: 0 or 1. */
static inline uint64_t bits_spread(uint32_t byte)
{
    const uint64_t bits = byte * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (bits + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

#endif
