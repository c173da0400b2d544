/* covariance.h. The covariance of features among the moves of a decision, against its definition. */
#ifndef SWARMTRIS_TESTS_COVARIANCE_H
#define SWARMTRIS_TESTS_COVARIANCE_H

#include <stddef.h>

enum { FEATURES = 9 };

/* An ini, and two weight vectors: one that plays long games, and one that loses soon. idle, bytes: the part of a state that is no
 * part of the board. */
void check_covariance(const char *ini, const double good[FEATURES], const double poor[FEATURES], size_t idle, size_t bytes);

#endif
