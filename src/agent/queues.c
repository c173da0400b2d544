/* queues.c. The lanes engine: plays a list of jobs hundreds of games at a time, each waiting in the queue of its kind until a
 * vector is full. */
#include "agent/queues.h"

#include "agent/alone.h"
#include "agent/lane_queues.h"
#include "agent/resumed.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* Threads that share a list take at most 1/SHARE of their part of the remaining jobs at a time. The longest games come first, and
 * a thread that took them all at once would finish last. */
enum { SHARE = 32 };

/* ---- the state of a thread ---- */

/* A game; its state lies in LaneQueues. */
typedef struct {
    int64_t left; /* turns until the game has made as many as it may */
    int job;      /* index into the list */
    int weights;  /* number of its WeightSlot */
} Slot;

/* Packed weights, shared by all current games of one position. */
typedef struct {
    const double *x; /* the position, borrowed from the job */
    int games;       /* how many current games; 0: the slot is free */
} WeightSlot;

/* State of one thread of the lanes engine. All arrays lie in its scratch. */
typedef struct {
    const Player *p;   /* borrowed */
    Rules r;           /* those of p, with this limit */
    SearchLimit limit; /* a turn counts as a position, beside those that the agent counts */
    const Lanes *l;    /* p->lanes */
    JobList *jobs;     /* borrowed, shared by all threads */
    LaneQueues q;
    int slots; /* how many games at a time */

    Slot *slot;              /* (slots) */
    WeightSlot *weight_slot; /* (slots): each game needs at most one */
    char *weights;           /* (slots, weights_bytes): packed weights of each WeightSlot */
    size_t weights_bytes;    /* of one block of packed weights */
    int newest;              /* the WeightSlot of the last job; -1: none yet */

    void *agent; /* scratch of the agent */

    bool dry;         /* the list was empty when last asked for a job */
    Occupancy filled; /* lanes of vectors that had a game */
} LaneWorker;

/* Lays out all blocks in the scratch, and makes all slots idle; NULL: only counts. Returns the bytes. */
static size_t lay_out(LaneWorker *w, const Player *p, char *scratch)
{
    const Lanes *l = p->lanes;
    size_t used = 0;
    *w = (LaneWorker){.p = p, .l = l, .weights_bytes = engine_lines(l->weights_bytes), .newest = -1};
    w->slots = lane_queues_slots(l, w->weights_bytes + sizeof *w->slot + sizeof *w->weight_slot);
    const size_t n = (size_t)w->slots;
    void *queues = take_room(scratch, &used, lane_queues_bytes(l, w->slots));
    w->slot = take_room(scratch, &used, n * sizeof *w->slot);
    w->weight_slot = take_room(scratch, &used, n * sizeof *w->weight_slot);
    w->weights = take_room(scratch, &used, n * w->weights_bytes);
    w->agent = take_room(scratch, &used, p->agent->lanes_scratch_bytes(&p->r, l));
    if (scratch != NULL) {
        lane_queues_open(&w->q, l, w->slots, queues);
        memset(w->weight_slot, 0, n * sizeof *w->weight_slot);
    }
    return used;
}

/* The packed weights of a WeightSlot. */
static void *weights_of(const LaneWorker *w, int i)
{
    return w->weights + (size_t)i * w->weights_bytes;
}

size_t queues_bytes(const Player *p)
{
    LaneWorker w;
    const size_t queues = lay_out(&w, p, NULL), alone = alone_bytes(p);
    return queues > alone ? queues : alone;
}

/* ---- games come and go ---- */

/* The WeightSlot of x, with one game more. Usually it is that of the last job, since the games of a position follow one another;
 * else a free one, of which there are enough. */
static int weights_for(LaneWorker *w, const double *x)
{
    int i = w->newest;
    assert(x != NULL);
    if (i < 0 || w->weight_slot[i].x != x) {
        for (i = 0; w->weight_slot[i].games > 0; i++) continue;
        w->weight_slot[i].x = x;
        w->l->weigh(w->p->plan, x, weights_of(w, i));
    }
    w->newest = i;
    w->weight_slot[i].games++;
    return i;
}

/* Answers the job of slot i, whose game is over. If a game ended because it had no move, that turn has been counted,
 * although nothing was played. */
static void finish_game(LaneWorker *w, uint16_t i)
{
    Slot *s = &w->slot[i];
    assert(i < w->slots);
    const Job *job = &w->jobs->job[s->job];
    Tally tally = w->l->tally(state_of(&w->q, i));
    w->limit.turns -= job_turns(w->p, job) - s->left - tally.turns;
    job_answer(job, (double)tally.score, (double)tally.turns);
    w->weight_slot[s->weights].games--;
    push(&w->q, &w->q.idle, i);
}

/* After a chance: slot i waits in the queue of its kind, or its game is over. */
static inline void queue_game(LaneWorker *w, uint16_t i, int kind)
{
    if (kind == LANES_OVER)
        finish_game(w, i);
    else
        push(&w->q, &w->q.queue[kind], i);
}

/* Starts or resumes n games in idle slots, n <= LANES_MAX: those of job `first` and the jobs after it. */
static void start_games(LaneWorker *w, int first, int n)
{
    void *state[LANES_MAX];
    uint16_t slot[LANES_MAX];
    int kind[LANES_MAX];
    assert(n >= 1 && n <= LANES_MAX && n <= length(&w->q.idle));
    for (int j = 0; j < n; j++) {
        const Job *job = &w->jobs->job[first + j];
        uint16_t i = slot[j] = pop(&w->q, &w->q.idle);
        int weights = weights_for(w, job->x);
        state[j] = state_of(&w->q, i);
        w->q.weights[i] = weights_of(w, weights);
        if (!resumed(w->p, job, state[j], w->l->state_bytes))
            w->l->start(w->p->plan, weights_of(w, weights), job->seed, state[j]);
        w->slot[i] = (Slot){.left = job_turns(w->p, job) - w->l->tally(state[j]).turns, .job = first + j, .weights = weights};
    }
    w->l->chance(w->p->plan, state, n, kind);
    for (int j = 0; j < n; j++) queue_game(w, slot[j], w->slot[slot[j]].left > 0 ? kind[j] : LANES_OVER);
}

