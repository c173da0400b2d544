/* training.c. A training that another program makes step by step, kept in a run directory or not. */
#include "api/call.h"
#include "base/mem.h"
#include "config/config_read.h"
#include "file/files.h"
#include "run/driver.h"
#include "run/results.h"
#include "run/saved_run.h"

#include <stdlib.h>
#include <string.h>

struct swt_training {
    Config config;    /* configuration of the training; not to be copied, so the struct is never moved */
    Setup setup;      /* its parts, with the experiment */
    char *dir;        /* the run directory; owned; NULL: nothing is kept */
    Run run;          /* of these */
    Monitor *monitor; /* polled by the threads that play; owned */
    Drive *drive;     /* the loop; owned */
    double before;    /* seconds that earlier processes spent on the run */
    bool finished;    /* there is no further step, and the results are written */
    atomic_int asked; /* StopReason: STOP_SIGNAL once the caller has asked to stop */
    char *warnings;   /* owned */
    char *weights;    /* the last result of swt_training_weights; owned */
};

/* ---- opening ---- */

/* Checks whether the directory may be used in this way: NULL, or the error. */
static swt_error *check_directory(const char *dir, swt_how how)
{
    OWNED char *name = NULL;
    SavedRunState holds = saved_run_look(dir, &name);
    if (holds == SAVED_RUN_NO_DIRECTORY) return fail(SWT_CANT_CREATE, "%s: is a file: must be the name of a directory", dir);
    if (holds == SAVED_RUN_BUSY)
        return fail(SWT_CANT_CREATE, "%s: is in use by another process, or by another training of this one", dir);
    if (how != SWT_REPLACE && holds == SAVED_RUN_UNREADABLE) return fail(SWT_DATA, "%s", name);
    if (how == SWT_RESUME && holds != SAVED_RUN_UNFINISHED && holds != SAVED_RUN_FINISHED)
        return fail(SWT_NO_INPUT, "%s: holds no run that could be resumed", dir);
    if (how == SWT_NEW && holds == SAVED_RUN_FOREIGN)
        return fail(SWT_CANT_CREATE, "%s: is in the way, and no run has written it; replace removes it", name);
    if (how == SWT_NEW && holds != SAVED_RUN_NOTHING)
        return fail(SWT_CANT_CREATE, "%s: holds a run already; resume goes on with it, replace replaces it", dir);
    return NULL;
}

static swt_error *open_directory(swt_training *t, swt_how how, Errors *warnings)
{
    static const SavedRunMode hows[] = {
        [SWT_NEW] = SAVED_RUN_NEW, [SWT_RESUME] = SAVED_RUN_RESUME, [SWT_REPLACE] = SAVED_RUN_REPLACE};
    Errors errors = {0};
    t->run = (Run){.config = &t->config, .setup = &t->setup, .dir = t->dir, .trains = true};
    int status = saved_run_open(&t->run, hows[how], &errors);
    t->before = t->run.seconds;
    if (status != STATUS_OK) return fail_lines(status, &errors);
    for (int i = 0; i < errors.n; i++) errors_add(warnings, "%s", errors.line[i]);
    errors_free(&errors);
    return NULL;
}

static void start(swt_training *t)
{
    t->monitor = monitor_create(NULL, 0, &t->asked);
    const Driver driver = {.experiment = &t->setup.experiment,
                           .evaluator = t->setup.evaluator,
                           .dir = t->run.d,
                           .monitor = t->monitor,
                           .by_hand = true,
                           .limit = 60 * t->config.train.training.minutes,
                           .before = t->before};
    t->drive = drive_start(&driver);
}

/* Makes the parts of a training whose configuration has been read. */
static swt_error *make(swt_training *t, const char *dir, swt_how how, Errors *warnings)
{
    Errors errors = {0};
    if (!setup_train(&t->setup, &t->config, &errors, warnings)) return fail_lines(SWT_CONFIG, &errors);
    t->dir = mem_text(dir);
    swt_error *wrong = dir != NULL ? check_directory(dir, how) : NULL;
    if (wrong == NULL && dir != NULL) wrong = open_directory(t, how, warnings);
    if (wrong == NULL) start(t);
    return wrong;
}

/* Reads the config.ini of a run directory. */
static swt_error *read_config(Config *c, const char *dir, Errors *warnings)
{
    Errors errors = {0};
    bool good = config_read(c, files_at(dir, "config.ini").text, NULL, 0, &errors, warnings);
    return good ? NULL : fail_lines(c->missing ? SWT_NO_INPUT : SWT_CONFIG, &errors);
}

/* Sets *out to t, or frees t if something is wrong. */
static swt_error *finish_opening(swt_training **out, swt_training *t, Errors *warnings, swt_error *wrong)
{
    t->warnings = fail_join(warnings);
    if (wrong != NULL) swt_training_close(t);
    *out = wrong == NULL ? t : NULL;
    return wrong;
}

swt_error *swt_training_open(swt_training **out, const char *ini, const char *dir, swt_how how)
{
    if (out == NULL) return fail(SWT_USAGE, "out: must be the address of a pointer to a training, and is NULL");
    *out = NULL;
    if (how < SWT_NEW || how > SWT_REPLACE)
        return fail(SWT_USAGE, "how = %d: must be SWT_NEW, SWT_RESUME or SWT_REPLACE", (int)how);
    if (dir == NULL && how != SWT_NEW) return fail(SWT_USAGE, "dir: must name a directory, unless how is SWT_NEW, and is NULL");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    swt_training *t = mem_new(1, sizeof *t);
    swt_error *wrong = ini_text_read(&t->config, ini, true, &warnings);
    if (wrong == NULL) wrong = make(t, dir, how, &warnings);
    return finish_opening(out, t, &warnings, wrong);
}

