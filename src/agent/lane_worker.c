/* lane_worker.c. Where the parts of a worker lie, and how many games it plays at a time. */
#include "agent/lane_worker.h"

#include <stdint.h>

/* Most bytes of all slots: they are gone through again and again, and should stay in the cache. */
enum { SLOTS_BYTES = 1 << 20 };

/* The parts one after the other. Reserves bytes and returns where they begin. */
static size_t reserve(Layout *at, size_t bytes)
{
    size_t begin = at->end;
    at->end += engine_lines(bytes);
    return begin;
}

/* How many games at a time: enough to fill all groups of a call while every other kind keeps half a vector waiting; then there is
 * nearly always another full vector. More would fill the cache, and make the longest games wait longer for their turns. */
static int count_slots(const Lanes *l, size_t bytes_each)
{
    int wanted = l->groups_max * l->width + l->kinds * (l->width - 1) / 2, most = (int)(SLOTS_BYTES / bytes_each);
    int n = wanted < most ? wanted : most;
    n = n < 2 * l->width ? 2 * l->width : n;
    return n < UINT16_MAX ? n : UINT16_MAX;
}

Layout lane_worker_layout(const Player *p)
{
    const Lanes *l = p->lanes;
    Layout at = {.state_bytes = engine_lines(l->state_bytes), .weights_bytes = engine_lines(l->weights_bytes)};
    at.slots = count_slots(l, at.state_bytes + at.weights_bytes + sizeof(Slot) + sizeof(WeightSlot));
    for (at.ring = 1; at.ring < at.slots; at.ring *= 2) continue;
    size_t n = (size_t)at.slots, groups = (size_t)l->groups_max, kinds = (size_t)l->kinds;
    at.queue = reserve(&at, kinds * sizeof(Queue));
    at.rings = reserve(&at, (kinds + 1) * (size_t)at.ring * sizeof(uint16_t));
    at.slot = reserve(&at, n * sizeof(Slot));
    at.weight_slot = reserve(&at, n * sizeof(WeightSlot));
    at.group = reserve(&at, groups * sizeof(LaneGroup));
    at.member = reserve(&at, groups * sizeof(uint16_t[LANES_MAX]));
    at.state = reserve(&at, n * at.state_bytes);
    at.weights = reserve(&at, n * at.weights_bytes);
    at.agent = reserve(&at, p->agent->lanes_scratch_bytes(&p->table, l));
    return at;
}

void lane_worker_open(LaneWorker *t, const Player *p, JobList *jobs, void *scratch)
{
    char *base = scratch;
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && p->lanes->width <= LANES_MAX);
    assert(p->lanes->state_bytes % LANES_ALIGNMENT == 0);
    *t = (LaneWorker){.p = p, .l = p->lanes, .jobs = jobs, .at = lane_worker_layout(p), .newest = -1};
    t->mask = (unsigned)t->at.ring - 1;
    t->queue = (Queue *)(void *)(base + t->at.queue);
    t->slot = (Slot *)(void *)(base + t->at.slot);
    t->weight_slot = (WeightSlot *)(void *)(base + t->at.weight_slot);
    t->group = (LaneGroup *)(void *)(base + t->at.group);
    t->member = (uint16_t(*)[LANES_MAX])(void *)(base + t->at.member);
    t->state = base + t->at.state;
    t->weights = base + t->at.weights;
    t->agent = base + t->at.agent;
    uint16_t *ring = (uint16_t *)(void *)(base + t->at.rings);
    for (int k = 0; k < t->l->kinds; k++, ring += t->at.ring) t->queue[k] = (Queue){.ring = ring};
    t->idle = (Queue){.ring = ring};
    for (int i = 0; i < t->at.slots; i++) {
        t->weight_slot[i] = (WeightSlot){0};
        push(t, &t->idle, (uint16_t)i);
    }
}
