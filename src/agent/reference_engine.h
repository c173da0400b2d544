/* reference_engine.h. The reference engine: one game after the other, through Game.
 *
 * Idea: no part of it is specific to a game or written for speed; the other engines are compared with it.
 * Never: lets an answer depend on the thread, or on what was played before. */
#ifndef SWARMTRIS_AGENT_REFERENCE_ENGINE_H
#define SWARMTRIS_AGENT_REFERENCE_ENGINE_H

#include "agent/engine.h"
#include "base/jobs.h"

/* Of the scratch of one thread. */
size_t reference_bytes(const Player *p);

/* player_play, by the reference engine. scratch (reference_bytes): where any type may lie. */
bool reference_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w);

#endif
