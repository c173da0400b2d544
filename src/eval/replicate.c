/* replicate.c. Pilot, run and stages of a replicate (splitting.h), one segment after the other. */
#include "eval/replicate.h"

#include "agent/resumed.h"
#include "base/sound.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- a replicate under way ---- */

/* What is due; the phases follow each other in this order, STAGE once for every stage. BRIEF: the run where games are short; then
 * RUN and STAGE are left out. */
typedef enum { PILOT, BRIEF, RUN, STAGE, DONE } Phase;

/* All of it is flat, so that it can be suspended. Behind it in memory lie the states (see Memory). */
struct Replicate {
    SplittingCounts c;
    int phase;                        /* Phase */
    uint64_t seed;                    /* of the replicate: everything that is drawn comes from it */
    Rng rng;                          /* picks states */
    int64_t left;                     /* turns of the pilot or of the run that are left */
    int64_t before;                   /* score of the game under way before the run, or before its last segment was counted */
    int games;                        /* that were begun, so that each has a seed of its own */
    int ended;                        /* games that ended in the pilot */
    bool armed;                       /* the game has been at the base or below since the last entry */
    double sample[SPLITTING_SAMPLES]; /* (samples): levels in the pilot */
    int samples;
    int kept[2]; /* states of this stage, and of the next */
    /* the trial under way */
    int trial;     /* its number in the stage; kept states are given to the trials by their counts, in their order */
    bool begun;    /* its state is the one that is played */
    int64_t count; /* how many trials it counts as */
    int64_t taken; /* its turns so far */
    int floor;     /* the step below which the next lot is drawn; 0: none is any more */
    Rng lots;      /* its own */
    /* how states are given to trials */
    uint64_t total;  /* counts of all kept states */
    uint64_t offset; /* of the trials: trial k takes the state in which (k total + offset) / trials lies */
    int pick;        /* the state that was taken last */
    uint64_t passed; /* counts of the states up to it */
};

/* The parts one after the other; without a scratch they are only counted. */
static ReplicateWorker lay_out(const SplittingPlan *s, char *scratch)
{
    ReplicateWorker t = {.s = s, .bytes = segment_state_bytes(s->player, s->options.level)};
    const size_t n = (size_t)s->options.trials;
    const size_t room[] = {sizeof(Replicate), t.bytes, n * t.bytes, n * t.bytes, n * sizeof(int64_t), n * sizeof(int64_t)};
    char *part[sizeof room / sizeof *room];
    size_t at = 0;
    for (size_t i = 0; i < sizeof room / sizeof *room; at += engine_lines(room[i++]))
        part[i] = scratch != NULL ? scratch + at : NULL;
    t.r = (Replicate *)(void *)part[0];
    t.now = part[1];
    for (int i = 0; i < 2; i++) {
        t.state[i] = part[2 + i];
        t.count[i] = (int64_t *)(void *)part[4 + i];
    }
    t.saved = at;
    t.room = scratch != NULL ? scratch + at : NULL;
    t.end = at + segment_bytes(s->player, s->options.level);
    return t;
}

static uint64_t draw_below(Rng *rng, uint64_t bound)
{
    const uint64_t high = rng_u32(rng);
    assert(bound > 0);
    return (high << 32 | rng_u32(rng)) % bound;
}

/* The state that is played becomes a new game. */
static void start_game(ReplicateWorker *t)
{
    segment_start(&t->segment, rng_game(rng_game(t->r->seed, 0), t->r->games++), t->now);
    t->r->before = 0;
}

/* Plays on, to a level or for so many turns. It may return SEGMENT_TURNS earlier, since the stop check must be asked. If the
 * first piece of a game has no place, the game is lost without a turn. This counts as one turn, so that a player of many such
 * games comes to an end. */
static SegmentEnd play(ReplicateWorker *t, int64_t turns, int level, int low, int high, int64_t *played)
{
    const int64_t patience = segment_patience(t->s->player) - t->unseen;
    assert(turns >= 1 && patience >= 1);
    const Bounds until = {.turns = turns < patience ? turns : patience, .level = level, .low = low, .high = high};
    const SegmentEnd end = segment_play(&t->segment, t->now, &until, played);
    if (end == SEGMENT_LOST && segment_tally(&t->segment, t->now).turns == 0) *played = 1;
    t->unseen += (int)*played;
    t->played += *played;
    t->r->c.turns += *played;
    return end;
}

static int level_now(const ReplicateWorker *t)
{
    return segment_level(&t->segment, t->s->options.level, t->now);
}

/* The level at which stage i, 0 .., begins. */
static int bar(const ReplicateWorker *t, int i)
{
    return t->r->c.base + (i + 1) * t->s->options.step;
}

