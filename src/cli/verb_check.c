/* verb_check.c. swarmtris check FILE.ini: reads an ini, builds its parts, and plays nothing. */
#include "cli/verbs.h"
#include "config/config_read.h"
#include "file/message.h"
#include "run/results.h"

#include <inttypes.h>
#include <stdio.h>

static void print_limit(const char *name, int64_t limit)
{
    if (limit > 0) printf(", %s %" PRId64, name, limit);
}

static void print_summary(const Config *c, const Setup *setup)
{
    const TrainingOptions *t = &c->train.training;
    const ObjectiveRun *own = tasks_run(c);
    char engine[600], threads[80], line[ANNOUNCE_MAX];
    if (c->kind->tunes)
        printf("  problem    %s, tuning %s\n", message_count(setup->tuning.problems, "ini files").text, c->meta.tune);
    else if (own->describe != NULL)
        printf("  problem    %s\n", (own->describe(c, line, sizeof line), line));
    else if (config_uses(c, "game"))
        printf("  problem    %s: %d %s of %s%s%s\n", c->game->name, c->weights.n,
               c->kind->settings != NULL ? "settings" : "weights", c->weights.name,
               c->kind->settings != NULL ? "" : ", chosen by ", c->kind->settings != NULL ? "" : c->agent->name);
    else
        printf("  problem    %s in %d dimensions\n", c->kind->name, c->objective.dim);
    if (own->set_up != NULL) return;
    printf("  search     %s\n", announce_search(c, line));
    if (announce_preset(c, line)[0] != '\0') printf("  preset     %s\n", line);
    printf("  training   %s%d plays a position, allocation %s", allocation_about[t->allocation.rule].amount,
           train_games(&c->train), allocation_names[t->allocation.rule]);
    print_limit("iterations", t->iterations);
    print_limit("total_games", t->total_games);
    print_limit("total_pieces", t->total_pieces);
    if (t->minutes > 0) printf(", minutes %.6g", t->minutes);
    print_limit("stall", t->stall);
    if (train_has_target(&c->train, config_units(c))) printf(", target %.6g", t->target);
    if (c->train.selection.finalists == 0)
        printf("\n  afterwards no re-selection");
    else if (train_shares_pieces(&c->train))
        printf("\n  afterwards %d finalists with %g of total_pieces", train_finalists(&c->train), c->train.selection.share);
    else
        printf("\n  afterwards %d finalists with %d fresh plays each", train_finalists(&c->train), train_final_games(&c->train));
    if (c->train.validation.games == 0)
        printf(", no validation\n");
    else
        printf(", %d plays of validation\n", c->train.validation.games);
    engine_info_engine(setup, engine, sizeof engine);
    if (engine[0] != '\0') printf("  engine     %s\n", engine);
    printf("  threads    %s\n", engine_info_threads(setup, threads, sizeof threads));
}

static void json_lines(Json *j, const char *key, const Errors *lines)
{
    json_open(j, key, '[');
    for (int i = 0; i < lines->n; i++) json_text(j, NULL, lines->line[i]);
    json_close(j, ']');
}

/* setup is NULL if the ini cannot be set up. */
static void print_json(const char *path, const Setup *setup, const Errors *errors, const Errors *warnings)
{
    Json j = {.out = stdout};
    char line[ANNOUNCE_MAX];
    json_open(&j, NULL, '{');
    json_text(&j, "file", path);
    json_bool(&j, "ok", errors->n == 0);
    json_lines(&j, "errors", errors);
    json_lines(&j, "warnings", warnings);
    if (setup != NULL && config_uses(setup->config, "optimiser")) {
        json_text(&j, "search", announce_search(setup->config, line));
        json_text(&j, "preset", announce_preset(setup->config, line));
    }
    if (setup != NULL) engine_info_json(&j, setup);
    json_close(&j, '}');
}

typedef struct {
    bool dump; /* the configuration is printed */
} CheckOptions;

/* Builds everything that the training would build, without playing. */
static int run(const Command *command)
{
    CLOSED(config_free) Config c;
    const CheckOptions *own = command->own;
    CLOSED(setup_free) Setup setup = {0};
    CLOSED(errors_free) Errors errors = {0}, warnings = {0};
    int status = verbs_collect(&c, command->arg[0], command, &errors, &warnings);
    if (status == STATUS_OK && !setup_train(&setup, &c, &errors, &warnings)) status = STATUS_CONFIG;
    const bool good = status == STATUS_OK;
    if (command->json) {
        print_json(command->arg[0], good ? &setup : NULL, &errors, &warnings);
    } else {
        message_errors(&errors, "");
        message_errors(&warnings, "warning: ");
    }
    if (good && own->dump) config_print(&c, stdout, true);
    if (good && !own->dump && !command->json) {
        printf("%s: ok\n", command->arg[0]);
        if (!command->quiet) print_summary(&c, &setup);
    }
    return status;
}

static const Option options[] = {
    {"--dump", NULL, OPTION_AT(CheckOptions, dump, OPTION_FLAG),
     .doc = "prints the effective configuration and where each value came from"},
    {0},
};

const Verb verb_check = {
    .name = "check",
    .arguments = "FILE.ini|-",
    .least = 1,
    .most = 1,
    .takes = TAKES_INIS,
    .typed = true,
    .doc = "reads an ini file, or standard input, and lists its mistakes",
    .example = "swarmtris check params/quick.ini --dump",
    .options = {options_set, options_json, options, options_quiet},
    .when = (const OptionWhen[]){{"--json", "!--dump", ", which prints an ini"}, {0}},
    .bytes = sizeof(CheckOptions),
    .run = run,
};
