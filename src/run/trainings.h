/* run/trainings.h. Trainings as their configurations describe them: their tasks, start weights and budgets.
 *
 * Idea: a training plays on up to three tasks, since its phases may have other rules than the reported score. Mistakes that can
 * only be found once the tasks exist are found here: start weights that do not fit the box, a budget that does not pay for one
 * iteration.
 * Never: begins to train. */
#ifndef SWARMTRIS_RUN_TRAININGS_H
#define SWARMTRIS_RUN_TRAININGS_H

#include "experiment/train.h"
#include "run/tasks.h"

typedef struct {
    TrainSpec *spec; /* (n), owned; points into configurations and tasks */
    double **from;   /* (n), owned: the start weights of each; NULL: the optimiser's own */
    int n;           /* trainings */
} Trainings;

/* Makes the trainings that the configurations (n >= 1, borrowed) describe, with the tasks that they need; *a is empty and is
 * started here. Start weights are not read. */
void trainings_make(Trainings *t, Tasks *a, const Config *config, int n);
void trainings_free(Trainings *t);

/* Reads the start weights of training i, if its configuration c names any. False: errors says what is wrong with them. */
bool trainings_read_from(Trainings *t, const Config *c, int i, Errors *errors);

/* Whether the budget of a training pays for an iteration, and no iteration is too large. False: errors has the sentence. c has
 * the origins of the values. origin: the beginning of the sentence; NULL: the place where the budget was given. */
bool trainings_pay(const Config *c, const TrainSpec *spec, const char *origin, Errors *errors);

#endif
