/* hash.c. FNV-1a with 64 bits. */
#include "base/hash.h"

static const uint64_t prime = 0x100000001b3u;

uint64_t hash_bytes(uint64_t hash, const void *p, size_t n)
{
    const unsigned char *byte = p;
    for (size_t i = 0; i < n; i++) hash = (hash ^ byte[i]) * prime;
    return hash;
}

uint64_t hash_u64(uint64_t hash, uint64_t value)
{
    for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ (value >> shift & 0xff)) * prime;
    return hash;
}
