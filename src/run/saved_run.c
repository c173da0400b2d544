/* saved_run.c. Begins or resumes a run in its directory, and writes the files that it leaves there. */
#include "run/saved_run.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "experiment/experiment.h"
#include "file/files.h"
#include "file/format.h"
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
    if ((*name = rundir_refusal(dir)) != NULL) return SAVED_RUN_UNREADABLE;
    if (rundir_has_run(dir)) return rundir_finished(dir) ? SAVED_RUN_FINISHED : SAVED_RUN_UNFINISHED;
    *name = foreign_file(dir);
    return *name != NULL ? SAVED_RUN_FOREIGN : SAVED_RUN_NOTHING;
}

/* ---- writing ---- */

static int report_io(const SavedRun *k, const char *name, Errors *errors)
{
    errors_add(errors, "%s/%s: cannot be written: %s", k->run.dir, name, files_why(errno));
    return STATUS_IO;
}

/* Makes the text that was printed to the stream of the directory (rundir_begin) a file of this name. */
static int end_file(SavedRun *k, const char *name, Errors *errors)
{
    return rundir_end(k->d, name) ? STATUS_OK : report_io(k, name, errors);
}

static int write_ini(SavedRun *k, const Config *config, const char *name, Errors *errors)
{
    config_print(config, rundir_begin(k->d), false);
    return end_file(k, name, errors);
}

/* Writes problem i of a meta search as it was read, so that later changes of its file do not matter. */
static int write_problem(SavedRun *k, int i, Errors *errors)
{
    OWNED char *name = text_new("problem-%d.ini", i + 1);
    return write_ini(k, &k->run.setup->tuning.problems.config[i], name, errors);
}

/* What says how many weights an agent has that counts them. */
static void write_counted(FILE *f, const Weights *w)
{
    ini_write(f, "features", w->schema.set->name, NULL);
    for (const Param *p = w->schema.agent->params; p->key != NULL; p++)
        if (weights_rule(w, p->key) != NULL) ini_write(f, p->key, weights_rule(w, p->key), NULL);
}

/* Writes contestant i as a weights file, which eval can read, too. */
static int write_player(SavedRun *k, int i, Errors *errors)
{
    const Participants *participants = k->run.participants;
    assert(participants->n >= 2 && i < participants->n);
    const Weights *w = &participants->weights[i];
    OWNED char *name = text_new("player-%d.ini", i + 1), *source = ini_fit(w->path);
    FILE *f = rundir_begin(k->d);
    format_write(f);
    fprintf(f, "\n[weights]\n");
    for (int j = 0; j < w->n; j++) fprintf(f, "%s = %.17g\n", schema_weight(&w->schema, j), w->w[j]);
    fprintf(f, "\n[rules]\n");
    ini_write(f, schema_key(&w->schema), schema_name(&w->schema), NULL);
    if (w->schema.names != NULL) write_counted(f, w);
    if (weights_agent_file(w) != NULL) ini_write(f, w->schema.agent->file, weights_agent_file(w), NULL);
    fprintf(f, "\n[provenance]\n");
    ini_write(f, "source", source, NULL);
    ini_write(f, "match", participants->match, NULL);
    return end_file(k, name, errors);
}

static int write_config(SavedRun *k, Errors *errors)
{
    const Run *r = &k->run;
    int status = write_ini(k, r->config, "config.ini", errors);
    for (int i = 0; status == STATUS_OK && i < r->setup->tuning.problems.n; i++) status = write_problem(k, i, errors);
    for (int i = 0; status == STATUS_OK && r->participants != NULL && i < r->participants->n; i++)
        status = write_player(k, i, errors);
    const char *failed = status == STATUS_OK ? result_file_tables(k->d, r->setup) : NULL;
    return failed != NULL ? report_io(k, failed, errors) : status;
}

static int write_weights(SavedRun *k, Errors *errors)
{
    const Run *r = &k->run;
    if (k->result.x == NULL) return STATUS_OK;
    found_print(rundir_begin(k->d), r->setup, &k->result, r->source);
    int status = end_file(k, r->config->kind->file, errors);
    if (status != STATUS_OK || result_file_result(k->d, &k->result)) return status;
    return report_io(k, "result.tsv", errors);
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
    for (int i = 0; i < rows && last->cut < last->score.n; i++) last->cut += cost[i] >= longest;
}

static int write_log(SavedRun *k, const char *line, Errors *errors)
{
    return rundir_log(k->d, "%s", line) ? STATUS_OK : report_io(k, "log.txt", errors);
}

