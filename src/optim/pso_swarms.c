/* pso_swarms.c. Several swarms side by side, of which the worse half stops again and again. */
#include "optim/pso_swarms.h"

#include "base/mem.h"
#include "optim/pso_neighbours.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void pso_swarms_make(Pso *s)
{
    s->swarms = s->o.swarms;
    s->o.particles *= s->swarms;
}

/* ---- how good a swarm is ---- */

typedef struct {
    int swarm;
    double worth;
} Ranked;

/* The mean fitness of the better half of its own bests. */
static double worth_of(const Pso *s, int swarm)
{
    const int n = pso_size(s), half = (n + 1) / 2;
    double *fitness = mem_new((size_t)n, sizeof *fitness), sum = 0;
    assert(swarm >= 0 && swarm < s->swarms);
    for (int i = 0; i < n; i++) fitness[i] = archive_fitness(&s->own.sample[swarm * n + i]);
    stats_sort(fitness, n);
    for (int i = n - half; i < n; i++) sum += fitness[i] / half;
    free(fitness);
    return sum;
}

/* The best first; of equals, the one that lies first. */
static int by_worth(const void *a, const void *b)
{
    const Ranked *s = a, *t = b;
    if (s->worth != t->worth) return s->worth > t->worth ? -1 : 1;
    return s->swarm - t->swarm;
}

static int by_place(const void *a, const void *b)
{
    return ((const Ranked *)a)->swarm - ((const Ranked *)b)->swarm;
}

/* ---- which swarms go on ---- */

/* How many swarms go on once this share of the budget is spent: after each of the equal parts half of them, rounded up. */
static int swarms_at(const Pso *s, double spent)
{
    int parts = 1, n = s->o.swarms;
    for (int k = s->o.swarms; k > 1; k = (k + 1) / 2) parts++;
    for (int part = 1; part < parts && spent * parts >= part; part++) n = (n + 1) / 2;
    return n;
}

/* Writes the rows (n, bytes each) of all moving swarms anew, in the order of ranked. */
static void put_in_order(const Pso *s, const Ranked *ranked, void *rows, size_t bytes)
{
    const size_t block = bytes * (size_t)pso_size(s);
    char *copy = mem_new((size_t)s->swarms, block);
    memcpy(copy, rows, block * (size_t)s->swarms);
    for (int k = 0; k < s->swarms; k++) memcpy((char *)rows + (size_t)k * block, copy + (size_t)ranked[k].swarm * block, block);
    free(copy);
}

void pso_swarms_end(Pso *s, double spent)
{
    const int wanted = s->swarms > 1 ? swarms_at(s, spent) : 1;
    const size_t row = (size_t)s->space.dim * sizeof(double);
    if (wanted >= s->swarms) return;
    Ranked *ranked = mem_new((size_t)s->swarms, sizeof *ranked);
    for (int k = 0; k < s->swarms; k++) ranked[k] = (Ranked){k, worth_of(s, k)};
    qsort(ranked, (size_t)s->swarms, sizeof *ranked, by_worth);
    qsort(ranked, (size_t)wanted, sizeof *ranked, by_place);
    put_in_order(s, ranked, s->x, row);
    put_in_order(s, ranked, s->v, row);
    put_in_order(s, ranked, s->own.x, row);
    put_in_order(s, ranked, s->own.sample, sizeof *s->own.sample);
    put_in_order(s, ranked, s->age, sizeof *s->age);
    free(ranked);
    pso_neighbours_free(s);
    s->o.particles = wanted * pso_size(s);
    s->swarms = wanted;
    pso_neighbours_make(s);
}

void pso_swarms_walk(Pso *s, Visit *v)
{
    int swarms = s->swarms;
    if (s->o.swarms == 1) return;
    visit_index(v, "swarms", &swarms, s->o.swarms + 1);
    if (v->loading && (v->failed || swarms < 1)) v->failed = true;
    if (!v->loading || v->failed) return;
    const int size = pso_size(s);
    pso_neighbours_free(s);
    s->swarms = swarms;
    s->o.particles = swarms * size;
    pso_neighbours_make(s);
}
