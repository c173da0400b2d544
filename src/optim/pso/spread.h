/* spread.h. Where a swarm is, how far it is spread, and how fast it moves. */
#ifndef SWARMTRIS_OPTIM_PSO_SPREAD_H
#define SWARMTRIS_OPTIM_PSO_SPREAD_H

#include "base/record.h"
#include "optim/pso/swarm.h"

/* Writes the mean of the positions, x (dim). */
void pso_centre(const Pso *s, double *x);

/* The cells diversity, the mean distance of the particles from their centre, and velocity, the mean length; both as
 * shares of the box's diagonal. */
void pso_spread_report(const Pso *s, Record *r);

#endif
