/* config/schema.h. What weights belong to: features, one weight each, or an agent that names its weights itself.
 *
 * Idea: a weights file, the box of a search and a sentence about a wrong number all need the names of the weights, their order
 * and how many there are. They ask the schema, and it alone distinguishes the two kinds.
 * Never: owns what it points to. */
#ifndef SWARMTRIS_CONFIG_SCHEMA_H
#define SWARMTRIS_CONFIG_SCHEMA_H

#include "config/kinds.h"

/* If set, agent and kind are all NULL, it is not known what the weights are; or, if game is NULL, too, there is no game, and
 * weights are the position of a function. All borrowed. */
typedef struct {
    const Game *game;          /* whose features are meant */
    const FeatureSet *set;     /* there is one weight for each of its features; NULL: see above */
    const Agent *agent;        /* with weights of its own, to which they belong; set is NULL then, unless the agent counts them */
    const ObjectiveKind *kind; /* whose settings they are; set and agent are NULL then */
    char **names;              /* (n) of the weights that the agent counts (Agent.count), which reads the set; else NULL */
    int n;
} Schema;

/* The schema of an agent under these rules. names: schema_names of them. */
Schema schema_of(const Rules *t, const Agent *agent, char **names);

/* The names of the weights of an agent that counts them, in one block that the caller frees. NULL: it does not count them. */
char **schema_names(const Rules *t, const Agent *agent);

/* A copy of the names of the schema, which takes their place in it; to be freed as they are. NULL: it has none. */
char **schema_keep_names(Schema *b);

/* Whether there is one weight for each feature of a set, so that every multiple of them plays alike. */
bool schema_of_features(const Schema *b);

/* Whether it is known what the weights are. The other functions are for these. */
bool schema_known(const Schema *b);

/* The number of weights. */
int schema_size(const Schema *b);

/* The name of weight number i. */
const char *schema_weight(const Schema *b, int i);

/* The row of weight number i in the table of an agent's weights, or of a kind's settings. NULL: the weights are those of
 * features, which have no ranges of their own. */
const Param *schema_row(const Schema *b, int i);

/* The number of the weight that is called name; -1: none is. */
int schema_find(const Schema *b, const char *name);

/* The name of the set, of the agent or of the kind; and the key that says so in [rules] of a weights file: "features", "agent" or
 * "objective". */
const char *schema_name(const Schema *b);
const char *schema_key(const Schema *b);

/* Whether they have the same weights in the same order. */
bool schema_same(const Schema *a, const Schema *b);

#endif
