/* analysis/learning_curves.h. How searches come to their results: the scores of one run and when they were found, and
 * quantiles of best scores over the seeds of several runs. */
#ifndef SWARMTRIS_ANALYSIS_LEARNING_CURVES_H
#define SWARMTRIS_ANALYSIS_LEARNING_CURVES_H

#include "analysis/chart_tables.h"
#include "experiment/reported.h"
#include "file/tsv.h"

/* What the numbers of a run are called, as its traits.tsv says. Its cells become gnuplot assignments and words of titles. So
 * only the columns named below are read, and a value must be a plain word or two. Other columns are for later versions, and
 * ignored. */
enum { RUN_UNITS_KIND, RUN_UNITS_SCORE, RUN_UNITS_COST, RUN_UNITS_PLAY, RUN_UNITS_EVALUATION, RUN_UNITS };
extern const char *const run_units_names[RUN_UNITS]; /* kind, score_noun, ...: columns of traits.tsv, variables of gnuplot */

typedef struct {
    Tsv table;                    /* traits.tsv */
    const char *value[RUN_UNITS]; /* borrowed from table; NULL: the run does not say */
} RunUnits;

/* Reads traits.tsv of dir. STATUS_OK, also where there is none; STATUS_NO_INPUT: a sentence says why it cannot be read;
 * STATUS_DATA: a sentence says what is wrong with it. *t is to be freed in every case. */
Status run_units_read(RunUnits *t, const char *dir, Errors *errors);
void run_units_free(RunUnits *t);

/* The reported scores of a run, as its result.tsv says. */
typedef struct {
    Tsv table;                         /* result.tsv */
    ReportedScore score[REPORTED_MAX]; /* (n), without samples; their names are borrowed from table */
    int n;
} RunReported;

/* As run_units_read, for result.tsv. */
Status run_reported_read(RunReported *r, const char *dir, Errors *errors);
void run_reported_free(RunReported *r);

/* metrics.tsv of a run: a row is an iteration. */
typedef struct {
    Tsv table;
    RunUnits units;               /* its traits.tsv */
    char *dir;                    /* owned */
    const char *kind, *cost_noun; /* from traits.tsv: the kind of its scores (count, error, difference), what cost counts */
    double *iteration, *best;     /* (table.rows), owned; best score so far: NAN only before the first */
    double *games, *cost;         /* (table.rows), owned: so far; NULL: the run has no such column */
    RunReported reported;         /* its result.tsv */
    double *seconds; /* (table.rows), owned: from timing.tsv, of all processes that worked on the run; NULL: not asked for */
} Progress;

/* Reads the tables of the run in dir. axis: what is drawn against, or NULL. STATUS_NO_INPUT: no metrics.tsv; or, with a
 * sentence, no iteration in it, no seconds though axis is "seconds", or a table that cannot be read. STATUS_DATA: a sentence. *p
 * is to be freed in every case. */
Status progress_read(Progress *p, const char *dir, const char *axis, Errors *errors);
void progress_free(Progress *p);

/* Column "iterations", "pieces" or "seconds" of the run; NULL: it has no such column. Borrowed. */
const double *progress_axis(const Progress *p, const char *axis);

/* Fills t, which the caller writes: metrics.tsv and one more column, the seconds, which must have been read. */
void progress_seconds(const Progress *p, Table *t);

/* Fills t, which the caller writes: quantiles of best scores over n >= 1 runs, at PROGRESS_POINTS values of x from first to
 * last. They are NAN until all runs have begun; a run that has ended keeps its last best. All runs must have the axis. */
enum { PROGRESS_POINTS = 400 };
void progress_bands(const Progress *run, int n, const char *axis, Table *t);

/* Fills t, which the caller writes: the validated (else the estimated) scores of n >= 1 runs from result.tsv, as in summary.tsv
 * of a --repeat. False: no run has a result, and there is nothing to write. */
bool progress_reported(const Progress *run, int n, Table *t);

#endif
