/* run/chart_tables.h. Small tables of the run directory that charts need and that no log has: the names of its numbers, the
 * claims of the result with its position, and for a search over parameters the presets and stability borders of its inner
 * optimiser. */
#ifndef SWARMTRIS_RUN_CHART_TABLES_H
#define SWARMTRIS_RUN_CHART_TABLES_H

#include "run/setup.h"
#include "store/rundir.h"

/* Writes result.tsv, a row for each claim: claim, mean, ci95 (half of the 95 % interval, - where it is infinite), games, and the
 * position. It is not written while there is no result. False: it could not be written (errno). */
bool chart_tables_result(RunDir *d, const Result *r);

/* Writes traits.tsv, a single row: kind (of the scores: count, error or difference, as in noun.h), score_noun, cost_noun and
 * play_noun. For a search over parameters it also writes presets.tsv, a row for each preset of the inner optimiser that sets all
 * coordinates of the search (preset, and their values), and borders.tsv, points on the borders of the inner optimiser (border, x
 * and y, which are names of coordinates, at_x, at_y). Returns NULL, or the name of the file that could not be written (errno). */
const char *chart_tables_begin(RunDir *d, const Setup *s);

#endif
