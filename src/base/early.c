/* early.c. Parts of a batch that are answered before others, and when a list is left because of it. */
#include "base/early.h"

#include <assert.h>
#include <stddef.h>

void part_answered(JobPart *p)
{
    int open = atomic_fetch_sub(&p->open, 1);
    assert(open >= 1);
    if (open == 1) atomic_store(p->some, true);
}

bool part_done(const JobPart *p)
{
    return atomic_load(&p->open) == 0;
}

bool early_leave(Early *e, bool few)
{
    if (e->enough == NULL || !atomic_load_explicit(e->enough, memory_order_relaxed)) return false;
    if (few) atomic_store_explicit(&e->leave, true, memory_order_relaxed);
    return atomic_load_explicit(&e->leave, memory_order_relaxed);
}
