#include "run/driver.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const double save_every = 1;    /* seconds; in a long batch, too, which pauses for it */
static const double ages = 1e9;        /* seconds: as if nothing had been shown for ages */
static const double save_share = 0.05; /* of the time at most goes into checkpoints */

/* A run under way. saved_at, paused_at, save_took: seconds. failed: what could not be written, why in error. */
typedef struct {
    const Driver *d;
    Batch batch;
    Progress progress;
    double saved_at, paused_at, save_took;
    const char *failed;
    int error;
} Going;

static double seconds(const Going *g)
{
    return g->d->monitor != NULL ? monitor_seconds(g->d->monitor) : 0;
}

static bool save(Going *g, const Batch *pending, bool trained)
{
    const Driver *d = g->d;
    if (d->dir == NULL) return true;
    double start = seconds(g);
    const char *what;
    if (!rundir_save(d->dir, d->experiment, pending, trained, &what)) {
        g->error = errno;
        g->failed = what;
        return false;
    }
    Result r;
    d->experiment->kind->result(d->experiment->self, &r);
    rundir_timing(d->dir, start, r.plays, d->monitor != NULL ? monitor_turns(d->monitor) : 0);
    g->saved_at = seconds(g);
    g->save_took = g->saved_at - start;
    return true;
}

static bool due(const Going *g)
{
    double waited = seconds(g) - g->saved_at;
    return g->d->dir != NULL && waited >= save_every && waited * save_share >= g->save_took;
}

/* The share of the batch that has been answered; threads may still be answering. */
static double answered(const Batch *b)
{
    int done = 0;
    for (int i = 0; i < b->answers; i++) done += atomic_load_explicit(&b->y[i].done, memory_order_relaxed);
    return b->answers > 0 ? (double)done / b->answers : 0;
}

/* iteration_end: something has been told since the last time. */
static void show(Going *g, bool iteration_end)
{
    const Driver *d = g->d;
    if (d->monitor == NULL || d->quiet) return;
    double limited = d->limit > 0 ? (d->before + seconds(g)) / d->limit : 0;
    ProgressState s = {
        .phase = d->experiment->kind->phase(d->experiment->self),
        .turn_name = d->turn_name,
        .share = d->experiment->kind->progress(d->experiment->self, answered(&g->batch)),
        .seconds = seconds(g),
        .turns = monitor_turns(d->monitor),
    };
    if (s.share < limited && limited < 1) s.share = limited; /* where time is the budget */
    if (d->dir != NULL) {
        s.iteration = rundir_cell(d->dir, "iteration");
        s.best = rundir_cell(d->dir, "best_score");
        s.median = rundir_cell(d->dir, "median");
    }
    if (d->verbose && iteration_end) g->progress.shown_at = -ages;
    progress_show(&g->progress, &s, iteration_end);
}

/* While threads play: one of them, a few times a second. True: a pause to save. */
static bool keep_house(void *ctx)
{
    Going *g = ctx;
    show(g, false);
    g->paused_at = seconds(g);
    return due(g);
}

static bool never(void *ctx, int turns)
{
    (void)ctx, (void)turns;
    return false;
}

/* Saves the batch under way, while nobody plays: games at hand have been left with bookmarks, and are taken up from there. What
 * it takes is counted from the moment when the threads were called home. */
static bool save_in_pause(Going *g)
{
    if (!save(g, &g->batch, false)) return false;
    g->save_took = g->saved_at - g->paused_at;
    return true;
}

/* Plays until the batch is answered, with pauses; false: stopped, or a file could not be written. */
static bool judged(Going *g)
{
    static const StopCheck nobody = {.poll = never};
    const Driver *d = g->d;
    if (d->monitor == NULL) return evaluate_batch(d->evaluator, &g->batch, &nobody);
    Housekeeping house = {.work = keep_house, .ctx = g};
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

static DriverEnd loop(Going *g)
{
    const Driver *d = g->d;
    const ExperimentKind *kind = d->experiment->kind;
    void *self = d->experiment->self;
    Record *record = d->dir != NULL ? rundir_record(d->dir) : d->record;
    bool lost =
        d->dir != NULL && kind->extendable(self) && !rundir_trained(rundir_path(d->dir)); /* a kill just before it was kept */
    if (lost && !save(g, NULL, true)) return DRIVER_FAILED;
    for (bool first = true;; first = false) {
        batch_clear(&g->batch);
        bool more = kind->ask(self, &g->batch) > 0;
        batch_seat(&g->batch);
        if (!first) show(g, true);
        if (!more) return save(g, NULL, kind->extendable(self)) ? DRIVER_FINISHED : DRIVER_FAILED;
        if (d->dir != NULL) rundir_pending(d->dir, &g->batch);
        if (!first && due(g) && !save(g, &g->batch, false)) return DRIVER_FAILED;
        if (first) g->progress.first_share = kind->progress(self, answered(&g->batch)); /* what was there took no time */
        if (!judged(g)) return g->failed == NULL && save(g, &g->batch, false) ? DRIVER_STOPPED : DRIVER_FAILED;
        if (d->limit > 0 && d->before + seconds(g) >= d->limit) kind->time_up(self);
        kind->tell(self, g->batch.t, g->batch.n, record);
        bool trained = kind->extendable(self);
        if (trained && !save(g, NULL, true)) return DRIVER_FAILED;
    }
}

DriverEnd driver_run(const Driver *d, char *why, size_t room)
{
    Going g = {.d = d};
    progress_start(&g.progress, d->quiet, 0);
    DriverEnd end = loop(&g);
    progress_end(&g.progress);
    batch_free(&g.batch);
    if (end == DRIVER_FAILED)
        snprintf(why, room, "%s/%s: cannot be written: %s; %s", rundir_path(d->dir), g.failed, strerror(g.error),
                 rundir_has_run(rundir_path(d->dir)) ? "the last checkpoint is intact: make room and resume with --resume"
                                                     : "nothing could be kept");
    return end;
}
