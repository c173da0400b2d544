/* eval/cluster.h. The processes of one job, its ranks, which run the same experiment and share each batch.
 *
 * Idea: every rank asks the same optimiser, so all of them know every batch. A rank takes the next block of jobs from one
 * counter, which is the list of rank 0; a block is two numbers, so no job and no weight travels. At the end of a batch, and
 * whenever all threads are to stop, rank 0 gathers the answers and spreads them. So all ranks have the same answers, and go on
 * alike. What clocks, files and people say is known to rank 0 alone, and the others ask where it matters (cluster_agree).
 *     A suspended game stays with the rank that has played it, which plays it on first. Rank 0 gets a copy, for the checkpoint.
 *     Sizes of blocks follow from threads that all ranks know. If a rank has another batch than rank 0, its answers do not count.
 *     This is the only module that knows MPI, and only the thread that begins a batch (0 of its team) calls it. Elsewhere a
 * program has no cluster: NULL. A rank that waits rests, since it would take the processors of those that play.
 * Never: lets a result depend on a rank, on the number of ranks, or on the order of messages. */
#ifndef SWARMTRIS_EVAL_CLUSTER_H
#define SWARMTRIS_EVAL_CLUSTER_H

#include "eval/objective.h"

/* Marks the functions of cluster.c. A program without MPI is linked without them, and then they are NULL. */
#define CLUSTER_CALL __attribute__((weak, visibility("hidden")))

typedef struct Cluster Cluster;

/* Joins the ranks that a launcher has started. signalled: a number that a signal handler sets; where it is set on another rank,
 * rank 0 gets it, too. It is borrowed. */
CLUSTER_CALL Cluster *cluster_open(atomic_int *signalled);

/* Leaves the job, as all ranks do. */
CLUSTER_CALL void cluster_close(Cluster *c);

/* Ends all ranks of the job, and this process, with a status. */
CLUSTER_CALL _Noreturn void cluster_abort(Cluster *c, int status);

CLUSTER_CALL int cluster_rank(const Cluster *c);
CLUSTER_CALL int cluster_ranks(const Cluster *c);

/* Whether this process has files, a screen and an input: rank 0, or there is no cluster. */
static inline bool cluster_leads(const Cluster *c)
{
    return c == NULL || cluster_rank(c) == 0;
}

/* The threads of each rank (ranks) and of all; before the first batch. */
CLUSTER_CALL void cluster_set_threads(Cluster *c, const int *threads);
CLUSTER_CALL int cluster_all_threads(const Cluster *c);

/* A rank whose batch is not that of rank 0; -1: there is none. Rank 0 alone learns of it, and the ranks no longer agree. */
CLUSTER_CALL int cluster_differs(const Cluster *c);

/* ---- calls that all ranks make, in the same order ---- */

/* Gathers n bytes from each rank into all (ranks, n). */
CLUSTER_CALL void cluster_gather(Cluster *c, const void *mine, size_t n, void *all);

/* Copies n bytes from rank 0 to the others. */
CLUSTER_CALL void cluster_spread(Cluster *c, void *bytes, size_t n);

/* The number that rank 0 has. c NULL: `mine`. */
static inline int cluster_agree(Cluster *c, int mine)
{
    if (c != NULL) cluster_spread(c, &mine, sizeof mine);
    return mine;
}

/* ---- a batch ---- */

/* How many of the jobs that are left a rank gets at once, by its threads and those of all ranks. */
static inline int cluster_block(int left, int threads, int all_threads)
{
    const int part = (int)((int64_t)left * threads / (4 * (int64_t)all_threads)), n = part > threads ? part : threads;
    return n < left ? n : left;
}

/* A list of jobs of one objective. */
typedef struct {
    JobList jobs;
    const Objective *objective; /* plays the jobs; borrowed */
    int common;                 /* the first jobs, which all ranks share; those after them are suspended games of this rank */
} Cut;

/* The rank that plays job i of several that were suspended before this process began. */
CLUSTER_CALL int cluster_holder(const Cluster *c, int i);

/* Begins a batch: fills in the ranges of the lists (n >= 1), which are empty, with all other members set. hash: of the batch.
 * All is borrowed until cluster_end. */
CLUSTER_CALL void cluster_begin(Cluster *c, Batch *b, Cut *cut, int n, uint64_t hash, const StopCheck *s);

/* The work of one thread of the team. play plays jobs of list i until s says stop (false) or it finds no more (true). */
typedef bool ClusterPlay(void *ctx, int i, int thread, const StopCheck *s);
CLUSTER_CALL void cluster_work(Cluster *c, int thread, ClusterPlay *play, void *ctx);

/* Ends the batch, once all threads have done their work: from now on all ranks have the answers of all. */
CLUSTER_CALL void cluster_end(Cluster *c);

/* How many jobs of the batch other ranks have probably answered, which rank 0 does not know yet; any thread may ask. */
CLUSTER_CALL int cluster_elsewhere(const Cluster *c);

/* Takes in what has arrived, while rank 0 waits for something else. */
CLUSTER_CALL void cluster_look(Cluster *c);

#endif
