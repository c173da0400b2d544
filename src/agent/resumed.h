/* resumed.h. Suspended games that continue from the bytes of a file or of another process.
 *
 * Idea: a suspended game is kept as bytes, which may have been changed. Bytes that are no valid state of the game are dropped;
 * then the game begins anew, which gives the right answer, too.
 * Never: fails an assertion, or waits without end, because of bytes that came from outside. */
#ifndef SWARMTRIS_AGENT_RESUMED_H
#define SWARMTRIS_AGENT_RESUMED_H

#include "agent/engine.h"
#include "base/jobs.h"

/* Whether the player can go on from a state, which is one of its engine. */
bool resumed_sound(const Player *p, const void *state);

/* Copies the saved state (bytes) of the job's game; on the reference engine the agent's plan, if it has one, follows the state.
 * False: no valid state was saved. */
bool resumed(const Player *p, const Job *job, void *state, size_t bytes);

#endif
