/* generation.c. What optimisers share that evaluate a whole population and then make the next one. */
#include "optim/generation.h"

#include "optim/box.h"
#include "optim/centroid.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Positions that are kept, for a re-selection to choose from. */
enum { KEPT = 64 };

void generation_make(Generation *g, const Space *space, int n, uint64_t seed, void (*next)(void *self))
{
    assert(n >= 1 && n <= OPTIM_CANDIDATES_MAX + 1 && space->dim >= 1);
    *g = (Generation){.next = next, .n = n, .space = *space};
    g->x = mem_owned(&g->owned, (size_t)n * (size_t)space->dim, sizeof *g->x);
    g->fitness = mem_owned(&g->owned, (size_t)n, sizeof *g->fitness);
    g->order = mem_owned(&g->owned, (size_t)n, sizeof *g->order);
    archive_make(&g->kept, KEPT, space->dim);
    rng_stream(&g->rng, rng_key(seed, RNG_OPTIMISER, 0));
}

void generation_free(Generation *g)
{
    archive_free(&g->kept);
    mem_owner_free(&g->owned);
}

void generation_destroy(void *self)
{
    generation_free(self);
    free(self);
}

double *generation_x(const Generation *g, int i)
{
    assert(i >= 0 && i < g->n);
    return g->x + (size_t)i * (size_t)g->space.dim;
}

void generation_take(Generation *g, int i, const Verdict *v)
{
    g->fitness[i] = archive_fitness(&v->sample);
    archive_offer(&g->kept, generation_x(g, i), &v->sample);
}

bool generation_tell(void *self, const Verdict *v, int n, double spent)
{
    Generation *g = self;
    (void)spent;
    assert(n >= 1 && n <= g->n - g->told);
    for (int k = 0; k < n; k++) generation_take(g, g->told++, &v[k]);
    if (g->told < g->n) return false;
    g->told = 0;
    if (g->next != NULL) g->next(g);
    return true;
}

/* Insertion sort, since sorting costs little compared with evaluating a population. */
void generation_rank(Generation *g)
{
    assert(g->told == 0);
    for (int i = 0; i < g->n; i++) {
        int k = i;
        for (; k > 0 && g->fitness[g->order[k - 1]] < g->fitness[i]; k--) g->order[k] = g->order[k - 1];
        g->order[k] = i;
    }
}

bool generation_is_flat(const Generation *g)
{
    return g->fitness[g->order[0]] == g->fitness[g->order[g->n - 1]];
}

void generation_replace(Generation *g, double **next)
{
    double *old = g->x;
    g->x = *next;
    *next = old;
}

void generation_keep(Generation *g, int kept)
{
    if (!g->space.exact || kept == 0) return;
    OWNED double *known = mem_new((size_t)kept, sizeof *known);
    for (int i = 0; i < kept; i++) known[i] = g->fitness[g->order[i]];
    memcpy(g->fitness, known, (size_t)kept * sizeof *known);
    g->told = kept < g->n ? kept : g->n - 1;
}

void generation_start_from(void *self, const double *x, int count)
{
    Generation *g = self;
    for (int i = 0; i < count && i < g->n; i++) memcpy(generation_x(g, i), x, (size_t)g->space.dim * sizeof *x);
}

int generation_candidates(const void *self)
{
    return ((const Generation *)self)->n;
}

int generation_ask(const void *self, Candidate *out)
{
    const Generation *g = self;
    for (int i = g->told; i < g->n; i++) *out++ = (Candidate){.x = generation_x(g, i), .incumbent = -1};
    return g->n - g->told;
}

Archive *generation_archive(void *self)
{
    return &((Generation *)self)->kept;
}

void generation_centroid(const void *self, double *x)
{
    const Generation *g = self;
    assert(g->mean != NULL);
    for (int j = 0; j < g->space.dim; j++) x[j] = box_clip(&g->space, j, g->mean[j]);
}

void generation_report(const void *self, Record *r)
{
    const Generation *g = self;
    record_real(r, "diversity", centroid_spread(&g->space, g->x, g->n));
}

void generation_serialise(void *self, Serialiser *s)
{
    Generation *g = self;
    serialise_rng(s, &g->rng);
    serialise_reals(s, "x", g->x, g->n * g->space.dim);
    serialise_reals(s, "fitness", g->fitness, g->n);
    archive_serialise(&g->kept, s);
    serialise_index(s, "told", &g->told, g->n);
}
