/* test_cmaes.c. CMA-ES against an independent transcription of the tutorial, and the eigenvalues that it needs. */
#include "optim/cmaes_constants.h"
#include "optim/eigen.h"
#include "tests/helpers.h"
#include "tests/live.h"
#include "tests/sphere.h"

/* ---- eigenvalues ---- */

/* a = q diag(value) q', q' q = 1. */
static void check_factors(const double *a, const double *q, const double *value, int n, double tolerance)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double product = 0, dot = 0;
            for (int k = 0; k < n; k++) {
                product += q[i * n + k] * value[k] * q[j * n + k];
                dot += q[k * n + i] * q[k * n + j];
            }
            assert_near(product, a[i * n + j], tolerance);
            assert_near(dot, i == j, 1e-13 * n);
        }
}

/* value (n): the eigenvalues of a, rising. */
static void check_eigen(const double *a, int n, double tolerance, double *value)
{
    size_t cells = (size_t)n * (size_t)n;
    OWNED double *copy = mem_new(cells, sizeof *copy), *q = mem_new(cells, sizeof *q);
    memcpy(copy, a, cells * sizeof *a);
    eigen_symmetric(copy, n, value, q);
    check_factors(a, q, value, n, tolerance);
    stats_sort(value, n);
}

TEST(test_eigen_random)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 13, 30, 64};
    Rng r = rng_from(rng_key(4, RNG_TEST, 0));
    for (size_t k = 0; k < LENGTH(sizes); k++)
        for (int repeat = 0; repeat < 3; repeat++) {
            int n = sizes[k];
            OWNED double *a = mem_new((size_t)(n * n), sizeof *a), *value = mem_new((size_t)n, sizeof *value);
            for (int i = 0; i < n; i++)
                for (int j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = repeat == 2 && (i + j) % 3 ? 0 : rng_normal(&r);
            check_eigen(a, n, 1e-13 * n, value);
        }
}

/* 2, -1 by n: 2 - 2 cos(k pi / (n + 1)), k = 1..n. All zeros; all ones; the Hilbert matrix, whose condition is 5e5 at n = 5
 * (least eigenvalue 3.287928772171e-6: Gregory & Karney 1969). */
TEST(test_eigen_known)
{
    enum { N = 12 };
    double a[N * N] = {0}, value[N], hilbert[25];
    for (int i = 0; i < N; i++) {
        a[i * N + i] = 2;
        if (i > 0) a[i * N + i - 1] = a[(i - 1) * N + i] = -1;
    }
    check_eigen(a, N, 1e-14, value);
    for (int k = 0; k < N; k++) assert_near(value[k], 2 - 2 * cos((k + 1) * 3.14159265358979323846 / (N + 1)), 1e-13);
    memset(a, 0, sizeof a);
    check_eigen(a, N, 0, value);
    for (int i = 0; i < N * N; i++) a[i] = 1;
    check_eigen(a, N, 1e-13, value);
    for (int i = 0; i < 25; i++) hilbert[i] = 1.0 / (i / 5 + i % 5 + 1);
    check_eigen(hilbert, 5, 1e-14, value);
    assert_near(value[0], 3.287928772171e-6, 1e-16);
}

/* Squares neither overflow nor vanish: of a matrix times a power of two the eigenvalues are those of the matrix times that
 * power, to the last bit, and the vectors are the same. */
TEST(test_eigen_scales)
{
    enum { N = 7, CELLS = N * N };
    double a[CELLS], scaled[CELLS], value[N], other[N], q[CELLS], p[CELLS];
    Rng r = rng_from(rng_key(5, RNG_TEST, 0));
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) a[i * N + j] = a[j * N + i] = rng_normal(&r);
    for (int big = 0; big <= 1; big++) {
        const double factor = big ? 0x1p1000 : 0x1p-1000;
        double copy[CELLS];
        for (int k = 0; k < CELLS; k++) scaled[k] = factor * a[k];
        memcpy(copy, a, sizeof a);
        eigen_symmetric(copy, N, value, q);
        eigen_symmetric(scaled, N, other, p);
        assert_memory_equal(p, q, sizeof p);
        for (int i = 0; i < N; i++) assert_true(other[i] == factor * value[i]);
    }
}

