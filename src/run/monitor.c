/* monitor.c. Watches the clock, the STOP file and what others ask for, for the threads that play, and runs the housekeeping. */
#include "run/monitor.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/message.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static const double check_every = 0.2; /* seconds */

struct Monitor {
    StopCheck check;         /* polls this monitor */
    char *stop_file;         /* owned; NULL: none */
    double max_seconds;      /* 0: no limit */
    const atomic_int *asked; /* StopReason; borrowed */
    Stopwatch clock;         /* since monitor_create */
    atomic_int reason;       /* StopReason; once set, only a pause is taken back */
    atomic_llong turns;      /* polled so far */
    atomic_flag busy;        /* a thread does the housekeeping */
    atomic_llong next_check; /* milliseconds since start */
    bool (*work)(void *ctx); /* the housekeeping; NULL: none */
    void *ctx;               /* the argument of work; borrowed */
};

double monitor_seconds(Monitor *w)
{
    return stopwatch_seconds(&w->clock);
}

/* Stores a reason, unless there is one already. */
static void set_reason(Monitor *w, StopReason reason)
{
    int expected = STOP_NOT;
    assert(reason > STOP_NOT && reason <= STOP_PAUSE);
    atomic_compare_exchange_strong(&w->reason, &expected, reason);
}

static void look_at_request(Monitor *w)
{
    int asked = atomic_load_explicit(w->asked, memory_order_relaxed);
    if (asked != STOP_NOT) set_reason(w, (StopReason)asked);
}

static void find_reason(Monitor *w)
{
    look_at_request(w);
    if (w->max_seconds > 0 && monitor_seconds(w) >= w->max_seconds) set_reason(w, STOP_TIME);
    if (w->stop_file == NULL || access(w->stop_file, F_OK) != 0 || files_is_directory(w->stop_file)) return;
    unlink(w->stop_file);
    set_reason(w, STOP_FILE);
}

/* The time of the next check: a little later than now, or when the time limit is reached, if that is sooner. In milliseconds
 * since start. */
static long long next_look(const Monitor *w, long long now)
{
    long long regular = now + (long long)(1000 * check_every);
    double limit = 1000 * w->max_seconds;
    return limit > (double)now && limit < (double)regular ? (long long)ceil(limit) : regular;
}

/* Looks for reasons and does the housekeeping: one thread at a time, a few times a second, until there is a reason to stop. */
static void check_regularly(Monitor *w)
{
    long long now = (long long)(1000 * monitor_seconds(w));
    if (now < atomic_load(&w->next_check) || atomic_flag_test_and_set(&w->busy)) return;
    atomic_store(&w->next_check, next_look(w, now));
    if (atomic_load(&w->reason) == STOP_NOT) find_reason(w);
    if (atomic_load(&w->reason) == STOP_NOT && w->work != NULL && w->work(w->ctx)) set_reason(w, STOP_PAUSE);
    atomic_flag_clear(&w->busy);
}

static bool poll(void *ctx, int turns)
{
    Monitor *w = ctx;
    assert(turns >= 0);
    atomic_fetch_add_explicit(&w->turns, turns, memory_order_relaxed);
    look_at_request(w);
    check_regularly(w);
    return atomic_load_explicit(&w->reason, memory_order_relaxed) != STOP_NOT;
}

Monitor *monitor_create(const char *stop_file, double max_seconds, const atomic_int *asked)
{
    assert(max_seconds >= 0 && asked != NULL);
    Monitor *w = mem_new(1, sizeof *w);
    w->check = (StopCheck){.poll = poll, .ctx = w};
    w->stop_file = mem_text(stop_file);
    w->max_seconds = max_seconds;
    w->asked = asked;
    atomic_flag_clear(&w->busy);
    w->clock = stopwatch_start();
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
    return &w->check;
}

void monitor_housekeeping(Monitor *w, bool (*work)(void *ctx), void *ctx)
{
    assert(work == NULL || w->work == NULL);
    w->work = work;
    w->ctx = ctx;
}

StopReason monitor_reason(const Monitor *w)
{
    return (StopReason)atomic_load(&w->reason);
}

void monitor_take(Monitor *w, StopReason reason)
{
    atomic_store(&w->reason, reason);
}

void monitor_go_on(Monitor *w)
{
    int expected = STOP_PAUSE;
    atomic_compare_exchange_strong(&w->reason, &expected, STOP_NOT);
}

void monitor_forget(Monitor *w)
{
    atomic_store(&w->reason, STOP_NOT);
}

int64_t monitor_turns(const Monitor *w)
{
    return atomic_load(&w->turns);
}

const char *monitor_sentence(StopReason reason)
{
    static const char *const sentences[] = {[STOP_NOT] = "not stopped",
                                            [STOP_INTERRUPT] = "interrupted",
                                            [STOP_SIGNAL] = "asked to stop by a signal",
                                            [STOP_FILE] = "asked to stop by the file STOP",
                                            [STOP_TIME] = "the time of --max-time is over",
                                            [STOP_DIFFERS] = "a rank differs from the others",
                                            [STOP_PAUSE] = "not stopped"};
    return sentences[reason];
}
