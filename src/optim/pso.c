/* pso.c. Particle swarm optimisation: what there is to choose, and the order of the moves.
 *
 * Idea: a particle has a position, a velocity, and an own best, which changes on strict improvement, or when it is old; it is
 * drawn towards the bests of the particles that inform it (pso_neighbours.c, pso_move.c). Synchronous: all move on last
 * iteration's bests, then all are judged. Sequential: each one moves, is judged and changes its own best before the next one
 * moves. Asynchronous: each one moves as soon as it has been judged, while others still are.
 * The first iteration judges the start.
 * A key does nothing where it concerns what was not chosen.
 * Source: Kennedy & Eberhart 1995; of each choice, in the text of its key; of the coefficients that keys have without a preset,
 * Clerc & Kennedy 2002, van den Bergh & Engelbrecht 2006. */
#include "base/mem.h"
#include "optim/box.h"
#include "optim/centre.h"
#include "optim/optim.h"
#include "optim/pso_check.h"
#include "optim/pso_coefficients.h"
#include "optim/pso_move.h"
#include "optim/pso_neighbours.h"
#include "optim/pso_population.h"
#include "optim/pso_spread.h"
#include "optim/pso_swarms.h"

#include <assert.h>
#include <stdlib.h>

static const char *const populations[] = {"constant", "adaptive", "restarts", NULL};
static const char *const rules[] = {"canonical", "fully-informed", "spso-2011", "ranked-informed", NULL};
static const char *const comparisons[] = {"fitness", "shrunken", NULL};
static const char *const leaders[] = {"best", "nearest", "random", "bests", "half", "quarter", "tenth", NULL};
_Static_assert(sizeof leaders / sizeof *leaders == LEADER_TENTH + 2, "each leader has a name");
static const char *const exemplars[] = {"own", "half", "quarter", "tenth", NULL};
static const char *const topologies[] = {"global", "ring", "von-neumann", "random", NULL};
static const char *const orders[] = {"synchronous", "sequential", "asynchronous", NULL};
static const char *const coefficients[] = {"inertia", "constriction", NULL};
static const char *const schedules[] = {"constant", "linear", NULL};
static const char *const domains[] = {"box", "sphere", NULL};
static const char *const metrics[] = {"weights", "decisions", NULL};
static const char *const walls[] = {"absorb", "damp", "reflect", "periodic", "random", "none", NULL};
static const char *const starts[] = {"half-diff", "zero", "uniform", "full-diff", NULL};

