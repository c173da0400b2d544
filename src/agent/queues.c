#include "agent/queues.h"

#include "agent/alone.h"
#include "base/mem.h"

#include <assert.h>
#include <stdint.h>

/* Pieces between two looks at the watch: a millisecond or two of a fast engine, some 100 ms of a slow one that looks ahead. */
enum { POLL_TURNS = 8192 };

/* So often, in calls of the agent, whoever has not been played since the last time is played, however few they are. Without it the
 * games of rare kinds (boards that are nearly full) would wait until there is a vector full of them, and all slots fill with games
 * that wait; more often, and half-empty vectors cost more than the waiting. A power of two. */
enum { PATIENCE = 256 };

/* Threads that share a list take at most this share of their part of what is left at a time: the longest games come first, and
 * whoever took them all at once would be the last to finish. */
enum { SHARE = 32 };

/* Where the list is empty, so many vectors' worth of games are too few to go on with. They are returned to the list, where the threads
 * share them: each game is played alone to its end, if the twin can do that. Or they are left for later, if there may be a later. */
enum { TOO_FEW = 4 };

/* What slots may cost: they are gone through again and again, and should stay in the cache. */
enum { SLOTS_BYTES = 1 << 20 };

/* A game at hand; its state lies beside. pack: its weights. left: turns until it is ended. */
typedef struct {
    int64_t left;
    int job, pack;
} Slot;

/* Slots in the order in which they came: ring[head], ..., ring[tail - 1], indices taken modulo the size of the ring, which is a power
 * of two with room for all slots. Rings, since in a list each step would wait for the one before. played: since the last call for
 * patience. */
typedef struct {
    uint16_t *ring;
    unsigned head, tail;
    bool played;
} Queue;

/* Packed weights of x, shared by all games at hand that play with them; games 0: free. */
typedef struct {
    const double *x;
    int games;
} Pack;

/* Where the parts of a scratch begin. Every part is a whole number of lines. */
typedef struct {
    int slots, ring;                   /* entries */
    size_t state_bytes, weights_bytes; /* of one */
    size_t queue, rings, slot, pack, group, member, state, weights, agent, end;
} Layout;

/* The floor of one thread. queue (kinds); idle: slots without a game; mask: size of a ring - 1. slot, state (slots). pack, weights
 * (slots): at most one a game; newest: the pack of the last job. group, member (groups_max): what is being played, and whose states
 * they are. last: the kind played last. */
typedef struct {
    const Player *p;
    const Lanes *l;
    JobList *jobs;
    Layout at;
    Queue *queue, idle;
    unsigned mask;
    Slot *slot;
    Pack *pack;
    LaneGroup *group;
    uint16_t (*member)[LANES_MAX];
    char *state, *weights, *agent;
    bool dry; /* the list is empty */
    int newest, last;
    int64_t unseen; /* turns since the last look at the watch */
    uint64_t calls;
    Occupancy filled;
} Floor;

/* ---- memory ---- */

static size_t lines(size_t bytes)
{
    return (bytes + MEM_LINE - 1) / MEM_LINE * MEM_LINE;
}

/* The parts one after the other. Reserves bytes and returns where they begin. */
static size_t reserve(Layout *at, size_t bytes)
{
    size_t begin = at->end;
    at->end += lines(bytes);
    return begin;
}

/* As many games as fill all groups of a call while every other kind keeps half a vector waiting: then there is nearly always
 * another full one. More would fill the cache, and make the longest games wait longer for their turns. */
static int count_slots(const Lanes *l, size_t bytes_each)
{
    int wanted = l->groups_max * l->width + l->kinds * (l->width - 1) / 2, most = (int)(SLOTS_BYTES / bytes_each);
    int n = wanted < most ? wanted : most;
    n = n < 2 * l->width ? 2 * l->width : n;
    return n < UINT16_MAX ? n : UINT16_MAX;
}

