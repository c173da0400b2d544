/* guideline_features.c. Room game. What a controller reads off a placement: one pure function for each feature, its definition
 * above it.
 *
 * H rows, W columns. Beside the board stand filled walls, below it a filled floor. All features are whole numbers, but for
 * landing_height, which is counted in halves.
 * The functions read a View: what several of them need is computed once for all features of a move. */
#include "systems/guideline/guideline.h"

#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>

enum { W = GUIDELINE_WIDTH };

/* Bits of a word. INSIDE: the cells; WALLS: the walls beside them; EDGES: the left one of any two neighbours, wall or cell. */
#define INSIDE (GUIDELINE_ALL_ROWS * GUIDELINE_FULL_ROW)
#define WALLS (GUIDELINE_ALL_ROWS << (GUIDELINE_SHIFT - 1) | GUIDELINE_ALL_ROWS << (GUIDELINE_SHIFT + W))
#define EDGES (INSIDE | GUIDELINE_ALL_ROWS << (GUIDELINE_SHIFT - 1))

/* What the features read. They use only those words of a board that hold its filled rows and at least one empty row above. */
typedef struct {
    const GuidelineRules *rules;          /* borrowed, as the states */
    const GuidelineState *before, *after; /* the state in which the move was chosen, and the one that it led to */
    int words;                            /* number of words of the board after clearing */

    /* NEED_COVERED: empty cells of the board after clearing that have a filled one above them in their column, (words). */
    uint64_t covered[GUIDELINE_WORDS];

    /* NEED_STACK: the board with the piece on it, full rows not removed. */
    int stack_height, stack_words;           /* rows that are not empty; number of words */
    const uint64_t *stack;                   /* its words, (stack_words): those of after, or of placed if rows were cleared */
    uint64_t stack_covered[GUIDELINE_WORDS]; /* as covered, (stack_words) */
    uint64_t joined[GUIDELINE_WORDS];        /* empty cells that are connected with the spawn cell, (stack_words) */
    GuidelineBoard placed;                   /* unset if no rows were cleared */
} GuidelineView;

enum { NEED_COVERED = 1, NEED_STACK = 2 };

/* ---- words ---- */

static int words_for(int height)
{
    assert(height <= GUIDELINE_HEIGHT_MAX);
    return height / 4 + 1;
}

/* A word whose every cell holds the cell below it (from_below) or above it (from_above). */
static inline uint64_t from_below(const uint64_t *word, int i)
{
    return word[i] << 16 | (i > 0 ? word[i - 1] >> 48 : 0);
}
static inline uint64_t from_above(const uint64_t *word, int i, int words)
{
    return word[i] >> 16 | (i + 1 < words ? word[i + 1] << 48 : 0);
}

/* Every empty cell with a filled one above it. */
static void find_covered(const uint64_t *board, int words, uint64_t *covered)
{
    uint64_t above = 0; /* the columns that are filled somewhere above this word, in its uppermost row */
    for (int i = words - 1; i >= 0; i--) {
        uint64_t under = board[i] | above;
        under |= under >> 16;
        under |= under >> 32;
        covered[i] = under & ~board[i];
        above = under << 48;
    }
}

/* Empty cells with a filled one, or the wall, on either side. */
static inline uint64_t between_filled(uint64_t word)
{
    uint64_t x = word | WALLS;
    return ~x & x << 1 & x >> 1 & INSIDE;
}

/* ---- the view ---- */

/* Adds the cells of `room` that touch `joined` to `joined`, until there are no more. */
static void spread(const uint64_t *room, int words, uint64_t *joined)
{
    uint64_t found;
    do {
        found = 0;
        for (int i = 0; i < words; i++) {
            uint64_t at = joined[i];
            uint64_t next = at << 1 | at >> 1 | from_below(joined, i) | from_above(joined, i, words);
            next &= room[i] & ~at;
            joined[i] |= next;
            found |= next;
        }
    } while (found != 0);
}

/* If the top row of the board is empty, it connects all empty cells above the tops of their columns. Then only covered cells
 * are searched. Otherwise the search begins at the spawn cell. */
static void find_joined(GuidelineView *v)
{
    uint64_t empty[GUIDELINE_WORDS], any = 0;
    int height = v->rules->height, top = height - 1;
    bool open = v->stack_height < height;
    for (int i = 0; i < v->stack_words; i++) {
        empty[i] = ~v->stack[i] & INSIDE;
        v->joined[i] = open ? empty[i] & ~v->stack_covered[i] : 0;
        any |= v->stack_covered[i];
    }
    if (!open) {
        empty[height / 4] &= (UINT64_C(1) << (16 * (height % 4))) - 1; /* no path leads above the board */
        v->joined[top / 4] = empty[top / 4] & UINT64_C(1) << (16 * (top % 4) + GUIDELINE_SHIFT + GUIDELINE_SPAWN_COLUMN);
    }
    if (!open || any != 0) spread(empty, v->stack_words, v->joined);
}

