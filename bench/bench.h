/* bench/bench.h. The measurements of `swarmtris bench`, a function each, which returns the exit status. */
#ifndef SWARMTRIS_BENCH_BENCH_H
#define SWARMTRIS_BENCH_BENCH_H

#include "base/param.h"
#include "file/status.h"

typedef enum { BENCH_WEIGHTS_GOOD, BENCH_WEIGHTS_RANDOM } BenchWeights;

/* What is to be timed, and how. Borrowed. */
typedef struct {
    IntList threads;      /* numbers of threads; empty: 1, 2, 4, ... as many as there are processors */
    IntList games;        /* engines: numbers of games at hand; empty: hundreds */
    int mode;             /* EvaluatorMode; -1: each of them */
    int engine;           /* index into player_engines; -1: each of them */
    const char *isa;      /* NULL: that of SWARMTRIS_ISA; where it is not set, each (engines) or the best */
    const char *features; /* a set or a list of features; NULL: each set that the bench is about */
    int weights;          /* BenchWeights */
    int width, height;    /* of the board; 0: those that the bench is about */
    double seconds;       /* of each timing; 0: as the bench has it, 1 or 2 */
    const char *out;      /* the folder where the tables are kept; NULL: they are not */
    bool simulate;        /* cluster: one of these three is given */
    const char *record;   /* cluster: the file for the lengths of games */
    const char *predict;  /* cluster: an ini */
    int processors;       /* cluster: that the ranks share; 0: each has its own */
    bool json;            /* the table as JSON on standard output */
    bool quiet, verbose;  /* no progress; every step of it */
} BenchOptions;

/* The seconds of a timing, 1 where nothing else is asked for. */
static inline double bench_seconds(const BenchOptions *o)
{
    return o->seconds > 0 ? o->seconds : 1;
}

/* The table that the report left empty: the same training with no threads, threads over particles, over games and over both, and
 * for comparison as many independent processes, which show the limit of the machine. */
int bench_parallel(const BenchOptions *o);

/* Pieces a second of every engine, instruction set and feature set. */
int bench_engines(const BenchOptions *o);

/* The cost of the last games of an iteration: an iteration of particles of very different quality, against as many pieces at full
 * speed. */
int bench_tail(const BenchOptions *o);

/* The gain of a second thread: two threads on one list, against two processes; and the memory that a thread needs. */
int bench_scaling(const BenchOptions *o);

/* Steps a second of games that are moved from outside (eval/vector_env.h), for what is seen of them. */
int bench_environment(const BenchOptions *o);

/* The efficiency of iterations on 1 to 4,096 ranks, and where the time goes, as a simulation with measured lengths of games; the
 * measurement of these; or the same for a training. */
int bench_cluster(const BenchOptions *o);

/* One 64-bit number over games, trainings and a meta search: it changes when results change, and only then; and the bench that
 * prints it. */
uint64_t bench_sign(const BenchOptions *o);
int bench_signature(const BenchOptions *o);

#endif
