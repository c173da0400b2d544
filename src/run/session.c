/* session.c. One run of the program: checks its directory, runs the loop, and prints what a person should know about it. */
#include "run/session.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/message.h"
#include "run/driver.h"
#include "run/ranks.h"
#include "run/results.h"
#include "run/saved_run.h"
#include "run/signals.h"

#include <assert.h>
#include <string.h>

/* Prints the command that goes on with the run. */
static void print_command(FILE *out, const Session *s)
{
    OWNED char *command = message_command(s->run.argc, s->run.argv);
    fprintf(out, "  %s--resume\n", command);
}

/* Prints why a new run cannot begin in dir, and what to type. */
static void refuse_run(const Session *s, bool finished)
{
    if (finished) {
        fprintf(stderr,
                "%s: holds a finished run, which is not overwritten; to replace it add --force, to extend it raise its budget"
                " or validation.games and add --resume\n",
                s->run.dir);
        return;
    }
    fprintf(stderr, "%s: holds an unfinished run; to go on (or, with --force in place of --resume, to replace it), type:\n",
            s->run.dir);
    print_command(stderr, s);
}

int session_allowed(const Session *s)
{
    const char *dir = s->run.dir;
    assert(dir != NULL && !(s->resume && s->force));
    OWNED char *name = NULL;
    int status = STATUS_CANT_CREATE;
    SavedRunState holds = saved_run_look(dir, s->run.kind, s->force, &name);
    if (holds == SAVED_RUN_NO_DIRECTORY)
        fprintf(stderr, "%s: is in the way: --out must name a directory\n", dir);
    else if (holds == SAVED_RUN_BUSY)
        fprintf(stderr, "%s: another process is running there; wait for it, or choose another --out\n", dir);
    else if (holds == SAVED_RUN_OTHER)
        fprintf(stderr, "%s\n", name);
    else if (s->force || holds == SAVED_RUN_NOTHING)
        status = STATUS_OK;
    else if (holds == SAVED_RUN_UNREADABLE)
        fprintf(stderr, "%s\n", name), status = STATUS_DATA;
    else if (holds == SAVED_RUN_FOREIGN)
        fprintf(stderr, "%s: is in the way, and no run has written it; choose another --out, or add --force to replace it\n",
                name);
    else if (s->resume)
        status = STATUS_OK;
    else
        refuse_run(s, holds == SAVED_RUN_FINISHED);
    return status;
}

/* Prints the reason of the stop and the command that resumes the run, unless the caller does. Returns the exit status. */
static int report_stop(const Session *s)
{
    if (s->above == NULL) fprintf(stderr, "%s; ", monitor_sentence(s->reason));
    if (s->above == NULL && s->run.dir == NULL)
        fprintf(stderr, "nothing was saved: only a run that is started with --out DIR can be resumed\n");
    if (s->above == NULL && s->run.dir != NULL) {
        fprintf(stderr, "saved, to go on type:\n");
        print_command(stderr, s);
    }
    return (int)monitor_status(s->reason);
}

/* After so many turns without the end of a game, the user is warned that none may ever end. If they are less than a fifth of the
 * work, splitting would need far fewer. */
static const int64_t many_turns = 100000000;

/* The progress line of a run, and the watch for games that are too long. */
typedef struct {
    Progress progress;
    bool warns;    /* nothing limits the length of a game, and the user has not been warned of it yet */
    bool advises;  /* whole games are evaluated that could be estimated, and the user has not been told of it yet */
    double worked; /* the share of the work that was done at the last call; it grows as games end */
    int64_t since; /* turns that had been played when worked last grew */
} Shown;

static bool is_unlimited(const Session *s)
{
    const Config *c = s->run.config;
    const int64_t asked = s->run.kind == FOLDER_TRAINING ? config_search_longest(c) : c->objective.max_pieces;
    return c->kind->scores_games && c->objective.estimator == ESTIMATOR_GAMES && config_game_end(c, asked) == 0;
}

/* Whether whole games are evaluated that could be estimated by splitting instead. */
static bool can_be_split(const Session *s)
{
    return s->run.kind != FOLDER_TRAINING && is_unlimited(s) && s->run.config->game->n_levels > 0 &&
           s->run.config->agent->plan == NULL;
}

