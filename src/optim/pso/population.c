/* population.c. A swarm that grows under noise, and shrinks while it improves.
 *
 * Adaptive: a swarm that improves from iteration to iteration has more particles than it needs. One that does not has too few to
 * average the noise. So after five iterations the mean fitness of the last one is compared with that of the first:
 *     z = (mean of the last - mean of the first) / sqrt(their squared standard errors)
 * With z < 2 the swarm doubles, up to particles_max. Else it shrinks to 0.84 of its size, in steps of four particles, but never
 * below the size that it began with. It then loses the particles with the worst personal bests. New particles are at rest; each
 * coordinate is drawn between those of two random old particles.
 *
 * Source: M. Hellwig, H.-G. Beyer, "Evolution under Strong Noise: A Self-Adaptive Evolution Strategy Can Reach the Lower
 * Performance Bound - the pcCMSA-ES", PPSN 2016; TBPSA of the library Nevergrad, for the test and the factors. */
#include "optim/pso/swarm.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ITERATIONS: of a record. FAMILY: particles for each parent of the source. */
enum { ITERATIONS = 5, FAMILY = 4 };

static bool is_adaptive(const Pso *s)
{
    return s->o.population == POPULATION_ADAPTIVE;
}

void pso_population_make(Pso *s)
{
    s->least = s->most = s->o.particles;
    if (is_adaptive(s) && s->o.particles_max > s->most) s->most = s->o.particles_max;
    if (is_adaptive(s)) s->record = mem_owned(&s->owned, ITERATIONS * (size_t)s->most, sizeof *s->record);
}

void pso_population_add(Pso *s, double fitness)
{
    if (is_adaptive(s) && s->records < ITERATIONS * s->o.particles) s->record[s->records++] = fitness;
}

/* Statistics of n recorded fitnesses from number `first` on; those that are not finite do not count. */
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

/* Removes particle i; all after it move down by one place. */
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

/* The particle with the worst personal best, the last of several. */
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
    double *between = s->centroid; /* scratch until the next move */
    assert(i < s->most && n >= 1 && s->own.sample[i].fitness.n == 0);
    for (int j = 0; j < dim; j++) between[j] = a[j] + rng_real(&s->rng) * (b[j] - a[j]);
    memcpy(pso_row(s->x, s, i), a, (size_t)dim * sizeof *between);
    pso_start_at(s, i, between);
    memset(pso_row(s->v, s, i), 0, (size_t)dim * sizeof *between);
}

void pso_population_end(Pso *s)
{
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
    while (s->o.particles > wanted) remove_particle(s, worst_particle(s));
    while (s->o.particles < wanted) add_particle(s, before);
    pso_neighbours_make(s);
}

void pso_population_serialise(Pso *s, Serialiser *v)
{
    int particles = s->o.particles;
    if (!is_adaptive(s)) return;
    serialise_index(v, "particles", &particles, s->most + 1);
    if (v->loading && (v->failed || particles < s->least)) {
        v->failed = true;
        return;
    }
    if (v->loading) {
        s->o.particles = particles;
        pso_neighbours_make(s);
    }
    serialise_index(v, "records", &s->records, ITERATIONS * s->o.particles);
    serialise_reals(v, "record", s->record, s->records);
}