static const Param params[] = {
    {PARAM_ROW(PsoOptions, particles, PARAM_INT, "particles", 1, 4096, "16"), .doc = "size of the swarm, or of each of several"},
    {PARAM_ROW(PsoOptions, swarms, PARAM_INT, "swarms", 1, 64, "1"),
     .doc = "how many swarms begin, each by itself; whenever a further one of ceil(log2 swarms) + 1 equal parts of the budget is "
            "spent, the worse half of them stops (successive halving: Karnin, Koren, Somekh 2013)"},
    {PARAM_ROW(PsoOptions, population, PARAM_CHOICE, "", 0, 0, "constant"), .choices = populations,
     .doc =
         "adaptive: it doubles after five iterations that were no progress, and shrinks, to particles at least, after five that "
         "were (Hellwig & Beyer 2016); restarts: it begins anew, twice as large, once it has stalled (Auger & Hansen 2005)"},
    {PARAM_ROW(PsoOptions, particles_max, PARAM_INT, "particles", 1, 4096, "256"),
     .doc = "the largest size; not where population = constant"},
    {PARAM_ROW(PsoOptions, restart_after, PARAM_INT, "iterations", 1, 1000000, "50"),
     .doc = "iterations without a new best after which it begins anew; population = restarts only"},
    {PARAM_ROW(PsoOptions, velocity_rule, PARAM_CHOICE, "", 0, 0, "canonical"), .choices = rules,
     .doc =
         "what draws a particle: canonical, its own best and that of its best informant (Shi & Eberhart 1998); fully-informed, "
         "the bests of all its informants (Mendes, Kennedy, Neves 2004); ranked-informed, the same, the "
         "better the stronger (Jordan, Helwig, Wanka 2008); "
         "spso-2011, a ball between the two (Clerc 2012)"},
    {PARAM_ROW(PsoOptions, compare, PARAM_CHOICE, "", 0, 0, "fitness"), .choices = comparisons,
     .doc = "what the bests of informants are compared by: their mean fitness, or that shrunken to what can be expected of it: a "
            "mean "
            "of few games, or of games that differ much, is drawn towards that of all"},
    {PARAM_ROW(PsoOptions, leader, PARAM_CHOICE, "", 0, 0, "best"), .choices = leaders,
     .doc = "what stands for the best informant: best, its best; nearest or random, the best of one of those that are not "
            "significantly worse (Taghiyeh & Xu 2016); bests, half, quarter, tenth, a centre of the informants' bests: the mean "
            "of all, the weighted mean of the better half, the mean of the best quarter or tenth; canonical and spso-2011 only"},
    {PARAM_ROW(PsoOptions, leader_alpha, PARAM_REAL, "", 0, 0.5, "0.1"),
     .doc = "an informant that is worse than the best one with a one-sided p below this is significantly worse; nearest and "
            "random only"},
    {PARAM_ROW(PsoOptions, exemplar, PARAM_CHOICE, "", 0, 0, "own"), .choices = exemplars,
     .doc = "whose own best draws a particle beside that leader: own, its own; half, quarter, tenth, that of one by chance of "
            "the best half, quarter or tenth of its informants, drawn anew for each move (Liang et al. 2006; Cheng & Jin 2015); "
            "canonical and spso-2011 only"},
    {PARAM_ROW(PsoOptions, memory, PARAM_INT, "iterations", 0, 1000000, "0"),
     .doc = "an own best that was not beaten for so many iterations gives way to the position of its particle, however good that "
            "is: "
            "noise makes some bests seem too good to be beaten ever; 0: none gives way (Carlisle & Dozier 2000)"},
    {PARAM_ROW(PsoOptions, topology, PARAM_CHOICE, "", 0, 0, "global"), .choices = topologies,
     .doc =
         "which particles inform a particle beside itself: global, all (Eberhart & Kennedy 1995); ring, ring_k on either side; "
         "von-neumann, its four neighbours on a torus that is as near to a square as particles allow (Kennedy & Mendes 2002); "
         "random, any other one by chance, drawn anew after an iteration without a new best (Clerc 2006)"},
    {PARAM_ROW(PsoOptions, ring_k, PARAM_INT, "particles", 1, 4096, "1"), .doc = "informants on either side; ring only"},
    {PARAM_ROW(PsoOptions, random_k, PARAM_INT, "particles", 1, 4096, "3"),
     .doc = "K of the chance 1 - (1 - 1/particles)^K that one particle informs another; random only"},
    {PARAM_ROW(PsoOptions, update_order, PARAM_CHOICE, "", 0, 0, "synchronous"), .choices = orders,
     .doc = "synchronous: all move, then all are judged; sequential: one moves and is judged, then the next, so that only the "
            "games of one position can be played at the same time (Carlisle & Dozier 2001); asynchronous: each one moves as soon "
            "as it has been judged, as if it had a worker of its own that plays all pieces equally fast, so that none waits for "
            "the longest game; an iteration is as many results as there are particles; with allocation = fixed only (Koh et al. "
            "2006)"},
    {PARAM_ROW(PsoOptions, coefficients, PARAM_CHOICE, "", 0, 0, "inertia"), .choices = coefficients,
     .doc = "where w, cp and cg come from: inertia, the keys inertia, cognitive, social; constriction, phi1 and phi2: w = chi, "
            "cp = chi phi1, "
            "cg = chi phi2, chi = 2 / |2 - phi - sqrt(phi^2 - 4 phi)|, phi = phi1 + phi2 (Clerc & Kennedy 2002)"},
    {PARAM_ROW(PsoOptions, inertia, PARAM_REAL, "", -2, 2, "0.7298"), .doc = "share of its velocity that a particle keeps"},
    {PARAM_ROW(PsoOptions, inertia_schedule, PARAM_CHOICE, "", 0, 0, "constant"), .choices = schedules,
     .doc = "constant, or linear from inertia to inertia_end over the budget (Shi & Eberhart 1998)"},
    {PARAM_ROW(PsoOptions, inertia_end, PARAM_REAL, "", -2, 2, "0.4"), .doc = "inertia when the budget is spent; linear only"},
    {PARAM_ROW(PsoOptions, cognitive, PARAM_REAL, "", -4, 4, "1.49618"), .doc = "pull of the particle's own best"},
    {PARAM_ROW(PsoOptions, social, PARAM_REAL, "", -4, 6, "1.49618"), .doc = "pull of its best informant's best"},
    {PARAM_ROW(PsoOptions, phi1, PARAM_REAL, "", 0, 20, "2.05"), .doc = "pull of the particle's own best; constriction only"},
    {PARAM_ROW(PsoOptions, phi2, PARAM_REAL, "", 0, 20, "2.05"), .doc = "pull of its best informant's best; constriction only"},
    {PARAM_ROW(PsoOptions, domain, PARAM_CHOICE, "", 0, 0, "box"), .choices = domains,
     .doc = "box; or sphere, the largest about its middle, without walls: weights between -B and B play alike at any length, so "
            "that in the box one dimension is wasted (Borckmans & Absil 2010)"},
    {PARAM_ROW(PsoOptions, metric, PARAM_CHOICE, "", 0, 0, "weights"), .choices = metrics,
     .doc =
         "what two positions on the sphere differ by: weights, the angle between them; decisions, how differently they value the "
         "moves of a decision, so that weights of features that vary much, or together, are searched in finer steps: the "
         "covariance of the features among the moves of 500 decisions is measured when a 64th, a 32nd, ... a half of the budget "
         "has been spent, if the budget pays for 8 dim^2 positions (dim: the number of weights), which is told from those until "
         "then; where pieces are the budget, positions are taken to grow with their 0.6th power, as early games are short, and "
         "what is played to measure counts as spent; sphere and synchronous only, and weights of features "
         "(Mahalanobis 1936; Amari 1998)"},
    {PARAM_ROW(PsoOptions, metric_turbulence, PARAM_REAL, "", 0, 10, "0.35"),
     .doc = "what turbulence is multiplied by once the metric is that of decisions; decisions only"},
    {PARAM_ROW(PsoOptions, wall, PARAM_CHOICE, "", 0, 0, "absorb"), .choices = walls,
     .doc = "where a coordinate leaves the box: absorb x = wall, v = 0; damp x = wall, v <- -v/2; reflect x <- 2 wall - x, "
            "v <- -v; periodic: wraps; random x = U(box), v = 0; none: nothing; box only"},
    {PARAM_ROW(PsoOptions, velocity_start, PARAM_CHOICE, "", 0, 0, "half-diff"), .choices = starts,
     .doc = "velocity at the start: half-diff (U(box) - x)/2; zero; uniform U(-k W, k W) with k = velocity_start_fraction and W "
            "the box's width; full-diff U(box) - x (Clerc 2012)"},
    {PARAM_ROW(PsoOptions, velocity_start_fraction, PARAM_REAL, "box widths", 0, 1, "0.5"), .doc = "k; uniform only"},
    {PARAM_ROW(PsoOptions, velocity_clamp, PARAM_REAL, "box widths", 0, 10, "0"),
     .doc = "largest |velocity| of a coordinate, as a share of the box's width there; 0: no limit"},
    {PARAM_ROW(PsoOptions, turbulence, PARAM_REAL, "half box widths", 0, 1, "0"),
     .doc =
         "standard deviation of what chance adds to each coordinate of a velocity, so that the swarm does not freeze; 0: nothing "
         "(turbulence: Liu & Abraham 2005; its size and its fall, from noisy cross-entropy, Szita & Lorincz 2006)"},
    {PARAM_ROW(PsoOptions, turbulence_end, PARAM_REAL, "half box widths", 0, 1, "0"),
     .doc = "turbulence when the budget is spent; on the way there it changes linearly"},
    {0},
};

