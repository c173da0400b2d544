/* bench/children.h. Work that is timed in child processes, several at the same time.
 *
 * Idea: a child is forked for everything that is timed, so that all measurements start from the same state, and threads of one do
 * not run on into the next. The parent never evaluates a batch, since threads do not survive a fork. Children prepare
 * themselves in memory, report that they are ready, and are released together; so the preparation is not timed, and processes
 * really run at the same time.
 * Never: a child that outlives the parent, which may be interrupted at any moment. */
#ifndef SWARMTRIS_BENCH_CHILDREN_H
#define SWARMTRIS_BENCH_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>

enum { CHILDREN_MAX = 1024, CHILDREN_REPORT_MAX = 4096 };

/* The work of a child, in its own copy of the process. A child that fails ends with _exit. */
typedef struct {
    void (*prepare)(void *ctx);           /* called first, not timed */
    void (*run)(void *ctx, void *report); /* called when all children are ready; fills the report */
    void *ctx;                            /* the argument of both; borrowed */
    size_t bytes;                         /* of the report; at most CHILDREN_REPORT_MAX, so that a pipe takes it at once */
} ChildWork;

/* Runs n children, 1 .. CHILDREN_MAX; report (n, bytes). False: one of them failed. */
bool children_run(const ChildWork *work, int n, void *report);

#endif
