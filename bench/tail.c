/* tail.c. swarmtris bench tail: the cost of the end of an iteration.
 *
 * Idea: at the end of an iteration a few long games are left, lanes and threads are idle, and the swarm waits. So an iteration is
 * timed with particles between good weights and random directions, so that their games differ in length by orders of magnitude.
 * Its time is compared with the time of as many pieces at full speed. For each particle, full speed is that of an endless list
 * which has only games of this particle. As in training, the length of a particle's games in
 * one iteration is the expected length in the next. */
#include "base/mem.h"
#include "base/rng.h"
#include "bench/bench.h"
#include "bench/machine.h"
#include "bench/rate.h"
#include "file/duration.h"
#include "file/files.h"
#include "file/json.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTICLES = 40, REPEATS = 3, SIZES = 2 };
static const int sizes[SIZES] = {1000, 10};

/* Full speed is measured with at least FULL_GAMES games of each particle (100,000 in all); with more if a speed of `fastest`
 * pieces a second would finish them too soon. It takes the share full_share of --seconds. The beginning (the share full_from)
 * does not count, since all boards are empty then. */
enum { FULL_GAMES = 2500, FULL_GAMES_MAX = 500000 };
static const double fastest = 5e7, full_share = 0.1, full_from = 0.2;

/* A measured iteration. */
typedef struct {
    double seconds;        /* duration */
    double pieces;         /* of all games */
    double of[PARTICLES];  /* pieces of the games of each particle */
    double full;           /* seconds that the iteration would take at full speed */
    double lanes, threads; /* the shares of lanes and threads that were busy, 0..1 */
    double longest;        /* pieces of the longest game */
} Iteration;

/* The whole measurement. */
typedef struct {
    const BenchOptions *o;               /* borrowed */
    Rate rate;                           /* the player, with good weights */
    double *x;                           /* (PARTICLES, n), owned: the particles */
    double expect[SIZES][PARTICLES];     /* pieces a game of each particle in the last iteration of each size */
    Iteration iteration[SIZES][REPEATS]; /* what was measured */
} Tail;

/* ---- the particles ---- */

static double norm(const double *x, int n)
{
    double squares = 0;
    for (int j = 0; j < n; j++) squares += x[j] * x[j];
    return sqrt(squares);
}

static void make_particles(Tail *t)
{
    int n = t->rate.config.set->n;
    const double *good = t->rate.x, length = norm(good, n);
    t->x = mem_new((size_t)(PARTICLES * n), sizeof *t->x);
    for (int i = 0; i < PARTICLES; i++) {
        double way = i / (PARTICLES - 1.0), *x = t->x + i * n;
        rate_random_weights(i, x, n);
        for (int j = 0; j < n; j++) x[j] = way * x[j] + (1 - way) * good[j] / length;
    }
}

/* ---- iterations ---- */

/* What the stop check records while a batch is played. */
typedef struct {
    double start;               /* when the evaluator got the batch, seconds */
    double stop_after;          /* seconds of play after which the batch stops; 0: it is played to its end */
    atomic_llong first_ns;      /* when the first thread began to play; 0: none has */
    atomic_llong pieces;        /* played by all threads */
    atomic_llong early;         /* pieces in the first full_from of stop_after, which do not count */
    atomic_llong filled, lanes; /* lanes with a game, and all lanes, summed over turns */
    atomic_llong busy_ns;       /* time from start to the last game of each thread, summed */
} Clock;

static long long now_ns(void)
{
    return (long long)(1e9 * duration_now());
}

/* Seconds since the first thread began. */
static double seconds_played(Clock *c)
{
    long long now = now_ns(), none = 0;
    return atomic_compare_exchange_strong(&c->first_ns, &none, now) ? 0 : 1e-9 * (double)(now - none);
}

static bool poll(void *ctx, int turns)
{
    Clock *c = ctx;
    atomic_fetch_add_explicit(&c->pieces, turns, memory_order_relaxed);
    if (c->stop_after == 0) return false;
    double seconds = seconds_played(c);
    if (seconds < full_from * c->stop_after) atomic_fetch_add_explicit(&c->early, turns, memory_order_relaxed);
    return seconds >= c->stop_after;
}