static const Preset presets[] = {
    {.name = "exemplars",
     .source =
         "Standard PSO 2011 made for noise: own bests are forgotten, exemplars stand in for them (Liang et al. 2006), the "
         "centre of the best quarter leads, turbulence falls (Liu & Abraham 2005), the swarm grows (Hellwig & Beyer 2016), and "
         "moves in a metric of decisions (Amari 1998)",
     .settings = "particles=40 population=adaptive particles_max=200 velocity_rule=spso-2011 domain=sphere leader=quarter "
                 "exemplar=quarter memory=10 coefficients=inertia inertia=0.6 cognitive=1.2 social=1.7 velocity_start=full-diff "
                 "metric=decisions turbulence=0.14 turbulence_end=0.01",
     .beside = "training.allocation=fixed training.games=1 training.fitness=log selection.finalists=1 selection.centres=all",
     .for_features = true},
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

static bool follows_decisions(const PsoOptions *o)
{
    return o->metric == METRIC_DECISIONS && o->domain == DOMAIN_SPHERE && o->update_order == ORDER_SYNCHRONOUS;
}

static bool scheduled(const void *options)
{
    const PsoOptions *o = options;
    const bool inertia = o->inertia_schedule == INERTIA_LINEAR && o->coefficients == COEFFICIENTS_INERTIA;
    return o->swarms > 1 || inertia || o->turbulence != o->turbulence_end || follows_decisions(o);
}

static bool asynchronous(const void *options)
{
    return ((const PsoOptions *)options)->update_order == ORDER_ASYNCHRONOUS;
}

/* ---- the course ---- */

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Pso *s = mem_new(1, sizeof *s);
    *s = (Pso){.o = *(const PsoOptions *)options, .space = *space};
    pso_swarms_make(s);
    pso_population_make(s);
    size_t dim = (size_t)space->dim, cells = (size_t)s->most * dim;
    s->x = mem_new(cells, sizeof *s->x);
    s->v = mem_new(cells, sizeof *s->v);
    s->pull = mem_new(dim, sizeof *s->pull);
    s->direction = mem_new(dim, sizeof *s->direction);
    s->centre = mem_new(dim, sizeof *s->centre);
    s->away = mem_new(dim, sizeof *s->away);
    metric_make(&s->metric, space->dim);
    s->improved = mem_new((size_t)s->swarms, sizeof *s->improved);
    s->age = mem_new((size_t)s->most, sizeof *s->age);
    if (s->o.compare == COMPARE_SHRUNKEN) s->shrunken = mem_new((size_t)s->most, sizeof *s->shrunken);
    archive_make(&s->own, s->most + s->past, space->dim);
    s->informs_it = mem_new((size_t)s->own.n, sizeof *s->informs_it);
    s->ranked = mem_new((size_t)s->own.n, sizeof *s->ranked);
    rng_stream(&s->rng, rng_key(seed, RNG_OPTIMISER, 0));
    pso_start(s);
    pso_neighbours_make(s);
    return s;
}

