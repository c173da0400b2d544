/* cli/task.h. Reads weights and makes the configuration of the board that they are to play on: shared by eval, compare,
 * tournament, play and info. */
#ifndef SWARMTRIS_CLI_TASK_H
#define SWARMTRIS_CLI_TASK_H

#include "cli/verb.h"
#include "config/weights.h"
#include "file/json.h"

#include <stdio.h>

/* Reads the weights file at path, or that of the run directory at path, and makes the configuration that the weights were
 * trained and validated under. This is made of the defaults, then the [rules] of the file, then the command line. Returns
 * STATUS_OK, or, after a sentence, the exit status. *c and *w are to be freed in any case. */
int task_read(Config *c, Weights *w, const char *path, const Command *o);

/* The turns after which a game ends by the [rules] of w, under which c was made; 0: no rule of theirs ends it. */
int64_t task_ruled_end(const Config *c, const Weights *w);

/* As task_read, for further weights on a known board: the [rules] are those of the weights `board`, features and agent those
 * of the file at path. Warns if that file has other rules. */
int task_join(Config *c, Weights *w, const char *path, const Command *o, const Weights *board);

/* Says that the settings of a learner at path cannot be compared with weights. Returns STATUS_USAGE. */
int task_refuse_settings(const char *path, const char *of);

/* Prints one line: game, board, pieces, agent, features, cap, seed. Without `features`, the features are left out, and so is an
 * agent that has weights of its own. */
void task_print(FILE *out, const Config *c, bool features);

/* Adds the member game: the rules as [game] of an ini has them. */
void task_json(Json *j, const Config *c);

#endif
