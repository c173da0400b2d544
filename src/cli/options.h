/* run/options.h. The command line: verbs, their arguments and options, all from two tables.
 *
 * Idea: a row of the tables is all that there is to say of an option: which verbs take it, what its value looks like, where it
 * goes, its line of help. Options that are shorthands of ini keys become ConfigValues, so they are checked where the ini is.
 * Never: abbreviations of verbs or options; an option that is taken and ignored. */
#ifndef SWARMTRIS_CLI_OPTIONS_H
#define SWARMTRIS_CLI_OPTIONS_H

#include "base/error.h"
#include "bench/bench.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    VERB_NONE, /* only --help or --version */
    VERB_TRAIN,
    VERB_EVAL,
    VERB_COMPARE,
    VERB_TOURNAMENT,
    VERB_STUDY,
    VERB_LANDSCAPE,
    VERB_PLAY,
    VERB_BENCH,
    VERB_CHECK,
    VERB_INFO,
    VERB_LIST,
    VERB_PLOT
} Verb;

typedef enum { FORMAT_PNG, FORMAT_SVG, FORMAT_PDF } PlotFormat;

/* Texts are borrowed from argv; NULL: not given. arg (args): what stands between the options, of which the verb takes as many.
 * value (values): all of --set, then the shorthands, as config_read takes them; their texts are owned. */
typedef struct {
    int argc;
    char *const *argv;
    Verb verb;
    bool help, version, quiet, verbose;
    const char **arg;
    int args;
    ConfigValue *value;
    int values;

    const char *out;      /* train, eval, compare, tournament: directory of the run */
    const char *path;     /* landscape, plot: a run, or NULL */
    bool resume, force;   /* the same */
    int repeat;           /* train: runs; 1 */
    double max_time;      /* train, eval, compare, tournament: seconds; 0: no limit */
    int64_t games;        /* eval: 100; compare: at most 100000; tournament: 1000 */
    bool fresh;           /* eval -: an empty line changes the games */
    double alpha;         /* compare, tournament, study: probability of saying anything false; 0.05 */
    double margin;        /* compare: equal are scores whose ratio is at most 1 + margin; 0.05 */
    bool halving;         /* tournament */
    bool json;            /* eval, compare, tournament, study, bench */
    const char *pieces;   /* play: a file */
    bool trace, watch;    /* play */
    bool dump;            /* check */
    bool verify;          /* info */
    int format;           /* plot: PlotFormat; -1: png and svg */
    IntList threads;      /* bench: empty: 1, 2, 4, ... as many as there are processors */
    int mode, engine;     /* bench: EvaluatorMode, index into player_engines; -1: each of them */
    const char *isa;      /* bench: NULL: what SWARMTRIS_ISA says, and where it says nothing, each or the best */
    const char *features; /* bench: a set or list (run/features.h); NULL: each set that the verb wants */
    int weights;          /* bench: BenchWeights */
    int width, height;    /* bench: of the board; 0: what the bench is about */
    double seconds;       /* bench: for each timing */
} Options;

/* Reads the command line (argv[0] is the program). False: status 64, and errors has one sentence. *o is to be freed in either
 * case. Where help or version is set nothing else is complete. */
bool options_read(Options *o, int argc, char *argv[], Errors *errors);
void options_free(Options *o);

#endif
