/* saved_run.c. Writes the files of a run, compares it with the one that its directory holds, and begins or resumes it there. */
#include "run/saved_run.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "experiment/experiment.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "file/tsv.h"
#include "run/results.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- looking ---- */

/* The path of a file in dir that has the name of a file of a run, if no run has ever locked dir; NULL: there is none. Owned by
 * the caller. */
static char *foreign_file(const char *dir)
{
    static const char *const names[] = {"config.ini",  "weights.ini", "tuned.ini", "run.json",
                                        "metrics.tsv", "games.tsv",   "plays.tsv"};
    if (files_has(dir, "LOCK")) return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (files_has(dir, names[i])) return files_path(dir, names[i]);
    return NULL;
}

SavedRunState saved_run_look(const char *dir, FolderKind kind, bool force, char **name)
{
    bool finished;
    assert(dir != NULL);
    *name = NULL;
    if (files_exists(dir) && !files_is_directory(dir)) return SAVED_RUN_NO_DIRECTORY;
    if (lock_is_held(dir)) return SAVED_RUN_BUSY;
    if ((*name = folder_other_kind(dir, kind, force)) != NULL) return SAVED_RUN_OTHER;
    if ((*name = folder_refusal(dir, true, &finished)) != NULL) return SAVED_RUN_UNREADABLE;
    if (rundir_has_run(dir)) return finished ? SAVED_RUN_FINISHED : SAVED_RUN_UNFINISHED;
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

/* The name problem-N.ini or player-N.ini, N from 1; owned by the caller. */
static char *numbered(const char *what, int i)
{
    assert(i >= 0);
    return text_new("%s-%d.ini", what, i + 1);
}

static int write_ini(Run *r, const Config *config, const char *name, Errors *errors)
{
    config_print(config, rundir_begin(r->d), false);
    return end_file(r, name, errors);
}

/* Prints contestant i as a weights file, which eval can read, too. */
static void print_player(FILE *f, const Participants *p, int i)
{
    const Weights *w = &p->weights[i];
    const WeightTable *t = &p->config[i].weights;
    assert(p->n >= 2 && i < p->n && w->n == t->n);
    OWNED char *source = ini_fit(w->path);
    format_write(f);
    fprintf(f, "\n[weights]\n");
    for (int j = 0; j < w->n; j++) fprintf(f, "%s = %.17g\n", t->row[j].name, w->w[j]);
    found_rules(f, &p->config[i]);
    fprintf(f, "\n[provenance]\n");
    ini_write(f, "source", source, NULL);
}

static int write_config(Run *r, Errors *errors)
{
    int status = write_ini(r, r->config, "config.ini", errors);
    for (int i = 0; status == STATUS_OK && i < r->setup->tuning.problems; i++) {
        OWNED char *name = numbered("problem", i); /* as it was read, so that later changes of its file do not matter */
        status = write_ini(r, &r->setup->tuning.problem[i], name, errors);
    }
    for (int i = 0; status == STATUS_OK && r->participants != NULL && i < r->participants->n; i++) {
        OWNED char *name = numbered("player", i);
        print_player(rundir_begin(r->d), r->participants, i);
        status = end_file(r, name, errors);
    }
    const char *failed = status == STATUS_OK ? results_traits(r->d, r->setup) : NULL;
    return failed != NULL ? report_io(r, failed, errors) : status;
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
    if (strcmp(state, "finished") == 0 && r->kind == FOLDER_TRAINING)
        count_cut_off(&r->result, r->dir, (double)config_game_end(r->config, r->config->objective.max_pieces));
    int status = STATUS_OK;
    if (r->result.x != NULL) {
        found_print(rundir_begin(r->d), r->setup, &r->result, r->source);
        status = end_file(r, r->config->kind->file, errors);
        if (status == STATUS_OK && !results_table(r->d, &r->result)) status = report_io(r, "result.tsv", errors);
    }
    if (status != STATUS_OK) return status;
    report_run(rundir_begin(r->d), r->setup, r->argc, r->argv, state, &r->result, r->seconds);
    status = end_file(r, "run.json", errors);
    return status == STATUS_OK && line != NULL ? write_log(r, line, errors) : status;
}

/* ---- whether it is the run that the directory holds ---- */

/* Reads the text as a configuration. evaluates: it has no budget, and gets one here, since every ini must have one. */
static bool read_as(Config *was, const char *path, const char *text, bool evaluates, Errors *errors)
{
    static const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "--resume"};
    CLOSED(errors_free) Errors warnings = {0};
    return config_read(was, path, text, &any_budget, evaluates, errors, &warnings);
}

