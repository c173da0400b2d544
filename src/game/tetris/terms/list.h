/* list.h. The terms: numbers that the fast engines count, and of which scores are weighted sums. From one list follow their
 * bounds and marks, the deltas and measures of both engines, and the families that kernels are compiled for.
 *
 * Several features may share a term: their counts then differ by a constant (plan_features), and their weights are added.
 * Adding a term takes
 *     its measure and delta   in the file here of its kind (terms.h says what each is), or in a new one that terms.h includes
 *     its row in this list    at the end, with the families that are to have it
 *     features.h              its name in the row of the feature that it counts
 * and, where its delta reads fields of Survey, in survey.h (or survey_deep.h) its name in the condition under which they are
 * filled. A new field takes the field, a function that fills it, and its call in survey_terms. What a delta reads in walls is set
 * in survey_wall, and, if not 0, in build_walls (columns_game.h). test_lanes.c names some features that have no term.
 * The mark: a function that says where the delta does not hold though no row is cleared (mark_buried_wells); else no_mark.
 * A term of the move (landing height) is also a row of TERMS_OF_MOVE in packed.h, and measures nothing (heights.h). It is
 * counted by packed_count_move (packed.h), or plan_look (plan.c). A term that is 0 if no row is cleared (early_rows) needs no
 * delta: it stands after DELTA_TERMS, with its bound in plan.c.
 * Tests compare its measure (and its delta, if a family has it) in both engines with the feature that names it. */
#ifndef SWARMTRIS_GAME_TETRIS_TERMS_LIST_H
#define SWARMTRIS_GAME_TETRIS_TERMS_LIST_H

#include <stdint.h>

/* COLUMNS: columns of every packed board, whatever its width. */
enum { COLUMNS = 16 };

/* Families of terms: name, and whether terms of single columns belong to it. A kernel is compiled for each; a set takes the first
 * family that has all its terms of the board. To save compile time, the last family, for all other mixtures, leaves out terms
 * that rarely occur with others; sets that play nearly as fast together share one (cs3243_text: yiyuan, yiyuan-js; bcts:
 * dellacherie, el-tetris, el-tetris-js). For a set that no family has, every placement is measured from the start, at a sixth
 * of the speed. A family has at most Q_COLUMNS terms (packed.h); a new one stands before `usual`. */
#define FAMILIES(X)        \
    X(cs3243, false)       \
    X(cs3243_text, false)  \
    X(cs3243_field, false) \
    X(bcts, false)         \
    X(dt, false)           \
    X(tetrispros, false)   \
    X(deep_wells, false)   \
    X(tetr_ai, false)      \
    X(usual, true)

#define FAMILY_NAME(name, columns) FAMILY_##name,
enum { FAMILIES(FAMILY_NAME) FAMILY_COUNT };
#undef FAMILY_NAME

/* Name; its largest count on a board of w columns and h rows, 32,767 at most; mark: where its delta does not hold; families that
 * have it, 0: none. No count is negative unless a comment gives a range: then the number says by how much two counts can
 * differ. */
