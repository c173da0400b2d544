/* alone.c. The columns engine: plays a list of jobs game by game, through the call that Lanes has for one game alone. */
#include "agent/alone.h"

#include "agent/resumed.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

bool alone_can(const Player *p)
{
    return agent_plays_alone(p->agent, &p->r) && p->lanes->play != NULL;
}

/* State of one thread of the columns engine. */
typedef struct {
    const Player *p;       /* borrowed */
    Rules r;               /* those of p, with this limit */
    SearchLimit limit;     /* a turn counts as a position, beside those that the agent counts */
    JobList *jobs;         /* borrowed, shared by all threads */
    const StopCheck *stop; /* borrowed */
    void *state;           /* (lanes->state_bytes), in the scratch: the game that is played */
    void *weights;         /* (lanes->weights_bytes), in the scratch: its packed weights */
    void *agent;           /* scratch of the agent, within the scratch */
    uint64_t played;       /* turns in all */
} AloneWorker;

/* Plays the game on from its state, in which no chance is due, until it is time to poll. Returns whether it has ended: lost,
 * or after `most` turns. */
static bool alone_segment(AloneWorker *w, int64_t most)
{
    const Player *p = w->p;
    const Lanes *l = p->lanes;
    void *state = w->state;
    const int64_t left = most - l->tally(state).turns;
    assert((uintptr_t)state % LANES_ALIGNMENT == 0 && alone_can(p));
    const int64_t wait = w->limit.every - (w->limit.searched - w->limit.polled);
    assert(wait > 0);
    const Bounds until = {.turns = wait < left ? wait : left, .level = -1};
    if (left > 0 && l->kind(p->plan, state) != LANES_OVER) p->agent->play(&w->r, l, p->plan, w->weights, state, &until, w->agent);
    return l->tally(state).turns >= most || l->kind(p->plan, state) == LANES_OVER;
}

/* Lays out the blocks in the scratch; NULL: only counts. Returns the bytes. */
static size_t lay_out(AloneWorker *w, const Player *p, char *scratch)
{
    size_t used = 0;
    w->state = take_room(scratch, &used, p->lanes->state_bytes);
    w->weights = take_room(scratch, &used, p->lanes->weights_bytes);
    w->agent = take_room(scratch, &used, p->agent->lanes_scratch_bytes(&p->r, p->lanes));
    return used;
}

size_t alone_bytes(const Player *p)
{
    return lay_out(&(AloneWorker){0}, p, NULL);
}

/* Plays a game from its beginning, or from where it was suspended, to its end; or, if the limit is reached, suspends it. */
static void play_job(AloneWorker *w, const Job *job)
{
    const Lanes *l = w->p->lanes;
    if (!resumed(w->p, job, w->state, l->state_bytes)) {
        int kind;
        l->start(w->p->plan, w->weights, job->seed, w->state);
        l->chance(w->p->plan, &w->state, 1, &kind);
    }
    for (bool over = false; !over;) {
        const int64_t before = l->tally(w->state).turns;
        over = alone_segment(w, job_turns(w->p, job));
        const int64_t played = l->tally(w->state).turns - before;
        w->limit.turns += played;
        w->played += (uint64_t)played;
        if (!over) job_spend(job, (double)(before + played));
        if (search_spend(&w->limit, played) || over) continue;
        job_suspend(job, (double)(before + played), w->p->mark, w->state, l->state_bytes);
        return;
    }
    Tally tally = l->tally(w->state);
    job_answer(job, (double)tally.score, (double)tally.turns);
}

bool alone_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s, Occupancy before)
{
    AloneWorker worker = {.p = p, .r = p->r, .limit = {.stop = s, .every = jobs_poll_every(jobs)}, .jobs = jobs, .stop = s};
    worker.r.limit = &worker.limit;
    lay_out(&worker, p, scratch);
    const double *x = NULL; /* the position whose weights are packed; games of one position follow one another */
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && alone_can(p));
    search_poll(&worker.limit);
    /* jobs of the list, then those that another thread has returned */
    for (int i; !search_ended(&worker.limit) && (jobs_take(jobs, 1, &i) > 0 || jobs_take_returned(jobs, &i));) {
        const Job *job = &jobs->job[i];
        if (job->x != x) p->lanes->weigh(p->plan, job->x, worker.weights);
        x = job->x;
        play_job(&worker, job);
    }
    if (!search_ended(&worker.limit)) search_poll(&worker.limit);
    /* each game counts as a vector of one lane that is full, since none waits for others */
    if (s->left != NULL)
        s->left(s->ctx, (Occupancy){before.vectors + worker.played, before.filled + worker.played, before.lanes + worker.played});
    return !search_ended(&worker.limit);
}
