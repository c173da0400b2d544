/* report/gnuplot.h. Draws one chart: starts gnuplot with a script of plots/ and gives the picture its name when it is complete.
 * */
#ifndef SWARMTRIS_REPORT_GNUPLOT_H
#define SWARMTRIS_REPORT_GNUPLOT_H

#include "report/chart_options.h"

/* Draws plots/SCRIPT.gp for the run directory run, in the folder that has BASE.set and the tables of statistics, as BASE.png and
 * so on, in all formats that how asks for. Adds to the lists of how. */
Status gnuplot_draw(const Charts *how, const char *script, const char *run, const char *folder, const char *base);

/* Adds the sentence about a missing gnuplot: where the tables are, and that `swarmtris plot dir...` (n) draws them later. */
void gnuplot_missing(const Charts *how, const char *folder, const char *const *dir, int n);

#endif
