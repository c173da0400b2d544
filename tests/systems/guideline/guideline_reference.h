/* guideline_reference.h. The game guideline once more, as slow and as plain as can be: cells in an array, matrices drawn as text
 * and turned, positions searched one by one. Only the numbers of moves and features are shared with the game. */
#ifndef SWARMTRIS_TESTS_GUIDELINE_REFERENCE_H
#define SWARMTRIS_TESTS_GUIDELINE_REFERENCE_H

#include "systems/guideline/guideline.h"

/* The rules with all values at their defaults, or drawn, low boards among them; a board on stderr. */
extern const GuidelineRules reference_rules;
GuidelineRules reference_rules_by_chance(Rng *r);
void reference_show(const GuidelineRules *rules, const GuidelineState *s);

/* cell[y][x], row 0 = floor; all rows from height on are empty. top: as highest filled row + 1. */
enum { PILE_ROWS = GUIDELINE_HEIGHT_MAX + 12 };
typedef struct {
    int height;
    bool cell[PILE_ROWS][GUIDELINE_WIDTH];
} Pile;

/* A matrix of n rows and 4 columns, cell[r][c], row 0 on top, in one of the four states; the rows of its highest and its lowest
 * cells. */
typedef struct {
    int n, first, last;
    bool cell[4][4];
} Matrix;
Matrix reference_matrix(int piece, int state);

/* Rows of text, the highest first, each "|..........|" with a line end; the lowest rows of a board of so many. */
Pile pile_draw(int height, const char *text);

/* The state with the cells of the pile, a queue of the letters of `queue`, and held, a letter or 0. */
GuidelineState pile_state(const Pile *p, const char *queue, char held);

/* The same of rows of text on the usual board. */
GuidelineState reference_state(const char *text, const char *queue, char held);

/* Whether the piece in this state fits with its matrix at column x, the top row of the matrix in row y. */
bool reference_fits(const Pile *p, int piece, int state, int x, int y);

/* One test of one turn of the kick tables. three: of the pieces with matrices of three rows, else of I; test: 0 .. 4. */
enum { KICKS = 2 * 8 * 5 };
int kick_number(bool three, int from, int to, int test);

/* Moves of one piece, in the order of the game. without: a kick_number that is never taken, or -1. used (KICKS), or NULL: is set
 * where a kick was taken. Into out (GUIDELINE_PLACEMENTS_MAX). */
int reference_drops(const Pile *p, int piece, bool other, Move *out);
int reference_reachable(const Pile *p, int piece, bool other, int without, bool *used, Move *out);

/* Whether a piece that appears overlaps the pile. */
bool reference_blocked(const Pile *p, int piece);

/* The parameters of the guideline player that its author made by hand; the features that the agent penalty reads, in order. */
extern const double reference_handmade[GUIDELINE_PENALTY_FEATURES + 1];
extern const FeatureSet reference_penalty_set;

/* Puts the piece of a move on the pile. */
void reference_add(Pile *p, int piece, Move m);

/* Takes full rows out; returns how many. */
int reference_clear(Pile *p);

/* The features of the penalty, into raw (GUIDELINE_PENALTY_FEATURES), of a pile with the piece on it, before clearing. */
void reference_penalty(const Pile *p, double *raw);

/* A feature of tetris of this name, by the reference engine of tetris, of a move of piece from before to after. */
double reference_tetris(const char *name, const Pile *before, int piece, Move m);

#endif
