/* run/pool.h. Processes of this program, several at a time.
 *
 * Idea: the output of a process is shown only if it fails. A process that fails, or is itself asked to stop, ends the pool with
 * its status: no further one begins. If the monitor has a reason to stop, all processes are asked to save and stop.
 * Never: a process that outlives the pool. */
#ifndef SWARMTRIS_RUN_POOL_H
#define SWARMTRIS_RUN_POOL_H

#include "run/monitor.h"

/* What a process runs. */
typedef struct {
    const char **word; /* words of its command line, NULL at the end; the pool frees the array, the words are borrowed */
    const char *name;  /* what a message calls the process if it cannot begin; borrowed */
} PoolCommand;

typedef struct {
    int n;    /* processes in all */
    int most; /* processes at a time, 1 or more */
    /* Fills in what process i runs, just before it begins. False, errno: it cannot begin; name is set all the same. */
    bool (*begin)(void *ctx, int i, PoolCommand *c);
    /* Called now and then with the number of processes that have ended. */
    void (*look)(void *ctx, int ended);
    void *ctx;
    Monitor *monitor; /* says when to stop; borrowed */
} Pool;

/* Runs all processes, and waits for their ends. Returns the status of the first that failed, or STATUS_OK. *stopped: the monitor
 * had a reason to stop. */
int pool_run(const Pool *pool, bool *stopped);

#endif
