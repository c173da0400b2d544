/* bench/cell.h. One cell of the table of parallel modes: a training that is timed in one child process or several at once. */
#ifndef SWARMTRIS_BENCH_CELL_H
#define SWARMTRIS_BENCH_CELL_H

#include "bench/bench.h"
#include "bench/children.h"
#include "config/config.h"

/* Reads an ini file that comes with the program, "params/NAME.ini", with the instruction set in o. Returns the
 * exit status, after printing errors. *config is to be freed in either case. */
int cell_config(Config *config, const char *ini, const BenchOptions *o);

/* One way of running the training. */
typedef struct {
    EvaluatorMode mode; /* of each process */
    int threads;        /* of each process, at least 1 */
    int processes;      /* that run the training at the same time, at least 1; each runs the whole training */
} Cell;

/* The time that a cell took. */
typedef struct {
    double seconds;     /* from the first start to the last end */
    double cost;        /* cost of one training; equal in all processes */
    uint64_t signature; /* signature of the final state; equal in all processes */
} Timing;

/* Runs the training that config describes, with the mode and the threads of the cell. False: a child failed, or two children
 * ended in different states; a sentence is printed. */
bool cell_run(const Config *config, const Cell *cell, Timing *timing);

#endif
