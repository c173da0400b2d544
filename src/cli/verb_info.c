/* verb_info.c. swarmtris info RUN|WEIGHTS: prints what a run or a weights file holds; --verify: checks whether it is true. */
#include "analysis/run_tables.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/named.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "run/results.h"
#include "run/saved_run.h"
#include "run/session.h"
#include "store/checkpoint.h"
#include "store/runs.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    bool verify, state; /* --verify, --state; never both */
} InfoOptions;

static const InfoOptions *own(const Command *c)
{
    return c->own;
}

/* ---- weights ---- */

/* The name of weight number i; that of a position of a function is the file's own. */
static const char *name_of(const Weights *w, const Config *c, int i)
{
    int k = 0;
    if (c->weights.key != NULL) return c->weights.row[i].name;
    while (strcmp(w->ini.entry[k].section, "weights") != 0 || i-- > 0) k++;
    return w->ini.entry[k].key;
}

static void print_weights(const char *path, const Weights *w, const Config *c)
{
    const char *key = c->weights.key;
    printf("%s: %d weights, %s %s\n", path, w->n, key != NULL ? key : "function", key != NULL ? c->weights.name : c->kind->name);
    for (int i = 0; i < w->n; i++) printf("  %-28s %.17g\n", name_of(w, c, i), w->w[i]);
    for (const IniEntry *e = w->ini.entry; e < w->ini.entry + w->ini.entries; e++)
        if (strcmp(e->section, "weights") != 0) printf("  %s.%s=%s\n", e->section, e->key, e->value);
}

/* Adds the sections of an ini as objects that hold its entries, except for one section (NULL: none). */
static void json_sections(Json *j, const Ini *ini, const char *except)
{
    const char *open = NULL;
    for (const IniEntry *e = ini->entry; e < ini->entry + ini->entries; e++) {
        if (except != NULL && strcmp(e->section, except) == 0) continue;
        if (open == NULL || strcmp(open, e->section) != 0) {
            if (open != NULL) json_close(j, '}');
            json_open(j, e->section, '{');
        }
        open = e->section;
        json_text(j, e->key, e->value);
    }
    if (open != NULL) json_close(j, '}');
}

static void json_weights(const char *path, const Weights *w, const Config *c)
{
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "file", path);
    json_text(&j, c->weights.key != NULL ? c->weights.key : "function", c->weights.key != NULL ? c->weights.name : c->kind->name);
    json_open(&j, "weights", '{');
    for (int i = 0; i < w->n; i++) json_real(&j, name_of(w, c, i), w->w[i]);
    json_close(&j, '}');
    json_sections(&j, &w->ini, "weights");
    json_close(&j, '}');
}

static int show_weights(const char *path, const Command *command)
{
    CLOSED(config_free) Config c;
    CLOSED(weights_free) Weights w;
    const int status = task_read(&c, &w, path, command);
    if (status == STATUS_OK && command->json)
        json_weights(path, &w, &c);
    else if (status == STATUS_OK)
        print_weights(path, &w, &c);
    return status;
}

/* Plays the games of a reported score again. The reported score is true only if the mean has the same bits. Returns the exit
 * status. */
static int replay(const Config *c, const Weights *w, const Command *command, const char *name, const Replay *r)
{
    CLOSED(setup_free) Setup setup;
    setup_evaluate(&setup, c, w->w, r->purpose, r->games, 0);
    Session s = verbs_session(command, c, &setup, NULL);
    int status = session_run(&s);
    if (status == STATUS_OK) {
        assert(s.run.result.n_reported == 1 && s.run.result.reported[0].score.n == r->games);
        double again = s.run.result.reported[0].score.mean;
        printf("%s: %s %.17g over %s: played again, %.17g: %s\n", w->path, name, r->mean,
               message_count(r->games, setup.objective[0].units->play).text, again,
               again == r->mean ? "the same" : "NOT the same");
        if (again != r->mean) status = STATUS_NO;
    }
    return status;
}

