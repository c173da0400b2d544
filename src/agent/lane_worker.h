/* lane_worker.h. State of one thread of the lanes engine: the games that it plays, the queues in which they wait, and where all
 * of it lies in the thread's scratch. */
#ifndef SWARMTRIS_AGENT_LANE_WORKER_H
#define SWARMTRIS_AGENT_LANE_WORKER_H

#include "agent/lane_queues.h"
#include "base/jobs.h"

/* Of a game; its state lies in LaneQueues. */
typedef struct {
    int64_t left; /* turns until the game reaches the cap of the player */
    int job;      /* index into the list */
    int weights;  /* number of its WeightSlot */
} Slot;

/* Packed weights, shared by all games that are being played with them. */
typedef struct {
    const double *x; /* the position, borrowed from the job */
    int games;       /* how many games; 0: the slot is free */
} WeightSlot;

/* Where the parts of a scratch begin, in bytes. Every part is a whole number of lines of the cache. */
typedef struct {
    int slots;            /* how many games at a time */
    size_t weights_bytes; /* of one block of packed weights */
    size_t queues, slot, weight_slot, weights, agent, end;
} Layout;

/* State of one thread of the lanes engine. All arrays lie in its scratch. */
typedef struct {
    const Player *p; /* borrowed */
    const Lanes *l;  /* p->lanes */
    JobList *jobs;   /* borrowed, shared by all threads */
    Layout at;
    LaneQueues q;

    Slot *slot;              /* (slots) */
    WeightSlot *weight_slot; /* (slots): at most one a game */
    char *weights;           /* (slots, weights_bytes), of each WeightSlot */
    int newest;              /* the WeightSlot of the last job; -1: none yet */

    char *agent; /* scratch of the agent */

    bool dry;         /* the list was empty when it was last asked */
    int64_t unseen;   /* turns since the last call of the stop check */
    Occupancy filled; /* lanes of vectors that had a game */
} LaneWorker;

/* Where the parts of a worker of this player lie. */
Layout lane_worker_layout(const Player *p);

/* Fills *t; all slots are idle. scratch (layout.end): at a multiple of LANES_ALIGNMENT. */
void lane_worker_open(LaneWorker *t, const Player *p, JobList *jobs, void *scratch);

/* Of a WeightSlot. */
static inline void *weights_of(const LaneWorker *t, int i)
{
    return t->weights + (size_t)i * t->at.weights_bytes;
}

#endif
