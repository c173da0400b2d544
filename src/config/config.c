/* config.c. The tables of all sections, the options that they describe, and which sections and keys are used. */
#include "config/config.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/kinds.h"
#include "file/ini.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NAME(part, name) name,
const char *const config_sections[] = {"experiment", "game",       "agent",     "objective", "training",
                                       "selection",  "validation", "optimiser", "meta",      SYSTEMS_SECTIONS(NAME) NULL};

static const Param experiment_params[] = {
    {PARAM_ROW(ExperimentOptions, seed, PARAM_SEED, "", 0, 0, "1"), .level = PARAM_BASIC,
     .doc = "all random numbers of the run come from it"},
    {PARAM_ROW(ExperimentOptions, threads, PARAM_INT, "threads", 0, 1024, "0"), .level = PARAM_BASIC, .may_change = true,
     .doc = "0: as many as there are processors; results do not depend on it"},
    {PARAM_ROW(ExperimentOptions, mode, PARAM_CHOICE, "", 0, 0, "both"), .choices = evaluator_modes, .may_change = true,
     .doc = "what runs at the same time: nothing, particles, the games of a particle, or both; results do not depend on it"},
    {PARAM_ROW(ExperimentOptions, engine, PARAM_CHOICE, "", 0, 0, "auto"), .choices = player_engines, .may_change = true,
     .doc = "implementation of the games; auto: the fastest that knows rules and features; results do not depend on it"},
    {0},
};

static const Param game_params[] = {
    {PARAM_ROW(GameChoice, kind, PARAM_CHOICE, "", 0, 0, NULL), .level = PARAM_BASIC, .choices = registry_game_names,
     .doc = "which game"},
    {0},
};

static const Param agent_params[] = {
    {PARAM_ROW(AgentChoice, kind, PARAM_CHOICE, "", 0, 0, NULL), .level = PARAM_BASIC, .choices = registry_agent_names,
     .doc = "how a move is chosen"},
#define OR(part, name) "; or " name
    {PARAM_ROW(AgentChoice, features, PARAM_NAMES, "", 0, 0, ""), .level = PARAM_BASIC,
     .doc =
         "feature sets and features, between blanks, in the order of the weights; empty: the game's first set" SYSTEMS_OBSERVERS(
             OR)},
    {0},
};

#define SPLITTING "estimator = splitting or auto or validation.estimator = splitting or auto"
static const Param objective_params[] = {
    {PARAM_ROW(ObjectiveOptions, kind, PARAM_CHOICE, "", 0, 0, NULL), .level = PARAM_BASIC, .choices = kinds_names,
     .doc = "what is maximised: the score of games, minus the error of a function, or what a learner reaches"},
    {PARAM_ROW(ObjectiveOptions, max_pieces, PARAM_LONG, "turns", 0, 1e15, "0"),
     .doc = "turns after which a game ends; 0: ten times training.total_pieces, or never if that is 0, too (games only)"},
    {PARAM_ROW(ObjectiveOptions, search_max_pieces, PARAM_LONG, "turns", 0, 1e15, "0"), .level = PARAM_RESEARCH,
     .doc = "turns after which a game of training or selection ends, while max_pieces holds for the validation; 0: as max_pieces "
            "(games only)"},
    {PARAM_ROW(ObjectiveOptions, lower, PARAM_REAL, "", -1e6, 1e6, "-10"),
     .doc = "least weight (games only; not of an agent with weights of its own)"},
    {PARAM_ROW(ObjectiveOptions, upper, PARAM_REAL, "", -1e6, 1e6, "10"),
     .doc = "largest weight (games only; not of an agent with weights of its own)"},
    {PARAM_ROW(ObjectiveOptions, estimator, PARAM_CHOICE, "", 0, 0, NULL), .choices = estimators,
     .doc = "what one game is: games, a whole game; splitting, an estimate from some 50,000 turns of it; auto, splitting, but "
            "short games count their losses"},
    {PARAM_ROW(ObjectiveOptions, level, PARAM_TEXT, "", 0, 0, ""), .level = PARAM_RESEARCH, .when = SPLITTING,
     .doc = "importance function: a level of the game that grows towards its loss (swarmtris list games); empty: the first"},
    {PARAM_AT(ObjectiveOptions, splitting.step, "step", PARAM_INT, "", 1, 1e6, "20"), .level = PARAM_RESEARCH, .when = SPLITTING,
     .doc = "how far the level rises from one stage to the next"},
    {PARAM_AT(ObjectiveOptions, splitting.trials, "trials", PARAM_INT, "trials", 2, 1e5, "200"), .level = PARAM_RESEARCH,
     .when = SPLITTING, .doc = "trials of each stage, and the most states that are kept for the next one"},
    {PARAM_AT(ObjectiveOptions, splitting.pilot, "pilot", PARAM_LONG, "turns", SPLITTING_SAMPLES, 1e12, "1000"),
     .level = PARAM_RESEARCH, .when = SPLITTING,
     .doc = "turns of the pilot at the start of a replicate; their median level is the base of the stages"},
    {PARAM_AT(ObjectiveOptions, splitting.run, "run", PARAM_LONG, "turns", 1, 1e12, "6000"), .level = PARAM_RESEARCH,
     .when = SPLITTING, .doc = "turns after the pilot, in which rises from the base to the first stage are counted"},
    {PARAM_AT(ObjectiveOptions, splitting.roulette, "roulette", PARAM_INT, "", 1, 100, "2"), .level = PARAM_RESEARCH,
     .when = SPLITTING, .doc = "largest k: a trial that falls back goes on with probability 1/k, counting k times; 1: all go on"},
    {PARAM_ROW(ObjectiveOptions, dim, PARAM_INT, "coordinates", 1, 1000, "8"), .doc = "dimensions (functions only)"},
    {0},
};

