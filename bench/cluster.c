/* cluster.c. swarmtris bench cluster --simulate: how well a training would use more ranks than there are to be measured.
 *
 * Idea: the lengths of the games of one iteration were measured (bench/results/cluster-jobs.tsv: turns of each game, and what
 * the iteration before made expect of its position). Larger iterations are drawn from them, positions first, then games of
 * each. simulate.h plays all of it on 1 to 4,096 workers. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "bench/keep.h"
#include "bench/simulate.h"
#include "file/files.h"
#include "file/message.h"
#include "file/places.h"
#include "file/tsv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Seconds of rank 0 for a message over TCP and for a job, and between two iterations, measured on Zen 5; the latency is that of
 * a common network. */
static const SimulatedCluster costs = {.latency = 50e-6, .message = 8e-6, .job = 0.7e-6, .pause = 0.5e-3};

enum { WORKERS_MAX = 4096 };

/* Where jobs were measured: params/NAME.ini, with 64 positions of 50 games each but for `long`; turns a second of a thread's
 * processor time, Zen 5 with AVX-512. */
static const struct {
    const char *name;
    bool lanes; /* games side by side; else replicates, one after the other */
    double speed;
} workloads[] = {{"fast", true, 13.2e6}, {"quick", true, 11e6}, {"long", false, 6.1e6}};

/* Iterations that are simulated. */
static const struct {
    int workload;         /* index into workloads */
    int positions, plays; /* of the iteration; plays are games, or replicates of splitting */
} iterations[] = {{0, 20, 75}, {0, 64, 50},  {1, 64, 50},   {0, 1024, 100}, {0, 4096, 100},
                  {2, 64, 1},  {2, 1024, 4}, {2, 4096, 16}, {2, 4096, 64}};

/* A job that was measured. */
typedef struct {
    int position;
    double expected, turns;
} Measured;

/* Those of one workload: first of each position, too. */
typedef struct {
    Measured *job; /* (n), owned */
    int n;
} Workload;

static int by_expectation(const void *a, const void *b)
{
    const Measured *s = a, *t = b;
    if (s->expected != t->expected) return s->expected > t->expected ? -1 : 1;
    return s->position - t->position;
}

static Workload read_workload(const Tsv *t, const char *name)
{
    const int workload = tsv_column(t, "workload"), position = tsv_column(t, "position"), expected = tsv_column(t, "expected"),
              turns = tsv_column(t, "turns");
    Workload w = {.job = mem_new((size_t)t->rows, sizeof *w.job)};
    assert(workload >= 0 && position >= 0 && expected >= 0 && turns >= 0);
    for (int r = 0; r < t->rows; r++)
        if (strcmp(tsv_cell(t, r, workload), name) == 0)
            w.job[w.n++] = (Measured){.position = (int)tsv_number(t, r, position),
                                      .expected = tsv_number(t, r, expected),
                                      .turns = tsv_number(t, r, turns)};
    return w;
}

/* An iteration: turns (positions x plays), longest expected first. */
static void draw(const Workload *w, int positions, int plays, double *turns)
{
    const int n = positions * plays;
    Measured *job = mem_new((size_t)n, sizeof *job);
    Rng rng;
    rng_stream(&rng, 1);
    for (int p = 0, k = 0; p < positions; p++) {
        const Measured *of = &w->job[rng_below(&rng, (uint32_t)w->n)];
        int first = 0, end;
        while (w->job[first].position != of->position) first++;
        for (end = first; end < w->n && w->job[end].position == of->position; end++) continue;
        for (int i = 0; i < plays; i++, k++) {
            job[k] = w->job[first + (int)rng_below(&rng, (uint32_t)(end - first))];
            job[k].position = p;
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
    Workload w = read_workload(t, name);
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
    free(w.job);
}

int bench_cluster(const BenchOptions *o)
{
    Tsv t = {0};
    Errors errors = {0};
    char *path = places_find("bench/results/cluster-jobs.tsv"), *text;
    size_t size;
    if (path == NULL) {
        fprintf(stderr, "bench cluster: bench/results/cluster-jobs.tsv, the lengths of measured games, is not found\n");
        return STATUS_UNAVAILABLE;
    }
    int status = (int)tsv_read(&t, path, '\t', &errors);
    message_errors(&errors, "");
    errors_free(&errors);
    if (status == STATUS_OK) {
        FILE *csv = files_memory(&text, &size);
        fprintf(
            csv,
            "workload,positions,plays,workers,milliseconds,efficiency,playing,waiting,ending,between,serving,messages,bytes\n");
        if (!o->quiet)
            printf("%-6s %5s %5s %8s %11s %10s %8s %8s %8s %8s %8s %9s %6s\n", "jobs", "pos.", "plays", "workers", "ms",
                   "efficiency", "playing", "waiting", "ending", "between", "serving", "messages", "bytes");
        for (size_t i = 0; i < sizeof iterations / sizeof *iterations; i++) simulate_iteration(&t, (int)i, csv, o->quiet);
        status = keep_memory(o->out, "cluster", csv, &text, &size, stderr);
    }
    tsv_free(&t);
    free(path);
    return status;
}
