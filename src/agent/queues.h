/* queues.h. The lanes engine: hundreds of games at a time, brought together by kind.
 *
 * Idea: states of one kind (Tetris: those that hold the same piece, on short or on tall boards) go through the same instructions
 * side by side. But after a move each game has another piece. So every game waits in the queue of its kind, and full vectors are
 * played, from each kind in turn. If no queue fills a vector, the games of the longest queue are played. A slot whose game ends
 * takes the next job at once, so the queues stay long until the list is empty.
 *
 *     jobs -> slots -> queue of kind 0   g g g g g g g g g    -> a full vector is played; after the chance each of its games
 *                      queue of kind 1   g g g                   goes to the queue of its new kind
 *                      queue of kind 2   g g g g g g          -> full
 * Never: lets the order in which games are played change their results. */
#ifndef SWARMTRIS_AGENT_QUEUES_H
#define SWARMTRIS_AGENT_QUEUES_H

#include "agent/engine.h"
#include "base/jobs.h"

/* Bytes of the scratch of one thread, in which alone_play can play, too; p->lanes and p->plan are filled in. */
size_t queues_bytes(const Player *p);

/* player_play, by lanes. scratch (queues_bytes): at a multiple of LANES_ALIGNMENT. */
bool queues_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s);

#endif
