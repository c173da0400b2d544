/* run/tuning.h. A meta search as its configuration describes it: the inner trainings, the keys that are tuned, and the baselines.
 *
 * Idea: the problems are inis of their own, each of which describes a training. What is tuned in all of them, and the box of the
 * outer search, is problems.tune.
 * Never: begins to search. */
#ifndef SWARMTRIS_RUN_TUNING_H
#define SWARMTRIS_RUN_TUNING_H

#include "experiment/meta.h"
#include "run/trainings.h"
#include "run/tune.h"

/* The inner experiments of a [meta]. A problem's ini that is right alone may be wrong together with [meta]: every problem must
 * have the tuned keys (tune.h), and all must get equally many blocks. */
typedef struct {
    Config *config; /* (n), owned: first the problems of the search, then those of the validation if [meta] names others */
    int n;          /* all problems */
    int search;     /* problems of the search */
    int heldout;    /* index of the first problem of the validation; 0 if [meta] names no others for it */
    int heldouts;   /* problems of the validation */
    Tune tune;      /* the keys that are tuned in all problems, and their box */
} Problems;

/* Reads every ini that meta names. False: errors says why. *p is to be freed in either case. */
bool problems_read(Problems *p, const Config *meta, Errors *errors, Errors *warnings);
void problems_free(Problems *p);

/* All members are 0 for a training that is no meta search. Arrays are owned. */
typedef struct {
    const Config *config; /* of the outer search; borrowed */
    Problems problems;    /* the configurations of the inner trainings */
    char **problem_names; /* (problems.n) as tables and charts call them */
    MetaInner *inner;     /* (inners): the inner trainings of the search, each with its budget */
    MetaInner *heldout;   /* (heldouts): the inner trainings of the validation */
    int inners, heldouts; /* problems times budgets */
    MetaBaseline
        *baseline; /* (baselines): the published settings that play in the validation; the first are the untuned values */
    Config *
        *baseline_config; /* (baselines, problems.heldouts): what baselines take their options from; NULL: from the problems */
    int baselines;        /* at least 1 after tuning_make */
    double *start;        /* (space.dim): where the outer search begins; NULL: the optimiser's own start */
    Space space;          /* the box of problems.tune */
    TrainSpec outer;      /* the outer search, as a training over space */
} Tuning;

/* Reads the inis that config names, and makes their trainings and tasks (both are empty, and started here). False: errors has
 * the reasons. *t, *trainings and *tasks are to be freed in either case. */
bool tuning_make(Tuning *t, Trainings *trainings, Tasks *tasks, const Config *config, Errors *errors, Errors *warnings);
void tuning_free(Tuning *t);

/* The search itself; *t must outlive it. */
Experiment tuning_experiment(const Tuning *t);

#endif
