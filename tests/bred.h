/* bred.h. What optimisers that breed a population promise, checked of any of them. The group makes the sphere (stepper.h). */
#ifndef SWARMTRIS_TESTS_BRED_H
#define SWARMTRIS_TESTS_BRED_H

#include "optim/optim.h"

/* settings: 200 individuals that are copied and stay where they are. */
void check_breeds_by_fitness(const Optimiser *o, const char *settings);
void check_elite(const Optimiser *o);
void check_starts_of_genes(const Optimiser *o);

#endif
