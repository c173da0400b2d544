/* random_search.c. Random search: uniform positions, the best are kept. The yardstick that every other optimiser has to beat.
 * Source: Anderson 1953; Bergstra & Bengio 2012. */
#include "optim/generation.h"

#include <stdlib.h>

typedef struct {
    int particles;
} RandomOptions;

static const Param params[] = {
    {PARAM_ROW(RandomOptions, particles, PARAM_INT, "positions", 1, 4096, "16"), .announced = true,
     .doc = "positions an iteration"},
    {0},
};

static const Preset presets[] = {
    {.name = "uniform", .source = "positions uniform in the box", .settings = ""},
    {0},
};

static void draw_positions(void *self)
{
    Generation *g = self;
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->space.dim; j++) generation_x(g, i)[j] = rng_between(&g->rng, g->space.lo[j], g->space.hi[j]);
}

/* The state is a generation and nothing else. */
static void *create(const void *options, const Space *space, uint64_t seed)
{
    Generation *g = mem_new(1, sizeof *g);
    generation_make(g, space, ((const RandomOptions *)options)->particles, seed, draw_positions);
    draw_positions(g);
    return g;
}

/* All that a generation has but its fitness, which this search does not use. */
static void serialise(void *self, Serialiser *s)
{
    Generation *g = self;
    serialise_rng(s, &g->rng);
    serialise_reals(s, "x", g->x, g->n * g->space.dim);
    archive_serialise(&g->kept, s);
    serialise_index(s, "told", &g->told, g->n);
}

const Optimiser optimiser_random = {
    .name = "random",
    .doc = "random search: uniform positions in the box, the best are kept",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(RandomOptions),
    .create = create,
    GENERATION_MEMBERS,
    .start_from = generation_start_from,
    .serialise = serialise,
};