#define IN(name) (UINT64_C(1) << FAMILY_##name)
#define TERM_LIST(X)                                                                                                      \
    X(MAX_HEIGHT, max_height, h, no_mark, IN(cs3243) | IN(cs3243_field) | IN(usual))                                      \
    X(AGGREGATE_HEIGHT, aggregate_height, w *h, no_mark, IN(cs3243) | IN(cs3243_text) | IN(cs3243_field) | IN(usual))     \
    X(HOLES, holes, w *h, no_mark,                                                                                        \
      IN(cs3243_text) | IN(cs3243_field) | IN(bcts) | IN(dt) | IN(tetrispros) | IN(deep_wells) | IN(tetr_ai) | IN(usual)) \
    X(CS3243_HOLES, cs3243_holes, w *h, no_mark, IN(cs3243) | IN(usual))                                                  \
    X(COLUMN_TRANSITIONS, column_transitions, w *(h + 1), no_mark,                                                        \
      IN(cs3243_field) | IN(bcts) | IN(dt) | IN(deep_wells) | IN(tetr_ai) | IN(usual))                                    \
    X(CS3243_COLUMN_TRANSITIONS, cs3243_column_transitions, w *(h + 1), no_mark,                                          \
      IN(cs3243) | IN(cs3243_text) | IN(bcts) | IN(usual))                                                                \
    X(HEIGHT_DIFFERENCES, height_differences, w *h, no_mark, IN(cs3243) | IN(cs3243_text) | IN(cs3243_field) | IN(usual)) \
    X(ROW_TRANSITIONS, row_transitions, (w + 1) * (h + 1), no_mark,                                                       \
      IN(cs3243) | IN(cs3243_text) | IN(cs3243_field) | IN(bcts) | IN(dt) | IN(deep_wells) | IN(tetr_ai) | IN(usual))     \
    X(WELLS, wells, (w + 1) / 2 * h * (h + 1) / 2, mark_buried_wells,                                                     \
      IN(cs3243) | IN(cs3243_field) | IN(bcts) | IN(usual)) /* of two neighbours one at most is a well cell */            \
    X(OPEN_WELLS, open_wells, w *h, no_mark, IN(cs3243_text) | IN(usual))                                                 \
    X(WELLS_RUN, wells_run, w *h *(h + 1) / 2, mark_cut_runs, IN(dt) | IN(usual))                                         \
    X(HOLE_DEPTH, hole_depth, w *h, no_mark, IN(bcts) | IN(dt) | IN(usual))                                               \
    X(ROWS_WITH_HOLES, rows_with_holes, h, no_mark, IN(bcts) | IN(dt) | IN(usual))                                        \
    X(DIVERSITY, diversity, 5, no_mark, IN(dt) | IN(usual))                                                               \
    X(LANDING_HEIGHT, landing_height, 2 * h, no_mark, IN(bcts) | IN(dt) | IN(usual))                                      \
    X(TETRISPROS_HEIGHT_DIFFERENCES, tetrispros_height_differences, w *h, no_mark, IN(tetrispros))                        \
    X(TETRISPROS_MAX_HEIGHT, tetrispros_max_height, h, no_mark, IN(tetrispros))                                           \
    X(TETRISPROS_PITS, tetrispros_pits, w *h, no_mark, IN(tetrispros))                                                    \
    X(TETRISPROS_HEIGHT_DEVIATION, tetrispros_height_deviation, w *w *h, no_mark, IN(tetrispros))                         \
    X(HEIGHT_INCREASE, height_increase, 2 * h, no_mark, IN(cs3243_text)) /* -h .. h */                                    \
    X(LANDING_ROWS, landing_rows, 4 * h, no_mark, IN(deep_wells) | IN(tetr_ai))                                           \
    X(OFF_MIDDLE, off_middle, 17 * w, no_mark, IN(tetr_ai))                                                               \
    X(WELLS_1, wells_1, (w + 1) / 2, no_mark, IN(deep_wells) | IN(tetr_ai))                                               \
    X(WELLS_2, wells_2, (w + 1) / 2, no_mark, IN(deep_wells) | IN(tetr_ai))                                               \
    X(WELLS_3, wells_3, (w + 1) / 2, no_mark, IN(tetr_ai))                                                                \
    X(WELL_EXCESS, well_excess, (w + 1) / 2 * h, no_mark, IN(deep_wells) | IN(tetr_ai))                                   \
    X(WORST_WELL_1, worst_well_1, 1, no_mark, IN(tetr_ai))                                                                \
    X(WORST_WELL_2, worst_well_2, 1, no_mark, IN(tetr_ai))                                                                \
    X(WORST_WELL_3, worst_well_3, 1, no_mark, IN(tetr_ai))                                                                \
    X(WORST_WELL_EXCESS, worst_well_excess, h, no_mark, IN(deep_wells) | IN(tetr_ai))                                     \
    X(TOP_HOLE_COLUMN, top_hole_column, h, no_mark, IN(deep_wells) | IN(tetr_ai))                                         \
    X(HOLES_WALL, holes_wall, 2 * h, no_mark, IN(tetr_ai))                                                                \
    X(HOLES_SECOND, holes_second, 2 * h, no_mark, IN(tetr_ai))                                                            \
    X(HOLES_THIRD, holes_third, 2 * h, no_mark, IN(tetr_ai))                                                              \
    X(EXCESS_WALL, excess_wall, 2 * h, no_mark, IN(tetr_ai))                                                              \
    X(EXCESS_NEAR, excess_near, 4 * h, no_mark, IN(tetr_ai))                                                              \
    X(WORST_EXCESS_WALL, worst_excess_wall, h, no_mark, IN(tetr_ai))                                                      \
    X(WORST_EXCESS_NEAR, worst_excess_near, h, no_mark, IN(tetr_ai))                                                      \
    X(FITS, fits, 36, no_mark, IN(tetr_ai))                                                                               \
    X(UNCLEARED_HEIGHTS, uncleared_heights, w *h, no_mark, IN(cs3243_text))                                               \
    X(UNCLEARED_HOLES, uncleared_holes, w *h, no_mark, IN(cs3243_text))                                                   \
    X(UNCLEARED_DIFFERENCES, uncleared_differences, w *h, no_mark, IN(cs3243_text))

/* Terms below DELTA_TERMS have a delta: those of the board, and some of the move. TERM_NONE: the feature has no term. */
#define TERM_NUMBER(TERM, term, most, mark, in) TERM_##TERM,
typedef enum {
    TERM_NONE = -1,
    TERM_LIST(TERM_NUMBER) DELTA_TERMS,
    TERM_ROWS_CLEARED = DELTA_TERMS, /* terms of the move that are 0 if no row is cleared */
    TERM_ERODED_CELLS,
    TERM_EARLY_ROWS,
    TERM_CONSTANT,
    SCALAR_TERMS,
    TERM_COLUMN_1 = SCALAR_TERMS,          /* heights of single columns, with a delta, too */
    TERM_STEP_1 = TERM_COLUMN_1 + COLUMNS, /* steps: |h_i - h_{i-1}|, 0 for the first column */
    TERMS = TERM_STEP_1 + COLUMNS
} Term;
#undef TERM_NUMBER
_Static_assert((int)DELTA_TERMS <= 64, "a family is a mask of 64 bits");

/* The terms of a family, one bit each; a constant if the family is a constant. */
#define TERM_BIT(t) (UINT64_C(1) << TERM_##t)
static inline __attribute__((always_inline)) uint64_t family_terms(const int family)
{
#define IF_IN(TERM, term, most, mark, in) | ((uint64_t)(in) >> family & 1) << TERM_##TERM
    return 0 TERM_LIST(IF_IN);
#undef IF_IN
}

#endif