static const Param optimiser_params[] = {
    {PARAM_ROW(OptimiserChoice, kind, PARAM_CHOICE, "", 0, 0, NULL), .level = PARAM_BASIC, .choices = registry_optimiser_names,
     .doc = "what searches"},
    {PARAM_ROW(OptimiserChoice, preset, PARAM_TEXT, "", 0, 0, ""), .level = PARAM_BASIC,
     .doc = "default values for this section and some others; keys that are given override them; empty: the first preset of the "
            "list that suits"},
    {0},
};

void config_came_from(ConfigKey *k, OriginKind kind, const char *text)
{
    char *origin = mem_text(text); /* text may be k->origin itself, which is freed next */
    free(k->origin);
    k->kind = kind;
    k->origin = origin;
    k->usual = false;
}

/* Adds a table with the block of its values, all at their defaults. */
static void attach(Config *c, const char *section, const Param *table, void *block)
{
    assert(c->parts < CONFIG_PARTS_MAX);
    ConfigPart *part = &c->part[c->parts++];
    *part = (ConfigPart){section, table, block, mem_new((size_t)param_rows(table), sizeof *part->key), NULL};
    param_defaults(table, block);
    for (int i = 0; table[i].key != NULL; i++) {
        part->key[i] = (ConfigKey){.section = section, .row = &table[i], .block = block};
        config_came_from(&part->key[i], ORIGIN_DEFAULT, "default");
    }
}

/* attach with a new block of `bytes` bytes, which the ConfigPart owns. */
static void *attach_new(Config *c, const char *section, const Param *table, size_t bytes)
{
    void *block = mem_new(1, bytes);
    attach(c, section, table, block);
    return c->part[c->parts - 1].owned = block;
}

void config_start(Config *c)
{
    attach(c, "experiment", experiment_params, &c->experiment);
    attach(c, "game", game_params, &c->game_choice);
    attach(c, "agent", agent_params, &c->agent_choice);
    attach(c, "objective", objective_params, &c->objective);
    attach(c, "training", train_training_params, &c->train.training);
    attach(c, "selection", train_selection_params, &c->train.selection);
    attach(c, "validation", train_validation_params, &c->train.validation);
    attach(c, "optimiser", optimiser_params, &c->optimiser_choice);
    attach(c, "meta", meta_params, &c->meta);
    for (int i = 0; i < kinds_number(); i++) {
        const ObjectiveKind *kind = kinds_of(i, false);
        if (kind->params != NULL) attach_new(c, kind->section, kind->params, kind->options_bytes);
    }
}

/* The rows of the game that [training] and [selection] may also have. */
static Param *per_phase(const Game *game)
{
    Param *row = mem_new((size_t)param_rows(game->params) + 1, sizeof *row);
    int n = 0;
    for (const Param *p = game->params; p->key != NULL; p++)
        if (p->per_phase) row[n++] = *p;
    return row;
}

