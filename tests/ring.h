/* ring.h. An allocation by hand: one-dimensional positions, whose scores a table or a function tells. */
#ifndef SWARMTRIS_TESTS_RING_H
#define SWARMTRIS_TESTS_RING_H

#include "base/stats.h"
#include "experiment/allocation.h"
#include "optim/archive.h"
#include "optim/optim.h"

enum { PLACES = 4, CANDIDATES = 6, SCORES = 400 };

/* score of position x in game k of a key: what the tests make of it. */
typedef double Scores(double x, uint64_t key, int k);

typedef struct {
    Allocation allocation;
    Archive archive;
    Scores *scores;
    double x[CANDIDATES];
    Candidate candidate[CANDIDATES];
    Group group;
    int64_t asked; /* plays so far */
    int stages;
} Ring;

/* n candidates at 0, 1, 2, ...; candidate i challenges place i, or no place where there is none. close: as CLOSED takes it. */
Ring *ring_new(AllocationOptions o, int n, Scores *scores);
void ring_close(Ring **r);

/* Place i of the archive is taken by x, which has played the first n games of another key. */
void ring_place(Ring *r, int i, double x, int n);

/* One stage; true: decided. */
bool ring_stage(Ring *r);

/* All stages of it. */
void ring_group(Ring *r);

/* What was found of candidate i. */
const Stats *ring_found(const Ring *r, int i);

/* Uniform on [0, 1), by position, key and game. */
double uniform(double x, uint64_t key, int k);

/* Exponential, its mean 10 + x. */
double exponential(double x, uint64_t key, int k);

/* Everything else as few rules as possible. */
AllocationOptions ring_options(int allocation, int games, int first_games, int more_games);

/* By key and game alone. */
double same_for_all(double x, uint64_t key, int k);

/* An incumbent that was lucky is compared by what is known of it after it has played again. */
double once_lucky(double x, uint64_t key, int k);

#endif
