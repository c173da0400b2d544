/* guideline_levels.c. Room game. How near a board is to the loss of the game: levels by which its way there is measured in
 * steps. */
#include "systems/guideline/guideline.h"

#include "base/bits.h"

#include <assert.h>

const Level guideline_levels[GUIDELINE_LEVELS] = {
    {"load", "sum of the heights of all columns, and two for each hole: cells that are to be cleared before the floor shows"},
    {"heights", "sum of the heights of all columns"},
    {"top", "ten for each row of the highest column, and one for each hole"},
    {"mixed", "sum of the heights of all columns, two for each hole, three for each row of the highest column"},
};

/* How much one of each counts, for every level. */
static const struct {
    int heights, holes, top;
} weight[GUIDELINE_LEVELS] = {{1, 2, 0}, {1, 0, 0}, {0, 1, 10}, {1, 2, 3}};

static int filled_cells(const GuidelineBoard *b)
{
    uint64_t bytes = 0;
    for (int i = 0; i < GUIDELINE_WORDS; i++) bytes += bits_in_bytes(b->word[i]);
    return bits_sum(bytes);
}

/* Every cell below the top of its column is filled or a hole. */
int guideline_level(const void *rules, int level, const void *state)
{
    const GuidelineState *s = state;
    int heights = 0;
    (void)rules;
    assert(level >= 0 && level < GUIDELINE_LEVELS);
    for (int x = 0; x < GUIDELINE_WIDTH; x++) heights += s->top[x];
    const int holes = weight[level].holes == 0 ? 0 : heights - filled_cells(&s->board);
    return weight[level].heights * heights + weight[level].holes * holes + weight[level].top * s->height;
}
