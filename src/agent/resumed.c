/* resumed.c. Checks states before games are resumed from them. */
#include "agent/resumed.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Whether the move is possible in the state. room: (moves_max). */
static bool is_move(const Rules *r, const void *state, Move move, Move *room)
{
    const int n = r->game->over(state) ? 0 : r->game->moves(r->rules, state, room);
    for (int i = 0; i < n; i++)
        if (room[i] == move) return true;
    return false;
}

bool resumed_sound(const Player *p, const void *state)
{
    const Rules *r = &p->r;
    if (p->lanes != NULL) return p->lanes->sound(p->plan, state);
    if (!r->game->sound(r->rules, state)) return false;
    OWNED Move *room = mem_new((size_t)r->game->moves_max, sizeof *room);
    return r->game->over(state) || r->game->moves(r->rules, state, room) > 0;
}

/* Whether the remaining moves of the plan, which follows the state on the reference engine, are possible. They are tried on a
 * copy. */
static bool sound_plan(const Player *p, const void *state)
{
    const Rules *r = &p->r;
    if (p->lanes != NULL || p->agent->plan == NULL) return true;
    const MovePlan *plan = (const MovePlan *)(const void *)((const char *)state + r->game->state_bytes);
    if (plan->made < 0 || plan->n < plan->made || plan->n > p->agent->plan_max(r)) return false;
    OWNED Move *room = mem_new((size_t)r->game->moves_max, sizeof *room);
    OWNED void *copy = mem_new(1, r->game->state_bytes);
    bool sound = true;
    memcpy(copy, state, r->game->state_bytes);
    for (int i = plan->made; i < plan->n && sound; i++) {
        sound = plan->move[i] == AGENT_GIVES_UP ? i + 1 == plan->n : is_move(r, copy, plan->move[i], room);
        if (!sound || plan->move[i] == AGENT_GIVES_UP) break;
        r->game->apply(r->rules, copy, plan->move[i]);
        r->game->chance(r->rules, copy);
    }
    return sound;
}

bool resumed(const Player *p, const Job *job, void *state, size_t bytes)
{
    if (!job_resume(job, p->mark, state, bytes)) return false;
    if (resumed_sound(p, state) && sound_plan(p, state) && (double)engine_tally(p, state).turns >= job->y->cost) return true;
    job_forget(job);
    return false;
}
