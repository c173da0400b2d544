/* cell.c. Times one training in a child process, or in several at once, each of which runs the whole training. */
#include "bench/cell.h"

#include "base/mem.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "run/driver.h"
#include "run/setup.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int cell_config(Config *config, const char *ini, const BenchOptions *o)
{
    char *path = places_find(ini);
    Errors errors = {0}, warnings = {0};
    int status = STATUS_NO_INPUT;
    if (path == NULL) {
        char *folder = places_program();
        errors_add(&errors, "%s is missing: it belongs into the clone or share/swarmtris that %s is part of", ini, folder);
        free(folder);
    } else if (config_read(config, path, NULL, 0, &errors, &warnings)) {
        status = STATUS_OK;
        if (o->isa != NULL) config->isas = o->isa;
    } else {
        status = STATUS_CONFIG;
    }
    message_errors(&errors, "");
    message_errors(&warnings, "warning: ");
    free(path);
    return status;
}

/* The report of a child. */
typedef struct {
    double begin, end;  /* on the clock of duration_now, seconds */
    double cost;        /* of the training */
    uint64_t signature; /* of the final state */
} Report;

/* A training in a child. */
typedef struct {
    Config config; /* a shallow copy: the original owns the blocks */
    Setup setup;   /* made from config */
} Training;

static void prepare(void *ctx)
{
    Training *t = ctx;
    Errors errors = {0};
    if (!setup_train(&t->setup, &t->config, &errors, &errors)) _exit(EXIT_FAILURE);
}

static uint64_t signature_of(const Experiment *e)
{
    SerialiserHash h = serialise_hash();
    e->kind->serialise(e->self, &h.serialise);
    return h.hash;
}

static void train(void *ctx, void *report_)
{
    Training *t = ctx;
    Report *report = report_;
    Driver d = {.experiment = &t->setup.experiment, .evaluator = t->setup.evaluator};
    report->begin = duration_now();
    if (driver_run(&d, NULL) != DRIVER_FINISHED) _exit(EXIT_FAILURE);
    report->end = duration_now();
    report->cost = experiment_result(&t->setup.experiment).cost;
    report->signature = signature_of(&t->setup.experiment);
}

/* Combines the reports (n). False: the trainings ended in different states. */
static bool combine_reports(const Report *report, int n, Timing *t)
{
    double first = HUGE_VAL, last = -HUGE_VAL;
    *t = (Timing){.cost = report->cost, .signature = report->signature};
    for (int i = 0; i < n; i++) {
        if (report[i].signature != t->signature) return false;
        if (report[i].begin < first) first = report[i].begin;
        if (report[i].end > last) last = report[i].end;
    }
    assert(last >= first);
    t->seconds = last - first;
    return true;
}

bool cell_run(const Config *config, const Cell *cell, Timing *timing)
{
    assert(cell->threads >= 1 && cell->processes >= 1);
    Training t = {.config = *config};
    Report *report = mem_new((size_t)cell->processes, sizeof *report);
    const ChildWork work = {.prepare = prepare, .run = train, .ctx = &t, .bytes = sizeof *report};
    t.config.experiment.mode = (int)cell->mode;
    t.config.experiment.threads = cell->threads;
    bool good = children_run(&work, cell->processes, report) && combine_reports(report, cell->processes, timing);
    if (!good)
        fprintf(stderr, "bench: of %d processes with %d threads one failed, or had another result\n", cell->processes,
                cell->threads);
    free(report);
    return good;
}
