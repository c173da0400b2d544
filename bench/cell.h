/* bench/cell.h. One cell of the table of parallel modes: a training, timed in a process of its own, or in several at once. */
#ifndef SWARMTRIS_BENCH_CELL_H
#define SWARMTRIS_BENCH_CELL_H

#include "bench/bench.h"
#include "bench/children.h"
#include "config/config.h"

/* Reads an ini file that comes with the program, "params/NAME.ini", with the instruction set that was asked for. Returns the
 * exit status; what is wrong is said. *config is to be freed in either case. */
int cell_config(Config *config, const char *ini, const BenchOptions *o);

/* processes that each do the training, with mode and threads. */
typedef struct {
    EvaluatorMode mode;
    int threads, processes;
} Cell;

/* seconds: from the first start to the last end. cost, signature: of one training, the same for all of them. */
typedef struct {
    double seconds, cost;
    uint64_t signature;
} Timing;

/* Runs the training that config describes; its threads and mode are not looked at. False: a child failed, or two of them did not
 * end alike; said on standard error. */
bool cell_run(const Config *config, const Cell *cell, Timing *timing);

#endif
