/* analysis/progress.h. The progress of searches: the scores of one run with the moments when they were found, and the quantiles
 * of the best score over several runs. */
#ifndef SWARMTRIS_ANALYSIS_PROGRESS_H
#define SWARMTRIS_ANALYSIS_PROGRESS_H

#include "analysis/tables.h"

/* metrics.tsv of a run: a row is an iteration. */
typedef struct {
    Tsv table, traits;
    const char *dir;          /* borrowed */
    const char *kind;         /* of its scores: count, error or difference; from its traits.tsv */
    const char *cost_noun;    /* the name of its cost; from its traits.tsv */
    double *iteration, *best; /* (table.rows), owned; best score so far: NAN only before the first */
    double *games, *cost;     /* (table.rows), owned: so far; NULL: the run has no such column */
    double *seconds; /* (table.rows), owned: from timing.tsv, of all processes that worked on the run; NULL: not asked for */
} Progress;

/* Reads the tables of a run; seconds: also timing.tsv. STATUS_OK; STATUS_NO_INPUT: there is no such table, or no timing.tsv, or,
 * with a sentence, no iteration in it; STATUS_DATA, with a sentence. *p is to be freed in every case. */
Status progress_read(Progress *p, const char *dir, bool seconds, Errors *errors);
void progress_free(Progress *p);

/* Column "iterations", "pieces" or "seconds" of the run; NULL: it has no such column. Borrowed. */
const double *progress_axis(const Progress *p, const char *axis);

/* Writes NAME: metrics.tsv with one more column, the seconds. */
Status progress_write_seconds(const Progress *p, const char *folder, const char *name, Errors *errors);

/* Writes NAME: quantiles over the runs (n >= 1) of their best scores, at PROGRESS_POINTS places x between the first and the last
 * iteration of all; NAN until all runs have begun. After the end of a run its last best score counts. */
enum { PROGRESS_POINTS = 400 };
Status progress_write_bands(const Progress *run, int n, const char *axis, const char *folder, const char *name, Errors *errors);

#endif
