/* tuned.h. What a meta search tunes: keys of inner trainings, numbers and choices, as coordinates of the outer search.
 *
 * Idea: a number has one coordinate, its value. A choice has a coordinate in [0, 1] for each of its values, and takes the value
 * whose coordinate is largest, the first of several. So values without an order are given none. A uniform position takes each
 * value with equal probability, and any optimiser over a box can search it. A particle that moves towards another takes the
 * other's value once its coordinate is the largest. The coordinates say no more than which value is taken, so an answer is
 * settled: 1 for the value that is taken, 0 for the others.
 * Never: a value that no position takes; a choice that depends on the order of its values, exact ties apart.
 * Source: the largest of random keys (J. C. Bean, "Genetic Algorithms and Random Keys for Sequencing and Optimization", ORSA
 * Journal on Computing 6, 1994). */
#ifndef SWARMTRIS_EXPERIMENT_TUNED_H
#define SWARMTRIS_EXPERIMENT_TUNED_H

#include "base/param.h"

#define TUNED_MAX 24        /* names in [meta] tune */
#define TUNED_TIED_MAX 4    /* keys of a name */
#define TUNED_VALUES_MAX 16 /* values of a choice */

/* Where a key lies: in [optimiser], [training] or [selection] of an inner training. */
typedef enum { TUNED_OPTIMISER, TUNED_TRAINING, TUNED_SELECTION, TUNED_SECTIONS } TunedSection;
extern const char *const tuned_sections[TUNED_SECTIONS];

/* One name of [meta] tune. */
typedef struct {
    const Param *row[TUNED_TIED_MAX]; /* (n): the keys, which all get the same value; all numbers of one type, or one choice */
    int n;
    TunedSection section;        /* section of all these keys */
    int first;                   /* number of its first coordinate */
    int values;                  /* number of values of a choice, 2 or more; 0: it is a number */
    int value[TUNED_VALUES_MAX]; /* (values): the values, as param_choice counts them */
    const char *name;            /* "section.key", "section.key+key"; owned by whatever made it */
} Tuned;

/* The value of t at position x of the whole search: for a choice an index as param_choice counts, else the number. */
double tuned_at(const Tuned *t, const double *x);

/* Puts a value, as tuned_at gives it, into the options block of its section. */
void tuned_put(const Tuned *t, double value, void *block);

/* The value of key k in a block: tied keys may differ there. */
double tuned_of(const Tuned *t, int k, const void *block);

/* Writes a value as an ini says it. room >= PARAM_TEXT_MAX. */
void tuned_print(const Tuned *t, double value, char *out, size_t room);

/* Settles the coordinates of t in x: a number becomes what its key takes, a choice 1 and 0. */
void tuned_settle(const Tuned *t, double *x);

#endif
