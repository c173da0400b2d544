/* run/tune.h. The names in [meta] tune: which keys they mean, the coordinates and the box of the outer search, and whether
 * every setting in that box can be trained.
 *
 * Idea: a word of tune is a key, several that are tied by +, or a choice with the values that it is made among:
 *     inertia    optimiser.cognitive+social    training.games    topology    velocity_rule=canonical|spso-2011
 * What a training would refuse is found here, before anything is played: every combination of choices is checked at the ends of
 * all numbers. */
#ifndef SWARMTRIS_RUN_TUNE_H
#define SWARMTRIS_RUN_TUNE_H

#include "config/config.h"
#include "experiment/tuned.h"

typedef struct {
    Tuned *tuned;    /* (n), owned with their names: a word each */
    int n;           /* words */
    char **name;     /* (dim), owned: of the coordinates: "section.key", of a choice "section.key=value" */
    double *lo, *hi; /* (dim), owned: the box; of a choice 0 and 1 */
    int dim;         /* coordinates */
} Tune;

/* Reads the words of meta for problems (n >= 1) of one optimiser. False: errors says what is wrong. *t is to be freed in either
 * case. */
bool tune_read(Tune *t, const Config *meta, const Config *problem, int n, Errors *errors);
void tune_free(Tune *t);

/* Writes key i of a word: "optimiser.social" is number 1 of "cognitive+social", "training.games" number 0 of itself. False: the
 * word has fewer keys. */
bool tune_key(const char *word, int i, char *key, size_t room);

/* Adds an error about a key of [meta]: where the key was given, then name, a word of its value, and why it is wrong. */
void tune_blame(const Config *meta, const char *key, const char *name, const char *why, Errors *errors);

/* Multiplies the budgets of a training. Games and pieces stay 1 at least. */
void tune_scale(TrainingOptions *t, double times);

#endif
