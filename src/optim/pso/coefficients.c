/* coefficients.c. The coefficients of a particle swarm: what they are in the course of a search, and with which of them it
 * does not settle. */
#include "optim/pso/coefficients.h"

#include "optim/pso/neighbours.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* Borders for equal coefficients c: of the mean of a particle's position (van den Bergh & Engelbrecht 2006), and of its variance
 * (Poli 2009); see limits_of. */
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

/* Limits of cp + cg. */
typedef struct {
    double mean;                                 /* below it, the mean of a particle's position converges */
    double variance;                             /* below it, the variance does, too */
    const char *mean_formula, *variance_formula; /* for people */
} Limits;

/* A particle whose bests stand still: x <- x + w (x - x before) - t x + a constant, t random with mean m and variance s2. The
 * mean converges iff |w| < 1 and 0 < m < 2 (1 + w), the variance iff also s2 (1 + w) < m (1 - w) (2 (1 + w) - m). c = cp + cg:
 *     canonical        m = c / 2   s2 = c^2 / 24       (cp = cg)
 *     fully informed   m = c / 2   s2 = c^2 / (12 K)   K others
 *     spso-2011        m = c / 3   s2 = m^2 / 3        of the distance from G, U(0,1) |G - x|
 * Source: Poli 2009 (the method, the canonical limit); Bonyadi & Michalewicz 2014 (the mean of SPSO-2011). */
static Limits limits_of(const PsoOptions *o, double w)
{
    double known = pso_others(o), others = known > 1 ? known : 1;
    switch ((PsoRule)o->velocity_rule) {
    case RULE_INFORMED:
        return (Limits){4 * (1 + w), 12 * others * (1 - w * w) / (1 + w + 3 * others * (1 - w)), "4 (1 + w)",
                        "12 K (1 - w^2) / (1 + w + 3 K (1 - w)), K informants"};
    case RULE_SPSO: return (Limits){6 * (1 + w), 9 * (1 - w * w) / (2 - w), "6 (1 + w)", "9 (1 - w^2) / (2 - w)"};
    case RULE_CANONICAL: break;
    }
    return (Limits){4 * (1 + w), 24 * (1 - w * w) / (7 - 5 * w), "4 (1 + w)", "24 (1 - w^2) / (7 - 5 w)"};
}

int pso_check_stability(const PsoOptions *o, Finding *out)
{
    bool linear = o->inertia_schedule == INERTIA_LINEAR, constricted = o->coefficients == COEFFICIENTS_CONSTRICTION;
    PsoCoefficients c = pso_coefficients(o, 1);
    const char *sum = constricted ? "chi (phi1 + phi2)" : "cognitive + social";
    double pull = c.cognitive + c.social;
    Limits limit = limits_of(o, c.inertia);
    *out = (Finding){.key = constricted ? "phi1" : linear ? "inertia_end" : "inertia"};
    if (fabs(c.inertia) >= 1)
        snprintf(out->why, sizeof out->why, "the swarm never settles: it does so only between -1 and 1");
    else if (pull <= 0 || pull >= limit.mean)
        snprintf(out->why, sizeof out->why,
                 "the swarm never settles: with this value %s = %.6g must be above 0 and below %s = %.6g", sum, pull,
                 limit.mean_formula, limit.mean);
    else if (pull >= limit.variance)
        snprintf(out->why, sizeof out->why,
                 "the swarm's spread does not shrink: with this value %s = %.6g must be below %s = %.6g (Poli 2009)", sum, pull,
                 limit.variance_formula, limit.variance);
    else
        return 0;
    return 1;
}