/* Shows the progress for the driver, and what there is to say about games that seem to have no end, or to be long. */
static void show(void *shown, const ProgressState *state, bool iteration_end)
{
    Shown *s = shown;
    progress_show(&s->progress, state, iteration_end);
    if (state->worked != s->worked) s->since = state->turns;
    s->worked = state->worked;
    const bool endless = s->warns && state->turns - s->since >= many_turns,
               large = s->advises && state->turns >= many_turns && state->worked < 0.2;
    if (endless || large) progress_end(&s->progress);
    if (endless) {
        s->warns = false;
        fprintf(stderr, "warning: no game has ended within %s %s, and perhaps none ever will; ",
                message_number((double)many_turns).text, state->turn_name);
        fprintf(stderr, "--set objective.max_pieces=N ends each game after N\n");
    }
    if (large) {
        s->advises = false;
        fprintf(stderr, "games as long as these can be estimated from far fewer %s: --estimator splitting\n", state->turn_name);
    }
}

/* Runs the loop. Returns its end; *reason: why it was stopped. */
static DriverEnd run_loop(Session *s, StopReason *reason, Errors *errors)
{
    static const atomic_int never;
    const bool leads = cluster_leads(s->run.setup->cluster);
    const FilePath stop_file = files_at(s->run.d == NULL ? "" : s->above != NULL ? s->above : s->run.dir, "STOP");
    Monitor *monitor =
        monitor_create(s->run.d != NULL ? stop_file.text : NULL, leads ? s->max_seconds : 0, leads ? signals_install() : &never);
    Shown shown = {.warns = !s->quiet && is_unlimited(s), .advises = !s->quiet && can_be_split(s)};
    progress_start(&shown.progress, s->quiet, s->verbose);
    const Driver driver = {.experiment = &s->run.setup->experiment,
                           .evaluator = s->run.setup->evaluator,
                           .cluster = s->run.setup->cluster,
                           .dir = s->run.d,
                           .pending = leads ? NULL : &s->run.kept,
                           .monitor = monitor,
                           .show = show,
                           .progress = &shown,
                           .turn_name = setup_cost_name(s->run.setup),
                           .limit = s->run.kind == FOLDER_TRAINING ? 60 * s->run.config->train.training.minutes : 0,
                           .before = s->run.seconds,
                           .trained = &s->trained};
    DriverEnd end = driver_run(&driver, errors);
    progress_end(&shown.progress);
    *reason = monitor_reason(monitor);
    s->run.seconds += monitor_seconds(monitor);
    monitor_destroy(monitor);
    return end;
}

/* Warns if the name of the file that stops a run is taken by something that is no file. */
static void look_for_stop(const char *dir)
{
    const FilePath stop = files_at(dir, "STOP");
    if (files_is_directory(stop.text))
        fprintf(stderr, "%s: is a directory, and stops no run: a file of that name does\n", stop.text);
}

/* Opens the directory of the session, if it has one. */
static int open_directory(Session *s, Errors *errors)
{
    const char *dir = s->run.dir;
    if (dir == NULL) return STATUS_OK;
    if (s->resume && !s->quiet && !rundir_has_run(dir))
        fprintf(stderr, "%s: holds nothing to resume: the run begins anew\n", dir);
    look_for_stop(dir);
    return saved_run_open(&s->run, s->force ? SAVED_RUN_REPLACE : s->resume ? SAVED_RUN_RESUME : SAVED_RUN_NEW, errors);
}

/* Writes the files that the kind of objective adds to the result. True: a signal stopped it, *reason. */
static bool write_more(Session *s, StopReason *reason, int *status, Errors *errors)
{
    const ObjectiveRun *own = tasks_run(s->run.setup->config);
    const atomic_int *asked = signals_install();
    if (own->leave == NULL) return false;
    const bool whole = own->leave(s->run.d, s->run.setup, &s->run.result,
                                  s->run.kind == FOLDER_TRAINING ? RNG_VALIDATION : RNG_EVALUATION, asked, errors);
    if (!whole) *reason = (StopReason)atomic_load(asked);
    if (errors->n > 0) *status = STATUS_IO;
    return !whole;
}

