/* config/config.h. The options of all parts, the Param tables that describe them, and where each value came from.
 *
 * Idea: a section of an ini consists of the Param tables of one or two parts. The `kind` keys choose the parts. config_read
 * builds a Config in three steps. (1) config_start attaches the tables that every ini has. (2) config_choose attaches those of
 * the chosen parts, all values at their defaults. (3) config_settle fills in values that depend on others. Before step 3 each
 * entry of the ini, or ConfigValue, becomes a Given (reading.h). It finds its ConfigKey and is stored in that key's field. After
 * that, defaults and checks read only the fields.
 * Never: a second place that defines a key. */
#ifndef SWARMTRIS_CONFIG_CONFIG_H
#define SWARMTRIS_CONFIG_CONFIG_H

#include "base/error.h"
#include "config/agent_file.h"
#include "config/kinds.h"
#include "config/schema.h"
#include "eval/splitting.h"
#include "experiment/meta.h"
#include "experiment/train.h"
#include "registry.h"

/* [experiment] */
typedef struct {
    uint64_t seed; /* all random numbers of a run come from it */
    int threads;   /* of the evaluator; 0: as many as there are processors */
    int mode;      /* EvaluatorMode */
    int engine;    /* index into player_engines */
} ExperimentOptions;

/* [objective]. The kind says which of the keys are used. */
typedef struct {
    int kind;                  /* index into kinds_names; Config.kind is what it means */
    int64_t max_pieces;        /* a game ends after so many turns; 0: as config_game_end says */
    int64_t search_max_pieces; /* the same of the training and the selection; 0: as max_pieces */
    double lower, upper;       /* ends of the range of every weight */
    int dim;                   /* dimensions of a test function */

    int estimator;              /* Estimator: what a play is in the training and in the selection */
    char level[64];             /* the name of a level of the game; empty: its first */
    SplittingOptions splitting; /* how replicates are made; config_settle fills in its level, the estimator says its whole */
} ObjectiveOptions;

/* The keys of [game], [agent] and [optimiser] that say which part it is; the other keys are those of the part. */
typedef struct {
    int kind; /* index into registry_games */
} GameChoice;
typedef struct {
    int kind;            /* index into registry_agents */
    char features[2048]; /* what features_read reads (config/feature_list.h) */
} AgentChoice;
typedef struct {
    int kind;        /* index into registry_optimisers */
    char preset[64]; /* that was used: the one asked for, or the optimiser's first that suits */
} OptimiserChoice;

/* Where a value came from. */
typedef enum {
    ORIGIN_DEFAULT, /* the row's default, or another one that suits the other values */
    ORIGIN_GAME,    /* of [training] and [selection]: as [game] has it */
    ORIGIN_PRESET,  /* of the optimiser */
    ORIGIN_GIVEN    /* by the ini, an option, or a weights file */
} OriginKind;

/* A key of the ini: what it is called, the field that it sets, and where its value came from. */
typedef struct {
    const char *section; /* one of config_sections */
    const Param *row;    /* name, type, range and default; borrowed */
    void *block;         /* the options that the row lies over; in the Config, or one of its blocks */
    OriginKind kind;     /* where the value came from */
    char *origin;        /* the same for people: "default", "preset vdbergh", "params/x.ini:12", "--set", "--seed"; owned */
    bool usual;          /* given, but the value is the one that it would have anyway */
} ConfigKey;

/* All rows of one Param table over one block. Several may share a section. */
typedef struct {
    const char *section; /* one of config_sections */
    const Param *table;  /* borrowed, or phase_params of the Config */
    void *block;         /* the options that the table lies over */
    ConfigKey *key;      /* (rows of the table), owned */
    void *owned;         /* the block, where it is no member of the Config; else NULL */
} ConfigPart;
#define CONFIG_PARTS_MAX 20

/* What the files hold that values of a configuration name, for a process that opens none. Borrowed. */
typedef struct {
    const char *features; /* of the observer; NULL: the features are of no file */
    const char *agent;    /* that the agent plays by; NULL: it plays by weights */
} SentFiles;