/* ---- pilot ---- */

static void end_pilot(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const SplittingOptions *o = &t->s->options;
    stats_sort(r->sample, SPLITTING_SAMPLES);
    r->c.base = (int)r->sample[SPLITTING_SAMPLES / 2];
    r->phase = o->brief > 0 && r->ended >= o->brief ? BRIEF : RUN;
    r->left = r->phase == BRIEF ? o->pilot : o->run;
    r->before = segment_tally(&t->segment, t->now).score;
    r->armed = level_now(t) <= r->c.base;
}

/* Looks at the level after equal numbers of turns. */
static void pilot(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const int64_t all = t->s->options.pilot, next = all - all * (r->samples + 1) / SPLITTING_SAMPLES;
    int64_t played;
    if (play(t, r->left - next, -1, 0, 0, &played) == SEGMENT_LOST) {
        r->ended++;
        start_game(t);
    }
    r->left -= played;
    if (r->left > next) return;
    r->sample[r->samples++] = level_now(t);
    if (r->left == 0) end_pilot(t);
}

/* ---- the run ---- */

/* Keeps the state that is played, for stage number which (0: this one, 1: the next) at place i. */
static void keep(ReplicateWorker *t, int which, int i, int64_t count)
{
    assert(i >= 0 && i < t->s->options.trials);
    memcpy(t->state[which] + (size_t)i * t->bytes, t->now, t->bytes);
    t->count[which][i] = count;
    if (i == t->r->kept[which]) t->r->kept[which]++;
}

/* Of more entries than there is room for, each stays with the same probability (reservoir sampling). */
static void keep_entry(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const uint64_t room = (uint64_t)t->s->options.trials, n = (uint64_t)r->c.entries++;
    const uint64_t place = n < room ? n : draw_below(&r->rng, n + 1);
    if (place < room) keep(t, 0, (int)place, 1);
}

static void begin_stage(ReplicateWorker *t)
{
    Replicate *r = t->r;
    r->phase = STAGE;
    r->c.stages++;
    r->trial = r->pick = 0;
    r->total = 0;
    for (int i = 0; i < r->kept[0]; i++) r->total += (uint64_t)t->count[0][i];
    r->offset = draw_below(&r->rng, r->total);
    r->passed = (uint64_t)t->count[0][0];
    assert(r->total < UINT64_MAX / (2 * (uint64_t)t->s->options.trials));
}

/* Adds to the score of the run what was scored since this was called last. */
static void count_score(ReplicateWorker *t)
{
    const int64_t score = segment_tally(&t->segment, t->now).score;
    t->r->c.run_score += score - t->r->before;
    t->r->before = score;
}

/* A segment of the run has ended, after so many turns. */
static void count_segment(ReplicateWorker *t, SegmentEnd end, int64_t played, bool counts)
{
    Replicate *r = t->r;
    r->left -= played;
    r->c.run_turns += played;
    count_score(t);
    if (end != SEGMENT_LOST) return;
    if (counts) r->c.losses++;
    start_game(t);
}

static void brief(ReplicateWorker *t)
{
    int64_t played;
    const SegmentEnd end = play(t, t->r->left, -1, 0, 0, &played);
    count_segment(t, end, played, true);
    if (t->r->left == 0) t->r->phase = DONE;
}

static void run(ReplicateWorker *t)
{
    Replicate *r = t->r;
    int64_t played;
    const SegmentEnd end =
        play(t, r->left, t->s->options.level, r->armed ? INT_MIN : r->c.base, r->armed ? bar(t, 0) : INT_MAX, &played);
    if (end == SEGMENT_HIGH) keep_entry(t);
    count_segment(t, end, played, r->armed);
    if (end != SEGMENT_TURNS) r->armed = end != SEGMENT_HIGH;
    if (r->left > 0) return;
    if (r->kept[0] > 0)
        begin_stage(t);
    else
        r->phase = DONE;
}

/* ---- a stage ---- */

static SplittingStage *stage_of(const ReplicateWorker *t)
{
    assert(t->r->c.stages >= 1);
    return &t->r->c.stage[t->r->c.stages - 1];
}

/* Where the trials of this stage succeed. */
static int goal(const ReplicateWorker *t)
{
    return t->r->c.stages < SPLITTING_STAGES ? bar(t, t->r->c.stages) : INT_MAX;
}

