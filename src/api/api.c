/* api.c. The library: errors as values, evaluators, trainings, searches and environments.
 *
 * Idea: every object begins with an Object, and every call checks its arguments before it does anything. A program that calls
 * setlocale for people changes how strtod and printf write numbers: each call that reads or writes numbers sets the plain locale
 * for its own thread and restores the former one; other threads see no change.
 * Never: prints, handles signals, ends the process, keeps mutable static data. */
#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/trial.h"
#include "config/config.h"
#include "config/config_read.h"
#include "config/kinds.h"
#include "eval/vector_env.h"
#include "experiment/comparison.h"
#include "experiment/reported.h"
#include "experiment/train.h"
#include "file/files.h"
#include "file/message.h"
#include "file/plain.h"
#include "file/tsv.h"
#include "run/driver.h"
#include "run/environment.h"
#include "run/results.h"
#include "run/saved_run.h"
#include "run/setup.h"
#include "run/tasks.h"
#include "store/checkpoint.h"
#include "swarmtris.h"

#include <assert.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *swt_version(void)
{
    return version_number;
}

/* ---- errors ---- */

struct swt_error {
    swt_code code; /* its kind */
    char *text;    /* finished sentences; owned */
};

/* text: finished sentences, which the error then owns. */
static swt_error *new_error(swt_code code, char *text)
{
    assert(text != NULL && text[0] != '\0');
    plain_text(text, false); /* it may be printed on a terminal */
    swt_error *e = mem_new(1, sizeof *e);
    *e = (swt_error){.code = code, .text = text};
    return e;
}

/* An error of one sentence; the caller of the library owns it. */
__attribute__((format(printf, 2, 3))) static swt_error *fail(swt_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_new_v(format, args);
    va_end(args);
    return new_error(code, text);
}

static const char ARRAY[] = "an array", OPEN[] = "one that is open";

/* The error of an argument that is NULL; must: what it must be. */
static swt_error *fail_null(const char *name, const char *must)
{
    return fail(SWT_USAGE, "%s: must be %s, and is NULL", name, must);
}

static swt_error *fail_dim(int dim, int must)
{
    return fail(SWT_USAGE, "dim = %d: must be %d", dim, must);
}

/* Why x is no weight, nor the end of a box; NULL: it may be one. */
static const char *refuse_real(double x)
{
    return fabs(x) <= WEIGHT_MOST ? NULL : isfinite(x) ? "at most 1e100, either way" : "finite";
}

/* All sentences of lines, which are freed, as a text with one a line, owned by the caller; "": none. */
static char *fail_join(Errors *lines)
{
    size_t bytes = 1;
    for (int i = 0; i < lines->n; i++) bytes += strlen(lines->line[i]) + 1;
    char *text = mem_new(bytes, 1);
    Text all = text_in(text, bytes);
    for (int i = 0; i < lines->n; i++) text_add(&all, "%s%s", i > 0 ? "\n" : "", lines->line[i]);
    assert(!all.cut);
    errors_free(lines);
    return text;
}

/* An error of all sentences of lines, which are freed. status: one of swt_code. */
static swt_error *fail_lines(int status, Errors *lines)
{
    assert(lines->n > 0 && status >= SWT_USAGE && status <= SWT_CONFIG);
    return new_error((swt_code)status, fail_join(lines));
}

swt_code swt_error_code(const swt_error *e)
{
    return e != NULL ? e->code : (swt_code)0;
}

const char *swt_error_text(const swt_error *e)
{
    return e != NULL ? e->text : "";
}

void swt_error_free(swt_error *e)
{
    if (e == NULL) return;
    free(e->text);
    free(e);
}

/* ---- what all objects have ---- */

/* The beginning of every object. */
typedef struct {
    Config config;    /* not to be copied, so an object is never moved */
    char *warnings;   /* owned */
    char *text;       /* the last text that a call has returned; owned */
    Monitor *monitor; /* polled by the threads that play; owned; NULL: nothing can be stopped */
    atomic_int asked; /* StopReason: STOP_SIGNAL once the caller has asked to stop */
} Object;

/* Keeps the warnings of an object whose opening has ended with the error wrong; returns wrong. */
static swt_error *opened(Object *o, Errors *warnings, swt_error *wrong)
{
    o->warnings = fail_join(warnings);
    return wrong;
}

/* Frees an object whose other parts are freed. */
static void close_object(Object *o)
{
    monitor_destroy(o->monitor);
    config_free(&o->config);
    free(o->warnings);
    free(o->text);
    free(o);
}

/* A call has been stopped: the next one is not. */
static void forget_stop(Object *o)
{
    monitor_forget(o->monitor);
    atomic_store(&o->asked, STOP_NOT);
}

/* Keeps the text that a call returns until the next one does. */
static const char *returned(Object *o, char *text)
{
    free(o->text);
    return o->text = text;
}

/* Checks SWARMTRIS_CPU, SWARMTRIS_ISA and the affinity: NULL, or the error. */
static swt_error *check_machine(void)
{
    Errors errors = {0};
    if (isa_check_said(&errors) == STATUS_OK && environment_affinity(&errors) == STATUS_OK) return NULL;
    return fail_lines(SWT_UNAVAILABLE, &errors);
}

/* An ini that is read only for its board gets a budget, which config_read requires. */
static const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "swt_evaluator_open"};

/* Reads ini, a text or the path of a file, into *c, which is to be freed in any case. value (n): what goes before its own. What
 * is unwise goes to warnings. */
static swt_error *read_ini(Config *c, const char *ini, const ConfigValue *value, int n, Errors *warnings)
{
    Errors errors = {0};
    *c = (Config){0};
    if (ini == NULL) return fail_null("ini", "the text of an ini");
    swt_error *e = check_machine();
    if (e != NULL) return e;
    const bool path = ini[0] != '\0' && ini[0] != '[' && strchr(ini, '\n') == NULL;
    if (config_read(c, path ? ini : "ini", path ? NULL : ini, value, n, &errors, warnings)) return NULL;
    return fail_lines(c->missing ? SWT_NO_INPUT : SWT_CONFIG, &errors);
}

/* The locale of the calling thread while a call reads and writes numbers. */
typedef struct {
    locale_t before, plain; /* before: the former one; plain: the locale that is set, owned */
} PlainLocale;

static PlainLocale locale_begin(void)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0) mem_exhausted(sizeof plain);
    return (PlainLocale){.before = uselocale(plain), .plain = plain};
}

static void locale_end(PlainLocale *p)
{
    uselocale(p->before);
    freelocale(p->plain);
}

/* A fingerprint of those keys, continued from hash. */
static uint64_t hash_keys(uint64_t hash, const Config *c, bool (*counts)(const Config *c, const ConfigKey *k))
{
    for (int p = 0; p < c->parts; p++)
        for (int i = 0; i < param_rows(c->part[p].table); i++) {
            const ConfigKey *k = &c->part[p].key[i];
            if (!counts(c, k)) continue;
            const ConfigText value = config_show(k);
            hash = hash_bytes(hash_bytes(hash, k->row->key, strlen(k->row->key) + 1), value.text, strlen(value.text) + 1);
        }
    return hash;
}

/* ---- features and scores ---- */

