/* swarm_options.c. The options of a particle swarm: its keys and presets, and which combinations make no sense.
 *
 * Source: for each choice, in the text of its key; for the coefficients that keys have without a preset, Clerc & Kennedy 2002,
 * van den Bergh & Engelbrecht 2006. */
#include "optim/pso/swarm_parts.h"

#include <assert.h>

#define ADDRESS(part, name, text) &part,
#define NAME(part, name, text) name,
#define TEXT(part, name, text) "; " name ": " text

static const char *const populations[] = {"constant", "adaptive", NULL};
static const char *const rules[] = {PSO_RULES(NAME) NULL};
static const char *const leaders[] = {"best", "quarter", NULL};
static const char *const exemplars[] = {"own", "quarter", NULL};
static const char *const topologies[] = {PSO_TOPOLOGIES(NAME) NULL};
static const char *const orders[] = {"synchronous", "sequential", NULL};
static const char *const coefficients[] = {"inertia", "constriction", NULL};
static const char *const schedules[] = {"constant", "linear", NULL};
static const char *const domains[] = {PSO_DOMAINS(NAME) NULL};
static const char *const metrics[] = {"weights", "decisions", NULL};
static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random", "none", NULL};
static const char *const starts[] = {"half-diff", "zero", "uniform", "full-diff", NULL};

