/* ntris_reference.h. The game ntris once more, as slow and as plain as can be: cells in an array, blocks as lists of cells
 * about their centre, positions searched one by one. Nothing is shared with src/systems/ntris but the numbers of its moves and
 * features. */
#ifndef SWARMTRIS_TESTS_NTRIS_REFERENCE_H
#define SWARMTRIS_TESTS_NTRIS_REFERENCE_H

#include "systems/ntris/ntris.h"

/* cell[row][column], row 0 on top. */
typedef struct {
    bool cell[NTRIS_ROWS][NTRIS_WIDTH];
} Grid;

/* Cells about a centre: row[i] below it, column[i] right of it. */
typedef struct {
    int n, row[NTRIS_SIZES], column[NTRIS_SIZES];
} Cells;

/* The cells of a state; a state with the lowest rows of its board as text, the highest first, each with a line end, and the block
 * of one cell to be placed. */
Grid grid_of(const NtrisState *s);
NtrisState grid_state(const char *text);

/* The cells of a shape, or of a block after so many turns, from the highest row to the lowest; and the block turned by one. */
Cells cells_of_shape(const NtrisShape *shape);
Cells cells_of_block(NtrisBlock b, int turn);
Cells cells_turned(const Cells *c);
bool cells_equal(const Cells *a, const Cells *b);

/* The row of the centre where a block of these cells, highest row first, appears. */
int grid_spawn(const Cells *c);

/* Whether the cells lie on the grid and overlap nothing with their centre there. */
bool grid_fits(const Grid *g, const Cells *c, int row, int column);

/* All end positions of a block whose centre begins in this row and column, by row, column and turn, as moves; and how many
 * commands bring it there. Returns how many. */
int grid_moves(const Grid *g, const Cells *c, int row, int column, Move *out, int *distance);

/* Adds the cells and clears full rows, which are returned. */
int grid_place(Grid *g, const Cells *c, int row, int column);

/* A line of play: rows that it has cleared, points that it has won, the kind of the block after the first; -1: there is none. */
typedef struct {
    int rows, second;
    int64_t points;
} Line;

/* The value of a feature of a move that led from before to after, of this line of play. */
double grid_feature(int feature, const NtrisState *before, const NtrisState *after, const Line *line);

#endif