bool swt_game_feature(const char *game, int i, swt_feature *out)
{
    const Game *g = game != NULL ? registry_game(game) : registry_games[0];
    if (out == NULL || g == NULL || i < 0 || i >= g->n_features) return false;
    *out = (swt_feature){.name = g->features[i].name, .definition = g->features[i].definition, .source = g->features[i].source};
    return true;
}

/* Feature number i of the set that c plays by. */
static swt_feature set_feature(const Config *c, int i)
{
    const int index = c->set->index[i];
    if (c->observer.kind != NULL)
        return (swt_feature){.name = features_name(c->game, index), .definition = "from an observation", .source = "learned"};
    const Feature *f = &c->game->features[index];
    return (swt_feature){.name = f->name, .definition = f->definition, .source = f->source};
}

/* Writes what weight number i of the space of c belongs to; for an agent's own weights, and for settings, the weight itself.
 * False: there is no such weight, and *out is unchanged. */
static bool feature_of(const Config *c, const Space *space, int i, swt_feature *out)
{
    if (out == NULL || i < 0 || i >= space->dim) return false;
    const bool plays = config_uses(c, "game");
    if (plays && (c->observer.kind != NULL || c->weights.of_features)) {
        *out = set_feature(c, i);
        return true;
    }
    *out = (swt_feature){.name = space->names[i], .definition = plays ? c->weights.row[i].doc : "", .source = ""};
    return true;
}

/* A reported score as callers see it; units: of its score, or {0}. */
static swt_reported reported_of(const ReportedScore *r, const Units *units)
{
    return (swt_reported){.name = r->name,
                          .mean = reported_amount(r, units, REPORTED_MEAN),
                          .lower = reported_amount(r, units, REPORTED_LOWER),
                          .upper = reported_amount(r, units, REPORTED_UPPER),
                          .sd = r->value[REPORTED_SD],
                          .games = r->score.n,
                          .cut_off = (int64_t)r->value[REPORTED_CUT]};
}

/* ---- evaluators ---- */

/* The maximum number of games in a call: each needs some 40 bytes. */
enum { CALL_GAMES_MAX = 100000000 };

struct swt_evaluator {
    Object o;           /* with the configuration of the objective */
    Setup setup;        /* the objective and its evaluator */
    Contestant *player; /* (room), owned: the positions of a call */
    int room;
};

static const Space *space_of(const swt_evaluator *e)
{
    return &e->setup.objective[0].space;
}

int swt_evaluator_dim(const swt_evaluator *e)
{
    return e != NULL ? space_of(e)->dim : 0;
}

bool swt_evaluator_feature(const swt_evaluator *e, int i, swt_feature *out)
{
    return e != NULL && feature_of(&e->o.config, space_of(e), i, out);
}

static void write_box(const Space *s, double *lower, double *upper)
{
    if (lower != NULL) memcpy(lower, s->lo, (size_t)s->dim * sizeof *lower);
    if (upper != NULL) memcpy(upper, s->hi, (size_t)s->dim * sizeof *upper);
}

void swt_evaluator_box(const swt_evaluator *e, double *lower, double *upper)
{
    if (e != NULL) write_box(space_of(e), lower, upper);
}

static swt_error *start_evaluator(swt_evaluator *e, const char *ini, Errors *warnings)
{
    swt_error *wrong = read_ini(&e->o.config, ini, &any_budget, 1, warnings);
    if (wrong != NULL) return wrong;
    if (e->o.config.kind->tunes)
        return fail(SWT_CONFIG, "ini: [meta] describes a search over parameters, whose positions are evaluated by trainings: it"
                                " can be opened as a training only");
    setup_tasks(&e->setup, &e->o.config, 1);
    e->o.monitor = monitor_create(NULL, 0, &e->o.asked);
    return NULL;
}

swt_error *swt_evaluator_open(swt_evaluator **out, const char *ini)
{
    if (out == NULL) return fail_null("out", "the address of a pointer to an evaluator");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    swt_evaluator *e = *out = mem_new(1, sizeof *e);
    swt_error *wrong = opened(&e->o, &warnings, start_evaluator(e, ini, &warnings));
    if (wrong != NULL) swt_evaluator_close(e), *out = NULL;
    return wrong;
}

void swt_evaluator_close(swt_evaluator *e)
{
    if (e == NULL) return;
    setup_free(&e->setup);
    free(e->player);
    close_object(&e->o);
}

const char *swt_evaluator_warnings(const swt_evaluator *e)
{
    return e != NULL ? e->o.warnings : "";
}

void swt_evaluator_stop(swt_evaluator *e)
{
    if (e != NULL) atomic_store(&e->o.asked, STOP_SIGNAL);
}

/* What is wrong with the arguments of a call; NULL: nothing. */
static swt_error *check_evaluate(const swt_evaluator *e, const double *x, int n, int dim, int games, const swt_score *out)
{
    if (e == NULL) return fail_null("evaluator", OPEN);
    const Space *s = space_of(e);
    if (x == NULL || out == NULL) return fail_null(x == NULL ? "x" : "out", ARRAY);
    if (dim != s->dim)
        return fail(SWT_USAGE, "dim = %d: must be %d, one weight for each %s", dim, s->dim,
                    config_uses(&e->o.config, "agent") ? "feature" : "coordinate");
    if (n < 1 || games < 1) return fail(SWT_USAGE, "%s = %d: must be at least 1", n < 1 ? "n" : "games", n < 1 ? n : games);
    if ((int64_t)n * games > CALL_GAMES_MAX)
        return fail(SWT_USAGE, "n x games = %" PRId64 ": must be at most %d", (int64_t)n * games, CALL_GAMES_MAX);
    for (int64_t i = 0; i < (int64_t)n * dim; i++)
        if (refuse_real(x[i]) != NULL)
            return fail(SWT_DATA, "x[%" PRId64 "][%d] = %g, the weight of '%s': must be %s", i / dim, (int)(i % dim), x[i],
                        s->names[i % dim], refuse_real(x[i]));
    return NULL;
}

static void write_score(const Experiment *e, int player, swt_score *out, double *scores)
{
    const ComparisonScores played = comparison_scores(e, player);
    const Summary s = report_summary(played.score, played.games);
    const ReportedScore r = comparison_score(e, player);
    *out = (swt_score){.mean = r.value[REPORTED_MEAN],
                       .sem = r.value[REPORTED_SD] / sqrt(r.value[REPORTED_GAMES]),
                       .lower = r.value[REPORTED_LOWER],
                       .upper = r.value[REPORTED_UPPER],
                       .sd = r.value[REPORTED_SD],
                       .median = s.median,
                       .min = s.min,
                       .max = s.max,
                       .cost = played.cost,
                       .games = played.games};
    if (scores != NULL) memcpy(scores, played.score, (size_t)played.games * sizeof *scores);
}

