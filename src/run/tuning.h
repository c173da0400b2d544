/* run/tuning.h. A meta search as its configuration describes it: the problems, the keys that are tuned, the inner trainings, and
 * the baselines.
 *
 * Idea: the problems are inis of their own, each of which describes a training. A word of [meta] tune is a key, several that are
 * tied by +, or a choice with the values that it is made among:
 *     inertia    optimiser.cognitive+social    training.games    topology    velocity_rule=canonical|spso-2011
 * A problem's ini that is right alone may be wrong together with [meta]: every problem must have the tuned keys, and all must get
 * equally many blocks. What a training would refuse is found here, before anything is played: every combination of choices is
 * checked at the ends of all numbers.
 * Never: begins to search. */
#ifndef SWARMTRIS_RUN_TUNING_H
#define SWARMTRIS_RUN_TUNING_H

#include "experiment/meta.h"
#include "run/tasks.h"

/* All members are 0 for a training that is no meta search. Arrays are owned. */
typedef struct {
    const Config *config; /* of the outer search; borrowed */
    Config *problem;      /* (problems): first those of the search, then those of the validation if [meta] names others */
    char **name;          /* (problems): as tables and charts call them */
    int problems;         /* all */
    int searched;         /* problems of the search */
    int heldout;          /* index of the first problem of the validation; 0 if [meta] names no others for it */
    int heldouts;         /* problems of the validation */

    Tuned *tuned;      /* (spec.tuneds), owned with their names: a word of tune each */
    char **word;       /* (spec.tuneds): these words */
    char **coordinate; /* (space.dim): names of the coordinates: "section.key", of a choice "section.key=value" */
    double *lo, *hi;   /* (space.dim): the box; of a choice 0 and 1 */
    Space space;       /* of these */
    double *start;     /* (space.dim): where the outer search begins; NULL: the optimiser's own start */

    MetaBaseline *baseline;   /* (spec.baselines): the published settings that play in the validation */
    Config **baseline_config; /* (spec.baselines, heldouts): what they take their options from; NULL: from the problems */

    MetaSpec spec; /* the search; its inner trainings, a problem with a budget each, are owned, too */
} Tuning;

/* Reads the inis that config names, and what is tuned in them. False: errors has the reasons. *t is to be freed in either
 * case. */
bool tuning_read(Tuning *t, const Config *config, Errors *errors, Errors *warnings);

/* tuning_read; then makes the trainings and tasks of the inis (both are empty, and started here), and t->spec. *trainings and
 * *tasks are to be freed in either case, too. */
bool tuning_make(Tuning *t, Trainings *trainings, Tasks *tasks, const Config *config, Errors *errors, Errors *warnings);
void tuning_free(Tuning *t);

#endif
