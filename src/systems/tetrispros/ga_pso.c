/* ga_pso.c. Room optim. The genetic algorithm of optim/breed.h whose individuals take one step of a particle swarm before they
 * are evaluated:
 *
 *     v <- 0.2 v + 0.13 r (pbest - x) + 0.2 r' (gbest - x)        x <- x + v
 *
 * pbest is the best position that this individual has had, gbest the best position of all that were evaluated; r and r' are
 * fresh U[0,1) for every coordinate.
 *
 * Identity: a copy, mutated or not, is its parent and keeps the parent's velocity and pbest; a child of two parents is a new
 * individual, at rest, and its pbest is where it is born until it has been evaluated. So a pbest belongs to an individual,
 * wherever it stands in the next generation, and not to a place in a list. The elite take no step: they stay as they are.
 * Source: TetrisPros (Java, 2018); Kennedy & Eberhart 1995 (the step). */
#include "optim/box.h"
#include "optim/breed.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct {
    Breeding breeding;
    double inertia, cognitive, social;
} GaPsoOptions;

static const Param params[] = {
    BREED_PARAMS(GaPsoOptions),
    {PARAM_ROW(GaPsoOptions, inertia, PARAM_REAL, "", -2, 2, "0.2"), .announced = true,
     .doc = "share of its velocity that an individual keeps"},
    {PARAM_ROW(GaPsoOptions, cognitive, PARAM_REAL, "", -4, 4, "0.13"), .announced = true,
     .doc = "pull of the individual's personal best"},
    {PARAM_ROW(GaPsoOptions, social, PARAM_REAL, "", -4, 6, "0.2"), .announced = true, .doc = "pull of the best of all"},
    {0},
};

static const Preset presets[] = {
    BREED_PRESETS,
    {0},
};

static int check(const void *options, Finding *out)
{
    return breed_check(&((const GaPsoOptions *)options)->breeding, out);
}

/* What individuals have besides their positions. All owned by the generation. */
typedef struct {
    double *velocity;      /* (particles, dim) */
    double *pbest;         /* (particles, dim) */
    double *pbest_fitness; /* (particles) */
} Selves;

typedef struct {
    Generation g; /* the first member, for its functions */
    GaPsoOptions o;
    Selves now;
    Selves bred;      /* scratch for breeding */
    double *next;     /* (particles, dim), owned by the generation: scratch for breeding */
    Descent *descent; /* (particles), owned by the generation: scratch for breeding */
} GaPso;

static void make_selves(Generation *g, Selves *s)
{
    size_t cells = (size_t)g->n * (size_t)g->space.dim;
    s->velocity = mem_owned(&g->owned, cells, sizeof *s->velocity);
    s->pbest = mem_owned(&g->owned, cells, sizeof *s->pbest);
    s->pbest_fitness = mem_owned(&g->owned, (size_t)g->n, sizeof *s->pbest_fitness);
}

/* Makes individual i a new one: at x, and at rest. */
static void begin_self(Selves *s, int i, const double *x, int dim)
{
    size_t at = (size_t)i * (size_t)dim;
    memset(s->velocity + at, 0, (size_t)dim * sizeof *x);
    memcpy(s->pbest + at, x, (size_t)dim * sizeof *x);
    s->pbest_fitness[i] = -HUGE_VAL;
}

/* Copies individual k of `from` to individual i of `to`. */
static void copy_self(Selves *to, int i, const Selves *from, int k, int dim)
{
    size_t bytes = (size_t)dim * sizeof(double);
    memcpy(to->velocity + (size_t)i * (size_t)dim, from->velocity + (size_t)k * (size_t)dim, bytes);
    memcpy(to->pbest + (size_t)i * (size_t)dim, from->pbest + (size_t)k * (size_t)dim, bytes);
    to->pbest_fitness[i] = from->pbest_fitness[k];
}

static void begin_selves(GaPso *g)
{
    for (int i = 0; i < g->g.n; i++) begin_self(&g->now, i, generation_x(&g->g, i), g->g.space.dim);
}

static void start_from(void *self, const double *x, int count)
{
    GaPso *g = self;
    generation_start_from(&g->g, x, count);
    begin_selves(g);
}

