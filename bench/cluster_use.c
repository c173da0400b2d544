/* cluster_use.c. swarmtris bench cluster: how well a training would use more ranks than can be measured.
 *
 * Idea: --simulate takes the lengths of the games of one iteration (bench/results/cluster-jobs.tsv: turns of each game, and
 * the turns expected after the iteration before). Larger iterations are random samples of them: positions, then games of each
 * position. simulate.h simulates them on 1 to 4,096 workers. --record makes that file. --predict plays a training on one thread,
 * and then simulates all of its iterations on each number of workers in --threads (by default 1 to 64).
 *
 * A training is recorded batch by batch. The turns of a job depend neither on the machine nor on the ranks, so the record is what
 * any cluster would have to play. The processor time of the thread is recorded as well. Selection and validation are not
 * played. */
#include "base/mem.h"
#include "base/rng.h"
#include "base/text.h"
#include "bench/bench.h"
#include "bench/machine.h"
#include "bench/simulate.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/setup.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds of rank 0 for a message over TCP, for a job, and between two iterations, measured on Zen 5. The latency is that of a
 * common network. */
static const SimulatedCluster costs = {.latency = 50e-6, .message = 8e-6, .job = 0.7e-6, .pause = 0.5e-3, .round = 0.9e-3};

enum { WORKERS_MAX = 4096 };

/* The recorded workloads: the iteration of params/NAME.ini in which half of the budget is spent, with 64 positions of 50 games
 * each except `fast`. Speeds are turns a second of a thread's processor time, on Zen 5 with AVX-512. */
static const struct {
    const char *name;
    bool lanes; /* games side by side; else replicates, one after the other */
    double speed;
    const char *set[3]; /* values that replace those of the ini, NULL at the end */
} workloads[] = {
    {"field", true, 13.2e6, {"training.games=50", "optimiser.particles=64", NULL}},
    {"quick", true, 11e6, {"training.games=50", "optimiser.particles=64", "training.allocation=fixed"}},
    {"fast", false, 6.1e6, {NULL}},
};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };
static const double record_share = 0.5;

/* The simulated iterations. */
static const struct {
    int workload;         /* index into workloads */
    int positions, plays; /* size of the iteration; plays per position are games or replicates of splitting */
} iterations[] = {{0, 20, 75}, {0, 64, 50},  {1, 64, 50},   {0, 1024, 100}, {0, 4096, 100},
                  {2, 64, 1},  {2, 1024, 4}, {2, 4096, 16}, {2, 4096, 64}};

/* A job, in the order in which jobs are handed out: longest expected first. */
typedef struct {
    int position;    /* index in its batch, from 0 */
    int play;        /* number among the plays of its position */
    double expected; /* expected turns before it was played; 0: unknown */
    double turns;    /* turns that it took */
} RecordedJob;

/* Jobs that were handed out together. */
typedef struct {
    int first, n;   /* the jobs: Recording.job[first .. first + n - 1] */
    double seconds; /* processor time of the jobs */
} RecordedBatch;

/* The jobs of a training. All zero: empty. */
typedef struct {
    RecordedJob *job; /* (jobs, with room for more), owned */
    int jobs, jobs_room;
    RecordedBatch *batch; /* (batches, with room for more), owned */
    int batches, batches_room;
    double between; /* total seconds of the training between its batches */
    bool lanes;     /* games are played side by side; else jobs one after the other */
} Recording;

static void recording_free(Recording *r)
{
    free(r->job);
    free(r->batch);
    *r = (Recording){0};
}

/* Orders jobs as the evaluator hands them out: longest expected first, then in the order of the batch. */
static int by_expectation(const void *a, const void *b)
{
    const RecordedJob *s = a, *t = b;
    if (s->expected != t->expected) return s->expected > t->expected ? -1 : 1;
    return s->position != t->position ? s->position - t->position : s->play - t->play;
}

