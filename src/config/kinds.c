/* kinds.c. The kinds of objective: games, the test functions of the registry, those of the systems, the meta search. */
#include "config/kinds.h"

#include "experiment/meta.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Without noise a second evaluation says nothing new: the search knows the exact value of its best position. */
#define FUNCTION_DEFAULTS                                                                                          \
    "training.games=1 training.allocation=fixed selection.finalists=0 selection.centroids=none selection.share=0 " \
    "validation.games=0"

static const ObjectiveKind games_kind = {.name = "games",
                                         .sections = "experiment game agent objective training selection validation optimiser",
                                         .keys = "max_pieces search_max_pieces lower upper estimator level step trials pilot run "
                                                 "roulette",
                                         .defaults = "",
                                         .found = "weights",
                                         .file = "weights.ini",
                                         .scores_games = true};

/* Values of a user's own function may have any sign, and noise. The defaults cannot know how much. */
static const Units own_units = {
    .score = "value", .cost = "evaluations", .play = "evaluations", .scale = SCALE_SIGNED, .noisy = true, .unit_cost = true};

const ObjectiveKind kinds_own = {.name = "a function of your own",
                                 .why_default = "default of a function",
                                 .units = &own_units,
                                 .sections = "experiment training selection validation optimiser",
                                 .keys = "",
                                 .defaults = FUNCTION_DEFAULTS,
                                 .instead = "on a function of your own",
                                 .found = "best position",
                                 .file = "weights.ini"};

#define FUNCTION_KIND(part, name_)                                                                     \
    &(const ObjectiveKind){.name = name_,                                                              \
                           .why_default = "default of a test function",                                \
                           .units = &function_units,                                                   \
                           .function = &part,                                                          \
                           .sections = "experiment objective training selection validation optimiser", \
                           .keys = "dim",                                                              \
                           .defaults = FUNCTION_DEFAULTS,                                              \
                           .found = "best position",                                                   \
                           .file = "weights.ini"},
#define DECLARED(part, name) extern const ObjectiveKind part;
#define ADDRESS(part, name) &part,
SYSTEMS_OBJECTIVES(DECLARED)
static const ObjectiveKind *const kinds[] = {&games_kind, REGISTRY_FUNCTIONS(FUNCTION_KIND) SYSTEMS_OBJECTIVES(ADDRESS)};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const ObjectiveKind meta_kind = {.name = "meta search",
                                        .why_default = "default of a meta search",
                                        .units = &meta_units,
                                        .sections = "experiment training selection validation optimiser meta",
                                        .keys = "",
                                        .defaults = "training.allocation=fixed selection.share=0", /* a block is never split */
                                        .instead = "beside [meta]; it belongs in the ini files of the problems",
                                        .found = "tuned parameters",
                                        .file = "tuned.ini",
                                        .tunes = true};

#define NAME(part, name) name,
const char *const kinds_names[] = {"games", REGISTRY_FUNCTIONS(NAME) SYSTEMS_OBJECTIVES(NAME) NULL};

int kinds_number(void)
{
    return KINDS;
}

const ObjectiveKind *kinds_of(int i, bool meta)
{
    assert(i >= 0 && i < KINDS);
    return meta ? &meta_kind : kinds[i];
}

const ObjectiveKind *kinds_with_settings(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (kinds[i]->settings != NULL && strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}

void kinds_say_unused(const ObjectiveKind *kind, const char *key, char *out, size_t room)
{
    if (kind->instead != NULL)
        snprintf(out, room, "has no effect %s", kind->instead);
    else
        snprintf(out, room, "has no effect where %s = %s", key, kind->name);
}
