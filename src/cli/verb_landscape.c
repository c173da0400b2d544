/* verb_landscape.c. swarmtris landscape FILE.ini: a meta search over a grid, and its map. */
#include "base/mem.h"
#include "base/text.h"
#include "cli/verbs.h"
#include "eval/objective.h"
#include "file/files.h"
#include "run/session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What the landscape says of its own accord, before the user does. text: owned. */
enum { OWN_MAX = 16, SEEDS = 51 };
typedef struct {
    ConfigValue value[OWN_MAX];
    int n;
} Own;

static void say(Own *own, const char *key, const char *value)
{
    assert(own->n < OWN_MAX);
    own->value[own->n++] = (ConfigValue){.text = text_new("%s=%s", key, value), .origin = "landscape"};
}

static bool says(const Options *o, const char *setting)
{
    for (int i = 0; i < o->values; i++)
        if (strcmp(o->value[i].text, setting) == 0) return true;
    return false;
}

static int words(const char *text)
{
    char word[PARAM_TEXT_MAX];
    int n = 0;
    while (config_word(text, n, word, sizeof word)) n++;
    return n;
}

/* As the ini's [meta] has it. */
static void repeat(Own *own, const Config *given, const char *key)
{
    char name[64], value[PARAM_TEXT_MAX];
    void *block;
    snprintf(name, sizeof name, "meta.%s", key);
    const Param *row = config_find(given, name, "meta", &block);
    param_print(row, block, value, sizeof value);
    if (value[0] != '\0') say(own, name, value);
}

/* The meta search over a grid that FILE and the user mean. */
static void describe(Own *own, const Options *o, const Config *given)
{
    char number[32], *full = realpath(o->arg[0], NULL);
    const bool axes = says(o, "optimiser.shape=axes");
    const int problems = given->kind->tunes ? words(given->meta.problems) : 1;
    say(own, "meta.problems", given->kind->tunes ? given->meta.problems : full != NULL ? full : o->arg[0]);
    if (given->kind->tunes && (axes || words(given->meta.tune) == 2)) {
        repeat(own, given, "tune");
        repeat(own, given, "lower");
        repeat(own, given, "upper");
    } else {
        say(own, "meta.tune", "inertia cognitive+social");
        say(own, "meta.lower", "-1 0");
        say(own, "meta.upper", "1 4");
    }
    snprintf(number, sizeof number, "%" PRIu64, given->experiment.seed);
    say(own, "experiment.seed", number);
    snprintf(number, sizeof number, "%d", given->experiment.threads);
    say(own, "experiment.threads", number);
    say(own, "experiment.mode", evaluator_modes[given->experiment.mode]);
    say(own, "optimiser.kind", "grid");
    say(own, "optimiser.steps", axes ? "41" : "21 17");
    snprintf(number, sizeof number, "%d", SEEDS * problems);
    say(own, "training.games", number);
    say(own, "training.iterations", "1");
    say(own, "selection.finalists", "0");
    say(own, "validation.games", "0");
    free(full);
}

/* Maps what was found out. */
static int draw(const Options *o, const char *dir)
{
    Errors errors = {0}, warnings = {0}, drawn = {0};
    Charts c = {.path = o->path, .errors = &errors, .warnings = &warnings, .drawn = &drawn};
    ChartsStatus status = charts_run(&c, dir);
    charts_announce(&c, "", stdout);
    return (int)status;
}

static int map(const Options *o, const Config *given)
{
    Own own = {0};
    Config c;
    Options with = *o;
    describe(&own, o, given);
    with.value = mem_new((size_t)(own.n + o->values), sizeof *with.value);
    memcpy(with.value, own.value, (size_t)own.n * sizeof *own.value);
    if (o->values > 0) memcpy(with.value + own.n, o->value, (size_t)o->values * sizeof *o->value);
    with.values = own.n + o->values;
    char *dir = o->out != NULL ? mem_text(o->out) : verbs_directory("landscape-", o->arg[0]);
    int status = verbs_read(&c, NULL, &with);
    if (status == STATUS_OK) status = verbs_allowed(o, dir);
    if (status == STATUS_OK) status = verbs_train(o, &c, dir);
    if (status == STATUS_OK) status = draw(o, dir);
    config_free(&c);
    for (int i = 0; i < own.n; i++) free((char *)own.value[i].text);
    free(with.value);
    free(dir);
    return status;
}

/* Found out before hours have passed. */
static bool has_path(const char *run)
{
    char *positions = run != NULL ? files_path(run, "positions.tsv") : NULL;
    const bool there = run == NULL || files_exists(positions);
    if (!there) fprintf(stderr, "--path %s: has no positions.tsv: must be the run of a meta search\n", run);
    free(positions);
    return there;
}

int verb_landscape(const Options *o)
{
    Config given;
    Options plain = *o;
    if (!has_path(o->path)) return STATUS_NO_INPUT;
    plain.values = 0;
    int status = verbs_read(&given, o->arg[0], &plain);
    if (status == STATUS_OK) status = map(o, &given);
    config_free(&given);
    return status;
}
