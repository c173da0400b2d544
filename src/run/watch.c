#include "run/watch.h"

#include "base/mem.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The StopReason of a signal. A handler has no context, and may touch what is atomic without a lock. */
static atomic_int signalled;

static const double look_every = 0.2; /* seconds */

struct Watcher {
    Watch watch;
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

double watcher_seconds(const Watcher *w)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - w->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - w->start.tv_nsec);
}

static void stop(Watcher *w, StopReason reason)
{
    int expected = STOP_NOT;
    atomic_compare_exchange_strong(&w->reason, &expected, reason);
}

static void look(Watcher *w)
{
    if (signalled != STOP_NOT) stop(w, (StopReason)signalled);
    if (w->max_seconds > 0 && watcher_seconds(w) >= w->max_seconds) stop(w, STOP_TIME);
    if (w->stop_file != NULL && access(w->stop_file, F_OK) == 0) {
        stop(w, STOP_FILE);
        unlink(w->stop_file);
    }
}

/* By one thread at a time, a few times a second, until there is a reason to stop. */
static void look_around(Watcher *w)
{
    long long now = (long long)(1000 * watcher_seconds(w));
    if (now < atomic_load(&w->next_look) || atomic_flag_test_and_set(&w->busy)) return;
    atomic_store(&w->next_look, now + (long long)(1000 * look_every));
    const Housekeeping *h = w->housekeeping;
    if (atomic_load(&w->reason) == STOP_NOT) look(w);
    if (atomic_load(&w->reason) == STOP_NOT && h != NULL && h->work(h->ctx)) stop(w, STOP_PAUSE);
    atomic_flag_clear(&w->busy);
}

static bool poll(void *ctx, int turns)
{
    Watcher *w = ctx;
    atomic_fetch_add_explicit(&w->turns, turns, memory_order_relaxed);
    if (signalled != STOP_NOT) stop(w, (StopReason)signalled);
    look_around(w);
    return atomic_load_explicit(&w->reason, memory_order_relaxed) != STOP_NOT;
}

Watcher *watcher_create(const char *stop_file, double max_seconds)
{
    Watcher *w = mem_new(1, sizeof *w);
    w->watch = (Watch){.poll = poll, .ctx = w};
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

void watcher_destroy(Watcher *w)
{
    if (w == NULL) return;
    free(w->stop_file);
    free(w);
}

const Watch *watcher_watch(Watcher *w)
{
    return &w->watch;
}

void watcher_housekeeping(Watcher *w, const Housekeeping *h)
{
    w->housekeeping = h;
}

StopReason watcher_reason(const Watcher *w)
{
    return (StopReason)atomic_load(&w->reason);
}

void watcher_go_on(Watcher *w)
{
    int expected = STOP_PAUSE;
    atomic_compare_exchange_strong(&w->reason, &expected, STOP_NOT);
}

int64_t watcher_turns(const Watcher *w)
{
    return atomic_load(&w->turns);
}

const char *watcher_sentence(StopReason reason)
{
    switch (reason) {
    case STOP_INTERRUPT: return "interrupted";
    case STOP_SIGNAL: return "asked to stop by a signal";
    case STOP_FILE: return "asked to stop by the file STOP";
    case STOP_TIME: return "the time of --max-time is over";
    default: return "not stopped";
    }
}

void watcher_die_of_interrupt(void)
{
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}
