/* neighbours.h. Which particles inform which: N(i) are the particles whose own bests particle i knows, itself among them. */
#ifndef SWARMTRIS_OPTIM_PSO_NEIGHBOURS_H
#define SWARMTRIS_OPTIM_PSO_NEIGHBOURS_H

#include "base/visit.h"
#include "optim/pso/swarm.h"

/* Makes and frees informs; a random topology is drawn, from the swarm's stream. */
void pso_neighbours_make(Pso *s);
void pso_neighbours_free(Pso *s);

/* Draws the random topology anew; for no other topology. */
void pso_neighbours_draw(Pso *s);

/* Visits informs where it is state. */
void pso_neighbours_walk(Pso *s, Visit *v);

/* The first particle after k that informs particle i; -1: no more. From k = -1 on these are N(i), in ascending order. */
int pso_informant_after(const Pso *s, int i, int k);

/* Looks at the own bests as they are now, for all moves until they change. */
void pso_look(Pso *s);

/* The one of N(i) whose own best ranks highest, the first of several. Needs pso_look. */
int pso_best_informant(const Pso *s, int i);

/* The number of others that inform a particle; the mean, where they are drawn. */
double pso_others(const PsoOptions *o);

/* The rows of the von Neumann torus: the largest divisor of particles that is not above its root. */
int pso_torus_rows(int particles);

#endif
