/* neighbours.h. Who informs whom: N(i) are the particles whose personal bests particle i knows, itself among them. Which they
 * are, a topology says (swarm_parts.h). */
#ifndef SWARMTRIS_OPTIM_PSO_NEIGHBOURS_H
#define SWARMTRIS_OPTIM_PSO_NEIGHBOURS_H

#include "base/visit.h"
#include "optim/pso/swarm.h"

/* Makes and frees informs, by the topology; one that draws does so from the swarm's stream. */
void pso_neighbours_make(Pso *s);
void pso_neighbours_free(Pso *s);

/* An iteration without a new best of the swarm is over: a topology that draws does so anew. */
void pso_neighbours_renew(Pso *s);

/* Visits informs where it is state. */
void pso_neighbours_walk(Pso *s, Visit *v);

/* Particle k informs particle i from now on. */
void pso_inform(Pso *s, int i, int k);

/* The first particle after k that informs particle i; -1: no more. From k = -1 on these are N(i), in ascending order. */
int pso_informant_after(const Pso *s, int i, int k);

/* Looks at the personal bests as they are now, for all moves until they change. */
void pso_look(Pso *s);

/* The one of N(i) whose personal best ranks highest, the first of several. Needs pso_look. */
int pso_best_informant(const Pso *s, int i);

#endif
