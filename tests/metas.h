/* metas.h. Meta searches over problems in the folder of the tests. */
#ifndef SWARMTRIS_TESTS_METAS_H
#define SWARMTRIS_TESTS_METAS_H

#include "tests/helpers.h"
#include "tests/live.h"

#define PROBLEM_A                                                                                     \
    "[objective]\nkind = sphere\ndim = 2\n[training]\ntotal_games = 40\n[selection]\nfinalists = 0\n" \
    "[validation]\ngames = 0\n[optimiser]\nparticles = 4\n"

/* As place_enter; makes the files of the problems a, b, slow, trelea, slack and slack-trelea. */
int meta_enter(void **state);

/* The text of a [meta]: problems, heldout: names of files between blanks; more: what follows. Owned until the second call. */
const char *meta_ini(const Place *place, const char *problems, const char *heldout, const char *more);

/* One position, the middle of the box, in one iteration of so many blocks, and what else there is to say. */
#define ONE_POSITION(box, games, validation, more)                  \
    "tune = " box more "[training]\niterations = 1\ngames = " games \
    "\n[selection]\nfinalists = 0\n[validation]\ngames = " validation "\n[optimiser]\nkind = grid\nsteps = 1\n"

#define INERTIA "inertia\nlower = 0.4\nupper = 0.6\n"

/* The blocks of the search: behind those of the untuned values, of which there are so many. */
const char *meta_search(const Live *l, int games);

/* A cell that is a word. */
void assert_word(const char *row, const char *name, const char *expected);

#endif
