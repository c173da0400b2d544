/* boxed.h. An optimiser in a box that is no cube, on a sphere whose optimum is not the centre of it; and all options of all
 * optimisers. */
#ifndef SWARMTRIS_TESTS_BOXED_H
#define SWARMTRIS_TESTS_BOXED_H

#include "base/param.h"
#include "base/trial.h"
#include "optim/optim.h"

#include <stdbool.h>
#include <stdint.h>

enum { BOX_DIM = 3 };

extern const double box_lo[BOX_DIM], box_hi[BOX_DIM], box_optimum[BOX_DIM];
extern const Space box_space;

/* Of x (BOX_DIM): 0 at the optimum, less elsewhere. */
double box_value(const double *x);

/* options (a copy's own); candidate (candidates), verdict (candidates): n of them, what was asked last and what is found. told:
 * candidates of the iteration under way that have been told before these; top: the best score that was ever found. */
typedef struct {
    const Optimiser *o;
    void *options, *self;
    Candidate *candidate;
    Verdict *verdict;
    int candidates, n, told;
    double top;
} Boxed;

/* options: as the optimiser has them, copied. boxed_destroy frees it. */
Boxed boxed_create(const Optimiser *o, const void *options, uint64_t seed);
void boxed_destroy(Boxed *s);

/* The same with its defaults but for what "key=value key=value" says; seed 1. */
__attribute__((format(printf, 2, 3))) Boxed boxed_from(const Optimiser *o, const char *format, ...);

/* Candidate i was found to be worth so much, in two plays that are equal. */
void boxed_judge(Boxed *s, int i, double score);

/* What the optimiser asks, answered without noise. */
void boxed_ask(Boxed *s);

/* Whether its iterations have as many candidates as a changing population. */
bool has_changing_size(const Boxed *s);

/* Tells it the first n of these; true: the iteration is complete. */
bool boxed_tell(Boxed *s, int n, double spent);

/* The position of this rank in the archive, and what is known of it; NULL: there is none. */
const double *boxed_rank(const Boxed *s, int rank, Sample *sample);

/* What the first of the archive is worth, which is checked. */
double boxed_best(const Boxed *s);

/* Asks and tells until an iteration is complete. */
void boxed_iteration(Boxed *s, double spent);

/* Whether it looks for anything: a grid asks for the same points in every iteration, wherever it starts. */
bool searches(const Optimiser *o);

#endif