/* Reads an ini of the run. False: errors has the reasons, one of which may be that the ini is absent. */
static bool read_ini(Config *was, const char *path, bool evaluates, Errors *errors)
{
    *was = (Config){0};
    OWNED char *text;
    if (files_text(&text, path, NULL, errors) && text == NULL) errors_add(errors, "%s: is missing", path);
    return text != NULL && read_as(was, path, text, evaluates, errors);
}

/* The file is read once: a second reading that failed would make an evaluation of a training. */
Status resume_read(Config *was, const char *dir, bool *trained, Errors *errors)
{
    *was = (Config){0};
    CLOSED(errors_free) Errors ignored = {0};
    const FilePath path = files_at(dir, "config.ini");
    OWNED char *text;
    files_text(&text, path.text, NULL, errors);
    if (text == NULL) return STATUS_NO_INPUT;
    *trained = read_as(was, path.text, text, false, &ignored);
    if (!*trained) config_free(was);
    return *trained || read_as(was, path.text, text, true, errors) ? STATUS_OK : STATUS_CONFIG;
}

/* Adds a line for every key of a section that a resumed run may change, and that has changed. was is of the file at path. */
static void compare_changeable(const char *section, const Param *table, const void *now, const void *was, const char *path,
                               Errors *errors)
{
    for (const Param *p = table; p->key != NULL; p++)
        if (p->may_change && !param_same(p, now, was))
            errors_add(errors, "%s.%s = %.15g, was %.15g in %s", section, p->key, param_get(p, now), param_get(p, was), path);
}

/* Compares problem i of a meta search with the one that the run was started with. Not even its budget and its validation may
 * change. */
static void compare_problem(const Run *r, int i, Errors *errors)
{
    CLOSED(config_free) Config was = {0};
    assert(i < r->setup->tuning.problems);
    OWNED char *name = numbered("problem", i);
    const FilePath path = files_at(r->dir, name);
    if (!read_ini(&was, path.text, false, errors)) return;
    const Config *now = &r->setup->tuning.problem[i];
    config_differences(now, &was, errors);
    compare_changeable("training", train_training_params, &now->train.training, &was.train.training, path.text, errors);
    compare_changeable("validation", train_validation_params, &now->train.validation, &was.train.validation, path.text, errors);
}

/* Whether a limit means no limit. Older programs wrote a target of 0 for none. */
static bool is_unlimited(double value)
{
    return value == 0 || isinf(value);
}

/* A budget can only be raised, since games that have been played cannot be undone; that of an optimiser of the caller's, which
 * nobody can resume, stays. *extended: the budget has changed. */
static void compare_budget(const Run *r, const Config *was, bool *extended, Errors *errors)
{
    const Config *c = r->config;
    if (c->optimiser->propose != NULL) {
        compare_changeable("training", train_training_params, &c->train.training, &was->train.training, was->path, errors);
        return;
    }
    for (const Param *p = train_training_params; p->key != NULL; p++) {
        if (!p->may_change || param_same(p, &c->train.training, &was->train.training)) continue;
        double now = param_get(p, &c->train.training), before = param_get(p, &was->train.training);
        if (is_unlimited(now) && is_unlimited(before) && c->kind->function == NULL) continue;
        *extended = true;
        if (now > 0 && !isinf(now) && (is_unlimited(before) || now < before))
            errors_add(errors, "training.%s = %.15g, was %.15g%s in %s: a budget can only be raised", p->key, now, before,
                       is_unlimited(before) ? " (no limit)" : "", was->path);
    }
    if (c->train.training.total_games != was->train.training.total_games && was->train.training.allocation.games == 0)
        errors_add(errors, "the budget cannot change: with games = 0 it decides how many games a position plays");
}