int saved_run_write(SavedRun *k, const char *state, const char *line, Errors *errors)
{
    assert(k->d != NULL);
    const Run *r = &k->run;
    k->result = experiment_result(&r->setup->experiment);
    if (strcmp(state, "finished") == 0 && r->trains)
        count_cut_off(&k->result, r->dir, (double)config_game_end(r->config, r->config->objective.max_pieces));
    int status = write_weights(k, errors);
    if (status != STATUS_OK) return status;
    report_run(rundir_begin(k->d), r->setup, r->argc, r->argv, state, &k->result, k->seconds);
    status = end_file(k, "run.json", errors);
    return status == STATUS_OK && line != NULL ? write_log(k, line, errors) : status;
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
static int log_command(SavedRun *k, const char *what, Errors *errors)
{
    OWNED char *command = message_command(k->run.argc, k->run.argv);
    OWNED char *line = text_new("%s%s%s", what, k->run.argc > 0 ? ": " : "", command);
    return write_log(k, line, errors);
}

/* Loads the state of the run. A run with a raised budget goes on from the end of its training, if it got that far. Later states
 * belong to a selection or a validation, which the old budget has begun too early. */
static int load(SavedRun *k, bool extended, Errors *errors)
{
    const char *dir = k->run.dir;
    Experiment *e = &k->run.setup->experiment;
    bool goes_back = extended && rundir_trained(dir);
    Status loaded = goes_back ? rundir_extend(k->d, errors) : STATUS_OK;
    if (loaded == STATUS_OK) loaded = rundir_load(k->d, e, errors);
    if (loaded == STATUS_OK && extended && !goes_back && e->kind->ending(e->self)) loaded = rundir_extend(k->d, errors);
    if (loaded != STATUS_OK) return (int)loaded;
    int status = log_command(k, extended ? "resumed with another budget" : "resumed", errors);
    if (status != STATUS_OK) return status;
    k->result = experiment_result(e);
    k->seconds = saved_run_seconds(dir);
    const RunTiming now = {.plays = k->result.plays, .share = NAN, .phase = e->kind->phase(e->self)};
    return rundir_timing(k->d, &now) ? STATUS_OK : report_io(k, "timing.tsv", errors);
}

static int resume(SavedRun *k, Errors *errors)
{
    bool extended;
    CLOSED(errors_free) Errors differences = {0};
    bool fits = resume_fits(&k->run, &extended, &differences);
    return fits ? load(k, extended, errors) : refuse_differences(k->run.dir, &differences, errors);
}

/* Whether there is nothing left to do. Such a run stays a finished one, even if its results cannot be written once more. */
static bool is_over(const SavedRun *k)
{
    const Experiment *e = &k->run.setup->experiment;
    return rundir_finished(k->run.dir) && e->kind->progress(e->self, 0) >= 1;
}

/* Begins or resumes the run. An evaluation gets weights.ini here, too, since it has its weights from the start. */
static int begin(SavedRun *k, SavedRunMode how, Errors *errors)
{
    bool resumes = how == SAVED_RUN_RESUME && rundir_has_run(k->run.dir);
    char failed[64];
    if (how == SAVED_RUN_REPLACE && !runfiles_clear(rundir_path(k->d), failed, sizeof failed))
        return report_io(k, failed, errors);
    int status = resumes ? resume(k, errors) : STATUS_OK;
    if (status == STATUS_OK) status = write_config(k, errors);
    if (status == STATUS_OK && !resumes) status = log_command(k, "started", errors);
    if (status != STATUS_OK || (resumes && is_over(k))) return status;
    return saved_run_write(k, "running", NULL, errors);
}

int saved_run_open(SavedRun *k, const Run *run, SavedRunMode how, Errors *errors)
{
    *k = (SavedRun){.run = *run};
    assert(run->setup->config == run->config && run->setup->experiment.kind != NULL && run->dir != NULL);
    int status = (int)rundir_open(&k->d, run->dir);
    const int error = errno;
    if (status == STATUS_CANT_CREATE)
        errors_add(errors, "%s: another process is running there; wait for it, or choose another directory", run->dir);
    if (status == STATUS_IO) {
        errors_add(errors, "%s: cannot be used as a run directory: %s", run->dir, files_why(error));
        status = (int)status_of_write(error);
    }
    if (k->d != NULL) status = begin(k, how, errors);
    if (status == STATUS_OK && !rundir_locked(k->d)) /* the run goes on all the same */
        errors_add(errors, "%s: cannot be locked on this file system: let no second process work on this run", run->dir);
    return status;
}

void saved_run_close(SavedRun *k)
{
    rundir_close(k->d);
    k->d = NULL;
}
