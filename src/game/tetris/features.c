/* features.c. What a controller reads off a placement: one pure function a feature, its definition and source above it.
 *
 * H rows, W columns; h: the height of a column, its top. Beside the board stand filled walls, below it a filled floor. Features
 * are read off the board after placing and clearing; `before` is the state in which the move was chosen.
 * A function returns the feature's count, a whole number; the list in features.h gives its scale and its k. For features of
 * single columns k is the column, counted from 1; for those of tetr-ai tetr_ai_features.c explains k; the others ignore it.
 * Sources: the set cs3243 is the program of the 2018 PSO report. A feature that differs there from the field's definition has a
 * name that begins with cs3243_. Features of other programs are in tetrispros_features.c and tetr_ai_features.c. */
#include "game/tetris/features.h"

#include <assert.h>
#include <stdlib.h>

/* Whether a cell is filled; cells of walls and floor are. 0 <= y <= H. */
static bool filled(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return x < 0 || x >= rules->width || y < 0 || s->cell[y][x];
}

/* ---- the move ---- */

/* Where the middle of the piece's box came to lie before rows were cleared: the lowest row of the piece + (its height - 1) / 2.
 * Counted in halves (Dellacherie, in Fahey 2003). */
TETRIS_COUNT(landing_height)
{
    return after->lowest + after->highest;
}

/* Rows that the move cleared, 0..4, times the cells of the piece that lay in them (Dellacherie, in Fahey 2003). */
TETRIS_COUNT(eroded_cells)
{
    return after->cleared * after->eroded;
}

/* Rows that this move cleared, 0..4. */
TETRIS_COUNT(rows_cleared)
{
    return after->cleared;
}

/* ---- heights ---- */

/* The highest column after the move. */
TETRIS_COUNT(max_height)
{
    int max = 0;
    for (int x = 0; x < rules->width; x++)
        if (after->top[x] > max) max = after->top[x];
    return max;
}

/* Sum of the heights. */
TETRIS_COUNT(aggregate_height)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += after->top[x];
    return sum;
}

/* Growth of the sum of the heights; may be negative if rows were cleared. The report takes the mean over the columns. */
TETRIS_COUNT(avg_height_increase)
{
    return tetris_count_aggregate_height(rules, k, before, after) - tetris_count_aggregate_height(rules, k, before, before);
}

/* Growth of the column that grew most; negative if rows were cleared and all columns are lower than before. */
TETRIS_COUNT(max_height_increase)
{
    int most = -rules->height;
    for (int x = 0; x < rules->width; x++)
        if (after->top[x] - before->top[x] > most) most = after->top[x] - before->top[x];
    return most;
}

/* Sum of |h_i - h_(i+1)| over neighbouring columns; walls are not involved. */
TETRIS_COUNT(height_differences)
{
    int sum = 0;
    for (int x = 0; x + 1 < rules->width; x++) sum += abs(after->top[x] - after->top[x + 1]);
    return sum;
}

/* h_k, the height of one column (Bertsekas & Ioffe 1996). */
TETRIS_COUNT(column_height)
{
    assert(k >= 1 && k <= TETRIS_WIDTH_MAX);
    return k <= rules->width ? after->top[k - 1] : 0;
}

/* |h_k - h_(k+1)|, one pair of neighbours (Bertsekas & Ioffe 1996). */
TETRIS_COUNT(height_difference)
{
    assert(k >= 1 && k < TETRIS_WIDTH_MAX);
    return k < rules->width ? abs(after->top[k - 1] - after->top[k]) : 0;
}

/* How many of the five values -2 .. 2 occur among h_(i+1) - h_i; steeper steps are ignored, not clipped (Gabillon et al.
 * 2013). */
TETRIS_COUNT(diversity)
{
    int values = 0;
    for (int step = -2; step <= 2; step++) {
        bool occurs = false;
        for (int x = 0; x + 1 < rules->width; x++) occurs = occurs || after->top[x + 1] - after->top[x] == step;
        values += occurs;
    }
    return values;
}

/* ---- holes ---- */

/* Empty cells with a filled cell somewhere above them in their column (Dellacherie, in Fahey 2003). */
TETRIS_COUNT(holes)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += !after->cell[y][x];
    return sum;
}

/* Empty cells in rows 0 .. top - 3 of each column: the cell right under the top cell does not count. */
TETRIS_COUNT(cs3243_holes)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y <= after->top[x] - 3; y++) sum += !after->cell[y][x];
    return sum;
}

