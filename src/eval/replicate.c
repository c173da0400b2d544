/* replicate.c. A replicate (splitting.h) from its beginning to its end: pilot, run and stages, segment by segment. Chooses the
 * states in which trials begin, and counts how trials end. */
#include "eval/replicate.h"

#include "agent/resumed.h"
#include "base/sound.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- a replicate under way ---- */

/* Lays out all blocks in memory; NULL: only counts. */
static ReplicateWorker lay_out(const SplittingPlan *s, char *memory)
{
    ReplicateWorker w = {.s = s, .bytes = segment_state_bytes(s->player, s->options.level)};
    const size_t n = (size_t)s->options.trials;
    w.r = take_room(memory, &w.end, sizeof *w.r);
    w.now = take_room(memory, &w.end, w.bytes);
    for (int i = 0; i < 2; i++) w.state[i] = take_room(memory, &w.end, n * w.bytes);
    for (int i = 0; i < 2; i++) w.count[i] = take_room(memory, &w.end, n * sizeof *w.count[i]);
    w.over = take_room(memory, &w.end, n * sizeof *w.over);
    w.saved = w.end;
    w.weights = take_room(memory, &w.end, segment_weights_bytes(s->player));
    return w;
}

/* Makes w->now a new game. */
static void start_game(ReplicateWorker *w)
{
    segment_start(&w->segment, rng_game(rng_game(w->r->seed, 0), w->r->games++), w->now);
    w->r->before = 0;
}

/* Plays on in w->now, to a bound. May return SEGMENT_TURNS earlier, to poll the stop check. If the first piece of a game has no
 * place, the game is lost without a turn. That counts as one turn here, so that a replicate of such games comes to an end. */
static SegmentEnd play_segment(ReplicateWorker *w, const Bounds *until, int64_t *played)
{
    Bounds bounds = *until;
    assert(until->turns >= 1 && w->limit->every >= 1);
    if (bounds.turns > w->limit->every) bounds.turns = w->limit->every;
    const SegmentEnd end = segment_play(&w->segment, w->now, &bounds, played);
    if (end == SEGMENT_LOST && engine_tally(w->s->player, w->now).turns == 0) *played = 1;
    w->limit->turns += *played;
    search_count(w->limit, *played);
    w->played += *played;
    return end;
}

/* Plays on in the pilot or the run, and adds the turns to those of the replicate. */
static SegmentEnd play(ReplicateWorker *w, int64_t turns, int level, int low, int high, int64_t *played)
{
    const SegmentEnd end = play_segment(w, &(Bounds){.turns = turns, .level = level, .low = low, .high = high}, played);
    w->r->c.turns += *played;
    return end;
}

/* ---- stages ---- */

static uint64_t draw_below(Rng *rng, uint64_t bound)
{
    const uint64_t high = rng_u32(rng);
    assert(bound > 0);
    return (high << 32 | rng_u32(rng)) % bound;
}

/* Keeps w->now as the state of an entry. If there are more entries than room, each is kept with the same probability (reservoir
 * sampling). */
static void keep_entry(ReplicateWorker *w)
{
    Replicate *r = w->r;
    const uint64_t room = (uint64_t)w->s->options.trials, n = (uint64_t)r->c.entries++;
    const uint64_t place = n < room ? n : draw_below(&r->rng, n + 1);
    if (place >= room) return;
    memcpy(w->state[0] + place * w->bytes, w->now, w->bytes);
    w->count[0][place] = 1;
    if (place == (uint64_t)r->kept) r->kept++;
}

/* Restarts the assignment of states to trials, from the first trial; trials that are over will be skipped. */
static void deal(ReplicateWorker *w)
{
    Replicate *r = w->r;
    r->next = r->pick = 0;
    r->passed = (uint64_t)w->count[0][0];
}

