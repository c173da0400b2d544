/* verb_train.c. swarmtris train FILE.ini: one run, or several with consecutive seeds. */
#include "base/mem.h"
#include "base/text.h"
#include "cli/campaign.h"
#include "cli/verbs.h"
#include "file/duration.h"
#include "file/files.h"
#include "file/message.h"
#include "run/results.h"
#include "run/session.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *verbs_directory(const char *prefix, const char *ini)
{
    const char *slash = strrchr(ini, '/'), *name = slash != NULL ? slash + 1 : ini;
    char *dir = text_new("runs/%s%s", prefix, name), *dot = strrchr(dir, '.');
    if (dot != NULL && (strcmp(dot, ".ini") == 0 || strcmp(dot, ".list") == 0)) *dot = '\0';
    return dir;
}

/* Reports a training that ended without a result, which only its minutes can cause. */
static int check_found(const Session *session)
{
    if (!session->finished || session->result.x != NULL) return STATUS_OK;
    fprintf(stderr,
            "%s: nothing was found: ten times the time (training.minutes = %.6g) was over before the first iteration was; "
            "give it more, or end long games by --set objective.max_pieces=N\n",
            session->dir, session->config->train.training.minutes);
    return STATUS_NO;
}

/* Runs a checked configuration. warned: its warnings, and its estimated cost, have been printed. */
static int train_one(const Command *o, const Config *config, const char *dir, double max_seconds, Session *session, Setup *setup,
                     bool warned)
{
    int status = verbs_setup(setup, config, o->quiet || warned);
    if (status != STATUS_OK) return status;
    *session = (Session){.o = verbs_session(o, max_seconds), .config = config, .setup = setup, .dir = dir};
    session->o.announced = warned;
    status = session_run(session);
    return status == STATUS_OK ? check_found(session) : status;
}

/* Prints what run.json holds. */
static void print_json(const Command *o, const Setup *setup, const Session *session)
{
    report_run(stdout, setup, o->argc, o->argv, "finished", &session->result, session->seconds);
    fflush(stdout);
}

int verbs_train(const Command *o, const Config *config, const char *dir)
{
    Session session = {0};
    Setup setup;
    int status = train_one(o, config, dir, o->max_time, &session, &setup, false);
    if (session.finished && o->json) {
        print_json(o, &setup, &session);
    } else if (session.finished) { /* even if not all of it could be written */
        const RunTimes times = {.all = session.seconds, .training = session.trained, .estimated = session.estimated};
        report_print(stdout, &setup, &session.result, &times, dir);
        verbs_say_files(dir, NULL);
    }
    setup_free(&setup);
    return status;
}

/* ---- --repeat ---- */

/* Writes a line of summary.tsv: the reported scores of run number `run`, which counts from 1. */
static void summary_line(FILE *f, int run, uint64_t seed, const Result *r)
{
    assert(run >= 1);
    if (run == 1) {
        fprintf(f, "run\tseed");
        for (int i = 0; i < r->n_reported; i++) fprintf(f, "\t%s\t%s_ci95", r->reported[i].name, r->reported[i].name);
        fputc('\n', f);
    }
    fprintf(f, "%d\t%" PRIu64, run, seed);
    for (int i = 0; i < r->n_reported; i++) {
        const Stats *s = &r->reported[i].score;
        fprintf(f, "\t%.17g\t", s->mean);
        fprintf(f, s->n < 2 ? "-" : "%.17g", stats_ci95(s));
    }
    fputc('\n', f);
}

static void print_line(int run, uint64_t seed, const Config *config, const Result *r)
{
    printf("run %02d seed %" PRIu64, run, seed);
    for (int i = r->n_reported - 1; i >= 0; i--) printf("  %s %.6g", r->reported[i].name, r->reported[i].score.mean);
    printf(" %s\n", config_units(config)->score);
    fflush(stdout);
}

/* Run number `run` of a repeat: the same ini with another seed. */
static int repeat_one(const Command *o, uint64_t seed, int run, const char *dir, double max_seconds, FILE *summary)
{
    char number[16];
    Settings settings = {0};
    snprintf(number, sizeof number, "%02d", run);
    settings_add_given(&settings, o);
    settings_add(&settings, "--repeat", "experiment.seed=%" PRIu64, seed);
    const Command with_seed = settings_command(&settings, o);

    char *own = files_path(dir, number);
    Config config;
    Errors errors = {0}, said = {0};
    Session session = {0};
    Setup setup = {0};
    int status = verbs_collect(&config, o->arg[0], &with_seed, &errors, &said); /* warnings are printed once, by the first run */
    message_errors(&errors, "");
    if (status == STATUS_OK) status = train_one(&with_seed, &config, own, max_seconds, &session, &setup, run > 1);
    errors_free(&said);
    if (status == STATUS_OK) {
        if (o->json && run > 1) printf(",\n");
        if (o->json)
            print_json(&with_seed, &setup, &session);
        else
            print_line(run, seed, &config, &session.result);
        summary_line(summary, run, seed, &session.result);
    }
    setup_free(&setup);
    config_free(&config);
    free(own);
    settings_free(&settings);
    return status;
}

