/* charts/caption.h. The problem and the settings of runs in half a line, for the title of their chart. */
#ifndef SWARMTRIS_CHARTS_CAPTION_H
#define SWARMTRIS_CHARTS_CAPTION_H

#include "charts/chart.h"

/* What the config.ini of all runs in dir (n >= 1) has alike of game, board, features, optimiser, budget and seed; "" where
 * there is nothing; owned by the caller. A config.ini that cannot be read is left out: whoever draws from it says so. */
char *caption_text(const char *const *dir, int n);

/* Assigns it to `settings`. */
void caption_put(Chart *c, const char *const *dir, int n);

#endif