/* Returns all unfinished games to the list. Each is before a move, so that it can be resumed. */
static void return_games(const LaneWorker *w)
{
    for (int k = 0; k < w->l->kinds; k++) {
        const Queue *q = &w->q.queue[k];
        for (unsigned at = q->head; at != q->tail; at++) {
            uint16_t i = q->ring[at & w->q.mask];
            const double cost = (double)w->l->tally(state_of(&w->q, i)).turns;
            jobs_return(w->jobs, w->slot[i].job, cost, w->p->mark, state_of(&w->q, i), w->l->state_bytes);
        }
    }
    jobs_offer(w->jobs);
}

/* Slots that may get a game. If other processes take from the list, too, a thread leaves half of its part there. It does so only
 * as long as its vectors stay full. A game that has begun is costly to pass on. */
static int free_slots_of(const LaneWorker *w)
{
    const JobList *l = w->jobs;
    const int idle = length(&w->q.idle), few = LANE_QUEUES_FEW * w->l->width;
    int most = l->whole > 0 ? l->whole / (2 * (l->threads > 1 ? l->threads : 1)) : w->slots;
    if (most < few) most = few;
    most -= playing(&w->q);
    return most < 0 ? 0 : most < idle ? most : idle;
}

/* How many jobs to take at once. */
static int fair_share(const LaneWorker *w)
{
    const int threads = w->jobs->threads, free_slots = free_slots_of(w) < LANES_MAX ? free_slots_of(w) : LANES_MAX;
    if (threads <= 1) return free_slots;
    const int share = jobs_left(w->jobs) / (SHARE * threads);
    return share < 1 ? 1 : share < free_slots ? share : free_slots;
}

/* Gives idle slots new games. A thread that shares the list takes few jobs at a time. A list that was empty may have grown. */
static void fill_slots(LaneWorker *w)
{
    while (free_slots_of(w) > 0) {
        int first, want = fair_share(w), got = jobs_take(w->jobs, want, &first);
        w->dry = got < want;
        if (got > 0) start_games(w, first, got);
        if (w->dry || want < LANES_MAX) return;
    }
}

/* ---- a turn ---- */

/* Draws the chance after the move of one group; each game goes to the queue of its new kind. */
static void requeue_group(LaneWorker *w, int g)
{
    const LaneGroup *group = &w->q.group[g];
    int kind[LANES_MAX];
    w->l->chance(w->p->plan, group->state, group->n, kind);
    for (int j = 0; j < group->n; j++) {
        uint16_t i = w->q.member[g][j];
        if (--w->slot[i].left == 0)
            finish_game(w, i);
        else
            queue_game(w, i, kind[j]);
    }
    w->limit.turns += group->n;
    w->filled.filled += (uint64_t)group->n;
}

/* Makes a move in each game of n groups. */
static void play_groups(LaneWorker *w, int n)
{
    const Player *p = w->p;
    assert(n >= 1 && n <= w->l->groups_max);
    p->agent->turn(&w->r, w->l, p->plan, w->q.group, n, w->agent);
    for (int g = 0; g < n; g++) requeue_group(w, g);
    search_count(&w->limit, (int64_t)n * w->l->width);
    w->filled.vectors += (uint64_t)n;
}

/* Whether so few games are left that the thread returns them once the list is empty. Threads then play these games alone, if the
 * lanes can. */
static bool are_few(const LaneWorker *w)
{
    return playing(&w->q) < LANE_QUEUES_FEW * w->l->width;
}

/* ---- a whole list ---- */

/* Whether the list is too short to fill the lanes of every thread. Then each thread plays one game after the other, and keeps no
 * long games that another could play. */
static bool is_short(const JobList *jobs, const Player *p)
{
    const int threads = jobs->threads > 1 ? jobs->threads : 1;
    return (jobs->whole > 0 ? jobs->whole / 2 : jobs->n) < LANE_QUEUES_FEW * p->lanes->width * threads;
}

bool queues_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *s)
{
    if (alone_can(p) && is_short(jobs, p)) return alone_play(p, jobs, scratch, s, (Occupancy){0});
    LaneWorker worker;
    lay_out(&worker, p, scratch);
    worker.jobs = jobs;
    worker.r = p->r;
    worker.r.limit = &worker.limit;
    worker.limit.stop = s;
    worker.limit.every = jobs_poll_every(jobs);
    bool stopped = !search_poll(&worker.limit), alone = false;
    while (!stopped) {
        fill_slots(&worker);
        alone = worker.dry && alone_can(p) && are_few(&worker);
        if (alone) break;
        int n = lane_queues_gather(&worker.q);
        if (n > 0) play_groups(&worker, n);
        stopped = !search_spend(&worker.limit, 0);
        if (n == 0 && worker.dry) break;
    }
    if (!stopped) stopped = !search_poll(&worker.limit);
    if (stopped || alone) return_games(&worker);
    worker.filled.lanes = worker.filled.vectors * (uint64_t)p->lanes->width;
    if (alone && !stopped) return alone_play(p, jobs, scratch, s, worker.filled);
    if (s->left != NULL) s->left(s->ctx, worker.filled);
    return !stopped;
}
