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

/* The inner experiments of a [meta]. Whatever a problem's ini may say alone is right only together with [meta]: the tuned keys
 * have to be in all of them (tune.h), and blocks must fall on all of them alike. */
typedef struct {
    Config *config; /* (n) first those of the search, then those of the validation where [meta] names others; owned */
    int n;          /* all of them */
    int search;     /* those of the search */
    int heldout;    /* the first of the validation, which are those of the search where [meta] names no others */
    int heldouts;   /* how many those are */
    Tune tune;      /* what is tuned in all of them */
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
    MetaInner *heldout;   /* (heldouts): those of the validation */
    int inners, heldouts; /* problems times budgets */
    MetaBaseline
        *baseline; /* (baselines): the published settings that play in the validation; the first are the untuned values */
    Config *
        *baseline_config; /* (baselines, problems.heldouts): what baselines take their options from; NULL: from the problems */
    int baselines;        /* at least 1, once it is made */
    double *start;        /* (space.dim): where the outer search begins; NULL: the optimiser's own start */
    Space space;          /* of problems.tune */
    TrainSpec outer;      /* the outer search, as a training over space */
} Tuning;

/* Reads the inis that config names, and makes their trainings and tasks (both are empty, and started here). False: errors has
 * the reasons. *t, *trainings and *tasks are to be freed in either case. */
bool tuning_make(Tuning *t, Trainings *trainings, Tasks *tasks, const Config *config, Errors *errors, Errors *warnings);
void tuning_free(Tuning *t);

/* The search itself; *t must outlive it. */
Experiment tuning_experiment(const Tuning *t);

#endif
