/* stepper.h. An optimiser that a test drives by hand, step by step; and the 8-d sphere, which most of them search. */
#ifndef SWARMTRIS_TESTS_STEPPER_H
#define SWARMTRIS_TESTS_STEPPER_H

#include "eval/objective.h"
#include "optim/optim.h"

/* c, v (candidates): n candidates that were asked last, and what is said of them. */
typedef struct {
    const Optimiser *o;
    void *self;
    Candidate *c;
    Verdict *v;
    int candidates, n;
} Stepper;

/* Owned. settings: "key=value key=value", or NULL. */
void *options_from(const Optimiser *o, const char *settings);

/* settings: as for options_from. */
Stepper stepper_open(const Optimiser *o, const char *settings, const Space *space, uint64_t seed);
void stepper_close(Stepper *s);
void stepper_ask(Stepper *s);

/* The verdict on candidate i whose fitness is known without noise. */
void stepper_judge(Stepper *s, int i, double fitness);

/* An iteration in which candidate i is told fitness[i]. */
void stepper_tell(Stepper *s, const double *fitness);

/* Reads or writes the n reals of its state that are called name. */
void stepper_peek(Stepper *s, const char *name, double *value, int n);
void stepper_poke(Stepper *s, const char *name, const double *value, int n);

/* The sphere for all tests of a group: cmocka_run_group_tests(tests, make_sphere, free_sphere). */
enum { DIM = 8 };

extern FunctionProblem sphere;
extern Space sphere_space;

int make_sphere(void **state);
int free_sphere(void **state);

/* The fitness of x (DIM). */
double minus_error(const double *x);

/* Asks, judges, tells; true: the iteration is complete. No question lies outside the box. */
bool stepper_step(Stepper *s, double spent);

/* The fitness of the first of the archive. */
double stepper_best(Stepper *s);

/* Orders doubles, for qsort. */
int rising(const void *a, const void *b);

#endif