static Layout lay_out(const Player *p)
{
    const Lanes *l = p->lanes;
    Layout at = {.state_bytes = lines(l->state_bytes), .weights_bytes = lines(l->weights_bytes)};
    at.slots = count_slots(l, at.state_bytes + at.weights_bytes + sizeof(Slot) + sizeof(Pack));
    for (at.ring = 1; at.ring < at.slots; at.ring *= 2) continue;
    size_t n = (size_t)at.slots, groups = (size_t)l->groups_max, kinds = (size_t)l->kinds;
    at.queue = reserve(&at, kinds * sizeof(Queue));
    at.rings = reserve(&at, (kinds + 1) * (size_t)at.ring * sizeof(uint16_t));
    at.slot = reserve(&at, n * sizeof(Slot));
    at.pack = reserve(&at, n * sizeof(Pack));
    at.group = reserve(&at, groups * sizeof(LaneGroup));
    at.member = reserve(&at, groups * sizeof(uint16_t[LANES_MAX]));
    at.state = reserve(&at, n * at.state_bytes);
    at.weights = reserve(&at, n * at.weights_bytes);
    at.agent = reserve(&at, p->agent->lanes_scratch_bytes(&p->table, l));
    return at;
}

size_t queues_bytes(const Player *p)
{
    const size_t queues = lay_out(p).end, alone = alone_bytes(p);
    return queues > alone ? queues : alone;
}

static void *state_of(const Floor *f, int slot)
{
    return f->state + (size_t)slot * f->at.state_bytes;
}

static void *weights_of(const Floor *f, int pack)
{
    return f->weights + (size_t)pack * f->at.weights_bytes;
}

/* ---- queues ---- */

static inline int length(const Queue *q)
{
    return (int)(q->tail - q->head);
}

static inline void push(const Floor *f, Queue *q, uint16_t slot)
{
    q->ring[q->tail++ & f->mask] = slot;
}

static inline uint16_t pop(const Floor *f, Queue *q)
{
    return q->ring[q->head++ & f->mask];
}

static void open_floor(Floor *f, const Player *p, JobList *jobs, void *scratch)
{
    char *base = scratch;
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0 && p->lanes->width <= LANES_MAX);
    *f = (Floor){.p = p, .l = p->lanes, .jobs = jobs, .at = lay_out(p), .newest = -1};
    f->mask = (unsigned)f->at.ring - 1;
    f->queue = (Queue *)(void *)(base + f->at.queue);
    f->slot = (Slot *)(void *)(base + f->at.slot);
    f->pack = (Pack *)(void *)(base + f->at.pack);
    f->group = (LaneGroup *)(void *)(base + f->at.group);
    f->member = (uint16_t(*)[LANES_MAX])(void *)(base + f->at.member);
    f->state = base + f->at.state;
    f->weights = base + f->at.weights;
    f->agent = base + f->at.agent;
    uint16_t *ring = (uint16_t *)(void *)(base + f->at.rings);
    for (int k = 0; k < f->l->kinds; k++, ring += f->at.ring) f->queue[k] = (Queue){.ring = ring};
    f->idle = (Queue){.ring = ring};
    for (int i = 0; i < f->at.slots; i++) {
        f->pack[i] = (Pack){0};
        push(f, &f->idle, (uint16_t)i);
    }
}

/* ---- games come and go ---- */

/* The pack for x: that of the job before if it has the same weights, which is the rule, since the games of one position come one
 * after the other; else a free one, of which there is one for each slot. */
static int pack_for(Floor *f, const double *x)
{
    int i = f->newest;
    if (i < 0 || f->pack[i].x != x) {
        for (i = 0; f->pack[i].games > 0; i++) continue;
        f->pack[i].x = x;
        f->l->weigh(f->p->plan, x, weights_of(f, i));
    }
    f->newest = i;
    f->pack[i].games++;
    return i;
}

static int64_t turns_allowed(const Player *p)
{
    return p->turns_max > 0 ? p->turns_max : INT64_MAX;
}

/* The turn in which a game finds no move has been counted like any other, but nothing was played in it. */
static void finish(Floor *f, uint16_t i)
{
    Slot *s = &f->slot[i];
    Tally tally = f->l->tally(state_of(f, i));
    f->unseen -= turns_allowed(f->p) - s->left - tally.turns;
    job_answer(&f->jobs->job[s->job], (double)tally.score, (double)tally.turns);
    f->pack[s->pack].games--;
    push(f, &f->idle, i);
}