/* Reads the configuration of a run, and its weights. Where its ini leaves the length of games open, the budget has ended them. */
static int read_run(Config *c, Weights *w, const char *dir)
{
    Errors errors = {0};
    bool trained;
    int status = (int)resume_read(c, dir, &trained, &errors);
    if (status == STATUS_OK && weights_read(w, files_at(dir, "weights.ini").text, c, &errors) != WEIGHTS_READ)
        status = STATUS_DATA;
    if (status == STATUS_OK && trained) {
        c->objective.estimator = c->train.validation.estimator;
        if (c->objective.estimator == ESTIMATOR_GAMES) c->objective.max_pieces = config_game_end(c, c->objective.max_pieces);
    }
    message_errors(&errors, "");
    return status;
}

/* Plays the reported scores of a weights file again; dir: of the run that it belongs to, whose ini counts then, or NULL. */
static int verify_weights(const char *path, const Command *command, const char *dir)
{
    static const char *const reported[] = {"validated", "evaluated", "estimated"};
    CLOSED(config_free) Config c;
    CLOSED(weights_free) Weights w = {0};
    int status = dir != NULL ? read_run(&c, &w, dir) : task_read(&c, &w, path, command), n_reported = 0;
    for (size_t i = 0; i < sizeof reported / sizeof *reported && status == STATUS_OK && config_uses(&c, "game"); i++) {
        Replay r;
        if (!replay_read(&r, &w, reported[i])) continue;
        if (dir == NULL) status = replay_ready(&r, &c, &w, reported[i], command);
        c.experiment.seed = r.seed;
        if (status == STATUS_OK) status = replay(&c, &w, command, reported[i], &r);
        n_reported++;
    }
    if (status == STATUS_OK && n_reported == 0)
        status = verb_fail(STATUS_NO,
                           "%s: states no score that can be played again: [score] must have validated, validated_games and"
                           " validated_seed",
                           path);
    return status;
}

/* ---- how far an unfinished run has come: timing.tsv and metrics.tsv have a line for the last checkpoint, so that nothing is
 * loaded, and a run that another process works on can be looked at, too ---- */

/* How far a run was at its last checkpoint. */
typedef struct {
    double share;           /* of the whole run, 0..1; NAN: not known */
    char phase[32];         /* the phase of the run; "": not known */
    double seconds;         /* seconds of all processes together */
    double games, pieces;   /* of the search; NAN: not known */
    double iteration, best; /* the last whole iteration, and the mean score of its leader; NAN: there is none */
    bool running;           /* a process works on it */
} Reached;

static double number_in(const Tsv *t, int row, const char *name)
{
    const int column = tsv_column(t, name);
    return column >= 0 ? tsv_number(t, row, column) : NAN;
}

/* Share, phase and games are those of one line of timing.tsv. A kill may have left rows of metrics.tsv that the checkpoint knows
 * nothing of, with more games: a resume cuts them. Once the search has ended, metrics.tsv knows its games. */
static Reached reached(const char *dir)
{
    static const TableNeeds needs[] = {{.file = "timing.tsv", .texts = "phase"}, {.file = "metrics.tsv"}};
    CLOSED(tsv_free) Tsv timing = {0}, metrics = {0};
    CLOSED(errors_free) Errors ignored = {0};
    tables_read(&timing, dir, &needs[0], &ignored);
    tables_read(&metrics, dir, &needs[1], &ignored);
    Reached r = {NAN, "", saved_run_seconds(dir), NAN, NAN, NAN, NAN, lock_is_held(dir)};
    const int last = timing.rows - 1, phase = tsv_column(&timing, "phase");
    if (last >= 0) {
        r.games = number_in(&timing, last, "games");
        r.pieces = number_in(&timing, last, TABLES_COST);
        for (int i = last; i >= 0 && isnan(r.share); i--) r.share = number_in(&timing, i, "share");
        if (phase >= 0) snprintf(r.phase, sizeof r.phase, "%s", tsv_cell(&timing, last, phase));
    }
    for (int i = metrics.rows - 1; i >= 0 && isnan(r.iteration); i--) {
        const double games = number_in(&metrics, i, "games");
        if (games > r.games) continue;
        r.iteration = number_in(&metrics, i, TABLES_ITERATION);
        r.best = number_in(&metrics, i, "best_score");
        if (strcmp(r.phase, "training") == 0 || isnan(games)) continue;
        r.games = games;
        r.pieces = number_in(&metrics, i, TABLES_COST);
    }
    return r;
}

