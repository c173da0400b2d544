/* stepper.c. See stepper.h. */
#include "tests/stepper.h"
#include "tests/helpers.h"
#include "tests/live.h"

const double box_lo[BOX_DIM] = {-4, -1, -100}, box_hi[BOX_DIM] = {6, 3, 100}, box_optimum[BOX_DIM] = {1.5, 2, -30};
static const char *const box_names[BOX_DIM] = {"a", "b", "c"};
const Space box_space = {.dim = BOX_DIM, .lo = box_lo, .hi = box_hi, .names = box_names};

double box_value(const double *x)
{
    double sum = 0;
    for (int j = 0; j < BOX_DIM; j++) sum += pow((x[j] - box_optimum[j]) / (box_hi[j] - box_lo[j]), 2);
    return -sum;
}

void *options_from(const Optimiser *o, const char *settings)
{
    return options_new(o->params, o->options_bytes, settings != NULL ? settings : "");
}

Stepper stepper_create(const Optimiser *o, const void *options, const Space *space, uint64_t seed)
{
    Stepper s = {.o = o, .space = space, .options = mem_new(1, o->options_bytes), .top = -HUGE_VAL};
    memcpy(s.options, options, o->options_bytes);
    s.value = space == &box_space ? box_value : NULL;
    s.self = o->create(s.options, space, seed);
    memset(s.options, 0xa5, o->options_bytes); /* they were copied */
    memcpy(s.options, options, o->options_bytes);
    s.candidates = o->candidates(s.self);
    s.c = mem_new((size_t)s.candidates, sizeof *s.c);
    s.v = mem_new((size_t)s.candidates, sizeof *s.v);
    return s;
}

Stepper stepper_open(const Optimiser *o, const char *settings, const Space *space, uint64_t seed)
{
    OWNED void *options = options_from(o, settings);
    return stepper_create(o, options, space, seed);
}

void stepper_close(Stepper *s)
{
    s->o->destroy(s->self);
    free(s->options);
    free(s->c);
    free(s->v);
}

void stepper_ask(Stepper *s)
{
    s->n = s->o->ask(s->self, s->c);
    assert_in_range(s->n, 1, s->candidates - s->told);
}

void stepper_answer(Stepper *s)
{
    stepper_ask(s);
    for (int i = 0; i < s->n; i++) {
        assert_in_range(s->c[i].incumbent + 1, 0, s->o->archive(s->self)->n);
        stepper_judge(s, i, s->value(s->c[i].x));
    }
}

bool stepper_inside(const Stepper *s)
{
    bool inside = true;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->space->dim; j++)
            inside = inside && s->c[i].x[j] >= s->space->lo[j] && s->c[i].x[j] <= s->space->hi[j];
    return inside;
}

void stepper_judge(Stepper *s, int i, double fitness)
{
    Verdict *v = &s->v[i];
    const int place = s->c[i].incumbent;
    *v = (Verdict){0};
    for (int k = 0; k < 2; k++) {
        stats_add(&v->sample.score, fitness);
        stats_add(&v->sample.fitness, fitness);
        v->sample.cost++;
    }
    if (place < 0) return;
    const Sample *there = &s->o->archive(s->self)->sample[place];
    v->better = there->fitness.n == 0 || archive_fitness(&v->sample) > archive_fitness(there);
}

bool searches(const Optimiser *o)
{
    return o != &optimiser_grid;
}

bool has_changing_size(const Stepper *s)
{
    const Param *row = param_find(s->o->params, "population");
    return row != NULL && param_chosen(row, s->options) > 0;
}

bool stepper_tell_first(Stepper *s, int n, double spent)
{
    for (int i = 0; i < n; i++)
        if (archive_fitness(&s->v[i].sample) > s->top) s->top = s->v[i].sample.score.mean;
    s->told += n;
    const bool complete = s->o->tell(s->self, s->v, n, spent);
    const bool fewer = s->o == &optimiser_ga || has_changing_size(s); /* what retries do not need is not asked */
    if (fewer)
        assert_true(complete ? s->told <= s->candidates : s->told < s->candidates);
    else
        assert_int_equal(complete, s->told == s->candidates);
    if (complete) s->told = 0;
    return complete;
}

void stepper_tell(Stepper *s, const double *fitness)
{
    stepper_ask(s);
    for (int i = 0; i < s->n; i++) stepper_judge(s, i, fitness[i]);
    assert_true(stepper_tell_first(s, s->n, 0.5));
}

bool stepper_step(Stepper *s, double spent)
{
    stepper_answer(s);
    return stepper_tell_first(s, s->n, spent);
}

void stepper_iterate(Stepper *s, double spent)
{
    while (!stepper_step(s, spent)) {
    }
}

const double *stepper_rank(const Stepper *s, int rank, Sample *sample)
{
    return archive_best(s->o->archive(s->self), rank, sample);
}

double stepper_best(const Stepper *s)
{
    Sample sample;
    const double *x = stepper_rank(s, 0, &sample);
    assert_non_null(x);
    assert_true(sample.fitness.n >= 2 && s->value(x) == sample.fitness.mean);
    return sample.fitness.mean;
}

void stepper_peek(Stepper *s, const char *name, double *value, int n)
{
    state_field(s->o->serialise, s->self, name, NULL, value, n);
}

void stepper_poke(Stepper *s, const char *name, const double *value, int n)
{
    state_field(s->o->serialise, s->self, name, value, NULL, n);
}
