/* sound.h. Checks of numbers in a state from outside the program, such as a saved game or a file (Game.sound). */
#ifndef SWARMTRIS_BASE_SOUND_H
#define SWARMTRIS_BASE_SOUND_H

#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Whether the byte of a flag is 0 or 1: C does not define a bool with any other byte. */
static inline bool sound_flag(const bool *flag)
{
    uint8_t byte;
    memcpy(&byte, flag, 1);
    return byte <= 1;
}

/* Whether a number can be a count: not negative, and small enough to add turns for a long time. */
#define SOUND_MOST (INT64_C(1) << 52)
static inline bool sound_count(int64_t n)
{
    return n >= 0 && n < SOUND_MOST;
}

static inline bool sound_between(int64_t n, int64_t least, int64_t most)
{
    return n >= least && n <= most;
}

/* Whether a stream is valid. With an even increment its cycle is short, and a draw with rejection may never end. */
static inline bool sound_rng(const Rng *rng)
{
    return rng->inc % 2 == 1;
}

#endif