/* Called when a thread has stopped: adds the occupancy of its lanes and its time. */
static void add_occupancy(void *ctx, Occupancy o)
{
    Clock *c = ctx;
    assert(o.filled <= o.lanes);
    atomic_fetch_add_explicit(&c->filled, (long long)o.filled, memory_order_relaxed);
    atomic_fetch_add_explicit(&c->lanes, (long long)o.lanes, memory_order_relaxed);
    atomic_fetch_add_explicit(&c->busy_ns, now_ns() - (long long)(1e9 * c->start), memory_order_relaxed);
}

static void play_batch(const Tail *t, Batch *b, Clock *c)
{
    batch_seat(b);
    c->start = duration_now();
    evaluate_batch(t->rate.setup.evaluator, b, &(StopCheck){.poll = poll, .ctx = c, .left = add_occupancy});
}

/* Plays an iteration as a training does. Its lengths of games become the expected lengths of the next iteration. */
static Iteration play_iteration(Tail *t, int size, uint64_t number)
{
    assert(size >= 0 && size < SIZES);
    Batch b = {0};
    Clock c = {0};
    Iteration r = {0};
    uint64_t key = rng_key(number, RNG_BENCH, (uint64_t)size);
    for (int i = 0; i < PARTICLES; i++)
        batch_add(&b,
                  (Trial){.x = t->x + i * t->rate.config.set->n, .key = key, .plays = sizes[size], .expect = t->expect[size][i]});
    play_batch(t, &b, &c);
    r.seconds = duration_now() - c.start;
    for (int i = 0; i < PARTICLES; i++) {
        double sum = 0;
        for (int k = 0; k < sizes[size]; k++) {
            double pieces = b.t[i].y[k].cost;
            sum += pieces;
            if (pieces > r.longest) r.longest = pieces;
        }
        r.of[i] = sum;
        t->expect[size][i] = sum / sizes[size];
        r.pieces += sum;
    }
    r.lanes = (double)c.filled / (double)c.lanes;
    r.threads = 1e-9 * (double)c.busy_ns / r.seconds / t->rate.threads;
    batch_free(&b);
    return r;
}

/* Pieces a second of particle i on an endless list of its own games. */
static double speed_of(const Tail *t, int i, uint64_t number)
{
    assert(t->expect[0][i] > 0); /* at least one iteration was played before */
    Batch b = {0};
    double seconds = full_share * bench_seconds(t->o);
    Clock c = {.stop_after = seconds};
    double games = fastest * seconds / t->expect[0][i];
    int plays = games < FULL_GAMES ? FULL_GAMES : games > FULL_GAMES_MAX ? FULL_GAMES_MAX : (int)games;
    batch_add(&b, (Trial){.x = t->x + i * t->rate.config.set->n, .key = rng_key(number, RNG_BENCH, SIZES), .plays = plays});
    play_batch(t, &b, &c);
    batch_free(&b);
    return (double)(c.pieces - c.early) / (seconds_played(&c) - full_from * seconds);
}

/* Measures the speeds of all particles after an iteration. speed: their means with `before`, so that a drift affects both. */
static void measure_speed(Tail *t, uint64_t number, double *before, double *speed)
{
    for (int i = 0; i < PARTICLES; i++) {
        double now = speed_of(t, i, number);
        speed[i] = (before[i] + now) / 2;
        before[i] = now;
    }
}

static void measure(Tail *t)
{
    uint64_t number = 0;
    double before[PARTICLES] = {0}, speed[PARTICLES];
    for (int size = 0; size < SIZES; size++) play_iteration(t, size, number++);
    measure_speed(t, number++, before, speed);
    for (int i = 0; i < REPEATS; i++) {
        for (int size = 0; size < SIZES; size++) t->iteration[size][i] = play_iteration(t, size, number++);
        measure_speed(t, number++, before, speed);
        for (int size = 0; size < SIZES; size++)
            for (int k = 0; k < PARTICLES; k++) t->iteration[size][i].full += t->iteration[size][i].of[k] / speed[k];
    }
}

/* ---- results ---- */

static double ratio_of(const Iteration *r)
{
    return r->seconds / r->full;
}

