/* feature_covariance.h. How the features vary among the moves of a decision: it shows how differently two weightings decide.
 *
 * Idea: only differences between the moves of one decision matter. Let C be the mean covariance of the features among these
 * moves. Then w'Cw is the variance of the values that weights w give them, and w'Cu shows whether w and u rank them alike. */
#ifndef SWARMTRIS_AGENT_FEATURE_COVARIANCE_H
#define SWARMTRIS_AGENT_FEATURE_COVARIANCE_H

#include "agent/engine.h"

/* Whether the agent values moves by weighted features alone, so that a covariance describes its decisions. */
bool covariance_known(const Agent *a);

/* Writes C (n, n; n features of the set): the mean covariance over COVARIANCE_TURNS turns of greedy_move with weights x (n).
 * Games follow one another; one that no move can begin counts as a turn without a decision. seed: names the games. Returns the
 * turns. */
enum { COVARIANCE_TURNS = 500 };
double covariance_measure(const Player *p, const double *x, uint64_t seed, double *c);

#endif
