/* move.h. Where a particle starts, and where it goes. */
#ifndef SWARMTRIS_OPTIM_PSO_MOVE_H
#define SWARMTRIS_OPTIM_PSO_MOVE_H

#include "optim/pso/swarm.h"

/* Draws all positions and velocities. */
void pso_start(Pso *s);

/* Particle i starts at x (dim) instead, or at the nearest point of the domain; if there is none, it stays where it was. */
void pso_start_at(Pso *s, int i, const double *x);

/* One step of particle i, whose personal best and whose informants' bests must be known. Needs pso_look. */
void pso_move(Pso *s, int i, const PsoCoefficients *c);

#endif
