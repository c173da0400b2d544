/* splitting.h. The mean score of very long games from few turns: multilevel splitting, as an objective.
 *
 * Idea: a game of a good player is millions of turns of ordinary play, then one rare rise of the level to the loss. A play of
 * this objective, a replicate, counts how often such a rise begins. Step by step it measures how often a rise ends in the loss:
 *     pilot   turns whose median level is the base, from which rises are counted; they serve nothing else
 *     run     turns in which a lost game is followed by a new one. An entry is the first state at base + step or above since the
 *             level was at the base or below; the states of entries are kept. A loss before an entry is counted at once
 *     stage i (1, 2, ..): trials, each from a kept state with another future, until the level is base + (i + 1) step or more
 *             (its state is kept for the next stage), or the base or less, or the game is lost
 *     losses a turn = (losses before an entry + entries x sum over i of up_1 .. up_(i-1) lost_i) / turns of the run
 * where up_i and lost_i are shares of the trials of stage i. The mean score of a game is the score a turn of the run, divided by
 * the losses a turn. At given levels the losses a turn are unbiased, but for a rise under way as the run begins, which is not
 * counted. That is some 0.07 of an entry a replicate, a thousandth of the entries of 6,000 turns. The score, a reciprocal, is
 * biased; so replicates are averaged as rates (stats_by_rate). A search averages scores of replicates, or their logarithms, as it
 * does with games: it compares positions, and reports nothing.
 *     Most turns of a trial would be spent on the way back to the base. So a trial that falls below the level at which an earlier
 * stage began goes on only with probability 1 / k. If it goes on, it counts k times as much, which is unbiased, too. k is the
 * number of trials of that stage for each that reached the next one, at most `roulette`. A trial that falls below the level at
 * which its own stage began draws no lot.
 *     Short games need no levels. If brief is above 0, and `brief` or more games are lost in the pilot, the run is as long as the
 * pilot. Then all losses of the run are counted. Only the pilot, whose turns are not used, decides this: a decision by turns that
 * are used would favour short games.
 *     The lanes play the trials of several replicates side by side (replicate_lanes.c), other engines one after the other.
 * Never: knows what game it is; lets a result depend on engine, thread, or a stop in between.
 * Source: H. Kahn, T. E. Harris 1951; M. J. J. Garvels, "The splitting method in rare event simulation", 2000 (fixed effort);
 * R. J. Allen, D. Frenkel, P. R. ten Wolde, J. Chem. Phys. 124, 194111 (2006) (pruned trials). */
#ifndef SWARMTRIS_EVAL_SPLITTING_H
#define SWARMTRIS_EVAL_SPLITTING_H

#include "eval/objective.h"
#include "eval/replicate.h"

/* Losses a turn; 0: no loss was met. Stages are summed in their order. */
double splitting_loss_rate(const SplittingCounts *c);

/* The mean score of a game. If no loss was met: as if one trial of the last stage had been lost. */
double splitting_score(const SplittingCounts *c);

typedef struct {
    SplittingPlan plan; /* how a replicate is made */
    Units units;        /* of the game; a play is a replicate */
} Splitting;

/* The player's game must have levels. turns_max of the player, if above 0, limits each trial: a trial that has taken so many
 * turns ends as if it had fallen back. */
void splitting_make(Splitting *s, const Player *player, const SplittingOptions *options);

/* x are weights, a play is a replicate: its score the mean score of a game, its cost all turns. s is borrowed and must outlive
 * the objective. */
Objective objective_splitting(const Splitting *s, Space space);

#endif
