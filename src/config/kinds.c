/* kinds.c. The kinds of objective: games, Q-learning, the test functions of the registry, the meta search. */
#include "config/kinds.h"

#include "eval/encoding.h"
#include "eval/qlearning.h"
#include "experiment/meta.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const game_sections[] = {"experiment", "game",       "agent",     "objective", "training",
                                            "selection",  "validation", "optimiser", NULL};
static const char *const game_keys[] = {
    "max_pieces", "search_max_pieces", "lower", "upper", "estimator", "level", "step", "trials", "pilot",
    "run",        "roulette",          NULL};

static const char *const qlearning_sections[] = {"experiment", "game",       "objective", "training",
                                                 "selection",  "validation", "optimiser", NULL};
static const char *const qlearning_keys[] = {"steps",  "observation", "reward",     "illegal",
                                             "target", "test_games",  "test_turns", NULL};

static const char *const function_sections[] = {"experiment", "objective", "training", "selection",
                                                "validation", "optimiser", NULL};
static const char *const function_keys[] = {"dim", NULL};

static const char *const encoder_sections[] = {"experiment", "game", "agent", "objective", "encode", NULL};

static const char *const meta_sections[] = {"experiment", "training", "selection", "validation", "optimiser", "meta", NULL};

static const char *const no_keys[] = {NULL};
static const KindDefault no_defaults[] = {{NULL, NULL, NULL}};

/* Without noise a second evaluation says nothing new: what the search saw of its best position is exact. */
static const KindDefault function_defaults[] = {{"training", "games", "1"},
                                                {"training", "allocation", "fixed"},
                                                {"selection", "finalists", "0"},
                                                {"selection", "centres", "none"},
                                                {"selection", "share", "0"},
                                                {"validation", "games", "0"},
                                                {NULL, NULL, NULL}};

/* A learning run is as long as many games. */
static const KindDefault qlearning_defaults[] = {{"training", "games", "4"},
                                                 {"training", "allocation", "fixed"},
                                                 {"selection", "finalists", "3"},
                                                 {"selection", "games", "10"},
                                                 {"selection", "share", "0"},
                                                 {"validation", "games", "20"},
                                                 {NULL, NULL, NULL}};

/* Blocks stay whole. */
static const KindDefault meta_defaults[] = {{"training", "allocation", "fixed"}, {"selection", "share", "0"}, {NULL, NULL, NULL}};

#define FUNCTION_KIND(part, name_)                \
    {.name = name_,                               \
     .why_default = "default of a test function", \
     .traits = &function_traits,                  \
     .function = &part,                           \
     .sections = function_sections,               \
     .keys = function_keys,                       \
     .defaults = function_defaults,               \
     .found = "best position",                    \
     .file = "weights.ini"},

static const ObjectiveKind kinds[] = {{.name = "games",
                                       .sections = game_sections,
                                       .keys = game_keys,
                                       .defaults = no_defaults,
                                       .found = "weights",
                                       .file = "weights.ini",
                                       .scores_games = true},
                                      {.name = "qlearning",
                                       .why_default = "default of Q-learning",
                                       .traits = &qlearning_traits,
                                       .settings = qlearning_settings,
                                       .sections = qlearning_sections,
                                       .keys = qlearning_keys,
                                       .defaults = qlearning_defaults,
                                       .found = "settings",
                                       .file = "weights.ini"},
                                      REGISTRY_FUNCTIONS(FUNCTION_KIND){.name = "encoder",
                                                                        .traits = &encoder_traits,
                                                                        .sections = encoder_sections,
                                                                        .keys = no_keys,
                                                                        .defaults = no_defaults,
                                                                        .found = "encoder",
                                                                        .file = "encoder.ini",
                                                                        .encodes = true}};

static const ObjectiveKind meta_kind = {.name = "meta search",
                                        .why_default = "default of a meta search",
                                        .traits = &meta_traits,
                                        .sections = meta_sections,
                                        .keys = no_keys,
                                        .defaults = meta_defaults,
                                        .instead = "beside [meta]; it belongs in the ini files of the problems",
                                        .found = "tuned parameters",
                                        .file = "tuned.ini",
                                        .tunes = true};

#define NAME(part, name) name,
const char *const kinds_names[] = {"games", "qlearning", REGISTRY_FUNCTIONS(NAME) "encoder", NULL};

const ObjectiveKind *kinds_of(int i, bool meta)
{
    assert(i >= 0 && i < (int)(sizeof kinds / sizeof kinds[0]));
    return meta ? &meta_kind : &kinds[i];
}

const ObjectiveKind *kinds_with_settings(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].settings != NULL && strcmp(kinds[i].name, name) == 0) return &kinds[i];
    return NULL;
}

bool kinds_use_key(const ObjectiveKind *kind, const char *key)
{
    for (const char *const *k = kind->keys; *k != NULL; k++)
        if (strcmp(*k, key) == 0) return true;
    return false;
}

void kinds_say_unused(const ObjectiveKind *kind, const char *key, char *out, size_t room)
{
    if (kind->instead != NULL)
        snprintf(out, room, "has no use %s", kind->instead);
    else
        snprintf(out, room, "has no use where %s = %s", key, kind->name);
}
