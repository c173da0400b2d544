/* speed.c. Measures the speed and the length of plays by playing for a moment. */
#include "run/speed.h"

#include "base/rng.h"
#include "store/tables.h"

#include <assert.h>
#include <time.h>

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The moment for which is played. It begins with the first report of turns: before, threads are started. */
typedef struct {
    double seconds;     /* that it lasts */
    double latest;      /* on the clock of clock_now: it is over then, whatever has been reported */
    atomic_llong begun; /* nanoseconds of that clock; 0: not yet */
    atomic_llong turns; /* that threads have reported in all */
    atomic_llong since; /* that threads have reported after it had begun */
} Moment;

static bool is_over(void *ctx, int turns)
{
    Moment *m = ctx;
    long long none = 0;
    const double now = clock_now();
    atomic_fetch_add(&m->turns, turns);
    if (turns > 0 && !atomic_compare_exchange_strong(&m->begun, &none, (long long)(1e9 * now)))
        atomic_fetch_add(&m->since, turns);
    const long long begun = atomic_load(&m->begun);
    return now >= m->latest || (begun != 0 && now >= 1e-9 * (double)begun + m->seconds);
}

/* Plays the same number of games in each arena, in arena i with the weights x[i]. Returns the turns of the plays that have ended,
 * and adds these plays to *ended. */
static double play_once(const Setup *s, const double *const *x, int again, const StopCheck *stop, int *ended)
{
    enum { PLAYS = 2000 };
    Batch b = {0};
    double turns = 0;
    for (int i = 0; i < s->arenas.n; i++)
        batch_add(&b, (Trial){.x = x[i], .key = rng_key((uint64_t)again, RNG_BENCH, 1), .plays = PLAYS, .objective = i});
    batch_seat(&b);
    evaluate_batch(s->evaluator, &b, stop);
    for (int k = 0; k < b.answers; k++) {
        *ended += b.y[k].done;
        turns += b.y[k].done ? b.y[k].cost : 0;
    }
    batch_free(&b);
    return turns;
}

/* The turns that threads report lack the ends of the lists, the turns of ended plays lack the plays that were stopped: the larger
 * number is nearer to the truth. Where all plays are so short that a list ends before the first report, the rate is that of the
 * ended plays. */
Speed speed_measure(const Setup *s, const double *const *x, double seconds)
{
    assert(seconds > 0 && s->arenas.n >= 1);
    static const double patience = 1; /* seconds */
    const double start = clock_now();
    double turns = 0;
    int ended = 0;
    Moment moment = {.seconds = seconds, .latest = start + patience};
    const StopCheck stop = {.poll = is_over, .ctx = &moment};
    for (int again = 0; !is_over(&moment, 0); again++) {
        long long none = 0;
        turns += play_once(s, x, again, &stop, &ended);
        atomic_compare_exchange_strong(&moment.begun, &none, (long long)(1e9 * clock_now())); /* lists without a report */
    }
    const double end = clock_now(), begun = 1e-9 * (double)atomic_load(&moment.begun),
                 polled = (double)atomic_load(&moment.turns);
    const double since = (double)atomic_load(&moment.since), rate = begun > 0 && since > 0 ? since / (end - begun) : 0;
    assert(end > start);
    if (polled > turns) turns = polled;
    return (Speed){.rate = rate > 0 ? rate : turns / (end - start), .length = turns / (ended > 0 ? ended : 1), .ended = ended};
}

double speed_of_search(const Setup *s, double seconds)
{
    assert(s->trainings.n == 1);
    const double start = clock_now();
    const Experiment e = train_create(&s->trainings.spec[0]);
    Batch b = {0};
    Tables rows; /* in memory: to make them takes a part of the time */
    double plays = 0;
    tables_start(&rows);
    do {
        if (e.kind->ask(e.self, &b) == 0) break; /* the search is shorter */
        batch_seat(&b);
        evaluate_batch(s->evaluator, &b, &stop_never);
        plays += b.answers;
        e.kind->tell(e.self, b.t, b.n, &rows.record);
        batch_clear(&b);
    } while (clock_now() < start + seconds);
    batch_free(&b);
    tables_free(&rows);
    e.kind->destroy(e.self);
    return plays / (clock_now() - start);
}
