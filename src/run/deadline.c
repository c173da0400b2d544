/* deadline.c. Reads the clock for a decision that has a time limit. */
#include "run/deadline.h"

#include <assert.h>

Deadline deadline_in(double seconds)
{
    Deadline d = {.seconds = seconds};
    assert(seconds >= 0);
    clock_gettime(CLOCK_MONOTONIC, &d.start);
    return d;
}

double deadline_passed(const Deadline *d)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - d->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - d->start.tv_nsec);
}

static bool has_passed(void *ctx, int turns)
{
    const Deadline *d = ctx;
    (void)turns;
    return deadline_passed(d) >= d->seconds;
}

StopCheck deadline_check(Deadline *d)
{
    return (StopCheck){.poll = has_passed, .ctx = d};
}
