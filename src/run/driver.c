/* driver.c. The one loop: asks the experiment, evaluates its batch, tells the answers, records and saves. */
#include "run/driver.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const double save_every = 1;    /* seconds between two checkpoints; a long batch pauses for one */
static const double long_ago = 1e9;    /* seconds: as if progress had not been shown for so long */
static const double save_share = 0.05; /* the largest share of the time that may go into checkpoints */

/* A run under way. */
typedef struct {
    const Driver *d;    /* borrowed */
    Batch batch;        /* what the experiment has asked last */
    Progress progress;  /* on standard error */
    double saved_at;    /* seconds of the monitor's clock: the end of the last checkpoint */
    double paused_at;   /* the moment when the threads were asked to pause */
    double save_took;   /* seconds that the last checkpoint took, with the pause for it */
    const char *failed; /* the file that could not be written; NULL: none has failed */
    int error;          /* errno of that failure */
} Going;

static double seconds_since_start(const Going *g)
{
    return g->d->monitor != NULL ? monitor_seconds(g->d->monitor) : 0;
}

/* Writes a checkpoint. pending: the batch under way, NULL between batches; trained: it is also kept as the end of the training.
 * False: g->failed. */
static bool save_checkpoint(Going *g, const Batch *pending, bool trained)
{
    const Driver *d = g->d;
    assert(g->failed == NULL && (pending == NULL || !trained));
    if (d->dir == NULL) return true;
    double start = seconds_since_start(g);
    const char *what;
    if (!rundir_save(d->dir, d->experiment, pending, trained, &what)) {
        g->error = errno;
        g->failed = what;
        return false;
    }
    Result r;
    d->experiment->kind->result(d->experiment->self, &r);
    rundir_timing(d->dir, start, r.plays, d->monitor != NULL ? monitor_turns(d->monitor) : 0);
    g->saved_at = seconds_since_start(g);
    g->save_took = g->saved_at - start;
    assert(g->save_took >= 0);
    return true;
}

/* Whether it is time for a checkpoint: slow disks get fewer of them. */
static bool is_save_due(const Going *g)
{
    double waited = seconds_since_start(g) - g->saved_at;
    return g->d->dir != NULL && waited >= save_every && waited * save_share >= g->save_took;
}

/* The share of the batch that has been answered, 0..1; threads may be answering meanwhile. */
static double answered_share(const Batch *b)
{
    int done = 0;
    for (int i = 0; i < b->answers; i++) done += atomic_load_explicit(&b->y[i].done, memory_order_relaxed);
    return b->answers > 0 ? (double)done / b->answers : 0;
}

/* Shows the progress, if it is time for it. iteration_end: answers have been told since the last call. */
static void show_progress(Going *g, bool iteration_end)
{
    const Driver *d = g->d;
    if (d->monitor == NULL || d->quiet) return;
    assert(d->turn_name != NULL);
    double limited = d->limit > 0 ? (d->before + seconds_since_start(g)) / d->limit : 0;
    ProgressState s = {
        .phase = d->experiment->kind->phase(d->experiment->self),
        .turn_name = d->turn_name,
        .share = d->experiment->kind->progress(d->experiment->self, answered_share(&g->batch)),
        .seconds = seconds_since_start(g),
        .turns = monitor_turns(d->monitor),
    };
    if (s.share < limited && limited < 1) s.share = limited; /* a budget of time may end before the others do */
    if (d->dir != NULL) {
        s.iteration = rundir_cell(d->dir, "iteration");
        s.best = rundir_cell(d->dir, "best_score");
        s.median = rundir_cell(d->dir, "median");
    }
    if (d->verbose && iteration_end) g->progress.shown_at = -long_ago;
    progress_show(&g->progress, &s, iteration_end);
}

/* The housekeeping: called by one of the threads that play, a few times a second. True: all threads are to pause for a
 * checkpoint. */
static bool show_or_pause(void *ctx)
{
    Going *g = ctx;
    show_progress(g, false);
    g->paused_at = seconds_since_start(g);
    return is_save_due(g);
}

static bool never(void *ctx, int turns)
{
    (void)ctx, (void)turns;
    return false;
}

