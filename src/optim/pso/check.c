/* check.c. Combinations of the keys of a particle swarm: which cannot run, and which are unwise. */
#include "optim/pso/check.h"

#include "optim/pso/coefficients.h"
#include "optim/pso/neighbours.h"

#include <assert.h>
#include <stdio.h>

const char *pso_directions(const void *options)
{
    return ((const PsoOptions *)options)->domain == DOMAIN_SPHERE ? "domain" : NULL;
}

/* ---- findings ---- */

static int check_phi(const PsoOptions *o, Finding *out)
{
    if (o->coefficients != COEFFICIENTS_CONSTRICTION || o->phi1 + o->phi2 > 4) return pso_check_stability(o, out);
    *out = (Finding){.key = "phi1", .fatal = true};
    snprintf(out->why, sizeof out->why, "phi1 + phi2 = %.6g must be above 4", o->phi1 + o->phi2);
    return 1;
}

static int check_population(const PsoOptions *o, Finding *out)
{
    if (o->population == POPULATION_CONSTANT) return 0;
    if (o->particles < o->particles_max) return 0;
    *out = (Finding){.key = "particles"};
    snprintf(out->why, sizeof out->why,
             "must be less than particles_max = %d, or the swarm keeps its size where population = adaptive", o->particles_max);
    return 1;
}

static int check_torus(const PsoOptions *o, Finding *out)
{
    if (o->topology != TOPOLOGY_VON_NEUMANN || o->particles <= 3 || pso_torus_rows(o->particles) > 1) return 0;
    *out = (Finding){.key = "particles"};
    snprintf(out->why, sizeof out->why, "is a prime number: the von Neumann torus has one row, which is a ring");
    return 1;
}

int pso_check(const void *options, Finding *out)
{
    const PsoOptions *o = options;
    int n = check_phi(o, out);
    n += check_population(o, out + n);
    n += check_torus(o, out + n);
    assert(n <= FINDINGS_MAX);
    return n;
}
