/* train.h. One optimiser on one problem: training, re-selection, validation, and three numbers that are never mixed.
 *
 * Idea: the luckiest of many noisy scores overstates the truth up to tenfold. So the search ends with a re-selection, in which
 * the best finalists play fresh games, and a validation of the one winner on games used nowhere else; each number keeps its name.
 * In the training the budget allocation decides how many games each candidate plays, and which is better (allocation.h). Costs
 * after the training do not count as spent, so a finished run that is extended equals a longer one. So does one whose validation
 * gets more games, which continue those that were played.
 * Source: what re-selection is worth was measured on a surrogate with exponential noise, see bench/results/allocation.md. */
#ifndef SWARMTRIS_EXPERIMENT_TRAIN_H
#define SWARMTRIS_EXPERIMENT_TRAIN_H

#include "experiment/experiment.h"
#include "experiment/train_options.h"

/* Tables: "metrics", a row a complete iteration: iteration, games, pieces (so far), iteration_games (in this iteration),
 * best_fitness and best_score (mean fitness and score of the best that is remembered), best_games and best_sem (how often it
 * played, and the standard error of its score), mean and quantiles of this iteration's candidates' mean scores,
 * pair_correlation (allocation.h), and the optimiser's report; "positions", a row a candidate: iteration, particle, games,
 * score, position; "features", a row a measurement of the metric: iteration, standard deviation of each feature; "games":
 * game, score, cost. A new column is listed here; an older run goes on without it (store/tables.h). A new member of Search
 * (search.h) is listed in serialise of train.c, too. */
Experiment train_create(const TrainSpec *spec);

/* The tags of the trials of a validation, for meta, which answers them itself: baseline r has TRAIN_TAG_BASELINE - r. */
enum { TRAIN_TAG_WINNER = -1, TRAIN_TAG_BASELINE = -2 };

#endif
