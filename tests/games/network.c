/* network.c. An agent that only the tests have: the value of a move is a network with one hidden layer over the features of any
 * set. So the number of its weights depends on its options and on the set.
 *
 *     value = sum over the units of output x max(0, bias + sum over the features of weight x feature) */
#include "agent/agent.h"

#include <assert.h>
#include <stdio.h>

typedef struct {
    int hidden; /* units of the hidden layer */
} NetworkOptions;

static const Param params[] = {
    {PARAM_ROW(NetworkOptions, hidden, PARAM_INT, "units", 1, 1000, "4"), .doc = "units of the hidden layer"},
    {0},
};

/* The weights of a unit lie side by side: those of the features, the bias, the output. */
static int of_unit(const Rules *t)
{
    return t->set->n + 2;
}

static int count(const Rules *t)
{
    return ((const NetworkOptions *)t->options)->hidden * of_unit(t);
}

static void weight_name(const Rules *t, int i, char *out)
{
    const int unit = i / of_unit(t), of = i % of_unit(t);
    const char *name = of == t->set->n ? "bias" : "output";
    if (of < t->set->n) name = t->observer != NULL ? t->observer->kind->names[of] : t->game->features[t->set->index[of]].name;
    snprintf(out, WEIGHT_NAME_MAX, "unit%d_%s", unit + 1, name);
}

static double value(const Rules *t, const void *before, const void *after, const double *w)
{
    double f[FEATURE_SET_MAX], sum = 0;
    assert(t->set->n <= FEATURE_SET_MAX);
    rules_features(t, before, after, f);
    for (const double *end = w + count(t); w < end; w += of_unit(t)) {
        double unit = w[t->set->n];
        for (int i = 0; i < t->set->n; i++) unit += w[i] * f[i];
        if (unit > 0) sum += w[t->set->n + 1] * unit;
    }
    return sum;
}

static Move choose(const Rules *t, const void *state, const double *w, void *scratch)
{
    return greedy_move(t, state, w, value, scratch);
}

const Agent agent_network = {
    .name = "network",
    .doc = "takes the move of the highest value by a network with one hidden layer",
    .params = params,
    .options_bytes = sizeof(NetworkOptions),
    .count = count,
    .weight_name = weight_name,
    .value = value,
    .scratch_bytes = greedy_bytes,
    .choose = choose,
};
