/* inis.h. Small trainings and meta searches for every optimiser, over problems in the folder of the tests; and what two
 * experiments that end the same have in common. */
#ifndef SWARMTRIS_TESTS_INIS_H
#define SWARMTRIS_TESTS_INIS_H

#include "tests/live.h"

#define ON_SPHERE "[objective]\nkind = sphere\ndim = 3\n[training]\ngames = 1\niterations = 8\n"
#define ON_TETRIS                                                                                                         \
    "[game]\nwidth = 6\nheight = 6\n[objective]\nmax_pieces = 60\n[training]\ngames = 2\niterations = 6\nfitness = log\n" \
    "log_positions = yes\n"

#define CHOSEN "[selection]\nfinalists = 3\ngames = 4\n[validation]\ngames = 5\n"
#define NOT_CHOSEN "[selection]\nfinalists = 0\n[validation]\ngames = 0\n"

/* The option, key=value, that makes an iteration of 5. */
const char *five(const Optimiser *o);

/* An ini that goes on with [optimiser] kind = NAME; of the swarms the canonical one, whose size stays. */
typedef struct {
    char text[1200];
} IniText;

IniText ini_for(const char *start, const Optimiser *o);

/* The rows of one table in text (owned). */
char *rows_of(const char *text, const char *table);

/* Tables, final state and result of two finished experiments are the same. */
void assert_same_end(Live *a, Live *b);

/* ---- meta searches ---- */

#define PROBLEM_A "[objective]\nkind = sphere\ndim = 2\n[training]\ntotal_games = 40\n" NOT_CHOSEN "[optimiser]\nparticles = 4\n"

/* As place_enter; makes the files of the problems a, b, slow, trelea, slack and slack-trelea, sphere, tetris and lanes. */
int meta_enter(void **state);

/* The text of a [meta]: problems, heldout: names of files between blanks; more: what follows. Owned until the second call. */
const char *meta_ini(const char *problems, const char *heldout, const char *more);

/* The sphere and a second problem. */
IniText meta_ini_of(const Optimiser *outer, const char *second);

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
