/* session.c. One run of the program: checks its directory, runs the loop, and prints what a person should know about it. */
#include "run/session.h"

#include "base/mem.h"
#include "file/files.h"
#include "file/message.h"
#include "run/announce.h"
#include "run/driver.h"
#include "run/saved_run.h"
#include "run/signals.h"

#include <assert.h>

/* Prints the command that goes on with the run. */
static void print_command(FILE *out, const SessionOptions *o)
{
    OWNED char *command = message_command(o->argc, o->argv);
    fprintf(out, "  %s--resume\n", command);
}

/* Prints why a new run cannot begin in dir, and what to type. */
static void refuse_run(const SessionOptions *o, const char *dir, bool finished)
{
    if (finished) {
        fprintf(stderr,
                "%s: holds a finished run, which is not overwritten; to replace it add --force, to extend it raise its budget"
                " or validation.games and add --resume\n",
                dir);
        return;
    }
    fprintf(stderr, "%s: holds an unfinished run; to go on (or, with --force in place of --resume, to replace it), type:\n", dir);
    print_command(stderr, o);
}

int session_allowed(const SessionOptions *o, const char *dir)
{
    assert(dir != NULL && !(o->resume && o->force));
    OWNED char *name = NULL;
    int status = STATUS_CANT_CREATE;
    SavedRunState holds = saved_run_look(dir, &name);
    if (holds == SAVED_RUN_NO_DIRECTORY)
        fprintf(stderr, "%s: is in the way: --out must name a directory\n", dir);
    else if (holds == SAVED_RUN_BUSY)
        fprintf(stderr, "%s: another process is running there; wait for it, or choose another --out\n", dir);
    else if (o->force || holds == SAVED_RUN_NOTHING)
        status = STATUS_OK;
    else if (holds == SAVED_RUN_UNREADABLE)
        fprintf(stderr, "%s\n", name), status = STATUS_DATA;
    else if (holds == SAVED_RUN_FOREIGN)
        fprintf(stderr, "%s: is in the way, and no run has written it; choose another --out, or add --force to replace it\n",
                name);
    else if (o->resume)
        status = STATUS_OK;
    else
        refuse_run(o, dir, holds == SAVED_RUN_FINISHED);
    return status;
}

