/* rng.c. The draws that are not inline, and the names of streams. */
#include "base/rng.h"

#include "base/real.h"

#include <assert.h>
#include <math.h>

void rng_seed(Rng *r, uint64_t seed, uint64_t stream)
{
    r->state = 0;
    r->inc = stream << 1 | 1;
    rng_u32(r);
    r->state += seed;
    rng_u32(r);
}

uint32_t rng_below(Rng *r, uint32_t bound)
{
    assert(bound > 0);
    return rng_below_from(r, bound, rng_rejected(bound));
}

double rng_real(Rng *r)
{
    uint64_t high = rng_u32(r) >> 5;
    uint64_t low = rng_u32(r) >> 6;
    return (double)(high << 26 | low) * 0x1p-53;
}

double rng_between(Rng *r, double lo, double hi)
{
    assert(lo <= hi);
    return lo + (hi - lo) * rng_real(r);
}

/* One coordinate of a random point of the plane (Box-Muller). 1 - rng_real is never 0, so the logarithm is finite. */
double rng_normal(Rng *r)
{
    assert(r->inc & 1);
    double radius = sqrt(-2 * real_log(1 - rng_real(r)));
    return radius * real_cos(2 * REAL_PI * rng_real(r));
}

/* The finaliser of SplitMix64. */
static uint64_t mix_bits(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static const uint64_t golden = 0x9e3779b97f4a7c15u;

uint64_t rng_key(uint64_t seed, RngPurpose purpose, uint64_t iteration)
{
    uint64_t key = mix_bits(seed + golden);
    key = mix_bits(key + golden * (uint64_t)purpose);
    return mix_bits(key + golden * (iteration + 1));
}

uint64_t rng_game(uint64_t key, int play)
{
    assert(play >= 0);
    return mix_bits(key + golden * ((uint64_t)play + 1));
}

void rng_stream(Rng *r, uint64_t seed)
{
    rng_seed(r, seed, mix_bits(seed + golden));
}