static void look_at_stack(GuidelineView *v)
{
    const GuidelineState *after = v->after;
    v->stack = after->board.word;
    v->stack_height = after->height;
    if (after->cleared > 0) {
        const GuidelineShape *shape = &guideline_shapes[after->placed][guideline_state(after->move)];
        int y = guideline_landing_row(after->move);
        v->placed = v->before->board;
        guideline_add(&v->placed, shape, guideline_column(after->move), y);
        v->stack = v->placed.word;
        v->stack_height = y + shape->height > v->before->height ? y + shape->height : v->before->height;
    }
    v->stack_words = words_for(v->stack_height);
    find_covered(v->stack, v->stack_words, v->stack_covered);
    find_joined(v);
}

/* ---- for the penalty: the board with the piece on it, full rows not removed (guideline player with hold, 2020) ---- */

/* Empty cells of the stack that no path of empty cells, each sharing a side with the next, connects with the spawn cell (column 3
 * of the top row). If the spawn cell is filled, all empty cells of the stack are closed. */
static int closed_holes(const GuidelineView *v)
{
    uint64_t bytes = 0;
    for (int i = 0; i < v->stack_words; i++) {
        int rows = v->stack_height - 4 * i; /* rows of the stack from this word up */
        uint64_t closed = ~v->stack[i] & ~v->joined[i] & INSIDE;
        bytes += bits_in_bytes(rows >= 4 ? closed : closed & ((UINT64_C(1) << (16 * rows)) - 1));
    }
    return bits_sum(bytes);
}

/* Empty cells that are connected with the spawn cell and have a filled cell above them in their column. */
static int blocked_cells(const GuidelineView *v)
{
    uint64_t bytes = 0;
    for (int i = 0; i < v->stack_words; i++) bytes += bits_in_bytes(v->stack_covered[i] & v->joined[i]);
    return bits_sum(bytes);
}

/* Whether a column has three or more set cells. Each of the four rows of a word is counted up to three over all words; then the
 * counts of the rows are added by halves. */
static bool has_three_in_a_column(const uint64_t *word, int words)
{
    uint64_t once = 0, twice = 0, thrice = 0;
    for (int i = 0; i < words; i++) {
        thrice |= twice & word[i];
        twice |= once & word[i];
        once |= word[i];
    }
    for (int half = 32; half >= 16; half /= 2) {
        thrice |= thrice >> half | (twice & once >> half) | (once & twice >> half);
        twice |= twice >> half | (once & once >> half);
        once |= once >> half;
    }
    return (thrice & GUIDELINE_FULL_ROW) != 0;
}

/* Empty cells connected with the spawn cell, with three narrow cells or more above them and no filled cell in between. A narrow
 * cell is empty, both neighbours filled. once, twice, thrice: a bit for each column that has had so many narrow cells since its
 * last filled one, from the top down. */
static int tall_wells(const GuidelineView *v)
{
    uint64_t narrow[GUIDELINE_WORDS], once = 0, twice = 0, thrice = 0;
    int tall = 0;
    for (int i = 0; i < v->stack_words; i++) narrow[i] = between_filled(v->stack[i]);
    if (!has_three_in_a_column(narrow, v->stack_words)) return 0;
    for (int y = v->stack_height - 1; y >= 0; y--) {
        uint64_t empty = ~v->stack[y / 4] >> (16 * (y % 4)), here = narrow[y / 4] >> (16 * (y % 4));
        uint64_t joined = v->joined[y / 4] >> (16 * (y % 4)) & 0xffff & thrice;
        for (; joined != 0; joined &= joined - 1) tall++;
        thrice = (thrice | (twice & here)) & empty;
        twice = (twice | (once & here)) & empty;
        once = (once | here) & empty;
    }
    return tall;
}

/* Rows that are not empty. No empty row lies below a filled one: a piece rests on what is below it. */
static int stack_height(const GuidelineView *v)
{
    return v->stack_height;
}

static int full_rows(const GuidelineView *v)
{
    return v->after->cleared;
}

static int height_over(const GuidelineView *v, int rows)
{
    int over = v->stack_height - rows - v->after->cleared;
    return over > 0 ? over : 0;
}

