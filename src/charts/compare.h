/* charts/compare.h. Charts of several runs: the runs of a repeat, and any runs in one picture. charts.h explains the statuses. */
#ifndef SWARMTRIS_CHARTS_COMPARE_H
#define SWARMTRIS_CHARTS_COMPARE_H

#include "analysis/learning_curves.h"
#include "charts/chart.h"

/* The best scores of several runs, or of repeats (n >= 1), in one picture. */
Status charts_compare(const Charts *how, const char *const *dir, int n);

/* Writes statistics and assignments of the chart of the runs 01, 02, ... below c's directory. */
Status compare_repeat(Chart *c);

/* If p has seconds: writes table number k >= 1 of c's chart, for drawing against seconds. */
Status compare_seconds(const Chart *c, const Progress *p, int k);

#endif
