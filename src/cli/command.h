/* cli/command.h. The command line once it has been read: the verb, its arguments, and the values of its options.
 *
 * Idea: the tables of options (option_table.h) and the reader of the command line (options.h) both know this struct; neither
 * needs the other for it.
 * Never: a default that depends on the verb; the verb puts its own default in place of 0, -1 or NULL. */
#ifndef SWARMTRIS_CLI_COMMAND_H
#define SWARMTRIS_CLI_COMMAND_H

#include "base/param.h"
#include "config/config.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    VERB_NONE, /* only --help or --version */
    VERB_TRAIN,
    VERB_ENCODE,
    VERB_EVAL,
    VERB_COMPARE,
    VERB_TOURNAMENT,
    VERB_STUDY,
    VERB_LANDSCAPE,
    VERB_PLAY,
    VERB_SOLVE,
    VERB_DROPBLOX,
    VERB_BENCH,
    VERB_CHECK,
    VERB_INFO,
    VERB_LIST,
    VERB_PLOT,
    VERB_EXPORT,
    VERB_HELP,   /* becomes VERB_NONE, or the verb that is asked about, with help */
    VERB_VERSION /* becomes VERB_NONE with version */
} Verb;

typedef enum { FORMAT_PNG, FORMAT_SVG, FORMAT_PDF } PlotFormat;
typedef enum { EXPORT_TABLE, EXPORT_IOH } ExportFormat;
typedef enum { AXIS_ITERATIONS, AXIS_COST, AXIS_SECONDS } PlotAxis;

/* Texts are borrowed from argv; NULL: not given. */
typedef struct {
    int argc;              /* words of the command line */
    char *const *argv;     /* (argc), borrowed */
    struct Server *server; /* other ranks, borrowed; NULL: there are none */
    Verb verb;             /* VERB_NONE: only --help or --version was given */
    bool help, version;    /* print a text and end */
    bool quiet, verbose;   /* no progress; every step of it. Never both */
    const char **arg;      /* (args), owned: the words that are no options; their number is one that the verb takes */
    int args;              /* of them */
    char **own;            /* (owned): texts that arguments point to, other than argv */
    int owned, own_room;   /* of them */
    const char *typed;     /* train, check: the ini of standard input, where the argument is -; of own; NULL: it names a file */
    ConfigValue *value;    /* (values), owned with their texts: those of --set, then the shorthands, as config_read expects */
    int values;            /* of them */

    const char *out;        /* train, eval, compare, tournament: directory of the run */
    const char *path;       /* landscape, plot: a run, or NULL */
    bool resume, force;     /* train, eval, compare, tournament, landscape: go on with the run, or replace it; never both */
    int repeat;             /* train: runs, 0: 1; study: seeds of each variant, 0: 20 */
    int at_once;            /* study: trainings that run at the same time; 0: as many as there are processors */
    double max_time;        /* train, eval, compare, tournament, landscape, study: seconds; 0: no limit */
    int64_t games;          /* eval: 0, as many as are usual; compare: at most 100000; tournament: 1000 */
    double error;           /* eval: standard error that ends it, as a share of the mean; 0: all games are played */
    bool fresh;             /* eval -: an empty line changes the games */
    double alpha;           /* compare, tournament, study: probability of saying anything false; 0.05 */
    double margin;          /* compare: scores are equal if their ratio is at most 1 + margin; 0.05 */
    bool halving;           /* tournament */
    const char *table;      /* export: the name of a table, NULL: a row a run */
    int exported;           /* export: ExportFormat */
    bool json;              /* train, eval, compare, tournament, study, bench, check, info, list */
    const char *pieces;     /* play: a file */
    bool trace, watch;      /* play */
    const char *gif, *png;  /* play: files */
    const char *fumen;      /* play, solve: a file */
    bool dump;              /* check */
    const char *placements; /* check: a file of placements of the list that the argument names; NULL: it names an ini */
    int columns, buffer;    /* solve, check: of the task; 0 and -1: 11 and 1 */
    int agent;              /* solve: index into its list; -1: the first */
    const char *template;   /* solve: which list is drawn and written to the input first; NULL: the input is there */
    int64_t nodes;          /* solve: states that a decision may try; 0: a million; play, dropblox: positions; 0: any number */
    const char *serve;      /* dropblox: a client to play against; NULL: the state is answered */
    bool verify, state;     /* info; never both */
    bool simulate;          /* bench cluster */
    const char *record;     /* bench cluster: a file; NULL: nothing is recorded */
    const char *predict;    /* bench cluster: an ini; NULL: nothing is predicted */
    int processors;         /* bench cluster: 0: one for each rank */
    int format;             /* plot: PlotFormat; -1: png and svg */
    IntList at_hand;        /* bench engines: numbers of games; empty: hundreds */
    IntList threads;        /* bench: empty: 1, 2, 4, ... as many as there are processors */
    int mode, engine;       /* bench: EvaluatorMode, index into player_engines; -1: each of them */
    const char *isa;        /* bench: NULL: what SWARMTRIS_ISA says, and where it says nothing, each or the best */
    const char *features;   /* bench: a set or list (config/features.h); NULL: each set that the verb is about */
    int weights;            /* bench: BenchWeights */
    int width, height;      /* bench: of the board; 0: what the bench is about */
    double seconds;         /* bench: for each timing; 0: as the bench has it */
    const char *title;      /* plot: instead of the charts' own */
    int axis;               /* plot: PlotAxis; -1: the one that suits the chart */
    int plot_width, plot_height; /* plot: pixels; 0: the usual size */
} Options;

#endif
