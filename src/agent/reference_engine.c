/* reference_engine.c. The reference engine: plays a list of jobs one game after the other, through Game. */
#include "agent/reference_engine.h"

#include "agent/resumed.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Turns between two calls of the stop check: some 10 ms. */
enum { POLL_TURNS = 256 };

/* Bytes of a suspended game: its state and, of an agent that plans, what is left of the plan. */
static size_t saved_bytes(const Player *p)
{
    const size_t plan = p->agent->plan != NULL ? plan_bytes(p->agent, &p->table) : 0;
    assert(p->table.game->state_bytes % _Alignof(MovePlan) == 0);
    return p->table.game->state_bytes + plan;
}

/* The state of the game comes first, then the plan, then the scratch of the agent. */
size_t reference_bytes(const Player *p)
{
    assert(p->table.game->state_bytes > 0);
    return engine_lines(saved_bytes(p)) + p->agent->scratch_bytes(&p->table);
}

/* One game, from its beginning or from where it was suspended. False: stopped before the end. */
static bool play_one(const Player *p, const Job *job, void *state, void *scratch, const StopCheck *w, Occupancy *o)
{
    const Rules *t = &p->table;
    const Game *g = t->game;
    int unseen = 0;
    const int every = p->agent->plan != NULL ? 1 : POLL_TURNS; /* a plan may take a second by itself */
    MovePlan *plan = (MovePlan *)(void *)((char *)state + g->state_bytes);
    if (!resumed(p, job, state, saved_bytes(p))) {
        memset(state, 0, saved_bytes(p));
        g->start(t->rules, job->seed, state);
        g->chance(t->rules, state);
    }
    for (int64_t turns = g->tally(state).turns; !g->over(state) && (p->turns_max == 0 || turns < p->turns_max); turns++) {
        const Move move = plan_next(p->agent, t, state, job->x, plan, scratch);
        if (move == AGENT_GIVES_UP) break;
        g->apply(t->rules, state, move);
        g->chance(t->rules, state);
        if (++unseen == every) {
            o->vectors += (uint64_t)unseen;
            bool stop = w->poll(w->ctx, unseen);
            unseen = 0;
            if (!stop) continue;
            job_suspend(job, (double)g->tally(state).turns, p->mark, state, saved_bytes(p));
            return false;
        }
    }
    Tally tally = g->tally(state);
    job_answer(job, (double)tally.score, (double)tally.turns);
    o->vectors += (uint64_t)unseen;
    return !w->poll(w->ctx, unseen);
}

bool reference_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    assert((uintptr_t)scratch % _Alignof(max_align_t) == 0);
    void *state = scratch;
    void *rest = (char *)scratch + engine_lines(saved_bytes(p));
    Occupancy o = {0};
    bool going = true;
    for (int i; going && jobs_take(jobs, 1, &i) > 0;) going = play_one(p, &jobs->job[i], state, rest, w, &o);
    o.filled = o.lanes = o.vectors; /* a vector of one lane */
    if (w->left != NULL) w->left(w->ctx, o);
    return going;
}