static void start_from(void *self, const double *x, int count)
{
    Pso *s = self;
    for (int i = 0; i < count && i < s->o.particles; i++) pso_start_at(s, i, x);
}

static int candidates(const void *self)
{
    return ((const Pso *)self)->most;
}

static int first_candidates(const void *self)
{
    return ((const Pso *)self)->o.particles;
}

static int ask(const void *self, Candidate *out)
{
    const Pso *s = self;
    const bool under_way = s->o.update_order == ORDER_ASYNCHRONOUS; /* all are */
    const int first = under_way ? 0 : s->told, n = s->o.update_order == ORDER_SEQUENTIAL ? 1 : s->o.particles - first;
    for (int i = first; i < first + n; i++) {
        *out++ = (Candidate){.x = pso_row(s->x, s, i), .incumbent = i, .expect = sample_cost(&s->own.sample[i])};
    }
    return n;
}

/* Counts an iteration in which the own best of particle i was not beaten. True: it is the last that it is kept for. */
static bool is_forgotten(Pso *s, int i)
{
    if (s->o.memory == 0) return false;
    assert(s->age[i] >= 0 && s->age[i] < s->o.memory);
    return ++s->age[i] == s->o.memory;
}

/* Takes the verdict on particle i. It is a new best of its swarm if it is better than its own best and ahead of all others. */
static void take_verdict(Pso *s, int i, const Verdict *v)
{
    s->told++;
    s->evaluations++;
    pso_population_add(s, archive_fitness(&v->sample));
    if (!v->better && !is_forgotten(s, i)) return;
    s->age[i] = 0;
    if (s->o.topology == TOPOLOGY_RANDOM || s->o.population == POPULATION_RESTARTS) {
        const int swarm = pso_swarm_of(s, i), n = pso_size(s);
        const Archive bests = pso_bests(s, swarm * n, n);
        const int leader = archive_leader(&bests);
        if (leader < 0 || archive_fitness(&v->sample) > archive_fitness(&bests.sample[leader])) s->improved[swarm] = true;
    }
    archive_put(&s->own, i, pso_row(s->x, s, i), &v->sample);
}

