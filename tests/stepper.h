/* stepper.h. An optimiser that a test drives by hand, step by step; and a box that is no cube, with a sphere whose optimum is not
 * the centre of it. */
#ifndef SWARMTRIS_TESTS_STEPPER_H
#define SWARMTRIS_TESTS_STEPPER_H

#include "optim/optim.h"

enum { BOX_DIM = 3 };

extern const double box_lo[BOX_DIM], box_hi[BOX_DIM], box_optimum[BOX_DIM];
extern const Space box_space;

/* Of x (BOX_DIM): 0 at the optimum, less elsewhere. */
double box_value(const double *x);

/* options: its own. value: what a position is worth, where the stepper answers by itself. c, v (candidates): n candidates that
 * were asked last, and what is said of them. told: candidates of the iteration under way that have been told before these; top:
 * the best score that was ever told. */
typedef struct {
    const Optimiser *o;
    const Space *space;
    void *options, *self;
    double (*value)(const double *x);
    Candidate *c;
    Verdict *v;
    int candidates, n, told;
    double top;
} Stepper;

/* Owned. settings: "key=value key=value", or NULL. */
void *options_from(const Optimiser *o, const char *settings);

/* options: copied; in box_space value is box_value. settings: as for options_from. */
Stepper stepper_create(const Optimiser *o, const void *options, const Space *space, uint64_t seed);
Stepper stepper_open(const Optimiser *o, const char *settings, const Space *space, uint64_t seed);
void stepper_close(Stepper *s);

/* Asks; and finds each candidate to be worth its value. */
void stepper_ask(Stepper *s);
void stepper_answer(Stepper *s);

/* All questions lie in the space. */
bool stepper_inside(const Stepper *s);

/* Candidate i was found to be worth so much, in two plays that are equal. */
void stepper_judge(Stepper *s, int i, double fitness);

/* Tells it the first n of these; true: the iteration is complete, which it is after all candidates. */
bool stepper_tell_first(Stepper *s, int n, double spent);

/* An iteration in which candidate i is told fitness[i]. */
void stepper_tell(Stepper *s, const double *fitness);

/* Asks, answers, tells; true: the iteration is complete. stepper_iterate: until it is. */
bool stepper_step(Stepper *s, double spent);
void stepper_iterate(Stepper *s, double spent);

/* Whether it looks for anything: a grid asks for the same points in every iteration, wherever it starts. Whether its iterations
 * have as many candidates as a changing population. */
bool searches(const Optimiser *o);
bool has_changing_size(const Stepper *s);

/* The position of this rank in the archive, and what is known of it; NULL: there is none. What the first is worth, checked. */
const double *stepper_rank(const Stepper *s, int rank, Sample *sample);
double stepper_best(const Stepper *s);

/* Reads or writes the n reals of its state that are called name. */
void stepper_peek(Stepper *s, const char *name, double *value, int n);
void stepper_poke(Stepper *s, const char *name, const double *value, int n);

#endif
