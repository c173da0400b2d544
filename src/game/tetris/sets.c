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
static const int bertsekas[] = {TEN_HEIGHTS, NINE_DIFFERENCES, F(MAX_HEIGHT), F(HOLES)};
static const int yiyuan[] = {F(AGGREGATE_HEIGHT), F(ROWS_CLEARED), F(HOLES), F(HEIGHT_DIFFERENCES)};
static const int tetrispros[] = {F(TETRISPROS_HEIGHT_DIFFERENCES), F(TETRISPROS_MAX_HEIGHT), F(TETRISPROS_ROWS_CLEARED),
                                 F(TETRISPROS_CONSTANT),           F(TETRISPROS_HOLES),      F(TETRISPROS_PITS),
                                 F(TETRISPROS_HEIGHT_DEVIATION)};
static const int tetrispros_text[] = {F(TETRISPROS_HEIGHT_DIFFERENCES),
                                      F(TETRISPROS_MAX_HEIGHT),
                                      F(TETRISPROS_ROWS_CLEARED),
                                      F(TETRISPROS_LOSS),
                                      F(TETRISPROS_HOLES),
                                      F(TETRISPROS_PITS),
                                      F(TETRISPROS_HEIGHT_DEVIATION)};
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

const FeatureSet tetris_sets[TETRIS_SETS] = {
    [TETRIS_SET_CS3243] = FEATURE_SET("cs3243", "the eight features of the 2018 PSO report as its program computes them", cs3243),
    [TETRIS_SET_CS3243_TEXT] = FEATURE_SET("cs3243-text", "the same eight as the report's table words them", cs3243_text),
    [TETRIS_SET_CS3243_FIELD] =
        FEATURE_SET("cs3243-field", "the same eight as the field defines what they are called", cs3243_field),
    [TETRIS_SET_DELLACHERIE] = FEATURE_SET("dellacherie", "Dellacherie, in Fahey 2003", dellacherie),
    [TETRIS_SET_BCTS] = FEATURE_SET("bcts", "Thiery & Scherrer 2009", bcts),
    [TETRIS_SET_DU] = FEATURE_SET("du", "the same as bcts, as Scherrer et al. 2015 call it", bcts),
    [TETRIS_SET_DT] = FEATURE_SET("dt", "Gabillon, Ghavamzadeh & Scherrer 2013, wells as its program counts them", dt),
    [TETRIS_SET_DT_WELLS] = FEATURE_SET("dt-wells", "the same with wells as they are defined", dt_wells),
    [TETRIS_SET_BDU] = FEATURE_SET("bdu", "bertsekas and bcts together, Scherrer et al. 2015; for ten columns", bdu),
    [TETRIS_SET_BDT] = FEATURE_SET("bdt", "bdu and diversity: bertsekas and dt-wells together; for ten columns", bdt),
    [TETRIS_SET_EL_TETRIS] = FEATURE_SET("el-tetris", "dellacherie with rows_cleared for eroded_cells", el_tetris),
    [TETRIS_SET_BERTSEKAS] = FEATURE_SET("bertsekas", "Bertsekas & Ioffe 1996; for ten columns", bertsekas),
    [TETRIS_SET_YIYUAN] = FEATURE_SET("yiyuan", "Yiyuan Lee 2013", yiyuan),
    [TETRIS_SET_TETRISPROS] = FEATURE_SET("tetrispros", "program tetrispros", tetrispros),
    [TETRIS_SET_TETRISPROS_TEXT] = FEATURE_SET("tetrispros-text", "the same as its text words them", tetrispros_text),
    [TETRIS_SET_TETRISPROS_ELEVEN] = FEATURE_SET(
        "tetrispros-eleven", "eleven that program tetrispros tried and dropped; Boehm et al. 2005", tetrispros_eleven),
    [TETRIS_SET_TETR_AI] = FEATURE_SET("tetr-ai", "misakamm 2026; off_middle decides between equals", tetr_ai),
    [TETRIS_SET_DEEP_WELLS] = FEATURE_SET("deep-wells", "what matters of tetr-ai, in nine weights", deep_wells),
};
