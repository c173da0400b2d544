/* config/config_check.h. Combinations of values that no part could run, although each single value is right.
 *
 * Idea: every part checks its own options (check). This file has the rules about more than one part, such as whether the chosen
 * engine plays the rules. A section with a refused value is not checked, so that no error follows from another. */
#ifndef SWARMTRIS_CONFIG_CONFIG_CHECK_H
#define SWARMTRIS_CONFIG_CONFIG_CHECK_H

#include "base/condition.h"
#include "config/reading.h"

/* Reports all that is wrong, or unwise, about the values of r->c together. Sets r->c->set to the features that are named. */
void config_check(Reading *r);

/* Writes to out what would be wrong, or unwise, if the training that c describes had other options: `optimiser` in place of its
 * [optimiser], and `train` in place of the sections of a training. Keys of other sections than [optimiser] are named with their
 * section. Returns how many findings. */
enum { CONFIG_SEARCH_FINDINGS = 4 * FINDINGS_MAX };
int config_check_search(const Config *c, const TrainOptions *train, const void *optimiser, Finding *out);

/* The least width of a box between these ends: squares of shorter lengths would be 0, or lost in rounding. */
double config_least_width(double lower, double upper);

/* Whether a key matters. No other function compares the condition of its row (Param.when) with the values of a configuration.
 * False: *unmet says why not. There is a warning if a key is given and does not matter, and an error if it contradicts another
 * given key. Neither is reported of a line that the program wrote and that changes nothing. */
bool config_matters(const Config *c, const ConfigKey *k, Unmet *unmet);

#endif
