/* eval/worker_round.h. What a worker has been sent in a round: jobs, and the positions that they belong to.
 *
 * Never: trusts a number of a message; each is checked before it is used. */
#ifndef SWARMTRIS_EVAL_WORKER_ROUND_H
#define SWARMTRIS_EVAL_WORKER_ROUND_H

#include "eval/objective.h"
#include "eval/wire.h"

/* The jobs of one objective in this round. Arrays have room for `room` jobs and are owned. */
typedef struct {
    JobList list;
    Job *job;
    Answer *y;
    int *number; /* of the jobs on rank 0; -1: rank 0 has the answer, or the job back */
    int *open;   /* (opens): jobs that rank 0 waits for */
    int opens, room;
} WorkerShare;

/* A position of the round. */
typedef struct {
    double *x;     /* (dim of its objective), owned; NULL: it has not come */
    int objective; /* that it belongs to */
} WorkerPosition;

/* All zero: no objectives. */
typedef struct {
    const Objective *o;       /* (n), borrowed */
    WorkerShare *share;       /* (n), owned */
    int n, threads;           /* of this rank */
    int number;               /* of the round */
    WorkerPosition *position; /* (positions), owned */
    int positions;
    int block; /* jobs of the last block */
} WorkerRound;

/* Takes objectives (n >= 1) in the place of none. */
void worker_round_start(WorkerRound *r, const Objective *o, int n, int threads);
void worker_round_free(WorkerRound *r);

/* Takes in a message of kind BLOCK behind its kind: the first one of another round (begins), or the next of this one. False: it
 * is not understood, and the round must not be played. */
bool worker_round_take(WorkerRound *r, Parcel *in, bool begins);

#endif