/* ---- cmaes ---- */

/* From the formulas of arXiv:1604.00772v2, table 1, in Python with 50 digits (mpmath). Each of the three limits of the negative
 * weights is the least somewhere: the first in rows 1 and 2, the second in row 3, the third in row 4. SUM: of all weights; from
 * WEIGHTS on by rank, as far as they are given; 0 behind them. */
TEST(test_cma_constants)
{
    enum { MU_EFF, C_SIGMA, D_SIGMA, C_C, C_1, C_MU, CHI, SUM, WEIGHTS, COLUMNS = WEIGHTS + 14 };
    static const struct {
        int dim, ask, lambda, mu;
    } rows[] = {{8, 0, 10, 5}, {30, 0, 14, 7}, {3, 6, 6, 3}, {8, 100, 100, 50}};
    static const double expected[LENGTH(rows)][COLUMNS] = {
        {3.1672992814107031, 0.31961425291063346, 1.3196142529106335, 0.34365014154838471, 0.022307163120344787,
         0.033596414630051912, 2.7421432615656888, -0.6639745153, 0.45627264690340587, 0.27075309700178516, 0.16223111715866978,
         0.085233547100164446, 0.025509591835974738, -0.080741857510886078, -0.22378536120468586, -0.34769528022371672,
         -0.45699157469910188, -0.5547604416776302},
        {4.2871350661907018,    0.16003037777120115,   1.1600303777712012,   0.12083438082715648,  0.002032567555409164,
         0.005388360851908169,  5.4318718288878736,    -0.3772144463,        0.36114811172448119,  0.23690947946564322,
         0.16423453845333727,   0.11267084720680526,   0.072674941012305959, 0.039995906194499304, 0.012366175942927801,
         -0.034696506877683262, -0.098017758042006392, -0.1546605473672469,  -0.20590018302677633, -0.25267830540925329,
         -0.29571000660648596,  -0.33555113900618536},
        {2.0286114646100622, 0.40171179019414776, 1.4017117901941478, 0.5598629786005055, 0.097472482650667912,
         0.05709205470950234, 1.5968775302586078, -1.207323655, 0.63704257124121676, 0.28457025743803289, 0.078387171320750357,
         -0.28638378259655313, -0.76495809408512775, -1.1559817781589213},
        {26.966655064651046, 0.72477056230484815, 3.1219363787302627, 0.39328588833127447, 0.017627877349815569,
         0.39780110590517576, 2.7421432615656888, 0.8163117799, 0.082358236564673213, 0.067802711940729783,
         0.059288275857399468}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int active = 0; active <= 1; active++) {
            CLOSED(cmaes_constants_free) CmaConstants c;
            const double *weight = expected[i] + WEIGHTS;
            double good = 0, bad = 0;
            cmaes_constants(&c, rows[i].dim, rows[i].ask, active);
            const double constant[] = {c.mu_eff, c.c_sigma, c.d_sigma, c.c_c, c.c_1, c.c_mu, c.chi};
            assert_true(c.lambda == rows[i].lambda && c.mu == rows[i].mu && c.lazy == 1);
            for (int k = MU_EFF; k <= CHI; k++) assert_near(constant[k], expected[i][k], 1e-15 * rows[i].lambda);
            for (int k = 0; k < c.lambda; k++) {
                if (k < COLUMNS - WEIGHTS && weight[k] != 0)
                    assert_near(c.weight[k], active || weight[k] > 0 ? weight[k] : 0, 1e-14);
                *(c.weight[k] > 0 ? &good : &bad) += c.weight[k];
            }
            assert_near(good, 1, 1e-14);
            assert_near(bad, active ? expected[i][SUM] - 1 : 0, 1e-9);
        }
}

