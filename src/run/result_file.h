/* run/result_file.h. What a run has found, as its file has it: weights, tuned keys, or what a system learns; and the small
 * tables of the run directory that charts need and no log has.
 *
 * Never: a score under another name than that of its reported score. */
#ifndef SWARMTRIS_RUN_RESULT_FILE_H
#define SWARMTRIS_RUN_RESULT_FILE_H

#include "run/setup.h"
#include "store/rundir.h"

/* Prints the result as an ini. A meta search gives the tuned keys in their own sections; any other run gives a weights file
 * (config/weights.h), whose [rules] the kind of objective may write itself. Equal results give equal bytes. source: the file that
 * evaluated weights come from; NULL: they are this training's. */
void found_print(FILE *f, const Setup *s, const Result *r, const char *source);

/* Writes result.tsv, a row for each reported score: its name, its numbers, and the position. It is not written while there is no
 * result. False: it could not be written (errno). */
bool result_file_result(RunDir *d, const Result *r);

/* Writes traits.tsv, a single row: kind (of the scores: count, error or difference, as in quantity.h), score_noun, cost_noun and
 * play_noun. For a search over parameters it also writes two tables. presets.tsv has a row for each preset of the inner
 * optimiser that sets all coordinates of the search: preset, and their values. borders.tsv has points on the borders of the
 * inner optimiser: border, x and y (names of coordinates), at_x, at_y. Returns NULL, or the name of the file that could not be
 * written (errno). */
const char *result_file_tables(RunDir *d, const Setup *s);

#endif
