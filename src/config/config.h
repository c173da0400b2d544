/* config/config.h. The options of all parts, the Param tables that describe them, and where each value came from.
 *
 * Idea: a section of an ini consists of the Param tables of one or two parts. The `kind` keys choose the parts. config_read
 * builds a Config in three steps. (1) config_start attaches the tables that every ini has. (2) config_choose attaches those of
 * the chosen parts, all values at their defaults. (3) Each entry of the ini, or ConfigValue, finds its ConfigKey and is stored in
 * that key's field. After that, defaults that depend on other values, and checks, read only the fields.
 * Never: a second place that defines a key. */
#ifndef SWARMTRIS_CONFIG_CONFIG_H
#define SWARMTRIS_CONFIG_CONFIG_H

#include "base/error.h"
#include "config/kinds.h"
#include "eval/cluster.h"
#include "eval/splitting.h"
#include "experiment/meta.h"
#include "experiment/train.h"
#include "registry.h"

/* [experiment] */
typedef struct {
    uint64_t seed; /* all random numbers of a run come from it */
    int threads;   /* of the evaluator; 0: one for each processor */
    int mode;      /* EvaluatorMode */
    int engine;    /* index into player_engines */
} ExperimentOptions;

/* [objective]. The kind says which of the keys are used. */
typedef struct {
    int kind;                  /* index into kinds_names; Config.kind is what it means */
    int64_t max_pieces;        /* a game ends after so many turns; 0: see config_game_end */
    int64_t search_max_pieces; /* the same limit in training and selection; 0: max_pieces */
    double lower, upper;       /* ends of the range of every weight */
    int dim;                   /* dimensions of a test function */

    int estimator;              /* Estimator: what one play is in training and selection */
    char level[64];             /* the name of a level of the game; empty: the game's first level */
    SplittingOptions splitting; /* how replicates are made; config_read sets level, the estimator sets brief */
} ObjectiveOptions;

/* The keys of [game], [agent] and [optimiser] that choose a part; all other keys belong to the chosen part. */
typedef struct {
    int kind; /* index into registry_games */
} GameChoice;
typedef struct {
    int kind;            /* index into registry_agents */
    char features[2048]; /* what features_read reads (config/kinds.h) */
} AgentChoice;
typedef struct {
    int kind;        /* index into registry_optimisers */
    char preset[64]; /* the preset in use: the given one, or else the optimiser's first that suits */
} OptimiserChoice;

/* Where a value came from. */
typedef enum {
    ORIGIN_DEFAULT, /* the row's default, or another one that suits the other values */
    ORIGIN_GAME,    /* a key of [training] or [selection] that takes the value of [game] */
    ORIGIN_PRESET,  /* a preset of the optimiser */
    ORIGIN_GIVEN    /* the ini, an option, or a weights file */
} OriginKind;

/* A key of the ini: what it is called, the field that it sets, and where its value came from. */
typedef struct {
    const char *section; /* one of config_sections */
    const Param *row;    /* name, type, range and default; borrowed */
    void *block;         /* the options that hold the value: part of the Config, or a block that a part owns */
    OriginKind kind;     /* where the value came from */
    char *origin;        /* kind in words: "default", "preset vdbergh", "params/x.ini:12", "--set", "--seed"; owned */
    bool usual;          /* given, but equal to the value that the key would have anyway */
} ConfigKey;

/* All rows of one Param table and the block of their values. Several parts may share a section. */
typedef struct {
    const char *section; /* one of config_sections */
    const Param *table;  /* borrowed, or phase_params of the Config */
    void *block;         /* the options that hold the values */
    ConfigKey *key;      /* (rows of the table), owned */
    void *owned;         /* the block, if it is not a member of the Config; else NULL */
} ConfigPart;
#define CONFIG_PARTS_MAX 20

/* A number of a weights file. */
typedef struct {
    const char *name;
    double lower, upper;  /* its range in a search */
    const char *standard; /* its value where a file leaves it out; NULL: no file may */
    const char *doc;      /* what it is; "": that is not known */
} WeightRow;

/* What the numbers of a weights file are, in their order: weights of features, those that an agent names or counts, or settings
 * of a learner. key NULL: coordinates of a function, of any names. */
typedef struct {
    const char *key, *name; /* as [rules] of the file says it: "features", "dt"; "agent", "penalty"; "objective", "qlearning" */
    bool of_features;       /* there is one for each feature, so that every multiple of them plays alike */
    int n;
    WeightRow *row; /* (n), owned, in one block with the names of weights that are counted */
} WeightTable;

