/* saved_run.c. Begins or resumes a run in its directory, and writes the files that it leaves there. */
#include "run/saved_run.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "experiment/experiment.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/result_file.h"
#include "run/results.h"
#include "run/resume.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking ---- */

/* The path of a file in dir that has the name of a file of a run, if no run has ever locked dir; NULL: there is none. Owned by
 * the caller. */
static char *foreign_file(const char *dir)
{
    static const char *const names[] = {"config.ini",  "weights.ini", "tuned.ini", "run.json",
                                        "metrics.tsv", "games.tsv",   "plays.tsv"};
    if (files_exists(files_at(dir, "LOCK").text)) return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (files_exists(files_at(dir, names[i]).text)) return files_path(dir, names[i]);
    return NULL;
}

SavedRunState saved_run_look(const char *dir, char **name)
{
    assert(dir != NULL);
    *name = NULL;
    if (files_exists(dir) && !files_is_directory(dir)) return SAVED_RUN_NO_DIRECTORY;
    if (lock_is_held(dir)) return SAVED_RUN_BUSY;
    if ((*name = rundir_refusal(dir, true)) != NULL) return SAVED_RUN_UNREADABLE;
    if (rundir_has_run(dir)) return rundir_finished(dir) ? SAVED_RUN_FINISHED : SAVED_RUN_UNFINISHED;
    *name = foreign_file(dir);
    return *name != NULL ? SAVED_RUN_FOREIGN : SAVED_RUN_NOTHING;
}

/* ---- writing ---- */

static int report_io(const Run *r, const char *name, Errors *errors)
{
    errors_add(errors, "%s/%s: cannot be written: %s", r->dir, name, files_why(errno));
    return STATUS_IO;
}

/* Makes the text that was printed to the stream of the directory (rundir_begin) a file of this name. */
static int end_file(Run *r, const char *name, Errors *errors)
{
    return rundir_end(r->d, name) ? STATUS_OK : report_io(r, name, errors);
}

static int write_ini(Run *r, const Config *config, const char *name, Errors *errors)
{
    config_print(config, rundir_begin(r->d), false);
    return end_file(r, name, errors);
}

/* Writes problem i of a meta search as it was read, so that later changes of its file do not matter. */
static int write_problem(Run *r, int i, Errors *errors)
{
    OWNED char *name = text_new("problem-%d.ini", i + 1);
    return write_ini(r, &r->setup->tuning.problems.config[i], name, errors);
}

/* What says how many weights an agent has that counts them. */
static void write_counted(FILE *f, const Weights *w)
{
    ini_write(f, "features", w->schema.set->name, NULL);
    for (const Param *p = w->schema.agent->params; p->key != NULL; p++)
        if (weights_rule(w, p->key) != NULL) ini_write(f, p->key, weights_rule(w, p->key), NULL);
}

/* Writes contestant i as a weights file, which eval can read, too. */
static int write_player(Run *r, int i, Errors *errors)
{
    const Participants *participants = r->participants;
    assert(participants->n >= 2 && i < participants->n);
    const Weights *w = &participants->weights[i];
    OWNED char *name = text_new("player-%d.ini", i + 1), *source = ini_fit(w->path);
    FILE *f = rundir_begin(r->d);
    format_write(f);
    fprintf(f, "\n[weights]\n");
    for (int j = 0; j < w->n; j++) fprintf(f, "%s = %.17g\n", schema_weight(&w->schema, j), w->w[j]);
    fprintf(f, "\n[rules]\n");
    ini_write(f, schema_key(&w->schema), schema_name(&w->schema), NULL);
    if (w->schema.names != NULL) write_counted(f, w);
    if (weights_agent_file(w) != NULL) ini_write(f, w->schema.agent->file, weights_agent_file(w), NULL);
    for (int k = 0; k < w->entries; k++) /* the agent that looks at the features, and the keys of any agent */
        if (strncmp(w->entry[k], "rules.agent.", 12) == 0 ||
            (w->schema.agent == NULL && strncmp(w->entry[k], "rules.agent=", 12) == 0))
            fprintf(f, "%s\n", w->entry[k] + 6);
    fprintf(f, "\n[provenance]\n");
    ini_write(f, "source", source, NULL);
    ini_write(f, "match", participants->match, NULL);
    return end_file(r, name, errors);
}

