/* meta.c. swarmtris bench meta: the cost of the many small trainings of a search over parameters, against one long list of games.
 *
 * Idea: inner trainings wait for the ends of their iterations, so lanes and threads have less to do in between, and moving all
 * these swarms takes time, too. So a step of a search is timed, and then the same games with the same weights once more, in one
 * list that is handed over at once: this is the speed that the engine can reach with them. Two threads on the search are compared
 * with two processes that each run the whole search. All measurements take turns, and the medians of the ratios count. */
#include "base/mem.h"
#include "bench/bench.h"
#include "bench/cell.h"
#include "bench/keep.h"
#include "bench/machine.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "run/setup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEATS = 5 };

/* All trials that a search has asked for. */
typedef struct {
    Batch all;
    double **x; /* (all.n), owned with the arrays: copies of the weights */
    int room;   /* reserved elements of x */
} Asked;

/* Times by repeat. */
typedef struct {
    Config config;                /* of the search */
    int n;                        /* threads, and processes */
    double pieces;                /* of one search */
    double search[REPEATS];       /* pieces/s of the search */
    double list[REPEATS];         /* pieces/s of its games in one list */
    double efficiency[REPEATS];   /* search over list */
    double threads[REPEATS];      /* searches a second of n threads */
    double processes[REPEATS];    /* searches a second of n processes */
    double of_processes[REPEATS]; /* threads over processes */
} MetaTimes;

/* ---- the search, and its games in one list ---- */

static void keep_asked(Asked *a, const Batch *b, const Setup *s)
{
    for (int i = 0; i < b->n; i++) {
        Trial t = b->t[i];
        if (t.had != NULL) continue; /* asked again */
        size_t dim = (size_t)s->objective[t.objective].space.dim;
        a->x = mem_grow(a->x, &a->room, a->all.n + 1, sizeof *a->x);
        double *x = a->x[a->all.n] = mem_new(dim, sizeof *x);
        memcpy(x, t.x, dim * sizeof *x);
        t.x = x;
        t.part = 0;
        batch_add(&a->all, t);
    }
}

static void free_asked(Asked *a)
{
    for (int i = 0; i < a->all.n; i++) free(a->x[i]);
    free(a->x);
    batch_free(&a->all);
}

static double pieces_of(const Batch *b)
{
    double pieces = 0;
    for (int i = 0; i < b->answers; i++) pieces += b->y[i].cost;
    return pieces;
}

/* Plays a batch, and returns the seconds that it took. */
static double play_batch(Evaluator *evaluator, Batch *b)
{
    double start = machine_clock();
    batch_seat(b);
    evaluate_batch(evaluator, b, &stop_never);
    return machine_clock() - start;
}

/* Runs the search to its end, and keeps the trials that it asks for. Returns the seconds that it took without the keeping. */
static double run_search(Setup *s, Asked *asked, double *pieces)
{
    const Experiment *e = &s->experiment;
    Batch b = {0};
    double seconds = 0;
    while (e->kind->progress(e->self, 0) < 1) {
        double start = machine_clock();
        batch_clear(&b);
        e->kind->ask(e->self, &b);
        seconds += machine_clock() - start;
        keep_asked(asked, &b, s);
        seconds += play_batch(s->evaluator, &b);
        start = machine_clock();
        e->kind->tell(e->self, b.t, b.n, NULL);
        seconds += machine_clock() - start;
    }
    batch_free(&b);
    Result r;
    e->kind->result(e->self, &r);
    *pieces = r.cost;
    return seconds;
}

/* The work of a child. The parent must stay without threads, because it forks more children later. */
typedef struct {
    Config config; /* a shallow copy */
    Setup setup;   /* made of config */
} Work;

/* The report of a child. */
typedef struct {
    double pieces;           /* of the search */
    double searched, listed; /* seconds of the search, and of its games in one list */
    bool same;               /* both have played the same number of pieces */
} Report;

static void prepare(void *ctx)
{
    Work *w = ctx;
    Errors errors = {0};
    if (!setup_train(&w->setup, &w->config, &errors, &errors)) _exit(EXIT_FAILURE);
}

static void search_and_list(void *ctx, void *report_)
{
    Work *w = ctx;
    Report *report = report_;
    Asked asked = {0};
    report->searched = run_search(&w->setup, &asked, &report->pieces);
    report->listed = play_batch(w->setup.evaluator, &asked.all);
    report->same = pieces_of(&asked.all) == report->pieces;
    free_asked(&asked);
}

