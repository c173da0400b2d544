/* greedy.c. The one-piece controller of the field: the placement with the highest weighted sum of features.
 * Source: P. Fahey 2003 (Dellacherie); Thiery & Scherrer, ICGA Journal 32 (2009). */
#include "agent/agent.h"

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    return greedy_move(r, state, w, rules_value, scratch);
}

static size_t lanes_scratch_bytes(const Rules *r, const Lanes *l)
{
    (void)r;
    return l->scratch_bytes;
}

static void turn(const Rules *r, const Lanes *l, const void *plan, const LaneGroup *group, int n, void *scratch)
{
    (void)r;
    l->best(plan, group, n, scratch);
}

static void play(const Rules *r, const Lanes *l, const void *plan, const void *weights, void *state, const Bounds *until,
                 void *scratch)
{
    (void)r;
    l->play(plan, weights, state, until, scratch);
}

static const Param params[] = {{0}};

const Agent agent_greedy = {
    .name = "greedy",
    .doc = "tries every placement of the current piece and takes the one with the highest weighted sum of features",
    .params = params,
    .options_bytes = 0,
    .value = rules_value,
    .scratch_bytes = greedy_bytes,
    .greedy = true,
    .choose = choose,
    .lanes_scratch_bytes = lanes_scratch_bytes,
    .turn = turn,
    .play = play,
};