/* Filled cells with at least one empty cell somewhere below them in their column, each once (Thiery & Scherrer 2009). */
TETRIS_COUNT(hole_depth)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) {
        bool empty_below = false;
        for (int y = 0; y < rules->height; y++) {
            sum += after->cell[y][x] && empty_below;
            empty_below = empty_below || !after->cell[y][x];
        }
    }
    return sum;
}

/* Rows with at least one hole (Thiery & Scherrer 2009). */
TETRIS_COUNT(rows_with_holes)
{
    int sum = 0;
    for (int y = 0; y < rules->height; y++) {
        bool has = false;
        for (int x = 0; x < rules->width; x++) has = has || (!after->cell[y][x] && y < after->top[x]);
        sum += has;
    }
    return sum;
}

/* ---- transitions: changes between filled and empty ---- */

/* Changes along rows 0 .. rows - 1, wall to wall. An empty row has 2. */
static int changes_along(const TetrisRules *rules, const TetrisState *s, int rows)
{
    int changes = 0;
    assert(rows >= 1 && rows <= rules->height + 1);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x <= rules->width; x++) changes += filled(rules, s, x - 1, y) != filled(rules, s, x, y);
    return changes;
}

/* Changes going up each column through rows 0 .. rows - 1, from the filled floor. An empty column has 1. */
static int changes_up(const TetrisRules *rules, const TetrisState *s, int rows)
{
    int changes = 0;
    assert(rows >= rules->height && rows <= rules->height + 1);
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < rows; y++) changes += filled(rules, s, x, y - 1) != filled(rules, s, x, y);
    return changes;
}

/* Along all H rows. Empty board: 2 H (Dellacherie, in Fahey 2003). */
TETRIS_COUNT(row_transitions)
{
    return changes_along(rules, after, rules->height);
}

/* Along rows 0 .. H, of which the last is always empty. Empty board: 2 H + 2. */
TETRIS_COUNT(cs3243_row_transitions)
{
    return changes_along(rules, after, rules->height + 1);
}

/* Up the columns through row H, which is always empty: a column filled up to the ceiling still has the change at its top. Empty
 * board: W (Dellacherie, in Fahey 2003). */
TETRIS_COUNT(column_transitions)
{
    return changes_up(rules, after, rules->height + 1);
}

/* Up the columns through row H - 1: a column filled up to the ceiling has no change at its top. Empty board: W. */
TETRIS_COUNT(cs3243_column_transitions)
{
    return changes_up(rules, after, rules->height);
}

/* ---- wells ---- */

static bool well_cell(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return !filled(rules, s, x, y) && filled(rules, s, x - 1, y) && filled(rules, s, x + 1, y);
}

/* Every empty cell between two filled neighbours, covered or not, adds 1 + the number of consecutive empty cells right below it.
 * So a clean well of depth d adds 1 + 2 + .. + d (Dellacherie; Thiery & Scherrer 2009). */
TETRIS_COUNT(wells)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) {
        int empty_below = 0;
        for (int y = 0; y <= rules->height; y++) {
            if (well_cell(rules, after, x, y)) sum += 1 + empty_below;
            empty_below = after->cell[y][x] ? 0 : empty_below + 1;
        }
    }
    return sum;
}

/* As wells, but below a well cell all consecutive empty cells count as well cells too, whatever is beside them: a run of n adds
 * 1 + 2 + .. + n (the fast variant of the controllers DT-10 and DT-20). */
TETRIS_COUNT(wells_run)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = rules->height, run = 0; y >= 0; y--) {
            bool in_run = !after->cell[y][x] && (run > 0 || well_cell(rules, after, x, y));
            run = in_run ? run + 1 : 0;
            sum += run;
        }
    return sum;
}

/* Empty cells above the top of their column between two filled neighbours, each once (the report's table, as it is worded). */
TETRIS_COUNT(open_wells)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = after->top[x]; y <= rules->height; y++) sum += well_cell(rules, after, x, y);
    return sum;
}

/* ---- the whole pile: eleven features of an early paper ----
 *
 * Source: Boehm, Kokai & Mandl, "An Evolutionary Approach to Tetris", 2005; the program tetrispros tried the same eleven.
 * early_rows is ours. */

/* Holes that stand on each other count once: empty cells right below a filled one. */
TETRIS_COUNT(hole_tops)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y + 1 < after->top[x]; y++) sum += !after->cell[y][x] && after->cell[y + 1][x];
    return sum;
}

/* The highest column less the lowest. */
TETRIS_COUNT(height_range)
{
    int highest = 0, lowest = rules->height;
    for (int x = 0; x < rules->width; x++) {
        if (after->top[x] > highest) highest = after->top[x];
        if (after->top[x] < lowest) lowest = after->top[x];
    }
    assert(highest >= lowest);
    return highest - lowest;
}