/* Writes the files of a run that has ended: run.json last, so that a finished run has them all. A run that was finished before
 * stays so, even if its files cannot be written once more. */
static int write_end(Session *s, bool finished, const char *what, int status, Errors *errors)
{
    if (!finished && rundir_finished(s->run.dir)) return status;
    const int written = saved_run_write(&s->run, finished ? "finished" : "stopped", status == STATUS_OK ? what : NULL, errors);
    return status != STATUS_OK ? status : written;
}

/* Writes the files of a run that has ended, and prints what there is to say about its end. errors: why it failed. */
static int end_run(Session *s, DriverEnd end, StopReason reason, Errors *errors)
{
    int status = STATUS_OK;
    bool stopped = end == DRIVER_STOPPED;
    assert(!stopped || (reason != STOP_NOT && reason != STOP_PAUSE));
    if (end == DRIVER_FAILED) {
        fprintf(stderr, "%s%s\n", errors->line[0], rundir_has_run(s->run.dir) ? ": mend this and resume with --resume" : "");
        if (s->run.setup->cluster == NULL) return STATUS_IO;
        fflush(NULL);
        cluster_abort(s->run.setup->cluster, STATUS_IO); /* the other ranks wait for this one, in the midst of the run */
    }
    if (s->run.d != NULL) {
        if (!stopped) stopped = write_more(s, &reason, &status, errors);
        const bool finished = !stopped && status == STATUS_OK;
        status = write_end(s, finished, finished ? "finished" : monitor_sentence(reason), status, errors);
        message_errors(errors, "");
    }
    if (!stopped || status != STATUS_OK) return status;
    s->reason = reason;
    return report_stop(s);
}

void session_announce(const Setup *s, bool resumed, bool verbose)
{
    char search[ANNOUNCE_MAX], preset[ANNOUNCE_MAX] = "";
    if (config_uses(s->config, "optimiser")) {
        announce_search(s->config, search);
        announce_preset(s->config, preset);
        const char *changed = strstr(preset, "changed: ");
        if (verbose)
            fprintf(stderr, "search: %s\n%s%s%s", search, preset[0] != '\0' ? "preset: " : "", preset,
                    preset[0] != '\0' ? "\n" : "");
        else /* its name, and what is not as its preset has it */
            fprintf(stderr, "search: %.*s%s%s (-v says all); ", (int)strcspn(search, ":"), search, changed != NULL ? ", " : "",
                    changed != NULL ? changed : "");
    }
    engine_info_print(stderr, s);
    if (verbose && !resumed && s->trainings.n > 0) announce_budget(stderr, s);
}

int session_run(Session *s)
{
    Run *r = &s->run;
    Cluster *cluster = r->setup->cluster;
    assert(r->setup->config == r->config && r->setup->experiment.kind != NULL && r->seconds == 0);
    if (cluster == NULL && !cluster_leads(r->config->cluster)) return STATUS_OK; /* what ranks cannot share is done by rank 0 */
    CLOSED(errors_free) Errors errors = {0};
    StopReason reason;
    signals_install(); /* first, since a signal must not leave a run directory without a checkpoint */
    int status = cluster != NULL ? ranks_ready(cluster, r->setup) : STATUS_OK;
    if (status == STATUS_OK) status = cluster_agree(cluster, open_directory(s, &errors));
    message_errors(&errors, "");
    if (status == STATUS_OK && cluster != NULL) saved_run_spread(r);
    if (status == STATUS_OK) {
        if (!s->quiet && r->kind == FOLDER_TRAINING) session_announce(r->setup, r->result.plays > 0, s->verbose);
        if (!s->quiet && r->kind != FOLDER_TRAINING) engine_info_print(stderr, r->setup);
        DriverEnd end = run_loop(s, &reason, &errors);
        if (cluster != NULL && end != DRIVER_FAILED) ranks_compare(cluster, &r->setup->experiment);
        s->finished = end == DRIVER_FINISHED;
        r->result = experiment_result(&r->setup->experiment);
        status = end_run(s, end, reason, &errors);
    }
    saved_run_close(r);
    return status;
}
