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
    Ga *s = mem_new(1, sizeof *s);
    s->o = *(const GaOptions *)options;
    generation_make(&s->g, space, s->o.breeding.particles, seed, NULL);
    s->before = mem_owned(&s->g.owned, (size_t)s->g.n * (size_t)space->dim, sizeof *s->before);
    s->descent = mem_owned(&s->g.owned, (size_t)s->g.n, sizeof *s->descent);
    s->least = mem_owned(&s->g.owned, (size_t)s->g.n, sizeof *s->least);
    s->again = mem_owned(&s->g.owned, (size_t)s->g.n, sizeof *s->again);
    for (int i = 0; i < s->g.n; i++) s->least[i] = -HUGE_VAL;
    breed_start(&s->o.breeding, &s->g);
    return s;
}

/* All individuals, each with all retries. */
static int candidates(const void *self)
{
    const Ga *s = self;
    return s->g.n * (1 + s->o.retries);
}

static int ask(const void *self, Candidate *out)
{
    const Ga *s = self;
    if (s->due == 0) return generation_ask(self, out);
    for (int k = s->told; k < s->due; k++) *out++ = (Candidate){.x = generation_x(&s->g, s->again[k]), .incumbent = -1};
    return s->due - s->told;
}

/* Verdicts on individuals that were bred again; true: these were the last. */
static bool tell_again(Ga *s, const Verdict *v, int n)
{
    assert(s->g.told == 0 && n >= 1 && n <= s->due - s->told);
    for (int k = 0; k < n; k++) generation_take(&s->g, s->again[s->told++], &v[k]);
    return s->told == s->due;
}

/* Breeds all children again that are worse than both parents; returns how many. */
static int retry(Ga *s)
{
    s->due = s->told = 0;
    for (int i = 0; i < s->g.n && s->tries < s->o.retries; i++) {
        if (!(s->g.fitness[i] < s->least[i])) continue;
        breed_again(&s->o.breeding, &s->g, s->before, i, &s->descent[i]);
        s->again[s->due++] = i;
    }
    s->tries = s->due > 0 ? s->tries + 1 : 0;
    return s->due;
}

static void breed(Ga *s)
{
    const int kept = breed_kept(&s->o.breeding, s->g.n);
    breed_next(&s->o.breeding, &s->g, s->before, s->descent);
    for (int i = 0; i < s->g.n; i++) {
        const double first = s->g.fitness[s->descent[i].first], second = s->g.fitness[s->descent[i].second];
        s->least[i] = i < kept || s->descent[i].fresh ? -HUGE_VAL : first < second ? first : second;
    }
    generation_replace(&s->g, &s->before);
    generation_keep(&s->g, kept);
}

static bool tell(void *self, const Verdict *v, int n, double spent)
{
    Ga *s = self;
    if (!(s->due > 0 ? tell_again(s, v, n) : generation_tell(&s->g, v, n, spent))) return false;
    if (retry(s) > 0) return false;
    breed(s);
    return true;
}

/* The members for retries are part of the state only if there are retries. */
static void serialise(void *self, Serialiser *v)
{
    Ga *s = self;
    generation_serialise(&s->g, v);
    if (s->o.retries == 0) return;
    serialise_reals(v, "before", s->before, s->g.n * s->g.space.dim);
    serialise_reals(v, "least", s->least, s->g.n);
    for (int i = 0; i < s->g.n; i++) {
        serialise_index(v, "first", &s->descent[i].first, s->g.n);
        serialise_index(v, "second", &s->descent[i].second, s->g.n);
    }
    serialise_index(v, "tries", &s->tries, s->o.retries + 1);
    serialise_index(v, "due", &s->due, s->g.n + 1);
    serialise_index(v, "told_again", &s->told, s->due > 0 ? s->due : 1);
    for (int k = 0; k < s->due; k++) serialise_index(v, "again", &s->again[k], s->g.n);
    if (v->loading && s->due > 0 && s->g.told > 0) v->failed = true; /* those that are bred again come after all others */
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
