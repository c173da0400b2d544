/* session.c. One run: checks its directory, resumes the run in it, runs the loop, and leaves the results. */
#include "run/session.h"

#include "base/mem.h"
#include "config/config_print.h"
#include "config/config_read.h"
#include "config/features.h"
#include "file/files.h"
#include "file/format.h"
#include "file/ini.h"
#include "file/message.h"
#include "file/status.h"
#include "file/tsv.h"
#include "run/chart_tables.h"
#include "run/driver.h"
#include "run/estimate.h"
#include "run/results.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 3 * PARAM_TEXT_MAX };

/* The command line as it was typed, with more options behind it. */
static void print_command(FILE *out, const SessionOptions *o, const char *more)
{
    for (int i = 0; i < o->argc; i++)
        if (strcmp(o->argv[i], "--resume") != 0 && strcmp(o->argv[i], "--force") != 0) message_shell_word(out, o->argv[i]);
    fprintf(out, "%s\n", more);
}

static int report_busy(const char *dir)
{
    fprintf(stderr, "%s: another process is running there; wait for it, or choose another --out\n", dir);
    return STATUS_CANT_CREATE;
}

/* Refuses a directory that no run has ever locked, but that has a file with the name of one of a run's files. */
static int refuse_foreign_files(const char *dir)
{
    static const char *const names[] = {"config.ini",  "weights.ini", "tuned.ini", "run.json",
                                        "metrics.tsv", "games.tsv",   "plays.tsv"};
    char *lock = files_path(dir, "LOCK");
    int status = STATUS_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && !files_exists(lock) && status == STATUS_OK; i++) {
        char *path = files_path(dir, names[i]);
        if (files_exists(path)) {
            fprintf(stderr, "%s: is in the way, and no run has written it; choose another --out, or add --force to replace it\n",
                    path);
            status = STATUS_CANT_CREATE;
        }
        free(path);
    }
    free(lock);
    return status;
}

int session_allowed(const SessionOptions *o, const char *dir)
{
    char why[WHY];
    assert(dir != NULL && !(o->resume && o->force));
    if (files_exists(dir) && !files_is_directory(dir)) {
        fprintf(stderr, "%s: is in the way: --out must name a directory\n", dir);
        return STATUS_CANT_CREATE;
    }
    if (rundir_busy(dir)) return report_busy(dir);
    if (o->force) return STATUS_OK;
    if (!rundir_readable(dir, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return STATUS_DATA;
    }
    if (!rundir_has_run(dir)) return refuse_foreign_files(dir);
    if (o->resume) return STATUS_OK;
    if (rundir_finished(dir))
        fprintf(stderr,
                "%s: holds a finished run, which is not overwritten; to replace it add --force, to extend it raise its budget"
                " and add --resume\n",
                dir);
    else {
        fprintf(stderr,
                "%s: holds a run that is not finished; to go on with it (or, with --force instead, to replace it), type:\n  ",
                dir);
        print_command(stderr, o, "--resume");
    }
    return STATUS_CANT_CREATE;
}

static int report_io_error(const char *dir, const char *name)
{
    fprintf(stderr, "%s/%s: cannot be written: %s\n", dir, name, strerror(errno));
    return STATUS_IO;
}

static int open_directory(const Session *s, RunDir **d)
{
    switch (rundir_open(d, s->dir)) {
    case RUNDIR_OPEN: return STATUS_OK;
    case RUNDIR_BUSY: return report_busy(s->dir);
    default: fprintf(stderr, "%s: cannot be used as run directory: %s\n", s->dir, strerror(errno));
    }
    return STATUS_CANT_CREATE;
}

static bool trains(const Session *s)
{
    return s->o.trains;
}

/* The name of a numbered file, owned by the caller: problem-1.ini, ... for the problems of a meta search as they were read, so
 * that later changes of the files do not matter; player-1.ini, ... for the contestants of a comparison or tournament. */
static char *numbered_name(const char *what, int i)
{
    char name[32];
    assert(i >= 0 && strlen(what) < 16);
    snprintf(name, sizeof name, "%s-%d.ini", what, i + 1);
    return mem_text(name);
}

static bool same_value(const Config *a, const Config *b, const Param *p)
{
    char one[PARAM_TEXT_MAX], other[PARAM_TEXT_MAX];
    param_print(p, &a->train.training, one, sizeof one);
    param_print(p, &b->train.training, other, sizeof other);
    return strcmp(one, other) == 0;
}

/* Compares problem i of a meta search with the one that the run was started with. Not even its budget may change. */
static void compare_problem(const Session *s, int i, Errors *errors)
{
    Config was;
    Errors ignored = {0};
    assert(i < s->setup->tuning.problems.n);
    char *name = numbered_name("problem", i), *path = files_path(s->dir, name);
    if (config_read(&was, path, NULL, 0, errors, &ignored)) {
        const Config *now = &s->setup->tuning.problems.config[i];
        config_differences(now, &was, errors);
        for (const Param *p = train_training_params; p->key != NULL; p++)
            if (p->may_change && !same_value(now, &was, p))
                errors_add(errors, "training.%s = %.15g, was %.15g in %s", p->key, param_get(p, &now->train.training),
                           param_get(p, &was.train.training), path);
    }
    config_free(&was);
    errors_free(&ignored);
    free(path);
    free(name);
}

/* A budget can only be raised, since games that have been played cannot be undone. *extended: the budget has changed. */
static void compare_budget(const Session *s, const Config *was, bool *extended, Errors *errors)
{
    for (const Param *p = train_training_params; p->key != NULL; p++) {
        if (!p->may_change || same_value(s->config, was, p)) continue;
        double now = param_get(p, &s->config->train.training), before = param_get(p, &was->train.training);
        *extended = true;
        if (now > 0 && (before == 0 || now < before))
            errors_add(errors, "training.%s = %.15g, was %.15g in %s: a budget can only be raised", p->key, now, before,
                       was->path);
    }
    if (s->config->train.training.total_games != was->train.training.total_games && was->train.training.contest.games == 0)
        errors_add(errors, "the budget cannot change: games = 0 lets the games of a position follow it");
    const Optimiser *o = s->config->optimiser;
    if (*extended && o->scheduled != NULL && o->scheduled(s->config->optimiser_options))
        errors_add(errors, "the budget cannot change: the %s follows a schedule over it", o->name);
}

bool session_config(Config *was, const char *dir, bool trained, Errors *errors)
{
    const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "--resume"};
    Errors warnings = {0};
    char *path = files_path(dir, "config.ini");
    bool good = config_read(was, path, &any_budget, trained ? 0 : 1, errors, &warnings);
    errors_free(&warnings);
    free(path);
    return good;
}

