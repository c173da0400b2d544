/* task.c. Reads weights, and makes the configuration of the board that they are to play on. */
#include "cli/task.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/directories.h"
#include "cli/named.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The section of the ini that a key of [rules] (length bytes) of a board belongs to; NULL: the key is not used. */
static const char *section_of(const Schema *schema, const char *key, size_t length)
{
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)length, key);
    if (text_has("objective features agent", name) || strchr(name, '.') != NULL)
        return NULL; /* the weights that play, not the board, decide these */
    if (schema->kind != NULL && text_has(schema->kind->keys, name)) return "objective";
    if (schema->agent != NULL && schema->agent->file != NULL && strcmp(name, schema->agent->file) == 0)
        return NULL;                                                                           /* as features */
    if (schema->names != NULL && param_find(schema->agent->params, name) != NULL) return NULL; /* as features */
    return strcmp(name, "max_pieces") == 0 ? "objective" : "game";
}

static void add_rules(Settings *s, const Weights *w)
{
    for (int i = 0; i < w->entries; i++) {
        if (strncmp(w->entry[i], "rules.", 6) != 0) continue;
        const char *key = w->entry[i] + 6;
        const size_t length = strcspn(key, "=");
        const char *section = section_of(&w->schema, key, length);
        const bool names_game = length == 4 && strncmp(key, "game", length) == 0;
        if (strncmp(key, "cut_at=", 7) == 0)
            settings_add(s, w->path, "objective.max_pieces=%s", key + 7);
        else if (section != NULL)
            settings_add(s, w->path, "%s.%s%s", section, names_game ? "kind" : "", names_game ? key + length : key);
    }
}

/* Reads weights. The configuration is read later, since the weights decide the features, or the agent. */
static int read_weights(Weights *w, const char *path, Schema asked)
{
    Errors errors = {0};
    WeightsStatus read = weights_read(w, path, asked, &errors);
    message_errors(&errors, "");
    switch (read) {
    case WEIGHTS_READ: return STATUS_OK;
    case WEIGHTS_MISSING: return STATUS_NO_INPUT;
    case WEIGHTS_OTHER: return STATUS_USAGE;
    case WEIGHTS_BAD: break;
    }
    return STATUS_DATA;
}

/* Whether the command line names the features of the weights, which a file of mere numbers needs. */
static bool names_features(const Command *o)
{
    for (int i = 0; i < o->values; i++)
        if (strncmp(o->value[i].text, "agent.features=", 15) == 0) return true;
    return false;
}

/* Adds the features, or the agent, that weights belong to. */
static void add_schema(Settings *s, const Schema *schema, const char *origin)
{
    if (schema->kind != NULL) settings_add(s, origin, "objective.kind=%s", schema->kind->name);
    if (schema->agent != NULL) settings_add(s, origin, "agent.kind=%s", schema->agent->name);
    if (schema->set != NULL) settings_add(s, origin, "agent.features=%s", schema->set->name);
}

/* Adds those options of the agent of w that say how many weights it has. */
static void add_counted(Settings *s, const Weights *w)
{
    for (const Param *p = w->schema.agent->params; p->key != NULL; p++) {
        const char *value = weights_rule(w, p->key);
        if (value != NULL) settings_add(s, w->path, "agent.%s=%s", p->key, value);
    }
}

/* Adds the agent that w was trained with and its keys, unless the command line, read into c, asks for another agent. */
static void add_agent(Settings *s, const Config *c, const Weights *w)
{
    const char *kind = weights_rule(w, "agent");
    if (kind == NULL || (c->agent != NULL && strcmp(registry_agent_names[c->agent_choice.kind], kind) != 0)) return;
    settings_add(s, w->path, "agent.kind=%s", kind);
    for (int i = 0; i < w->entries; i++)
        if (strncmp(w->entry[i], "rules.agent.", 12) == 0) settings_add(s, w->path, "%s", w->entry[i] + 6);
}

/* The configuration of w on the board of the weights called board. */
static int read_config(Config *c, const Weights *w, const Weights *board, const Command *o)
{
    Settings s = {0};
    assert(schema_known(&w->schema));
    add_rules(&s, board);
    add_schema(&s, &w->schema, w->path);
    add_agent(&s, c, w);
    if (w->schema.names != NULL) add_counted(&s, w);
    if (weights_agent_file(w) != NULL) settings_add(&s, w->path, "agent.%s=%s", w->schema.agent->file, weights_agent_file(w));
    config_free(c);
    const int status = settings_read(c, &s, o);
    return status == STATUS_USAGE && board->entries > 0 ? STATUS_DATA : status;
}