swt_error *swt_evaluate(swt_evaluator *e, const double *x, int n, int dim, int games, uint64_t series, swt_score *out,
                        double *scores)
{
    swt_error *wrong = check_evaluate(e, x, n, dim, games, out);
    if (wrong != NULL) return wrong;
    e->player = mem_grow(e->player, &e->room, n, sizeof *e->player);
    for (int i = 0; i < n; i++) e->player[i] = (Contestant){.space = space_of(e), .x = x + (size_t)i * (size_t)dim};
    const ComparisonSpec spec = {.player = e->player,
                                 .players = n,
                                 .rule = COMPARISON_ALL,
                                 .seed = e->o.config.experiment.seed,
                                 .purpose = RNG_EVALUATION,
                                 .iteration = series,
                                 .games = games,
                                 .units = e->setup.objective[0].units};
    Experiment experiment = comparison_create(&spec);
    const Driver driver = {.experiment = &experiment, .evaluator = e->setup.evaluator, .monitor = e->o.monitor};
    const DriverEnd end = driver_run(&driver, NULL);
    const bool finished = end == DRIVER_FINISHED;
    assert(finished || end == DRIVER_STOPPED); /* there is no directory that could fail */
    if (!finished) forget_stop(&e->o);
    for (int i = 0; i < n && finished; i++)
        write_score(&experiment, i, &out[i], scores != NULL ? scores + (size_t)i * (size_t)games : NULL);
    experiment.kind->destroy(experiment.self);
    return finished ? NULL : fail(SWT_STOPPED, "the evaluation was stopped; nothing was written");
}

/* ---- trainings, kept in a run directory or not ---- */

struct swt_training {
    Object o;
    Setup setup;     /* its parts, with the experiment */
    char *dir;       /* the run directory; owned; NULL: nothing is kept */
    Run run;         /* of these */
    RunTables *kept; /* the tables, if nothing is kept; owned */
    Drive *drive;    /* the loop; owned */
    double before;   /* seconds that earlier processes spent on the run */
    bool finished;   /* there is no further step, and the results are written */
};

/* Checks whether the directory may be used in this way: NULL, or the error. */
static swt_error *check_directory(const char *dir, swt_how how)
{
    OWNED char *name = NULL;
    SavedRunState holds = saved_run_look(dir, FOLDER_TRAINING, how == SWT_REPLACE, &name);
    if (holds == SAVED_RUN_NO_DIRECTORY) return fail(SWT_CANT_CREATE, "%s: is a file: must be the name of a directory", dir);
    if (holds == SAVED_RUN_BUSY)
        return fail(SWT_CANT_CREATE, "%s: is in use by another process, or by another training of this one", dir);
    if (holds == SAVED_RUN_OTHER) return fail(SWT_CANT_CREATE, "%s", name);
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
    t->run = (Run){.config = &t->o.config, .setup = &t->setup, .dir = t->dir, .kind = FOLDER_TRAINING};
    int status = saved_run_open(&t->run, hows[how], &errors);
    t->before = t->run.seconds;
    if (status != STATUS_OK) return fail_lines(status, &errors);
    for (int i = 0; i < errors.n; i++) errors_add(warnings, "%s", errors.line[i]);
    errors_free(&errors);
    return NULL;
}

static void start_drive(swt_training *t)
{
    t->o.monitor = monitor_create(NULL, 0, &t->o.asked);
    if (t->run.d == NULL) t->kept = run_tables_create();
    const Driver driver = {.experiment = &t->setup.experiment,
                           .evaluator = t->setup.evaluator,
                           .dir = t->run.d,
                           .record = t->kept != NULL ? run_tables_record(t->kept) : NULL,
                           .monitor = t->o.monitor,
                           .by_hand = true,
                           .limit = 60 * t->o.config.train.training.minutes,
                           .before = t->before};
    t->drive = drive_start(&driver);
}

/* Reads ini or, if it is NULL, that of the run in dir, and makes the parts of the training. */
static swt_error *start_training(swt_training *t, const char *ini, const ConfigValue *value, int n, const char *dir, swt_how how,
                                 Errors *warnings)
{
    Errors errors = {0};
    Config *c = &t->o.config;
    swt_error *wrong = ini != NULL ? read_ini(c, ini, value, n, warnings) : check_machine();
    if (wrong == NULL && dir != NULL) wrong = check_directory(dir, how);
    if (wrong == NULL && ini == NULL && !config_read(c, files_at(dir, "config.ini").text, NULL, NULL, 0, &errors, warnings))
        wrong = fail_lines(c->missing ? SWT_NO_INPUT : SWT_CONFIG, &errors);
    if (wrong != NULL) return wrong;
    c->own_search = true;
    if (!setup_train(&t->setup, c, &errors, warnings)) return fail_lines(SWT_CONFIG, &errors);
    t->dir = mem_text(dir);
    if (dir != NULL) wrong = open_directory(t, how, warnings);
    if (wrong == NULL) start_drive(t);
    return wrong;
}

static swt_error *open_training(swt_training **out, const char *ini, const char *const *set, int n, const char *dir, swt_how how)
{
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    OWNED ConfigValue *value = mem_new((size_t)n, sizeof *value);
    for (int i = 0; i < n; i++) value[i] = (ConfigValue){.text = set[i], .origin = "set"};
    swt_training *t = *out = mem_new(1, sizeof *t);
    swt_error *wrong = opened(&t->o, &warnings, start_training(t, ini, value, n, dir, how, &warnings));
    if (wrong != NULL) swt_training_close(t), *out = NULL;
    return wrong;
}

swt_error *swt_training_open(swt_training **out, const char *ini, const char *dir, swt_how how)
{
    return swt_training_open_with(out, ini, NULL, 0, dir, how);
}

swt_error *swt_training_open_with(swt_training **out, const char *ini, const char *const *set, int n, const char *dir,
                                  swt_how how)
{
    if (out == NULL) return fail_null("out", "the address of a pointer to a training");
    *out = NULL;
    if (how < SWT_NEW || how > SWT_REPLACE)
        return fail(SWT_USAGE, "how = %d: must be SWT_NEW, SWT_RESUME or SWT_REPLACE", (int)how);
    if (dir == NULL && how != SWT_NEW) return fail(SWT_USAGE, "dir: must name a directory, unless how is SWT_NEW, and is NULL");
    bool whole = n == 0 || (n > 0 && set != NULL);
    for (int i = 0; i < n && whole; i++) whole = set[i] != NULL;
    if (!whole) return fail_null("set", "an array of n texts");
    return ini == NULL ? fail_null("ini", "the text of an ini") : open_training(out, ini, set, n, dir, how);
}

swt_error *swt_training_load(swt_training **out, const char *dir)
{
    if (out == NULL) return fail_null("out", "the address of a pointer to a training");
    *out = NULL;
    return dir == NULL ? fail(SWT_USAGE, "dir: must name a directory, and is NULL")
                       : open_training(out, NULL, NULL, 0, dir, SWT_RESUME);
}

void swt_training_close(swt_training *t)
{
    if (t == NULL) return;
    drive_end(t->drive);
    run_tables_destroy(t->kept);
    saved_run_close(&t->run);
    setup_free(&t->setup);
    free(t->dir);
    close_object(&t->o);
}

const char *swt_training_warnings(const swt_training *t)
{
    return t != NULL ? t->o.warnings : "";
}

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

static swt_error *step_training(swt_training *t, bool *more)
{
    *more = !t->finished;
    if (t->finished) return NULL;
    switch (drive_step(t->drive)) {
    case DRIVER_GOING: return NULL;
    case DRIVER_FAILED: return report_failure(t);
    case DRIVER_STOPPED: forget_stop(&t->o); return fail(SWT_STOPPED, "the step was stopped; the next one goes on with it");
    case DRIVER_FINISHED: break;
    }
    *more = false;
    swt_error *wrong = t->run.d != NULL ? write_results(t, "finished", true) : NULL;
    t->finished = wrong == NULL;
    return wrong;
}

