/* breed.h. How a genetic algorithm makes the next generation: what ga and ga-pso share.
 *
 * Idea: the best of a generation are kept. A parent is the best of a random part of the generation; or it is drawn by a roulette
 * wheel, on which shares are proportional to fitness. Two parents have two children, which mix their genes or are copies. Then
 * normal numbers are added to single genes; or these are multiplied by a number near 1, as earlier Tetris programs did. A gene is
 * a coordinate, measured from the middle of the box. For the symmetric boxes of weights that is the weight itself.
 * Never: gives a negative share of the wheel. If any fitness is negative (the error of a test function, a logarithm), all are
 * measured from the worst of the generation. That one then has no share. A fitness that is not finite has none, either.
 * Source: Holland 1975; Goldberg 1989; blend: Eshelman & Schaffer 1993 (BLX-0.5); the defaults: Eiben & Smith 2003; the other
 * ways of mixing, the share that is kept, the random part and the second range of mutation: the program tetrispros. */
#ifndef SWARMTRIS_OPTIM_BREED_H
#define SWARMTRIS_OPTIM_BREED_H

#include "base/param.h"
#include "optim/generation.h"

/* How a child gets its genes; for the second child the two parents change places. */
typedef enum {
    BREED_CUT,     /* genes before a random point are the first parent's, the others the second's (one-point crossover) */
    BREED_COPY,    /* all genes are the first parent's */
    BREED_AVERAGE, /* each gene is the mean of both */
    BREED_UNIFORM, /* each gene is that of either parent, by chance */
    BREED_BLEND    /* each gene is uniform between both, and half of their distance beyond */
} BreedHeuristic;
extern const char *const breed_heuristics[];

typedef struct {
    int particles, elite;
    double elite_share; /* share of the particles that are elite; 0: elite is their number */
    int heuristic;      /* BreedHeuristic */
    double tournament;  /* share of the particles of which a parent is the best; 0: parents come off the wheel */
    double start_lower, start_upper, crossover, mutation;
    double mutation_sd; /* of what is added, in box widths; 0: genes are multiplied by U(mutation_lower, mutation_upper) */
    double mutation_lower, mutation_upper;
    double second_upper; /* the factors of the second child's mutations are U(0, second_upper); 0: those of the first */
} Breeding;

/* The parents of an individual, as indices in the generation before. */
typedef struct {
    int first, second; /* equal for an individual that is kept as it is, and for a child of one parent */
    bool mixed;        /* it has genes of both; else it is a copy of the first, but for mutations */
    bool fresh;        /* it has no parents: nothing was learned from the generation before */
} Descent;