/* Saves the batch under way while no thread plays: unfinished games have been suspended, and are resumed afterwards. The time
 * counts from the moment when the threads were asked to pause. */
static bool save_in_pause(Going *g)
{
    if (!save_checkpoint(g, &g->batch, false)) return false;
    g->save_took = g->saved_at - g->paused_at;
    return true;
}

/* Plays until the batch is answered, with pauses for checkpoints. False: the run was stopped, or a file could not be written. */
static bool answer_batch(Going *g)
{
    static const StopCheck never_stops = {.poll = never};
    const Driver *d = g->d;
    if (d->monitor == NULL) return evaluate_batch(d->evaluator, &g->batch, &never_stops);
    Housekeeping house = {.work = show_or_pause, .ctx = g};
    bool all = false, going = true;
    monitor_housekeeping(d->monitor, &house);
    while (!all && going) {
        all = evaluate_batch(d->evaluator, &g->batch, monitor_check(d->monitor));
        going = monitor_reason(d->monitor) == STOP_PAUSE && (all || save_in_pause(g));
        monitor_go_on(d->monitor);
    }
    monitor_housekeeping(d->monitor, NULL);
    return all;
}

/* The loop. A first checkpoint may be needed before it: a process that was killed between the end of the training and its
 * checkpoint has left a state that is trained, but not kept as such. */
static DriverEnd run_loop(Going *g)
{
    const Driver *d = g->d;
    const ExperimentKind *kind = d->experiment->kind;
    void *self = d->experiment->self;
    Record *record = d->dir != NULL ? rundir_record(d->dir) : d->record;
    bool lost = d->dir != NULL && kind->extendable(self) && !rundir_trained(rundir_path(d->dir));
    if (lost && !save_checkpoint(g, NULL, true)) return DRIVER_FAILED;
    for (bool first = true;; first = false) {
        batch_clear(&g->batch);
        bool more = kind->ask(self, &g->batch) > 0;
        batch_seat(&g->batch);
        assert(more == (g->batch.n > 0));
        if (!first) show_progress(g, true);
        if (!more) return save_checkpoint(g, NULL, kind->extendable(self)) ? DRIVER_FINISHED : DRIVER_FAILED;
        if (d->dir != NULL) rundir_pending(d->dir, &g->batch);
        if (!first && is_save_due(g) && !save_checkpoint(g, &g->batch, false)) return DRIVER_FAILED;
        if (first) g->progress.first_share = kind->progress(self, answered_share(&g->batch)); /* resumed: it took no time here */
        if (!answer_batch(g)) return g->failed == NULL && save_checkpoint(g, &g->batch, false) ? DRIVER_STOPPED : DRIVER_FAILED;
        if (d->limit > 0 && d->before + seconds_since_start(g) >= d->limit) kind->time_up(self);
        const bool trained_before = kind->ending(self);
        kind->tell(self, g->batch.t, g->batch.n, record);
        if (d->trained != NULL && !trained_before && kind->ending(self)) *d->trained = d->before + seconds_since_start(g);
        bool trained = kind->extendable(self);
        if (trained && !save_checkpoint(g, NULL, true)) return DRIVER_FAILED;
    }
}

DriverEnd driver_run(const Driver *d, char *why, size_t room)
{
    Going g = {.d = d};
    assert(d->experiment->kind != NULL && d->evaluator != NULL && d->limit >= 0 && d->before >= 0);
    assert(d->dir == NULL || d->record == NULL); /* rows go to one place */
    progress_start(&g.progress, d->quiet, 0);
    DriverEnd end = run_loop(&g);
    assert((end != DRIVER_FAILED || d->dir != NULL) && (end != DRIVER_STOPPED || d->monitor != NULL));
    progress_end(&g.progress);
    batch_free(&g.batch);
    if (end == DRIVER_FAILED)
        snprintf(why, room, "%s/%s: cannot be written: %s; %s", rundir_path(d->dir), g.failed, strerror(g.error),
                 rundir_has_run(rundir_path(d->dir)) ? "the last checkpoint is intact: make room and resume with --resume"
                                                     : "nothing could be kept");
    return end;
}
