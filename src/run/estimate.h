/* run/estimate.h. What a training will cost, said before it starts.
 *
 * Idea: games follow from the budgets; turns from the games where a game has a largest length, or from a budget of turns; time
 * from the turns and from how fast random positions are played for a moment. What does not follow is not said.
 * Never: has a say in the results. */
#ifndef SWARMTRIS_RUN_ESTIMATE_H
#define SWARMTRIS_RUN_ESTIMATE_H

#include "run/setup.h"

#include <stdio.h>

/* What each phase takes at most; HUGE_VAL: not known. */
typedef struct {
    double training, selection, validation; /* plays */
    double turns;           /* cost of the training, but for the end of its last iteration; of a meta search, of all inner ones */
    double selection_turns; /* cost that is kept for the selection, instead of plays; else 0 */
    double later_turns;     /* cost of selection and validation of a meta search; else 0 */
    double minutes;         /* that the training takes, but for the end of its last iteration */
} Estimate;

Estimate estimate_of(const Setup *s);

/* One line; plays for a tenth of a second to know how fast that is. */
void estimate_print(FILE *out, const Setup *s);

#endif
