/* analysis/run_traits.h. What the numbers of a run are called, as its traits.tsv says.
 *
 * Idea: what stands there becomes assignments of gnuplot and words of titles. So only the names below are taken, and a value is a
 * plain word or two; another column is for a later version, and is left out.
 * Never: takes text that could be more than a word. */
#ifndef SWARMTRIS_ANALYSIS_RUN_TRAITS_H
#define SWARMTRIS_ANALYSIS_RUN_TRAITS_H

#include "file/tsv.h"

enum { RUN_TRAITS_KIND, RUN_TRAITS_SCORE, RUN_TRAITS_COST, RUN_TRAITS_PLAY, RUN_TRAITS_EVALUATION, RUN_TRAITS };
extern const char *const run_traits_names[RUN_TRAITS]; /* kind, score_noun, ...: columns of traits.tsv, variables of gnuplot */

typedef struct {
    Tsv table;                     /* traits.tsv */
    const char *value[RUN_TRAITS]; /* by table; NULL: the run does not say */
} RunTraits;

/* Reads traits.tsv of dir. STATUS_OK, also where there is none; STATUS_NO_INPUT: a sentence says why it cannot be read;
 * STATUS_DATA: a sentence says what is wrong with it. *t is to be freed in every case. */
Status run_traits_read(RunTraits *t, const char *dir, Errors *errors);
void run_traits_free(RunTraits *t);

#endif
