#include "bench/cell.h"

#include "base/mem.h"
#include "bench/machine.h"
#include "config/config_read.h"
#include "file/message.h"
#include "file/places.h"
#include "file/status.h"
#include "run/driver.h"
#include "run/setup.h"

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
        if (o->isa != NULL) config->isa = o->isa;
    } else {
        status = STATUS_CONFIG;
    }
    message_errors(&errors, "");
    message_errors(&warnings, "warning: ");
    errors_free(&errors);
    errors_free(&warnings);
    free(path);
    return status;
}

/* What a child tells in the end. */
typedef struct {
    double begin, end, cost;
    uint64_t signature;
} Told;

/* config: a copy, but what it owns stays where it is, and training reads blocks by pointer. */
typedef struct {
    Config config;
    Setup setup;
} Training;

static void prepare(void *ctx)
{
    Training *t = ctx;
    Errors errors = {0};
    if (!setup_train(&t->setup, &t->config, &errors, &errors)) _exit(EXIT_FAILURE);
}

static uint64_t signature_of(const Experiment *e)
{
    VisitHash h = visit_hash();
    e->kind->walk(e->self, &h.visit);
    return h.hash;
}

static void train(void *ctx, void *told_)
{
    Training *t = ctx;
    Told *told = told_;
    char why[400];
    Driver d = {.experiment = &t->setup.experiment, .evaluator = t->setup.evaluator};
    told->begin = machine_clock();
    if (driver_run(&d, why, sizeof why) != DRIVER_FINISHED) _exit(EXIT_FAILURE);
    told->end = machine_clock();
    Result r;
    t->setup.experiment.kind->result(t->setup.experiment.self, &r);
    told->cost = r.cost;
    told->signature = signature_of(&t->setup.experiment);
}

/* Their times together. False: they did not end alike. */
static bool sum_up(const Told *told, int n, Timing *t)
{
    double first = HUGE_VAL, last = -HUGE_VAL;
    *t = (Timing){.cost = told->cost, .signature = told->signature};
    for (int i = 0; i < n; i++) {
        if (told[i].signature != t->signature) return false;
        if (told[i].begin < first) first = told[i].begin;
        if (told[i].end > last) last = told[i].end;
    }
    t->seconds = last - first;
    return true;
}

bool cell_run(const Config *config, const Cell *cell, Timing *timing)
{
    Training t = {.config = *config};
    Told *told = mem_new((size_t)cell->processes, sizeof *told);
    const ChildWork work = {.prepare = prepare, .run = train, .ctx = &t, .bytes = sizeof *told};
    t.config.experiment.mode = (int)cell->mode;
    t.config.experiment.threads = cell->threads;
    bool good = children_run(&work, cell->processes, told) && sum_up(told, cell->processes, timing);
    if (!good)
        fprintf(stderr, "bench: %d processes with %d threads did not end as they should\n", cell->processes, cell->threads);
    free(told);
    return good;
}
