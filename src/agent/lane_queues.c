/* lane_queues.c. Chooses which games of the lanes are played next. */
#include "agent/lane_queues.h"

#include <stdint.h>

/* Every PATIENCE calls, each kind not played since the last such call is played, however few games it has. Otherwise games of
 * rare kinds (nearly full boards) would wait for a full vector, until all slots hold waiting games. Done more often, half-empty
 * vectors would cost more than the waiting. A power of two. */
enum { PATIENCE = 256 };

/* Most bytes of all slots, which are visited again and again, and so should stay in the cache. */
enum { SLOTS_BYTES = 1 << 20 };

/* Enough to fill all groups of a call while every other kind keeps half a vector waiting; then there is nearly always another
 * full vector. More slots would fill the cache, and delay the longest games. */
int lane_queues_slots(const Lanes *l, size_t bytes_each)
{
    const int wanted = l->groups_max * l->width + l->kinds * (l->width - 1) / 2;
    const int most = (int)(SLOTS_BYTES / (bytes_each + engine_lines(l->state_bytes)));
    int n = wanted < most ? wanted : most;
    n = n < 2 * l->width ? 2 * l->width : n;
    return n < UINT16_MAX ? n : UINT16_MAX;
}

/* Lays out the blocks in memory; NULL: only counts. Returns the bytes. */
static size_t lay_out(LaneQueues *q, const Lanes *l, int slots, char *memory)
{
    const size_t n = (size_t)slots, kinds = (size_t)l->kinds, groups = (size_t)l->groups_max;
    size_t ring = 1, used = 0;
    while (ring < n) ring *= 2;
    *q = (LaneQueues){.l = l, .slots = slots, .mask = (unsigned)ring - 1, .state_bytes = engine_lines(l->state_bytes)};
    q->queue = take_room(memory, &used, kinds * sizeof *q->queue);
    q->idle.ring = take_room(memory, &used, (kinds + 1) * ring * sizeof *q->idle.ring);
    q->state = take_room(memory, &used, n * q->state_bytes);
    q->weights = take_room(memory, &used, n * sizeof *q->weights);
    q->group = take_room(memory, &used, groups * sizeof *q->group);
    q->member = take_room(memory, &used, groups * sizeof *q->member);
    return used;
}

size_t lane_queues_bytes(const Lanes *l, int slots)
{
    LaneQueues q;
    return lay_out(&q, l, slots, NULL);
}

void lane_queues_open(LaneQueues *q, const Lanes *l, int slots, void *memory)
{
    assert((uintptr_t)memory % LANES_ALIGNMENT == 0 && l->width <= LANES_MAX && l->state_bytes % LANES_ALIGNMENT == 0);
    lay_out(q, l, slots, memory);
    uint16_t *ring = q->idle.ring;
    for (int k = 0; k < l->kinds; k++) q->queue[k] = (Queue){.ring = ring += q->mask + 1};
    for (int i = 0; i < slots; i++) push(q, &q->idle, (uint16_t)i);
}

/* The kind with most games; of equal ones the next after the last that was played. */
static int longest_queue(const LaneQueues *q)
{
    int kinds = q->l->kinds, best = q->last, n = -1;
    for (int i = 0, k = q->last; i < kinds; i++) {
        k = k + 1 < kinds ? k + 1 : 0;
        if (length(&q->queue[k]) > n) {
            n = length(&q->queue[k]);
            best = k;
        }
    }
    return best;
}

/* Fills group g with games from queue k, as many as fit into a vector. */
static void gather_group(LaneQueues *q, int g, int k)
{
    Queue *from = &q->queue[k];
    LaneGroup *group = &q->group[g];
    group->kind = k;
    group->n = length(from) < q->l->width ? length(from) : q->l->width;
    for (int j = 0; j < group->n; j++) {
        const uint16_t i = q->member[g][j] = pop(q, from);
        group->state[j] = state_of(q, i);
        group->weights[j] = q->weights[i];
    }
    from->played = true;
    q->last = k;
}

/* Fills groups with kinds that have not been played since the last call; returns how many. */
static int gather_overdue(LaneQueues *q)
{
    int n = 0;
    for (int k = 0; k < q->l->kinds; k++) {
        if (!q->queue[k].played && length(&q->queue[k]) > 0 && n < q->l->groups_max) gather_group(q, n++, k);
        q->queue[k].played = false;
    }
    return n;
}

/* Adds full vectors to the n groups, from each kind in turn; returns how many groups there are then. */
static int gather_full(LaneQueues *q, int n)
{
    int kinds = q->l->kinds, width = q->l->width;
    for (int i = 0, k = q->last; i < kinds && n < q->l->groups_max; i++) {
        k = k + 1 < kinds ? k + 1 : 0;
        while (length(&q->queue[k]) >= width && n < q->l->groups_max) gather_group(q, n++, k);
    }
    return n;
}

int lane_queues_gather(LaneQueues *q)
{
    const int n = gather_full(q, ++q->calls % PATIENCE == 0 ? gather_overdue(q) : 0);
    if (n > 0) return n;
    const int k = longest_queue(q);
    if (length(&q->queue[k]) == 0) return 0;
    gather_group(q, 0, k);
    return 1;
}
