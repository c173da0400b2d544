/* lane_worker.c. Where the parts of a worker lie, and how many games it plays at a time. */
#include "agent/lane_worker.h"

#include <stdint.h>

/* The parts one after the other. Reserves bytes and returns where they begin. */
static size_t reserve(Layout *at, size_t bytes)
{
    size_t begin = at->end;
    at->end += engine_lines(bytes);
    return begin;
}

Layout lane_worker_layout(const Player *p)
{
    const Lanes *l = p->lanes;
    Layout at = {.weights_bytes = engine_lines(l->weights_bytes)};
    at.slots = lane_queues_slots(l, at.weights_bytes + sizeof(Slot) + sizeof(WeightSlot));
    const size_t n = (size_t)at.slots;
    at.queues = reserve(&at, lane_queues_bytes(l, at.slots));
    at.slot = reserve(&at, n * sizeof(Slot));
    at.weight_slot = reserve(&at, n * sizeof(WeightSlot));
    at.weights = reserve(&at, n * at.weights_bytes);
    at.agent = reserve(&at, p->agent->lanes_scratch_bytes(&p->table, l));
    return at;
}

void lane_worker_open(LaneWorker *t, const Player *p, JobList *jobs, void *scratch)
{
    char *base = scratch;
    *t = (LaneWorker){.p = p, .l = p->lanes, .jobs = jobs, .at = lane_worker_layout(p), .newest = -1};
    lane_queues_open(&t->q, t->l, t->at.slots, base + t->at.queues);
    t->slot = (Slot *)(void *)(base + t->at.slot);
    t->weight_slot = (WeightSlot *)(void *)(base + t->at.weight_slot);
    t->weights = base + t->at.weights;
    t->agent = base + t->at.agent;
    for (int i = 0; i < t->at.slots; i++) t->weight_slot[i] = (WeightSlot){0};
}
