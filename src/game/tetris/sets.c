/* sets.c. The feature sets of the published controllers. Features stand in the order in which the sum of a value adds them. */
#include "game/tetris/features.h"

#define F(name) TETRIS_##name
#define TEN_HEIGHTS                                                                                                     \
    F(COLUMN_HEIGHT_1), F(COLUMN_HEIGHT_1) + 1, F(COLUMN_HEIGHT_1) + 2, F(COLUMN_HEIGHT_1) + 3, F(COLUMN_HEIGHT_1) + 4, \
        F(COLUMN_HEIGHT_1) + 5, F(COLUMN_HEIGHT_1) + 6, F(COLUMN_HEIGHT_1) + 7, F(COLUMN_HEIGHT_1) + 8, F(COLUMN_HEIGHT_1) + 9
#define NINE_DIFFERENCES                                                                                                \
    F(HEIGHT_DIFFERENCE_1), F(HEIGHT_DIFFERENCE_1) + 1, F(HEIGHT_DIFFERENCE_1) + 2, F(HEIGHT_DIFFERENCE_1) + 3,         \
        F(HEIGHT_DIFFERENCE_1) + 4, F(HEIGHT_DIFFERENCE_1) + 5, F(HEIGHT_DIFFERENCE_1) + 6, F(HEIGHT_DIFFERENCE_1) + 7, \
        F(HEIGHT_DIFFERENCE_1) + 8
#define BDU                                                                                                         \
    TEN_HEIGHTS, NINE_DIFFERENCES, F(MAX_HEIGHT), F(HOLES), F(LANDING_HEIGHT), F(ERODED_CELLS), F(ROW_TRANSITIONS), \
        F(COLUMN_TRANSITIONS), F(WELLS), F(HOLE_DEPTH), F(ROWS_WITH_HOLES)

static const int cs3243[] = {F(MAX_HEIGHT),
                             F(ROWS_CLEARED),
                             F(AVG_HEIGHT_INCREASE),
                             F(CS3243_HOLES),
                             F(CS3243_COLUMN_TRANSITIONS),
                             F(HEIGHT_DIFFERENCES),
                             F(CS3243_ROW_TRANSITIONS),
                             F(WELLS)};
static const int cs3243_text[] = {F(MAX_HEIGHT_INCREASE),       F(ROWS_CLEARED),       F(AVG_HEIGHT_INCREASE),    F(HOLES),
                                  F(CS3243_COLUMN_TRANSITIONS), F(HEIGHT_DIFFERENCES), F(CS3243_ROW_TRANSITIONS), F(OPEN_WELLS)};
static const int cs3243_field[] = {F(MAX_HEIGHT),         F(ROWS_CLEARED),       F(AVG_HEIGHT_INCREASE), F(HOLES),
                                   F(COLUMN_TRANSITIONS), F(HEIGHT_DIFFERENCES), F(ROW_TRANSITIONS),     F(WELLS)};
static const int dellacherie[] = {F(LANDING_HEIGHT),     F(ERODED_CELLS), F(ROW_TRANSITIONS),
                                  F(COLUMN_TRANSITIONS), F(HOLES),        F(WELLS)};
static const int bcts[] = {F(LANDING_HEIGHT), F(ERODED_CELLS), F(ROW_TRANSITIONS), F(COLUMN_TRANSITIONS),
                           F(HOLES),          F(WELLS),        F(HOLE_DEPTH),      F(ROWS_WITH_HOLES)};
static const int dt[] = {F(LANDING_HEIGHT), F(ERODED_CELLS), F(ROW_TRANSITIONS), F(COLUMN_TRANSITIONS), F(HOLES),
                         F(WELLS_RUN),      F(HOLE_DEPTH),   F(ROWS_WITH_HOLES), F(DIVERSITY)};
static const int dt_wells[] = {F(LANDING_HEIGHT), F(ERODED_CELLS), F(ROW_TRANSITIONS), F(COLUMN_TRANSITIONS), F(HOLES),
                               F(WELLS),          F(HOLE_DEPTH),   F(ROWS_WITH_HOLES), F(DIVERSITY)};