static bool is_searching(const swt_training *t)
{
    return strcmp(swt_training_phase(t), "training") == 0;
}

/* The scores of the positions that were proposed last; NULL: they are under way. */
static const double *fitness_of(const swt_training *t)
{
    const Result r = experiment_result(&t->setup.experiment);
    return r.optimiser->proposed(r.search);
}

swt_error *swt_training_step(swt_training *t, bool *more)
{
    bool ignored;
    if (t == NULL) return fail_null("training", OPEN);
    if (t->o.config.optimiser->propose != NULL && is_searching(t) && fitness_of(t) != NULL)
        return fail(SWT_USAGE, "[optimiser] kind = own has no positions of its own: swt_training_evaluate proposes them");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    return step_training(t, more != NULL ? more : &ignored);
}

/* What is wrong with positions x (n, dim), which must be in the box; NULL: nothing. */
static swt_error *check_inside(const double *x, int n, int dim, const double *lower, const double *upper)
{
    for (int64_t i = 0; i < (int64_t)n * dim; i++)
        if (!(x[i] >= lower[i % dim] && x[i] <= upper[i % dim]))
            return fail(SWT_USAGE, "x[%" PRId64 "][%d] = %.15g: must be in the box, %.15g..%.15g", i / dim, (int)(i % dim), x[i],
                        lower[i % dim], upper[i % dim]);
    return NULL;
}

swt_error *swt_training_evaluate(swt_training *t, const double *x, int n, int dim, double *score)
{
    if (t == NULL) return fail_null("training", OPEN);
    const Result r = experiment_result(&t->setup.experiment);
    if (t->o.config.optimiser->propose == NULL)
        return fail(SWT_USAGE,
                    "the search makes its positions itself: only [optimiser] kind = own evaluates those of its caller");
    if (dim != r.space->dim) return fail_dim(dim, r.space->dim);
    const int most = r.optimiser->candidates(r.search);
    if (n < 1 || n > most) return fail(SWT_USAGE, "n = %d: must be 1..%d", n, most);
    if (x == NULL || score == NULL) return fail_null(x == NULL ? "x" : "score", ARRAY);
    swt_error *wrong = check_inside(x, n, dim, r.space->lo, r.space->hi);
    if (wrong != NULL) return wrong;
    const bool open = is_searching(t);
    if (open && !r.optimiser->propose(r.search, x, n))
        return fail(SWT_USAGE, "x: other positions are under way, and must be evaluated first");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    for (bool more; wrong == NULL && is_searching(t) && fitness_of(t) == NULL;) wrong = step_training(t, &more);
    if (wrong != NULL) return wrong;
    if (!open || fitness_of(t) == NULL) return fail(SWT_UNAVAILABLE, "the budget of the search is spent");
    memcpy(score, fitness_of(t), (size_t)n * sizeof *score);
    return NULL;
}

swt_error *swt_training_end(swt_training *t)
{
    if (t == NULL) return fail_null("training", OPEN);
    if (experiment_result(&t->setup.experiment).x == NULL)
        return fail(SWT_UNAVAILABLE, "the search cannot end: it has evaluated nothing");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    return !is_searching(t) || drive_end_search(t->drive) == DRIVER_GOING ? NULL : report_failure(t);
}

void swt_training_stop(swt_training *t)
{
    if (t != NULL) atomic_store(&t->o.asked, STOP_SIGNAL);
}

swt_error *swt_training_save(swt_training *t)
{
    if (t == NULL) return fail_null("training", OPEN);
    if (t->run.d == NULL) return fail(SWT_USAGE, "the training was opened without a directory, so that there is none to save to");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    return drive_save(t->drive) ? write_results(t, t->finished ? "finished" : "stopped", false) : report_failure(t);
}

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

void swt_training_box(const swt_training *t, double *lower, double *upper)
{
    if (t != NULL) write_box(experiment_result(&t->setup.experiment).space, lower, upper);
}

bool swt_training_feature(const swt_training *t, int i, swt_feature *out)
{
    return t != NULL && feature_of(&t->o.config, experiment_result(&t->setup.experiment).space, i, out);
}

swt_error *swt_training_result(swt_training *t, double *x, int dim, swt_reported *reported, int *n)
{
    if (t == NULL) return fail_null("training", OPEN);
    const Result r = experiment_result(&t->setup.experiment);
    if (dim != r.space->dim) return fail_dim(dim, r.space->dim);
    if (r.x == NULL) return fail(SWT_UNAVAILABLE, "nothing has been found yet: no iteration is complete");
    if (x != NULL) memcpy(x, r.x, (size_t)dim * sizeof *x);
    if (n != NULL) *n = r.n_reported;
    for (int i = 0; i < r.n_reported && reported != NULL; i++) reported[i] = reported_of(&r.reported[i], &(Units){0});
    return NULL;
}

int swt_training_particles(const swt_training *t)
{
    return t != NULL ? experiment_swarm(&t->setup.experiment, &(SwarmView){0}) : 0;
}

swt_error *swt_training_swarm(const swt_training *t, const swt_swarm *out, int n, int dim)
{
    if (t == NULL) return fail_null("training", OPEN);
    const int particles = swt_training_particles(t);
    if (particles == 0) return fail(SWT_UNAVAILABLE, "the optimiser of this training is no swarm");
    if (out == NULL) return fail_null("out", ARRAY);
    if (n != particles) return fail(SWT_USAGE, "n = %d: must be %d", n, particles);
    if (dim != swt_training_dim(t)) return fail_dim(dim, swt_training_dim(t));
    const SwarmView view = {
        .x = out->x, .velocity = out->velocity, .best = out->best, .score = out->score, .leader = out->leader};
    experiment_swarm(&t->setup.experiment, &view);
    return NULL;
}

const char *swt_training_table(swt_training *t, const char *name)
{
    return t != NULL && t->kept != NULL && name != NULL ? run_tables_text(t->kept, name) : NULL;
}

const char *swt_training_weights(swt_training *t)
{
    if (t == NULL) return NULL;
    const Result r = experiment_result(&t->setup.experiment);
    if (r.x == NULL) return NULL;
    char *text;
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    FILE *f = files_memory(&text, NULL);
    found_print(f, &t->setup, &r, NULL);
    files_memory_close(f);
    return returned(&t->o, text);
}

/* ---- searches: ask and tell ----
 *
 * A search is a training as in the program, with allocation, re-selection and validation; only the answers come from the caller.
 * A play is one evaluation, and its score is minus the value. The due positions are always known, since the experiment is asked
 * when the search is opened, and after each tell. The search knows only coordinates whose box has a width. Where that is tiny
 * beside their size, it counts from the lower end, or steps would be rounded away. */

enum { DIM_MAX = 1000 }; /* as [objective] dim */

