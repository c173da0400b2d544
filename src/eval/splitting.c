/* splitting.c. Replicates of multilevel splitting as an objective, and what their counts say. */
#include "eval/splitting.h"

#include "base/hash.h"

#include <assert.h>

/* ---- what counts mean ---- */

static double share(int64_t part, int64_t trials)
{
    assert(trials > 0);
    return (double)part / (double)trials;
}

double splitting_loss_rate(const SplittingCounts *c)
{
    double reach = (double)c->entries, losses = (double)c->losses;
    assert(c->run_turns > 0 && c->stages <= SPLITTING_STAGES);
    for (int i = 0; i < c->stages; i++) {
        losses += reach * share(c->stage[i].lost, c->stage[i].trials);
        reach *= share(c->stage[i].up, c->stage[i].trials);
    }
    return losses / (double)c->run_turns;
}

/* The rate if no loss was met: as if one trial of the last stage had been lost. */
static double least_rate(const SplittingCounts *c)
{
    double reach = c->entries > 0 ? (double)c->entries : 1;
    for (int i = 0; i < c->stages; i++)
        reach *= i + 1 < c->stages ? share(c->stage[i].up, c->stage[i].trials) : share(1, c->stage[i].trials);
    return reach / (double)c->run_turns;
}

double splitting_score(const SplittingCounts *c)
{
    const double rate = splitting_loss_rate(c);
    return share(c->run_score, c->run_turns) / (rate > 0 ? rate : least_rate(c));
}

/* ---- the objective ---- */

static bool work(const void *self, JobList *l, void *scratch, const StopCheck *stop)
{
    const Splitting *s = self;
    ReplicateWorker worker;
    bool going = true;
    if (replicate_lanes_can(&s->plan)) return replicate_lanes_work(&s->plan, splitting_score, l, scratch, stop);
    SearchLimit limit = {.stop = stop, .every = SEARCH_POLL};
    replicate_open(&worker, &s->plan, scratch, (char *)scratch + replicate_bytes(&s->plan), &limit);
    for (int i; going && jobs_take(l, 1, &i) > 0;) {
        const Job *job = &l->job[i];
        replicate_take(&worker, job);
        going = replicate_play(&worker, false);
        if (going)
            job_answer(job, splitting_score(replicate_counts(&worker)), (double)replicate_counts(&worker)->turns);
        else
            replicate_suspend(&worker, job);
    }
    if (going) going = search_poll(&limit);
    const uint64_t played = (uint64_t)worker.played;
    if (stop->left != NULL) stop->left(stop->ctx, (Occupancy){played, played, played}); /* one game counts as a full vector */
    return going;
}

void splitting_make(Splitting *s, const Player *player, const SplittingOptions *options)
{
    const Game *game = player->r.game;
    assert(options->level >= 0 && options->level < segment_levels(game));
    assert(options->step >= 1 && options->trials >= 2 && options->pilot >= SPLITTING_SAMPLES && options->run >= 1);
    assert(options->roulette >= 1 && options->brief >= 0);
    *s = (Splitting){.plan = {.player = player, .options = *options}, .units = *game_units(game, player->r.rules)};
    s->units.play = "replicates";
    s->units.by_rate = true;
    const int64_t all[] = {options->level, options->step,     options->trials, options->pilot,
                           options->run,   options->roulette, options->brief};
    s->plan.mark = hash_bytes(hash_u64(HASH_START, player->mark), all, sizeof all);
}

Objective objective_splitting(const Splitting *s, Space space)
{
    const SplittingPlan *p = &s->plan;
    assert(space.dim == agent_weights(p->player->agent, &p->player->r));
    return (Objective){
        .name = p->player->r.game->name,
        .space = space,
        .units = &s->units,
        .scratch_bytes = replicate_lanes_can(p) ? replicate_lanes_bytes(p) : replicate_bytes(p) + replicate_scratch_bytes(p),
        .grain = 1,
        .self = s,
        .work = work,
    };
}
