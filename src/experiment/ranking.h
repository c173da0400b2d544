/* ranking.h. Who won a match, and of whom that can be said with confidence.
 *
 * Idea: the best of many is known afterwards only, and so are the pairs that one wants to look at. So every pair of players is
 * tested, on the games that both have played, and the p-values of all pairs are one family (stats_holm): with a probability of at
 * least 1 - alpha everything is true that is said about any of them. Whoever may have been dropped at several numbers of games
 * counts for as many tests. There are two families: of the means, which is what players are ranked by, and of Wilcoxon's test,
 * which asks for less (symmetry instead of near normality) and answers less (that they differ, not in what). */
#ifndef SWARMTRIS_EXPERIMENT_RANKING_H
#define SWARMTRIS_EXPERIMENT_RANKING_H

#include "base/paired.h"
#include "experiment/comparison.h"

/* score: of all his games. against: the best's mean over his, on common games. p_mean, p_wilcoxon: of the test against the best,
 * two-sided, adjusted for all pairs; 1 for the best himself. */
typedef struct {
    int player;
    Stats score;
    Paired against;
    double p_mean, p_wilcoxon;
} Rank;

/* rank (players of the match, each with at least 2 games), the best first: whoever stayed longer, then the higher mean, then the
 * lower index. */
void ranking_make(const Experiment *e, int players, Rank *rank);

#endif
