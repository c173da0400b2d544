/* systems/learning/patterns.h. Room base. Local patterns of a board: how often each filling of 3 x 2 cells occurs.
 *
 * Idea: what a board is worth depends on how cells lie beside and on each other. One weight for each filling of a small window,
 * added up over all places of the window, says that without a feature made by hand; a search over these weights learns it.
 * Fillings that are mirrored left to right share a weight. Walls on both sides and the floor below are filled, above the board
 * is nothing.
 * Never: where on the board a pattern is. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_PATTERNS_H
#define SWARMTRIS_SYSTEMS_LEARNING_PATTERNS_H

enum { PATTERNS = 40 };

/* By number: "pattern_oxo_xxx", the upper row and the lower one from left to right, x filled, o empty. */
extern const char *const pattern_names[PATTERNS];

/* How often each occurs in a board (height, width) of numbers, row 0 the lowest, of which those above 1/2 are filled: into out
 * (PATTERNS). */
void patterns_count(int width, int height, const double *board, double *out);

#endif
