/* run/deadline.h. A stop check that is true from a moment on: seconds become what a decision can be bounded by.
 *
 * Idea: a monitor (monitor.h) looks at the clock a few times a second, since runs last for minutes. A single move may have a
 * tenth of that, so here the clock is read whenever the check is asked. */
#ifndef SWARMTRIS_RUN_DEADLINE_H
#define SWARMTRIS_RUN_DEADLINE_H

#include "base/jobs.h"

#include <time.h>

typedef struct {
    struct timespec start;
    double seconds; /* from start on */
} Deadline;

/* Starts the clock; seconds: 0 or more. */
Deadline deadline_in(double seconds);

/* Seconds since the clock was started. */
double deadline_passed(const Deadline *d);

/* The check; *d is borrowed and must outlive it. Any number of threads may ask. */
StopCheck deadline_check(Deadline *d);

#endif
