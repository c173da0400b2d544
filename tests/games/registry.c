/* registry.c. The registry of a program with a game of the tests, which comes first and so is the default, and with an agent of
 * the tests behind the others: no other file of the program differs. */
#include "registry.h"

extern const Game game_paddle;
extern const Agent agent_network;
#undef REGISTRY_GAMES
#define REGISTRY_GAMES(X) X(game_paddle, "paddle") X(game_tetris, "tetris")
#undef REGISTRY_AGENTS
#define REGISTRY_AGENTS(X) \
    X(agent_greedy, "greedy") X(agent_lookahead, "lookahead") X(agent_random, "random") X(agent_network, "network")

#include "src/registry.c"
