/* meta_results.h. What only a meta search has to report, of the tables in its directory. Without them nothing is printed. */
#ifndef SWARMTRIS_RUN_META_RESULTS_H
#define SWARMTRIS_RUN_META_RESULTS_H

#include <stdio.h>

/* The statistics of heldout.tsv: medians of each problem and budget, and the tests of tuned against all others. */
void meta_results_print_heldout(FILE *out, const char *dir);

/* "main effects: topology 23 % (p = 1e-05), ...": the four largest. */
void meta_results_print_effects(FILE *out, const char *dir);

#endif