/* Not to be copied: parts point into it. */
typedef struct {
    char *path;            /* of the ini; NULL: none was read; owned */
    const char *isa;       /* of lanes: what SWARMTRIS_ISA says, or auto; not a key of the ini, since it depends on the machine */
    struct Server *server; /* other ranks that play, too; not a key of the ini either; borrowed; NULL: there are none */
    const SentFiles *sent; /* while reading on another rank than 0, which opens no file; borrowed; else NULL */
    bool missing;          /* the ini, or a file that a named option or --set gives, cannot be read: status 66, not 78 */
    ExperimentOptions experiment;
    GameChoice game_choice;
    AgentChoice agent_choice;
    ObjectiveOptions objective;
    OptimiserChoice optimiser_choice;
    TrainOptions train;
    MetaOptions meta;

    /* What the choices chose. Parts are borrowed from the registry, blocks from the tables over them. */
    const ObjectiveKind *kind; /* what is searched for: what [objective] says, or the meta search that a [meta] stands for */
    const Game *game;
    void *rules;                            /* [game]: the board that is claimed */
    void *training_rules, *selection_rules; /* the same but for what their sections say */
    Param *phase_params;                    /* the rows of the game that those sections may have, too; owned */
    const Agent *agent;
    void *agent_options;
    AgentFile file;        /* that an agent with a file plays by; else empty; owned */
    const FeatureSet *set; /* the features that weights belong to, or that an agent with weights of its own reads */
    FeatureSet *listed;    /* where set is a list: the block it lies in, owned; else NULL */
    char **weight_names;   /* of an agent that counts its weights (schema_names), owned; else NULL */
    Observer observer;     /* where the features are those of an observer; else empty; owned */
    const Optimiser *optimiser;
    void *optimiser_options;

    /* All tables, in the order in which they are printed. */
    ConfigPart part[CONFIG_PARTS_MAX];
    int parts;
} Config;

/* One more value. Borrowed while reading. */
typedef struct {
    const char *text;   /* "section.key=value" */
    const char *origin; /* what the user typed to give it ("--set", "--seed"), or the file that it is from */
} ConfigValue;

/* Bytes of what a user wrote that are quoted in a sentence about it. */
enum { QUOTE_MAX = 200 };

/* The names of all sections in the order in which they are printed, NULL at the end. */
extern const char *const config_sections[];

/* The three steps of building one, for config_read; config_free after config_start. */
void config_start(Config *c);
void config_choose(Config *c, bool meta); /* meta: there is a [meta] section */
void config_settle(Config *c);
void config_free(Config *c);

/* The key of a section; NULL: none. */
ConfigKey *config_key(const Config *c, const char *section, const char *key);

/* The same by "section.key", or by a key alone in the default section. */
ConfigKey *config_find(const Config *c, const char *name, const char *default_section);

/* A value as text, for the expression that it stands in: config_show(k).text. */
typedef struct {
    char text[PARAM_TEXT_MAX];
} ConfigText;
ConfigText config_show(const ConfigKey *k);

/* What a key of an older version, or of a textbook, is now in its section; NULL: no key was called so. */
const ConfigKey *config_renamed(const Config *c, const char *section, const char *key);

/* Remembers where the value of a key came from; text is copied. */
void config_came_from(ConfigKey *k, OriginKind kind, const char *text);

/* The keys of [objective] that say how a replicate of splitting is made, but for the estimator; NULL at the end. */
extern const char *const config_splitting_keys[];

/* Where the value of section.key came from, for people; NULL: no such row. */
const char *config_origin(const Config *c, const char *section, const char *key);

/* The preset of an optimiser that is called name, or NULL; and whether a preset is made for what is searched for. */
const Preset *config_preset(const Optimiser *o, const char *name);
bool config_suits(const Config *c, const Preset *preset);

/* Row i of those in which rules (training_rules, selection_rules) differ from those of [game]; NULL: there are no more. */
const Param *config_deviation(const Config *c, const void *rules, int i);

/* What the numbers of the objective are called, and how they read. Of a meta search the cost has no name: its problems have one
 * each. */
const Units *config_units(const Config *c);

/* Whether the section is used: no [game] and [agent] where the objective is a function or [meta] searches, ... */
bool config_uses(const Config *c, const char *section);

/* Whether the key is used in its section: no dim where games are played, ... False: why (room; NULL, 0: it is not asked for) is
 * the end of a sentence, "has no effect where ...". */
bool config_uses_key(const Config *c, const ConfigKey *k, char *why, size_t room);

/* The name of the file that the agent plays by; NULL: it plays by weights. */
const char *config_agent_file(const Config *c);

/* The options that the kind of objective has for itself; NULL: none. */
const void *config_own(const Config *c);

/* What is played under these rules, which are some of c's; borrows from it. */
Rules config_rules(const Config *c, const void *rules);

/* What the weights belong to, where games are played. */
Schema config_schema(const Config *c);

/* A game of the training and of the selection ends after so many turns; 0: as config_game_end says. */
int64_t config_search_longest(const Config *c);

/* The turns after which a game ends: as many as the ini asks for; where it leaves that open (0), ten times the budget of pieces,
 * so that no game can play on for ever where a budget is to end the training. 0: never. */
int64_t config_game_end(const Config *c, int64_t asked);

/* The least and the largest value of weight number i: those of the agent's table, or of [objective]. */
void config_weight_range(const Config *c, int i, double *lo, double *hi);

#endif
