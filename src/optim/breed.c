/* breed.c. Tournament and roulette wheel, five ways of mixing genes, and mutation that adds or multiplies. */
#include "optim/breed.h"

#include "base/mem.h"
#include "optim/box.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const breed_heuristics[] = {[BREED_CUT] = "cut",         [BREED_COPY] = "copy",   [BREED_AVERAGE] = "average",
                                        [BREED_UNIFORM] = "uniform", [BREED_BLEND] = "blend", NULL};

int breed_check(const Breeding *b, Finding *out)
{
    bool upper = b->start_lower >= 0 && b->start_upper >= 0, lower = b->start_lower <= 0 && b->start_upper <= 0;
    bool kept = b->mutation_lower >= 0 && b->mutation_upper >= 0 && b->second_upper >= 0;
    const bool moves = b->mutation_sd > 0 || b->heuristic == BREED_BLEND;
    if (moves || !kept || (!upper && !lower)) return 0;
    return finding_add(out, false, upper ? "start_lower" : "start_upper",
                       "all genes start on the %s side of the middle of the box and stay there, since multiplying changes no "
                       "sign: right only "
                       "where the sign of every weight is known; %d lets them start on both sides",
                       upper ? "upper" : "lower", upper ? -1 : 1);
}

static void draw_start(const Breeding *b, Generation *g, double *x)
{
    for (int j = 0; j < g->space.dim; j++) {
        double gene = rng_between(&g->rng, b->start_lower, b->start_upper);
        x[j] = box_clip(&g->space, j, box_middle(&g->space, j) + gene * box_half(&g->space, j));
    }
}

void breed_start(const Breeding *b, Generation *g)
{
    for (int i = 0; i < g->n; i++) draw_start(b, g, generation_x(g, i));
}

/* Shares are scaled to 0..1, and differences are taken of halves, so that nothing overflows. */
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
    return last; /* also if rounding leaves a gap after the last share */
}

/* ---- parents ---- */

/* What parents are drawn from. All owned. */
typedef struct {
    double *share; /* (n) of the wheel */
    double sum;    /* of the shares */
    int *part;     /* (n) the individuals in any order: the first of them become a random part */
    int chosen;    /* individuals of such a part; 0: parents come off the wheel */
} Mating;

static void mating_make(Mating *m, const Breeding *b, const Generation *g)
{
    m->share = mem_new((size_t)g->n, sizeof *m->share);
    m->part = mem_new((size_t)g->n, sizeof *m->part);
    m->sum = breed_wheel(g->fitness, g->n, m->share);
    m->chosen = -(int)floor(-b->tournament * g->n);
    assert(m->chosen >= 0 && m->chosen <= g->n);
    for (int i = 0; i < g->n; i++) m->part[i] = i;
}

/* The best of a random part of the generation; of equals the one with the lowest index. */
static int win_tournament(Mating *m, Generation *g)
{
    int best = -1;
    assert(m->chosen >= 1);
    for (int k = 0; k < m->chosen; k++) {
        int other = k + (int)rng_below(&g->rng, (uint32_t)(g->n - k)), i = m->part[other];
        m->part[other] = m->part[k];
        m->part[k] = i;
        if (best < 0 || g->fitness[i] > g->fitness[best] || (g->fitness[i] == g->fitness[best] && i < best)) best = i;
    }
    return best;
}

static int draw_parent(Mating *m, Generation *g)
{
    return m->chosen > 0 ? win_tournament(m, g) : breed_spin(m->share, g->n, m->sum, &g->rng);
}

/* ---- children ---- */

/* After how many genes two children exchange tails; dim: they are copies. If genes mix in another way: 0. */
static int draw_cut(const Breeding *b, Generation *g)
{
    int dim = g->space.dim;
    bool mixes = rng_real(&g->rng) < b->crossover;
    if (!mixes || b->heuristic == BREED_COPY || (b->heuristic == BREED_CUT && dim == 1)) return dim;
    return b->heuristic == BREED_CUT ? 1 + (int)rng_below(&g->rng, (uint32_t)dim - 1) : 0;
}

