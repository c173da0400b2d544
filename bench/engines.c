/* engines.c. swarmtris bench engines: pieces a second.
 *
 * Idea: what a piece costs depends on how the board looks, so there are two settings: a good controller, which keeps it low for
 * ever, and random directions, whose games are short and end high. Cells take turns in short slices, so that drift of the machine
 * hits all alike; a slice ends when its time is over, wherever its games are. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "bench/machine.h"
#include "run/json.h"
#include "run/progress.h"
#include "run/setup.h"
#include "run/verbs.h"

#include <stdlib.h>
#include <string.h>

enum { SLICES = 5, TRIALS = 64, PLAYS = 16, SETS_MAX = 64 };

/* An engine, a feature set and a number of threads. x (TRIALS, set->n); pieces_per_s (SLICES). */
typedef struct {
    Config config;
    Setup setup;
    const char *engine;
    int threads;
    double *x;
    double pieces_per_s[SLICES];
} EngineCell;

typedef struct {
    EngineCell cell[SETS_MAX];
    int n;
} EngineTable;

/* ---- cells ---- */

/* Sets of as many features as cs3243 has are played with its weights: none of their own have been published. */
static bool make_weights(EngineCell *c, const Options *o)
{
    int n = c->config.set->n;
    if (o->weights == BENCH_WEIGHTS_GOOD && n != BENCH_WEIGHTS) {
        fprintf(stderr, "%s: left out: no good weights are known for it; try --weights random\n", c->config.set->name);
        return false;
    }
    c->x = mem_new((size_t)n * TRIALS, sizeof *c->x);
    for (int i = 0; i < TRIALS; i++) {
        if (o->weights == BENCH_WEIGHTS_RANDOM)
            bench_random_weights(i, c->x + i * n, n);
        else
            memcpy(c->x + i * n, bench_final_weights, sizeof bench_final_weights);
    }
    return true;
}

/* The configuration of one cell, all that is wrong with the options found on the way. */
static bool read_config(Config *c, const Options *o, const char *features, int engine, int threads, Errors *errors)
{
    char text[5][80];
    snprintf(text[0], sizeof text[0], "game.width=%d", o->width);
    snprintf(text[1], sizeof text[1], "game.height=%d", o->height);
    snprintf(text[2], sizeof text[2], "agent.features=%.60s", features);
    snprintf(text[3], sizeof text[3], "experiment.engine=%s", player_engines[engine]);
    snprintf(text[4], sizeof text[4], "experiment.threads=%d", threads);
    const ConfigValue value[] = {
        {text[0], "--board"}, {text[1], "--board"}, {text[2], "--features"}, {text[3], "--engine"}, {text[4], "--threads"}};
    return config_read(c, NULL, value, sizeof value / sizeof value[0], errors, errors);
}

static bool add_cell(EngineTable *t, const Options *o, const char *features, int engine, int threads, Errors *errors)
{
    EngineCell *c = &t->cell[t->n];
    *c = (EngineCell){.threads = threads};
    bool good = t->n < SETS_MAX && read_config(&c->config, o, features, engine, threads, errors);
    if (good && make_weights(c, o)) {
        setup_evaluate(&c->setup, &c->config, c->x, RNG_BENCH, 1);
        c->engine = c->setup.arena[0].player.engine;
        t->n++;
    } else {
        config_free(&c->config);
    }
    return good;
}

/* Every engine by its own name, or the one that was asked for. */
static bool add_engines(EngineTable *t, const Options *o, const char *features, int threads, Errors *errors)
{
    if (o->engine >= 0) return add_cell(t, o, features, o->engine, threads, errors);
    bool good = true;
    for (int e = 1; player_engines[e] != NULL; e++) good = good && add_cell(t, o, features, e, threads, errors);
    return good;
}

static bool make_table(EngineTable *t, const Options *o, Errors *errors)
{
    const Game *game = registry_games[0];
    int most = machine_processors();
    IntList threads = o->threads;
    if (threads.n == 0) threads = most > 1 ? (IntList){2, {1, most}} : (IntList){1, {1}};
    bool good = true;
    for (int i = 0; i < threads.n && good; i++) {
        if (o->features != NULL) good = add_engines(t, o, o->features, threads.v[i], errors);
        for (int s = 0; o->features == NULL && s < game->n_sets && good; s++)
            good = add_engines(t, o, game->sets[s].name, threads.v[i], errors);
    }
    return good;
}

