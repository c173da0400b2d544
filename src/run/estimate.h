/* run/estimate.h. What a training will cost, said before it starts.
 *
 * Idea: games follow from the budgets; turns from the games where a game has a largest length, or from a budget of turns; time from the
 * turns and from how fast random positions are played for a moment. What does not follow is not said.
 * Never: has a say in the results. */
#ifndef SWARMTRIS_RUN_ESTIMATE_H
#define SWARMTRIS_RUN_ESTIMATE_H

#include "run/setup.h"

#include <stdio.h>

/* At most so many plays (HUGE_VAL: not known) in the training, in the selection, and in the validation. turns (pieces, evaluations; of
 * inner trainings in a meta search) and minutes that the training takes at most, but for the end of its last round; HUGE_VAL: not known.
 * selection_turns: kept for the selection, instead of plays; else 0. later_turns: of selection and validation of a meta search; else 0. */
typedef struct {
    double training, selection, validation, turns, selection_turns, later_turns, minutes;
} Estimate;

Estimate estimate_of(const Setup *s);

/* One line; plays for a tenth of a second to know how fast that is. */
void estimate_print(FILE *out, const Setup *s);

#endif
