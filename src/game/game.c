#include "game/game.h"

#include <string.h>

const FeatureSet *game_set(const Game *game, const char *name)
{
    for (int i = 0; i < game->n_sets; i++)
        if (strcmp(game->sets[i].name, name) == 0) return &game->sets[i];
    return NULL;
}
