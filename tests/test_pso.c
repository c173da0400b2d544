/* test_pso.c. The particle swarm inside: which particles inform which, how velocities are made, in which order, and what is
 * called unstable. That it searches, resumes and keeps within walls as every optimiser must: test_parts.c. */
#include "base/mem.h"
#include "optim/pso/coefficients.h"
#include "optim/pso/move.h"
#include "optim/pso/neighbours.h"
#include "optim/pso/swarm_parts.h"
#include "registry.h"
#include "tests/helpers.h"
#include "tests/live.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- swarms ---- */

/* A cube for spheres, and a box that is no cube, nor has its middle at 0. */
enum { DIM = 3 };
static const double cube_lo[DIM] = {-10, -10, -10}, cube_hi[DIM] = {10, 10, 10}, box_lo[DIM] = {-4, -1, -100},
                    box_hi[DIM] = {6, 3, 100};
static const char *const names[DIM] = {"a", "b", "c"};
static const Space cube = {.dim = DIM, .lo = cube_lo, .hi = cube_hi, .names = names};
static const Space box = {.dim = DIM, .lo = box_lo, .hi = box_hi, .names = names};

/* Sets what "key=value key=value" says. */
static void set(PsoOptions *o, const char *settings)
{
    char word[80], why[PARAM_WHY_MAX];
    for (int i = 0; config_word(settings, i, word, sizeof word); i++) {
        char *is = strchr(word, '=');
        assert_non_null(is);
        *is = '\0';
        const Param *row = param_find(optimiser_pso.params, word);
        if (row == NULL || !param_set(row, o, is + 1, why, sizeof why)) fail_msg("%s = %s cannot be set", word, is + 1);
    }
}

/* Of the preset called so, and what else is said. */
static PsoOptions options_of(const char *preset, const char *settings)
{
    PsoOptions o;
    const Preset *p = optimiser_pso.presets;
    param_defaults(optimiser_pso.params, &o);
    while (p->name != NULL && strcmp(p->name, preset) != 0) p++;
    assert_non_null(p->name);
    set(&o, p->settings);
    set(&o, settings);
    return o;
}

static Pso *swarm(const char *preset, const char *settings, const Space *space, uint64_t seed)
{
    PsoOptions o = options_of(preset, settings);
    return optimiser_pso.create(&o, space, seed);
}

static Sample sample_of(double fitness)
{
    Sample s = {0};
    stats_add(&s.score, fitness);
    stats_add(&s.fitness, fitness);
    s.cost = 1;
    return s;
}

/* Asks for one candidate or an iteration, and tells it what f makes of them. Returns whether the iteration is complete. */
typedef double Function3(const double *x);
static bool turn(Pso *s, Function3 *f, double spent)
{
    Candidate *c = mem_new((size_t)s->o.particles, sizeof *c);
    Verdict *v = mem_new((size_t)s->o.particles, sizeof *v);
    int n = optimiser_pso.ask(s, c);
    for (int i = 0; i < n; i++) {
        const Sample *there = &s->own.sample[c[i].incumbent];
        v[i].sample = sample_of(f(c[i].x));
        v[i].better = there->fitness.n == 0 || archive_fitness(&v[i].sample) > archive_fitness(there);
    }
    bool complete = optimiser_pso.tell(s, v, n, spent);
    free(c), free(v);
    return complete;
}

static void play_iteration(Pso *s, Function3 *f, double spent)
{
    while (!turn(s, f, spent)) {
    }
}

static double bowl(const double *x)
{
    return -(pow(x[0] - 1.5, 2) + pow(x[1] - 2, 2) + pow(x[2] + 3, 2));
}

/* Puts a particle, its velocity and its own best where they are wanted. */
static void place(Pso *s, int i, const double *x, const double *v, const double *best, double fitness)
{
    Sample sample = sample_of(fitness);
    memcpy(pso_row(s->x, s, i), x, DIM * sizeof *x);
    memcpy(pso_row(s->v, s, i), v, DIM * sizeof *v);
    archive_put(&s->own, i, best, &sample);
}

/* ---- which particles inform which ---- */

/* N(i) as text, "0 1 5". */
static void informants(const Pso *s, int i, char *out)
{
    int used = 0;
    for (int k = pso_informant_after(s, i, -1); k >= 0; k = pso_informant_after(s, i, k))
        used += sprintf(out + used, used > 0 ? " %d" : "%d", k);
}

/* expected: of particle 0, 1, 2, ... up to NULL. */
static void assert_informants(const char *settings, const char *const *expected)
{
    char text[400];
    Pso *s = swarm("vdbergh", settings, &box, 1);
    for (int i = 0; i < s->o.particles; i++) {
        assert_non_null(expected[i]);
        informants(s, i, text);
        assert_string_equal(text, expected[i]);
    }
    assert_null(expected[s->o.particles]);
    optimiser_pso.destroy(s);
}

/* Drawn by hand. */
static void test_rings(void **state)
{
    (void)state;
    static const char *const six[] = {"0 1 5", "0 1 2", "1 2 3", "2 3 4", "3 4 5", "0 4 5", NULL};
    static const char *const six_by_two[] = {"0 1 2 4 5", "0 1 2 3 5", "0 1 2 3 4", "1 2 3 4 5", "0 2 3 4 5", "0 1 3 4 5", NULL};
    static const char *const twelve[] = {"0 1 11", "0 1 2", "1 2 3",  "2 3 4",   "3 4 5",   "4 5 6", "5 6 7",
                                         "6 7 8",  "7 8 9", "8 9 10", "9 10 11", "0 10 11", NULL};
    static const char *const all[] = {"0 1 2 3", "0 1 2 3", "0 1 2 3", "0 1 2 3", NULL};
    static const char *const two[] = {"0 1", "0 1", NULL}, *const one[] = {"0", NULL};
    assert_informants("topology=ring particles=6", six);
    assert_informants("topology=ring particles=6 ring_k=2", six_by_two);
    assert_informants("topology=ring particles=12", twelve);
    assert_informants("topology=ring particles=4 ring_k=2", all);
    assert_informants("topology=ring particles=4 ring_k=9", all);
    assert_informants("topology=global particles=4", all);
    assert_informants("topology=ring particles=2", two);
    assert_informants("topology=ring particles=1", one);
}

/* Drawn by hand:   0 1 2      0  1  2  3
 *                  3 4 5      4  5  6  7
 *                             8  9 10 11 */
