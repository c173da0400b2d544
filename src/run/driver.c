/* driver.c. The one loop: asks the experiment, evaluates its batch, tells the answers, records and saves. */
#include "run/driver.h"

#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double save_every = 1;    /* seconds between two checkpoints; a long batch pauses for one */
static const double save_share = 0.05; /* the share of the time, and of turns, that may go into checkpoints, unless ... */
static const double save_latest = 60;  /* ... so many seconds have passed since the last one (of the time) ... */
enum { WAITING_MOST = 16 << 20 };      /* ... or so many bytes of rows wait to be written */

struct Drive {
    Driver d;           /* its pointers are borrowed */
    Batch batch;        /* what the experiment has proposed last */
    bool asked;         /* there is a batch whose answers the experiment has not got yet */
    bool begun;         /* the experiment has proposed a batch */
    bool found;         /* the experiment has a result, so that its search may end at any moment */
    double first_share; /* the share of the run that was done when it began here: a resumed run has taken no time for it */
    double earlier;     /* seconds that the steps before the one under way took */
    double step_at;     /* the monitor's clock when the step under way began; negative: none is under way */
    double saved_at;    /* seconds of steps: the end of the last checkpoint */
    double paused_at;   /* the moment when the threads were asked to pause */
    int64_t paused;     /* turns that had been made at the last pause */
    double known;       /* cost of the batch, less all turns made, when threads last began to play it */
    double dropped;     /* cost of what was played for iterations that were dropped */
    double save_took;   /* seconds that the last checkpoint took, with the pause for it */
    const char *failed; /* the file that could not be written, "": the directory; NULL: none has failed */
    int error;          /* errno of that failure */
};

double drive_seconds(const Drive *d)
{
    return d->earlier + (d->step_at >= 0 ? monitor_seconds(d->d.monitor) - d->step_at : 0);
}

/* The share of the batch that has been answered, 0..1; threads may be answering meanwhile. */
static double answered_share(const Drive *d)
{
    const Batch *b = &d->batch;
    int done = d->d.cluster != NULL ? cluster_elsewhere(d->d.cluster) : 0;
    for (int i = 0; i < b->answers; i++) done += atomic_load_explicit(&b->y[i].done, memory_order_relaxed);
    return b->answers > 0 ? (double)done / b->answers : 0;
}

static double worked_share(const Drive *d)
{
    return d->d.experiment->kind->progress(d->d.experiment->self, d->asked ? answered_share(d) : 0);
}

double drive_share(const Drive *drive)
{
    const Driver *d = &drive->d;
    double share = worked_share(drive);
    double limited = d->limit > 0 ? (d->before + drive_seconds(drive)) / d->limit : 0;
    return share < limited && limited < 1 ? limited : share; /* a budget of time may end before the others do */
}

/* Notes the file that could not be written, and errno. */
static bool fail(Drive *d, const char *what)
{
    d->error = errno;
    d->failed = rundir_in_place(d->d.dir) ? what : "";
    return false;
}

/* Whether the plays of the batch already cost so much that their iteration is dropped, a fact on which all ranks agree. No thread
 * may be playing. */
static bool is_outgrown(const Drive *d)
{
    return trials_cost(d->batch.t, d->batch.n) > d->d.experiment->kind->allowance(d->d.experiment->self);
}

/* Writes a checkpoint. pending: the batch under way, NULL between batches; trained: it is also kept as the end of the training.
 * False: drive->failed. */
static bool save_checkpoint(Drive *drive, const Batch *pending, bool trained)
{
    const Driver *d = &drive->d;
    if (d->dir == NULL) return true;
    double start = drive_seconds(drive);
    const char *what;
    if (!rundir_save(d->dir, d->experiment, pending, trained, &what)) return fail(drive, what);
    const Result r = experiment_result(d->experiment);
    const RunTiming now = {.seconds = start,
                           .plays = r.plays,
                           .turns = (int64_t)r.cost,
                           .share = drive_share(drive),
                           .dropped = drive->dropped,
                           .phase = d->experiment->kind->phase(d->experiment->self)};
    if (!rundir_timing(d->dir, &now)) return fail(drive, "timing.tsv");
    drive->saved_at = drive_seconds(drive);
    drive->save_took = drive->saved_at - start;
    assert(drive->save_took >= 0);
    return true;
}

