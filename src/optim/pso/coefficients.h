/* coefficients.h. The coefficients of a particle swarm: what follows from its options alone. */
#ifndef SWARMTRIS_OPTIM_PSO_COEFFICIENTS_H
#define SWARMTRIS_OPTIM_PSO_COEFFICIENTS_H

#include "optim/optim.h"
#include "optim/pso/swarm.h"

/* The constriction 2 / |2 - phi - sqrt(phi^2 - 4 phi)|, phi > 4; 1 for any other phi. Source: Clerc & Kennedy 2002. */
double pso_constriction(double phi);

/* What the options say when this share (0..1) of the budget is spent. */
PsoCoefficients pso_coefficients(const PsoOptions *o, double spent);

/* For maps of coefficients: between which of them a swarm settles. The last one's name is NULL. */
extern const Border pso_borders[];

/* What is said of coefficients with which a swarm diverges, as Optimiser.check says it. Where they follow a schedule, those at
 * its end decide. */
int pso_check_stability(const PsoOptions *o, Finding *out);

#endif
