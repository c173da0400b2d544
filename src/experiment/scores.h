/* scores.h. Scores of one position: of games, whose mean is their sum over their number, or estimates, whose mean is that of
 * rates (stats_by_rate).
 *
 * Idea: what is claimed of estimates needs each of them, what they are ranked by only the mean of their rates. A jackknifed mean
 * of two or three may fall as one of them rises, which a rank must not.
 * Never: compares games with estimates. */
#ifndef SWARMTRIS_EXPERIMENT_SCORES_H
#define SWARMTRIS_EXPERIMENT_SCORES_H

#include "base/stats.h"
#include "base/visit.h"

#include <stdbool.h>

enum { SCORES_MOST = 1 << 24 }; /* that are kept */

typedef struct {
    bool estimates, keeps;
    Stats sample;  /* of the scores; of estimates, of their rates */
    double *score; /* (sample.n of room), owned: each of them, where keeps; else NULL */
    int room;
} Scores;

/* keeps: each score is kept, as it is of estimates in any case. */
void scores_make(Scores *s, bool estimates, bool keeps);
void scores_free(Scores *s);

void scores_add(Scores *s, double score);

/* Their mean and its standard error; of estimates as stats_of_estimates. */
Stats scores_stats(const Scores *s);

/* Whether the mean of a is higher than that of b; of estimates, that of the rates lower. Both have scores. */
bool scores_above(const Scores *a, const Scores *b);

void scores_walk(Scores *s, Visit *v);

#endif
