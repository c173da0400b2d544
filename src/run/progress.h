/* run/progress.h. The progress of a run, on standard error: on a terminal one line that is redrawn, in a pipe one plain line an
 * iteration, at most one a second, and one every half minute of a long iteration.
 *
 * Never: colours, or control characters other than the carriage return of the terminal; TERM=dumb counts as a pipe. */
#ifndef SWARMTRIS_RUN_PROGRESS_H
#define SWARMTRIS_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is shown. Texts are borrowed. */
typedef struct {
    const char *phase;                     /* of the experiment: "training" */
    const char *iteration, *best, *median; /* as metrics.tsv has them; NULL: not known */
    const char *turn_name;                 /* the unit of turns: "pieces" */
    double share;                          /* of the work that is done, 0..1 */
    double first_share;                    /* the share that was done before this process began */
    double seconds;                        /* since the process began to play */
    int64_t turns;                         /* that it has played since then */
} ProgressState;

typedef struct {
    bool terminal;   /* standard error is one */
    bool quiet;      /* nothing is shown */
    bool verbose;    /* every iteration is shown, however short */
    bool drawn;      /* the redrawn line has no end yet */
    double shown_at; /* ProgressState.seconds of the last line */
} Progress;

void progress_start(Progress *p, bool quiet, bool verbose);

/* Shows s, unless it is too early (an iteration_end never is where verbose): a terminal five times a second, a pipe once a
 * second where iteration_end, else twice a minute. */
void progress_show(Progress *p, const ProgressState *s, bool iteration_end);
/* Ends the redrawn line, so that other text may follow. */
void progress_end(Progress *p);

#endif
