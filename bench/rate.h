/* bench/rate.h. How many pieces a second one player makes on a list of games that does not end.
 *
 * Idea: what a piece costs depends on how the board looks, so there are two settings: a good controller, which keeps it low for
 * ever, and random directions, whose games are short and end high. Batches are so long that the time is over before they are:
 * then all lanes and threads are busy from the first moment to the last. */
#ifndef SWARMTRIS_BENCH_RATE_H
#define SWARMTRIS_BENCH_RATE_H

#include "bench/bench.h"
#include "run/setup.h"

/* features: a set or a list. engine: PLAYER_...; isa: NULL is auto. weights: BenchWeights. games: at hand at a time, 0: hundreds.
 * max_pieces: of a game, 0: no cap. */
typedef struct {
    const char *features, *isa;
    int engine, threads, width, height, weights, games;
    int64_t max_pieces;
} RateSpec;

/* engine, isa: what plays. x (positions, set->n): the weights. borrowed: the set that these weights were found for, if it is
 * another one; else NULL. chunks: of a batch. filled: since it was opened. */
typedef struct {
    Config config;
    Setup setup;
    const char *engine, *isa, *borrowed;
    int threads, positions, games, chunks;
    double *x;
    uint64_t batch;
    Occupancy filled;
} Rate;

/* What the options ask for, on 10 columns and so many rows where they say nothing, with all processors. */
RateSpec rate_spec(const BenchOptions *o, int height);

typedef enum {
    RATE_OPEN,
    RATE_LEFT_OUT, /* why is a phrase */
    RATE_WRONG     /* what was asked for cannot be: errors */
} RateStatus;

/* *r must stay where it is; it is to be closed in any case. why (room >= PARAM_WHY_MAX). */
RateStatus rate_open(Rate *r, const RateSpec *spec, char *why, Errors *errors);
void rate_close(Rate *r);

/* Plays for so many seconds; pieces a second. Different games with every call. */
double rate_measure(Rate *r, double seconds);

/* Share of the lanes that had a game in all that was measured. */
double rate_filled(const Rate *r);

#endif
