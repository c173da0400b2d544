/* test_ga.c. The genetic algorithm does what it is defined to do: rates counted over many draws, small cases by hand. */
#include "optim/breed.h"
#include "tests/helpers.h"
#include "tests/sphere.h"

/* ---- the roulette wheel ---- */

TEST(test_wheel)
{
    static const struct {
        double fitness[4], share[4];
    } rows[] = {
        {{1, 3, 0, 4}, {0.125, 0.375, 0, 0.5}},                    /* as published: proportional */
        {{-5, -1, -3, -5}, {0, 4.0 / 6, 2.0 / 6, 0}},              /* counted from the worst */
        {{-2, 2, 0, -HUGE_VAL}, {0, 4.0 / 6, 2.0 / 6, 0}},         /* not finite: no share, and not the worst */
        {{7, 7, 7, 7}, {0.25, 0.25, 0.25, 0.25}},                  /* equal */
        {{0, 0, 0, 0}, {0.25, 0.25, 0.25, 0.25}},                  /* none has a row */
        {{-2, -2, -2, -HUGE_VAL}, {1 / 3.0, 1 / 3.0, 1 / 3.0, 0}}, /* equal, where they are finite */
        {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {0.25, 0.25, 0.25, 0.25}},
        {{1.5e308, -1.5e308, 0, -HUGE_VAL}, {2 / 3.0, 0, 1 / 3.0, 0}}, /* differences that overflow */
    };
    enum { SPINS = 20000 };
    Rng r = rng_from(rng_key(1, RNG_TEST, 0));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double share[5], fitness[5] = {[4] = -1e9}; /* the last is no individual */
        memcpy(fitness, rows[i].fitness, sizeof rows[i].fitness);
        share[4] = 1e9;
        int stops[4] = {0};
        double sum = breed_wheel(fitness, 4, share);
        for (int k = 0; k < SPINS; k++) stops[breed_spin(share, 4, sum, &r)]++;
        for (int k = 0; k < 4; k++) {
            assert_near(share[k] / sum, rows[i].share[k], 1e-12);
            assert_share(stops[k], SPINS, rows[i].share[k]);
        }
        assert_true(share[4] == 1e9);
    }
}

/* ---- breeding: individuals whose genes say whose they are ---- */

enum { CROWD = 2000, GENES = 5 };
static const double gene_lo[GENES] = {-4000, -4000, -4000, -4000, -4000}, gene_hi[GENES] = {4000, 4000, 4000, 4000, 4000};
static const Space gene_space = {.dim = GENES, .lo = gene_lo, .hi = gene_hi};

/* Gene j of individual i is i + 1, and they are equally fit. next, descent: what comes of them. */
typedef struct {
    Generation g;
    double next[CROWD * GENES];
    Descent descent[CROWD];
} Crowd;

static Crowd crowd_open(void)
{
    Crowd c = {.next = {0}};
    Verdict v = {.better = false};
    generation_make(&c.g, &gene_space, CROWD, 9, NULL);
    stats_add(&v.sample.fitness, 1);
    for (int i = 0; i < CROWD; i++) {
        for (int j = 0; j < GENES; j++) generation_x(&c.g, i)[j] = i + 1;
        assert_int_equal(generation_tell(&c.g, &v, 1, 0), i == CROWD - 1);
    }
    return c;
}

static void crowd_close(Crowd *c)
{
    generation_free(&c->g);
}

/* Where two children change tails; GENES: they are copies. What they have they have from two, the one's from the other's. */
static int cut_of(const double *one, const double *other, const Descent *descent)
{
    int cut = 0;
    while (cut < GENES && one[cut] == one[0]) cut++;
    for (int j = 0; j < GENES; j++)
        assert_true(one[j] == (j < cut ? one[0] : other[0]) && other[j] == (j < cut ? other[0] : one[0]));
    assert_true(descent[0].mixed == (cut < GENES) && descent[1].mixed == descent[0].mixed);
    assert_int_equal(descent[0].first, (int)one[0] - 1);
    assert_int_equal(descent[1].first, (int)other[0] - 1);
    return cut;
}

