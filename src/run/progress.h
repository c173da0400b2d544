/* run/progress.h. The progress of a run, on standard error. A terminal has one line that is redrawn. A pipe gets a plain line an
 * iteration, and others within long ones. Since what a pipe leads to is kept, lines are at least a second apart in the first
 * minute, a minute in the first hour, and ten minutes afterwards.
 *
 * Never: colours, or control characters other than the carriage return of the terminal; TERM=dumb counts as a pipe. */
#ifndef SWARMTRIS_RUN_PROGRESS_H
#define SWARMTRIS_RUN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

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
