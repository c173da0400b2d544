/* domains.h. What domains and rules draw in common; the domains themselves are in swarm_parts.h. */
#ifndef SWARMTRIS_OPTIM_PSO_DOMAINS_H
#define SWARMTRIS_OPTIM_PSO_DOMAINS_H

#include "optim/pso/swarm.h"

/* out (dim): a vector of length 1 in the metric, uniform in direction. */
void pso_draw_direction(Pso *s, double *out);

/* Into s->direction: what turbulence of this size adds to a velocity where the metric is not the plain one. */
void pso_draw_turbulence(Pso *s, double turbulence);

/* Whether the first velocity leads to a random place or towards it; by how much of the way: of 0, it does not. */
double pso_start_share(const Pso *s);

#endif
