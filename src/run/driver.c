/* driver.c. The one loop: asks the experiment, evaluates its batch, tells the answers, records and saves. */
#include "run/driver.h"

#include "base/mem.h"
#include "file/files.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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
    double save_took;   /* seconds that the last checkpoint took, with the pause for it */
    const char *failed; /* the file that could not be written, "": the directory; NULL: none has failed */
    int error;          /* errno of that failure */
};

double drive_seconds(const Drive *g)
{
    return g->earlier + (g->step_at >= 0 ? monitor_seconds(g->d.monitor) - g->step_at : 0);
}

/* The share of the batch that has been answered, 0..1; threads may be answering meanwhile. */
static double answered_share(const Drive *g)
{
    const Batch *b = &g->batch;
    int done = g->d.cluster != NULL ? cluster_elsewhere(g->d.cluster) : 0;
    for (int i = 0; i < b->answers; i++) done += atomic_load_explicit(&b->y[i].done, memory_order_relaxed);
    return b->answers > 0 ? (double)done / b->answers : 0;
}

static double worked_share(const Drive *g)
{
    return g->d.experiment->kind->progress(g->d.experiment->self, g->asked ? answered_share(g) : 0);
}

double drive_share(const Drive *g)
{
    const Driver *d = &g->d;
    double share = worked_share(g);
    double limited = d->limit > 0 ? (d->before + drive_seconds(g)) / d->limit : 0;
    return share < limited && limited < 1 ? limited : share; /* a budget of time may end before the others do */
}

/* Notes the file that could not be written, and errno. */
static bool fail(Drive *g, const char *what)
{
    g->error = errno;
    g->failed = rundir_in_place(g->d.dir) ? what : "";
    return false;
}

/* Writes a checkpoint. pending: the batch under way, NULL between batches; trained: it is also kept as the end of the training.
 * False: g->failed. */
static bool save_checkpoint(Drive *g, const Batch *pending, bool trained)
{
    const Driver *d = &g->d;
    assert(pending == NULL || !trained);
    if (d->dir == NULL) return true;
    double start = drive_seconds(g);
    const char *what;
    if (!rundir_save(d->dir, d->experiment, pending, trained, &what)) return fail(g, what);
    const Result r = experiment_result(d->experiment);
    const RunTiming now = {.seconds = start,
                           .plays = r.plays,
                           .turns = (int64_t)r.cost,
                           .share = drive_share(g),
                           .phase = d->experiment->kind->phase(d->experiment->self)};
    if (!rundir_timing(d->dir, &now)) return fail(g, "timing.tsv");
    g->saved_at = drive_seconds(g);
    g->save_took = g->saved_at - start;
    assert(g->save_took >= 0);
    return true;
}

bool drive_due(double waited, double took, size_t waiting)
{
    const bool late = waited * save_share >= took || waited >= save_latest;
    return (waited >= save_every && late) || waiting >= WAITING_MOST;
}

bool drive_save_due(const Drive *g)
{
    const RunDir *dir = g->d.dir;
    return dir != NULL && !g->d.by_hand && drive_due(drive_seconds(g) - g->saved_at, g->save_took, rundir_waiting(dir));
}

/* A search that has no result yet may take so many times its time limit, so that the first iteration ends. */
enum { FIRST_PATIENCE = 10 };

/* Whether the search has a time limit (Driver.limit) that may end it now. */
static bool is_limited(const Drive *g)
{
    return g->d.limit > 0 && !g->d.experiment->kind->ending(g->d.experiment->self);
}

/* Whether this limit is over, by the clock of rank 0. */
static bool is_late(const Drive *g)
{
    const Driver *d = &g->d;
    return is_limited(g) && cluster_leads(d->cluster) &&
           d->before + drive_seconds(g) >= (g->found ? 1 : FIRST_PATIENCE) * d->limit;
}

/* is_late, on which all ranks agree. */
static bool is_time_over(const Drive *g)
{
    return is_limited(g) && cluster_agree(g->d.cluster, is_late(g));
}