static int write_config(Run *r, Errors *errors)
{
    int status = write_ini(r, r->config, "config.ini", errors);
    for (int i = 0; status == STATUS_OK && i < r->setup->tuning.problems.n; i++) status = write_problem(r, i, errors);
    for (int i = 0; status == STATUS_OK && r->participants != NULL && i < r->participants->n; i++)
        status = write_player(r, i, errors);
    const char *failed = status == STATUS_OK ? result_file_tables(r->d, r->setup) : NULL;
    return failed != NULL ? report_io(r, failed, errors) : status;
}

static int write_weights(Run *r, Errors *errors)
{
    if (r->result.x == NULL) return STATUS_OK;
    found_print(rundir_begin(r->d), r->setup, &r->result, r->source);
    int status = end_file(r, r->config->kind->file, errors);
    if (status != STATUS_OK || result_file_result(r->d, &r->result)) return status;
    return report_io(r, "result.tsv", errors);
}

/* Reads a column of a table of dir, *rows long, owned by the caller; NULL: the table has no such column. */
static double *read_column(const char *dir, const char *table, const char *name, int *rows)
{
    CLOSED(tsv_free) Tsv t;
    CLOSED(errors_free) Errors ignored = {0};
    double *x = tsv_read(&t, files_at(dir, table).text, '\t', &ignored) == STATUS_OK ? tsv_numbers(&t, name, &ignored) : NULL;
    *rows = x != NULL ? t.rows : 0;
    return x;
}

/* Counts the validation games of a finished run that were cut off: their cost is at least `longest` (0: no limit). They are read
 * from games.tsv, because the state of a training keeps only mean and spread. */
static void count_cut_off(Result *r, const char *dir, double longest)
{
    int rows;
    ReportedScore *last = r->n_reported > 0 ? &r->reported[r->n_reported - 1] : NULL;
    assert(longest >= 0);
    if (longest == 0 || last == NULL || strcmp(last->name, "validated") != 0) return;
    OWNED double *cost = read_column(dir, "games.tsv", "cost", &rows);
    double *cut = &last->value[REPORTED_CUT];
    for (int i = 0; i < rows && *cut < last->value[REPORTED_GAMES]; i++) *cut += cost[i] >= longest;
}

static int write_log(Run *r, const char *line, Errors *errors)
{
    return rundir_log(r->d, "%s", line) ? STATUS_OK : report_io(r, "log.txt", errors);
}

int saved_run_write(Run *r, const char *state, const char *line, Errors *errors)
{
    assert(r->d != NULL);
    r->result = experiment_result(&r->setup->experiment);
    if (strcmp(state, "finished") == 0 && r->trains)
        count_cut_off(&r->result, r->dir, (double)config_game_end(r->config, r->config->objective.max_pieces));
    int status = write_weights(r, errors);
    if (status != STATUS_OK) return status;
    report_run(rundir_begin(r->d), r->setup, r->argc, r->argv, state, &r->result, r->seconds);
    status = end_file(r, "run.json", errors);
    return status == STATUS_OK && line != NULL ? write_log(r, line, errors) : status;
}

/* ---- beginning and resuming ---- */

/* Seconds that no run takes. */
static const double seconds_most = 1e10;

/* Each process starts its lines of timing.tsv with a small number: where the numbers decrease, the line before was the last of a
 * process. Impossible numbers are left out. */
double saved_run_seconds(const char *dir)
{
    int rows;
    double sum = 0;
    OWNED double *seconds = read_column(dir, "timing.tsv", "seconds", &rows);
    for (int i = 0; i < rows; i++)
        if ((i + 1 == rows || seconds[i + 1] < seconds[i]) && seconds[i] > 0 && seconds[i] < seconds_most) sum += seconds[i];
    return sum;
}

/* Adds a sentence that says what the differences mean, and below it their sentences. */
static int refuse_differences(const char *dir, const Errors *differences, Errors *errors)
{
    errors_add(errors, "%s: cannot be resumed with another configuration:", dir);
    for (int i = 0; i < differences->n; i++) errors_add(errors, "  %s", differences->line[i]);
    return STATUS_CONFIG;
}

