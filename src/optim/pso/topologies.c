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

static uint64_t *bits_of(const Pso *s, int i)
{
    return s->informs + (size_t)i * (size_t)words_for(s->o.particles);
}

/* Words of the bits of all particles. */
static size_t words_of(int particles)
{
    return (size_t)particles * (size_t)words_for(particles);
}

void pso_inform(Pso *s, int i, int k)
{
    assert(k >= 0 && k < s->o.particles);
    bits_of(s, i)[k / WORD] |= UINT64_C(1) << k % WORD;
}

void pso_neighbours_make(Pso *s)
{
    const PsoTopology *topology = pso_topology(&s->o);
    if (topology->make == NULL) return;
    if (s->informs == NULL) s->informs = mem_owned(&s->owned, words_of(s->most), sizeof *s->informs);
    memset(s->informs, 0, words_of(s->o.particles) * sizeof *s->informs);
    topology->make(s);
}

/* Whether all particles inform themselves, and no bit stands for a particle outside the swarm. */
static bool is_sound(const Pso *s)
{
    int last = words_for(s->o.particles) - 1, inside = s->o.particles - last * WORD;
    for (int i = 0; i < s->o.particles; i++) {
        const uint64_t *bits = bits_of(s, i);
        if ((bits[i / WORD] >> i % WORD & 1) == 0 || (inside < WORD && bits[last] >> inside != 0)) return false;
    }
    return true;
}

void pso_neighbours_serialise(Pso *s, Serialiser *v)
{
    if (!pso_topology(&s->o)->redrawn) return;
    serialise_words(v, "informs", s->informs, (int)words_of(s->o.particles));
    serialise_bool(v, "improved", &s->improved);
    if (v->loading && !is_sound(s)) v->failed = true;
}

int pso_informant_after(const Pso *s, int i, int k)
{
    assert(k >= -1 && k < s->o.particles);
    int next = k + 1, w = next / WORD;
    if (next >= s->o.particles) return -1;
    if (s->informs == NULL) return next;
    const uint64_t *bits = bits_of(s, i);
    uint64_t rest = bits[w] >> next % WORD << next % WORD;
    while (rest == 0 && ++w < words_for(s->o.particles)) rest = bits[w];
    return rest == 0 ? -1 : w * WORD + __builtin_ctzll(rest);
}

void pso_look(Pso *s)
{
    const Archive bests = pso_bests(s);
    s->leader = archive_leader(&bests);
    s->ranked_for = -1;
}

int pso_best_informant(const Pso *s, int i)
{
    if (s->informs == NULL) return s->leader;
    int best = pso_informant_after(s, i, -1);
    for (int k = best; k >= 0; k = pso_informant_after(s, i, k))
        if (archive_fitness(&s->own.sample[k]) > archive_fitness(&s->own.sample[best])) best = k;
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

static void make_ring(Pso *s)
{
    for (int i = 0; i < s->o.particles; i++)
        for (int d = -s->o.ring_k; d <= s->o.ring_k; d++) pso_inform(s, i, ring_place(i, d, s->o.particles));
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

static void make_torus(Pso *s)
{
    const int rows = torus_rows(s->o.particles), columns = s->o.particles / rows;
    for (int i = 0; i < s->o.particles; i++)
        for (int d = -1; d <= 1; d++) {
            const int row = i / columns, column = i % columns;
            pso_inform(s, i, ring_place(row, d, rows) * columns + column);
            pso_inform(s, i, row * columns + ring_place(column, d, columns));
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

static void make_random(Pso *s)
{
    const int n = s->o.particles;
    const double p = informing_chance(&s->o);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (i == k || rng_real(&s->rng) < p) pso_inform(s, i, k);
}

static double others_random(const PsoOptions *o)
{
    return informing_chance(o) * (o->particles - 1);
}

const PsoTopology pso_random = {.redrawn = true, .make = make_random, .others = others_random};