static void test_tori(void **state)
{
    (void)state;
    static const char *const six[] = {"0 1 2 3", "0 1 2 4", "0 1 2 5", "0 3 4 5", "1 3 4 5", "2 3 4 5", NULL};
    static const char *const twelve[] = {"0 1 3 4 8",   "0 1 2 5 9",   "1 2 3 6 10", "0 2 3 7 11", "0 4 5 7 8",
                                         "1 4 5 6 9",   "2 5 6 7 10",  "3 4 6 7 11", "0 4 8 9 11", "1 5 8 9 10",
                                         "2 6 9 10 11", "3 7 8 10 11", NULL};
    static const char *const four[] = {"0 1 2", "0 1 3", "0 2 3", "1 2 3", NULL};
    static const char *const seven[] = {"0 1 6", "0 1 2", "1 2 3", "2 3 4", "3 4 5", "4 5 6", "0 5 6", NULL};
    static const struct {
        int particles;
        const char *first; /* N(0) */
    } tori[] = {{1, "0"},           {2, "0 1"},         {16, "0 1 3 4 12"},      {17, "0 1 16"},
                {36, "0 1 5 6 30"}, {40, "0 1 7 8 32"}, {4096, "0 1 63 64 4032"}};
    for (size_t i = 0; i < LENGTH(tori); i++) {
        char settings[100], text[100];
        snprintf(settings, sizeof settings, "topology=von-neumann particles=%d", tori[i].particles);
        Pso *s = swarm("vdbergh", settings, &box, 1);
        informants(s, 0, text);
        assert_string_equal(text, tori[i].first);
        optimiser_pso.destroy(s);
    }
    assert_informants("topology=von-neumann particles=6", six);
    assert_informants("topology=von-neumann particles=4", four);
    assert_informants("topology=von-neumann particles=7", seven);
    assert_informants("topology=von-neumann particles=12", twelve);
}

static bool informs(const Pso *s, int k, int i)
{
    return pso_informant_after(s, i, k - 1) == k;
}

/* Every particle informs itself; where nothing is drawn, it is mutual, and there are as many others as the topology says. Also
 * where a row of bits is one word, exactly full, or several. */
static void test_neighbours_are_mutual(void **state)
{
    (void)state;
    static const int sizes[] = {1, 2, 3, 4, 5, 6, 9, 30, 63, 64, 65, 128, 130};
    static const char *const topologies[] = {"topology=global", "topology=ring", "topology=ring ring_k=5",
                                             "topology=von-neumann"};
    for (size_t t = 0; t < LENGTH(topologies); t++)
        for (size_t n = 0; n < LENGTH(sizes); n++) {
            char settings[100];
            snprintf(settings, sizeof settings, "%s particles=%d", topologies[t], sizes[n]);
            Pso *s = swarm("vdbergh", settings, &box, 1);
            for (int i = 0; i < sizes[n]; i++) {
                int others = 0;
                assert_true(informs(s, i, i));
                for (int k = 0; k < sizes[n]; k++) {
                    assert_int_equal(informs(s, k, i), informs(s, i, k));
                    others += k != i && informs(s, k, i);
                }
                assert_true(others == pso_topology(&s->o)->others(&s->o));
            }
            optimiser_pso.destroy(s);
        }
}

/* Each informs itself, and each other one with probability 1 - (1 - 1/10)^3 = 0.271: 5 standard errors; not always mutually. */
static void test_random_topology(void **state)
{
    (void)state;
    enum { S = 10, DRAWS = 400, PAIRS = S * (S - 1) };
    double informed[S][S] = {{0}}, all = 0;
    int one_way = 0;
    Pso *s = swarm("vdbergh", "topology=random particles=10", &box, 3);
    for (int draw = 0; draw < DRAWS; draw++) {
        pso_neighbours_renew(s);
        for (int i = 0; i < S; i++)
            for (int k = 0; k < S; k++) {
                informed[i][k] += informs(s, k, i);
                one_way += informs(s, k, i) != informs(s, i, k);
            }
    }
    for (int i = 0; i < S; i++)
        for (int k = 0; k < S; k++) {
            double p = i == k ? 1 : 0.271;
            assert_near(informed[i][k] / DRAWS, p, 5 * sqrt(p * (1 - p) / DRAWS));
            if (i != k) all += informed[i][k];
        }
    assert_near(all / DRAWS / PAIRS, 0.271, 5 * sqrt(0.271 * 0.729 / DRAWS / PAIRS));
    assert_near(pso_topology(&s->o)->others(&s->o), 9 * 0.271, 1e-12);
    assert_true(one_way > 0);
    optimiser_pso.destroy(s);
}

/* An iteration in which particle 1 finds something of this fitness, and no other particle anything. */
static void tell_one(Pso *s, double fitness)
{
    Verdict v[4] = {{.better = false}};
    for (int i = 0; i < 4; i++) v[i].sample = sample_of(i == 1 ? fitness : -100);
    v[1].better = true;
    for (int i = 0; i < 4;) {
        int n = s->o.update_order == ORDER_SEQUENTIAL ? 1 : 4;
        optimiser_pso.tell(s, v + i, n, 0);
        i += n;
    }
}

/* Drawn anew after an iteration without a new best of the swarm, and only then. An own best is not enough, nor is the same
 * fitness again. */
static void test_random_topology_adapts(void **state)
{
    (void)state;
    static const char *const orders[] = {"topology=random particles=4 random_k=2",
                                         "topology=random particles=4 update_order=sequential"};
    static const struct {
        double fitness;
        bool anew;
    } iterations[] = {{-5, true}, {-2, true}, {-1, true}, {-0.5, false}, {-0.5, true}, {-0.7, true}, {3, false}, {3.5, false}};
    for (size_t o = 0; o < LENGTH(orders); o++) {
        int changes = 0;
        Pso *s = swarm("vdbergh", orders[o], &box, 5);
        Verdict first[4];
        for (int i = 0; i < 4; i++) first[i] = (Verdict){.sample = sample_of(-1 - 3 * i), .better = true};
        uint64_t before[4];
        memcpy(before, s->informs, sizeof before);
        for (int i = 0, n = o == 1 ? 1 : 4; i < 4; i += n) optimiser_pso.tell(s, first + i, n, 0);
        assert_memory_equal(before, s->informs, sizeof before); /* everything is new in the first iteration */
        for (size_t r = 0; r < LENGTH(iterations); r++) {
            memcpy(before, s->informs, sizeof before);
            tell_one(s, iterations[r].fitness);
            bool changed = memcmp(before, s->informs, sizeof before) != 0;
            if (!iterations[r].anew) assert_false(changed);
            changes += changed;
        }
        assert_true(changes >= 4); /* of 5: the same may be drawn again */
        optimiser_pso.destroy(s);
    }
}

