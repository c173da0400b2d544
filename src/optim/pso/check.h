/* check.h. What is wrong or unwise about the options of a particle swarm (PsoOptions), as Optimiser asks it. */
#ifndef SWARMTRIS_OPTIM_PSO_CHECK_H
#define SWARMTRIS_OPTIM_PSO_CHECK_H

#include "optim/optim.h"

/* As Optimiser.check, and directions. */
int pso_check(const void *options, Finding *out);
const char *pso_directions(const void *options);

#endif
