/* swarm.h. Swarms that a test looks into. */
#ifndef SWARMTRIS_TESTS_SWARM_H
#define SWARMTRIS_TESTS_SWARM_H

#include "optim/pso/swarm.h"
#include "tests/helpers.h"
#include "tests/stepper.h"

/* A cube for spheres. */
enum { DIM = 3 };

extern const Space cube;

/* Of the preset called so, or "" for the defaults, and what else is said. */
PsoOptions swarm_options(const char *preset, const char *settings);
Pso *swarm(const char *preset, const char *settings, const Space *space, uint64_t seed);
CLOSER(swarm_close, Pso, optimiser_pso.destroy)

/* One play. */
Sample swarm_sample(double fitness);

/* Asks for one candidate or an iteration, and tells it what f makes of them. Returns whether the iteration is complete. */
typedef double Function3(const double *x);
bool swarm_turn(Pso *p, Function3 *f, double spent);

/* Turns until the iteration is complete. */
void swarm_iterate(Pso *p, Function3 *f, double spent);

/* Highest at 0. */
double bowl(const double *x);

/* Puts a particle, its velocity and its personal best where they are wanted. */
void swarm_place(Pso *p, int i, const double *x, const double *v, const double *best, double fitness);

/* Where three particles are, their velocities, and their personal bests. */
extern const double here[DIM], speed[DIM], bests[3][DIM];

/* Three particles, the first of which is about to move; the second is the best. */
Pso *three(const char *preset, const char *settings);

#endif
