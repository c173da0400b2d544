/* verbs.c. Steps that several verbs share: reading a configuration, setting a session up, refusing a directory, reading and
 * writing files that the command line names, weights and what they play under. */
#include "cli/verbs.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/named.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "store/rundir.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Session verbs_session(const Command *command, const Config *c, Setup *setup, const char *dir)
{
    const VerbTakes takes = command->verb->takes;
    return (Session){.run = {.config = c,
                             .setup = setup,
                             .dir = cluster_leads(command->cluster) ? dir : NULL,
                             .source = takes == TAKES_WEIGHTS && command->args == 1 ? command->arg[0] : NULL,
                             .kind = takes == TAKES_INIS ? FOLDER_TRAINING : FOLDER_EVALUATION,
                             .argc = command->argc,
                             .argv = command->argv},
                     .resume = command->resume,
                     .force = command->force,
                     .quiet = command->quiet || !cluster_leads(command->cluster),
                     .verbose = command->verbose,
                     .max_seconds = command->max_time};
}

int verbs_readable(const char *const *dir, int n, bool goes_on)
{
    assert(n >= 1);
    for (int i = 0; i < n; i++) {
        OWNED char *why = folder_refusal(dir[i], goes_on, NULL);
        if (why != NULL) return verb_fail(STATUS_DATA, "%s", why);
    }
    return STATUS_OK;
}

void verbs_say_files(const char *dir, const char *table)
{
    OWNED char *word = message_word(dir);
    if (table != NULL) printf("%s: %s/%s.tsv\n", table, dir, table);
    printf("charts: swarmtris plot %s\n", word);
}

int verbs_allowed(const Command *c, const char *dir, FolderKind kind)
{
    Session session = verbs_session(c, NULL, NULL, dir);
    session.run.kind = kind;
    return session.run.dir != NULL ? session_allowed(&session) : STATUS_OK;
}

int verbs_collect(Config *c, const char *path, const Command *command, Errors *errors, Errors *warnings)
{
    assert(errors->n == 0);
    const char *typed_text = path != NULL ? command->typed : NULL;
    bool good = config_read(c, typed_text != NULL ? "standard input" : path, typed_text, command->value, command->values, errors,
                            warnings);
    c->cluster = command->cluster;
    if (good && command->cluster != NULL && c->experiment.mode != EVALUATOR_BOTH) {
        errors_add(errors, "%s: mode = %s: must be both if several ranks play", config_origin(c, "experiment", "mode"),
                   evaluator_modes[c->experiment.mode]);
        good = false;
    }
    assert(good == (errors->n == 0));
    bool typed = true; /* all mistakes are on the command line */
    for (int i = 0; i < errors->n; i++) typed = typed && strncmp(errors->line[i], "--", 2) == 0;
    if (good) return STATUS_OK;
    if (c->missing) return STATUS_NO_INPUT;
    return typed || path == NULL ? STATUS_USAGE : STATUS_CONFIG;
}

int verbs_read(Config *c, const char *path, const Command *command)
{
    Errors errors = {0}, warnings = {0};
    const int status = verbs_collect(c, path, command, &errors, &warnings);
    message_errors(&errors, "");
    message_errors(&warnings, "warning: ");
    return status;
}

int verbs_setup(Setup *s, const Config *c, bool quiet)
{
    Errors errors = {0}, warnings = {0};
    bool made = setup_train(s, c, &errors, &warnings);
    assert(made == (errors.n == 0) && (!made || s->evaluator != NULL));
    message_errors(&errors, "");
    if (!quiet) message_errors(&warnings, "warning: ");
    errors_free(&warnings);
    return made ? STATUS_OK : STATUS_CONFIG;
}

char *verbs_text(const char *path, size_t *size)
{
    char *text = files_read(path, size);
    if (text == NULL) fprintf(stderr, "%s: cannot be read: %s\n", path, files_why(errno));
    return text;
}

int verbs_write(const char *path, const char *text, size_t size)
{
    if (files_replace(path, text, size)) return STATUS_OK;
    return verb_fail((int)status_of_write(errno), "%s: cannot be written: %s", path, files_why(errno));
}

int verbs_may_write(const char *path)
{
    struct stat found;
    if (path == NULL) return STATUS_OK;
    OWNED char *copy = mem_text(path);
    const char *why = NULL;
    if (stat(path, &found) == 0 && !S_ISREG(found.st_mode))
        why = S_ISDIR(found.st_mode) ? strerror(EISDIR) : "it is no file that could be replaced";
    else if (access(dirname(copy), W_OK | X_OK) != 0)
        why = strerror(errno);
    return why == NULL ? STATUS_OK : verb_fail(STATUS_CANT_CREATE, "%s: cannot be created: %s", path, why);
}

/* ---- values of keys ---- */

void settings_add_given(Settings *s, const Command *c)
{
    for (int i = 0; i < c->values; i++) settings_add(s, c->value[i].origin, "%s", c->value[i].text);
}

Command settings_command(const Settings *s, const Command *c)
{
    Command with = *c;
    with.value = s->value;
    with.values = s->n;
    return with;
}

