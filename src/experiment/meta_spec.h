/* meta_spec.h. What a meta search (meta.h) is made of: the keys of [meta], the coordinates, the inner trainings, the baselines.
 * */
#ifndef SWARMTRIS_EXPERIMENT_META_SPEC_H
#define SWARMTRIS_EXPERIMENT_META_SPEC_H

#include "base/param.h"
#include "base/quantity.h"
#include "experiment/train.h"
#include "experiment/tuned.h"

#define META_PROBLEMS_MAX 32 /* files */

/* [meta]. */
typedef struct {
    char problems[4000];               /* ini files, between blanks */
    char heldout[4000];                /* ini files for the validation; empty: problems */
    char tune[1000];                   /* words: inertia, training.games, cognitive+social, topology=ring|random, ... */
    char baselines[500];               /* presets, or "all", or empty */
    RealList lower, upper;             /* ends of the box, in the order of the numbers in tune; empty: the keys' own ranges */
    RealList budgets, heldout_budgets; /* multiples of each problem's own budget */
    int ablation;                      /* blocks of each setting on the way from untuned to tuned; 0: no ablation */
} MetaOptions;
extern const Param meta_params[];

/* Units of every meta search: a play is a block, a whole inner training. cost is NULL: the inner objectives name it. */
extern const Units meta_units;

/* An inner training. */
typedef struct {
    const char *problem;
    double budget;      /* multiple of the problem's own */
    TrainSpec training; /* what it is made of; its seed is unused */
} MetaInner;

/* A published setting. */
typedef struct {
    const char *name;
    const void *const *options; /* (heldouts): the optimiser's options for each inner training of the validation */
} MetaBaseline;

/* A meta search. All pointers are borrowed for the life of the experiment. */
typedef struct {
    TrainSpec outer;              /* the outer training; outer.space is the box. Its baselines and objectives are set by meta */
    const MetaInner *inner;       /* (inners): the inner trainings of the search */
    const MetaInner *heldout;     /* (heldouts): those of the validation */
    int inners, heldouts;         /* 1 or more each */
    const Tuned *tuned;           /* (tuneds): what the coordinates of the outer space mean, in their order */
    int tuneds;                   /* 1 or more */
    int ablation;                 /* as in MetaOptions */
    const MetaBaseline *baseline; /* (baselines): play beside the winner in the validation; the first are the untuned values */
    int baselines;                /* 1 or more */
} MetaSpec;

#endif
