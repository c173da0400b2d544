/* inis.h. Small trainings and meta searches for every optimiser, and what two experiments that end the same have in common. */
#ifndef SWARMTRIS_TESTS_INIS_H
#define SWARMTRIS_TESTS_INIS_H

#include "tests/live.h"

#define ON_SPHERE "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\niterations = 8\n"
#define ON_TETRIS                                                                                                         \
    "[game]\nwidth = 6\nheight = 6\n[objective]\nmax_pieces = 60\n[training]\ngames = 2\niterations = 6\nfitness = log\n" \
    "log_positions = yes\n"

#define CHOSEN "[selection]\nfinalists = 3\ngames = 4\n[validation]\ngames = 5\n"
#define NOT_CHOSEN "[selection]\nfinalists = 0\n[validation]\ngames = 0\n"

/* Key and text of the option that makes an iteration of 5. */
const char *const *five(const Optimiser *o);

/* An ini that goes on with [optimiser] kind = NAME; of the swarms the canonical one, whose size stays. */
typedef struct {
    char text[1200];
} Ini;

Ini ini_for(const char *start, const Optimiser *o);

/* Tables, final state and result of two finished experiments are the same. */
void assert_same_end(Live *a, Live *b);

/* Two inner problems in files of their own, in a folder that the group of tests makes. */
typedef struct {
    char folder[64], sphere[100], tetris[100], lanes[100];
} ProblemFiles;

extern ProblemFiles problems;

/* For a group of tests: makes the folder of the problems, and removes it. */
int make_problems(void **state);
int remove_problems(void **state);

/* games: which of the files is the second problem. */
Ini meta_ini_of(const Optimiser *outer, const char *games);

#endif
