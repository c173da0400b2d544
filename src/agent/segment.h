/* segment.h. A segment of one game: played from a given state to bounds (game.h), for objectives that are made of parts of games.
 *
 * Idea: the caller owns the states, flat blocks that memcpy copies. So the caller can go back to a state any number of times, and
 * give it another future each time. A segment ends alike in all engines: bounds are checked first, and a lost game is noticed
 * only when a further turn is wanted. The player adds a level of its own to those of the game: how bad the best of its moves
 * looked at its last turn. Like every level, it does not depend on the chance after that turn. It is kept with the state.
 * Unit: a tenth of the length of the weights, since weights whose multiples play alike must have the same levels.
 * Never: lets what happens depend on the engine, on the thread, or on what was played before. */
#ifndef SWARMTRIS_AGENT_SEGMENT_H
#define SWARMTRIS_AGENT_SEGMENT_H

#include "agent/engine.h"

/* How many levels a game has here: its own, then the player's; 0 if the game has none. segment_level_of: a level by its index. */
int segment_levels(const Game *game);
const Level *segment_level_of(const Game *game, int level);

/* A player with the weights of one position. agent and look lie in the scratch of the thread. */
typedef struct {
    const Player *p; /* borrowed */
    const double *x; /* (agent_weights), borrowed */
    void *weights;   /* (lanes->weights_bytes): packed; NULL with the reference engine */
    void *agent;     /* scratch of the agent */
    void *look;      /* scratch in which moves are valued; NULL: the player's own level is not wanted */
    double length;   /* of the weights; needed for the player's own level alone */
    SearchLimit
        *limit; /* borrowed; where the agent counts; when it is due or has ended, a segment ends before its bounds. NULL: none */
} Segment;

typedef enum { SEGMENT_TURNS, SEGMENT_LOW, SEGMENT_HIGH, SEGMENT_LOST } SegmentEnd;

/* Bytes of a state, of packed weights and of the scratch, for segments opened with this level. All are multiples of
 * LANES_ALIGNMENT, at which each block must begin. Several segments of a thread may share a scratch. */
size_t segment_state_bytes(const Player *p, int level);
size_t segment_weights_bytes(const Player *p);
size_t segment_bytes(const Player *p, int level);

/* Opens a segment. level: index below segment_levels. With the player's own level, segment_level answers for it as well as for
 * those of the game, and turns take longer. */
void segment_open(Segment *s, const Player *p, const double *x, int level, void *weights, void *scratch);

/* Begins a new game and draws its first chances, so that none is due. */
void segment_start(const Segment *s, uint64_t seed, void *state);

/* Gives a state another future: Game.renew, then the chances that are due. */
void segment_renew(const Segment *s, uint64_t seed, void *state);

/* Plays on to one of the bounds, whose turns are 1 or more; *turns: how many were made. The first bound that is met counts,
 * levels before turns. SEGMENT_LOST: the game ended before any was met. SEGMENT_TURNS with fewer turns: the caller is to poll. */
SegmentEnd segment_play(const Segment *s, void *state, const Bounds *until, int64_t *turns);

/* A level of a state (Game.level), or the player's own, which is below all others before the first turn. */
int segment_level(const Segment *s, int level, const void *state);

#endif
