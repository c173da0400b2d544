/* finalists.h. What finalists have scored in their fresh games, and which of them are still in the race.
 *
 * Idea: finalists play the same games in the same order. In a race they play some at a time, and one that the signed-rank test
 * calls worse than the best plays no more; without one all play all games. Those that have played most are compared by their
 * means.
 * Never: drops the best one. */
#ifndef SWARMTRIS_EXPERIMENT_FINALISTS_H
#define SWARMTRIS_EXPERIMENT_FINALISTS_H

#include "experiment/scores.h"

typedef struct {
    int n;         /* finalists */
    Scores *score; /* (n), owned: their scores in the fresh games; each is kept where there is a race */
    double race_p; /* one-sided p below which a finalist is worse than the best; 0: there is no race */
} Finalists;

/* estimates: what their scores are. */
void finalists_make(Finalists *f, int n, double race_p, bool estimates);
void finalists_free(Finalists *f);

/* Adds the score of game number `game` of a finalist, its next. */
void finalists_add(Finalists *f, int finalist, int game, double score);

/* The mean score of a finalist and its standard error. */
Stats finalists_score(const Finalists *f, int finalist);

/* The most games that one has played. */
int64_t finalists_games(const Finalists *f);

/* The one with the highest mean of those that have played most, the first of several. */
int finalists_front(const Finalists *f);

/* Whether one plays on; and how many do. */
bool finalists_racing(const Finalists *f, int finalist);
int finalists_left(const Finalists *f);

void finalists_walk(Finalists *f, Visit *v);

#endif
