/* serialise.c. Serialises each type of field, and computes the fingerprint of a state. */
#include "base/serialise.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void serialise_int(Serialiser *s, const char *name, int *p)
{
    s->field(s, name, 'i', p, 1);
}

void serialise_index(Serialiser *s, const char *name, int *p, int bound)
{
    assert(bound >= 1);
    serialise_int(s, name, p);
    if (*p >= 0 && *p < bound) return;
    *p = 0;
    s->failed = true;
}

void serialise_count(Serialiser *s, const char *name, int64_t *p, int64_t most)
{
    s->field(s, name, 'l', p, 1);
    if (*p >= 0 && *p <= most) return;
    *p = 0;
    s->failed = true;
}

void serialise_u64(Serialiser *s, const char *name, uint64_t *p)
{
    s->field(s, name, 'u', p, 1);
}

void serialise_bool(Serialiser *s, const char *name, bool *p)
{
    s->field(s, name, 'b', p, 1);
}

void serialise_words(Serialiser *s, const char *name, uint64_t *p, int n)
{
    assert(n >= 0);
    s->field(s, name, 'u', p, (size_t)n);
}

void serialise_reals(Serialiser *s, const char *name, double *p, int n)
{
    assert(n >= 0);
    s->field(s, name, 'd', p, (size_t)n);
}

/* Loading fails unless all is well. */
static void need(Serialiser *s, bool well)
{
    if (s->loading && !well) s->failed = true;
}

void serialise_amounts(Serialiser *s, const char *name, double *p, int n)
{
    serialise_reals(s, name, p, n);
    for (int i = 0; i < n; i++) need(s, p[i] >= 0);
}

void serialise_rng(Serialiser *s, Rng *r)
{
    serialise_u64(s, "rng_state", &r->state);
    serialise_u64(s, "rng_inc", &r->inc);
    need(s, r->inc % 2 == 1);
}

void serialise_stats(Serialiser *s, const char *name, Stats *p, int n)
{
    for (int i = 0; i < n; i++) {
        s->field(s, name, 'l', &p[i].n, 1);
        s->field(s, "mean", 'd', &p[i].mean, 1);
        s->field(s, "m2", 'd', &p[i].m2, 1);
        need(s, p[i].n >= 0 && p[i].n <= INT_MAX / 2 && !(p[i].m2 < 0));
    }
}

void serialise_samples(Serialiser *s, const char *name, Sample *p, int n)
{
    for (int i = 0; i < n; i++) {
        serialise_stats(s, name, &p[i].score, 1);
        serialise_stats(s, "fitness", &p[i].fitness, 1);
        serialise_amounts(s, "cost", &p[i].cost, 1);
        serialise_u64(s, "key", &p[i].key);
        serialise_index(s, "played", &p[i].played, INT_MAX);
        need(s, p[i].score.n == p[i].fitness.n);
    }
}

static uint64_t bits_of(char type, const void *p, size_t i)
{
    uint64_t bits = 0;
    switch (type) {
    case 'i': return (uint64_t)(int64_t)((const int *)p)[i];
    case 'l': return (uint64_t)((const int64_t *)p)[i];
    case 'u': return ((const uint64_t *)p)[i];
    case 'b': return ((const bool *)p)[i];
    case 'd': memcpy(&bits, (const double *)p + i, sizeof bits); return bits;
    default: assert(!"a type that no field has"); return 0;
    }
}

/* The count comes first, so that two neighbouring fields of 2 and 1 elements differ from two of 1 and 2. */
static void hash_field(Serialiser *s, const char *name, char type, void *p, size_t n)
{
    SerialiserHash *h = (SerialiserHash *)s;
    (void)name;
    h->hash = hash_u64(h->hash, n);
    for (size_t i = 0; i < n; i++) h->hash = hash_u64(h->hash, bits_of(type, p, i));
}

SerialiserHash serialise_hash(void)
{
    return (SerialiserHash){.serialise = {.field = hash_field}, .hash = HASH_START};
}

/* The fields of a part, as they lie in memory. */
typedef struct {
    Serialiser serialise;
    char *bytes;    /* (room), owned */
    size_t n, room; /* n: bytes that were written, then those that were read again */
} SerialiserBytes;

static void copy_field(Serialiser *s, const char *name, char type, void *p, size_t n)
{
    SerialiserBytes *b = (SerialiserBytes *)s;
    (void)name;
    const size_t bytes = n * (type == 'i' ? sizeof(int) : type == 'b' ? sizeof(bool) : sizeof(double));
    if (bytes == 0) return;
    if (!s->loading) b->bytes = mem_grow_bytes(b->bytes, &b->room, b->n + bytes);
    memcpy(s->loading ? p : b->bytes + b->n, s->loading ? b->bytes + b->n : p, bytes);
    b->n += bytes;
}

void serialise_copy(void (*list)(void *self, Serialiser *s), void *from, void *to)
{
    SerialiserBytes b = {.serialise = {.field = copy_field}};
    list(from, &b.serialise);
    b.serialise.loading = true;
    b.n = 0;
    list(to, &b.serialise);
    assert(!b.serialise.failed);
    free(b.bytes);
}