/* The keys of a Breeding that is the member `breeding` of Options. */
#define BREED_MULTIPLIES "mutation > 0 and mutation_sd = 0"
#define BREED_ROW(Options, key, type, unit, lo, hi, standard) PARAM_AT(Options, breeding.key, #key, type, unit, lo, hi, standard)
#define BREED_PARAMS(Options)                                                                                                   \
    {BREED_ROW(Options, particles, PARAM_INT, "individuals", 2, 4096, "16"), .announced = true, .doc = "size of a generation"}, \
        {BREED_ROW(Options, elite, PARAM_INT, "individuals", 0, 4096, "1"), .when = "elite_share = 0",                          \
         .doc = "best of a generation that stay as they are, and play again in games; published: 0"},                           \
        {BREED_ROW(Options, elite_share, PARAM_REAL, "", 0, 1, "0"),                                                            \
         .doc = "share of the generation that stays unchanged; 0: elite says how many. tetrispros: 0.3"},                       \
        {BREED_ROW(Options, tournament, PARAM_REAL, "", 0, 1, "0.125"), .announced = true,                                      \
         .doc = "share of the generation, at least one individual, drawn at random; its best is a parent; 0: roulette wheel, "  \
                "as published. tetrispros: 0.25"},                                                                              \
        {BREED_ROW(Options, start_lower, PARAM_REAL, "half box widths", -1, 1, "-1"),                                           \
         .doc = "least gene at the start, counted from the middle of the box; published: 0"},                                   \
        {BREED_ROW(Options, start_upper, PARAM_REAL, "half box widths", -1, 1, "1"),                                            \
         .doc = "greatest gene at the start; uniform between the two"},                                                         \
        {BREED_ROW(Options, crossover, PARAM_REAL, "", 0, 1, "0.9"), .announced = true, .when = "heuristic != copy",            \
         .doc = "probability that two parents' children mix their genes; else they are copies; published: 0.6"},                \
        {BREED_ROW(Options, heuristic, PARAM_CHOICE, "", 0, 0, "blend"), .choices = breed_heuristics, .announced = true,        \
         .when = "crossover > 0",                                                                                               \
         .doc = "how genes mix: cut, tails are exchanged (published); copy, of a parent; average; uniform, either parent's; "   \
                "blend, between and beyond"},                                                                                   \
        {BREED_ROW(Options, mutation, PARAM_REAL, "", 0, 1, "0.1"), .announced = true,                                          \
         .doc = "probability that a child's gene is changed; published: 0.01 to 0.05"},                                         \
        {BREED_ROW(Options, mutation_sd, PARAM_REAL, "box widths", 0, 1, "0.1"), .announced = true, .when = "mutation > 0",     \
         .doc = "standard deviation of what is added to a gene; 0: it is multiplied by U(mutation_lower, mutation_upper), as "  \
                "published"},                                                                                                   \
        {BREED_ROW(Options, mutation_lower, PARAM_REAL, "", -10, 10, "0.8"), .when = BREED_MULTIPLIES,                          \
         .doc = "least factor of a mutation"},                                                                                  \
        {BREED_ROW(Options, mutation_upper, PARAM_REAL, "", -10, 10, "1.2"), .when = BREED_MULTIPLIES,                          \
         .doc = "greatest factor of a mutation; uniform between the two"},                                                      \
    {                                                                                                                           \
        BREED_ROW(Options, second_upper, PARAM_REAL, "", -10, 10, "0"),                                                         \
            .when = BREED_MULTIPLIES,                                                                                           \
            .doc = "greatest factor of a mutation of the second child, the least is 0; 0: as for the first. tetrispros: 1.5"    \
    }

/* The presets of earlier programs: their settings, but for the start of the genes. */
#define BREED_PUBLISHED "elite=0 tournament=0 crossover=0.6 heuristic=cut mutation=0.05 mutation_sd=0 "
#define BREED_PRESETS                                                                                                          \
    {.name = "textbook",                                                                                                       \
     .source = "Eiben & Smith 2003: tournaments, blended genes (Eshelman & Schaffer 1993), normal mutation, the best is kept", \
     .settings = ""},                                                                                                          \
        {.name = "whole-box",                                                                                                  \
         .source = "as published by earlier Tetris programs, but genes start in the whole box",                                \
         .settings = BREED_PUBLISHED},                                                                                         \
    {                                                                                                                          \
        .name = "published",                                                                                                   \
        .source = "as published by earlier Tetris programs: genes start U(0,1), for features whose weights are positive; "     \
                  "with particles=40 mutation=0.01 the best of TetrisPros",                                                    \
        .settings = BREED_PUBLISHED "start_lower=0"                                                                            \
    }

/* Warns if no gene can change its sign, so that half of the box is out of reach in every coordinate; as Optimiser.check. */
int breed_check(const Breeding *b, Finding *out);

/* The first generation. */
void breed_start(const Breeding *b, Generation *g);

/* Writes the shares (n) of the wheel, each 0 or more, for fitness (n); returns their sum, above 0. */
double breed_wheel(const double *fitness, int n, double *share);

/* Where the wheel stops: i with probability share[i] / sum. */
int breed_spin(const double *share, int n, double sum, Rng *rng);

/* How many of a generation of n are kept as they are. */
int breed_kept(const Breeding *b, int n);

/* Breeds next (n,dim), the generation after g, once all verdicts on g are known. Writes the parents of each to descent (n). The
 * elite comes first, the best first; then the children, pair by pair. If all of g are equally fit, or none has a value, then
 * individuals that are drawn as at the start, in place of children; but where genes are multiplied, as published, they breed. */
void breed_next(const Breeding *b, Generation *g, double *next, Descent *descent);

/* Breeds child i of g again, from the same parents, which are in before (n,dim), the generation before g. *descent names the
 * parents, and is updated. */
void breed_again(const Breeding *b, Generation *g, const double *before, int i, Descent *descent);

#endif
