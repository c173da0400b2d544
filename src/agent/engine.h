/* engine.h. What an engine plays with: game, agent, features and, for the fast engines, the lanes of the game and their plan.
 *
 * Idea: the engines (queues.c, alone.c) know this header and not player.h, which chooses one of them.
 * Never: owns anything but the plan; changes once player_make has filled it. */
#ifndef SWARMTRIS_AGENT_ENGINE_H
#define SWARMTRIS_AGENT_ENGINE_H

#include "agent/agent.h"
#include "base/jobs.h"

typedef struct {
    Rules r;              /* game, rules, features and the agent's options; borrowed */
    const Agent *agent;   /* chooses the moves; borrowed */
    const char *engine;   /* its name, one of player_engines */
    const char *isa;      /* the instruction set; "plain" for the reference engine */
    const Lanes *lanes;   /* the lanes that play, borrowed; NULL: the reference engine */
    const char *refused;  /* why auto chose the reference engine, a phrase; NULL: it did not */
    bool alone;           /* columns: one game after the other */
    void *plan;           /* (lanes->plan_bytes), owned; NULL with the reference engine */
    uint64_t mark;        /* identifies suspended games that this player can resume: same engine, same instruction set */
    int64_t turns_max;    /* a game ends after so many turns; 0: no limit */
    size_t scratch_bytes; /* for each thread that calls player_play, in a block from mem_lines */
} Player;

/* The turns after which the game of a job ends. */
static inline int64_t job_turns(const Player *p, const Job *j)
{
    const int64_t most = p->turns_max > 0 ? p->turns_max : INT64_MAX;
    return j->longest > 0 && j->longest < most ? j->longest : most;
}

/* bytes rounded up, so that the next part of a block is aligned as lanes.h requires. */
static inline size_t engine_lines(size_t bytes)
{
    return (bytes + LANES_ALIGNMENT - 1) / LANES_ALIGNMENT * LANES_ALIGNMENT;
}

/* The next bytes of a block, aligned for anything, a lane's state included. block NULL: bytes are only counted. */
static inline void *take_room(char *block, size_t *used, size_t bytes)
{
    void *p = block == NULL ? NULL : block + *used;
    *used += engine_lines(bytes);
    return p;
}

/* ---- one game, through the lanes or through Game ---- */

static inline size_t engine_state_bytes(const Player *p)
{
    return p->lanes != NULL ? p->lanes->state_bytes : p->r.game->state_bytes;
}

static inline Tally engine_tally(const Player *p, const void *state)
{
    return p->lanes != NULL ? p->lanes->tally(state) : p->r.game->tally(state);
}

/* A new game, in which a chance is due. weights: packed; NULL with the reference engine. */
static inline void engine_start(const Player *p, const void *weights, uint64_t seed, void *state)
{
    if (p->lanes != NULL)
        p->lanes->start(p->plan, weights, seed, state);
    else
        p->r.game->start(p->r.rules, seed, state);
}

/* Draws all chances that are due. */
static inline void engine_chance(const Player *p, void *state)
{
    int kind;
    if (p->lanes != NULL)
        p->lanes->chance(p->plan, &state, 1, &kind);
    else
        p->r.game->chance(p->r.rules, state);
}

#endif
