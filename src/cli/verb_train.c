/* verb_train.c. swarmtris train FILE.ini: one run, or several with consecutive seeds. */
#include "analysis/run_tables.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/campaign.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/results.h"
#include "run/session.h"
#include "store/runs.h"

#include <assert.h>
#include <inttypes.h>
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

/* Runs the session of a checked configuration. */
static int train_one(Session *session)
{
    int status = verbs_setup(session->run.setup, session->run.config, session->quiet);
    if (status != STATUS_OK) return status;
    status = session_run(session);
    if (status != STATUS_OK || !session->finished || session->run.result.x != NULL) return status;
    return verb_fail(
        STATUS_NO, /* which only the minutes of a training can cause */
        "%s: nothing was found: ten times the time (training.minutes = %.6g) was over before the first iteration was; "
        "give it more, or end long games by --set objective.max_pieces=N",
        session->run.dir, session->run.config->train.training.minutes);
}

int verbs_train(const Command *c, const Config *config, const char *dir)
{
    CLOSED(setup_free) Setup setup;
    Session session = verbs_session(c, config, &setup, dir);
    int status = train_one(&session);
    if (session.finished && c->json) {
        report_run(stdout, &setup, c->argc, c->argv, "finished", &session.run.result, session.run.seconds);
        fflush(stdout);
    } else if (session.finished) { /* even if not all of it could be written */
        const RunTimes times = {.all = session.run.seconds, .training = session.trained};
        report_print(stdout, &setup, &session.run.result, &times, dir);
        verbs_say_files(dir, NULL);
    }
    return status;
}

int verbs_train_within(const Command *c, const Config *config, const char *dir, const char *above, StopReason *reason)
{
    CLOSED(setup_free) Setup setup;
    Session session = verbs_session(c, config, &setup, dir);
    session.above = above;
    const int status = train_one(&session);
    *reason = session.reason;
    return status;
}

/* ---- --repeat ---- */

/* The trainings of a repeat, as they end. */
typedef struct {
    const Command *c;     /* borrowed */
    const Config *config; /* of the first of them; borrowed */
    Record *summary;      /* the table summary.tsv */
    int status;           /* of the first whose files cannot be read */
} Repeat;

/* Reports training i, counted from 0, in the directory dir: as a row of summary.tsv, and on standard output. */
static void end_one(void *ctx, int i, const char *dir)
{
    Repeat *r = ctx;
    CLOSED(run_reported_free) RunReported reported;
    CLOSED(errors_free) Errors errors = {0};
    const uint64_t seed = r->config->experiment.seed + (uint64_t)i;
    OWNED char *json = r->c->json ? verbs_text(files_at(dir, "run.json").text, NULL) : NULL;
    const Status status = run_reported_read(&reported, dir, &errors);
    if (reported.n == 0 && errors.n == 0) errors_add(&errors, "%s/result.tsv: is missing", dir);
    message_errors(&errors, "");
    if (r->status == STATUS_OK && (status != STATUS_OK || reported.n == 0 || (r->c->json && json == NULL))) r->status = STATUS_IO;
    if (r->status != STATUS_OK) return;
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    record_row(r->summary, "summary");
    record_int(r->summary, "run", i + 1);
    record_text(r->summary, "seed", text);
    for (const ReportedScore *s = reported.score; s < reported.score + reported.n; s++)
        for (int k = 0; k < REPORTED_FIELDS; k++) record_real(r->summary, reported_key(s->name, k).text, s->value[k]);
    record_end(r->summary);
    if (r->c->json) {
        printf(i > 0 ? ",\n%s" : "%s", json);
    } else {
        printf("run %02d seed %s", i + 1, text);
        for (int k = reported.n - 1; k >= 0; k--)
            printf("  %s %.6g", reported.score[k].name, reported.score[k].value[REPORTED_MEAN]);
        printf(" %s\n", config_units(r->config)->score);
    }
    fflush(stdout);
}

/* Checks all trainings of a repeat before the first begins, and announces them. *threads: those of one training alone. */
static int repeat_allowed(const Command *c, const Config *config, const char *dir, int repeat, int *threads)
{
    CLOSED(setup_free) Setup setup = {0};
    int status = STATUS_OK;
    for (int run = 1; run <= repeat && status == STATUS_OK; run++) {
        OWNED char *own = text_new("%s/%02d", dir, run);
        status = verbs_allowed(c, own, FOLDER_TRAINING);
    }
    if (status == STATUS_OK) status = verbs_setup(&setup, config, c->quiet);
    if (status == STATUS_OK && !c->quiet) session_announce(&setup, c->resume, c->verbose);
    if (status == STATUS_OK) *threads = evaluator_threads(setup.evaluator);
    return status;
}