/* The measured jobs of one workload, position by position. */
static Recording read_workload(const Tsv *t, const char *name)
{
    const int workload = tsv_column(t, "workload"), position = tsv_column(t, "position"), expected = tsv_column(t, "expected"),
              turns = tsv_column(t, "turns");
    Recording w = {.job = mem_new((size_t)t->rows, sizeof *w.job)};
    assert(workload >= 0 && position >= 0 && expected >= 0 && turns >= 0);
    for (int r = 0; r < t->rows; r++)
        if (strcmp(tsv_cell(t, r, workload), name) == 0)
            w.job[w.jobs++] = (RecordedJob){.position = (int)tsv_number(t, r, position),
                                            .expected = tsv_number(t, r, expected),
                                            .turns = tsv_number(t, r, turns)};
    return w;
}

/* Draws an iteration: turns (positions x plays), longest expected first. */
static void draw(const Recording *w, int positions, int plays, double *turns)
{
    const int n = positions * plays;
    RecordedJob *job = mem_new((size_t)n, sizeof *job);
    Rng rng;
    rng_stream(&rng, 1);
    for (int p = 0, k = 0; p < positions; p++) {
        const RecordedJob *of = &w->job[rng_below(&rng, (uint32_t)w->jobs)];
        int first = 0, end;
        while (w->job[first].position != of->position) first++;
        for (end = first; end < w->jobs && w->job[end].position == of->position; end++) continue;
        for (int i = 0; i < plays; i++, k++) {
            job[k] = w->job[first + (int)rng_below(&rng, (uint32_t)(end - first))];
            job[k].position = p;
            job[k].play = i;
        }
    }
    qsort(job, (size_t)n, sizeof *job, by_expectation);
    for (int i = 0; i < n; i++) turns[i] = job[i].turns;
    free(job);
}

static void print_row(FILE *out, const char *format, const char *name, int positions, int plays, int workers, double one,
                      const SimulatedTime *t)
{
    fprintf(out, format, name, positions, plays, workers, 1000 * t->seconds, one / (t->seconds * workers), t->playing, t->waiting,
            t->ending, t->between, t->serving, t->messages, t->bytes);
}

static void simulate_iteration(const Tsv *t, int i, FILE *csv, bool quiet)
{
    const char *name = workloads[iterations[i].workload].name;
    const int positions = iterations[i].positions, plays = iterations[i].plays, n = positions * plays;
    Recording w = read_workload(t, name);
    double *turns = mem_new((size_t)n, sizeof *turns), one = 0;
    draw(&w, positions, plays, turns);
    SimulatedCluster cluster = costs;
    cluster.lanes = workloads[iterations[i].workload].lanes;
    cluster.speed = workloads[iterations[i].workload].speed;
    for (int workers = 1; workers <= WORKERS_MAX; workers *= workers < 4 ? 2 : 4) {
        const SimulatedTime time = simulate(turns, n, workers, &cluster);
        if (workers == 1) one = time.seconds;
        print_row(csv, "%s,%d,%d,%d,%.6g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g\n", name, positions, plays, workers, one, &time);
        if (!quiet)
            print_row(stdout, "%-6s %5d %5d %8d %11.2f %10.3f %8.3f %8.3f %8.3f %8.3f %8.3f %9.3f %6.0f\n", name, positions,
                      plays, workers, one, &time);
    }
    free(turns);
    recording_free(&w);
}

static int simulate_all(const BenchOptions *o)
{
    Tsv t = {0};
    Errors errors = {0};
    char *path = places_find("bench/results/cluster-jobs.tsv"), *text;
    if (path == NULL) {
        fprintf(stderr, "bench cluster: bench/results/cluster-jobs.tsv, the lengths of measured games, is not found\n");
        return STATUS_UNAVAILABLE;
    }
    int status = (int)tsv_read(&t, path, '\t', &errors);
    message_errors(&errors, "");
    if (status == STATUS_OK) {
        FILE *csv = files_memory(&text, NULL);
        fprintf(
            csv,
            "workload,positions,plays,workers,milliseconds,efficiency,playing,waiting,ending,between,serving,messages,bytes\n");
        if (!o->quiet)
            printf("%-6s %5s %5s %8s %11s %10s %8s %8s %8s %8s %8s %9s %6s\n", "jobs", "pos.", "plays", "workers", "ms",
                   "efficiency", "playing", "waiting", "ending", "between", "serving", "messages", "bytes");
        for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++) simulate_iteration(&t, (int)i, csv, o->quiet);
        status = machine_keep(o->out, "cluster", csv, &text, stderr, NULL);
    }
    tsv_free(&t);
    free(path);
    return status;
}

