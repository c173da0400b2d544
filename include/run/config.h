/* run/config.h. From an ini file, --set and named options to the option blocks of all parts, checked.
 *
 * Idea: every section of an ini is the Param tables of one or two parts over their blocks. Which parts they are, the `kind` keys
 * say; they are read first. Values come in this order, later ones winning: the row's default, the preset, the file, --set, named
 * options. All that is wrong is found in one go.
 * Never: a second place that knows a key. */
#ifndef SWARMTRIS_RUN_CONFIG_H
#define SWARMTRIS_RUN_CONFIG_H

#include "base/error.h"
#include "experiment/meta.h"
#include "experiment/train.h"
#include "registry.h"

#include <stdio.h>

/* [experiment] */
typedef struct {
    uint64_t seed;
    int threads, mode, engine; /* threads 0: as many as processors; mode: JudgeMode; engine: index into player_engines */
} ExperimentOptions;

/* [objective]. kind 0: games; k > 0: objective_functions[k - 1]. */
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
    char features[64]; /* the name of one of the game's sets */
} AgentChoice;
typedef struct {
    int kind;
    char preset[64];
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

typedef struct {
    char *path; /* of the ini; NULL: none was read */
    ExperimentOptions experiment;
    GameChoice game_choice;
    AgentChoice agent_choice;
    ObjectiveOptions objective;
    OptimiserChoice optimiser_choice;
    TrainOptions train;
    MetaOptions meta;
    bool has_meta; /* the ini has a [meta] section: the other sections but [experiment] describe the outer search */

    /* What the choices chose. Blocks are owned. */
    const Game *game;
    void *rules;
    const Agent *agent;
    void *agent_options;
    const FeatureSet *set;
    const Optimiser *optimiser;
    void *optimiser_options;

    ConfigPart part[CONFIG_PARTS_MAX];
    int parts;
} Config;

/* One more value: "section.key=value", and what the user typed to give it ("--set", "--seed"). Borrowed while reading. */
typedef struct {
    const char *text, *origin;
} ConfigValue;

/* Reads path (NULL: defaults only) and then the values (n). All that is wrong goes to errors, one finished sentence each, what is
 * only unwise to warnings. True: no errors. *c is to be freed in either case. */
bool config_read(Config *c, const char *path, const ConfigValue *value, int n, Errors *errors, Errors *warnings);
void config_free(Config *c);

/* Writes the effective configuration as an ini that config_read reads back to the same values; origins: with a comment on each
 * line that says where the value came from. */
void config_print(const Config *c, FILE *out, bool origins);

/* Adds a line for every value that differs and may not (Param.may_change): "particles = 16, was 20 in runs/x/config.ini". */
void config_differences(const Config *now, const Config *was, Errors *differences);

/* The row that "section.key", or a key alone in the default section, names, and the block it lies in; NULL: none. */
const Param *config_find(const Config *c, const char *name, const char *default_section, void **block);

#endif
