/* pso_population.c. A swarm that grows under noise, and shrinks where it gets on; or that begins anew. */
#include "optim/pso_population.h"

#include "base/mem.h"
#include "optim/pso_move.h"
#include "optim/pso_neighbours.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Iterations of a record; particles to one parent of the source; positions that are kept of what was found before restarts. */
enum { ITERATIONS = 5, FAMILY = 4, PAST = 32 };

/* An asynchronous swarm has no iterations that could be compared. */
static bool is_adaptive(const Pso *s)
{
    return s->o.population == POPULATION_ADAPTIVE && s->o.update_order != ORDER_ASYNCHRONOUS;
}

void pso_population_make(Pso *s)
{
    s->least = s->most = s->o.particles;
    s->past = s->o.population == POPULATION_RESTARTS ? PAST : 0;
    if (s->o.population != POPULATION_CONSTANT && s->o.particles_max > s->most) s->most = s->o.particles_max;
    if (is_adaptive(s)) s->record = mem_new(ITERATIONS * (size_t)s->most, sizeof *s->record);
}

void pso_population_free(Pso *s)
{
    free(s->record);
}

void pso_population_add(Pso *s, double fitness)
{
    if (!is_adaptive(s)) return;
    assert(s->records < ITERATIONS * s->o.particles);
    s->record[s->records++] = fitness;
}

/* Fitnesses of n candidates from record number first on; those that are not finite do not count. */
static Stats stats_of(const Pso *s, int first, int n)
{
    Stats all = {0};
    for (int i = first; i < first + n; i++)
        if (isfinite(s->record[i])) stats_add(&all, s->record[i]);
    return all;
}

/* Whether the last iteration of the record is better than the first. */
static bool gets_on(const Pso *s)
{
    const int n = s->o.particles;
    const Stats first = stats_of(s, 0, n), last = stats_of(s, (ITERATIONS - 1) * n, n);
    const double a = stats_sem(&first), b = stats_sem(&last), error = sqrt(a * a + b * b), gain = last.mean - first.mean;
    return error > 0 ? gain / error >= 2 : gain > 0;
}

/* Removes particle i; the places of those behind it go down by one. */
static void remove_particle(Pso *s, int i)
{
    const size_t row = (size_t)s->space.dim * sizeof(double);
    const int last = s->o.particles - 1;
    for (int k = i; k < last; k++) {
        memcpy(pso_row(s->x, s, k), pso_row(s->x, s, k + 1), row);
        memcpy(pso_row(s->v, s, k), pso_row(s->v, s, k + 1), row);
        archive_put(&s->own, k, pso_row(s->own.x, s, k + 1), &s->own.sample[k + 1]);
        s->age[k] = s->age[k + 1];
    }
    s->own.sample[last] = (Sample){0};
    s->age[last] = 0;
    s->o.particles--;
}

/* The particle with the worst own best, the last of several. */
static int worst_particle(const Pso *s)
{
    int worst = 0;
    for (int i = 1; i < s->o.particles; i++)
        if (!archive_above(&s->own.sample[i], &s->own.sample[worst])) worst = i;
    return worst;
}

/* Adds a particle that rests between two of the first n. */
static void add_particle(Pso *s, int n)
{
    const int i = s->o.particles++, dim = s->space.dim;
    const double *a = pso_row(s->x, s, (int)rng_below(&s->rng, (uint32_t)n));
    const double *b = pso_row(s->x, s, (int)rng_below(&s->rng, (uint32_t)n));
    double *between = mem_new((size_t)dim, sizeof *between);
    assert(i < s->most && n >= 1 && s->own.sample[i].fitness.n == 0);
    for (int j = 0; j < dim; j++) between[j] = a[j] + rng_real(&s->rng) * (b[j] - a[j]);
    memcpy(pso_row(s->x, s, i), a, (size_t)dim * sizeof *between);
    pso_start_at(s, i, between);
    memset(pso_row(s->v, s, i), 0, (size_t)dim * sizeof *between);
    free(between);
}

/* A new swarm, twice as large. Its particles have no own bests: those of the old one are offered to the places of the past. */
static void restart(Pso *s)
{
    const size_t dim = (size_t)s->space.dim;
    Archive past = pso_bests(s, s->most, s->past);
    for (int i = 0; i < s->o.particles; i++) {
        if (s->own.sample[i].fitness.n > 0) archive_offer(&past, s->own.x + (size_t)i * dim, &s->own.sample[i]);
        s->own.sample[i] = (Sample){0};
        s->age[i] = 0;
    }
    pso_neighbours_free(s);
    s->o.particles = 2 * s->o.particles < s->most ? 2 * s->o.particles : s->most;
    s->stalled = 0;
    pso_start(s);
    pso_neighbours_make(s);
}

static void end_stalled(Pso *s)
{
    assert(s->swarms == 1);
    s->stalled = s->improved[0] ? 0 : s->stalled + 1;
    if (s->stalled >= s->o.restart_after) restart(s);
}

void pso_population_end(Pso *s)
{
    if (s->o.population == POPULATION_RESTARTS) end_stalled(s);
    const int before = s->o.particles;
    if (!is_adaptive(s) || s->records < ITERATIONS * before) return;
    int wanted = 2 * before;
    if (gets_on(s)) {
        const int parents = (int)floor(0.84 * (before / FAMILY));
        wanted = FAMILY * (parents > 1 ? parents : 1);
    }
    if (wanted < s->least) wanted = s->least;
    if (wanted > s->most) wanted = s->most;
    s->records = 0;
    if (wanted == before) return;
    pso_neighbours_free(s);
    while (s->o.particles > wanted) remove_particle(s, worst_particle(s));
    while (s->o.particles < wanted) add_particle(s, before);
    pso_neighbours_make(s);
}

void pso_population_walk(Pso *s, Visit *v)
{
    int particles = s->o.particles;
    if (s->o.population == POPULATION_CONSTANT) return;
    visit_index(v, "particles", &particles, s->most + 1);
    if (v->loading && (v->failed || particles < s->least)) {
        v->failed = true;
        return;
    }
    if (v->loading) {
        pso_neighbours_free(s);
        s->o.particles = particles;
        pso_neighbours_make(s);
    }
    if (s->o.population == POPULATION_RESTARTS) {
        visit_index(v, "stalled", &s->stalled, s->o.restart_after);
        visit_bool(v, "new_best", &s->improved[0]);
        return;
    }
    visit_index(v, "records", &s->records, ITERATIONS * s->o.particles);
    visit_reals(v, "record", s->record, s->records);
}
