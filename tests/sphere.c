/* sphere.c. See sphere.h. */
#include "tests/sphere.h"
#include "tests/helpers.h"

FunctionProblem sphere;
Space sphere_space;

int make_sphere(__attribute__((unused)) void **state)
{
    function_make(&sphere, registry_functions[0], DIM);
    assert_string_equal(sphere.function->name, "sphere");
    sphere_space = (Space){.dim = DIM, .lo = sphere.lo, .hi = sphere.hi, .names = sphere.names};
    return 0;
}

int free_sphere(__attribute__((unused)) void **state)
{
    function_free(&sphere);
    return 0;
}

/* The fitness of x. */
static double minus_error(const double *x)
{
    double z[DIM];
    for (int j = 0; j < DIM; j++) z[j] = x[j] - sphere.shift[j];
    return -sphere.function->value(z, DIM);
}

Stepper on_sphere(const Optimiser *o, const char *settings, uint64_t seed)
{
    Stepper s = stepper_open(o, settings, &sphere_space, seed);
    s.value = minus_error;
    return s;
}

/* ---- what optimisers that breed a population promise ---- */

/* The fitter have more children: of two halves of a population, the one with three times the fitness of the other has three of
 * four children; where fitness is counted from the worst, all of them. */
void check_breeds_by_fitness(const Optimiser *o, const char *settings)
{
    enum { N = 200, ITERATIONS = 20 };
    static const struct {
        double poor, rich, share; /* share: of the children, that the rich have */
    } rows[] = {{1, 3, 0.75}, {0, 1, 1}, {-3, -1, 1}, {2, 2, 0.5}};
    double x[N * DIM], fitness[N];
    for (size_t row = 0; row < LENGTH(rows); row++) {
        int of_rich = 0;
        CLOSED(stepper_close) Stepper s = on_sphere(o, settings, 1);
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            for (int i = 0; i < N * DIM; i++) x[i] = i / DIM % 2 ? 1 : -1;
            for (int i = 0; i < N; i++) fitness[i] = i % 2 ? rows[row].rich : rows[row].poor;
            stepper_poke(&s, "x", x, N * DIM);
            stepper_tell(&s, fitness);
            stepper_peek(&s, "x", x, N * DIM);
            for (int i = 0; i < N; i++) of_rich += x[i * DIM] == 1;
        }
        assert_share(of_rich, N * ITERATIONS, rows[row].share);
    }
}

/* The fittest stay as they are, whatever happens to the others; more than there are: all. */
void check_elite(const Optimiser *o)
{
    double fitness[6] = {3, 9, 1, NAN, 9, 2}, before[6 * DIM], after[6 * DIM];
    static const int order[6] = {1, 4, 0, 5, 2, 3}, elite[] = {0, 3, 6, 100};
    for (size_t k = 0; k < LENGTH(elite); k++) {
        OWNED char *settings = text_new("particles=6 elite=%d mutation=1", elite[k]);
        CLOSED(stepper_close) Stepper s = on_sphere(o, settings, 1);
        stepper_peek(&s, "x", before, 6 * DIM);
        stepper_tell(&s, fitness);
        stepper_peek(&s, "x", after, 6 * DIM);
        for (int i = 0; i < 6; i++)
            assert_int_equal(memcmp(after + i * DIM, before + order[i] * DIM, DIM * sizeof(double)) == 0, i < elite[k]);
    }
}

static void check_start_of_genes(const Optimiser *o, const char *settings, bool whole)
{
    enum { N = 4000 };
    OWNED double *x = mem_new(N * DIM, sizeof *x);
    OWNED char *all = text_new("%s particles=4000", settings);
    CLOSED(stepper_close) Stepper s = on_sphere(o, all, 1);
    Stats gene = {0};
    stepper_peek(&s, "x", x, N * DIM);
    for (int i = 0; i < N * DIM; i++) {
        assert_true(x[i] >= (whole ? -100 : 0) && x[i] <= 100);
        stats_add(&gene, x[i] / 100);
    }
    assert_near(gene.mean, whole ? 0 : 0.5, 0.02);
    assert_near(stats_sd(&gene), (whole ? 2 : 1) / sqrt(12), 0.02);
}

/* By default, and by the first two presets, the whole box, evenly. All others are published, and start U(0,1), in half widths
 * from the middle: the upper half of each coordinate. */
void check_starts_of_genes(const Optimiser *o)
{
    check_start_of_genes(o, "", true);
    assert_string_equal(o->presets[1].name, "whole-box");
    for (const Preset *p = o->presets; p->name != NULL; p++) check_start_of_genes(o, p->settings, p <= &o->presets[1]);
}
