/* resume.c. Compares a run with what its directory keeps of the one that was started there, and loads its checkpoint. */
#include "run/resume.h"

#include "base/mem.h"
#include "config/config_read.h"
#include "config/weights.h"
#include "file/files.h"
#include "run/setup.h"
#include "store/rundir.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* The text of an ini of the run, owned by the caller. NULL: it cannot be read, with a sentence unless it is absent. */
static char *read_text(const char *path, Errors *errors)
{
    char *text = files_read(path, NULL);
    if (text == NULL && !status_absent(errno)) errors_add(errors, "%s: cannot be read: %s", path, files_why(errno));
    return text;
}

/* Reads the text as a configuration. evaluates: it has no budget, and gets one here, since every ini must have one. */
static bool read_as(Config *was, const char *path, const char *text, bool evaluates, Errors *errors)
{
    static const ConfigValue any_budget = {.text = "training.iterations=1", .origin = "--resume"};
    CLOSED(errors_free) Errors warnings = {0};
    return config_read_text(was, path, text, NULL, &any_budget, evaluates, errors, &warnings);
}

/* Reads an ini of the run. False: errors has the reasons, one of which may be that the ini is absent. */
static bool read_ini(Config *was, const char *path, bool evaluates, Errors *errors)
{
    *was = (Config){0};
    const int before = errors->n;
    OWNED char *text = read_text(path, errors);
    if (text == NULL && errors->n == before) errors_add(errors, "%s: is missing", path);
    return text != NULL && read_as(was, path, text, evaluates, errors);
}

/* The file is read once: a second reading that failed would make an evaluation of a training. */
Status resume_read(Config *was, const char *dir, bool *trained, Errors *errors)
{
    *was = (Config){0};
    CLOSED(errors_free) Errors ignored = {0};
    const FilePath path = files_at(dir, "config.ini");
    OWNED char *text = read_text(path.text, errors);
    if (text == NULL) return STATUS_NO_INPUT;
    *trained = read_as(was, path.text, text, false, &ignored);
    if (!*trained) config_free(was);
    return *trained || read_as(was, path.text, text, true, errors) ? STATUS_OK : STATUS_CONFIG;
}

/* The path of problem-N.ini or player-N.ini, N from 1. */
static FilePath numbered_path(const char *dir, const char *what, int i)
{
    char name[40];
    assert(i >= 0);
    snprintf(name, sizeof name, "%s-%d.ini", what, i + 1);
    return files_at(dir, name);
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
    assert(i < r->setup->tuning.problems.n);
    const FilePath path = numbered_path(r->dir, "problem", i);
    if (!read_ini(&was, path.text, false, errors)) return;
    const Config *now = &r->setup->tuning.problems.config[i];
    config_differences(now, &was, errors);
    compare_changeable("training", train_training_params, &now->train.training, &was.train.training, path.text, errors);
    compare_changeable("validation", train_validation_params, &now->train.validation, &was.train.validation, path.text, errors);
}

/* Whether a limit means no limit. Older programs wrote a target of 0 for none. */
static bool is_unlimited(double value)
{
    return value == 0 || isinf(value);
}

/* A budget can only be raised, since games that have been played cannot be undone. *extended: the budget has changed. */
static void compare_budget(const Run *r, const Config *was, bool *extended, Errors *errors)
{
    const Config *c = r->config;
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

/* The games of a validation, too, can only be raised; those of a meta search likewise. */
static void compare_validation(const Run *r, const Config *was, Errors *errors)
{
    const int now = r->config->train.validation.games, before = was->train.validation.games;
    if (now < before)
        errors_add(errors, "validation.games = %d, was %d in %s: games can only be added to a validation", now, before,
                   was->path);
}

static bool same_table(const Weights *a, const Weights *b)
{
    const char *one = weights_agent_file(a), *other = weights_agent_file(b);
    return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

/* Checks that player i of the directory is the one that is to play now, in the same kind of match. i = participants->n checks
 * that the directory has no more players. */
static void compare_player(const Run *r, int i, Errors *errors)
{
    const Participants *participants = r->participants;
    const Weights *now = i < participants->n ? &participants->weights[i] : NULL;
    CLOSED(weights_free) Weights was = {0};
    const FilePath path = numbered_path(r->dir, "player", i);
    const bool there = files_exists(path.text);
    if (now == NULL) {
        if (there) errors_add(errors, "there were more than %d players: %s", participants->n, path.text);
    } else if (!there) {
        errors_add(errors, "%s is no player there: it has no player-%d.ini", now->path, i + 1);
    } else if (weights_read(&was, path.text, (Schema){.game = r->config->game}, errors) == WEIGHTS_READ) {
        const char *match = weights_entry(&was, "provenance.match");
        if (!schema_same(&was.schema, &now->schema) || memcmp(was.w, now->w, (size_t)was.n * sizeof *was.w) != 0 ||
            !same_table(&was, now))
            errors_add(errors, "%s has other weights than %s", now->path, path.text);
        if (i == 0 && (match == NULL || strcmp(match, participants->match) != 0))
            errors_add(errors, "it holds a %s, not a %s", match != NULL ? match : "run of another kind", participants->match);
    }
}

bool resume_fits(const Run *r, bool *extended, Errors *errors)
{
    CLOSED(config_free) Config was = {0};
    int before = errors->n;
    *extended = false;
    if (!read_ini(&was, files_at(r->dir, "config.ini").text, !r->trains, errors)) return false;
    config_differences(r->config, &was, errors);
    for (int i = 0; errors->n == before && i < r->setup->tuning.problems.n; i++) compare_problem(r, i, errors);
    if (r->trains && errors->n == before) compare_budget(r, &was, extended, errors);
    if (r->trains) compare_validation(r, &was, errors);
    for (int i = 0; r->participants != NULL && i <= r->participants->n; i++) compare_player(r, i, errors);
    return errors->n == before;
}

/* Reads the weights that an evaluation plays. False: the run has none, or has several players. */
static bool read_weights(Weights *w, const char *dir, const Config *c)
{
    CLOSED(errors_free) Errors ignored = {0};
    const FilePath path = files_at(dir, "weights.ini");
    return c->kind->scores_games && !files_exists(files_at(dir, "player-1.ini").text) && files_exists(path.text) &&
           weights_read(w, path.text, config_schema(c), &ignored) == WEIGHTS_READ;
}

/* An upper bound of the games whose scores, four bytes each, the checkpoint may hold. */
static int64_t most_games(const char *dir)
{
    struct stat st = {0};
    const int64_t bytes = stat(files_at(dir, "checkpoint").text, &st) == 0 ? st.st_size : 0;
    return bytes / 4 + 1 < INT32_MAX ? bytes / 4 + 1 : INT32_MAX;
}

/* Makes the experiment of the run. For an evaluation the number of games is not known, nor needed. False: it cannot be made.
 * *status changes if config.ini cannot be read; errors has the reason then. */
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
    if (trains) return setup_train(s, c, &ignored, &ignored);
    if (!read_weights(w, dir, c)) return false;
    setup_evaluate(s, c, w->w, RNG_EVALUATION, most_games(dir), 0);
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