/* Every lambda from 2 on, in few and many dimensions, keeps the covariance positive definite on average, and a decomposition
 * serves for longer where it costs more. */
TEST(test_cma_constants_are_sane)
{
    static const int dims[] = {1, 2, 8, 64, 1000};
    for (size_t k = 0; k < LENGTH(dims); k++)
        for (int lambda = 1; lambda < 200; lambda++) {
            CLOSED(cmaes_constants_free) CmaConstants c;
            double sum = 0;
            cmaes_constants(&c, dims[k], lambda, true);
            assert_int_equal(c.lambda, lambda < 2 ? 2 : lambda);
            for (int i = 0; i < c.lambda; i++) {
                assert_true(isfinite(c.weight[i]) && (i == 0 || c.weight[i] <= c.weight[i - 1]));
                sum += c.weight[i] < 0 ? c.weight[i] : 0;
            }
            assert_true(c.c_1 > 0 && c.c_mu > 0 && c.c_1 + c.c_mu <= 1 && c.c_sigma < 1 && c.d_sigma >= 1);
            assert_true(1 - c.c_1 - c.c_mu + c.c_mu * sum * dims[k] >= -1e-12);
            if (dims[k] <= 8 || (dims[k] == 1000 && lambda <= 20)) assert_int_equal(c.lazy > 1, dims[k] == 1000);
        }
}

/* Three generations in three dimensions by a transcription of equations 38 to 47 in Python (mpmath, 40 digits), from given
 * steps and fitness; in the third the path is so long that h_sigma is 0. */
TEST(test_cma_generations)
{
    enum { D = BOX_DIM, LAMBDA = 6 };
    enum { MEAN = 0, PATH_SIGMA = D, PATH_C = 2 * D, COVARIANCE = 3 * D, SIGMA = COVARIANCE + D * D, STATE };
    static const struct {
        double y[LAMBDA * D], fitness[LAMBDA], state[STATE];
    } rows[] = {{{0.5, -1, 0.25, 1.5, 0.5, -0.75, -0.25, 0.75, 1, -1.25, -0.5, 0.5, 0.75, 1.25, -1.5, -2, 0.25, -0.5},
                 {3, 6, 1, 5, 2, 4},
                 {2.32923007726835, 1.23499953967814, -22.4814231223363, 0.505665332146917, 0.223496146976155, -0.427618833063635,
                  0.566658131749891, 0.250454007912907, -0.479197749262562, 1.09407053789269, 0.0624832810562152,
                  -0.0135835832507577, 0.0624832810562152, 0.83830393934403, -0.0558451658446007, -0.0135835832507577,
                  -0.0558451658446007, 0.827919117894495, 0.255348940259578}},
                {{1, 0.5, -0.5, -0.5, 0.25, 1.25, 0.25, -1.5, 0.75, 2, 1, -0.25, -0.75, -0.25, -1, 0.5, 1.75, 0.5},
                 {5, 1, 2, 6, 3, 4},
                 {6.40932052889744, 2.17111411676415, -35.8796936496201, 2.01236430774123, 1.208650546537, -0.536899358582937,
                  2.29292279523404, 1.28236784807442, -0.546439232459724, 1.69869542360325, 0.452841317881196, -0.133064486556165,
                  0.452841317881196, 0.932901327004624, -0.121545612979894, -0.133064486556165, -0.121545612979894,
                  0.654716057221281, 0.295364344343782}},
                {{3, 2, -1, -2, -1, 0.5, 2.5, 3, -2, 4, 2.5, -1.5, -1, 0.5, 0.25, 0.5, -0.25, 1},
                 {4, 1, 5, 6, 2, 3},
                 {16.7315879354087, 5.24655582429359, -130.578910157335, 3.83383449358389, 3.18639131113232, -2.214163096203,
                  1.00920020939331, 0.564417564989955, -0.240508136150649, 2.22048796414189, 0.94950054504096, -0.394241309680434,
                  0.94950054504096, 1.30551650420909, -0.352927732002086, -0.394241309680434, -0.352927732002086,
                  0.794833922523247, 0.590260081573506}}};
    CLOSED(stepper_close) Stepper s = stepper_open(&optimiser_cmaes, "particles=6", &box_space, 1);
    for (size_t g = 0; g < LENGTH(rows); g++) {
        double found[STATE];
        stepper_poke(&s, "y", rows[g].y, LAMBDA * D);
        stepper_poke(&s, "redrawn", (double[LAMBDA]){0}, LAMBDA); /* words: their zeros are those of reals */
        stepper_tell(&s, rows[g].fitness);
        stepper_peek(&s, "mean_x", found + MEAN, D);
        stepper_peek(&s, "path_sigma", found + PATH_SIGMA, D);
        stepper_peek(&s, "path_c", found + PATH_C, D);
        stepper_peek(&s, "covariance", found + COVARIANCE, D * D);
        stepper_peek(&s, "sigma", found + SIGMA, 1);
        assert_near(found[SIGMA], rows[g].state[SIGMA], 1e-13);
        for (int k = 0; k < SIGMA; k++) assert_near(found[k], rows[g].state[k], k < D ? 1e-12 * (box_hi[k] - box_lo[k]) : 1e-12);
    }
}

