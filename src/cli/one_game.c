/* one_game.c. Plays one game with the agent of a configuration. */
#include "cli/one_game.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void one_game_start(OneGame *g, const Config *c, const double *w)
{
    assert(w != NULL);
    *g = (OneGame){.table = config_rules(c, c->rules), .agent = c->agent, .w = w};
    g->state = mem_new(1, c->game->state_bytes);
    g->before = mem_new(1, c->game->state_bytes);
    g->odds = mem_new((size_t)c->game->outcomes_max, sizeof *g->odds);
    g->moves = mem_new((size_t)c->game->moves_max, sizeof *g->moves);
    g->scratch = mem_new(1, c->agent->scratch_bytes(&g->table));
    g->plan = mem_new(1, plan_bytes(c->agent, &g->table));
    if (c->agent->branching != NULL) g->decider = decider_create(c->agent, &g->table, c->experiment.threads);
    c->game->start(c->rules, rng_game(rng_key(c->experiment.seed, RNG_PLAY, 0), 0), g->state);
}

void one_game_watch(OneGame *g, const atomic_int *asked)
{
    if (asked == NULL) return;
    g->monitor = monitor_create(NULL, 0, asked);
    g->limit = (SearchLimit){.stop = monitor_check(g->monitor), .every = SEARCH_POLL};
    g->table.limit = &g->limit;
}

void one_game_free(OneGame *g)
{
    free(g->odds);
    free(g->moves);
    free(g->state);
    free(g->before);
    free(g->scratch);
    free(g->plan);
    monitor_destroy(g->monitor);
    decider_destroy(g->decider);
}

bool one_game_goes_on(const OneGame *g)
{
    const Game *game = g->table.game;
    return game->over(g->state) || game->moves(g->table.rules, g->state, g->moves) > 0;
}

bool one_game_draw(OneGame *g)
{
    g->table.game->chance(g->table.rules, g->state);
    return one_game_goes_on(g);
}

bool one_game_turn(OneGame *g, Move *move)
{
    const Game *game = g->table.game;
    g->turn++;
    memcpy(g->before, g->state, game->state_bytes);
    if (game->over(g->state)) return false;
    *move = g->decider != NULL ? decider_choose(g->decider, g->state, g->w, g->nodes, NULL).move
                               : plan_next(g->agent, &g->table, g->state, g->w, g->plan, g->scratch);
    if (search_ended(g->table.limit)) return false;
    g->given_up = *move == AGENT_GIVES_UP;
    if (!g->given_up) game->apply(g->table.rules, g->state, *move);
    return !g->given_up;
}
