/* agent.c. The value of a move, by which all agents choose. */
#include "agent/agent.h"

#include <assert.h>

double ruleset_value(const Ruleset *t, const void *before, const void *after, const double *w)
{
    assert(t->set->n >= 1);
    double value = 0;
    for (int i = 0; i < t->set->n; i++) value += w[i] * t->game->value(t->rules, t->set->index[i], before, after);
    return value;
}
