/* vector_follow.h. Games of a vector environment that are moved by their expert, at the speed of the engine that evaluates.
 *
 * Idea: where the expert is greedy and the states are those of lanes, groups of games of a kind are moved by Lanes.best, and
 * LanesView.best says which actions that were. Lanes.best goes by a score that only its own moves keep, so this is for games
 * that are moved by nothing else since they began.
 * Never: makes another move than VectorEnvLook.expert says. */
#ifndef SWARMTRIS_EVAL_VECTOR_FOLLOW_H
#define SWARMTRIS_EVAL_VECTOR_FOLLOW_H

#include "eval/vector_look.h"

/* Games that are moved together: many, so that groups are full; and the most kinds that lanes may have. */
enum { FOLLOW_BLOCK = 64 * VECTOR_BLOCK, LANES_KINDS_MAX = 64 };

/* Bytes of the scratch of a thread, from mem_lines. */
size_t vector_follow_bytes(const VectorEnv *e);

/* Moves games first .. first + n - 1, n <= FOLLOW_BLOCK, of which `which` is not 0, with the chances behind the moves. Into
 * action (n of the environment): what was done; -1: the game is left as it is: it is over, not wanted, or given up. */
void vector_follow(VectorEnv *e, int first, int n, const uint8_t *which, int32_t *action, void *scratch);

#endif
