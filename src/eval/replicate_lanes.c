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
    Rules r;                /* of the player, with this limit */
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
    return p->lanes != NULL && !p->alone && p->agent->greedy && s->options.level < p->r.game->n_levels;
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
static size_t lay_out(ReplicateLanes *l, const SplittingPlan *s, char *scratch)
{
    const Player *p = s->player;
    *l = (ReplicateLanes){.s = s, .l = p->lanes};
    const int slots = lane_queues_slots(p->lanes, sizeof(TrialSlot));
    l->n_underway = underway_for(s, slots);
    const size_t each = replicate_bytes(s);
    size_t used = 0;
    void *queues = take_room(scratch, &used, lane_queues_bytes(p->lanes, slots));
    l->slot = take_room(scratch, &used, (size_t)slots * sizeof *l->slot);
    l->underway = take_room(scratch, &used, (size_t)l->n_underway * sizeof *l->underway);
    l->agent = take_room(scratch, &used, replicate_scratch_bytes(s));
    char *replicates = take_room(scratch, &used, (size_t)l->n_underway * each);
    if (scratch != NULL) lane_queues_open(&l->q, p->lanes, slots, queues);
    for (int i = 0; i < l->n_underway && scratch != NULL; i++) {
        replicate_open(&l->underway[i].t, s, replicates + (size_t)i * each, l->agent, &l->limit);
        l->underway[i].job = -1;
    }
    return used;
}

size_t replicate_lanes_bytes(const SplittingPlan *s)
{
    ReplicateLanes l;
    return lay_out(&l, s, NULL);
}

/* ---- replicates come and go ---- */

static void answer(ReplicateLanes *l, Underway *u)
{
    const SplittingCounts *c = replicate_counts(&u->t);
    job_answer(&l->jobs->job[u->job], l->score(c), (double)c->turns);
    u->job = -1;
}

/* Each turn alone counts as a full vector of one lane. */
static void count_alone(ReplicateLanes *l, int64_t turns)
{
    l->filled.vectors += (uint64_t)turns;
    l->filled.filled += (uint64_t)turns;
    l->filled.lanes += (uint64_t)turns;
}

/* Plays a replicate alone, to its first stage or (all) to its end; answers the job if that is reached. */
static void play_alone(ReplicateLanes *l, Underway *u, bool all)
{
    const int64_t before = u->t.played;
    replicate_play(&u->t, !all);
    count_alone(l, u->t.played - before);
    if (u->t.r->phase == DONE) answer(l, u);
}

/* How many replicates a thread may have under way: its part of the list, so that the others find some; at least one, so that it
 * asks the list. */
static int underway_allowed(const ReplicateLanes *lanes)
{
    const JobList *l = lanes->jobs;
    const int all = l->whole > 0 ? l->whole : l->n, threads = l->threads > 1 ? l->threads : 1;
    const int part = all > 0 ? (all + threads - 1) / threads : 1;
    return part < lanes->n_underway ? part : lanes->n_underway;
}

/* Takes the next replicate of the list into a free place. False: there is none, or no free place. */
static bool take(ReplicateLanes *l)
{
    const int allowed = underway_allowed(l);
    int free_one = 0, job;
    while (free_one < allowed && l->underway[free_one].job >= 0) free_one++;
    if (free_one >= allowed) return false;
    l->dry = jobs_take(l->jobs, 1, &job) == 0;
    if (l->dry) return false;
    Underway *u = &l->underway[free_one];
    u->job = job;
    replicate_take(&u->t, &l->jobs->job[job]);
    u->t.r->begun = false; /* the trial that was played alone begins again, with the same result */
    play_alone(l, u, false);
    return true;
}

/* ---- trials ---- */

/* Judges the trial of slot i at the end of a segment; kind: of its state. The slot then waits for its next turn, or is idle. */
static void settle(ReplicateLanes *l, uint16_t i, SegmentEnd end, int kind)
{
    TrialSlot *s = &l->slot[i];
    Underway *u = &l->underway[s->of];
    if (end == SEGMENT_TURNS && kind == LANES_OVER && s->trial.taken < s->turns) end = SEGMENT_LOST;
    bool over = replicate_judge(&u->t, &s->trial, end, state_of(&l->q, i));
    /* A trial that goes on, perhaps by roulette, is still lost if its game has no move. */
    if (!over && kind == LANES_OVER) over = replicate_judge(&u->t, &s->trial, SEGMENT_LOST, state_of(&l->q, i));
    if (over) {
        push(&l->q, &l->q.idle, i);
        if (u->t.r->phase == DONE) answer(l, u);
        return;
    }
    s->low = replicate_bounds(&u->t, &s->trial).low;
    push(&l->q, &l->q.queue[kind], i);
}

/* Begins a trial of a replicate in an idle slot. False: all trials of its stage have begun. */
static bool begin(ReplicateLanes *l, int of)
{
    Underway *u = &l->underway[of];
    const uint16_t i = pop(&l->q, &l->q.idle);
    TrialSlot *s = &l->slot[i];
    void *state = state_of(&l->q, i);
    if (!replicate_next_trial(&u->t, &s->trial, state)) {
        push(&l->q, &l->q.idle, i);
        return false;
    }
    const Bounds until = replicate_bounds(&u->t, &s->trial);
    s->of = of;
    s->low = until.low;
    s->high = until.high;
    s->turns = until.turns;
    s->before = l->l->tally(state).turns;
    l->q.weights[i] = u->t.segment.weights;
    const bool there = l->l->level(l->s->player->plan, until.level, state) >= until.high;
    settle(l, i, there ? SEGMENT_HIGH : SEGMENT_TURNS, l->l->kind(l->s->player->plan, state));
    return true;
}