bool drive_due(double waited, double took, size_t waiting)
{
    const bool late = waited * save_share >= took || waited >= save_latest;
    return (waited >= save_every && late) || waiting >= WAITING_MOST;
}

bool drive_save_due(const Drive *d)
{
    const RunDir *dir = d->d.dir;
    return dir != NULL && !d->d.by_hand && drive_due(drive_seconds(d) - d->saved_at, d->save_took, rundir_waiting(dir));
}

/* A search that has no result yet may take so many times its time limit, so that the first iteration ends. */
enum { FIRST_PATIENCE = 10 };

static bool trains(const Drive *d)
{
    return strcmp(d->d.experiment->kind->phase(d->d.experiment->self), "training") == 0;
}

/* Whether the search has a time limit (Driver.limit) that may end it now. */
static bool is_limited(const Drive *d)
{
    return d->d.limit > 0 && trains(d);
}

/* Whether this limit is over, by the clock of rank 0. */
static bool is_late(const Drive *drive)
{
    const Driver *d = &drive->d;
    return is_limited(drive) && cluster_leads(d->cluster) &&
           d->before + drive_seconds(drive) >= (drive->found ? 1 : FIRST_PATIENCE) * d->limit;
}

/* is_late, on which all ranks agree. */
static bool is_time_over(const Drive *d)
{
    return is_limited(d) && cluster_agree(d->d.cluster, is_late(d));
}

/* Ends the search, whose time is over, and drops the batch under way. The state before the batch is kept: with more time the
 * search goes on from there. */
DriverEnd drive_end_search(Drive *drive)
{
    const Driver *d = &drive->d;
    if (!save_checkpoint(drive, NULL, !d->experiment->kind->ending(d->experiment->self))) return DRIVER_FAILED;
    d->experiment->kind->time_up(d->experiment->self);
    drive->asked = false;
    if (d->trained != NULL) *d->trained = d->before + drive_seconds(drive);
    return DRIVER_GOING;
}

/* Shows the progress. iteration_end: the experiment has got answers since the last call. */
static void show_progress(Drive *drive, bool iteration_end)
{
    const Driver *d = &drive->d;
    if (d->monitor == NULL || d->show == NULL) return;
    assert(d->turn_name != NULL);
    ProgressState s = {
        .phase = d->experiment->kind->phase(d->experiment->self),
        .turn_name = d->turn_name,
        .share = drive_share(drive),
        .worked = worked_share(drive),
        .first_share = drive->first_share,
        .seconds = drive_seconds(drive),
        .turns = monitor_turns(d->monitor),
    };
    if (d->dir != NULL) {
        s.iteration = rundir_cell(d->dir, "iteration");
        s.best = rundir_cell(d->dir, "best_score");
        s.median = rundir_cell(d->dir, "median");
    }
    d->show(d->progress, &s, iteration_end);
}

/* A pause abandons the turn that each thread is at. So that searches for long moves come to their ends, these are a small
 * share of all turns. */
static bool may_pause(const Drive *d)
{
    const double abandoned = evaluator_workers(d->d.evaluator);
    return (double)(monitor_turns(d->d.monitor) - d->paused) * save_share >= abandoned;
}

/* Whether the batch may have become too costly, by the turns that all threads have made. */
static bool may_have_outgrown(const Drive *d)
{
    const double cost = d->known + (double)monitor_turns(d->d.monitor);
    return cluster_leads(d->d.cluster) && cost > d->d.experiment->kind->allowance(d->d.experiment->self);
}