/* A path counts as too long by its age: 85 % of the limit is much after one generation and little after forty, saved and loaded
 * or not. It shows in C, which has lost c_1 c_c (2 - c_c) more where the path is calm; all steps are 0 here. */
TEST(test_cma_age_of_path)
{
    enum { YOUNG, OLD, RELOADED };
    const double limit = (1.4 + 2.0 / 9) * 2.7421432615656888, c_sigma = 0.31961425291063346, c_c = 0.34365014154838471;
    double diagonal[3], zero[10 * DIM] = {0}, fitness[10] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
    for (int age = YOUNG; age <= RELOADED; age++) {
        double path[DIM] = {0.85 * limit / (1 - c_sigma)}, one[DIM], identity[DIM * DIM] = {0}, covariance[DIM * DIM];
        CLOSED(stepper_close)
        Stepper s = on_sphere(&optimiser_cmaes, NULL, 1), again = on_sphere(&optimiser_cmaes, NULL, 1);
        for (int iteration = 0; age != YOUNG && iteration < 40; iteration++) stepper_step(&s, 0.5);
        OWNED char *saved = state_save(s.o->serialise, s.self);
        state_load(s.o->serialise, again.self, saved);
        for (int j = 0; j < DIM; j++) one[j] = identity[j * DIM + j] = 1;
        Stepper *told = age == RELOADED ? &again : &s;
        stepper_poke(told, "y", zero, 10 * DIM);
        stepper_poke(told, "redrawn", zero, 10);
        stepper_poke(told, "path_sigma", path, DIM);
        stepper_poke(told, "path_c", zero, DIM);
        stepper_poke(told, "covariance", identity, DIM * DIM);
        stepper_poke(told, "axes", identity, DIM * DIM);
        stepper_poke(told, "length", one, DIM);
        stepper_tell(told, fitness);
        stepper_peek(told, "covariance", covariance, DIM * DIM);
        diagonal[age] = covariance[0];
    }
    assert_near(diagonal[YOUNG] - diagonal[OLD], 0.022307163120344787 * c_c * (2 - c_c), 1e-14);
    assert_true(diagonal[RELOADED] == diagonal[OLD]);
}