/* The highest mean fitness of the neighbourhood, itself included; ties to the lowest index; what is not finite is the worst. */
static void test_best_informant(void **state)
{
    (void)state;
    static const double fitness[] = {1, 5, 5, -2, NAN, -3, HUGE_VAL, 1};
    static const int ring[] = {1, 1, 1, 2, 3, 5, 7, 0};
    Pso *s = swarm("vdbergh", "topology=ring particles=8", &box, 1), *all = swarm("vdbergh", "particles=8", &box, 1);
    for (int i = 0; i < 8; i++) {
        Sample sample = sample_of(fitness[i]);
        archive_put(&s->own, i, pso_row(s->x, s, i), &sample);
        archive_put(&all->own, i, pso_row(s->x, s, i), &sample);
    }
    all->leader = archive_leader(&all->own);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(pso_best_informant(s, i), ring[i]);
        assert_int_equal(pso_best_informant(all, i), 1);
    }
    optimiser_pso.destroy(s);
    optimiser_pso.destroy(all);
}

/* A checkpoint in which a particle does not inform itself, or one informs that does not exist, is refused. */
typedef struct {
    Visit visit;
    uint64_t word;
} Forge;

static void forge(Visit *v, const char *name, char type, void *p, size_t n)
{
    if (strcmp(name, "informs") != 0) return;
    assert_true(type == 'u');
    for (size_t i = 0; i < n; i++) ((uint64_t *)p)[i] = ((Forge *)v)->word;
}

static void test_forged_topologies_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        uint64_t word;
        bool good;
    } rows[] = {{"topology=random particles=4", 0xf, true},         {"topology=random particles=4", 0xe, false},
                {"topology=random particles=4", 0x1f, false},       {"topology=random particles=4", 0, false},
                {"topology=random particles=64", UINT64_MAX, true}, {"topology=random particles=65", UINT64_MAX, false}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        Pso *s = swarm("vdbergh", rows[i].settings, &box, 1);
        Forge f = {.visit = {.loading = true, .field = forge}, .word = rows[i].word};
        optimiser_pso.walk(s, &f.visit);
        assert_int_equal(f.visit.failed, !rows[i].good);
        optimiser_pso.destroy(s);
    }
}

/* ---- velocities ---- */

static const double here[DIM] = {1, -2, 30}, speed[DIM] = {0.5, 0.25, -8},
                    bests[3][DIM] = {{2, 0, 10}, {-3, 2.5, 40}, {0, 1, -60}};

/* Three particles, the first of which is about to move; the second is the best. */
static Pso *three(const char *preset, const char *settings)
{
    char text[200];
    snprintf(text, sizeof text, "particles=3 wall=none %s", settings);
    Pso *s = swarm(preset, text, &box, 7);
    static const double fitness[] = {-2, -1, -3};
    for (int i = 0; i < 3; i++) place(s, i, here, speed, bests[i], fitness[i]);
    s->leader = archive_leader(&s->own);
    assert_int_equal(s->leader, 1);
    return s;
}

/* The first particle makes a step; v and x are what they should be. */
static void assert_step(Pso *s, const double *v, PsoCoefficients c)
{
    pso_move(s, 0, &c);
    for (int j = 0; j < DIM; j++) {
        assert_near(s->v[j], v[j], 1e-12 * (1 + fabs(v[j])));
        assert_near(s->x[j], here[j] + v[j], 1e-12 * (1 + fabs(here[j] + v[j])));
    }
}

/* v <- w v + cp r (p - x) + cg r' (g - x), with numbers drawn beside it; g is the second one's. */
static void test_canonical(void **state)
{
    (void)state;
    Pso *s = three("vdbergh", "topology=ring");
    Rng r = s->rng;
    double v[DIM];
    for (int j = 0; j < DIM; j++) {
        double own = rng_real(&r), other = rng_real(&r);
        v[j] = 0.6 * speed[j] + 1.7 * own * (bests[0][j] - here[j]) + 1.9 * other * (bests[1][j] - here[j]);
    }
    assert_step(s, v, (PsoCoefficients){0.6, 1.7, 1.9, 0});
    assert_true(s->rng.state == r.state);
    optimiser_pso.destroy(s);
}

/* v <- chi (v + sum over the two others of U(0, phi/2) (p_k - x)), chi = 0.7298 and phi = 4.1: the formula of Mendes, Kennedy
 * and Neves, with numbers drawn beside it. Its own best does not matter. */
static void test_fully_informed(void **state)
{
    (void)state;
    static const double anywhere[DIM] = {5, 3, 99};
    for (int moved = 0; moved < 2; moved++) {
        Pso *s = three("fips", "");
        if (moved) place(s, 0, here, speed, anywhere, -2);
        Rng r = s->rng;
        double v[DIM];
        memcpy(v, speed, sizeof v);
        for (int k = 1; k < 3; k++)
            for (int j = 0; j < DIM; j++) v[j] += 4.1 / 2 * rng_real(&r) * (bests[k][j] - here[j]);
        for (int j = 0; j < DIM; j++) v[j] *= 2 / (4.1 - 2 + sqrt(4.1 * 4.1 - 4 * 4.1));
        assert_step(s, v, pso_coefficients(&s->o, 0));
        assert_true(s->rng.state == r.state);
        optimiser_pso.destroy(s);
    }
}

/* By hand: at 0 with v = 1 and bests of the others at 2 and 4, E v = 0.72984 (1 + 4.1/2 (2 + 4)/2) = 5.21838 and its variance is
 * 0.72984^2 (4.1/2)^2 / 12 (2^2 + 4^2) = 3.73089. No other particle there: 0.72984. */
static void test_fully_informed_moments(void **state)
{
    (void)state;
    enum { N = 20000 };
    static const double zero[DIM] = {0, 0, 0}, one[DIM] = {1, 1, 1}, two[DIM] = {2, 2, 2}, four[DIM] = {4, 4, 4};
    Stats v = {0};
    Pso *s = three("fips", ""), *alone = swarm("fips", "particles=1", &box, 1);
    PsoCoefficients c = pso_coefficients(&s->o, 0);
    for (int i = 0; i < N; i++) {
        place(s, 0, zero, one, zero, 0);
        place(s, 1, zero, one, two, 0);
        place(s, 2, zero, one, four, 0);
        pso_move(s, 0, &c);
        stats_add(&v, s->v[i % DIM]);
    }
    assert_near(v.mean, 5.21838, 5 * sqrt(3.73089 / N));
    assert_near(stats_sd(&v) * stats_sd(&v), 3.73089, 5 * 3.73089 * sqrt(2.0 / N));
    place(alone, 0, zero, one, two, 0);
    pso_move(alone, 0, &c);
    assert_near(alone->v[2], 0.72984, 1e-5);
    optimiser_pso.destroy(s);
    optimiser_pso.destroy(alone);
}

/* Of y around the centre, DIM coordinates: y = x + v - w v_before, as x <- x + v. */
typedef struct {
    Stats distance, square, y[DIM], direction[DIM], mixed, fourth;
    double farthest;
} Cloud;

