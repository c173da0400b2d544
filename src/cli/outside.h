/* run/outside.h. swarmtris eval -: an evaluator for optimisers that are not ours, over standard input and output.
 *
 * Idea: who asks writes weights, a vector a line; each line is answered by a line of results, in order. What has come together
 * is played together, so that all lanes and threads have work: a batch ends with an empty line, or where for the moment nothing
 * more is to be read. Where batches happen to end is chance, but which games are played depends on the text alone: always the
 * same ones, or with --fresh those that the number of empty lines so far names; so answers do not depend on the clock.
 * Never: an answer out of order, or one that waits for more input. A line that is wrong ends it (status 65) after all lines
 * before it have been answered. */
#ifndef SWARMTRIS_CLI_OUTSIDE_H
#define SWARMTRIS_CLI_OUTSIDE_H

#include "cli/command.h"

/* Serves until the end of standard input. Returns the exit status. */
int outside_serve(const Options *o, const Config *c);

#endif
