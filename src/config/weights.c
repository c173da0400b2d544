/* weights.c. Reads weights files: an ini with [weights], or a bare list of numbers. */
#include "config/weights.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/kinds.h"
#include "file/files.h"
#include "file/ini.h"
#include "file/message.h"
#include "registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a bare list that are looked at: thousands of numbers. */
enum { LIST_MAX = 1 << 20 };

static const char separators[] = " \t\r\n,;";

/* Reads the whole word as a number, as strictly as in an ini. Returns NULL, or what the word must be. */
static const char *read_number(const char *word, double *x)
{
    char why[PARAM_WHY_MAX];
    const Param row = {.type = PARAM_REAL, .bytes = sizeof *x, .lo = -HUGE_VAL, .hi = HUGE_VAL};
    if (!param_set(&row, x, word, why, sizeof why)) return "a finite number";
    return fabs(*x) > WEIGHT_MOST ? "at most 1e100, either way, so that sums of it stay finite" : NULL;
}

int weights_numbers(const char *text, const char *where, double **x, Errors *errors)
{
    int n = 0, room = 0, before = errors->n;
    char *copy = mem_text(text), *rest = NULL;
    *x = NULL;
    for (char *word = strtok_r(copy, separators, &rest); word != NULL; word = strtok_r(NULL, separators, &rest), n++) {
        *x = mem_grow(*x, &room, n + 1, sizeof **x);
        const char *wanted = read_number(word, &(*x)[n]);
        if (wanted != NULL) errors_add(errors, "%s: '%.40s' is not %s", where, word, wanted);
    }
    free(copy);
    return errors->n == before ? n : -1;
}

/* The text of a file without sections, keys or zero bytes, owned by the caller; NULL: any other file (also empty or too long). */
static char *bare_text(const char *path)
{
    FILE *file = files_stream(path);
    if (file == NULL) return NULL;
    char *text = mem_new(LIST_MAX + 1, 1);
    size_t n = fread(text, 1, LIST_MAX, file);
    bool whole = feof(file) && !ferror(file);
    fclose(file);
    if (whole && strlen(text) == n && strpbrk(text, "[=") == NULL && strspn(text, separators) < n) return text;
    free(text);
    return NULL;
}

/* The name of the schema in a sentence. A list of features is not written out, since it may be long. */
static const char *called(const Weights *w)
{
    return schema_of_features(&w->schema) && w->schema.set == w->listed ? "the list of features" : schema_name(&w->schema);
}

static WeightsStatus read_list(Weights *w, const char *text, Errors *errors)
{
    const bool known = schema_known(&w->schema);
    w->n = weights_numbers(text, w->path, &w->w, errors);
    bool fits = w->n >= 0 && (!known || schema_size(&w->schema) == w->n);
    if (w->n >= 0 && !fits)
        errors_add(errors, "%s: %d numbers, but %s has %d weights", w->path, w->n, called(w), schema_size(&w->schema));
    if (w->n < 0) w->n = 0;
    return fits ? WEIGHTS_READ : WEIGHTS_BAD;
}

/* ---- what the weights belong to ---- */

/* How well the names in [weights] match the set: names in both, less names in only one of them. */
static int likeness(const Ini *ini, const Game *game, const FeatureSet *set)
{
    const Schema schema = {.game = game, .set = set};
    int like = -set->n;
    for (int i = 0; i < ini->entries; i++)
        if (strcmp(ini->entry[i].section, "weights") == 0) like += schema_find(&schema, ini->entry[i].key) >= 0 ? 2 : -1;
    return like;
}

/* The set that matches the names of the file best; of equals, the first. */
static const FeatureSet *likest(const Ini *ini, const Game *game)
{
    const FeatureSet *best = &game->sets[0];
    for (int i = 1; i < game->n_sets; i++)
        if (likeness(ini, game, &game->sets[i]) > likeness(ini, game, best)) best = &game->sets[i];
    return best;
}