char *verbs_again(const char *dir, bool resume)
{
    CLOSED(config_free) Config c;
    CLOSED(errors_free) Errors ignored = {0};
    bool trained = false;
    OWNED char *config = files_path(dir, "config.ini");
    char *const word[] = {"swarmtris", "train", config, "--out", (char *)dir};
    if (resume_read(&c, dir, &trained, &ignored) != STATUS_OK || !trained) return NULL;
    OWNED char *command = message_command(resume ? 5 : 3, word);
    return text_new("%s%s", command, resume ? "--resume" : "");
}

/* ", 350 games of total_games = 1000 (35 %)": prints n, and the budget that it is a part of, if there is such a budget. */
static void print_spent(double n, const char *noun, const Config *c, const char *budget)
{
    const Param *p = param_find(train_training_params, budget);
    const double limit = param_get(p, &c->train.training);
    if (isnan(n)) return;
    printf(", %s %s", message_number(n).text, noun);
    if (limit > 0) printf(" of %s = %.15g (%.3g %%)", budget, limit, 100 * n / limit);
}

static void print_unfinished(const char *dir, const Config *c)
{
    const Units *units = config_units(c);
    const Reached r = reached(dir);
    printf("%s: a run that is not finished%s\n", dir, r.running ? ": a process is working on it" : "");
    if (!isnan(r.share))
        printf("%.3g %% of the whole run done in %s; phase: %s\n", 100 * r.share, message_duration(r.seconds).text, r.phase);
    if (!isnan(r.iteration)) {
        printf("iteration %.0f", r.iteration);
        if (c->train.training.iterations > 0) printf(" of %" PRId64, c->train.training.iterations);
        print_spent(r.games, units->play, c, "total_games");
        if (!units->unit_cost && units->cost != NULL) print_spent(r.pieces, units->cost, c, "total_pieces");
        if (!isnan(r.best))
            printf("; the leader: %s %s%s", message_number(units_amount(units, r.best)).text, units->score,
                   units->noisy ? " (overstated)" : "");
        putchar('\n');
    }
    if (!r.running) {
        OWNED char *command = verbs_again(dir, true);
        if (command != NULL)
            printf("to go on with it, type:\n  %s\n", command);
        else
            printf("to go on with it, add --resume to its command, which log.txt has\n");
    }
    putchar('\n');
}

static void json_unfinished(Json *j, const char *dir)
{
    const Reached r = reached(dir);
    OWNED char *command = verbs_again(dir, true);
    json_open(j, "progress", '{');
    if (r.phase[0] != '\0') json_text(j, "phase", r.phase);
    json_real(j, "share", r.share);
    json_real(j, "seconds", r.seconds);
    json_real(j, "iteration", r.iteration);
    json_real(j, "games", r.games);
    json_real(j, "pieces", r.pieces);
    json_bool(j, "running", r.running);
    if (command != NULL) json_text(j, "resume", command);
    json_close(j, '}');
}

/* ---- runs ---- */

/* Says that a file of the run cannot be read, for the reason in errno. STATUS_NO_INPUT. */
static int refuse_file(const char *dir, const char *name)
{
    return verb_fail(STATUS_NO_INPUT, "%s: cannot be read: %s", files_at(dir, name).text, files_why(errno));
}

/* The text of a file of the run, owned by the caller. NULL: there is no such file; or, after a sentence, it cannot be read, and
 * *status has changed. */
static char *text_of(const char *dir, const char *name, int *status)
{
    char *text = files_read(files_at(dir, name).text, NULL);
    if (text == NULL && !status_absent(errno)) *status = refuse_file(dir, name);
    return text;
}

