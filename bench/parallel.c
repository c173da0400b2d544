/* parallel.c. swarmtris bench parallel: what threads over particles, over games and over both are worth.
 *
 * Idea: on a machine that others use, too, only what is measured side by side can be compared. So all cells take turns, round
 * after round, and a speed-up is the median of the ratios of single rounds, never a ratio of medians. What n independent serial
 * processes reach is what the machine can give at all, and the yardstick for n threads. */
#include "base/mem.h"
#include "bench/bench.h"
#include "bench/cell.h"
#include "bench/machine.h"
#include "run/charts.h"
#include "run/files.h"
#include "run/json.h"
#include "run/places.h"
#include "run/progress.h"
#include "run/verbs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS_MIN = 5, ROUNDS_MAX = 1000, MODES = 4 };
static const char isa[] = "plain";
static const char results[] = "bench/results";

/* A cell and its numbers. name: of the mode, or "processes". seconds (rounds): as measured. of_processes: the share of the
 * speed-up of as many processes; NAN where that does not apply. */
typedef struct {
    const char *name;
    Cell cell;
    double seconds[ROUNDS_MAX];
    double median, min, max, speedup, efficiency, pieces_per_s, of_processes;
} Row;

/* row (rows): mode none first. cost: pieces of one training. */
typedef struct {
    const Options *o;
    Config config;
    Row *row;
    int rows, rounds;
    double cost;
    uint64_t signature;
} Times;

/* ---- what is measured ---- */

static void add_row(Times *t, const char *name, JudgeMode mode, int threads, int processes)
{
    t->row[t->rows++] = (Row){.name = name, .cell = {mode, threads, processes}, .of_processes = NAN};
}

static void make_rows(Times *t)
{
    const IntList counts = t->o->threads.n > 0 ? t->o->threads : machine_thread_counts();
    t->row = mem_new((size_t)counts.n * MODES + 1, sizeof *t->row);
    add_row(t, judge_modes[JUDGE_NONE], JUDGE_NONE, 1, 1);
    for (JudgeMode mode = JUDGE_NONE + 1; mode <= JUDGE_BOTH; mode++)
        for (int i = 0; i < counts.n; i++)
            if (t->o->mode < 0 || t->o->mode == (int)mode) add_row(t, judge_modes[mode], mode, counts.v[i], 1);
    for (int i = 0; i < counts.n; i++) add_row(t, "processes", JUDGE_NONE, 1, counts.v[i]);
}

/* What stands in the column of threads: of processes there are as many. */
static int threads_of(const Row *r)
{
    return r->cell.threads * r->cell.processes;
}

static int read_config(Times *t)
{
    char text[64], *ini = places_find("params/bench.ini");
    Errors errors = {0}, warnings = {0};
    const ConfigValue engine = {.text = text, .origin = "--engine"};
    int status = STATUS_NO_INPUT;
    if (t->o->engine >= 0) snprintf(text, sizeof text, "experiment.engine=%s", player_engines[t->o->engine]);
    if (ini == NULL) {
        char *folder = places_program();
        errors_add(&errors, "params/bench.ini is missing: it belongs into the clone or share/swarmtris that %s is part of",
                   folder);
        free(folder);
    } else if (config_read(&t->config, ini, &engine, t->o->engine >= 0, &errors, &warnings)) {
        status = STATUS_OK;
    } else {
        status = STATUS_CONFIG;
    }
    verbs_say(&errors, "");
    verbs_say(&warnings, "warning: ");
    errors_free(&errors);
    errors_free(&warnings);
    free(ini);
    return status;
}

/* ---- measuring ---- */

/* One redrawn line on a terminal, one a round elsewhere. */
static void show(const Times *t, int row, int rounds)
{
    bool terminal = isatty(STDERR_FILENO) != 0;
    const Row *r = &t->row[row];
    if (t->o->quiet || (!terminal && row > 0)) return;
    fprintf(stderr, "%sround %d of %d", terminal ? "\r" : "", t->rounds + 1, rounds);
    if (terminal) fprintf(stderr, ": %-9s %4d of %d cells, %d threads   ", r->name, row + 1, t->rows, threads_of(r));
    if (!terminal) fputc('\n', stderr);
    fflush(stderr);
}

static void clear_line(const Times *t)
{
    if (!t->o->quiet && isatty(STDERR_FILENO)) fprintf(stderr, "\r%70s\r", "");
}

/* Every training, however it was cut, must be the same. */
static bool same(Times *t, const Timing *timing)
{
    bool first = t->rounds == 0 && t->cost == 0;
    if (first) {
        t->cost = timing->cost;
        t->signature = timing->signature;
    }
    return t->signature == timing->signature;
}

static int measure_round(Times *t, int rounds)
{
    for (int i = 0; i < t->rows; i++) {
        Timing timing;
        show(t, i, rounds);
        if (!cell_run(&t->config, &t->row[i].cell, &timing)) return STATUS_INTERNAL;
        if (!same(t, &timing)) {
            fprintf(stderr, "bench: the training has another result in mode %s with %d threads\n", t->row[i].name,
                    threads_of(&t->row[i]));
            return STATUS_INTERNAL;
        }
        t->row[i].seconds[t->rounds] = timing.seconds;
    }
    t->rounds++;
    return STATUS_OK;
}

