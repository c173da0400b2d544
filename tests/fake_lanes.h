/* fake_lanes.h. Lanes of four that are no faster than the reference: what brings games together can be tested without vectors.
 *
 * States are those of the reference engine. Kinds: the piece to place, twice: below half of the board and above, where games
 * end, so there are common kinds and rare ones. They give away as little as the joint allows: values that may be off are off, by
 * up to the slack, which is half of the largest weight. Blocks that are not aligned, groups that are too large, or of mixed
 * kinds, fail the test. */
#ifndef SWARMTRIS_TESTS_FAKE_LANES_H
#define SWARMTRIS_TESTS_FAKE_LANES_H

#include "game/lanes.h"

/* Of the instruction set "plain". Unlike the reference it does not see that a game is lost before a move is asked for, as lanes
 * may do; `early` does. `alone`, of the instruction set of that name, plays one game alone as well. */
extern const Lanes fake_lanes, fake_lanes_early, fake_lanes_alone;

/* Tetris with no other lanes than fake_lanes and fake_lanes_alone. */
Game fake_game(void);

/* What `value` was asked for: groups, states in them, those of them for the exact double. */
typedef struct {
    long groups, states, exact;
} FakeUse;

/* From now on what is asked of this plan is counted in *use. */
void fake_lanes_count(void *plan, FakeUse *use);

/* A state of the fake from one of Game, which is its beginning. */
void fake_lanes_pack(const void *game_state, void *state);

#endif
