/* verb_bench.c. swarmtris bench [parallel|engines|tail|scaling|meta|signature|cluster]: checks the options, and calls the
 * bench. */
#include "agent/player.h"
#include "bench/bench.h"
#include "cli/verbs.h"
#include "config/isa.h"
#include "file/message.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef enum { PARALLEL = 1, ENGINES = 2, TAIL = 4, SCALING = 8, META = 16, SIGNATURE = 32, CLUSTER = 64 } Bench;
static const struct {
    const char *name;
    Bench bench;
    int (*run)(const BenchOptions *o);
} benches[] = {
    {"parallel", PARALLEL, bench_parallel}, {"engines", ENGINES, bench_engines}, {"tail", TAIL, bench_tail},
    {"scaling", SCALING, bench_scaling},    {"meta", META, bench_meta},          {"signature", SIGNATURE, bench_signature},
    {"cluster", CLUSTER, bench_cluster}};
enum { BENCHES = sizeof benches / sizeof benches[0] };

/* "'bench engines', 'bench tail' and 'bench scaling'" */
static void print_benches(unsigned wanted)
{
    int left = 0;
    for (int b = 0; b < BENCHES; b++) left += (benches[b].bench & wanted) != 0;
    for (int b = 0; b < BENCHES; b++) {
        if ((benches[b].bench & wanted) == 0) continue;
        left--;
        fprintf(stderr, "'bench %s'%s", benches[b].name, left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

/* Refuses options that the bench would ignore. True: there is one, and a sentence about it is printed. */
static bool has_useless(const Options *o, Bench bench)
{
    const struct {
        const char *option;
        bool given;
        unsigned benches;
    } check[] = {
        {"--mode", o->mode >= 0, PARALLEL | SIGNATURE},
        {"--isa", o->isa != NULL, PARALLEL | ENGINES | TAIL | SCALING},
        {"--features", o->features != NULL, ENGINES | TAIL | SCALING},
        {"--weights random", o->weights != BENCH_WEIGHTS_GOOD, ENGINES | SCALING},
        {"--board", o->width > 0, ENGINES | TAIL | SCALING},
        {"--seconds", o->seconds > 0, PARALLEL | ENGINES | TAIL | SCALING},
        {"--games", o->at_hand.n > 0, ENGINES},
        {"--out", o->out != NULL, PARALLEL | ENGINES | TAIL | SCALING | META | CLUSTER},
        {"--simulate", o->simulate, CLUSTER},
        {"--record", o->record != NULL, CLUSTER},
        {"--predict", o->predict != NULL, CLUSTER},
        {"--processors", o->processors > 0, CLUSTER},
        {"--json", o->json, PARALLEL | ENGINES | TAIL | SCALING | META},
        {"--threads with several numbers", o->threads.n > 1, PARALLEL | ENGINES | CLUSTER},
    };
    bool found = false;
    for (size_t i = 0; i < sizeof check / sizeof check[0]; i++) {
        if (!check[i].given || (check[i].benches & bench) != 0) continue;
        fprintf(stderr, "%s has no use here; it belongs to ", check[i].option);
        print_benches(check[i].benches);
        fputc('\n', stderr);
        found = true;
    }
    if (o->isa != NULL && o->engine == PLAYER_REFERENCE) {
        fprintf(stderr, "--isa has no use with --engine reference: only the lanes have instruction sets\n");
        found = true;
    }
    return found;
}

static int check_isa(const Options *o)
{
    Errors errors = {0};
    int status = o->isa != NULL ? isa_check("--isa ", o->isa, &errors) : STATUS_OK;
    message_errors(&errors, "");
    errors_free(&errors);
    return status;
}

int verb_bench(const Options *o)
{
    int wanted = 0;
    for (int b = 0; b < BENCHES; b++)
        if (o->args > 0 && strcmp(o->arg[0], benches[b].name) == 0) wanted = b;
    if (has_useless(o, benches[wanted].bench)) return STATUS_USAGE;
    if (benches[wanted].bench == CLUSTER && o->simulate + (o->record != NULL) + (o->predict != NULL) != 1) {
        fprintf(stderr,
                "bench cluster needs one of --simulate, what larger clusters would do; --predict FILE.ini, the same for a "
                "training; and --record FILE, lengths of games to be simulated\n");
        return STATUS_USAGE;
    }
    int status = check_isa(o);
    assert(o->seconds >= 0 && o->args <= 1);
    const BenchOptions options = {.threads = o->threads,
                                  .games = o->at_hand,
                                  .mode = o->mode,
                                  .engine = o->engine,
                                  .isa = o->isa,
                                  .features = o->features,
                                  .weights = o->weights,
                                  .width = o->width,
                                  .height = o->height,
                                  .seconds = o->seconds,
                                  .out = o->out,
                                  .simulate = o->simulate,
                                  .record = o->record,
                                  .predict = o->predict,
                                  .processors = o->processors,
                                  .json = o->json,
                                  .quiet = o->quiet,
                                  .verbose = o->verbose};
    return status == STATUS_OK ? benches[wanted].run(&options) : status;
}