/* With its probability, at a point that is uniform between two genes. Equally fit: 1 child each on average, variance 1. */
TEST(test_crossover)
{
    enum { REPEATS = 20 };
    Breeding b = {.particles = CROWD, .crossover = 0.6};
    CLOSED(crowd_close) Crowd c = crowd_open();
    int cuts[GENES + 1] = {0}, pairs = REPEATS * CROWD / 2;
    for (int k = 0; k < REPEATS; k++) {
        int children[CROWD] = {0};
        double squares = 0;
        breed_next(&b, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i += 2) {
            const double *one = c.next + i * GENES, *other = one + GENES;
            cuts[cut_of(one, other, c.descent + i)]++;
            children[(int)one[0] - 1]++;
            children[(int)other[0] - 1]++;
        }
        for (int i = 0; i < CROWD; i++) squares += (children[i] - 1.0) * (children[i] - 1.0) / CROWD;
        assert_near(squares, 1, 0.2);
    }
    assert_share(pairs - cuts[GENES], pairs, 0.6); /* the same parent twice hides one crossing in 2000 */
    for (int j = 1; j < GENES; j++) assert_share(cuts[j], pairs, 0.6 / (GENES - 1));
}

/* Each gene with its probability, by U(0.8,1.2): mean 1, standard deviation 0.4 / sqrt 12. */
TEST(test_mutation)
{
    Breeding b = {.particles = CROWD, .mutation = 0.05, .mutation_lower = 0.8, .mutation_upper = 1.2};
    CLOSED(crowd_close) Crowd c = crowd_open();
    Stats factor = {0};
    double least = 1, most = 1;
    breed_next(&b, &c.g, c.next, c.descent);
    for (int i = 0; i < CROWD; i++)
        for (int j = 0; j < GENES; j++) {
            double f = c.next[i * GENES + j] / (c.descent[i].first + 1);
            if (f == 1) continue;
            stats_add(&factor, f);
            least = fmin(least, f);
            most = fmax(most, f);
        }
    assert_share(factor.n, CROWD * GENES, 0.05);
    assert_near(factor.mean, 1, 5 * 0.4 / sqrt(12.0 * (double)factor.n));
    assert_near(stats_sd(&factor), 0.4 / sqrt(12), 0.02);
    assert_true(least >= 0.8 && least < 0.82 && most <= 1.2 && most > 1.18);
}

/* A gene that would leave the box is put on its wall; it is counted from the middle of the box. */
TEST(test_mutation_in_box)
{
    static const double lo[] = {2}, hi[] = {6}; /* the middle is 4 */
    static const Space space = {.dim = 1, .lo = lo, .hi = hi};
    Breeding b = {.particles = 2, .crossover = 1, .mutation = 1, .mutation_lower = 2, .mutation_upper = 2};
    CLOSED(generation_free) Generation g;
    Verdict v[2] = {{.better = false}, {.better = false}};
    double next[2];
    Descent descent[2];
    generation_make(&g, &space, 2, 1, NULL);
    g.x[0] = 4.5;
    g.x[1] = 2.5;
    stats_add(&v[0].sample.fitness, 1);
    stats_add(&v[1].sample.fitness, 1);
    assert_true(generation_tell(&g, v, 2, 0));
    for (int iteration = 0; iteration < 20; iteration++) {
        breed_next(&b, &g, next, descent);
        for (int i = 0; i < 2; i++) assert_true(next[i] == (descent[i].first == 0 ? 5 : 2));
    }
}

/* A normal number of so many box widths, 8000, is added to each gene with its probability. */
TEST(test_mutation_that_adds)
{
    Breeding b = {.particles = CROWD, .mutation = 0.2, .mutation_sd = 0.02, .mutation_lower = 0.8, .mutation_upper = 1.2};
    CLOSED(crowd_close) Crowd c = crowd_open();
    Stats added = {0};
    c.g.fitness[0] = 1.001; /* of equals nobody would have children */
    breed_next(&b, &c.g, c.next, c.descent);
    for (int i = 0; i < CROWD; i++)
        for (int j = 0; j < GENES; j++) {
            const double more = c.next[i * GENES + j] - (c.descent[i].first + 1);
            if (more != 0) stats_add(&added, more);
        }
    assert_share(added.n, CROWD * GENES, 0.2);
    assert_near(added.mean, 0, 5 * 160 / sqrt((double)added.n));
    assert_near(stats_sd(&added), 160, 12);
}

/* Of equals, and of what has no value, nobody has children, but those that are kept stay: the others are drawn as at the start.
 * As published, where genes are multiplied, they have. */
