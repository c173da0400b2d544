/* replicate.h. One replicate of multilevel splitting under way: a state machine of segments of games.
 *
 * Idea: its state is one flat block, so that it can be suspended after any segment and resumed by another thread.
 * Never: lets its counts depend on where it was suspended. */
#ifndef SWARMTRIS_EVAL_REPLICATE_H
#define SWARMTRIS_EVAL_REPLICATE_H

#include "eval/replicate_stage.h"

/* Bytes of its memory, and of a scratch that replicates of a thread may share: multiples of LANES_ALIGNMENT, at which each
 * begins. */
size_t replicate_bytes(const SplittingPlan *s);
size_t replicate_scratch_bytes(const SplittingPlan *s);

/* stop: asked from time to time; NULL: nothing stops it. */
void replicate_open(ReplicateWorker *t, const SplittingPlan *s, void *memory, void *scratch, const StopCheck *stop);

/* Begins the replicate that a job asks for, or resumes it where it was suspended. */
void replicate_take(ReplicateWorker *t, const Job *job);

/* Plays on to the end; or to its first stage, whose trials others play. False: stopped before it. */
bool replicate_finish(ReplicateWorker *t);
bool replicate_reach_stage(ReplicateWorker *t);

bool replicate_ended(const ReplicateWorker *t);

/* Forgets the trial that was played alone. replicate_next_trial begins it again, with the same result. */
void replicate_drop_alone(ReplicateWorker *t);

/* Trials of others that are not over begin anew when it is resumed. */
void replicate_suspend(const ReplicateWorker *t, const Job *job);

/* What was counted; the replicate is at its end. */
const SplittingCounts *replicate_counts(const ReplicateWorker *t);

#endif