static int train_repeat(const Command *c, const Config *config, const char *dir, int repeat)
{
    char *text;
    VariantLine line = {.own = {.value = c->value, .n = c->values}};
    const Variants v = {.ini = (char *)c->arg[0], .line = &line, .lines = 1, .seed = config->experiment.seed};
    CLOSED(printed_table_end) PrintedTable summary;
    Repeat r = {.c = c, .config = config, .summary = &summary.record};
    const bool leads = cluster_leads(c->cluster);
    CampaignPlan plan = {.v = &v,
                         .seeds = repeat,
                         .given = config->experiment.threads > 0,
                         .dir = dir,
                         .ended = leads ? end_one : NULL,
                         .ctx = &r};
    assert(repeat >= 2);
    printed_table(&summary, files_memory(&text, NULL));
    int status = campaign_allowed(c, &plan);
    if (status == STATUS_OK) status = repeat_allowed(c, config, dir, repeat, &plan.threads);
    const bool listed = status == STATUS_OK && c->json;
    if (listed) printf("[\n");
    if (status == STATUS_OK) status = campaign_run(c, &plan);
    if (listed) printf("]\n");
    files_memory_close(summary.out);
    if (status == STATUS_OK) status = r.status;
    if (status == STATUS_OK && leads) {
        status = verbs_write(files_at(dir, "summary.tsv").text, text, strlen(text));
        if (!c->json) verbs_say_files(dir, "summary");
    }
    free(text);
    return status;
}

/* Readies folder, the directory of a repeat, for one of its runs, which may be trained beside the others. */
static int take_repeat(const Command *c, const char *folder)
{
    CLOSED(errors_free) Errors errors = {0};
    OWNED char *other = cluster_leads(c->cluster) ? folder_other_kind(folder, FOLDER_REPEAT, c->force) : NULL;
    if (other != NULL) return verb_fail(STATUS_CANT_CREATE, "%s", other);
    const Status status = cluster_leads(c->cluster) ? folder_take(folder, FOLDER_REPEAT, &errors) : STATUS_OK;
    message_errors(&errors, "");
    return (int)status; /* of rank 0; the others are told when it is not ready (ranks_ready) */
}

/* A run of an older version is refused before its ini is read. The ini may have keys of that version, and renaming these would
 * not make it possible to resume the run. */
int verbs_train_ini(const Command *c, int repeat, int share)
{
    CLOSED(config_free) Config config = {0};
    if (c->typed != NULL && c->out == NULL)
        return verb_refuse("an ini from standard input has no name that the run could take", "add --out DIR");
    OWNED char *folder = c->out != NULL ? mem_text(c->out) : verbs_directory("", c->arg[0]);
    OWNED char *dir = share > 0 ? text_new("%s/%02d", folder, share) : mem_text(folder);
    const bool one = repeat <= 1 || share > 0, early = c->resume && one;
    const char *resumed = dir;
    int status = early                                    ? verbs_allowed(c, dir, FOLDER_TRAINING)
                 : c->resume && cluster_leads(c->cluster) ? verbs_readable(&resumed, 1, true)
                                                          : STATUS_OK;
    if (status == STATUS_OK) status = verbs_read(&config, c->arg[0], c);
    if (share > 0) config.experiment.seed += (uint64_t)share - 1;
    if (status == STATUS_OK && one && !early) status = verbs_allowed(c, dir, FOLDER_TRAINING);
    if (status == STATUS_OK && share > 0) status = take_repeat(c, folder);
    if (status != STATUS_OK) return status;
    return one ? verbs_train(c, &config, dir) : train_repeat(c, &config, dir, repeat);
}

typedef struct {
    const char *repeat; /* "10": runs with consecutive seeds; "3/10": the third of them; NULL: one run */
} TrainVerbOptions;

static int run(const Command *c)
{
    const char *text = ((const TrainVerbOptions *)c->own)->repeat;
    int repeat = 0, share = 0, read = 0;
    if (text == NULL) return verbs_train_ini(c, 0, 0);
    const int given = sscanf(text, "%3d%n/%3d%n", &share, &read, &repeat, &read);
    if (given == 1) repeat = share, share = 0;
    if (given < 1 || text[read] != '\0' || repeat < 1 || share < given - 1 || share > repeat)
        return verb_refuse("--repeat", "must be a number of runs up to 999, such as 10, or one of them, such as 3/10");
    return verbs_train_ini(c, repeat, share);
}

static const Option options[] = {
    {"--repeat", "N|K/N", OPTION_AT(TrainVerbOptions, repeat, OPTION_TEXT),
     .doc = "runs with seeds seed .. seed+N-1 into DIR/01 .. DIR/N, and a summary; K/N: only the Kth, as a job of an array"},
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
    .shared = true,
    .doc = "searches for weights, as an ini file describes it",
    .note = "-: the ini comes from standard input; --out then says where the run goes.",
    .example = "swarmtris train params/quick.ini --set training.games=10 --out runs/first --max-time 10m",
    .options = {options_set, options_run, options, options_seed, options_mode, options_engine, options_json, options_quiet,
                options_verbose},
    .bytes = sizeof(TrainVerbOptions),
    .run = run,
};