static const int bdu[] = {BDU};
static const int bdt[] = {BDU, F(DIVERSITY)};
static const int el_tetris[] = {F(LANDING_HEIGHT),     F(ROWS_CLEARED), F(ROW_TRANSITIONS),
                                F(COLUMN_TRANSITIONS), F(HOLES),        F(WELLS)};
static const int el_tetris_js[] = {F(LANDING_HEIGHT), F(ROWS_CLEARED), F(ROW_TRANSITIONS), F(CS3243_COLUMN_TRANSITIONS),
                                   F(HOLES),          F(WELLS)};
static const int bertsekas[] = {TEN_HEIGHTS, NINE_DIFFERENCES, F(MAX_HEIGHT), F(HOLES)};
static const int yiyuan[] = {F(AGGREGATE_HEIGHT), F(ROWS_CLEARED), F(HOLES), F(HEIGHT_DIFFERENCES)};
static const int yiyuan_js[] = {F(UNCLEARED_AGGREGATE_HEIGHT), F(ROWS_CLEARED), F(UNCLEARED_HOLES),
                                F(UNCLEARED_HEIGHT_DIFFERENCES)};
static const int tetrispros[] = {F(TETRISPROS_HEIGHT_DIFFERENCES), F(TETRISPROS_MAX_HEIGHT), F(TETRISPROS_ROWS_CLEARED),
                                 F(TETRISPROS_CONSTANT),           F(TETRISPROS_HOLES),      F(TETRISPROS_PITS),
                                 F(TETRISPROS_HEIGHT_DEVIATION)};
static const int tetrispros_text[] = {F(TETRISPROS_HEIGHT_DIFFERENCES_TEXT),
                                      F(TETRISPROS_MAX_HEIGHT_TEXT),
                                      F(TETRISPROS_ROWS_CLEARED),
                                      F(TETRISPROS_LOSS),
                                      F(TETRISPROS_HOLES),
                                      F(TETRISPROS_WELLS_TEXT),
                                      F(TETRISPROS_HEIGHT_DEVIATION_TEXT)};
static const int tetrispros_eleven[] = {F(MAX_HEIGHT),
                                        F(HOLES),
                                        F(HOLE_TOPS),
                                        F(ROWS_CLEARED),
                                        F(HEIGHT_RANGE),
                                        F(DEEPEST_WELL),
                                        F(WELL_DEPTHS),
                                        F(FILLED_CELLS),
                                        F(WEIGHTED_CELLS),
                                        F(INNER_ROW_TRANSITIONS),
                                        F(INNER_COLUMN_TRANSITIONS)};
static const int deep_wells[] = {F(LANDING_ROWS), F(ROW_TRANSITIONS), F(COLUMN_TRANSITIONS),
                                 F(HOLES),        F(TOP_HOLE_COLUMN), F(WELLS_1),
                                 F(WELLS_2),      F(WELL_EXCESS),     F(WORST_WELL_EXCESS)};
static const int tetr_ai[] = {F(LANDING_ROWS),
                              F(ROWS_CLEARED),
                              F(ROW_TRANSITIONS),
                              F(COLUMN_TRANSITIONS),
                              F(HOLES),
                              F(TOP_HOLE_COLUMN),
                              F(WELLS_1),
                              F(WELLS_2),
                              F(WELLS_3),
                              F(WELL_EXCESS),
                              F(WORST_WELL_1),
                              F(WORST_WELL_2),
                              F(WORST_WELL_3),
                              F(WORST_WELL_EXCESS),
                              F(HOLES_WALL),
                              F(HOLES_SECOND),
                              F(HOLES_THIRD),
                              F(EXCESS_WALL),
                              F(EXCESS_NEAR),
                              F(WORST_EXCESS_WALL),
                              F(WORST_EXCESS_NEAR),
                              F(FITS),
                              F(OFF_MIDDLE)};

#define AS_SET(index, name, text, features) [TETRIS_SET_##index] = FEATURE_SET(name, text, features),
const FeatureSet tetris_sets[TETRIS_SETS] = {TETRIS_SET_LIST(AS_SET)};