/* The first particle of s, many times; g: its best informant's place. */
static void observe(Pso *s, const double *centre, PsoCoefficients c, Cloud *cloud)
{
    enum { N = 20000 };
    *cloud = (Cloud){0};
    for (int i = 0; i < N; i++) {
        double away[DIM], distance = 0, fourth = 0;
        memcpy(s->x, here, sizeof here);
        memcpy(s->v, speed, sizeof speed);
        pso_move(s, 0, &c);
        for (int j = 0; j < DIM; j++) {
            double y = s->x[j] - c.inertia * speed[j];
            away[j] = y - centre[j];
            distance += away[j] * away[j];
            stats_add(&cloud->y[j], y);
        }
        distance = sqrt(distance);
        stats_add(&cloud->distance, distance);
        stats_add(&cloud->square, distance * distance);
        for (int j = 0; j < DIM; j++) {
            stats_add(&cloud->direction[j], away[j] / distance);
            fourth += pow(away[j] / distance, 4);
        }
        stats_add(&cloud->fourth, fourth);
        stats_add(&cloud->mixed, away[0] * away[1] / distance / distance);
        if (distance > cloud->farthest) cloud->farthest = distance;
    }
}

/* A distance U(0,R), so with mean R/2 and variance R^2/12, in a direction whose coordinates are U(-1,1) in three dimensions
 * (Archimedes): mean 0, variance 1/3, fourth moment 1/5; a product of two has the variance 1/15. */
static void assert_ball(const Cloud *c, const double *centre, double r)
{
    double n = (double)c->distance.n;
    assert_true(c->farthest < r * (1 + 1e-12) && c->farthest > 0.999 * r);
    assert_near(c->distance.mean, r / 2, 5 * r / sqrt(12 * n));
    assert_near(c->square.mean, r * r / 3, 5 * r * r * sqrt(1.0 / 5 - 1.0 / 9) / sqrt(n));
    assert_near(c->mixed.mean, 0, 5 * sqrt(1.0 / 15 / n));
    assert_near(c->fourth.mean, 3.0 / 5, 5 * stats_sem(&c->fourth));
    for (int j = 0; j < DIM; j++) {
        assert_near(c->y[j].mean, centre[j], 5 * r / sqrt(9 * n));
        assert_near(c->direction[j].mean, 0, 5 * sqrt(1 / 3.0 / n));
        assert_near(stats_sd(&c->direction[j]), sqrt(1 / 3.0), 0.01);
    }
}

static double distance_between(const double *a, const double *b)
{
    double square = 0;
    for (int j = 0; j < DIM; j++) square += (a[j] - b[j]) * (a[j] - b[j]);
    return sqrt(square);
}

/* G = (x + a + b) / 3 with a = x + c (p - x), b = x + c (g - x), or (x + a) / 2 for a particle that is its own best informant. */
static void test_spso_2011(void **state)
{
    (void)state;
    static const double c = 1.19315;
    Cloud cloud;
    for (int leads = 0; leads < 2; leads++) {
        Pso *s = three("spso-2011", "particles=3 topology=ring velocity_start=zero wall=none");
        double centre[DIM];
        if (leads) place(s, 0, here, speed, bests[0], 10);
        for (int j = 0; j < DIM; j++) {
            double x = here[j], a = x + c * (bests[0][j] - x), b = x + c * (bests[1][j] - x);
            centre[j] = leads ? (x + a) / 2 : (x + a + b) / 3;
        }
        observe(s, centre, pso_coefficients(&s->o, 0), &cloud);
        assert_ball(&cloud, centre, distance_between(centre, here));
        optimiser_pso.destroy(s);
    }
}

/* U(box) - x: x + v is uniform in the box, whatever x is. */
static void test_velocity_starts_anywhere(void **state)
{
    (void)state;
    enum { N = 2000 };
    Pso *s = swarm("spso-2011", "particles=2000", &box, 1);
    Stats target[DIM] = {{0}}, product[DIM] = {{0}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < DIM; j++) {
            double w = box_hi[j] - box_lo[j], x = (pso_row(s->x, s, i)[j] - box_lo[j]) / w;
            double t = x + pso_row(s->v, s, i)[j] / w;
            assert_true(t > -1e-12 && t < 1 + 1e-12);
            stats_add(&target[j], t);
            stats_add(&product[j], (x - 0.5) * (t - 0.5));
        }
    for (int j = 0; j < DIM; j++) {
        assert_near(target[j].mean, 0.5, 5 / sqrt(12.0 * N));
        assert_near(stats_sd(&target[j]), 1 / sqrt(12), 0.01);
        assert_near(product[j].mean, 0, 5.0 / 12 / sqrt(N));
    }
    optimiser_pso.destroy(s);
}

/* 2 / (2.1 + sqrt 0.41) = 0.7298437881 for 4.1; (3 - sqrt 5) / 2 for 5 (the square of the golden ratio); 1 where it is not
 * defined. */
static void test_constriction(void **state)
{
    (void)state;
    assert_near(pso_constriction(4.1), 0.7298437881283576, 1e-14);
    assert_near(pso_constriction(5), 0.3819660112501052, 1e-14);
    assert_true(pso_constriction(4) == 1 && pso_constriction(-1) == 1);
    PsoOptions o = options_of("constriction", "phi1=2.8 phi2=1.3 inertia=0.1 inertia_schedule=linear");
    PsoCoefficients c = pso_coefficients(&o, 0.5);
    assert_near(c.inertia, 0.7298437881283576, 1e-14);
    assert_near(c.cognitive, 0.7298437881283576 * 2.8, 1e-13);
    assert_near(c.social, 0.7298437881283576 * 1.3, 1e-13);
    assert_false(optimiser_pso.scheduled(&o));
    o = options_of("shi-eberhart", "");
    c = pso_coefficients(&o, 0.25);
    assert_near(c.inertia, 0.775, 1e-15);
    assert_true(c.cognitive == 2 && c.social == 2 && optimiser_pso.scheduled(&o));
}

static void test_presets(void **state)
{
    (void)state;
    PsoOptions o = options_of("fips", "");
    assert_true(pso_rule(&o) == &pso_fully_informed && pso_topology(&o) == &pso_ring && o.ring_k == 1);
    assert_true(o.coefficients == COEFFICIENTS_CONSTRICTION && o.phi1 + o.phi2 == 4.1);
    o = options_of("constriction", "");
    assert_true(pso_rule(&o) == &pso_canonical && pso_topology(&o) == &pso_global);
    assert_true(o.coefficients == COEFFICIENTS_CONSTRICTION && o.phi1 == 2.05 && o.phi2 == 2.05);
    o = options_of("spso-2011", "");
    assert_true(pso_rule(&o) == &pso_spso_2011 && pso_topology(&o) == &pso_random && o.random_k == 3 && o.particles == 40);
    assert_true(o.wall == WALL_DAMP && o.velocity_start == START_FULL_DIFF && o.coefficients == COEFFICIENTS_INERTIA);
    assert_near(o.inertia, 1 / (2 * log(2)), 1e-5);
    assert_near(o.cognitive, 0.5 + log(2), 1e-5);
    assert_near(o.social, 0.5 + log(2), 1e-5);
    o = options_of("vdbergh", "");
    assert_true(pso_rule(&o) == &pso_canonical && pso_topology(&o) == &pso_global && o.update_order == ORDER_SYNCHRONOUS);
    assert_true(pso_domain(&o) == &pso_box && o.wall == WALL_ABSORB && o.velocity_start == START_HALF_DIFF);
}