/* Checks that player i of the directory is the one that is to play now, in the same kind of match. i = lineup->n checks that the
 * directory has no more players. */
static void compare_player(const Session *s, int i, Errors *errors)
{
    const Lineup *lineup = s->lineup;
    const Weights *now = i < lineup->n ? &lineup->weights[i] : NULL;
    Weights was = {0};
    char *name = numbered_name("player", i), *path = files_path(s->dir, name);
    if (now == NULL) {
        if (files_exists(path)) errors_add(errors, "there were more than %d players: %s", lineup->n, path);
    } else if (!files_exists(path)) {
        errors_add(errors, "%s is no player there: it has no %s", now->path, name);
    } else if (weights_read(&was, path, (Basis){.game = s->config->game}, errors) == WEIGHTS_READ) {
        const char *match = weights_entry(&was, "provenance.match");
        if (!basis_same(&was.basis, &now->basis) || memcmp(was.w, now->w, (size_t)was.n * sizeof *was.w) != 0)
            errors_add(errors, "%s has other weights than %s", now->path, path);
        if (i == 0 && (match == NULL || strcmp(match, lineup->match) != 0))
            errors_add(errors, "it holds a %s, and no %s", match != NULL ? match : "run of another kind", lineup->match);
    }
    weights_free(&was);
    free(path);
    free(name);
}

/* Compares the configuration with the one that the run was started with. *extended: only the budget differs. Returns the exit
 * status. */
static int compare_configurations(const Session *s, bool *extended)
{
    Config was;
    Errors errors = {0};
    int status = STATUS_OK;
    *extended = false;
    if (session_config(&was, s->dir, trains(s), &errors)) {
        config_differences(s->config, &was, &errors);
        for (int i = 0; errors.n == 0 && i < s->setup->tuning.problems.n; i++) compare_problem(s, i, &errors);
        if (trains(s) && errors.n == 0) compare_budget(s, &was, extended, &errors);
        for (int i = 0; s->lineup != NULL && i <= s->lineup->n; i++) compare_player(s, i, &errors);
    }
    if (errors.n > 0) {
        status = STATUS_CONFIG;
        fprintf(stderr, "%s: cannot be resumed with another configuration:\n", s->dir);
        message_errors(&errors, "  ");
    }
    config_free(&was);
    errors_free(&errors);
    return status;
}

