/* stretch.h. A stretch of one game: played from a given state to bounds (game.h), for objectives that are made of parts of games.
 *
 * Idea: the caller owns the states, flat blocks that memcpy copies; so it can go back to a state as often as it likes, and give
 * it another future each time. How a stretch ends is the same in all engines: the bounds come first, and that a game is lost
 * shows only when a further turn is wanted.
 * Never: lets what happens depend on the engine, on the thread, or on what was played before. */
#ifndef SWARMTRIS_AGENT_STRETCH_H
#define SWARMTRIS_AGENT_STRETCH_H

#include "agent/engine.h"

/* What plays: a player with the weights of one position. All but p and x lies in the scratch of the thread. */
typedef struct {
    const Player *p; /* borrowed */
    const double *x; /* (set->n), borrowed */
    void *weights;   /* (lanes->weights_bytes): packed; NULL with the reference engine */
    void *agent;     /* scratch of the agent */
} Stretch;

typedef enum { STRETCH_TURNS, STRETCH_LOW, STRETCH_HIGH, STRETCH_LOST } StretchEnd;

/* Bytes of a state, a multiple of LANES_ALIGNMENT, and of the scratch. States and scratch begin at multiples of it. */
size_t stretch_state_bytes(const Player *p);
size_t stretch_bytes(const Player *p);

/* Turns that take some milliseconds: a caller that is to stop on request asks for no more at a time. */
int stretch_patience(const Player *p);

void stretch_open(Stretch *t, const Player *p, const double *x, void *scratch);

/* A new game, in which no chance is due. */
void stretch_start(const Stretch *t, uint64_t seed, void *state);

/* Another future for a state: Game.renew, and the chances that are due. */
void stretch_renew(const Stretch *t, uint64_t seed, void *state);

/* Plays on to one of the bounds, whose turns are 1 or more; *turns: how many were made. The first bound that is met counts,
 * levels before turns. STRETCH_LOST: the game ended before any was. */
StretchEnd stretch_play(const Stretch *t, void *state, const Bounds *until, int64_t *turns);

/* Game.level, of a player whose game has levels. */
int stretch_level(const Stretch *t, int level, const void *state);

Tally stretch_tally(const Stretch *t, const void *state);

#endif