static void finish_iteration(Pso *s, double spent)
{
    for (int k = 0; k < s->swarms; k++)
        if (s->o.topology == TOPOLOGY_RANDOM && !s->improved[k]) pso_neighbours_draw(s, k);
    s->told = 0;
    pso_population_end(s);
    pso_swarms_end(s, spent);
    for (int k = 0; k < s->swarms; k++) s->improved[k] = false;
}

/* Sequential: the particle moves whose turn is next, once every start has been evaluated. Synchronous: all move after an
 * iteration. */
static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Pso *s = self;
    assert(n >= 1 && n <= s->o.particles - s->told && spent >= 0 && spent <= 1 && !asynchronous(&s->o));
    for (int k = 0; k < n; k++) take_verdict(s, s->told, &v[k]);
    bool complete = s->told == s->o.particles, sequential = s->o.update_order == ORDER_SEQUENTIAL;
    if (complete) finish_iteration(s, spent);
    if (!complete && !sequential) return false;
    PsoCoefficients c = pso_coefficients(&s->o, spent);
    pso_look(s);
    if (sequential) {
        if (s->own.sample[s->told].fitness.n > 0) pso_move(s, s->told, &c);
    } else {
        for (int i = 0; i < s->o.particles; i++)
            if (s->own.sample[i].fitness.n > 0) pso_move(s, i, &c);
    }
    return complete;
}

/* Particle i moves on from what is known at this moment. */
static bool tell_one(void *self, int i, const Verdict *v, double spent)
{
    Pso *s = self;
    assert(i >= 0 && i < s->o.particles && spent >= 0 && spent <= 1 && asynchronous(&s->o));
    take_verdict(s, i, v);
    const bool complete = s->told == s->o.particles;
    if (complete) finish_iteration(s, spent);
    const PsoCoefficients c = pso_coefficients(&s->o, spent);
    pso_look(s);
    pso_move(s, i, &c);
    return complete;
}

static Archive *archive(void *self)
{
    return &((Pso *)self)->own;
}

