/* ranking.h. The order of the players of a comparison, and which differences are certain.
 *
 * Idea: the best of many is known afterwards only, and so are the pairs that one wants to look at. So every pair of players is
 * tested, on the games that both have played, and the p-values of all pairs are one family (stats_holm): with a probability of at
 * least 1 - alpha everything is true that is said about any of them. A player that may have been eliminated at several numbers of
 * games counts for as many tests. There are two families: of the means, which is what players are ranked by, and of Wilcoxon's
 * test, which asks for less (symmetry instead of near normality) and answers less (that they differ, not in what). */
#ifndef SWARMTRIS_EXPERIMENT_RANKING_H
#define SWARMTRIS_EXPERIMENT_RANKING_H

#include "base/paired.h"
#include "experiment/comparison.h"

typedef struct {
    int player;                /* number in the comparison, from 0 */
    Stats score;               /* of all its games */
    Paired against;            /* the best's mean over its own, on common games */
    double p_mean, p_wilcoxon; /* of the tests against the best, two-sided, adjusted for all pairs; 1 for the best itself */
} Rank;

/* rank (players, all of the comparison, each with at least 2 games), the best first: a player with more games, then the higher
 * mean, then the lower index. */
void ranking_make(const Experiment *e, int players, Rank *rank);

/* About how many games would show that r, of so many players, is worse than the best (p_mean <= alpha), if the ratio of their
 * means is what it seems to be. By Bonferroni's bound, so that Holm's correction may need fewer. HUGE_VAL: more than a million
 * times as many as were played. */
double ranking_games(const Experiment *e, const Rank *r, int players, double alpha);

#endif
