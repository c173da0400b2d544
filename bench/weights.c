#include "config/weights.h"
#include "base/real.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "file/places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The best weights that are known for each set. own: whose they are; such weights fit in number and order. */
static const struct {
    const char *set, *file, *own;
} good[] = {
    {"cs3243", "report-final", "cs3243"},
    {"cs3243-text", "report-final", "cs3243"},
    {"cs3243-field", "swarmtris-field", "cs3243-field"},
    {"dellacherie", "dellacherie", "dellacherie"},
    {"bcts", "bcts", "bcts"},
    {"du", "bcts", "du"},
    {"dt", "dt-10", "dt"},
    {"dt-wells", "rv-ce", "dt-wells"},
    {"bdu", "bdu", "bdu"},
    {"el-tetris", "el-tetris", "el-tetris"},
    {"tetrispros", "tetrispros", "tetrispros"},
};

static bool read_good(const char *file, const FeatureSet *own, const Game *game, double *w, int n, char *why)
{
    char name[80];
    Errors errors = {0};
    Weights read;
    snprintf(name, sizeof name, "params/weights/%s.ini", file);
    char *path = places_find(name);
    if (path == NULL) {
        snprintf(why, PARAM_WHY_MAX, "%s is missing, which comes with the program", name);
        return false;
    }
    bool found = weights_read(&read, path, game, own, &errors) == WEIGHTS_READ && read.n == n;
    if (found)
        memcpy(w, read.w, (size_t)n * sizeof *w);
    else
        snprintf(why, PARAM_WHY_MAX, "%s", errors.n > 0 ? errors.line[0] : "its weights are not as many as its features");
    weights_free(&read);
    errors_free(&errors);
    free(path);
    return found;
}

bool bench_good_weights(const Game *game, const FeatureSet *set, double *w, const char **borrowed, char *why)
{
    *borrowed = NULL;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (strcmp(good[i].set, set->name) != 0) continue;
        if (strcmp(good[i].own, set->name) != 0) *borrowed = good[i].own;
        return read_good(good[i].file, game_set(game, good[i].own), game, w, set->n, why);
    }
    snprintf(why, PARAM_WHY_MAX, "no good weights are known for it; try --weights random");
    return false;
}