/* Gives idle slots trials: of replicates under way first, then of new ones. */
static void fill_slots(ReplicateLanes *l)
{
    int of = 0;
    while (!search_ended(&l->limit) && length(&l->q.idle) > 0) {
        while (of < l->n_underway && (l->underway[of].job < 0 || !begin(l, of))) of++;
        if (of < l->n_underway) continue;
        if (!take(l)) return;
        of = 0;
    }
}

/* Judges the game in slot i after a turn and the chance after it. A game without a move has made no turn, as its tally shows. */
static void judge(ReplicateLanes *l, uint16_t i, int kind)
{
    TrialSlot *s = &l->slot[i];
    const void *state = state_of(&l->q, i);
    const bool made = kind != LANES_OVER || l->l->tally(state).turns - s->before > s->trial.taken;
    SegmentEnd end = SEGMENT_TURNS;
    if (made) {
        const int level = l->l->level(l->s->player->plan, l->s->options.level, state);
        end = level >= s->high ? SEGMENT_HIGH : level <= s->low ? SEGMENT_LOW : SEGMENT_TURNS;
        s->trial.taken++;
        if (end == SEGMENT_TURNS && kind != LANES_OVER && s->trial.taken < s->turns) {
            push(&l->q, &l->q.queue[kind], i);
            return;
        }
    }
    settle(l, i, end, kind);
}

/* Makes a move in each game of n groups. */
static void play_groups(ReplicateLanes *l, int n)
{
    const Player *p = l->s->player;
    p->agent->turn(&l->r, l->l, p->plan, l->q.group, n, l->agent);
    search_count(&l->limit, (int64_t)n * l->l->width);
    for (int g = 0; g < n; g++) {
        const LaneGroup *group = &l->q.group[g];
        int kind[LANES_MAX];
        l->l->chance(p->plan, group->state, group->n, kind);
        for (int j = 0; j < group->n; j++) judge(l, l->q.member[g][j], kind[j]);
        l->limit.turns += group->n;
        l->filled.filled += (uint64_t)group->n;
        l->filled.lanes += (uint64_t)l->l->width;
    }
    l->filled.vectors += (uint64_t)n;
}

/* Plays each waiting trial alone, to its end; then the replicates under way. */
static void finish(ReplicateLanes *l)
{
    for (int k = 0; k < l->l->kinds; k++)
        for (Queue *q = &l->q.queue[k]; length(q) > 0 && !search_ended(&l->limit);) {
            const uint16_t i = pop(&l->q, q);
            TrialSlot *s = &l->slot[i];
            Underway *u = &l->underway[s->of];
            Bounds until = replicate_bounds(&u->t, &s->trial);
            int64_t played;
            if (until.turns > l->limit.every) until.turns = l->limit.every;
            const SegmentEnd end = segment_play(&u->t.segment, state_of(&l->q, i), &until, &played);
            s->trial.taken += played;
            l->limit.turns += played;
            count_alone(l, played);
            settle(l, i, end, end == SEGMENT_LOST ? LANES_OVER : k);
            search_spend(&l->limit, played);
        }
    for (Underway *u = l->underway; u < l->underway + l->n_underway && !search_ended(&l->limit); u++)
        if (u->job >= 0) play_alone(l, u, true);
}

/* Suspends all replicates under way; their unfinished trials begin anew. */
static void suspend_underway(ReplicateLanes *l)
{
    for (Underway *u = l->underway; u < l->underway + l->n_underway; u++)
        if (u->job >= 0) {
            replicate_suspend(&u->t, &l->jobs->job[u->job]);
            u->job = -1;
        }
}

bool replicate_lanes_work(const SplittingPlan *s, double (*score)(const SplittingCounts *c), JobList *l, void *scratch,
                          const StopCheck *stop)
{
    ReplicateLanes lanes;
    lay_out(&lanes, s, scratch);
    lanes.jobs = l;
    lanes.score = score;
    lanes.limit = (SearchLimit){.stop = stop, .every = jobs_poll_every(l)};
    lanes.r = s->player->r;
    lanes.r.limit = &lanes.limit;
    const int few = LANE_QUEUES_FEW * lanes.l->width;
    search_poll(&lanes.limit);
    while (!search_ended(&lanes.limit)) {
        fill_slots(&lanes);
        if (search_ended(&lanes.limit)) break;
        if (playing(&lanes.q) < few) {
            finish(&lanes);
            if (lanes.dry) break;
            continue;
        }
        play_groups(&lanes, lane_queues_gather(&lanes.q));
        search_spend(&lanes.limit, 0);
    }
    if (!search_ended(&lanes.limit)) search_poll(&lanes.limit);
    if (search_ended(&lanes.limit)) suspend_underway(&lanes);
    if (stop->left != NULL) stop->left(stop->ctx, lanes.filled);
    return !search_ended(&lanes.limit);
}
