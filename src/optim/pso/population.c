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

static bool is_adaptive(const Pso *p)
{
    return p->o.population == POPULATION_ADAPTIVE;
}

void pso_population_make(Pso *p)
{
    p->least = p->most = p->o.particles;
    if (is_adaptive(p) && p->o.particles_max > p->most) p->most = p->o.particles_max;
    if (is_adaptive(p)) p->record = mem_owned(&p->owned, ITERATIONS * (size_t)p->most, sizeof *p->record);
}

void pso_population_add(Pso *p, double fitness)
{
    if (is_adaptive(p) && p->records < ITERATIONS * p->o.particles) p->record[p->records++] = fitness;
}

/* Statistics of n recorded fitnesses from number `first` on; those that are not finite do not count. */
static Stats stats_of(const Pso *p, int first, int n)
{
    Stats all = {0};
    for (int i = first; i < first + n; i++)
        if (isfinite(p->record[i])) stats_add(&all, p->record[i]);
    return all;
}

/* Whether the last iteration of the record is better than the first. */
static bool gets_on(const Pso *p)
{
    const int n = p->o.particles;
    const Stats first = stats_of(p, 0, n), last = stats_of(p, (ITERATIONS - 1) * n, n);
    const double a = stats_sem(&first), b = stats_sem(&last), error = sqrt(a * a + b * b), gain = last.mean - first.mean;
    return error > 0 ? gain / error >= 2 : gain > 0;
}

/* Removes particle i; all after it move down by one place. */
static void remove_particle(Pso *p, int i)
{
    const size_t row = (size_t)p->space.dim * sizeof(double);
    const int last = p->o.particles - 1;
    for (int k = i; k < last; k++) {
        memcpy(pso_row(p->x, p, k), pso_row(p->x, p, k + 1), row);
        memcpy(pso_row(p->v, p, k), pso_row(p->v, p, k + 1), row);
        archive_put(&p->own, k, pso_row(p->own.x, p, k + 1), &p->own.sample[k + 1]);
        p->age[k] = p->age[k + 1];
    }
    p->own.sample[last] = (Sample){0};
    p->age[last] = 0;
    p->o.particles--;
}

/* The particle with the worst personal best, the last of several. */
static int worst_particle(const Pso *p)
{
    int worst = 0;
    for (int i = 1; i < p->o.particles; i++)
        if (!archive_above(&p->own.sample[i], &p->own.sample[worst])) worst = i;
    return worst;
}

/* Adds a particle that rests between two of the first n. */
static void add_particle(Pso *p, int n)
{
    const int i = p->o.particles++, dim = p->space.dim;
    const double *a = pso_row(p->x, p, (int)rng_below(&p->rng, (uint32_t)n));
    const double *b = pso_row(p->x, p, (int)rng_below(&p->rng, (uint32_t)n));
    double *between = p->centroid; /* scratch until the next move */
    assert(i < p->most && n >= 1 && p->own.sample[i].fitness.n == 0);
    for (int j = 0; j < dim; j++) between[j] = a[j] + rng_real(&p->rng) * (b[j] - a[j]);
    memcpy(pso_row(p->x, p, i), a, (size_t)dim * sizeof *between);
    pso_start_at(p, i, between);
    memset(pso_row(p->v, p, i), 0, (size_t)dim * sizeof *between);
}

void pso_population_end(Pso *p)
{
    const int before = p->o.particles;
    if (!is_adaptive(p) || p->records < ITERATIONS * before) return;
    int wanted = 2 * before;
    if (gets_on(p)) {
        const int parents = (int)floor(0.84 * (before / FAMILY));
        wanted = FAMILY * (parents > 1 ? parents : 1);
    }
    if (wanted < p->least) wanted = p->least;
    if (wanted > p->most) wanted = p->most;
    p->records = 0;
    if (wanted == before) return;
    while (p->o.particles > wanted) remove_particle(p, worst_particle(p));
    while (p->o.particles < wanted) add_particle(p, before);
    pso_neighbours_make(p);
}

void pso_population_serialise(Pso *p, Serialiser *s)
{
    int particles = p->o.particles;
    if (!is_adaptive(p)) return;
    serialise_index(s, "particles", &particles, p->most + 1);
    if (s->loading && (s->failed || particles < p->least)) {
        s->failed = true;
        return;
    }
    if (s->loading) {
        p->o.particles = particles;
        pso_neighbours_make(p);
    }
    serialise_index(s, "records", &p->records, ITERATIONS * p->o.particles);
    serialise_reals(s, "record", p->record, p->records);
}
