/* monitor.c. Watches signals, the clock and the STOP file for the threads that play, and runs the housekeeping. */
#include "run/monitor.h"

#include "base/mem.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The StopReason of a signal. A handler has no context, and may touch what is atomic without a lock. */
static atomic_int signalled;

static const double look_every = 0.2; /* seconds */

struct Monitor {
    StopCheck watch;
    char *stop_file;
    double max_seconds;
    struct timespec start;
    atomic_int reason;
    atomic_llong turns;
    atomic_flag busy;
    atomic_llong next_look; /* milliseconds since start */
    const Housekeeping *housekeeping;
};

/* The second interrupt does what interrupts do. */
static void on_interrupt(int number)
{
    if (signalled == STOP_INTERRUPT) {
        signal(number, SIG_DFL);
        raise(number);
    }
    signalled = STOP_INTERRUPT;
}

static void on_stop(int number)
{
    (void)number;
    if (signalled == STOP_NOT) signalled = STOP_SIGNAL;
}

/* Also where a shell had it ignored, as in background jobs of scripts: who sends SIGINT to this process means it. */
static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

double monitor_seconds(const Monitor *w)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - w->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - w->start.tv_nsec);
}

static void stop(Monitor *w, StopReason reason)
{
    int expected = STOP_NOT;
    atomic_compare_exchange_strong(&w->reason, &expected, reason);
}

static void look(Monitor *w)
{
    if (signalled != STOP_NOT) stop(w, (StopReason)signalled);
    if (w->max_seconds > 0 && monitor_seconds(w) >= w->max_seconds) stop(w, STOP_TIME);
    if (w->stop_file != NULL && access(w->stop_file, F_OK) == 0) {
        stop(w, STOP_FILE);
        unlink(w->stop_file);
    }
}

/* By one thread at a time, a few times a second, until there is a reason to stop. */
static void look_around(Monitor *w)
{
    long long now = (long long)(1000 * monitor_seconds(w));
    if (now < atomic_load(&w->next_look) || atomic_flag_test_and_set(&w->busy)) return;
    atomic_store(&w->next_look, now + (long long)(1000 * look_every));
    const Housekeeping *h = w->housekeeping;
    if (atomic_load(&w->reason) == STOP_NOT) look(w);
    if (atomic_load(&w->reason) == STOP_NOT && h != NULL && h->work(h->ctx)) stop(w, STOP_PAUSE);
    atomic_flag_clear(&w->busy);
}

static bool poll(void *ctx, int turns)
{
    Monitor *w = ctx;
    atomic_fetch_add_explicit(&w->turns, turns, memory_order_relaxed);
    if (signalled != STOP_NOT) stop(w, (StopReason)signalled);
    look_around(w);
    return atomic_load_explicit(&w->reason, memory_order_relaxed) != STOP_NOT;
}

Monitor *monitor_create(const char *stop_file, double max_seconds)
{
    Monitor *w = mem_new(1, sizeof *w);
    w->watch = (StopCheck){.poll = poll, .ctx = w};
    w->stop_file = mem_text(stop_file);
    w->max_seconds = max_seconds;
    atomic_flag_clear(&w->busy);
    clock_gettime(CLOCK_MONOTONIC, &w->start);
    handle(SIGINT, on_interrupt);
    handle(SIGTERM, on_stop);
    handle(SIGUSR2, on_stop);
    handle(SIGHUP, on_stop);  /* the terminal is gone */
    handle(SIGPIPE, SIG_IGN); /* nobody reads the progress any more */
    return w;
}

void monitor_destroy(Monitor *w)
{
    if (w == NULL) return;
    free(w->stop_file);
    free(w);
}

const StopCheck *monitor_check(Monitor *w)
{
    return &w->watch;
}

void monitor_housekeeping(Monitor *w, const Housekeeping *h)
{
    w->housekeeping = h;
}

StopReason monitor_reason(const Monitor *w)
{
    return (StopReason)atomic_load(&w->reason);
}

void monitor_go_on(Monitor *w)
{
    int expected = STOP_PAUSE;
    atomic_compare_exchange_strong(&w->reason, &expected, STOP_NOT);
}

int64_t monitor_turns(const Monitor *w)
{
    return atomic_load(&w->turns);
}

const char *monitor_sentence(StopReason reason)
{
    switch (reason) {
    case STOP_INTERRUPT: return "interrupted";
    case STOP_SIGNAL: return "asked to stop by a signal";
    case STOP_FILE: return "asked to stop by the file STOP";
    case STOP_TIME: return "the time of --max-time is over";
    default: return "not stopped";
    }
}

void monitor_die_of_interrupt(void)
{
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}
