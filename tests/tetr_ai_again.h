/* tetr_ai_again.h. The player tetr-ai once more, written from its formula: slow, and without a feature of the program. */
#ifndef SWARMTRIS_TESTS_TETR_AI_AGAIN_H
#define SWARMTRIS_TESTS_TETR_AI_AGAIN_H

#include "tests/pile.h"

/* Its features of the board s, on which the last piece came to lie in these cells before rows were cleared: into f
 * (TETRIS_FEATURES). */
void tetr_ai_again(const TetrisRules *rules, const TetrisState *s, const Cell *last, double *f);

/* The move that it makes with a piece: of the highest value; of equals nearest to the middle, then furthest to the left, then the
 * first. -1: all moves lose. */
Move tetr_ai_move(const Pile *p, int piece);

#endif