/* Mixes the genes of the parents, in from (n,dim), into child (dim). */
static void mix_genes(const Breeding *b, Generation *g, const double *from, const Descent *d, int cut, double *child)
{
    const size_t dim = (size_t)g->space.dim;
    const double *one = from + (size_t)d->first * dim, *other = from + (size_t)d->second * dim;
    for (int j = 0; j < g->space.dim; j++) {
        if (j < cut || b->heuristic == BREED_COPY)
            child[j] = one[j];
        else if (b->heuristic == BREED_AVERAGE)
            child[j] = one[j] / 2 + other[j] / 2;
        else if (b->heuristic == BREED_BLEND)
            child[j] = box_clip(&g->space, j, one[j] + rng_between(&g->rng, -0.5, 1.5) * (other[j] - one[j]));
        else
            child[j] = b->heuristic == BREED_UNIFORM && rng_real(&g->rng) < 0.5 ? one[j] : other[j];
    }
}

static void mutate_child(const Breeding *b, Generation *g, bool second, double *child)
{
    const bool apart = second && b->second_upper != 0;
    const double lower = apart ? 0 : b->mutation_lower, upper = apart ? b->second_upper : b->mutation_upper;
    for (int j = 0; j < g->space.dim; j++) {
        if (rng_real(&g->rng) >= b->mutation) continue;
        const double middle = box_middle(&g->space, j);
        const double to = b->mutation_sd > 0 ? child[j] + b->mutation_sd * box_width(&g->space, j) * rng_normal(&g->rng)
                                             : middle + (child[j] - middle) * rng_between(&g->rng, lower, upper);
        child[j] = box_clip(&g->space, j, to);
    }
}

/* Makes child i of the parents that *d names. */
static void make_child(const Breeding *b, Generation *g, const double *from, int i, int cut, Descent *d, double *child)
{
    const int kept = breed_kept(b, g->n);
    assert(i >= kept && d->first >= 0 && d->first < g->n && d->second >= 0 && d->second < g->n);
    d->mixed = cut < g->space.dim && d->first != d->second;
    mix_genes(b, g, from, d, cut, child);
    mutate_child(b, g, (i - kept) % 2 == 1, child);
}

int breed_kept(const Breeding *b, int n)
{
    const int kept = b->elite_share > 0 ? (int)floor(b->elite_share * n + 0.5) : b->elite;
    return kept < n ? kept : n;
}

static void breed_pairs(const Breeding *b, Generation *g, double *next, Descent *descent)
{
    Mating m;
    mating_make(&m, b, g);
    for (int i = breed_kept(b, g->n); i < g->n; i += 2) {
        int one = draw_parent(&m, g), other = draw_parent(&m, g), cut = draw_cut(b, g);
        for (int k = i; k < i + 2 && k < g->n; k++) {
            descent[k] = (Descent){.first = k == i ? one : other, .second = k == i ? other : one};
            make_child(b, g, g->x, k, cut, &descent[k], next + (size_t)k * (size_t)g->space.dim);
        }
    }
    free(m.share);
    free(m.part);
}

void breed_next(const Breeding *b, Generation *g, double *next, Descent *descent)
{
    assert(g->told == 0);
    const size_t dim = (size_t)g->space.dim;
    const int kept = breed_kept(b, g->n);
    generation_rank(g);
    for (int i = 0; i < kept; i++) {
        descent[i] = (Descent){.first = g->order[i], .second = g->order[i]};
        memcpy(next + (size_t)i * dim, generation_x(g, g->order[i]), dim * sizeof *next);
    }
    if (!(b->mutation_sd > 0) || !generation_is_flat(g)) {
        breed_pairs(b, g, next, descent);
        return;
    }
    for (int i = kept; i < g->n; i++) {
        descent[i] = (Descent){.first = i, .second = i, .fresh = true};
        draw_start(b, g, next + (size_t)i * dim);
    }
}

void breed_again(const Breeding *b, Generation *g, const double *before, int i, Descent *descent)
{
    assert(before != g->x);
    make_child(b, g, before, i, draw_cut(b, g), descent, generation_x(g, i));
}