/* The housekeeping: called by one of the threads that play, a few times a second. True: all threads are to pause for a
 * checkpoint. */
static bool show_or_pause(void *ctx)
{
    Drive *d = ctx;
    show_progress(d, false);
    d->paused_at = drive_seconds(d);
    return (drive_save_due(d) && may_pause(d)) || is_late(d) || may_have_outgrown(d);
}

/* Saves the batch under way while no thread plays: unfinished games have been suspended, and are resumed afterwards. The time
 * counts from the moment when the threads were asked to pause. */
static bool save_in_pause(Drive *d)
{
    if (!save_checkpoint(d, &d->batch, false)) return false;
    d->save_took = d->saved_at - d->paused_at;
    d->paused = monitor_turns(d->d.monitor);
    return true;
}

/* Plays until the batch is answered, or as much of it as decides that its iteration is dropped, with pauses for checkpoints.
 * False: the run was stopped, a file could not be written, or the time of the search is over. */
static bool answer_batch(Drive *drive)
{
    const Driver *d = &drive->d;
    if (d->monitor == NULL) return evaluate_batch(d->evaluator, &drive->batch, &stop_never);
    bool all = false, going = true;
    monitor_housekeeping(d->monitor, show_or_pause, drive);
    while (!all && going && !is_time_over(drive)) {
        drive->known = trials_cost(drive->batch.t, drive->batch.n) - (double)monitor_turns(d->monitor);
        all = evaluate_batch(d->evaluator, &drive->batch, monitor_check(d->monitor));
        if (d->cluster != NULL) { /* the monitor of each rank gets the reason of rank 0 */
            const bool differs = cluster_differs(d->cluster) >= 0;
            const int reason = differs ? STOP_DIFFERS : (int)monitor_reason(d->monitor);
            monitor_take(d->monitor, (StopReason)cluster_agree(d->cluster, reason));
        }
        all = all || (monitor_reason(d->monitor) != STOP_DIFFERS && is_outgrown(drive));
        going = monitor_reason(d->monitor) == STOP_PAUSE && (all || save_in_pause(drive));
        monitor_go_on(d->monitor);
    }
    monitor_housekeeping(d->monitor, NULL, NULL);
    return all;
}

/* Asks for the next batch. DRIVER_GOING: there is one. */
static DriverEnd ask(Drive *drive)
{
    const Driver *d = &drive->d;
    const ExperimentKind *kind = d->experiment->kind;
    void *self = d->experiment->self;
    batch_clear(&drive->batch);
    drive->asked = kind->ask(self, &drive->batch) > 0;
    batch_seat(&drive->batch);
    assert(drive->asked == (drive->batch.n > 0));
    if (drive->begun) show_progress(drive, true);
    if (!drive->asked) return save_checkpoint(drive, NULL, kind->extendable(self)) ? DRIVER_FINISHED : DRIVER_FAILED;
    if (d->dir != NULL) rundir_pending(d->dir, &drive->batch);
    if (d->pending != NULL) pending_give(d->pending, &drive->batch);
    if (!drive->begun) drive->first_share = kind->progress(self, answered_share(drive));
    if (d->limit > 0 && !drive->found) drive->found = experiment_result(d->experiment).x != NULL;
    drive->begun = true;
    return drive_save_due(drive) && !save_checkpoint(drive, &drive->batch, false) ? DRIVER_FAILED : DRIVER_GOING;
}

/* Keeps the state at the end of the training, for a larger budget, if that has not been done. This is so if the process was
 * killed, or a file could not be written, before that checkpoint was complete. */
static bool save_trained(Drive *drive)
{
    const Driver *d = &drive->d;
    bool lost = d->dir != NULL && d->experiment->kind->extendable(d->experiment->self) && !rundir_trained(rundir_path(d->dir));
    return !lost || save_checkpoint(drive, NULL, true);
}

