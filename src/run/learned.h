/* run/learned.h. What a run over a learner leaves beside its result: how the learning goes, and the table that it ends with.
 *
 *     q.tsv      the score of the table against the steps, quantiles over learning runs with the settings that were found
 *     table.txt  the table of the first of them (config/table.h), which eval, play and compare take in place of weights
 *
 * The learning runs are the first plays of the last claim, learned again. */
#ifndef SWARMTRIS_RUN_LEARNED_H
#define SWARMTRIS_RUN_LEARNED_H

#include "base/rng.h"
#include "run/setup.h"
#include "store/rundir.h"

#include <stdatomic.h>

/* What became of it. */
typedef enum {
    LEARNED_NOTHING, /* the objective is no learner, or nothing was found */
    LEARNED_WRITTEN,
    LEARNED_STOPPED, /* asked (a StopReason) says so; the files are as they were */
    LEARNED_FAILED   /* a file cannot be written, errno says why */
} Learned;

/* purpose: of the plays of the last claim. */
Learned learned_write(RunDir *d, const Setup *s, const Result *r, RngPurpose purpose, const atomic_int *asked);

#endif
