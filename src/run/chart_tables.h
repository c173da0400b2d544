/* run/chart_tables.h. Small tables of the run directory that charts need and no log has: what its numbers are
 * called, the claims of the result with its position, and of a search over parameters what its inner optimiser knows about them.
 * */
#ifndef SWARMTRIS_RUN_CHART_TABLES_H
#define SWARMTRIS_RUN_CHART_TABLES_H

#include "run/setup.h"
#include "store/rundir.h"

/* result.tsv: a row a claim: claim, mean, ci95 (half of the 95 % interval, - where it has no end), games, and the position. Not
 * written while there is no result. False: errno. */
bool chart_tables_result(RunDir *d, const Result *r);

/* traits.tsv, a single row: kind (of the scores: count, error or difference, as in noun.h), score_noun, cost_noun, play_noun.
 * And of a search over parameters: presets.tsv: a row for each preset of the inner optimiser that sets all coordinates of the
 * search: preset, and their values. borders.tsv: points on the borders of the inner optimiser: border, x and y (names of
 * coordinates), at_x, at_y. Returns NULL, or the name of the file that could not be written (errno). */
const char *chart_tables_begin(RunDir *d, const Setup *s);

#endif
