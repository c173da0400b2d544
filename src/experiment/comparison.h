/* comparison.h. Given weights play the same games: an evaluation of one, a comparison of two, which stops once it is decided, or
 * a tournament.
 *
 * Idea: the state is the scores and nothing else. They decide which players are still in, what is played next and what is
 * known. So a comparison that is stopped, resumed or given more games continues as if nothing had happened. At looks between
 * batches, a comparison of two computes an interval for the ratio of the true means, valid at all looks at once
 * (base/paired.h). It ends when the interval lies on one side of 1, or within the margin around 1. So it may stop at any look,
 * by itself or by Ctrl-C, and is not wrong more often. An evaluation may end as soon as the error of the mean is small enough.
 * That makes its interval a little too narrow, so the first look is not early.
 * Never: looks for the first time at fewer games than COMPARISON_FIRST_LOOK. */
#ifndef SWARMTRIS_EXPERIMENT_COMPARISON_H
#define SWARMTRIS_EXPERIMENT_COMPARISON_H

#include "base/paired.h"
#include "base/rng.h"
#include "experiment/experiment.h"

enum { COMPARISON_FIRST_LOOK = 50 };

/* Weights that play. The pointers are borrowed for the life of the comparison. */
typedef struct {
    const Space *space;
    const double *x; /* (dim) */
    int objective;   /* index of the objective that evaluates x; the feature sets of contestants may differ */
} Contestant;

typedef enum {
    COMPARISON_ONE,     /* one plays all games, or until the error of its mean is small enough */
    COMPARISON_ALL,     /* all play all games */
    COMPARISON_HALVING, /* after games / 2^k, ..., games / 2 games the worse half by mean score is eliminated; two are left */
    COMPARISON_DECIDE   /* two play until one is shown to be better, or both to be equal */
} ComparisonRule;

typedef struct {
    const Contestant *player; /* (players), copied */
    int players;              /* 1 or more; one for COMPARISON_ONE, two for COMPARISON_DECIDE */
    ComparisonRule rule;
    uint64_t seed; /* (seed, purpose, iteration) determines the games */
    RngPurpose purpose;
    uint64_t iteration;
    int64_t games;      /* the most games of each player, 1 .. 2^31 - 1; for COMPARISON_DECIDE at least COMPARISON_FIRST_LOOK, for
                     * COMPARISON_HALVING at least 2 */
    double error;       /* for COMPARISON_ONE: it ends once comparison_error is at most this; 0: all games are played */
    double alpha;       /* for COMPARISON_DECIDE: the probability of a false verdict, above 0 and below 1 */
    double margin;      /* for COMPARISON_DECIDE: means are equal if their ratio is at most 1 + margin */
    const Units *units; /* what the scores are; borrowed */
    double longest;     /* a game of this cost or more was cut off; 0: no game is */
} ComparisonSpec;

/* Table "plays": player (from 1), game, score, cost; of an evaluation "games", without the player. */
Experiment comparison_create(const ComparisonSpec *spec);

/* The relative error of the mean of scores (n >= 1): half the 95 % interval, as a share of the mean; HUGE_VAL: not known. */
double comparison_error(const double *score, int64_t n, bool estimates);

/* How many whole games are likely to reach an error (> 0), since the standard deviation of scores is nearly their mean. */
double comparison_games(double error);

/* What a player has played so far. */
typedef struct {
    const double *score; /* (games): in the order of the games, borrowed */
    int64_t games;
    double cost; /* cost of all these games */
    int64_t cut; /* games that were cut off */
} ComparisonScores;
ComparisonScores comparison_scores(const Experiment *e, int player);

/* The score of a player that has played, "evaluated" or "estimated". */
ReportedScore comparison_score(const Experiment *e, int player);

/* The number of points at which a player's games may end: one for each halving, and the end. */
int comparison_cuts(const Experiment *e);

typedef enum { COMPARISON_OPEN, COMPARISON_FIRST, COMPARISON_SECOND, COMPARISON_EQUAL } ComparisonVerdict;

/* What a comparison of two knows so far. */
typedef struct {
    Paired ratio;        /* the first player's mean over the second's, at the last look; n is 0 before the first look */
    double lower, upper; /* interval for the true ratio of the means; 0 .. HUGE_VAL before the first look */
    double unseen; /* games of a kind that none was are a smaller share of all, with a probability of at least 1 - alpha: the rule
                          * of three. Source: Hanley & Lippman-Hand, JAMA 249 (1983) */
    ComparisonVerdict verdict;
} ComparisonStanding;
ComparisonStanding comparison_standing(const Experiment *e);

/* ---- the order of the players, and which differences are certain ----
 *
 * Idea: which player is the best is known only afterwards, and so are the pairs of interest. So every pair of players is
 * tested, on the games that both have played, and the p-values of all pairs are one family (stats_holm). With a probability of
 * at least 1 - alpha all statements about the pairs are true. A player that may have been eliminated at several numbers of
 * games counts for as many tests. There are two families. One tests the means, by which players are ranked. The other is
 * Wilcoxon's test, which assumes less (symmetry, not near normality) and answers less (that two differ, not in what). */
typedef struct {
    int player;                /* number in the comparison, from 0 */
    Stats score;               /* scores of all the player's games */
    Paired against;            /* ratio of the best player's mean to this player's, on common games */
    double p_mean, p_wilcoxon; /* p of the two-sided tests against the best, adjusted for all pairs; 1 for the best itself */
} Rank;

/* Writes rank (players: all, each with at least 2 games), the best first: more games, then the higher mean, then the lower
 * index. */
void ranking_make(const Experiment *e, int players, Rank *rank);

/* About how many games would show that r is worse than the best of so many players (p_mean <= alpha). The observed ratio of
 * their means is taken as the true one. Bonferroni's bound is used, so Holm's correction may need fewer games. HUGE_VAL: more
 * than a million times as many as were played. */
double ranking_games(const Experiment *e, const Rank *r, int players, double alpha);

#endif
