/* bench/cell.h. One cell of the table of parallel modes: a training, timed in a process of its own, or in several at once. */
#ifndef SWARMTRIS_BENCH_CELL_H
#define SWARMTRIS_BENCH_CELL_H

#include "bench/bench.h"
#include "bench/children.h"
#include "config/config.h"

/* Reads an ini file that comes with the program, "params/NAME.ini", with the instruction set that was asked for. Returns the
 * exit status, after printing what is wrong. *config is to be freed in either case. */
int cell_config(Config *config, const char *ini, const BenchOptions *o);

/* One way of running the training. */
typedef struct {
    EvaluatorMode mode; /* of each process */
    int threads;        /* of each process, at least 1 */
    int processes;      /* that run the training at the same time, at least 1; each runs all of it */
} Cell;

/* The time that a cell took. */
typedef struct {
    double seconds;     /* from the first start to the last end */
    double cost;        /* of one training; the same for all processes */
    uint64_t signature; /* of the state at its end; the same for all processes */
} Timing;

/* Runs the training that config describes, with the mode and the threads of the cell. False: a child failed, or two of them ended
 * in different states; a sentence is printed. */
bool cell_run(const Config *config, const Cell *cell, Timing *timing);

#endif
