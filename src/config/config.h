/* run/config.h. From an ini file, --set and named options to the option blocks of all parts, checked.
 *
 * Idea: every section of an ini is the Param tables of one or two parts over their blocks. Which parts they are, the `kind` keys
 * say; they are read first. Values come in this order, later ones winning: the row's default, the preset, the file, --set, named
 * options. All that is wrong is found in one go, the file's in the order of its lines.
 * Never: a second place that knows a key; a combination of values let through that no part could run. */
#ifndef SWARMTRIS_CONFIG_CONFIG_H
#define SWARMTRIS_CONFIG_CONFIG_H

#include "base/error.h"
#include "eval/objective.h"
#include "experiment/meta.h"
#include "experiment/train.h"
#include "registry.h"

#include <stdio.h>

/* [experiment] */
typedef struct {
    uint64_t seed;
    int threads, mode, engine; /* threads 0: as many as processors; mode: EvaluatorMode; engine: index into player_engines */
} ExperimentOptions;

/* [objective]. kind 0: games; k > 0: objective_functions[k - 1]. config_objectives: their names, NULL at the end. */
extern const char *const config_objectives[];
typedef struct {
    int kind;
    int64_t max_pieces;  /* a game; 0: no cap (games only) */
    double lower, upper; /* of every weight (games only) */
    int dim;             /* (functions only) */
} ObjectiveOptions;

/* kind: an index into the registry's lists. */
typedef struct {
    int kind;
} GameChoice;
typedef struct {
    int kind;
    char features[2048]; /* what features_read reads (run/features.h) */
} AgentChoice;
typedef struct {
    int kind;
    char preset[64]; /* that was used: the one asked for, or the optimiser's first */
} OptimiserChoice;

/* One table over its block, under the section whose keys they are. Several may share a section. origin (rows of the table,
 * owned): where each value came from: "default", "preset vdbergh", "params/x.ini:12", "--set", "--seed". */
typedef struct {
    const char *section;
    const Param *table;
    void *block;
    char **origin;
} ConfigPart;
#define CONFIG_PARTS_MAX 16

/* Not to be copied: parts point into it. */
typedef struct {
    char *path;      /* of the ini; NULL: none was read */
    const char *isa; /* of lanes: what SWARMTRIS_ISA says, or auto; no key of the ini, since it belongs to the machine */
    bool missing;    /* the ini, or a file that a named option or --set gives, cannot be read: status 66, not 78 */
    ExperimentOptions experiment;
    GameChoice game_choice;
    AgentChoice agent_choice;
    ObjectiveOptions objective;
    OptimiserChoice optimiser_choice;
    TrainOptions train;
    MetaOptions meta;
    bool has_meta; /* the ini has a [meta] section: the other sections but [experiment] describe the outer search */

    /* What the choices chose. Blocks are owned. training_rules, selection_rules: rules, but for what their sections say (phase_params,
     * the rows of the game that may differ). */
    const Game *game;
    void *rules, *training_rules, *selection_rules;
    Param *phase_params;
    const Agent *agent;
    void *agent_options;
    const FeatureSet *set;
    FeatureSet *listed; /* where set is a list: the block it lies in; else NULL */
    const Optimiser *optimiser;
    void *optimiser_options;

    /* All tables, in the order in which they are printed. */
    ConfigPart part[CONFIG_PARTS_MAX];
    int parts;
} Config;

/* One more value: "section.key=value", and what the user typed to give it ("--set", "--seed"), or the file that it is from.
 * Borrowed while reading. */
typedef struct {
    const char *text, *origin;
} ConfigValue;

/* Reads path (NULL: defaults only, and no training, for which there is no default budget) and then the values (n). All that is
 * wrong goes to errors, one finished sentence each, what is only unwise to warnings. True: no errors. *c is to be freed in either
 * case. */
bool config_read(Config *c, const char *path, const ConfigValue *value, int n, Errors *errors, Errors *warnings);
void config_free(Config *c);

/* Writes the effective configuration as an ini that config_read reads back to the same values; origins: with a comment on each
 * line that says where the value came from. */
void config_print(const Config *c, FILE *out, bool origins);

/* Adds a line for every value that differs and may not (Param.may_change): "optimiser.particles = 16, was 20 in
 * runs/x/config.ini", was->path being named. */
void config_differences(const Config *now, const Config *was, Errors *differences);

/* The row that "section.key", or a key alone in the default section, names, and the block it lies in (block may be NULL); NULL:
 * none. */
const Param *config_find(const Config *c, const char *name, const char *default_section, void **block);

/* Where the value of section.key came from, as ConfigPart.origin says it; NULL: no such row. */
const char *config_origin(const Config *c, const char *section, const char *key);

/* Row i of those in which rules (training_rules, selection_rules) differ from those of [game]; NULL: there are no more. */
const Param *config_deviation(const Config *c, const void *rules, int i);

/* Whether the section plays a part: no [game] and [agent] where the objective is a function or [meta] searches, ... */
bool config_uses(const Config *c, const char *section);

/* Word number i of text, words being parted by blanks: for meta.problems and meta.tune. False: there are not so many. */
bool config_word(const char *text, int i, char *word, size_t room);

#endif
