/* replicate_lanes.c. Trials of several replicates side by side in the lanes. */
#include "eval/replicate.h"

#include "agent/lane_queues.h"

#include <stdint.h>

/* A trial that waits or is being played. */
typedef struct {
    ReplicateTrial trial;
    int of;         /* index in underway */
    int low, high;  /* levels at which it stops */
    int64_t turns;  /* turns that it may take */
    int64_t before; /* turns that its game had taken when it began */
} TrialSlot;

/* A replicate under way. */
typedef struct {
    ReplicateWorker t;
    int job; /* index in the list; -1: this place is free */
} Underway;

typedef struct {
    const SplittingPlan *s; /* borrowed */
    const Lanes *l;         /* borrowed */
    JobList *jobs;          /* borrowed, shared by all threads */
    SearchLimit limit;      /* a turn counts as a position, beside those that the agent counts */
    Rules table;            /* of the player, with this limit */
    double (*score)(const SplittingCounts *c);
    LaneQueues q;
    TrialSlot *slot;    /* (slots) */
    Underway *underway; /* (n_underway) */
    int n_underway;
    void *agent; /* scratch of the agent, and of segments */
    bool dry;    /* the list was empty when last asked for a job */
    Occupancy filled;
} ReplicateLanes;

bool replicate_lanes_can(const SplittingPlan *s)
{
    const Player *p = s->player;
    return p->lanes != NULL && !p->alone && p->agent->greedy && s->options.level < p->table.game->n_levels;
}

/* Most bytes of the replicates of a thread; two may always be under way. */
enum { UNDERWAY_BYTES = 1 << 22 };

/* Trials for two times the slots, and WAITING replicates more, which wait for the last long trials of their stage. Measured
 * (fast.ini, 466 slots, 200 trials): with 8 replicates vectors are filled to 0.61, with 16 to 0.92, with 34 to 0.99. But all
 * replicates that are left as the list ends are played alone. */
static int underway_for(const SplittingPlan *s, int slots)
{
    enum { WAITING = 24 };
    const int wanted = 2 * slots / s->options.trials + WAITING, most = (int)(UNDERWAY_BYTES / replicate_bytes(s));
    return wanted < most ? wanted : most > 2 ? most : 2;
}

/* Lays out all blocks in the scratch; NULL: only counts. Returns the bytes. */
static size_t lay_out(ReplicateLanes *t, const SplittingPlan *s, char *scratch)
{
    const Player *p = s->player;
    *t = (ReplicateLanes){.s = s, .l = p->lanes};
    const int slots = lane_queues_slots(p->lanes, sizeof(TrialSlot));
    t->n_underway = underway_for(s, slots);
    const size_t each = replicate_bytes(s);
    size_t used = 0;
    void *queues = take_room(scratch, &used, lane_queues_bytes(p->lanes, slots));
    t->slot = take_room(scratch, &used, (size_t)slots * sizeof *t->slot);
    t->underway = take_room(scratch, &used, (size_t)t->n_underway * sizeof *t->underway);
    t->agent = take_room(scratch, &used, replicate_scratch_bytes(s));
    char *replicates = take_room(scratch, &used, (size_t)t->n_underway * each);
    if (scratch != NULL) lane_queues_open(&t->q, p->lanes, slots, queues);
    for (int i = 0; i < t->n_underway && scratch != NULL; i++) {
        replicate_open(&t->underway[i].t, s, replicates + (size_t)i * each, t->agent, &t->limit);
        t->underway[i].job = -1;
    }
    return used;
}

size_t replicate_lanes_bytes(const SplittingPlan *s)
{
    ReplicateLanes t;
    return lay_out(&t, s, NULL);
}

/* ---- replicates come and go ---- */

static void answer(ReplicateLanes *t, Underway *m)
{
    const SplittingCounts *c = replicate_counts(&m->t);
    job_answer(&t->jobs->job[m->job], t->score(c), (double)c->turns);
    m->job = -1;
}

/* Each turn alone counts as a full vector of one lane. */
static void count_alone(ReplicateLanes *t, int64_t turns)
{
    t->filled.vectors += (uint64_t)turns;
    t->filled.filled += (uint64_t)turns;
    t->filled.lanes += (uint64_t)turns;
}

