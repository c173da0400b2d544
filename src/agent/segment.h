/* segment.h. A segment of one game: played from a given state to bounds (game.h), for objectives that are made of parts of games.
 *
 * Idea: the caller owns the states, flat blocks that memcpy copies; so it can go back to a state as often as it likes, and give
 * it another future each time. How a segment ends is the same in all engines: the bounds come first, and that a game is lost
 * shows only when a further turn is wanted.
 *     Beside the levels of the game there is one of the player's own: how bad the best of its moves looked to it when it made its
 * last turn. It does not depend on the chance behind that turn, as no level may, and is kept with the state. Unit: a tenth of the
 * length of the weights, since weights whose multiples play alike are to have the same levels.
 * Never: lets what happens depend on the engine, on the thread, or on what was played before. */
#ifndef SWARMTRIS_AGENT_SEGMENT_H
#define SWARMTRIS_AGENT_SEGMENT_H

#include "agent/engine.h"

/* The levels of a game that has some, by index: its own, and behind them the one of the player; 0 of a game without levels. */
int segment_levels(const Game *game);
const Level *segment_level_of(const Game *game, int level);

/* What plays: a player with the weights of one position. agent and look lie in the scratch of the thread. */
typedef struct {
    const Player *p; /* borrowed */
    const double *x; /* (agent_weights), borrowed */
    void *weights;   /* (lanes->weights_bytes): packed; NULL with the reference engine */
    void *agent;     /* scratch of the agent */
    void *look;      /* scratch in which a move is valued; NULL: the player's own level is not wanted */
    double length;   /* of the weights; needed for that level alone */
} Segment;

typedef enum { SEGMENT_TURNS, SEGMENT_LOW, SEGMENT_HIGH, SEGMENT_LOST } SegmentEnd;

/* Bytes of a state, of packed weights, and of the scratch, for segments that are opened for this level: multiples of
 * LANES_ALIGNMENT, at which each begins, too. Several segments of a thread may share a scratch. */
size_t segment_state_bytes(const Player *p, int level);
size_t segment_weights_bytes(const Player *p);
size_t segment_bytes(const Player *p, int level);

/* Turns that take some milliseconds: a caller that is to stop on request asks for no more at a time. */
int segment_patience(const Player *p);

/* level: one below segment_levels. If it is the player's own, that level may be asked for besides those of the game, and turns
 * take longer. */
void segment_open(Segment *t, const Player *p, const double *x, int level, void *weights, void *scratch);

/* A new game, in which no chance is due. */
void segment_start(const Segment *t, uint64_t seed, void *state);

/* Another future for a state: Game.renew, and the chances that are due. */
void segment_renew(const Segment *t, uint64_t seed, void *state);

/* Plays on to one of the bounds, whose turns are 1 or more; *turns: how many were made. The first bound that is met counts,
 * levels before turns. SEGMENT_LOST: the game ended before any was. */
SegmentEnd segment_play(const Segment *t, void *state, const Bounds *until, int64_t *turns);

/* Game.level, of a player whose game has levels; or the player's own, which is below all others before the first turn. */
int segment_level(const Segment *t, int level, const void *state);

#endif