/* Rows of the stack that are not full, beyond half the height of the board: 10 of 20; beyond three quarters of it: 15. */
static int height_over_half(const GuidelineView *v)
{
    return height_over(v, v->rules->height / 2);
}
static int height_over_three_quarters(const GuidelineView *v)
{
    return height_over(v, v->rules->height * 3 / 4);
}

/* ---- heights, and the move ---- */

/* Height of the highest column. */
static int max_height(const GuidelineView *v)
{
    return v->after->height;
}

/* Sum of the heights. */
static int aggregate_height(const GuidelineView *v)
{
    int sum = 0;
    for (int x = 0; x < W; x++) sum += v->after->top[x];
    return sum;
}

/* Sum of |h_i - h_(i+1)| over neighbouring columns. */
static int height_differences(const GuidelineView *v)
{
    int sum = 0;
    for (int x = 0; x + 1 < W; x++) sum += abs(v->after->top[x] - v->after->top[x + 1]);
    return sum;
}

/* How many of -2 .. 2 occur among h_(i+1) - h_i. Bit 0 of steps is a step of -2, bit 2 a step of 0. */
static int diversity(const GuidelineView *v)
{
    unsigned steps = 0;
    for (int x = 0; x + 1 < W; x++) {
        unsigned step = (unsigned)(v->after->top[x + 1] - v->after->top[x] + 2);
        if (step <= 4) steps |= 1u << step;
    }
    return (int)((steps & 1) + (steps >> 1 & 1) + (steps >> 2 & 1) + (steps >> 3 & 1) + (steps >> 4));
}

static int rows_cleared(const GuidelineView *v)
{
    return v->after->cleared;
}

/* Rows that the move cleared times the cells of the piece that lay in them. */
static int eroded_cells(const GuidelineView *v)
{
    return v->after->cleared * v->after->eroded;
}

/* Lowest row of the piece, before clearing, + (its height - 1) / 2; counted in halves. */
static int landing_height(const GuidelineView *v)
{
    if (v->after->placed == GUIDELINE_NO_PIECE) return 0;
    const GuidelineShape *shape = &guideline_shapes[v->after->placed][guideline_state(v->after->move)];
    return 2 * guideline_landing_row(v->after->move) + shape->height - 1;
}

/* ---- changes between filled and empty ---- */

/* Along rows 0 .. H - 1, wall to wall. An empty row has two, so each row above the words adds two. */
static int row_transitions(const GuidelineView *v)
{
    uint64_t bytes = 0;
    for (int i = 0; i < v->words; i++) {
        uint64_t x = v->after->board.word[i] | WALLS;
        bytes += bits_in_bytes((x ^ x >> 1) & EDGES);
    }
    return bits_sum(bytes) + 2 * (v->rules->height - 4 * v->words);
}

/* Changes up the columns, from the filled floor to row H, which is always empty. */
static int column_transitions(const GuidelineView *v)
{
    uint64_t bytes = 0, below = GUIDELINE_FULL_ROW;
    for (int i = 0; i < v->words; i++) {
        uint64_t word = v->after->board.word[i];
        bytes += bits_in_bytes(word ^ (word << 16 | below));
        below = word >> 48;
    }
    return bits_sum(bytes);
}

/* ---- holes ---- */

/* Empty cells with a filled one above them in their column. */
static int holes(const GuidelineView *v)
{
    uint64_t bytes = 0;
    for (int i = 0; i < v->words; i++) bytes += bits_in_bytes(v->covered[i]);
    return bits_sum(bytes);
}

/* Filled cells with an empty one below them in their column, each once. */
static int hole_depth(const GuidelineView *v)
{
    uint64_t bytes = 0, gap = 0; /* gap: columns with an empty cell below this word, in its lowest row */
    for (int i = 0; i < v->words; i++) {
        uint64_t filled = v->after->board.word[i], empty = ~filled & INSIDE;
        uint64_t over = empty << 16 | gap;
        over |= over << 16;
        over |= over << 32;
        bytes += bits_in_bytes(filled & over);
        gap = (over | empty) >> 48;
    }
    return bits_sum(bytes);
}

/* Rows with at least one hole. Adding the full row's bits carries into bit 13 of a row exactly if it has a hole: the bits of a
 * row below its lowest column are not set. */
static int rows_with_holes(const GuidelineView *v)
{
    uint64_t bytes = 0;
    for (int i = 0; i < v->words; i++)
        bytes += bits_in_bytes((v->covered[i] + INSIDE) & GUIDELINE_ALL_ROWS << (GUIDELINE_SHIFT + W));
    return bits_sum(bytes);
}

/* ---- wells ---- */

