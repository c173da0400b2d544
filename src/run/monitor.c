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

double monitor_seconds(Monitor *m)
{
    return stopwatch_seconds(&m->clock);
}

/* Stores a reason, unless there is one already. */
static void set_reason(Monitor *m, StopReason reason)
{
    int expected = STOP_NOT;
    assert(reason > STOP_NOT && reason <= STOP_PAUSE);
    atomic_compare_exchange_strong(&m->reason, &expected, reason);
}

static void look_at_request(Monitor *m)
{
    int asked = atomic_load_explicit(m->asked, memory_order_relaxed);
    if (asked != STOP_NOT) set_reason(m, (StopReason)asked);
}

static void find_reason(Monitor *m)
{
    look_at_request(m);
    if (m->max_seconds > 0 && monitor_seconds(m) >= m->max_seconds) set_reason(m, STOP_TIME);
    if (m->stop_file == NULL || access(m->stop_file, F_OK) != 0 || files_is_directory(m->stop_file)) return;
    unlink(m->stop_file);
    set_reason(m, STOP_FILE);
}

/* The time of the next check: a little later than now, or when the time limit is reached, if that is sooner. In milliseconds
 * since start. */
static long long next_look(const Monitor *m, long long now)
{
    long long regular = now + (long long)(1000 * check_every);
    double limit = 1000 * m->max_seconds;
    return limit > (double)now && limit < (double)regular ? (long long)ceil(limit) : regular;
}

/* Looks for reasons and does the housekeeping: one thread at a time, a few times a second, until there is a reason to stop. */
static void check_regularly(Monitor *m)
{
    long long now = (long long)(1000 * monitor_seconds(m));
    if (now < atomic_load(&m->next_check) || atomic_flag_test_and_set(&m->busy)) return;
    atomic_store(&m->next_check, next_look(m, now));
    if (atomic_load(&m->reason) == STOP_NOT) find_reason(m);
    if (atomic_load(&m->reason) == STOP_NOT && m->work != NULL && m->work(m->ctx)) set_reason(m, STOP_PAUSE);
    atomic_flag_clear(&m->busy);
}

static bool poll(void *ctx, int turns)
{
    Monitor *m = ctx;
    assert(turns >= 0);
    atomic_fetch_add_explicit(&m->turns, turns, memory_order_relaxed);
    look_at_request(m);
    check_regularly(m);
    return atomic_load_explicit(&m->reason, memory_order_relaxed) != STOP_NOT;
}

Monitor *monitor_create(const char *stop_file, double max_seconds, const atomic_int *asked)
{
    assert(max_seconds >= 0 && asked != NULL);
    Monitor *m = mem_new(1, sizeof *m);
    m->check = (StopCheck){.poll = poll, .ctx = m};
    m->stop_file = mem_text(stop_file);
    m->max_seconds = max_seconds;
    m->asked = asked;
    atomic_flag_clear(&m->busy);
    m->clock = stopwatch_start();
    return m;
}

void monitor_destroy(Monitor *m)
{
    if (m == NULL) return;
    free(m->stop_file);
    free(m);
}

const StopCheck *monitor_check(Monitor *m)
{
    return &m->check;
}

void monitor_housekeeping(Monitor *m, bool (*work)(void *ctx), void *ctx)
{
    assert(work == NULL || m->work == NULL);
    m->work = work;
    m->ctx = ctx;
}

StopReason monitor_reason(const Monitor *m)
{
    return (StopReason)atomic_load(&m->reason);
}

void monitor_take(Monitor *m, StopReason reason)
{
    atomic_store(&m->reason, reason);
}

void monitor_go_on(Monitor *m)
{
    int expected = STOP_PAUSE;
    atomic_compare_exchange_strong(&m->reason, &expected, STOP_NOT);
}

void monitor_forget(Monitor *m)
{
    atomic_store(&m->reason, STOP_NOT);
}

int64_t monitor_turns(const Monitor *m)
{
    return atomic_load(&m->turns);
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