static int repeat_allowed(const Command *o, const char *dir, int repeat)
{
    int status = STATUS_OK;
    for (int run = 1; run <= repeat && status == STATUS_OK; run++) {
        char number[16];
        snprintf(number, sizeof number, "%02d", run);
        status = verbs_allowed(o, files_at(dir, number).text);
    }
    return status;
}

static int train_repeat(const Command *o, const Config *config, const char *dir, int repeat)
{
    char *text;
    assert(repeat >= 2);
    const double start = duration_now();
    int status = repeat_allowed(o, dir, repeat);
    Command finished = *o;
    if (status == STATUS_OK && o->server != NULL) { /* all runs at once; the loop below reads them when they are finished */
        status = campaign_repeat(o, config->experiment.seed, repeat, dir);
        finished.server = NULL;
        finished.resume = finished.quiet = true;
        finished.force = false;
        o = &finished;
    }
    if (status == STATUS_OK && o->json) printf("[\n");
    const bool listed = status == STATUS_OK && o->json;
    FILE *summary = files_memory(&text, NULL);
    for (int run = 1; run <= repeat && status == STATUS_OK; run++) {
        const double left = o->max_time > 0 ? fmax(o->max_time - (duration_now() - start), 0.001) : 0;
        status = repeat_one(o, config->experiment.seed + (uint64_t)run - 1, run, dir, left, summary);
    }
    files_memory_close(summary);
    if (listed) printf("]\n");
    if (status == STATUS_OK) {
        status = verbs_write(files_at(dir, "summary.tsv").text, text, strlen(text));
        if (!o->json) verbs_say_files(dir, "summary");
    }
    free(text);
    return status;
}

/* A run of an older version is refused before its ini is read. The ini may have keys of that version, and renaming these would
 * not make it possible to resume the run. */
int verbs_train_ini(const Command *o, int repeat)
{
    Config config = {0};
    if (o->typed != NULL && o->out == NULL)
        return verb_refuse("an ini from standard input has no name that the run could take", "add --out DIR");
    char *dir = o->out != NULL ? mem_text(o->out) : verbs_directory("", o->arg[0]);
    const char *resumed = dir;
    int status = o->resume ? verbs_readable(&resumed, 1) : STATUS_OK;
    if (status == STATUS_OK) status = verbs_read(&config, o->arg[0], o);
    if (status == STATUS_OK && repeat > 1)
        status = train_repeat(o, &config, dir, repeat);
    else if (status == STATUS_OK) {
        status = verbs_allowed(o, dir);
        if (status == STATUS_OK) status = verbs_train(o, &config, dir);
    }
    config_free(&config);
    free(dir);
    return status;
}

typedef struct {
    int repeat; /* runs with consecutive seeds; 0: one run */
} TrainVerbOptions;

static int run(const Command *o)
{
    return verbs_train_ini(o, ((const TrainVerbOptions *)o->own)->repeat);
}

static const Option options[] = {
    {"--repeat", "N", OPTION_ROW(TrainVerbOptions, repeat, PARAM_INT, 1, 999),
     .doc = "runs with seeds seed .. seed+N-1 into DIR/01 .. DIR/N, and a summary"},
    {"--from", "WEIGHTS", .kind = OPTION_KEY, .key = "training.from",
     .doc = "is training.from: starts the search at these weights, a meta search at this tuned.ini"},
    {0},
};

const Verb verb_train = {
    .name = "train",
    .arguments = "FILE.ini|-",
    .least = 1,
    .most = 1,
    .takes = TAKES_INIS,
    .typed = true,
    .several = "'swarmtris study' trains several settings",
    .doc = "searches for weights, as an ini file describes it",
    .note = "-: the ini comes from standard input; --out then says where the run goes.",
    .example = "swarmtris train params/quick.ini --set training.games=10 --out runs/first --max-time 10m",
    .options = {options_set, options_run, options, options_seed, options_mode, options_engine, options_json, options_quiet,
                options_verbose},
    .bytes = sizeof(TrainVerbOptions),
    .run = run,
};
