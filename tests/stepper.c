/* stepper.c. See stepper.h. */
#include "tests/stepper.h"
#include "registry.h"
#include "tests/helpers.h"
#include "tests/live.h"

void *options_from(const Optimiser *o, const char *settings)
{
    void *options = mem_new(1, o->options_bytes);
    param_defaults(o->params, options);
    if (settings != NULL) set_options(o->params, options, settings);
    return options;
}

Stepper stepper_open(const Optimiser *o, const char *settings, const Space *space, uint64_t seed)
{
    Stepper s = {.o = o};
    OWNED void *options = options_from(o, settings);
    s.self = o->create(options, space, seed);
    s.candidates = o->candidates(s.self);
    s.c = mem_new((size_t)s.candidates, sizeof *s.c);
    s.v = mem_new((size_t)s.candidates, sizeof *s.v);
    return s;
}

void stepper_close(Stepper *s)
{
    s->o->destroy(s->self);
    free(s->c);
    free(s->v);
}

void stepper_ask(Stepper *s)
{
    s->n = s->o->ask(s->self, s->c);
    assert_in_range(s->n, 1, s->candidates);
}

void stepper_judge(Stepper *s, int i, double fitness)
{
    s->v[i] = (Verdict){.better = false};
    stats_add(&s->v[i].sample.fitness, fitness);
    stats_add(&s->v[i].sample.score, fitness);
    s->v[i].sample.cost = 1;
    if (s->c[i].incumbent < 0) return;
    const Sample *there = &s->o->archive(s->self)->sample[s->c[i].incumbent];
    s->v[i].better = there->fitness.n == 0 || fitness > archive_fitness(there);
}

void stepper_tell(Stepper *s, const double *fitness)
{
    stepper_ask(s);
    for (int i = 0; i < s->n; i++) stepper_judge(s, i, fitness[i]);
    assert_true(s->o->tell(s->self, s->v, s->n, 0.5));
}

void stepper_peek(Stepper *s, const char *name, double *value, int n)
{
    serialise_peek(s->o->serialise, s->self, name, value, n);
}

void stepper_poke(Stepper *s, const char *name, const double *value, int n)
{
    serialise_poke(s->o->serialise, s->self, name, value, n);
}

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

double minus_error(const double *x)
{
    double z[DIM];
    for (int j = 0; j < DIM; j++) z[j] = x[j] - sphere.shift[j];
    return -sphere.function->value(z, DIM);
}

bool stepper_step(Stepper *s, double spent)
{
    stepper_ask(s);
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < DIM; j++)
            if (!(s->c[i].x[j] >= sphere.lo[j] && s->c[i].x[j] <= sphere.hi[j])) fail_msg("%s leaves the box", s->o->name);
        stepper_judge(s, i, minus_error(s->c[i].x));
    }
    return s->o->tell(s->self, s->v, s->n, spent);
}

double stepper_best(Stepper *s)
{
    Sample known;
    const double *x = archive_best(s->o->archive(s->self), 0, &known);
    assert_non_null(x);
    assert_true(known.fitness.mean == minus_error(x));
    return known.fitness.mean;
}

int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
