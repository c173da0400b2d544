/* features.c. What a controller reads off a placement: one pure function a feature, its definition and source above it.
 *
 * H rows, W columns; h: the height of a column, its top. Beside the board stand filled walls, below it a filled floor. Features
 * are read off the board after placing and clearing; `before` is the state in which the move was chosen.
 * A function returns the feature's count, a whole number; the list at the end says on what scale it is, and gives it k. That is a
 * column, counted from 1, of a feature of single columns; features of tetr-ai have another k; the others ignore it.
 * Sources: the set cs3243 is the program of the 2018 PSO report; where it differs from the field's definition of the same name,
 * its name begins with cs3243_. Features of the whole pile are in pile.c, those of other programs in tetrispros_features.c and
 * tetr_ai_features.c. */
#include "game/tetris/features.h"

#include "game/tetris/pile.h"
#include "game/tetris/tetr_ai_features.h"
#include "game/tetris/tetrispros_features.h"

#include <assert.h>
#include <stdlib.h>

/* Whether a cell is filled; walls and floor are. 0 <= y <= H. */
static bool filled(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return x < 0 || x >= rules->width || y < 0 || s->cell[y][x];
}

/* ---- the move ---- */

/* Where the middle of the piece's box came to lie before rows were cleared: the lowest row of the piece + (its height - 1) / 2.
 * Counted in halves (Dellacherie, in Fahey 2003). */
static int landing_height(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)rules, (void)k, (void)before;
    return after->lowest + after->highest;
}

/* Rows that the move cleared, 0..4, times the cells of the piece that lay in them (Dellacherie, in Fahey 2003). */
static int eroded_cells(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)rules, (void)k, (void)before;
    return after->cleared * after->eroded;
}

/* Rows that this move cleared, 0..4. */
static int rows_cleared(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)rules, (void)k, (void)before;
    return after->cleared;
}

/* ---- heights ---- */

/* The highest column after the move. */
static int max_height(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int max = 0;
    for (int x = 0; x < rules->width; x++)
        if (after->top[x] > max) max = after->top[x];
    return max;
}

/* Sum of the heights. */
static int aggregate_height(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++) sum += after->top[x];
    return sum;
}

/* How much all columns together grew; negative where rows were cleared. The report takes the mean over the columns. */
static int avg_height_increase(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    return aggregate_height(rules, k, before, after) - aggregate_height(rules, k, before, before);
}

/* How much the column grew that grew most; negative where rows were cleared and none is higher than before. */
static int max_height_increase(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k;
    int most = -rules->height;
    for (int x = 0; x < rules->width; x++)
        if (after->top[x] - before->top[x] > most) most = after->top[x] - before->top[x];
    return most;
}

/* Sum of |h_i - h_(i+1)| over neighbouring columns; walls are not involved. */
static int height_differences(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x + 1 < rules->width; x++) sum += abs(after->top[x] - after->top[x + 1]);
    return sum;
}

/* h_k, the height of one column (Bertsekas & Ioffe 1996). */
static int column_height(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)before;
    assert(k >= 1 && k <= TETRIS_WIDTH_MAX);
    return k <= rules->width ? after->top[k - 1] : 0;
}

/* |h_k - h_(k+1)|, one pair of neighbours (Bertsekas & Ioffe 1996). */
static int height_difference(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)before;
    assert(k >= 1 && k < TETRIS_WIDTH_MAX);
    return k < rules->width ? abs(after->top[k - 1] - after->top[k]) : 0;
}

/* How many of the five values -2 .. 2 occur among h_(i+1) - h_i; steeper steps are ignored, not clipped (Gabillon et al.
 * 2013). */
static int diversity(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
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
static int holes(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < after->top[x]; y++) sum += !after->cell[y][x];
    return sum;
}

/* Empty cells in rows 0 .. top - 3 of each column: the cell right under the top cell is not looked at. */
static int cs3243_holes(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y <= after->top[x] - 3; y++) sum += !after->cell[y][x];
    return sum;
}

