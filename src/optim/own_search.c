/* own_search.c. No search of its own: the positions of an iteration come from the caller of the library, whose optimiser it is.
 *
 * Idea: so all that is not the optimiser stays the program's: games, budget, re-selection, validation, and the files that studies
 * read. Without a proposal it asks the last iteration again, at first the middle of the box; whoever makes steps proposes first.
 * Each position plays as many games, since another allocation would spend the budget on positions that the caller did not ask. */
#include "optim/box.h"
#include "optim/generation.h"

#include <math.h>
#include <string.h>

enum { PROPOSED_MOST = 4096 }; /* as many as the particles of the other optimisers */

typedef struct {
    char name[64];
} OwnOptions;

static const Param params[] = {
    {PARAM_ROW(OwnOptions, name, PARAM_TEXT, "", 0, 0, ""), .announced = true, .doc = "what its author calls it"},
    {0},
};

static const Preset presets[] = {
    {.name = "proposed", .source = "positions of your own program", .settings = "", .implied = "training.allocation=fixed"},
    {0},
};

/* The state is a generation, whose n is that of the last iteration; a fitness is NaN until it is told. */
static void *create(const void *options, const Space *space, uint64_t seed)
{
    (void)options;
    Generation *g = mem_new(1, sizeof *g);
    generation_make(g, space, PROPOSED_MOST, seed, NULL);
    for (int j = 0; j < space->dim; j++) g->x[j] = box_middle(space, j);
    g->n = 1;
    return g;
}

static int candidates(const void *self)
{
    (void)self;
    return PROPOSED_MOST;
}

static bool is_under_way(const Generation *g)
{
    return isnan(g->fitness[g->n - 1]);
}

static bool propose(void *self, const double *x, int n)
{
    Generation *g = self;
    const size_t bytes = (size_t)n * (size_t)g->space.dim * sizeof *x;
    if (is_under_way(g)) return n == g->n && memcmp(g->x, x, bytes) == 0;
    memcpy(g->x, x, bytes);
    g->n = n;
    for (int i = 0; i < n; i++) g->fitness[i] = NAN;
    return true;
}

static const double *proposed(const void *self)
{
    const Generation *g = self;
    return is_under_way(g) ? NULL : g->fitness;
}

static void serialise(void *self, Serialiser *s)
{
    Generation *g = self;
    serialise_index(s, "proposed", &g->n, PROPOSED_MOST + 1);
    if (g->n < 1) s->failed = true;
    if (!s->failed) generation_serialise(self, s);
}

const Optimiser optimiser_own = {
    .name = "own",
    .doc = "no search: your own program proposes the positions (swarmtris.record in Python)",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(OwnOptions),
    .create = create,
    .ask = generation_ask,
    .tell = generation_tell,
    .archive = generation_archive,
    .destroy = generation_destroy,
    .start_from = generation_start_from,
    .candidates = candidates,
    .first_candidates = generation_candidates,
    .propose = propose,
    .proposed = proposed,
    .serialise = serialise,
};
