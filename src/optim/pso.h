/* pso.h. The coefficients of a particle swarm: what follows from its options alone. The optimiser itself is optimiser_pso. */
#ifndef SWARMTRIS_OPTIM_PSO_H
#define SWARMTRIS_OPTIM_PSO_H

#include "optim/pso_swarm.h"

/* The constriction 2 / |2 - phi - sqrt(phi^2 - 4 phi)|, phi > 4; 1 for any other phi. Source: Clerc & Kennedy 2002. */
double pso_constriction(double phi);

/* What the options say when this share (0..1) of the budget is spent. */
PsoCoefficients pso_coefficients(const PsoOptions *o, double spent);

#endif
