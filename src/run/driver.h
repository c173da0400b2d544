/* run/driver.h. The one loop: ask, evaluate, tell, save. Training, evaluation of weights, comparison, test functions and
 * meta-optimisation all run in it.
 *
 * Idea: a step of the loop asks the experiment for a batch, evaluates it, and tells the experiment the answers. The program
 * makes steps until the run is finished (driver_run); callers of the library make them one by one (drive_step). A step that is
 * stopped keeps its answers and suspended games, and the next step goes on with them.
 * Never: names a concrete part; prints. */
#ifndef SWARMTRIS_RUN_DRIVER_H
#define SWARMTRIS_RUN_DRIVER_H

#include "eval/cluster.h"
#include "experiment/experiment.h"
#include "run/monitor.h"
#include "run/progress.h"
#include "store/checkpoint.h"
#include "store/rundir.h"

/* What the loop works with. All of it is borrowed. */
typedef struct {
    Experiment *experiment; /* asks for plays and gets their answers */
    Evaluator *evaluator;   /* of the experiment's objectives */
    Cluster *cluster;       /* shares the batches of the evaluator; NULL: there are no other ranks */
    RunDir *dir;            /* keeps rows and checkpoints; NULL: nothing is kept, as on ranks other than 0 */
    Pending *pending;       /* on these: what the directory of rank 0 has kept of the first batch; else NULL */
    Record *record;         /* gets the rows if dir is NULL; NULL: the rows are lost */
    Monitor *monitor;       /* NULL: the run cannot be stopped, and has no clock */
    bool by_hand;           /* when checkpoints are made. false: by the rule of drive_due, and when the run is stopped;
                             * true: only by drive_save, at the end of the training, and when the run is finished */
    void (*show)(void *progress, const ProgressState *s, bool iteration_end); /* NULL: no progress is shown */
    void *progress;        /* for show, which is called at the end of each step and several times a second, by any thread */
    const char *turn_name; /* the cost of a play as the progress names it: "pieces"; may be NULL without show */
    double limit;          /* the search ends after so many seconds of all processes, even within an iteration; 0: never */
    double before;         /* seconds that earlier processes took for the run */
    double *trained;       /* gets the seconds of all processes up to the end of the training, if it ends here; may be NULL */
} Driver;

typedef enum { DRIVER_GOING, DRIVER_FINISHED, DRIVER_STOPPED, DRIVER_FAILED } DriverEnd;

/* Runs the experiment until it is finished (its result is final) or stopped (it is saved; monitor_reason has the reason).
 * DRIVER_FAILED: a file could not be written; errors gets a sentence, and the last checkpoint is intact. This can happen only
 * with a dir: without one, errors may be NULL. DRIVER_STOPPED is possible only with a monitor. */
DriverEnd driver_run(const Driver *d, Errors *errors);

/* A run under way. */
typedef struct Drive Drive;

/* *d is copied. The caller owns the result (drive_end). */
Drive *drive_start(const Driver *d);
void drive_end(Drive *d);

/* Makes one step. DRIVER_GOING: there may be more to do. The other ends are as for driver_run, but a stopped run is saved only
 * if checkpoints are not made by hand. After any end a further step may be made: it goes on where the last one ended. */
DriverEnd drive_step(Drive *d);

/* Between two steps: ends the search now, as its budget of minutes would, and drops what a stopped step has played. The ends are
 * those of drive_step. */
DriverEnd drive_end_search(Drive *drive);

/* Whether it is time for a checkpoint. */
bool drive_save_due(const Drive *d);

/* The rule of drive_save_due: whether to save `waited` seconds after a checkpoint that took `took` seconds, while `waiting`
 * bytes of rows are not written yet. A slow disk gets fewer checkpoints. But a kill loses a minute and one save at most, and
 * rows never fill the memory. */
bool drive_due(double waited, double took, size_t waiting);

/* Writes a checkpoint of the state between two steps, with the answers of a step that was stopped. Needs a dir. False: it could
 * not be written. */
bool drive_save(Drive *d);

/* Adds the sentence about the file that could not be written. */
void drive_say_failure(const Drive *d, Errors *errors);

/* Seconds that all steps have taken in this process; 0 without a monitor. */
double drive_seconds(const Drive *d);

/* The share of the whole run that is done, 0..1. */
double drive_share(const Drive *drive);

#endif
