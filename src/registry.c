/* registry.c. The arrays of the built-in parts and of their names, made from the lists of registry.h. */
#include "registry.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ADDRESS(part, name) &part,
#define NAME(part, name) name,

const Game *const registry_games[] = {REGISTRY_GAMES(ADDRESS) NULL};
const Agent *const registry_agents[] = {REGISTRY_AGENTS(ADDRESS) NULL};
const Optimiser *const registry_optimisers[] = {REGISTRY_OPTIMISERS(ADDRESS) NULL};
const Function *const registry_functions[] = {REGISTRY_FUNCTIONS(ADDRESS) NULL};

const char *const registry_game_names[] = {REGISTRY_GAMES(NAME) NULL};
const char *const registry_agent_names[] = {REGISTRY_AGENTS(NAME) NULL};
const char *const registry_optimiser_names[] = {REGISTRY_OPTIMISERS(NAME) NULL};

const Game *registry_game(const char *name)
{
    for (int i = 0; registry_games[i] != NULL; i++)
        if (strcmp(registry_games[i]->name, name) == 0) return registry_games[i];
    return NULL;
}

bool registry_absent(const char *kind, const char *name, char *out, size_t room)
{
    static const struct {
        const char *kind, *name, *system;
    } absent[] = {
#define ABSENT(kind, name, system) {kind, name, system},
        SYSTEMS_ABSENT(ABSENT){NULL, NULL, NULL}};
    for (int i = 0; absent[i].kind != NULL; i++) {
        if (strcmp(absent[i].kind, kind) != 0 || strcmp(absent[i].name, name) != 0) continue;
        snprintf(out, room, "is of the system %s, which this program was built without (make SYSTEMS=%s)", absent[i].system,
                 absent[i].system);
        return true;
    }
    return false;
}
