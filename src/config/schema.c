/* schema.c. What weights belong to: the features of a set, an agent, or a kind of objective. */
#include "config/schema.h"

#include "config/feature_list.h"

#include <assert.h>
#include <string.h>

Schema schema_of(const Game *game, const FeatureSet *set, const Agent *agent)
{
    if (agent->weights != NULL) return (Schema){.game = game, .agent = agent};
    return (Schema){.game = game, .set = set};
}

bool schema_known(const Schema *b)
{
    return b->set != NULL || b->agent != NULL || b->kind != NULL;
}

int schema_size(const Schema *b)
{
    int n = 0;
    if (b->set != NULL) return b->set->n;
    while (schema_rows(b)[n].key != NULL) n++;
    return n;
}

const Param *schema_rows(const Schema *b)
{
    assert(schema_known(b));
    return b->set != NULL ? NULL : b->agent != NULL ? b->agent->weights : b->kind->settings;
}

const Param *schema_row(const Schema *b, int i)
{
    assert(i >= 0 && i < schema_size(b));
    return b->set != NULL ? NULL : &schema_rows(b)[i];
}

const char *schema_weight(const Schema *b, int i)
{
    const Param *row = schema_row(b, i);
    return row != NULL ? row->key : features_name(b->game, b->set->index[i]);
}

int schema_find(const Schema *b, const char *name)
{
    for (int i = 0; i < schema_size(b); i++)
        if (strcmp(schema_weight(b, i), name) == 0) return i;
    return -1;
}

const char *schema_name(const Schema *b)
{
    assert(schema_known(b));
    return b->set != NULL ? b->set->name : b->agent != NULL ? b->agent->name : b->kind->name;
}

const char *schema_key(const Schema *b)
{
    assert(schema_known(b));
    return b->set != NULL ? "features" : b->agent != NULL ? "agent" : "objective";
}

bool schema_same(const Schema *a, const Schema *b)
{
    if (a->set == NULL || b->set == NULL) return a->set == b->set && a->agent == b->agent && a->kind == b->kind;
    return features_same(a->set, b->set);
}