/* After a chance: slot i waits in the queue of its kind, or its game is over. */
static inline void place(Floor *f, uint16_t i, int kind)
{
    if (kind == LANES_OVER)
        finish(f, i);
    else
        push(f, &f->queue[kind], i);
}

/* Starts n games, jobs first and following, in idle slots, or takes them up where they were left. n <= LANES_MAX. */
static void start(Floor *f, int first, int n)
{
    void *state[LANES_MAX];
    uint16_t slot[LANES_MAX];
    int kind[LANES_MAX];
    for (int j = 0; j < n; j++) {
        const Job *job = &f->jobs->job[first + j];
        uint16_t i = slot[j] = pop(f, &f->idle);
        int pack = pack_for(f, job->x);
        state[j] = state_of(f, i);
        if (!job_resume(job, f->p->mark, state[j], f->l->state_bytes))
            f->l->start(f->p->plan, weights_of(f, pack), job->seed, state[j]);
        f->slot[i] = (Slot){.left = turns_allowed(f->p) - f->l->tally(state[j]).turns, .job = first + j, .pack = pack};
    }
    f->l->chance(f->p->plan, state, n, kind);
    for (int j = 0; j < n; j++) place(f, slot[j], kind[j]);
}

/* All games at hand stand before a move: from there any thread can go on with them. */
static void return_games(const Floor *f)
{
    for (int k = 0; k < f->l->kinds; k++) {
        const Queue *q = &f->queue[k];
        for (unsigned at = q->head; at != q->tail; at++) {
            uint16_t i = q->ring[at & f->mask];
            jobs_return(f->jobs, f->slot[i].job, f->p->mark, state_of(f, i), f->l->state_bytes);
        }
    }
    jobs_offer(f->jobs);
}

/* How many jobs to take at once, of those that are left. */
static int fair_share(const Floor *f)
{
    int threads = f->jobs->threads, free_slots = length(&f->idle) < LANES_MAX ? length(&f->idle) : LANES_MAX;
    if (threads <= 1) return free_slots;
    int left = f->jobs->n - atomic_load_explicit(&f->jobs->next, memory_order_relaxed), share = left / (SHARE * threads);
    return share < 1 ? 1 : share < free_slots ? share : free_slots;
}

/* Gives idle slots new games. Who shares the list takes little at a time, and plays in between. */
static void refill(Floor *f)
{
    while (length(&f->idle) > 0 && !f->dry) {
        int first, want = fair_share(f), got = jobs_take(f->jobs, want, &first);
        f->dry = got < want;
        if (got > 0) start(f, first, got);
        if (want < LANES_MAX) return;
    }
}

/* ---- a turn ---- */

/* The kind with most games; among equals they take turns. */
static int longest_queue(Floor *f)
{
    int kinds = f->l->kinds, best = f->last, n = -1;
    for (int i = 0, k = f->last; i < kinds; i++) {
        k = k + 1 < kinds ? k + 1 : 0;
        if (length(&f->queue[k]) > n) {
            n = length(&f->queue[k]);
            best = k;
        }
    }
    return best;
}

/* Makes group number g of what waits in queue k, as far as it fits into a vector. */
static void gather(Floor *f, int g, int k)
{
    Queue *q = &f->queue[k];
    LaneGroup *group = &f->group[g];
    group->kind = k;
    group->n = length(q) < f->l->width ? length(q) : f->l->width;
    for (int j = 0; j < group->n; j++) {
        uint16_t i = f->member[g][j] = pop(f, q);
        group->state[j] = state_of(f, i);
        group->weights[j] = weights_of(f, f->slot[i].pack);
    }
    q->played = true;
    f->last = k;
}

/* Groups of the kinds that have not been played since this was last asked. */
static int gather_overdue(Floor *f)
{
    int n = 0;
    for (int k = 0; k < f->l->kinds; k++) {
        if (!f->queue[k].played && length(&f->queue[k]) > 0 && n < f->l->groups_max) gather(f, n++, k);
        f->queue[k].played = false;
    }
    return n;
}