/* ---- the order of moves ---- */

/* One is asked for at a time, in order; no particle moves before all have been judged where they start; then each moves when its
 * turn comes. */
static void test_sequential(void **state)
{
    (void)state;
    enum { S = 4 };
    Pso *s = swarm("vdbergh", "particles=4 update_order=sequential", &box, 2);
    double start[S * DIM];
    memcpy(start, s->x, sizeof start);
    for (int told = 0; told < 3 * S; told++) {
        Candidate c;
        assert_int_equal(optimiser_pso.candidates(s), S);
        assert_int_equal(optimiser_pso.ask(s, &c), 1);
        assert_int_equal(c.incumbent, told % S);
        assert_ptr_equal(c.x, pso_row(s->x, s, told % S));
        double x[S * DIM];
        memcpy(x, s->x, sizeof x);
        assert_int_equal(turn(s, bowl, 0), told % S == S - 1);
        int next = (told + 1) % S;
        for (int i = 0; i < S; i++)
            assert_int_equal(memcmp(x + i * DIM, pso_row(s->x, s, i), sizeof here) != 0, told >= S - 1 && i == next);
        if (told < S - 1) assert_memory_equal(s->x, start, sizeof start);
    }
    optimiser_pso.destroy(s);
}

/* The first particle finds a new best of the swarm. The second one's next step uses it at once; synchronous, only an iteration
 * later. So the steps differ by cg r' (new - old), all else being equal. */
static void test_sequential_uses_new_bests(void **state)
{
    (void)state;
    Pso *s = swarm("vdbergh", "particles=2 update_order=sequential wall=none", &box, 2);
    while (!turn(s, bowl, 0)) {
    }
    Verdict v = {.sample = sample_of(1), .better = true}; /* the bowl has nothing above 0 */
    double x[DIM], was[DIM], new_best[DIM];
    memcpy(x, pso_row(s->x, s, 1), sizeof x);
    memcpy(was, pso_row(s->v, s, 1), sizeof was);
    memcpy(new_best, pso_row(s->x, s, 0), sizeof new_best);
    Rng r = s->rng;
    optimiser_pso.tell(s, &v, 1, 0);
    assert_memory_equal(s->own.x, new_best, sizeof new_best);
    for (int j = 0; j < DIM; j++) {
        double own = rng_real(&r), other = rng_real(&r);
        double expected =
            0.7298 * was[j] + 1.49618 * own * (pso_row(s->own.x, s, 1)[j] - x[j]) + 1.49618 * other * (new_best[j] - x[j]);
        assert_near(pso_row(s->v, s, 1)[j], expected, 1e-12 * (1 + fabs(expected)));
    }
    optimiser_pso.destroy(s);
}

/* The two orders begin alike, and part when a best is found within an iteration. */
static void test_orders_differ(void **state)
{
    (void)state;
    Pso *one = swarm("vdbergh", "particles=6", &box, 4), *two = swarm("vdbergh", "particles=6 update_order=sequential", &box, 4);
    assert_memory_equal(one->x, two->x, 6 * sizeof here);
    for (int iteration = 0; iteration < 40; iteration++) {
        play_iteration(one, bowl, 0);
        play_iteration(two, bowl, 0);
    }
    assert_memory_not_equal(one->own.x, two->own.x, 6 * sizeof here);
    optimiser_pso.destroy(one);
    optimiser_pso.destroy(two);
}

/* Told any number of candidates, saved and loaded into a fresh swarm, each variant goes on as if nothing had happened. */
static void test_every_tell_resumes(void **state)
{
    (void)state;
    enum { TELLS = 24 };
    static const char *const settings[] = {"topology=ring",
                                           "topology=von-neumann update_order=sequential",
                                           "topology=random",
                                           "topology=random update_order=sequential",
                                           "coefficients=constriction inertia_schedule=linear",
                                           "inertia_schedule=linear update_order=sequential",
                                           "velocity_rule=fully-informed topology=random",
                                           "velocity_rule=spso-2011 topology=random velocity_start=full-diff wall=random",
                                           "velocity_rule=spso-2011 update_order=sequential domain=sphere",
                                           "domain=sphere velocity_start=uniform",
                                           "leader=quarter velocity_rule=spso-2011 domain=sphere",
                                           "memory=3 leader=quarter",
                                           "memory=10 leader=quarter exemplar=quarter velocity_rule=spso-2011 domain=sphere",
                                           "memory=1 leader=quarter turbulence=0.1 domain=sphere velocity_rule=spso-2011",
                                           "memory=2 topology=random update_order=sequential"};
    for (size_t i = 0; i < LENGTH(settings); i++) {
        char text[200], *saved[TELLS + 1];
        snprintf(text, sizeof text, "%s particles=6", settings[i]);
        Pso *whole = swarm("vdbergh", text, &box, 9);
        for (int k = 0; k <= TELLS; k++) {
            saved[k] = walk_save(optimiser_pso.walk, whole);
            if (k < TELLS) turn(whole, bowl, (k + 1.0) / TELLS);
        }
        for (int k = 0; k <= TELLS; k++) {
            Pso *s = swarm("vdbergh", text, &box, 9);
            walk_load(optimiser_pso.walk, s, saved[k]);
            for (int t = k; t < TELLS; t++) turn(s, bowl, (t + 1.0) / TELLS);
            char *end = walk_save(optimiser_pso.walk, s);
            assert_string_equal(end, saved[TELLS]);
            free(end);
            optimiser_pso.destroy(s);
        }
        for (int k = 0; k <= TELLS; k++) free(saved[k]);
        optimiser_pso.destroy(whole);
    }
}

/* ---- what is compared, and what draws ---- */

/* Particle i is at x = i on the first axis, at rest; its own best at 10 i, with n plays of this mean, and of a standard error. */
static void place_known(Pso *s, int i, int64_t n, double mean, double sem)
{
    const double x[DIM] = {i, 0, 0}, v[DIM] = {0}, best[DIM] = {10.0 * i, 0, 0};
    place(s, i, x, v, best, mean);
    Stats *fitness = &s->own.sample[i].fitness;
    *fitness = (Stats){.n = n, .mean = mean, .m2 = sem * sem * (double)n * (double)(n - 1)};
    s->own.sample[i].score = *fitness;
}

