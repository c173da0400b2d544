/* config/schema.h. What weights belong to: features, one weight each, or an agent that names its weights itself.
 *
 * Idea: weights files, the box of a search and sentences about wrong numbers need the names, order and number of the weights.
 * They ask the schema, and it alone distinguishes the two kinds.
 * Never: owns what it points to. */
#ifndef SWARMTRIS_CONFIG_SCHEMA_H
#define SWARMTRIS_CONFIG_SCHEMA_H

#include "config/kinds.h"

/* If set, agent and kind are all NULL, the meaning of the weights is unknown. If game is NULL, too, the weights are the position
 * of a function. All borrowed. */
typedef struct {
    const Game *game;          /* the game whose features are meant */
    const FeatureSet *set;     /* its features have one weight each, or the counting agent reads it; else NULL */
    const Agent *agent;        /* the agent whose own weights they are; then set is NULL, unless the agent counts its weights */
    const ObjectiveKind *kind; /* the kind whose settings they are; then set and agent are NULL */
    char **names;              /* (n) names of the weights if the agent counts them (Agent.count); else NULL */
    int n;
} Schema;

/* The schema of an agent under these rules. names: the result of schema_names. */
Schema schema_of(const Rules *t, const Agent *agent, char **names);

/* The names of the weights of an agent that counts them, in one block that the caller frees. NULL: it does not count them. */
char **schema_names(const Rules *t, const Agent *agent);

/* Replaces the names in the schema by a copy and returns that copy, one block that the caller frees. NULL: no names. */
char **schema_keep_names(Schema *b);

/* Whether there is one weight for each feature of a set, so that every multiple of them plays alike. */
bool schema_of_features(const Schema *b);

/* Whether it is known what the weights are. Most functions below require that. */
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

/* schema_name: the name of the set, agent or kind. schema_key: the key for that name in [rules] of a weights file: "features",
 * "agent" or "objective". */
const char *schema_name(const Schema *b);
const char *schema_key(const Schema *b);

/* Whether a and b have the same weights in the same order. */
bool schema_same(const Schema *a, const Schema *b);

#endif
