/* finalists.h. Scores of positions that play the same games in the same order after the search: the finalists in fresh games;
 * in the validation, the winner and its baselines.
 *
 * Idea: in a race, positions play some games at a time, and one that the signed-rank test calls worse than the best plays no
 * more. Without a race, all play all games. Those that have played most are compared by their means. A score reported from
 * estimates needs each of them; ranks need only the mean of their rates (stats_by_rate). A jackknifed mean of two or three
 * estimates may decrease as one of them increases, which a rank must not.
 * Never: drops the best one; compares games with estimates. */
#ifndef SWARMTRIS_EXPERIMENT_FINALISTS_H
#define SWARMTRIS_EXPERIMENT_FINALISTS_H

#include "base/quantity.h"
#include "base/serialise.h"
#include "base/stats.h"
#include "experiment/reported.h"

#include <stdbool.h>

enum { SCORES_MOST = 1 << 24 }; /* the most scores that are kept of a position */

/* The scores of one position. */
typedef struct {
    Stats sample;  /* sample of the scores or, if they are estimates, of their rates */
    double *score; /* (sample.n of room), owned: each score, if Finalists.keeps; else NULL */
    int room;
} Scores;

typedef struct {
    int n;                 /* finalists */
    Scores *score;         /* (n), owned */
    bool estimates, keeps; /* the scores are estimates; each is kept */
    double race_p;         /* one-sided p below which a finalist is worse than the best; 0: there is no race */
} Finalists;

/* units: of the scores, which may be estimates. Each is kept if they are, for a race, and of a function, whose values may be
 * infinite. */
void finalists_make(Finalists *f, int n, double race_p, const Units *units);
void finalists_free(Finalists *f);

/* Adds a finalist's score in game number `game`, which must be its next game. */
void finalists_add(Finalists *f, int finalist, int game, double score);

/* The mean score of a finalist and its standard error; for estimates, those of stats_of_estimates. */
Stats finalists_score(const Finalists *f, int finalist);

/* This score under its name, "estimated" in place of "validated"; its plays that are not finite count as cut off. */
ReportedScore finalists_reported(const Finalists *f, int finalist, const char *name, int objective, const Units *units);

/* The most games that any finalist has played. */
int64_t finalists_games(const Finalists *f);

/* The finalist with the highest mean among those that have played most; of several, the first. */
int finalists_front(const Finalists *f);

/* Whether a finalist plays on. finalists_left: how many do. */
bool finalists_racing(const Finalists *f, int finalist);
int finalists_left(const Finalists *f);

void finalists_serialise(Finalists *f, Serialiser *s);

#endif
