/* features.h. The features and sets of Tetris: their lists, and how their counts become values.
 *
 * Idea: kernels count terms (terms/list.h) and do not include this header. So adding a feature or set recompiles small files
 * only.
 * Never: a rule of the game (tetris.h). */
#ifndef SWARMTRIS_GAME_TETRIS_FEATURES_H
#define SWARMTRIS_GAME_TETRIS_FEATURES_H

#include "game/tetris/terms/list.h"
#include "game/tetris/tetris.h"

/* The head of a feature's function, which returns the feature's count for a move: a whole number. `before` is the state in which
 * the move was chosen, `after` the state after it, full rows cleared. k: the column, depth or distance of its row in the list. */
#define UNUSED __attribute__((unused))
#define TETRIS_COUNT(name)                                                                                   \
    int tetris_count_##name(UNUSED const TetrisRules *rules, UNUSED int k, UNUSED const TetrisState *before, \
                            UNUSED const TetrisState *after)

#define FROM_REPORT "2018 PSO report, program"
#define FROM_REPORT_TEXT "2018 PSO report, table of features"
#define FROM_DELLACHERIE "Dellacherie, in Fahey 2003"
#define FROM_BERTSEKAS "Bertsekas & Ioffe 1996"
#define FROM_SCHERRER "Thiery & Scherrer 2009"
#define FROM_COMMON "in many controllers"
#define FROM_PROS "program tetrispros"
#define FROM_PROS_TEXT "text of tetrispros"
#define FROM_BOEHM "Boehm, Kokai & Mandl 2005"
#define FROM_LEE "Tetris AI (Y. Lee 2013)"
#define FROM_TETR_AI "tetr-ai (misakamm 2026)"

/* All features. To add one, write its function, and a row at the end. All engines play it, the fast ones slowly until it has a
 * term (terms/list.h). A row: index, name, function, its k, factor, divisor, the term of the fast engines or NONE, definition,
 * source; prefixes are added (TETRIS_, TERM_). MOVE: the feature also depends on the move, or on the board before it. */
