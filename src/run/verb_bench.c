/* verb_bench.c. swarmtris bench [parallel|engines|signature]: which of the programs in bench/ is meant, and whether its options
 * make sense. */
#include "bench/bench.h"
#include "run/verbs.h"

#include <stdio.h>
#include <string.h>

typedef enum { PARALLEL = 1, ENGINES = 2, SIGNATURE = 4 } Bench;
static const struct {
    const char *name;
    Bench bench;
    int (*run)(const Options *o);
} benches[] = {
    {"parallel", PARALLEL, bench_parallel}, {"engines", ENGINES, bench_engines}, {"signature", SIGNATURE, bench_signature}};
enum { BENCHES = sizeof benches / sizeof benches[0] };

/* No option is taken and ignored. True: one of them has no use. */
static bool has_useless(const Options *o, Bench bench)
{
    const struct {
        const char *option;
        bool given;
        unsigned benches;
    } check[] = {
        {"--mode", o->mode >= 0, PARALLEL | SIGNATURE},
        {"--features", o->features != NULL, ENGINES},
        {"--weights random", o->weights != BENCH_WEIGHTS_GOOD, ENGINES},
        {"--board", o->width != 10 || o->height != 20, ENGINES},
        {"--seconds", o->seconds != 1, PARALLEL | ENGINES},
        {"--json", o->json, PARALLEL | ENGINES},
        {"--threads with several numbers", o->threads.n > 1, PARALLEL | ENGINES},
    };
    bool found = false;
    for (size_t i = 0; i < sizeof check / sizeof check[0]; i++) {
        if (!check[i].given || (check[i].benches & bench) != 0) continue;
        fprintf(stderr, "%s has no use here; it belongs to", check[i].option);
        for (int b = 0; b < BENCHES; b++)
            if ((benches[b].bench & check[i].benches) != 0) fprintf(stderr, " 'bench %s'", benches[b].name);
        fputc('\n', stderr);
        found = true;
    }
    return found;
}

/* The reference engine is plain C. */
static bool has_isa(const Options *o)
{
    const char *isa = options_isas[o->isa];
    bool good = strcmp(isa, "auto") == 0 || strcmp(isa, "plain") == 0;
    if (!good) fprintf(stderr, "--isa %s: no engine uses it: must be auto or plain\n", isa);
    return good;
}

int verb_bench(const Options *o)
{
    int wanted = 0;
    for (int b = 0; b < BENCHES; b++)
        if (o->args > 0 && strcmp(o->arg[0], benches[b].name) == 0) wanted = b;
    if (has_useless(o, benches[wanted].bench) || !has_isa(o)) return STATUS_USAGE;
    return benches[wanted].run(o);
}
