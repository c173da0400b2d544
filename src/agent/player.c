/* player.c. The choice of an engine, and what each of them needs before the first game; the reference engine. */
#include "agent/player.h"

#include "agent/alone.h"
#include "agent/queues.h"
#include "agent/resumed.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const player_engines[] = {
    [PLAYER_AUTO] = "auto", [PLAYER_REFERENCE] = "reference", [PLAYER_LANES] = "lanes", [PLAYER_COLUMNS] = "columns", NULL};

/* ---- the reference engine: one game after the other, through Game ----
 *
 * No part of it is specific to a game or written for speed; the other engines are compared with it. */

/* Bytes of a suspended game: its state, and the plan of an agent that plans. */
static size_t saved_bytes(const Player *p)
{
    const size_t plan = p->agent->plan != NULL ? plan_bytes(p->agent, &p->r) : 0;
    assert(p->r.game->state_bytes % _Alignof(MovePlan) == 0);
    return p->r.game->state_bytes + plan;
}

/* Plays one game, from its beginning or from where it was suspended. False: stopped, which may be within a turn: the game is
 * suspended before it. r: the rules of p, with a limit. */
static bool play_one(const Player *p, const Rules *r, const Job *job, void *state, void *scratch, Occupancy *o)
{
    const Game *g = r->game;
    MovePlan *plan = (MovePlan *)(void *)((char *)state + g->state_bytes);
    if (!resumed(p, job, state, saved_bytes(p))) {
        memset(state, 0, saved_bytes(p));
        g->start(r->rules, job->seed, state);
        g->chance(r->rules, state);
    }
    const int64_t most = job_turns(p, job);
    for (int64_t turns = g->tally(state).turns; !g->over(state) && turns < most; turns++) {
        const Move move = search_spend(r->limit, 1) ? plan_next(p->agent, r, state, job->x, plan, scratch) : AGENT_GIVES_UP;
        if (search_ended(r->limit)) {
            job_suspend(job, (double)turns, p->mark, state, saved_bytes(p));
            return false;
        }
        if (move == AGENT_GIVES_UP) break;
        g->apply(r->rules, state, move);
        g->chance(r->rules, state);
        r->limit->turns++;
        o->vectors++;
    }
    Tally tally = g->tally(state);
    job_answer(job, (double)tally.score, (double)tally.turns);
    return search_poll(r->limit);
}

static bool reference_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s)
{
    assert((uintptr_t)scratch % _Alignof(max_align_t) == 0);
    void *state = scratch;
    void *rest = (char *)scratch + engine_lines(saved_bytes(p));
    Occupancy o = {0};
    bool going = true;
    SearchLimit limit = {.stop = s, .every = SEARCH_POLL};
    Rules r = p->r;
    r.limit = &limit;
    for (int i; going && jobs_take(jobs, 1, &i) > 0;) going = play_one(p, &r, &jobs->job[i], state, rest, &o);
    o.filled = o.lanes = o.vectors; /* a vector of one lane */
    if (s->left != NULL) s->left(s->ctx, o);
    return going;
}

/* ---- which engine ---- */

/* The first lanes of the game that have one of the instruction sets, know these rules and suit this agent. NULL: *why is a
 * phrase, what the lanes that came closest lack. */
static const Lanes *choose_lanes(const Rules *r, const Agent *agent, const char *isas, const char **why)
{
    *why = r->observer != NULL      ? "features of what is observed are read on the reference engine only"
           : agent->turn == NULL    ? "this agent plays on the reference engine only"
           : r->game->lanes == NULL ? "this game has no lanes"
                                    : NULL;
    if (*why != NULL) return NULL;
    *why = "this game has no lanes for that instruction set";
    for (const Lanes *const *l = r->game->lanes; *l != NULL; l++) {
        if (!text_has(isas, (*l)->isa)) continue;
        assert((*l)->runs_here());
        *why = (*l)->refuses(r->rules, r->set);
        if (*why == NULL) return *l;
    }
    return NULL;
}

/* Sets up a fast engine. alone: columns, else lanes. */
static void use_lanes(Player *p, const Lanes *l, bool alone)
{
    p->engine = player_engines[alone ? PLAYER_COLUMNS : PLAYER_LANES];
    p->alone = alone;
    p->isa = l->isa;
    p->lanes = l;
    p->plan = mem_lines(l->plan_bytes);
    l->plan(p->r.rules, p->r.set, p->plan);
    p->scratch_bytes = alone ? alone_bytes(p) : queues_bytes(p);
}

const char *player_make(Player *p, Rules r, const Agent *agent, int engine, const char *isas, int64_t turns_max)
{
    const char *why = NULL;
    assert(engine >= PLAYER_AUTO && engine <= PLAYER_COLUMNS && turns_max >= 0);
    *p = (Player){.r = r, .agent = agent, .turns_max = turns_max};
    const Lanes *l = engine != PLAYER_REFERENCE ? choose_lanes(&r, agent, isas, &why) : NULL;
    if (engine == PLAYER_COLUMNS && l != NULL && !agent_plays_alone(agent, &r))
        return agent->play == NULL ? "this agent does not play on columns"
                                   : "this agent does not play on columns with these options";
    if (engine == PLAYER_COLUMNS && l != NULL && l->play == NULL) return "this game has no columns for that instruction set";
    if ((engine == PLAYER_LANES || engine == PLAYER_COLUMNS) && l == NULL) return why;
    if (l == NULL) p->refused = why;
    if (l != NULL) {
        use_lanes(p, l, engine == PLAYER_COLUMNS);
    } else {
        p->engine = player_engines[PLAYER_REFERENCE];
        p->isa = "plain";
        /* the state of the game, the plan, the scratch of the agent */
        p->scratch_bytes = engine_lines(saved_bytes(p)) + agent->scratch_bytes(&p->r);
    }
    p->mark = hash_bytes(hash_bytes(HASH_START, p->engine, strlen(p->engine)), p->isa, strlen(p->isa));
    return NULL;
}

void player_free(Player *p)
{
    free(p->plan);
    *p = (Player){0};
}

bool player_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s)
{
    assert(p->agent != NULL && (uintptr_t)scratch % _Alignof(max_align_t) == 0);
    if (p->lanes == NULL) return reference_play(p, jobs, scratch, s);
    return p->alone ? alone_play(p, jobs, scratch, s, (Occupancy){0}) : queues_play(p, jobs, scratch, s);
}
