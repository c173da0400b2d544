/* cli/unfinished.h. How far an unfinished run has come, and the command that goes on with it.
 *
 * Idea: timing.tsv and metrics.tsv have a line for the last checkpoint, log.txt has the command line. So nothing is loaded, and
 * a run that another process works on can be looked at, too. */
#ifndef SWARMTRIS_CLI_UNFINISHED_H
#define SWARMTRIS_CLI_UNFINISHED_H

#include "config/config.h"
#include "file/json.h"

/* Prints some lines on standard output. c: the configuration of the run in dir. */
void unfinished_print(const char *dir, const Config *c);

/* The command that began the run, or (resume) goes on with it; owned by the caller. */
char *unfinished_command(const char *dir, bool resume);

/* Writes what unfinished_print prints as the member "progress" of the open object: phase, share, seconds, iteration, games,
 * pieces (null if not known), running, resume. */
void unfinished_json(Json *j, const char *dir);

#endif
