/* resumed.h. Games that go on where a file or another process says that they were suspended.
 *
 * Idea: what is kept of a game is bytes, which may have been changed. A state that is none of the game is dropped, and the game
 * begins anew: its answer is then the right one, too.
 * Never: an assertion, or a wait without end, because of bytes that came from outside. */
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
