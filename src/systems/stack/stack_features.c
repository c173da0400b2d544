/* stack_features.c. Room game. What a controller reads off a board of Trix: one pure function for each feature, its definition
 * above it.
 *
 * All of them look at the rows up to the height of the pile. Beside the board stand filled walls, below it a filled floor. */
#include "systems/stack/stack.h"

/* What the functions read. */
typedef struct {
    const StackRules *rules;
    const StackState *s;         /* the state after the move */
    int words;                   /* of the board, with the rows of the pile and an empty one above */
    uint64_t under[STACK_WORDS]; /* (words) for the features of holes: rows_under */
} StackView;

/* ---- the pile ---- */

/* Rows from the floor to the highest filled cell. */
static int height(const StackView *v)
{
    return v->s->height;
}

/* h of the original's search: max(piece height - D, - piece height), where D is the largest depth, below the highest column, of
 * the columns that the piece spans; 0 if nothing was placed. */
static int rise(const StackView *v)
{
    return v->s->rise;
}

/* Empty cells of the rows of the pile. */
static int empty_cells(const StackView *v)
{
    return v->s->height * v->rules->width - v->s->cells;
}

static int all_cleared(const StackView *v)
{
    return v->s->cleared;
}

/* Columns that are lower than both neighbours; a wall is higher than any. */
static int valleys(const StackView *v)
{
    enum { WALL = STACK_ROWS + 1 };
    int n = 0, left = WALL;
    for (int x = 0; x < v->rules->width; x++) {
        const int here = v->s->top[x], right = x + 1 < v->rules->width ? v->s->top[x + 1] : WALL;
        n += (left > here) & (right > here);
        left = here;
    }
    return n;
}

static int rows_cleared(const StackView *v)
{
    return v->s->full;
}

static int height_differences(const StackView *v)
{
    return rows_differences(v->s->top, v->rules->width);
}

static int holes(const StackView *v)
{
    return rows_holes(v->s->word, v->under, v->words);
}

static int rows_with_holes(const StackView *v)
{
    return rows_with_holes_of(v->s->word, v->under, v->words);
}

static int hole_depth(const StackView *v)
{
    return rows_hole_depth(v->s->word, v->words, v->rules->width);
}

static int row_transitions(const StackView *v)
{
    return rows_changes_along(v->s->word, v->words, v->s->height, v->rules->width);
}

/* Changes up the columns; 0 if there is no pile. */
static int column_transitions(const StackView *v)
{
    return v->s->height > 0 ? rows_changes_up(v->s->word, v->words, v->rules->width) : 0;
}

/* For every empty cell between filled neighbours 1 + the number of such cells right above it, at most WELL_MAX. */
static int wells(const StackView *v)
{
    enum { WELL_MAX = 16 };
    uint64_t at[STACK_WORDS];
    return rows_wells(v->s->word, v->words, v->rules->width, true, WELL_MAX, at);
}

static int buffered(const StackView *v)
{
    return v->s->held[STACK_KINDS];
}

/* Clockwise quarter turns of the piece that the move placed; 0 if nothing was placed. */
static int turns(const StackView *v)
{
    return v->s->turns;
}

/* ---- the list ---- */

#define AS_FEATURE(index, name, definition, source) [STACK_##index] = {#name, definition, source, false},
#define AS_MOVE_FEATURE(index, name, definition, source) [STACK_##index] = {#name, definition, source, true},
#define AS_COUNT(index, name, definition, source) [STACK_##index] = name,

const Feature stack_features[STACK_FEATURES] = {STACK_FEATURE_LIST(AS_FEATURE, AS_MOVE_FEATURE)};
static int (*const counts[STACK_FEATURES])(const StackView *v) = {STACK_FEATURE_LIST(AS_COUNT, AS_COUNT)};

/* `before` is not used: what a feature needs of the last move is in the state after it. */
void stack_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    StackView v;
    (void)before;
    v.rules = rules, v.s = after;
    v.words = rows_words(v.s->height, STACK_WORDS);
    bool holes = false;
    for (int i = 0; i < set->n; i++) holes = holes || set->index[i] == STACK_HOLES || set->index[i] == STACK_ROWS_WITH_HOLES;
    if (holes) rows_under(v.s->word, v.words, v.under);
    for (int i = 0; i < set->n; i++) out[i] = counts[set->index[i]](&v);
}

/* ---- sets ---- */

static const int shape_of[] = {STACK_HEIGHT,          STACK_HOLES,
                               STACK_ROWS_WITH_HOLES, STACK_HOLE_DEPTH,
                               STACK_ROW_TRANSITIONS, STACK_COLUMN_TRANSITIONS,
                               STACK_WELLS,           STACK_HEIGHT_DIFFERENCES,
                               STACK_BUFFERED};
static const int utility[] = {STACK_EMPTY_CELLS, STACK_ROWS_CLEARED, STACK_HEIGHT, STACK_VALLEYS};

const FeatureSet stack_sets[STACK_SETS] = {
    FEATURE_SET("pile", "the features of the field that make sense for a pile without a ceiling", shape_of),
    FEATURE_SET("utility", "the utility of Trix, 2013, and valleys", utility),
};
