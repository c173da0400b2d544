/* run/announce.h. What a training runs, in one line; and what its preset sets and the user has changed of it, in another.
 *
 * Idea: who reads no page of the program still sees which algorithm runs. Rows say themselves whether they are announced
 * (Param.announced); those that the user changed are, too; and only those that matter (Param.when).
 * Never: announces what another configuration would do. */
#ifndef SWARMTRIS_RUN_ANNOUNCE_H
#define SWARMTRIS_RUN_ANNOUNCE_H

#include "config/config.h"

enum { ANNOUNCE_MAX = 1200 }; /* bytes of a line, the terminating zero included */

/* "pso, preset exemplars (default): particles = 40, topology = global, ...; 1 game a position, fitness log". c must use
 * [optimiser]. Returns out (ANNOUNCE_MAX). */
const char *announce_search(const Config *c, char *out);

/* "exemplars also sets training.games = 1, ...; changed: particles = 20 instead of 40". "" if there is nothing to say. Returns
 * out (ANNOUNCE_MAX). */
const char *announce_preset(const Config *c, char *out);

#endif
