/* alone.c. The columns engine: plays a list of jobs game by game, through the twin's call for one game alone. */
#include "agent/alone.h"

#include "base/mem.h"

#include <assert.h>
#include <stdint.h>

/* Turns between two looks at the watch: about a millisecond. */
enum { POLL_TURNS = 8192 };

static size_t lines(size_t bytes)
{
    return (bytes + MEM_LINE - 1) / MEM_LINE * MEM_LINE;
}

/* State and weights of the game at hand stand at the beginning, then what the agent needs. */
size_t alone_bytes(const Player *p)
{
    const Lanes *l = p->lanes;
    return lines(l->state_bytes) + lines(l->weights_bytes) + p->agent->lanes_scratch_bytes(&p->table, l);
}

/* The watch is told of all turns. True: stop. */
static bool look(const StopCheck *w, int64_t *unseen)
{
    int turns = (int)*unseen;
    *unseen = 0;
    return w->poll(w->ctx, turns);
}

bool alone_can(const Player *p)
{
    return p->agent->play != NULL && p->lanes->play != NULL;
}

bool alone_stretch(const Player *p, const void *weights, void *state, int64_t turns, void *scratch)
{
    const Lanes *l = p->lanes;
    const int64_t left = (p->turns_max > 0 ? p->turns_max : INT64_MAX) - l->tally(state).turns;
    assert(turns > 0);
    if (left > 0 && l->kind(p->plan, state) != LANES_OVER)
        p->agent->play(&p->table, l, p->plan, weights, state, turns < left ? turns : left, scratch);
    return turns >= left || l->kind(p->plan, state) == LANES_OVER;
}

/* A game from its beginning, or from where it was left, to its end; or until w says stop (false). */
static bool play_job(const Player *p, const Job *job, const void *weights, void *state, void *scratch, const StopCheck *w,
                     int64_t *unseen)
{
    const Lanes *l = p->lanes;
    if (!job_resume(job, p->mark, state, l->state_bytes)) {
        int kind;
        l->start(p->plan, weights, job->seed, state);
        l->chance(p->plan, &state, 1, &kind);
    }
    for (bool over = false; !over;) {
        int64_t before = l->tally(state).turns;
        over = alone_stretch(p, weights, state, POLL_TURNS - *unseen, scratch);
        *unseen += l->tally(state).turns - before;
        if (over || *unseen < POLL_TURNS || !look(w, unseen)) continue;
        job_suspend(job, p->mark, state, l->state_bytes);
        return false;
    }
    Tally tally = l->tally(state);
    job_answer(job, (double)tally.score, (double)tally.turns);
    return *unseen < POLL_TURNS || !look(w, unseen);
}

bool alone_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    const Lanes *l = p->lanes;
    char *state = scratch, *weights = state + lines(l->state_bytes), *rest = weights + lines(l->weights_bytes);
    const double *x = NULL; /* whose weights are packed: the games of one position come one after the other */
    int64_t unseen = 0;
    Occupancy o = {0};
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && alone_can(p));
    bool stopped = look(w, &unseen);
    for (int i; !stopped && jobs_take(jobs, 1, &i) > 0;) {
        const Job *job = &jobs->job[i];
        if (job->x != x) l->weigh(p->plan, job->x, weights);
        x = job->x;
        stopped = !play_job(p, job, weights, state, rest, w, &unseen);
        o.vectors += (uint64_t)l->tally(state).turns; /* those played before it was left, too: only the share counts */
    }
    if (!stopped) stopped = look(w, &unseen);
    o.filled = o.lanes = o.vectors; /* nothing ever waits for others */
    if (w->left != NULL) w->left(w->ctx, o);
    return !stopped;
}