int settings_read(Config *c, Settings *s, const Command *command)
{
    settings_add_given(s, command);
    const Command with = settings_command(s, command);
    const int status = verbs_read(c, NULL, &with);
    settings_free(s);
    return status;
}

/* ---- weights and what they play under ---- */

int task_refuse_settings(const char *path, const char *of)
{
    return verb_fail(STATUS_USAGE, "%s: holds settings of %s: only what plays games can be compared", path, of);
}

/* Refuses weights of one game if the command line asks for another. */
static int check_game(const Weights *w, const Command *c)
{
    const char *said = weights_rule(w, "game"), *asked = config_given(c->value, c->values, "game.kind");
    const Game *game = asked != NULL ? registry_game(asked) : NULL;
    if (said == NULL || game == NULL || strcmp(said, asked) == 0) return STATUS_OK;
    OWNED char *others = named_playing(game);
    return verb_fail(STATUS_USAGE, "%s: these weights play %s, not %s; what comes with the program and plays %s:%s", w->path,
                     said, asked, asked, others[0] != '\0' ? others : " nothing");
}

/* Refuses weights of another game than the board's, unless that has their features, too. */
static int check_features(const Weights *w, const Weights *board)
{
    const IniEntry *game = ini_find(&w->ini, "rules", "game");
    const char *of = weights_rule(board, "game"), *features = weights_rule(w, "features");
    const Game *played = registry_game(of != NULL ? of : registry_games[0]->name);
    Finding found[FINDINGS_MAX];
    OWNED FeatureSet *made = NULL;
    int n;
    if (game == NULL || features == NULL || played == NULL || strcmp(game->value, played->name) == 0) return STATUS_OK;
    if (features_read(played, features, &made, NULL, found, &n) != NULL) return STATUS_OK;
    return verb_fail(STATUS_DATA, "%s:%d: game = %s: its weights cannot play %s, which has no features '%.200s'", w->path,
                     game->line, game->value, played->name, features);
}

/* Makes the configuration that opened weights play under: the rules of `board`, then what w says of its agent, then the command
 * line. */
static int read_config(Config *c, const Weights *w, const Weights *board, const Command *command, Errors *warnings)
{
    CLOSED(settings_free) Settings s = {0};
    if (!weights_settings(w, board, command->value, command->values, &s))
        return verb_fail(STATUS_DATA, "%s: does not say what its numbers are: add --features SET (swarmtris list sets)", w->path);
    Errors errors = {0};
    settings_add_given(&s, command);
    const Command with = settings_command(&s, command);
    int status = verbs_collect(c, NULL, &with, &errors, warnings);
    for (int i = 0; i < errors.n && status == STATUS_USAGE; i++) /* a mistake of a file, not of the command line */
        if (strncmp(errors.line[i], w->path, strlen(w->path)) == 0 ||
            strncmp(errors.line[i], board->path, strlen(board->path)) == 0)
            status = STATUS_DATA;
    message_errors(&errors, "");
    const char *game = weights_rule(w, "game");
    if (status == STATUS_USAGE && game != NULL && strcmp(game, registry_games[0]->name) != 0)
        fprintf(stderr, "%s: is for the game %s\n", w->path, game);
    return status;
}

/* The exit status for what became of a file of weights. */
static int status_of(WeightsStatus read)
{
    static const int status[] = {[WEIGHTS_READ] = STATUS_OK,
                                 [WEIGHTS_MISSING] = STATUS_NO_INPUT,
                                 [WEIGHTS_OTHER] = STATUS_USAGE,
                                 [WEIGHTS_BAD] = STATUS_DATA};
    return status[read];
}

/* task_read and task_join. board NULL: the board of the weights themselves. */
static int read_task(Config *c, Weights *w, const char *path, const Command *command, const Weights *board, Errors *warnings)
{
    const bool directory = files_is_directory(path);
    OWNED char *file = directory ? files_path(path, "weights.ini") : mem_text(path);
    Errors errors = {0};
    *w = (Weights){0};
    *c = (Config){0};
    if (directory && !files_exists(file) && named_explain(command->verb, path)) return STATUS_NO_INPUT;
    int status = status_of(weights_open(w, file, &errors));
    const char *objective = weights_rule(w, "objective"), *other = objective != NULL ? objective : weights_rule(w, "function");
    if (status == STATUS_OK && board != NULL && other != NULL) status = task_refuse_settings(file, other);
    if (status == STATUS_OK) status = check_game(w, command);
    if (status == STATUS_OK && board != NULL) status = check_features(w, board);
    if (status == STATUS_OK) status = read_config(c, w, board != NULL ? board : w, command, warnings);
    if (status == STATUS_OK) status = status_of(weights_take(w, c, &errors));
    message_errors(&errors, "");
    if (status == STATUS_OK && !command->quiet) message_errors(&w->notes, "");
    return status;
}

int task_read(Config *c, Weights *w, const char *path, const Command *command)
{
    Errors warnings = {0};
    const int status = read_task(c, w, path, command, NULL, &warnings);
    message_errors(&warnings, "warning: ");
    return status;
}

