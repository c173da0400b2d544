/* agent.c. The value of a move, by which all agents choose. */
#include "agent/agent.h"

#include <assert.h>

/* The features are asked for together where the game offers that; the sum is the same in every bit. */
double ruleset_value(const Ruleset *t, const void *before, const void *after, const double *w)
{
    const Game *g = t->game;
    double value = 0, f[FEATURE_SET_MAX];
    assert(t->set->n >= 1);
    if (g->values == NULL) {
        for (int i = 0; i < t->set->n; i++) value += w[i] * g->value(t->rules, t->set->index[i], before, after);
        return value;
    }
    assert(t->set->n <= FEATURE_SET_MAX);
    g->values(t->rules, t->set, before, after, f);
    for (int i = 0; i < t->set->n; i++) value += w[i] * f[i];
    return value;
}
