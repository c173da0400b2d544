/* meta.h. An optimiser over the parameters of experiments: a training whose plays are trainings.
 *
 * Idea: a position of the outer search is a setting of chosen parameters (inertia, cognitive, social, ...). Its play number b,
 * called a block, is a whole inner training on problem b mod n, with a seed made from (key, b). All candidates of an iteration
 * see the same blocks. All inner runs of an iteration advance side by side, and what they ask is evaluated as one batch.
 * Budgets, re-selection, held-out validation and the comparison with the untuned parameters are train's own.
 *
 * Score of a block: how much better than untuned. Take the log of the inner run's strongest reported score (scale_solved), and
 * subtract the median of the untuned values' logs on the same problem. Divide by the spread of these over seeds: interquartile
 * range / 1.349, which is 1 for a standard normal variable. The score is asinh of the quotient z: near z if z is small, and it
 * grows like a logarithm. So units do not matter. However many decades a problem spans, much gained on one does not pay for
 * losses on the others; nothing saturates. The untuned values play as many blocks as a candidate may, beside the first
 * iteration and outside the budget; so the scale is the same for every outer optimiser. (Tried: 0 and 1 at median and best of
 * the first iteration, or of twenty settings drawn in the box. Where most of the box is bad, the best of such a sample is
 * chance, and the problem with the smallest scale dominates the sum; a smooth bowl, which gains twelve decades, always did.)
 * The validation has blocks of its own, and its own problems and budgets if they are named. Baselines, settings that others
 * have published, play there, too. Its scores are scaled by the untuned values' results there. */
#ifndef SWARMTRIS_EXPERIMENT_META_H
#define SWARMTRIS_EXPERIMENT_META_H

#include "experiment/meta_spec.h"

/* Tables beside those of train, which logs its positions:
 * "blocks", a row a block of the search: phase (untuned: by the untuned values), particle (in the selection: the finalist's
 * rank), problem, budget, block, value (the strongest reported score of the inner training), score;
 * "heldout", a row a block of the validation: problem, budget, block, the strongest reported score of the winner's inner
 * training (tuned) and of every baseline's, and the scores of all of them (NAME_score);
 * "ablation", a row a setting on the way from untuned to tuned (meta_ablation.c): step, the key that changes, its untuned and
 * tuned values, blocks, mean score and its standard error, gain over the step before, p of Wilcoxon's signed-rank test, kept;
 * "curves", a row a problem, budget and share of an inner training that is done: quartiles of the best score that it has seen
 * by then, over the blocks, of tuned and untuned (NAME_q25, NAME_median, NAME_q75). */
Experiment meta_create(const MetaSpec *spec);

#endif
