/* bench/children.h. Work that is timed in processes of its own, side by side.
 *
 * Idea: whatever is timed is a child that is forked for it, so all begin alike, and the threads of one do not live on into the
 * next. The parent never evaluates a batch: threads do not survive a fork. Children prepare themselves in memory, report
 * that they are ready, and are released together; so preparing is not timed and processes really run side by side.
 * Never: outlives the parent, which may be interrupted at any moment. */
#ifndef SWARMTRIS_BENCH_CHILDREN_H
#define SWARMTRIS_BENCH_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>

enum { CHILDREN_MAX = 1024, CHILDREN_TOLD_MAX = 4096 };

/* What a child does, in its own copy of everything: prepare, then, when all are ready, run, which leaves what it has to tell
 * (bytes, at most CHILDREN_TOLD_MAX, so that a pipe takes it at once) in told. A child that fails ends with _exit. */
typedef struct {
    void (*prepare)(void *ctx);
    void (*run)(void *ctx, void *told);
    void *ctx;
    size_t bytes;
} ChildWork;

/* Runs n children; told (n, bytes). False: one of them failed. */
bool children_run(const ChildWork *work, int n, void *told);

#endif
