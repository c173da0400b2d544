/* coefficients.c. The coefficients of a particle swarm: what they are in the course of a search, and with which of them it
 * does not settle. */

#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <math.h>

/* Borders for equal coefficients c: of the mean of a particle's position (van den Bergh & Engelbrecht 2006), and of its variance
 * (Poli 2009); see rules.c. */
static double mean_border(double w)
{
    return 2 * (1 + w);
}

static double variance_border(double w)
{
    return 12 * (1 - w * w) / (7 - 5 * w);
}

const Border pso_borders[] = {
    {"mean: 2(1+w)", "inertia", "cognitive social", -1, 1, mean_border},
    {"variance: 12(1−w²)/(7−5w)", "inertia", "cognitive social", -1, 1, variance_border},
    {NULL, NULL, NULL, 0, 0, NULL},
};

double pso_constriction(double phi)
{
    return phi > 4 ? 2 / fabs(2 - phi - sqrt(phi * phi - 4 * phi)) : 1;
}

PsoCoefficients pso_coefficients(const PsoOptions *o, double spent)
{
    assert(spent >= 0 && spent <= 1);
    double chi = pso_constriction(o->phi1 + o->phi2);
    bool linear = o->inertia_schedule == INERTIA_LINEAR;
    const double turbulence = o->turbulence + (o->turbulence_end - o->turbulence) * spent;
    if (o->coefficients == COEFFICIENTS_CONSTRICTION) return (PsoCoefficients){chi, chi * o->phi1, chi * o->phi2, turbulence};
    const double inertia = linear ? o->inertia + (o->inertia_end - o->inertia) * spent : o->inertia;
    return (PsoCoefficients){inertia, o->cognitive, o->social, turbulence};
}

/* ---- what is unwise ---- */

int pso_check_stability(const PsoOptions *o, Finding *out)
{
    bool linear = o->inertia_schedule == INERTIA_LINEAR, constricted = o->coefficients == COEFFICIENTS_CONSTRICTION;
    PsoCoefficients c = pso_coefficients(o, 1);
    const char *sum = constricted ? "chi (phi1 + phi2)" : "cognitive + social";
    double pull = c.cognitive + c.social;
    const double others = pso_topology(o)->others(o);
    if (pso_rule(o)->limits == NULL) return 0;
    const PsoLimits limit = pso_rule(o)->limits(c.inertia, others > 1 ? others : 1);
    const char *key = constricted ? "phi1" : linear ? "inertia_end" : "inertia";
    if (fabs(c.inertia) >= 1) return finding_add(out, false, key, "the swarm never settles: it does so only between -1 and 1");
    if (pull <= 0 || pull >= limit.mean)
        return finding_add(out, false, key,
                           "the swarm never settles: with this value %s = %.6g must be above 0 and below %s = %.6g", sum, pull,
                           limit.mean_formula, limit.mean);
    if (pull >= limit.variance)
        return finding_add(out, false, key,
                           "the swarm's spread does not shrink: with this value %s = %.6g must be below %s = %.6g (Poli 2009)",
                           sum, pull, limit.variance_formula, limit.variance);
    return 0;
}
