/* alone.c. The columns engine: plays a list of jobs game by game, through the call that Lanes has for one game alone. */
#include "agent/alone.h"

#include "agent/resumed.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

bool alone_can(const Player *p)
{
    return agent_plays_alone(p->agent, &p->table) && p->lanes->play != NULL;
}

/* State of one thread of the columns engine. */
typedef struct {
    const Player *p;    /* borrowed */
    Rules table;        /* those of p, with this limit */
    SearchLimit limit;  /* a turn counts as a position, beside those that the agent counts */
    JobList *jobs;      /* borrowed, shared by all threads */
    const StopCheck *w; /* borrowed */
    void *state;        /* (lanes->state_bytes), in the scratch: the game that is played */
    void *weights;      /* (lanes->weights_bytes), in the scratch: its packed weights */
    void *agent;        /* scratch of the agent, within the scratch */
    uint64_t played;    /* turns in all */
} AloneWorker;

/* Plays the game on from its state, in which no chance is due, until it is time to poll. Returns whether it has ended: lost,
 * or at turns_max of the player. */
static bool alone_segment(AloneWorker *t)
{
    const Player *p = t->p;
    const Lanes *l = p->lanes;
    void *state = t->state;
    const int64_t left = (p->turns_max > 0 ? p->turns_max : INT64_MAX) - l->tally(state).turns;
    assert((uintptr_t)state % LANES_ALIGNMENT == 0 && alone_can(p));
    assert(p->turns_max >= 0);
    const int64_t wait = t->limit.every - (t->limit.searched - t->limit.polled);
    assert(wait > 0);
    const Bounds until = {.turns = wait < left ? wait : left, .level = -1};
    if (left > 0 && l->kind(p->plan, state) != LANES_OVER)
        p->agent->play(&t->table, l, p->plan, t->weights, state, &until, t->agent);
    return (p->turns_max > 0 && l->tally(state).turns >= p->turns_max) || l->kind(p->plan, state) == LANES_OVER;
}

/* Lays out the blocks in the scratch; NULL: only counts. Returns the bytes. */
static size_t lay_out(AloneWorker *t, const Player *p, char *scratch)
{
    size_t used = 0;
    t->state = take_room(scratch, &used, p->lanes->state_bytes);
    t->weights = take_room(scratch, &used, p->lanes->weights_bytes);
    t->agent = take_room(scratch, &used, p->agent->lanes_scratch_bytes(&p->table, p->lanes));
    return used;
}

size_t alone_bytes(const Player *p)
{
    return lay_out(&(AloneWorker){0}, p, NULL);
}

/* Plays a game from its beginning, or from where it was suspended, to its end; or, if the limit is reached, suspends it. */
static void play_job(AloneWorker *t, const Job *job)
{
    const Lanes *l = t->p->lanes;
    if (!resumed(t->p, job, t->state, l->state_bytes)) {
        int kind;
        l->start(t->p->plan, t->weights, job->seed, t->state);
        l->chance(t->p->plan, &t->state, 1, &kind);
    }
    for (bool over = false; !over;) {
        const int64_t before = l->tally(t->state).turns;
        over = alone_segment(t);
        const int64_t played = l->tally(t->state).turns - before;
        t->limit.turns += played;
        t->played += (uint64_t)played;
        if (!over) job_spend(job, (double)(before + played));
        if (search_spend(&t->limit, played) || over) continue;
        job_suspend(job, (double)(before + played), t->p->mark, t->state, l->state_bytes);
        return;
    }
    Tally tally = l->tally(t->state);
    job_answer(job, (double)tally.score, (double)tally.turns);
}

bool alone_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w, Occupancy before)
{
    AloneWorker t = {.p = p, .table = p->table, .limit = {.stop = w, .every = jobs_poll_every(jobs)}, .jobs = jobs, .w = w};
    t.table.limit = &t.limit;
    lay_out(&t, p, scratch);
    const double *x = NULL; /* the position whose weights are packed; games of one position follow one another */
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && alone_can(p));
    search_poll(&t.limit);
    /* jobs of the list, then those that another thread has returned */
    for (int i; !search_ended(&t.limit) && (jobs_take(jobs, 1, &i) > 0 || jobs_take_returned(jobs, &i));) {
        const Job *job = &jobs->job[i];
        if (job->x != x) p->lanes->weigh(p->plan, job->x, t.weights);
        x = job->x;
        play_job(&t, job);
    }
    if (!search_ended(&t.limit)) search_poll(&t.limit);
    /* each game counts as a vector of one lane that is full, since none waits for others */
    if (w->left != NULL)
        w->left(w->ctx, (Occupancy){before.vectors + t.played, before.filled + t.played, before.lanes + t.played});
    return !search_ended(&t.limit);
}
