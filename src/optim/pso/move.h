/* move.h. Where a particle starts, and where it goes. */
#ifndef SWARMTRIS_OPTIM_PSO_MOVE_H
#define SWARMTRIS_OPTIM_PSO_MOVE_H

#include "optim/pso/swarm.h"

/* Draws all positions and velocities. */
void pso_start(Pso *s);

/* Particle i starts at x (dim) instead, or, where the search is on a sphere, there in the direction of x; the middle of the
 * box has none, and leaves particle i where it was. */
void pso_start_at(Pso *s, int i, const double *x);

/* The metric is new, and with it the sphere: all positions and own bests move onto it, in their directions, and velocities are
 * scaled as their positions are. */
void pso_new_metric(Pso *s);

/* One step of particle i, whose own best and whose informants' bests must be known. Needs pso_look. */
void pso_move(Pso *s, int i, const PsoCoefficients *c);

#endif