void config_choose(Config *c, bool meta)
{
    assert(c->parts > 0 && c->game == NULL); /* after config_start, once */
    if (c->kind == NULL) c->kind = kinds_of(c->objective.kind, meta);
    c->game = registry_games[c->game_choice.kind];
    c->rules = attach_new(c, "game", c->game->params, c->game->rules_bytes);
    c->phase_params = per_phase(c->game);
    c->training_rules = attach_new(c, "training", c->phase_params, c->game->rules_bytes);
    c->selection_rules = attach_new(c, "selection", c->phase_params, c->game->rules_bytes);
    c->agent = registry_agents[c->agent_choice.kind];
    c->agent_options = attach_new(c, "agent", c->agent->params, c->agent->options_bytes);
    c->set = &c->game->sets[0];
    snprintf(c->agent_choice.features, sizeof c->agent_choice.features, "%s", c->set->name);
    c->optimiser = registry_optimisers[c->optimiser_choice.kind];
    c->optimiser_options = attach_new(c, "optimiser", c->optimiser->params, c->optimiser->options_bytes);
}

void config_free(Config *c)
{
    for (int p = 0; p < c->parts; p++) {
        for (int i = 0; c->part[p].table[i].key != NULL; i++) free(c->part[p].key[i].origin);
        free(c->part[p].key);
        free(c->part[p].owned);
    }
    free(c->phase_params);
    free(c->listed);
    free(c->weights.row);
    features_free(&c->observer);
    if (c->file.text != NULL) agent_file_of(c->agent)->release(&c->file);
    free(c->path);
    *c = (Config){0};
}

void settings_add(Settings *s, const char *origin, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    s->value = mem_grow(s->value, &s->room, s->n + 1, sizeof *s->value);
    s->value[s->n++] = (ConfigValue){.text = mem_own(&s->texts, text_new_v(format, args)), .origin = origin};
    va_end(args);
}

const char *config_given(const ConfigValue *value, int n, const char *key)
{
    const size_t length = strlen(key);
    const char *last = NULL;
    for (int i = 0; i < n; i++) {
        const char *rest = value[i].text + (strncmp(value[i].text, key, length) == 0 ? length : strlen(value[i].text));
        rest += strspn(rest, " ");
        if (*rest == '=') last = rest + 1 + strspn(rest + 1, " ");
    }
    return last;
}

void settings_free(Settings *s)
{
    mem_owner_free(&s->texts);
    free(s->value);
    *s = (Settings){0};
}

const Units *config_units(const Config *c)
{
    return c->kind->units != NULL ? c->kind->units : game_units(c->game, c->rules);
}

bool config_uses(const Config *c, const char *section)
{
    return text_has(c->kind->sections, section);
}

const char *const config_splitting_keys[] = {"level", "step", "trials", "pilot", "run", "roulette", NULL};

const Param *config_deviation(const Config *c, const void *rules, int i)
{
    const Param *p = c->game->params;
    while (p->key != NULL && (param_same(p, rules, c->rules) || i-- > 0)) p++;
    return p->key != NULL ? p : NULL;
}

bool config_uses_key(const Config *c, const ConfigKey *k, char *why, size_t room)
{
    const char *key = k->row->key;
    const bool objective = strcmp(k->section, "objective") == 0,
               of_features = objective ? strcmp(key, "lower") == 0 || strcmp(key, "upper") == 0
                                       : strcmp(k->section, "agent") == 0 && strcmp(key, "features") == 0;
    if (of_features && config_uses(c, "agent") && c->agent->weights != NULL) {
        snprintf(why, room, "has no effect where [agent] kind = %s, which has its own weights and ranges", c->agent->name);
        return false;
    }
    if (k->row->per_phase ? config_uses(c, "game") : !objective || strcmp(key, "kind") == 0 || text_has(c->kind->keys, key))
        return true;
    kinds_say_unused(c->kind, "kind", why, room);
    return false;
}

const void *config_own(const Config *c)
{
    int p = 0;
    while (p < c->parts && c->part[p].table != c->kind->params) p++;
    return p < c->parts ? c->part[p].block : NULL;
}

const ConfigKey *config_agent_key(const Config *c, int i)
{
    OWNED void *usual = mem_new(1, c->agent->options_bytes + 1);
    const Param *p = c->agent->params;
    param_defaults(p, usual);
    while (p->key != NULL && (param_same(p, usual, c->agent_options) || i-- > 0)) p++;
    return p->key != NULL ? config_key(c, "agent", p->key) : NULL;
}

const char *config_agent_file(const Config *c)
{
    if (c->agent->file == NULL) return NULL;
    return (const char *)c->agent_options + param_find(c->agent->params, c->agent->file)->offset;
}

Rules config_rules(const Config *c, const void *rules)
{
    return (Rules){.game = c->game,
                   .rules = rules,
                   .set = c->set,
                   .options = c->agent_options,
                   .learned = c->file.learned,
                   .observer = c->observer.kind != NULL ? &c->observer : NULL};
}

