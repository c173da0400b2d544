/* functions.c. The classical test functions, each with its optimum 0, moved away from the centre of the box: a centred optimum
 * would reward swarms that merely collapse to the middle.
 * Source: De Jong 1975 (sphere), Rosenbrock 1960, Rastrigin 1974, Ackley 1987, Griewank 1981; boxes as in Clerc & Kennedy 2002.
 */
#include "base/real.h"
#include "eval/objective.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* sum z_j^2 */
static double sphere(const double *z, int dim)
{
    double sum = 0;
    for (int j = 0; j < dim; j++) sum += z[j] * z[j];
    return sum;
}

/* sum over j < dim of 100 (z_{j+1} - z_j^2)^2 + (1 - z_j)^2; optimum at z = 1 */
static double rosenbrock(const double *z, int dim)
{
    double sum = 0;
    for (int j = 0; j + 1 < dim; j++) {
        double valley = z[j + 1] - z[j] * z[j], slope = 1 - z[j];
        sum += 100 * valley * valley + slope * slope;
    }
    return sum;
}

/* sum z_j^2 - 10 cos(2 pi z_j) + 10 */
static double rastrigin(const double *z, int dim)
{
    double sum = 0;
    for (int j = 0; j < dim; j++) sum += z[j] * z[j] - 10 * real_cos(2 * REAL_PI * z[j]) + 10;
    return sum;
}

/* -20 exp(-0.2 sqrt(mean z_j^2)) - exp(mean cos(2 pi z_j)) + 20 + e */
static double ackley(const double *z, int dim)
{
    double squares = 0, waves = 0;
    for (int j = 0; j < dim; j++) {
        squares += z[j] * z[j];
        waves += real_cos(2 * REAL_PI * z[j]);
    }
    return -20 * real_exp(-0.2 * sqrt(squares / dim)) - real_exp(waves / dim) + 20 + REAL_E;
}

/* sum z_j^2 / 4000 - product of cos(z_j / sqrt j) + 1 */
static double griewank(const double *z, int dim)
{
    double squares = 0, waves = 1;
    for (int j = 0; j < dim; j++) {
        squares += z[j] * z[j];
        waves *= real_cos(z[j] / sqrt(j + 1));
    }
    return squares / 4000 - waves + 1;
}

const Function function_sphere = {"sphere", "sum of squares: one smooth bowl", 100, sphere};
const Function function_rosenbrock = {"rosenbrock", "a long curved valley", 30, rosenbrock};
const Function function_rastrigin = {"rastrigin", "a bowl with a regular grid of deep local optima", 5.12, rastrigin};
const Function function_ackley = {"ackley", "a flat plain with ripples and one deep funnel", 32, ackley};
const Function function_griewank = {"griewank", "a shallow bowl with many small waves that depend on all coordinates", 600,
                                    griewank};

const Units function_units = {
    .score = "score", .cost = "evaluations", .play = "evaluations", .scale = SCALE_ERROR, .noisy = false, .unit_cost = true};

void function_make(FunctionProblem *f, const Function *function, int dim)
{
    enum { NAME = 16 };
    assert(dim >= 1 && function->half_width > 0);
    *f = (FunctionProblem){.function = function, .dim = dim};
    f->lo = mem_owned(&f->owned, (size_t)dim, sizeof *f->lo);
    f->hi = mem_owned(&f->owned, (size_t)dim, sizeof *f->hi);
    f->shift = mem_owned(&f->owned, (size_t)dim, sizeof *f->shift);
    f->names = mem_owned(&f->owned, (size_t)dim, sizeof *f->names);
    char(*name)[NAME] = mem_owned(&f->owned, (size_t)dim, NAME);
    for (int j = 0; j < dim; j++) {
        snprintf(name[j], NAME, "x%d", j + 1);
        f->names[j] = name[j];
        f->lo[j] = -function->half_width;
        f->hi[j] = function->half_width;
        f->shift[j] = 0.4 * function->half_width * real_sin(j + 1);
    }
}

void function_free(FunctionProblem *f)
{
    mem_owner_free(&f->owned);
    *f = (FunctionProblem){0};
}

/* An evaluation takes a fraction of a microsecond, but waking a thread about ten, and more if other programs run. So threads take
 * many jobs at once, and a small batch is played by one thread. */
enum { AT_ONCE = 64, GRAIN = 256 };

static bool work(const void *self, JobList *l, void *scratch, const StopCheck *stop)
{
    const FunctionProblem *f = self;
    double *z = scratch;
    int first, n;
    while ((n = jobs_take(l, AT_ONCE, &first)) > 0) {
        for (int i = first; i < first + n; i++) {
            const Job *job = &l->job[i];
            for (int j = 0; j < f->dim; j++) z[j] = job->x[j] - f->shift[j];
            job_answer(job, -f->function->value(z, f->dim), 1);
        }
        if (stop->poll(stop->ctx, n)) return false;
    }
    return true;
}

Objective objective_function(const FunctionProblem *f)
{
    return (Objective){
        .name = f->function->name,
        .space = {.dim = f->dim, .lo = f->lo, .hi = f->hi, .names = f->names, .exact = true},
        .units = &function_units,
        .scratch_bytes = (size_t)f->dim * sizeof(double),
        .grain = GRAIN,
        .self = f,
        .work = work,
    };
}