/* Plays a replicate alone, to its first stage or (all) to its end; answers the job if that is reached. */
static void play_alone(ReplicateLanes *t, Underway *m, bool all)
{
    const int64_t before = m->t.played;
    replicate_play(&m->t, !all);
    count_alone(t, m->t.played - before);
    if (m->t.r->phase == DONE) answer(t, m);
}

/* How many replicates a thread may have under way: its part of the list, so that the others find some; at least one, so that it
 * asks the list. */
static int underway_allowed(const ReplicateLanes *t)
{
    const JobList *l = t->jobs;
    const int all = l->whole > 0 ? l->whole : l->n, threads = l->threads > 1 ? l->threads : 1;
    const int part = all > 0 ? (all + threads - 1) / threads : 1;
    return part < t->n_underway ? part : t->n_underway;
}

/* Takes the next replicate of the list into a free place. False: there is none, or no free place. */
static bool take(ReplicateLanes *t)
{
    const int allowed = underway_allowed(t);
    int free_one = 0, job;
    while (free_one < allowed && t->underway[free_one].job >= 0) free_one++;
    if (free_one >= allowed) return false;
    t->dry = jobs_take(t->jobs, 1, &job) == 0;
    if (t->dry) return false;
    Underway *m = &t->underway[free_one];
    m->job = job;
    replicate_take(&m->t, &t->jobs->job[job]);
    m->t.r->begun = false; /* the trial that was played alone begins again, with the same result */
    play_alone(t, m, false);
    return true;
}

/* ---- trials ---- */

/* Judges the trial of slot i at the end of a segment; kind: of its state. The slot then waits for its next turn, or is idle. */
static void settle(ReplicateLanes *t, uint16_t i, SegmentEnd end, int kind)
{
    TrialSlot *s = &t->slot[i];
    Underway *m = &t->underway[s->of];
    if (end == SEGMENT_TURNS && kind == LANES_OVER && s->trial.taken < s->turns) end = SEGMENT_LOST;
    bool over = replicate_judge(&m->t, &s->trial, end, state_of(&t->q, i));
    /* A trial that goes on, perhaps by roulette, is still lost if its game has no move. */
    if (!over && kind == LANES_OVER) over = replicate_judge(&m->t, &s->trial, SEGMENT_LOST, state_of(&t->q, i));
    if (over) {
        push(&t->q, &t->q.idle, i);
        if (m->t.r->phase == DONE) answer(t, m);
        return;
    }
    s->low = replicate_bounds(&m->t, &s->trial).low;
    push(&t->q, &t->q.queue[kind], i);
}

/* Begins a trial of a replicate in an idle slot. False: all trials of its stage have begun. */
static bool begin(ReplicateLanes *t, int of)
{
    Underway *m = &t->underway[of];
    const uint16_t i = pop(&t->q, &t->q.idle);
    TrialSlot *s = &t->slot[i];
    void *state = state_of(&t->q, i);
    if (!replicate_next_trial(&m->t, &s->trial, state)) {
        push(&t->q, &t->q.idle, i);
        return false;
    }
    const Bounds until = replicate_bounds(&m->t, &s->trial);
    s->of = of;
    s->low = until.low;
    s->high = until.high;
    s->turns = until.turns;
    s->before = t->l->tally(state).turns;
    t->q.weights[i] = m->t.segment.weights;
    const bool there = t->l->level(t->s->player->plan, until.level, state) >= until.high;
    settle(t, i, there ? SEGMENT_HIGH : SEGMENT_TURNS, t->l->kind(t->s->player->plan, state));
    return true;
}

/* Gives idle slots trials: of replicates under way first, then of new ones. */
static void fill_slots(ReplicateLanes *t)
{
    int of = 0;
    while (!search_ended(&t->limit) && length(&t->q.idle) > 0) {
        while (of < t->n_underway && (t->underway[of].job < 0 || !begin(t, of))) of++;
        if (of < t->n_underway) continue;
        if (!take(t)) return;
        of = 0;
    }
}

