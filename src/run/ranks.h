/* run/ranks.h. How the ranks of a job meet, agree before a run begins, and part.
 *
 * Idea: every rank runs the same program with the same command line, and opens the same files. Rank 0 alone has run directory,
 * screen and standard input: what the others print is kept, and shown only if they alone have something to say. Whatever might
 * make ranks compute different things is compared before the first job, and a difference is refused by all.
 * Never: a run with ranks that might compute something else. */
#ifndef SWARMTRIS_RUN_RANKS_H
#define SWARMTRIS_RUN_RANKS_H

#include "eval/cluster.h"
#include "experiment/experiment.h"

struct Setup;

/* Meets the other ranks: builds, command lines and the files that these name must be the same. signature computes the
 * fingerprint of all results of a build; it is called only if there are ranks. *c: NULL if no launcher has started several.
 * STATUS_OK: the caller goes on. Any other status: the reason has been printed. */
int ranks_meet(Cluster **c, int argc, char *const *argv, uint64_t (*signature)(void));

/* Whether all ranks can begin the run of s. Returns STATUS_OK on all ranks or on none; the reason has been printed. */
int ranks_ready(Cluster *c, const struct Setup *s);

/* At the end of a run: whether all ranks have come to the same state of the experiment e. If not, the job ends. */
void ranks_compare(Cluster *c, const Experiment *e);

/* Waits until all ranks are here, and leaves the job; c NULL: at once. Returns the status with which this rank is to end. Does
 * not return if a rank has computed something else than rank 0. */
int ranks_part(Cluster *c, int status);

#endif
