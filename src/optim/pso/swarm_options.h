/* swarm_options.h. The keys of a particle swarm, over PsoOptions, and its presets. */
#ifndef SWARMTRIS_OPTIM_PSO_SWARM_OPTIONS_H
#define SWARMTRIS_OPTIM_PSO_SWARM_OPTIONS_H

#include "base/param.h"

extern const Param pso_params[];
extern const Preset pso_presets[]; /* the first that suits is the default */

#endif
