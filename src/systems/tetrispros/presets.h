/* systems/tetrispros/presets.h. Room optim. Presets of the genetic algorithm as the program tetrispros ran it: systems_built.h
 * hands them to optim/ga.c. */
#ifndef SWARMTRIS_SYSTEMS_TETRISPROS_PRESETS_H
#define SWARMTRIS_SYSTEMS_TETRISPROS_PRESETS_H

#define GA_TETRISPROS                                                                                                        \
    "start_lower=0 particles=100 crossover=1 elite=0 elite_share=0.3 tournament=0.25 retries=5 mutation=0.05 mutation_sd=0 " \
    "second_upper=1.5 mutation_lower=0.8 mutation_upper=1.2 "
#define GA_COPY                                                                            \
    .source = "as published by the program tetrispros: children are copies of one parent", \
    .settings = GA_TETRISPROS "heuristic=copy"
#define GA_AVERAGE                                                                             \
    .source = "as published by the program tetrispros: children are the mean of both parents", \
    .settings = GA_TETRISPROS "heuristic=average"
#define GA_UNIFORM                                                                                \
    .source = "as published by the program tetrispros: children have each gene of either parent", \
    .settings = GA_TETRISPROS "heuristic=uniform"
#define GA_CUT \
    .source = "as published by the program tetrispros: children change tails", .settings = GA_TETRISPROS "heuristic=cut"

#endif
