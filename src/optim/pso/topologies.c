/* topologies.c. Whose personal bests a particle knows, as a bit for each pair of particles; and the topologies. Each particle
 * informs itself. */
#include "optim/pso/swarm_parts.h"

#include <assert.h>
#include <string.h>

enum { WORD = 64 }; /* bits */

static int words_for(int particles)
{
    return (particles + WORD - 1) / WORD;
}

static uint64_t *bits_of(const Pso *p, int i)
{
    return p->informs + (size_t)i * (size_t)words_for(p->o.particles);
}

/* Words of the bits of all particles. */
static size_t words_of(int particles)
{
    return (size_t)particles * (size_t)words_for(particles);
}

void pso_inform(Pso *p, int i, int k)
{
    assert(k >= 0 && k < p->o.particles);
    bits_of(p, i)[k / WORD] |= UINT64_C(1) << k % WORD;
}

void pso_neighbours_make(Pso *p)
{
    const PsoTopology *topology = pso_topology(&p->o);
    if (topology->make == NULL) return;
    if (p->informs == NULL) p->informs = mem_owned(&p->owned, words_of(p->most), sizeof *p->informs);
    memset(p->informs, 0, words_of(p->o.particles) * sizeof *p->informs);
    topology->make(p);
}

/* Whether all particles inform themselves, and no bit stands for a particle outside the swarm. */
static bool is_sound(const Pso *p)
{
    int last = words_for(p->o.particles) - 1, inside = p->o.particles - last * WORD;
    for (int i = 0; i < p->o.particles; i++) {
        const uint64_t *bits = bits_of(p, i);
        if ((bits[i / WORD] >> i % WORD & 1) == 0 || (inside < WORD && bits[last] >> inside != 0)) return false;
    }
    return true;
}

void pso_neighbours_serialise(Pso *p, Serialiser *s)
{
    if (!pso_topology(&p->o)->redrawn) return;
    serialise_words(s, "informs", p->informs, (int)words_of(p->o.particles));
    serialise_bool(s, "improved", &p->improved);
    if (s->loading && !is_sound(p)) s->failed = true;
}

int pso_informant_after(const Pso *p, int i, int k)
{
    assert(k >= -1 && k < p->o.particles);
    int next = k + 1, w = next / WORD;
    if (next >= p->o.particles) return -1;
    if (p->informs == NULL) return next;
    const uint64_t *bits = bits_of(p, i);
    uint64_t rest = bits[w] >> next % WORD << next % WORD;
    while (rest == 0 && ++w < words_for(p->o.particles)) rest = bits[w];
    return rest == 0 ? -1 : w * WORD + __builtin_ctzll(rest);
}

void pso_look(Pso *p)
{
    const Archive bests = pso_bests(p);
    p->leader = archive_leader(&bests);
    p->ranked_for = -1;
}

int pso_best_informant(const Pso *p, int i)
{
    if (p->informs == NULL) return p->leader;
    int best = pso_informant_after(p, i, -1);
    for (int k = best; k >= 0; k = pso_informant_after(p, i, k))
        if (archive_fitness(&p->own.sample[k]) > archive_fitness(&p->own.sample[best])) best = k;
    assert(best >= 0);
    return best;
}

/* ---- topologies ---- */

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

/* The place `steps` after i on a ring of n; steps may be negative. */
static int ring_place(int i, int steps, int n)
{
    return ((i + steps) % n + n) % n;
}

/* ---- global: all particles. Source: Eberhart & Kennedy 1995 ---- */

static double others_global(const PsoOptions *o)
{
    return o->particles - 1;
}

const PsoTopology pso_global = {.others = others_global};

/* ---- ring: i - k .. i + k, around the end. Source: Eberhart & Kennedy 1995 ---- */

static void make_ring(Pso *p)
{
    for (int i = 0; i < p->o.particles; i++)
        for (int d = -p->o.ring_k; d <= p->o.ring_k; d++) pso_inform(p, i, ring_place(i, d, p->o.particles));
}

/* On a small ring the neighbours of both sides are the same. */
static double others_ring(const PsoOptions *o)
{
    return smaller_of(2 * o->ring_k, o->particles - 1);
}

const PsoTopology pso_ring = {.make = make_ring, .others = others_ring};

/* ---- von-neumann: above, below, left and right on a torus of R rows and C columns; particle i is in row i / C ----
 *
 * Source: Kennedy & Mendes 2002. */

/* The largest divisor of particles that is not above its root. */
static int torus_rows(int particles)
{
    int rows = 1;
    for (int r = 2; r * r <= particles; r++)
        if (particles % r == 0) rows = r;
    return rows;
}

static void make_torus(Pso *p)
{
    const int rows = torus_rows(p->o.particles), columns = p->o.particles / rows;
    for (int i = 0; i < p->o.particles; i++)
        for (int d = -1; d <= 1; d++) {
            const int row = i / columns, column = i % columns;
            pso_inform(p, i, ring_place(row, d, rows) * columns + column);
            pso_inform(p, i, row * columns + ring_place(column, d, columns));
        }
}

static double others_torus(const PsoOptions *o)
{
    const int rows = torus_rows(o->particles), columns = o->particles / rows;
    return smaller_of(2, rows - 1) + smaller_of(2, columns - 1);
}

static const char *unwise_torus(const PsoOptions *o)
{
    const bool ring = o->particles > 3 && torus_rows(o->particles) == 1;
    return ring ? "is a prime number: the von Neumann torus has one row, which is a ring" : NULL;
}

const PsoTopology pso_von_neumann = {.make = make_torus, .others = others_torus, .unwise = unwise_torus};

/* ---- random: every other particle with probability 1 - (1 - 1/S)^K; drawn anew after an iteration without a new best ----
 *
 * Source: Clerc, Standard PSO 2006 to 2011: K times a particle picks one of the S to inform. */

/* The probability that a particle informs a given other one. */
static double informing_chance(const PsoOptions *o)
{
    double missed = 1;
    for (int pick = 0; pick < o->random_k; pick++) missed *= 1 - 1.0 / o->particles;
    return 1 - missed;
}

static void make_random(Pso *pso)
{
    const int n = pso->o.particles;
    const double p = informing_chance(&pso->o);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (i == k || rng_real(&pso->rng) < p) pso_inform(pso, i, k);
}

static double others_random(const PsoOptions *o)
{
    return informing_chance(o) * (o->particles - 1);
}

const PsoTopology pso_random = {.redrawn = true, .make = make_random, .others = others_random};