static void free_table(EngineTable *t)
{
    for (int i = 0; i < t->n; i++) {
        setup_free(&t->cell[i].setup);
        config_free(&t->cell[i].config);
        free(t->cell[i].x);
    }
    free(t);
}

/* ---- slices ---- */

typedef struct {
    double end;
    atomic_llong pieces;
} Slice;

static bool over(void *ctx, int pieces)
{
    Slice *s = ctx;
    atomic_fetch_add_explicit(&s->pieces, pieces, memory_order_relaxed);
    return machine_clock() >= s->end;
}

/* Plays one batch after the other, each of games of its own, until the time is over. */
static void measure(EngineCell *c, int slice, double seconds)
{
    Batch b = {0};
    double start = machine_clock();
    Slice s = {.end = start + seconds};
    const Watch watch = {.poll = over, .ctx = &s};
    uint64_t batch = 0;
    do {
        uint64_t key = rng_key((uint64_t)slice, RNG_BENCH, batch++);
        batch_clear(&b);
        for (int i = 0; i < TRIALS; i++) batch_add(&b, (Trial){.x = c->x + i * c->config.set->n, .key = key, .plays = PLAYS});
        batch_seat(&b);
    } while (judge_batch(c->setup.judge, &b, &watch));
    c->pieces_per_s[slice] = (double)atomic_load(&s.pieces) / (machine_clock() - start);
    batch_free(&b);
}

/* ---- telling ---- */

static void print_json(const EngineTable *t)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '[');
    for (int i = 0; i < t->n; i++) {
        const EngineCell *c = &t->cell[i];
        json_open(&j, NULL, '{');
        json_text(&j, "engine", c->engine);
        json_text(&j, "isa", "plain");
        json_text(&j, "features", c->config.set->name);
        json_int(&j, "threads", c->threads);
        json_real(&j, "pieces_per_s", stats_quantile(c->pieces_per_s, SLICES, 0.5));
        json_real(&j, "min", c->pieces_per_s[0]);
        json_real(&j, "max", c->pieces_per_s[SLICES - 1]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

static void print_table(const EngineTable *t, const Options *o)
{
    char name[64];
    printf("%s, board %dx%d, %s; pieces/s: median of %d slices\n\n", machine_name(name, sizeof name), o->width, o->height,
           o->weights == BENCH_WEIGHTS_GOOD ? "the report's final weights" : "random directions", SLICES);
    printf("%-10s %-6s %-16s %7s %12s %12s %12s\n", "engine", "isa", "features", "threads", "pieces/s", "min", "max");
    for (int i = 0; i < t->n; i++) {
        const EngineCell *c = &t->cell[i];
        printf("%-10s %-6s %-16s %7d %12.0f %12.0f %12.0f\n", c->engine, "plain", c->config.set->name, c->threads,
               stats_quantile(c->pieces_per_s, SLICES, 0.5), c->pieces_per_s[0], c->pieces_per_s[SLICES - 1]);
    }
}

static void say_borrowed(const EngineTable *t, const Options *o)
{
    for (int i = 0; i < t->n && o->weights == BENCH_WEIGHTS_GOOD; i++)
        if (strcmp(t->cell[i].config.set->name, "cs3243") != 0) {
            fprintf(stderr, "%s is played with the weights of cs3243: it has no published ones of its own\n",
                    t->cell[i].config.set->name);
            return;
        }
}

int bench_engines(const Options *o)
{
    EngineTable *t = mem_new(1, sizeof *t); /* configurations point into themselves: they stay where they are made */
    Errors errors = {0};
    bool good = make_table(t, o, &errors);
    verbs_say(&errors, "");
    errors_free(&errors);
    if (good) {
        for (int slice = 0; slice < SLICES; slice++)
            for (int i = 0; i < t->n; i++) measure(&t->cell[i], slice, o->seconds / SLICES);
        for (int i = 0; i < t->n; i++) stats_sort(t->cell[i].pieces_per_s, SLICES);
        say_borrowed(t, o);
        if (o->json)
            print_json(t);
        else
            print_table(t, o);
    }
    free_table(t);
    return good ? STATUS_OK : STATUS_USAGE;
}
