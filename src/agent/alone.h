/* alone.h. The columns engine: one game after the other, each as fast as the lanes are with hundreds.
 *
 * Idea: a game that never waits for others needs no queues; threads share a list of jobs game by game.
 * Never: lets an answer depend on which thread played, or on what it had played before. */
#ifndef SWARMTRIS_AGENT_ALONE_H
#define SWARMTRIS_AGENT_ALONE_H

#include "agent/engine.h"
#include "base/jobs.h"

/* Bytes of the scratch of one thread; p->lanes and p->plan are filled in. */
size_t alone_bytes(const Player *p);

/* player_play, by columns. scratch (alone_bytes): at a multiple of LANES_ALIGNMENT. before: vectors of this list that the thread
 * has already played. */
bool alone_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s, Occupancy before);

/* Whether this player's agent and lanes can play a game alone. */
bool alone_can(const Player *p);

#endif
