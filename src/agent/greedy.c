/* greedy.c. The one-piece controller of the field: the placement with the highest weighted sum of features.
 * Source: P. Fahey 2003 (Dellacherie); Thiery & Scherrer, ICGA Journal 32 (2009). */
#include "agent/agent.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The state after a move, and behind it all moves. */
static size_t scratch_bytes(const Ruleset *t)
{
    assert(t->game->state_bytes % _Alignof(Move) == 0);
    return t->game->state_bytes + (size_t)t->game->moves_max * sizeof(Move);
}

/* Every move is tried on a copy. Strictly greater: the first best wins ties. A value that is not a number never wins, so with
 * such weights the first move is made. */
static Move choose(const Ruleset *t, const void *state, const double *w, void *scratch)
{
    const Game *g = t->game;
    void *after = scratch;
    Move *move = (Move *)(void *)((char *)scratch + g->state_bytes);
    assert((uintptr_t)move % _Alignof(Move) == 0);
    int n = g->moves(t->rules, state, move), best = 0;
    assert(n >= 1 && n <= g->moves_max);
    assert(n >= 1 && n <= g->moves_max);
    double best_value = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        memcpy(after, state, g->state_bytes);
        g->apply(t->rules, after, move[i]);
        double value = ruleset_value(t, state, after, w);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return move[best];
}

static size_t lanes_scratch_bytes(const Ruleset *t, const Lanes *l)
{
    (void)t;
    return l->scratch_bytes;
}

static void turn(const Ruleset *t, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch)
{
    (void)t;
    l->best(plan, group, n, scratch);
}

static void play(const Ruleset *t, const Lanes *l, const void *plan, const void *weights, void *state, const Bounds *until,
                 void *scratch)
{
    (void)t;
    l->play(plan, weights, state, until, scratch);
}

static const Param params[] = {{0}};

const Agent agent_greedy = {
    .name = "greedy",
    .doc = "tries every placement of the current piece and takes the one with the highest weighted sum of features",
    .params = params,
    .options_bytes = 0,
    .scratch_bytes = scratch_bytes,
    .choose = choose,
    .lanes_scratch_bytes = lanes_scratch_bytes,
    .turn = turn,
    .play = play,
};
