/* replicate_stage.h. The stages of a replicate (splitting.h): trials from kept states, played one by one or side by side.
 *
 * Never: lets a count depend on the order in which trials are played. */
#ifndef SWARMTRIS_EVAL_REPLICATE_STAGE_H
#define SWARMTRIS_EVAL_REPLICATE_STAGE_H

#include "eval/replicate_state.h"

/* Keeps the state that is played as one of an entry. */
void replicate_keep_entry(ReplicateWorker *t);

/* Trials are given the states from the first one on; those that are over are passed by. */
void replicate_deal(ReplicateWorker *t);

/* The kept states become those of a new stage. */
void replicate_begin_stage(ReplicateWorker *t);

/* Plays on in the trial that is played alone, or begins it. */
void replicate_trial(ReplicateWorker *t);

/* Plays on in t->now, to a level or for so many turns. It may return SEGMENT_TURNS earlier, since the stop check must be asked.
 * If the first piece of a game has no place, the game is lost without a turn. This counts as one turn, so that a player of many
 * such games comes to an end. */
SegmentEnd replicate_play(ReplicateWorker *t, const Bounds *until, int64_t *played);

/* Begins the next trial of the stage, whose state is copied, and given a future of its own. False: all have begun. Trials may be
 * played side by side: what is counted does not depend on their order. */
bool replicate_next_trial(ReplicateWorker *t, ReplicateTrial *trial, void *state);

/* Where a trial is to stop. Its first state may be there already. */
Bounds replicate_bounds(const ReplicateWorker *t, const ReplicateTrial *trial);

/* What the end of a segment means for a trial. True: it is over, and counted; with the last one its stage ends, and the next one
 * begins if there is one. */
bool replicate_judge(ReplicateWorker *t, ReplicateTrial *trial, SegmentEnd end, const void *state);

#endif
