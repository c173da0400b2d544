/* pso.c. Particle swarm optimisation: the order of the moves.
 *
 * Idea: a particle has a position, a velocity, and a personal best, which changes on strict improvement, or when it is old. The
 * particle is drawn towards the bests of the particles that inform it (topologies.c, move.c). Synchronous: all move on last
 * iteration's bests, then all are evaluated. Sequential: each one moves, is evaluated and changes its personal best before the
 * next one moves. The first iteration evaluates the start.
 * Source: Kennedy & Eberhart 1995; for each choice, in the text of its key (swarm_options.c). */
#include "optim/box.h"
#include "optim/centroid.h"
#include "optim/optim.h"
#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool follows_decisions(const PsoOptions *o)
{
    return o->metric == METRIC_DECISIONS && pso_domain(o)->new_metric != NULL && o->update_order == ORDER_SYNCHRONOUS;
}

static bool scheduled(const void *options)
{
    const PsoOptions *o = options;
    const bool inertia = o->inertia_schedule == INERTIA_LINEAR && o->coefficients == COEFFICIENTS_INERTIA;
    return inertia || o->turbulence != o->turbulence_end || follows_decisions(o);
}

/* ---- the course ---- */

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Pso *p = mem_new(1, sizeof *p);
    *p = (Pso){.o = *(const PsoOptions *)options, .space = *space};
    pso_population_make(p);
    size_t dim = (size_t)space->dim, cells = (size_t)p->most * dim;
    p->x = mem_owned(&p->owned, cells, sizeof *p->x);
    p->v = mem_owned(&p->owned, cells, sizeof *p->v);
    double **const scratch[] = {&p->pull, &p->direction, &p->centroid, &p->away};
    for (size_t k = 0; k < sizeof scratch / sizeof *scratch; k++) *scratch[k] = mem_owned(&p->owned, dim, sizeof(double));
    metric_make(&p->metric, space->dim);
    p->age = mem_owned(&p->owned, (size_t)p->most, sizeof *p->age);
    archive_make(&p->own, p->most, space->dim);
    p->informs_it = mem_owned(&p->owned, (size_t)p->own.n, sizeof *p->informs_it);
    p->ranked = mem_owned(&p->owned, (size_t)p->own.n, sizeof *p->ranked);
    rng_stream(&p->rng, rng_key(seed, RNG_OPTIMISER, 0));
    pso_start(p);
    pso_neighbours_make(p);
    return p;
}

static void start_from(void *self, const double *x, int count)
{
    Pso *p = self;
    for (int i = 0; i < count && i < p->o.particles; i++) pso_start_at(p, i, x);
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
    const Pso *p = self;
    const int first = p->told, n = p->o.update_order == ORDER_SEQUENTIAL ? 1 : p->o.particles - first;
    for (int i = first; i < first + n; i++) {
        *out++ = (Candidate){.x = pso_row(p->x, p, i), .incumbent = i, .expect = sample_cost(&p->own.sample[i])};
    }
    return n;
}

/* Counts an iteration in which the personal best of particle i was not beaten. True: it has become too old to be kept. */
static bool is_forgotten(Pso *p, int i)
{
    if (p->o.memory == 0) return false;
    assert(p->age[i] >= 0 && p->age[i] < p->o.memory);
    return ++p->age[i] == p->o.memory;
}

/* Takes the verdict on particle i, whose personal best changes if it is beaten or forgotten. */
static void take_verdict(Pso *p, int i, const Verdict *v)
{
    p->told++;
    p->evaluations++;
    pso_population_add(p, archive_fitness(&v->sample));
    if (!v->better && !is_forgotten(p, i)) return;
    p->age[i] = 0;
    if (pso_topology(&p->o)->redrawn) {
        const Archive bests = pso_bests(p);
        const int leader = archive_leader(&bests);
        if (leader < 0 || archive_fitness(&v->sample) > archive_fitness(&bests.sample[leader])) p->improved = true;
    }
    archive_put(&p->own, i, pso_row(p->x, p, i), &v->sample);
}

static void finish_iteration(Pso *p)
{
    if (!p->improved && pso_topology(&p->o)->redrawn) pso_neighbours_make(p);
    p->told = 0;
    p->improved = false;
    pso_population_end(p);
}

/* Sequential: the next particle moves, once every start has been evaluated. Synchronous: all particles move after an
 * iteration. */
static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Pso *p = self;
    assert(n >= 1 && n <= p->o.particles - p->told && spent >= 0 && spent <= 1);
    for (int k = 0; k < n; k++) take_verdict(p, p->told, &v[k]);
    bool complete = p->told == p->o.particles, sequential = p->o.update_order == ORDER_SEQUENTIAL;
    if (complete) finish_iteration(p);
    if (!complete && !sequential) return false;
    PsoCoefficients c = pso_coefficients(&p->o, spent);
    pso_look(p);
    if (sequential) {
        if (p->own.sample[p->told].fitness.n > 0) pso_move(p, p->told, &c);
    } else {
        for (int i = 0; i < p->o.particles; i++)
            if (p->own.sample[i].fitness.n > 0) pso_move(p, i, &c);
    }
    return complete;
}

static Archive *archive(void *self)
{
    return &((Pso *)self)->own;
}

/* The mean of the positions. */
static void centroid(const void *self, double *x)
{
    const Pso *p = self;
    centroid_of_positions(p->x, p->o.particles, p->space.dim, x);
}