#define TETRIS_FEATURE_LIST(ROW, MOVE)                                                                                           \
    ROW(MAX_HEIGHT, "max_height", max_height, 0, 1, BY_ONE, MAX_HEIGHT, "height of the highest column", FROM_REPORT)             \
    MOVE(ROWS_CLEARED, "rows_cleared", rows_cleared, 0, 1, BY_ONE, ROWS_CLEARED, "rows that the move cleared", FROM_REPORT)      \
    MOVE(AVG_HEIGHT_INCREASE, "avg_height_increase", avg_height_increase, 0, 1, BY_WIDTH, AGGREGATE_HEIGHT,                      \
         "growth of the heights, mean over the columns", FROM_REPORT)                                                            \
    ROW(CS3243_HOLES, "cs3243_holes", cs3243_holes, 0, 1, BY_ONE, CS3243_HOLES,                                                  \
        "empty cells at least two below the top of their column", FROM_REPORT)                                                   \
    ROW(CS3243_COLUMN_TRANSITIONS, "cs3243_column_transitions", cs3243_column_transitions, 0, 1, BY_ONE,                         \
        CS3243_COLUMN_TRANSITIONS, "changes filled/empty up the columns, from the floor to row H - 1", FROM_REPORT)              \
    ROW(HEIGHT_DIFFERENCES, "height_differences", height_differences, 0, 1, BY_ONE, HEIGHT_DIFFERENCES,                          \
        "sum of |height difference| of neighbouring columns", FROM_REPORT)                                                       \
    ROW(CS3243_ROW_TRANSITIONS, "cs3243_row_transitions", cs3243_row_transitions, 0, 1, BY_ONE, ROW_TRANSITIONS,                 \
        "changes filled/empty along rows 0..H, wall to wall", FROM_REPORT)                                                       \
    ROW(WELLS, "wells", wells, 0, 1, BY_ONE, WELLS,                                                                              \
        "sum over empty cells between filled ones of 1 + the empty cells right below", "Dellacherie; Thiery & Scherrer 2009")    \
    ROW(HOLES, "holes", holes, 0, 1, BY_ONE, HOLES, "empty cells with a filled cell above them in their column",                 \
        FROM_DELLACHERIE)                                                                                                        \
    ROW(OPEN_WELLS, "open_wells", open_wells, 0, 1, BY_ONE, OPEN_WELLS,                                                          \
        "empty cells above their column's top between filled ones", FROM_REPORT_TEXT)                                            \
    MOVE(LANDING_HEIGHT, "landing_height", landing_height, 0, 1, BY_TWO, LANDING_HEIGHT,                                         \
         "lowest row of the piece, before clearing, + (its height - 1) / 2", FROM_DELLACHERIE)                                   \
    MOVE(ERODED_CELLS, "eroded_cells", eroded_cells, 0, 1, BY_ONE, ERODED_CELLS,                                                 \
         "rows cleared x cells of the piece that lay in them", FROM_DELLACHERIE)                                                 \
    ROW(ROW_TRANSITIONS, "row_transitions", row_transitions, 0, 1, BY_ONE, ROW_TRANSITIONS,                                      \
        "changes filled/empty along rows 0..H-1, wall to wall", FROM_DELLACHERIE)                                                \
    ROW(COLUMN_TRANSITIONS, "column_transitions", column_transitions, 0, 1, BY_ONE, COLUMN_TRANSITIONS,                          \
        "changes filled/empty up the columns, from the floor to row H", FROM_DELLACHERIE)                                        \
    ROW(WELLS_RUN, "wells_run", wells_run, 0, 1, BY_ONE, WELLS_RUN,                                                              \
        "as wells; empty cells right below a well cell are well cells", "controllers DT-10 and DT-20; Gabillon et al. 2013")     \
    ROW(HOLE_DEPTH, "hole_depth", hole_depth, 0, 1, BY_ONE, HOLE_DEPTH,                                                          \
        "filled cells with an empty cell below them in their column", FROM_SCHERRER)                                             \
    ROW(ROWS_WITH_HOLES, "rows_with_holes", rows_with_holes, 0, 1, BY_ONE, ROWS_WITH_HOLES, "rows with at least one hole",       \
        FROM_SCHERRER)                                                                                                           \
    ROW(DIVERSITY, "diversity", diversity, 0, 1, BY_ONE, DIVERSITY,                                                              \
        "how many of -2..2 occur as step from a column's height to the next", "Gabillon et al. 2013")                            \
    ROW(AGGREGATE_HEIGHT, "aggregate_height", aggregate_height, 0, 1, BY_ONE, AGGREGATE_HEIGHT, "sum of the heights",            \
        FROM_COMMON)                                                                                                             \
    ROW(TETRISPROS_HEIGHT_DIFFERENCES, "tetrispros_height_differences", tetrispros_height_differences, 0, -0.9, BY_ONE,          \
        TETRISPROS_HEIGHT_DIFFERENCES, "-0.9 x sum of |difference| of neighbouring top rows", FROM_PROS)                         \
    ROW(TETRISPROS_MAX_HEIGHT, "tetrispros_max_height", tetrispros_max_height, 0, -0.8, BY_ONE, TETRISPROS_MAX_HEIGHT,           \
        "-0.8 x highest top row", FROM_PROS)                                                                                     \
    MOVE(TETRISPROS_ROWS_CLEARED, "tetrispros_rows_cleared", rows_cleared, 0, 0.8, BY_ONE, ROWS_CLEARED,                         \
         "0.8 x rows that the move cleared", FROM_PROS)                                                                          \
    ROW(TETRISPROS_CONSTANT, "tetrispros_constant", tetrispros_constant, 0, 10, BY_ONE, CONSTANT, "10, always", FROM_PROS)       \
    ROW(TETRISPROS_HOLES, "tetrispros_holes", holes, 0, -6, BY_ONE, HOLES, "-6 x holes", FROM_PROS)                              \
    ROW(TETRISPROS_PITS, "tetrispros_pits", tetrispros_pits, 0, -1.2, BY_ONE, TETRISPROS_PITS,                                   \
        "-1.2 x sum of the depths of columns more than 2 below both neighbours", FROM_PROS)                                      \
    ROW(TETRISPROS_HEIGHT_DEVIATION, "tetrispros_height_deviation", tetrispros_height_deviation, 0, -0.85, BY_WIDTH_SQUARED,     \
        TETRISPROS_HEIGHT_DEVIATION, "-0.85 x mean |top row - mean top row|", FROM_PROS)                                         \
    ROW(TETRISPROS_LOSS, "tetrispros_loss", tetrispros_loss, 0, 10, BY_ONE, NONE,                                                \
        "\"Whether the current move results in a loss\": -10, else 10; known if the next piece is shown", FROM_PROS_TEXT)        \
    ROW(HOLE_TOPS, "hole_tops", hole_tops, 0, 1, BY_ONE, NONE, "empty cells right below a filled one", FROM_BOEHM)               \
    ROW(HEIGHT_RANGE, "height_range", height_range, 0, 1, BY_ONE, NONE, "height of the highest column less that of the lowest",  \
        FROM_BOEHM)                                                                                                              \
    ROW(DEEPEST_WELL, "deepest_well", deepest_well, 0, 1, BY_ONE, NONE, "the most that a column lies below its lower neighbour", \
        FROM_BOEHM)                                                                                                              \
    ROW(WELL_DEPTHS, "well_depths", well_depths, 0, 1, BY_ONE, NONE,                                                             \
        "sum over the columns of how far each lies below its lower neighbour", FROM_BOEHM)                                       \
    ROW(FILLED_CELLS, "filled_cells", filled_cells, 0, 1, BY_ONE, NONE, "filled cells", FROM_BOEHM)                              \
    ROW(WEIGHTED_CELLS, "weighted_cells", weighted_cells, 0, 1, BY_ONE, NONE,                                                    \
        "sum over the filled cells of their row, counted from 1", FROM_BOEHM)                                                    \
    ROW(INNER_ROW_TRANSITIONS, "inner_row_transitions", inner_row_transitions, 0, 1, BY_ONE, NONE,                               \
        "changes filled/empty along rows, without the walls", FROM_BOEHM)                                                        \
    ROW(INNER_COLUMN_TRANSITIONS, "inner_column_transitions", inner_column_transitions, 0, 1, BY_ONE, NONE,                      \
        "changes filled/empty up the columns, without floor and ceiling", FROM_BOEHM)                                            \
    MOVE(MAX_HEIGHT_INCREASE, "max_height_increase", max_height_increase, 0, 1, BY_ONE, HEIGHT_INCREASE,                         \
         "growth of the column that grew most", FROM_REPORT_TEXT)                                                                \
    MOVE(LANDING_ROWS, "landing_rows", landing_rows, 0, 1, BY_ONE, LANDING_ROWS,                                                 \
         "sum over the cells of the piece of their rows, before clearing", FROM_TETR_AI)                                         \
    MOVE(OFF_MIDDLE, "off_middle", off_middle, 0, 1, BY_SIXTEEN, OFF_MIDDLE,                                                     \
         "half columns from the middle of the piece to that of the board, + 1/16 for each column to its left", FROM_TETR_AI)     \
    ROW(WELLS_1, "wells_1", wells_of_depth, 1, 1, BY_ONE, WELLS_1, "columns one row lower than their lower neighbour",           \
        FROM_TETR_AI)                                                                                                            \
    ROW(WELLS_2, "wells_2", wells_of_depth, 2, 1, BY_ONE, WELLS_2, "columns two rows lower", FROM_TETR_AI)                       \
    ROW(WELLS_3, "wells_3", wells_of_depth, 3, 1, BY_ONE, WELLS_3, "columns three rows lower, or more", FROM_TETR_AI)            \
    ROW(WELL_EXCESS, "well_excess", well_excess, 0, 1, BY_ONE, WELL_EXCESS,                                                      \
        "sum over the wells of three rows or more of the rows beyond two", FROM_TETR_AI)                                         \
    ROW(WORST_WELL_1, "worst_well_1", worst_well, 1, 1, BY_ONE, WORST_WELL_1,                                                    \
        "1 if the worst well has one row: the deepest, but for wells near a wall, which count for more", FROM_TETR_AI)           \
    ROW(WORST_WELL_2, "worst_well_2", worst_well, 2, 1, BY_ONE, WORST_WELL_2, "1 if it has two", FROM_TETR_AI)                   \
    ROW(WORST_WELL_3, "worst_well_3", worst_well, 3, 1, BY_ONE, WORST_WELL_3, "1 if it has three or more", FROM_TETR_AI)         \
    ROW(WORST_WELL_EXCESS, "worst_well_excess", worst_well_excess, 0, 1, BY_ONE, WORST_WELL_EXCESS,                              \
        "rows of the worst well beyond two", FROM_TETR_AI)                                                                       \
    ROW(TOP_HOLE_COLUMN, "top_hole_column", top_hole_column, 0, 1, BY_ONE, TOP_HOLE_COLUMN,                                      \
        "height of the highest column with a hole in the highest row that has one", FROM_TETR_AI)                                \
    ROW(HOLES_WALL, "holes_wall", holes_beside, 0, 1, BY_ONE, HOLES_WALL, "holes of the two wall columns", FROM_TETR_AI)         \
    ROW(HOLES_SECOND, "holes_second", holes_beside, 1, 1, BY_ONE, HOLES_SECOND, "holes of second columns from walls",            \
        FROM_TETR_AI)                                                                                                            \
    ROW(HOLES_THIRD, "holes_third", holes_beside, 2, 1, BY_ONE, HOLES_THIRD, "holes of the third columns from the walls",        \
        FROM_TETR_AI)                                                                                                            \
    ROW(EXCESS_WALL, "excess_wall", well_excess_beside, 0, 1, BY_ONE, EXCESS_WALL, "well_excess of the wall columns",            \
        FROM_TETR_AI)                                                                                                            \
    ROW(EXCESS_NEAR, "excess_near", well_excess_beside, 1, 1, BY_ONE, EXCESS_NEAR,                                               \
        "well_excess of the second and third columns from the walls", FROM_TETR_AI)                                              \
    ROW(WORST_EXCESS_WALL, "worst_excess_wall", worst_excess_beside, 0, 1, BY_ONE, WORST_EXCESS_WALL,                            \
        "worst_well_excess if that well is a wall column", FROM_TETR_AI)                                                         \
    ROW(WORST_EXCESS_NEAR, "worst_excess_near", worst_excess_beside, 1, 1, BY_ONE, WORST_EXCESS_NEAR,                            \
        "worst_well_excess if that well is the second or third column from a wall", FROM_TETR_AI)                                \
    ROW(FITS, "fits", fits, 0, 1, BY_ONE, FITS, "over the pieces but I: 4 for one place where the piece lies flat, 6 for more",  \
        FROM_TETR_AI)                                                                                                            \
    MOVE(EARLY_ROWS, "early_rows", early_rows, 0, 1, BY_ONE, EARLY_ROWS,                                                         \
         "rows cleared, except four at once, x empty rows above the pile before clearing", "this program")                       \
    MOVE(UNCLEARED_AGGREGATE_HEIGHT, "uncleared_aggregate_height", uncleared_aggregate_height, 0, 1, BY_ONE, UNCLEARED_HEIGHTS,  \
         "aggregate_height, full rows still there", FROM_LEE)                                                                    \
    MOVE(UNCLEARED_HOLES, "uncleared_holes", uncleared_holes, 0, 1, BY_ONE, UNCLEARED_HOLES, "holes, full rows still there",     \
         FROM_LEE)                                                                                                               \
    MOVE(UNCLEARED_HEIGHT_DIFFERENCES, "uncleared_height_differences", uncleared_height_differences, 0, 1, BY_ONE,               \
         UNCLEARED_DIFFERENCES, "height_differences, full rows still there", FROM_LEE)                                           \
    ROW(TETRISPROS_HEIGHT_DIFFERENCES_TEXT, "tetrispros_height_differences_text", height_differences, 0, -0.9, BY_ONE,           \
        HEIGHT_DIFFERENCES, "-0.9 x \"Sum of height differences between adjacent columns\"", FROM_PROS_TEXT)                     \
    ROW(TETRISPROS_MAX_HEIGHT_TEXT, "tetrispros_max_height_text", max_height, 0, -0.8, BY_ONE, MAX_HEIGHT,                       \
        "-0.8 x \"Maximum height of a column\"", FROM_PROS_TEXT)                                                                 \
    ROW(TETRISPROS_WELLS_TEXT, "tetrispros_wells_text", well_depths, 0, -1.2, BY_ONE, NONE,                                      \
        "-1.2 x \"Sum of depths of all wells in the game board\"", FROM_PROS_TEXT)                                               \
    ROW(TETRISPROS_HEIGHT_DEVIATION_TEXT, "tetrispros_height_deviation_text", height_deviation, 0, -0.85, BY_WIDTH_SQUARED,      \
        NONE, "-0.85 x \"Mean of the absolute difference between the height of each column and the mean height\"",               \
        FROM_PROS_TEXT)