const Param pso_params[] = {
    {PARAM_ROW(PsoOptions, particles, PARAM_INT, "particles", 1, 4096, "16"), .level = PARAM_BASIC, .announced = true,
     .formerly = "swarm_size swarmsize n_particles num_particles population_size pop_size popsize", .doc = "size of the swarm"},
    {PARAM_ROW(PsoOptions, population, PARAM_CHOICE, "", 0, 0, "constant"), .level = PARAM_RESEARCH, .choices = populations,
     .doc = "adaptive: the swarm doubles after five iterations without progress, and shrinks, to particles at least, after five "
            "with progress (Hellwig & Beyer 2016)"},
    {PARAM_ROW(PsoOptions, particles_max, PARAM_INT, "particles", 1, 4096, "256"), .level = PARAM_RESEARCH,
     .when = "population = adaptive", .doc = "the largest size"},
    {PARAM_ROW(PsoOptions, velocity_rule, PARAM_CHOICE, "", 0, 0, "canonical"), .choices = rules, .announced = true,
     .doc = "the attractors" PSO_RULES(TEXT)},
    {PARAM_ROW(PsoOptions, leader, PARAM_CHOICE, "", 0, 0, "best"), .level = PARAM_RESEARCH, .choices = leaders,
     .when = "velocity_rule != fully-informed",
     .doc = "the second attractor: best, the neighbourhood best; quarter, the centroid of the best quarter of the neighbours' "
            "personal bests"},
    {PARAM_ROW(PsoOptions, exemplar, PARAM_CHOICE, "", 0, 0, "own"), .level = PARAM_RESEARCH, .choices = exemplars,
     .formerly = "pbest personal_best", .when = "velocity_rule != fully-informed",
     .doc = "the first attractor: own, the personal best; quarter, one from the best quarter of the neighbours' personal bests, "
            "drawn for each move (Liang et al. 2006)"},
    {PARAM_ROW(PsoOptions, memory, PARAM_INT, "iterations", 0, 1000000, "0"), .level = PARAM_RESEARCH,
     .doc = "iterations after which a personal best gives way to the position of its particle, since noise makes some too good; "
            "0: never (Carlisle & Dozier 2000)"},
    {PARAM_ROW(PsoOptions, topology, PARAM_CHOICE, "", 0, 0, "global"), .level = PARAM_BASIC, .choices = topologies,
     .formerly = "gbest lbest neighbourhood neighborhood", .meant = "gbest=global lbest=ring star=global", .announced = true,
     .doc = "who informs a particle" PSO_TOPOLOGIES(TEXT)},
    {PARAM_ROW(PsoOptions, ring_k, PARAM_INT, "particles", 1, 4096, "1"), .when = "topology = ring", .announced = true,
     .doc = "informants on either side"},
    {PARAM_ROW(PsoOptions, random_k, PARAM_INT, "particles", 1, 4096, "3"), .when = "topology = random", .announced = true,
     .doc = "K of the chance 1 - (1 - 1/particles)^K that one particle informs another"},
    {PARAM_ROW(PsoOptions, update_order, PARAM_CHOICE, "", 0, 0, "synchronous"), .choices = orders,
     .doc = "synchronous: all move, then all are evaluated; sequential: one after the other, so that only one position plays at "
            "a time (Carlisle & Dozier 2001)"},
    {PARAM_ROW(PsoOptions, coefficients, PARAM_CHOICE, "", 0, 0, "inertia"), .choices = coefficients, .announced = true,
     .doc = "inertia: the keys inertia, cognitive, social; constriction: w = chi, c1 = chi phi1, c2 = chi phi2, chi from phi1 + "
            "phi2 (Clerc & Kennedy 2002)"},
    {PARAM_ROW(PsoOptions, inertia, PARAM_REAL, "", -2, 2, "0.7298"), .level = PARAM_BASIC, .when = "coefficients = inertia",
     .formerly = "w omega inertia_weight", .against = "coefficients phi1 phi2", .announced = true,
     .doc = "share of its velocity that a particle keeps"},
    {PARAM_ROW(PsoOptions, inertia_schedule, PARAM_CHOICE, "", 0, 0, "constant"), .choices = schedules,
     .when = "coefficients = inertia", .against = "coefficients phi1 phi2",
     .doc = "constant, or linear from inertia to inertia_end over the budget (Shi & Eberhart 1998)"},
    {PARAM_ROW(PsoOptions, inertia_end, PARAM_REAL, "", -2, 2, "0.4"),
     .when = "coefficients = inertia and inertia_schedule = linear", .against = "coefficients phi1 phi2", .announced = true,
     .doc = "inertia when the budget is spent"},
    {PARAM_ROW(PsoOptions, cognitive, PARAM_REAL, "", -4, 4, "1.49618"), .level = PARAM_BASIC, .when = "coefficients = inertia",
     .formerly = "c1 phi_p", .against = "coefficients phi1 phi2", .announced = true,
     .doc = "pull of the particle's personal best"},
    {PARAM_ROW(PsoOptions, social, PARAM_REAL, "", -4, 6, "1.49618"), .level = PARAM_BASIC, .when = "coefficients = inertia",
     .formerly = "c2 phi_g", .against = "coefficients phi1 phi2", .announced = true, .doc = "pull of its neighbourhood best"},
    {PARAM_ROW(PsoOptions, phi1, PARAM_REAL, "", 0, 20, "2.05"), .when = "coefficients = constriction",
     .against = "coefficients inertia cognitive social inertia_schedule inertia_end", .announced = true,
     .doc = "pull of the particle's personal best"},
    {PARAM_ROW(PsoOptions, phi2, PARAM_REAL, "", 0, 20, "2.05"), .when = "coefficients = constriction",
     .against = "coefficients inertia cognitive social inertia_schedule inertia_end", .announced = true,
     .doc = "pull of its neighbourhood best"},
    {PARAM_ROW(PsoOptions, domain, PARAM_CHOICE, "", 0, 0, "box"), .choices = domains, .announced = true,
     .doc = "where particles may be" PSO_DOMAINS(TEXT)},
    {PARAM_ROW(PsoOptions, metric, PARAM_CHOICE, "", 0, 0, "weights"), .level = PARAM_RESEARCH, .choices = metrics,
     .when = "domain = sphere and update_order = synchronous and objective.kind = games",
     .doc = "distance on the sphere: weights, the angle; decisions, the Mahalanobis distance by the covariance of the features "
            "among the moves of a decision"},
    {PARAM_ROW(PsoOptions, wall, PARAM_CHOICE, "", 0, 0, "absorb"), .choices = walls, .when = "domain = box",
     .doc = "beyond the box: absorb x = wall, v = 0; damp x = wall, v = -v/2; reflect x = 2 wall - x, v = -v; periodic wraps; "
            "random x = U(box), v = 0; none"},
    {PARAM_ROW(PsoOptions, velocity_start, PARAM_CHOICE, "", 0, 0, "half-diff"), .choices = starts,
     .doc = "velocity at the start: half-diff (U(box) - x)/2; zero; uniform U(-W/2, W/2), W the box's width;"
            " full-diff U(box) - x (Clerc 2012)"},
    {PARAM_ROW(PsoOptions, velocity_clamp, PARAM_REAL, "box widths", 0, 10, "0"), .formerly = "vmax v_max max_velocity",
     .doc = "largest |velocity| of a coordinate, as a share of the box's width there; 0: no limit"},
    {PARAM_ROW(PsoOptions, turbulence, PARAM_REAL, "half box widths", 0, 1, "0"), .level = PARAM_RESEARCH,
     .doc = "standard deviation of the noise that is added to each coordinate of a velocity; 0: none (Liu & Abraham 2005; Szita "
            "& Lorincz 2006)"},
    {PARAM_ROW(PsoOptions, turbulence_end, PARAM_REAL, "half box widths", 0, 1, "0"), .level = PARAM_RESEARCH,
     .doc = "turbulence when the budget is spent; on the way there it changes linearly"},
    {0},
};

