/* basis.c. What weights belong to: the features of a set, an agent, or a kind of objective. */
#include "config/basis.h"

#include "config/features.h"

#include <assert.h>
#include <string.h>

Basis basis_of(const Game *game, const FeatureSet *set, const Agent *agent)
{
    if (agent->weights != NULL) return (Basis){.game = game, .agent = agent};
    return (Basis){.game = game, .set = set};
}

bool basis_known(const Basis *b)
{
    return b->set != NULL || b->agent != NULL || b->kind != NULL;
}

int basis_size(const Basis *b)
{
    int n = 0;
    if (b->set != NULL) return b->set->n;
    while (basis_rows(b)[n].key != NULL) n++;
    return n;
}

const Param *basis_rows(const Basis *b)
{
    assert(basis_known(b));
    return b->set != NULL ? NULL : b->agent != NULL ? b->agent->weights : b->kind->settings;
}

const Param *basis_row(const Basis *b, int i)
{
    assert(i >= 0 && i < basis_size(b));
    return b->set != NULL ? NULL : &basis_rows(b)[i];
}

const char *basis_weight(const Basis *b, int i)
{
    const Param *row = basis_row(b, i);
    return row != NULL ? row->key : features_name(b->game, b->set->index[i]);
}

int basis_find(const Basis *b, const char *name)
{
    for (int i = 0; i < basis_size(b); i++)
        if (strcmp(basis_weight(b, i), name) == 0) return i;
    return -1;
}

const char *basis_name(const Basis *b)
{
    assert(basis_known(b));
    return b->set != NULL ? b->set->name : b->agent != NULL ? b->agent->name : b->kind->name;
}

const char *basis_key(const Basis *b)
{
    assert(basis_known(b));
    return b->set != NULL ? "features" : b->agent != NULL ? "agent" : "objective";
}

bool basis_same(const Basis *a, const Basis *b)
{
    if (a->set == NULL || b->set == NULL) return a->set == b->set && a->agent == b->agent && a->kind == b->kind;
    return features_same(a->set, b->set);
}