struct swt_search {
    Object o;
    double *lower, *upper;   /* (dim), owned: the box of the caller */
    int *index;              /* (space.dim), owned: which coordinate of the caller's one of the search is */
    int dim;                 /* of the caller's positions */
    FunctionProblem problem; /* the box, and the names of the coordinates */
    Space space;             /* the box as the experiment borrows it */
    double *start;           /* (spec.starts, space.dim), owned: where the search begins; NULL: anywhere */
    Trainings trainings;     /* one training, on objective 0, whose values the caller computes */
    Experiment experiment;   /* owned */
    uint64_t question;       /* fingerprint of configuration and box, to which a saved state belongs */
    uint64_t budget;         /* fingerprint of the rest, which may differ */
    char *trained;           /* the state from which a larger budget goes on, once this one may be spent; owned; NULL: any */
    int64_t told[3];         /* values in all; NaN; infinite */
    Batch due;               /* the trials whose answers come next; empty: the search is finished */
    int n;                   /* number of their plays */
    Stopwatch since;         /* the search was opened */
    double before;           /* seconds spent before, if a state was restored */
};

static swt_error *check_box(int dim, const double *lower, const double *upper)
{
    if (dim < 1 || dim > DIM_MAX) return fail(SWT_USAGE, "dim = %d: must be 1..%d", dim, DIM_MAX);
    if (lower == NULL || upper == NULL) return fail_null(lower == NULL ? "lower" : "upper", ARRAY);
    for (int i = 0; i < dim; i++) {
        const double least = 1e-6 * config_least_width(lower[i], upper[i]);
        for (int end = 0; end < 2; end++) {
            const double x = end == 0 ? lower[i] : upper[i];
            if (refuse_real(x) != NULL)
                return fail(SWT_USAGE, "%s[%d] = %g: must be %s", end == 0 ? "lower" : "upper", i, x, refuse_real(x));
        }
        if (upper[i] != lower[i] && !(upper[i] - lower[i] >= least))
            return fail(SWT_USAGE, "upper[%d] = %.17g: must be lower[%d] = %.17g, for a coordinate that stays, or %.3g above it",
                        i, upper[i], i, lower[i], least);
    }
    for (int i = 0; i < dim; i++)
        if (upper[i] > lower[i]) return NULL;
    return fail(SWT_USAGE, "upper: must be above lower somewhere, or there is nothing to search");
}

/* Warns of keys that only affect how the program evaluates, or what it writes. */
static void warn_of_ignored(const Config *c, Errors *warnings)
{
    static const char *const ignored[][2] = {
        {"experiment", "threads"}, {"experiment", "mode"}, {"experiment", "engine"}, {"training", "log_positions"}};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        const ConfigKey *k = config_key(c, ignored[i][0], ignored[i][1]);
        if (k->kind != ORIGIN_GIVEN) continue;
        errors_add(warnings, "%s: %s = %s: is ignored: your program evaluates the positions, and can log them itself", k->origin,
                   k->row->key, config_show(k).text);
    }
}

static bool of_question(const Config *c, const ConfigKey *k)
{
    return !k->row->may_change && config_uses(c, k->section) && config_uses_key(c, k, NULL, 0);
}

static bool of_budget(const Config *c, const ConfigKey *k)
{
    return k->row->may_change && config_uses(c, k->section) && strcmp(k->section, "training") == 0;
}

/* A fingerprint of the configuration and the box of a search. */
static uint64_t question_of(const swt_search *s)
{
    SerialiserHash h = serialise_hash();
    serialise_reals(&h.serialise, "lower", s->lower, s->dim);
    serialise_reals(&h.serialise, "upper", s->upper, s->dim);
    return hash_keys(h.hash, &s->o.config, of_question);
}

/* From where coordinate i is counted: 0, or the lower end of a box that is tiny beside its distance from 0. */
static double origin_of(const swt_search *s, int i)
{
    return s->upper[i] - s->lower[i] < config_least_width(s->lower[i], s->upper[i]) ? s->lower[i] : 0;
}

/* Writes the caller's position to out (dim) for one of the search, x (space.dim); inwards: the other way round. */
static void outwards(const swt_search *s, const double *x, double *out)
{
    memcpy(out, s->lower, (size_t)s->dim * sizeof *out);
    for (int k = 0; k < s->space.dim; k++) {
        const int i = s->index[k];
        const double from = origin_of(s, i), at = from + x[k];
        out[i] = from != 0 && at > s->upper[i] ? s->upper[i] : at;
    }
}

static void inwards(const swt_search *s, const double *x, double *in)
{
    for (int k = 0; k < s->space.dim; k++) in[k] = x[s->index[k]] - origin_of(s, s->index[k]);
}

static void find_due(swt_search *s)
{
    s->n = 0;
    batch_clear(&s->due);
    s->experiment.kind->ask(s->experiment.self, &s->due);
    for (int i = 0; i < s->due.n; i++) s->n += s->due.t[i].plays;
}

/* Makes a new experiment. */
static void begin_search(swt_search *s)
{
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    s->experiment = train_create(&s->trainings.spec[0]);
    s->before = 0;
    s->since = stopwatch_start();
    memset(s->told, 0, sizeof s->told);
    free(s->trained);
    s->trained = NULL;
    find_due(s);
}

static bool is_given(const Config *c, const char *section, const char *key)
{
    return config_key(c, section, key)->kind == ORIGIN_GIVEN;
}

static swt_error *start_search(swt_search *s, const char *ini, int dim, const double *lower, const double *upper,
                               Errors *warnings)
{
    static const Function own = {.name = "own", .doc = "", .half_width = 1};
    Errors errors = {0};
    const Config *c = &s->o.config;
    if (ini == NULL) return fail_null("ini", "the text of an ini");
    swt_error *wrong = check_box(dim, lower, upper);
    if (wrong != NULL) return wrong;
    if (!config_read_own(&s->o.config, "ini", ini, &errors, warnings)) return fail_lines(SWT_CONFIG, &errors);
    warn_of_ignored(c, warnings);
    s->dim = dim;
    s->lower = memcpy(mem_new((size_t)dim, sizeof *lower), lower, (size_t)dim * sizeof *lower);
    s->upper = memcpy(mem_new((size_t)dim, sizeof *upper), upper, (size_t)dim * sizeof *upper);
    s->index = mem_new((size_t)dim, sizeof *s->index);
    int n = 0;
    for (int i = 0; i < dim; i++)
        if (upper[i] > lower[i]) s->index[n++] = i;
    function_make(&s->problem, &own, n);
    s->space.dim = n;
    inwards(s, lower, s->problem.lo);
    inwards(s, upper, s->problem.hi);
    s->space = (Space){.dim = n,
                       .lo = s->problem.lo,
                       .hi = s->problem.hi,
                       .names = s->problem.names,
                       .exact = train_games(&c->train) == 1}; /* more of them are for noise */
    s->trainings = (Trainings){.spec = mem_new(1, sizeof *s->trainings.spec), .from = mem_new(1, sizeof(double *)), .n = 1};
    s->trainings.spec[0] = (TrainSpec){.options = c->train,
                                       .optimiser = c->optimiser,
                                       .optimiser_options = c->optimiser_options,
                                       .space = &s->space,
                                       .units = {config_units(c), config_units(c)},
                                       .seed = c->experiment.seed,
                                       .doubts = !c->optimiser->maps && !is_given(c, "selection", "finalists") &&
                                                 !is_given(c, "validation", "games")};
    if (!trainings_read_from(&s->trainings, c, 0, &errors) || !trainings_pay(c, &s->trainings.spec[0], NULL, &errors))
        return fail_lines(SWT_CONFIG, &errors);
    s->question = question_of(s);
    s->budget = hash_keys(HASH_START, c, of_budget);
    begin_search(s);
    return NULL;
}