swt_error *swt_training_load(swt_training **out, const char *dir)
{
    if (out == NULL) return fail(SWT_USAGE, "out: must be the address of a pointer to a training, and is NULL");
    *out = NULL;
    if (dir == NULL) return fail(SWT_USAGE, "dir: must name a directory, and is NULL");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    swt_training *t = mem_new(1, sizeof *t);
    swt_error *wrong = ini_text_isa();
    if (wrong == NULL) wrong = check_directory(dir, SWT_RESUME);
    if (wrong == NULL) wrong = read_config(&t->config, dir, &warnings);
    if (wrong == NULL) wrong = make(t, dir, SWT_RESUME, &warnings);
    return finish_opening(out, t, &warnings, wrong);
}

void swt_training_close(swt_training *t)
{
    if (t == NULL) return;
    drive_end(t->drive);
    monitor_destroy(t->monitor);
    saved_run_close(&t->run);
    setup_free(&t->setup);
    config_free(&t->config);
    free(t->dir);
    free(t->warnings);
    free(t->weights);
    free(t);
}

const char *swt_training_warnings(const swt_training *t)
{
    return t != NULL ? t->warnings : "";
}

static swt_error *fail_no_training(void)
{
    return fail(SWT_USAGE, "training: must be one that is open, and is NULL");
}

/* ---- steps ---- */

/* Writes the result and run.json. logged: also logs the end of the run. */
static swt_error *write_results(swt_training *t, const char *state, bool logged)
{
    Errors errors = {0};
    t->run.seconds = t->before + drive_seconds(t->drive);
    int status = saved_run_write(&t->run, state, logged ? state : NULL, &errors);
    return status == STATUS_OK ? NULL : fail_lines(status, &errors);
}

static swt_error *report_failure(const swt_training *t)
{
    Errors errors = {0};
    drive_say_failure(t->drive, &errors);
    return fail_lines(SWT_IO, &errors);
}

/* Writes the results of a finished run. */
static swt_error *finish(swt_training *t)
{
    swt_error *wrong = t->run.d != NULL ? write_results(t, "finished", true) : NULL;
    t->finished = wrong == NULL;
    return wrong;
}

static swt_error *step(swt_training *t, bool *more)
{
    *more = !t->finished;
    if (t->finished) return NULL;
    switch (drive_step(t->drive)) {
    case DRIVER_GOING: return NULL;
    case DRIVER_FINISHED: *more = false; return finish(t);
    case DRIVER_FAILED: return report_failure(t);
    case DRIVER_STOPPED: break;
    }
    monitor_forget(t->monitor);
    atomic_store(&t->asked, STOP_NOT);
    return fail(SWT_STOPPED, "the step was stopped; the next one goes on with it");
}

swt_error *swt_training_step(swt_training *t, bool *more)
{
    bool ignored;
    if (t == NULL) return fail_no_training();
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    return step(t, more != NULL ? more : &ignored);
}

void swt_training_stop(swt_training *t)
{
    if (t != NULL) atomic_store(&t->asked, STOP_SIGNAL);
}

swt_error *swt_training_save(swt_training *t)
{
    if (t == NULL) return fail_no_training();
    if (t->run.d == NULL) return fail(SWT_USAGE, "the training was opened without a directory, so that there is none to save to");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    return drive_save(t->drive) ? write_results(t, t->finished ? "finished" : "stopped", false) : report_failure(t);
}

/* ---- results ---- */

double swt_training_share(const swt_training *t)
{
    return t == NULL ? 0 : t->finished ? 1 : drive_share(t->drive);
}

const char *swt_training_phase(const swt_training *t)
{
    return t != NULL ? t->setup.experiment.kind->phase(t->setup.experiment.self) : "";
}

int swt_training_dim(const swt_training *t)
{
    return t != NULL ? experiment_result(&t->setup.experiment).space->dim : 0;
}

const char *swt_training_name(const swt_training *t, int i)
{
    if (t == NULL) return NULL;
    const Space *s = experiment_result(&t->setup.experiment).space;
    return i >= 0 && i < s->dim ? s->names[i] : NULL;
}

bool swt_training_feature(const swt_training *t, int i, swt_feature *out)
{
    return t != NULL && feature_of(&t->config, experiment_result(&t->setup.experiment).space, i, out);
}

swt_error *swt_training_result(swt_training *t, double *x, int dim, swt_reported *reported, int *n)
{
    if (t == NULL) return fail_no_training();
    const Result r = experiment_result(&t->setup.experiment);
    if (dim != r.space->dim) return fail(SWT_USAGE, "dim = %d: must be %d", dim, r.space->dim);
    if (r.x == NULL) return fail(SWT_UNAVAILABLE, "nothing has been found yet: no iteration is complete");
    if (x != NULL) memcpy(x, r.x, (size_t)dim * sizeof *x);
    if (n != NULL) *n = r.n_reported;
    for (int i = 0; i < r.n_reported && reported != NULL; i++) reported[i] = reported_of(&r.reported[i], false);
    return NULL;
}

const char *swt_training_weights(swt_training *t)
{
    if (t == NULL) return NULL;
    const Result r = experiment_result(&t->setup.experiment);
    free(t->weights);
    t->weights = NULL;
    if (r.x == NULL) return NULL;
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    FILE *f = files_memory(&t->weights, NULL);
    found_print(f, &t->setup, &r, NULL);
    files_memory_close(f);
    return t->weights;
}
