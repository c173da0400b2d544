/* eval/worker.h. What a rank other than 0 does: it plays the jobs of rank 0.
 *
 * Idea: the rank holds the objectives, and lists that grow by the blocks that arrive while its threads play. It asks for the next
 * block before the present one is used up. It sends answers together, as often as rank 0 can take them in.
 * Never: opens files; decides what is played; goes on without word from rank 0 for CLUSTER_ORPHANED seconds. */
#ifndef SWARMTRIS_EVAL_WORKER_H
#define SWARMTRIS_EVAL_WORKER_H

#include "eval/objective.h"
#include "eval/wire.h"

/* Makes the objectives that a text describes, which replace earlier ones; the caller keeps them. NULL: the text is invalid. *n:
 * how many. */
typedef const Objective *WorkerSetUp(void *ctx, const char *text, int *n);

typedef enum { WORKER_DONE, WORKER_ORPHANED, WORKER_CONFUSED } WorkerEnd;

/* Works until rank 0 says that the run is over (WORKER_DONE), has been silent for too long (WORKER_ORPHANED), or sends an invalid
 * message (WORKER_CONFUSED). */
WorkerEnd worker_run(Cluster *c, WorkerSetUp *set_up, void *ctx);

#endif