TEST(test_equals_start_anew)
{
    for (int k = 0; k < 3; k++) {
        Breeding b = {.particles = CROWD, .elite = 2, .mutation_sd = k == 2 ? 0 : 0.1, .start_lower = -1, .start_upper = -0.5};
        CLOSED(crowd_close) Crowd c = crowd_open();
        for (int i = 0; i < CROWD && k == 1; i++) c.g.fitness[i] = -HUGE_VAL;
        breed_next(&b, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i++) {
            const bool fresh = i >= 2 && k < 2;
            assert_int_equal(c.descent[i].fresh, fresh);
            for (int j = 0; j < GENES; j++) {
                const double gene = c.next[i * GENES + j];
                assert_true(fresh ? gene >= -4000 && gene <= -2000 : gene == c.descent[i].first + 1);
            }
        }
    }
}

/* Each gene of a child is where its heuristic has it: of its first parent, of either, in the middle between both, or between
 * half of their distance before the one and as much behind the other, evenly. */
TEST(test_heuristics)
{
    for (int heuristic = BREED_COPY; heuristic <= BREED_BLEND; heuristic++) {
        Breeding b = {.particles = CROWD, .crossover = 1, .heuristic = heuristic};
        CLOSED(crowd_close) Crowd c = crowd_open();
        int of_first = 0, mixed = 0;
        Stats share = {0};
        breed_next(&b, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i++) {
            const double first = c.descent[i].first + 1, second = c.descent[i].second + 1;
            assert_int_equal(c.descent[i].mixed, heuristic != BREED_COPY && first != second);
            assert_int_equal(c.descent[i].first, c.descent[i ^ 1].second);
            mixed += first != second;
            for (int j = 0; j < GENES; j++) {
                const double gene = c.next[i * GENES + j];
                if (heuristic == BREED_AVERAGE) assert_true(gene == first / 2 + second / 2);
                if (heuristic == BREED_COPY) assert_true(gene == first);
                if (heuristic == BREED_UNIFORM) assert_true(gene == first || gene == second);
                of_first += first != second && gene == first;
                if (heuristic == BREED_BLEND && first != second) stats_add(&share, (gene - first) / (second - first));
                assert_true(share.n == 0 || fabs(gene - (first + second) / 2) <= fabs(first - second) + 1e-9);
            }
        }
        if (heuristic == BREED_UNIFORM) assert_share(of_first, mixed * GENES, 0.5);
        if (heuristic != BREED_BLEND) continue;
        assert_near(share.mean, 0.5, 5 * 0.58 / sqrt((double)share.n));
        assert_near(stats_sd(&share), 2 / sqrt(12), 0.02);
    }
}

/* The best of m of n, drawn without the same one twice, has rank m (n + 1) / (m + 1) on average, counted from the worst, with
 * the variance m (n - m) (n + 1) / ((m + 1)^2 (m + 2)). */
TEST(test_tournament)
{
    static const struct {
        double share, m;
    } rows[] = {{0.25, 500}, {0.0015, 3}, {1, CROWD}};
    for (size_t k = 0; k < LENGTH(rows); k++) {
        Breeding b = {.particles = CROWD, .tournament = rows[k].share};
        CLOSED(crowd_close) Crowd c = crowd_open();
        Stats rank = {0};
        for (int i = 0; i < CROWD; i++) c.g.fitness[i] = (i * 7) % CROWD; /* the fitness is no order of the indices */
        breed_next(&b, &c.g, c.next, c.descent);
        for (int i = 0; i < CROWD; i++) stats_add(&rank, c.g.fitness[c.descent[i].first] + 1);
        const double m = rows[k].m, sd = sqrt(m * (CROWD - m) * (CROWD + 1.0) / ((m + 1) * (m + 1) * (m + 2)));
        assert_near(rank.mean, m * (CROWD + 1) / (m + 1), 5 * sd / sqrt(CROWD));
        assert_near(stats_sd(&rank), sd, 0.1 * sd);
    }
}

/* The two children of a pair have ranges of their own; behind a share that is kept. */
TEST(test_two_ranges)
{
    Breeding b = {
        .particles = CROWD, .elite_share = 0.3, .mutation = 1, .mutation_lower = 1.5, .mutation_upper = 1.5, .second_upper = 0.5};
    Stats second = {0};
    CLOSED(crowd_close) Crowd c = crowd_open();
    breed_next(&b, &c.g, c.next, c.descent);
    assert_int_equal(breed_kept(&b, CROWD), 600);
    for (int i = 0; i < CROWD; i++) {
        const double factor = c.next[i * GENES] / (c.descent[i].first + 1);
        if (i < 600 || i % 2 == 0) assert_true(factor == (i < 600 ? 1 : 1.5));
        if (i >= 600 && i % 2 == 1) stats_add(&second, factor);
    }
    assert_near(second.mean, 0.25, 5 * 0.5 / sqrt(12.0 * (double)second.n));
    assert_near(stats_sd(&second), 0.5 / sqrt(12), 0.02);
}

