/* pso_neighbours.h. Which particles inform which: N(i) are the particles whose own bests particle i knows, itself among them. */
#ifndef SWARMTRIS_OPTIM_PSO_NEIGHBOURS_H
#define SWARMTRIS_OPTIM_PSO_NEIGHBOURS_H

#include "base/visit.h"
#include "optim/pso_swarm.h"

/* Makes and frees informs; a random topology is drawn, from the swarm's stream. */
void pso_neighbours_make(Pso *s);
void pso_neighbours_free(Pso *s);

/* Draws the random topology anew; for no other topology. */
void pso_neighbours_draw(Pso *s);

/* Visits informs where it is state. */
void pso_neighbours_walk(Pso *s, Visit *v);

/* The first particle after k that informs particle i; -1: no more. From k = -1 on these are N(i), in ascending order. */
int pso_informant_after(const Pso *s, int i, int k);

/* Looks at the own bests as they are now: leader and shrunken, for all moves until they change. */
void pso_look(Pso *s);

/* Whether own best k ranks above own best m: by mean fitness, or by shrunken fitness first. Needs pso_look. */
bool pso_above(const Pso *s, int k, int m);

/* The one of N(i) whose own best ranks highest, the first of several. Needs pso_look. */
int pso_best_informant(const Pso *s, int i);

/* The one of N(i) that particle i follows, of those that do not differ significantly from the best: the nearest to it, or one by
 * chance, where the options say so; else the best. Draws from the swarm's stream. Needs pso_look. */
int pso_followed(Pso *s, int i);

/* The number of others that inform a particle; the mean, where they are drawn. */
double pso_others(const PsoOptions *o);

/* The rows of the von Neumann torus: the largest divisor of particles that is not above its root. */
int pso_torus_rows(int particles);

#endif
