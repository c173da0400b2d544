#include "base/real.h"
#include "base/rng.h"
#include "bench/bench.h"

#include <math.h>

const double bench_final_weights[BENCH_WEIGHTS] = {-5.194814083947793,  5.53478180043909,    -2.1920993360428604,
                                                   -5.9838083427614395, -12.880189747449215, -1.3227027198368309,
                                                   -3.7823922425956837, -2.2176395274310137};

/* Source: G. E. P. Box, M. E. Muller, Ann. Math. Stat. 29 (1958). 1 - u is never 0. */
static double normal(Rng *r)
{
    double u = rng_real(r), v = rng_real(r);
    return sqrt(-2 * real_log(1 - u)) * real_cos(2 * REAL_PI * v);
}

/* Normals in all coordinates have no preferred direction. */
void bench_random_weights(int number, double *w, int n)
{
    Rng r;
    double squares = 0;
    rng_stream(&r, rng_key(1, RNG_BENCH, (uint64_t)number));
    for (int j = 0; j < n; j++) {
        w[j] = normal(&r);
        squares += w[j] * w[j];
    }
    for (int j = 0; j < n; j++) w[j] /= sqrt(squares);
}
