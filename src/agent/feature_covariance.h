/* feature_covariance.h. How much the features vary among the moves of a decision: what tells how differently two sets of weights
 * decide.
 *
 * Idea: only differences between the moves of one decision matter. With C the mean covariance of the features among them, w'Cw is
 * the variance of the values that weights w give these moves, and w'Cu tells whether w and u rank them alike. */
#ifndef SWARMTRIS_AGENT_FEATURE_COVARIANCE_H
#define SWARMTRIS_AGENT_FEATURE_COVARIANCE_H

#include "agent/engine.h"

/* Whether an agent values moves by weighted features alone, which have a covariance. */
bool covariance_known(const Agent *a);

/* Writes C (n, n; n features of the set): the sum over the decisions that greedy_move makes with weights x (n), games following
 * one another until COVARIANCE_TURNS turns have been played, divided by that number; a game that no move can begin counts as a
 * turn without a decision. seed: names the games. Returns the turns. */
enum { COVARIANCE_TURNS = 500 };
double covariance_measure(const Player *p, const double *x, uint64_t seed, double *c);

#endif