swt_error *swt_search_open(swt_search **out, const char *ini, int dim, const double *lower, const double *upper)
{
    if (out == NULL) return fail_null("out", "the address of a pointer to a search");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    swt_search *s = *out = mem_new(1, sizeof *s);
    swt_error *wrong = opened(&s->o, &warnings, start_search(s, ini, dim, lower, upper, &warnings));
    if (wrong != NULL) swt_search_close(s), *out = NULL;
    return wrong;
}

void swt_search_close(swt_search *s)
{
    if (s == NULL) return;
    if (s->experiment.kind != NULL) s->experiment.kind->destroy(s->experiment.self);
    batch_free(&s->due);
    trainings_free(&s->trainings);
    function_free(&s->problem);
    free(s->lower);
    free(s->upper);
    free(s->index);
    free(s->start);
    free(s->trained);
    close_object(&s->o);
}

const char *swt_search_warnings(const swt_search *s)
{
    return s != NULL ? s->o.warnings : "";
}

int swt_search_due(const swt_search *s)
{
    return s != NULL ? s->n : 0;
}

/* What is wrong with the arguments of an ask or a tell; NULL: nothing. */
static swt_error *check_turn(const swt_search *s, const char *name, const double *array, int n)
{
    if (s == NULL) return fail_null("search", OPEN);
    if (s->n == 0) return fail(SWT_UNAVAILABLE, "the search is finished, and asks no more");
    if (n != s->n) return fail(SWT_USAGE, "n = %d: must be %d, the positions that are due", n, s->n);
    return array == NULL ? fail_null(name, ARRAY) : NULL;
}

swt_error *swt_search_ask(const swt_search *s, double *x, int n, int dim)
{
    swt_error *wrong = check_turn(s, "x", x, n);
    if (wrong == NULL && dim != s->dim) wrong = fail_dim(dim, s->dim);
    if (wrong != NULL) return wrong;
    for (int i = 0; i < s->due.n; i++)
        for (int k = 0; k < s->due.t[i].plays; k++, x += dim) outwards(s, s->due.t[i].x, x);
    return NULL;
}

static double seconds_of(swt_search *s)
{
    return s->before + stopwatch_seconds(&s->since);
}

/* A search that has ended warns if no value was finite, and if the function turned out to be noisy. */
static void warn_of_end(swt_search *s)
{
    const Result r = experiment_result(&s->experiment);
    if (s->n > 0 || r.n_reported == 0 || (isfinite(r.reported[0].score.mean) && !r.noisy)) return;
    Errors warnings = {0};
    if (s->o.warnings[0] != '\0') errors_add(&warnings, "%s", s->o.warnings);
    if (r.noisy)
        errors_add(&warnings,
                   "the function is noisy: at the best position another value came; so the best %d were evaluated again, and the "
                   "%s value is the mean of %" PRId64 " used nowhere else; %.6g, the best of the search, was the luckiest draw",
                   r.finalists, r.reported[r.n_reported - 1].name, r.reported[r.n_reported - 1].score.n,
                   units_amount(config_units(&s->o.config), r.reported[0].score.mean));
    else
        errors_add(&warnings,
                   "nothing was found: no position has a finite value; of %" PRId64 " values %" PRId64 " were NaN and %" PRId64
                   " infinite",
                   s->told[0], s->told[1], s->told[2]);
    free(s->o.warnings);
    s->o.warnings = fail_join(&warnings);
}

/* *budget: that of the saved state. */
static void serialise_search(swt_search *s, Serialiser *serialiser, uint64_t *budget)
{
    uint64_t question = s->question;
    double seconds = serialiser->loading ? 0 : seconds_of(s);
    *budget = s->budget;
    serialise_u64(serialiser, "question", &question);
    serialise_u64(serialiser, "budget", budget);
    if (question != s->question) serialiser->failed = true;
    serialise_reals(serialiser, "seconds", &seconds, 1);
    for (int i = 0; i < 3; i++) serialise_count(serialiser, "told", &s->told[i], COUNT_MOST);
    s->experiment.kind->serialise(s->experiment.self, serialiser);
    if (serialiser->loading) s->before = seconds;
}

/* The state of the search as text, owned by the caller. */
static char *save_search(swt_search *s)
{
    Saver saver;
    saver_start(&saver);
    serialise_search(s, &saver.serialise, &(uint64_t){0});
    saver_finish(&saver);
    return saver.text;
}

/* Keeps the state from which a larger budget goes on. */
static void keep_trained(swt_search *s)
{
    free(s->trained);
    s->trained = save_search(s);
}

/* Ends the search, though not before its first iteration is complete. */
static void end_now(swt_search *s)
{
    if (experiment_result(&s->experiment).x == NULL || s->experiment.kind->ending(s->experiment.self)) return;
    keep_trained(s);
    s->experiment.kind->time_up(s->experiment.self);
}

swt_error *swt_search_tell(swt_search *s, const double *value, int n)
{
    swt_error *wrong = check_turn(s, "value", value, n);
    if (wrong != NULL) return wrong;
    batch_seat(&s->due);
    for (int i = 0; i < s->due.n; i++)
        for (int k = 0; k < s->due.t[i].plays; k++) {
            const double y = *value++;
            s->told[0]++;
            s->told[1] += isnan(y);
            s->told[2] += isinf(y);
            s->due.t[i].y[k].score = isfinite(y) ? -y : -HUGE_VAL;
            s->due.t[i].y[k].cost = 1;
            atomic_store(&s->due.t[i].y[k].done, true);
        }
    if (trials_cost(s->due.t, s->due.n) > s->experiment.kind->allowance(s->experiment.self))
        keep_trained(s); /* they are dropped */
    s->experiment.kind->tell(s->experiment.self, s->due.t, s->due.n, NULL);
    const double minutes =
        s->o.config.train.training.minutes; /* they never end a training before its first iteration is complete */
    if (s->experiment.kind->extendable(s->experiment.self)) keep_trained(s);
    if (minutes > 0 && seconds_of(s) >= 60 * minutes) end_now(s);
    find_due(s);
    warn_of_end(s);
    return NULL;
}

void swt_search_end(swt_search *s)
{
    if (s == NULL) return;
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    end_now(s);
    find_due(s);
    warn_of_end(s);
}

swt_error *swt_search_start(swt_search *s, const double *x, int n, int dim)
{
    if (s == NULL) return fail_null("search", OPEN);
    if (x == NULL) return fail_null("x", ARRAY);
    if (n < 1) return fail(SWT_USAGE, "n = %d: must be at least 1", n);
    if (dim != s->dim) return fail_dim(dim, s->dim);
    if (s->told[0] > 0) return fail(SWT_USAGE, "values were told already: a search begins only once");
    swt_error *wrong = check_inside(x, n, dim, s->lower, s->upper);
    if (wrong != NULL) return wrong;
    double *start = mem_new((size_t)n * (size_t)s->space.dim + 1, sizeof *start);
    for (int i = 0; i < n; i++) inwards(s, x + (size_t)i * (size_t)dim, start + (size_t)i * (size_t)s->space.dim);
    TrainSpec *spec = &s->trainings.spec[0];
    free(s->start);
    spec->from = s->start = start;
    spec->starts = n;
    begin_search(s);
    int at = 0; /* how many are due in that order */
    while (at < n && at < s->due.n &&
           memcmp(s->due.t[at].x, start + (size_t)at * (size_t)s->space.dim, (size_t)s->space.dim * sizeof *start) == 0)
        at++;
    if (at == n) return NULL;
    spec->starts = 0;
    spec->from = s->trainings.from[0];
    begin_search(s);
    return fail(SWT_USAGE, "n = %d: the optimiser %s can begin at %d positions of its caller, no more", n, spec->optimiser->name,
                at);
}

