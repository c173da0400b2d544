/* verb_bench.c. swarmtris bench [parallel|engines|...]: checks the options, and calls the bench. */
#include "agent/player.h"
#include "base/text.h"
#include "bench/bench.h"
#include "cli/verb.h"
#include "config/config_read.h"
#include "file/message.h"
#include "run/environment.h"

#include <stdio.h>
#include <string.h>

/* The benches as bits, and their names as the verb's arguments. */
enum { PARALLEL = 1, ENGINES = 2, SIGNATURE = 4, ENVIRONMENT = 8 };
static const char *const names[] = {"parallel", "engines", "signature", "environment", NULL};
static int (*const benches[])(const BenchOptions *o) = {bench_parallel, bench_engines, bench_signature, bench_environment};
enum { BENCHES = sizeof benches / sizeof benches[0] };

/* Refuses options that the bench would ignore. True: there is one, and a sentence about it is printed. */
static bool has_useless(const BenchOptions *o, unsigned bench)
{
    const struct {
        const char *option;
        bool given;
        unsigned benches;
    } check[] = {
        {"--mode", o->mode >= 0, PARALLEL | SIGNATURE},
        {"--isa", o->isa != NULL, PARALLEL | ENGINES | ENVIRONMENT},
        {"--features", o->features != NULL, ENGINES | ENVIRONMENT},
        {"--weights random", o->weights != BENCH_WEIGHTS_GOOD, ENGINES},
        {"--board", o->width > 0, ENGINES | ENVIRONMENT},
        {"--seconds", o->seconds > 0, PARALLEL | ENGINES | ENVIRONMENT},
        {"--games", o->games.n > 0, ENGINES | ENVIRONMENT},
        {"--out", o->out != NULL, PARALLEL | ENGINES},
        {"--json", o->json, PARALLEL | ENGINES},
        {"--threads with several numbers", o->threads.n > 1, PARALLEL | ENGINES | ENVIRONMENT},
    };
    bool found = false;
    for (size_t i = 0; i < sizeof check / sizeof check[0]; i++) {
        if (!check[i].given || (check[i].benches & bench) != 0) continue;
        char its[120];
        Text text = text_in(its, sizeof its);
        for (int b = 0; b < BENCHES; b++)
            if (check[i].benches >> b & 1)
                text_add(&text, "%s'bench %s'", text.used == 0 ? "" : check[i].benches >> b == 1 ? " and " : ", ", names[b]);
        fprintf(stderr, "%s has no effect here; it belongs to %s\n", check[i].option, its);
        found = true;
    }
    if (o->isa != NULL && o->engine == PLAYER_REFERENCE) {
        fprintf(stderr, "--isa has no effect with --engine reference: only the lanes have instruction sets\n");
        found = true;
    }
    return found;
}

static int run(const Command *o)
{
    BenchOptions options = *(const BenchOptions *)o->own;
    int wanted = 0;
    options.json = o->json;
    options.quiet = o->quiet;
    options.verbose = o->verbose;
    for (int b = 0; b < BENCHES; b++)
        if (o->args > 0 && strcmp(o->arg[0], names[b]) == 0) wanted = b;
    if (has_useless(&options, 1u << wanted)) return STATUS_USAGE;
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
    .bytes = sizeof(BenchOptions),
    .defaults = &(const BenchOptions){.mode = -1, .engine = -1},
    .run = run,
};
