/* bench/children.h. Work that is timed in child processes, several at the same time.
 *
 * Idea: every measurement is timed in a child that is forked for it. So all start from the same state, and no threads of an
 * earlier one are left. The parent never evaluates a batch, since threads do not survive a fork. Children prepare
 * themselves in memory, report that they are ready, and are released together; so the preparation is not timed, and processes
 * really run at the same time.
 * Never: a child outlives the parent, which may be interrupted at any moment. */
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
    size_t bytes;                         /* size of the report; at most CHILDREN_REPORT_MAX, so that it fits into a pipe */
} ChildWork;

/* Runs n children, 1 .. CHILDREN_MAX. report (n, bytes): receives their reports. False: a child failed. */
bool children_run(const ChildWork *work, int n, void *report);

#endif
