/* vector_env.h. Games side by side whose moves come from outside: what the field calls a vector environment.
 *
 * Idea: a game is moved by the number of an action (GameView), and all that a learner may want to see of it is written into
 * arrays of the caller's. Where the lanes of the game have a view (LanesView), the states are theirs and all of it is fast; else
 * they are those of Game, and both show the same in every bit. Each thread takes a share of the games, which have nothing in
 * common. Seeds: game k of place i is game k of those that `swarmtris play` plays with the seed of the place.
 * Never: lets what is shown depend on the number of threads. */
#ifndef SWARMTRIS_EVAL_VECTOR_ENV_H
#define SWARMTRIS_EVAL_VECTOR_ENV_H

#include "base/serialise.h"
#include "eval/vector_games.h"

/* Fills *p, which the caller frees, with what can keep the games of a vector environment: a fast engine whose states can be seen;
 * or the reference where that is asked for (slow), where there are no features, and where the expert plays on it alone, since it
 * may look at all that a state of Game has. */
void vector_env_player(Player *p, Rules table, const Agent *expert, bool slow, const char *isa, int64_t turns_max);

VectorEnv *vector_env_create(const VectorEnvSpec *spec);
/* Another one of the same spec, whose expert has the same weights; its games have not begun. */
VectorEnv *vector_env_like(const VectorEnv *e);
void vector_env_destroy(VectorEnv *e);

/* The weights of the expert (agent_weights), copied; before expert moves are looked at. NULL: none. */
void vector_env_weights(VectorEnv *e, const double *w);

/* Begins the games of the places of which `which` (n) is not 0, NULL: of all, each with its seed (n). */
void vector_env_reset(VectorEnv *e, const uint64_t *seed, const uint8_t *which);

/* The first place whose action (n) is not one that is legal there or -1, which makes no move; n: there is none. */
int vector_env_illegal(const VectorEnv *e, const int32_t *action);

/* Begins game number `game` of a seed in a place. */
void vector_env_begin(VectorEnv *e, int place, uint64_t seed, int game);

/* Moves all games by actions of which none is illegal, and looks. Writes to reward (n) the increase of the score, to done (n)
 * VECTOR_ENV_..., to length (n) the moves of the game so far; each may be NULL. */
void vector_env_step(VectorEnv *e, const int32_t *action, double *reward, uint8_t *done, int64_t *length,
                     const VectorEnvLook *look);
void vector_env_look(VectorEnv *e, const VectorEnvLook *look);

/* Moves by the expert the games of which `which` (n) is not 0; they are moved by this alone since they began, which they do after
 * vector_env_weights. Into action (n): what was done, -1: nothing, because the game is over, not wanted, or given up. */
void vector_env_follow(VectorEnv *e, const uint8_t *which, int32_t *action, double *reward, uint8_t *done, int64_t *length,
                       const VectorEnvLook *look);

/* All that a step changes. After loading, vector_env_sound says whether it is of such games; else it is to be destroyed. */
void vector_env_serialise(VectorEnv *e, Serialiser *v);
bool vector_env_sound(VectorEnv *e);

#endif