/* Tells the experiment the answers to the batch. */
static DriverEnd tell(Drive *drive)
{
    const Driver *d = &drive->d;
    const ExperimentKind *kind = d->experiment->kind;
    void *self = d->experiment->self;
    const bool trained = trains(drive), drops = is_outgrown(drive);
    const double cost = experiment_result(d->experiment).cost;
    /* a larger budget goes on from here, unless the smaller one has left its mark already */
    if (drops && !kind->ending(self) && !save_checkpoint(drive, &drive->batch, true)) return DRIVER_FAILED;
    if (drops) drive->dropped += cost + trials_cost(drive->batch.t, drive->batch.n);
    kind->tell(self, drive->batch.t, drive->batch.n, d->dir != NULL ? rundir_record(d->dir) : d->record);
    drive->asked = false;
    if (drops) drive->dropped -= experiment_result(d->experiment).cost;
    if (d->trained != NULL && trained && !trains(drive)) *d->trained = d->before + drive_seconds(drive);
    return kind->extendable(self) && !save_checkpoint(drive, NULL, true) ? DRIVER_FAILED : DRIVER_GOING;
}

static DriverEnd answer_and_tell(Drive *d)
{
    if (answer_batch(d)) return tell(d);
    const bool stopped = monitor_reason(d->d.monitor) != STOP_NOT;
    if (!stopped && d->failed == NULL) return drive_end_search(d);
    bool saved = d->failed == NULL && (d->d.by_hand || save_checkpoint(d, &d->batch, false));
    return saved ? DRIVER_STOPPED : DRIVER_FAILED;
}

DriverEnd drive_step(Drive *d)
{
    d->failed = NULL;
    if (d->d.monitor != NULL) d->step_at = monitor_seconds(d->d.monitor);
    DriverEnd end = d->asked || save_trained(d) ? DRIVER_GOING : DRIVER_FAILED;
    if (end == DRIVER_GOING && !d->asked && is_time_over(d)) end = drive_end_search(d);
    if (end == DRIVER_GOING && !d->asked) end = ask(d);
    if (end == DRIVER_GOING) end = answer_and_tell(d);
    d->earlier = drive_seconds(d);
    d->step_at = -1;
    assert((end != DRIVER_FAILED || d->d.dir != NULL) && (end != DRIVER_STOPPED || d->d.monitor != NULL));
    return end;
}

bool drive_save(Drive *d)
{
    assert(d->d.dir != NULL);
    d->failed = NULL;
    return (d->asked || save_trained(d)) && save_checkpoint(d, d->asked ? &d->batch : NULL, false);
}

void drive_say_failure(const Drive *d, Errors *errors)
{
    const char *dir = rundir_path(d->d.dir);
    assert(d->failed != NULL);
    if (d->failed[0] == '\0')
        errors_add(errors, "%s: was moved or replaced while the run was under way; what was saved is where it is now", dir);
    else
        errors_add(errors, "%s/%s: cannot be written: %s; %s", dir, d->failed, files_why(d->error),
                   rundir_has_run(dir) ? "the last checkpoint is intact" : "nothing could be kept");
}

Drive *drive_start(const Driver *d)
{
    assert(d->experiment->kind != NULL && d->evaluator != NULL && d->limit >= 0 && d->before >= 0);
    assert(d->dir == NULL || d->record == NULL); /* rows go to one place */
    Drive *drive = mem_new(1, sizeof *drive);
    drive->d = *d;
    drive->step_at = -1;
    return drive;
}

void drive_end(Drive *d)
{
    if (d == NULL) return;
    batch_free(&d->batch);
    free(d);
}

DriverEnd driver_run(const Driver *d, Errors *errors)
{
    Drive *drive = drive_start(d);
    DriverEnd end = DRIVER_GOING;
    while (end == DRIVER_GOING) end = drive_step(drive);
    if (end == DRIVER_FAILED) drive_say_failure(drive, errors);
    drive_end(drive);
    return end;
}
