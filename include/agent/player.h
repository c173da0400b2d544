/* player.h. Game, agent, features and engine together: what can play a list of games.
 *
 * Idea: jobs in, answers out. A job is (weights, seed of a game); its answer is (rows, pieces). Any number of threads may take
 * from one list, each with a scratch of its own. There are three engines: the reference plays one game after the other through Game,
 * lanes play hundreds at a time through the game's fast twin (queues.c), columns play one after the other through the twin (alone.c).
 * Never: lets an answer depend on who played, on the engine, or on what was played before. */
#ifndef SWARMTRIS_AGENT_PLAYER_H
#define SWARMTRIS_AGENT_PLAYER_H

#include "agent/agent.h"
#include "base/jobs.h"

/* The engines that may be asked for; auto: lanes where they know the rules and the features, else the reference. NULL at the end. */
enum { PLAYER_AUTO, PLAYER_REFERENCE, PLAYER_LANES, PLAYER_COLUMNS };
extern const char *const player_engines[];

/* plan: of lanes; owned. */
typedef struct {
    Ruleset table;
    const Agent *agent;
    const char *engine, *isa; /* what plays; the instruction set of the reference is called plain */
    const Lanes *lanes;       /* NULL: the reference */
    bool alone;               /* columns: games one after the other */
    void *plan;
    uint64_t mark;        /* on games that are left in the middle: engine and instruction set */
    int64_t turns_max;    /* a game ends after so many pieces; 0: never */
    size_t scratch_bytes; /* that player_play needs, for each thread, from mem_lines */
} Player;

/* Fills *p, which is to be freed in either case. engine: PLAYER_...; isa: the name of an instruction set, NULL or "auto" for the first
 * of the game's that runs here. Returns NULL, or why this engine cannot play this table, as a phrase. */
const char *player_make(Player *p, Ruleset table, const Agent *agent, int engine, const char *isa, int64_t turns_max);
void player_free(Player *p);

/* Plays jobs until the list is empty (true) or w says stop (false: the games at hand are left with a bookmark, from which any thread
 * can go on; nothing is played twice). */
bool player_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w);

#endif