/* Features of single columns, and of pairs of neighbours. The term of a pair is numbered by its right column. */
#define EACH_COLUMN_NUMBER(ROW, OF) \
    OF(ROW, 1)                      \
    OF(ROW, 2)                      \
    OF(ROW, 3)                      \
    OF(ROW, 4)                      \
    OF(ROW, 5)                      \
    OF(ROW, 6)                      \
    OF(ROW, 7)                      \
    OF(ROW, 8)                      \
    OF(ROW, 9)                      \
    OF(ROW, 10)                     \
    OF(ROW, 11)                     \
    OF(ROW, 12)                     \
    OF(ROW, 13)                     \
    OF(ROW, 14)                     \
    OF(ROW, 15)
#define COLUMN_HEIGHT(ROW, K)                                                                        \
    ROW(COLUMN_HEIGHT_1 + K - 1, "column_height_" #K, column_height, K, 1, BY_ONE, COLUMN_1 + K - 1, \
        "height of column " #K " from the left", FROM_BERTSEKAS)
#define HEIGHT_DIFFERENCE(ROW, K)                                                                          \
    ROW(HEIGHT_DIFFERENCE_1 + K - 1, "height_difference_" #K, height_difference, K, 1, BY_ONE, STEP_1 + K, \
        "|height difference| of column " #K " and the next", FROM_BERTSEKAS)
#define TETRIS_COLUMN_LIST(ROW) \
    EACH_COLUMN_NUMBER(ROW, COLUMN_HEIGHT) COLUMN_HEIGHT(ROW, 16) EACH_COLUMN_NUMBER(ROW, HEIGHT_DIFFERENCE)

#define AS_FUNCTION(index, name, count, k, factor, divisor, term, definition, source) TETRIS_COUNT(count);
TETRIS_FEATURE_LIST(AS_FUNCTION, AS_FUNCTION)
TETRIS_COUNT(column_height);
TETRIS_COUNT(height_difference);
#undef AS_FUNCTION

/* The indices that sets use. Features of single columns have one for each column of the widest board. */
#define AS_INDEX(index, name, count, k, factor, divisor, term, definition, source) TETRIS_##index,
enum {
    TETRIS_FEATURE_LIST(AS_INDEX, AS_INDEX) TETRIS_COLUMN_HEIGHT_1,
    TETRIS_HEIGHT_DIFFERENCE_1 = TETRIS_COLUMN_HEIGHT_1 + TETRIS_WIDTH_MAX,
    TETRIS_FEATURES = TETRIS_HEIGHT_DIFFERENCE_1 + TETRIS_WIDTH_MAX - 1
};
#undef AS_INDEX

/* All sets: index, name, definition or source, the array of its features in sets.c. A published set never changes: weights files
 * name it. */
#define TETRIS_SET_LIST(X)                                                                                                \
    X(CS3243, "cs3243", "the eight features of the 2018 PSO report as its program computes them", cs3243)                 \
    X(CS3243_TEXT, "cs3243-text", "cs3243 as the report's table words its features", cs3243_text)                         \
    X(CS3243_FIELD, "cs3243-field", "cs3243 with features as the field defines them", cs3243_field)                       \
    X(DELLACHERIE, "dellacherie", "Dellacherie, in Fahey 2003", dellacherie)                                              \
    X(BCTS, "bcts", "Thiery & Scherrer 2009", bcts)                                                                       \
    X(DU, "du", "another name of bcts, in Scherrer et al. 2015", bcts)                                                    \
    X(DT, "dt", "Gabillon, Ghavamzadeh & Scherrer 2013, wells as its program counts them", dt)                            \
    X(DT_WELLS, "dt-wells", "dt with wells as they are defined", dt_wells)                                                \
    X(BDU, "bdu", "bertsekas and bcts together, Scherrer et al. 2015; for ten columns", bdu)                              \
    X(BDT, "bdt", "bdu and diversity: bertsekas and dt-wells together; for ten columns", bdt)                             \
    X(EL_TETRIS, "el-tetris",                                                                                             \
      "El-Tetris with the ceiling counted, as MDPTetris does: dellacherie with rows_cleared for eroded_cells", el_tetris) \
    X(EL_TETRIS_JS, "el-tetris-js", "El-Tetris as its JavaScript computes it: column transitions end below the ceiling",  \
      el_tetris_js)                                                                                                       \
    X(BERTSEKAS, "bertsekas", "Bertsekas & Ioffe 1996; for ten columns", bertsekas)                                       \
    X(YIYUAN, "yiyuan", "Yiyuan Lee 2013, features after full rows are removed, as its text may be read", yiyuan)         \
    X(YIYUAN_JS, "yiyuan-js", "Yiyuan Lee 2013 as its JavaScript computes it: before full rows are removed", yiyuan_js)   \
    X(TETRISPROS, "tetrispros", "program tetrispros", tetrispros)                                                         \
    X(TETRISPROS_TEXT, "tetrispros-text", "tetrispros, features as its text words them", tetrispros_text)                 \
    X(TETRISPROS_ELEVEN, "tetrispros-eleven", "eleven that program tetrispros tried and dropped; Boehm et al. 2005",      \
      tetrispros_eleven)                                                                                                  \
    X(TETR_AI, "tetr-ai", "misakamm 2026; off_middle decides between equals", tetr_ai)                                    \
    X(DEEP_WELLS, "deep-wells", "features of tetr-ai that matter: nine weights", deep_wells)

#define AS_INDEX(index, name, text, features) TETRIS_SET_##index,
enum { TETRIS_SET_LIST(AS_INDEX) TETRIS_SETS };
#undef AS_INDEX

/* Every feature has a count, a whole number; its value is factor * (count / divisor), in doubles. Engines exchange counts, so all
 * of them get the same doubles. k: the column, depth or distance that `count` is for; else 0. */
typedef enum { TETRIS_BY_ONE, TETRIS_BY_TWO, TETRIS_BY_SIXTEEN, TETRIS_BY_WIDTH, TETRIS_BY_WIDTH_SQUARED } TetrisDivisor;
typedef struct {
    int (*count)(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);
    int k;
    double factor;
    TetrisDivisor divisor;
    Term term; /* what the fast engines count: the same, or differing by a constant of the decision */
} TetrisCount;
extern const TetrisCount tetris_counts[TETRIS_FEATURES];

/* How far column x lies below its lower neighbour, walls being as high as the board; 0: it is not lower. */
int tetris_well_depth(const TetrisRules *rules, const TetrisState *s, int x);

/* tetris_divisor: the divisor as a number. tetris_value: the value of a feature, from its count. */
double tetris_divisor(const TetrisRules *rules, TetrisDivisor divisor);
double tetris_value(const TetrisRules *rules, int feature, int count);

extern const Feature tetris_features[TETRIS_FEATURES];
extern const FeatureSet tetris_sets[TETRIS_SETS];

#endif
