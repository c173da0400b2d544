/* halves.c. The number of games that judge a position, from the correlation of half-samples. */
#include "experiment/halves.h"

#include "base/mem.h"
#include "base/real.h"
#include "base/rng.h"
#include "optim/centre.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least = 1.2, share = 0.1, step = 0.1, target_base = 0.8;

void halves_make(Halves *h, int candidates, int dim, int most, uint64_t seed)
{
    assert(candidates >= 1 && dim >= 1 && most >= 1);
    *h = (Halves){.candidates = candidates, .dim = dim, .most = most, .seed = seed, .n = least};
    h->x = mem_new((size_t)candidates * (size_t)dim, sizeof *h->x);
    h->fitness = mem_new(2 * (size_t)candidates, sizeof *h->fitness);
    h->mean = mem_new(2 * (size_t)dim, sizeof *h->mean);
}

void halves_free(Halves *h)
{
    free(h->x);
    free(h->fitness);
    free(h->mean);
}

int halves_games(const Halves *h, int64_t iteration)
{
    Rng rng;
    rng_stream(&rng, rng_key(h->seed, RNG_HALVES, (uint64_t)iteration));
    const double whole = floor(h->n), up = rng_real(&rng) < h->n - whole ? 1 : 0;
    return whole + up < h->most ? (int)(whole + up) : h->most;
}

void halves_add(Halves *h, const double *x, const Trial *t)
{
    double sum[2] = {0, 0};
    int n[2] = {0, 0};
    assert(h->told < h->candidates && t->plays >= 1);
    for (int k = 0; k < t->plays; k++) sum[k % 2] += t->y[k].fitness, n[k % 2]++;
    for (int half = 0; half < 2; half++) h->fitness[2 * h->told + half] = n[1] == 0 ? sum[0] : sum[half] / n[half];
    memcpy(h->x + (size_t)h->told * (size_t)h->dim, x, (size_t)h->dim * sizeof *x);
    h->told++;
}

static double clipped(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* The largest n that there may be. */
static double ceiling_of(const Halves *h)
{
    return h->most > least ? h->most : least;
}

/* A candidate in a ranking by one half. */
typedef struct {
    int candidate;
    double fitness;
} Ranked;

static int by_fitness(const void *a, const void *b)
{
    const Ranked *s = a, *t = b;
    if (s->fitness != t->fitness) return s->fitness > t->fitness ? -1 : 1;
    return s->candidate - t->candidate;
}

/* The move of the centre by one half of the games: from the mean of the candidates to the weighted mean of the better half. */
static void find_move(const Halves *h, int half, double *move)
{
    Ranked *rank = mem_new((size_t)h->told, sizeof *rank);
    const int mu = h->told > 1 ? h->told / 2 : 1;
    double weights = 0;
    for (int i = 0; i < h->told; i++) {
        const double fitness = h->fitness[2 * i + half];
        rank[i] = (Ranked){.candidate = i, .fitness = isfinite(fitness) ? fitness : -HUGE_VAL};
    }
    qsort(rank, (size_t)h->told, sizeof *rank, by_fitness);
    memset(move, 0, (size_t)h->dim * sizeof *move);
    for (int r = 0; r < mu; r++) weights += centre_rank_weight(mu, r + 1);
    for (int r = 0; r < mu; r++) {
        const double w = centre_rank_weight(mu, r + 1) / weights;
        for (int j = 0; j < h->dim; j++) move[j] += w * h->x[(size_t)rank[r].candidate * (size_t)h->dim + (size_t)j];
    }
    for (int i = 0; i < h->told; i++)
        for (int j = 0; j < h->dim; j++) move[j] -= h->x[(size_t)i * (size_t)h->dim + (size_t)j] / h->told;
    free(rank);
}

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++) sum += a[j] * b[j];
    return sum;
}

/* The correlation of the moves by both halves; 1 where they do not vary. */
static double correlation(const Halves *h)
{
    const double *e1 = h->mean, *e2 = h->mean + h->dim;
    const double v1 = h->square[0] - product(e1, e1, h->dim), v2 = h->square[1] - product(e2, e2, h->dim);
    if (!(v1 > 0) || !(v2 > 0)) return 1;
    return (h->square[2] - product(e1, e2, h->dim)) / sqrt(v1 * v2);
}

void halves_end(Halves *h)
{
    assert(h->told >= 1);
    double *move = mem_new(2 * (size_t)h->dim, sizeof *move);
    for (int half = 0; half < 2; half++) find_move(h, half, move + half * h->dim);
    for (int j = 0; j < 2 * h->dim; j++) h->mean[j] += share * (move[j] - h->mean[j]);
    const double *a = move, *b = move + h->dim;
    const double square[3] = {product(a, a, h->dim), product(b, b, h->dim), product(a, b, h->dim)};
    for (int i = 0; i < 3; i++) h->square[i] += share * (square[i] - h->square[i]);
    free(move);
    const double target = real_exp((h->n < 2 ? h->n - 1 : 1) * (real_log(h->n / least) + 1) * real_log(target_base));
    const double excess = clipped(correlation(h) / target - 1, -1, 1);
    h->n = clipped(h->n * real_exp(-step * excess), least, ceiling_of(h));
    h->told = 0;
}

void halves_walk(Halves *h, Visit *v)
{
    visit_reals(v, "halves_n", &h->n, 1);
    visit_index(v, "halves_told", &h->told, h->candidates + 1);
    visit_reals(v, "halves_x", h->x, h->told * h->dim);
    visit_reals(v, "halves_fitness", h->fitness, 2 * h->told);
    visit_reals(v, "halves_mean", h->mean, 2 * h->dim);
    visit_reals(v, "halves_square", h->square, 3);
    if (v->loading && !(h->n >= least && h->n <= ceiling_of(h))) v->failed = true;
}
