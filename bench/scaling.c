/* scaling.c. swarmtris bench scaling: the gain of threads that share a list of games, and the memory that they need.
 *
 * Idea: n independent processes show the limit of the machine. So n threads on one list are compared with n processes, both
 * measured alternately; the median of the ratios counts. The memory of a thread is what the program additionally needs for one
 * more thread, with a list of a million games. */
#include "base/rng.h"
#include "bench/bench.h"
#include "bench/children.h"
#include "bench/machine.h"
#include "bench/rate.h"
#include "file/files.h"
#include "file/json.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

/* The memory is measured with JOBS games of JOB_PIECES pieces each. */
enum { REPEATS = 7, JOBS = 1000000, JOB_PIECES = 3 };
static const double warm_up = 0.1; /* share of the measured time */

/* The work of a child. */
typedef struct {
    RateSpec spec;  /* the measured player */
    double seconds; /* length of the measurement */
    Rate rate;      /* the player, opened in the child */
} Child;

/* The report of a child. */
typedef struct {
    double pieces_per_s; /* of the child */
    double filled;       /* share of the lanes that had a game */
    int64_t peak_bytes;  /* peak memory of the child */
} Report;

/* The whole measurement. */
typedef struct {
    const BenchOptions *o;     /* borrowed */
    Child child;               /* the work of the next children */
    double threads[REPEATS];   /* pieces/s of n threads */
    double processes[REPEATS]; /* pieces/s of n processes together */
    double ratio[REPEATS];     /* threads over processes */
    double filled;             /* share of the lanes that had a game */
    double bytes;              /* memory of one more thread */
    double scratch;            /* part of bytes that is scratch of the player */
    int n;                     /* number of threads and of processes; at least 2 */
} Scaling;

/* ---- in the children ---- */

static void prepare(void *ctx)
{
    Child *c = ctx;
    char why[PARAM_WHY_MAX];
    Errors errors = {0};
    if (rate_open(&c->rate, &c->spec, why, &errors) != RATE_OPEN) _exit(EXIT_FAILURE);
}

static void measure_rate(void *ctx, void *report)
{
    Child *c = ctx;
    rate_measure(&c->rate, warm_up * c->seconds);
    double rate = rate_measure(&c->rate, c->seconds);
    *(Report *)report = (Report){.pieces_per_s = rate, .filled = rate_filled(&c->rate)};
}

static void measure_memory(void *ctx, void *report)
{
    Child *c = ctx;
    Batch b = {0};
    struct rusage usage;
    batch_add(&b, (Trial){.x = c->rate.x, .key = rng_key(1, RNG_BENCH, 0), .plays = JOBS});
    batch_seat(&b);
    evaluate_batch(c->rate.setup.evaluator, &b, &stop_never);
    getrusage(RUSAGE_SELF, &usage);
    *(Report *)report = (Report){.peak_bytes = (int64_t)usage.ru_maxrss * 1024};
    batch_free(&b);
}

/* ---- measuring ---- */

/* Runs `processes` children with `threads` threads each, and sums their reports. False: a child failed; a sentence is printed. */
static bool run_children(Scaling *s, void (*measure)(void *, void *), int processes, int threads, Report *sum)
{
    assert(processes >= 1 && processes <= CHILDREN_MAX && threads >= 1);
    Report report[CHILDREN_MAX];
    const ChildWork work = {.prepare = prepare, .run = measure, .ctx = &s->child, .bytes = sizeof(Report)};
    s->child.spec.threads = threads;
    *sum = (Report){0};
    if (!children_run(&work, processes, report)) {
        fprintf(stderr, "bench: of %d processes with %d threads one failed\n", processes, threads);
        return false;
    }
    for (int i = 0; i < processes; i++) {
        sum->pieces_per_s += report[i].pieces_per_s;
        sum->filled += report[i].filled / processes;
        sum->peak_bytes += report[i].peak_bytes;
    }
    return true;
}

static bool measure_rates(Scaling *s)
{
    for (int i = 0; i < REPEATS; i++) {
        Report threads, processes;
        if (!run_children(s, measure_rate, 1, s->n, &threads) || !run_children(s, measure_rate, s->n, 1, &processes))
            return false;
        s->threads[i] = threads.pieces_per_s;
        s->processes[i] = processes.pieces_per_s;
        s->ratio[i] = threads.pieces_per_s / processes.pieces_per_s;
        s->filled = threads.filled;
    }
    stats_sort(s->threads, REPEATS);
    stats_sort(s->processes, REPEATS);
    stats_sort(s->ratio, REPEATS);
    return true;
}

