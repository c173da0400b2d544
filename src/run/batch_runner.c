/* batch_runner.c. Joins the batches of several runs, and hands each run its answers. */
#include "run/batch_runner.h"

#include "base/mem.h"
#include "file/message.h"
#include "run/driver.h"
#include "run/ranks.h"
#include "run/saved_run.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* A run that is under way. */
typedef struct {
    BatchRun m;
    SavedRun kept;
    Drive *drive;   /* owned */
    Batch *batch;   /* the batch to be answered; borrowed from the drive; NULL: the drive is to be asked for one */
    int objectives; /* index of its first objective among those of all entries */
    int part;       /* number of its first part in the joined batch */
    int parts;      /* number of parts of its batch */
} BatchEntry;

typedef struct {
    const BatchRunner *f; /* borrowed */
    BatchEntry **entry;   /* (entries, room for f->most), owned: the runs under way */
    int entries, begun;
    Objective *objective; /* objectives of all entries; owned */
    Evaluator *evaluator; /* evaluates objective; owned; NULL: it is to be made */
    Batch joined;         /* the trials of all entries; the answers belong to the entries */
    int status;           /* of the first run that failed */
} BatchState;

/* ---- entries come and go ---- */

static void free_entry(BatchEntry *s)
{
    drive_end(s->drive);
    saved_run_close(&s->kept);
    setup_free(&s->m.setup);
    config_free(&s->m.config);
    free(s->m.dir);
    free(s);
}

/* Drops the evaluator; a new one is made when the next batch is to be answered. */
static void forget_evaluator(BatchState *a)
{
    if (a->evaluator != NULL) evaluator_destroy(a->evaluator);
    free(a->objective);
    a->evaluator = NULL;
    a->objective = NULL;
}

static void begin_entry(BatchState *a)
{
    const BatchRunner *f = a->f;
    Errors errors = {0};
    BatchEntry *s = mem_new(1, sizeof *s);
    int status = f->make(f->ctx, a->begun++, &s->m);
    if (status == STATUS_OK) {
        const Run run = {
            .config = &s->m.config, .setup = &s->m.setup, .dir = s->m.dir, .trains = true, .argc = f->argc, .argv = f->argv};
        status = saved_run_open(&s->kept, &run, f->replace ? SAVED_RUN_REPLACE : SAVED_RUN_RESUME, &errors);
    }
    message_errors(&errors, "");
    if (status != STATUS_OK) {
        a->status = a->status == STATUS_OK ? status : a->status;
        free_entry(s);
        return;
    }
    const Driver driver = {.experiment = &s->m.setup.experiment,
                           .evaluator = s->m.setup.evaluator,
                           .dir = s->kept.d,
                           .monitor = f->monitor,
                           .limit = 60 * s->m.config.train.training.minutes,
                           .before = s->kept.seconds};
    s->drive = drive_start(&driver);
    a->entry[a->entries++] = s;
    forget_evaluator(a);
}

/* Writes the files of a run that is finished or stopped, and removes its entry. */
static void end_entry(BatchState *a, int i, bool finished)
{
    BatchEntry *s = a->entry[i];
    Errors errors = {0};
    const char *what = finished ? "finished" : monitor_sentence(monitor_reason(a->f->monitor));
    s->kept.seconds += drive_seconds(s->drive);
    int status = saved_run_write(&s->kept, finished ? "finished" : "stopped", what, &errors);
    message_errors(&errors, "");
    if (a->status == STATUS_OK) a->status = status;
    if (finished) a->f->ended(a->f->ctx);
    free_entry(s);
    a->entry[i] = a->entry[--a->entries];
    forget_evaluator(a);
}

/* Reports a file that could not be written. */
static void fail_entry(BatchState *a, const BatchEntry *s)
{
    Errors errors = {0};
    drive_say_failure(s->drive, &errors);
    message_errors(&errors, "");
    a->status = STATUS_IO;
}

/* ---- batches ---- */

/* Asks each run that has no batch for one. */
static void ask_all(BatchState *a)
{
    for (int i = 0; i < a->entries;) {
        BatchEntry *s = a->entry[i];
        const DriverEnd end = s->batch == NULL ? drive_ask(s->drive, &s->batch) : DRIVER_GOING;
        if (end == DRIVER_FAILED) fail_entry(a, s);
        if (end == DRIVER_FINISHED)
            end_entry(a, i, true);
        else
            i++;
        if (end == DRIVER_FAILED) return;
    }
}

