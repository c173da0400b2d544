/* stack_features.c. Room game. What a controller reads off a board of Trix: one pure function a feature, its definition and
 * source above it.
 *
 * All of them look at the rows up to the height of the pile. Beside the board stand filled walls, below it a filled floor. */
#include "systems/stack/stack.h"

#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>

/* What the functions look at. */
typedef struct {
    const StackRules *rules;
    const StackState *s; /* after the move */
    unsigned whole;      /* a full row */
    /* Of the whole board, gone through once from the top, for those features that need it. */
    int holes, rows_with_holes, hole_depth, row_transitions, column_transitions, wells;
} View;

/* Wells that are deeper count as if they were so deep. */
enum { WELL_MAX = 16 };

/* The well cells of one row: run[k] are those with k - 1 further ones right above them. Returns the sum of all k. deepest: the
 * largest k of the row above. */
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

/* Goes through the rows from the top one down, then up again. */
static void look(View *v)
{
    const StackState *s = v->s;
    const unsigned whole = v->whole, walls = 1u | 1u << (v->rules->width + 1);
    unsigned under = 0, above = 0, over = 0, run[WELL_MAX + 1] = {whole};
    int deepest = 0;
    v->holes = v->rows_with_holes = v->hole_depth = v->row_transitions = v->column_transitions = v->wells = 0;
    for (int y = s->height - 1; y >= 0; y--) {
        unsigned row = s->row[y], covered = under & ~row, walled = row << 1 | walls;
        v->holes += bits_count(covered);
        v->rows_with_holes += covered != 0;
        v->row_transitions += bits_count((walled ^ walled >> 1) & (whole << 1 | 1));
        v->column_transitions += bits_count(row ^ above);
        v->wells += add_wells(~row & walled & walled >> 2 & whole, run, &deepest);
        under |= row; /* columns that are filled here or above */
        above = row;
    }
    if (s->height > 0) v->column_transitions += bits_count(~above & whole);
    for (int y = 0; y < s->height; y++) {
        v->hole_depth += bits_count(s->row[y] & over);
        over |= ~s->row[y] & whole; /* columns that are empty here or below */
    }
}

/* ---- the pile ---- */

/* Rows from the floor to the highest filled cell. */
static int height(const View *v)
{
    return v->s->height;
}

/* h of the original's search: max(piece height - D, - piece height), where D is the largest depth, below the highest column, of
 * the columns that the piece spans; 0 if nothing was placed. */
static int rise(const View *v)
{
    return v->s->rise;
}

/* Empty cells of the rows of the pile. */
static int empty_cells(const View *v)
{
    return v->s->height * v->rules->width - v->s->cells;
}

static int all_cleared(const View *v)
{
    return v->s->cleared;
}

/* Columns that are lower than both neighbours; a wall is higher than any. */
static int valleys(const View *v)
{
    int n = 0, last = v->rules->width - 1;
    for (int x = 0; x <= last; x++)
        n += (x == 0 || v->s->top[x - 1] > v->s->top[x]) && (x == last || v->s->top[x + 1] > v->s->top[x]);
    return n;
}

static int rows_cleared(const View *v)
{
    return v->s->full;
}

/* Sum of |h_i - h_(i+1)| over neighbouring columns. */
static int height_differences(const View *v)
{
    int sum = 0;
    for (int x = 0; x + 1 < v->rules->width; x++) sum += abs(v->s->top[x] - v->s->top[x + 1]);
    return sum;
}

static int buffered(const View *v)
{
    return v->s->held[STACK_KINDS];
}

/* Clockwise quarter turns of the piece that the move placed; 0 if nothing was placed. */
static int turns(const View *v)
{
    return v->s->turns;
}

/* ---- what `look` has counted ---- */

/* Empty cells with a filled one above them in their column. */
static int holes(const View *v)
{
    return v->holes;
}

/* Rows with at least one hole. */
static int rows_with_holes(const View *v)
{
    return v->rows_with_holes;
}

/* Filled cells with an empty one below them in their column. */
static int hole_depth(const View *v)
{
    return v->hole_depth;
}

/* Changes between filled and empty along the rows of the pile, wall to wall. */
static int row_transitions(const View *v)
{
    return v->row_transitions;
}

/* Changes up the columns, from the filled floor to the row above the pile. */
static int column_transitions(const View *v)
{
    return v->column_transitions;
}

/* Every empty cell between filled neighbours adds 1 + the number of such cells right above it, at most WELL_MAX. */
static int wells(const View *v)
{
    return v->wells;
}

/* ---- the list ---- */

#define AS_FEATURE(index, name, looks, definition, source) [STACK_##index] = {#name, definition, source, false},
#define AS_MOVE_FEATURE(index, name, looks, definition, source) [STACK_##index] = {#name, definition, source, true},
#define AS_COUNT(index, name, looks, definition, source) [STACK_##index] = {name, looks},

const Feature stack_features[STACK_FEATURES] = {STACK_FEATURE_LIST(AS_FEATURE, AS_MOVE_FEATURE)};

static const struct {
    int (*count)(const View *v);
    bool looks;
} counts[STACK_FEATURES] = {STACK_FEATURE_LIST(AS_COUNT, AS_COUNT)};

/* `before` has no part: what a feature needs of the last move is in the state after it. */
static View view_of(const void *rules, const void *after)
{
    const StackRules *r = rules;
    return (View){.rules = r, .s = after, .whole = (1u << r->width) - 1};
}

double stack_value(const void *rules, int feature, const void *before, const void *after)
{
    View v = view_of(rules, after);
    (void)before;
    if (counts[feature].looks) look(&v);
    return counts[feature].count(&v);
}

void stack_values(const void *rules, const FeatureSet *set, const void *before, const void *after, double *out)
{
    View v = view_of(rules, after);
    bool looks = false;
    (void)before;
    for (int i = 0; i < set->n; i++) looks = looks || counts[set->index[i]].looks;
    if (looks) look(&v);
    for (int i = 0; i < set->n; i++) out[i] = counts[set->index[i]].count(&v);
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
    FEATURE_SET("utility", "the utility of Trix, 2013", utility),
};
