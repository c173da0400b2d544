/* analysis/top.h. The ten best positions of each iteration, over the runs of a study.
 *
 * Idea: a mean far above the median says that few of the ten are much better than the others.
 * Source: the mean-median charts of the program tetrispros. */
#ifndef SWARMTRIS_ANALYSIS_TOP_H
#define SWARMTRIS_ANALYSIS_TOP_H

#include "analysis/study.h"

/* Whether all runs of the study have positions.tsv, so that there is something to write. */
bool top_has(const Study *s);

/* mean_median.tsv in folder: a row for each variant and each iteration that all of its runs have. Columns mean and median are
 * those of the ten best positions (or of all, if they are fewer), averaged over the runs. mean_median_fit.tsv: a row a variant
 * whose medians differ, with the line of least squares, mean = intercept + slope x median. STATUS_DATA: a table is damaged, as
 * a sentence says. */
Status top_write(const Study *s, const char *folder, Errors *errors);

#endif
