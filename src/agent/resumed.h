/* resumed.h. Suspended games that continue from the bytes of a file or of another process.
 *
 * Idea: a suspended game is kept as bytes, which may have been changed. If they are no valid state of the game, they are
 * dropped and the game begins anew, which gives the right answer, too.
 * Never: fails an assertion, or waits without end, because of bytes that came from outside. */
#ifndef SWARMTRIS_AGENT_RESUMED_H
#define SWARMTRIS_AGENT_RESUMED_H

#include "agent/engine.h"
#include "base/jobs.h"

/* Whether a state is one that this player can go on from: a state of its engine. */
bool resumed_sound(const Player *p, const void *state);

/* Copies the state (bytes) that was kept of the job's game, and behind it the plan of an agent that makes one, on the reference
 * engine. False: there is none that can be gone on from. */
bool resumed(const Player *p, const Job *job, void *state, size_t bytes);

#endif