/* ---- recording ---- */

/* Seconds of processor time of this process. */
static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Plays the unanswered trials of the batch, and records them. */
static void record_batch(Recording *r, const Setup *s, Batch *b)
{
    const int first = r->jobs;
    r->job = mem_grow(r->job, &r->jobs_room, first + b->answers, sizeof *r->job);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->t[i].plays; k++)
            if (!atomic_load(&b->t[i].y[k].done))
                r->job[r->jobs++] = (RecordedJob){.position = i, .play = k, .expected = b->t[i].expect};
    const int n = r->jobs - first;
    qsort(r->job + first, (size_t)n, sizeof *r->job, by_expectation);
    const double start = processor_time();
    const bool all = evaluate_batch(s->evaluator, b, &stop_never);
    assert(all), (void)all;
    r->batch = mem_grow(r->batch, &r->batches_room, r->batches + 1, sizeof *r->batch);
    r->batch[r->batches++] = (RecordedBatch){.first = first, .n = n, .seconds = processor_time() - start};
    for (RecordedJob *j = r->job + first; j < r->job + r->jobs; j++) j->turns = b->t[j->position].y[j->play].cost;
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

/* Records the training of an ini with the values of set (NULL: none; at most 3), up to the batch in which it has spent this share
 * of its budget; 1: all. STATUS_NO_INPUT: the ini is missing; STATUS_CONFIG: something is wrong in it. Errors are
 * printed. *r is to be freed in every case. */
static int record(Recording *r, const char *ini, const char *const *set, double share)
{
    static const char *const always[] = {"experiment.threads=1", "selection.finalists=0", "validation.games=0"};
    Config config;
    Setup setup = {0};
    Errors errors = {0}, warnings = {0};
    ConfigValue value[6];
    int n = 0;
    *r = (Recording){0};
    for (; set != NULL && n < 3 && set[n] != NULL; n++) value[n] = (ConfigValue){.text = set[n], .origin = "bench cluster"};
    for (int i = 0; i < 3; i++) value[n++] = (ConfigValue){.text = always[i], .origin = "bench cluster"};
    const bool good = config_read(&config, ini, value, n, &errors, &warnings) && setup_train(&setup, &config, &errors, &warnings);
    if (good) {
        const Task *task = &setup.tasks.task[0];
        r->lanes = task->rules != NULL && task->estimator == ESTIMATOR_GAMES && task->player.lanes != NULL;
        record_batches(r, &setup, share);
    }
    const Status status = good ? STATUS_OK : config.missing ? STATUS_NO_INPUT : STATUS_CONFIG;
    setup_free(&setup);
    config_free(&config);
    errors_free(&warnings);
    message_errors(&errors, "");
    return (int)status;
}

/* Records workload number i, and prints its last iteration to out. */
static int record_workload(int i, FILE *out)
{
    Recording r = {0};
    char *name = text_new("params/%s.ini", workloads[i].name), *path = places_find(name);
    int status = STATUS_UNAVAILABLE;
    if (path == NULL)
        fprintf(stderr, "bench cluster: %s is not found\n", name);
    else
        status = record(&r, path, workloads[i].set, record_share);
    if (status == STATUS_OK) {
        const RecordedBatch *b = &r.batch[r.batches - 1];
        for (const RecordedJob *j = r.job + b->first; j < r.job + b->first + b->n; j++)
            fprintf(out, "%s\t%d\t%.6g\t%.0f\n", workloads[i].name, j->position, j->expected, j->turns);
    }
    recording_free(&r);
    free(path);
    free(name);
    return status;
}

