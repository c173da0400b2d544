/* run/progress.h. How far a run is, on standard error: on a terminal one line that is redrawn, in a pipe one plain line an
 * iteration, at most one a second, and one every half minute of a long iteration. No colours and no control characters but the
 * carriage return of the terminal; TERM=dumb is taken for a pipe. */
#ifndef SWARMTRIS_RUN_PROGRESS_H
#define SWARMTRIS_RUN_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is shown. iteration, best, median: as they stand in the metrics, NULL where there are none. share: done, 0..1; turn_name:
 * what turns are ("pieces"). */
typedef struct {
    const char *phase, *iteration, *best, *median, *turn_name;
    double share, seconds;
    int64_t turns;
} ProgressState;

typedef struct {
    bool terminal, quiet, drawn;
    double shown_at, first_share; /* first_share: where this process took up the work, for the ETA */
} Progress;

void progress_start(Progress *p, bool quiet, double share);
/* Shows s, unless it is too early: a terminal five times a second, a pipe once a second where iteration_end, else twice a
 * minute. */
void progress_show(Progress *p, const ProgressState *s, bool iteration_end);
/* Ends the redrawn line, so that other text may follow. */
void progress_end(Progress *p);

#endif
