/* registry.h. The lists of the built-in parts: the only file that names concrete parts. After the parts of the core come those of
 * the founding systems that the program was built with (src/systems/NAME/parts.list).
 *
 * Idea: a part (a game, an agent, an optimiser, a test function) is a file with a const struct. To add one, write that file and
 * put the struct and its name into the list here; inis, `swarmtris list` and the tests find it through these arrays.
 * Never: included by a room below config. */
#ifndef SWARMTRIS_REGISTRY_H
#define SWARMTRIS_REGISTRY_H

#include "agent/agent.h"
#include "eval/objective.h"
#include "game/game.h"
#include "optim/optim.h"
#include "systems_built.h"

#include <stdbool.h>

/* clang-format off */
#define REGISTRY_GAMES(X) X(game_tetris, "tetris") SYSTEMS_GAMES(X)
#define REGISTRY_AGENTS(X)          \
    X(agent_greedy, "greedy")       \
    X(agent_lookahead, "lookahead") \
    X(agent_random, "random")       \
    SYSTEMS_AGENTS(X)
#define REGISTRY_OPTIMISERS(X)          \
    X(optimiser_pso, "pso")             \
    X(optimiser_random, "random")       \
    X(optimiser_ga, "ga")               \
    X(optimiser_lus, "lus")             \
    X(optimiser_noisy_ce, "noisy-ce")   \
    X(optimiser_cmaes, "cmaes")         \
    X(optimiser_grid, "grid")           \
    SYSTEMS_OPTIMISERS(X)               \
    X(optimiser_own, "own") /* last: it does not search, and tests of searches end before it */
#define REGISTRY_FUNCTIONS(X)             \
    X(function_sphere, "sphere")          \
    X(function_rosenbrock, "rosenbrock")  \
    X(function_rastrigin, "rastrigin")    \
    X(function_ackley, "ackley")          \
    X(function_griewank, "griewank")
/* clang-format on */

#define REGISTRY_DECLARE_GAME(part, name) extern const Game part;
#define REGISTRY_DECLARE_AGENT(part, name) extern const Agent part;
#define REGISTRY_DECLARE_OPTIMISER(part, name) extern const Optimiser part;
#define REGISTRY_DECLARE_FUNCTION(part, name) extern const Function part;
REGISTRY_GAMES(REGISTRY_DECLARE_GAME)
REGISTRY_AGENTS(REGISTRY_DECLARE_AGENT)
REGISTRY_OPTIMISERS(REGISTRY_DECLARE_OPTIMISER)
REGISTRY_FUNCTIONS(REGISTRY_DECLARE_FUNCTION)

/* All parts of a kind, NULL at the end; the first is the default. No two parts of a kind have the same name. */
extern const Game *const registry_games[];
extern const Agent *const registry_agents[];
extern const Optimiser *const registry_optimisers[];
extern const Function *const registry_functions[];

/* A way in which published sets of tetris differ, how each does it, and what that costs. what NULL: the end. */
typedef struct {
    const char *what, *ways, *cost;
} SetDifference;
extern const char registry_differ[]; /* a title for them */
extern const SetDifference registry_differences[];

/* The names of the parts, in the order of the arrays above, for a PARAM_CHOICE. */
extern const char *const registry_game_names[];
extern const char *const registry_agent_names[];
extern const char *const registry_optimiser_names[];

/* The game called name, or NULL. */
const Game *registry_game(const char *name);

/* Whether a part belongs to a system that the program was built without. Then out (room) has the end of a sentence, "is of the
 * system ...". kind: the first word of a row of parts.list, or the section of an ini whose `kind` names such parts. */
bool registry_absent(const char *kind, const char *name, char *out, size_t room);

#endif
