/* ga.c. A genetic algorithm of the plain kind (optim/breed.h), one generation after the other.
 *
 * The default is that of textbooks. Other presets are those of earlier programs that learned to play Tetris. They multiply genes
 * by positive factors, which change no sign: genes that start positive stay positive, and their features were chosen for that.
 *
 * Retries: children that are worse than both parents are bred again, from the same parents, and evaluated again. This is done for
 * all failures at once, until none fails or the retries are used up; the last try stays. A retry is an evaluation like any other,
 * so generations differ in their number of evaluations. It plays the games of its own generation, not those of the parents.
 * Source: Holland 1975; Goldberg 1989; rates and start as in those programs; retries: the program tetrispros. */
#include "optim/breed.h"
#include "systems_built.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Breeding breeding;
    int retries;
} GaOptions;

static const Param params[] = {
    BREED_PARAMS(GaOptions),
    {PARAM_ROW(GaOptions, retries, PARAM_INT, "", 0, 20, "0"),
     .doc = "how often a child that is worse than its worse parent is bred and evaluated again; tetrispros: 5"},
    {0},
};

/* The presets of the core, then those of the systems: name, source, settings. */
#define PRESET(said, name_) {.name = name_, said},
static const Preset presets[] = {
    BREED_PRESETS,
    SYSTEMS_GAPRESETS(PRESET){0},
};

static int check(const void *options, Finding *out)
{
    return breed_check(&((const GaOptions *)options)->breeding, out);
}

typedef struct {
    Generation g; /* the first member, for its functions */
    GaOptions o;
    /* all owned by the generation */
    double *before;   /* (particles, dim): the generation before, the parents; scratch for breed_next */
    Descent *descent; /* (particles): where each individual comes from */
    double *least;    /* (particles): the fitness of the worse parent; -HUGE_VAL: the individual is no child */
    int *again;       /* (due), room for all: the individuals that have been bred again, in rising order */
    int due;          /* how many; 0: the generation as it was first bred is due */
    int told;         /* how many members of `again` have a verdict, from the first on */
    int tries;        /* retries of this generation, from 0 on */
} Ga;

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Ga *g = mem_new(1, sizeof *g);
    g->o = *(const GaOptions *)options;
    generation_make(&g->g, space, g->o.breeding.particles, seed, NULL);
    g->before = mem_owned(&g->g.owned, (size_t)g->g.n * (size_t)space->dim, sizeof *g->before);
    g->descent = mem_owned(&g->g.owned, (size_t)g->g.n, sizeof *g->descent);
    g->least = mem_owned(&g->g.owned, (size_t)g->g.n, sizeof *g->least);
    g->again = mem_owned(&g->g.owned, (size_t)g->g.n, sizeof *g->again);
    for (int i = 0; i < g->g.n; i++) g->least[i] = -HUGE_VAL;
    breed_start(&g->o.breeding, &g->g);
    return g;
}

/* All individuals, each with all retries. */
static int candidates(const void *self)
{
    const Ga *g = self;
    return g->g.n * (1 + g->o.retries);
}

static int ask(const void *self, Candidate *out)
{
    const Ga *g = self;
    if (g->due == 0) return generation_ask(self, out);
    for (int k = g->told; k < g->due; k++) *out++ = (Candidate){.x = generation_x(&g->g, g->again[k]), .incumbent = -1};
    return g->due - g->told;
}

/* Verdicts on individuals that were bred again; true: these were the last. */
static bool tell_again(Ga *g, const Verdict *v, int n)
{
    assert(g->g.told == 0 && n >= 1 && n <= g->due - g->told);
    for (int k = 0; k < n; k++) generation_take(&g->g, g->again[g->told++], &v[k]);
    return g->told == g->due;
}

/* Breeds all children again that are worse than both parents; returns how many. */
static int retry(Ga *g)
{
    g->due = g->told = 0;
    for (int i = 0; i < g->g.n && g->tries < g->o.retries; i++) {
        if (!(g->g.fitness[i] < g->least[i])) continue;
        breed_again(&g->o.breeding, &g->g, g->before, i, &g->descent[i]);
        g->again[g->due++] = i;
    }
    g->tries = g->due > 0 ? g->tries + 1 : 0;
    return g->due;
}

static void breed(Ga *g)
{
    const int kept = breed_kept(&g->o.breeding, g->g.n);
    breed_next(&g->o.breeding, &g->g, g->before, g->descent);
    for (int i = 0; i < g->g.n; i++) {
        const double first = g->g.fitness[g->descent[i].first], second = g->g.fitness[g->descent[i].second];
        g->least[i] = i < kept || g->descent[i].fresh ? -HUGE_VAL : first < second ? first : second;
    }
    generation_replace(&g->g, &g->before);
    generation_keep(&g->g, kept);
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Ga *g = self;
    if (!(g->due > 0 ? tell_again(g, v, n) : generation_tell(&g->g, v, n, spent))) return false;
    if (retry(g) > 0) return false;
    breed(g);
    return true;
}

/* The members for retries are part of the state only if there are retries. */
static void serialise(void *self, Serialiser *s)
{
    Ga *g = self;
    generation_serialise(&g->g, s);
    if (g->o.retries == 0) return;
    serialise_reals(s, "before", g->before, g->g.n * g->g.space.dim);
    serialise_reals(s, "least", g->least, g->g.n);
    for (int i = 0; i < g->g.n; i++) {
        serialise_index(s, "first", &g->descent[i].first, g->g.n);
        serialise_index(s, "second", &g->descent[i].second, g->g.n);
    }
    serialise_index(s, "tries", &g->tries, g->o.retries + 1);
    serialise_index(s, "due", &g->due, g->g.n + 1);
    serialise_index(s, "told_again", &g->told, g->due > 0 ? g->due : 1);
    for (int k = 0; k < g->due; k++) serialise_index(s, "again", &g->again[k], g->g.n);
    if (s->loading && g->due > 0 && g->g.told > 0) s->failed = true; /* those that are bred again come after all others */
}

const Optimiser optimiser_ga = {
    .name = "ga",
    .doc = "genetic algorithm: tournaments or a roulette wheel, five ways of mixing genes, mutation that adds or multiplies, "
           "retries",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(GaOptions),
    .check = check,
    .create = create,
    .start_from = generation_start_from,
    .candidates = candidates,
    .ask = ask,
    .tell = tell,
    .archive = generation_archive,
    .report = generation_report,
    .serialise = serialise,
    .destroy = generation_destroy,
};
