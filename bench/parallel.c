/* parallel.c. swarmtris bench parallel: the speed-up by threads over particles, over games and over both, with each engine.
 *
 * Idea: on a machine that is not idle, only measurements that are close in time can be compared. So all cells are measured in
 * every round, and a speed-up is the median of the ratios of single rounds, never a ratio of medians. The speed of n independent
 * serial processes is the limit of the machine, with which n threads are compared. All engines play the same swarm, but the lanes
 * play more iterations and games of it, because they would be too fast to be timed; engines are compared by pieces a second. A
 * stopped measurement keeps its complete rounds, or the part of the first one.
 *
 * Every training is timed in children that are forked for it. So all start from the same state, and no threads of an earlier one
 * are left. The parent never evaluates a batch, since threads do not survive a fork. Children prepare themselves in memory,
 * report that they are ready, and are released together. So the preparation is not timed, and processes really run at the same
 * time.
 * Never: a child outlives the parent, which may be interrupted at any moment, or is waited for after a signal to stop. */
#include "base/mem.h"
#include "base/text.h"
#include "bench/bench.h"
#include "charts/charts.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/json.h"
#include "file/message.h"
#include "run/driver.h"
#include "run/environment.h"
#include "run/monitor.h"
#include "run/progress.h"
#include "run/setup.h"
#include "run/signals.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* USUAL_SECONDS: the default of the maximum time of a serial timing. The whole measurement then takes about three minutes on two
 * processors. */
enum { ROUNDS_MIN = 5, ROUNDS_MAX = 1000, USUAL_SECONDS = 2, MODES = 4, ENGINES = 3 };

/* An engine with its training. */
typedef struct {
    int engine;         /* PLAYER_... */
    const char *ini;    /* of the training */
    const char *isa;    /* the instruction set in use; NULL before it is known */
    Config config;      /* of the training */
    double cost;        /* pieces of one training; 0 before the first training */
    uint64_t signature; /* of the final state */
} Side;

/* One way of running the training. */
typedef struct {
    EvaluatorMode mode; /* of each process */
    int threads;        /* of each process, at least 1 */
    int processes;      /* that run the whole training at the same time, at least 1 */
} Cell;

/* A training that a child has timed; small enough for a pipe to take it at once. */
typedef struct {
    double begin, end;  /* on the clock of duration_now, seconds */
    double cost;        /* of the training */
    uint64_t signature; /* of the final state */
} Timed;

/* A cell and its numbers. */
typedef struct {
    const char *name;           /* of the mode, or "processes" */
    Side *side;                 /* borrowed */
    Cell cell;                  /* how the training is run */
    double seconds[ROUNDS_MAX]; /* (rounds), as measured */
    double median, min, max;    /* of the seconds */
    double speedup;             /* over one thread of the same engine */
    double efficiency;          /* speedup over the number of threads */
    double pieces_per_s;        /* from the median */
    double of_processes;        /* speedup over that of as many processes; NAN: not measured */
    double of_reference;        /* pieces_per_s over that of one thread of the first engine */
} Row;

/* The whole measurement. */
typedef struct {
    const BenchOptions *o; /* borrowed */
    Side side[ENGINES];    /* the first `sides` are in use */
    Row *row;              /* (rows), owned: the rows of one side after the other, mode none first */
    int sides, rows;
    int rounds;   /* complete rounds */
    int measured; /* rows measured in the current round */
    double begun; /* when the first round began, on the clock of duration_now */
    Progress progress;
    const atomic_int *asked; /* the StopReason of the last signal */
} Times;

/* ---- what is measured ---- */

static void add_row(Times *t, Side *side, const char *name, EvaluatorMode mode, int threads, int processes)
{
    t->row[t->rows++] = (Row){.name = name, .side = side, .cell = {mode, threads, processes}, .of_processes = NAN};
}

