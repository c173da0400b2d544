/* replicate.c. A replicate (splitting.h) from its beginning to its end: pilot, run, and stages one segment after the other. */
#include "eval/replicate.h"

#include "eval/replicate_sound.h"

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
    const size_t room[] = {sizeof(Replicate),   t.bytes,         n * t.bytes, n * t.bytes, n * sizeof(int64_t),
                           n * sizeof(int64_t), n * sizeof(bool)};
    char *part[sizeof room / sizeof *room];
    size_t at = 0;
    for (size_t i = 0; i < sizeof room / sizeof *room; at += engine_lines(room[i++]))
        part[i] = memory != NULL ? memory + at : NULL;
    t.r = (Replicate *)(void *)part[0];
    t.now = part[1];
    for (int i = 0; i < 2; i++) {
        t.state[i] = part[2 + i];
        t.count[i] = (int64_t *)(void *)part[4 + i];
    }
    t.over = (bool *)(void *)part[6];
    t.saved = at;
    t.weights = memory != NULL ? memory + at : NULL;
    t.end = at + segment_weights_bytes(s->player);
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
    r->before = segment_tally(&t->segment, t->now).score;
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
    if (kept && replicate_sound(t) && (double)t->r->c.turns >= job->y->cost) {
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