/* Of the swarm that has found the best. */
static void centre(const void *self, double *x)
{
    const Pso *s = self;
    const Archive bests = pso_bests(s, 0, s->o.particles);
    const int leader = archive_leader(&bests);
    pso_centre(s, leader >= 0 ? pso_swarm_of(s, leader) : 0, x);
}

/* A metric has dim^2 numbers. A search of hardly more evaluations than that is over before it can use another one than the plain:
 * on 10x20, with 25 evaluations a weight, the metric of decisions gave half the rows. */
enum { METRIC_TIMES = 6, METRIC_EVALUATIONS = 8 };

/* How many of the times to measure have come: when a 64th, a 32nd, ... a half of the budget has been spent. */
static int times_to_measure(double spent)
{
    int times = 0;
    while (times < METRIC_TIMES && spent * (1 << METRIC_TIMES) >= 1 << times) times++;
    return times;
}

/* Of the mean of the best quarter of the archive. One measurement serves all times that an iteration has passed. */
static bool wants_variation(void *self, double spent, double judged, double *x)
{
    Pso *s = self;
    const double dim = s->space.dim, enough = METRIC_EVALUATIONS * dim * dim;
    const int times = times_to_measure(spent);
    if (!follows_decisions(&s->o) || s->measured >= times || (double)s->evaluations < judged * enough) return false;
    if (!centre_of_archive(&s->own, CENTRE_QUARTER, x)) return false;
    s->measured = times;
    return true;
}

static void take_variation(void *self, const double *c)
{
    Pso *s = self;
    if (metric_set(&s->metric, c)) pso_new_metric(s);
}

static void report(const void *self, Record *r)
{
    pso_spread_report(self, r);
}

static void walk(void *self, Visit *v)
{
    Pso *s = self;
    int cells = s->most * s->space.dim;
    pso_population_walk(s, v);
    pso_swarms_walk(s, v);
    visit_u64(v, "rng_state", &s->rng.state);
    visit_u64(v, "rng_inc", &s->rng.inc);
    visit_reals(v, "x", s->x, cells);
    visit_reals(v, "v", s->v, cells);
    archive_walk(&s->own, v);
    if (s->o.memory > 0)
        for (int i = 0; i < s->o.particles; i++) visit_index(v, "age", &s->age[i], s->o.memory);
    if (follows_decisions(&s->o)) {
        visit_index(v, "measured", &s->measured, METRIC_TIMES + 1);
        visit_long(v, "evaluations", &s->evaluations);
        metric_walk(&s->metric, v);
    }
    visit_index(v, "told", &s->told, s->o.particles);
    pso_neighbours_walk(s, v);
}

static void destroy(void *self)
{
    Pso *s = self;
    free(s->x);
    free(s->v);
    free(s->pull);
    free(s->direction);
    free(s->centre);
    free(s->away);
    metric_free(&s->metric);
    free(s->informs_it);
    free(s->ranked);
    free(s->improved);
    free(s->age);
    free(s->shrunken);
    pso_population_free(s);
    pso_neighbours_free(s);
    archive_free(&s->own);
    free(s);
}

const Optimiser optimiser_pso = {
    .name = "pso",
    .doc = "particle swarm: velocity rules, topologies, update orders, walls; by default inertia weight, synchronous, global",
    .params = params,
    .presets = presets,
    .borders = pso_borders,
    .options_bytes = sizeof(PsoOptions),
    .check = pso_check,
    .scheduled = scheduled,
    .directions = pso_directions,
    .spread = pso_spread,
    .asynchronous = asynchronous,
    .create = create,
    .start_from = start_from,
    .candidates = candidates,
    .first_candidates = first_candidates,
    .ask = ask,
    .tell = tell,
    .tell_one = tell_one,
    .archive = archive,
    .centre = centre,
    .wants_variation = wants_variation,
    .take_variation = take_variation,
    .report = report,
    .walk = walk,
    .destroy = destroy,
};
