/* swarm_options.h. The keys of a particle swarm, over PsoOptions, what is wrong or unwise about them, and its presets. */
#ifndef SWARMTRIS_OPTIM_PSO_SWARM_OPTIONS_H
#define SWARMTRIS_OPTIM_PSO_SWARM_OPTIONS_H

#include "optim/optim.h"

extern const Param pso_params[];
extern const Preset pso_presets[]; /* the first that suits is the default */

/* As Optimiser.check, and directions. */
int pso_check(const void *options, Finding *out);
const char *pso_directions(const void *options);

#endif
