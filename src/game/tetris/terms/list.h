/* list.h. The terms: what the fast engines count, so that scores can be summed from it. One list, from which follow their
 * numbers, bounds and marks, the deltas and measures of both engines, and the families that kernels are compiled for.
 *
 * Several features may share a term (their counts differ by a constant within a decision): their weights are added.
 * Adding a term takes
 *     a file here    its measure and delta (terms.h says what each is), and its #include in terms.h; or in a file that is there
 *     survey.h       what it needs of the board before the move: a field of Survey, and a function that fills it, which both
 *                    layouts call, survey_boards (kernel.c) and survey_board (columns_survey.h)
 *     this list      its row, at the end, and its bit in each family that is to have it. (Rows up to LANDING_HEIGHT belong to
 *                    `usual`: one more would slow all sets of that family.) If it has a mark: SCORES_STAY of columns.c
 *     features.h     its name in the row of the feature that it counts
 * The mark: a function that says where the delta does not hold though no row is cleared (mark_buried_wells); else no_mark.
 * A term of the move (landing height) is also a row of TERMS_OF_MOVE in packed.h, and measures nothing (heights.h). What the
 * landing does not tell of it is counted in rare_of_move or of_move (kernel.c), landing_of or of_made (columns_game.h), in
 * count_move (plan.c) and add (lanes_view.c). One that is nothing where no row is cleared (early_rows) needs no delta: it stands
 * behind DELTA_TERMS, with its bound in plan.c.
 * Tests compare its measure, and with a family its delta, in both engines with the feature in whose row it stands. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_LIST_H
#define SWARMTRIS_GAME_TETRIS_TERMS_LIST_H

#include <stdint.h>

/* COLUMNS: of every packed board, whatever its width. */
enum { COLUMNS = 16 };

/* Name; the most that it counts on a board of w columns and h rows, none being negative but where it says so: then by how much
 * two counts differ, 32,767 at most; mark: where its delta does not hold. */
#define TERM_LIST(X)                                                                                                     \
    X(MAX_HEIGHT, max_height, h, no_mark)                                                                                \
    X(AGGREGATE_HEIGHT, aggregate_height, w *h, no_mark)                                                                 \
    X(HOLES, holes, w *h, no_mark)                                                                                       \
    X(CS3243_HOLES, cs3243_holes, w *h, no_mark)                                                                         \
    X(COLUMN_TRANSITIONS, column_transitions, w *(h + 1), no_mark)                                                       \
    X(CS3243_COLUMN_TRANSITIONS, cs3243_column_transitions, w *(h + 1), no_mark)                                         \
    X(HEIGHT_DIFFERENCES, height_differences, w *h, no_mark)                                                             \
    X(ROW_TRANSITIONS, row_transitions, (w + 1) * (h + 1), no_mark)                                                      \
    X(WELLS, wells, (w + 1) / 2 * h * (h + 1) / 2, mark_buried_wells) /* of two neighbours one at most is a well cell */ \
    X(OPEN_WELLS, open_wells, w *h, no_mark)                                                                             \
    X(WELLS_RUN, wells_run, w *h *(h + 1) / 2, mark_cut_runs)                                                            \
    X(HOLE_DEPTH, hole_depth, w *h, no_mark)                                                                             \
    X(ROWS_WITH_HOLES, rows_with_holes, h, no_mark)                                                                      \
    X(DIVERSITY, diversity, 5, no_mark)                                                                                  \
    X(LANDING_HEIGHT, landing_height, 2 * h, no_mark)                                                                    \
    X(TETRISPROS_HEIGHT_DIFFERENCES, tetrispros_height_differences, w *h, no_mark)                                       \
    X(TETRISPROS_MAX_HEIGHT, tetrispros_max_height, h, no_mark)                                                          \
    X(TETRISPROS_PITS, tetrispros_pits, w *h, no_mark)                                                                   \
    X(TETRISPROS_HEIGHT_DEVIATION, tetrispros_height_deviation, w *w *h, no_mark)                                        \
    X(HEIGHT_INCREASE, height_increase, 2 * h, no_mark) /* -h .. h */                                                    \
    X(LANDING_ROWS, landing_rows, 4 * h, no_mark)                                                                        \
    X(OFF_MIDDLE, off_middle, 17 * w, no_mark)                                                                           \
    X(WELLS_1, wells_1, (w + 1) / 2, no_mark)                                                                            \
    X(WELLS_2, wells_2, (w + 1) / 2, no_mark)                                                                            \
    X(WELLS_3, wells_3, (w + 1) / 2, no_mark)                                                                            \
    X(WELL_EXCESS, well_excess, (w + 1) / 2 * h, no_mark)                                                                \
    X(WORST_WELL_1, worst_well_1, 1, no_mark)                                                                            \
    X(WORST_WELL_2, worst_well_2, 1, no_mark)                                                                            \
    X(WORST_WELL_3, worst_well_3, 1, no_mark)                                                                            \
    X(WORST_WELL_EXCESS, worst_well_excess, h, no_mark)                                                                  \
    X(TOP_HOLE_COLUMN, top_hole_column, h, no_mark)                                                                      \
    X(HOLES_WALL, holes_wall, 2 * h, no_mark)                                                                            \
    X(HOLES_SECOND, holes_second, 2 * h, no_mark)                                                                        \
    X(HOLES_THIRD, holes_third, 2 * h, no_mark)                                                                          \
    X(EXCESS_WALL, excess_wall, 2 * h, no_mark)                                                                          \
    X(EXCESS_NEAR, excess_near, 4 * h, no_mark)                                                                          \
    X(WORST_EXCESS_WALL, worst_excess_wall, h, no_mark)                                                                  \
    X(WORST_EXCESS_NEAR, worst_excess_near, h, no_mark)                                                                  \
    X(FITS, fits, 36, no_mark)