int64_t task_ruled_end(const Config *c, const Weights *w)
{
    const char *rule = w->ini.format >= FORMAT_RULES ? weights_rule(w, "max_pieces") : NULL;
    return rule != NULL && strtoll(rule, NULL, 10) == c->objective.max_pieces ? c->objective.max_pieces : 0;
}

/* The entry of [score] whose key is the name of a score and this end, or NULL. */
static const char *score_entry(const Weights *w, const char *name, const char *end)
{
    char key[80];
    snprintf(key, sizeof key, "score.%s%s", name, end);
    return weights_entry(w, key);
}

bool replay_read(Replay *r, const Weights *w, const char *name)
{
    const bool estimated = strcmp(name, "estimated") == 0;
    const char *mean = score_entry(w, name, ""), *games = score_entry(w, name, "_games"), *seed = score_entry(w, name, "_seed"),
               *of = estimated ? score_entry(w, name, "_games_of") : name;
    if (mean == NULL || games == NULL || seed == NULL || of == NULL) return false;
    const bool evaluates = strcmp(of, estimated ? "evaluation" : "evaluated") == 0;
    *r = (Replay){.mean = strtod(mean, NULL),
                  .games = strtoll(games, NULL, 10),
                  .seed = strtoull(seed, NULL, 10),
                  .purpose = evaluates ? RNG_EVALUATION : RNG_VALIDATION};
    return r->games > 0 && r->games < INT32_MAX;
}

int replay_ready(const Replay *r, Config *c, Weights *w, const char *name, const Command *command)
{
    int status = STATUS_OK;
    if (strcmp(name, "estimated") == 0) {
        CLOSED(settings_free) Settings s = {0};
        OWNED char *path = mem_text(w->path);
        for (int i = -1; i < 0 || config_splitting_keys[i] != NULL; i++) {
            const char *key = i < 0 ? "estimator" : config_splitting_keys[i], *text = score_entry(w, "estimated_", key);
            if (text != NULL) settings_add(&s, path, "objective.%s=%s", key, text);
        }
        settings_add_given(&s, command);
        const Command with = settings_command(&s, command);
        config_free(c);
        weights_free(w);
        status = task_read(c, w, path, &with);
    }
    c->experiment.seed = r->seed;
    return status == STATUS_USAGE ? STATUS_DATA : status;
}

/* Warns if weights play on a board that neither their file nor the command line has chosen. */
static void warn_of_board(const Config *c, const Weights *w, const Weights *board)
{
    char value[PARAM_TEXT_MAX];
    bool any = false;
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        const char *own = weights_rule(w, p->key), *origin = config_origin(c, "game", p->key);
        param_print(p, c->rules, value, sizeof value);
        if (own == NULL || strcmp(own, value) == 0 || strncmp(origin, "--", 2) == 0) continue;
        if (!any) fprintf(stderr, "warning: %s: its weights are for", w->path);
        fprintf(stderr, "%s %s = %s", any ? "," : "", p->key, own);
        any = true;
    }
    if (any) fprintf(stderr, "; all play on the board of %s, unless --set says otherwise\n", board->path);
}

int task_join(Config *c, Weights *w, const char *path, const Command *command, const Weights *board, Errors *warnings)
{
    int status = read_task(c, w, path, command, board, warnings);
    if (status == STATUS_OK && board != NULL && !command->quiet) warn_of_board(c, w, board);
    return status;
}

void task_print(FILE *out, const Config *c, bool features)
{
    char text[PARAM_TEXT_MAX];
    fprintf(out, "%s", c->game->name);
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        param_print(p, c->rules, text, sizeof text);
        if (text[0] != '\0') fprintf(out, ", %s %s", p->key, text);
    }
    if (!config_uses(c, "agent"))
        fprintf(out, "; %s", c->kind->name);
    else if (features || c->agent->weights == NULL)
        fprintf(out, "; agent %s", c->agent->name);
    const ConfigKey *k;
    for (int i = 0; config_uses(c, "agent") && features && (k = config_agent_key(c, i)) != NULL; i++)
        fprintf(out, ", %s %s", k->row->key, config_show(k).text);
    if (config_uses(c, "agent") && features && c->agent->weights == NULL) fprintf(out, ", features %s", c->set->name);
    if (c->objective.max_pieces > 0)
        fprintf(out, "; at most %" PRId64 " %s a game", c->objective.max_pieces, config_units(c)->cost);
    if (c->objective.estimator != ESTIMATOR_GAMES) fprintf(out, "; scores are estimated by splitting");
    fprintf(out, "; seed %" PRIu64 "\n", c->experiment.seed);
}

void task_json(Json *j, const Config *c)
{
    char text[PARAM_TEXT_MAX];
    json_open(j, "game", '{');
    json_text(j, "kind", c->game->name);
    for (const Param *p = c->game->params; p->key != NULL; p++) {
        param_print(p, c->rules, text, sizeof text);
        if (p->type == PARAM_INT)
            json_int(j, p->key, (int64_t)param_get(p, c->rules));
        else if (p->type == PARAM_FLAG)
            json_bool(j, p->key, strcmp(text, "yes") == 0);
        else
            json_text(j, p->key, text);
    }
    json_close(j, '}');
}