/* At least five rounds, and so many that the first cell has been measured for as long as was asked for. */
static int measure(Times *t)
{
    int status = STATUS_OK, rounds = ROUNDS_MIN;
    while (status == STATUS_OK && t->rounds < rounds) {
        status = measure_round(t, rounds);
        double needed = ceil(t->o->seconds / t->row[0].seconds[0]);
        rounds = needed < ROUNDS_MIN ? ROUNDS_MIN : needed > ROUNDS_MAX ? ROUNDS_MAX : (int)needed;
    }
    clear_line(t);
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
    for (int i = 0; i < t->rounds; i++) x[i] = factor * a->seconds[i] / b->seconds[i];
    return median(x, t->rounds);
}

/* The row of that name with as many threads; NULL: not measured. */
static const Row *find(const Times *t, const char *name, int threads)
{
    for (int i = 0; i < t->rows; i++)
        if (strcmp(t->row[i].name, name) == 0 && threads_of(&t->row[i]) == threads) return &t->row[i];
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
        r->speedup = ratio(t, trainings, &t->row[0], r);
        r->efficiency = r->speedup / threads_of(r);
        r->pieces_per_s = trainings * t->cost / r->median;
        const Row *processes = find(t, "processes", threads_of(r));
        if (processes != NULL && processes != r) r->of_processes = ratio(t, 1.0 / threads_of(r), processes, r);
    }
}

/* ---- telling ---- */

static void print_times(const Times *t)
{
    char name[64], pieces[16];
    const TrainingOptions *o = &t->config.train.training;
    progress_number(t->cost, pieces, sizeof pieces);
    printf("The same training of %lld rounds (%s pieces): %s, %d processors, %d interleaved runs\n", (long long)o->rounds, pieces,
           machine_name(name, sizeof name), machine_processors(), t->rounds);
    printf("seconds: median of the runs; speed-up: median of the ratios to none in the same run; of processes: the share that\n"
           "threads reach of what as many independent serial processes reach, median of the pairs\n\n");
    printf("%-10s %7s %9s %9s %9s %9s %11s %12s %13s\n", "mode", "threads", "seconds", "min", "max", "speed-up", "efficiency",
           "of processes", "pieces/s");
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        printf("%-10s %7d %9.3f %9.3f %9.3f %9.2f %11.2f", r->name, threads_of(r), r->median, r->min, r->max, r->speedup,
               r->efficiency);
        if (isfinite(r->of_processes))
            printf(" %12.3f", r->of_processes);
        else
            printf(" %12s", "");
        printf(" %13.0f\n", r->pieces_per_s);
    }
    printf("\n");
}

static void print_json(const Times *t)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '[');
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        json_open(&j, NULL, '{');
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
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

static bool write_csv(const Times *t, const char *path)
{
    char *text;
    size_t size;
    FILE *out = files_memory(&text, &size);
    fprintf(out, "mode,threads,seconds,min,max,speedup,efficiency,of_processes,pieces_per_s,runs\n");
    for (int i = 0; i < t->rows; i++) {
        const Row *r = &t->row[i];
        fprintf(out, "%s,%d,%.4f,%.4f,%.4f,%.4f,%.4f,", r->name, threads_of(r), r->median, r->min, r->max, r->speedup,
                r->efficiency);
        if (isfinite(r->of_processes)) fprintf(out, "%.4f", r->of_processes);
        fprintf(out, ",%.0f,%d\n", r->pieces_per_s, t->rounds);
    }
    fclose(out);
    bool good = files_replace(path, text, size);
    free(text);
    return good;
}

static int draw(const char *csv, const char *base, FILE *said)
{
    Errors errors = {0}, drawn = {0};
    Charts charts = {.errors = &errors, .drawn = &drawn};
    ChartsStatus status = charts_speedup(&charts, csv, base);
    for (int i = 0; i < drawn.n; i++) fprintf(said, "chart: %s\n", drawn.line[i]);
    verbs_say(&errors, "");
    errors_free(&errors);
    errors_free(&drawn);
    return (int)status;
}

/* Times and chart below bench/results, where there is such a folder. Without gnuplot the table is enough. */
static int keep(const Times *t, FILE *said)
{
    char machine[80];
    if (!files_is_directory(results)) {
        fprintf(said, "not kept: there is no folder %s here\n", results);
        return STATUS_OK;
    }
    char *folder = files_path(results, machine_folder(isa, machine, sizeof machine));
    char *base = files_path(folder, "parallel"), *csv = files_path(folder, "parallel.csv");
    int status = files_make_directory(folder) && write_csv(t, csv) ? STATUS_OK : STATUS_CANT_CREATE;
    if (status == STATUS_OK) {
        fprintf(said, "table: %s\n", csv);
        status = draw(csv, base, said);
        if (status == CHARTS_NO_GNUPLOT) status = STATUS_OK;
    } else {
        fprintf(stderr, "%s: cannot be written: %s\n", csv, strerror(errno));
    }
    free(folder);
    free(base);
    free(csv);
    return status;
}

int bench_parallel(const Options *o)
{
    Times t = {.o = o};
    int status = read_config(&t);
    if (status == STATUS_OK) {
        make_rows(&t);
        status = measure(&t);
    }
    if (status == STATUS_OK) {
        compute(&t);
        if (o->json)
            print_json(&t);
        else
            print_times(&t);
        status = keep(&t, o->json ? stderr : stdout);
    }
    config_free(&t.config);
    free(t.row);
    return status;
}
