/* report/gnuplot.h. Draws one chart: starts gnuplot with a script of plots/ and renames the picture when it is complete. */
#ifndef SWARMTRIS_REPORT_GNUPLOT_H
#define SWARMTRIS_REPORT_GNUPLOT_H

#include "report/chart.h"

/* Ends a chart. Unless status, of its statistics, says that there is nothing to draw: writes BASE.set and draws plots/NAME.gp as
 * BASE.png and so on, in all formats that are asked for, in the chart's folder, which has the tables of statistics; BASE has no
 * slash. Adds to how's lists and frees what c holds. */
Status gnuplot_draw(Chart *c, const char *base, Status status);

/* Adds the sentence about a missing gnuplot: where the tables are, and that `swarmtris plot dir...` (n) draws them later. */
void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n);

#endif
