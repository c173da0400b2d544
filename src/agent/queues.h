/* queues.h. The lanes engine: hundreds of games at a time, brought together by kind.
 *
 * Idea: states of one kind (Tetris: those that hold the same piece, on short or on tall boards) go through the same
 * instructions side by side, but after a move each game wants another piece. So every game at hand waits in the queue of its
 * kind, and what is played next are full vectors, the kinds taking turns; where no queue fills one, those of the longest. Who
 * finishes a game takes the next job at once, so the queues stay long until the list is empty.
 * Never: lets the order in which games are played change what they are. */
#ifndef SWARMTRIS_AGENT_QUEUES_H
#define SWARMTRIS_AGENT_QUEUES_H

#include "agent/engine.h"
#include "base/jobs.h"

/* Of the scratch of one thread; p->lanes and p->plan are there. */
size_t queues_bytes(const Player *p);

/* player_play, by lanes. */
bool queues_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w);

#endif