static bool measure_threads_memory(Scaling *s)
{
    Report one, all;
    assert(s->n >= 2);
    s->child.spec.max_pieces = JOB_PIECES;
    if (!run_children(s, measure_memory, 1, 1, &one) || !run_children(s, measure_memory, 1, s->n, &all)) return false;
    s->bytes = (double)(all.peak_bytes - one.peak_bytes) / (s->n - 1);
    return true;
}

/* ---- results ---- */

static void print_json(const Scaling *s, const Rate *r)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "engine", r->engine);
    json_text(&j, "isa", r->isa);
    json_text(&j, "features", r->config.set->name);
    json_int(&j, "threads", s->n);
    json_real(&j, "threads_pieces_per_s", s->threads[REPEATS / 2]);
    json_real(&j, "processes_pieces_per_s", s->processes[REPEATS / 2]);
    json_real(&j, "of_processes", s->ratio[REPEATS / 2]);
    json_real(&j, "min", s->ratio[0]);
    json_real(&j, "max", s->ratio[REPEATS - 1]);
    json_real(&j, "lanes_filled", s->filled);
    json_real(&j, "scratch_bytes", s->scratch);
    json_int(&j, "jobs", JOBS);
    json_real(&j, "bytes_a_thread", s->bytes);
    json_close(&j, '}');
}

static void print_text(const Scaling *s, const Rate *r)
{
    const char *cost = r->config.game->units.cost;
    printf("%s: %s, %s; board %dx%d, %s\n", machine_name().text, r->engine, r->isa, s->child.spec.width, s->child.spec.height,
           r->config.set->name);
    printf("%d threads on one list       %12.0f %s/s, %.3f of the lanes filled\n", s->n, s->threads[REPEATS / 2], cost,
           s->filled);
    printf("%d independent processes     %12.0f %s/s\n", s->n, s->processes[REPEATS / 2], cost);
    printf("threads of processes        %12.3f (%.3f..%.3f), median of %d pairs\n", s->ratio[REPEATS / 2], s->ratio[0],
           s->ratio[REPEATS - 1], REPEATS);
    printf("memory of one more thread   %12.0f kB with a list of %d games, %.0f kB of it scratch\n", s->bytes / 1024, JOBS,
           s->scratch / 1024);
}

static int keep_table(const Scaling *s, const Rate *r, FILE *notes)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "engine,isa,features,threads,threads_pieces_per_s,processes_pieces_per_s,of_processes,min,max,lanes_filled,"
                 "scratch_bytes,jobs,bytes_a_thread\n");
    fprintf(out, "%s,%s,%s,%d,%.0f,%.0f,%.4f,%.4f,%.4f,%.4f,%.0f,%d,%.0f\n", r->engine, r->isa, r->config.set->name, s->n,
            s->threads[REPEATS / 2], s->processes[REPEATS / 2], s->ratio[REPEATS / 2], s->ratio[0], s->ratio[REPEATS - 1],
            s->filled, s->scratch, JOBS, s->bytes);
    return machine_keep(s->o->out, "scaling", out, &text, notes, NULL);
}

int bench_scaling(const BenchOptions *o)
{
    Scaling s = {.o = o, .child = {.spec = rate_spec(o, 20), .seconds = bench_seconds(o)}};
    Rate probe; /* opened only for names and sizes, since the parent plays nothing */
    s.n = s.child.spec.threads > 1 ? s.child.spec.threads : 2;
    int status = rate_open_for(&probe, &s.child.spec, "scaling");
    if (status == STATUS_OK) {
        s.scratch = (double)probe.setup.tasks.task[0].player.scratch_bytes;
        status = measure_rates(&s) && measure_threads_memory(&s) ? STATUS_OK : STATUS_INTERNAL;
    }
    if (status == STATUS_OK) {
        if (o->json)
            print_json(&s, &probe);
        else
            print_text(&s, &probe);
        status = keep_table(&s, &probe, o->json ? stderr : stdout);
    }
    rate_close(&probe);
    return status;
}
