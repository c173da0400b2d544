/* run/arena.h. Given weights and the board they are to play on: what eval, compare, tournament and play share. */
#ifndef SWARMTRIS_CLI_ARENA_H
#define SWARMTRIS_CLI_ARENA_H

#include "cli/command.h"
#include "config/weights.h"

#include <stdio.h>

/* Reads the weights file at path, or that of the run directory at path, and makes the configuration it plays under: the
 * defaults, then the [rules] of the file (board and pieces; no cap on the length of a game), then what the command line says.
 * Returns STATUS_OK or, said why, the exit status. Both are to be freed in any case. */
int arena_read(Config *c, Weights *w, const char *path, const Options *o, bool capped);

/* The same, uncapped, for who joins others: the [rules] are those of the weights called board, the features those of path.
 * Warns where path says other rules. */
int arena_join(Config *c, Weights *w, const char *path, const Options *o, const Weights *board);

/* One line: game, board, pieces, features where they are wanted, cap. */
void arena_print(FILE *out, const Config *c, bool features);

#endif