/* Whether all that two weights files say in [weights] and [rules] is the same. */
static bool same_player(const Ini *a, const Ini *b)
{
    bool same = a->entries == b->entries;
    for (int k = 0; same && k < a->entries && strcmp(a->entry[k].section, "provenance") != 0; k++)
        same = strcmp(a->entry[k].key, b->entry[k].key) == 0 && strcmp(a->entry[k].value, b->entry[k].value) == 0;
    return same;
}

/* Checks that player i of the directory is the one that is to play now, in the same kind of match. i = participants->n checks
 * that the directory has no more players. */
static void compare_player(const Run *r, int i, Errors *errors)
{
    const Participants *p = r->participants;
    OWNED char *name = numbered("player", i), *text = NULL;
    const FilePath path = files_at(r->dir, name);
    const bool there = files_exists(path.text);
    if (i == p->n && there) errors_add(errors, "there were more than %d players: %s", p->n, path.text);
    if (i < p->n && !there) errors_add(errors, "%s is no player there: it has no player-%d.ini", p->weights[i].path, i + 1);
    if (i == p->n || !there) return;
    size_t size;
    FILE *f = files_memory(&text, &size);
    print_player(f, p, i);
    files_memory_close(f);
    CLOSED(ini_free) Ini was, now;
    ini_read_text(&now, path.text, text, size);
    ini_read(&was, path.text);
    ini_report(&was, errors);
    if (was.problems == 0 && !same_player(&was, &now))
        errors_add(errors, "%s has other weights or rules than %s", p->weights[i].path, path.text);
}

static bool fits(const Run *r, bool *extended, Errors *errors)
{
    CLOSED(config_free) Config was = {0};
    int before = errors->n;
    *extended = false;
    if (!read_ini(&was, files_at(r->dir, "config.ini").text, r->kind != FOLDER_TRAINING, errors)) return false;
    config_differences(r->config, &was, errors);
    for (int i = 0; errors->n == before && i < r->setup->tuning.problems; i++) compare_problem(r, i, errors);
    if (r->kind == FOLDER_TRAINING && errors->n == before) compare_budget(r, &was, extended, errors);
    const int games = r->config->train.validation.games, played = was.train.validation.games;
    if (r->kind == FOLDER_TRAINING && games < played)
        errors_add(errors, "validation.games = %d, was %d in %s: games can only be added to a validation", games, played,
                   was.path);
    for (int i = 0; r->participants != NULL && errors->n == before && i <= r->participants->n; i++) compare_player(r, i, errors);
    return errors->n == before;
}

/* ---- beginning and resuming ---- */

/* Each process starts its lines of timing.tsv with a small number: where the numbers decrease, the line before was the last of a
 * process. Impossible numbers are left out. */
double saved_run_seconds(const char *dir)
{
    static const double most = 1e10; /* no run takes so many */
    int rows;
    double sum = 0;
    OWNED double *seconds = read_column(dir, "timing.tsv", "seconds", &rows);
    for (int i = 0; i < rows; i++)
        if ((i + 1 == rows || seconds[i + 1] < seconds[i]) && seconds[i] > 0 && seconds[i] < most) sum += seconds[i];
    return sum;
}

/* Notes in log.txt that a process has begun to work on the run, with its command line; the library has none. */
static int log_command(Run *r, const char *what, Errors *errors)
{
    OWNED char *command = message_command(r->argc, r->argv);
    OWNED char *line = text_new("%s%s%.*s", what, r->argc > 0 ? ": " : "", (int)strlen(command) - (r->argc > 0), command);
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
    if (fits(r, &extended, &differences)) return load(r, extended, errors);
    errors_add(errors, "%s: cannot be resumed with another configuration:", r->dir);
    for (int i = 0; i < differences.n; i++) errors_add(errors, "  %s", differences.line[i]);
    return STATUS_CONFIG;
}