/* Reads the command line under the game and the agent that the file names, since keys and features depend on them. */
static int read_options(Config *c, const char *file, Schema said, const Command *o)
{
    Settings s = {0};
    if (said.game != NULL) settings_add(&s, file, "game.kind=%s", said.game->name);
    if (said.agent != NULL) add_schema(&s, &said, file);
    return settings_read(c, &s, o);
}

/* The schema that the command line asks for; if it asks for none, that of the game alone. Files of learners and of tables say
 * themselves what they are: some keys of the command line may make sense under their rules only. */
static int ask_schema(Config *c, const char *file, Schema said, const Command *o, Schema *asked)
{
    *asked = said;
    *c = (Config){0};
    if (said.kind != NULL && said.game != NULL) return STATUS_OK;
    if (said.agent != NULL && said.agent->file != NULL) return STATUS_OK;
    int status = read_options(c, file, said, o);
    if (status != STATUS_OK && said.game != NULL && said.game != registry_games[0])
        fprintf(stderr, "%s: is for the game %s\n", file, said.game->name);
    if (status != STATUS_OK) return status;
    if (said.game != NULL && said.game != c->game) {
        OWNED char *others = named_playing(c->game);
        return verb_fail(STATUS_USAGE, "%s: these weights play %s, not %s; what comes with the program and plays %s:%s", file,
                         said.game->name, c->game->name, c->game->name, others[0] != '\0' ? others : " nothing");
    }
    const bool counted = said.agent != NULL && said.agent->count != NULL; /* the file has the options that say how many */
    *asked = (Schema){.game = c->game};
    if (c->kind->settings != NULL || (!agent_weighs_features(c->agent) && !counted) || names_features(o))
        *asked = config_schema(c);
    return STATUS_OK;
}

/* Refuses weights of one agent if the command line asks for another. */
static int check_agent(const Config *c, const Weights *w)
{
    const Schema schema = config_schema(c);
    if (schema_same(&schema, &w->schema)) return STATUS_OK;
    const bool others = schema.agent != NULL && schema.agent == w->schema.agent;
    return verb_fail(STATUS_USAGE, "%s: holds weights of %s %s, but %s%s was asked for", w->path, schema_key(&w->schema),
                     schema_name(&w->schema), schema.kind != NULL ? c->kind->name : c->agent->name,
                     others ? " with other weights or features" : "");
}

/* The schema that a file states. Beside a board, its weights are for the game of the board, if that has their features. */
static Schema said_beside(const char *file, const Weights *board)
{
    Schema said = weights_said(file);
    if (board != NULL && said.kind == NULL) said.game = board->schema.game;
    return said;
}

int task_refuse_settings(const char *path, const ObjectiveKind *kind)
{
    return verb_fail(STATUS_USAGE, "%s: holds settings of %s: only what plays games can be compared", path, kind->name);
}

/* task_read and task_join. board NULL: the board of the weights themselves. */
static int read_task(Config *c, Weights *w, const char *path, const Command *o, const Weights *board)
{
    *w = (Weights){0};
    const bool directory = files_is_directory(path);
    char *file = directory ? files_path(path, "weights.ini") : mem_text(path);
    *c = (Config){0};
    int status = directory && !files_exists(file) && directories_explain(o->verb, path) ? STATUS_NO_INPUT : STATUS_OK;
    Schema asked = {0};
    const Schema said = status == STATUS_OK ? said_beside(file, board) : asked;
    if (board != NULL && said.kind != NULL) status = task_refuse_settings(file, said.kind);
    if (status == STATUS_OK) status = ask_schema(c, file, said, o, &asked);
    if (status == STATUS_OK) status = read_weights(w, file, asked);
    if (status == STATUS_OK && !schema_known(&w->schema))
        status = verb_fail(STATUS_DATA,
                           "%s: does not say what its numbers are: add --set agent.features=SET (swarmtris list sets)", file);
    free(file);
    if (status == STATUS_OK) status = read_config(c, w, board != NULL ? board : w, o);
    return status == STATUS_OK ? check_agent(c, w) : status;
}

int task_read(Config *c, Weights *w, const char *path, const Command *o)
{
    return read_task(c, w, path, o, NULL);
}

int64_t task_ruled_end(const Config *c, const Weights *w)
{
    const char *rule = weights_rule(w, "max_pieces");
    return rule != NULL && strtoll(rule, NULL, 10) == c->objective.max_pieces ? c->objective.max_pieces : 0;
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

int task_join(Config *c, Weights *w, const char *path, const Command *o, const Weights *board)
{
    assert(schema_known(&board->schema)); /* they have been read */
    int status = read_task(c, w, path, o, board);
    if (status == STATUS_OK && !o->quiet) warn_of_board(c, w, board);
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
