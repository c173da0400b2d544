#include "tests/players.h"
#include "eval/replicate.h"
#include "game/tetris/tetris.h"
#include "tests/helpers.h"

void players_make(Players *p, Rules r, const Agent *agent)
{
    p->n = 1;
    assert_null(player_make(&p->player[0], r, agent, PLAYER_REFERENCE, NULL, 0));
    for (int i = 0; tetris_lanes[i] != NULL; i++)
        for (int engine = PLAYER_LANES; engine <= PLAYER_COLUMNS; engine++) {
            assert_in_range(p->n, 1, PLAYERS_MAX - 1);
            if (!text_has(config_cpu(), tetris_lanes[i]->isa)) continue;
            if (player_make(&p->player[p->n], r, agent, engine, tetris_lanes[i]->isa, 0) == NULL)
                p->n++;
            else
                player_free(&p->player[p->n]);
        }
}

void players_free(Players *p)
{
    for (int i = 0; i < p->n; i++) player_free(&p->player[i]);
}

bool same_answer(const Answer *a, const Answer *b)
{
    return a->done == b->done && a->score == b->score && a->cost == b->cost;
}

static bool poll(void *ctx, int turns)
{
    Told *t = ctx;
    assert_true(turns >= 0);
    const long long asked = atomic_fetch_add(&t->asked, 1) + 1, all = atomic_fetch_add(&t->turns, turns) + turns;
    return (t->stop_after > 0 && all >= t->stop_after) || (t->asked_max > 0 && asked >= t->asked_max);
}

static void left(void *ctx, Occupancy o)
{
    Told *t = ctx;
    assert_true(o.filled <= o.lanes && o.vectors <= o.lanes);
    atomic_fetch_add(&t->filled, (long long)o.filled);
    atomic_fetch_add(&t->lanes, (long long)o.lanes);
}

StopCheck told_watch(Told *t)
{
    return (StopCheck){.poll = poll, .ctx = t, .left = left};
}

void players_play(const Player *p, const double *x, Answer *a, int n)
{
    OWNED Job *job = mem_new((size_t)n, sizeof *job);
    OWNED void *scratch = mem_lines(p->scratch_bytes);
    JobList list = {.job = job, .n = n};
    memset(scratch, 0xa5, p->scratch_bytes);
    for (int i = 0; i < n; i++) job[i] = (Job){.x = x, .seed = rng_game(1, i), .y = &a[i]};
    assert_true(player_play(p, &list, scratch, &stop_never));
}

Stats players_whole_games(const Player *p, const double *x, int n)
{
    Stats all = {0};
    OWNED Answer *a = mem_new((size_t)n, sizeof *a);
    players_play(p, x, a, n);
    for (int i = 0; i < n; i++) stats_add(&all, a[i].score);
    return all;
}

void players_replicate(const Player *p, const SplittingOptions *o, const double *x, uint64_t seed, SplittingCounts *c)
{
    Splitting s;
    splitting_make(&s, p, o);
    const Objective objective = objective_splitting(&s, (Space){.dim = agent_weights(p->agent, &p->r)});
    OWNED void *scratch = mem_lines(objective.scratch_bytes);
    memset(scratch, 0xa5, objective.scratch_bytes);
    Answer a = {0};
    ReplicateWorker w;
    replicate_open(&w, &s.plan, scratch, (char *)scratch + replicate_bytes(&s.plan), &(SearchLimit){.every = SEARCH_POLL});
    replicate_take(&w, &(Job){.x = x, .seed = seed, .y = &a});
    replicate_play(&w, false);
    *c = *replicate_counts(&w);
}

void assert_true_mean(const Player *p, const SplittingOptions *o, const double *x, int n, int stages, double most,
                      const Stats *games)
{
    OWNED double *score = mem_new((size_t)n, sizeof *score);
    for (int i = 0; i < n; i++) {
        SplittingCounts c;
        players_replicate(p, o, x, rng_game(3, i), &c);
        assert_true(c.stages >= stages);
        score[i] = splitting_score(&c);
    }
    const ByRate found = stats_by_rate(score, n);
    const double off = log(found.mean / games->mean), error = hypot(found.error, stats_sem(games) / games->mean);
    if (fabs(off) > 4 * error || error > most)
        fail_msg("level %d: %g +- %.1f %% instead of %g: %.1f standard errors off", o->level, found.mean, 100 * found.error,
                 games->mean, off / error);
}