/* Prints the reason of the stop and the command that resumes the run, unless the caller does. Returns the exit status. */
static int report_stop(const Session *s)
{
    if (s->o.above == NULL) fprintf(stderr, "%s; ", monitor_sentence(s->reason));
    if (s->o.above == NULL && s->dir == NULL)
        fprintf(stderr, "nothing was saved: only a run that is started with --out DIR can be resumed\n");
    if (s->o.above == NULL && s->dir != NULL) {
        fprintf(stderr, "saved, to go on type:\n");
        print_command(stderr, &s->o);
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
    const Config *c = s->config;
    const int64_t asked = s->o.trains ? config_search_longest(c) : c->objective.max_pieces;
    return c->kind->scores_games && c->objective.estimator == ESTIMATOR_GAMES && config_game_end(c, asked) == 0;
}

/* Whether whole games are evaluated that could be estimated by splitting instead. */
static bool can_be_split(const Session *s)
{
    return !s->o.trains && is_unlimited(s) && s->config->game->n_levels > 0 && s->config->agent->plan == NULL;
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
static DriverEnd run_loop(Session *s, SavedRun *k, StopReason *reason, Errors *errors)
{
    const FilePath stop_file = files_at(k->d == NULL ? "" : s->o.above != NULL ? s->o.above : s->dir, "STOP");
    Monitor *monitor = monitor_create(k->d != NULL ? stop_file.text : NULL, s->o.max_seconds, signals_install());
    Shown shown = {.warns = !s->o.quiet && is_unlimited(s), .advises = !s->o.quiet && can_be_split(s)};
    progress_start(&shown.progress, s->o.quiet, s->o.verbose);
    const Driver driver = {.experiment = &s->setup->experiment,
                           .evaluator = s->setup->evaluator,
                           .dir = k->d,
                           .monitor = monitor,
                           .show = show,
                           .progress = &shown,
                           .turn_name = setup_cost_name(s->setup),
                           .limit = s->o.trains ? 60 * s->config->train.training.minutes : 0,
                           .before = k->seconds,
                           .trained = &s->trained};
    DriverEnd end = driver_run(&driver, errors);
    progress_end(&shown.progress);
    *reason = monitor_reason(monitor);
    k->seconds += monitor_seconds(monitor);
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
static int open_directory(const Session *s, SavedRun *k, Errors *errors)
{
    const Run run = {.config = s->config,
                     .setup = s->setup,
                     .dir = s->dir,
                     .participants = s->participants,
                     .source = s->o.source,
                     .trains = s->o.trains,
                     .argc = s->o.argc,
                     .argv = s->o.argv};
    if (s->dir == NULL) return STATUS_OK;
    if (s->o.resume && !s->o.quiet && !rundir_has_run(s->dir))
        fprintf(stderr, "%s: holds nothing to resume: the run begins anew\n", s->dir);
    look_for_stop(s->dir);
    return saved_run_open(k, &run, s->o.force ? SAVED_RUN_REPLACE : s->o.resume ? SAVED_RUN_RESUME : SAVED_RUN_NEW, errors);
}

/* Writes the files that the kind of objective adds to the result. True: a signal stopped it, *reason. */
static bool write_more(const Session *s, SavedRun *k, StopReason *reason, int *status, Errors *errors)
{
    const ObjectiveRun *own = tasks_run(s->setup->config);
    const atomic_int *asked = signals_install();
    if (own->leave == NULL) return false;
    const bool whole = own->leave(k->d, s->setup, &k->result, s->o.trains ? RNG_VALIDATION : RNG_EVALUATION, asked, errors);
    if (!whole) *reason = (StopReason)atomic_load(asked);
    if (errors->n > 0) *status = STATUS_IO;
    return !whole;
}

/* Writes the files of a run that has ended: run.json last, so that a finished run has them all. A run that was finished before
 * stays so, even if its files cannot be written once more. */
static int write_end(const Session *s, SavedRun *k, bool finished, const char *what, int status, Errors *errors)
{
    if (!finished && rundir_finished(s->dir)) return status;
    const int written = saved_run_write(k, finished ? "finished" : "stopped", status == STATUS_OK ? what : NULL, errors);
    return status != STATUS_OK ? status : written;
}

/* Writes the files of a run that has ended, and prints what there is to say about its end. errors: why it failed. */
static int end_run(Session *s, SavedRun *k, DriverEnd end, StopReason reason, Errors *errors)
{
    int status = STATUS_OK;
    bool stopped = end == DRIVER_STOPPED;
    assert(!stopped || (reason != STOP_NOT && reason != STOP_PAUSE));
    if (end == DRIVER_FAILED) {
        fprintf(stderr, "%s%s\n", errors->line[0], rundir_has_run(s->dir) ? ": mend this and resume with --resume" : "");
        return STATUS_IO;
    }
    if (k->d != NULL) {
        k->result = experiment_result(&s->setup->experiment);
        if (!stopped) stopped = write_more(s, k, &reason, &status, errors);
        const bool finished = !stopped && status == STATUS_OK;
        status = write_end(s, k, finished, finished ? "finished" : monitor_sentence(reason), status, errors);
        message_errors(errors, "");
    }
    if (!stopped || status != STATUS_OK) return status;
    s->reason = reason;
    return report_stop(s);
}

void session_announce(const Setup *s, bool resumed)
{
    char line[ANNOUNCE_MAX];
    if (config_uses(s->config, "optimiser")) {
        fprintf(stderr, "search: %s\n", announce_search(s->config, line));
        if (announce_preset(s->config, line)[0] != '\0') fprintf(stderr, "preset: %s\n", line);
    }
    engine_info_print(stderr, s);
    if (!resumed && s->trainings.n > 0) announce_budget(stderr, s);
}

int session_run(Session *s)
{
    assert(s->setup->config == s->config && s->setup->experiment.kind != NULL && s->seconds == 0);
    SavedRun kept = {0};
    CLOSED(errors_free) Errors errors = {0};
    StopReason reason;
    signals_install(); /* first, since a signal must not leave a run directory without a checkpoint */
    int status = open_directory(s, &kept, &errors);
    message_errors(&errors, "");
    if (status == STATUS_OK) {
        if (!s->o.quiet && s->o.trains) session_announce(s->setup, kept.result.plays > 0);
        if (!s->o.quiet && !s->o.trains) engine_info_print(stderr, s->setup);
        DriverEnd end = run_loop(s, &kept, &reason, &errors);
        s->finished = end == DRIVER_FINISHED;
        s->seconds = kept.seconds;
        s->result = experiment_result(&s->setup->experiment);
        status = end_run(s, &kept, end, reason, &errors);
        if (kept.d != NULL && s->finished) s->result = kept.result; /* completed from games.tsv */
    }
    saved_run_close(&kept);
    return status;
}
