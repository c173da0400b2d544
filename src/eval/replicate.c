/* replicate.c. A replicate (splitting.h) from its beginning to its end: pilot, run, and stages one segment after the other. */
#include "eval/replicate.h"

#include "agent/resumed.h"
#include "base/sound.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* ---- a replicate under way ---- */

/* The parts one after the other; without memory they are only counted. */
static ReplicateWorker lay_out(const SplittingPlan *s, char *memory)
{
    ReplicateWorker t = {.s = s, .bytes = segment_state_bytes(s->player, s->options.level)};
    const size_t n = (size_t)s->options.trials;
    t.r = take_room(memory, &t.end, sizeof *t.r);
    t.now = take_room(memory, &t.end, t.bytes);
    for (int i = 0; i < 2; i++) t.state[i] = take_room(memory, &t.end, n * t.bytes);
    for (int i = 0; i < 2; i++) t.count[i] = take_room(memory, &t.end, n * sizeof *t.count[i]);
    t.over = take_room(memory, &t.end, n * sizeof *t.over);
    t.saved = t.end;
    t.weights = take_room(memory, &t.end, segment_weights_bytes(s->player));
    return t;
}

/* The state that is played becomes a new game. */
static void start_game(ReplicateWorker *t)
{
    segment_start(&t->segment, rng_game(rng_game(t->r->seed, 0), t->r->games++), t->now);
    t->r->before = 0;
}

/* replicate_play before the stages. */
static SegmentEnd play(ReplicateWorker *t, int64_t turns, int level, int low, int high, int64_t *played)
{
    const SegmentEnd end = replicate_play(t, &(Bounds){.turns = turns, .level = level, .low = low, .high = high}, played);
    t->r->c.turns += *played;
    return end;
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
    r->before = engine_tally(t->s->player, t->now).score;
    r->armed = replicate_level(t, t->now) <= r->c.base;
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
    r->sample[r->samples++] = replicate_level(t, t->now);
    if (r->left == 0) end_pilot(t);
}

/* ---- the run ---- */

/* Adds to the score of the run what was scored since this was called last. */
static void count_score(ReplicateWorker *t)
{
    const int64_t score = engine_tally(t->s->player, t->now).score;
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
        play(t, r->left, t->s->options.level, r->armed ? INT_MIN : r->c.base, r->armed ? replicate_bar(t, 0) : INT_MAX, &played);
    if (end == SEGMENT_HIGH) replicate_keep_entry(t);
    count_segment(t, end, played, r->armed);
    if (end != SEGMENT_TURNS) r->armed = end != SEGMENT_HIGH;
    if (r->left > 0) return;
    if (r->kept > 0)
        replicate_begin_stage(t);
    else
        r->phase = DONE;
}

/* ---- whether one that was suspended can be gone on with ---- */

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
        const int trials = over ? t->s->options.trials : begun ? t->r->over : 0;
        if (stage->trials != trials || !sound_between(stage->turns, 0, begun ? SOUND_MOST : 0)) return false;
        if (!sound_between(stage->up, over, begun ? SOUND_MOST : 0) || !sound_between(stage->lost, 0, begun ? SOUND_MOST : 0))
            return false;
    }
    return t->r->phase != STAGE || (c->run_turns > 0 && c->entries > 0);
}

/* State i of this stage (0) or the next (1), which counts for some trials. */
static bool sound_state(const ReplicateWorker *t, int which, int i)
{
    return sound_between(t->count[which][i], 1, SOUND_MOST / t->s->options.trials) &&
           resumed_sound(t->s->player, t->state[which] + (size_t)i * t->bytes);
}

/* The trial that is played alone. */
static bool sound_trial(const ReplicateWorker *t)
{
    const ReplicateTrial *trial = &t->r->trial;
    return sound_between(trial->number, 0, t->s->options.trials - 1) && !t->over[trial->number] &&
           sound_between(trial->count, 1, SOUND_MOST) && sound_count(trial->taken) &&
           sound_between(trial->floor, 0, t->r->c.stages - 1) && sound_rng(&trial->lots);
}

/* The states of this stage and the next, and the trials. */
static bool sound_stage(const ReplicateWorker *t)
{
    const Replicate *r = t->r;
    uint64_t total = 0;
    int over = 0;
    if (!sound_between(r->kept, r->phase == STAGE, t->s->options.trials)) return false;
    for (int i = 0; i < r->kept; i++) {
        if (!sound_state(t, 0, i)) return false;
        total += (uint64_t)t->count[0][i];
    }
    if (r->phase != STAGE) return true;
    for (int i = 0; i < t->s->options.trials; i++) {
        if (!sound_flag(&t->over[i]) || (t->count[1][i] != 0 && !(t->over[i] && sound_state(t, 1, i)))) return false;
        over += t->over[i];
    }
    return total == r->total && r->offset < total && over == r->over && over < t->s->options.trials &&
           (!r->begun || sound_trial(t));
}

/* Whether its numbers fit each other, whatever its bytes are. */
static bool is_sound(const ReplicateWorker *t)
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

/* ---- a replicate from its beginning to its end ---- */

size_t replicate_bytes(const SplittingPlan *s)
{
    return lay_out(s, NULL).end;
}

size_t replicate_scratch_bytes(const SplittingPlan *s)
{
    return segment_bytes(s->player, s->options.level);
}

void replicate_open(ReplicateWorker *t, const SplittingPlan *s, void *memory, void *scratch, const StopCheck *stop)
{
    assert((uintptr_t)memory % LANES_ALIGNMENT == 0);
    *t = lay_out(s, memory);
    t->scratch = scratch;
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

void replicate_take(ReplicateWorker *t, const Job *job)
{
    segment_open(&t->segment, t->s->player, job->x, t->s->options.level, t->weights, t->scratch);
    const bool kept = job_resume(job, t->s->mark, t->r, t->saved);
    if (kept && is_sound(t) && (double)t->r->c.turns >= job->y->cost) {
        if (t->r->phase == STAGE) replicate_deal(t);
        return;
    }
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

bool replicate_ended(const ReplicateWorker *t)
{
    return t->r->phase == DONE;
}

/* Plays on until it is at its end, or (first) at a stage. */
static bool play_on(ReplicateWorker *t, bool first)
{
    static void (*const step[])(ReplicateWorker *) = {[PILOT] = pilot, [BRIEF] = brief, [RUN] = run, [STAGE] = replicate_trial};
    while (t->r->phase != DONE && !(first && t->r->phase == STAGE)) {
        step[t->r->phase](t);
        if (is_stopped(t)) return t->r->phase == DONE;
    }
    return true;
}

bool replicate_finish(ReplicateWorker *t)
{
    return play_on(t, false);
}

bool replicate_reach_stage(ReplicateWorker *t)
{
    return play_on(t, true);
}

void replicate_drop_alone(ReplicateWorker *t)
{
    t->r->begun = false;
}
