/* player.c. The choice of an engine, and what each of them needs before the first game. */
#include "agent/player.h"

#include "agent/alone.h"
#include "agent/queues.h"
#include "agent/reference_engine.h"
#include "base/hash.h"
#include "base/mem.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const player_engines[] = {
    [PLAYER_AUTO] = "auto", [PLAYER_REFERENCE] = "reference", [PLAYER_LANES] = "lanes", [PLAYER_COLUMNS] = "columns", NULL};

/* ---- which engine ---- */

/* The first lanes of the game that know these rules, suit this agent and run on this processor; NULL: *why says what those that
 * came closest lack. */
static const Lanes *choose_lanes(const Rules *t, const Agent *agent, const char *isa, const char **why)
{
    bool any = isa == NULL || strcmp(isa, "auto") == 0, known = false, runs = false;
    *why = NULL;
    if (agent->turn == NULL) *why = "this agent plays on the reference engine only";
    if (t->observer != NULL) *why = "features of what is observed are read on the reference engine only";
    for (const Lanes *const *l = t->game->lanes; l != NULL && *l != NULL && *why == NULL; l++) {
        if (!any && strcmp((*l)->isa, isa) != 0) continue;
        known = true;
        if (!(*l)->runs_here()) continue;
        runs = true;
        const char *refused = (*l)->refuses(t->rules, t->set);
        if (refused == NULL) return *l;
        if (!any || l[1] == NULL) *why = refused;
    }
    if (*why == NULL && !known) *why = any ? "this game has no lanes" : "this game has no lanes for that instruction set";
    if (*why == NULL && !runs) *why = "this processor does not have that instruction set";
    return NULL;
}

/* A fast engine. alone: columns. */
static void use_lanes(Player *p, const Lanes *l, bool alone)
{
    p->engine = player_engines[alone ? PLAYER_COLUMNS : PLAYER_LANES];
    p->alone = alone;
    p->isa = l->isa;
    p->lanes = l;
    p->plan = mem_lines(l->plan_bytes);
    l->plan(p->table.rules, p->table.set, p->plan);
    p->scratch_bytes = alone ? alone_bytes(p) : queues_bytes(p);
}

static void use_reference(Player *p)
{
    p->engine = player_engines[PLAYER_REFERENCE];
    p->isa = "plain";
    p->scratch_bytes = reference_bytes(p);
}

const char *player_make(Player *p, Rules table, const Agent *agent, int engine, const char *isa, int64_t turns_max)
{
    const char *why = NULL;
    assert(engine >= PLAYER_AUTO && engine <= PLAYER_COLUMNS && turns_max >= 0);
    *p = (Player){.table = table, .agent = agent, .turns_max = turns_max};
    const Lanes *l = engine != PLAYER_REFERENCE ? choose_lanes(&table, agent, isa, &why) : NULL;
    if (engine == PLAYER_COLUMNS && l != NULL && !agent_plays_alone(agent, &table))
        return agent->play == NULL ? "this agent does not play on columns"
                                   : "this agent does not play on columns with these options";
    if (engine == PLAYER_COLUMNS && l != NULL && l->play == NULL) return "this game has no columns for that instruction set";
    if ((engine == PLAYER_LANES || engine == PLAYER_COLUMNS) && l == NULL) return why;
    if (l == NULL) p->refused = why;
    if (l != NULL)
        use_lanes(p, l, engine == PLAYER_COLUMNS);
    else
        use_reference(p);
    p->mark = hash_bytes(hash_bytes(HASH_START, p->engine, strlen(p->engine)), p->isa, strlen(p->isa));
    return NULL;
}

void player_free(Player *p)
{
    free(p->plan);
    *p = (Player){0};
}

bool player_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    assert(p->agent != NULL && (uintptr_t)scratch % _Alignof(max_align_t) == 0);
    if (p->lanes == NULL) return reference_play(p, jobs, scratch, w);
    return p->alone ? alone_play(p, jobs, scratch, w, (Occupancy){0}) : queues_play(p, jobs, scratch, w);
}
