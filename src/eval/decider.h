/* decider.h. Decides single moves with a team of threads.
 *
 * Idea: the branches of a decision (agent/decision.h) are the jobs that the threads take. This is meant for one game that is
 * played or served move by move. With many games, each thread plays its own (objective.h).
 * Never: lets a move without a stop check depend on the number of threads. */
#ifndef SWARMTRIS_EVAL_DECIDER_H
#define SWARMTRIS_EVAL_DECIDER_H

#include "agent/decision.h"

typedef struct Decider Decider;

/* A decider for an agent that shares its decisions (Agent.branching). agent and r are borrowed. threads 0: as many as there are
 * processors. */
Decider *decider_create(const Agent *agent, const Rules *r, int threads);
void decider_destroy(Decider *d);

/* The threads that it uses. */
int decider_threads(const Decider *d);

/* Decides the move in state, which has a move; w (agent_weights). nodes: most positions, 0: any number; stop: may be NULL. */
Decided decider_choose(Decider *d, const void *state, const double *w, int64_t nodes, const StopCheck *stop);

#endif