/* Judges the game in slot i after a turn and the chance after it. A game without a move has made no turn, as its tally shows. */
static void judge(ReplicateLanes *t, uint16_t i, int kind)
{
    TrialSlot *s = &t->slot[i];
    const void *state = state_of(&t->q, i);
    const bool made = kind != LANES_OVER || t->l->tally(state).turns - s->before > s->trial.taken;
    SegmentEnd end = SEGMENT_TURNS;
    if (made) {
        const int level = t->l->level(t->s->player->plan, t->s->options.level, state);
        end = level >= s->high ? SEGMENT_HIGH : level <= s->low ? SEGMENT_LOW : SEGMENT_TURNS;
        s->trial.taken++;
        if (end == SEGMENT_TURNS && kind != LANES_OVER && s->trial.taken < s->turns) {
            push(&t->q, &t->q.queue[kind], i);
            return;
        }
    }
    settle(t, i, end, kind);
}

/* Makes a move in each game of n groups. */
static void play_groups(ReplicateLanes *t, int n)
{
    const Player *p = t->s->player;
    p->agent->turn(&t->table, t->l, p->plan, t->q.group, n, t->agent);
    search_count(&t->limit, (int64_t)n * t->l->width);
    for (int g = 0; g < n; g++) {
        const LaneGroup *group = &t->q.group[g];
        int kind[LANES_MAX];
        t->l->chance(p->plan, group->state, group->n, kind);
        for (int j = 0; j < group->n; j++) judge(t, t->q.member[g][j], kind[j]);
        t->limit.turns += group->n;
        t->filled.filled += (uint64_t)group->n;
        t->filled.lanes += (uint64_t)t->l->width;
    }
    t->filled.vectors += (uint64_t)n;
}

/* Plays each waiting trial alone, to its end; then the replicates under way. */
static void finish(ReplicateLanes *t)
{
    for (int k = 0; k < t->l->kinds; k++)
        for (Queue *q = &t->q.queue[k]; length(q) > 0 && !search_ended(&t->limit);) {
            const uint16_t i = pop(&t->q, q);
            TrialSlot *s = &t->slot[i];
            Underway *m = &t->underway[s->of];
            Bounds until = replicate_bounds(&m->t, &s->trial);
            int64_t played;
            if (until.turns > t->limit.every) until.turns = t->limit.every;
            const SegmentEnd end = segment_play(&m->t.segment, state_of(&t->q, i), &until, &played);
            s->trial.taken += played;
            t->limit.turns += played;
            count_alone(t, played);
            settle(t, i, end, end == SEGMENT_LOST ? LANES_OVER : k);
            search_spend(&t->limit, played);
        }
    for (Underway *m = t->underway; m < t->underway + t->n_underway && !search_ended(&t->limit); m++)
        if (m->job >= 0) play_alone(t, m, true);
}

/* Suspends all replicates under way; their unfinished trials begin anew. */
static void suspend_underway(ReplicateLanes *t)
{
    for (Underway *m = t->underway; m < t->underway + t->n_underway; m++)
        if (m->job >= 0) {
            replicate_suspend(&m->t, &t->jobs->job[m->job]);
            m->job = -1;
        }
}

bool replicate_lanes_work(const SplittingPlan *s, double (*score)(const SplittingCounts *c), JobList *l, void *scratch,
                          const StopCheck *w)
{
    ReplicateLanes t;
    lay_out(&t, s, scratch);
    t.jobs = l;
    t.score = score;
    t.limit = (SearchLimit){.stop = w, .every = jobs_poll_every(l)};
    t.table = s->player->table;
    t.table.limit = &t.limit;
    const int few = LANE_QUEUES_FEW * t.l->width;
    search_poll(&t.limit);
    while (!search_ended(&t.limit)) {
        fill_slots(&t);
        if (search_ended(&t.limit)) break;
        if (playing(&t.q) < few) {
            finish(&t);
            if (t.dry) break;
            continue;
        }
        play_groups(&t, lane_queues_gather(&t.q));
        search_spend(&t.limit, 0);
    }
    if (!search_ended(&t.limit)) search_poll(&t.limit);
    if (search_ended(&t.limit)) suspend_underway(&t);
    if (w->left != NULL) w->left(w->ctx, t.filled);
    return !search_ended(&t.limit);
}