static void make_rows(Times *t)
{
    IntList counts = t->o->threads; /* by default 1, 2, 4, ... below the number of processors, and that number */
    const int all = processors_taken(NULL);
    for (int n = 1; t->o->threads.n == 0 && n < all; n *= 2) counts.v[counts.n++] = n;
    if (t->o->threads.n == 0) counts.v[counts.n++] = all;
    t->row = mem_new((size_t)t->sides * ((size_t)counts.n * MODES + 1), sizeof *t->row);
    for (Side *side = t->side; side < t->side + t->sides; side++) {
        add_row(t, side, evaluator_modes[EVALUATOR_NONE], EVALUATOR_NONE, 1, 1);
        for (EvaluatorMode mode = EVALUATOR_NONE + 1; mode <= EVALUATOR_BOTH; mode++)
            for (int i = 0; i < counts.n; i++)
                if (t->o->mode < 0 || t->o->mode == (int)mode) add_row(t, side, evaluator_modes[mode], mode, counts.v[i], 1);
        for (int i = 0; i < counts.n; i++) add_row(t, side, "processes", EVALUATOR_NONE, 1, counts.v[i]);
    }
}

/* The number in the column `threads`: threads, or processes in a row of processes. */
static int threads_of(const Row *r)
{
    return r->cell.threads * r->cell.processes;
}

/* Reads an ini that comes with the program. Returns the exit status, after printing errors. */
static int read_training(Config *config, const char *ini)
{
    OWNED char *path = places_find(ini);
    Errors errors = {0}, warnings = {0};
    int status = path == NULL ? STATUS_NO_INPUT : STATUS_OK;
    if (path == NULL) {
        OWNED char *folder = places_program();
        errors_add(&errors, "%s is missing: it belongs into the clone or share/swarmtris that %s is part of", ini, folder);
    } else if (!config_read(config, path, NULL, NULL, 0, &errors, &warnings)) {
        status = STATUS_CONFIG;
    }
    message_errors(&errors, "");
    message_errors(&warnings, "warning: ");
    return status;
}

/* Reads the trainings of reference and lanes, or of the engine that was asked for, as far as they can play here. Returns the exit
 * status. */
static int read_sides(Times *t)
{
    static const Side sides[] = {{.engine = PLAYER_REFERENCE, .ini = "params/bench.ini"},
                                 {.engine = PLAYER_LANES, .ini = "params/bench-lanes.ini"},
                                 {.engine = PLAYER_COLUMNS, .ini = "params/bench-lanes.ini"}};
    int status = STATUS_OK;
    for (int i = 0; i < ENGINES && status == STATUS_OK; i++) {
        const int asked = t->o->engine;
        const bool both = asked < 0 || asked == PLAYER_AUTO;
        if (both ? sides[i].engine == PLAYER_COLUMNS : sides[i].engine != asked) continue;
        Side *side = &t->side[t->sides];
        *side = sides[i];
        status = read_training(&side->config, side->ini);
        if (status == STATUS_OK && t->o->isa != NULL) side->config.isas = t->o->isa;
        side->config.experiment.engine = side->engine;
        const char *why = status == STATUS_OK ? bench_refused(&side->config, &side->isa) : NULL;
        if (why != NULL) fprintf(stderr, "%s, %s: skipped: %s\n", player_engines[side->engine], side->config.isas, why);
        if (status == STATUS_OK && why == NULL)
            t->sides++;
        else
            config_free(&side->config);
    }
    return status == STATUS_OK && t->sides == 0 ? STATUS_UNAVAILABLE : status;
}

/* ---- one training, in one child process or in several at once ---- */

/* A child. */
typedef struct {
    pid_t pid;
    int from; /* the reading end of the pipe for its reports */
} ChildProcess;