void config_list_weights(Config *c)
{
    const Agent *a = c->agent;
    const Param *own = c->kind->settings != NULL ? c->kind->settings : a->weights;
    const Rules rules = config_rules(c, c->rules);
    const bool counted = own == NULL && a->count != NULL;
    if (!config_uses(c, "game")) return;
    const int n = own != NULL ? param_rows(own) : counted ? a->count(&rules) : c->set->n;
    WeightTable *t = &c->weights;
    *t = (WeightTable){.key = c->kind->settings != NULL ? "objective"
                              : own != NULL || counted  ? "agent"
                                                        : "features",
                       .name = c->kind->settings != NULL ? c->kind->name
                               : own != NULL || counted  ? a->name
                                                         : c->set->name,
                       .of_features = own == NULL && !counted,
                       .n = n,
                       .row = mem_new((size_t)n, sizeof *t->row + WEIGHT_NAME_MAX)};
    for (int i = 0; i < n; i++) {
        char *room = (char *)(t->row + n) + (size_t)i * WEIGHT_NAME_MAX;
        if (counted) a->weight_name(&rules, i, room);
        if (own != NULL) {
            t->row[i] = (WeightRow){own[i].key, own[i].lo, own[i].hi, own[i].standard, own[i].doc};
        } else {
            const int index = counted ? c->game->n_features : c->set->index[i];
            t->row[i] = (WeightRow){.name = counted ? room : features_name(c->game, index),
                                    .lower = c->objective.lower,
                                    .upper = c->objective.upper,
                                    .doc = index < c->game->n_features ? c->game->features[index].definition : ""};
        }
        assert(t->row[i].lower < t->row[i].upper);
    }
}

int weight_find(const WeightTable *t, const char *name)
{
    int i = 0;
    while (i < t->n && strcmp(t->row[i].name, name) != 0) i++;
    return i < t->n ? i : -1;
}

bool config_plays_alike(const Config *a, const Config *b)
{
    if (a->agent != b->agent || config_agent_file(a) != NULL || a->weights.n != b->weights.n) return false;
    for (int i = 0; i < a->weights.n; i++)
        if (strcmp(a->weights.row[i].name, b->weights.row[i].name) != 0) return false;
    return features_same(a->set, b->set) && param_all_same(a->agent->params, a->agent_options, b->agent_options);
}

int64_t config_search_longest(const Config *c)
{
    const ObjectiveOptions *o = &c->objective;
    return o->search_max_pieces > 0 ? o->search_max_pieces : o->max_pieces;
}

int64_t config_game_end(const Config *c, int64_t asked)
{
    assert(asked >= 0);
    return asked > 0 ? asked : 10 * c->train.training.total_pieces;
}

/* The key of a section whose row `find` returns for the text key; NULL: none. */
static ConfigKey *key_of(const Config *c, const char *section, const char *key,
                         const Param *(*find)(const Param *table, const char *key))
{
    for (int p = 0; p < c->parts; p++) {
        const Param *row = strcmp(c->part[p].section, section) == 0 ? find(c->part[p].table, key) : NULL;
        if (row != NULL) return &c->part[p].key[row - c->part[p].table];
    }
    return NULL;
}

ConfigKey *config_key(const Config *c, const char *section, const char *key)
{
    return key_of(c, section, key, param_find);
}

ConfigKey *config_find(const Config *c, const char *name, const char *default_section)
{
    char section[INI_LINE_MAX + 1];
    const char *point = strchr(name, '.');
    if (point == NULL) return config_key(c, default_section, name);
    snprintf(section, sizeof section, "%.*s", (int)(point - name), name);
    return config_key(c, section, point + 1);
}

ConfigText config_show(const ConfigKey *k)
{
    ConfigText value;
    param_print(k->row, k->block, value.text, sizeof value.text);
    return value;
}

const ConfigKey *config_renamed(const Config *c, const char *section, const char *key)
{
    return key_of(c, section, key, param_find_former);
}

const char *config_origin(const Config *c, const char *section, const char *key)
{
    const ConfigKey *k = config_key(c, section, key);
    return k != NULL ? k->origin : NULL;
}

const Preset *config_preset(const Optimiser *o, const char *name)
{
    const Preset *p = o->presets;
    while (p->name != NULL && strcmp(p->name, name) != 0) p++;
    return p->name != NULL ? p : NULL;
}

bool config_suits(const Config *c, const Preset *preset)
{
    if (!preset->for_features) return true;
    return config_uses(c, "agent") && agent_weighs_features(c->agent) && config_units(c)->scale != SCALE_SIGNED;
}