/* Begins a new stage from the kept states. */
static void begin_stage(ReplicateWorker *w)
{
    Replicate *r = w->r;
    const size_t trials = (size_t)w->s->options.trials;
    r->phase = STAGE;
    r->c.stages++;
    r->over = 0;
    memset(w->over, 0, trials * sizeof *w->over);
    memset(w->count[1], 0, trials * sizeof *w->count[1]);
    r->total = 0;
    for (int i = 0; i < r->kept; i++) r->total += (uint64_t)w->count[0][i];
    r->offset = draw_below(&r->rng, r->total);
    deal(w);
    assert(r->total < UINT64_MAX / (2 * trials));
}

static SplittingStage *stage_of(const ReplicateWorker *w)
{
    assert(w->r->c.stages >= 1);
    return &w->r->c.stage[w->r->c.stages - 1];
}

/* ---- a trial ---- */

bool replicate_next_trial(ReplicateWorker *w, ReplicateTrial *trial, void *state)
{
    Replicate *r = w->r;
    const uint64_t trials = (uint64_t)w->s->options.trials;
    while (r->next < (int)trials && w->over[r->next]) r->next++;
    if (r->phase != STAGE || r->next >= (int)trials) return false;
    const uint64_t mine = (uint64_t)r->next * r->total + r->offset;
    while (mine >= r->passed * trials) r->passed += (uint64_t)w->count[0][++r->pick];
    assert(r->pick < r->kept);
    const uint64_t seed = rng_game(rng_game(r->seed, r->c.stages), r->next);
    memcpy(state, w->state[0] + (size_t)r->pick * w->bytes, w->bytes);
    segment_renew(&w->segment, seed, state);
    *trial = (ReplicateTrial){.number = r->next++, .count = 1, .floor = w->s->options.roulette > 1 ? r->c.stages - 1 : 0};
    rng_stream(&trial->lots, rng_game(seed, 0));
    return true;
}

/* Turns that a trial may still take. They are limited, since a game may stay between two levels for ever. */
static int64_t turns_left(const ReplicateWorker *w, const ReplicateTrial *trial)
{
    const int64_t most = w->s->player->turns_max;
    return most > 0 ? most - trial->taken : INT64_MAX;
}

Bounds replicate_bounds(const ReplicateWorker *w, const ReplicateTrial *trial)
{
    const SplittingCounts *c = &w->r->c;
    return (Bounds){.turns = turns_left(w, trial),
                    .level = w->s->options.level,
                    .low = trial->floor > 0 ? replicate_bar(w, trial->floor - 1) - 1 : c->base,
                    .high = c->stages < SPLITTING_STAGES ? replicate_bar(w, c->stages) : INT_MAX};
}

/* One in how many trials goes on below stage i: the number of trials of that stage for each that reached the next one. This is
 * the most efficient: fewer trials that count more would add variance, more trials would add turns. */
static uint32_t odds_of(const ReplicateWorker *w, int i)
{
    const SplittingStage *stage = &w->r->c.stage[i];
    const int64_t most = w->s->options.roulette, odds = stage->up > 0 ? (stage->trials + stage->up / 2) / stage->up : most;
    return (uint32_t)(odds < 1 ? 1 : odds < most ? odds : most);
}

/* Draws a lot for every stage below which the trial has fallen. False: the trial ends. */
static bool draw_lots(const ReplicateWorker *w, ReplicateTrial *trial, int level)
{
    for (; trial->floor > 0 && level < replicate_bar(w, trial->floor - 1); trial->floor--) {
        const uint32_t odds = odds_of(w, trial->floor - 1);
        if (rng_below(&trial->lots, odds) != 0) return false;
        trial->count *= odds;
    }
    return true;
}

/* The states that reached the next stage become those of the new stage, in the order of their trials. */
static void end_stage(ReplicateWorker *w)
{
    Replicate *r = w->r;
    r->kept = 0;
    for (int i = 0; i < w->s->options.trials; i++)
        if (w->count[1][i] > 0) {
            memcpy(w->state[0] + (size_t)r->kept * w->bytes, w->state[1] + (size_t)i * w->bytes, w->bytes);
            w->count[0][r->kept++] = w->count[1][i];
        }
    if (r->kept > 0)
        begin_stage(w);
    else
        r->phase = DONE;
}

