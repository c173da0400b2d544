/* bench/rate.h. The pieces a second that a player makes on a list of games that does not end.
 *
 * Idea: the cost of a piece depends on the board, so there are two settings: a good controller, which keeps the board low, and
 * random directions, with short games that end on high boards. Batches are so long that the time is over before they end: then
 * all lanes and threads are busy from the first moment to the last. */
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
    int games;            /* at hand at a time; 0: hundreds */
    int64_t max_pieces;   /* of a game; 0: no cap */
} RateSpec;

/* A player that is measured. */
typedef struct {
    Config config;            /* of the board, the features and the engine */
    Setup setup;              /* made of config */
    const char *engine, *isa; /* those that play, after auto has chosen */
    const char *borrowed;     /* the set that the weights were found for, if it is another one; else NULL */
    int threads;
    int positions;    /* vectors of weights */
    int games;        /* as in RateSpec */
    int chunks;       /* of a batch; grows while batches end too early */
    double *x;        /* (positions, config.set->n), owned: the weights */
    uint64_t batch;   /* number of the next batch; names its games */
    Occupancy filled; /* of the lanes, since it was opened */
} Rate;

/* The spec that the options ask for; by default on 10 columns, `height` rows, and with all processors. */
RateSpec rate_spec(const BenchOptions *o, int height);

typedef enum {
    RATE_OPEN,
    RATE_LEFT_OUT, /* this engine cannot play it here, or there are no weights: why is a phrase */
    RATE_WRONG     /* the options are wrong: errors has sentences */
} RateStatus;

/* Opens *r, which must not be moved, and is to be closed in any case. why (room >= PARAM_WHY_MAX). */
RateStatus rate_open(Rate *r, const RateSpec *spec, char *why, Errors *errors);
void rate_close(Rate *r);

/* The same for a bench that is about one player. STATUS_OK; or, after sentences, STATUS_USAGE or STATUS_UNAVAILABLE. */
int rate_open_for(Rate *r, const RateSpec *spec, const char *bench);

/* NULL, or why the engine of a configuration cannot play its board; *isa (may be NULL): the instruction set that it would
 * take. */
const char *rate_refused(const Config *c, const char **isa);

/* Plays for so many seconds, more than 0, and returns pieces a second. Every call plays other games. */
double rate_measure(Rate *r, double seconds);

/* The share of the lanes that had a game, over all measurements; 1 without lanes. */
double rate_filled(const Rate *r);

/* A direction that is uniform on the sphere: w (n >= 1), the same for the same number >= 0. */
void rate_random_weights(int number, double *w, int n);

#endif
