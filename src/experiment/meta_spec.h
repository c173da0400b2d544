/* meta_spec.h. What a meta search (meta.h) is made of: the keys of [meta], the coordinates, the inner trainings, the rivals. */
#ifndef SWARMTRIS_EXPERIMENT_META_SPEC_H
#define SWARMTRIS_EXPERIMENT_META_SPEC_H

#include "base/noun.h"
#include "base/param.h"
#include "experiment/train.h"

#define META_TUNED_MAX 16    /* coordinates */
#define META_TIED_MAX 4      /* keys of a coordinate */
#define META_PROBLEMS_MAX 32 /* files */

/* [meta]. */
typedef struct {
    char problems[4000];               /* ini files, between blanks */
    char heldout[4000];                /* those of the validation; empty: problems */
    char tune[500];                    /* rows: inertia, or optimiser.inertia, training.games, cognitive+social, ... */
    char rivals[500];                  /* presets, or "all", or empty */
    RealList lower, upper;             /* of the box, in the order of tune; empty: the rows' own ranges */
    RealList budgets, heldout_budgets; /* multiples of each problem's own budget */
} MetaOptions;
extern const Param meta_params[];

/* Of every meta search: a play is a block, a whole inner training. cost NULL: that of the inner trainings' objectives. */
extern const Traits meta_traits;

/* A coordinate of the outer search. */
typedef struct {
    const Param *row[META_TIED_MAX]; /* (n): the keys that all get its value; of them all or none are whole numbers */
    int n;
    bool in_training; /* rows of the inner [training]; else of the inner optimiser's options */
    const char *name; /* "section.key", "section.key+key" */
} Tuned;

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
} MetaRival;

/* Borrowed for the life of the experiment. */
typedef struct {
    TrainSpec outer;          /* the outer training; outer.space is the box. Its rivals and objectives are set by meta */
    const MetaInner *inner;   /* (inners): the inner trainings of the search */
    const MetaInner *heldout; /* (heldouts): those of the validation */
    int inners, heldouts;     /* 1 or more each */
    const Tuned *tuned;       /* (outer.space->dim), in the order of the outer space */
    const MetaRival *rival;   /* (rivals): play beside the winner in the validation; the first are the untuned values */
    int rivals;               /* 1 or more */
} MetaSpec;

#endif