/* A trial that has taken all its turns counts like one that fell back. */
bool replicate_judge(ReplicateWorker *w, ReplicateTrial *trial, SegmentEnd end, const void *state)
{
    Replicate *r = w->r;
    SplittingStage *stage = stage_of(w);
    if (end == SEGMENT_TURNS && turns_left(w, trial) > 0) return false;
    if (end == SEGMENT_LOW && turns_left(w, trial) > 0) {
        const int level = replicate_level(w, state);
        if (level > r->c.base && draw_lots(w, trial, level)) return false;
    }
    assert(!w->over[trial->number]);
    w->over[trial->number] = true;
    stage->trials++;
    stage->turns += trial->taken;
    r->c.turns += trial->taken;
    if (end == SEGMENT_LOST) stage->lost += trial->count;
    if (end == SEGMENT_HIGH) {
        stage->up += trial->count;
        w->count[1][trial->number] = trial->count;
        memcpy(w->state[1] + (size_t)trial->number * w->bytes, state, w->bytes);
    }
    if (++r->over == w->s->options.trials) end_stage(w);
    return true;
}

/* Plays on in the trial that is played alone; begins it first if necessary. */
static void play_trial(ReplicateWorker *w)
{
    Replicate *r = w->r;
    if (!r->begun) r->begun = replicate_next_trial(w, &r->trial, w->now);
    assert(r->begun);
    SegmentEnd end = SEGMENT_HIGH; /* some states are at that level already */
    int64_t played = 0;
    const Bounds until = replicate_bounds(w, &r->trial);
    if (replicate_level(w, w->now) < until.high) end = play_segment(w, &until, &played);
    r->trial.taken += played;
    if (replicate_judge(w, &r->trial, end, w->now)) r->begun = false;
}

/* ---- pilot ---- */

static void begin_pilot(ReplicateWorker *w)
{
    w->r->phase = PILOT;
    w->r->left = w->s->options.pilot;
    w->r->samples = w->r->ended = 0;
}

static void end_pilot(ReplicateWorker *w)
{
    Replicate *r = w->r;
    const SplittingOptions *o = &w->s->options;
    stats_sort(r->sample, SPLITTING_SAMPLES);
    r->c.base = (int)r->sample[SPLITTING_SAMPLES / 2];
    r->phase = o->brief > 0 && r->ended >= o->brief ? BRIEF : RUN;
    r->left = r->phase == BRIEF ? o->pilot : o->run;
    r->before = engine_tally(w->s->player, w->now).score;
    r->armed = replicate_level(w, w->now) <= r->c.base;
}

/* Plays to the next sample of the level; samples are equally spaced in turns. */
static void pilot(ReplicateWorker *w)
{
    Replicate *r = w->r;
    const int64_t all = w->s->options.pilot, next = all - all * (r->samples + 1) / SPLITTING_SAMPLES;
    int64_t played;
    if (play(w, r->left - next, -1, 0, 0, &played) == SEGMENT_LOST) {
        r->ended++;
        start_game(w);
    }
    r->left -= played;
    if (r->left > next) return;
    r->sample[r->samples++] = replicate_level(w, w->now);
    if (r->left == 0) end_pilot(w);
}

/* ---- the run ---- */

/* Adds to the score of the run what was scored since the last call. */
static void count_score(ReplicateWorker *w)
{
    const int64_t score = engine_tally(w->s->player, w->now).score;
    w->r->c.run_score += score - w->r->before;
    w->r->before = score;
}

