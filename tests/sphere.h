/* sphere.h. The 8-d sphere, for all tests of a group: TESTS(make_sphere, free_sphere). */
#ifndef SWARMTRIS_TESTS_SPHERE_H
#define SWARMTRIS_TESTS_SPHERE_H

#include "eval/objective.h"
#include "tests/stepper.h"

enum { DIM = 8 };

extern FunctionProblem sphere;
extern Space sphere_space;

int make_sphere(void **state);
int free_sphere(void **state);

/* A stepper that searches it. settings: as for options_from. */
Stepper on_sphere(const Optimiser *o, const char *settings, uint64_t seed);

/* What optimisers that breed a population promise, checked of any of them. settings: 200 individuals that stay where they are. */
void check_breeds_by_fitness(const Optimiser *o, const char *settings);
void check_elite(const Optimiser *o);
void check_starts_of_genes(const Optimiser *o);

#endif
