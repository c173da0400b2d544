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
    int64_t left; /* turns until the game reaches the cap of the player */
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
    Rules table;       /* those of p, with this limit */
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
static size_t lay_out(LaneWorker *t, const Player *p, char *scratch)
{
    const Lanes *l = p->lanes;
    size_t used = 0;
    *t = (LaneWorker){.p = p, .l = l, .weights_bytes = engine_lines(l->weights_bytes), .newest = -1};
    t->slots = lane_queues_slots(l, t->weights_bytes + sizeof *t->slot + sizeof *t->weight_slot);
    const size_t n = (size_t)t->slots;
    void *queues = take_room(scratch, &used, lane_queues_bytes(l, t->slots));
    t->slot = take_room(scratch, &used, n * sizeof *t->slot);
    t->weight_slot = take_room(scratch, &used, n * sizeof *t->weight_slot);
    t->weights = take_room(scratch, &used, n * t->weights_bytes);
    t->agent = take_room(scratch, &used, p->agent->lanes_scratch_bytes(&p->table, l));
    if (scratch != NULL) {
        lane_queues_open(&t->q, l, t->slots, queues);
        memset(t->weight_slot, 0, n * sizeof *t->weight_slot);
    }
    return used;
}

/* The packed weights of a WeightSlot. */
static void *weights_of(const LaneWorker *t, int i)
{
    return t->weights + (size_t)i * t->weights_bytes;
}

size_t queues_bytes(const Player *p)
{
    LaneWorker t;
    const size_t queues = lay_out(&t, p, NULL), alone = alone_bytes(p);
    return queues > alone ? queues : alone;
}

/* ---- games come and go ---- */

/* The WeightSlot of x, with one game more. Usually it is that of the last job, since the games of a position follow one another;
 * else a free one, of which there are enough. */
static int weights_for(LaneWorker *t, const double *x)
{
    int i = t->newest;
    assert(x != NULL);
    if (i < 0 || t->weight_slot[i].x != x) {
        for (i = 0; t->weight_slot[i].games > 0; i++) continue;
        t->weight_slot[i].x = x;
        t->l->weigh(t->p->plan, x, weights_of(t, i));
    }
    t->newest = i;
    t->weight_slot[i].games++;
    return i;
}

static int64_t turns_allowed(const Player *p)
{
    return p->turns_max > 0 ? p->turns_max : INT64_MAX;
}

/* Answers the job of slot i, whose game is over. If a game ended because it had no move, that turn has been counted,
 * although nothing was played. */
static void finish_game(LaneWorker *t, uint16_t i)
{
    Slot *s = &t->slot[i];
    assert(i < t->slots);
    Tally tally = t->l->tally(state_of(&t->q, i));
    t->limit.turns -= turns_allowed(t->p) - s->left - tally.turns;
    job_answer(&t->jobs->job[s->job], (double)tally.score, (double)tally.turns);
    t->weight_slot[s->weights].games--;
    push(&t->q, &t->q.idle, i);
}

/* After a chance: slot i waits in the queue of its kind, or its game is over. */
static inline void queue_game(LaneWorker *t, uint16_t i, int kind)
{
    if (kind == LANES_OVER)
        finish_game(t, i);
    else
        push(&t->q, &t->q.queue[kind], i);
}

/* Starts or resumes n games in idle slots, n <= LANES_MAX: those of job `first` and the jobs after it. */
static void start_games(LaneWorker *t, int first, int n)
{
    void *state[LANES_MAX];
    uint16_t slot[LANES_MAX];
    int kind[LANES_MAX];
    assert(n >= 1 && n <= LANES_MAX && n <= length(&t->q.idle));
    for (int j = 0; j < n; j++) {
        const Job *job = &t->jobs->job[first + j];
        uint16_t i = slot[j] = pop(&t->q, &t->q.idle);
        int weights = weights_for(t, job->x);
        state[j] = state_of(&t->q, i);
        t->q.weights[i] = weights_of(t, weights);
        if (!resumed(t->p, job, state[j], t->l->state_bytes))
            t->l->start(t->p->plan, weights_of(t, weights), job->seed, state[j]);
        t->slot[i] = (Slot){.left = turns_allowed(t->p) - t->l->tally(state[j]).turns, .job = first + j, .weights = weights};
    }
    t->l->chance(t->p->plan, state, n, kind);
    for (int j = 0; j < n; j++) queue_game(t, slot[j], t->slot[slot[j]].left > 0 ? kind[j] : LANES_OVER);
}

