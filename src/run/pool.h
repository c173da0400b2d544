/* run/pool.h. Processes of this program, several at a time.
 *
 * Idea: what each of them says is shown only if it fails. One that fails, or is itself asked to stop, ends the pool with its
 * status: no further one begins. If the monitor has a reason to stop, all are asked to save and stop.
 * Never: a process that outlives the pool. */
#ifndef SWARMTRIS_RUN_POOL_H
#define SWARMTRIS_RUN_POOL_H

#include "run/monitor.h"

/* What a process runs. */
typedef struct {
    const char **word; /* its words, NULL at the end; the array is freed by the pool, the words are borrowed */
    const char *name;  /* for a sentence where it cannot be begun; borrowed */
} PoolCommand;

typedef struct {
    int n;    /* processes in all */
    int most; /* of them at a time, 1 or more */
    /* Says what process i runs, called just before it begins. False, errno: it cannot begin; name is set all the same. */
    bool (*begin)(void *ctx, int i, PoolCommand *c);
    /* Called now and then: so many have ended. */
    void (*look)(void *ctx, int ended);
    void *ctx;
    Monitor *monitor; /* borrowed: when to stop */
} Pool;

/* Runs all of them, and waits for their ends. The status of the first that failed, or STATUS_OK. *stopped: the monitor had a
 * reason to stop. */
int pool_run(const Pool *pool, bool *stopped);

#endif