/* Not to be copied: parts point into it. */
typedef struct {
    char *path;       /* of the ini; NULL: none was read; owned */
    const char *isas; /* instruction sets that the lanes may have (config_isa); not a key, since they are the machine's */
    bool own_search;  /* the caller may propose positions, for optimiser.kind = own; not a key of the ini */
    Cluster *cluster; /* the ranks that play; not a key of the ini either; borrowed; NULL: there are no others */
    bool missing;     /* the ini, or a file that a named option or --set gives, cannot be read: status 66, not 78 */
    ExperimentOptions experiment;
    GameChoice game_choice;
    AgentChoice agent_choice;
    ObjectiveOptions objective;
    OptimiserChoice optimiser_choice;
    TrainOptions train;
    MetaOptions meta;

    /* The chosen parts, borrowed from the registry, and their options, which belong to `part` below. */
    const ObjectiveKind *kind; /* what is searched for: the kind in [objective], or the meta search if there is a [meta] */
    const Game *game;
    void *rules;                            /* [game]: the board of the reported scores */
    void *training_rules, *selection_rules; /* rules, with the keys that [training] and [selection] change */
    Param *phase_params;                    /* the rows of the game that [training] and [selection] may also have; owned */
    const Agent *agent;
    void *agent_options;
    AgentFile file;        /* the file that the agent plays by; empty if it plays by weights; owned */
    const FeatureSet *set; /* the features that weights belong to, or that an agent with weights of its own reads */
    FeatureSet *listed;    /* the block that holds set if it is a list, owned; else NULL */
    WeightTable weights;   /* what is searched for, or plays; only where nothing is wrong with the values; owned */
    Observer observer;     /* the observer that makes the features; else empty; owned */
    const Optimiser *optimiser;
    void *optimiser_options;

    /* All tables, in the order in which they are printed. */
    ConfigPart part[CONFIG_PARTS_MAX];
    int parts;
} Config;

/* A value from outside the ini. Borrowed while reading. */
typedef struct {
    const char *text;   /* "section.key=value" */
    const char *origin; /* the option that gave the value ("--set", "--seed"), or its file, with its line if it has one */
} ConfigValue;

/* The last of these values (n) of section.key; NULL: none. */
const char *config_given(const ConfigValue *value, int n, const char *key);

/* Values that are collected, the later of two of one key counting. All zero: none. */
typedef struct {
    ConfigValue *value; /* (n, with room for more), owned */
    int n, room;
    MemOwner texts; /* of the values, but for origins that outlive them */
} Settings;

/* Adds "section.key=value"; origin: where it comes from, borrowed. */
void settings_add(Settings *s, const char *origin, const char *format, ...) __attribute__((format(printf, 3, 4)));
void settings_free(Settings *s);

/* How many bytes of a user's text a sentence quotes at most. */
enum { QUOTE_MAX = 200 };

/* The names of all sections in the order in which they are printed, NULL at the end. */
extern const char *const config_sections[];

/* The first two steps of building a Config, for config_read. After config_start it is to be freed (config_free). */
void config_start(Config *c);
void config_choose(Config *c, bool meta); /* meta: there is a [meta] section */
void config_free(Config *c);

/* The key of a section; NULL: none. */
ConfigKey *config_key(const Config *c, const char *section, const char *key);

/* The key called name: "section.key", or a key of the default section; NULL: none. */
ConfigKey *config_find(const Config *c, const char *name, const char *default_section);

/* A value as text, for the expression that it stands in: config_show(k).text. */
typedef struct {
    char text[PARAM_TEXT_MAX];
} ConfigText;
ConfigText config_show(const ConfigKey *k);

/* The key that an older version or a textbook calls `key` in this section; NULL: none. */
const ConfigKey *config_renamed(const Config *c, const char *section, const char *key);

/* Records where the value of a key came from; text is copied. */
void config_came_from(ConfigKey *k, OriginKind kind, const char *text);

/* The keys of [objective] that say how a replicate of splitting is made, but for the estimator; NULL at the end. */
extern const char *const config_splitting_keys[];

/* Where the value of section.key came from, for people; NULL: no such row. */
const char *config_origin(const Config *c, const char *section, const char *key);

/* The preset of an optimiser that is called name, or NULL; and whether a preset suits the objective. */
const Preset *config_preset(const Optimiser *o, const char *name);
bool config_suits(const Config *c, const Preset *preset);

/* The i-th row whose value in rules (training_rules, selection_rules) differs from [game]; NULL: there are no more. */
const Param *config_deviation(const Config *c, const void *rules, int i);

/* The names and kinds of the objective's numbers. The cost of a meta search has no name, since each of its problems has its
 * own. */
const Units *config_units(const Config *c);

/* Whether the section is used: no [game] and [agent] where the objective is a function or [meta] searches, ... */
bool config_uses(const Config *c, const char *section);

/* Whether the key is used in its section: no dim where games are played, ... False: why (room; may be NULL, 0) is
 * the end of a sentence, "has no effect where ...". */
bool config_uses_key(const Config *c, const ConfigKey *k, char *why, size_t room);

/* The i-th key of the chosen agent whose value is not the default of its row; NULL: there are no more. */
const ConfigKey *config_agent_key(const Config *c, int i);

/* The name of the file that the agent plays by; NULL: it plays by weights. */
const char *config_agent_file(const Config *c);

/* The options of the kind of objective's own keys (kinds.h); NULL: none. */
const void *config_own(const Config *c);

/* What is played under these rules, which belong to c; the result borrows from c. */
Rules config_rules(const Config *c, const void *rules);

/* Sets c->weights, once all values are right. */
void config_list_weights(Config *c);

/* The number of the weight that is called name; -1: none is. */
int weight_find(const WeightTable *t, const char *name);

/* Whether both choose moves alike, but for the values of their weights: the same weights, agent and options. Tables differ. */
bool config_plays_alike(const Config *a, const Config *b);

/* The turns after which a game of training or selection ends; 0: see config_game_end. */
int64_t config_search_longest(const Config *c);

/* The turns after which a game ends: `asked`, or if the ini leaves that open (0), ten times the budget of pieces. So no game
 * can go on for ever when that budget is to end the training; one as long as ten budgets is part of none. 0: never. */
int64_t config_game_end(const Config *c, int64_t asked);

#endif
