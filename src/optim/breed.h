/* breed.h. How a genetic algorithm makes the next generation: what ga and ga-pso share.
 *
 * Idea: parents are drawn by a roulette wheel on which each has a share proportional to its fitness; two parents have two
 * children, which change tails after a random point (one-point crossover) or are copies; then single genes are multiplied by a
 * number near 1. A gene is a coordinate, measured from the middle of the box: for the symmetric boxes of weights that is the
 * weight itself.
 * Never: fitness that a wheel cannot have. Where any is negative (the error of a test function, a logarithm), all are counted
 * from the worst of the generation, which then has no share; what is not finite has none, either.
 * Source: Holland 1975; Goldberg 1989. */
#ifndef SWARMTRIS_OPTIM_BREED_H
#define SWARMTRIS_OPTIM_BREED_H

#include "base/param.h"
#include "optim/generation.h"

typedef struct {
    int particles, elite;
    double start_lower, start_upper, crossover, mutation, mutation_lower, mutation_upper;
} Breeding;

/* The rows of a Breeding that is the member `breeding` of Options. */
#define BREED_ROW(Options, key, type, unit, lo, hi, standard) PARAM_AT(Options, breeding.key, #key, type, unit, lo, hi, standard)
#define BREED_PARAMS(Options)                                                                                      \
    {BREED_ROW(Options, particles, PARAM_INT, "individuals", 2, 4096, "16"), .doc = "size of a generation"},       \
        {BREED_ROW(Options, elite, PARAM_INT, "individuals", 0, 4096, "0"),                                        \
         .doc = "best of a generation that stay as they are, and are evaluated again"},                            \
        {BREED_ROW(Options, start_lower, PARAM_REAL, "half box widths", -1, 1, "0"),                               \
         .doc = "least gene at the start, counted from the middle of the box"},                                    \
        {BREED_ROW(Options, start_upper, PARAM_REAL, "half box widths", -1, 1, "1"),                               \
         .doc = "greatest gene at the start; uniform between the two, published: U(0,1)"},                         \
        {BREED_ROW(Options, crossover, PARAM_REAL, "", 0, 1, "0.6"),                                               \
         .doc = "probability that two parents' children change tails; else they are copies"},                      \
        {BREED_ROW(Options, mutation, PARAM_REAL, "", 0, 1, "0.05"),                                               \
         .doc = "probability that a child's gene is multiplied by a random number; published: 0.01 to 0.05"},      \
        {BREED_ROW(Options, mutation_lower, PARAM_REAL, "", -10, 10, "0.8"), .doc = "least factor of a mutation"}, \
    {                                                                                                              \
        BREED_ROW(Options, mutation_upper, PARAM_REAL, "", -10, 10, "1.2"),                                        \
            .doc = "greatest factor of a mutation; uniform between the two"                                        \
    }

/* Warns where no gene can change its sign, and half of the box is out of reach in every coordinate; as Optimiser.check. */
int breed_check(const Breeding *o, Finding *out);

/* The first generation. */
void breed_start(const Breeding *o, Generation *g);

/* share (n): of the wheel, by fitness (n), each 0 or more; returns their sum, above 0. */
double breed_wheel(const double *fitness, int n, double *share);

/* Where the wheel stops: i with probability share[i] / sum. */
int breed_spin(const double *share, int n, double sum, Rng *rng);

/* next (n,dim): the generation after g, whose verdicts are all there. parent (n): the individual of g that each is a copy of, but
 * for mutations; -1: it has two parents. The elite come first, the best first. */
void breed_next(const Breeding *o, Generation *g, double *next, int *parent);

#endif
