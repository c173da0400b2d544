/* run/chart_data.h. The progress of a run as charts show it, and how its scores read. For charts*.c only. */
#ifndef SWARMTRIS_REPORT_CHART_DATA_H
#define SWARMTRIS_REPORT_CHART_DATA_H

#include "report/chart.h"

#include <stdbool.h>

/* What a score is, and so how it is shown: rows as they are; a score of minus an error as the error; the standardised scores of a
 * search over parameters as they are. */
typedef enum { SHOW_ROWS, SHOW_ERROR, SHOW_STANDARD } Show;

/* metrics.tsv, (rounds) each, scores as they are shown (an error's q05 is a score's q95). NULL: the run has no such column. All
 * owned. */
typedef struct {
    Show show;
    int rounds;
    double *round, *games, *cost, *best, *q05, *q25, *median, *q75, *q95, *diversity, *velocity;
    bool evaluations; /* cost counts evaluations, not pieces */
} Course;

/* Reads dir/metrics.tsv. CHARTS_NO_DATA without a sentence: there is no such file; with one: it has no round yet. */
ChartsStatus course_read(Course *p, const char *dir, Errors *errors);
void course_free(Course *p);

/* Whether these scores are rows, errors or standardised; meta: of a search over parameters. */
Show show_of(const double *score, int n, bool meta);

/* A raw score as it is shown. */
double show_score(Show show, double score);

/* Shown scores that have no place on a log axis of errors (an error of 0) are moved to a decade below the least of e above 0.
 * Returns how many. */
int show_floor(Show show, const Extent *e, double *x, int n);

/* The axis for shown scores, and what stands along it ("rows a game", and that the axis is one of log(1 + rows) if it is).
 * floored: some errors were moved. */
Axis show_axis(Show show, Extent e);
void show_label(Show show, const Axis *axis, bool floored, char *out, size_t room);

/* What the best of a search is called: the best so far; where scores are noisy or searched by their logarithm, whom the search takes for
 * the best, whose mean score may fall. */
const char *show_leader(Show show);

/* The scores in a positions.tsv, (rows), owned; NAN for candidates that were cut short: who played fewer games than others of the round has
 * a score of those that it lost. NULL: as tsv_numbers. */
double *chart_whole_scores(const Tsv *positions, Errors *errors);

/* Whether dir has a file or folder called name. */
bool chart_has(const char *dir, const char *name);

/* text cut to at most most characters (UTF-8), its middle left out; in place. */
void chart_shorten(char *text, int most);

/* Characters (UTF-8), not bytes. */
int chart_length(const char *text);

/* A column of fewer rows: every stride-th of x (n) and the last; in place. Returns how many are left. */
int chart_thin(double *x, int n, int stride);

#endif