/* Positions are where the steps lead from the mean, also where a wall has mended them. Returns how many are on a wall. */
static int check_positions(Stepper *s, const double *mean, Stats *step)
{
    enum { N = 1000 };
    OWNED double *y = mem_new(N * DIM, sizeof *y);
    double sigma;
    int on_wall = 0;
    assert_int_equal(s->candidates, N);
    stepper_ask(s);
    stepper_peek(s, "y", y, N * DIM);
    stepper_peek(s, "sigma", &sigma, 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < DIM; j++) {
            assert_near(s->c[i].x[j], mean[j] + sigma * 200 * y[i * DIM + j], 1e-9);
            assert_true(fabs(s->c[i].x[j]) <= 100);
            stats_add(step, y[i * DIM + j]);
            on_wall += fabs(s->c[i].x[j]) == 100;
        }
    return on_wall;
}

/* In the middle there is room: steps have variance 1, in units of sigma box widths. From a corner one position in 256 is
 * inside: clipped at once, half of the coordinates are on a wall; drawn again a thousand times, hardly any. */
TEST(test_cma_positions)
{
    static const double middle[DIM];
    Stats step = {0}, ignored = {0};
    Stepper s = on_sphere(&optimiser_cmaes, "particles=1000 sigma=0.1", 1);
    assert_int_equal(check_positions(&s, middle, &step), 0);
    assert_near(step.mean, 0, 5 / sqrt((double)step.n));
    assert_near(stats_sd(&step), 1, 0.03);
    stepper_close(&s);
    for (int again = 0; again <= 1; again++) {
        s = on_sphere(&optimiser_cmaes, again ? "particles=1000 redraws=1000 sigma=0.1" : "particles=1000 redraws=0 sigma=0.1",
                      1);
        s.o->start_from(s.self, sphere.hi, 1);
        int on_wall = check_positions(&s, sphere.hi, &ignored) - DIM; /* the first stands in the corner */
        if (again)
            assert_true(on_wall < 0.02 * 999 * DIM); /* 0.996^1001 = 2 % fail to the end, and half of their coordinates */
        else
            assert_share(on_wall, 999 * DIM, 0.5);
        stepper_close(&s);
    }
}

/* Whatever the fitness is, sigma stays above 1e-100, no standard deviation gets wider than the box, or if the start was wider
 * than that, and no axis gets longer than 1e7 times another. */
TEST(test_cma_limits)
{
    double zero[10 * DIM] = {0}, fitness[10] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, covariance[DIM * DIM] = {0}, path[DIM] = {100};
    double length[DIM];
    for (int wide = 0; wide <= 1; wide++) {
        double sigma = 1e-100;
        for (int k = 0; k < DIM * DIM; k++) covariance[k] = k % (DIM + 1) > 0 ? 0 : k == 3 * (DIM + 1) ? 4 : 1e-30;
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_cmaes, wide ? "sigma=5" : NULL, 1);
        stepper_poke(&s, "y", zero, 10 * DIM); /* a path of length 0: sigma shrinks */
        stepper_poke(&s, "sigma", &sigma, 1);
        stepper_poke(&s, "covariance", covariance, DIM * DIM);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "sigma", &sigma, 1);
        stepper_peek(&s, "length", length, DIM);
        assert_true(sigma == 1e-100);
        for (int j = 0; j < DIM; j++) assert_near(length[j] / length[3], j == 3 ? 1 : 1e-7, 1e-15);
        sigma = 1e6;
        stepper_poke(&s, "sigma", &sigma, 1);
        stepper_poke(&s, "path_sigma", path, DIM);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "sigma", &sigma, 1);
        stepper_peek(&s, "covariance", covariance, DIM * DIM);
        assert_near(sigma * sqrt(covariance[3 * DIM + 3]), wide ? 5 : 1, 1e-12);
    }
}

/* From a covariance that has overflowed the search goes on with a sphere. */
TEST(test_cma_not_finite)
{
    static const double bad[] = {NAN, INFINITY, 1e308};
    double fitness[10] = {-1e9, -2e9, -3e9, -4e9, -5e9, -6e9, -7e9, -8e9, -9e9, -1e10}, covariance[DIM * DIM], length[DIM];
    for (size_t k = 0; k < LENGTH(bad); k++) {
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_cmaes, NULL, 1);
        for (int i = 0; i < DIM * DIM; i++) covariance[i] = i % 3 ? bad[k] : -bad[k];
        stepper_poke(&s, "covariance", covariance, DIM * DIM);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "length", length, DIM);
        for (int j = 0; j < DIM; j++) assert_true(isfinite(length[j]) && length[j] > 0);
        for (int iteration = 0; iteration < 200; iteration++) stepper_iterate(&s, 0.5);
        assert_true(stepper_best(&s) > -1e-3);
    }
}

