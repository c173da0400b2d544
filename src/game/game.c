/* game.c. Finds a feature set by its name. */
#include "game/game.h"

#include <assert.h>
#include <string.h>

const FeatureSet *game_set(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    for (int i = 0; i < game->n_sets; i++)
        if (strcmp(game->sets[i].name, name) == 0) return &game->sets[i];
    return NULL;
}
