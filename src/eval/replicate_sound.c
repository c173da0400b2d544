/* replicate_sound.c. Checks of what a suspended replicate has counted and kept. */
#include "eval/replicate_sound.h"

#include "agent/resumed.h"
#include "base/sound.h"

#include <limits.h>

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

bool replicate_sound(const ReplicateWorker *t)
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
