/* run/driver.h. The one loop: ask, evaluator, tell, checkpoint. It names no concrete part; training, evaluation of weights, test
 * functions and meta-optimisation all run in it. */
#ifndef SWARMTRIS_RUN_DRIVER_H
#define SWARMTRIS_RUN_DRIVER_H

#include "eval/objective.h"
#include "experiment/experiment.h"
#include "run/monitor.h"
#include "run/progress.h"
#include "store/rundir.h"

/* All borrowed. dir NULL: nothing is kept, rows go to record (NULL: nowhere). monitor NULL: nobody stops it, nothing is shown,
 * and there is no clock. limit: seconds after which the experiment is told that its time is up, 0: none; before: those that
 * earlier processes took. */
typedef struct {
    Experiment *experiment;
    Evaluator *evaluator;
    RunDir *dir;
    Record *record;
    Monitor *monitor;
    bool quiet, verbose; /* verbose: shows every iteration */
    const char *turn_name;
    double limit, before;
} Driver;

typedef enum { DRIVER_FINISHED, DRIVER_STOPPED, DRIVER_FAILED } DriverEnd;

/* Runs the experiment until it is finished (its result is final), stopped (saved; monitor_reason says why) or a file could not be
 * written (why: a finished sentence; the last checkpoint is intact). */
DriverEnd driver_run(const Driver *d, char *why, size_t room);

#endif