/* Every empty cell between filled neighbours, covered or not, adds 1 + the number of empty cells right below it. The loop
 * counts these well cells, then moves them down by one as long as they meet empty cells. */
static int wells(const GuidelineView *v)
{
    uint64_t at[GUIDELINE_WORDS], any = 0;
    const uint64_t *word = v->after->board.word;
    int sum = 0;
    for (int i = 0; i < v->words; i++) any |= at[i] = between_filled(word[i]);
    while (any != 0) {
        uint64_t bytes = 0;
        any = 0;
        for (int i = 0; i < v->words; i++) {
            bytes += bits_in_bytes(at[i]);
            any |= at[i] = from_above(at, i, v->words) & ~word[i];
        }
        sum += bits_sum(bytes);
    }
    return sum;
}

/* Empty cells above the top of their column between filled neighbours. */
static int open_wells(const GuidelineView *v)
{
    uint64_t bytes = 0;
    for (int i = 0; i < v->words; i++) bytes += bits_in_bytes(between_filled(v->after->board.word[i]) & ~v->covered[i]);
    return bits_sum(bytes);
}

/* ---- the list ---- */

#define AS_FEATURE(index, name, needs, unit, definition, source) [GUIDELINE_##index] = {#name, definition, source, false},
#define AS_MOVE_FEATURE(index, name, needs, unit, definition, source) [GUIDELINE_##index] = {#name, definition, source, true},
#define AS_COUNT(index, name, needs, unit, definition, source) [GUIDELINE_##index] = {name, needs, unit},

const Feature guideline_features[GUIDELINE_FEATURES] = {GUIDELINE_FEATURE_LIST(AS_FEATURE, AS_MOVE_FEATURE)};

/* A feature is its count x unit. needs: the parts of the view that its function looks at. */
static const struct {
    int (*count)(const GuidelineView *v);
    int needs;
    double unit;
} counts[GUIDELINE_FEATURES] = {GUIDELINE_FEATURE_LIST(AS_COUNT, AS_COUNT)};

_Static_assert((int)GUIDELINE_FEATURES <= (int)FEATURE_SET_MAX, "as many as a set may have");

double guideline_value(const void *rules, int feature, const void *before, const void *after)
{
    double value;
    guideline_values(rules, &(FeatureSet){.index = &feature, .n = 1}, before, after, &value);
    return value;
}

void guideline_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    GuidelineView v;
    int needs = 0;
    for (int i = 0; i < set->n; i++) needs |= counts[set->index[i]].needs;
    v.rules = rules, v.before = before, v.after = after;
    v.words = words_for(v.after->height);
    if (needs & NEED_COVERED) find_covered(v.after->board.word, v.words, v.covered);
    if (needs & NEED_STACK) look_at_stack(&v);
    for (int i = 0; i < set->n; i++) out[i] = counts[set->index[i]].count(&v) * counts[set->index[i]].unit;
}

/* ---- sets: features stand in the order in which the sum of a value adds them ---- */

#define F(name) GUIDELINE_##name
#define DELLACHERIE_SIX F(LANDING_HEIGHT), F(ERODED_CELLS), F(ROW_TRANSITIONS), F(COLUMN_TRANSITIONS), F(HOLES), F(WELLS)
#define PENALTY_SEVEN                                                                                     \
    F(CLOSED_HOLES), F(BLOCKED_CELLS), F(TALL_WELLS), F(STACK_HEIGHT), F(FULL_ROWS), F(HEIGHT_OVER_HALF), \
        F(HEIGHT_OVER_THREE_QUARTERS)

static const int bcts[] = {DELLACHERIE_SIX, F(HOLE_DEPTH), F(ROWS_WITH_HOLES)};
static const int dellacherie[] = {DELLACHERIE_SIX};
static const int dt_wells[] = {DELLACHERIE_SIX, F(HOLE_DEPTH), F(ROWS_WITH_HOLES), F(DIVERSITY)};
static const int penalty_bcts[] = {PENALTY_SEVEN, DELLACHERIE_SIX, F(HOLE_DEPTH), F(ROWS_WITH_HOLES)};

const FeatureSet guideline_sets[GUIDELINE_SETS] = {
    FEATURE_SET("bcts", "Thiery & Scherrer 2009", bcts),
    FEATURE_SET("dellacherie", "Dellacherie, in Fahey 2003", dellacherie),
    FEATURE_SET("dt-wells", "Gabillon, Ghavamzadeh & Scherrer 2013, with wells as they are defined", dt_wells),
    FEATURE_SET("penalty-bcts", "what the penalty of the guideline player with hold is made of, and bcts", penalty_bcts),
};