/* Copies the state whose turn it is, and gives it a future of its own. */
static void begin_trial(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const uint64_t trials = (uint64_t)t->s->options.trials, mine = (uint64_t)r->trial * r->total + r->offset;
    while (mine >= r->passed * trials) r->passed += (uint64_t)t->count[0][++r->pick];
    assert(r->pick < r->kept[0]);
    const uint64_t seed = rng_game(rng_game(r->seed, r->c.stages), r->trial);
    memcpy(t->now, t->state[0] + (size_t)r->pick * t->bytes, t->bytes);
    segment_renew(&t->segment, seed, t->now);
    rng_stream(&r->lots, rng_game(seed, 0));
    r->count = 1;
    r->taken = 0;
    r->floor = t->s->options.roulette > 1 ? r->c.stages - 1 : 0;
    r->begun = true;
}

static void end_stage(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const int n = r->kept[1];
    char *state = t->state[0];
    int64_t *count = t->count[0];
    if (n == 0) {
        r->phase = DONE;
        return;
    }
    memcpy(state, t->state[1], (size_t)n * t->bytes);
    memcpy(count, t->count[1], (size_t)n * sizeof *count);
    r->kept[0] = n;
    r->kept[1] = 0;
    begin_stage(t);
}

/* One in how many trials goes on below stage i: as many as take part in it for each that comes through. They are worth most then:
 * fewer that count more would add variance, more that count less would add turns. */
static uint32_t odds_of(const ReplicateWorker *t, int i)
{
    const SplittingStage *stage = &t->r->c.stage[i];
    const int64_t most = t->s->options.roulette, odds = stage->up > 0 ? (stage->trials + stage->up / 2) / stage->up : most;
    return (uint32_t)(odds < 1 ? 1 : odds < most ? odds : most);
}

/* Draws a lot for every step that the trial has fallen below. False: it is ended. */
static bool draw_lots(ReplicateWorker *t, int level)
{
    Replicate *r = t->r;
    for (; r->floor > 0 && level < bar(t, r->floor - 1); r->floor--) {
        const uint32_t odds = odds_of(t, r->floor - 1);
        if (rng_below(&r->lots, odds) != 0) return false;
        r->count *= odds;
    }
    return true;
}

/* Turns that the trial under way may still take: a game may stay between two levels for ever. */
static int64_t trial_left(const ReplicateWorker *t)
{
    const int64_t most = t->s->player->turns_max;
    return most > 0 ? most - t->r->taken : INT64_MAX;
}

/* What the end of a segment means for the trial. True: it is over. A trial that has taken all its turns is as one that fell
 * back. */
static bool judge(ReplicateWorker *t, SegmentEnd end)
{
    Replicate *r = t->r;
    SplittingStage *stage = stage_of(t);
    switch (end) {
    case SEGMENT_TURNS: return trial_left(t) <= 0;
    case SEGMENT_HIGH:
        stage->up += r->count;
        keep(t, 1, r->kept[1], r->count);
        return true;
    case SEGMENT_LOST: stage->lost += r->count; return true;
    case SEGMENT_LOW: break;
    }
    const int level = level_now(t);
    return level <= r->c.base || !draw_lots(t, level);
}

static void trial(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const int level = t->s->options.level;
    SegmentEnd end = SEGMENT_HIGH; /* some states are there already */
    int64_t played = 0;
    if (!r->begun) begin_trial(t);
    if (level_now(t) < goal(t)) {
        const int low = r->floor > 0 ? bar(t, r->floor - 1) - 1 : r->c.base;
        end = play(t, trial_left(t), level, low, goal(t), &played);
    }
    r->taken += played;
    stage_of(t)->turns += played;
    if (!judge(t, end)) return;
    stage_of(t)->trials++;
    r->begun = false;
    if (++r->trial == t->s->options.trials) end_stage(t);
}

/* ---- a replicate from its beginning to its end ---- */

size_t replicate_bytes(const SplittingPlan *s)
{
    return lay_out(s, NULL).end;
}

void replicate_open(ReplicateWorker *t, const SplittingPlan *s, void *scratch, const StopCheck *stop)
{
    assert((uintptr_t)scratch % LANES_ALIGNMENT == 0);
    *t = lay_out(s, scratch);
    t->stop = stop;
}

static void begin(ReplicateWorker *t, uint64_t seed)
{
    Replicate *r = t->r;
    memset(r, 0, t->saved); /* what is suspended is saved as a whole */
    r->phase = PILOT;
    r->seed = seed;
    r->left = t->s->options.pilot;
    rng_stream(&r->rng, rng_game(seed, INT_MAX));
    start_game(t);
}

/* Whether it is to stop, where it is time to ask. */
static bool is_stopped(ReplicateWorker *t)
{
    const int turns = t->unseen;
    if (turns < segment_patience(t->s->player)) return false;
    t->unseen = 0;
    return t->stop != NULL && t->stop->poll(t->stop->ctx, turns);
}

/* ---- a replicate from outside: its numbers must fit each other, whatever its bytes are ---- */

