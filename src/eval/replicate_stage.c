/* replicate_stage.c. The stages of a replicate: which states trials begin in, and what their ends mean. */
#include "eval/replicate_stage.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static uint64_t draw_below(Rng *rng, uint64_t bound)
{
    const uint64_t high = rng_u32(rng);
    assert(bound > 0);
    return (high << 32 | rng_u32(rng)) % bound;
}

/* Of more entries than there is room for, each stays with the same probability (reservoir sampling). */
void replicate_keep_entry(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const uint64_t room = (uint64_t)t->s->options.trials, n = (uint64_t)r->c.entries++;
    const uint64_t place = n < room ? n : draw_below(&r->rng, n + 1);
    if (place >= room) return;
    memcpy(t->state[0] + place * t->bytes, t->now, t->bytes);
    t->count[0][place] = 1;
    if (place == (uint64_t)r->kept) r->kept++;
}

void replicate_deal(ReplicateWorker *t)
{
    Replicate *r = t->r;
    r->next = r->pick = 0;
    r->passed = (uint64_t)t->count[0][0];
}

void replicate_begin_stage(ReplicateWorker *t)
{
    Replicate *r = t->r;
    const size_t trials = (size_t)t->s->options.trials;
    r->phase = STAGE;
    r->c.stages++;
    r->over = 0;
    memset(t->over, 0, trials * sizeof *t->over);
    memset(t->count[1], 0, trials * sizeof *t->count[1]);
    r->total = 0;
    for (int i = 0; i < r->kept; i++) r->total += (uint64_t)t->count[0][i];
    r->offset = draw_below(&r->rng, r->total);
    replicate_deal(t);
    assert(r->total < UINT64_MAX / (2 * trials));
}

static SplittingStage *stage_of(const ReplicateWorker *t)
{
    assert(t->r->c.stages >= 1);
    return &t->r->c.stage[t->r->c.stages - 1];
}

/* ---- a trial ---- */

bool replicate_next_trial(ReplicateWorker *t, ReplicateTrial *trial, void *state)
{
    Replicate *r = t->r;
    const uint64_t trials = (uint64_t)t->s->options.trials;
    while (r->next < (int)trials && t->over[r->next]) r->next++;
    if (r->phase != STAGE || r->next >= (int)trials) return false;
    const uint64_t mine = (uint64_t)r->next * r->total + r->offset;
    while (mine >= r->passed * trials) r->passed += (uint64_t)t->count[0][++r->pick];
    assert(r->pick < r->kept);
    const uint64_t seed = rng_game(rng_game(r->seed, r->c.stages), r->next);
    memcpy(state, t->state[0] + (size_t)r->pick * t->bytes, t->bytes);
    segment_renew(&t->segment, seed, state);
    *trial = (ReplicateTrial){.number = r->next++, .count = 1, .floor = t->s->options.roulette > 1 ? r->c.stages - 1 : 0};
    rng_stream(&trial->lots, rng_game(seed, 0));
    return true;
}

/* Turns that a trial may still take: a game may stay between two levels for ever. */
static int64_t turns_left(const ReplicateWorker *t, const ReplicateTrial *trial)
{
    const int64_t most = t->s->player->turns_max;
    return most > 0 ? most - trial->taken : INT64_MAX;
}

Bounds replicate_bounds(const ReplicateWorker *t, const ReplicateTrial *trial)
{
    const SplittingCounts *c = &t->r->c;
    return (Bounds){.turns = turns_left(t, trial),
                    .level = t->s->options.level,
                    .low = trial->floor > 0 ? replicate_bar(t, trial->floor - 1) - 1 : c->base,
                    .high = c->stages < SPLITTING_STAGES ? replicate_bar(t, c->stages) : INT_MAX};
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
static bool draw_lots(const ReplicateWorker *t, ReplicateTrial *trial, int level)
{
    for (; trial->floor > 0 && level < replicate_bar(t, trial->floor - 1); trial->floor--) {
        const uint32_t odds = odds_of(t, trial->floor - 1);
        if (rng_below(&trial->lots, odds) != 0) return false;
        trial->count *= odds;
    }
    return true;
}

/* The states that have reached the next stage become its own, in the order of their trials. */
static void end_stage(ReplicateWorker *t)
{
    Replicate *r = t->r;
    r->kept = 0;
    for (int i = 0; i < t->s->options.trials; i++)
        if (t->count[1][i] > 0) {
            memcpy(t->state[0] + (size_t)r->kept * t->bytes, t->state[1] + (size_t)i * t->bytes, t->bytes);
            t->count[0][r->kept++] = t->count[1][i];
        }
    if (r->kept > 0)
        replicate_begin_stage(t);
    else
        r->phase = DONE;
}

/* A trial that has taken all its turns is as one that fell back. */
bool replicate_judge(ReplicateWorker *t, ReplicateTrial *trial, SegmentEnd end, const void *state)
{
    Replicate *r = t->r;
    SplittingStage *stage = stage_of(t);
    if (end == SEGMENT_TURNS && turns_left(t, trial) > 0) return false;
    if (end == SEGMENT_LOW && turns_left(t, trial) > 0) {
        const int level = replicate_level(t, state);
        if (level > r->c.base && draw_lots(t, trial, level)) return false;
    }
    assert(!t->over[trial->number]);
    t->over[trial->number] = true;
    stage->trials++;
    stage->turns += trial->taken;
    r->c.turns += trial->taken;
    if (end == SEGMENT_LOST) stage->lost += trial->count;
    if (end == SEGMENT_HIGH) {
        stage->up += trial->count;
        t->count[1][trial->number] = trial->count;
        memcpy(t->state[1] + (size_t)trial->number * t->bytes, state, t->bytes);
    }
    if (++r->over == t->s->options.trials) end_stage(t);
    return true;
}

SegmentEnd replicate_play(ReplicateWorker *t, const Bounds *until, int64_t *played)
{
    const int64_t patience = segment_patience(t->s->player) - t->unseen;
    Bounds bounds = *until;
    assert(until->turns >= 1 && patience >= 1);
    if (bounds.turns > patience) bounds.turns = patience;
    const SegmentEnd end = segment_play(&t->segment, t->now, &bounds, played);
    if (end == SEGMENT_LOST && engine_tally(t->s->player, t->now).turns == 0) *played = 1;
    t->unseen += (int)*played;
    t->played += *played;
    return end;
}

void replicate_trial(ReplicateWorker *t)
{
    Replicate *r = t->r;
    if (!r->begun) r->begun = replicate_next_trial(t, &r->trial, t->now);
    assert(r->begun);
    SegmentEnd end = SEGMENT_HIGH; /* some states are there already */
    int64_t played = 0;
    const Bounds until = replicate_bounds(t, &r->trial);
    if (replicate_level(t, t->now) < until.high) end = replicate_play(t, &until, &played);
    r->trial.taken += played;
    if (replicate_judge(t, &r->trial, end, t->now)) r->begun = false;
}