/* Notes in log.txt that a process has begun to work on the run, with its command line; the library has none. */
static int log_command(Run *r, const char *what, Errors *errors)
{
    OWNED char *command = message_command(r->argc, r->argv);
    OWNED char *line = text_new("%s%s%s", what, r->argc > 0 ? ": " : "", command);
    return write_log(r, line, errors);
}

/* Loads the state of the run. A run with a raised budget goes on from the end of its training, if it got that far. Later states
 * belong to a selection or a validation, which the old budget has begun too early. */
static int load(Run *r, bool extended, Errors *errors)
{
    const char *dir = r->dir;
    Experiment *e = &r->setup->experiment;
    bool goes_back = extended && rundir_trained(dir);
    Status loaded = goes_back ? rundir_extend(r->d, errors) : STATUS_OK;
    if (loaded == STATUS_OK) loaded = rundir_load(r->d, e, errors);
    if (loaded == STATUS_OK && extended && !goes_back && e->kind->ending(e->self)) loaded = rundir_extend(r->d, errors);
    if (loaded != STATUS_OK) return (int)loaded;
    int status = log_command(r, extended ? "resumed with another budget" : "resumed", errors);
    if (status != STATUS_OK) return status;
    r->result = experiment_result(e);
    r->seconds = saved_run_seconds(dir);
    const RunTiming now = {
        .plays = r->result.plays, .turns = (int64_t)r->result.cost, .share = NAN, .phase = e->kind->phase(e->self)};
    return rundir_timing(r->d, &now) ? STATUS_OK : report_io(r, "timing.tsv", errors);
}

static int resume(Run *r, Errors *errors)
{
    bool extended;
    CLOSED(errors_free) Errors differences = {0};
    bool fits = resume_fits(r, &extended, &differences);
    return fits ? load(r, extended, errors) : refuse_differences(r->dir, &differences, errors);
}

/* Whether there is nothing left to do. Such a run stays a finished one, even if its results cannot be written once more. */
static bool is_over(const Run *r)
{
    const Experiment *e = &r->setup->experiment;
    return rundir_finished(r->dir) && e->kind->progress(e->self, 0) >= 1;
}

/* Begins or resumes the run. An evaluation gets weights.ini here, too, since it has its weights from the start. */
static int begin(Run *r, SavedRunMode how, Errors *errors)
{
    bool resumes = how == SAVED_RUN_RESUME && rundir_has_run(r->dir);
    char failed[64];
    if (how == SAVED_RUN_REPLACE && !runfiles_clear(rundir_path(r->d), failed, sizeof failed))
        return report_io(r, failed, errors);
    int status = resumes ? resume(r, errors) : STATUS_OK;
    if (status == STATUS_OK) status = write_config(r, errors);
    if (status == STATUS_OK && !resumes) status = log_command(r, "started", errors);
    if (status != STATUS_OK || (resumes && is_over(r))) return status;
    return saved_run_write(r, "running", NULL, errors);
}

int saved_run_open(Run *r, SavedRunMode how, Errors *errors)
{
    assert(r->setup->config == r->config && r->setup->experiment.kind != NULL && r->dir != NULL);
    int status = (int)rundir_open(&r->d, r->dir);
    const int error = errno;
    if (status == STATUS_CANT_CREATE)
        errors_add(errors, "%s: another process is running there; wait for it, or choose another directory", r->dir);
    if (status == STATUS_IO) {
        if (files_is_directory(r->dir))
            errors_add(errors, "%s: cannot be locked: %s", files_at(r->dir, "LOCK").text, files_why(error));
        else
            errors_add(errors, "%s: cannot be used as a run directory: %s", r->dir, files_why(error));
        status = (int)status_of_write(error);
    }
    if (r->d != NULL) status = begin(r, how, errors);
    if (status == STATUS_OK && !rundir_locked(r->d)) /* the run goes on all the same */
        errors_add(errors, "%s: cannot be locked on this file system: let no second process work on this run", r->dir);
    return status;
}

void saved_run_close(Run *r)
{
    rundir_close(r->d);
    r->d = NULL;
}
