/* pso_swarms.h. Several swarms that share a budget: they begin side by side, and the better ones go on.
 *
 * Idea: which optimum a swarm finds is decided early, by where it began, and more iterations do not make up for it. So K swarms
 * that know nothing of each other begin, each of `particles`, and the budget is spent in ceil(log2 K) + 1 equal parts: after each
 * part but the last the worse half of the swarms stops. One swarm is left for the last part. A swarm is as good as the mean
 * fitness of the better half of its own bests, since the best alone is the luckiest where fitness is noisy. What the others have
 * found stays in the archive, behind the particles that go on, so that finalists come from all swarms.
 *     In memory they are one swarm whose particles are informed by those of their own swarm alone: those that go on come first,
 * so that particles, of the options, always counts those that move.
 * Never: stops a swarm in a run without a budget that can be counted.
 * Source: Z. Karnin, T. Koren, O. Somekh, ICML 2013, and K. Jamieson, A. Talwalkar, AISTATS 2016 (successive halving). */
#ifndef SWARMTRIS_OPTIM_PSO_SWARMS_H
#define SWARMTRIS_OPTIM_PSO_SWARMS_H

#include "base/visit.h"
#include "optim/pso_swarm.h"

/* Sets swarms and particles, before anything else of the swarm is made. */
void pso_swarms_make(Pso *s);

/* An iteration is complete, and this share (0..1) of the budget is spent: swarms may stop, and then neighbours change. */
void pso_swarms_end(Pso *s, double spent);

/* Visits how many go on, before all that depends on it. */
void pso_swarms_walk(Pso *s, Visit *v);

#endif
