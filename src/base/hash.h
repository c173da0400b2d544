/* hash.h. A 64-bit fingerprint of bytes, for checksums and signatures; not for keeping secrets.
 * Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a with 64 bits. */
#ifndef SWARMTRIS_BASE_HASH_H
#define SWARMTRIS_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* The fingerprint of all that hash covers so far (HASH_START: nothing), followed by n bytes at p. */
uint64_t hash_bytes(uint64_t hash, const void *p, size_t n);

/* hash_bytes for a number, by value: independent of the byte order of the machine. */
uint64_t hash_u64(uint64_t hash, uint64_t value);

#endif
