/* edited.h. What was kept of a play, with some of its bytes changed: an objective drops it or goes on from it, and ends. */
#ifndef SWARMTRIS_TESTS_EDITED_H
#define SWARMTRIS_TESTS_EDITED_H

#include "base/rng.h"
#include "eval/objective.h"
#include "tests/helpers.h"

#define EDITS (is_short() ? 200 : 400)

/* One to three numbers of the state become others: any byte, or a word of the size of an int, as far as it goes. */
void edited_words(Rng *r, void *state, size_t bytes);

/* Has an objective play one job on from the words that were kept. polls: it is stopped when asked so often; 0: never. */
Answer edited_go_on(const Objective *o, void *scratch, const double *x, SavedGame **left, int polls);

/* Suspends a play of an objective again and again, and goes on from edited copies. */
void edited_objective(const Objective *o, const double *x);

#endif
