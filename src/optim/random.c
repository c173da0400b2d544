/* random.c. Random search: uniform positions, the best are kept. The yardstick that every other optimiser has to beat.
 * Source: Anderson 1953; Bergstra & Bengio 2012. */
#include "base/mem.h"
#include "base/rng.h"
#include "optim/optim.h"

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

static int count(const void *self)
{
    return ((const Random *)self)->o.particles;
}

static int ask(const void *self, Candidate *out)
{
    const Random *s = self;
    for (int i = s->told; i < s->o.particles; i++) *out++ = (Candidate){.x = position(s, i), .incumbent = -1};
    return s->o.particles - s->told;
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Random *s = self;
    (void)spent;
    for (int k = 0; k < n; k++) archive_offer(&s->kept, position(s, s->told++), &v[k].sample);
    if (s->told < s->o.particles) return false;
    scatter(s);
    s->told = 0;
    return true;
}

static Archive *archive(void *self)
{
    return &((Random *)self)->kept;
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
    .create = create,
    .start_from = start_from,
    .round = count,
    .ask = ask,
    .tell = tell,
    .archive = archive,
    .walk = walk,
    .destroy = destroy,
};
