/* lane_worker.h. State of one thread of the lanes engine: the games that it plays, the queues in which they wait, and where all
 * of it lies in the thread's scratch. */
#ifndef SWARMTRIS_AGENT_LANE_WORKER_H
#define SWARMTRIS_AGENT_LANE_WORKER_H

#include "agent/engine.h"
#include "base/jobs.h"

#include <assert.h>

/* Room for a game; its state lies beside, in LaneWorker.state. */
typedef struct {
    int64_t left; /* turns until the game reaches the cap of the player */
    int job;      /* index into the list */
    int weights;  /* number of its WeightSlot */
} Slot;

/* Slots in the order in which they came. A ring, since in a linked list each step would wait for the load before it. */
typedef struct {
    uint16_t *ring;      /* (size, a power of two with room for all slots): ring[head .. tail - 1], indices modulo the size */
    unsigned head, tail; /* first slot, and behind the last one */
    bool played;         /* since the last call for patience */
} Queue;

/* Packed weights, shared by all games that are being played with them. */
typedef struct {
    const double *x; /* the position, borrowed from the job */
    int games;       /* how many games; 0: the slot is free */
} WeightSlot;

/* Where the parts of a scratch begin, in bytes. Every part is a whole number of lines of the cache. */
typedef struct {
    int slots;            /* how many games at a time */
    int ring;             /* size of each ring */
    size_t state_bytes;   /* of one state */
    size_t weights_bytes; /* of one block of packed weights */
    size_t queue, rings, slot, weight_slot, group, member, state, weights, agent, end;
} Layout;

/* State of one thread of the lanes engine. All arrays lie in its scratch. */
typedef struct {
    const Player *p; /* borrowed */
    const Lanes *l;  /* p->lanes */
    JobList *jobs;   /* borrowed, shared by all threads */
    Layout at;
    Queue *queue;  /* (kinds) */
    Queue idle;    /* slots without a game */
    unsigned mask; /* size of a ring - 1 */

    Slot *slot;              /* (slots) */
    WeightSlot *weight_slot; /* (slots): at most one a game */
    char *state;             /* (slots, state_bytes) */
    char *weights;           /* (slots, weights_bytes), of each WeightSlot */
    int newest;              /* the WeightSlot of the last job; -1: none yet */

    LaneGroup *group;              /* (groups_max): what is played next */
    uint16_t (*member)[LANES_MAX]; /* (groups_max): the slots of its states */
    int last;                      /* the kind that was played last */
    char *agent;                   /* scratch of the agent */

    bool dry;         /* the list was empty when it was last asked */
    int64_t unseen;   /* turns since the last call of the stop check */
    uint64_t calls;   /* of the agent */
    Occupancy filled; /* lanes of vectors that had a game */
} LaneWorker;

/* Where the parts of a worker of this player lie. */
Layout lane_worker_layout(const Player *p);

/* Fills *t; all slots are idle. scratch (layout.end): at a multiple of LANES_ALIGNMENT. */
void lane_worker_open(LaneWorker *t, const Player *p, JobList *jobs, void *scratch);

/* Of the game in a slot, and of a WeightSlot. */
static inline void *state_of(const LaneWorker *t, int slot)
{
    assert(slot >= 0 && slot < t->at.slots);
    return t->state + (size_t)slot * t->at.state_bytes;
}

static inline void *weights_of(const LaneWorker *t, int i)
{
    return t->weights + (size_t)i * t->at.weights_bytes;
}

/* How many slots wait. */
static inline int length(const Queue *q)
{
    return (int)(q->tail - q->head);
}

static inline void push(const LaneWorker *t, Queue *q, uint16_t slot)
{
    q->ring[q->tail++ & t->mask] = slot;
}

static inline uint16_t pop(const LaneWorker *t, Queue *q)
{
    assert(q->head != q->tail);
    return q->ring[q->head++ & t->mask];
}

#endif