double swt_search_share(const swt_search *s)
{
    return s != NULL ? s->experiment.kind->progress(s->experiment.self, 0) : 0;
}

const char *swt_search_phase(const swt_search *s)
{
    return s != NULL ? s->experiment.kind->phase(s->experiment.self) : "";
}

swt_error *swt_search_best(const swt_search *s, double *x, int dim, swt_reported *reported)
{
    if (s == NULL) return fail_null("search", OPEN);
    const Result r = experiment_result(&s->experiment);
    if (dim != s->dim) return fail_dim(dim, s->dim);
    if (r.x == NULL || r.n_reported == 0) return fail(SWT_UNAVAILABLE, "nothing has been found yet: no iteration is complete");
    if (x != NULL) outwards(s, r.x, x);
    if (reported != NULL) *reported = reported_of(&r.reported[r.n_reported - 1], config_units(&s->o.config));
    return NULL;
}

const char *swt_search_state(swt_search *s)
{
    if (s == NULL) return "";
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    OWNED char *now = save_search(s);
    return returned(&s->o, text_new("%s%s", now, s->trained != NULL ? s->trained : ""));
}

/* Loads text (bytes), of which *budget is then that of the saved state. False: it does not fit, and the search begins anew. */
static bool load_search(swt_search *s, const char *text, size_t bytes, uint64_t *budget, char *why, size_t room)
{
    CLOSED(loader_free) Loader loader;
    char *own = mem_new(bytes + 1, 1);
    const bool whole = loader_start(&loader, memcpy(own, text, bytes), bytes);
    snprintf(why, room, "%s", whole ? "it is of another ini or box; the search begins anew" : loader.why);
    if (!whole) return false;
    begin_search(s);
    serialise_search(s, &loader.serialise, budget);
    const bool good = !loader.serialise.failed && loader_at_end(&loader);
    if (!good) begin_search(s);
    return good;
}

swt_error *swt_search_restore(swt_search *s, const char *state)
{
    char why[PARAM_WHY_MAX];
    uint64_t budget = 0;
    if (s == NULL) return fail_null("search", OPEN);
    if (state == NULL) return fail_null("state", "the text of one");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    const char *trained = state[0] != '\0' ? strstr(state + 1, "swarmtris checkpoint ") : NULL;
    const size_t bytes = trained != NULL ? (size_t)(trained - state) : strlen(state);
    bool good = load_search(s, state, bytes, &budget, why, sizeof why);
    if (good && trained != NULL && budget != s->budget) good = load_search(s, trained, strlen(trained), &budget, why, sizeof why);
    if (good && trained != NULL && budget == s->budget) s->trained = mem_text(trained);
    find_due(s);
    return good ? NULL : fail(SWT_DATA, "state: cannot be restored: %s", why);
}

/* ---- environments: games side by side in which the caller makes the moves ---- */

enum { ENV_GAMES_MAX = 1000000 };

struct swt_env {
    Object o;
    Player player;    /* plays the games, with the lanes that keep them */
    VectorEnv *games; /* owned */
    bool begun;
};

static int weights_of(const swt_env *e)
{
    return e->o.config.weights.n;
}

static swt_error *start_games(swt_env *e, const char *ini, int n, int again, Errors *warnings)
{
    swt_error *wrong = read_ini(&e->o.config, ini, &any_budget, 1, warnings);
    if (wrong != NULL) return wrong;
    const Config *c = &e->o.config;
    if (!config_uses(c, "game") || !config_uses(c, "agent"))
        return fail(SWT_CONFIG, "ini: an environment needs games that an agent could play, [objective] kind = games, and not %s",
                    c->kind->name);
    const int threads = c->experiment.mode == EVALUATOR_NONE ? 1 : c->experiment.threads;
    vector_env_player(&e->player, config_rules(c, c->rules), c->agent, c->experiment.engine == PLAYER_REFERENCE, c->isas,
                      c->objective.max_pieces);
    const VectorEnvSpec spec = {.player = &e->player,
                                .n = n,
                                .threads = threads > 0 ? threads : processors_taken(NULL),
                                .again = again != SWT_DISABLED,
                                .later = again == SWT_NEXT_STEP};
    e->games = vector_env_create(&spec);
    if (weights_of(e) > 0) return NULL;
    OWNED double *none = mem_new((size_t)agent_weights(c->agent, &e->player.r) + 1, sizeof *none);
    vector_env_weights(e->games, none);
    return NULL;
}

swt_error *swt_env_open(swt_env **out, const char *ini, int n, int again)
{
    if (out == NULL) return fail_null("out", "the address of a pointer to an environment");
    *out = NULL;
    if (n < 1 || n > ENV_GAMES_MAX) return fail(SWT_USAGE, "n = %d: must be 1..%d", n, ENV_GAMES_MAX);
    if (again < 0 || again > SWT_NEXT_STEP) return fail(SWT_USAGE, "again = %d: must be 0..%d", again, SWT_NEXT_STEP);
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    Errors warnings = {0};
    swt_env *e = *out = mem_new(1, sizeof *e);
    swt_error *wrong = opened(&e->o, &warnings, start_games(e, ini, n, again, &warnings));
    if (wrong != NULL) swt_env_close(e), *out = NULL;
    return wrong;
}

void swt_env_close(swt_env *e)
{
    if (e == NULL) return;
    vector_env_destroy(e->games);
    player_free(&e->player);
    close_object(&e->o);
}

const char *swt_env_warnings(const swt_env *e)
{
    return e != NULL ? e->o.warnings : "";
}

void swt_env_what(const swt_env *e, swt_env_shape *out)
{
    if (out != NULL) *out = (swt_env_shape){0};
    if (e == NULL || out == NULL) return;
    const VectorEnvShape s = e->games->shape;
    *out = (swt_env_shape){.game = e->o.config.game->name,
                           .games = s.games,
                           .height = s.height,
                           .width = s.width,
                           .words = s.words,
                           .shown = s.shown,
                           .actions = s.actions,
                           .axes = s.axes,
                           .features = s.features,
                           .weights = weights_of(e),
                           .threads = s.threads,
                           .fast = s.fast,
                           .kinds = e->o.config.game->outcomes_max};
    for (int i = 0; i < s.axes; i++) out->axis[i] = s.length[i], out->axis_name[i] = s.axis[i];
}

const char *swt_env_title(const swt_env *e, int i)
{
    if (e == NULL || i < 0 || i >= e->games->shape.shown) return NULL;
    return e->o.config.game->view->title(e->o.config.rules, i);
}

bool swt_env_feature(const swt_env *e, int i, swt_feature *out)
{
    if (e == NULL || out == NULL || i < 0 || i >= e->games->shape.features) return false;
    *out = set_feature(&e->o.config, i);
    return true;
}

