/* game.c. What is asked of every game: the set of a name, and whether a game is lost. */
#include "game/game.h"

#include <assert.h>
#include <string.h>

bool game_lost(const Game *game, const void *state)
{
    return game->over(state) && (game->lost == NULL || game->lost(state));
}

const FeatureSet *game_set(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    for (int i = 0; i < game->n_sets; i++)
        if (strcmp(game->sets[i].name, name) == 0) return &game->sets[i];
    return NULL;
}