/* By its mean of two games particle 0 leads; its games differ so much that more is to be expected of particle 1. */
static void place_four(Pso *s)
{
    place_known(s, 0, 2, 31, 17);
    place_known(s, 1, 9, 30, 1);
    place_known(s, 2, 9, 28, 1);
    place_known(s, 3, 9, 5, 1);
    pso_look(s);
}

/* The mean of the informants' bests in place of the best: v = cp r (own - x) + cg r' (centre - x). */
static void test_centre_draws(void **state)
{
    (void)state;
    Pso *s = swarm("vdbergh", "particles=4 leader=quarter wall=none", &cube, 1);
    const PsoCoefficients c = {0, 1, 1, 0};
    place_four(s);
    Rng r = s->rng;
    const double own = rng_real(&r), other = rng_real(&r);
    pso_move(s, 3, &c);
    assert_near(pso_row(s->v, s, 3)[0], own * (30 - 3) + other * (10 - 3), 1e-9);
    optimiser_pso.destroy(s);
}

/* The personal best of one of the best quarter, places 1 and 2 of eight by shrunken fitness, in place of its own:
 * v = cp r (p - x). */
static void test_exemplar_draws(void **state)
{
    (void)state;
    static const char *const rules[] = {"canonical", "spso-2011"};
    int count[2] = {0};
    for (size_t k = 0; k < 2 * 400; k++) {
        char text[100];
        snprintf(text, sizeof text, "particles=8 exemplar=quarter wall=none velocity_rule=%s", rules[k % 2]);
        Pso *s = swarm("vdbergh", text, &cube, 1 + k);
        const PsoCoefficients c = {0, 1, 0, 0};
        for (int i = 4; i < 8; i++) place_known(s, i, 9, -50 - i, 1);
        place_four(s);
        Rng r = s->rng;
        const int member = (int)rng_below(&r, 2);
        pso_move(s, 3, &c);
        const double *v = pso_row(s->v, s, 3), drawn = 10 * (member + 1) - 3;
        if (k % 2 == 0)
            assert_near(v[0], rng_real(&r) * drawn, 1e-9);
        else
            assert_true((v[0] - drawn / 3) * (v[0] - drawn / 3) + v[1] * v[1] + v[2] * v[2] <= drawn * drawn / 9);
        count[member]++;
        optimiser_pso.destroy(s);
    }
    for (int i = 0; i < 2; i++) assert_in_range(count[i], 330, 470);
}

/* ---- on a sphere ---- */

static const double target[DIM] = {0.6, 0, -0.8};

/* The cosine between x and the target: the same at any length. */
static double policy(const double *x)
{
    double along = 0, square = 0;
    for (int j = 0; j < DIM; j++) {
        along += x[j] * target[j];
        square += x[j] * x[j];
    }
    return along / sqrt(square);
}

/* How far x is from the middle of the space, and v from being at right angles to that, the latter as a share of what it could
 * be. */
static void assert_on_sphere(const Pso *s, double r)
{
    for (int i = 0; i < s->o.particles; i++) {
        const double *x = pso_row(s->x, s, i), *v = pso_row(s->v, s, i);
        double square = 0, along = 0, fast = 0;
        for (int j = 0; j < DIM; j++) {
            double d = x[j] - (s->space.lo[j] + s->space.hi[j]) / 2;
            square += d * d;
            along += d * v[j];
            fast += v[j] * v[j];
            assert_true(x[j] >= s->space.lo[j] && x[j] <= s->space.hi[j]);
        }
        assert_near(sqrt(square), r, 1e-12 * r);
        assert_true(fabs(along) <= 1e-12 * r * (1 + sqrt(fast)));
    }
}

/* Every rule stays on the sphere, with tangential velocities, and gets where it should; in a cube of half width 10 its radius
 * is 10, in the box it is 2, half the least width. */
static void test_sphere(void **state)
{
    (void)state;
    static const char *const settings[] = {"velocity_rule=canonical", "velocity_rule=canonical velocity_start=zero wall=none",
                                           "velocity_rule=fully-informed topology=von-neumann velocity_start=uniform",
                                           "velocity_rule=spso-2011 velocity_start=full-diff",
                                           "update_order=sequential velocity_clamp=0.1"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        for (int cubic = 0; cubic < 2; cubic++) {
            char text[200];
            snprintf(text, sizeof text, "%s domain=sphere particles=12", settings[i]);
            Pso *s = swarm("vdbergh", text, cubic ? &cube : &box, 6);
            assert_on_sphere(s, cubic ? 10 : 2);
            for (int iteration = 0; iteration < 150; iteration++) {
                play_iteration(s, policy, 0);
                assert_on_sphere(s, cubic ? 10 : 2);
            }
            int leader = archive_leader(&s->own);
            if (cubic) assert_near(archive_fitness(&s->own.sample[leader]), 1, 1e-9);
            optimiser_pso.destroy(s);
        }
}

/* Start uniform in direction: coordinates are U(-10,10) in three dimensions (Archimedes), and uncorrelated. */
static void test_sphere_start(void **state)
{
    (void)state;
    enum { N = 4000 };
    Pso *s = swarm("vdbergh", "domain=sphere particles=4000", &cube, 1);
    Stats x[DIM] = {{0}}, mixed = {0};
    int low = 0;
    for (int i = 0; i < N; i++) {
        const double *at = pso_row(s->x, s, i);
        for (int j = 0; j < DIM; j++) stats_add(&x[j], at[j] / 10);
        stats_add(&mixed, at[0] * at[1] / 100);
        low += at[2] < -5;
    }
    for (int j = 0; j < DIM; j++) {
        assert_near(x[j].mean, 0, 5 * sqrt(1 / 3.0 / N));
        assert_near(stats_sd(&x[j]), sqrt(1 / 3.0), 0.02);
    }
    assert_near(mixed.mean, 0, 5 * sqrt(1 / 15.0 / N));
    assert_near((double)low / N, 0.25, 5 * sqrt(0.25 * 0.75 / N));
    optimiser_pso.destroy(s);
}

/* Weights that are given set a direction; that of the middle itself is none, and the particle stays. */
static void test_sphere_start_from(void **state)
{
    (void)state;
    static const double x[DIM] = {0.003, 0, -0.004}, middle[DIM] = {0, 0, 0};
    static const char *const starts[] = {"half-diff", "zero", "uniform", "full-diff"};
    for (size_t i = 0; i < LENGTH(starts); i++) {
        char text[100];
        snprintf(text, sizeof text, "domain=sphere particles=5 velocity_start=%s", starts[i]);
        Pso *s = swarm("vdbergh", text, &cube, 1), *without = swarm("vdbergh", text, &cube, 1);
        optimiser_pso.start_from(s, middle, 4);
        assert_memory_equal(s->x, without->x, 5 * sizeof here);
        assert_memory_equal(s->v, without->v, 5 * sizeof here);
        optimiser_pso.start_from(s, x, 2);
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < DIM; j++) assert_near(pso_row(s->x, s, k)[j], 10 * target[j], 1e-12);
        assert_memory_equal(pso_row(s->x, s, 2), pso_row(without->x, without, 2), 3 * sizeof here);
        assert_on_sphere(s, 10);
        optimiser_pso.destroy(s);
        optimiser_pso.destroy(without);
    }
}

