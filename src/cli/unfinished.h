/* cli/unfinished.h. How far an unfinished run has come, and the command that goes on with it.
 *
 * Idea: timing.tsv and metrics.tsv have a line for the last checkpoint, config.ini has all of a training. So nothing is loaded,
 * and a run that another process works on can be looked at, too.
 * Never: a command out of a file of the run, which is only data. */
#ifndef SWARMTRIS_CLI_UNFINISHED_H
#define SWARMTRIS_CLI_UNFINISHED_H

#include "config/config.h"
#include "file/json.h"

/* Prints some lines on standard output. c: the configuration of the run in dir. */
void unfinished_print(const char *dir, const Config *c);

/* The command that makes the same run again, or (resume) goes on with it; owned by the caller. NULL: it is no training, so
 * config.ini does not have all of it. */
char *unfinished_command(const char *dir, bool resume);

/* Writes what unfinished_print prints as the member "progress" of the open object: phase, share, seconds, iteration, games,
 * pieces (null if not known), running, and resume, if there is such a command. */
void unfinished_json(Json *j, const char *dir);

#endif
