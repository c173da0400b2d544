/* ga.c. A genetic algorithm of the plain kind (optim/breed.h): roulette wheel, one-point crossover, multiplying mutation, one
 * generation after the other.
 *
 * A yardstick, as earlier programs that taught a computer Tetris had it. Multiplying changes no sign: where genes start positive,
 * as published, they stay so, and the features must be chosen for it. The preset whole-box needs no such knowledge.
 * Source: Holland 1975; Goldberg 1989; rates and start as in those programs. */
#include "base/mem.h"
#include "optim/breed.h"

#include <stdlib.h>

typedef struct {
    Breeding breeding;
} GaOptions;

static const Param params[] = {
    BREED_PARAMS(GaOptions),
    {0},
};

static const Preset presets[] = {
    {"published", "earlier Tetris programs: genes start U(0,1); for features whose weights are known to be positive", "", NULL},
    {"whole-box", "the same, started in the whole box", "start_lower=-1", NULL},
    {NULL, NULL, NULL, NULL},
};

static int check(const void *options, Finding *out)
{
    return breed_check(&((const GaOptions *)options)->breeding, out);
}

/* next (particles,dim), parent (particles): scratch for breed_next. */
typedef struct {
    Generation g;
    GaOptions o;
    double *next;
    int *parent;
} Ga;

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Ga *s = mem_new(1, sizeof *s);
    s->o = *(const GaOptions *)options;
    generation_make(&s->g, space, s->o.breeding.particles, seed);
    s->next = mem_new((size_t)s->g.n * (size_t)space->dim, sizeof *s->next);
    s->parent = mem_new((size_t)s->g.n, sizeof *s->parent);
    breed_start(&s->o.breeding, &s->g);
    return s;
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Ga *s = self;
    (void)spent;
    if (!generation_tell(&s->g, v, n)) return false;
    breed_next(&s->o.breeding, &s->g, s->next, s->parent);
    generation_replace(&s->g, &s->next);
    return true;
}

static void destroy(void *self)
{
    Ga *s = self;
    generation_free(&s->g);
    free(s->next);
    free(s->parent);
    free(s);
}

const Optimiser optimiser_ga = {
    .name = "ga",
    .doc = "genetic algorithm: roulette-wheel parents, one-point crossover, multiplying mutation",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(GaOptions),
    .check = check,
    .create = create,
    .start_from = generation_start_from,
    .candidates = generation_candidates,
    .ask = generation_ask,
    .tell = tell,
    .archive = generation_archive,
    .report = generation_report,
    .walk = generation_walk,
    .destroy = destroy,
};
