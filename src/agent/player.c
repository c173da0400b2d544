#include "agent/player.h"

#include <stddef.h>

/* Every part of a scratch starts where any type may lie. */
enum { ALIGNMENT = _Alignof(max_align_t) };

const char *const player_engines[] = {"auto", "reference", NULL};

/* Pieces between two looks at the watch: some 10 ms of the reference engine. */
enum { POLL_TURNS = 256 };

static size_t rounded(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

const char *player_make(Player *p, Table table, const Agent *agent, int engine, int64_t turns_max)
{
    (void)engine;
    *p = (Player){
        .table = table,
        .agent = agent,
        .engine = "reference",
        .turns_max = turns_max,
        .scratch_bytes = rounded(table.game->state_bytes) + agent->scratch_bytes(&table),
    };
    return NULL;
}

/* False: stopped before the end. */
static bool play_one(const Player *p, const Job *job, void *state, void *scratch, const Watch *w)
{
    const Table *t = &p->table;
    const Game *g = t->game;
    int unseen = 0;
    g->start(t->rules, job->seed, state);
    g->chance(t->rules, state);
    for (int64_t turns = 0; !g->over(state) && (p->turns_max == 0 || turns < p->turns_max); turns++) {
        g->apply(t->rules, state, p->agent->choose(t, state, job->x, scratch));
        g->chance(t->rules, state);
        if (++unseen == POLL_TURNS) {
            if (w->poll(w->ctx, unseen)) return false;
            unseen = 0;
        }
    }
    Tally tally = g->tally(state);
    job_answer(job, (double)tally.score, (double)tally.turns);
    return !w->poll(w->ctx, unseen);
}

bool player_play(const Player *p, JobList *jobs, void *scratch, const Watch *w)
{
    void *state = scratch;
    void *rest = (char *)scratch + rounded(p->table.game->state_bytes);
    for (int i; jobs_take(jobs, 1, &i) > 0;)
        if (!play_one(p, &jobs->job[i], state, rest, w)) return false;
    return true;
}
