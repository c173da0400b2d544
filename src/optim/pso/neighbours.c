/* neighbours.c. The topologies: N(i) is the set of particles whose own bests particle i knows, itself among them.
 *
 *     global        all of them
 *     ring          i-k .. i+k, around the end
 *     von-neumann   itself, above, below, left and right of it on a torus of R rows and C columns; particle i is in row i / C
 *     random        every particle informs itself, and each other one with probability 1 - (1 - 1/S)^K; drawn anew after
 *                   an iteration without a new best of the swarm (adaptive)
 *
 * Source: Eberhart & Kennedy 1995 (global, ring); Kennedy & Mendes 2002 (von Neumann); Clerc, Standard PSO 2006 to 2011 (random:
 * K times a particle picks any of the S to inform). */
#include "optim/pso/neighbours.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { WORD = 64 }; /* bits */

static int words_for(int particles)
{
    return (particles + WORD - 1) / WORD;
}

static uint64_t *bits_of(const Pso *s, int i)
{
    return s->informs + (size_t)i * (size_t)words_for(s->o.particles);
}

static void add_informant(Pso *s, int i, int k)
{
    assert(k >= 0 && k < s->o.particles);
    bits_of(s, i)[k / WORD] |= UINT64_C(1) << k % WORD;
}

int pso_torus_rows(int particles)
{
    assert(particles >= 1);
    int rows = 1;
    for (int r = 2; r * r <= particles; r++)
        if (particles % r == 0) rows = r;
    return rows;
}

/* i, so many steps further around a ring of n; steps may be negative. */
static int ring_place(int i, int steps, int n)
{
    return ((i + steps) % n + n) % n;
}

static void add_ring(Pso *s, int i)
{
    for (int d = -s->o.ring_k; d <= s->o.ring_k; d++) add_informant(s, i, ring_place(i, d, s->o.particles));
}

static void add_torus(Pso *s, int i)
{
    const int rows = pso_torus_rows(s->o.particles), columns = s->o.particles / rows, row = i / columns, column = i % columns;
    for (int d = -1; d <= 1; d++) {
        add_informant(s, i, ring_place(row, d, rows) * columns + column);
        add_informant(s, i, row * columns + ring_place(column, d, columns));
    }
}

/* That a particle informs a certain other one. */
static double informing_chance(const PsoOptions *o)
{
    double missed = 1;
    for (int pick = 0; pick < o->random_k; pick++) missed *= 1 - 1.0 / o->particles;
    return 1 - missed;
}

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

/* Around a small ring the neighbours of both sides are the same. */
double pso_others(const PsoOptions *o)
{
    int rows = pso_torus_rows(o->particles), columns = o->particles / rows;
    switch ((PsoTopology)o->topology) {
    case TOPOLOGY_RING: return smaller_of(2 * o->ring_k, o->particles - 1);
    case TOPOLOGY_VON_NEUMANN: return smaller_of(2, rows - 1) + smaller_of(2, columns - 1);
    case TOPOLOGY_RANDOM: return informing_chance(o) * (o->particles - 1);
    case TOPOLOGY_GLOBAL: break;
    }
    return o->particles - 1;
}

void pso_neighbours_draw(Pso *s)
{
    const int n = s->o.particles;
    const double p = informing_chance(&s->o);
    assert(s->o.topology == TOPOLOGY_RANDOM && s->informs != NULL);
    for (int w = 0; w < n * words_for(n); w++) s->informs[w] = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (i == k || rng_real(&s->rng) < p) add_informant(s, i, k);
}

void pso_neighbours_make(Pso *s)
{
    if (s->o.topology == TOPOLOGY_GLOBAL) return;
    s->informs = mem_new((size_t)s->o.particles * (size_t)words_for(s->o.particles), sizeof *s->informs);
    switch ((PsoTopology)s->o.topology) {
    case TOPOLOGY_GLOBAL: break;
    case TOPOLOGY_RING:
        for (int i = 0; i < s->o.particles; i++) add_ring(s, i);
        break;
    case TOPOLOGY_VON_NEUMANN:
        for (int i = 0; i < s->o.particles; i++) add_torus(s, i);
        break;
    case TOPOLOGY_RANDOM: pso_neighbours_draw(s); break;
    }
}

void pso_neighbours_free(Pso *s)
{
    free(s->informs);
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

void pso_neighbours_walk(Pso *s, Visit *v)
{
    if (s->o.topology != TOPOLOGY_RANDOM) return;
    visit_words(v, "informs", s->informs, s->o.particles * words_for(s->o.particles));
    visit_bool(v, "improved", &s->improved);
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
    if (s->o.topology == TOPOLOGY_GLOBAL) return s->leader;
    int best = pso_informant_after(s, i, -1);
    for (int k = best; k >= 0; k = pso_informant_after(s, i, k))
        if (archive_fitness(&s->own.sample[k]) > archive_fitness(&s->own.sample[best])) best = k;
    assert(best >= 0);
    return best;
}