/* Ends the search, whose time is over, and drops the batch under way. The state before the batch is kept: with more time the
 * search goes on from there. */
static DriverEnd end_time(Drive *g)
{
    const Driver *d = &g->d;
    if (!save_checkpoint(g, NULL, true)) return DRIVER_FAILED;
    d->experiment->kind->time_up(d->experiment->self);
    g->asked = false;
    if (d->trained != NULL) *d->trained = d->before + drive_seconds(g);
    return DRIVER_GOING;
}

/* Shows the progress. iteration_end: the experiment has got answers since the last call. */
static void show_progress(Drive *g, bool iteration_end)
{
    const Driver *d = &g->d;
    if (d->monitor == NULL || d->show == NULL) return;
    assert(d->turn_name != NULL);
    ProgressState s = {
        .phase = d->experiment->kind->phase(d->experiment->self),
        .turn_name = d->turn_name,
        .share = drive_share(g),
        .worked = worked_share(g),
        .first_share = g->first_share,
        .seconds = drive_seconds(g),
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
static bool may_pause(const Drive *g)
{
    const double abandoned = evaluator_workers(g->d.evaluator);
    return (double)(monitor_turns(g->d.monitor) - g->paused) * save_share >= abandoned;
}

/* The housekeeping: called by one of the threads that play, a few times a second. True: all threads are to pause for a
 * checkpoint. */
static bool show_or_pause(void *ctx)
{
    Drive *g = ctx;
    show_progress(g, false);
    g->paused_at = drive_seconds(g);
    return (drive_save_due(g) && may_pause(g)) || is_late(g);
}

/* Saves the batch under way while no thread plays: unfinished games have been suspended, and are resumed afterwards. The time
 * counts from the moment when the threads were asked to pause. */
static bool save_in_pause(Drive *g)
{
    if (!save_checkpoint(g, &g->batch, false)) return false;
    g->save_took = g->saved_at - g->paused_at;
    g->paused = monitor_turns(g->d.monitor);
    return true;
}

/* Plays until the batch is answered, with pauses for checkpoints. False: the run was stopped, a file could not be written, or the
 * time of the search is over. */
static bool answer_batch(Drive *g)
{
    const Driver *d = &g->d;
    if (d->monitor == NULL) return evaluate_batch(d->evaluator, &g->batch, &stop_never);
    bool all = false, going = true;
    monitor_housekeeping(d->monitor, show_or_pause, g);
    while (!all && going && !is_time_over(g)) {
        all = evaluate_batch(d->evaluator, &g->batch, monitor_check(d->monitor));
        if (d->cluster != NULL) { /* the monitor of each rank gets the reason of rank 0 */
            const bool differs = cluster_differs(d->cluster) >= 0;
            const int reason = differs ? STOP_DIFFERS : (int)monitor_reason(d->monitor);
            monitor_take(d->monitor, (StopReason)cluster_agree(d->cluster, reason));
        }
        going = monitor_reason(d->monitor) == STOP_PAUSE && (all || save_in_pause(g));
        monitor_go_on(d->monitor);
    }
    monitor_housekeeping(d->monitor, NULL, NULL);
    return all;
}

/* Asks for the next batch. DRIVER_GOING: there is one. */
static DriverEnd ask(Drive *g)
{
    const Driver *d = &g->d;
    const ExperimentKind *kind = d->experiment->kind;
    void *self = d->experiment->self;
    batch_clear(&g->batch);
    g->asked = kind->ask(self, &g->batch) > 0;
    batch_seat(&g->batch);
    assert(g->asked == (g->batch.n > 0));
    if (g->begun) show_progress(g, true);
    if (!g->asked) return save_checkpoint(g, NULL, kind->extendable(self)) ? DRIVER_FINISHED : DRIVER_FAILED;
    if (d->dir != NULL) rundir_pending(d->dir, &g->batch);
    if (d->pending != NULL) pending_give(d->pending, &g->batch);
    if (!g->begun) g->first_share = kind->progress(self, answered_share(g));
    if (d->limit > 0 && !g->found) g->found = experiment_result(d->experiment).x != NULL;
    g->begun = true;
    return drive_save_due(g) && !save_checkpoint(g, &g->batch, false) ? DRIVER_FAILED : DRIVER_GOING;
}

/* Keeps the state at the end of the training, for a larger budget, if that has not been done. This is so if the process was
 * killed, or a file could not be written, before that checkpoint was complete. */
static bool save_trained(Drive *g)
{
    const Driver *d = &g->d;
    bool lost = d->dir != NULL && d->experiment->kind->extendable(d->experiment->self) && !rundir_trained(rundir_path(d->dir));
    return !lost || save_checkpoint(g, NULL, true);
}

/* Tells the experiment the answers to the batch. */
static DriverEnd tell(Drive *g)
{
    const Driver *d = &g->d;
    const ExperimentKind *kind = d->experiment->kind;
    void *self = d->experiment->self;
    const bool trained_before = kind->ending(self);
    kind->tell(self, g->batch.t, g->batch.n, d->dir != NULL ? rundir_record(d->dir) : d->record);
    g->asked = false;
    if (d->trained != NULL && !trained_before && kind->ending(self)) *d->trained = d->before + drive_seconds(g);
    return kind->extendable(self) && !save_checkpoint(g, NULL, true) ? DRIVER_FAILED : DRIVER_GOING;
}

static DriverEnd answer_and_tell(Drive *g)
{
    if (answer_batch(g)) return tell(g);
    const bool stopped = monitor_reason(g->d.monitor) != STOP_NOT;
    if (!stopped && g->failed == NULL) return end_time(g);
    bool saved = g->failed == NULL && (g->d.by_hand || save_checkpoint(g, &g->batch, false));
    return saved ? DRIVER_STOPPED : DRIVER_FAILED;
}

DriverEnd drive_step(Drive *g)
{
    g->failed = NULL;
    if (g->d.monitor != NULL) g->step_at = monitor_seconds(g->d.monitor);
    DriverEnd end = g->asked || save_trained(g) ? DRIVER_GOING : DRIVER_FAILED;
    if (end == DRIVER_GOING && !g->asked && is_time_over(g)) end = end_time(g);
    if (end == DRIVER_GOING && !g->asked) end = ask(g);
    if (end == DRIVER_GOING) end = answer_and_tell(g);
    g->earlier = drive_seconds(g);
    g->step_at = -1;
    assert((end != DRIVER_FAILED || g->d.dir != NULL) && (end != DRIVER_STOPPED || g->d.monitor != NULL));
    return end;
}

bool drive_save(Drive *g)
{
    assert(g->d.dir != NULL);
    g->failed = NULL;
    return (g->asked || save_trained(g)) && save_checkpoint(g, g->asked ? &g->batch : NULL, false);
}

void drive_say_failure(const Drive *g, Errors *errors)
{
    const char *dir = rundir_path(g->d.dir);
    assert(g->failed != NULL);
    if (g->failed[0] == '\0')
        errors_add(errors, "%s: was moved or replaced while the run was under way; what was saved is where it is now", dir);
    else
        errors_add(errors, "%s/%s: cannot be written: %s; %s", dir, g->failed, files_why(g->error),
                   rundir_has_run(dir) ? "the last checkpoint is intact" : "nothing could be kept");
}

Drive *drive_start(const Driver *d)
{
    assert(d->experiment->kind != NULL && d->evaluator != NULL && d->limit >= 0 && d->before >= 0);
    assert(d->dir == NULL || d->record == NULL); /* rows go to one place */
    Drive *g = mem_new(1, sizeof *g);
    g->d = *d;
    g->step_at = -1;
    return g;
}

void drive_end(Drive *g)
{
    if (g == NULL) return;
    batch_free(&g->batch);
    free(g);
}

DriverEnd driver_run(const Driver *d, Errors *errors)
{
    Drive *g = drive_start(d);
    DriverEnd end = DRIVER_GOING;
    while (end == DRIVER_GOING) end = drive_step(g);
    if (end == DRIVER_FAILED) drive_say_failure(g, errors);
    drive_end(g);
    return end;
}
