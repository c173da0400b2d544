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
    Pso *s = mem_new(1, sizeof *s);
    *s = (Pso){.o = *(const PsoOptions *)options, .space = *space};
    pso_population_make(s);
    size_t dim = (size_t)space->dim, cells = (size_t)s->most * dim;
    s->x = mem_owned(&s->owned, cells, sizeof *s->x);
    s->v = mem_owned(&s->owned, cells, sizeof *s->v);
    double **const scratch[] = {&s->pull, &s->direction, &s->centroid, &s->away};
    for (size_t k = 0; k < sizeof scratch / sizeof *scratch; k++) *scratch[k] = mem_owned(&s->owned, dim, sizeof(double));
    metric_make(&s->metric, space->dim);
    s->age = mem_owned(&s->owned, (size_t)s->most, sizeof *s->age);
    archive_make(&s->own, s->most, space->dim);
    s->informs_it = mem_owned(&s->owned, (size_t)s->own.n, sizeof *s->informs_it);
    s->ranked = mem_owned(&s->owned, (size_t)s->own.n, sizeof *s->ranked);
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
    const int first = s->told, n = s->o.update_order == ORDER_SEQUENTIAL ? 1 : s->o.particles - first;
    for (int i = first; i < first + n; i++) {
        *out++ = (Candidate){.x = pso_row(s->x, s, i), .incumbent = i, .expect = sample_cost(&s->own.sample[i])};
    }
    return n;
}

/* Counts an iteration in which the personal best of particle i was not beaten. True: it has become too old to be kept. */
static bool is_forgotten(Pso *s, int i)
{
    if (s->o.memory == 0) return false;
    assert(s->age[i] >= 0 && s->age[i] < s->o.memory);
    return ++s->age[i] == s->o.memory;
}

/* Takes the verdict on particle i, whose personal best changes if it is beaten or forgotten. */
static void take_verdict(Pso *s, int i, const Verdict *v)
{
    s->told++;
    s->evaluations++;
    pso_population_add(s, archive_fitness(&v->sample));
    if (!v->better && !is_forgotten(s, i)) return;
    s->age[i] = 0;
    if (pso_topology(&s->o)->redrawn) {
        const Archive bests = pso_bests(s);
        const int leader = archive_leader(&bests);
        if (leader < 0 || archive_fitness(&v->sample) > archive_fitness(&bests.sample[leader])) s->improved = true;
    }
    archive_put(&s->own, i, pso_row(s->x, s, i), &v->sample);
}

static void finish_iteration(Pso *s)
{
    if (!s->improved && pso_topology(&s->o)->redrawn) pso_neighbours_make(s);
    s->told = 0;
    s->improved = false;
    pso_population_end(s);
}

/* Sequential: the next particle moves, once every start has been evaluated. Synchronous: all particles move after an
 * iteration. */
static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Pso *s = self;
    assert(n >= 1 && n <= s->o.particles - s->told && spent >= 0 && spent <= 1);
    for (int k = 0; k < n; k++) take_verdict(s, s->told, &v[k]);
    bool complete = s->told == s->o.particles, sequential = s->o.update_order == ORDER_SEQUENTIAL;
    if (complete) finish_iteration(s);
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

static Archive *archive(void *self)
{
    return &((Pso *)self)->own;
}

/* The mean of the positions. */
static void centroid(const void *self, double *x)
{
    const Pso *s = self;
    centroid_of_positions(s->x, s->o.particles, s->space.dim, x);
}

/* The best of the particles that inform particle i; -1: none of them has a score. */
static int32_t drawn_by(const Pso *s, int i)
{
    int leader = -1;
    for (int k = pso_informant_after(s, i, -1); k >= 0; k = pso_informant_after(s, i, k)) {
        const Sample *sample = s->own.sample;
        if (sample[k].fitness.n > 0 && (leader < 0 || archive_fitness(&sample[k]) > archive_fitness(&sample[leader]))) leader = k;
    }
    return leader;
}

static int swarm(const void *self, const SwarmView *out)
{
    const Pso *s = self;
    const size_t cells = (size_t)s->o.particles * (size_t)s->space.dim;
    if (out->x != NULL) memcpy(out->x, s->x, cells * sizeof *s->x);
    if (out->velocity != NULL) memcpy(out->velocity, s->v, cells * sizeof *s->v);
    if (out->best != NULL) memcpy(out->best, s->own.x, cells * sizeof *s->own.x);
    for (int i = 0; i < s->o.particles; i++) {
        if (out->score != NULL) out->score[i] = s->own.sample[i].score.n > 0 ? s->own.sample[i].score.mean : NAN;
        if (out->leader != NULL) out->leader[i] = drawn_by(s, i);
    }
    return s->o.particles;
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
    Pso *s = self;
    const double dim = s->space.dim, enough = METRIC_EVALUATIONS * dim * dim;
    const int times = times_to_measure(spent);
    if (!follows_decisions(&s->o) || s->measured >= times || (double)s->evaluations < judged * enough) return false;
    if (!centroid_of_archive(&s->own, CENTROID_QUARTER, x)) return false;
    s->measured = times;
    return true;
}

static void take_covariance(void *self, const double *c)
{
    Pso *s = self;
    if (metric_set(&s->metric, c)) pso_domain(&s->o)->new_metric(s);
}

/* The cells diversity, the mean distance of the particles from their centroid, and velocity, the mean length; both as shares of
 * the box's diagonal. */
static void report(const void *self, Record *r)
{
    const Pso *s = self;
    double speeds = 0;
    for (int i = 0; i < s->o.particles; i++) {
        double speed = 0;
        for (int j = 0; j < s->space.dim; j++) speed += pso_row(s->v, s, i)[j] * pso_row(s->v, s, i)[j];
        speeds += sqrt(speed);
    }
    record_real(r, "diversity", centroid_spread(&s->space, s->x, s->o.particles));
    record_real(r, "velocity", speeds / (s->o.particles * box_diagonal(&s->space)));
}

static void serialise(void *self, Serialiser *v)
{
    Pso *s = self;
    int cells = s->most * s->space.dim;
    pso_population_serialise(s, v);
    serialise_rng(v, &s->rng);
    serialise_reals(v, "x", s->x, cells);
    serialise_reals(v, "v", s->v, cells);
    archive_serialise(&s->own, v);
    if (s->o.memory > 0)
        for (int i = 0; i < s->o.particles; i++) serialise_index(v, "age", &s->age[i], s->o.memory);
    if (follows_decisions(&s->o)) {
        serialise_index(v, "measured", &s->measured, METRIC_TIMES + 1);
        serialise_count(v, "evaluations", &s->evaluations, COUNT_MOST);
        metric_serialise(&s->metric, v);
    }
    serialise_index(v, "told", &s->told, s->o.particles);
    for (int i = s->o.particles; i < s->most && v->loading; i++) v->failed = v->failed || s->own.sample[i].fitness.n > 0;
    pso_neighbours_serialise(s, v);
}

static void destroy(void *self)
{
    Pso *s = self;
    metric_free(&s->metric);
    archive_free(&s->own);
    mem_owner_free(&s->owned);
    free(s);
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