/* Reads n bytes. False: the other end was closed too early, or *asked (NULL: nobody) asks to stop. */
static bool read_all(int from, void *p, size_t n, const atomic_int *asked)
{
    enum { LOOK = 50 }; /* milliseconds between two looks at signals, after which reading goes on */
    struct pollfd input = {.fd = from, .events = POLLIN};
    for (char *at = p; n > 0;) {
        if (asked != NULL && *asked != STOP_NOT) return false;
        if (poll(&input, 1, LOOK) <= 0) continue;
        const ssize_t got = read(from, at, n);
        if (got <= 0) return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

/* The whole work of a child. go: a pipe that the parent closes when all children are ready; to: the pipe for the reports. */
static void run_child(const Config *config, int go, int to)
{
    Setup setup;
    Errors errors = {0};
    char nothing;
    if (!setup_train(&setup, config, &errors, &errors) || write(to, "", 1) != 1) _exit(EXIT_FAILURE);
    read_all(go, &nothing, 1, NULL);
    const Driver d = {.experiment = &setup.experiment, .evaluator = setup.evaluator};
    Timed timed = {.begin = duration_now()};
    if (driver_run(&d, NULL) != DRIVER_FINISHED) _exit(EXIT_FAILURE);
    timed.end = duration_now();
    timed.cost = experiment_result(&setup.experiment).cost;
    SerialiserHash h = serialise_hash();
    setup.experiment.kind->serialise(setup.experiment.self, &h.serialise);
    timed.signature = h.hash;
    _exit(write(to, &timed, sizeof timed) == sizeof timed ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Forks a child. go (both ends): the pipe that releases the child. A reader waits as long as any process has the writing end
 * open. So the child closes its copy of go's writing end, and the parent closes the writing end of the child's pipe before the
 * next fork. */
static bool start_child(const Config *config, const int go[2], ChildProcess *child)
{
    int ends[2];
    const pid_t parent = getpid();
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(EXIT_FAILURE); /* the parent has ended meanwhile */
        close(go[1]);
        close(ends[0]);
        run_child(config, go[0], ends[1]);
    }
    close(ends[1]);
    child->from = ends[0];
    if (child->pid < 0) close(ends[0]);
    return child->pid > 0;
}

/* Runs the training of config in as many children as the cell has, and collects their reports (processes). After a failure, or a
 * signal to stop, those that still play are killed. */
static bool run_children(const Times *t, const Config *config, int processes, Timed *report)
{
    OWNED ChildProcess *child = mem_new((size_t)processes, sizeof *child);
    int go[2], started = 0;
    char ready;
    bool good = pipe(go) == 0;
    if (!good) return false;
    while (good && started < processes) {
        good = start_child(config, go, &child[started]);
        started += good;
    }
    for (int i = 0; i < started && good; i++) good = read_all(child[i].from, &ready, 1, t->asked);
    close(go[0]);
    close(go[1]);
    for (int i = 0; i < started && good; i++) good = read_all(child[i].from, &report[i], sizeof report[i], t->asked);
    for (int i = 0; i < started; i++) {
        close(child[i].from);
        if (!good) kill(child[i].pid, SIGKILL);
        while (waitpid(child[i].pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
    return good;
}

/* Runs the training of a side in this way. *timed: from the first start to the last end. Returns the exit status; a failure, or
 * children that end in different states, are a sentence. */
static int run_cell(const Times *t, const Side *side, const Cell *cell, Timed *timed)
{
    Config config = side->config; /* a shallow copy: the original owns the blocks */
    OWNED Timed *report = mem_new((size_t)cell->processes, sizeof *report);
    assert(cell->threads >= 1 && cell->processes >= 1);
    config.experiment.mode = (int)cell->mode;
    config.experiment.threads = cell->threads;
    bool good = run_children(t, &config, cell->processes, report);
    if (!good && *t->asked != STOP_NOT) return (int)monitor_status((StopReason)*t->asked);
    *timed = report[0];
    for (int i = 1; i < cell->processes; i++) {
        good = good && report[i].signature == timed->signature;
        timed->begin = fmin(timed->begin, report[i].begin);
        timed->end = fmax(timed->end, report[i].end);
    }
    assert(!good || timed->end >= timed->begin);
    if (!good)
        fprintf(stderr, "bench: of %d processes with %d threads one failed, or had another result\n", cell->processes,
                cell->threads);
    return good ? STATUS_OK : STATUS_INTERNAL;
}

/* ---- measuring ---- */

/* Shows the progress: on a terminal at every row, else at the beginning of every round. */
static void show_progress(Times *t, int rounds)
{
    const Row *r = &t->row[t->measured];
    if (!t->progress.terminal && t->measured > 0) return;
    OWNED char *phase = text_new("round %d of %d, %s %s on %s:", t->rounds + 1, rounds, player_engines[r->side->engine], r->name,
                                 message_count(threads_of(r), "threads").text);
    const ProgressState s = {.phase = phase,
                             .share = (double)(t->rounds * t->rows + t->measured) / (rounds * t->rows),
                             .seconds = duration_now() - t->begun};
    progress_show(&t->progress, &s, true);
}

static int measure_round(Times *t, int rounds)
{
    assert(t->rounds < ROUNDS_MAX);
    for (t->measured = 0; t->measured < t->rows; t->measured++) {
        Timed timed;
        Row *r = &t->row[t->measured];
        show_progress(t, rounds);
        const int status = run_cell(t, r->side, &r->cell, &timed);
        if (status != STATUS_OK) return status;
        if (r->side->cost == 0) r->side->cost = timed.cost, r->side->signature = timed.signature;
        if (r->side->signature != timed.signature) {
            fprintf(stderr, "bench: the training has another result in mode %s with %d threads\n", r->name, threads_of(r));
            return STATUS_INTERNAL;
        }
        r->seconds[t->rounds] = timed.end - timed.begin;
    }
    t->rounds++;
    return STATUS_OK;
}

/* Shortens the training of a side to the iterations that a serial process plays in the seconds of a timing; at least one. Later
 * iterations are longer, since players are better. So the number is doubled until they take half of the seconds. */
static int shorten(const Times *t, Side *side)
{
    const Cell serial = {EVALUATOR_NONE, 1, 1};
    const double most = t->o->seconds > 0 ? t->o->seconds : USUAL_SECONDS;
    int64_t *iterations = &side->config.train.training.iterations;
    const int64_t all = *iterations;
    double seconds;
    *iterations = 0;
    do {
        Timed timed;
        *iterations = *iterations == 0 ? 1 : *iterations < all / 2 ? 2 * *iterations : all;
        const int status = run_cell(t, side, &serial, &timed);
        if (status != STATUS_OK) return status;
        seconds = timed.end - timed.begin;
    } while (seconds < most / 2 && *iterations < all);
    *iterations = (int64_t)fmin(fmax(floor((double)*iterations * most / seconds), 1), (double)all);
    return STATUS_OK;
}

/* Measures at least ROUNDS_MIN rounds, and until the first cell has been measured for the requested time. */
static int measure(Times *t)
{
    int status = STATUS_OK, rounds = ROUNDS_MIN;
    t->asked = signals_install();
    for (int i = 0; i < t->sides && status == STATUS_OK; i++) status = shorten(t, &t->side[i]);
    t->begun = duration_now();
    progress_start(&t->progress, t->o->quiet, true);
    while (status == STATUS_OK && t->rounds < rounds) {
        status = measure_round(t, rounds);
        double needed = ceil(bench_seconds(t->o) / t->row[0].seconds[0]);
        if (status == STATUS_OK) rounds = needed < ROUNDS_MIN ? ROUNDS_MIN : needed > ROUNDS_MAX ? ROUNDS_MAX : (int)needed;
    }
    progress_end(&t->progress);
    if (status != STATUS_STOPPED && status != STATUS_INTERRUPTED) return status;
    fprintf(stderr, "stopped after %d of %d rounds; %s\n", t->rounds, rounds,
            t->rounds > 0     ? "they are kept"
            : t->measured > 0 ? "of the first one is kept what was measured"
                              : "nothing was measured yet");
    if (t->rounds == 0 && t->measured > 0) {
        t->rows = t->measured;
        t->rounds = 1;
        while (t->row[t->rows - 1].side < &t->side[t->sides - 1]) config_free(&t->side[--t->sides].config);
    }
    return status;
}

/* ---- numbers ---- */

static double median(double *x, int n)
{
    stats_sort(x, n);
    return stats_quantile(x, n, 0.5);
}

/* The median over the rounds of factor x a / b. */
static double ratio(const Times *t, double factor, const Row *a, const Row *b)
{
    double x[ROUNDS_MAX];
    assert(t->rounds >= 1 && b != NULL);
    for (int i = 0; i < t->rounds; i++) x[i] = factor * a->seconds[i] / b->seconds[i];
    return median(x, t->rounds);
}

/* The row of a side with this name and number of threads; NULL: not measured. */
static const Row *find(const Times *t, const Side *side, const char *name, int threads)
{
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        if (r->side == side && strcmp(r->name, name) == 0 && threads_of(r) == threads) return r;
    }
    return NULL;
}

static void compute(Times *t)
{
    for (int i = 0; i < t->rows; i++) {
        Row *r = &t->row[i];
        double sorted[ROUNDS_MAX], trainings = r->cell.processes;
        memcpy(sorted, r->seconds, sizeof sorted);
        r->median = median(sorted, t->rounds);
        r->min = sorted[0];
        r->max = sorted[t->rounds - 1];
        r->speedup = ratio(t, trainings, find(t, r->side, evaluator_modes[EVALUATOR_NONE], 1), r);
        r->efficiency = r->speedup / threads_of(r);
        r->of_reference = ratio(t, trainings * r->side->cost / t->side[0].cost, &t->row[0], r);
        r->pieces_per_s = trainings * r->side->cost / r->median;
        const Row *processes = find(t, r->side, "processes", threads_of(r));
        if (processes != NULL && processes != r) r->of_processes = ratio(t, 1.0 / threads_of(r), processes, r);
    }
}

/* ---- results ---- */

static void print_side(const Times *t, const Side *side)
{
    char rate[40];
    const char *noun = config_units(&side->config)->cost;
    snprintf(rate, sizeof rate, "%s/s", noun);
    printf("\n%s, %s: %s, %s %s (%s)\n", player_engines[side->engine], side->isa,
           message_count(side->config.train.training.iterations, "iterations").text, message_number(side->cost).text, noun,
           side->ini);
    printf("%-10s %7s %9s %9s %9s %9s %11s %12s %13s %13s\n", "mode", "threads", "seconds", "min", "max", "speed-up",
           "efficiency", "of processes", rate, "of the first");
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        if (r->side != side) continue;
        printf("%-10s %7d %9.3f %9.3f %9.3f %9.2f %11.2f", r->name, threads_of(r), r->median, r->min, r->max, r->speedup,
               r->efficiency);
        if (isfinite(r->of_processes))
            printf(" %12.3f", r->of_processes);
        else
            printf(" %12s", "");
        printf(" %13.0f %13.1f\n", r->pieces_per_s, r->of_reference);
    }
}

/* What makes a row slower than one thread: a busy machine, where processes that share nothing gain nothing either; NULL: it is
 * not. */
static const char *why_slower(const Times *t, const Row *r)
{
    static const char *const reasons[] = {
        [EVALUATOR_NONE] = "the processes share processors, or other programs keep them busy",
        [EVALUATOR_PARTICLES] = "threads wait for the last particle of every iteration",
        [EVALUATOR_GAMES] = "threads wait for the last game of every particle",
        [EVALUATOR_BOTH] = "there are fewer processors than threads, other programs keep them busy, or iterations are short"};
    assert(r->cell.mode >= EVALUATOR_NONE && r->cell.mode <= EVALUATOR_BOTH);
    if (r->speedup >= 1) return NULL;
    for (const Row *p = t->row; p < t->row + t->rows; p++)
        if (p->side == r->side && p->cell.processes == threads_of(r) && p->efficiency < 0.75) return reasons[EVALUATOR_NONE];
    return reasons[r->cell.mode];
}

static void print_times(const Times *t)
{
    printf("The same swarm: %s, %d processors, %d interleaved runs\n", bench_machine().text, processors_taken(NULL), t->rounds);
    printf("seconds: median of the runs; speed-up: median of the ratios to none in the same run; of processes: the share that\n"
           "threads reach of what as many independent serial processes reach, median of the pairs; of the first: the speed over\n"
           "that of the first line in the same run\n");
    for (int i = 0; i < t->sides; i++) print_side(t, &t->side[i]);
    printf("\n");
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        const char *why = why_slower(t, r);
        if (why != NULL && threads_of(r) > 1)
            printf("%s, %s, %d: slower than none, %.2f of its speed: %s\n", player_engines[r->side->engine], r->name,
                   threads_of(r), r->speedup, why);
    }
}

static void print_json(const Times *t)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '[');
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        json_open(&j, NULL, '{');
        json_text(&j, "engine", player_engines[r->side->engine]);
        json_text(&j, "isa", r->side->isa);
        json_text(&j, "mode", r->name);
        json_int(&j, "threads", threads_of(r));
        json_int(&j, "runs", t->rounds);
        json_real(&j, "seconds", r->median);
        json_real(&j, "min", r->min);
        json_real(&j, "max", r->max);
        json_real(&j, "speedup", r->speedup);
        json_real(&j, "efficiency", r->efficiency);
        json_real(&j, "of_processes", r->of_processes);
        json_real(&j, "pieces_per_s", r->pieces_per_s);
        json_real(&j, "of_reference", r->of_reference);
        if (why_slower(t, r) != NULL) json_text(&j, "slower_because", why_slower(t, r));
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

static void write_csv(const Times *t, const Side *side, FILE *out)
{
    fprintf(out, "mode,threads,seconds,min,max,speedup,efficiency,of_processes,pieces_per_s,of_reference,runs\n");
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        if (r->side != side) continue;
        fprintf(out, "%s,%d,%.4f,%.4f,%.4f,%.4f,%.4f,", r->name, threads_of(r), r->median, r->min, r->max, r->speedup,
                r->efficiency);
        if (isfinite(r->of_processes)) fprintf(out, "%.4f", r->of_processes);
        fprintf(out, ",%.0f,%.3f,%d\n", r->pieces_per_s, r->of_reference, t->rounds);
    }
}

static int draw_chart(const Side *side, const char *base, FILE *notes)
{
    char csv[400], settings[400];
    Errors errors = {0}, drawn = {0};
    Charts charts = {.errors = &errors, .drawn = &drawn};
    snprintf(csv, sizeof csv, "%s.csv", base);
    snprintf(settings, sizeof settings, "%s, %s %s, %s", side->ini, player_engines[side->engine], side->isa,
             message_count(side->config.train.training.iterations, "iterations").text);
    Status status = charts_speedup(&charts, csv, base, settings);
    charts_announce(&charts, "chart: ", notes);
    return status == STATUS_UNAVAILABLE ? STATUS_OK : (int)status; /* without gnuplot, only the table is kept */
}

/* Keeps table and chart of one engine. Returns the exit status. */
static int keep_table(const Times *t, const Side *side, FILE *notes)
{
    char name[40], *text, *base = NULL;
    FILE *out = files_memory(&text, NULL);
    write_csv(t, side, out);
    const char *engine = side->engine == PLAYER_REFERENCE ? "" : player_engines[side->engine];
    snprintf(name, sizeof name, "parallel%s%s", engine[0] != '\0' ? "-" : "", engine);
    int status = bench_keep(t->o->out, name, out, &text, notes, &base);
    if (status == STATUS_OK && base != NULL) status = draw_chart(side, base, notes);
    free(base);
    return status;
}

int bench_parallel(const BenchOptions *o)
{
    OWNED Times *t = mem_new(1, sizeof *t); /* on the heap, since configurations point into themselves and must not be moved */
    t->o = o;
    int status = read_sides(t);
    if (status == STATUS_OK) {
        make_rows(t);
        status = measure(t);
        if (status != STATUS_INTERNAL && t->rounds > 0) {
            int kept = STATUS_OK;
            compute(t);
            (o->json ? print_json : print_times)(t);
            for (int i = 0; i < t->sides && kept == STATUS_OK; i++) kept = keep_table(t, &t->side[i], o->json ? stderr : stdout);
            if (kept != STATUS_OK) status = kept;
        }
    }
    for (int i = 0; i < t->sides; i++) config_free(&t->side[i].config);
    free(t->row);
    return status;
}