/* Returns all unfinished games to the list. Each is before a move, so that it can be resumed. */
static void return_games(const LaneWorker *t)
{
    for (int k = 0; k < t->l->kinds; k++) {
        const Queue *q = &t->q.queue[k];
        for (unsigned at = q->head; at != q->tail; at++) {
            uint16_t i = q->ring[at & t->q.mask];
            const double cost = (double)t->l->tally(state_of(&t->q, i)).turns;
            jobs_return(t->jobs, t->slot[i].job, cost, t->p->mark, state_of(&t->q, i), t->l->state_bytes);
        }
    }
    jobs_offer(t->jobs);
}

/* Slots that may get a game. If other processes take from the list, too, a thread leaves half of its part there. It does so only
 * as long as its vectors stay full. A game that has begun is costly to pass on. */
static int free_slots_of(const LaneWorker *t)
{
    const JobList *l = t->jobs;
    const int idle = length(&t->q.idle), few = LANE_QUEUES_FEW * t->l->width;
    int most = l->whole > 0 ? l->whole / (2 * (l->threads > 1 ? l->threads : 1)) : t->slots;
    if (most < few) most = few;
    most -= playing(&t->q);
    return most < 0 ? 0 : most < idle ? most : idle;
}

/* How many jobs to take at once. */
static int fair_share(const LaneWorker *t)
{
    const int threads = t->jobs->threads, free_slots = free_slots_of(t) < LANES_MAX ? free_slots_of(t) : LANES_MAX;
    if (threads <= 1) return free_slots;
    const int share = jobs_left(t->jobs) / (SHARE * threads);
    return share < 1 ? 1 : share < free_slots ? share : free_slots;
}

/* Gives idle slots new games. A thread that shares the list takes few jobs at a time. A list that was empty may have grown. */
static void fill_slots(LaneWorker *t)
{
    while (free_slots_of(t) > 0) {
        int first, want = fair_share(t), got = jobs_take(t->jobs, want, &first);
        t->dry = got < want;
        if (got > 0) start_games(t, first, got);
        if (t->dry || want < LANES_MAX) return;
    }
}

/* ---- a turn ---- */

/* Draws the chance after the move of one group; each game goes to the queue of its new kind. */
static void requeue_group(LaneWorker *t, int g)
{
    const LaneGroup *group = &t->q.group[g];
    int kind[LANES_MAX];
    t->l->chance(t->p->plan, group->state, group->n, kind);
    for (int j = 0; j < group->n; j++) {
        uint16_t i = t->q.member[g][j];
        if (--t->slot[i].left == 0)
            finish_game(t, i);
        else
            queue_game(t, i, kind[j]);
    }
    t->limit.turns += group->n;
    t->filled.filled += (uint64_t)group->n;
}

/* Makes a move in each game of n groups. */
static void play_groups(LaneWorker *t, int n)
{
    const Player *p = t->p;
    assert(n >= 1 && n <= t->l->groups_max);
    p->agent->turn(&t->table, t->l, p->plan, t->q.group, n, t->agent);
    for (int g = 0; g < n; g++) requeue_group(t, g);
    search_count(&t->limit, (int64_t)n * t->l->width);
    t->filled.vectors += (uint64_t)n;
}

/* Whether so few games are left that the thread returns them once the list is empty. Threads then play these games alone, if the
 * lanes can. */
static bool are_few(const LaneWorker *t)
{
    return playing(&t->q) < LANE_QUEUES_FEW * t->l->width;
}

/* ---- a whole list ---- */

/* Whether the list is too short to fill the lanes of every thread. Then each thread plays one game after the other, and keeps no
 * long games that another could play. */
static bool is_short(const JobList *jobs, const Player *p)
{
    const int threads = jobs->threads > 1 ? jobs->threads : 1;
    return (jobs->whole > 0 ? jobs->whole / 2 : jobs->n) < LANE_QUEUES_FEW * p->lanes->width * threads;
}

bool queues_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    if (alone_can(p) && is_short(jobs, p)) return alone_play(p, jobs, scratch, w, (Occupancy){0});
    LaneWorker t;
    lay_out(&t, p, scratch);
    t.jobs = jobs;
    t.table = p->table;
    t.table.limit = &t.limit;
    t.limit.stop = w;
    t.limit.every = jobs_poll_every(jobs);
    bool stopped = !search_poll(&t.limit), alone = false;
    while (!stopped) {
        fill_slots(&t);
        alone = t.dry && alone_can(p) && are_few(&t);
        if (alone) break;
        int n = lane_queues_gather(&t.q);
        if (n > 0) play_groups(&t, n);
        stopped = !search_spend(&t.limit, 0);
        if (n == 0 && t.dry) break;
    }
    if (!stopped) stopped = !search_poll(&t.limit);
    if (stopped || alone) return_games(&t);
    t.filled.lanes = t.filled.vectors * (uint64_t)p->lanes->width;
    if (alone && !stopped) return alone_play(p, jobs, scratch, w, t.filled);
    if (w->left != NULL) w->left(w->ctx, t.filled);
    return !stopped;
}
