/* guideline_sets.c. Room game. Feature sets of the game guideline. Features stand in the order in which the sum of a value adds
 * them. */
#include "systems/guideline/guideline.h"

#define F(name) GUIDELINE_##name
#define DELLACHERIE_SIX F(LANDING_HEIGHT), F(ERODED_CELLS), F(ROW_TRANSITIONS), F(COLUMN_TRANSITIONS), F(HOLES), F(WELLS)
#define PENALTY_SEVEN                                                                                     \
    F(CLOSED_HOLES), F(BLOCKED_CELLS), F(TALL_WELLS), F(STACK_HEIGHT), F(FULL_ROWS), F(HEIGHT_OVER_HALF), \
        F(HEIGHT_OVER_THREE_QUARTERS)

static const int bcts[] = {DELLACHERIE_SIX, F(HOLE_DEPTH), F(ROWS_WITH_HOLES)};
static const int dellacherie[] = {DELLACHERIE_SIX};
static const int dt_wells[] = {DELLACHERIE_SIX, F(HOLE_DEPTH), F(ROWS_WITH_HOLES), F(DIVERSITY)};
static const int penalty_bcts[] = {PENALTY_SEVEN, DELLACHERIE_SIX, F(HOLE_DEPTH), F(ROWS_WITH_HOLES)};

const FeatureSet guideline_sets[GUIDELINE_SETS] = {
    FEATURE_SET("bcts", "Thiery & Scherrer 2009", bcts),
    FEATURE_SET("dellacherie", "Dellacherie, in Fahey 2003", dellacherie),
    FEATURE_SET("dt-wells", "Gabillon, Ghavamzadeh & Scherrer 2013, with wells as they are defined", dt_wells),
    FEATURE_SET("penalty-bcts", "what the penalty of the guideline player with hold is made of, and bcts", penalty_bcts),
};