/* Adds an ini of the run as an object of objects; nothing if there is no such ini. Returns its status. */
static int json_ini(Json *j, const char *dir, const char *name, const char *key, Errors *errors)
{
    CLOSED(ini_free) Ini ini;
    const Status status = ini_read_in(&ini, dir, name, errors);
    if (status == STATUS_OK && !ini.missing) {
        json_open(j, key, '{');
        json_sections(j, &ini, NULL);
        json_close(j, '}');
    }
    return (int)status;
}

/* Whether the run is finished. *status: changed, after a sentence, if that cannot be found out. */
static bool is_finished(const char *dir, int *status)
{
    const bool finished = rundir_finished(dir);
    if (!finished && errno != 0) *status = refuse_file(dir, "run.json");
    return finished;
}

/* Prints run.json as it is, with the inis of the run. */
static int json_run(const char *dir)
{
    static const char *const inis[][2] = {{"config.ini", "config"}, {"weights.ini", "result"}, {"tuned.ini", "tuned"}};
    Errors errors = {0};
    int status = STATUS_OK;
    OWNED char *text = text_of(dir, "run.json", &status);
    Json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "directory", dir);
    const bool finished = is_finished(dir, &status);
    json_text(&j, "state", finished ? "finished" : "not finished");
    if (!finished) json_unfinished(&j, dir);
    for (size_t i = 0; i < sizeof inis / sizeof *inis; i++) {
        const int one = json_ini(&j, dir, inis[i][0], inis[i][1], &errors);
        if (status == STATUS_OK) status = one;
    }
    size_t n = text != NULL ? strlen(text) : 0;
    while (n > 0 && text[n - 1] == '\n') text[--n] = '\0';
    if (n > 1 && text[0] == '{' && text[n - 1] == '}') json_value(&j, "run", text); /* one that was cut off is left out */
    json_close(&j, '}');
    message_errors(&errors, "");
    return status;
}

/* Checks whether the checkpoint is complete and undamaged. Returns the exit status. */
static int verify_checkpoint(const char *dir, const char *name)
{
    size_t size;
    const FilePath path = files_at(dir, name);
    char *text = files_read(path.text, &size);
    if (text == NULL) return refuse_file(dir, name);
    CLOSED(loader_free) Loader l;
    bool whole = loader_start(&l, text, size);
    if (whole)
        printf("%s: whole, fingerprint %016" PRIx64 "\n", path.text, hash_bytes(HASH_START, l.text, size));
    else
        fprintf(stderr, "%s: is damaged: %s\n", path.text, l.why);
    return whole ? STATUS_OK : STATUS_DATA;
}

/* Reads the configuration of a run (*c is to be freed). False: none, mistakes in it, or, with *status changed, unreadable. */
static bool read_config(Config *c, const char *dir, bool *trained, int *status)
{
    Errors errors = {0};
    const Status read = resume_read(c, dir, trained, &errors);
    if (read == STATUS_NO_INPUT && errors.n > 0) *status = STATUS_NO_INPUT;
    message_errors(&errors, "");
    return read == STATUS_OK;
}

/* Whether the result of a run is weights with a score over games that can be played again. *status changes if the configuration
 * or the weights cannot be read. */
static bool can_be_replayed(const char *dir, int *status)
{
    CLOSED(config_free) Config c;
    bool trained;
    OWNED char *text = text_of(dir, "weights.ini", status);
    bool good = read_config(&c, dir, &trained, status) && c.kind->scores_games && text != NULL;
    good = good && (strstr(text, "\nvalidated = ") != NULL || strstr(text, "\nevaluated = ") != NULL ||
                    strstr(text, "\nestimated_games_of = ") != NULL);
    return good;
}

