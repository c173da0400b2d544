/* test_hard_functions.c. Where searches go astray: every optimiser finds at least as much as random search, where the optimum
 * is in a corner or on walls, where most of the box says nothing or has no value, and where the first evaluations fail. */
#include "tests/helpers.h"
#include "tests/stepper.h"

enum { DIM = 6, SEEDS = 11, EVALUATIONS = 4000 };
static const double lo[DIM] = {-5, -5, -5, -5, -5, -5}, hi[DIM] = {5, 5, 5, 5, 5, 5};
static const char *const names[DIM] = {"a", "b", "c", "d", "e", "f"};
static const Space space = {.dim = DIM, .lo = lo, .hi = hi, .names = names};

static double square(double x)
{
    return x * x;
}

/* Minus the square of the distance from c (every coordinate). */
static double bowl(const double *x, double c)
{
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum -= square(x[j] - c);
    return sum;
}

static double largest_away(const double *x, double c)
{
    double most = 0;
    for (int j = 0; j < DIM; j++) most = fmax(most, fabs(x[j] - c));
    return most;
}

/* Each of these is the fitness of x, evaluation number k, from 0 on. */
static double in_corner(const double *x, __attribute__((unused)) int k)
{
    return bowl(x, 5);
}

/* The optimum is on the walls of half of the coordinates, which rise towards them. */
static double on_walls(const double *x, __attribute__((unused)) int k)
{
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum -= square(x[j] - (j % 2 ? 1.5 : j % 4 ? -7 : 7));
    return sum;
}

/* A tenth of each coordinate is a step, all points of which are equal. */
static double in_steps(const double *x, __attribute__((unused)) int k)
{
    double sum = 0;
    for (int j = 0; j < DIM; j++) sum -= fabs(floor(x[j]) - 2);
    return sum;
}

/* 0.4 of each coordinate, 0.41 % of the box, is feasible; all else is the same, or has no value. */
static double narrow(const double *x, __attribute__((unused)) int k)
{
    return largest_away(x, 2) <= 2 ? bowl(x, 2) : -1e9;
}

static double narrow_or_nan(const double *x, __attribute__((unused)) int k)
{
    return largest_away(x, 2) <= 2 ? bowl(x, 2) : NAN;
}

static double late(const double *x, int k)
{
    return k < 200 ? NAN : bowl(x, 1.5);
}

static double later(const double *x, int k)
{
    return k < 1000 ? NAN : bowl(x, 4.5);
}

typedef struct {
    const char *name;
    double (*value)(const double *x, int k);
} Hardship;
static const Hardship hardships[] = {{"corner", in_corner},  {"walls", on_walls}, {"steps", in_steps}, {"narrow", narrow},
                                     {"nan", narrow_or_nan}, {"late", late},      {"later", later}};

/* The best that was found, by the archive, which the search keeps. */
static double found(const Optimiser *o, const char *settings, double (*value)(const double *x, int k), uint64_t seed)
{
    CLOSED(stepper_close) Stepper s = stepper_open(o, settings, &space, seed);
    for (int k = 0; k < EVALUATIONS;) {
        stepper_ask(&s);
        for (int i = 0; i < s.n; i++) stepper_judge(&s, i, value(s.c[i].x, k + i));
        k += s.n;
        stepper_tell_first(&s, s.n, fmin(1, (double)k / EVALUATIONS));
    }
    Sample sample;
    stepper_rank(&s, 0, &sample);
    return archive_fitness(&sample);
}

/* Of the 121 pairs of a search and a random search, those in which it is better; equal ones count half. If the search were a
 * random one, it would win fewer than 16 with a probability of 0.0012 (Mann-Whitney, 11 against 11). */
static double pairs_won(const double *a, const double *b)
{
    double won = 0;
    for (int i = 0; i < SEEDS; i++)
        for (int k = 0; k < SEEDS; k++) won += a[i] > b[k] ? 1 : a[i] == b[k] ? 0.5 : 0;
    return won;
}

static void check_not_worse(const Optimiser *o, const char *settings, const Hardship *h, const double *random)
{
    double own[SEEDS];
    for (int seed = 0; seed < SEEDS; seed++) own[seed] = found(o, settings, h->value, (uint64_t)seed);
    const double won = pairs_won(own, random);
    stats_sort(own, SEEDS);
    if (won < 16)
        fail_msg("%s (%s), %s: better than random search in %g of 121 pairs, its median is %g", o->name, settings, h->name, won,
                 own[SEEDS / 2]);
}

/* Every optimiser with what it is by default where weights are not those of features; and CMA-ES with its other weights. */
TEST(test_not_worse_than_random)
{
    for (size_t f = 0; f < LENGTH(hardships); f++) {
        double random[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++)
            random[seed] = found(&optimiser_random, NULL, hardships[f].value, (uint64_t)seed + SEEDS);
        for (int i = 0; registry_optimisers[i] != &optimiser_own; i++) {
            const Preset *p = registry_optimisers[i]->presets;
            while (p->for_features) p++;
            if (searches(registry_optimisers[i])) check_not_worse(registry_optimisers[i], p->settings, &hardships[f], random);
        }
        check_not_worse(&optimiser_cmaes, "active=no", &hardships[f], random);
    }
}

TESTS(NULL, NULL)
