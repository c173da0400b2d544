/* bench_weights.c. The weights for the benches: good ones from files, and random directions. */
#include "base/rng.h"
#include "bench/bench.h"
#include "config/feature_list.h"
#include "config/weights.h"
#include "file/ini.h"
#include "file/places.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double bench_final_weights[BENCH_WEIGHTS] = {-5.194814083947793,  5.53478180043909,    -2.1920993360428604,
                                                   -5.9838083427614395, -12.880189747449215, -1.3227027198368309,
                                                   -3.7823922425956837, -2.2176395274310137};

/* Normals in all coordinates have no preferred direction. */
void bench_random_weights(int number, double *w, int n)
{
    Rng r;
    double squares = 0;
    assert(number >= 0 && n >= 1);
    rng_stream(&r, rng_key(1, RNG_BENCH, (uint64_t)number));
    for (int j = 0; j < n; j++) {
        w[j] = rng_normal(&r);
        squares += w[j] * w[j];
    }
    for (int j = 0; j < n; j++) w[j] /= sqrt(squares);
}

/* Reads the weights of the file NAME among those that come with the program; it has as many as set. *own: the set that they were
 * found for, owned by game. False: why has the reason. */
static bool read_good(const char *name, const Game *game, const FeatureSet *set, double *w, const FeatureSet **own, char *why)
{
    char path[PARAM_TEXT_MAX];
    Errors errors = {0};
    Weights read = {0};
    snprintf(path, sizeof path, "params/weights/%s.ini", name);
    char *found = places_find(path);
    bool good = found != NULL && weights_read(&read, found, (Schema){.game = game}, &errors) == WEIGHTS_READ &&
                read.n == set->n && read.schema.set != NULL;
    if (good) {
        memcpy(w, read.w, (size_t)read.n * sizeof *w);
        *own = game_set(game, read.schema.set->name);
    } else if (found == NULL) {
        snprintf(why, PARAM_WHY_MAX, "%.200s is missing, which comes with the program", path);
    } else {
        snprintf(why, PARAM_WHY_MAX, "%s", errors.n > 0 ? errors.line[0] : "its weights are not as many as its features");
    }
    weights_free(&read);
    errors_free(&errors);
    free(found);
    return good;
}

bool bench_good_weights(const Game *game, const FeatureSet *set, double *w, const char **borrowed, char *why)
{
    static const char list[] = "params/bench/weights.ini";
    const FeatureSet *own = NULL;
    Ini ini;
    char *path = places_find(list);
    *borrowed = NULL;
    if (path == NULL) {
        snprintf(why, PARAM_WHY_MAX, "%s is missing, which comes with the program", list);
        return false;
    }
    const IniEntry *e = ini_read(&ini, path) ? ini_find(&ini, game->name, set->name) : NULL;
    bool found = e != NULL && read_good(e->value, game, set, w, &own, why);
    if (e == NULL) snprintf(why, PARAM_WHY_MAX, "no good weights are known for it; try --weights random");
    if (found && own != NULL && !features_same(own, set)) *borrowed = own->name;
    ini_free(&ini);
    free(path);
    return found;
}
