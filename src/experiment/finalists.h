/* finalists.h. What positions have scored that play the same games in the same order, after the search: the finalists in their
 * fresh games, and in the validation the winner and its baselines.
 *
 * Idea: in a race they play some games at a time, and one that the signed-rank test calls worse than the best plays no more;
 * without one all play all games. Those that have played most are compared by their means. What is claimed of estimates needs
 * each of them, what they are ranked by only the mean of their rates (stats_by_rate): a jackknifed mean of two or three may fall
 * as one of them rises, which a rank must not.
 * Never: drops the best one; compares games with estimates. */
#ifndef SWARMTRIS_EXPERIMENT_FINALISTS_H
#define SWARMTRIS_EXPERIMENT_FINALISTS_H

#include "base/serialise.h"
#include "base/stats.h"

#include <stdbool.h>

enum { SCORES_MOST = 1 << 24 }; /* that are kept */

/* Of one position. */
typedef struct {
    Stats sample;  /* of the scores; of estimates, of their rates */
    double *score; /* (sample.n of room), owned: each of them, where they are kept; else NULL */
    int room;
} Scores;

typedef struct {
    int n;         /* finalists */
    Scores *score; /* (n), owned */
    bool estimates, keeps;
    double race_p; /* one-sided p below which a finalist is worse than the best; 0: there is no race */
} Finalists;

/* estimates: what their scores are. Each score is kept where there is a race, or estimates. */
void finalists_make(Finalists *f, int n, double race_p, bool estimates);
void finalists_free(Finalists *f);

/* Adds the score of game number `game` of a finalist, its next. */
void finalists_add(Finalists *f, int finalist, int game, double score);

/* The mean score of a finalist and its standard error; of estimates as stats_of_estimates. */
Stats finalists_score(const Finalists *f, int finalist);

/* The most games that one has played. */
int64_t finalists_games(const Finalists *f);

/* The one with the highest mean of those that have played most, the first of several. */
int finalists_front(const Finalists *f);

/* Whether one plays on; and how many do. */
bool finalists_racing(const Finalists *f, int finalist);
int finalists_left(const Finalists *f);

void finalists_serialise(Finalists *f, Serialiser *v);

#endif
