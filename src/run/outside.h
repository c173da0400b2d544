/* run/outside.h. swarmtris eval -: an evaluator for optimisers in other programs, over standard input and output.
 *
 * Idea: the other program writes weights, a vector a line; each line is answered by a line of results, in order. Vectors that
 * arrive together are played together, so that all lanes and threads have work. A batch ends with an empty line, or when there
 * is nothing more to read for the moment. So it is chance where a batch ends. But the games depend on the text alone: they are
 * always the same, or with --fresh they are chosen by the number of empty lines so far. So answers do not depend on the clock.
 * Never: answers out of order, or waits for more input before it answers. A line with a mistake ends the service (status 65)
 * after all lines before it have been answered. */
#ifndef SWARMTRIS_RUN_OUTSIDE_H
#define SWARMTRIS_RUN_OUTSIDE_H

#include "config/config.h"

/* Answers lines until standard input ends, or for max_time seconds (0: no limit). Each vector plays `games` games, 1 or more.
 * fresh: other games after each empty line. Returns the exit status. */
int outside_serve(const Config *c, int64_t games, bool fresh, double max_time);

#endif
