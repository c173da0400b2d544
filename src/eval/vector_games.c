/* vector_games.c. Begins and moves single games of a vector environment. */
#include "eval/vector_games.h"

#include "base/rng.h"

#include <string.h>

Tally vector_tally(const VectorEnv *e, int i)
{
    return e->view != NULL ? e->spec.player->lanes->tally(vector_state(e, i)) : e->t->game->tally(vector_state(e, i));
}

/* Which of the moves of Game an action makes; -1: none. */
static int move_number(const VectorEnv *e, int i, int action)
{
    const Move *move = vector_moves(e, i);
    if (e->shape.axes == 0) return action < e->moves[i] ? action : -1;
    for (int k = 0; k < e->moves[i]; k++)
        if (vector_action(e, move[k], k) == action) return k;
    return -1;
}

bool vector_legal(const VectorEnv *e, int i, int action)
{
    if (action < 0 || action >= e->shape.actions) return false;
    return e->view != NULL ? (e->legal[i] >> action & 1) != 0 : move_number(e, i, action) >= 0;
}

/* Looks for the moves of a state in which no chance is due. */
void vector_find_moves(VectorEnv *e, int i)
{
    const Game *g = e->t->game;
    void *state = vector_state(e, i);
    bool any;
    if (e->view != NULL) {
        e->legal[i] = e->view->legal(e->spec.player->plan, state);
        any = e->legal[i] != 0;
    } else {
        e->moves[i] = g->over(state) ? 0 : g->moves(e->t->rules, state, vector_moves(e, i));
        any = e->moves[i] > 0;
    }
    const int64_t most = e->spec.player->turns_max;
    e->done[i] = !any ? VECTOR_ENV_OVER : most > 0 && vector_tally(e, i).turns >= most ? VECTOR_ENV_CUT : VECTOR_ENV_GOING;
    if (e->done[i] != VECTOR_ENV_GOING) e->legal[i] = 0, e->moves[i] = 0;
    e->expert[i] = VECTOR_ENV_UNKNOWN;
}

void vector_draw(VectorEnv *e, int i)
{
    void *state = vector_state(e, i);
    int kind;
    if (e->view != NULL)
        e->spec.player->lanes->chance(e->spec.player->plan, &state, 1, &kind);
    else
        e->t->game->chance(e->t->rules, state);
    vector_find_moves(e, i);
}

void vector_forget_plan(VectorEnv *e, int i)
{
    if (e->plan_bytes > 0) vector_plan(e, i)->n = vector_plan(e, i)->made = 0;
}

void vector_begin(VectorEnv *e, int i)
{
    const uint64_t seed = rng_game(rng_key(e->seed[i], RNG_PLAY, 0), e->game[i]);
    if (e->view != NULL) {
        e->spec.player->lanes->start(e->spec.player->plan, e->weights, seed, vector_state(e, i));
    } else {
        memset(vector_state(e, i), 0, e->state_bytes);
        e->t->game->start(e->t->rules, seed, vector_state(e, i));
    }
    vector_forget_plan(e, i);
    vector_draw(e, i);
}

/* A plan goes on as long as the game is moved by it. */
void vector_make(VectorEnv *e, int i, int action)
{
    if (action != e->expert[i]) vector_forget_plan(e, i);
    if (e->view != NULL)
        e->view->make(e->spec.player->plan, vector_state(e, i), action);
    else
        e->t->game->apply(e->t->rules, vector_state(e, i), vector_moves(e, i)[move_number(e, i, action)]);
    vector_draw(e, i);
}
