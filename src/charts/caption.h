/* charts/caption.h. The problem and the settings of runs in half a line, for the title of their chart. */
#ifndef SWARMTRIS_CHARTS_CAPTION_H
#define SWARMTRIS_CHARTS_CAPTION_H

#include "charts/chart.h"

/* What the config.ini of all runs in dir (n >= 1) has alike of game, board, features, optimiser, budget and seed; "" where
 * there is nothing; owned by the caller. NULL: a config.ini is there and cannot be read, as a sentence says. One with mistakes
 * is taken as far as it goes. */
char *caption_text(const char *const *dir, int n, Errors *errors);

/* Assigns it to `settings`; without it, there is no chart. */
void caption_put(Chart *c, const char *const *dir, int n);

#endif