static void breed_selves(GaPso *g)
{
    int dim = g->g.space.dim;
    breed_next(&g->o.breeding, &g->g, g->next, g->descent);
    for (int i = 0; i < g->g.n; i++) {
        assert(g->descent[i].first >= 0 && g->descent[i].first < g->g.n);
        if (g->descent[i].mixed || g->descent[i].fresh)
            begin_self(&g->bred, i, g->next + (size_t)i * (size_t)dim, dim);
        else
            copy_self(&g->bred, i, &g->now, g->descent[i].first, dim);
    }
    Selves gone = g->now;
    g->now = g->bred;
    g->bred = gone;
    generation_replace(&g->g, &g->next);
}

/* A coordinate that reaches a wall of the box loses its velocity. */
static void take_step(GaPso *g, int i, const double *gbest)
{
    double *x = generation_x(&g->g, i);
    double *v = g->now.velocity + (size_t)i * (size_t)g->g.space.dim;
    const double *pbest = g->now.pbest + (size_t)i * (size_t)g->g.space.dim;
    for (int j = 0; j < g->g.space.dim; j++) {
        double r = rng_real(&g->g.rng), r2 = rng_real(&g->g.rng);
        v[j] = g->o.inertia * v[j] + g->o.cognitive * r * (pbest[j] - x[j]) + g->o.social * r2 * (gbest[j] - x[j]);
        double to = x[j] + v[j];
        x[j] = box_clip(&g->g.space, j, to);
        if (x[j] != to) v[j] = 0;
    }
}

static void next_generation(void *self)
{
    GaPso *g = self;
    Sample ignored;
    const size_t dim = (size_t)g->g.space.dim;
    for (int i = 0; i < g->g.n; i++) { /* new personal bests */
        if (!(g->g.fitness[i] > g->now.pbest_fitness[i])) continue;
        g->now.pbest_fitness[i] = g->g.fitness[i];
        memcpy(g->now.pbest + (size_t)i * dim, generation_x(&g->g, i), dim * sizeof *g->now.pbest);
    }
    breed_selves(g);
    const double *gbest = archive_best(&g->g.kept, 0, &ignored);
    assert(gbest != NULL);
    const int kept = breed_kept(&g->o.breeding, g->g.n);
    for (int i = kept; i < g->g.n; i++) take_step(g, i, gbest);
    generation_keep(&g->g, kept);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    GaPso *g = mem_new(1, sizeof *g);
    g->o = *(const GaPsoOptions *)options;
    generation_make(&g->g, space, g->o.breeding.particles, seed, next_generation);
    make_selves(&g->g, &g->now);
    make_selves(&g->g, &g->bred);
    g->next = mem_owned(&g->g.owned, (size_t)g->g.n * (size_t)space->dim, sizeof *g->next);
    g->descent = mem_owned(&g->g.owned, (size_t)g->g.n, sizeof *g->descent);
    breed_start(&g->o.breeding, &g->g);
    begin_selves(g);
    return g;
}

/* Reports the mean length of the velocities, as a share of the box's diagonal. */
static void report(const void *self, Record *r)
{
    const GaPso *g = self;
    double speeds = 0;
    for (int i = 0; i < g->g.n; i++) {
        const double *v = g->now.velocity + (size_t)i * (size_t)g->g.space.dim;
        double speed = 0;
        for (int j = 0; j < g->g.space.dim; j++) speed += v[j] * v[j];
        speeds += sqrt(speed);
    }
    generation_report(&g->g, r);
    record_real(r, "velocity", speeds / (g->g.n * box_diagonal(&g->g.space)));
}

static void serialise(void *self, Serialiser *s)
{
    GaPso *g = self;
    int cells = g->g.n * g->g.space.dim;
    generation_serialise(&g->g, s);
    serialise_reals(s, "v", g->now.velocity, cells);
    serialise_reals(s, "pbest", g->now.pbest, cells);
    serialise_reals(s, "pbest_fitness", g->now.pbest_fitness, g->g.n);
}

const Optimiser optimiser_ga_pso = {
    .name = "ga-pso",
    .doc = "the genetic algorithm, with one step of a particle swarm before every generation is judged",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(GaPsoOptions),
    .check = check,
    .create = create,
    GENERATION_MEMBERS,
    .start_from = start_from,
    .report = report,
    .serialise = serialise,
};
