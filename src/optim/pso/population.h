/* population.h. How many particles a swarm has: as many as particles says, or as many as noise demands.
 *
 * Adaptive: a swarm that gets better from iteration to iteration has more particles than it needs; one that does not, too few to
 * average the noise. So after five iterations the mean fitness of the last one is compared with that of the first:
 *     z = (mean of the last - mean of the first) / sqrt(their squared standard errors)
 * With z < 2 the swarm doubles, up to particles_max; else it shrinks to 0.84 of its size, in steps of four particles, but never
 * below the size that it began with. What shrinks loses its particles with the worst personal bests; what grows gets new ones
 * that rest between two old ones by chance, drawn for each coordinate.
 *
 * Source: M. Hellwig, H.-G. Beyer, "Evolution under Strong Noise: A Self-Adaptive Evolution Strategy Can Reach the Lower
 * Performance Bound - the pcCMSA-ES", PPSN 2016; TBPSA of the library Nevergrad, for the test and the factors. */
#ifndef SWARMTRIS_OPTIM_PSO_POPULATION_H
#define SWARMTRIS_OPTIM_PSO_POPULATION_H

#include "base/visit.h"
#include "optim/pso/swarm.h"

/* Sets s->most, and makes the record, before anything else of the swarm is made. */
void pso_population_make(Pso *s);
void pso_population_free(Pso *s);

/* Adds the fitness of a candidate of the iteration. */
void pso_population_add(Pso *s, double fitness);

/* An iteration is complete: the size may change, and with it the neighbours. New particles have no personal best: they are judged
 * before they move. */
void pso_population_end(Pso *s);

/* Visits the size before all that depends on it. */
void pso_population_walk(Pso *s, Visit *v);

#endif
