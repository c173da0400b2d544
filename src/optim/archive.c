/* archive.c. Places of an archive, and their order. */
#include "optim/archive.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void archive_make(Archive *a, int n, int dim)
{
    assert(n >= 1 && dim >= 1);
    *a = (Archive){.n = n, .dim = dim};
    a->x = mem_new((size_t)n * (size_t)dim, sizeof *a->x);
    a->sample = mem_new((size_t)n, sizeof *a->sample);
}

void archive_free(Archive *a)
{
    free(a->x);
    free(a->sample);
}

double archive_fitness(const Sample *s)
{
    return s->fitness.n > 0 && isfinite(s->fitness.mean) ? s->fitness.mean : -HUGE_VAL;
}

bool archive_above(const Sample *a, const Sample *b)
{
    return archive_fitness(a) > archive_fitness(b);
}

void archive_put(Archive *a, int i, const double *x, const Sample *s)
{
    assert(i >= 0 && i < a->n && s->fitness.n > 0);
    memcpy(a->x + (size_t)i * (size_t)a->dim, x, (size_t)a->dim * sizeof *x);
    a->sample[i] = *s;
}

/* The place where x is kept; -1: nowhere. Bits are compared: -0 and 0 differ, and NaN may equal NaN. */
static int find_place(const Archive *a, const double *x)
{
    size_t row = (size_t)a->dim;
    for (int i = 0; i < a->n; i++)
        if (a->sample[i].fitness.n > 0 && memcmp(a->x + (size_t)i * row, x, row * sizeof *x) == 0) return i;
    return -1;
}

int archive_weakest(const Archive *a)
{
    int worst = 0;
    for (int i = 0; i < a->n; i++) {
        if (a->sample[i].fitness.n == 0) return i;
        if (!archive_above(&a->sample[i], &a->sample[worst])) worst = i;
    }
    return worst;
}

int archive_offer(Archive *a, const double *x, const Sample *s)
{
    int i = find_place(a, x);
    if (i >= 0) {
        sample_join(&a->sample[i], s);
        return i;
    }
    i = archive_weakest(a);
    if (a->sample[i].fitness.n > 0 && !archive_above(s, &a->sample[i])) return -1;
    archive_put(a, i, x, s);
    return i;
}

/* Whether i ranks before k. Both have been sampled. */
static bool ranks_before(const Archive *a, int i, int k)
{
    return archive_above(&a->sample[i], &a->sample[k]) || (!archive_above(&a->sample[k], &a->sample[i]) && i < k);
}

int archive_leader(const Archive *a)
{
    int leader = -1;
    for (int i = 0; i < a->n; i++)
        if (a->sample[i].fitness.n > 0 && (leader < 0 || ranks_before(a, i, leader))) leader = i;
    return leader;
}

/* The place before which exactly `rank` others rank; -1: there is none. */
static int find_rank(const Archive *a, int rank)
{
    for (int i = 0; i < a->n; i++) {
        if (a->sample[i].fitness.n == 0) continue;
        int better = 0;
        for (int k = 0; k < a->n; k++) better += k != i && a->sample[k].fitness.n > 0 && ranks_before(a, k, i);
        if (better == rank) return i;
    }
    return -1;
}

const double *archive_best(const Archive *a, int rank, Sample *s)
{
    assert(rank >= 0);
    int i = rank == 0 ? archive_leader(a) : find_rank(a, rank);
    if (i < 0) return NULL;
    *s = a->sample[i];
    return a->x + (size_t)i * (size_t)a->dim;
}

/* The square of the standard error of the mean. A single play says nothing about its spread; so `variance`, that of the others,
 * is used. */
static double squared_error(const Stats *s, double variance)
{
    const double sd = stats_sd(s);
    return (s->n >= 2 ? sd * sd : variance) / (double)s->n;
}

static bool counts(const Sample *s)
{
    return archive_fitness(s) > -HUGE_VAL;
}

void archive_shrink(const Archive *a, double *shrunken)
{
    Stats variance = {0}, mean = {0}, error = {0};
    for (int i = 0; i < a->n; i++) {
        const Stats *s = &a->sample[i].fitness;
        if (!counts(&a->sample[i])) continue;
        stats_add(&mean, s->mean);
        if (s->n >= 2) stats_add(&variance, stats_sd(s) * stats_sd(s));
    }
    for (int i = 0; i < a->n; i++)
        if (counts(&a->sample[i])) stats_add(&error, squared_error(&a->sample[i].fitness, variance.mean));
    const double spread = stats_sd(&mean) * stats_sd(&mean), truth = spread > error.mean ? spread - error.mean : 0;
    for (int i = 0; i < a->n; i++) {
        shrunken[i] = -HUGE_VAL;
        if (!counts(&a->sample[i])) continue;
        const double own = a->sample[i].fitness.mean, all = truth + squared_error(&a->sample[i].fitness, variance.mean);
        shrunken[i] = all > 0 ? mean.mean + (own - mean.mean) * (truth / all) : own;
    }
}

void archive_serialise(Archive *a, Serialiser *s)
{
    serialise_reals(s, "best_x", a->x, a->n * a->dim);
    serialise_samples(s, "best_score", a->sample, a->n);
}
