/* features.h. The features and sets of Tetris: their numbers, and how their counts become values.
 *
 * Idea: the kernels of the lanes count terms (terms/list.h), and do not include this header, so that another feature or set
 * costs the compilation of small files alone.
 * Never: a rule of the game (tetris.h). */
#ifndef SWARMTRIS_GAME_TETRIS_FEATURES_H
#define SWARMTRIS_GAME_TETRIS_FEATURES_H

#include "game/tetris/terms/list.h"
#include "game/tetris/tetris.h"

/* All features, by the index that sets refer to; and the sets. To add a feature, write its count in features.c, give it a row
 * there and a name here, before TETRIS_COLUMN_HEIGHT_1 (a feature of single columns has as many indices as there are columns). A
 * set has its row in sets.c. All engines play a new feature, the fast ones slowly until it has a term (terms/list.h). A
 * published set never changes: weights files name it. */
enum {
    TETRIS_MAX_HEIGHT,
    TETRIS_ROWS_CLEARED,
    TETRIS_AVG_HEIGHT_INCREASE,
    TETRIS_CS3243_HOLES,
    TETRIS_CS3243_COLUMN_TRANSITIONS,
    TETRIS_HEIGHT_DIFFERENCES,
    TETRIS_CS3243_ROW_TRANSITIONS,
    TETRIS_WELLS,
    TETRIS_HOLES,
    TETRIS_OPEN_WELLS,
    TETRIS_LANDING_HEIGHT,
    TETRIS_ERODED_CELLS,
    TETRIS_ROW_TRANSITIONS,
    TETRIS_COLUMN_TRANSITIONS,
    TETRIS_WELLS_RUN,
    TETRIS_HOLE_DEPTH,
    TETRIS_ROWS_WITH_HOLES,
    TETRIS_DIVERSITY,
    TETRIS_AGGREGATE_HEIGHT,
    TETRIS_TETRISPROS_HEIGHT_DIFFERENCES,
    TETRIS_TETRISPROS_MAX_HEIGHT,
    TETRIS_TETRISPROS_ROWS_CLEARED,
    TETRIS_TETRISPROS_CONSTANT,
    TETRIS_TETRISPROS_HOLES,
    TETRIS_TETRISPROS_PITS,
    TETRIS_TETRISPROS_HEIGHT_DEVIATION,
    TETRIS_TETRISPROS_LOSS,
    TETRIS_HOLE_TOPS,
    TETRIS_HEIGHT_RANGE,
    TETRIS_DEEPEST_WELL,
    TETRIS_WELL_DEPTHS,
    TETRIS_FILLED_CELLS,
    TETRIS_WEIGHTED_CELLS,
    TETRIS_INNER_ROW_TRANSITIONS,
    TETRIS_INNER_COLUMN_TRANSITIONS,
    TETRIS_MAX_HEIGHT_INCREASE,
    TETRIS_LANDING_ROWS,
    TETRIS_OFF_MIDDLE,
    TETRIS_WELLS_1,
    TETRIS_WELLS_2,
    TETRIS_WELLS_3,
    TETRIS_WELL_EXCESS,
    TETRIS_WORST_WELL_1,
    TETRIS_WORST_WELL_2,
    TETRIS_WORST_WELL_3,
    TETRIS_WORST_WELL_EXCESS,
    TETRIS_TOP_HOLE_COLUMN,
    TETRIS_HOLES_WALL,
    TETRIS_HOLES_SECOND,
    TETRIS_HOLES_THIRD,
    TETRIS_EXCESS_WALL,
    TETRIS_EXCESS_NEAR,
    TETRIS_WORST_EXCESS_WALL,
    TETRIS_WORST_EXCESS_NEAR,
    TETRIS_FITS,
    TETRIS_EARLY_ROWS,
    TETRIS_COLUMN_HEIGHT_1,
    TETRIS_HEIGHT_DIFFERENCE_1 = TETRIS_COLUMN_HEIGHT_1 + TETRIS_WIDTH_MAX,
    TETRIS_FEATURES = TETRIS_HEIGHT_DIFFERENCE_1 + TETRIS_WIDTH_MAX - 1
};
enum {
    TETRIS_SET_CS3243,
    TETRIS_SET_CS3243_TEXT,
    TETRIS_SET_CS3243_FIELD,
    TETRIS_SET_DELLACHERIE,
    TETRIS_SET_BCTS,
    TETRIS_SET_DU,
    TETRIS_SET_DT,
    TETRIS_SET_DT_WELLS,
    TETRIS_SET_BDU,
    TETRIS_SET_BDT,
    TETRIS_SET_EL_TETRIS,
    TETRIS_SET_BERTSEKAS,
    TETRIS_SET_YIYUAN,
    TETRIS_SET_TETRISPROS,
    TETRIS_SET_TETRISPROS_TEXT,
    TETRIS_SET_TETRISPROS_ELEVEN,
    TETRIS_SET_TETR_AI,
    TETRIS_SET_DEEP_WELLS,
    TETRIS_SETS
};

/* Every feature is a whole number, its count, on a scale: value = factor * (count / divisor), in doubles. Engines exchange
 * counts, so all of them get the same doubles. k: the column, depth or distance that `count` is for; else 0. */
typedef enum { TETRIS_BY_ONE, TETRIS_BY_TWO, TETRIS_BY_SIXTEEN, TETRIS_BY_WIDTH, TETRIS_BY_WIDTH_SQUARED } TetrisDivisor;
typedef struct {
    int (*count)(const TetrisRules *rules, int k, const TetrisState *before, const TetrisState *after);
    int k;
    double factor;
    TetrisDivisor divisor;
    Term term; /* what the fast engines count for it: the same, but for a constant within a decision */
} TetrisCount;
extern const TetrisCount tetris_counts[TETRIS_FEATURES];

/* The divisor as a number, and the value of a feature whose count is known. */
double tetris_divisor(const TetrisRules *rules, TetrisDivisor divisor);
double tetris_value(const TetrisRules *rules, int feature, int count);

extern const Feature tetris_features[TETRIS_FEATURES];
extern const FeatureSet tetris_sets[TETRIS_SETS];

#endif