/* Begins or resumes the run. An evaluation gets weights.ini here, too, since it has its weights from the start. */
static int begin(Run *r, SavedRunMode how, Errors *errors)
{
    const Experiment *e = &r->setup->experiment;
    const bool resumes = how == SAVED_RUN_RESUME && rundir_has_run(r->dir);
    char failed[64];
    if (how == SAVED_RUN_REPLACE && !folder_clear(r->dir, failed, sizeof failed)) return report_io(r, failed, errors);
    if (!folder_mark(r->dir, r->kind)) return report_io(r, "KIND", errors);
    int status = resumes ? resume(r, errors) : STATUS_OK;
    if (status == STATUS_OK) status = write_config(r, errors);
    if (status == STATUS_OK && !resumes) status = log_command(r, "started", errors);
    /* a run with nothing left to do stays a finished one, even if its results cannot be written once more */
    const bool over = resumes && e->kind->progress(e->self, 0) >= 1;
    return status != STATUS_OK || over ? status : saved_run_write(r, "running", NULL, errors);
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

/* A run that is kept nowhere has begun on all ranks. */
void saved_run_spread(Run *r)
{
    Cluster *c = r->setup->cluster;
    Experiment *e = &r->setup->experiment;
    Saver s = {0};
    if (r->d != NULL) rundir_state(r->d, e, &s);
    cluster_spread(c, &s.size, sizeof s.size);
    if (r->d == NULL && s.size > 0) {
        CLOSED(loader_free) Loader l;
        s.text = mem_new(s.size + 1, 1);
        cluster_spread(c, s.text, s.size);
        OWNED char *program = places_code();
        pending_start(&r->kept, program);
        const bool good = loader_start(&l, s.text, s.size);
        assert(good), (void)good;
        e->kind->serialise(e->self, &l.serialise);
        pending_load(&r->kept, &l.serialise);
        r->result = experiment_result(e);
    } else {
        cluster_spread(c, s.text, s.size);
        free(s.text);
    }
}

void saved_run_close(Run *r)
{
    pending_free(&r->kept);
    rundir_close(r->d);
    r->d = NULL;
}

/* ---- whether it could go on ---- */

/* Makes the experiment of the run. False: it cannot be made; or it evaluates no weights, or several. *status changes if
 * config.ini cannot be read; errors has the reason then. */
static bool set_up(Setup *s, Config *c, Weights *w, const char *dir, int *status, Errors *errors)
{
    CLOSED(errors_free) Errors ignored = {0};
    bool trains = false;
    const Status read = resume_read(c, dir, &trains, &ignored);
    if (read == STATUS_NO_INPUT && ignored.n > 0) {
        errors_add(errors, "%s", ignored.line[0]);
        *status = STATUS_NO_INPUT;
    }
    if (read != STATUS_OK) return false;
    c->own_search = true;
    if (trains) return setup_train(s, c, &ignored, &ignored);
    const FilePath path = files_at(dir, "weights.ini");
    const bool alone = c->kind->scores_games && !files_has(dir, "player-1.ini") && files_exists(path.text);
    if (!alone || weights_read(w, path.text, c, &ignored) != WEIGHTS_READ) return false;
    struct stat st = {0}; /* the number of games is not known: their scores have four bytes or more each */
    const int64_t bytes = stat(files_at(dir, "checkpoint").text, &st) == 0 ? st.st_size : 0;
    setup_evaluate(s, c, w->w, RNG_EVALUATION, bytes / 4 + 1 < INT32_MAX ? bytes / 4 + 1 : INT32_MAX, 0);
    return true;
}

int verify_run(const char *dir, Errors *errors)
{
    CLOSED(config_free) Config config = {0};
    CLOSED(weights_free) Weights weights = {0};
    CLOSED(setup_free) Setup setup = {0};
    int status = STATUS_OK;
    const bool made = set_up(&setup, &config, &weights, dir, &status, errors);
    return status == STATUS_OK ? (int)rundir_check(dir, made ? &setup.experiment : NULL, errors) : status;
}