/* Counts a segment of the run. counts: a loss at its end counts. */
static void count_segment(ReplicateWorker *w, SegmentEnd end, int64_t played, bool counts)
{
    Replicate *r = w->r;
    r->left -= played;
    r->c.run_turns += played;
    count_score(w);
    if (end != SEGMENT_LOST) return;
    if (counts) r->c.losses++;
    start_game(w);
}

static void brief(ReplicateWorker *w)
{
    int64_t played;
    const SegmentEnd end = play(w, w->r->left, -1, 0, 0, &played);
    count_segment(w, end, played, true);
    if (w->r->left == 0) w->r->phase = DONE;
}

/* A pilot within a rise finds a base so high that the run may have no entry. Then a new pilot finds another, from which the run
 * goes on, up to so many times its length: no entry is no estimate. */
enum { RUNS_WITHOUT_ENTRY = 8 };

static void run(ReplicateWorker *w)
{
    Replicate *r = w->r;
    int64_t played;
    const SegmentEnd end =
        play(w, r->left, w->s->options.level, r->armed ? INT_MIN : r->c.base, r->armed ? replicate_bar(w, 0) : INT_MAX, &played);
    if (end == SEGMENT_HIGH) keep_entry(w);
    count_segment(w, end, played, r->armed);
    if (end != SEGMENT_TURNS) r->armed = end != SEGMENT_HIGH;
    if (r->left > 0) return;
    if (r->kept > 0)
        begin_stage(w);
    else if (r->c.losses == 0 && r->c.run_turns < RUNS_WITHOUT_ENTRY * w->s->options.run)
        begin_pilot(w);
    else
        r->phase = DONE;
}

/* ---- whether a suspended replicate can be resumed ---- */

static bool sound_counts(const ReplicateWorker *w)
{
    const SplittingCounts *c = &w->r->c;
    if (!sound_count(c->turns) || !sound_count(c->run_turns) || !sound_between(c->run_score, -SOUND_MOST, SOUND_MOST))
        return false;
    if (!sound_count(c->entries) || !sound_count(c->losses) || !sound_between(c->base, -INT_MAX / 4, INT_MAX / 4)) return false;
    if (!sound_between(c->stages, w->r->phase == STAGE, w->r->phase == STAGE ? SPLITTING_STAGES : 0)) return false;
    for (int i = 0; i < SPLITTING_STAGES; i++) {
        const SplittingStage *stage = &c->stage[i];
        const bool over = i + 1 < c->stages, begun = i < c->stages;
        const int trials = over ? w->s->options.trials : begun ? w->r->over : 0;
        if (stage->trials != trials || !sound_between(stage->turns, 0, begun ? SOUND_MOST : 0)) return false;
        if (!sound_between(stage->up, over, begun ? SOUND_MOST : 0) || !sound_between(stage->lost, 0, begun ? SOUND_MOST : 0))
            return false;
    }
    return w->r->phase != STAGE || (c->run_turns > 0 && c->entries > 0);
}

/* Whether state i of this stage (which = 0) or of the next (1), with its count, is valid. */
static bool sound_state(const ReplicateWorker *w, int which, int i)
{
    return sound_between(w->count[which][i], 1, SOUND_MOST / w->s->options.trials) &&
           resumed_sound(w->s->player, w->state[which] + (size_t)i * w->bytes);
}

/* Whether the trial that is played alone is valid. */
static bool sound_trial(const ReplicateWorker *w)
{
    const ReplicateTrial *trial = &w->r->trial;
    return sound_between(trial->number, 0, w->s->options.trials - 1) && !w->over[trial->number] &&
           sound_between(trial->count, 1, SOUND_MOST) && sound_count(trial->taken) &&
           sound_between(trial->floor, 0, w->r->c.stages - 1) && sound_rng(&trial->lots);
}

