/* run/charts_parts.h. The single charts, each drawn into folder from what dir holds. CHARTS_NO_DATA without a sentence: dir has
 * no such data, which is nothing wrong. For charts.c only. */
#ifndef SWARMTRIS_REPORT_CHARTS_PARTS_H
#define SWARMTRIS_REPORT_CHARTS_PARTS_H

#include "report/charts.h"

ChartsStatus chart_convergence(const Charts *how, const char *dir, const char *folder);
ChartsStatus chart_histogram(const Charts *how, const char *dir, const char *folder);
ChartsStatus chart_meta_path(const Charts *how, const char *dir, const char *folder);
ChartsStatus chart_heldout(const Charts *how, const char *dir, const char *folder);
ChartsStatus chart_landscape(const Charts *how, const char *dir, const char *folder);
ChartsStatus chart_curves(const Charts *how, const char *dir, const char *folder);
ChartsStatus chart_repeat(const Charts *how, const char *dir, const char *folder);

/* Whether dir is a run over a grid of parameters, whose path means nothing. */
bool chart_is_grid(const char *dir);

#endif
