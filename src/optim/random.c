/* random.c. Random search: uniform positions, the best are kept. The yardstick that every other optimiser has to beat.
 * Source: Anderson 1953; Bergstra & Bengio 2012. */
#include "base/mem.h"
#include "base/rng.h"
#include "optim/archive.h"
#include "optim/optim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Positions that are remembered, for a re-selection to choose from. */
enum { KEPT = 64 };

typedef struct {
    int particles;
} RandomOptions;

static const Param params[] = {
    {PARAM_ROW(RandomOptions, particles, PARAM_INT, "positions", 1, 4096, "16"), .doc = "positions a round"},
    {0},
};

static const Preset presets[] = {
    {"uniform", "positions uniform in the box", "", NULL},
    {NULL, NULL, NULL, NULL},
};

/* x (particles,dim): this round's positions; told: how many of them have been told; kept (KEPT): the best so far. */
typedef struct {
    RandomOptions o;
    Space space;
    Rng rng;
    double *x;
    Archive kept;
    int told;
} Random;

static int check(const void *options, Finding *out)
{
    (void)options, (void)out;
    return 0;
}

static bool scheduled(const void *options)
{
    (void)options;
    return false;
}

static double *position(const Random *s, int i)
{
    return s->x + (size_t)i * (size_t)s->space.dim;
}

static void scatter(Random *s)
{
    for (int i = 0; i < s->o.particles; i++)
        for (int j = 0; j < s->space.dim; j++) position(s, i)[j] = rng_between(&s->rng, s->space.lo[j], s->space.hi[j]);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Random *s = mem_new(1, sizeof *s);
    *s = (Random){.o = *(const RandomOptions *)options, .space = *space};
    s->x = mem_new((size_t)s->o.particles * (size_t)space->dim, sizeof *s->x);
    archive_make(&s->kept, KEPT, space->dim);
    rng_stream(&s->rng, rng_key(seed, RNG_OPTIMISER, 0));
    scatter(s);
    return s;
}

static void start_from(void *self, const double *x, int count)
{
    Random *s = self;
    for (int i = 0; i < count && i < s->o.particles; i++) memcpy(position(s, i), x, (size_t)s->space.dim * sizeof *x);
}

static void ask(const void *self, Batch *b)
{
    const Random *s = self;
    for (int i = s->told; i < s->o.particles; i++) batch_add(b, (Trial){.x = position(s, i), .tag = i});
}

/* The place for a newcomer: an empty one, else that of the worst, the last of several. */
static int worst_place(const Archive *a)
{
    int worst = 0;
    for (int i = 0; i < a->n; i++) {
        if (a->sample[i].fitness.n == 0) return i;
        if (archive_fitness(&a->sample[i]) <= archive_fitness(&a->sample[worst])) worst = i;
    }
    return worst;
}

static bool tell(void *self, const Trial *t, int n, double spent)
{
    Random *s = self;
    (void)spent;
    for (int k = 0; k < n; k++) {
        Sample sample = {0};
        sample_add(&sample, &t[k]);
        int place = worst_place(&s->kept);
        const Sample *there = &s->kept.sample[place];
        if (there->fitness.n == 0 || archive_fitness(&sample) > archive_fitness(there))
            archive_put(&s->kept, place, t[k].x, &sample);
    }
    s->told += n;
    if (s->told < s->o.particles) return false;
    scatter(s);
    s->told = 0;
    return true;
}

static const double *best(const void *self, int rank, Sample *sample)
{
    return archive_best(&((const Random *)self)->kept, rank, sample);
}

static void report(const void *self, Record *r)
{
    (void)self, (void)r;
}

static void walk(void *self, Visit *v)
{
    Random *s = self;
    visit_u64(v, "rng_state", &s->rng.state);
    visit_u64(v, "rng_inc", &s->rng.inc);
    visit_reals(v, "x", s->x, s->o.particles * s->space.dim);
    archive_walk(&s->kept, v);
    visit_index(v, "told", &s->told, s->o.particles);
}

static void destroy(void *self)
{
    Random *s = self;
    free(s->x);
    archive_free(&s->kept);
    free(s);
}

const Optimiser optimiser_random = {
    .name = "random",
    .doc = "random search: uniform positions in the box, the best are kept",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(RandomOptions),
    .check = check,
    .scheduled = scheduled,
    .create = create,
    .start_from = start_from,
    .ask = ask,
    .tell = tell,
    .best = best,
    .report = report,
    .walk = walk,
    .destroy = destroy,
};
