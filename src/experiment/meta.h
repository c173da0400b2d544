/* meta.h. An optimiser over the parameters of experiments: a training whose plays are trainings.
 *
 * Idea: a position of the outer search is a setting of chosen parameters (inertia, cognitive, social, ...). Its play b is a whole
 * inner training of problem b mod n with a seed made from (key, b): a block. All candidates of an iteration see the same blocks,
 * all inner runs of an iteration advance side by side, and what they ask is evaluated as one batch. Budgets, re-selection,
 * held-out validation and the comparison with the untuned parameters are train's own.
 *
 * Score of a block: how much better than untuned. The log of the inner run's strongest reported score (scale_solved), less the
 * median of the untuned values' on the same problem, as a multiple z of their spread over seeds (the interquartile range of a
 * normal variable with standard deviation 1 is 1.349), and of that asinh(z), which is z where it is small and grows like a
 * logarithm. So units do not matter, and however many decades a problem spans, much gained on one does not pay for losses on the
 * others; nothing saturates. The untuned values play as many blocks as a candidate may, beside the first iteration and beside
 * the budget; so the scale is the same for every outer optimiser. (Tried: 0 and 1 at median and best of the first iteration, or
 * of twenty settings drawn in the box. Where most of the box is bad, the best of such a sample is chance, and the problem with
 * the smallest scale dominates the sum; a smooth bowl, which gains twelve decades, always did.) The validation has blocks of its
 * own, and if they are named problems and budgets, on which baselines play, too: settings that others have published. Its scores
 * are on the scales of what untuned does there. */
#ifndef SWARMTRIS_EXPERIMENT_META_H
#define SWARMTRIS_EXPERIMENT_META_H

#include "base/param.h"
#include "base/quantity.h"
#include "experiment/train.h"
#include "experiment/tuned.h"

#define META_PROBLEMS_MAX 32 /* files */

/* [meta]. */
typedef struct {
    char problems[4000];               /* ini files, between blanks */
    char heldout[4000];                /* those of the validation; empty: problems */
    char tune[1000];                   /* words: inertia, training.games, cognitive+social, topology=ring|random, ... */
    char baselines[500];               /* presets, or "all", or empty */
    RealList lower, upper;             /* of the box, in the order of the numbers in tune; empty: the rows' own ranges */
    RealList budgets, heldout_budgets; /* multiples of each problem's own budget */
    int ablation;                      /* blocks of a setting on the way from untuned to tuned; 0: no way is walked */
} MetaOptions;
extern const Param meta_params[];

/* Of every meta search: a play is a block, a whole inner training. cost NULL: that of the inner trainings' objectives. */
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

/* Borrowed for the life of the experiment. */
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

/* Tables beside those of train, which logs its positions:
 * "blocks", a row a block of the search: phase (untuned: of the untuned values), particle (in the selection: the finalist's
 * rank), problem, budget, block, value (the strongest reported score of the inner training), score;
 * "heldout", a row a block of the validation: problem, budget, block, the strongest reported score of the winner's inner
 * training (tuned) and of every baseline's, and the scores of all of them (NAME_score);
 * "ablation", a row a setting on the way from untuned to tuned (meta_ablation.c): step, the key that changes, its untuned and
 * tuned values, blocks, mean score and its standard error, gain over the step before, p of Wilcoxon's signed-rank test, kept;
 * "curves", a row a problem, budget and share of the course of its inner trainings: quartiles over the blocks of the best so far
 * as they see it, of tuned and untuned (NAME_q25, NAME_median, NAME_q75). */
Experiment meta_create(const MetaSpec *spec);

#endif
