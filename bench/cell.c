#include "bench/cell.h"

#include "bench/machine.h"
#include "run/driver.h"
#include "run/setup.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a child tells in the end. */
typedef struct {
    double begin, end, cost;
    uint64_t signature;
} Told;

/* from: what the child says. */
typedef struct {
    pid_t pid;
    int from;
} Child;

/* n bytes, or false: the other end is closed. */
static bool read_all(int from, void *p, size_t n)
{
    for (char *at = p; n > 0;) {
        ssize_t got = read(from, at, n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

/* Less than a pipe holds, so it is written at once or not at all. */
static void say(int to, const void *p, size_t n)
{
    if (write(to, p, n) != (ssize_t)n) _exit(EXIT_FAILURE);
}

static uint64_t signature_of(const Experiment *e)
{
    VisitHash h = visit_hash();
    e->kind->walk(e->self, &h.visit);
    return h.hash;
}

/* In the child: the config is a copy already. go: closed by the parent when all are ready. */
static void train(Config *config, const Cell *cell, int go, int to)
{
    Setup s;
    Errors errors = {0};
    char why[400];
    config->experiment.mode = (int)cell->mode;
    config->experiment.threads = cell->threads;
    if (!setup_train(&s, config, &errors, &errors)) _exit(EXIT_FAILURE);
    Driver d = {.experiment = &s.experiment, .judge = s.judge};
    say(to, "", 1);
    char nothing;
    read_all(go, &nothing, 1);
    Told told = {.begin = machine_clock()};
    if (driver_run(&d, why, sizeof why) != DRIVER_FINISHED) _exit(EXIT_FAILURE);
    told.end = machine_clock();
    Result r;
    s.experiment.kind->result(s.experiment.self, &r);
    told.cost = r.cost;
    told.signature = signature_of(&s.experiment);
    say(to, &told, sizeof told);
}

/* go (both ends): what the child waits for. Whoever holds the writing end of a pipe keeps its reader waiting: so the child
 * closes its copy of go's, and the parent closes the child's own before the next fork. */
static bool start(const Config *config, const Cell *cell, const int go[2], Child *child)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    child->pid = fork();
    if (child->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(EXIT_FAILURE); /* it has died meanwhile */
        close(go[1]);
        close(ends[0]);
        Config copy = *config; /* what it owns stays where it is, and training reads blocks by pointer */
        train(&copy, cell, go[0], ends[1]);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    child->from = ends[0];
    if (child->pid < 0) close(ends[0]);
    return child->pid > 0;
}

/* Their times together. */
static bool listen(const Child *child, int n, Timing *t)
{
    double first = HUGE_VAL, last = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        Told told;
        if (!read_all(child[i].from, &told, sizeof told)) return false;
        if (i > 0 && told.signature != t->signature) return false;
        if (told.begin < first) first = told.begin;
        if (told.end > last) last = told.end;
        t->cost = told.cost;
        t->signature = told.signature;
    }
    t->seconds = last - first;
    return true;
}

/* Failed children are not waited for. */
static void end(const Child *child, int n, bool good)
{
    for (int i = 0; i < n; i++) {
        close(child[i].from);
        if (!good) kill(child[i].pid, SIGKILL);
        while (waitpid(child[i].pid, NULL, 0) < 0 && errno == EINTR) {
        }
    }
}

bool cell_run(const Config *config, const Cell *cell, Timing *timing)
{
    Child child[CELL_PROCESSES_MAX];
    int go[2], n = 0;
    char ready;
    assert(cell->processes >= 1 && cell->processes <= CELL_PROCESSES_MAX);
    bool good = pipe(go) == 0;
    if (good) {
        while (good && n < cell->processes) {
            good = start(config, cell, go, &child[n]);
            n += good;
        }
        for (int i = 0; i < n && good; i++) good = read_all(child[i].from, &ready, 1);
        close(go[0]);
        close(go[1]);
        good = good && listen(child, n, timing);
        end(child, n, good);
    }
    if (!good)
        fprintf(stderr, "bench: %d processes with %d threads did not end as they should\n", cell->processes, cell->threads);
    return good;
}