/* Where all are equally fit, or none has a value, nothing is learned but that positions must be wider, up to 0.3 of the box in
 * the widest coordinate; what is wider stays. */
TEST(test_cma_nothing_to_learn)
{
    static const double before[] = {1e-6, 0.29, 0.3, 0.7};
    double fitness[10], old[DIM * DIM], new[DIM * DIM], sigma;
    CLOSED(cmaes_constants_free) CmaConstants c;
    cmaes_constants(&c, DIM, 10, true);
    CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_cmaes, NULL, 1);
    stepper_iterate(&s, 0.5);
    for (size_t k = 0; k < 2 * LENGTH(before); k++)
        for (size_t part = 0; part < 3; part++) {
            static const struct {
                const char *name;
                int n;
            } parts[] = {{"mean_x", DIM}, {"path_sigma", DIM}, {"covariance", DIM * DIM}};
            stepper_peek(&s, "covariance", new, DIM * DIM);
            double widest = 0;
            for (int j = 0; j < DIM; j++) widest = fmax(widest, sqrt(new[j * DIM + j]));
            sigma = before[k / 2] / widest;
            for (int i = 0; i < 10; i++) fitness[i] = k % 2 ? NAN : -7;
            stepper_poke(&s, "sigma", &sigma, 1);
            stepper_peek(&s, parts[part].name, old, parts[part].n);
            stepper_tell(&s, fitness);
            stepper_peek(&s, parts[part].name, new, parts[part].n);
            stepper_peek(&s, "sigma", &sigma, 1);
            assert_memory_equal(new, old, (size_t)parts[part].n * sizeof *new);
            assert_near(sigma * widest, fmax(before[k / 2], fmin(before[k / 2] * exp(0.2 + c.c_sigma / c.d_sigma), 0.3)), 1e-12);
        }
}

/* C is the same with active = no and yes where the worse half is as bad as the worst of the better half, and where all steps
 * were drawn again; otherwise it is not. */
TEST(test_cma_negative_weights)
{
    enum { USUAL, TIED, REDRAWN, CASES };
    for (int k = 0; k < CASES; k++) {
        double covariance[2][DIM * DIM], fitness[10], redrawn[10] = {0};
        const uint64_t once = 1;
        for (int i = 0; i < 10; i++) {
            fitness[i] = k == TIED && i > 4 ? 4 : -i;
            if (k == TIED && i <= 4) fitness[i] = 8 - i;
            if (k == REDRAWN) memcpy(&redrawn[i], &once, sizeof once);
        }
        for (int active = 0; active <= 1; active++) {
            CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_cmaes, active ? "active=yes" : "active=no", 1);
            stepper_poke(&s, "redrawn", redrawn, 10);
            stepper_tell(&s, fitness);
            stepper_peek(&s, "covariance", covariance[active], DIM * DIM);
        }
        assert_int_equal(memcmp(covariance[0], covariance[1], sizeof covariance[0]) != 0, k == USUAL);
    }
}

/* Where the best is as good as the one at 70 %, the 8th of 11, a small sigma is multiplied by exp(0.2 + c_sigma / d_sigma) on
 * top of what the path says, which depends on the order alone. */