/* Terms below DELTA_TERMS have a delta: those of the board, and some of the move. TERM_NONE: of a feature
 * that has no term. */
#define TERM_NUMBER(TERM, term, most, mark) TERM_##TERM,
typedef enum {
    TERM_NONE = -1,
    TERM_LIST(TERM_NUMBER) DELTA_TERMS,
    TERM_ROWS_CLEARED = DELTA_TERMS, /* of the move, nothing where no row is cleared */
    TERM_ERODED_CELLS,
    TERM_EARLY_ROWS,
    TERM_CONSTANT,
    SCALAR_TERMS,
    TERM_COLUMN_1 = SCALAR_TERMS,          /* with a delta, too: heights of the columns, then */
    TERM_STEP_1 = TERM_COLUMN_1 + COLUMNS, /* differences of neighbours: |h_i - h_{i+1}| */
    TERMS = TERM_STEP_1 + COLUMNS
} Term;
#undef TERM_NUMBER
_Static_assert((int)DELTA_TERMS <= 64, "a family is a mask of 64 bits");

/* Terms for which a kernel is compiled: a set takes the first family that has all its terms of the board. columns: those of
 * single columns as well. Compiling a family takes its time, so the last one, for sets of any other mixture, leaves out terms
 * that are hardly ever found beside others: a set that no family has is measured afresh for every placement, at a sixth of the
 * speed. */
#define TERM_BIT(t) (UINT64_C(1) << TERM_##t)
#define USUAL_TERMS (2 * TERM_BIT(LANDING_HEIGHT) - 1)
#define DEEP_WELLS_TERMS                                                                                                       \
    (TERM_BIT(LANDING_ROWS) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(COLUMN_TRANSITIONS) | TERM_BIT(HOLES) | TERM_BIT(WELLS_1) | \
     TERM_BIT(WELLS_2) | TERM_BIT(WELL_EXCESS) | TERM_BIT(WORST_WELL_EXCESS) | TERM_BIT(TOP_HOLE_COLUMN))
#define FAMILIES(X)                                                                                                             \
    X(cs3243, false,                                                                                                            \
      TERM_BIT(MAX_HEIGHT) | TERM_BIT(AGGREGATE_HEIGHT) | TERM_BIT(CS3243_HOLES) | TERM_BIT(CS3243_COLUMN_TRANSITIONS) |        \
          TERM_BIT(HEIGHT_DIFFERENCES) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(WELLS))                                           \
    X(cs3243_text, false,                                                                                                       \
      TERM_BIT(HEIGHT_INCREASE) | TERM_BIT(AGGREGATE_HEIGHT) | TERM_BIT(HOLES) | TERM_BIT(CS3243_COLUMN_TRANSITIONS) |          \
          TERM_BIT(HEIGHT_DIFFERENCES) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(OPEN_WELLS))                                      \
    X(cs3243_field, false,                                                                                                      \
      TERM_BIT(MAX_HEIGHT) | TERM_BIT(AGGREGATE_HEIGHT) | TERM_BIT(HOLES) | TERM_BIT(COLUMN_TRANSITIONS) |                      \
          TERM_BIT(HEIGHT_DIFFERENCES) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(WELLS))                                           \
    X(bcts, false,                                                                                                              \
      TERM_BIT(LANDING_HEIGHT) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(COLUMN_TRANSITIONS) | TERM_BIT(HOLES) | TERM_BIT(WELLS) | \
          TERM_BIT(HOLE_DEPTH) | TERM_BIT(ROWS_WITH_HOLES))                                                                     \
    X(dt, false,                                                                                                                \
      TERM_BIT(LANDING_HEIGHT) | TERM_BIT(ROW_TRANSITIONS) | TERM_BIT(COLUMN_TRANSITIONS) | TERM_BIT(HOLES) |                   \
          TERM_BIT(WELLS_RUN) | TERM_BIT(HOLE_DEPTH) | TERM_BIT(ROWS_WITH_HOLES) | TERM_BIT(DIVERSITY))                         \
    X(tetrispros, false,                                                                                                        \
      TERM_BIT(HOLES) | TERM_BIT(TETRISPROS_HEIGHT_DIFFERENCES) | TERM_BIT(TETRISPROS_MAX_HEIGHT) | TERM_BIT(TETRISPROS_PITS) | \
          TERM_BIT(TETRISPROS_HEIGHT_DEVIATION))                                                                                \
    X(deep_wells, false, DEEP_WELLS_TERMS)                                                                                      \
    X(tetr_ai, false,                                                                                                           \
      DEEP_WELLS_TERMS | TERM_BIT(WELLS_3) | TERM_BIT(WORST_WELL_1) | TERM_BIT(WORST_WELL_2) | TERM_BIT(WORST_WELL_3) |         \
          TERM_BIT(HOLES_WALL) | TERM_BIT(HOLES_SECOND) | TERM_BIT(HOLES_THIRD) | TERM_BIT(EXCESS_WALL) |                       \
          TERM_BIT(EXCESS_NEAR) | TERM_BIT(WORST_EXCESS_WALL) | TERM_BIT(WORST_EXCESS_NEAR) | TERM_BIT(FITS) |                  \
          TERM_BIT(OFF_MIDDLE))                                                                                                 \
    X(usual, true, USUAL_TERMS)

#define FAMILY_NAME(name, columns, terms) FAMILY_##name,
enum { FAMILIES(FAMILY_NAME) FAMILY_COUNT };
#undef FAMILY_NAME

#endif