/* Whether the states of this stage and the next, and the trials, are valid. */
static bool sound_stage(const ReplicateWorker *w)
{
    const Replicate *r = w->r;
    uint64_t total = 0;
    int over = 0;
    if (!sound_between(r->kept, r->phase == STAGE, w->s->options.trials)) return false;
    for (int i = 0; i < r->kept; i++) {
        if (!sound_state(w, 0, i)) return false;
        total += (uint64_t)w->count[0][i];
    }
    if (r->phase != STAGE) return true;
    for (int i = 0; i < w->s->options.trials; i++) {
        if (!sound_flag(&w->over[i]) || (w->count[1][i] != 0 && !(w->over[i] && sound_state(w, 1, i)))) return false;
        over += w->over[i];
    }
    return total == r->total && r->offset < total && over == r->over && over < w->s->options.trials &&
           (!r->begun || sound_trial(w));
}

/* Whether the numbers of a loaded replicate fit each other, whatever its bytes are. */
static bool is_sound(const ReplicateWorker *w)
{
    const Replicate *r = w->r;
    const int64_t most = w->s->options.pilot > w->s->options.run ? w->s->options.pilot : w->s->options.run;
    if (!sound_flag(&r->armed) || !sound_flag(&r->begun) || !sound_rng(&r->rng) || !sound_between(r->phase, PILOT, STAGE))
        return false;
    if (!sound_between(r->games, 1, INT_MAX / 2) || !sound_between(r->ended, 0, r->games)) return false;
    if (!sound_between(r->before, -SOUND_MOST, SOUND_MOST) || !sound_between(r->left, r->phase == STAGE ? -most : 1, most))
        return false;
    if (r->phase == PILOT ? !sound_between(r->samples, 0, SPLITTING_SAMPLES - 1) : r->samples != SPLITTING_SAMPLES) return false;
    return sound_counts(w) && sound_stage(w) && resumed_sound(w->s->player, w->now);
}

/* ---- a replicate from its beginning to its end ---- */

size_t replicate_bytes(const SplittingPlan *s)
{
    return lay_out(s, NULL).end;
}

size_t replicate_scratch_bytes(const SplittingPlan *s)
{
    return segment_bytes(s->player, s->options.level);
}

void replicate_open(ReplicateWorker *w, const SplittingPlan *s, void *memory, void *scratch, SearchLimit *limit)
{
    assert((uintptr_t)memory % LANES_ALIGNMENT == 0);
    *w = lay_out(s, memory);
    w->scratch = scratch;
    w->limit = limit;
}

static void begin(ReplicateWorker *w, uint64_t seed)
{
    Replicate *r = w->r;
    memset(r, 0, w->saved); /* all of it is saved when suspended */
    r->seed = seed;
    begin_pilot(w);
    rng_stream(&r->rng, rng_game(seed, INT_MAX));
    start_game(w);
}

void replicate_take(ReplicateWorker *w, const Job *job)
{
    segment_open(&w->segment, w->s->player, job->x, w->s->options.level, w->weights, w->scratch);
    w->segment.limit = w->limit;
    const bool kept = job_resume(job, w->s->mark, w->r, w->saved);
    if (kept && is_sound(w) && (double)w->r->c.turns >= job->y->cost) {
        if (w->r->phase == STAGE) deal(w);
        return;
    }
    if (kept) job_forget(job);
    begin(w, job->seed);
}

const SplittingCounts *replicate_counts(const ReplicateWorker *w)
{
    assert(w->r->phase == DONE);
    return &w->r->c;
}

void replicate_suspend(const ReplicateWorker *w, const Job *job)
{
    job_suspend(job, (double)w->r->c.turns, w->s->mark, w->r, w->saved);
}

bool replicate_play(ReplicateWorker *w, bool to_stage)
{
    static void (*const step[])(ReplicateWorker *) = {[PILOT] = pilot, [BRIEF] = brief, [RUN] = run, [STAGE] = play_trial};
    while (w->r->phase != DONE && !(to_stage && w->r->phase == STAGE)) {
        step[w->r->phase](w);
        if (!search_spend(w->limit, 0)) return w->r->phase == DONE;
    }
    return true;
}