TEST(test_cma_flat)
{
    enum { STEEP, NEARLY, FLAT, CASES };
    static const double fitness[CASES][11] = {
        {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, {1, 1, 1, 1, 1, 1, 1, 0.9, 0.5, 0.4, 0.3}, {1, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.4, 0.3}};
    double sigma[CASES];
    CLOSED(cmaes_constants_free) CmaConstants c;
    cmaes_constants(&c, DIM, 11, true);
    for (int k = 0; k < CASES; k++) {
        CLOSED(stepper_close) Stepper s = on_sphere(&optimiser_cmaes, "particles=11 sigma=0.05", 1);
        stepper_tell(&s, fitness[k]);
        stepper_peek(&s, "sigma", &sigma[k], 1);
    }
    assert_true(sigma[NEARLY] == sigma[STEEP]);
    assert_near(sigma[FLAT] / sigma[STEEP], exp(0.2 + c.c_sigma / c.d_sigma), 1e-12);
}

/* Few positions in many dimensions: a decomposition serves for two generations. */
enum { MANY = 60, FEW = 5 };

/* A generation on the sphere of many dimensions; returns the least error in it. */
static double lazy_generation(Stepper *s, const FunctionProblem *f)
{
    double fitness[FEW], z[MANY], least = HUGE_VAL;
    stepper_ask(s);
    assert_int_equal(s->n, FEW);
    for (int i = 0; i < FEW; i++) {
        for (int j = 0; j < MANY; j++) z[j] = s->c[i].x[j] - f->shift[j];
        fitness[i] = -f->function->value(z, MANY);
        least = fmin(least, -fitness[i]);
    }
    stepper_tell(s, fitness);
    return least;
}

/* The squares of the lengths are the eigenvalues of the covariance. */
static void check_decomposition(Stepper *s, const double *axes)
{
    double length[MANY], covariance[MANY * MANY];
    stepper_peek(s, "length", length, MANY);
    stepper_peek(s, "covariance", covariance, MANY * MANY);
    for (int i = 0; i < MANY; i++) length[i] *= length[i];
    check_factors(covariance, axes, length, MANY, 1e-12);
}

/* Every second generation is drawn with the axes of the one before it; the others with those of the covariance as it is. The
 * search gets there all the same: to a hundredth of the error. Saved between two decompositions and loaded into another one, it
 * goes on with the axes that it had. */
TEST(test_cma_lazy)
{
    enum { GENERATIONS = 300, SAVED = 5, COMPARED = 8 };
    CLOSED(function_free) FunctionProblem f;
    CLOSED(cmaes_constants_free) CmaConstants c;
    function_make(&f, sphere.function, MANY);
    const Space space = {.dim = MANY, .lo = f.lo, .hi = f.hi, .names = f.names};
    cmaes_constants(&c, MANY, FEW, true);
    assert_int_equal(c.lazy, 2);
    CLOSED(stepper_close)
    Stepper s = stepper_open(&optimiser_cmaes, "particles=5", &space, 1),
            again = stepper_open(&optimiser_cmaes, "particles=5", &space, 2);
    for (int generation = 0; generation < 2; generation++) lazy_generation(&again, &f);
    double before[MANY * MANY], axes[MANY * MANY], first = 0, error = 0;
    stepper_peek(&s, "axes", axes, MANY * MANY);
    for (int generation = 1; generation <= GENERATIONS; generation++) {
        memcpy(before, axes, sizeof axes);
        error = lazy_generation(&s, &f);
        if (generation == 1) first = error;
        stepper_peek(&s, "axes", axes, MANY * MANY);
        assert_int_equal(memcmp(axes, before, sizeof axes) == 0, generation % 2);
        if (generation % 50 == 0) check_decomposition(&s, axes);
        if (generation > SAVED && generation <= COMPARED) assert_true(lazy_generation(&again, &f) == error);
        if (generation != SAVED && generation != COMPARED) continue;
        OWNED char *saved = state_save(s.o->serialise, s.self);
        if (generation == SAVED) state_load(s.o->serialise, again.self, saved);
        OWNED char *loaded = state_save(s.o->serialise, again.self);
        assert_string_equal(loaded, saved);
    }
    assert_true(error < 0.01 * first);
}

TESTS(make_sphere, free_sphere)
