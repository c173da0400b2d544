/* cmaes_constants.c. What CMA-ES knows before the first generation: weights and learning rates, numbered as in the tutorial. */
#include "optim/cmaes_constants.h"

#include "base/mem.h"
#include "base/real.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* (sum)^2 / sum of squares of w_from .. w_to-1: how many equal ones they are worth; *sum: of their absolute values. */
static double effective_number(const double *w, int from, int to, double *sum)
{
    double squares = 0;
    assert(from < to);
    *sum = 0;
    for (int i = from; i < to; i++) {
        *sum += fabs(w[i]);
        squares += w[i] * w[i];
    }
    return *sum * *sum / squares;
}

/* Learning rates; equations 54 to 58. */
static void set_rates(CmaConstants *c)
{
    double n = c->dim, fast = sqrt((c->mu_eff - 1) / (n + 1)) - 1;
    c->c_sigma = (c->mu_eff + 2) / (n + c->mu_eff + 5);
    c->d_sigma = 1 + 2 * (fast > 0 ? fast : 0) + c->c_sigma;
    c->c_c = (4 + c->mu_eff / n) / (n + 4 + 2 * c->mu_eff / n);
    c->c_1 = 2 / ((n + 1.3) * (n + 1.3) + c->mu_eff);
    c->c_mu = smaller(1 - c->c_1, 2 * (0.25 + c->mu_eff + 1 / c->mu_eff - 2) / ((n + 2) * (n + 2) + c->mu_eff));
    c->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    c->lazy = (int)(1 / ((c->c_1 + c->c_mu) * n * 10));
    if (c->lazy < 1) c->lazy = 1;
}

/* Raw weights ln((lambda + 1) / 2) - ln i become weights; equations 49 to 53. */
static void set_weights(CmaConstants *c, bool active)
{
    double good, bad;
    for (int i = 0; i < c->lambda; i++) c->weight[i] = real_log((c->lambda + 1) / 2.0) - real_log(i + 1);
    c->mu_eff = effective_number(c->weight, 0, c->mu, &good);
    double mu_eff_bad = effective_number(c->weight, c->mu, c->lambda, &bad);
    set_rates(c);
    assert(c->mu_eff >= 1 && c->c_mu > 0 && c->c_1 + c->c_mu <= 1);
    double limit = 1 + c->c_1 / c->c_mu;
    limit = smaller(limit, 1 + 2 * mu_eff_bad / (c->mu_eff + 2));
    limit = smaller(limit, (1 - c->c_1 - c->c_mu) / (c->dim * c->c_mu)); /* keeps C positive definite */
    for (int i = 0; i < c->lambda; i++) c->weight[i] *= i < c->mu ? 1 / good : active ? limit / bad : 0;
}

void cmaes_constants(CmaConstants *c, int dim, int lambda, bool active)
{
    assert(dim >= 1 && lambda >= 0);
    if (lambda == 0) lambda = 4 + (int)(3 * real_log(dim));
    if (lambda < 2) lambda = 2;
    *c = (CmaConstants){.dim = dim, .lambda = lambda, .mu = lambda / 2};
    c->weight = mem_new((size_t)lambda, sizeof *c->weight);
    set_weights(c, active);
}

void cmaes_constants_free(CmaConstants *c)
{
    free(c->weight);
}
