/* analysis/grid.h. The results of a grid over parameters of an optimiser: quantiles of the logarithms of reported scores, over
 * the blocks of each point, problem and budget. */
#ifndef SWARMTRIS_ANALYSIS_GRID_H
#define SWARMTRIS_ANALYSIS_GRID_H

#include "analysis/chart_tables.h"

/* Whether a run is over a grid of parameters. */
typedef enum {
    GRID_NONE, /* no grid */
    GRID_MAP,  /* all combinations of values */
    GRID_LINES /* lines through one point */
} GridShape;

/* Finds the shape, GRID_NONE without config.ini. STATUS_NO_INPUT: a sentence says why the config.ini of dir cannot be read. */
Status grid_shape(const char *dir, GridShape *shape, Errors *errors);

/* The most problems and budgets that are summed up: gnuplot reads no more than some 1,000 letters of names of columns. */
enum { GRID_PARTS_MAX = 20 };

/* Reads positions.tsv and blocks.tsv of dir, a run over a grid. NAME.tsv: a row a point of the grid, its coordinates and the
 * quantiles q05_K .. q95_K over the blocks of problem K, of log10 of the error or of 1 + score. NAME_parts.tsv: a row a problem,
 * its label and whether it has errors. STATUS_OK; STATUS_IO; STATUS_NO_INPUT: a table cannot be read; STATUS_DATA: a sentence
 * says what is wrong, such as that there is no point yet. *dim: coordinates; *parts: problems and budgets, of which
 * GRID_PARTS_MAX at most are in the tables. */
Status grid_write(const char *dir, const char *folder, const char *name, int *dim, int *parts, Errors *errors);

#endif
