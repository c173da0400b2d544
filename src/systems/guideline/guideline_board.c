/* guideline_board.c. Room game. What a piece does to the board: where it lands when it is dropped, and what is left once full
 * rows are removed. Also the levels, which say how near a board is to the loss of the game. */
#include "systems/guideline/guideline.h"

#include "base/bits.h"

#include <assert.h>
#include <string.h>

/* ---- dropping ---- */

/* The row on which a shape comes to rest if it falls from above all tops, its leftmost cells over column x. */
static int landing(const GuidelineState *s, const GuidelineShape *shape, int x)
{
    int y = 0;
    for (int i = 0; i < shape->width; i++) {
        int rests_on = s->top[x + i] - shape->bottom[i];
        if (rests_on > y) y = rests_on;
    }
    return y;
}

/* All cells between where the piece appears and the tops of its columns are empty. So it can be dropped if and only if it comes
 * to rest lower than it appears. Of states with the same cells the first one stands highest in its matrix, so it can fall
 * wherever a later one can. */
int guideline_drops(const GuidelineRules *rules, const GuidelineState *s, int piece, bool other, bool distinct, Move *out)
{
    const int states = distinct ? guideline_distinct_states(piece) : GUIDELINE_STATES;
    int n = 0;
    for (int state = 0; state < states; state++) {
        const GuidelineShape *shape = &guideline_shapes[piece][state];
        int start = rules->height - 1 - shape->drop;
        for (int x = 0; x + shape->width <= GUIDELINE_WIDTH; x++) {
            int y = landing(s, shape, x);
            if (y < start) out[n++] = guideline_move(other, state, x - shape->left, y);
        }
    }
    return n;
}

/* ---- placing ---- */

/* Bit 16 j + 13 is set if row j of the word is full: adding one to the lowest column carries through a full row. */
static uint64_t full_rows(uint64_t word)
{
    return (word + (GUIDELINE_ALL_ROWS << GUIDELINE_SHIFT)) & (GUIDELINE_ALL_ROWS << (GUIDELINE_SHIFT + GUIDELINE_WIDTH));
}

/* Rebuilds the rows from the piece's lowest row upwards without the full ones. Only rows of the piece can be full. */
static void clear_rows(GuidelineState *s, const GuidelineShape *shape, int lowest)
{
    GuidelineBoard old = s->board;
    int to = lowest;
    for (int y = lowest; y < GUIDELINE_ROWS; y++) s->board.word[y / 4] &= ~(UINT64_C(0xffff) << (16 * (y % 4)));
    for (int y = lowest; y < GUIDELINE_ROWS; y++) {
        unsigned row = guideline_row(&old, y);
        if (row != GUIDELINE_FULL_ROW) {
            guideline_add_row(&s->board, to++, row);
            continue;
        }
        assert(y - lowest < shape->height);
        s->cleared++;
        for (unsigned cells = (unsigned)(shape->cells >> (16 * (y - lowest))) & 0xf; cells != 0; cells &= cells - 1) s->eroded++;
    }
}

static void measure_tops(GuidelineState *s)
{
    unsigned seen = 0;
    memset(s->top, 0, sizeof s->top);
    s->height = 0;
    for (int y = GUIDELINE_ROWS - 1; y >= 0; y--) {
        unsigned row = guideline_row(&s->board, y), found = row & ~seen;
        if (row != 0 && s->height == 0) s->height = (uint8_t)(y + 1);
        for (int x = 0; found >> GUIDELINE_SHIFT != 0 && x < GUIDELINE_WIDTH; x++)
            if (found >> (GUIDELINE_SHIFT + x) & 1) s->top[x] = (uint8_t)(y + 1);
        seen |= row;
    }
}

void guideline_place(GuidelineState *s)
{
    const GuidelineShape *shape = &guideline_shapes[s->placed][guideline_state(s->move)];
    int x = guideline_column(s->move), y = guideline_landing_row(s->move);
    assert(x + shape->left >= 0 && x + shape->left + shape->width <= GUIDELINE_WIDTH);
    assert(y >= 0 && y + shape->height <= GUIDELINE_HEIGHT_MAX);
    guideline_add(&s->board, shape, x, y);
    s->cleared = s->eroded = 0;
    uint64_t full = full_rows(s->board.word[y / 4]) | full_rows(s->board.word[y / 4 + 1]);
    if (full != 0) {
        clear_rows(s, shape, y);
        measure_tops(s);
        return;
    }
    for (int i = 0; i < shape->width; i++) { /* the piece may have slid under what lies above: then the top stays */
        uint8_t *top = &s->top[x + shape->left + i], raised = (uint8_t)(y + shape->top[i]);
        if (raised > *top) *top = raised;
    }
    if (y + shape->height > s->height) s->height = (uint8_t)(y + shape->height);
}

/* ---- levels ---- */

const Level guideline_levels[GUIDELINE_LEVELS] = {
    {"load", "sum of the heights of all columns, and two for each hole: cells that are to be cleared before the floor shows"},
    {"heights", "sum of the heights of all columns"},
    {"top", "ten for each row of the highest column, and one for each hole"},
    {"mixed", "sum of the heights of all columns, two for each hole, three for each row of the highest column"},
};

/* How much each level counts the sum of heights, the holes and the highest column. */
static const struct {
    int heights, holes, top;
} weight[GUIDELINE_LEVELS] = {{1, 2, 0}, {1, 0, 0}, {0, 1, 10}, {1, 2, 3}};

/* Every cell below the top of its column is filled or a hole, so the holes follow from the heights and the filled cells. */
int guideline_level(const void *rules, int level, const void *state)
{
    const GuidelineState *s = state;
    int heights = 0;
    uint64_t filled = 0; /* cells, summed byte by byte */
    (void)rules;
    assert(level >= 0 && level < GUIDELINE_LEVELS);
    for (int x = 0; x < GUIDELINE_WIDTH; x++) heights += s->top[x];
    for (int i = 0; i < GUIDELINE_WORDS && weight[level].holes != 0; i++) filled += bits_in_bytes(s->board.word[i]);
    const int holes = weight[level].holes == 0 ? 0 : heights - bits_sum(filled);
    return weight[level].heights * heights + weight[level].holes * holes + weight[level].top * s->height;
}