/* On the sphere of one dimension, two points, nothing moves, and nothing breaks. */
static double first(const double *x)
{
    return x[0];
}

static void test_sphere_of_two_points(void **state)
{
    (void)state;
    static const Space line = {.dim = 1, .lo = cube_lo, .hi = cube_hi, .names = names};
    Pso *s = swarm("vdbergh", "domain=sphere particles=9", &line, 1);
    double start[9];
    memcpy(start, s->x, sizeof start);
    for (int iteration = 0; iteration < 5; iteration++) play_iteration(s, first, 0);
    assert_memory_equal(s->x, start, sizeof start);
    for (int i = 0; i < 9; i++) assert_true(fabs(s->x[i]) == 10 && s->v[i] == 0);
    optimiser_pso.destroy(s);
}

/* ---- what is called unstable ---- */

/* One step of a particle at 1 whose bests are all at 0, at rest: x = 1 - t. The mean of t, and what varies, in all dimensions:
 * its second moment around the mean. */
static void measure(Pso *s, PsoCoefficients c, double *mean, double *variance)
{
    enum { N = 40000 };
    static const double zero[DIM] = {0, 0, 0}, start[DIM] = {1, 0, 0};
    Stats t[DIM] = {{0}};
    for (int i = 0; i < s->o.particles; i++) place(s, i, zero, zero, zero, i);
    s->leader = archive_leader(&s->own);
    for (int i = 0; i < N; i++) {
        place(s, 0, start, zero, zero, 0);
        pso_move(s, 0, &c);
        for (int j = 0; j < DIM; j++) stats_add(&t[j], start[j] - s->x[j]);
    }
    *mean = t[0].mean;
    *variance = 0;
    for (int j = 0; j < DIM; j++) *variance += stats_sd(&t[j]) * stats_sd(&t[j]);
}

/* x <- (1 + w - t) x - w x before, t with this mean and variance: whether E x^2 dies out, by the recursion of the second
 * moments. */
static bool dies_out(double w, double mean, double variance)
{
    double m = 1 + w - mean, now = 1, mixed = 1, before = 1;
    for (int step = 0; step < 100000 && now < 1e100 && now > 1e-100; step++) {
        double next = (m * m + variance) * now - 2 * w * m * mixed + w * w * before;
        mixed = m * now - w * mixed;
        before = now;
        now = next;
    }
    return now < 1e-50;
}

/* The largest cognitive + social, both alike, that is not warned about. */
static double largest_stable(PsoOptions o)
{
    Finding finding[FINDINGS_MAX];
    double largest = 0;
    for (double c = 0.01; c < 8; c += 0.001) {
        o.cognitive = o.social = c / 2;
        if (optimiser_pso.check(&o, finding) == 0) largest = c;
    }
    return largest;
}

/* The moments that the limits are made of are those of the steps; and what check says of a sum of coefficients that is 2 %
 * below or above the limit is what the second moments do. */
static void test_limits(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double mean, variance; /* of t, as a share of c and c^2 */
    } rules[] = {{"velocity_rule=canonical", 1 / 2.0, 1 / 24.0},
                 {"velocity_rule=fully-informed topology=ring", 1 / 2.0, 1 / 24.0},
                 {"velocity_rule=fully-informed topology=von-neumann", 1 / 2.0, 1 / 48.0},
                 {"velocity_rule=spso-2011", 1 / 3.0, 1 / 27.0}};
    static const double inertia[] = {-0.5, 0.2, 0.7298, 0.9};
    for (size_t i = 0; i < LENGTH(rules); i++)
        for (size_t k = 0; k < LENGTH(inertia); k++) {
            PsoOptions o = options_of("vdbergh", rules[i].settings);
            double mean, variance;
            set(&o, "particles=12 wall=none");
            o.inertia = inertia[k];
            double below = 0.98 * largest_stable(o), above = 1.02 * largest_stable(o);
            assert_true(dies_out(o.inertia, below * rules[i].mean, below * below * rules[i].variance));
            assert_false(dies_out(o.inertia, above * rules[i].mean, above * above * rules[i].variance));
            Pso *s = optimiser_pso.create(&o, &box, 1);
            measure(s, (PsoCoefficients){o.inertia, 1, 1, 0}, &mean, &variance);
            assert_near(mean, 2 * rules[i].mean, 0.01);
            assert_near(variance, 4 * rules[i].variance, 0.005);
            optimiser_pso.destroy(s);
        }
}

