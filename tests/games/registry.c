/* registry.c. The registry of a program with a game of the tests, which comes first and so is the default: no other file of the
 * program differs. */
#include "registry.h"

extern const Game game_paddle;
#undef REGISTRY_GAMES
#define REGISTRY_GAMES(X) X(game_paddle, "paddle") X(game_tetris, "tetris")

#include "src/registry.c"
