/* training_jobs.c. Plays a training on one thread and keeps the lengths of its jobs. */
#include "bench/training_jobs.h"

#include "base/mem.h"
#include "config/config_read.h"
#include "run/setup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A play of the batch that is to be answered. */
typedef struct {
    const Trial *trial;
    int play; /* of the trial's */
} Open;

/* Seconds of processor time of this process. */
static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Longest expected first, then as asked, as the evaluator hands them out. */
static int by_expectation(const void *a, const void *b)
{
    const Open *s = a, *t = b;
    if (s->trial->expect != t->trial->expect) return s->trial->expect > t->trial->expect ? -1 : 1;
    if (s->trial != t->trial) return s->trial < t->trial ? -1 : 1;
    return s->play - t->play;
}

/* The plays of the batch that are not answered, owned by the caller; *n: how many. */
static Open *list_open(const Batch *b, int *n)
{
    Open *open = mem_new((size_t)b->answers + 1, sizeof *open);
    *n = 0;
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->t[i].plays; k++)
            if (!atomic_load(&b->t[i].y[k].done)) open[(*n)++] = (Open){.trial = &b->t[i], .play = k};
    qsort(open, (size_t)*n, sizeof *open, by_expectation);
    return open;
}

/* Plays the batch, and keeps what was to be played. */
static void record_batch(Recording *r, const Setup *s, Batch *b)
{
    int n;
    Open *open = list_open(b, &n);
    const double start = processor_time();
    const bool all = evaluate_batch(s->evaluator, b, &stop_never);
    assert(all), (void)all;
    r->batch = mem_grow(r->batch, &r->batches_room, r->batches + 1, sizeof *r->batch);
    r->batch[r->batches++] = (RecordedBatch){.first = r->jobs, .n = n, .seconds = processor_time() - start};
    r->job = mem_grow(r->job, &r->jobs_room, r->jobs + n, sizeof *r->job);
    for (int i = 0; i < n; i++)
        r->job[r->jobs++] = (RecordedJob){.position = (int)(open[i].trial - b->t),
                                          .expected = open[i].trial->expect,
                                          .turns = open[i].trial->y[open[i].play].cost};
    free(open);
}

static void record_batches(Recording *r, const Setup *s, double share)
{
    const ExperimentKind *kind = s->experiment.kind;
    void *self = s->experiment.self;
    const double start = processor_time();
    double played = 0;
    Batch b = {0};
    for (bool going = true; going;) {
        batch_clear(&b);
        if (kind->ask(self, &b) == 0) break;
        batch_seat(&b);
        if (strcmp(kind->phase(self), "training") != 0) break;
        record_batch(r, s, &b);
        played += r->batch[r->batches - 1].seconds;
        going = share >= 1 || kind->progress(self, 1) < share;
        kind->tell(self, b.t, b.n, NULL);
    }
    r->between = processor_time() - start - played;
    batch_free(&b);
}

Status record_training(Recording *r, const char *ini, const ConfigValue *v, int n, double share, Errors *errors)
{
    Config config;
    Setup setup = {0};
    Errors warnings = {0};
    ConfigValue *all = mem_new((size_t)n + 3, sizeof *all);
    *r = (Recording){0};
    if (n > 0) memcpy(all, v, (size_t)n * sizeof *all);
    all[n] = (ConfigValue){.text = "experiment.threads=1", .origin = "bench cluster"};
    all[n + 1] = (ConfigValue){.text = "selection.finalists=0", .origin = "bench cluster"};
    all[n + 2] = (ConfigValue){.text = "validation.games=0", .origin = "bench cluster"};
    const bool good = config_read(&config, ini, all, n + 3, errors, &warnings) && setup_train(&setup, &config, errors, &warnings);
    if (good) {
        const Task *task = &setup.tasks.task[0];
        r->lanes = task->rules != NULL && task->estimator == ESTIMATOR_GAMES && task->player.lanes != NULL;
        record_batches(r, &setup, share);
    }
    const Status status = good ? STATUS_OK : config.missing ? STATUS_NO_INPUT : STATUS_CONFIG;
    setup_free(&setup);
    config_free(&config);
    errors_free(&warnings);
    free(all);
    return status;
}

void recording_free(Recording *r)
{
    free(r->job);
    free(r->batch);
    *r = (Recording){0};
}