/* Adds full vectors to the n groups that there are; the kinds take turns. */
static int gather_full(Floor *f, int n)
{
    int kinds = f->l->kinds, width = f->l->width;
    for (int i = 0, k = f->last; i < kinds && n < f->l->groups_max; i++) {
        k = k + 1 < kinds ? k + 1 : 0;
        while (length(&f->queue[k]) >= width && n < f->l->groups_max) gather(f, n++, k);
    }
    return n;
}

/* What to play now: full vectors; where there is none, those of the longest queue, so that the others grow. 0: nobody waits. */
static int gather_groups(Floor *f)
{
    int n = gather_full(f, ++f->calls % PATIENCE == 0 ? gather_overdue(f) : 0);
    if (n > 0) return n;
    int k = longest_queue(f);
    if (length(&f->queue[k]) == 0) return 0;
    gather(f, 0, k);
    return 1;
}

/* The chance after the move of one group; everybody goes where he belongs now. */
static void scatter(Floor *f, int g)
{
    const LaneGroup *group = &f->group[g];
    int kind[LANES_MAX];
    f->l->chance(f->p->plan, group->state, group->n, kind);
    for (int j = 0; j < group->n; j++) {
        uint16_t i = f->member[g][j];
        if (--f->slot[i].left == 0)
            finish(f, i);
        else
            place(f, i, kind[j]);
    }
    f->unseen += group->n;
    f->filled.filled += (uint64_t)group->n;
}

/* One move in each of n groups. */
static void play(Floor *f, int n)
{
    const Player *p = f->p;
    p->agent->turn(&p->table, f->l, p->plan, f->group, n, f->agent);
    for (int g = 0; g < n; g++) scatter(f, g);
    f->filled.vectors += (uint64_t)n;
}

static bool are_few(const Floor *f)
{
    return f->at.slots - length(&f->idle) < TOO_FEW * f->l->width;
}

/* Whether the games at hand had better wait until others come: alone they do not fill the vectors. */
static bool had_better_wait(const Floor *f)
{
    const atomic_bool *enough = f->jobs->enough;
    if (!f->dry || enough == NULL || !atomic_load_explicit(enough, memory_order_relaxed)) return false;
    if (are_few(f)) atomic_store_explicit(&f->jobs->leave, true, memory_order_relaxed);
    return atomic_load_explicit(&f->jobs->leave, memory_order_relaxed);
}

/* The watch is told of all turns. True: stop. */
static bool look(Floor *f, const StopCheck *w)
{
    int turns = (int)f->unseen;
    f->unseen = 0;
    return w->poll(w->ctx, turns);
}

/* ---- the last games ---- */

/* Whether the list is so short that no thread would have enough games for its lanes. Then each takes them one after the other, and
 * none keeps long games that another could play. Where others will come beside which games can go on, they had better be at hand. */
static bool is_short(const JobList *jobs, const Player *p)
{
    const int threads = jobs->threads > 1 ? jobs->threads : 1;
    return jobs->enough == NULL && jobs->n < TOO_FEW * p->lanes->width * threads;
}

bool queues_play(const Player *p, JobList *jobs, void *scratch, const StopCheck *w)
{
    if (alone_can(p) && is_short(jobs, p)) return alone_play(p, jobs, scratch, w, (Occupancy){0});
    Floor f;
    open_floor(&f, p, jobs, scratch);
    bool stopped = look(&f, w), waits = false, alone = false;
    while (!stopped && !waits) {
        refill(&f);
        alone = f.dry && alone_can(p) && are_few(&f);
        if (alone) break;
        int n = gather_groups(&f);
        if (n > 0) play(&f, n);
        if (f.unseen >= POLL_TURNS) stopped = look(&f, w);
        if (n == 0 && f.dry) break;
        waits = had_better_wait(&f);
    }
    if (!stopped) stopped = look(&f, w);
    if (stopped || waits || alone) return_games(&f);
    f.filled.lanes = f.filled.vectors * (uint64_t)p->lanes->width;
    if (alone && !stopped) return alone_play(p, jobs, scratch, w, f.filled);
    if (w->left != NULL) w->left(w->ctx, f.filled);
    return !stopped;
}
