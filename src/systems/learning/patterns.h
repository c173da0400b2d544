/* systems/learning/patterns.h. Room base. Local patterns of a board: how often each filling of 3 x 2 cells occurs.
 *
 * Idea: the value of a board depends on how cells lie beside and on top of each other. Each filling of a small window has a
 * weight, and the weights are added up over all places of the window. So no feature has to be made by hand: a search learns
 * these weights. Fillings that mirror each other left to right share a weight. The walls and the floor count as filled; nothing
 * is above the board.
 * Never: knows where on the board a pattern is. */
#ifndef SWARMTRIS_SYSTEMS_LEARNING_PATTERNS_H
#define SWARMTRIS_SYSTEMS_LEARNING_PATTERNS_H

enum { PATTERNS = 40 };

/* Names such as "pattern_oxo_xxx": the upper row and the lower one from left to right, x filled, o empty. */
extern const char *const pattern_names[PATTERNS];

/* Writes to out (PATTERNS) how often each pattern occurs in a board (height, width), row 0 the lowest. Cells above 1/2 are
 * filled. */
void patterns_count(int width, int height, const double *board, double *out);

#endif