/* Which keys are blamed for what, and whether it can run. */
static void test_findings(void **state)
{
    (void)state;
    static const struct {
        const char *preset, *settings, *key, *why; /* key NULL: nothing to find */
        bool fatal;
    } rows[] = {
        {"vdbergh", "", NULL, NULL, false},
        {"constriction", "", NULL, NULL, false},
        {"fips", "", NULL, NULL, false},
        {"fips", "topology=von-neumann particles=12", NULL, NULL, false},
        {"spso-2011", "", NULL, NULL, false},
        {"vdbergh", "inertia=0.95", "inertia",
         "the swarm's spread does not shrink: with this value cognitive + social = 2.99236 must be below 24 (1 - w^2) / (7 - 5 "
         "w) = "
         "1.04 (Poli 2009)",
         false},
        {"vdbergh", "inertia=1", "inertia", "the swarm never settles: it does so only between -1 and 1", false},
        {"vdbergh", "inertia=-0.5", "inertia",
         "the swarm never settles: with this value cognitive + social = 2.99236 must be above 0 and below 4 (1 + w) = 2", false},
        {"shi-eberhart", "inertia_end=0.8", "inertia_end",
         "the swarm's spread does not shrink: with this value cognitive + social = 4 must be below 24 (1 - w^2) / (7 - 5 w) = "
         "2.88 "
         "(Poli 2009)",
         false},
        {"spso-2011", "inertia=0.9", "inertia",
         "the swarm's spread does not shrink: with this value cognitive + social = 2.3863 must be below 9 (1 - w^2) / (2 - w) = "
         "1.55455 (Poli 2009)",
         false},
        {"fips", "coefficients=inertia inertia=0.9", "inertia",
         "the swarm's spread does not shrink: with this value cognitive + social = 2.99236 must be below "
         "12 K (1 - w^2) / (1 + w + 3 K (1 - w)), K informants = 1.824 (Poli 2009)",
         false},
        {"constriction", "phi1=2", "phi1",
         "the swarm's spread does not shrink: with this value chi (phi1 + phi2) = 3.24 must be below 24 (1 - w^2) / (7 - 5 w) = "
         "2.88 (Poli 2009)",
         false},
        {"constriction", "phi1=1.95", "phi1", "phi1 + phi2 = 4 must be above 4", true},
        {"vdbergh", "phi1=1", NULL, NULL, false},
        {"vdbergh", "topology=von-neumann particles=17", "particles",
         "is a prime number: the von Neumann torus has one row, which is a ring", false},
        {"vdbergh", "particles=17", NULL, NULL, false},
        {"vdbergh", "population=adaptive particles=255", NULL, NULL, false},
        {"vdbergh", "population=adaptive particles=300", "particles",
         "must be less than particles_max = 256, or the swarm keeps its size where population = adaptive", false},
        {"exemplars", "", NULL, NULL, false},
        {"vdbergh", "metric=decisions", NULL, NULL, false}, /* that it is ignored, its row says */
        {"fips", "leader=quarter", NULL, NULL, false},
        {"spso-2011", "leader=quarter exemplar=quarter", NULL, NULL, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        PsoOptions o = options_of(rows[i].preset, rows[i].settings);
        Finding finding[FINDINGS_MAX];
        int n = optimiser_pso.check(&o, finding);
        if (n != (rows[i].key != NULL)) fail_msg("%s %s: %d findings", rows[i].preset, rows[i].settings, n);
        if (n == 0) continue;
        assert_string_equal(finding[0].key, rows[i].key);
        assert_string_equal(finding[0].why, rows[i].why);
        assert_int_equal(finding[0].fatal, rows[i].fatal);
    }
}

/* Without inertia and pull a velocity is turbulence alone, in each coordinate in proportion to the box's width there; a schedule
 * takes it to its end. Where there is none nothing is drawn. */
static void test_turbulence(void **state)
{
    (void)state;
    enum { N = 20000 };
    Pso *s = swarm("vdbergh", "particles=1 inertia=0 cognitive=0 social=0 turbulence=0.1 turbulence_end=0.02 wall=none", &box, 1);
    const PsoCoefficients half = pso_coefficients(&s->o, 0.5);
    Stats moved[DIM] = {{0}};
    assert_near(pso_coefficients(&s->o, 0).turbulence, 0.1, 1e-15);
    assert_near(half.turbulence, 0.06, 1e-15);
    assert_near(pso_coefficients(&s->o, 1).turbulence, 0.02, 1e-15);
    assert_true(optimiser_pso.scheduled(&s->o));
    for (int i = 0; i < N; i++) {
        place(s, 0, here, speed, here, 0);
        pso_move(s, 0, &half);
        for (int j = 0; j < DIM; j++) stats_add(&moved[j], s->v[j]);
    }
    for (int j = 0; j < DIM; j++) {
        const double sd = 0.06 * (box_hi[j] - box_lo[j]) / 2;
        assert_near(moved[j].mean, 0, 5 * sd / sqrt(N));
        assert_near(stats_sd(&moved[j]), sd, 5 * sd / sqrt(2.0 * N));
    }
    optimiser_pso.destroy(s);
    const PsoOptions steady = options_of("vdbergh", "turbulence=0.1 turbulence_end=0.1");
    assert_false(optimiser_pso.scheduled(&steady));
}

/* Tells all three particles these fitnesses; each is better than its own best if it is higher. */
static void tell_three(Pso *s, const double *fitness)
{
    Verdict v[3];
    for (int i = 0; i < 3; i++) {
        const Sample *own = &s->own.sample[i];
        v[i] = (Verdict){.sample = sample_of(fitness[i]), .better = own->fitness.n == 0 || fitness[i] > archive_fitness(own)};
    }
    assert_true(optimiser_pso.tell(s, v, 3, 0));
}

/* With memory = 2 an own best gives way to the second position that does not beat it, a position that beats it begins anew. */
static void test_memory(void **state)
{
    (void)state;
    const double course[][3] = {{9, 5, 5}, {1, 6, 1}, {2, 1, 7}, {1, 2, 3}, {3, 1, 1}};
    const double kept[][3] = {{9, 5, 5}, {9, 6, 5}, {2, 6, 7}, {2, 2, 7}, {3, 2, 1}}, ever[3] = {9, 6, 7};
    Pso *short_lived = swarm("vdbergh", "particles=3 memory=2", &cube, 1), *lasting = swarm("vdbergh", "particles=3", &cube, 1);
    for (size_t t = 0; t < LENGTH(course); t++) {
        double at[3][DIM];
        memcpy(at, short_lived->x, sizeof at);
        tell_three(short_lived, course[t]);
        tell_three(lasting, course[t]);
        for (int i = 0; i < 3; i++) {
            assert_true(archive_fitness(&short_lived->own.sample[i]) == kept[t][i]);
            if (kept[t][i] == course[t][i]) assert_memory_equal(pso_row(short_lived->own.x, short_lived, i), at[i], sizeof at[i]);
        }
    }
    for (int i = 0; i < 3; i++) assert_true(archive_fitness(&lasting->own.sample[i]) == ever[i]);
    optimiser_pso.destroy(short_lived);
    optimiser_pso.destroy(lasting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_tori),
        cmocka_unit_test(test_neighbours_are_mutual),
        cmocka_unit_test(test_random_topology),
        cmocka_unit_test(test_random_topology_adapts),
        cmocka_unit_test(test_best_informant),
        cmocka_unit_test(test_forged_topologies_are_refused),
        cmocka_unit_test(test_canonical),
        cmocka_unit_test(test_fully_informed),
        cmocka_unit_test(test_fully_informed_moments),
        cmocka_unit_test(test_spso_2011),
        cmocka_unit_test(test_velocity_starts_anywhere),
        cmocka_unit_test(test_constriction),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_centre_draws),
        cmocka_unit_test(test_exemplar_draws),
        cmocka_unit_test(test_turbulence),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_sequential),
        cmocka_unit_test(test_sequential_uses_new_bests),
        cmocka_unit_test(test_orders_differ),
        cmocka_unit_test(test_every_tell_resumes),
        cmocka_unit_test(test_sphere),
        cmocka_unit_test(test_sphere_start),
        cmocka_unit_test(test_sphere_start_from),
        cmocka_unit_test(test_sphere_of_two_points),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_findings),
    };
    return cmocka_run_group_tests_name("pso", tests, NULL, NULL);
}
