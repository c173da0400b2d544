#include "tests/duels.h"

#include "base/mem.h"
#include "base/real.h"

#include <math.h>

/* ---- laws ---- */

double duel_exponential(Rng *r)
{
    return -real_log(1 - rng_real(r));
}

/* Shape k < 1, mean k: Johnk's way by two powers of uniform numbers, Metrika 8 (1964). */
static double gamma_below_1(Rng *r, double k)
{
    for (;;) {
        double x = real_exp(real_log(1 - rng_real(r)) / k), y = real_exp(real_log(1 - rng_real(r)) / (1 - k));
        if (x + y <= 1 && x + y > 0) return x / (x + y) * duel_exponential(r);
    }
}

static void exponential(Rng *r, double *a, double *b)
{
    *a = duel_exponential(r);
    *b = duel_exponential(r);
}

/* Half of the games end alike: correlation 1/2. */
static void exponential_shared(Rng *r, double *a, double *b)
{
    exponential(r, a, b);
    if (rng_below(r, 2) == 0) *b = *a;
}

static void gamma_exponential(Rng *r, double *a, double *b)
{
    *a = gamma_below_1(r, 0.7) / 0.7;
    *b = duel_exponential(r);
}

/* An exponential is the sum of gammas of shapes 0.7 and 0.3: correlation 0.84. */
static void gamma_exponential_shared(Rng *r, double *a, double *b)
{
    double common = gamma_below_1(r, 0.7);
    *a = common / 0.7;
    *b = common + gamma_below_1(r, 0.3);
}

static void gamma_gamma(Rng *r, double *a, double *b)
{
    *a = gamma_below_1(r, 0.5) / 0.5;
    *b = (duel_exponential(r) + duel_exponential(r)) / 2;
}

static void constant_exponential(Rng *r, double *a, double *b)
{
    *a = 1;
    *b = duel_exponential(r);
}

static void lognormal_exponential(Rng *r, double *a, double *b)
{
    *a = real_exp(rng_normal(r) - 0.5);
    *b = duel_exponential(r);
}

/* 0, 1, 2, ... times a third: rows of hopeless players. */
static double geometric(Rng *r)
{
    double n = 0;
    while (rng_below(r, 4) > 0) n++;
    return n / 3;
}

static void geometric_geometric(Rng *r, double *a, double *b)
{
    *a = geometric(r);
    *b = geometric(r);
}

/* Four games of five without a row. */
static void rare_exponential(Rng *r, double *a, double *b)
{
    *a = rng_below(r, 5) == 0 ? 5 * duel_exponential(r) : 0;
    *b = duel_exponential(r);
}

static void constant_constant(Rng *r, double *a, double *b)
{
    (void)r;
    *a = *b = 1;
}

const DuelLaw duel_laws[] = {{"exponential, exponential", exponential, {0}, false},
                             {"the same, half of the games alike", exponential_shared, {0}, false},
                             {"gamma 0.7, exponential", gamma_exponential, {0}, false},
                             {"the same, correlation 0.84", gamma_exponential_shared, {0}, false},
                             {"gamma 0.5, gamma 2", gamma_gamma, {0}, false},
                             {"constant, exponential", constant_exponential, {0}, false},
                             {"geometric of mean 3, the same", geometric_geometric, {0}, false},
                             {"lognormal 1, exponential", lognormal_exponential, {0}, false},
                             {"4 of 5 games 0, exponential", rare_exponential, {0}, false},
                             {"1 in 2 % of games, in 1 %", constant_constant, {0.02, 0.01}, false},
                             {"1 in 2 % of games, in 1 % of these", constant_constant, {0.02, 0.01}, true},
                             {"1 in 1 % of games, the same", constant_constant, {0.01, 0.01}, false},
                             {"1 in 0.1 % of games, the same", constant_constant, {0.001, 0.001}, false},
                             {"1 in 2.61 % of games, in 0.86 %", constant_constant, {0.0261, 0.0086}, false},
                             {"1 in 20 % of games, 19 % of them", constant_constant, {0.2, 0.19}, true},
                             {"exponential in 2 %, in 1 %", exponential, {0.02, 0.01}, false},
                             {"exponential in 1 %, in 3 % nested", exponential, {0.01, 0.03}, true},
                             {"geometric in 5 %, the same", geometric_geometric, {0.05, 0.05}, false},
                             {0}};

