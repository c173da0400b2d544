/* play_cost.c. Estimates the length of a game that is about to be played, and shows its progress. */
#include "cli/play_cost.h"

#include "agent/player.h"
#include "cli/arena.h"
#include "eval/objective.h"
#include "file/message.h"
#include "run/estimate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

static double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The speed of games of w with an engine on so many threads; 0: as many as there are processors. */
static Speed measure(Config *c, const double *w, int engine, int threads)
{
    static const double moment = 0.05; /* seconds */
    Setup s;
    const ExperimentOptions before = c->experiment;
    c->experiment.engine = engine;
    c->experiment.threads = threads;
    setup_arenas(&s, c, 1);
    const Speed speed = speed_measure(&s, &w, moment);
    setup_free(&s);
    c->experiment = before;
    return speed;
}

void play_cost_print(Config *c, const Weights *w)
{
    char length[32], took[32], rate[32];
    const char *cost = config_traits(c)->cost;
    const double longest = (double)c->objective.max_pieces, stated = arena_stated_length(c, w);
    Speed fast = measure(c, w->w, PLAYER_AUTO, 0), slow = measure(c, w->w, PLAYER_REFERENCE, 1);
    if (fast.ended == 0 && stated > 0) fast = (Speed){.length = stated, .ended = 1};
    if (longest > 0 && fast.length > longest) fast = (Speed){.length = longest, .ended = 1};
    const char *how = fast.ended > 0 ? "some" : "more than";
    message_number(fast.length, length, sizeof length);
    message_number(slow.rate, rate, sizeof rate);
    message_duration(slow.rate > 0 ? fast.length / slow.rate : 0, took, sizeof took);
    fprintf(stderr, "estimate: a game of %s %s %s, %s %s at %s %s/s\n", how, length, cost, how, took, rate, cost);
}

/* ---- progress ---- */

void play_progress_start(PlayProgress *p, bool quiet)
{
    progress_start(&p->line, quiet, false);
    p->start = clock_now();
}

void play_progress_show(PlayProgress *p, const Config *c, Tally now, double share)
{
    enum { EVERY = 256 }; /* turns between two looks at the clock */
    char phase[120], turns[32], score[32];
    const Traits *traits = config_traits(c);
    assert(isnan(share) || (share >= 0 && share <= 1));
    if (p->line.quiet || now.turns % EVERY != 0 || now.turns == 0) return;
    message_number((double)now.turns, turns, sizeof turns);
    message_number((double)now.score, score, sizeof score);
    snprintf(phase, sizeof phase, "playing: %s %s, %s %s", turns, traits->cost, score, traits->score);
    const ProgressState state = {
        .phase = phase, .turn_name = traits->cost, .share = share, .seconds = clock_now() - p->start, .turns = now.turns};
    progress_show(&p->line, &state, true);
}

void play_progress_end(PlayProgress *p)
{
    progress_end(&p->line);
}
