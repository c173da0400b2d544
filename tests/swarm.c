/* swarm.c. See swarm.h. */
#include "tests/swarm.h"

const double cube_lo[DIM] = {-10, -10, -10}, cube_hi[DIM] = {10, 10, 10};
static const char *const cube_names[DIM] = {"a", "b", "c"};
const Space cube = {.dim = DIM, .lo = cube_lo, .hi = cube_hi, .names = cube_names};

PsoOptions swarm_options(const char *preset, const char *settings)
{
    PsoOptions o;
    const Preset *p = optimiser_pso.presets;
    param_defaults(optimiser_pso.params, &o);
    for (; preset[0] != '\0' && strcmp(p->name, preset) != 0; p++) assert_non_null(p[1].name);
    if (preset[0] != '\0') set_options(optimiser_pso.params, &o, p->settings);
    set_options(optimiser_pso.params, &o, settings);
    return o;
}

Pso *swarm(const char *preset, const char *settings, const Space *space, uint64_t seed)
{
    PsoOptions o = swarm_options(preset, settings);
    return optimiser_pso.create(&o, space, seed);
}

Sample swarm_sample(double fitness)
{
    Sample s = {0};
    stats_add(&s.score, fitness);
    stats_add(&s.fitness, fitness);
    s.cost = 1;
    return s;
}

bool swarm_turn(Pso *p, Function3 *f, double spent)
{
    OWNED Candidate *c = mem_new((size_t)p->o.particles, sizeof *c);
    OWNED Verdict *v = mem_new((size_t)p->o.particles, sizeof *v);
    int n = optimiser_pso.ask(p, c);
    for (int i = 0; i < n; i++) {
        const Sample *there = &p->own.sample[c[i].incumbent];
        v[i].sample = swarm_sample(f(c[i].x));
        v[i].better = there->fitness.n == 0 || archive_fitness(&v[i].sample) > archive_fitness(there);
    }
    return optimiser_pso.tell(p, v, n, spent);
}

void swarm_iterate(Pso *p, Function3 *f, double spent)
{
    while (!swarm_turn(p, f, spent)) {
    }
}

double bowl(const double *x)
{
    return -(pow(x[0] - 1.5, 2) + pow(x[1] - 2, 2) + pow(x[2] + 3, 2));
}

void swarm_place(Pso *p, int i, const double *x, const double *v, const double *best, double fitness)
{
    Sample sample = swarm_sample(fitness);
    memcpy(pso_row(p->x, p, i), x, DIM * sizeof *x);
    memcpy(pso_row(p->v, p, i), v, DIM * sizeof *v);
    archive_put(&p->own, i, best, &sample);
}

const double here[DIM] = {1, -2, 30}, speed[DIM] = {0.5, 0.25, -8}, bests[3][DIM] = {{2, 0, 10}, {-3, 2.5, 40}, {0, 1, -60}};

Pso *three(const char *preset, const char *settings)
{
    OWNED char *text = text_new("particles=3 wall=none %s", settings);
    Pso *p = swarm(preset, text, &box_space, 7);
    static const double fitness[] = {-2, -1, -3};
    for (int i = 0; i < 3; i++) swarm_place(p, i, here, speed, bests[i], fitness[i]);
    p->leader = archive_leader(&p->own);
    assert_int_equal(p->leader, 1);
    return p;
}
