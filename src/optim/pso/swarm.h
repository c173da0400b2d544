/* swarm.h. The data of a particle swarm: its options, and the state that the modules of the swarm share.
 *
 * Idea: a swarm is two matrices, positions and velocities, and an archive of personal bests, one row a particle. Below the state
 * are the functions that the modules of the swarm share. Its parts are in swarm_parts.h, the order of the moves is in pso.c. All
 * modules draw from one stream, so the course depends on the order of the moves.
 * Never: makes a choice that no key names; is included outside these modules and their test. */
#ifndef SWARMTRIS_OPTIM_PSO_SWARM_H
#define SWARMTRIS_OPTIM_PSO_SWARM_H

#include "base/mem.h"
#include "base/rng.h"
#include "base/serialise.h"
#include "optim/metric.h"
#include "optim/optim.h"

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

/* The values of the keys of the same names (swarm_options.c). In Pso.o, `particles` is the current number of particles. */
typedef struct {
    int population, particles_max, particles, velocity_rule, topology, ring_k, random_k, update_order, coefficients,
        inertia_schedule, domain, metric, wall, velocity_start, leader, exemplar, memory;
    double inertia, inertia_end, cognitive, social, phi1, phi2, velocity_clamp, turbulence, turbulence_end;
} PsoOptions;

/* w, cp, cg of the formulas. turbulence: standard deviation of the noise in each coordinate of a velocity, in half box widths. */
typedef struct {
    double inertia, cognitive, social, turbulence;
} PsoCoefficients;

typedef struct {
    PsoOptions o;
    Space space;    /* borrowed */
    Rng rng;        /* the one stream of the swarm */
    Archive own;    /* personal bests, each at its particle's place; owned */
    MemOwner owned; /* has all arrays below */
    double *x;      /* (particles, dim): positions */
    double *v;      /* (particles, dim): velocities */
    int *age;       /* (particles): iterations for which the personal best has not been beaten; counted where memory is above 0 */
    int told;       /* particles, from the first on, that have a verdict in this iteration */
    /* population.c */
    int least, most; /* particles at the beginning; particles that there is memory for, the rows of all matrices */
    double *record;  /* (5, most): fitness of the candidates of the last iterations; NULL: the size stays */
    int records;     /* how many are recorded so far */
    /* topologies.c */
    uint64_t *informs;   /* (particles, words): bit k of row i says that k informs i; NULL where all inform all */
    bool improved;       /* this iteration has found a new best of the swarm; saved if the topology is redrawn */
    int leader;          /* place of the best, while particles move */
    Metric metric;       /* of the sphere; plain if metric = weights */
    int measured;        /* how many times to measure the covariance have passed; saved if metric = decisions */
    int64_t evaluations; /* verdicts in all; saved if metric = decisions */
    /* move.c: scratch */
    double *pull;        /* (dim) */
    double *direction;   /* (dim) */
    double *centroid;    /* (dim) */
    double *away;        /* (dim) */
    uint8_t *informs_it; /* (places of the archive): not 0 for personal bests of informants of ranked_for */
    int *ranked;         /* (places of the archive): personal bests of informants, the best first */
    int ranks;           /* how many are ranked */
    int ranked_for;      /* the particle that has these informants; -1: nothing has been ranked since pso_look */
} Pso;

/* Row i of a matrix (particles, dim). */
static inline double *pso_row(double *matrix, const Pso *p, int i)
{
    assert(i >= 0 && i < p->o.particles);
    return matrix + (size_t)i * (size_t)p->space.dim;
}

/* The personal bests of all particles, as an archive; borrowed. */
static inline Archive pso_bests(const Pso *p)
{
    return (Archive){.n = p->o.particles, .dim = p->own.dim, .x = p->own.x, .sample = p->own.sample};
}

/* ---- rules.c: what follows from the options alone ---- */

/* The constriction 2 / |2 - phi - sqrt(phi^2 - 4 phi)|, phi > 4; 1 for any other phi. Source: Clerc & Kennedy 2002. */
double pso_constriction(double phi);

/* What the options say when this share (0..1) of the budget is spent. */
PsoCoefficients pso_coefficients(const PsoOptions *o, double spent);

/* For charts: borders of the coefficients with which a swarm settles. The name of the last one is NULL. */
extern const Border pso_borders[];

/* Warns of coefficients with which a swarm diverges, as Optimiser.check. If they follow a schedule, those at its end decide. */
int pso_check_stability(const PsoOptions *o, Finding *out);

/* ---- domains.c: what domains and rules share ---- */

/* out (dim): a vector of length 1 in the metric, uniform in direction. */
void pso_draw_direction(Pso *p, double *out);

/* Writes to p->direction what turbulence of this size adds to a velocity if the metric is not the plain one. */
void pso_draw_turbulence(Pso *p, double turbulence);

/* The share (0..1) of the way to a random place that the first velocity covers; 0: it leads to none. */
double pso_start_share(const Pso *p);

/* ---- topologies.c: N(i), the particles whose personal bests particle i knows, itself among them; a topology says which ---- */

/* Makes p->informs anew by the topology, which draws from the swarm's stream if it is random. */
void pso_neighbours_make(Pso *p);

/* Serialises s->informs if it is part of the state. */
void pso_neighbours_serialise(Pso *p, Serialiser *s);

/* Particle k informs particle i from now on. */
void pso_inform(Pso *p, int i, int k);

/* The first particle after k that informs particle i; -1: no more. From k = -1 on these are N(i), in ascending order. */
int pso_informant_after(const Pso *p, int i, int k);

/* Prepares for moves with the current personal bests. Needed again once these have changed. */
void pso_look(Pso *p);

/* The particle of N(i) whose personal best ranks highest, the first of several. Needs pso_look. */
int pso_best_informant(const Pso *p, int i);

/* ---- move.c: where a particle starts, and where it goes ---- */

/* Draws all positions and velocities. */
void pso_start(Pso *p);

/* Particle i starts at x (dim) instead, or at the nearest point of the domain; if there is none, it stays where it was. */
void pso_start_at(Pso *p, int i, const double *x);

/* One step of particle i, whose personal best and whose informants' bests must be known. Needs pso_look. */
void pso_move(Pso *pso, int i, const PsoCoefficients *c);

/* ---- population.c: how many particles there are ---- */

/* Sets p->most, and makes the record, before anything else of the swarm is made. */
void pso_population_make(Pso *p);

/* Records the fitness of a candidate of this iteration. */
void pso_population_add(Pso *p, double fitness);

/* An iteration is complete: the size may change, and with it the neighbours. New particles have no personal best: they are judged
 * before they move. */
void pso_population_end(Pso *p);

/* Serialises the size, before all that depends on it. */
void pso_population_serialise(Pso *p, Serialiser *s);

/* ---- swarm_options.c: the keys, over PsoOptions, what is wrong or unwise about them, and the presets ---- */

extern const Param pso_params[];
extern const Preset pso_presets[]; /* the first that suits is the default */

/* As Optimiser.check and Optimiser.directions. */
int pso_check(const void *options, Finding *out);
const char *pso_directions(const void *options);

#endif
