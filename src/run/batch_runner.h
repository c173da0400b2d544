/* run/batch_runner.h. Several runs at once, whose games are played together.
 *
 * Idea: each run has its directory and its loop, and proposes a batch; one evaluator answers all of them as the parts of one
 * batch. So many small runs keep all ranks as busy as one large run. What each run computes does not depend on the others.
 * Never: another result, file or row than the run alone would have. */
#ifndef SWARMTRIS_RUN_BATCH_RUNNER_H
#define SWARMTRIS_RUN_BATCH_RUNNER_H

#include "eval/server.h"
#include "file/status.h"
#include "run/monitor.h"
#include "run/setup.h"

/* A run that takes part. */
typedef struct {
    Config config; /* owned */
    Setup setup;   /* owned; made of config, with its experiment */
    char *dir;     /* the run directory; owned */
} BatchRun;

typedef struct {
    int n;    /* runs in all */
    int most; /* runs at a time, 1 or more */
    /* Makes run i. STATUS_OK; else, after printing a sentence, the exit status. The caller frees *m in either case. */
    int (*make)(void *ctx, int i, BatchRun *m);
    /* Called when a run is finished. */
    void (*ended)(void *ctx);
    void *ctx;
    bool replace;     /* begin all runs anew, instead of resuming those that were begun */
    Monitor *monitor; /* says when to stop; borrowed */
    Server *server;   /* the other ranks; borrowed */
    int threads;      /* of each rank; 0: each takes its own default (ServerRank.threads) */
    int argc;         /* words of the command line, for run.json */
    char *const *argv;
} BatchRunner;

/* Runs all of them. STATUS_OK: all are finished; STATUS_STOPPED: the monitor has a reason to stop, and the unfinished runs are
 * saved; any other status: the reason has been printed. */
int batch_runner_run(const BatchRunner *f);

#endif