/* A child that is worse than its worse parent is bred again, as often as is said, and no other one; the last try stays. */
TEST(test_retries)
{
    enum { N = 6 };
    static const double start[N] = {5, 5, 5, 5, 5, 5}, born[N] = {1, 1, 5, 4.9, 6, NAN}, again[] = {5, 4, 7}, last[] = {1};
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_ga, "particles=6 elite=1 retries=2 mutation=1 mutation_sd=0", 1);
    double before[N * DIM], after[N * DIM];
    assert_int_equal(s.candidates, 3 * N);
    stepper_tell(&s, start);
    stepper_peek(&s, "x", before, N * DIM);
    stepper_ask(&s);
    assert_int_equal(s.n, N);
    for (int i = 0; i < N; i++) stepper_judge(&s, i, born[i]);
    assert_false(s.o->tell(s.self, s.v, N, 0.5));
    stepper_peek(&s, "x", after, N * DIM);
    for (int i = 0; i < N; i++) /* the first is kept, and no child */
        assert_int_equal(memcmp(before + i * DIM, after + i * DIM, DIM * sizeof(double)) != 0, i == 1 || i == 3 || i == 5);
    stepper_ask(&s);
    assert_int_equal(s.n, 3);
    for (int k = 0; k < 3; k++) {
        assert_memory_equal(s.c[k].x, after + (2 * k + 1) * DIM, DIM * sizeof(double));
        stepper_judge(&s, k, again[k]);
    }
    assert_false(s.o->tell(s.self, s.v, 3, 0.5));
    stepper_ask(&s);
    assert_int_equal(s.n, 1);
    stepper_judge(&s, 0, last[0]);
    assert_true(s.o->tell(s.self, s.v, 1, 0.5));
    stepper_ask(&s);
    assert_int_equal(s.n, N);
    assert_memory_equal(s.c[0].x, after + 5 * DIM, DIM * sizeof(double)); /* the elite: 7 is the best */
}

/* Where values are exact the elite is not asked for again, and competes with the value that it had. */
TEST(test_exact_elite)
{
    enum { N = 6 };
    static const double start[N] = {1, 2, 6, 4, 5, 3}, born[] = {0, 5.5, 0, 0};
    const double best[] = {6, 5.5};
    Space exact = sphere_space;
    exact.exact = true;
    CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_ga, "particles=6 elite=2", &exact, 1);
    stepper_tell(&s, start);
    stepper_ask(&s);
    assert_int_equal(s.n, N - 2);
    for (int i = 0; i < s.n; i++) stepper_judge(&s, i, born[i]);
    assert_true(s.o->tell(s.self, s.v, s.n, 0.5));
    double fitness[N];
    stepper_peek(&s, "fitness", fitness, N);
    assert_memory_equal(fitness, best, sizeof best);
    stepper_close(&s);
    s = stepper_open(&optimiser_ga, "particles=6 elite=9", &exact, 1);
    stepper_tell(&s, start);
    stepper_ask(&s);
    assert_int_equal(s.n, 1);
}

/* Options that start on one side of the middle and never change a sign give a warning; the others are not. */
TEST(test_breed_check)
{
    static const struct {
        double lower, upper, least;
        const char *key;
    } rows[] = {{0, 1, 0.8, "start_lower"}, {-1, 0, 0.8, "start_upper"}, {-1, 1, 0.8, NULL}, {0, 1, -1, NULL}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Breeding b = {
            .start_lower = rows[i].lower, .start_upper = rows[i].upper, .mutation_lower = rows[i].least, .mutation_upper = 1.2};
        Finding finding[FINDINGS_MAX];
        assert_int_equal(breed_check(&b, finding), rows[i].key != NULL);
        if (rows[i].key != NULL) assert_true(strcmp(finding[0].key, rows[i].key) == 0 && !finding[0].fatal);
    }
}

/* What all that breed a population promise. */
TEST(test_population)
{
    check_breeds_by_fitness(&optimiser_ga, "particles=200 elite=0 tournament=0 mutation_sd=0 crossover=0 mutation=0");
    check_elite(&optimiser_ga);
    check_starts_of_genes(&optimiser_ga);
}

TESTS(make_sphere, free_sphere)
