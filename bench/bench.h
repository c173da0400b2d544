/* bench/bench.h. The measurements of `swarmtris bench`. Each is a function that returns the exit status. */
#ifndef SWARMTRIS_BENCH_BENCH_H
#define SWARMTRIS_BENCH_BENCH_H

#include "base/param.h"
#include "config/config.h"
#include "file/files.h"
#include "file/message.h"

typedef enum { BENCH_WEIGHTS_GOOD, BENCH_WEIGHTS_RANDOM } BenchWeights;

/* What is to be timed, and how. Borrowed. */
typedef struct {
    IntList threads;      /* numbers of threads; empty: 1, 2, 4, ... as many as there are processors */
    IntList games;        /* engines: numbers of games to play at a time; empty: hundreds */
    int mode;             /* EvaluatorMode; -1: all modes */
    int engine;           /* index into player_engines; -1: all engines */
    const char *isa;      /* instruction set; NULL: SWARMTRIS_ISA, or, if not set, all of them (engines) or the best */
    const char *features; /* a set or a list of features; NULL: the sets of the bench */
    int weights;          /* BenchWeights */
    int width, height;    /* of the board; 0: those of the bench */
    double seconds;       /* of each timing; 0: the default of the bench, 1 or 2 */
    const char *out;      /* the folder in which the tables are kept; NULL: none are kept */
    bool json;            /* the table as JSON on standard output */
    bool quiet, verbose;  /* quiet: no progress; verbose: every step of the progress */
} BenchOptions;

/* The seconds of a timing, 1 by default. */
static inline double bench_seconds(const BenchOptions *o)
{
    return o->seconds > 0 ? o->seconds : 1;
}

/* Times a training without threads and with threads over particles, over games and over both (the report of 2018 left that table
 * empty). As many independent processes show the limit of the machine. */
int bench_parallel(const BenchOptions *o);

/* Measures the pieces a second of every engine, instruction set and feature set. */
int bench_engines(const BenchOptions *o);

/* Measures steps a second of environments (eval/vector_env.h), for different views. */
int bench_environment(const BenchOptions *o);

/* bench_sign: one 64-bit number over games, trainings and a meta search, which changes if and only if results change.
 * bench_signature prints that number. */
uint64_t bench_sign(const BenchOptions *o);
int bench_signature(const BenchOptions *o);

/* ---- what they share ---- */

/* The name of the processor, "AMD EPYC", without words that are common to most names. */
Brief bench_machine(void);

/* Keeps a table as RESULTS/<processor>_<instruction set>/NAME.csv. The table is *text, written to out, a stream of files_memory.
 * Closes out and frees *text. results NULL: nothing is kept. notes: the path is printed there. *base (base may be NULL): the path
 * without .csv if the table was kept, owned by the caller. Returns the exit status. */
int bench_keep(const char *results, const char *name, FILE *out, char **text, FILE *notes, char **base);

/* NULL, or why the engine of a configuration cannot play its board. *isa (may be NULL): the instruction set that the engine would
 * use. */
const char *bench_refused(const Config *c, const char **isa);

/* Writes a random direction, uniform on the sphere, to w (n >= 1). number (0 or more) determines the direction. */
void bench_random_weights(int number, double *w, int n);

#endif
