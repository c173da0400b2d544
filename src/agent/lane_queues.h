/* lane_queues.h. Games of the lanes that wait for a vector: slots for them, and a queue for each kind of state.
 *
 * Idea: a vector takes games of one kind, but after a move each game is of another kind. So every game waits in the queue of its
 * kind, and full vectors are played. If no queue fills a vector, the games of the longest queue are played.
 * Never: knows why a game is played, or when it ends. */
#ifndef SWARMTRIS_AGENT_LANE_QUEUES_H
#define SWARMTRIS_AGENT_LANE_QUEUES_H

#include "agent/engine.h"

#include <assert.h>

/* Slots, the oldest first. A ring, since in a linked list each step would wait for the load before it. */
typedef struct {
    uint16_t *ring;      /* (size, a power of two with room for all slots): ring[head .. tail - 1], indices modulo the size */
    unsigned head, tail; /* position of the first slot, and the one after the last */
    bool played;         /* since gather_overdue last looked */
} Queue;

/* All arrays lie in the memory given to lane_queues_open. */
typedef struct {
    const Lanes *l; /* borrowed */
    int slots;      /* how many games at a time */
    Queue *queue;   /* (kinds) */
    Queue idle;     /* slots without a game */
    unsigned mask;  /* size of a ring - 1 */
    char *state;    /* (slots, state_bytes) */
    size_t state_bytes;
    const void **weights;          /* (slots): packed weights of the game in the slot; borrowed */
    LaneGroup *group;              /* (groups_max): the groups to play next */
    uint16_t (*member)[LANES_MAX]; /* (groups_max): the slots of a group's states */
    int last;                      /* the kind that was played last */
    uint64_t calls;                /* calls of lane_queues_gather so far */
} LaneQueues;

/* How many slots are worth having; the caller needs bytes_each for each slot besides its state. */
int lane_queues_slots(const Lanes *l, size_t bytes_each);

size_t lane_queues_bytes(const Lanes *l, int slots);

/* All slots are idle. memory (lane_queues_bytes): at a multiple of LANES_ALIGNMENT. */
void lane_queues_open(LaneQueues *q, const Lanes *l, int slots, void *memory);

/* Games that fill fewer vectors are played faster alone. Measured (AMD Zen 5, one thread, 10x20, published weights): lanes
 * overtake columns at 3.3 vectors (bcts) and 3.6 (cs3243) with AVX-512, at 4.0 with AVX2 (cs3243). */
enum { LANE_QUEUES_FEW = 4 };

/* Fills group and member with the games to play now; returns how many groups. 0: no game waits. */
int lane_queues_gather(LaneQueues *q);

/* The state of the game in a slot. */
static inline void *state_of(const LaneQueues *q, int slot)
{
    assert(slot >= 0 && slot < q->slots);
    return q->state + (size_t)slot * q->state_bytes;
}

/* How many slots are in the queue. */
static inline int length(const Queue *q)
{
    return (int)(q->tail - q->head);
}

/* How many slots have a game. */
static inline int playing(const LaneQueues *q)
{
    return q->slots - length(&q->idle);
}

static inline void push(const LaneQueues *queues, Queue *q, uint16_t slot)
{
    q->ring[q->tail++ & queues->mask] = slot;
}

static inline uint16_t pop(const LaneQueues *queues, Queue *q)
{
    assert(q->head != q->tail);
    return q->ring[q->head++ & queues->mask];
}

#endif