/* The best of the particles that inform particle i; -1: none of them has a score. */
static int32_t drawn_by(const Pso *p, int i)
{
    int leader = -1;
    for (int k = pso_informant_after(p, i, -1); k >= 0; k = pso_informant_after(p, i, k)) {
        const Sample *sample = p->own.sample;
        if (sample[k].fitness.n > 0 && (leader < 0 || archive_fitness(&sample[k]) > archive_fitness(&sample[leader]))) leader = k;
    }
    return leader;
}

static int swarm(const void *self, const SwarmView *out)
{
    const Pso *p = self;
    const size_t cells = (size_t)p->o.particles * (size_t)p->space.dim;
    if (out->x != NULL) memcpy(out->x, p->x, cells * sizeof *p->x);
    if (out->velocity != NULL) memcpy(out->velocity, p->v, cells * sizeof *p->v);
    if (out->best != NULL) memcpy(out->best, p->own.x, cells * sizeof *p->own.x);
    for (int i = 0; i < p->o.particles; i++) {
        if (out->score != NULL) out->score[i] = p->own.sample[i].score.n > 0 ? p->own.sample[i].score.mean : NAN;
        if (out->leader != NULL) out->leader[i] = drawn_by(p, i);
    }
    return p->o.particles;
}

/* A metric has dim^2 numbers. With hardly more evaluations a search ends before another metric than the plain one pays. On 10x20,
 * with 25 evaluations a weight, the metric of decisions gave half the rows. */
enum { METRIC_TIMES = 6, METRIC_EVALUATIONS = 8 };

/* How many of the times to measure have come: when a 64th, a 32nd, ... a half of the budget has been spent. */
static int times_to_measure(double spent)
{
    int times = 0;
    while (times < METRIC_TIMES && spent * (1 << METRIC_TIMES) >= 1 << times) times++;
    return times;
}

/* Asks for the covariance at the mean of the archive's best quarter. One measurement serves all times that have come. */
static bool wants_covariance(void *self, double spent, double judged, double *x)
{
    Pso *p = self;
    const double dim = p->space.dim, enough = METRIC_EVALUATIONS * dim * dim;
    const int times = times_to_measure(spent);
    if (!follows_decisions(&p->o) || p->measured >= times || (double)p->evaluations < judged * enough) return false;
    if (!centroid_of_archive(&p->own, CENTROID_QUARTER, x)) return false;
    p->measured = times;
    return true;
}

static void take_covariance(void *self, const double *c)
{
    Pso *p = self;
    if (metric_set(&p->metric, c)) pso_domain(&p->o)->new_metric(p);
}

/* The cells diversity, the mean distance of the particles from their centroid, and velocity, the mean length; both as shares of
 * the box's diagonal. */
static void report(const void *self, Record *r)
{
    const Pso *p = self;
    double speeds = 0;
    for (int i = 0; i < p->o.particles; i++) {
        double speed = 0;
        for (int j = 0; j < p->space.dim; j++) speed += pso_row(p->v, p, i)[j] * pso_row(p->v, p, i)[j];
        speeds += sqrt(speed);
    }
    record_real(r, "diversity", centroid_spread(&p->space, p->x, p->o.particles));
    record_real(r, "velocity", speeds / (p->o.particles * box_diagonal(&p->space)));
}

static void serialise(void *self, Serialiser *s)
{
    Pso *p = self;
    int cells = p->most * p->space.dim;
    pso_population_serialise(p, s);
    serialise_rng(s, &p->rng);
    serialise_reals(s, "x", p->x, cells);
    serialise_reals(s, "v", p->v, cells);
    archive_serialise(&p->own, s);
    if (p->o.memory > 0)
        for (int i = 0; i < p->o.particles; i++) serialise_index(s, "age", &p->age[i], p->o.memory);
    if (follows_decisions(&p->o)) {
        serialise_index(s, "measured", &p->measured, METRIC_TIMES + 1);
        serialise_count(s, "evaluations", &p->evaluations, COUNT_MOST);
        metric_serialise(&p->metric, s);
    }
    serialise_index(s, "told", &p->told, p->o.particles);
    for (int i = p->o.particles; i < p->most && s->loading; i++) s->failed = s->failed || p->own.sample[i].fitness.n > 0;
    pso_neighbours_serialise(p, s);
}

static void destroy(void *self)
{
    Pso *p = self;
    metric_free(&p->metric);
    archive_free(&p->own);
    mem_owner_free(&p->owned);
    free(p);
}

const Optimiser optimiser_pso = {
    .name = "pso",
    .doc = "particle swarm: velocity rules, topologies, update orders, walls; by default inertia weight, synchronous, global",
    .params = pso_params,
    .presets = pso_presets,
    .borders = pso_borders,
    .options_bytes = sizeof(PsoOptions),
    .check = pso_check,
    .scheduled = scheduled,
    .directions = pso_directions,
    .create = create,
    .start_from = start_from,
    .candidates = candidates,
    .first_candidates = first_candidates,
    .ask = ask,
    .tell = tell,
    .archive = archive,
    .centroid = centroid,
    .swarm = swarm,
    .wants_covariance = wants_covariance,
    .take_covariance = take_covariance,
    .report = report,
    .serialise = serialise,
    .destroy = destroy,
};
