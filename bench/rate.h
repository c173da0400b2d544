/* bench/rate.h. The speed of a player, in pieces a second, on an endless list of games.
 *
 * Idea: the cost of a piece depends on the board, so there are two settings: a good controller, which keeps the board low, and
 * random directions, with short games that end on high boards. Batches are so long that the time is over before they end, so
 * that all lanes and threads are busy throughout. */
#ifndef SWARMTRIS_BENCH_RATE_H
#define SWARMTRIS_BENCH_RATE_H

#include "bench/bench.h"
#include "run/setup.h"

/* What is measured. Texts are borrowed. */
typedef struct {
    const char *features; /* a set or a list */
    const char *isa;      /* NULL: auto */
    int engine;           /* PLAYER_... */
    int threads;          /* at least 1 */
    int width, height;    /* of the board */
    int weights;          /* BenchWeights */
    int games;            /* games that are played at a time; 0: hundreds */
} RateSpec;

/* A player that is measured. */
typedef struct {
    Config config;            /* sets the board, the features and the engine */
    Setup setup;              /* made from config */
    const char *engine, *isa; /* in use: auto is already resolved */
    const char *borrowed;     /* the set for which the weights were found, if it is another set; else NULL */
    int threads;
    int positions;    /* number of weight vectors */
    int games;        /* as in RateSpec */
    int chunks;       /* in a batch; grows while batches end too early */
    double *x;        /* (positions, config.set->n), owned: the weights */
    uint64_t batch;   /* number of the next batch; names its games */
    Occupancy filled; /* occupancy of the lanes since rate_open */
} Rate;

/* The spec of the options; by default 10 columns, `height` rows, and all processors. */
RateSpec rate_spec(const BenchOptions *o, int height);

typedef enum {
    RATE_OPEN,
    RATE_LEFT_OUT, /* the engine cannot play the spec here, or there are no weights: why is a phrase */
    RATE_WRONG     /* the options are wrong: errors has sentences */
} RateStatus;

/* Opens *r, which must not be moved and is to be closed in any case. why: room >= PARAM_WHY_MAX. */
RateStatus rate_open(Rate *r, const RateSpec *spec, char *why, Errors *errors);
void rate_close(Rate *r);

/* rate_open for a bench of one player. STATUS_OK; or, after printing errors, STATUS_USAGE or STATUS_UNAVAILABLE. */
int rate_open_for(Rate *r, const RateSpec *spec);

/* NULL, or why the engine of a configuration cannot play its board. *isa (may be NULL): the instruction set that the engine would
 * use. */
const char *rate_refused(const Config *c, const char **isa);

/* Plays for so many seconds, more than 0, and returns pieces a second. Every call plays other games. */
double rate_measure(Rate *r, double seconds);

/* The share of the lanes that had a game, over all measurements; 1 without lanes. */
double rate_filled(const Rate *r);

/* Writes a random direction, uniform on the sphere, to w (n >= 1). number (0 or more) determines the direction. */
void rate_random_weights(int number, double *w, int n);

#endif
