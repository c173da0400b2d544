/* neighbours.c. Who informs whom, a bit for each pair of particles. */

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

/* Of all of so many particles. */
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
