/* breed.c. Roulette wheel, one-point crossover and multiplying mutation. */
#include "optim/breed.h"

#include "base/mem.h"
#include "optim/box.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int breed_check(const Breeding *o, Finding *out)
{
    bool upper = o->start_lower >= 0 && o->start_upper >= 0, lower = o->start_lower <= 0 && o->start_upper <= 0;
    bool kept = o->mutation_lower >= 0 && o->mutation_upper >= 0;
    if (!kept || (!upper && !lower)) return 0;
    *out = (Finding){.key = upper ? "start_lower" : "start_upper"};
    snprintf(
        out->why, sizeof out->why,
        "all genes start on the %s side of the middle of the box and stay there, since multiplying changes no sign: right only "
        "where the sign of every weight is known; %d lets them start on both sides",
        upper ? "upper" : "lower", upper ? -1 : 1);
    return 1;
}

void breed_start(const Breeding *o, Generation *g)
{
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->space.dim; j++) {
            double gene = rng_between(&g->rng, o->start_lower, o->start_upper);
            generation_x(g, i)[j] = box_clip(&g->space, j, box_middle(&g->space, j) + gene * box_half(&g->space, j));
        }
}

/* Shares are brought to 0..1, and differences taken of halves, so that nothing overflows. */
double breed_wheel(const double *fitness, int n, double *share)
{
    assert(n >= 1);
    double worst = 0, most = 0, sum = 0;
    bool any = false;
    for (int i = 0; i < n; i++) {
        if (!isfinite(fitness[i])) continue;
        any = true;
        if (fitness[i] < worst) worst = fitness[i];
    }
    for (int i = 0; i < n; i++) {
        share[i] = isfinite(fitness[i]) ? fitness[i] / 2 - worst / 2 : 0;
        if (share[i] > most) most = share[i];
    }
    for (int i = 0; i < n; i++) {
        if (most > 0)
            share[i] /= most;
        else
            share[i] = !any || isfinite(fitness[i]) ? 1 : 0; /* all the same: an even wheel */
        sum += share[i];
    }
    return sum;
}

int breed_spin(const double *share, int n, double sum, Rng *rng)
{
    assert(n >= 1 && sum > 0);
    double left = rng_real(rng) * sum;
    int last = 0;
    for (int i = 0; i < n; i++) {
        if (share[i] <= 0) continue;
        last = i;
        if (left < share[i]) break;
        left -= share[i];
    }
    return last; /* also where rounding leaves a rest behind the last share */
}

/* Genes before the cut are the first parent's, the others the second's. */
static void copy_genes(const Generation *g, double *child, int first, int second, int cut)
{
    for (int j = 0; j < g->space.dim; j++) child[j] = generation_x(g, j < cut ? first : second)[j];
}

static void mutate_child(const Breeding *o, Generation *g, double *child)
{
    for (int j = 0; j < g->space.dim; j++) {
        if (rng_real(&g->rng) >= o->mutation) continue;
        double middle = box_middle(&g->space, j), factor = rng_between(&g->rng, o->mutation_lower, o->mutation_upper);
        child[j] = box_clip(&g->space, j, middle + (child[j] - middle) * factor);
    }
}

/* After how many genes two children change tails, anywhere between two genes; dim: they do not. */
static int draw_cut(const Breeding *o, Generation *g)
{
    int dim = g->space.dim;
    bool crossed = rng_real(&g->rng) < o->crossover;
    return crossed && dim > 1 ? 1 + (int)rng_below(&g->rng, (uint32_t)dim - 1) : dim;
}

void breed_next(const Breeding *o, Generation *g, double *next, int *parent)
{
    assert(g->told == 0);
    size_t dim = (size_t)g->space.dim;
    double *share = mem_new((size_t)g->n, sizeof *share);
    double sum = breed_wheel(g->fitness, g->n, share);
    int elite = o->elite < g->n ? o->elite : g->n;
    if (elite > 0) generation_rank(g);
    for (int i = 0; i < elite; i++) {
        parent[i] = g->order[i];
        memcpy(next + (size_t)i * dim, generation_x(g, parent[i]), dim * sizeof *next);
    }
    for (int i = elite; i < g->n; i += 2) {
        int one = breed_spin(share, g->n, sum, &g->rng), other = breed_spin(share, g->n, sum, &g->rng);
        int cut = draw_cut(o, g);
        for (int k = i; k < i + 2 && k < g->n; k++) {
            int first = k == i ? one : other, second = k == i ? other : one;
            double *child = next + (size_t)k * dim;
            parent[k] = cut == g->space.dim || first == second ? first : -1;
            copy_genes(g, child, first, second, cut);
            mutate_child(o, g, child);
        }
    }
    free(share);
}
