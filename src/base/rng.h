/* rng.h. Random numbers: PCG32, and how games and optimisers get their streams.
 *
 * Idea: no generator is shared. Every user of random numbers has a name, (experiment seed, purpose, iteration, index), which
 * alone makes its stream. So a game has the same pieces for every player, on every thread, in any order.
 *     key  = rng_key(seed, purpose, iteration)    names a set of games, the same for all candidates of an iteration
 *     seed = rng_game(key, play)                  names one game of this set
 * Never: seeded from a clock, or kept in a global.
 * Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number
 * Generation", HMC-CS-2014-0905, member PCG-XSH-RR 64/32. The mixer of the keys is the finaliser of SplitMix64 (Steele, Lea,
 * Flood, OOPSLA 2014; D. Stafford's variant 13). */
#ifndef SWARMTRIS_BASE_RNG_H
#define SWARMTRIS_BASE_RNG_H

#include <stdint.h>

#define RNG_MULTIPLIER UINT64_C(6364136223846793005)

/* A generator. Flat: a copy draws the same numbers again. */
typedef struct {
    uint64_t state; /* any value */
    uint64_t inc;   /* odd; selects the stream */
} Rng;

/* What a stream is for. Values are part of every signature: append, never renumber. */
typedef enum {
    RNG_OPTIMISER = 1,
    RNG_TRAINING = 2,
    RNG_SELECTION = 3,
    RNG_VALIDATION = 4,
    RNG_EVALUATION = 5,
    RNG_PLAY = 6,
    RNG_INNER = 7,
    RNG_BENCH = 9,
    RNG_TEST = 10,
    RNG_COMPARISON = 20,
    RNG_TOURNAMENT = 21,
    RNG_ABLATION = 22,
    RNG_HALVES = 23,
    RNG_COVARIANCE = 24
} RngPurpose;

/* Seeds as published: seed is initstate, stream is initseq; any values. */
void rng_seed(Rng *r, uint64_t seed, uint64_t stream);

/* 32 uniform bits: a xorshift of the high bits, rotated by the five highest bits. The output depends on the old state, so that
 * the processor computes it during the multiplication. */
static inline uint32_t rng_u32(Rng *r)
{
    uint64_t old = r->state;
    r->state = old * RNG_MULTIPLIER + r->inc;
    uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27);
    unsigned turn = (unsigned)(old >> 59);
    return word >> turn | word << (-turn & 31);
}

/* rng_below: uniform on 0 .. bound-1, bound >= 1, without bias: draws below rng_rejected, 2^32 mod bound, are rejected.
 * rng_below_from takes that number, which saves a division if the bound stays the same. */
uint32_t rng_below(Rng *r, uint32_t bound);
static inline uint32_t rng_rejected(uint32_t bound)
{
    return -bound % bound;
}
static inline uint32_t rng_below_from(Rng *r, uint32_t bound, uint32_t rejected)
{
    uint32_t draw = rng_u32(r);
    while (draw < rejected) draw = rng_u32(r);
    return draw % bound;
}

/* Uniform on [0, 1), a multiple of 2^-53; takes two draws, the high bits from the first. */
double rng_real(Rng *r);

/* lo + (hi - lo) * rng_real. */
double rng_between(Rng *r, double lo, double hi);

/* Standard normal: mean 0, variance 1, never beyond 8.6. Always takes two rng_real, and keeps no second value for the next call:
 * a stream has no other state. Source: G. E. P. Box, M. E. Muller, "A Note on the Generation of Random Normal Deviates", 1958. */
double rng_normal(Rng *r);

/* The key of (seed, purpose, iteration). The formula never changes, since all signatures depend on it. */
uint64_t rng_key(uint64_t seed, RngPurpose purpose, uint64_t iteration);

/* The seed of game number play among those that key names; play >= 0. */
uint64_t rng_game(uint64_t key, int play);

/* The stream that a 64-bit seed (of a game, of an optimiser) names. */
void rng_stream(Rng *r, uint64_t seed);

#endif
