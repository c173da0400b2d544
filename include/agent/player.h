/* player.h. Game, agent, features and engine together: what can play a list of games.
 *
 * Idea: jobs in, answers out. A job is (weights, seed of a game); its answer is (rows, pieces). Any number of threads may take
 * from one list, each with a scratch of its own.
 * Never: lets an answer depend on who played, or on what was played before. */
#ifndef SWARMTRIS_AGENT_PLAYER_H
#define SWARMTRIS_AGENT_PLAYER_H

#include "agent/agent.h"
#include "base/jobs.h"

/* The engines that may be asked for; auto: the fastest that knows the rules and the features. NULL at the end. */
extern const char *const player_engines[];

typedef struct {
    Table table;
    const Agent *agent;
    const char *engine;   /* the one that plays */
    int64_t turns_max;    /* a game ends after so many pieces; 0: never */
    size_t scratch_bytes; /* that player_play needs, for each thread */
} Player;

/* Fills *p. engine: an index into player_engines. Returns NULL, or why this engine cannot play this table. */
const char *player_make(Player *p, Table table, const Agent *agent, int engine, int64_t turns_max);

/* Plays jobs until the list is empty (true) or w says stop (false: the game at hand is dropped, its answer left undone). */
bool player_play(const Player *p, JobList *jobs, void *scratch, const Watch *w);

#endif
