/* run/pool.h. Processes of this program, several at a time.
 *
 * Idea: the output of a process is kept, and shown if it fails or if the pool is told to show it. A process that fails, or is
 * itself asked to stop, ends the pool with its status: no further one begins. If the monitor has a reason to stop, all processes
 * are asked to save and stop.
 * Never: a process that outlives the pool. */
#ifndef SWARMTRIS_RUN_POOL_H
#define SWARMTRIS_RUN_POOL_H

#include "run/monitor.h"

/* What a process runs. */
typedef struct {
    const char **word; /* words of its command line, NULL at the end; the pool frees the array, the words are borrowed */
    const char *name;  /* what a message calls the process if it cannot begin; borrowed */
    const char *typed; /* its standard input; borrowed; NULL: nothing */
} PoolCommand;

typedef struct {
    int n;    /* processes in all */
    int most; /* processes at a time, 1 or more */
    /* Fills in what process i runs, just before it begins. */
    void (*begin)(void *ctx, int i, PoolCommand *c);
    void (*ended)(void *ctx, int i); /* called when process i has ended with STATUS_OK */
    void (*look)(void *ctx);         /* called now and then */
    void *ctx;
    bool shows;       /* the output of every process, at its end */
    Monitor *monitor; /* says when to stop; borrowed */
} Pool;

/* Runs all processes, and waits for their ends. Returns the status of the first that failed, or STATUS_OK. *stopped: the monitor
 * had a reason to stop. */
int pool_run(const Pool *pool, bool *stopped);

#endif
