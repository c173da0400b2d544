/* cmaes_constants.h. The constants of CMA-ES, which follow from the dimension and the population size alone. */
#ifndef SWARMTRIS_OPTIM_CMAES_CONSTANTS_H
#define SWARMTRIS_OPTIM_CMAES_CONSTANTS_H

#include <stdbool.h>

/* Names as in Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2 (2023), table 1.
 * weight (lambda), owned: the first mu are above 0 and have the sum 1, the others are 0 or less. lazy: generations for which one
 * decomposition of the covariance serves. chi: mean length of a standard normal vector. */
typedef struct {
    int dim, lambda, mu, lazy;
    double mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi;
    double *weight;
} CmaConstants;

/* Fills in *c; defined in cmaes.c. lambda 0: 4 + floor(3 ln dim); at least 2. active: bad positions have weights below 0 (the
 * tutorial's default), else 0. */
void cmaes_constants(CmaConstants *c, int dim, int lambda, bool active);
void cmaes_constants_free(CmaConstants *c);

#endif