int tetris_well_depth(const TetrisRules *rules, const TetrisState *s, int x)
{
    const int left = x > 0 ? s->top[x - 1] : rules->height, right = x + 1 < rules->width ? s->top[x + 1] : rules->height;
    const int lower = left < right ? left : right;
    return lower > s->top[x] ? lower - s->top[x] : 0;
}

/* The depth of the deepest well that is one column wide. */
TETRIS_COUNT(deepest_well)
{
    int deepest = 0;
    for (int x = 0; x < rules->width; x++)
        if (tetris_well_depth(rules, after, x) > deepest) deepest = tetris_well_depth(rules, after, x);
    return deepest;
}

/* The sum of the depths of all wells that are one column wide. Unlike in open_wells, what lies below the tops does not
 * matter. */
TETRIS_COUNT(well_depths)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += tetris_well_depth(rules, after, x);
    return sum;
}

TETRIS_COUNT(filled_cells)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += after->cell[y][x];
    return sum;
}

/* Filled cells, each counted as often as its row number says, the floor's row being 1. */
TETRIS_COUNT(weighted_cells)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += after->cell[y][x] ? y + 1 : 0;
    return sum;
}

/* Changes between filled and empty along the rows, from column to column: walls are not involved. */
TETRIS_COUNT(inner_row_transitions)
{
    int sum = 0;
    for (int y = 0; y < rules->height; y++)
        for (int x = 1; x < rules->width; x++) sum += after->cell[y][x - 1] != after->cell[y][x];
    return sum;
}

/* Changes up the columns, from row to row: neither the floor nor the row above the board is involved. */
TETRIS_COUNT(inner_column_transitions)
{
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 1; y < rules->height; y++) sum += after->cell[y - 1][x] != after->cell[y][x];
    return sum;
}

/* Rows that the move cleared, unless they are four, times the empty rows above the pile (piece included) before clearing. If more
 * rows at once earn more each, these rows could have waited. */
TETRIS_COUNT(early_rows)
{
    int top = after->highest + 1;
    for (int x = 0; x < rules->width; x++)
        if (before->top[x] > top) top = before->top[x];
    return after->cleared < 4 ? after->cleared * (rules->height - top) : 0;
}

/* ---- the board with its full rows ---- */

/* Features of the board, read before full rows are removed. To have another one, add its name here, and a row to the list. */
#define UNCLEARED(name)                                               \
    TETRIS_COUNT(uncleared_##name)                                    \
    {                                                                 \
        const TetrisState uncleared = tetris_uncleared(rules, after); \
        return tetris_count_##name(rules, k, before, &uncleared);     \
    }
UNCLEARED(aggregate_height)
UNCLEARED(holes)
UNCLEARED(height_differences)

/* ---- the list, as arrays ---- */

#define AS_COUNT(index, name, count, k, factor, divisor, term, definition, source) \
    [TETRIS_##index] = {tetris_count_##count, k, factor, TETRIS_##divisor, (Term)(TERM_##term)},
#define AS_FEATURE(index, name, count, k, factor, divisor, term, definition, source) \
    [TETRIS_##index] = {name, definition, source, false},
#define AS_MOVE_FEATURE(index, name, count, k, factor, divisor, term, definition, source) \
    [TETRIS_##index] = {name, definition, source, true},

const TetrisCount tetris_counts[TETRIS_FEATURES] = {TETRIS_FEATURE_LIST(AS_COUNT, AS_COUNT) TETRIS_COLUMN_LIST(AS_COUNT)};
const Feature tetris_features[TETRIS_FEATURES] = {TETRIS_FEATURE_LIST(AS_FEATURE, AS_MOVE_FEATURE)
                                                      TETRIS_COLUMN_LIST(AS_FEATURE)};

double tetris_divisor(const TetrisRules *rules, TetrisDivisor divisor)
{
    switch (divisor) {
    case TETRIS_BY_TWO: return 2;
    case TETRIS_BY_SIXTEEN: return TETRIS_MIDDLE_STEPS;
    case TETRIS_BY_WIDTH: return rules->width;
    case TETRIS_BY_WIDTH_SQUARED: return rules->width * rules->width;
    case TETRIS_BY_ONE: break;
    }
    return 1;
}

double tetris_value(const TetrisRules *rules, int feature, int count)
{
    assert(feature >= 0 && feature < TETRIS_FEATURES);
    const TetrisCount *c = &tetris_counts[feature];
    return c->factor * ((double)count / tetris_divisor(rules, c->divisor));
}
