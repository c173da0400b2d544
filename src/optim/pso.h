/* pso.h. The inside of the particle swarm, for its three files and their test; everybody else knows optimiser_pso.
 *
 * Idea: a swarm is two matrices, positions and velocities, and an archive of own bests, one row a particle. pso.c says what there
 * is to choose and who moves when, pso_neighbours.c who informs whom, pso_move.c where a particle starts and goes. All of
 * them draw from one stream, so that the order of the moves is part of the course.
 * Never: a choice that no key names. */
#ifndef SWARMTRIS_OPTIM_PSO_H
#define SWARMTRIS_OPTIM_PSO_H

#include "base/rng.h"
#include "optim/archive.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum { RULE_CANONICAL, RULE_INFORMED, RULE_SPSO } PsoRule;
typedef enum { TOPOLOGY_GLOBAL, TOPOLOGY_RING, TOPOLOGY_VON_NEUMANN, TOPOLOGY_RANDOM } PsoTopology;
typedef enum { ORDER_SYNCHRONOUS, ORDER_SEQUENTIAL } PsoOrder;
typedef enum { COEFFICIENTS_INERTIA, COEFFICIENTS_CONSTRICTION } PsoCoefficientKind;
typedef enum { INERTIA_CONSTANT, INERTIA_LINEAR } PsoSchedule;
typedef enum { DOMAIN_BOX, DOMAIN_SPHERE } PsoDomain;
typedef enum { WALL_ABSORB, WALL_DAMP, WALL_REFLECT, WALL_PERIODIC, WALL_RANDOM, WALL_NONE } PsoWall;
typedef enum { START_HALF_DIFF, START_ZERO, START_UNIFORM, START_FULL_DIFF } PsoStart;

/* What the keys of the same names say. */
typedef struct {
    int particles, velocity_rule, topology, ring_k, random_k, update_order, coefficients, inertia_schedule, domain, wall,
        velocity_start;
    double inertia, inertia_end, cognitive, social, phi1, phi2, velocity_start_fraction, velocity_clamp;
} PsoOptions;

/* w, cp, cg of the formulas. */
typedef struct {
    double inertia, cognitive, social;
} PsoCoefficients;

/* x, v (particles,dim): positions and velocities; own: the own bests, each at its particle's place. told: particles of this round
 * that have been told. informs: see pso_neighbours.c. improved: this round has found a new best of the swarm; kept only where the
 * topology is random. leader: the place of the swarm's best, while particles move. pull, direction (dim): scratch. */
typedef struct {
    PsoOptions o;
    Space space;
    Rng rng;
    double *x, *v;
    Archive own;
    int told;
    uint64_t *informs;
    bool improved;
    int leader;
    double *pull, *direction;
} Pso;

/* Row i of a matrix (particles,dim). */
static inline double *pso_row(double *matrix, const Pso *s, int i)
{
    return matrix + (size_t)i * (size_t)s->space.dim;
}

static inline double pso_width(const Pso *s, int j)
{
    return s->space.hi[j] - s->space.lo[j];
}

/* The constriction 2 / |2 - phi - sqrt(phi^2 - 4 phi)|, phi > 4; 1 for any other phi. Source: Clerc & Kennedy 2002. */
double pso_constriction(double phi);

/* What the options say when this share of the budget is spent. */
PsoCoefficients pso_coefficients(const PsoOptions *o, double spent);

/* ---- pso_neighbours.c: who informs whom. A particle always informs itself. ---- */

/* Makes and frees informs; a random topology is drawn, from the swarm's stream. */
void pso_neighbours_make(Pso *s);
void pso_neighbours_free(Pso *s);
/* Draws a random topology anew. */
void pso_neighbours_draw(Pso *s);
/* Visits informs where it is state. */
void pso_neighbours_walk(Pso *s, Visit *v);

/* The first particle after k that informs particle i; -1: no more. From k = -1 on these are N(i), in ascending order. */
int pso_informant_after(const Pso *s, int i, int k);
/* The one of N(i) whose own best has the highest mean fitness, the first of several. Needs leader. */
int pso_best_informant(const Pso *s, int i);

/* How many others inform a particle; the mean, where they are drawn. */
double pso_others(const PsoOptions *o);
/* The rows of the von Neumann torus: the largest divisor of particles that is not above its root. */
int pso_torus_rows(int particles);

/* ---- pso_move.c: where a particle starts, and where it goes ---- */

/* Draws all positions and velocities. */
void pso_start(Pso *s);
/* Particle i starts at x (dim) instead, or, where the search is on a sphere, there in the direction of x. */
void pso_start_at(Pso *s, int i, const double *x);
/* One step of particle i. Needs leader. */
void pso_move(Pso *s, int i, const PsoCoefficients *c);

#endif
