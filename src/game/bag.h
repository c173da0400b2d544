/* bag.h. Pieces that come out of a bag: all of them once, in random order, before any comes again.
 *
 * A bag is a word with a bit for each piece that is left in it. It is never empty: taking the last piece refills it. */
#ifndef SWARMTRIS_GAME_BAG_H
#define SWARMTRIS_GAME_BAG_H

#include "base/bits.h"
#include "base/rng.h"

#include <stdbool.h>

/* One of the pieces that are left, each as likely; it stays in the bag. */
static inline int bag_draw(uint32_t bag, Rng *rng)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)bits_count(bag)); skip > 0; skip--) bag &= bag - 1;
    return __builtin_ctz(bag);
}

/* The bag without this piece; 0 if there is no bag (all = 0). A piece that the bag lacks, from a given list, changes nothing. */
static inline uint32_t bag_take(uint32_t bag, uint32_t all, int piece)
{
    const uint32_t left = bag & ~(UINT32_C(1) << piece);
    return left != 0 ? left : all;
}

/* The bag before this piece was taken; 0 without a bag. A full bag had just been refilled: the piece was its last. */
static inline uint32_t bag_put_back(uint32_t bag, uint32_t all, int piece)
{
    return ((bag == all ? 0 : bag) | UINT32_C(1) << piece) & all;
}

/* Whether `bag` can be what is left of the full bag `all`; all = 0: there is no bag. */
static inline bool bag_sound(uint32_t bag, uint32_t all)
{
    return (bag != 0) == (all != 0) && (bag & ~all) == 0;
}

#endif