/* Prints how far the run is, its search, and its files. */
static int print_run(const char *dir)
{
    static const char *const files[] = {"weights.ini", "tuned.ini", "config.ini", "log.txt"};
    char line[ANNOUNCE_MAX];
    CLOSED(config_free) Config c;
    int status = STATUS_OK;
    bool trained;
    const bool finished = is_finished(dir, &status), known = read_config(&c, dir, &trained, &status);
    if (finished)
        printf("%s: a finished run\n\n", dir);
    else if (known && status == STATUS_OK)
        print_unfinished(dir, &c);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (known && strcmp(files[i], "config.ini") == 0 && trained && config_uses(&c, "optimiser")) {
            printf("search: %s\n", announce_search(&c, line));
            if (announce_preset(&c, line)[0] != '\0') printf("preset: %s\n", line);
            printf("\n");
        }
        OWNED char *text = text_of(dir, files[i], &status);
        if (text != NULL) printf("%s\n%s\n", files_at(dir, files[i]).text, text);
    }
    return status;
}

static int info_run(const char *dir, const Command *c)
{
    int status = verbs_readable(&dir, 1, own(c)->verify);
    if (status != STATUS_OK) return status;
    if (!rundir_has_run(dir) && named_explain(c->verb, dir)) return STATUS_NO_INPUT;
    if (!rundir_has_run(dir)) {
        const bool held = lock_is_held(dir), is_run = folder_is_run(folder_kind(dir)), asked = own(c)->state && (held || is_run);
        if (asked) printf("not finished\n");
        if (held)
            return verb_fail(STATUS_STOPPED,
                             "%s: a run that has just begun: a process is working on it, and it has kept no checkpoint yet", dir);
        return verb_fail(asked ? STATUS_STOPPED : STATUS_NO_INPUT,
                         is_run ? "%s: holds a run that has kept no checkpoint yet; the command that began it begins it anew"
                                : "%s: is not a run directory: it has no checkpoint",
                         dir);
    }
    if (own(c)->state) { /* for scripts that cannot see a run's status, but only that of its launcher */
        const bool finished = is_finished(dir, &status);
        if (status != STATUS_OK) return status;
        printf("%s\n", finished ? "finished" : "not finished");
        return finished ? STATUS_OK : STATUS_STOPPED;
    }
    if (c->json) return json_run(dir);
    if (!own(c)->verify) return print_run(dir);
    status = verify_checkpoint(dir, "checkpoint");
    Errors errors = {0};
    if (status == STATUS_OK) status = (int)verify_run(dir, &errors); /* whether the run could resume from the checkpoint */
    message_errors(&errors, "");
    if (status != STATUS_OK) return status;
    const bool replayed = is_finished(dir, &status) && can_be_replayed(dir, &status);
    if (replayed)
        status = verify_weights(files_at(dir, "weights.ini").text, c, dir);
    else if (status == STATUS_OK)
        printf("%s: holds no validated score of games that could be played again\n", dir);
    return status;
}

static int run(const Command *command)
{
    const char *path = command->arg[0];
    if (own(command)->state && !files_is_directory(path))
        return verb_fail(STATUS_NO_INPUT, "%s: is not a run directory, so that it has no status", path);
    if (files_is_directory(path)) return info_run(path, command);
    return own(command)->verify ? verify_weights(path, command, NULL) : show_weights(path, command);
}

static const Option options[] = {
    {"--verify", NULL, OPTION_AT(InfoOptions, verify, OPTION_FLAG),
     .doc = "checks files and replays the score; status 1 if something differs"},
    {"--status", NULL, OPTION_AT(InfoOptions, state, OPTION_FLAG),
     .doc = "says in a word whether a run is finished; status 75 if it is not"},
    {0},
};

const Verb verb_info = {
    .name = "info",
    .arguments = "RUN|WEIGHTS",
    .least = 1,
    .most = 1,
    .takes = TAKES_WEIGHTS,
    .several = "'swarmtris export', 'plot' and 'tournament' take several",
    .doc = "prints the contents of a run directory or a weights file",
    .example = "swarmtris info runs/first --verify",
    .options = {options, options_json, options_quiet},
    .when = (const OptionWhen[]){{"--json", "!--verify", ", which answers with its status"},
                                 {"--status", "!--json !--verify", NULL},
                                 {0}},
    .bytes = sizeof(InfoOptions),
    .run = run,
};
