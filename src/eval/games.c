/* games.c. Games as an objective: the weights are the position, a game is a play. */
#include "eval/objective.h"

#include <assert.h>

static bool work(const void *self, JobList *l, void *scratch, const StopCheck *stop)
{
    return player_play(self, l, scratch, stop);
}

Objective objective_games(const Player *p, Space space)
{
    assert(space.dim == agent_weights(p->agent, &p->r));
    return (Objective){
        .name = p->r.game->name,
        .space = space,
        .units = game_units(p->r.game, p->r.rules),
        .scratch_bytes = p->scratch_bytes,
        .grain = 1,
        .self = p,
        .work = work,
    };
}
