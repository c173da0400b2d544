/* schema.c. What weights belong to: the features of a set, an agent, or a kind of objective. */
#include "config/schema.h"

#include "base/mem.h"
#include "config/kinds.h"

#include <assert.h>
#include <string.h>

Schema schema_of(const Rules *t, const Agent *agent, char **names)
{
    if (agent->weights != NULL) return (Schema){.game = t->game, .agent = agent};
    if (agent->count == NULL) return (Schema){.game = t->game, .set = t->set};
    return (Schema){.game = t->game, .set = t->set, .agent = agent, .names = names, .n = agent->count(t)};
}

/* Room for n names. */
static char **new_names(int n)
{
    char **names = mem_new((size_t)n, sizeof *names + WEIGHT_NAME_MAX);
    for (int i = 0; i < n; i++) names[i] = (char *)(names + n) + (size_t)i * WEIGHT_NAME_MAX;
    return names;
}

char **schema_names(const Rules *t, const Agent *agent)
{
    if (agent->count == NULL) return NULL;
    const int n = agent->count(t);
    char **names = new_names(n);
    for (int i = 0; i < n; i++) agent->weight_name(t, i, names[i]);
    return names;
}

char **schema_keep_names(Schema *b)
{
    if (b->names == NULL) return NULL;
    char **names = new_names(b->n);
    for (int i = 0; i < b->n; i++) strcpy(names[i], b->names[i]);
    return b->names = names;
}

bool schema_of_features(const Schema *b)
{
    return b->set != NULL && b->agent == NULL;
}

bool schema_known(const Schema *b)
{
    return b->set != NULL || b->agent != NULL || b->kind != NULL;
}

/* The table of an agent's weights, or of a kind's settings; NULL: the weights are those of features. */
static const Param *rows_of(const Schema *b)
{
    assert(schema_known(b));
    return b->set != NULL ? NULL : b->agent != NULL ? b->agent->weights : b->kind->settings;
}

int schema_size(const Schema *b)
{
    if (b->names != NULL) return b->n;
    return b->set != NULL ? b->set->n : param_rows(rows_of(b));
}

const Param *schema_row(const Schema *b, int i)
{
    assert(i >= 0 && i < schema_size(b));
    return b->set != NULL ? NULL : &rows_of(b)[i];
}

const char *schema_weight(const Schema *b, int i)
{
    const Param *row = schema_row(b, i);
    if (b->names != NULL) return b->names[i];
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
    return b->agent != NULL ? b->agent->name : b->set != NULL ? b->set->name : b->kind->name;
}

const char *schema_key(const Schema *b)
{
    assert(schema_known(b));
    return b->agent != NULL ? "agent" : b->set != NULL ? "features" : "objective";
}

bool schema_same(const Schema *a, const Schema *b)
{
    if (a->agent != b->agent || a->kind != b->kind || a->n != b->n) return false;
    for (int i = 0; i < a->n; i++)
        if (strcmp(a->names[i], b->names[i]) != 0) return false;
    return a->set == NULL || b->set == NULL ? a->set == b->set : features_same(a->set, b->set);
}
