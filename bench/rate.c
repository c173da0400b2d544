/* rate.c. Measures the pieces a second of one player on batches that do not end while the time runs. */
#include "bench/rate.h"

#include "base/mem.h"
#include "base/rng.h"
#include "config/config_read.h"
#include "config/kinds.h"
#include "config/weights.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "run/environment.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A chunk has PLAYS x DIRECTIONS games, equally many of every position in turn, so that even a batch that is stopped early has
 * games of all positions. */
enum { DIRECTIONS = 64, PLAYS = 16, CHUNKS_MAX = 256 };

RateSpec rate_spec(const BenchOptions *o, int height)
{
    return (RateSpec){.features = o->features != NULL ? o->features : registry_games[0]->sets[0].name,
                      .isa = o->isa,
                      .engine = o->engine >= 0 ? o->engine : PLAYER_AUTO,
                      .threads = o->threads.n > 0 ? o->threads.v[0] : processors_taken(NULL),
                      .width = o->width > 0 ? o->width : 10,
                      .height = o->height > 0 ? o->height : height,
                      .weights = o->weights};
}

/* Reads the configuration without engine and instruction set, which are set afterwards: if they do not support it, the cell is
 * left out, and that is no error. */
static bool read_config(Config *c, const RateSpec *s, Errors *errors)
{
    char width[40], height[40], threads[40], features[2200];
    snprintf(width, sizeof width, "game.width=%d", s->width);
    snprintf(height, sizeof height, "game.height=%d", s->height);
    snprintf(threads, sizeof threads, "experiment.threads=%d", s->threads);
    snprintf(features, sizeof features, "agent.features=%s", s->features);
    const ConfigValue value[] = {{width, "--board"}, {height, "--board"}, {features, "--features"}, {threads, "--threads"}};
    return config_read(c, NULL, value, sizeof value / sizeof value[0], errors, errors);
}

const char *rate_refused(const Config *c, const char **isa)
{
    Player probe;
    const Rules table = config_rules(c, c->rules);
    const char *why = player_make(&probe, table, c->agent, c->experiment.engine, c->isas, c->objective.max_pieces);
    if (isa != NULL) *isa = probe.isa;
    player_free(&probe);
    return why;
}

/* ---- weights ---- */

/* A vector of independent normal numbers has no preferred direction. */
void rate_random_weights(int number, double *w, int n)
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

/* Reads the weights file NAME of the program, which must have as many weights as set. *own: the set for which they were found,
 * owned by game. False: why has the reason. */
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

/* Writes the best known weights for set, from files that come with the program, to w (set->n). *borrowed: the set for which they
 * were found, if it is another set; else NULL. False: there are none, as why (PARAM_WHY_MAX) says. */
static bool find_good(const Game *game, const FeatureSet *set, double *w, const char **borrowed, char *why)
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

static bool make_weights(Rate *r, int weights, char *why)
{
    int n = r->config.set->n;
    r->positions = weights == BENCH_WEIGHTS_RANDOM ? DIRECTIONS : 1;
    r->x = mem_new((size_t)(n * r->positions), sizeof *r->x);
    if (weights == BENCH_WEIGHTS_GOOD) return find_good(r->config.game, r->config.set, r->x, &r->borrowed, why);
    for (int i = 0; i < r->positions; i++) rate_random_weights(i, r->x + i * n, n);
    return true;
}

/* ---- measuring ---- */

RateStatus rate_open(Rate *r, const RateSpec *s, char *why, Errors *errors)
{
    *r = (Rate){.threads = s->threads, .games = s->games, .chunks = 1};
    if (!read_config(&r->config, s, errors)) return RATE_WRONG;
    r->config.experiment.engine = s->engine;
    if (s->isa != NULL) r->config.isas = s->isa;
    const char *refusal = rate_refused(&r->config, NULL);
    if (refusal != NULL) snprintf(why, PARAM_WHY_MAX, "%s", refusal);
    if (refusal != NULL || !make_weights(r, s->weights, why)) return RATE_LEFT_OUT;
    setup_evaluate(&r->setup, &r->config, r->x, RNG_BENCH, 1, 0);
    r->engine = r->setup.tasks.task[0].player.engine;
    r->isa = r->setup.tasks.task[0].player.isa;
    return RATE_OPEN;
}

int rate_open_for(Rate *r, const RateSpec *spec)
{
    char why[PARAM_WHY_MAX];
    Errors errors = {0};
    const RateStatus opened = rate_open(r, spec, why, &errors);
    message_errors(&errors, "");
    if (opened == RATE_LEFT_OUT) fprintf(stderr, "nothing is measured: %s\n", why);
    return opened == RATE_OPEN ? STATUS_OK : opened == RATE_WRONG ? STATUS_USAGE : STATUS_UNAVAILABLE;
}

void rate_close(Rate *r)
{
    setup_free(&r->setup);
    config_free(&r->config);
    free(r->x);
}

/* One measurement. */
typedef struct {
    double end;                 /* on the clock of duration_now */
    atomic_llong pieces;        /* reported by all threads */
    atomic_llong filled, lanes; /* lanes with a game, and all lanes, summed over turns */
} Slice;

static bool is_over(void *ctx, int pieces)
{
    Slice *s = ctx;
    atomic_fetch_add_explicit(&s->pieces, pieces, memory_order_relaxed);
    return duration_now() >= s->end;
}

/* Called when a thread has stopped: adds the occupancy of its lanes. */
static void add_occupancy(void *ctx, Occupancy o)
{
    Slice *s = ctx;
    assert(o.filled <= o.lanes);
    atomic_fetch_add_explicit(&s->filled, (long long)o.filled, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->lanes, (long long)o.lanes, memory_order_relaxed);
}

/* Adds r->games games, one position after the other; the next batch goes on with the next position. */
static void fill_with_games(Rate *r, Batch *b, uint64_t key)
{
    for (int i = 0; i < r->games; i++) {
        uint64_t position = (r->batch * (uint64_t)r->games + (uint64_t)i) % (uint64_t)r->positions;
        batch_add(b, (Trial){.x = r->x + (int)position * r->config.set->n, .key = key, .first = i, .plays = 1});
    }
}

static void fill_batch(Rate *r, Batch *b)
{
    uint64_t key = rng_key(r->batch++, RNG_BENCH, 0);
    int plays = PLAYS * DIRECTIONS / r->positions;
    batch_clear(b);
    if (r->games > 0) fill_with_games(r, b, key);
    for (int chunk = 0; chunk < r->chunks && r->games == 0; chunk++)
        for (int i = 0; i < r->positions; i++)
            batch_add(b, (Trial){.x = r->x + i * r->config.set->n, .key = key, .first = chunk * plays, .plays = plays});
    batch_seat(b);
}

double rate_measure(Rate *r, double seconds)
{
    Batch b = {0};
    assert(seconds > 0 && r->x != NULL);
    double start = duration_now();
    Slice s = {.end = start + seconds};
    const StopCheck stop = {.poll = is_over, .ctx = &s, .left = add_occupancy};
    fill_batch(r, &b);
    while (evaluate_batch(r->setup.evaluator, &b, &stop)) { /* the batch has ended, so it was too short and threads were idle */
        if (r->chunks < CHUNKS_MAX) r->chunks *= 4;
        fill_batch(r, &b);
    }
    batch_free(&b);
    r->filled.filled += (uint64_t)s.filled;
    r->filled.lanes += (uint64_t)s.lanes;
    return (double)s.pieces / (duration_now() - start);
}

double rate_filled(const Rate *r)
{
    return r->filled.lanes > 0 ? (double)r->filled.filled / (double)r->filled.lanes : 1;
}
