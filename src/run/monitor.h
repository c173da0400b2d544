/* run/monitor.h. The reasons to stop a run: a request from outside, the clock, the STOP file; and the housekeeping while it
 * plays.
 *
 * Idea: threads that play call poll every few hundred pieces. One of them at a time does the housekeeping, while the others go
 * on playing. A stop takes effect within a few milliseconds of play. Requests come through a variable that a signal handler
 * (signals.h) or another thread may set.
 * Never: handles a signal itself. */
#ifndef SWARMTRIS_RUN_MONITOR_H
#define SWARMTRIS_RUN_MONITOR_H

#include "base/jobs.h"
#include "file/files.h"

typedef enum {
    STOP_NOT,       /* the run goes on */
    STOP_INTERRUPT, /* SIGINT */
    STOP_SIGNAL,    /* SIGTERM, SIGUSR1, SIGUSR2 or SIGHUP; or a request of a program that uses the library */
    STOP_FILE,      /* the STOP file has appeared */
    STOP_TIME,      /* max_seconds have passed */
    STOP_DIFFERS,   /* a rank of the cluster has computed something else */
    STOP_PAUSE      /* the housekeeping asks for a pause of all threads */
} StopReason;

/* The exit status of a command that was stopped for this reason; STATUS_OK: it was not. */
static inline Status monitor_status(StopReason reason)
{
    return reason == STOP_NOT ? STATUS_OK : reason == STOP_INTERRUPT ? STATUS_INTERRUPTED : STATUS_STOPPED;
}

typedef struct Monitor Monitor;

/* Starts the clock. stop_file: if a file appears at this path, the run stops and removes it; a directory there does not count;
 * NULL: there is no such path. max_seconds: the run stops after so many; 0: no limit. asked: the StopReason that is asked for
 * from outside, or STOP_NOT; borrowed, and read by all threads that poll. */
Monitor *monitor_create(const char *stop_file, double max_seconds, const atomic_int *asked);
void monitor_destroy(Monitor *m);

/* The check that threads poll while they play; it belongs to the monitor. */
const StopCheck *monitor_check(Monitor *m);

/* Sets the housekeeping of the check (NULL: none any more). While threads play, the check calls work(ctx) a few times a second,
 * from one thread at a time. If it returns true, all threads stop for a pause. No thread may be playing when this is set. */
void monitor_housekeeping(Monitor *m, bool (*work)(void *ctx), void *ctx);

/* The first reason to stop that was found; STOP_NOT: there is none. */
StopReason monitor_reason(const Monitor *m);

/* Takes a reason that was found elsewhere. No thread may be playing. */
void monitor_take(Monitor *m, StopReason reason);

/* Ends a pause; all other reasons to stop stay. No thread may be playing. */
void monitor_go_on(Monitor *m);

/* Forgets every reason to stop, for a run that goes on in this process. No thread may be playing. */
void monitor_forget(Monitor *m);

/* The reason as a part of a sentence: "asked to stop by a signal". */
const char *monitor_sentence(StopReason reason);

/* monitor_seconds: the seconds of the stopwatch since monitor_create; monitor_turns: the turns that threads have polled since
 * then. */
double monitor_seconds(Monitor *m);
int64_t monitor_turns(const Monitor *m);

#endif