/* Seconds that earlier processes took for the run, up to their last checkpoints. Each process begins its lines of timing.tsv with
 * a small number, so the last line of a process is the one before the numbers fall. */
static double seconds_before(const char *dir)
{
    Errors ignored = {0};
    Tsv t;
    double sum = 0;
    char *path = files_path(dir, "timing.tsv");
    double *seconds = tsv_read(&t, path, '\t', &ignored) == STATUS_OK ? tsv_numbers(&t, "seconds", &ignored) : NULL;
    for (int i = 0; seconds != NULL && i < t.rows; i++)
        if ((i + 1 == t.rows || seconds[i + 1] < seconds[i]) && isfinite(seconds[i])) sum += seconds[i];
    free(seconds);
    tsv_free(&t);
    errors_free(&ignored);
    free(path);
    return sum;
}

/* Loads the state of the run. A run with a raised budget goes on from the end of its training, if it got that far: later states
 * are of the selection and the validation, which the old budget has begun too early. */
static int resume_run(Session *s, RunDir *d)
{
    char why[WHY];
    bool extended;
    int status = compare_configurations(s, &extended);
    if (status != STATUS_OK) return status;
    Experiment *e = &s->setup->experiment;
    bool goes_back = extended && rundir_trained(s->dir);
    RunDirStatus loaded = goes_back ? rundir_extend(d, why, sizeof why) : RUNDIR_OPEN;
    if (loaded == RUNDIR_OPEN) loaded = rundir_load(d, e, why, sizeof why);
    if (loaded == RUNDIR_OPEN && extended && !goes_back && e->kind->ending(e->self)) loaded = rundir_extend(d, why, sizeof why);
    if (loaded == RUNDIR_OPEN) {
        rundir_log(d, "resumed%s", extended ? " with another budget" : "");
        e->kind->result(e->self, &s->result);
        s->seconds = seconds_before(s->dir);
        rundir_timing(d, 0, s->result.plays, 0);
        return STATUS_OK;
    }
    fprintf(stderr, "%s\n", why);
    return loaded == RUNDIR_CORRUPT ? STATUS_DATA : STATUS_IO;
}

/* Writes a file of the directory, and frees the text. */
static int write_text(const Session *s, RunDir *d, const char *name, char *text, size_t size)
{
    int status = rundir_write(d, name, text, size) ? STATUS_OK : report_io_error(s->dir, name);
    free(text);
    return status;
}

static int write_ini(const Config *config, const char *name, const Session *s, RunDir *d)
{
    char *text;
    size_t size;
    FILE *f = files_memory(&text, &size);
    config_print(config, f, false);
    fclose(f);
    return write_text(s, d, name, text, size);
}

/* Writes contestant i as a weights file that eval can read, too. */
static int write_player(const Session *s, RunDir *d, int i)
{
    assert(s->lineup->n >= 2 && i < s->lineup->n);
    const Weights *w = &s->lineup->weights[i];
    char *text, *name = numbered_name("player", i);
    size_t size;
    FILE *f = files_memory(&text, &size);
    format_write(f);
    fprintf(f, "\n[weights]\n");
    for (int j = 0; j < w->n; j++) fprintf(f, "%s = %.17g\n", basis_weight(&w->basis, j), w->w[j]);
    fprintf(f, "\n[rules]\n");
    ini_write(f, basis_key(&w->basis), basis_name(&w->basis), NULL);
    fprintf(f, "\n[provenance]\n");
    ini_write(f, "source", w->path, NULL);
    ini_write(f, "match", s->lineup->match, NULL);
    files_memory_close(f);
    int status = write_text(s, d, name, text, size);
    free(name);
    return status;
}

static int write_config(const Session *s, RunDir *d)
{
    int status = write_ini(s->config, "config.ini", s, d);
    for (int i = 0; status == STATUS_OK && i < s->setup->tuning.problems.n; i++) {
        char *name = numbered_name("problem", i);
        status = write_ini(&s->setup->tuning.problems.config[i], name, s, d);
        free(name);
    }
    for (int i = 0; status == STATUS_OK && s->lineup != NULL && i < s->lineup->n; i++) status = write_player(s, d, i);
    const char *failed = status == STATUS_OK ? chart_tables_begin(d, s->setup) : NULL;
    if (failed != NULL) status = report_io_error(s->dir, failed);
    return status;
}

