/* noisy.h. A training on a surrogate: exponential noise, the truth known. */
#ifndef SWARMTRIS_TESTS_NOISY_H
#define SWARMTRIS_TESTS_NOISY_H

#include "tests/live.h"

enum { DIM = 4 };

/* 1000 at (3, -2, 5, 0), falling by a factor e every two and a half. */
double truth(const double *x);

typedef struct {
    TrainSpec spec;
    void *options;
    Experiment e;
    Rows rows;
    bool noise_free;
    int64_t most_at_once;
    int64_t costly; /* plays of COSTLY or more */
} Noisy;

enum { COSTLY = 300 };

/* The plainest training unless settings say otherwise: three games of a position, fresh ones of a finalist beside the budget. */
Noisy noisy_open(const Optimiser *o, const char *settings, uint64_t seed);
void noisy_close(Noisy *n);

/* One turn; false: the training is finished. */
bool noisy_step(Noisy *noisy);
Result noisy_finish(Noisy *n);
Result noisy_run(Noisy *n, const Optimiser *o, const char *settings, uint64_t seed);

/* The last row of metrics. */
const char *noisy_last(const Noisy *n);

#define CHOSEN " selection.finalists=3 selection.games=4 validation.games=5"
#define UNCHOSEN " selection.finalists=0 validation.games=0 "

/* Settings of each allocation, by its number. */
enum { ALLOCATIONS = ALLOCATION_OCBA + 1 };
extern const char *const allocations[ALLOCATIONS];

/* A swarm that asks for one particle at a time: six groups an iteration. */
const Optimiser *one_by_one(void);

/* Both texts, in a buffer that the next call uses again. */
const char *with(const char *allocation, const char *more);

#endif
