/* swarm.h. The data of a particle swarm: its options, and the state that the modules of the swarm share.
 *
 * Idea: a swarm is two matrices, positions and velocities, and an archive of personal bests, one row a particle. The modules:
 * swarm_parts.h (rules, topologies, domains), coefficients.h (how strongly a particle is drawn), neighbours.h (who informs whom),
 * move.h (where a particle starts and goes), population.h (how many there are), swarm_options.h (what there is to choose), pso.c
 * (the order of the moves). All of them draw from one stream, so that the order of the moves is part of the course.
 * Never: makes a choice that no key names; is included outside these modules and their test. */
#ifndef SWARMTRIS_OPTIM_PSO_SWARM_H
#define SWARMTRIS_OPTIM_PSO_SWARM_H

#include "base/rng.h"
#include "optim/archive.h"
#include "optim/metric.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum { LEADER_BEST, LEADER_QUARTER } PsoLeader;
typedef enum { EXEMPLAR_OWN, EXEMPLAR_QUARTER } PsoExemplar;
typedef enum { ORDER_SYNCHRONOUS, ORDER_SEQUENTIAL } PsoOrder;
typedef enum { COEFFICIENTS_INERTIA, COEFFICIENTS_CONSTRICTION } PsoCoefficientKind;
typedef enum { INERTIA_CONSTANT, INERTIA_LINEAR } PsoSchedule;
typedef enum { METRIC_WEIGHTS, METRIC_DECISIONS } PsoMetric;
typedef enum { WALL_ABSORB, WALL_DAMP, WALL_REFLECT, WALL_PERIODIC, WALL_RANDOM, WALL_NONE } PsoWall;
typedef enum { START_HALF_DIFF, START_ZERO, START_UNIFORM, START_FULL_DIFF } PsoStart;
typedef enum { POPULATION_CONSTANT, POPULATION_ADAPTIVE } PsoPopulation;

/* The values of the keys of the same names (swarm_options.c). In a swarm particles counts all that move. */
typedef struct {
    int population, particles_max, particles, velocity_rule, topology, ring_k, random_k, update_order, coefficients,
        inertia_schedule, domain, metric, wall, velocity_start, leader, exemplar, memory;
    double inertia, inertia_end, cognitive, social, phi1, phi2, velocity_clamp, turbulence, turbulence_end;
} PsoOptions;

/* w, cp, cg of the formulas; and the standard deviation of what chance adds to a coordinate of a velocity, in half box widths. */
typedef struct {
    double inertia, cognitive, social, turbulence;
} PsoCoefficients;

typedef struct {
    PsoOptions o;
    Space space; /* borrowed */
    Rng rng;     /* the one stream of the swarm */
    double *x;   /* (particles, dim): positions, owned */
    double *v;   /* (particles, dim): velocities, owned */
    Archive own; /* personal bests, each at its particle's place; owned */
    int *
        age; /* (particles), owned: iterations for which the personal best has not been beaten; counted where memory is above 0 */
    int told; /* verdicts of this iteration that have been told: from the first particle on */
    /* population.c */
    int least, most; /* particles: at the beginning, and those that there is memory for; the rows of all matrices */
    double *record;  /* (5, most), owned: fitness of the candidates of the last iterations; NULL: the size stays */
    int records;     /* of them so far */
    /* neighbours.c */
    uint64_t *informs;   /* (particles, words), owned: bit k of row i says that k informs i; NULL where all inform all */
    bool improved;       /* this iteration has found a new best of the swarm; kept where the topology is redrawn */
    int leader;          /* place of the best, while particles move */
    Metric metric;       /* of the sphere; plain where metric = weights */
    int measured;        /* of the times to measure the variation, those that have been used; saved where metric = decisions */
    int64_t evaluations; /* verdicts in all; saved where metric = decisions */
    /* move.c: scratch */
    double *pull;        /* (dim), owned */
    double *direction;   /* (dim), owned */
    double *centre;      /* (dim), owned */
    double *away;        /* (dim), owned */
    uint8_t *informs_it; /* (places of the archive), owned: not 0 for personal bests of informants of ranked_for */
    int *ranked;         /* (places of the archive), owned: personal bests of informants, the best first */
    int ranks;           /* how many of them */
    int ranked_for;      /* the particle that has these informants; -1: nothing has been ranked since pso_look */
} Pso;

/* Row i of a matrix (particles, dim). */
static inline double *pso_row(double *matrix, const Pso *s, int i)
{
    assert(i >= 0 && i < s->o.particles);
    return matrix + (size_t)i * (size_t)s->space.dim;
}

/* The personal bests of all particles, as an archive; borrowed. */
static inline Archive pso_bests(const Pso *s)
{
    return (Archive){.n = s->o.particles, .dim = s->own.dim, .x = s->own.x, .sample = s->own.sample};
}

#endif
