/* game.c. Helpers for every game: checks, units, sets, observations and rewards by name, and whether it is lost. */
#include "game/game.h"

#include <assert.h>
#include <string.h>

int game_check(const Game *game, const void *rules, Finding *out)
{
    return game->check != NULL ? game->check(rules, out) : 0;
}

int game_check_set(const Game *game, const void *rules, const FeatureSet *set, Finding *out)
{
    return game->check_set != NULL ? game->check_set(rules, set, out) : 0;
}

const Units *game_units(const Game *game, const void *rules)
{
    const Units *by_rules = game->units_by != NULL ? game->units_by(rules) : NULL;
    return by_rules != NULL ? by_rules : &game->units;
}

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

const Observation *game_observation(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    const GameLearning *l = game->learning;
    for (int i = 0; l != NULL && i < l->n_observations; i++)
        if (name[0] == '\0' || strcmp(l->observations[i].name, name) == 0) return &l->observations[i];
    return NULL;
}

const Reward *game_reward(const Game *game, const char *name)
{
    assert(game != NULL && name != NULL);
    const GameLearning *l = game->learning;
    for (int i = 0; l != NULL && i < l->n_rewards; i++)
        if (name[0] == '\0' || strcmp(l->rewards[i].name, name) == 0) return &l->rewards[i];
    return NULL;
}