/* The features that the file names; NULL: something is wrong with them, which is reported. */
static const FeatureSet *said_set(Ini *ini, const IniEntry *said, const Game *game, FeatureSet **made)
{
    Finding found[FINDINGS_MAX];
    int n;
    const FeatureSet *set = features_read(game, said->value, made, NULL, found, &n);
    const IniEntry *of = ini_find(ini, "rules", "game");
    if (n > 0 && of != NULL && registry_game(of->value) != game) {
        ini_blame(ini, of->line, "game = %.200s: its weights cannot play %s, which has no features '%.200s'", of->value,
                  game->name, said->value);
        return NULL;
    }
    for (int i = 0; i < n; i++) ini_blame(ini, said->line, "features = %.200s: %s", said->value, found[i].why);
    return set;
}

/* The agent that is called name; NULL: none is. */
static const Agent *agent_called(const char *name)
{
    for (int i = 0; registry_agents[i] != NULL; i++)
        if (strcmp(registry_agents[i]->name, name) == 0) return registry_agents[i];
    return NULL;
}

static const Agent *said_agent(Ini *ini, const IniEntry *said)
{
    char absent[120];
    const Agent *agent = agent_called(said->value);
    if (agent == NULL && registry_absent("agent", said->value, absent, sizeof absent))
        ini_blame(ini, said->line, "agent = %.200s: %s", said->value, absent);
    else if (agent == NULL)
        ini_blame(ini, said->line, "agent = %.200s: there is no such agent; 'swarmtris list agents' has them", said->value);
    return agent;
}

/* The options of an agent as the file gives them, in a new block. */
static void *said_options(Ini *ini, const Agent *agent)
{
    char why[PARAM_WHY_MAX];
    void *options = mem_new(1, agent->options_bytes);
    param_defaults(agent->params, options);
    for (const Param *p = agent->params; p->key != NULL; p++) {
        const IniEntry *said = ini_find(ini, "rules", p->key);
        if (said != NULL && !param_set(p, options, said->value, why, sizeof why))
            ini_blame(ini, said->line, "%s = %.200s: %s", p->key, said->value, why);
    }
    return options;
}

/* The schema of an agent that counts its weights. *made, *names: its set and names, owned by the caller. Unknown: reported. */
static Schema said_counted(Ini *ini, const IniEntry *said, const Game *game, const Agent *agent, FeatureSet **made, char ***names)
{
    const IniEntry *features = ini_find(ini, "rules", "features");
    if (features == NULL) {
        ini_blame(ini, said->line, "agent = %s needs features = SET, the features that it reads", agent->name);
        return (Schema){0};
    }
    const int before = ini->problems;
    void *options = said_options(ini, agent);
    const Rules rules = {.game = game, .set = said_set(ini, features, game, made), .options = options};
    if (ini->problems == before) *names = schema_names(&rules, agent);
    const Schema schema = *names != NULL ? schema_of(&rules, agent, *names) : (Schema){0};
    free(options);
    return schema;
}

static const ObjectiveKind *said_kind(Ini *ini, const IniEntry *said)
{
    const ObjectiveKind *kind = kinds_with_settings(said->value);
    if (kind == NULL)
        ini_blame(ini, said->line, "objective = %.200s: must be a kind of objective that has settings", said->value);
    return kind;
}

/* The schema that the file states in *said, else the one that was asked for, else the one that its names match best. */
static Schema read_schema(const Weights *w, Ini *ini, const IniEntry **said, FeatureSet **made, char ***names)
{
    const Game *game = w->schema.game;
    const IniEntry *features = ini_find(ini, "rules", "features"), *by = ini_find(ini, "rules", "agent");
    const IniEntry *kind = ini_find(ini, "rules", "objective");
    const Agent *agent = by != NULL ? said_agent(ini, by) : NULL;
    const bool counts = agent != NULL && agent->count != NULL, weighs = agent != NULL && agent_weighs_features(agent);
    if (by != NULL && features != NULL && !counts && !weighs)
        ini_blame(ini, features->line, "features has no effect beside agent");
    *said = kind != NULL ? kind : by != NULL && !weighs ? by : features;
    if (kind != NULL) return (Schema){.game = game, .kind = said_kind(ini, kind)};
    if (counts) return said_counted(ini, by, game, agent, made, names);
    if (by != NULL && !weighs) return (Schema){.game = game, .agent = agent};
    if (features != NULL) return (Schema){.game = game, .set = said_set(ini, features, game, made)};
    return schema_known(&w->schema) ? w->schema : (Schema){.game = game, .set = likest(ini, game)};
}

