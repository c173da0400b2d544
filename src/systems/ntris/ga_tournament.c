/* ga_tournament.c. Room optim. A genetic algorithm in which individuals meet in random pairs.
 *
 * The better of each pair survives. The survivors form random pairs again. Each pair has two children, whose genes come from
 * the first parent, the second, or are fresh (40, 40, 20 %). Parents go on, too, a little jittered. So 16 make 8 survivors, 4
 * pairs, and 16 again. The published program judged a generation by the sum of 4 games, the same for all and new each time:
 * that is games = 4 and fresh_games = yes in [training].
 *
 * A fresh gene is normal around the middle of the box. Published: N(0,1), without a box; weights are scale free, so here the
 * standard deviation is a share of the box. By default only one gene in a thousand has to be put on a wall.
 * Source: an earlier program that taught a computer Tetris. */
#include "optim/box.h"
#include "optim/generation.h"

#include <assert.h>

typedef struct {
    int particles;
    double spread, first, second, jitter;
} TournamentOptions;

static const Param params[] = {
    {PARAM_ROW(TournamentOptions, particles, PARAM_INT, "individuals", 2, 4096, "16"), .announced = true,
     .doc = "size of a generation; as published where it is a multiple of 4, else the last pairs are incomplete"},
    {PARAM_ROW(TournamentOptions, spread, PARAM_REAL, "half box widths", 0, 10, "0.3"),
     .doc = "standard deviation of a gene at the start and of a fresh one; published: 1, without a box"},
    {PARAM_ROW(TournamentOptions, first, PARAM_REAL, "", 0, 1, "0.4"), .announced = true,
     .doc = "probability that a gene comes from the first parent"},
    {PARAM_ROW(TournamentOptions, second, PARAM_REAL, "", 0, 1, "0.4"), .announced = true,
     .doc = "probability that a gene comes from the second parent; otherwise it is a fresh one"},
    {PARAM_ROW(TournamentOptions, jitter, PARAM_REAL, "spreads", 0, 10, "0.01"),
     .doc = "standard deviation of what is added to each gene of a parent that goes on; published: N(0,0.01)"},
    {0},
};

static const Preset presets[] = {
    {.name = "published",
     .source = "an earlier Tetris program; with it go games = 4 and fresh_games = yes in [training]",
     .settings = ""},
    {0},
};

/* Rounding does not lift the sum of two decimals above 1 if it is 1. */
static int check(const void *options, Finding *out)
{
    const TournamentOptions *o = options;
    if (o->first + o->second <= 1) return 0;
    return finding_add(out, true, "first", "first + second = %.15g must be at most 1; the rest are fresh genes",
                       o->first + o->second);
}

typedef struct {
    Generation g; /* the first member, for its functions */
    TournamentOptions o;
    double *next;  /* (particles, dim), owned by the generation: scratch */
    int *survivor; /* (particles), owned by the generation: scratch */
} Tournament;

/* x plus a normal variable whose standard deviation is `spreads` times the option spread, within the box. */
static double draw_near(Tournament *t, int j, double x, double spreads)
{
    return box_clip(&t->g.space, j, x + spreads * t->o.spread * box_half(&t->g.space, j) * rng_normal(&t->g.rng));
}

static double draw_gene(Tournament *t, int j)
{
    return draw_near(t, j, box_middle(&t->g.space, j), 1);
}

static void shuffle_indices(int *index, int n, Rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int k = (int)rng_below(rng, (uint32_t)i + 1), other = index[k];
        index[k] = index[i];
        index[i] = other;
    }
}

/* Leaves the better of each pair in survivor, the first where they are equal; one without a partner survives unopposed.
 * Survivors are in random order, so neighbours are random pairs. Returns their number. */
static int select_survivors(Tournament *t)
{
    int n = t->g.n, left = 0;
    for (int i = 0; i < n; i++) t->survivor[i] = i;
    shuffle_indices(t->survivor, n, &t->g.rng);
    for (int i = 0; i < n; i += 2) {
        int one = t->survivor[i], other = i + 1 < n ? t->survivor[i + 1] : one;
        t->survivor[left++] = t->g.fitness[other] > t->g.fitness[one] ? other : one;
    }
    assert(left == (n + 1) / 2);
    return left;
}

static void make_child(Tournament *t, const double *first, const double *second, double *child)
{
    for (int j = 0; j < t->g.space.dim; j++) {
        double draw = rng_real(&t->g.rng);
        child[j] = draw < t->o.first ? first[j] : draw < t->o.first + t->o.second ? second[j] : draw_gene(t, j);
    }
}

/* Writes child, child, parent, parent for each pair while there is room; a survivor without a partner pairs with the first. */
static void breed_pairs(Tournament *t, int survivors)
{
    int dim = t->g.space.dim;
    for (int i = 0; i < t->g.n; i++) {
        int at = i / 4 * 2, mate = at + 1 < survivors ? at + 1 : 0;
        const double *first = generation_x(&t->g, t->survivor[at]), *second = generation_x(&t->g, t->survivor[mate]);
        double *next = t->next + (size_t)i * (size_t)dim;
        if (i % 4 < 2) make_child(t, first, second, next);
        for (int j = 0; j < dim && i % 4 >= 2; j++) /* a parent with noise */
            next[j] = draw_near(t, j, (i % 4 == 2 ? first : second)[j], t->o.jitter);
    }
}

static void next_generation(void *self)
{
    Tournament *t = self;
    breed_pairs(t, select_survivors(t));
    generation_replace(&t->g, &t->next);
}

static void *create(const void *options, const Space *space, uint64_t seed)
{
    Tournament *t = mem_new(1, sizeof *t);
    t->o = *(const TournamentOptions *)options;
    generation_make(&t->g, space, t->o.particles, seed, next_generation);
    t->next = mem_owned(&t->g.owned, (size_t)t->g.n * (size_t)space->dim, sizeof *t->next);
    t->survivor = mem_owned(&t->g.owned, (size_t)t->g.n, sizeof *t->survivor);
    for (int i = 0; i < t->g.n; i++)
        for (int j = 0; j < space->dim; j++) generation_x(&t->g, i)[j] = draw_gene(t, j);
    return t;
}

const Optimiser optimiser_ga_tournament = {
    .name = "ga-tournament",
    .doc = "genetic algorithm: random pairs, the better survives; children mix two parents with fresh genes",
    .params = params,
    .presets = presets,
    .options_bytes = sizeof(TournamentOptions),
    .check = check,
    .create = create,
    GENERATION_MEMBERS,
    .start_from = generation_start_from,
    .report = generation_report,
    .serialise = generation_serialise,
};
