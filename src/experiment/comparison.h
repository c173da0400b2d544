/* match.h. Several given weights on the same games: a comparison of two that stops when it knows, or a tournament.
 *
 * Idea: the state is the scores and nothing else. Who is still in, what is to be played next and what is known are functions of
 * them, so that a match which is stopped, resumed or given more games goes on as if nothing had happened. A comparison looks
 * after every batch at an interval for the ratio of the true means that holds at all times at once (base/paired.h), and ends when
 * that lies on one side of 1, or within the margin around it: so it may stop at any look, by itself or by Ctrl-C, without
 * becoming wrong more often.
 * Never: a first look at fewer games than COMPARISON_FIRST_LOOK. */
#ifndef SWARMTRIS_EXPERIMENT_COMPARISON_H
#define SWARMTRIS_EXPERIMENT_COMPARISON_H

#include "base/paired.h"
#include "base/rng.h"
#include "experiment/experiment.h"

enum { COMPARISON_FIRST_LOOK = 50 };

/* space and x (dim) are borrowed for the life of the match. objective: what plays them; their feature sets may differ. */
typedef struct {
    const Space *space;
    const double *x;
    int objective;
} Contestant;

typedef enum {
    COMPARISON_ALL,     /* all play all games */
    COMPARISON_HALVING, /* after games / 2^k, ..., games / 2 of them the worse half leaves, by mean score, until two are left */
    COMPARISON_DECIDE   /* two play until one is shown to be better, or both to be equal */
} ComparisonRule;

/* player (players >= 1; two for COMPARISON_DECIDE) is borrowed. games: the most that each plays, 1 .. 2^31 - 1; for
 * COMPARISON_DECIDE at least COMPARISON_FIRST_LOOK, for COMPARISON_HALVING 2. The games are those that (seed, purpose, iteration)
 * names. alpha, margin: of COMPARISON_DECIDE: the probability of saying anything false; equal are means whose ratio is at most 1
 * + margin. */
typedef struct {
    const Contestant *player;
    int players;
    ComparisonRule rule;
    uint64_t seed;
    RngPurpose purpose;
    uint64_t iteration;
    int64_t games;
    double alpha, margin;
} ComparisonSpec;

/* Table "plays": player (from 1), game, score, cost. */
Experiment comparison_create(const ComparisonSpec *spec);

/* What a player has played so far. score (games): in the order of the games, borrowed. */
typedef struct {
    const double *score;
    int64_t games;
    double cost;
} ComparisonScores;
ComparisonScores comparison_scores(const Experiment *e, int player);

/* At how many numbers of games a player may have had his last: 1 + the halvings. */
int comparison_cuts(const Experiment *e);

typedef enum { COMPARISON_OPEN, COMPARISON_FIRST, COMPARISON_SECOND, COMPARISON_EQUAL } ComparisonVerdict;

/* What a comparison knows so far: true ratio of the means of the first and the second within lower .. upper. Before the first
 * look ratio.n is 0 and the rest open. */
typedef struct {
    Paired ratio;
    double lower, upper;
    ComparisonVerdict verdict;
} ComparisonStanding;
ComparisonStanding comparison_standing(const Experiment *e);

#endif
