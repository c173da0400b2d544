/* rules.c. The velocity rules: what draws a particle, and how strongly; and with which coefficients a swarm does not settle.
 *
 * p is the exemplar, the personal best of the particle or of another one. g is its neighbourhood best, or what leads in its
 * place. w, cp, cg are the coefficients. The limits are those of a particle whose p and g stand still:
 * x <- x + w (x - x before) - t x + a constant, t random with mean m and variance s2. Its mean converges iff |w| < 1 and
 * 0 < m < 2 (1 + w), its variance iff also s2 (1 + w) < m (1 - w) (2 (1 + w) - m). c = cp + cg.
 * Source: Poli 2009 (the limits); of each rule, above it. */
#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- canonical: v_j <- w v_j + cp r (p_j - x_j) + cg r' (g_j - x_j) ----
 *
 * r and r' are fresh U[0,1) in every dimension j: one number a particle would confine the swarm to a subspace. Limits: m = c / 2,
 * s2 = c^2 / 24 (cp = cg). Source: Shi & Eberhart 1998. */

static double next_canonical(Pso *pso, const PsoPull *p, int j, double v)
{
    double r = rng_real(&pso->rng), r2 = rng_real(&pso->rng);
    return p->c.inertia * v + p->c.cognitive * r * (p->exemplar[j] - p->x[j]) + p->c.social * r2 * (p->attractor[j] - p->x[j]);
}

static PsoLimits limits_canonical(double w, double others)
{
    (void)others;
    return (PsoLimits){4 * (1 + w), 24 * (1 - w * w) / (7 - 5 * w), "4 (1 + w)", "24 (1 - w^2) / (7 - 5 w)"};
}

const PsoRule pso_canonical = {.next = next_canonical, .limits = limits_canonical};

/* w v_j + the pull that was drawn for the whole vector. */
static double next_pulled(Pso *pso, const PsoPull *p, int j, double v)
{
    return p->c.inertia * v + pso->pull[j];
}

/* ---- fully-informed: v_j <- w v_j + the sum over all others k of N(i), K of them, of U(0, (cp + cg) / K) (p_kj - x_j) ----
 *
 * With coefficients of constriction that is chi (v_j + the sum of U(0, phi / K) (p_kj - x_j)). Limits: m = c / 2,
 * s2 = c^2 / (12 K). Source: Mendes, Kennedy, Neves 2004; Poli, Kennedy, Blackwell 2007 (K counts what is summed). */

/* Whether the personal best of k draws particle i: k is another particle, and has been evaluated already. */
static bool draws(const Pso *p, int i, int k)
{
    return k != i && p->own.sample[k].fitness.n > 0;
}

static void pull_of_all(Pso *pso, const PsoPull *p)
{
    const int i = p->i;
    int others = 0;
    for (int k = pso_informant_after(pso, i, -1); k >= 0; k = pso_informant_after(pso, i, k)) others += draws(pso, i, k);
    memset(pso->pull, 0, (size_t)pso->space.dim * sizeof *pso->pull);
    for (int k = pso_informant_after(pso, i, -1); k >= 0; k = pso_informant_after(pso, i, k)) {
        const double *best = pso_row(pso->own.x, pso, k);
        if (!draws(pso, i, k)) continue;
        const double most = (p->c.cognitive + p->c.social) / others;
        for (int j = 0; j < pso->space.dim; j++) pso->pull[j] += rng_between(&pso->rng, 0, most) * (best[j] - p->x[j]);
    }
}

static PsoLimits limits_of_all(double w, double others)
{
    return (PsoLimits){4 * (1 + w), 12 * others * (1 - w * w) / (1 + w + 3 * others * (1 - w)), "4 (1 + w)",
                       "12 K (1 - w^2) / (1 + w + 3 K (1 - w)), K informants"};
}

const PsoRule pso_fully_informed = {.informed = true, .pull = pull_of_all, .next = next_pulled, .limits = limits_of_all};

/* ---- spso-2011: v <- w v + y - x, y at a distance U(0,1) |G - x| from G in a uniform direction ----
 *
 * G is the mean of x, x + cp (p - x) and x + cg (g - x), or of the first two if the particle is its own best informant. Limits:
 * m = c / 3, s2 = m^2 / 3 of the distance from G. Source: Clerc, Standard Particle Swarm Optimisation, 2012; Bonyadi &
 * Michalewicz 2014 (the mean). */

static void pull_of_ball(Pso *pso, const PsoPull *p)
{
    const bool leads = p->attractor == pso_row(pso->own.x, pso, p->i);
    for (int j = 0; j < pso->space.dim; j++) {
        double a = p->c.cognitive * (p->exemplar[j] - p->x[j]), b = p->c.social * (p->attractor[j] - p->x[j]);
        pso->pull[j] = leads ? a / 2 : (a + b) / 3;
    }
    const double square = metric_product(&pso->metric, pso->pull, pso->pull);
    pso_draw_direction(pso, pso->direction);
    double step = rng_real(&pso->rng) * sqrt(square);
    for (int j = 0; j < pso->space.dim; j++) pso->pull[j] += step * pso->direction[j];
}

static PsoLimits limits_of_ball(double w, double others)
{
    (void)others;
    return (PsoLimits){6 * (1 + w), 9 * (1 - w * w) / (2 - w), "6 (1 + w)", "9 (1 - w^2) / (2 - w)"};
}

const PsoRule pso_spso_2011 = {.pull = pull_of_ball, .next = next_pulled, .limits = limits_of_ball};

/* ---- coefficients ---- */

/* Borders for equal coefficients c: of the mean of a particle's position (van den Bergh & Engelbrecht 2006), and of its variance
 * (Poli 2009); see above. */
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
