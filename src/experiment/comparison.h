/* comparison.h. Several given weights on the same games: a comparison of two that stops when it knows, or a tournament.
 *
 * Idea: the state is the scores and nothing else. They decide which players are still in, what is played next and what is
 * known. So a comparison that is stopped, resumed or given more games continues as if nothing had happened. After every batch a
 * comparison of two looks at an interval for the ratio of the true means, which is valid at all looks at once (base/paired.h).
 * It ends when the interval lies on one side of 1, or within the margin around 1. So it may stop at any look, by itself or by
 * Ctrl-C, and is not wrong more often.
 * Never: looks for the first time at fewer games than COMPARISON_FIRST_LOOK. */
#ifndef SWARMTRIS_EXPERIMENT_COMPARISON_H
#define SWARMTRIS_EXPERIMENT_COMPARISON_H

#include "base/paired.h"
#include "base/rng.h"
#include "experiment/experiment.h"

enum { COMPARISON_FIRST_LOOK = 50 };

/* Weights that play. Borrowed for the life of the comparison. */
typedef struct {
    const Space *space;
    const double *x; /* (dim) */
    int objective;   /* what plays them; the feature sets of contestants may differ */
} Contestant;

typedef enum {
    COMPARISON_ALL,     /* all play all games */
    COMPARISON_HALVING, /* after games / 2^k, ..., games / 2 games the worse half by mean score is eliminated; two are left */
    COMPARISON_DECIDE   /* two play until one is shown to be better, or both to be equal */
} ComparisonRule;

typedef struct {
    const Contestant *player; /* (players), borrowed */
    int players;              /* 1 or more; two for COMPARISON_DECIDE */
    ComparisonRule rule;
    uint64_t seed; /* the games are those that (seed, purpose, iteration) names */
    RngPurpose purpose;
    uint64_t iteration;
    int64_t games;  /* the most that each plays, 1 .. 2^31 - 1; for COMPARISON_DECIDE at least COMPARISON_FIRST_LOOK, for
                    * COMPARISON_HALVING 2 */
    double alpha;   /* of COMPARISON_DECIDE: the probability of saying anything false, above 0 and below 1 */
    double margin;  /* of COMPARISON_DECIDE: equal are means whose ratio is at most 1 + margin */
    bool estimates; /* plays are estimates, whose means are those of rates (stats_by_rate) */
    double longest; /* a game that costs so much was cut off; 0: none is */
} ComparisonSpec;

/* Table "plays": player (from 1), game, score, cost. */
Experiment comparison_create(const ComparisonSpec *spec);

/* What a player has played so far. */
typedef struct {
    const double *score; /* (games): in the order of the games, borrowed */
    int64_t games;
    double cost; /* of all of them */
    int64_t cut; /* games that were cut off */
} ComparisonScores;
ComparisonScores comparison_scores(const Experiment *e, int player);

/* The scores of a player as a sample around its mean. */
Stats comparison_stats(const Experiment *e, int player);

/* How many numbers of games there are at which a player may have played its last: 1 + the halvings. */
int comparison_cuts(const Experiment *e);

typedef enum { COMPARISON_OPEN, COMPARISON_FIRST, COMPARISON_SECOND, COMPARISON_EQUAL } ComparisonVerdict;

/* What a comparison of two knows so far. */
typedef struct {
    Paired ratio;        /* of the first player over the second, at the last look; n is 0 before the first look */
    double lower, upper; /* the true ratio of their means lies within; 0 .. HUGE_VAL before the first look */
    ComparisonVerdict verdict;
} ComparisonStanding;
ComparisonStanding comparison_standing(const Experiment *e);

/* ---- the order of the players, and which differences are certain ----
 *
 * Idea: the best of many is known afterwards only, and so are the pairs that one wants to look at. So every pair of players is
 * tested, on the games that both have played, and the p-values of all pairs are one family (stats_holm): with a probability of at
 * least 1 - alpha everything is true that is said about any of them. A player that may have been eliminated at several numbers of
 * games counts for as many tests. There are two families: of the means, which is what players are ranked by, and of Wilcoxon's
 * test, which asks for less (symmetry instead of near normality) and answers less (that they differ, not in what). */
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