static int record_all(const char *path)
{
    char *text;
    int status = STATUS_OK;
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "workload\tposition\texpected\tturns\n");
    for (int i = 0; i < WORKLOADS && status == STATUS_OK; i++) status = record_workload(i, out);
    files_memory_close(out);
    if (status == STATUS_OK && !files_replace(path, text, strlen(text))) {
        fprintf(stderr, "%s cannot be written: %s\n", path, files_why(errno));
        status = STATUS_IO;
    }
    free(text);
    return status;
}

/* ---- prediction ---- */

/* Costs of ranks on one host, which exchange messages in memory (Zen 5). pause and round were chosen so that the training of
 * params/field.ini takes as long on one and on two ranks as measured. crowded was chosen so that four threads of one process on
 * two processors take as long as measured. */
static const SimulatedCluster beside = {
    .latency = 5e-6, .message = 1.1e-6, .job = 0.07e-6, .pause = 0.02e-3, .round = 0.9e-3, .slice = 3e-3, .crowded = 0.89};

/* most_of_one: the speed of the lanes with many games, as a multiple of the speed with one game. half_at: the number of games at
 * which they reach half of it. Both hold for all workloads. */
static const double most_of_one = 1.95, half_at = 83;

/* Seconds of all iterations on so many workers, including c->pause (and c->round) after each. */
static double replay(const Recording *r, int workers, const SimulatedCluster *c)
{
    double seconds = 0;
    double *turns = mem_new((size_t)r->jobs, sizeof *turns);
    for (int i = 0; i < r->jobs; i++) turns[i] = r->job[i].turns;
    for (int i = 0; i < r->batches; i++)
        if (r->batch[i].n > 0) seconds += simulate(turns + r->batch[i].first, r->batch[i].n, workers, c).seconds;
    free(turns);
    return seconds;
}

/* The simulated cluster in which one worker takes as long as the recorded thread. */
static SimulatedCluster calibrate(const Recording *r)
{
    SimulatedCluster c = beside;
    double played = 0;
    c.lanes = r->lanes;
    c.speed = 1e6;
    c.most = r->lanes ? most_of_one * c.speed : 0;
    c.half_at = half_at;
    c.pause = c.round = 0;
    for (int i = 0; i < r->batches; i++) played += r->batch[i].seconds;
    const double faster = replay(r, 1, &c) / played;
    c.speed *= faster;
    c.most *= faster;
    c.pause = beside.pause + r->between / r->batches;
    c.round = beside.round;
    return c;
}

static int predict(const BenchOptions *o)
{
    Recording r = {0};
    const int status = record(&r, o->predict, NULL, 1);
    if (status == STATUS_OK && r.batches > 0) {
        static const IntList usual = {.v = {1, 2, 4, 16, 64}, .n = 5};
        const IntList *workers = o->threads.n > 0 ? &o->threads : &usual;
        SimulatedCluster c = calibrate(&r);
        double turns = 0, one = 0;
        c.processors = o->processors;
        for (int i = 0; i < r.jobs; i++) turns += r.job[i].turns;
        printf("%d jobs in %d batches, %.4g turns; one game %.3g million turns/s\n", r.jobs, r.batches, turns, c.speed / 1e6);
        printf("%8s %10s %12s %10s\n", "workers", "seconds", "M turns/s", "speed-up");
        for (int i = 0; i < workers->n; i++) {
            const double seconds = replay(&r, workers->v[i], &c);
            if (i == 0) one = seconds;
            printf("%8d %10.3f %12.3f %10.3f\n", workers->v[i], seconds, turns / seconds / 1e6, one / seconds);
        }
    }
    recording_free(&r);
    return status;
}

int bench_cluster(const BenchOptions *o)
{
    assert((o->record != NULL) + (o->predict != NULL) + o->simulate == 1);
    return o->record != NULL ? record_all(o->record) : o->predict != NULL ? predict(o) : simulate_all(o);
}
