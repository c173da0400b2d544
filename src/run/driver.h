/* run/driver.h. The one loop: ask, evaluate, tell, save. Training, evaluation of weights, comparison, test functions and
 * meta-optimisation all run in it.
 *
 * Never: names a concrete part; prints anything but the progress. */
#ifndef SWARMTRIS_RUN_DRIVER_H
#define SWARMTRIS_RUN_DRIVER_H

#include "eval/objective.h"
#include "experiment/experiment.h"
#include "run/monitor.h"
#include "run/progress.h"
#include "store/rundir.h"

/* What the loop works with. All of it is borrowed. */
typedef struct {
    Experiment *experiment; /* asks for plays and gets their answers */
    Evaluator *evaluator;   /* of the experiment's objectives */
    RunDir *dir;            /* keeps rows and checkpoints; NULL: nothing is kept */
    Record *record;         /* gets the rows where dir is NULL; NULL: the rows are lost */
    Monitor *monitor;       /* NULL: the run cannot be stopped, has no clock, and shows no progress */
    bool quiet, verbose;    /* no progress; every iteration in it, however short */
    const char *turn_name;  /* the cost of a play as the progress names it: "pieces"; may be NULL without a monitor */
    double limit;           /* seconds, of all processes, after which the experiment is told that its time is up; 0: none */
    double before;          /* seconds that earlier processes took for the run */
    double *trained;        /* gets the seconds of all processes when the training had ended, if it ends here; may be NULL */
} Driver;

typedef enum { DRIVER_FINISHED, DRIVER_STOPPED, DRIVER_FAILED } DriverEnd;

/* Runs the experiment until it is finished (its result is final), stopped (it is saved; monitor_reason has the reason), or a file
 * could not be written: then why (room bytes) gets a finished sentence, and the last checkpoint is intact. DRIVER_FAILED is
 * returned only where there is a dir, DRIVER_STOPPED only where there is a monitor. */
DriverEnd driver_run(const Driver *d, char *why, size_t room);

#endif
