/* stepper.c. See stepper.h. */
#include "tests/stepper.h"
#include "config/config.h"
#include "registry.h"
#include "tests/helpers.h"

void *options_from(const Optimiser *o, const char *settings)
{
    void *options = mem_new(1, o->options_bytes);
    char word[80], why[PARAM_WHY_MAX];
    param_defaults(o->params, options);
    for (int i = 0; settings != NULL && config_word(settings, i, word, sizeof word); i++) {
        char *is = strchr(word, '=');
        assert_non_null(is);
        *is = '\0';
        const Param *row = param_find(o->params, word);
        if (row == NULL || !param_set(row, options, is + 1, why, sizeof why)) fail_msg("%s = %s cannot be set", word, is + 1);
    }
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

/* Reads or writes the reals of a walk that are called name: value (n). */
typedef struct {
    Visit visit;
    const char *name;
    double *value;
    size_t n, found;
} Field;

static void meet(Visit *v, const char *name, char type, void *p, size_t n)
{
    Field *f = (Field *)v;
    if (strcmp(name, f->name) != 0) return;
    assert_true(type == 'd' && n == f->n);
    f->found++;
    if (v->loading)
        memcpy(p, f->value, n * sizeof(double));
    else
        memcpy(f->value, p, n * sizeof(double));
}

static void field(Stepper *s, bool write, const char *name, double *value, int n)
{
    Field f = {.visit = {.loading = write, .field = meet}, .name = name, .value = value, .n = (size_t)n};
    s->o->walk(s->self, &f.visit);
    assert_int_equal(f.found, 1);
}

void stepper_peek(Stepper *s, const char *name, double *value, int n)
{
    field(s, false, name, value, n);
}

void stepper_poke(Stepper *s, const char *name, double *value, int n)
{
    field(s, true, name, value, n);
}

FunctionProblem sphere;
Space sphere_space;

int make_sphere(void **state)
{
    (void)state;
    function_make(&sphere, registry_functions[0], DIM);
    assert_string_equal(sphere.function->name, "sphere");
    sphere_space = (Space){.dim = DIM, .lo = sphere.lo, .hi = sphere.hi, .names = sphere.names};
    return 0;
}

int free_sphere(void **state)
{
    (void)state;
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
