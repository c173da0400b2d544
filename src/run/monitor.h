/* run/monitor.h. The reasons to stop a run: a request from outside, the clock, the STOP file; the housekeeping while it plays;
 * and the line of progress that people see meanwhile.
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

/* ---- the progress, on standard error ----
 *
 * A terminal has one line that is redrawn. A pipe gets a plain line an iteration, and others within long ones. Since what a pipe
 * leads to is kept, lines are at least a second apart in the first minute, a minute in the first hour, and ten minutes
 * afterwards. Never: colours, or control characters other than the carriage return of the terminal; TERM=dumb counts as a
 * pipe. */

/* The facts that are shown. Texts are borrowed. */
typedef struct {
    const char *phase;                     /* of the experiment: "training" */
    const char *iteration, *best, *median; /* as metrics.tsv has them; NULL: not known */
    const char *turn_name;                 /* the unit of turns: "pieces"; NULL: no speed is shown */
    double share;                          /* of the work that is done, 0..1; NAN: not known */
    double worked;                         /* as share, but without regard to a budget of time: it grows as plays end */
    double first_share;                    /* the share that was done before this process began */
    double seconds;                        /* since the process began to play */
    int64_t turns;                         /* turns that the process has played since then */
} ProgressState;

typedef struct {
    bool terminal;   /* standard error is a terminal */
    bool quiet;      /* nothing is shown */
    bool verbose;    /* every iteration is shown, however short */
    bool drawn;      /* the redrawn line has no line end yet */
    double shown_at; /* ProgressState.seconds of the last line */
} Progress;

void progress_start(Progress *p, bool quiet, bool verbose);

/* The seconds between two lines in a pipe, after the process has played for `seconds`. iteration_end: the line ends an
 * iteration; within an iteration, lines come half a minute apart at least. */
double progress_pause(double seconds, bool iteration_end);

/* Whether it is time to show something, after the process has played for `seconds`. */
bool progress_due(const Progress *p, double seconds, bool iteration_end);

/* Shows s, unless it is too early: a terminal five times a second, a pipe after progress_pause; the end of an iteration is never
 * too early if verbose. */
void progress_show(Progress *p, const ProgressState *s, bool iteration_end);

/* Ends the redrawn line, so that other text may follow. */
void progress_end(Progress *p);

#endif