static int by_ratio(const void *a, const void *b)
{
    double x = ratio_of(a), y = ratio_of(b);
    return (x > y) - (x < y);
}

static void print_json(const Tail *t)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '[');
    for (int size = 0; size < SIZES; size++) {
        const Iteration *all = t->iteration[size], *r = &all[REPEATS / 2];
        json_open(&j, NULL, '{');
        json_text(&j, "engine", t->rate.engine);
        json_text(&j, "isa", t->rate.isa);
        json_text(&j, "features", t->rate.config.set->name);
        json_int(&j, "threads", t->rate.threads);
        json_int(&j, "particles", PARTICLES);
        json_int(&j, "games", sizes[size]);
        json_real(&j, "pieces", r->pieces);
        json_real(&j, "seconds", r->seconds);
        json_real(&j, "full_speed_seconds", r->full);
        json_real(&j, "ratio", ratio_of(r));
        json_real(&j, "min", ratio_of(&all[0]));
        json_real(&j, "max", ratio_of(&all[REPEATS - 1]));
        json_real(&j, "lanes_busy", r->lanes);
        json_real(&j, "threads_busy", r->threads);
        json_real(&j, "longest_game", r->longest);
        json_close(&j, '}');
    }
    json_close(&j, ']');
}

static void print_table(const Tail *t, int width, int height)
{
    const char *cost = t->rate.config.game->units.cost;
    printf("%s: %s, %s, %d threads; board %dx%d, %s, %d particles from good weights to random directions\n", machine_name().text,
           t->rate.engine, t->rate.isa, t->rate.threads, width, height, t->rate.config.set->name, PARTICLES);
    printf(
        "their games have %.0f to %.0f %s in the mean; of %d iterations the one with the median ratio of its time to that of as "
        "many %s at full speed\n\n",
        t->expect[0][PARTICLES - 1], t->expect[0][0], cost, REPEATS, cost);
    printf("%-8s %12s %9s %13s %7s %7s %7s %11s %13s %13s\n", "games", cost, "seconds", "at full speed", "ratio", "min", "max",
           "lanes busy", "threads busy", "longest game");
    for (int size = 0; size < SIZES; size++) {
        const Iteration *all = t->iteration[size], *r = &all[REPEATS / 2];
        printf("%dx%-5d %12.0f %9.4f %13.4f %7.3f %7.3f %7.3f %11.3f %13.3f %13.0f\n", PARTICLES, sizes[size], r->pieces,
               r->seconds, r->full, ratio_of(r), ratio_of(&all[0]), ratio_of(&all[REPEATS - 1]), r->lanes, r->threads,
               r->longest);
    }
}

static int keep_table(const Tail *t, FILE *notes)
{
    char *text;
    FILE *out = files_memory(&text, NULL);
    fprintf(out, "engine,isa,features,threads,particles,games,pieces,seconds,full_speed_seconds,ratio,min,max,lanes_busy,"
                 "threads_busy,longest_game\n");
    for (int size = 0; size < SIZES; size++) {
        const Iteration *all = t->iteration[size], *r = &all[REPEATS / 2];
        fprintf(out, "%s,%s,%s,%d,%d,%d,%.0f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.0f\n", t->rate.engine, t->rate.isa,
                t->rate.config.set->name, t->rate.threads, PARTICLES, sizes[size], r->pieces, r->seconds, r->full, ratio_of(r),
                ratio_of(&all[0]), ratio_of(&all[REPEATS - 1]), r->lanes, r->threads, r->longest);
    }
    return machine_keep(t->o->out, "tail", out, &text, notes, NULL);
}

int bench_tail(const BenchOptions *o)
{
    Tail t = {.o = o};
    const RateSpec spec = rate_spec(o, 10);
    int status = rate_open_for(&t.rate, &spec, "tail");
    if (status == STATUS_OK) {
        make_particles(&t);
        measure(&t);
        for (int size = 0; size < SIZES; size++) qsort(t.iteration[size], REPEATS, sizeof(Iteration), by_ratio);
        if (o->json)
            print_json(&t);
        else
            print_table(&t, spec.width, spec.height);
        status = keep_table(&t, o->json ? stderr : stdout);
    }
    rate_close(&t.rate);
    free(t.x);
    return status;
}
