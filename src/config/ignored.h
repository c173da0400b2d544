/* config/ignored.h. Keys that are ignored: the conditions of their rows (Param.when) do not hold.
 *
 * Idea: a row says when its key matters; here alone that is held against the values of a configuration. So no part warns of a key
 * by itself, and lists, pages and warnings say the same.
 * Never: says anything of a key that was not given, nor of a line that the program wrote and that changes nothing. */
#ifndef SWARMTRIS_CONFIG_IGNORED_H
#define SWARMTRIS_CONFIG_IGNORED_H

#include "base/condition.h"
#include "config/reading.h"

/* Whether a key matters in c. False: *unmet says why not. */
bool ignored_matters(const Config *c, const ConfigKey *k, Unmet *unmet);

/* Warns of each given key that is ignored; an error where another one was given that contradicts it. */
void ignored_check(Reading *r);

#endif