static int write_run(const Session *s, RunDir *d, const char *state)
{
    size_t size;
    char *text =
        report_run(s->setup, s->o.argc, s->o.argv, state, evaluator_threads(s->setup->evaluator), &s->result, s->seconds, &size);
    return write_text(s, d, "run.json", text, size);
}

static int write_weights(const Session *s, RunDir *d)
{
    if (s->result.x == NULL) return STATUS_OK;
    size_t size;
    char *text = report_weights(s->setup, &s->result, s->o.source, &size);
    int status = write_text(s, d, s->config->kind->file, text, size);
    return status != STATUS_OK || chart_tables_result(d, &s->result) ? status : report_io_error(s->dir, "result.tsv");
}

/* Clears or resumes what the directory holds, and writes the files that a run has from its start. */
static int prepare_directory(Session *s, RunDir *d)
{
    bool resume = s->o.resume && rundir_has_run(s->dir);
    if (s->o.force && !rundir_clear(d)) return report_io_error(s->dir, "");
    int status = resume ? resume_run(s, d) : STATUS_OK;
    if (status == STATUS_OK) status = write_config(s, d);
    if (status == STATUS_OK && !resume) rundir_log(d, "started");
    s->setup->experiment.kind->result(s->setup->experiment.self, &s->result);
    if (status == STATUS_OK) status = write_weights(s, d); /* an evaluation has its weights from the start */
    if (status == STATUS_OK) status = write_run(s, d, "running");
    return status;
}

/* Writes the files of a run that is finished or stopped. */
static int write_results(Session *s, RunDir *d, DriverEnd end, StopReason reason)
{
    assert(end == DRIVER_FINISHED || (end == DRIVER_STOPPED && reason != STOP_NOT && reason != STOP_PAUSE));
    int status = write_weights(s, d);
    if (status == STATUS_OK) status = write_run(s, d, end == DRIVER_FINISHED ? "finished" : "stopped");
    rundir_log(d, "%s", end == DRIVER_FINISHED ? "finished" : monitor_sentence(reason));
    return status;
}

/* Prints the reason of a stop and the command that resumes the run. Returns the exit status. */
static int report_stop(const Session *s, StopReason reason)
{
    fprintf(stderr, "%s", monitor_sentence(reason));
    if (s->dir != NULL) {
        fprintf(stderr, "; saved, to go on type:\n  ");
        print_command(stderr, &s->o, "--resume");
    } else {
        fprintf(stderr, "; nothing was kept: with --out DIR it could be resumed\n");
    }
    return reason == STOP_INTERRUPT ? STATUS_INTERRUPTED : STATUS_STOPPED;
}

int session_run(Session *s)
{
    assert(s->setup->config == s->config && s->setup->experiment.kind != NULL && s->seconds == 0);
    RunDir *d = NULL;
    char why[WHY];
    int status = s->dir != NULL ? open_directory(s, &d) : STATUS_OK;
    if (status == STATUS_OK && d != NULL) status = prepare_directory(s, d);
    if (status != STATUS_OK) {
        rundir_close(d);
        return status;
    }
    char *stop_file = d != NULL ? files_path(s->dir, "STOP") : NULL;
    if (trains(s) && !s->o.quiet && s->result.plays == 0) estimate_print(stderr, s->setup);
    Monitor *monitor = monitor_create(stop_file, s->o.max_seconds);
    Driver driver = {.experiment = &s->setup->experiment,
                     .evaluator = s->setup->evaluator,
                     .dir = d,
                     .monitor = monitor,
                     .quiet = s->o.quiet,
                     .verbose = s->o.verbose,
                     .turn_name = setup_cost_name(s->setup),
                     .limit = trains(s) ? 60 * s->config->train.training.minutes : 0,
                     .before = s->seconds};
    DriverEnd end = driver_run(&driver, why, sizeof why);
    s->finished = end == DRIVER_FINISHED;
    StopReason reason = monitor_reason(monitor);
    s->here = monitor_seconds(monitor);
    s->seconds += s->here;
    s->setup->experiment.kind->result(s->setup->experiment.self, &s->result);
    if (end == DRIVER_FAILED) {
        fprintf(stderr, "%s\n", why);
        status = STATUS_IO;
    } else if (d != NULL) {
        status = write_results(s, d, end, reason);
    }
    if (end == DRIVER_STOPPED && status == STATUS_OK) status = report_stop(s, reason);
    monitor_destroy(monitor);
    free(stop_file);
    rundir_close(d);
    return status;
}