/* Reports that the file states another schema than the one that was asked for. */
static void refuse_schema(const Weights *w, Ini *ini, const IniEntry *said, const Schema *schema)
{
    if (schema->agent != NULL && schema->agent == w->schema.agent)
        ini_blame(ini, said->line, "%s = %.200s has %d weights here, but %d, or others, were asked for", schema_key(schema),
                  schema_name(schema), schema_size(schema), schema_size(&w->schema));
    else
        ini_blame(ini, said->line, "%s = %.200s, but weights for %.200s were asked for", schema_key(schema), schema_name(schema),
                  schema_name(&w->schema));
}

/* Sets w->schema to the schema of the file (read_schema). If another one was asked for, that is reported, and names are still
 * checked against the file's schema. False: there is no schema, which is reported. */
static bool find_schema(Weights *w, Ini *ini)
{
    const IniEntry *said;
    FeatureSet *made = NULL;
    char **names = NULL;
    const Schema schema = read_schema(w, ini, &said, &made, &names);
    const bool known = schema_known(&schema), asked = schema_known(&w->schema);
    if (!known || (asked && schema_same(&schema, &w->schema))) {
        free(made);
        free(names);
        return known;
    }
    if (asked) refuse_schema(w, ini, said, &schema);
    free(w->listed);
    free(w->counted);
    w->schema = schema;
    w->listed = made;
    w->counted = names;
    return true;
}

/* ---- names ---- */

static void refuse_name(const Weights *w, Ini *ini, const IniEntry *e)
{
    Suggest s = suggest_start(e->key);
    for (int i = 0; i < schema_size(&w->schema); i++) suggest_try(&s, schema_weight(&w->schema, i));
    ini_blame(ini, e->line, "'%s' is no %s of %s%s", e->key, schema_of_features(&w->schema) ? "feature" : "weight", called(w),
              suggest_hint(&s).text);
}

/* Completes weights that the file leaves out: an agent's own gets its default; a missing feature is reported. */
static void complete(Weights *w, Ini *ini)
{
    const IniSection *s = ini_section(ini, "weights");
    char why[PARAM_WHY_MAX];
    for (int i = 0; i < schema_size(&w->schema); i++) {
        const Param *row = schema_row(&w->schema, i);
        const char *name = schema_weight(&w->schema, i);
        if (ini_find(ini, "weights", name) != NULL) continue;
        if (row == NULL)
            ini_blame(ini, s != NULL ? s->line : 0, "'%s' of %s is missing", name, called(w));
        else
            param_set(row, w->w, row->standard, why, sizeof why);
    }
}

/* Takes weight number i from entry e. */
static void take(Weights *w, Ini *ini, const IniEntry *e, int i)
{
    const char *wanted = read_number(e->value, &w->w[i]);
    if (wanted != NULL) ini_blame(ini, e->line, "%s = %.100s: must be %s", e->key, e->value, wanted);
}

/* Puts [weights] in the order of the schema (none: in that of the file, whatever the names), and keeps all other entries. */
static void take_entries(Weights *w, Ini *ini)
{
    for (int i = 0, n = 0; i < ini->entries; i++) {
        const IniEntry *e = &ini->entry[i];
        if (strcmp(e->section, "weights") != 0) {
            w->entry[w->entries++] = text_new("%s.%s=%s", e->section, e->key, e->value);
            continue;
        }
        int at = schema_known(&w->schema) ? schema_find(&w->schema, e->key) : n;
        n++;
        if (at < 0)
            refuse_name(w, ini, e);
        else
            take(w, ini, e, at);
    }
}

static int count_weights(const Ini *ini)
{
    int n = 0;
    for (int i = 0; i < ini->entries; i++) n += strcmp(ini->entry[i].section, "weights") == 0;
    return n;
}

static void read_ini(Weights *w, Ini *ini)
{
    if (w->schema.game != NULL && !find_schema(w, ini)) return;
    w->n = schema_known(&w->schema) ? schema_size(&w->schema) : count_weights(ini);
    w->w = mem_new((size_t)w->n + 1, sizeof *w->w); /* + 1: a learned table has no weights */
    w->entry = mem_new((size_t)ini->entries, sizeof *w->entry);
    bool whole = ini->problems == 0; /* else a refused line may be the missing weight */
    take_entries(w, ini);
    if (schema_known(&w->schema) && whole) complete(w, ini);
}

