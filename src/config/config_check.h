/* config/config_check.h. Combinations of values that no part could run: what no single value shows.
 *
 * Idea: every part judges its own options (check); here stand the rules that concern more than one part, such as whether the
 * engine that was asked for plays the rules. A section with a refused value is left out, so that no error follows from another.
 * */
#ifndef SWARMTRIS_CONFIG_CONFIG_CHECK_H
#define SWARMTRIS_CONFIG_CONFIG_CHECK_H

#include "base/condition.h"
#include "config/reading.h"

/* Reports all that is wrong, or unwise, with the values of r->c together; sets r->c->set to the features that they name. */
void config_check(Reading *r);

/* What is wrong, or unwise, where a training that c describes has these options: of [optimiser], and train's of its sections, in
 * place of c's own. Keys of other sections than [optimiser] are named with their section. Returns how many findings. */
enum { CONFIG_SEARCH_FINDINGS = 4 * FINDINGS_MAX };
int config_check_search(const Config *c, const TrainOptions *train, const void *optimiser, Finding *out);

/* Whether a key matters, which its row says (Param.when); here alone that is held against the values of a configuration. False:
 * *unmet says why not. A key that is given and does not matter is warned of; it is an error if another one was given that it
 * contradicts. Nothing is said of a line that the program wrote and that changes nothing. */
bool config_matters(const Config *c, const ConfigKey *k, Unmet *unmet);

#endif