const Preset pso_presets[] = {
    {.name = "exemplars",
     .source =
         "Standard PSO 2011 made for noise: personal bests are forgotten, exemplars stand in for them (Liang et al. 2006), the "
         "centroid of the best quarter leads, turbulence falls (Liu & Abraham 2005), the swarm grows (Hellwig & Beyer 2016), and "
         "moves in a metric of decisions (Amari 1998)",
     .settings = "particles=40 population=adaptive particles_max=200 velocity_rule=spso-2011 domain=sphere leader=quarter "
                 "exemplar=quarter memory=10 coefficients=inertia inertia=0.6 cognitive=1.2 social=1.7 velocity_start=full-diff "
                 "metric=decisions turbulence=0.14 turbulence_end=0.01",
     .implied = "training.allocation=fixed training.games=1 training.fitness=log selection.finalists=1 selection.centroids=all",
     .for_features = true,
     .unless =
         "inertia inertia_schedule inertia_end cognitive social phi1 phi2 coefficients topology ring_k random_k velocity_rule "
         "velocity_clamp wall"},
    {.name = "vdbergh",
     .source = "van den Bergh & Engelbrecht 2006; the constriction of Clerc & Kennedy 2002, chi = 0.7298, phi = 4.1",
     .settings = "coefficients=inertia inertia=0.7298 cognitive=1.49618 social=1.49618"},
    {.name = "trelea", .source = "Trelea 2003", .settings = "coefficients=inertia inertia=0.6 cognitive=1.7 social=1.7"},
    {.name = "spso",
     .source = "Standard PSO 2006/2007, Clerc: w = 1/(2 ln 2), c = 1/2 + ln 2",
     .settings = "coefficients=inertia inertia=0.72135 cognitive=1.19315 social=1.19315"},
    {.name = "pedersen-10d-2000",
     .source = "Pedersen 2010, tuned for 10 dimensions and 2,000 evaluations",
     .settings = "particles=63 coefficients=inertia inertia=0.6571 cognitive=1.6319 social=0.6239"},
    {.name = "pedersen-10d-20000",
     .source = "Pedersen 2010, tuned for 10 dimensions and 20,000 evaluations",
     .settings = "particles=53 coefficients=inertia inertia=-0.3488 cognitive=-0.2746 social=4.8976",
     .warning = "these coefficients were tuned on functions whose optimum is the centre of the box, and exploit it"},
    {.name = "report-final",
     .source = "2018 PSO report, final run; velocity clamp 5 on bounds +-10",
     .settings = "particles=161 coefficients=inertia inertia=0.63456 cognitive=1.92576 social=2.64274 velocity_clamp=0.25"},
    {.name = "shi-eberhart",
     .source = "Shi & Eberhart 1998",
     .settings = "coefficients=inertia inertia=0.9 inertia_schedule=linear inertia_end=0.4 cognitive=2 social=2"},
    {.name = "constriction",
     .source = "Clerc & Kennedy 2002: phi = 4.1, from which chi = 0.72984",
     .settings = "coefficients=constriction phi1=2.05 phi2=2.05"},
    {.name = "fips",
     .source = "Mendes, Kennedy, Neves 2004: fully informed on a ring, phi = 4.1, from which chi = 0.72984",
     .settings = "velocity_rule=fully-informed topology=ring ring_k=1 coefficients=constriction phi1=2.05 phi2=2.05"},
    {.name = "spso-2011",
     .source = "Standard PSO 2011, Clerc 2012: w = 1/(2 ln 2), c = 1/2 + ln 2; Clerc's own program is sequential",
     .settings =
         "particles=40 velocity_rule=spso-2011 topology=random random_k=3 coefficients=inertia inertia=0.72135 cognitive=1.19315 "
         "social=1.19315 wall=damp velocity_start=full-diff"},
    {.name = "swarmtris-8d",
     .source =
         "tuned for test functions in 8 dimensions, 4,000 evaluations: params/meta-functions.ini, outer seed 2, the best of ten",
     .settings = "coefficients=inertia inertia=0.508 cognitive=1.885 social=1.05"},
    {0},
};

/* ---- what the options name, and what is wrong about them ---- */

const PsoRule *pso_rule(const PsoOptions *o)
{
    static const PsoRule *const all[] = {PSO_RULES(ADDRESS)};
    return all[o->velocity_rule];
}

const PsoTopology *pso_topology(const PsoOptions *o)
{
    static const PsoTopology *const all[] = {PSO_TOPOLOGIES(ADDRESS)};
    return all[o->topology];
}

const PsoDomain *pso_domain(const PsoOptions *o)
{
    static const PsoDomain *const all[] = {PSO_DOMAINS(ADDRESS)};
    return all[o->domain];
}

const char *pso_directions(const void *options)
{
    return pso_domain(options)->directions ? "domain" : NULL;
}

int pso_check(const void *options, Finding *out)
{
    const PsoOptions *o = options;
    const PsoTopology *topology = pso_topology(o);
    const char *why = topology->unwise != NULL ? topology->unwise(o) : NULL;
    int n = o->coefficients != COEFFICIENTS_CONSTRICTION || o->phi1 + o->phi2 > 4
                ? pso_check_stability(o, out)
                : finding_add(out, true, "phi1", "phi1 + phi2 = %.6g must be above 4", o->phi1 + o->phi2);
    if (o->population != POPULATION_CONSTANT && o->particles >= o->particles_max)
        n += finding_add(out + n, false, "particles",
                         "must be less than particles_max = %d, or the swarm cannot grow, as population = adaptive asks",
                         o->particles_max);
    if (why != NULL) n += finding_add(out + n, false, "particles", "%s", why);
    assert(n <= FINDINGS_MAX);
    return n;
}