/* Reads a file that an agent plays by instead of weights. */
static WeightsStatus read_agent_file(Weights *w, const AgentFileKind *kind, Errors *errors)
{
    AgentFile f;
    const bool good = kind->read(&f, w->path, errors);
    if (good) {
        w->w = mem_new(1, sizeof *w->w);
        w->schema = (Schema){.game = f.game, .agent = kind->agent};
        w->entry = mem_new((size_t)f.rules + 2, sizeof *w->entry);
        w->entry[w->entries++] = text_new("rules.game=%s", f.game->name);
        for (int i = 0; i < f.rules; i++) w->entry[w->entries++] = text_new("rules.%s", f.rule[i]);
        w->entry[w->entries++] = text_new("rules.%s=%s", kind->agent->file, w->path);
    }
    kind->release(&f);
    return good ? WEIGHTS_READ : WEIGHTS_BAD;
}

/* Whether the file is for an agent that plays by a file, so that it needs no weights. */
static bool names_file(const Ini *ini)
{
    const IniEntry *said = ini_find(ini, "rules", "agent");
    const Agent *agent = said != NULL ? agent_called(said->value) : NULL;
    return agent != NULL && agent->file != NULL;
}

WeightsStatus weights_read(Weights *w, const char *path, Schema asked, Errors *errors)
{
    *w = (Weights){.path = mem_text(path), .schema = asked};
    if (asked.set != NULL) w->schema.set = features_keep(asked.game, asked.set, &w->listed);
    w->counted = schema_keep_names(&w->schema);
    const AgentFileKind *kind = agent_file_at(path);
    if (kind != NULL) return read_agent_file(w, kind, errors);
    char *text = bare_text(path);
    if (text != NULL) {
        WeightsStatus status = read_list(w, text, errors);
        free(text);
        return status;
    }
    Ini ini;
    WeightsStatus status = ini_read(&ini, path) ? WEIGHTS_READ : WEIGHTS_MISSING;
    if (status == WEIGHTS_READ && count_weights(&ini) == 0 && ini.problems == 0 && !names_file(&ini))
        ini_blame(&ini, 0, "holds no weights: neither a [weights] section nor a list of numbers%s",
                  ini_section(&ini, "training") != NULL ? "; 'swarmtris train' makes weights from this ini" : "");
    else if (status == WEIGHTS_READ)
        read_ini(w, &ini);
    bool other = schema_known(&asked) && !schema_same(&asked, &w->schema);
    if (status == WEIGHTS_READ && ini.problems > 0) status = other && ini.problems == 1 ? WEIGHTS_OTHER : WEIGHTS_BAD;
    ini_report(&ini, errors);
    ini_free(&ini);
    return status;
}

Schema weights_said(const char *path)
{
    Ini ini;
    Schema schema = {0};
    const AgentFileKind *file = agent_file_at(path);
    if (file != NULL) return (Schema){.agent = file->agent};
    const bool read = ini_read(&ini, path);
    const IniEntry *game = read ? ini_find(&ini, "rules", "game") : NULL, *agent = read ? ini_find(&ini, "rules", "agent") : NULL;
    const IniEntry *kind = read ? ini_find(&ini, "rules", "objective") : NULL;
    if (game != NULL) schema.game = registry_game(game->value);
    if (agent != NULL) schema.agent = agent_called(agent->value);
    if (kind != NULL) schema.kind = kinds_with_settings(kind->value);
    ini_free(&ini);
    return schema;
}

const char *weights_entry(const Weights *w, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < w->entries; i++)
        if (strncmp(w->entry[i], name, length) == 0 && w->entry[i][length] == '=') return w->entry[i] + length + 1;
    return NULL;
}

const char *weights_rule(const Weights *w, const char *key)
{
    char entry[80];
    snprintf(entry, sizeof entry, "rules.%s", key);
    return weights_entry(w, entry);
}

const char *weights_agent_file(const Weights *w)
{
    return w->schema.agent != NULL && w->schema.agent->file != NULL ? weights_rule(w, w->schema.agent->file) : NULL;
}

void weights_free(Weights *w)
{
    mem_free_texts(w->entry, w->entries);
    free(w->path);
    free(w->w);
    free(w->listed);
    free(w->counted);
    *w = (Weights){0};
}
