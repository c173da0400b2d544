/* features.c. What a controller reads off a placement: one pure function a feature, its definition and source above it.
 *
 * All are read off the board after placing and after clearing; `before` is the state in which the move was chosen. H rows, W
 * columns. Beside the board stand filled walls, below it a filled floor.
 * Source of the set cs3243: the program of the 2018 PSO report; where it differs from the field's definition of the same name,
 * its name begins with cs3243_. */
#include "game/tetris/tetris.h"

#include <stdlib.h>

/* Whether a cell is filled; walls and floor are. 0 <= y <= H. */
static bool filled(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return x < 0 || x >= rules->width || y < 0 || s->cell[y][x];
}

/* The highest column after the move. (The report says: the increase over the old maximum. That differs by a constant a decision,
 * so the choice is the same.) */
static double max_height(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int max = 0;
    for (int x = 0; x < rules->width; x++)
        if (s->top[x] > max) max = s->top[x];
    return max;
}

/* Rows that this move cleared, 0..4. */
static double rows_cleared(const void *rules, const void *before, const void *after)
{
    (void)rules, (void)before;
    return ((const TetrisState *)after)->cleared;
}

/* How much the columns grew, on average over the columns; negative where rows were cleared. */
static double avg_height_increase(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    int grown = 0;
    for (int x = 0; x < rules->width; x++) grown += ((const TetrisState *)after)->top[x] - ((const TetrisState *)before)->top[x];
    return (double)grown / rules->width;
}

/* Empty cells in rows 0 .. top - 3 of each column: the cell right under the top cell is not looked at. */
static double cs3243_holes(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int holes = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y <= s->top[x] - 3; y++) holes += !s->cell[y][x];
    return holes;
}

/* Empty cells with a filled cell somewhere above them in their column (Dellacherie, in Fahey 2003). */
static double holes(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int holes = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < s->top[x]; y++) holes += !s->cell[y][x];
    return holes;
}

/* Changes between filled and empty going up each column through rows 0 .. H - 1, from the filled floor. A column filled up to the
 * ceiling has no change at its top. Empty board: W. */
static double cs3243_column_transitions(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int changes = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = 0; y < rules->height; y++) changes += filled(rules, s, x, y) != filled(rules, s, x, y - 1);
    return changes;
}

/* Sum of the height differences of neighbouring columns; walls are not involved. */
static double height_differences(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int sum = 0;
    for (int x = 0; x + 1 < rules->width; x++) sum += abs(s->top[x] - s->top[x + 1]);
    return sum;
}

/* Changes between filled and empty along rows 0 .. H, wall to wall. An empty row has 2, and row H always is one. */
static double cs3243_row_transitions(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int changes = 0;
    for (int y = 0; y <= rules->height; y++)
        for (int x = 0; x <= rules->width; x++) changes += filled(rules, s, x - 1, y) != filled(rules, s, x, y);
    return changes;
}

static bool well_cell(const TetrisRules *rules, const TetrisState *s, int x, int y)
{
    return !filled(rules, s, x, y) && filled(rules, s, x - 1, y) && filled(rules, s, x + 1, y);
}

/* Every empty cell between two filled neighbours, covered or not, adds 1 + the number of consecutive empty cells right below it;
 * so a clean well of depth d adds 1 + 2 + .. + d (Dellacherie; Thiery & Scherrer 2009). */
static double wells(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++) {
        int empty_below = 0;
        for (int y = 0; y <= rules->height; y++) {
            if (well_cell(rules, s, x, y)) sum += 1 + empty_below;
            empty_below = s->cell[y][x] ? 0 : empty_below + 1;
        }
    }
    return sum;
}

/* Empty cells above the top of their column between two filled neighbours, each once (the report's table, as it is worded). */
static double open_wells(const void *rules_, const void *before, const void *after)
{
    const TetrisRules *rules = rules_;
    const TetrisState *s = after;
    (void)before;
    int sum = 0;
    for (int x = 0; x < rules->width; x++)
        for (int y = s->top[x]; y <= rules->height; y++) sum += well_cell(rules, s, x, y);
    return sum;
}

static const char report[] = "2018 PSO report, program";
static const char report_text[] = "2018 PSO report, table of features";

const Feature tetris_features[TETRIS_FEATURES] = {
    [TETRIS_MAX_HEIGHT] = {"max_height", "height of the highest column", report, max_height},
    [TETRIS_ROWS_CLEARED] = {"rows_cleared", "rows that the move cleared", report, rows_cleared},
    [TETRIS_AVG_HEIGHT_INCREASE] = {"avg_height_increase", "growth of the heights, mean over the columns", report,
                                    avg_height_increase},
    [TETRIS_CS3243_HOLES] = {"cs3243_holes", "empty cells at least two below the top of their column", report, cs3243_holes},
    [TETRIS_CS3243_COLUMN_TRANSITIONS] = {"cs3243_column_transitions",
                                          "changes filled/empty up the columns, from the floor to row H - 1", report,
                                          cs3243_column_transitions},
    [TETRIS_HEIGHT_DIFFERENCES] = {"height_differences", "sum of |height difference| of neighbouring columns", report,
                                   height_differences},
    [TETRIS_CS3243_ROW_TRANSITIONS] = {"cs3243_row_transitions", "changes filled/empty along rows 0..H, wall to wall", report,
                                       cs3243_row_transitions},
    [TETRIS_WELLS] = {"wells", "sum over empty cells between filled ones of 1 + the empty cells right below",
                      "Dellacherie; Thiery & Scherrer 2009", wells},
    [TETRIS_HOLES] = {"holes", "empty cells with a filled cell above them in their column", "Dellacherie, in Fahey 2003", holes},
    [TETRIS_OPEN_WELLS] = {"open_wells", "empty cells above their column's top between filled ones", report_text, open_wells},
};

static const int cs3243[] = {TETRIS_MAX_HEIGHT,
                             TETRIS_ROWS_CLEARED,
                             TETRIS_AVG_HEIGHT_INCREASE,
                             TETRIS_CS3243_HOLES,
                             TETRIS_CS3243_COLUMN_TRANSITIONS,
                             TETRIS_HEIGHT_DIFFERENCES,
                             TETRIS_CS3243_ROW_TRANSITIONS,
                             TETRIS_WELLS};
static const int cs3243_text[] = {TETRIS_MAX_HEIGHT,
                                  TETRIS_ROWS_CLEARED,
                                  TETRIS_AVG_HEIGHT_INCREASE,
                                  TETRIS_HOLES,
                                  TETRIS_CS3243_COLUMN_TRANSITIONS,
                                  TETRIS_HEIGHT_DIFFERENCES,
                                  TETRIS_CS3243_ROW_TRANSITIONS,
                                  TETRIS_OPEN_WELLS};

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

const FeatureSet tetris_sets[TETRIS_SETS] = {
    [TETRIS_SET_CS3243] = {"cs3243", "the eight features of the 2018 PSO report as its program computes them", cs3243,
                           COUNT(cs3243)},
    [TETRIS_SET_CS3243_TEXT] = {"cs3243-text", "the same eight as the report's table words them", cs3243_text,
                                COUNT(cs3243_text)},
};
