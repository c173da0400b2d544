/* stack_features.c. Room game. What a controller reads off a board of Trix: one pure function for each feature, its definition
 * above it.
 *
 * All of them look at the rows up to the height of the pile. Beside the board stand filled walls, below it a filled floor. */
#include "systems/stack/stack.h"

#include "base/bits.h"

#include <stdlib.h>

/* What the functions read. */
typedef struct {
    const StackRules *rules;
    const StackState *s;      /* the state after the move */
    unsigned whole;           /* a full row */
    int seen[STACK_FEATURES]; /* values of the features that `look` counts */
} StackView;

/* Deeper wells count as if they were this deep. */
enum { WELL_MAX = 16 };

/* Adds the well cells of one row. run[k]: those with k - 1 further ones right above them. Returns the sum of k over them.
 * *deepest: the largest k of the row above, then of this row. */
static int add_wells(unsigned well, unsigned *run, int *deepest)
{
    int sum = 0, k = *deepest < WELL_MAX ? *deepest : WELL_MAX - 1;
    for (*deepest = 0; k >= 0; k--) {
        run[k + 1] = well & run[k];
        sum += bits_count(run[k + 1]);
        if (run[k + 1] != 0 && k + 1 > *deepest) *deepest = k + 1;
    }
    return sum;
}

/* Goes through the rows from the top one down, then up again. Counts
 *     holes               empty cells with a filled one above them in their column
 *     rows_with_holes     rows with at least one hole
 *     hole_depth          filled cells with an empty one below them in their column
 *     row_transitions     changes between filled and empty along the rows of the pile, wall to wall
 *     column_transitions  changes up the columns, from the filled floor to the row above the pile
 *     wells               for every empty cell between filled neighbours 1 + the number of such cells right above it, at most
 *                         WELL_MAX */
static void look(StackView *v)
{
    const StackState *s = v->s;
    const unsigned whole = v->whole, walls = 1u | 1u << (v->rules->width + 1);
    unsigned under = 0, above = 0, over = 0, run[WELL_MAX + 1] = {whole};
    int deepest = 0, *seen = v->seen;
    for (int y = s->height - 1; y >= 0; y--) {
        unsigned row = s->row[y], covered = under & ~row, walled = row << 1 | walls;
        seen[STACK_HOLES] += bits_count(covered);
        seen[STACK_ROWS_WITH_HOLES] += covered != 0;
        seen[STACK_ROW_TRANSITIONS] += bits_count((walled ^ walled >> 1) & (whole << 1 | 1));
        seen[STACK_COLUMN_TRANSITIONS] += bits_count(row ^ above);
        seen[STACK_WELLS] += add_wells(~row & walled & walled >> 2 & whole, run, &deepest);
        under |= row; /* columns that are filled here or above */
        above = row;
    }
    if (s->height > 0) seen[STACK_COLUMN_TRANSITIONS] += bits_count(~above & whole);
    for (int y = 0; y < s->height; y++) {
        seen[STACK_HOLE_DEPTH] += bits_count(s->row[y] & over);
        over |= ~s->row[y] & whole; /* columns that are empty here or below */
    }
}

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
    int n = 0, last = v->rules->width - 1;
    for (int x = 0; x <= last; x++)
        n += (x == 0 || v->s->top[x - 1] > v->s->top[x]) && (x == last || v->s->top[x + 1] > v->s->top[x]);
    return n;
}

static int rows_cleared(const StackView *v)
{
    return v->s->full;
}

/* Sum of |h_i - h_(i+1)| over neighbouring columns. */
static int height_differences(const StackView *v)
{
    int sum = 0;
    for (int x = 0; x + 1 < v->rules->width; x++) sum += abs(v->s->top[x] - v->s->top[x + 1]);
    return sum;
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
#define AS_SEEN(index, name, definition, source) [STACK_##index] = NULL,

const Feature stack_features[STACK_FEATURES] = {STACK_FEATURE_LIST(AS_FEATURE, AS_MOVE_FEATURE, AS_FEATURE)};
static int (*const counts[STACK_FEATURES])(const StackView *v) = {STACK_FEATURE_LIST(AS_COUNT, AS_COUNT, AS_SEEN)};

double stack_value(const void *rules, int feature, const void *before, const void *after)
{
    double value;
    stack_values(rules, &(FeatureSet){.index = &feature, .n = 1}, before, after, &value);
    return value;
}

/* `before` is not used: what a feature needs of the last move is in the state after it. */
void stack_values(const void *rules_, const FeatureSet *set, const void *before, const void *after, double *out)
{
    const StackRules *rules = rules_;
    StackView v = {.rules = rules, .s = after, .whole = (1u << rules->width) - 1};
    bool looks = false;
    (void)before;
    for (int i = 0; i < set->n; i++) looks = looks || counts[set->index[i]] == NULL;
    if (looks) look(&v);
    for (int i = 0; i < set->n; i++) {
        const int feature = set->index[i];
        out[i] = counts[feature] != NULL ? counts[feature](&v) : v.seen[feature];
    }
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