/* ---- matches ---- */

/* All contestants play the same games. */
static void answer(Batch *b, DuelScores *draw, const void *ctx)
{
    double score[DUEL_PLAYERS_MAX];
    for (int k = 0; k < b->t[0].plays; k++) {
        draw(ctx, rng_game(b->t[0].key, b->t[0].first + k), score);
        for (int i = 0; i < b->n; i++) b->t[i].y[k] = (Answer){.score = score[b->t[i].tag], .cost = 3};
    }
}

bool duels_step(const Experiment *e, DuelScores *draw, const void *ctx)
{
    CLOSED(batch_free) Batch b = {0};
    if (e->kind->ask(e->self, &b) == 0) return false;
    batch_seat(&b);
    answer(&b, draw, ctx);
    e->kind->tell(e->self, b.t, b.n, NULL);
    return true;
}

void duels_finish(const Experiment *e, DuelScores *draw, const void *ctx)
{
    while (duels_step(e, draw, ctx)) {
    }
}

typedef struct {
    const DuelLaw *law;
    double ratio;
} Truth;

static void draw_scores(const void *ctx, uint64_t seed, double *score)
{
    const Truth *t = ctx;
    Rng r;
    rng_stream(&r, seed);
    t->law->draw(&r, &score[0], &score[1]);
    score[0] *= 1000 * t->ratio;
    score[1] *= 1000;
    if (t->law->share[0] == 0) return;
    const double lot = rng_real(&r), other = t->law->nested ? lot : rng_real(&r);
    if (lot >= t->law->share[0]) score[0] = 0;
    if (other >= t->law->share[1]) score[1] = 0;
}

static ComparisonStanding compare(const Truth *truth, const ComparisonSpec *spec, uint64_t seed)
{
    ComparisonSpec mine = *spec;
    mine.seed = seed;
    CLOSED(duels_close) Experiment e = comparison_create(&mine);
    duels_finish(&e, draw_scores, truth);
    return comparison_standing(&e);
}

DuelCount duels_compare(const DuelLaw *law, double ratio, double alpha, double margin, int64_t games, int duels)
{
    static const Contestant paper[2] = {{0}, {0}};
    const Truth truth = {law, ratio};
    static const Units rows = {.scale = SCALE_COUNT};
    const ComparisonSpec spec = {.units = &rows,
                                 .player = paper,
                                 .players = 2,
                                 .rule = COMPARISON_DECIDE,
                                 .purpose = RNG_TEST,
                                 .games = games,
                                 .alpha = alpha,
                                 .margin = margin};
    if (law->share[0] > 0) ratio *= law->share[0] / law->share[1];
    bool equal = ratio <= 1 + margin && ratio * (1 + margin) >= 1;
    int verdicts[4] = {0}, wrong = 0;
    int64_t pairs = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : verdicts[:4], wrong, pairs)
    for (int i = 0; i < duels; i++) {
        ComparisonStanding s = compare(&truth, &spec, (uint64_t)i);
        verdicts[s.verdict]++;
        wrong += s.lower > ratio || s.upper < ratio || (s.verdict == COMPARISON_EQUAL && !equal);
        pairs += s.ratio.n;
    }
    return (DuelCount){.first = verdicts[COMPARISON_FIRST],
                       .second = verdicts[COMPARISON_SECOND],
                       .equal = verdicts[COMPARISON_EQUAL],
                       .open = verdicts[COMPARISON_OPEN],
                       .wrong = wrong,
                       .pairs = (double)pairs};
}