/* Makes one evaluator for the objectives of all entries. */
static void make_evaluator(BatchState *a)
{
    const BatchRunner *f = a->f;
    int n = 0;
    OWNED const Tasks **tasks = mem_new((size_t)a->entries, sizeof(const Tasks *));
    for (int i = 0; i < a->entries; i++) {
        tasks[i] = &a->entry[i]->m.setup.tasks;
        a->entry[i]->objectives = n;
        n += tasks[i]->n;
    }
    a->objective = mem_new((size_t)n, sizeof *a->objective);
    for (int i = 0; i < a->entries; i++)
        for (int k = 0; k < tasks[i]->n; k++) a->objective[a->entry[i]->objectives + k] = tasks[i]->task[k].objective;
    a->evaluator = evaluator_create(a->objective, n, EVALUATOR_BOTH, f->threads > 0 ? f->threads : f->server->peer[0].is.threads);
    OWNED char *text = ranks_describe(tasks, a->entries);
    server_set_up(f->server, text, f->threads);
    evaluator_share(a->evaluator, f->server);
}

/* Adds the trials of a run, its parts numbered from `part` on; returns the number of the next free part. */
static int join(BatchState *a, BatchEntry *s, int part)
{
    int last = 0;
    for (int i = 0; i < s->batch->n; i++) {
        Trial t = s->batch->t[i];
        if (t.part > last) last = t.part;
        t.part += part;
        t.objective += s->objectives;
        batch_add(&a->joined, t);
        a->joined.answers += t.plays;
    }
    s->part = part;
    s->parts = last + 1;
    return part + s->parts;
}

/* Whether the experiment can be told anything: a part of its batch is done. */
static bool is_enough(const BatchState *a, const BatchEntry *s)
{
    for (int i = 0; i < s->parts; i++)
        if (evaluator_part_done(a->evaluator, s->part + i)) return true;
    return false;
}

static void tell_all(BatchState *a)
{
    for (int i = 0; i < a->entries && a->status == STATUS_OK; i++) {
        BatchEntry *s = a->entry[i];
        const bool enough = is_enough(a, s);
        if (!enough && !drive_time_over(s->drive)) continue;
        s->batch = NULL;
        if (drive_tell(s->drive, enough) == DRIVER_FAILED) fail_entry(a, s);
    }
}

static void save_all(BatchState *a, bool due)
{
    for (int i = 0; i < a->entries && a->status == STATUS_OK; i++)
        if ((!due || drive_save_due(a->entry[i]->drive)) && !drive_save(a->entry[i]->drive)) fail_entry(a, a->entry[i]);
}

/* The housekeeping: true if the time of a run is over, or its next checkpoint is due. */
static bool is_pause_due(void *ctx)
{
    const BatchState *a = ctx;
    for (int i = 0; i < a->entries; i++)
        if (drive_save_due(a->entry[i]->drive) || drive_time_over(a->entry[i]->drive)) return true;
    return false;
}

/* Plays the batches of all runs. False: the runs are to stop. */
static bool answer(BatchState *a)
{
    const BatchRunner *f = a->f;
    if (a->evaluator == NULL) make_evaluator(a);
    batch_clear(&a->joined);
    for (int i = 0, part = 0; i < a->entries; i++) part = join(a, a->entry[i], part);
    monitor_housekeeping(f->monitor, is_pause_due, a);
    const bool played = evaluate_batch(a->evaluator, &a->joined, monitor_check(f->monitor));
    monitor_housekeeping(f->monitor, NULL, NULL);
    a->joined.answers = 0; /* the answers belong to the entries */
    if (!played && evaluator_lost(a->evaluator) >= 0) monitor_lost(f->monitor);
    if (monitor_reason(f->monitor) == STOP_PAUSE) save_all(a, true);
    monitor_go_on(f->monitor);
    return monitor_reason(f->monitor) == STOP_NOT;
}

int batch_runner_run(const BatchRunner *f)
{
    BatchState a = {.f = f, .status = STATUS_OK};
    bool going = true;
    assert(f->most >= 1 && f->server != NULL);
    a.entry = mem_new((size_t)f->most, sizeof *a.entry);
    while (going && a.status == STATUS_OK && (a.entries > 0 || a.begun < f->n)) {
        while (a.entries < f->most && a.begun < f->n && a.status == STATUS_OK) begin_entry(&a);
        if (a.status == STATUS_OK) ask_all(&a);
        if (a.status != STATUS_OK || a.entries == 0) continue;
        going = answer(&a);
        if (going) tell_all(&a);
    }
    if (a.status == STATUS_OK && !going) save_all(&a, false);
    const bool stopped = a.entries > 0;
    while (a.entries > 0) end_entry(&a, 0, false);
    forget_evaluator(&a);
    batch_free(&a.joined);
    free(a.entry);
    return a.status != STATUS_OK ? a.status : stopped ? STATUS_STOPPED : STATUS_OK;
}
