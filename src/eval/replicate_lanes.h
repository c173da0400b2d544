/* replicate_lanes.h. Replicates by the lanes: the trials of several side by side.
 *
 * Idea: pilot and run of a replicate are one game, which the lanes play alone. The trials of its stage wait in the queues of the
 * lanes, beside those of other replicates, so that vectors are full; a replicate is taken from the list whenever slots are idle.
 * If no other can be taken and too few trials are left, the thread plays these, and the rest of its replicates, alone.
 * Never: lets a count depend on what was played side by side. */
#ifndef SWARMTRIS_EVAL_REPLICATE_LANES_H
#define SWARMTRIS_EVAL_REPLICATE_LANES_H

#include "eval/replicate.h"

/* Whether the engine has lanes, and can play such replicates by them. */
bool replicate_lanes_can(const SplittingPlan *s);

/* Bytes of the scratch of a thread, which begins at a multiple of LANES_ALIGNMENT. */
size_t replicate_lanes_bytes(const SplittingPlan *s);

/* Objective.work of splitting. score turns the counts of a replicate into its score. */
bool replicate_lanes_work(const SplittingPlan *s, double (*score)(const SplittingCounts *c), JobList *l, void *scratch,
                          const StopCheck *w);

#endif
