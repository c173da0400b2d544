/* guideline_features.c. Room game. What a controller reads off a placement: one pure function for each feature, its definition
 * above it.
 *
 * H rows, W columns. Beside the board stand filled walls, below it a filled floor. All features are whole numbers, but for
 * landing_height, which is counted in halves.
 * The functions read a View: what several of them need is computed once for all features of a move. */
#include "systems/guideline/guideline.h"

#include <assert.h>

enum { W = GUIDELINE_WIDTH };

#define INSIDE (ROWS_ALL * rows_full(W)) /* the cells of a word */

/* What the features read. They use only those words of a board that hold its filled rows and at least one empty row above. */
typedef struct {
    const GuidelineRules *rules;          /* borrowed, as the states */
    const GuidelineState *before, *after; /* the state in which the move was chosen, and the one that it led to */
    uint64_t under[GUIDELINE_WORDS];      /* NEED_UNDER: rows_under of the board after clearing, (words) */

    /* NEED_STACK: the board with the piece on it, full rows not removed. */
    int stack_height, stack_words;         /* rows that are not empty; number of words */
    const uint64_t *stack;                 /* its words, (stack_words): those of after, or of placed if rows were cleared */
    uint64_t stack_under[GUIDELINE_WORDS]; /* as under, (stack_words) */
    uint64_t joined[GUIDELINE_WORDS];      /* empty cells that are connected with the spawn cell, (stack_words) */
    GuidelineBoard placed;                 /* unset if no rows were cleared */
} GuidelineView;

enum { NEED_UNDER = 1, NEED_STACK = 2 };

/* ---- the view ---- */

/* Adds the cells of `room` that touch `joined` to `joined`, until there are no more. */
static void spread(const uint64_t *room, int words, uint64_t *joined)
{
    uint64_t found;
    do {
        found = 0;
        for (int i = 0; i < words; i++) {
            uint64_t at = joined[i];
            uint64_t next = at << 1 | at >> 1 | rows_from_below(joined, i) | rows_from_above(joined, i, words);
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
        v->joined[i] = open ? empty[i] & ~v->stack_under[i] : 0;
        any |= empty[i] & v->stack_under[i];
    }
    if (!open) {
        empty[height / 4] &= (UINT64_C(1) << (16 * (height % 4))) - 1; /* no path leads above the board */
        v->joined[top / 4] = empty[top / 4] & UINT64_C(1) << (16 * (top % 4) + GUIDELINE_SPAWN_COLUMN);
    }
    if (!open || any != 0) spread(empty, v->stack_words, v->joined);
}

static void look_at_stack(GuidelineView *v)
{
    const GuidelineState *after = v->after;
    v->stack = after->board.word;
    v->stack_height = after->height;
    if (after->cleared > 0) {
        const RowsShape *shape = &rows_shapes[after->placed][guideline_state(after->move)];
        int y = guideline_landing_row(after->move);
        v->placed = v->before->board;
        rows_add(v->placed.word, shape->cells << (guideline_column(after->move) + shape->left), y);
        v->stack = v->placed.word;
        v->stack_height = y + shape->height > v->before->height ? y + shape->height : v->before->height;
    }
    v->stack_words = rows_words(v->stack_height, GUIDELINE_WORDS);
    rows_under(v->stack, v->stack_words, v->stack_under);
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
    for (int i = 0; i < v->stack_words; i++) bytes += bits_in_bytes(v->stack_under[i] & v->joined[i]);
    return bits_sum(bytes);
}

/* Empty cells connected with the spawn cell, with three narrow cells or more above them and no filled cell in between. A narrow
 * cell is empty, both neighbours filled. once, twice, thrice: a bit for each column that has had so many narrow cells since its
 * last filled one, from the top down. */
static int tall_wells(const GuidelineView *v)
{
    uint64_t once = 0, twice = 0, thrice = 0;
    int tall = 0;
    for (int i = v->stack_words - 1; i >= 0; i--) {
        const uint64_t narrow = rows_between(v->stack[i], W);
        for (int at = 48; at >= 0 && (narrow | once) != 0; at -= 16) {
            const uint64_t empty = ~v->stack[i] >> at, here = narrow >> at, joined = v->joined[i] >> at & 0xffff & thrice;
            if (joined != 0) tall += bits_count(joined);
            thrice = (thrice | (twice & here)) & empty;
            twice = (twice | (once & here)) & empty;
            once = (once | here) & empty & 0xffff;
        }
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

static int height_differences(const GuidelineView *v)
{
    return rows_differences(v->after->top, W);
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
    const RowsShape *shape = &rows_shapes[v->after->placed][guideline_state(v->after->move)];
    return 2 * guideline_landing_row(v->after->move) + shape->height - 1;
}

/* ---- what rows.h counts on the board ---- */

static inline int words_of(const GuidelineView *v)
{
    return rows_words(v->after->height, GUIDELINE_WORDS);
}

static int row_transitions(const GuidelineView *v)
{
    return rows_changes_along(v->after->board.word, words_of(v), v->rules->height, W);
}

static int column_transitions(const GuidelineView *v)
{
    return rows_changes_up(v->after->board.word, words_of(v), W);
}

static int holes(const GuidelineView *v)
{
    return rows_holes(v->after->board.word, v->under, words_of(v));
}

static int hole_depth(const GuidelineView *v)
{
    return rows_hole_depth(v->after->board.word, words_of(v), W);
}

static int rows_with_holes(const GuidelineView *v)
{
    return rows_with_holes_of(v->after->board.word, v->under, words_of(v));
}

static int wells(const GuidelineView *v)
{
    uint64_t at[GUIDELINE_WORDS];
    return rows_wells(v->after->board.word, words_of(v), W, false, GUIDELINE_ROWS, at);
}

static int open_wells(const GuidelineView *v)
{
    return rows_open_wells(v->after->board.word, v->under, words_of(v), W);
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

void guideline_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    GuidelineView v;
    int needs = 0;
    for (int i = 0; i < set->n; i++) needs |= counts[set->index[i]].needs;
    v.rules = rules, v.before = before, v.after = after;
    if (needs & NEED_UNDER) rows_under(v.after->board.word, words_of(&v), v.under);
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
