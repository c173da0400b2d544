/* analysis/learning_curves.h. How searches come to their results: of one run what its scores are and when they were found, of
 * several the quantiles of the best score over the seeds. */
#ifndef SWARMTRIS_ANALYSIS_LEARNING_CURVES_H
#define SWARMTRIS_ANALYSIS_LEARNING_CURVES_H

#include "analysis/chart_tables.h"
#include "file/tsv.h"

/* What the numbers of a run are called, as its traits.tsv says. What stands there becomes assignments of gnuplot and words of
 * titles: so only the names below are taken, and a value is a plain word or two, never more. Another column is for a later
 * version, and is left out. */
enum { RUN_UNITS_KIND, RUN_UNITS_SCORE, RUN_UNITS_COST, RUN_UNITS_PLAY, RUN_UNITS_EVALUATION, RUN_UNITS };
extern const char *const run_units_names[RUN_UNITS]; /* kind, score_noun, ...: columns of traits.tsv, variables of gnuplot */

typedef struct {
    Tsv table;                    /* traits.tsv */
    const char *value[RUN_UNITS]; /* by table; NULL: the run does not say */
} RunUnits;

/* Reads traits.tsv of dir. STATUS_OK, also where there is none; STATUS_NO_INPUT: a sentence says why it cannot be read;
 * STATUS_DATA: a sentence says what is wrong with it. *t is to be freed in every case. */
Status run_units_read(RunUnits *t, const char *dir, Errors *errors);
void run_units_free(RunUnits *t);

/* The reported scores that seeds are compared by. */
enum { PROGRESS_VALIDATED, PROGRESS_ESTIMATED, PROGRESS_REPORTED };

/* metrics.tsv of a run: a row is an iteration. */
typedef struct {
    Tsv table;
    RunUnits units;               /* its traits.tsv */
    char *dir;                    /* owned */
    const char *kind, *cost_noun; /* what its scores are (count, error, difference), what its cost counts; of its traits.tsv */
    double *iteration, *best;     /* (table.rows), owned; best so far: NAN only before the first */
    double *games, *cost;         /* (table.rows), owned: so far; NULL: the run has no such column */
    double reported[PROGRESS_REPORTED]; /* what it was validated and estimated at, of its result.tsv; NAN: not */
    double *seconds; /* (table.rows), owned: from timing.tsv, of all processes that worked on the run; NULL: not asked for */
} Progress;

/* STATUS_OK; STATUS_NO_INPUT: no such table, or, with a sentence, no iteration in it, or a table of the run that cannot be read;
 * STATUS_DATA: a sentence. axis: what it
 * is drawn against, or NULL; STATUS_NO_INPUT where that is "seconds" and the run has none. *p is to be freed in every case. */
Status progress_read(Progress *p, const char *dir, const char *axis, Errors *errors);
void progress_free(Progress *p);

/* Column "iterations", "pieces" or "seconds" of the run; NULL: it has no such column. Borrowed. */
const double *progress_axis(const Progress *p, const char *axis);

/* Fills t, which is to be written: metrics.tsv with a column more, the seconds, which have been read. */
void progress_seconds(const Progress *p, Table *t);

/* Fills t, which is to be written: quantiles over n >= 1 runs of their best, at PROGRESS_POINTS places x between their first and
 * last; NAN until all have begun; where a run has ended, its last best counts on. All runs have the axis. */
enum { PROGRESS_POINTS = 400 };
void progress_bands(const Progress *run, int n, const char *axis, Table *t);

/* Fills t, which is to be written: what n >= 1 runs were validated at, or estimated, of their result.tsv, as summary.tsv of a
 * --repeat has it. False: none of them has a result, and there is nothing to write. */
bool progress_reported(const Progress *run, int n, Table *t);

#endif
