/* analysis/run_tables.h. The tables of runs, read and checked; tables of statistics, written row by row for charts; and how
 * searches come to their results: the scores of one run and when they were found, and quantiles of best scores over the seeds of
 * several runs.
 *
 * Never: decides what is drawn, or how. */
#ifndef SWARMTRIS_ANALYSIS_RUN_TABLES_H
#define SWARMTRIS_ANALYSIS_RUN_TABLES_H

#include "experiment/reported.h"
#include "file/tsv.h"

/* The column of metrics.tsv and positions.tsv that counts iterations. */
#define TABLES_ITERATION "iteration"
/* The column of metrics.tsv with the cost so far, whatever the game calls it. */
#define TABLES_COST "pieces"

/* A table under construction. It may not be moved between table_begin and table_write. */
typedef struct {
    FILE *out;         /* the stream into text */
    char *text;        /* the file so far; owned */
    size_t size;       /* bytes of text */
    int columns, rows; /* so far */
} Table;

/* Begins a table with columns of these names, separated by tabs; "": without columns. */
void table_begin(Table *t, const char *names);

/* Adds a column. All columns are added before the first row. */
void table_column(Table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a row: text (NULL: there is none) in the first column, with blanks for tabs, and the numbers x (n) in all others. */
void table_row(Table *t, const char *text, const double *x, int n);

/* Writes the table to a file of folder and frees it. STATUS_IO: a sentence says why it could not be written. */
Status table_write(Table *t, const char *folder, Errors *errors, const char *name, ...) __attribute__((format(printf, 4, 5)));

/* What a table must be like to be drawn. Lists of columns have blanks between the names. Texts are borrowed. */
typedef struct {
    const char *file;    /* its name in the run directory */
    const char *texts;   /* the columns that must be there and hold texts; all others hold numbers */
    const char *columns; /* the columns that must be there and hold at least one number; NULL: the table is not checked */
    const char *missing; /* what a table without rows lacks, as a sentence calls it; NULL: it must have rows */
} TableNeeds;

/* Reads the table of dir and checks it. STATUS_NO_INPUT: there is no such file; or, with a sentence, it cannot be read, or it
 * has no row yet and needs->missing allows that. STATUS_DATA: a sentence says what is wrong. *t is to be freed in every case. */
Status tables_read(Tsv *t, const char *dir, const TableNeeds *needs, Errors *errors);

/* As tables_read, for a table that dir may lack: then STATUS_OK, too, and t has no column. */
Status tables_read_if(Tsv *t, const char *dir, const TableNeeds *needs, Errors *errors);

/* Checks a table that was read already; needs->texts and needs->columns must be set. */
Status tables_check(const Tsv *t, const TableNeeds *needs, Errors *errors);

/* The quantiles 5, 25, 50, 75 and 95 % of the finite numbers among x (n), which is reordered; NAN if there are none. */
enum { TABLES_Q05, TABLES_Q25, TABLES_MEDIAN, TABLES_Q75, TABLES_Q95, TABLES_BANDS };
extern const char *const tables_bands[TABLES_BANDS]; /* q05, q25, median, q75, q95: names of columns */
void tables_quantiles(double *x, int n, double out[TABLES_BANDS]);

/* ---- one run: what its numbers are called, its reported scores, how its search came to its result ---- */

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
 * STATUS_DATA: a sentence says what is wrong with it. *u is to be freed in every case. */
Status run_units_read(RunUnits *u, const char *dir, Errors *errors);
void run_units_free(RunUnits *u);

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
} Curve;

/* Reads the tables of the run in dir. axis: what is drawn against, or NULL. STATUS_NO_INPUT: no metrics.tsv; or, with a
 * sentence, no iteration in it, no seconds though axis is "seconds", or a table that cannot be read. STATUS_DATA: a sentence. *c
 * is to be freed in every case. */
Status curve_read(Curve *c, const char *dir, const char *axis, Errors *errors);
void curve_free(Curve *c);

/* Column "iterations", "pieces" or "seconds" of the run; NULL: it has no such column. Borrowed. */
const double *curve_axis(const Curve *c, const char *axis);

/* Fills t, which the caller writes: metrics.tsv and one more column, the seconds, which must have been read. */
void curve_seconds(const Curve *c, Table *t);

/* Fills t, which the caller writes: quantiles of best scores over n >= 1 runs, at CURVE_POINTS values of x from first to
 * last. They are NAN until all runs have begun; a run that has ended keeps its last best. All runs must have the axis. */
enum { CURVE_POINTS = 400 };
void curve_bands(const Curve *run, int n, const char *axis, Table *t);

/* Fills t, which the caller writes: the validated (else the estimated) scores of n >= 1 runs from result.tsv, as in summary.tsv
 * of a --repeat. False: no run has a result, and there is nothing to write. */
bool curve_reported(const Curve *run, int n, Table *t);

#endif
