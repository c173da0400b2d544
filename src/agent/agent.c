#include "agent/agent.h"

double ruleset_value(const Ruleset *t, const void *before, const void *after, const double *w)
{
    double value = 0;
    for (int i = 0; i < t->set->n; i++) value += w[i] * t->game->value(t->rules, t->set->index[i], before, after);
    return value;
}
