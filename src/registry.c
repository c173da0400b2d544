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

/* swarmtris eval, seed 1, 95 % intervals: el-tetris 3,000 games, bcts 1,000, tetrispros 300, all of 10x10; yiyuan-js 2,000 of
 * 10x20. The features are replaced by those of the other way, the weights stay. */
const char registry_differ[] =
    "published sets of tetris differ in these ways, and what each costs: rows of a game of 10x10, with the same weights";
const SetDifference registry_differences[] = {
    {"ceiling", "not counted (cs3243, el-tetris-js), or counted", "el-tetris 905 (873..937), 2,953 (2,849..3,057)"},
    {"wells below the top", "counted, by depth (wells), or not, by cells (open_wells)",
     "bcts 3,709 (3,469..3,949), 1,387 (1,296..1,477)"},
    {"wells of one or two rows", "ignored (tetrispros), or not (tetrispros-text)", "tetrispros 538 (481..594), 172 (154..189)"},
    {"heights 0 and 1", "alike (tetrispros), or not (tetrispros-text)", "tetrispros 538 (481..594), 557 (496..619)"},
    {"full rows", "features before they are removed (yiyuan-js), or after", "yiyuan-js, 10x20: 815 (782..847), 607 (584..630)"},
    {NULL, NULL, NULL},
};