/* Measures the search and its games in one list, with all threads. False: they did not play the same games. */
static bool measure_list(MetaTimes *m, int i)
{
    assert(i >= 0 && i < REPEATS && m->n >= 1);
    Work w = {.config = m->config};
    Report report = {0};
    const ChildWork work = {.prepare = prepare, .run = search_and_list, .ctx = &w, .bytes = sizeof report};
    w.config.experiment.threads = m->n;
    w.config.experiment.mode = EVALUATOR_BOTH;
    if (!children_run(&work, 1, &report) || !report.same) {
        fprintf(stderr, "bench: the games of the search had other lengths in one list, or did not end\n");
        return false;
    }
    m->pieces = report.pieces;
    m->search[i] = report.pieces / report.searched;
    m->list[i] = report.pieces / report.listed;
    m->efficiency[i] = report.listed / report.searched;
    return true;
}

/* ---- threads ---- */

static bool measure_threads(MetaTimes *m, int i)
{
    Timing threads, processes;
    if (!cell_run(&m->config, &(Cell){EVALUATOR_BOTH, m->n, 1}, &threads) ||
        !cell_run(&m->config, &(Cell){EVALUATOR_NONE, 1, m->n}, &processes))
        return false;
    m->threads[i] = 1 / threads.seconds;
    m->processes[i] = m->n / processes.seconds;
    m->of_processes[i] = m->threads[i] / m->processes[i];
    return true;
}

/* ---- results ---- */

static void print_json(const MetaTimes *m)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_int(&j, "threads", m->n);
    json_real(&j, "pieces", m->pieces);
    json_real(&j, "search_pieces_per_s", m->search[REPEATS / 2]);
    json_real(&j, "list_pieces_per_s", m->list[REPEATS / 2]);
    json_real(&j, "of_list", m->efficiency[REPEATS / 2]);
    json_real(&j, "of_list_min", m->efficiency[0]);
    json_real(&j, "of_list_max", m->efficiency[REPEATS - 1]);
    json_real(&j, "of_processes", m->of_processes[REPEATS / 2]);
    json_real(&j, "of_processes_min", m->of_processes[0]);
    json_real(&j, "of_processes_max", m->of_processes[REPEATS - 1]);
    json_close(&j, '}');
}

static void print_text(const MetaTimes *m)
{
    char name[64];
    printf("%s: a step of a search over parameters, %.0f turns, %d threads\n", machine_name(name, sizeof name), m->pieces, m->n);
    printf("the search                  %12.0f turns/s\n", m->search[REPEATS / 2]);
    printf("its games in one list       %12.0f turns/s\n", m->list[REPEATS / 2]);
    printf("the search of the list      %12.3f (%.3f..%.3f), median of %d pairs\n", m->efficiency[REPEATS / 2], m->efficiency[0],
           m->efficiency[REPEATS - 1], REPEATS);
    printf("%d threads of %d processes    %12.3f (%.3f..%.3f), median of %d pairs\n", m->n, m->n, m->of_processes[REPEATS / 2],
           m->of_processes[0], m->of_processes[REPEATS - 1], REPEATS);
}

static int keep_table(const MetaTimes *m, const char *folder, FILE *notes)
{
    char *text;
    size_t size;
    FILE *out = files_memory(&text, &size);
    fprintf(out,
            "threads,pieces,search_pieces_per_s,list_pieces_per_s,of_list,of_list_min,of_list_max,of_processes,of_processes_min,"
            "of_processes_max\n");
    fprintf(out, "%d,%.0f,%.0f,%.0f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f\n", m->n, m->pieces, m->search[REPEATS / 2],
            m->list[REPEATS / 2], m->efficiency[REPEATS / 2], m->efficiency[0], m->efficiency[REPEATS - 1],
            m->of_processes[REPEATS / 2], m->of_processes[0], m->of_processes[REPEATS - 1]);
    return keep_memory(folder, "meta", out, &text, &size, notes);
}

int bench_meta(const BenchOptions *o)
{
    MetaTimes m = {.n = o->threads.n > 0 ? o->threads.v[0] : machine_processors()};
    double *const all[] = {m.search, m.list, m.efficiency, m.threads, m.processes, m.of_processes};
    int status = cell_config(&m.config, "params/bench-meta.ini", o);
    for (int i = 0; i < REPEATS && status == STATUS_OK; i++)
        if (!measure_list(&m, i) || !measure_threads(&m, i)) status = STATUS_INTERNAL;
    if (status == STATUS_OK) {
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) stats_sort(all[k], REPEATS);
        if (o->json)
            print_json(&m);
        else
            print_text(&m);
        status = keep_table(&m, o->out, o->json ? stderr : stdout);
    }
    config_free(&m.config);
    return status;
}
