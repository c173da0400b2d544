/* finalists.h. What finalists have scored in their fresh games, and which of them are still in the race.
 *
 * Idea: finalists play the same games in the same order. In a race they play some at a time, and one that the signed-rank test
 * calls worse than the best plays no more; without one all play all games. Those that have played most are compared by their
 * means.
 * Never: drops the best one. */
#ifndef SWARMTRIS_EXPERIMENT_FINALISTS_H
#define SWARMTRIS_EXPERIMENT_FINALISTS_H

#include "base/stats.h"
#include "base/visit.h"

typedef struct {
    int n;          /* finalists */
    Stats *score;   /* (n), owned: their scores in the fresh games; rates where they are estimates */
    bool estimates; /* scores are estimates, whose mean is that of rates */
    double race_p;  /* one-sided p below which a finalist is worse than the best; 0: there is no race */
    int room;       /* games of a race that there is memory for */
    double *play;   /* (n, room), owned: scores of all games of a race; NULL: there is none */
} Finalists;

/* games: the most that one plays. */
void finalists_make(Finalists *f, int n, int games, double race_p, bool estimates);
void finalists_free(Finalists *f);

/* Adds the score of game number `game` of a finalist. */
void finalists_add(Finalists *f, int finalist, int game, double score);

/* The scores of a finalist; of estimates as a sample around the mean by rates. */
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
