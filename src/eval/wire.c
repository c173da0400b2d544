/* wire.c. Puts messages together and takes them apart. */
#include "eval/wire.h"

#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void parcel_free(Parcel *p)
{
    free(p->bytes);
    *p = (Parcel){0};
}

void parcel_put(Parcel *p, const void *bytes, size_t n)
{
    assert(n <= (size_t)(INT_MAX / 2 - p->used));
    p->bytes = mem_grow(p->bytes, &p->room, p->used + (int)n, 1);
    if (n > 0) memcpy(p->bytes + p->used, bytes, n);
    p->used += (int)n;
}

void parcel_put_int(Parcel *p, int value)
{
    parcel_put(p, &value, sizeof value);
}

void parcel_put_u64(Parcel *p, uint64_t value)
{
    parcel_put(p, &value, sizeof value);
}

void parcel_put_real(Parcel *p, double value)
{
    parcel_put(p, &value, sizeof value);
}

/* The fingerprint of a suspended game and its cost. */
static uint64_t fingerprint(uint64_t mark, double cost, const void *word, size_t bytes)
{
    uint64_t hash = hash_bytes(HASH_START, &mark, sizeof mark);
    hash = hash_bytes(hash, &cost, sizeof cost);
    return hash_bytes(hash, word, bytes);
}

void parcel_put_saved(Parcel *p, const SavedGame *g, double cost)
{
    parcel_put_int(p, g != NULL ? g->words : -1);
    if (g == NULL) return;
    const size_t bytes = (size_t)g->words * sizeof g->word[0];
    parcel_put_u64(p, fingerprint(g->mark, cost, g->word, bytes));
    parcel_put_u64(p, g->mark);
    parcel_put_real(p, cost);
    parcel_put(p, g->word, bytes);
}

const void *parcel_take(Parcel *p, size_t n)
{
    assert(p->read <= p->used);
    p->bad = p->bad || n > (size_t)(p->used - p->read);
    if (p->bad) return NULL;
    const char *at = p->bytes + p->read;
    p->read += (int)n;
    return at;
}

/* Takes n bytes; zeros if fewer are left. */
static void take_to(Parcel *p, void *out, size_t n)
{
    const void *at = parcel_take(p, n);
    if (at != NULL)
        memcpy(out, at, n);
    else
        memset(out, 0, n);
}

int parcel_take_int(Parcel *p)
{
    int value;
    take_to(p, &value, sizeof value);
    return value;
}

uint64_t parcel_take_u64(Parcel *p)
{
    uint64_t value;
    take_to(p, &value, sizeof value);
    return value;
}

double parcel_take_real(Parcel *p)
{
    double value;
    take_to(p, &value, sizeof value);
    return value;
}

SavedGame *parcel_take_saved(Parcel *p, double *cost)
{
    *cost = 0;
    const int words = parcel_take_int(p);
    p->bad = p->bad || words < -1;
    if (words < 0 || p->bad) return NULL;
    const uint64_t print = parcel_take_u64(p), mark = parcel_take_u64(p);
    const double had = parcel_take_real(p);
    const size_t bytes = (size_t)words * sizeof(uint64_t);
    const void *at = parcel_take(p, bytes);
    p->bad = p->bad || print != fingerprint(mark, had, at, bytes) || !wire_is_cost(had);
    if (p->bad) return NULL;
    *cost = had;
    SavedGame *g = saved_game_new(mark, words);
    if (words > 0) memcpy(g->word, at, bytes);
    return g;
}

bool wire_is_cost(double cost)
{
    return cost >= 0 && cost <= 0x1p53;
}

Parcel parcel_of(const Message *m)
{
    assert(m->n <= INT_MAX);
    return (Parcel){.bytes = m->bytes, .used = (int)m->n, .room = (int)m->n};
}

bool parcel_send(Parcel *p, Cluster *c, int to)
{
    assert(!p->bad && p->used > 0);
    const bool sent = cluster_send(c, to, p->bytes, (size_t)p->used);
    *p = (Parcel){.bytes = p->bytes, .room = p->room};
    return sent;
}