/* What is wrong with the arguments of a call; NULL: nothing. begun: games must have begun. */
static swt_error *check_env(const swt_env *e, bool begun, const swt_env_view *view)
{
    if (e == NULL) return fail_null("environment", OPEN);
    if (begun && !e->begun) return fail(SWT_USAGE, "no games were begun: reset comes first");
    if (view != NULL && view->expert != NULL && e->games->w == NULL)
        return fail(SWT_USAGE, "view.expert: the expert has no weights yet: swt_env_expert comes first");
    return NULL;
}

char swt_env_letter(const swt_env *e, int k)
{
    return e != NULL ? game_letter(e->o.config.game, e->o.config.rules, k) : '\0';
}

swt_error *swt_env_illegal(swt_env *e, int how, double reward)
{
    if (e == NULL) return fail_null("environment", OPEN);
    if (how < 0 || how > SWT_ENDS) return fail(SWT_USAGE, "how = %d: must be 0..%d", how, SWT_ENDS);
    e->games->spec.illegal = how;
    e->games->spec.penalty = reward;
    return NULL;
}

/* last: room for v->last. */
static VectorEnvLook look_of(const swt_env_view *v, VectorEnvLook *last)
{
    const bool wanted = v->last != NULL && last != NULL;
    if (wanted) *last = look_of(v->last, NULL);
    return (VectorEnvLook){.bits = v->bits,
                           .cells = v->cells,
                           .shown = v->shown,
                           .mask = v->mask,
                           .features = v->features,
                           .expert = v->expert,
                           .after = v->after,
                           .last = wanted ? last : NULL};
}

swt_error *swt_env_expert(swt_env *e, const double *w, int dim)
{
    swt_error *wrong = check_env(e, false, NULL);
    if (wrong != NULL) return wrong;
    const int n = weights_of(e);
    if (dim != n) return fail(SWT_USAGE, "dim = %d: must be %d, the weights of the agent", dim, n);
    if (n > 0 && w == NULL) return fail_null("w", ARRAY);
    for (int i = 0; i < n; i++)
        if (refuse_real(w[i]) != NULL)
            return fail(SWT_DATA, "w[%d] = %g, the weight of '%s': must be %s", i, w[i], e->o.config.weights.row[i].name,
                        refuse_real(w[i]));
    if (n > 0) vector_env_weights(e->games, w);
    return NULL;
}

swt_error *swt_env_reset(swt_env *e, const uint64_t *seeds, const uint8_t *which)
{
    swt_error *wrong = check_env(e, which != NULL, NULL);
    if (wrong == NULL && seeds == NULL) wrong = fail_null("seeds", ARRAY);
    if (wrong != NULL) return wrong;
    vector_env_reset(e->games, seeds, which);
    e->begun = true;
    return NULL;
}

static swt_error *fail_action(const swt_env *e, int i, int action)
{
    const int most = e->games->shape.actions - 1;
    if (action < 0 || action > most)
        return fail(SWT_USAGE, "actions[%d] = %d, of game %d: must be 0..%d, or -1: no move", i, action, i, most);
    if (e->games->done[i] != VECTOR_ENV_GOING)
        return fail(SWT_USAGE, "actions[%d] = %d, of game %d: must be -1, no move, since this game is over", i, action, i);
    return fail(SWT_USAGE, "actions[%d] = %d, of game %d: is illegal in its state, as the mask says", i, action, i);
}

swt_error *swt_env_step(swt_env *e, const int32_t *actions, double *rewards, uint8_t *done, int64_t *lengths,
                        const swt_env_view *view)
{
    swt_error *wrong = check_env(e, true, view);
    if (wrong == NULL && actions == NULL) wrong = fail_null("actions", ARRAY);
    if (wrong != NULL) return wrong;
    const int illegal = vector_env_illegal(e->games, actions);
    if (illegal < e->games->shape.games) return fail_action(e, illegal, actions[illegal]);
    VectorEnvLook last;
    const VectorEnvLook look = view != NULL ? look_of(view, &last) : (VectorEnvLook){0};
    vector_env_step(e->games, actions, rewards, done, lengths, view != NULL ? &look : NULL);
    return NULL;
}

swt_error *swt_env_look(swt_env *e, const swt_env_view *view)
{
    swt_error *wrong = check_env(e, true, view);
    if (wrong == NULL && view == NULL) wrong = fail_null("view", "a struct");
    if (wrong != NULL) return wrong;
    const VectorEnvLook look = look_of(view, NULL);
    vector_env_look(e->games, &look);
    return NULL;
}

static bool of_moves(const Config *c, const ConfigKey *k)
{
    (void)c;
    return strcmp(k->section, "game") == 0 || strcmp(k->section, "agent") == 0;
}

/* A fingerprint of what saved games depend on: [game], [agent], and whether a fast engine keeps the games. */
static uint64_t mark_of(const swt_env *e)
{
    return hash_keys(hash_u64(HASH_START, e->games->shape.fast), &e->o.config, of_moves);
}

const char *swt_env_save(swt_env *e, size_t *bytes)
{
    Saver s;
    if (e == NULL || bytes == NULL || !e->begun) return NULL;
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    uint64_t mark = mark_of(e);
    saver_start(&s);
    serialise_u64(&s.serialise, "mark", &mark);
    vector_env_serialise(e->games, &s.serialise);
    saver_finish(&s);
    *bytes = s.size + 1;
    return returned(&e->o, s.text);
}

/* Loads games into *to, which has the same spec. False: why is the end of a sentence. */
static bool load_games(VectorEnv *to, uint64_t mark, const char *saved, size_t bytes, char *why, size_t room)
{
    CLOSED(loader_free) Loader l;
    uint64_t its = 0;
    bool good = loader_start(&l, memcpy(mem_new(bytes, 1), saved, bytes), bytes - 1);
    if (good) serialise_u64(&l.serialise, "mark", &its);
    const bool same = !good || l.serialise.failed || its == mark;
    if (good && same) vector_env_serialise(to, &l.serialise);
    good = good && same && !l.serialise.failed && loader_at_end(&l);
    const bool sound = !good || vector_env_sound(to);
    snprintf(why, room, "%s", !same ? "they were saved with another ini" : !sound ? "they hold states that no game has" : l.why);
    return good && sound;
}

swt_error *swt_env_restore(swt_env *e, const char *saved, size_t bytes)
{
    char why[PARAM_WHY_MAX];
    swt_error *wrong = check_env(e, false, NULL);
    if (wrong == NULL && saved == NULL) wrong = fail_null("saved", "what swt_env_save has returned");
    if (wrong != NULL) return wrong;
    if (bytes < 2 || memchr(saved, '\0', bytes) != saved + bytes - 1)
        return fail(SWT_DATA, "saved: the games cannot be restored: they must end with a zero byte");
    CLOSED(locale_end) PlainLocale plain = locale_begin();
    VectorEnv *games = vector_env_like(e->games);
    if (!load_games(games, mark_of(e), saved, bytes, why, sizeof why)) {
        vector_env_destroy(games);
        return fail(SWT_DATA, "saved: the games cannot be restored: %s", why);
    }
    vector_env_destroy(e->games);
    e->games = games;
    e->begun = true;
    return NULL;
}
