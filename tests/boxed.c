/* boxed.c. See boxed.h. */
#include "tests/boxed.h"
#include "registry.h"
#include "tests/helpers.h"

const double box_lo[BOX_DIM] = {-4, -1, -100}, box_hi[BOX_DIM] = {6, 3, 100}, box_optimum[BOX_DIM] = {1.5, 2, -30};
static const char *const box_names[BOX_DIM] = {"a", "b", "c"};
const Space box_space = {.dim = BOX_DIM, .lo = box_lo, .hi = box_hi, .names = box_names};

double box_value(const double *x)
{
    double sum = 0;
    for (int j = 0; j < BOX_DIM; j++) sum += pow((x[j] - box_optimum[j]) / (box_hi[j] - box_lo[j]), 2);
    return -sum;
}

Boxed boxed_create(const Optimiser *o, const void *options, uint64_t seed)
{
    Boxed s = {.o = o, .options = mem_new(1, o->options_bytes), .top = -HUGE_VAL};
    memcpy(s.options, options, o->options_bytes);
    s.self = o->create(s.options, &box_space, seed);
    memset(s.options, 0xa5, o->options_bytes); /* they were copied */
    memcpy(s.options, options, o->options_bytes);
    s.candidates = o->candidates(s.self);
    s.candidate = mem_new((size_t)s.candidates, sizeof *s.candidate);
    s.verdict = mem_new((size_t)s.candidates, sizeof *s.verdict);
    return s;
}

void boxed_destroy(Boxed *s)
{
    s->o->destroy(s->self);
    free(s->options);
    free(s->candidate);
    free(s->verdict);
}

Boxed boxed_from(const Optimiser *o, const char *format, ...)
{
    char settings[200];
    OWNED void *options = mem_new(1, o->options_bytes);
    va_list list;
    va_start(list, format);
    vsnprintf(settings, sizeof settings, format, list);
    va_end(list);
    param_defaults(o->params, options);
    set_options(o->params, options, settings);
    return boxed_create(o, options, 1);
}

void boxed_judge(Boxed *s, int i, double score)
{
    Verdict *v = &s->verdict[i];
    int place = s->candidate[i].incumbent;
    *v = (Verdict){0};
    for (int k = 0; k < 2; k++) {
        stats_add(&v->sample.score, score);
        stats_add(&v->sample.fitness, score);
        v->sample.cost++;
    }
    if (place < 0) return;
    const Sample *there = &s->o->archive(s->self)->sample[place];
    v->better = there->fitness.n == 0 || archive_fitness(&v->sample) > archive_fitness(there);
}

void boxed_ask(Boxed *s)
{
    s->n = s->o->ask(s->self, s->candidate);
    assert_in_range(s->n, 1, s->candidates - s->told);
    for (int i = 0; i < s->n; i++) {
        assert_in_range(s->candidate[i].incumbent + 1, 0, s->o->archive(s->self)->n);
        boxed_judge(s, i, box_value(s->candidate[i].x));
    }
}

bool has_changing_size(const Boxed *s)
{
    const Param *row = param_find(s->o->params, "population");
    return row != NULL && param_chosen(row, s->options) > 0;
}

bool boxed_tell(Boxed *s, int n, double spent)
{
    for (int i = 0; i < n; i++)
        if (archive_fitness(&s->verdict[i].sample) > s->top) s->top = s->verdict[i].sample.score.mean;
    s->told += n;
    const bool complete = s->o->tell(s->self, s->verdict, n, spent);
    const bool fewer = s->o == &optimiser_ga || has_changing_size(s); /* what retries do not need is not asked */
    if (fewer)
        assert_true(complete ? s->told <= s->candidates : s->told < s->candidates);
    else
        assert_int_equal(complete, s->told == s->candidates);
    if (complete) s->told = 0;
    return complete;
}

const double *boxed_rank(const Boxed *s, int rank, Sample *sample)
{
    return archive_best(s->o->archive(s->self), rank, sample);
}

double boxed_best(const Boxed *s)
{
    Sample sample;
    const double *x = boxed_rank(s, 0, &sample);
    assert_non_null(x);
    assert_true(sample.fitness.n >= 2 && box_value(x) == sample.fitness.mean);
    return sample.fitness.mean;
}

void boxed_iteration(Boxed *s, double spent)
{
    do boxed_ask(s);
    while (!boxed_tell(s, s->n, spent));
}

bool searches(const Optimiser *o)
{
    return o != &optimiser_grid;
}
