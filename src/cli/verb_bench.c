/* verb_bench.c. swarmtris bench [parallel|engines|...]: checks the options, and calls the bench. */
#include "agent/player.h"
#include "bench/bench.h"
#include "cli/verb.h"
#include "config/config_read.h"
#include "file/message.h"
#include "run/environment.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"parallel", "engines", "signature", "environment", NULL};
static int (*const benches[])(const BenchOptions *o) = {bench_parallel, bench_engines, bench_signature, bench_environment};
static const OptionWhen when[] = {{"--mode", "parallel signature", NULL},
                                  {"--isa --seconds", "parallel engines environment", NULL},
                                  {"--features --board --games", "engines environment", NULL},
                                  {"--weights", "engines", NULL},
                                  {"--out --json", "parallel engines", NULL},
                                  {0}};

static int run(const Command *command)
{
    BenchOptions options = *(const BenchOptions *)command->own;
    int wanted = 0;
    options.json = command->json;
    options.quiet = command->quiet;
    options.verbose = command->verbose;
    while (command->args > 0 && strcmp(command->arg[0], names[wanted]) != 0) wanted++;
    if (benches[wanted] == bench_signature && options.threads.n > 1)
        return verb_refuse("--threads", "must be one number for 'bench signature'");
    if (options.isa != NULL && options.engine == PLAYER_REFERENCE)
        return verb_refuse("--isa", "has no effect with --engine reference: only the lanes have instruction sets");
    Errors errors = {0};
    const int status = options.isa != NULL ? isa_check("--isa ", options.isa, &errors) : STATUS_OK;
    message_errors(&errors, "");
    if (options.isa != NULL && strcmp(options.isa, isa_names[0]) == 0) options.isa = config_cpu();
    return status == STATUS_OK ? benches[wanted](&options) : status;
}

static const char *const weights[] = {"good", "random", NULL};

#define TEXT(field) OPTION_AT(BenchOptions, field, OPTION_TEXT)
static const Option options[] = {
    {"--out", "DIR", TEXT(out), .doc = "keeps the tables, and the charts of parallel, below this folder"},
    {"--games", "N,N,...", OPTION_ROW(BenchOptions, games, PARAM_INTS, 1, 100000),
     .doc = "engines, environment: games played at a time; default hundreds"},
    {"--threads", "N,N,...", OPTION_ROW(BenchOptions, threads, PARAM_INTS, 1, 1024), .doc = "numbers of threads to measure"},
    {"--mode", "none|particles|games|both", OPTION_CHOICE(BenchOptions, mode, evaluator_modes), .doc = "this parallel mode only"},
    {"--engine", "E", OPTION_CHOICE(BenchOptions, engine, player_engines), .doc = "this engine only"},
    {"--isa", "NAME", TEXT(isa),
     .doc = "instruction set of the lanes, as in 'swarmtris list games'; default each that runs here, or SWARMTRIS_ISA"},
    {"--features", "SET|LIST", TEXT(features), .doc = "this feature set, or list of features, only"},
    {"--weights", "good|random", OPTION_CHOICE(BenchOptions, weights, weights),
     .doc = "strong controllers, or random directions; default good"},
    {"--board", "WxH", OPTION_AT(BenchOptions, width, OPTION_BOARD), .doc = "width x height; default 10x20"},
    {"--seconds", "S", OPTION_ROW(BenchOptions, seconds, PARAM_REAL, 0.01, 3600),
     .doc = "most seconds of a timing; default 1, in parallel 2"},
    {0},
};

const Verb verb_bench = {
    .name = "bench",
    .arguments = "[parallel|engines|signature|environment]",
    .most = 1,
    .words = names,
    .doc = "measures speed, and a signature equal on all machines",
    .example = "swarmtris bench parallel --threads 1,2,4",
    .options = {options, options_json, options_quiet, options_verbose},
    .when = when,
    .bytes = sizeof(BenchOptions),
    .defaults = &(const BenchOptions){.mode = -1, .engine = -1},
    .run = run,
};
