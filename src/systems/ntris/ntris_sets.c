/* ntris_sets.c. Room game. Feature sets of the game ntris. Features stand in the order in which the sum of a value adds them. */
#include "systems/ntris/ntris.h"

#define F(name) NTRIS_##name

static const int dropblox[] = {F(POINTS_EARNED), F(ROW_TRANSITIONS), F(LANDING_HEIGHT), F(HOLES),
                               F(BLOCK_HEIGHT),  F(WELL_SUMS),       F(COL_TRANSITIONS)};
static const int metrics[] = {F(POINTS_EARNED), F(ROWS_CLEARED),    F(HOLES),           F(COVERS),         F(BLOCK_HEIGHT),
                              F(MAX_HEIGHT),    F(ROW_TRANSITIONS), F(COL_TRANSITIONS), F(WELL_SUMS),      F(GAPS),
                              F(BUMPINESS),     F(BLOCK_EDGES),     F(WALL_EDGES),      F(EXTERNAL_EDGES), F(LANDING_HEIGHT)};
static const int text[] = {F(POINTS_EARNED_TEXT),
                           F(ROWS_CLEARED),
                           F(HOLES),
                           F(COVERS_TEXT),
                           F(BLOCK_HEIGHT),
                           F(MAX_HEIGHT),
                           F(ROW_TRANSITIONS_TEXT),
                           F(COL_TRANSITIONS_TEXT),
                           F(WELL_SUMS_TEXT),
                           F(GAPS_TEXT),
                           F(BUMPINESS_TEXT),
                           F(BLOCK_EDGES_TEXT),
                           F(WALL_EDGES_TEXT),
                           F(EXTERNAL_EDGES_TEXT),
                           F(LANDING_HEIGHT_TEXT)};
static const int pile[] = {F(POINTS_EARNED),   F(HOLES),           F(COVERS),    F(BLOCK_HEIGHT),   F(MAX_HEIGHT),
                           F(ROW_TRANSITIONS), F(COL_TRANSITIONS), F(WELL_SUMS), F(WELL_SUMS_TEXT), F(BUMPINESS_TEXT)};

const FeatureSet ntris_sets[NTRIS_SETS] = {
    FEATURE_SET("dropblox", "ntris 2013: the metrics that have a weight", dropblox),
    FEATURE_SET("metrics", "ntris 2013: all metrics, as its program computes them", metrics),
    FEATURE_SET("metrics-text", "ntris 2013: all metrics, as their names say", text),
    FEATURE_SET("pile", "what tells of a pile, each once", pile),
};
