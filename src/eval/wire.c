/* wire.c. Puts messages together and takes them apart. */
#include "eval/wire.h"

#include "base/mem.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void parcel_clear(Parcel *p)
{
    p->used = p->read = 0;
    p->bad = false;
}

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

void parcel_put_saved(Parcel *p, const SavedGame *g)
{
    parcel_put_int(p, g != NULL ? g->words : -1);
    if (g == NULL) return;
    parcel_put_u64(p, g->mark);
    parcel_put(p, g->word, (size_t)g->words * sizeof g->word[0]);
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

/* 0 where there is nothing left. */
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

SavedGame *parcel_take_saved(Parcel *p)
{
    const int words = parcel_take_int(p);
    if (words < 0 || p->bad) return NULL;
    const uint64_t mark = parcel_take_u64(p);
    const void *at = parcel_take(p, (size_t)words * sizeof(uint64_t));
    if (at == NULL) return NULL;
    SavedGame *g = saved_game_new(mark, words);
    memcpy(g->word, at, (size_t)words * sizeof g->word[0]);
    return g;
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
    parcel_clear(p);
    return sent;
}
