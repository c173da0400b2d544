#include "agent/agent.h"

double table_value(const Table *t, const void *before, const void *after, const double *w)
{
    double value = 0;
    for (int i = 0; i < t->set->n; i++) value += w[i] * t->game->features[t->set->index[i]].value(t->rules, before, after);
    return value;
}
