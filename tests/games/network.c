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
static int of_unit(const Rules *r)
{
    return r->set->n + 2;
}

static int count(const Rules *r)
{
    return ((const NetworkOptions *)r->options)->hidden * of_unit(r);
}

static void weight_name(const Rules *r, int i, char *out)
{
    const int unit = i / of_unit(r), of = i % of_unit(r);
    const char *name = of == r->set->n ? "bias" : "output";
    if (of < r->set->n) name = r->observer != NULL ? r->observer->kind->names[of] : r->game->features[r->set->index[of]].name;
    snprintf(out, WEIGHT_NAME_MAX, "unit%d_%s", unit + 1, name);
}

static double value(const Rules *r, const void *before, const void *after, const double *w)
{
    double f[FEATURE_SET_MAX], sum = 0;
    assert(r->set->n <= FEATURE_SET_MAX);
    rules_features(r, before, after, f);
    for (const double *end = w + count(r); w < end; w += of_unit(r)) {
        double unit = w[r->set->n];
        for (int i = 0; i < r->set->n; i++) unit += w[i] * f[i];
        if (unit > 0) sum += w[r->set->n + 1] * unit;
    }
    return sum;
}

static Move choose(const Rules *r, const void *state, const double *w, void *scratch)
{
    return greedy_move(r, state, w, value, scratch);
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