/* Filled cells with at least one empty cell somewhere below them in their column, each once (Thiery & Scherrer 2009). */
static int hole_depth(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
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
static int rows_with_holes(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
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
static int row_transitions(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    return changes_along(rules, after, rules->height);
}

/* Along rows 0 .. H, of which the last is always empty. Empty board: 2 H + 2. */
static int cs3243_row_transitions(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    return changes_along(rules, after, rules->height + 1);
}

/* Up the columns through row H, which is always empty: a column filled up to the ceiling still has the change at its top. Empty
 * board: W (Dellacherie, in Fahey 2003). */
static int column_transitions(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    return changes_up(rules, after, rules->height + 1);
}

/* Up the columns through row H - 1: a column filled up to the ceiling has no change at its top. Empty board: W. */
static int cs3243_column_transitions(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    return changes_up(rules, after, rules->height);
}

/* ---- wells ---- */

static bool well_cell(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return !filled(rules, s, x, y) && filled(rules, s, x - 1, y) && filled(rules, s, x + 1, y);
}

/* Every empty cell between two filled neighbours, covered or not, adds 1 + the number of consecutive empty cells right below it;
 * so a clean well of depth d adds 1 + 2 + .. + d (Dellacherie; Thiery & Scherrer 2009). */
static int wells(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
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
static int wells_run(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
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
static int open_wells(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after)
{
    (void)k, (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = after->top[x]; y <= rules->height; y++) sum += well_cell(rules, after, x, y);
    return sum;
}

/* ---- the list ---- */

#define REPORT "2018 PSO report, program"
#define REPORT_TEXT "2018 PSO report, table of features"
#define DELLACHERIE "Dellacherie, in Fahey 2003"
#define BERTSEKAS "Bertsekas & Ioffe 1996"
#define SCHERRER "Thiery & Scherrer 2009"
#define COMMON "in many controllers"
#define PROS "program tetrispros"
#define PROS_TEXT "text of tetrispros"
#define BOEHM "Boehm, Kokai & Mandl 2005"
#define TETR_AI "tetr-ai (misakamm 2026)"

/* Index, name, function of the count, its k, factor, divisor, the term of the fast engines or NONE, definition, source. One list,
 * so that name and count of a feature stay in step. MOVE: it depends on the move or on the board before it, too. */
#define FEATURES(ROW, MOVE)                                                                                                      \
    ROW(MAX_HEIGHT, "max_height", max_height, 0, 1, BY_ONE, MAX_HEIGHT, "height of the highest column", REPORT)                  \
    MOVE(ROWS_CLEARED, "rows_cleared", rows_cleared, 0, 1, BY_ONE, ROWS_CLEARED, "rows that the move cleared", REPORT)           \
    MOVE(AVG_HEIGHT_INCREASE, "avg_height_increase", avg_height_increase, 0, 1, BY_WIDTH, AGGREGATE_HEIGHT,                      \
         "growth of the heights, mean over the columns", REPORT)                                                                 \
    ROW(CS3243_HOLES, "cs3243_holes", cs3243_holes, 0, 1, BY_ONE, CS3243_HOLES,                                                  \
        "empty cells at least two below the top of their column", REPORT)                                                        \
    ROW(CS3243_COLUMN_TRANSITIONS, "cs3243_column_transitions", cs3243_column_transitions, 0, 1, BY_ONE,                         \
        CS3243_COLUMN_TRANSITIONS, "changes filled/empty up the columns, from the floor to row H - 1", REPORT)                   \
    ROW(HEIGHT_DIFFERENCES, "height_differences", height_differences, 0, 1, BY_ONE, HEIGHT_DIFFERENCES,                          \
        "sum of |height difference| of neighbouring columns", REPORT)                                                            \
    ROW(CS3243_ROW_TRANSITIONS, "cs3243_row_transitions", cs3243_row_transitions, 0, 1, BY_ONE, ROW_TRANSITIONS,                 \
        "changes filled/empty along rows 0..H, wall to wall", REPORT)                                                            \
    ROW(WELLS, "wells", wells, 0, 1, BY_ONE, WELLS,                                                                              \
        "sum over empty cells between filled ones of 1 + the empty cells right below", "Dellacherie; Thiery & Scherrer 2009")    \
    ROW(HOLES, "holes", holes, 0, 1, BY_ONE, HOLES, "empty cells with a filled cell above them in their column", DELLACHERIE)    \
    ROW(OPEN_WELLS, "open_wells", open_wells, 0, 1, BY_ONE, OPEN_WELLS,                                                          \
        "empty cells above their column's top between filled ones", REPORT_TEXT)                                                 \
    MOVE(LANDING_HEIGHT, "landing_height", landing_height, 0, 1, BY_TWO, LANDING_HEIGHT,                                         \
         "lowest row of the piece, before clearing, + (its height - 1) / 2", DELLACHERIE)                                        \
    MOVE(ERODED_CELLS, "eroded_cells", eroded_cells, 0, 1, BY_ONE, ERODED_CELLS,                                                 \
         "rows cleared x cells of the piece that lay in them", DELLACHERIE)                                                      \
    ROW(ROW_TRANSITIONS, "row_transitions", row_transitions, 0, 1, BY_ONE, ROW_TRANSITIONS,                                      \
        "changes filled/empty along rows 0..H-1, wall to wall", DELLACHERIE)                                                     \
    ROW(COLUMN_TRANSITIONS, "column_transitions", column_transitions, 0, 1, BY_ONE, COLUMN_TRANSITIONS,                          \
        "changes filled/empty up the columns, from the floor to row H", DELLACHERIE)                                             \
    ROW(WELLS_RUN, "wells_run", wells_run, 0, 1, BY_ONE, WELLS_RUN,                                                              \
        "as wells, all empty cells right below a well cell being ones too", "controllers DT-10 and DT-20; Gabillon et al. 2013") \
    ROW(HOLE_DEPTH, "hole_depth", hole_depth, 0, 1, BY_ONE, HOLE_DEPTH,                                                          \
        "filled cells with an empty cell below them in their column", SCHERRER)                                                  \
    ROW(ROWS_WITH_HOLES, "rows_with_holes", rows_with_holes, 0, 1, BY_ONE, ROWS_WITH_HOLES, "rows with at least one hole",       \
        SCHERRER)                                                                                                                \
    ROW(DIVERSITY, "diversity", diversity, 0, 1, BY_ONE, DIVERSITY,                                                              \
        "how many of -2..2 occur as step from a column's height to the next", "Gabillon et al. 2013")                            \
    ROW(AGGREGATE_HEIGHT, "aggregate_height", aggregate_height, 0, 1, BY_ONE, AGGREGATE_HEIGHT, "sum of the heights", COMMON)    \
    ROW(TETRISPROS_HEIGHT_DIFFERENCES, "tetrispros_height_differences", tetrispros_height_differences, 0, -0.9, BY_ONE,          \
        TETRISPROS_HEIGHT_DIFFERENCES, "-0.9 x sum of |difference| of neighbouring top rows", PROS)                              \
    ROW(TETRISPROS_MAX_HEIGHT, "tetrispros_max_height", tetrispros_max_height, 0, -0.8, BY_ONE, TETRISPROS_MAX_HEIGHT,           \
        "-0.8 x highest top row", PROS)                                                                                          \
    MOVE(TETRISPROS_ROWS_CLEARED, "tetrispros_rows_cleared", rows_cleared, 0, 0.8, BY_ONE, ROWS_CLEARED,                         \
         "0.8 x rows that the move cleared", PROS)                                                                               \
    ROW(TETRISPROS_CONSTANT, "tetrispros_constant", tetrispros_constant, 0, 10, BY_ONE, CONSTANT, "10, always", PROS)            \
    ROW(TETRISPROS_HOLES, "tetrispros_holes", holes, 0, -6, BY_ONE, HOLES, "-6 x holes", PROS)                                   \
    ROW(TETRISPROS_PITS, "tetrispros_pits", tetrispros_pits, 0, -1.2, BY_ONE, TETRISPROS_PITS,                                   \
        "-1.2 x sum of the depths of columns more than 2 below both neighbours", PROS)                                           \
    ROW(TETRISPROS_HEIGHT_DEVIATION, "tetrispros_height_deviation", tetrispros_height_deviation, 0, -0.85, BY_WIDTH_SQUARED,     \
        TETRISPROS_HEIGHT_DEVIATION, "-0.85 x mean |top row - mean top row|", PROS)                                              \
    ROW(TETRISPROS_LOSS, "tetrispros_loss", tetrispros_loss, 0, -10, BY_ONE, NONE,                                               \
        "-10 where the move loses the game, which a shown piece tells; in place of the constant", PROS_TEXT)                     \
    ROW(HOLE_TOPS, "hole_tops", pile_hole_tops, 0, 1, BY_ONE, NONE, "empty cells right below a filled one", BOEHM)               \
    ROW(HEIGHT_RANGE, "height_range", pile_height_range, 0, 1, BY_ONE, NONE,                                                     \
        "height of the highest column less that of the lowest", BOEHM)                                                           \
    ROW(DEEPEST_WELL, "deepest_well", pile_deepest_well, 0, 1, BY_ONE, NONE,                                                     \
        "how far a column lies below its lower neighbour, at most", BOEHM)                                                       \
    ROW(WELL_DEPTHS, "well_depths", pile_well_depths, 0, 1, BY_ONE, NONE,                                                        \
        "sum over the columns of how far each lies below its lower neighbour", BOEHM)                                            \
    ROW(FILLED_CELLS, "filled_cells", pile_filled_cells, 0, 1, BY_ONE, NONE, "filled cells", BOEHM)                              \
    ROW(WEIGHTED_CELLS, "weighted_cells", pile_weighted_cells, 0, 1, BY_ONE, NONE,                                               \
        "sum over the filled cells of their row, counted from 1", BOEHM)                                                         \
    ROW(INNER_ROW_TRANSITIONS, "inner_row_transitions", pile_inner_row_transitions, 0, 1, BY_ONE, NONE,                          \
        "changes filled/empty along rows, without the walls", BOEHM)                                                             \
    ROW(INNER_COLUMN_TRANSITIONS, "inner_column_transitions", pile_inner_column_transitions, 0, 1, BY_ONE, NONE,                 \
        "changes filled/empty up the columns, without floor and ceiling", BOEHM)                                                 \
    MOVE(MAX_HEIGHT_INCREASE, "max_height_increase", max_height_increase, 0, 1, BY_ONE, HEIGHT_INCREASE,                         \
         "growth of the column that grew most", REPORT_TEXT)                                                                     \
    MOVE(LANDING_ROWS, "landing_rows", tetr_ai_landing_rows, 0, 1, BY_ONE, LANDING_ROWS,                                         \
         "sum over the cells of the piece of their rows, before clearing", TETR_AI)                                              \
    MOVE(OFF_MIDDLE, "off_middle", tetr_ai_off_middle, 0, 1, BY_SIXTEEN, OFF_MIDDLE,                                             \
         "half columns from the middle of the piece to that of the board; a 16th for each column left of it", TETR_AI)           \
    ROW(WELLS_1, "wells_1", tetr_ai_wells, 1, 1, BY_ONE, WELLS_1, "columns one row lower than their lower neighbour", TETR_AI)   \
    ROW(WELLS_2, "wells_2", tetr_ai_wells, 2, 1, BY_ONE, WELLS_2, "columns two rows lower", TETR_AI)                             \
    ROW(WELLS_3, "wells_3", tetr_ai_wells, 3, 1, BY_ONE, WELLS_3, "columns three rows lower, or more", TETR_AI)                  \
    ROW(WELL_EXCESS, "well_excess", tetr_ai_well_excess, 0, 1, BY_ONE, WELL_EXCESS,                                              \
        "sum over the wells of three rows or more of the rows beyond two", TETR_AI)                                              \
    ROW(WORST_WELL_1, "worst_well_1", tetr_ai_worst_well, 1, 1, BY_ONE, WORST_WELL_1,                                            \
        "1 if the worst well has one row: the deepest, but for wells near a wall, which count for more", TETR_AI)                \
    ROW(WORST_WELL_2, "worst_well_2", tetr_ai_worst_well, 2, 1, BY_ONE, WORST_WELL_2, "1 if it has two", TETR_AI)                \
    ROW(WORST_WELL_3, "worst_well_3", tetr_ai_worst_well, 3, 1, BY_ONE, WORST_WELL_3, "1 if it has three or more", TETR_AI)      \
    ROW(WORST_WELL_EXCESS, "worst_well_excess", tetr_ai_worst_well_excess, 0, 1, BY_ONE, WORST_WELL_EXCESS,                      \
        "rows of the worst well beyond two", TETR_AI)                                                                            \
    ROW(TOP_HOLE_COLUMN, "top_hole_column", tetr_ai_top_hole_column, 0, 1, BY_ONE, TOP_HOLE_COLUMN,                              \
        "height of the highest column with a hole in the highest row that has one", TETR_AI)                                     \
    ROW(HOLES_WALL, "holes_wall", tetr_ai_holes_beside, 0, 1, BY_ONE, HOLES_WALL, "holes of the two wall columns", TETR_AI)      \
    ROW(HOLES_SECOND, "holes_second", tetr_ai_holes_beside, 1, 1, BY_ONE, HOLES_SECOND, "holes of the columns next to those",    \
        TETR_AI)                                                                                                                 \
    ROW(HOLES_THIRD, "holes_third", tetr_ai_holes_beside, 2, 1, BY_ONE, HOLES_THIRD,                                             \
        "holes of the third columns from the walls", TETR_AI)                                                                    \
    ROW(EXCESS_WALL, "excess_wall", tetr_ai_well_excess_beside, 0, 1, BY_ONE, EXCESS_WALL, "well_excess of the wall columns",    \
        TETR_AI)                                                                                                                 \
    ROW(EXCESS_NEAR, "excess_near", tetr_ai_well_excess_beside, 1, 1, BY_ONE, EXCESS_NEAR,                                       \
        "well_excess of the second and third columns from the walls", TETR_AI)                                                   \
    ROW(WORST_EXCESS_WALL, "worst_excess_wall", tetr_ai_worst_excess_beside, 0, 1, BY_ONE, WORST_EXCESS_WALL,                    \
        "worst_well_excess if that well is a wall column", TETR_AI)                                                              \
    ROW(WORST_EXCESS_NEAR, "worst_excess_near", tetr_ai_worst_excess_beside, 1, 1, BY_ONE, WORST_EXCESS_NEAR,                    \
        "worst_well_excess if that well is the second or third column from a wall", TETR_AI)                                     \
    ROW(FITS, "fits", tetr_ai_fits, 0, 1, BY_ONE, FITS,                                                                          \
        "over the pieces but I: 4 for one place where the piece lies flat, 6 for more", TETR_AI)                                 \
    MOVE(EARLY_ROWS, "early_rows", pile_early_rows, 0, 1, BY_ONE, EARLY_ROWS,                                                    \
         "rows cleared, but for four at once, x empty rows above the pile before they go", "for games of points")                \
    COLUMNS(ROW, COLUMN_HEIGHT)                                                                                                  \
    COLUMN_HEIGHT(ROW, 16)                                                                                                       \
    COLUMNS(ROW, HEIGHT_DIFFERENCE)

/* The features that there is one of for each column, or each pair of neighbours. */
#define COLUMNS(ROW, OF) \
    OF(ROW, 1)           \
    OF(ROW, 2)           \
    OF(ROW, 3)           \
    OF(ROW, 4)           \
    OF(ROW, 5)           \
    OF(ROW, 6)           \
    OF(ROW, 7)           \
    OF(ROW, 8)           \
    OF(ROW, 9)           \
    OF(ROW, 10)          \
    OF(ROW, 11)          \
    OF(ROW, 12)          \
    OF(ROW, 13)          \
    OF(ROW, 14)          \
    OF(ROW, 15)
#define COLUMN_HEIGHT(ROW, K)                                                                        \
    ROW(COLUMN_HEIGHT_1 + K - 1, "column_height_" #K, column_height, K, 1, BY_ONE, COLUMN_1 + K - 1, \
        "height of column " #K " from the left", BERTSEKAS)
#define HEIGHT_DIFFERENCE(ROW, K)                                                                          \
    ROW(HEIGHT_DIFFERENCE_1 + K - 1, "height_difference_" #K, height_difference, K, 1, BY_ONE, STEP_1 + K, \
        "|height difference| of column " #K " and the next", BERTSEKAS)

#define AS_COUNT(index, name, count, k, factor, divisor, term, definition, source) \
    [TETRIS_##index] = {count, k, factor, TETRIS_##divisor, (Term)(TERM_##term)},
#define AS_FEATURE(index, name, count, k, factor, divisor, term, definition, source) \
    [TETRIS_##index] = {name, definition, source, false},
#define AS_MOVE_FEATURE(index, name, count, k, factor, divisor, term, definition, source) \
    [TETRIS_##index] = {name, definition, source, true},

const TetrisCount tetris_counts[TETRIS_FEATURES] = {FEATURES(AS_COUNT, AS_COUNT)};
const Feature tetris_features[TETRIS_FEATURES] = {FEATURES(AS_FEATURE, AS_MOVE_FEATURE)};

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
    const TetrisCount *f = &tetris_counts[feature];
    return f->factor * ((double)count / tetris_divisor(rules, f->divisor));
}
