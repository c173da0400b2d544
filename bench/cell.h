/* bench/cell.h. One cell of the table of parallel modes: a training, timed in a process of its own.
 *
 * Idea: every cell is a child that is forked for it, so all begin alike, and the threads of one do not live on into the next. The
 * parent never opens a parallel region: OpenMP does not survive a fork. Children build their experiment in memory, report that
 * they are ready, and are released together; so building is not timed and processes really run side by side.
 * Never: outlives the parent, which may be interrupted at any moment. */
#ifndef SWARMTRIS_BENCH_CELL_H
#define SWARMTRIS_BENCH_CELL_H

#include "run/config.h"

/* processes that each do the training, with mode and threads. */
typedef struct {
    JudgeMode mode;
    int threads, processes;
} Cell;

/* seconds: from the first start to the last end. cost, signature: of one training, the same for all of them. */
typedef struct {
    double seconds, cost;
    uint64_t signature;
} Timing;

enum { CELL_PROCESSES_MAX = 1024 };

/* Runs the training that config describes; its threads and mode are not looked at. False: a child failed, or two of them did not
 * end alike; said on standard error. */
bool cell_run(const Config *config, const Cell *cell, Timing *timing);

#endif
