#include "agent/player.h"

#include "agent/alone.h"
#include "agent/queues.h"
#include "base/hash.h"
#include "base/mem.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Every part of a scratch starts where any type may lie. */
enum { ALIGNMENT = _Alignof(max_align_t) };

const char *const player_engines[] = {
    [PLAYER_AUTO] = "auto", [PLAYER_REFERENCE] = "reference", [PLAYER_LANES] = "lanes", [PLAYER_COLUMNS] = "columns", NULL};

/* Pieces between two looks at the watch: some 10 ms of the reference engine. */
enum { POLL_TURNS = 256 };

static size_t rounded(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- which engine ---- */

/* The first twin of the game that this table, this agent and this processor can use; NULL: *why says what stands in the way of the
 * one that came closest. */
static const Lanes *choose_lanes(const Ruleset *t, const Agent *agent, const char *isa, const char **why)
{
    bool any = isa == NULL || strcmp(isa, "auto") == 0, known = false, runs = false;
    *why = NULL;
    if (agent->turn == NULL) *why = "this agent plays on the reference engine only";
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

/* Everything that is known before the first game. */
static void take_lanes(Player *p, const Lanes *l, bool alone)
{
    p->engine = player_engines[alone ? PLAYER_COLUMNS : PLAYER_LANES];
    p->alone = alone;
    p->isa = l->isa;
    p->lanes = l;
    p->plan = mem_lines(l->plan_bytes);
    l->plan(p->table.rules, p->table.set, p->plan);
    p->scratch_bytes = alone ? alone_bytes(p) : queues_bytes(p);
}

static void take_reference(Player *p)
{
    p->engine = player_engines[PLAYER_REFERENCE];
    p->isa = "plain";
    p->scratch_bytes = rounded(p->table.game->state_bytes) + p->agent->scratch_bytes(&p->table);
}

const char *player_make(Player *p, Ruleset table, const Agent *agent, int engine, const char *isa, int64_t turns_max)
{
    const char *why;
    *p = (Player){.table = table, .agent = agent, .turns_max = turns_max};
    const Lanes *l = engine != PLAYER_REFERENCE ? choose_lanes(&table, agent, isa, &why) : NULL;
    if (engine == PLAYER_COLUMNS && l != NULL && agent->play == NULL) return "this agent does not play on columns";
    if (engine == PLAYER_COLUMNS && l != NULL && l->play == NULL) return "this game has no columns for that instruction set";
    if ((engine == PLAYER_LANES || engine == PLAYER_COLUMNS) && l == NULL) return why;
    if (l != NULL)
        take_lanes(p, l, engine == PLAYER_COLUMNS);
    else
        take_reference(p);
    p->mark = hash_bytes(hash_bytes(HASH_START, p->engine, strlen(p->engine)), p->isa, strlen(p->isa));
    return NULL;
}

void player_free(Player *p)
{
    free(p->plan);
    *p = (Player){0};
}

/* ---- the reference: one game after the other ---- */

/* False: stopped before the end. */
static bool play_one(const Player *p, const Job *job, void *state, void *scratch, const StopCheck *w, Occupancy *o)
{
    const Ruleset *t = &p->table;
    const Game *g = t->game;
    int unseen = 0;
    if (!job_resume(job, p->mark, state, g->state_bytes)) {
        g->start(t->rules, job->seed, state);
        g->chance(t->rules, state);
    }
    for (int64_t turns = g->tally(state).turns; !g->over(state) && (p->turns_max == 0 || turns < p->turns_max); turns++) {
        g->apply(t->rules, state, p->agent->choose(t, state, job->x, scratch));
        g->chance(t->rules, state);
        if (++unseen == POLL_TURNS) {
            o->vectors += (uint64_t)unseen;
            bool stop = w->poll(w->ctx, unseen);
            unseen = 0;
            if (!stop) continue;
            job_suspend(job, p->mark, state, g->state_bytes);
            return false;
        }
    }
    Tally tally = g->tally(state);
    job_answer(job, (double)tally.score, (double)tally.turns);
    o->vectors += (uint64_t)unseen;
    return !w->poll(w->ctx, unseen);
}

static bool play_reference(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    void *state = scratch;
    void *rest = (char *)scratch + rounded(p->table.game->state_bytes);
    Occupancy o = {0};
    bool going = true;
    for (int i; going && jobs_take(jobs, 1, &i) > 0;) going = play_one(p, &jobs->job[i], state, rest, w, &o);
    o.filled = o.lanes = o.vectors; /* a vector of one lane */
    if (w->left != NULL) w->left(w->ctx, o);
    return going;
}

bool player_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    if (p->lanes == NULL) return play_reference(p, jobs, scratch, w);
    return p->alone ? alone_play(p, jobs, scratch, w, (Occupancy){0}) : queues_play(p, jobs, scratch, w);
}