static bool sound_counts(const ReplicateWorker *t)
{
    const SplittingCounts *c = &t->r->c;
    if (!sound_count(c->turns) || !sound_count(c->run_turns) || !sound_between(c->run_score, -SOUND_MOST, SOUND_MOST))
        return false;
    if (!sound_count(c->entries) || !sound_count(c->losses) || !sound_between(c->base, -INT_MAX / 4, INT_MAX / 4)) return false;
    if (!sound_between(c->stages, t->r->phase == STAGE, t->r->phase == STAGE ? SPLITTING_STAGES : 0)) return false;
    for (int i = 0; i < SPLITTING_STAGES; i++) {
        const SplittingStage *stage = &c->stage[i];
        const bool over = i + 1 < c->stages, begun = i < c->stages;
        const int trials = over ? t->s->options.trials : begun ? t->r->trial : 0;
        if (stage->trials != trials || !sound_between(stage->turns, 0, begun ? SOUND_MOST : 0)) return false;
        if (!sound_between(stage->up, over, begun ? SOUND_MOST : 0) || !sound_between(stage->lost, 0, begun ? SOUND_MOST : 0))
            return false;
    }
    return t->r->phase != STAGE || (c->run_turns > 0 && c->entries > 0);
}

/* The states of this stage and the next, and how the trials are given them. */
static bool sound_stage(const ReplicateWorker *t)
{
    const Replicate *r = t->r;
    uint64_t total = 0, passed = 0;
    for (int which = 0; which < 2; which++) {
        if (!sound_between(r->kept[which], 0, t->s->options.trials)) return false;
        for (int i = 0; i < r->kept[which]; i++)
            if (!sound_between(t->count[which][i], 1, SOUND_MOST / t->s->options.trials) ||
                !resumed_sound(t->s->player, t->state[which] + (size_t)i * t->bytes))
                return false;
    }
    if (r->phase != STAGE) return r->kept[1] == 0;
    if (r->kept[0] < 1 || !sound_between(r->pick, 0, r->kept[0] - 1) || r->kept[1] > r->trial) return false;
    for (int i = 0; i < r->kept[0]; i++) total += (uint64_t)t->count[0][i];
    for (int i = 0; i <= r->pick; i++) passed += (uint64_t)t->count[0][i];
    return total == r->total && passed == r->passed && r->offset < total &&
           sound_between(r->trial, 0, t->s->options.trials - 1) && sound_between(r->count, 1, SOUND_MOST) &&
           sound_count(r->taken) && sound_between(r->floor, 0, r->c.stages - 1) &&
           r->lots.inc % 2 == (r->begun || r->trial > 0 || r->c.stages > 1);
}

static bool sound_replicate(const ReplicateWorker *t)
{
    const Replicate *r = t->r;
    const int64_t most = t->s->options.pilot > t->s->options.run ? t->s->options.pilot : t->s->options.run;
    if (!sound_flag(&r->armed) || !sound_flag(&r->begun) || !sound_rng(&r->rng) || !sound_between(r->phase, PILOT, STAGE))
        return false;
    if (!sound_between(r->games, 1, INT_MAX / 2) || !sound_between(r->ended, 0, r->games)) return false;
    if (!sound_between(r->before, -SOUND_MOST, SOUND_MOST) || !sound_between(r->left, r->phase == STAGE ? -most : 1, most))
        return false;
    if (r->phase == PILOT ? !sound_between(r->samples, 0, SPLITTING_SAMPLES - 1) : r->samples != SPLITTING_SAMPLES) return false;
    return sound_counts(t) && sound_stage(t) && resumed_sound(t->s->player, t->now);
}

void replicate_take(ReplicateWorker *t, const Job *job)
{
    segment_open(&t->segment, t->s->player, job->x, t->s->options.level, t->room);
    const bool kept = job_resume(job, t->s->mark, t->r, t->saved);
    if (kept && sound_replicate(t) && (double)t->r->c.turns >= job->y->cost) return;
    if (kept) job_forget(job);
    begin(t, job->seed);
}

const SplittingCounts *replicate_counts(const ReplicateWorker *t)
{
    assert(t->r->phase == DONE);
    return &t->r->c;
}

void replicate_suspend(const ReplicateWorker *t, const Job *job)
{
    job_suspend(job, (double)t->r->c.turns, t->s->mark, t->r, t->saved);
}

bool replicate_finish(ReplicateWorker *t)
{
    static void (*const step[])(ReplicateWorker *) = {[PILOT] = pilot, [BRIEF] = brief, [RUN] = run, [STAGE] = trial};
    while (t->r->phase != DONE) {
        step[t->r->phase](t);
        if (is_stopped(t)) return t->r->phase == DONE;
    }
    return true;
}
