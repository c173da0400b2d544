/* weights.c. Reads weights files: an ini with [weights], a bare list of numbers, or a file that an agent plays by. */
#include "config/weights.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "registry.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a file of weights: thousands of numbers. */
enum { TEXT_MAX = 1 << 20 };

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

static bool is_weight(const IniEntry *e)
{
    return strcmp(e->section, "weights") == 0;
}

static int count_weights(const Ini *ini)
{
    int n = 0;
    for (int i = 0; i < ini->entries; i++) n += is_weight(&ini->entry[i]);
    return n;
}

const char *weights_entry(const Weights *w, const char *name)
{
    const size_t section = strcspn(name, ".");
    for (const IniEntry *e = w->ini.entry; e < w->ini.entry + w->ini.entries; e++)
        if (strlen(e->section) == section && strncmp(e->section, name, section) == 0 && strcmp(e->key, name + section + 1) == 0)
            return e->value;
    return NULL;
}

const char *weights_rule(const Weights *w, const char *key)
{
    const IniEntry *e = ini_find(&w->ini, "rules", key);
    return e != NULL ? e->value : NULL;
}

void weights_free(Weights *w)
{
    ini_free(&w->ini);
    free(w->path);
    free(w->w);
    *w = (Weights){0};
}

/* ---- opening ---- */

/* The agent that is called name; NULL: none is, or name is NULL. */
static const Agent *agent_called(const char *name)
{
    int i = 0;
    while (name != NULL && registry_agents[i] != NULL && strcmp(registry_agents[i]->name, name) != 0) i++;
    return name != NULL ? registry_agents[i] : NULL;
}

/* The text of a file, up to TEXT_MAX bytes and one more, owned by the caller; *n: its bytes. NULL: errno. */
static char *read_text(const char *path, size_t *n)
{
    FILE *file = files_stream(path);
    if (file == NULL) return NULL;
    char *text = mem_new(TEXT_MAX + 2, 1);
    *n = fread(text, 1, TEXT_MAX + 1, file);
    const bool bad = ferror(file) != 0;
    const int why = errno;
    fclose(file);
    errno = why;
    if (!bad) return text;
    free(text);
    return NULL;
}

/* Keeps what a file that an agent plays by says, as if it were an ini with [rules]. */
static WeightsStatus open_played(Weights *w, const AgentFileKind *kind, Errors *errors)
{
    AgentFile f;
    const bool good = kind->read(&f, w->path, errors);
    w->ini.path = mem_text(w->path);
    if (good) {
        ini_add(&w->ini, "rules", "agent", kind->agent->name, 0);
        ini_add(&w->ini, "rules", "game", f.game->name, 0);
        for (int i = 0; i < f.rules; i++) {
            char *value = strchr(f.rule[i], '=');
            *value++ = '\0';
            ini_add(&w->ini, "rules", f.rule[i], value, 0);
        }
        ini_add(&w->ini, "rules", kind->agent->file, w->path, 0);
    }
    kind->release(&f);
    return good ? WEIGHTS_READ : WEIGHTS_BAD;
}

WeightsStatus weights_open(Weights *w, const char *path, Errors *errors)
{
    *w = (Weights){.path = mem_text(path)};
    size_t n = 0;
    OWNED char *text = read_text(path, &n);
    if (text == NULL) {
        errors_add(errors, "%s: cannot be read: %s", path, files_why(errno));
        return WEIGHTS_MISSING;
    }
    const AgentFileKind *kind = agent_file_of_text(text);
    if (kind != NULL) return open_played(w, kind, errors);
    if (strlen(text) == n && strpbrk(text, "[=") == NULL && strspn(text, separators) < n) { /* no sections, keys, zero bytes */
        w->is_list = true;
        w->n = weights_numbers(text, path, &w->w, errors);
        if (w->n >= 0) return WEIGHTS_READ;
        w->n = 0;
        return WEIGHTS_BAD;
    }
    ini_read_text(&w->ini, path, text, n);
    const IniEntry *by = ini_find(&w->ini, "rules", "agent");
    const Agent *agent = agent_called(weights_rule(w, "agent"));
    if (agent != NULL && agent->count != NULL && weights_rule(w, "features") == NULL)
        ini_blame(&w->ini, by->line, "agent = %s needs features = SET, the features that it reads", agent->name);
    if (n > TEXT_MAX) ini_blame(&w->ini, 0, "is longer than a file of weights, %d bytes", TEXT_MAX);
    if (count_weights(&w->ini) == 0 && w->ini.problems == 0 && (agent == NULL || agent->file == NULL))
        ini_blame(&w->ini, 0, "holds no weights: neither a [weights] section nor a list of numbers%s",
                  ini_section(&w->ini, "training") != NULL ? "; 'swarmtris train' makes weights from this ini" : "");
    ini_report(&w->ini, errors);
    return w->ini.problems > 0 ? WEIGHTS_BAD : WEIGHTS_READ;
}

/* ---- what they are played under ---- */

/* How well the names in [weights] match the set: names in both, less names in only one of them. */
static int likeness(const Ini *ini, const Game *game, const FeatureSet *set)
{
    int like = -set->n;
    for (int i = 0; i < ini->entries; i++) {
        if (!is_weight(&ini->entry[i])) continue;
        int k = 0;
        while (k < set->n && strcmp(features_name(game, set->index[k]), ini->entry[i].key) != 0) k++;
        like += k < set->n ? 2 : -1;
    }
    return like;
}

/* Writes the key of an ini that a key of [rules] stands for, "game.height". */
static void key_of(const Weights *w, const char *rule, char *key, size_t room)
{
    static const char *const others[][2] = {{"game", "game.kind"},          {"objective", "objective.kind"},
                                            {"agent", "agent.kind"},        {"max_pieces", "objective.max_pieces"},
                                            {"function", "objective.kind"}, {"cut_at", "objective.max_pieces"},
                                            {"features", "agent.features"}};
    const Agent *agent = agent_called(weights_rule(w, "agent"));
    const ObjectiveKind *kind = kinds_with_settings(weights_rule(w, "objective"));
    const bool bare = agent != NULL && (agent->count != NULL || agent->file != NULL) && param_find(agent->params, rule) != NULL;
    const char *section = strchr(rule, '.') != NULL                    ? ""
                          : bare                                       ? "agent."
                          : kind != NULL && text_has(kind->keys, rule) ? "objective."
                                                                       : "game.";
    snprintf(key, room, "%s%s", section, rule);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(rule, others[i][0]) == 0) snprintf(key, room, "%s", others[i][1]);
}

/* Adds what [rules] of w say about keys that begin with one of the words. */
static void add_rules(Settings *s, const Weights *w, const char *words)
{
    char key[INI_LINE_MAX + 16], word[32];
    for (const IniEntry *e = w->ini.entry; e < w->ini.entry + w->ini.entries; e++) {
        bool meant = false;
        key_of(w, e->key, key, sizeof key);
        for (int i = 0; text_word(words, i, word, sizeof word); i++) meant = meant || strncmp(key, word, strlen(word)) == 0;
        if (!meant || strcmp(e->section, "rules") != 0) continue;
        settings_add(s, e->line > 0 ? mem_own(&s->texts, text_new("%s:%d", w->path, e->line)) : w->path, "%s = %s", key,
                     e->value);
    }
}

bool weights_settings(const Weights *w, const Weights *board, const ConfigValue *value, int n, Settings *s)
{
    const char *asked = config_given(value, n, "agent.kind"), *said = weights_rule(w, "agent"),
               *game = weights_rule(board, "game");
    const char *kind = config_given(value, n, "objective.kind");
    const Agent *agent = agent_called(asked != NULL ? asked : said);
    const bool other = asked != NULL && strcmp(asked, said != NULL ? said : registry_agents[0]->name) != 0,
               settings = kinds_with_settings(kind != NULL ? kind : weights_rule(w, "objective")) != NULL;
    add_rules(s, board, "game. objective.");
    if (!other) add_rules(s, w, "agent.");
    if (other && agent != NULL && agent->weights == NULL) add_rules(s, w, "agent.features");
    if (settings || (agent != NULL && !agent_weighs_features(agent)) || weights_rule(w, "features") != NULL ||
        weights_rule(w, "function") != NULL || config_given(value, n, "agent.features") != NULL)
        return true;
    if (w->is_list) return false;
    if (config_given(value, n, "game.kind") != NULL) game = config_given(value, n, "game.kind");
    const Game *played = game != NULL ? registry_game(game) : registry_games[0];
    const FeatureSet *best = played != NULL ? &played->sets[0] : NULL; /* the most like the names of the file */
    for (int i = 1; played != NULL && i < played->n_sets; i++)
        if (likeness(&w->ini, played, &played->sets[i]) > likeness(&w->ini, played, best)) best = &played->sets[i];
    if (best != NULL) settings_add(s, w->path, "agent.features=%s", best->name);
    return true;
}

/* ---- the numbers ---- */

/* Reports a rule of the file that contradicts the Config. False, for the caller to return. */
static bool refuse_rule(Weights *w, const IniEntry *e, const char *wanted)
{
    ini_blame(&w->ini, e->line, "%s = %.200s, but weights for %.200s were asked for", e->key, e->value, wanted);
    return false;
}

/* Whether the features that the file names are those of the Config. */
static bool has_features(Weights *w, const Config *c, const IniEntry *said)
{
    Finding found[FINDINGS_MAX];
    FeatureSet *made = NULL;
    int n;
    const FeatureSet *set = features_read(c->game, said->value, &made, NULL, found, &n);
    const bool same = set != NULL && features_same(set, c->set);
    for (int i = 0; i < n; i++) ini_blame(&w->ini, said->line, "features = %.200s: %s", said->value, found[i].why);
    if (set != NULL && !same) refuse_rule(w, said, c->set->name);
    free(made);
    return same;
}

/* Whether the Config has the options that the file states of its agent, on which the number of its weights depends. */
static bool has_options(Weights *w, const Config *c)
{
    char key[INI_LINE_MAX + 16];
    for (const IniEntry *e = w->ini.entry; e < w->ini.entry + w->ini.entries; e++) {
        key_of(w, e->key, key, sizeof key);
        const ConfigKey *k = strcmp(e->section, "rules") == 0 ? config_find(c, key, "") : NULL;
        if (k == NULL || strncmp(key, "agent.", 6) != 0 || strcmp(key, "agent.features") == 0) continue;
        if (strcmp(config_show(k).text, e->value) == 0) continue;
        ini_blame(&w->ini, e->line, "%s = %s, but weights for %s = %s were asked for", e->key, e->value, k->row->key,
                  config_show(k).text);
        return false;
    }
    return true;
}

/* Whether the file is meant for the weights of the Config, as far as it says what it is meant for. */
static bool is_meant(Weights *w, const Config *c)
{
    const IniEntry *kind = ini_find(&w->ini, "rules", "objective"), *by = ini_find(&w->ini, "rules", "agent"),
                   *features = ini_find(&w->ini, "rules", "features");
    const Agent *agent = by != NULL ? agent_called(by->value) : NULL;
    const bool own = agent != NULL && !agent_weighs_features(agent);
    if (kind != NULL && kinds_with_settings(kind->value) != c->kind) return refuse_rule(w, kind, c->weights.name);
    if (kind != NULL) return true;
    if (own && (agent != c->agent || c->kind->settings != NULL))
        return refuse_rule(w, by, c->kind->settings == NULL ? c->agent->name : c->kind->name);
    if (!own && features != NULL && !c->weights.of_features) return refuse_rule(w, features, c->weights.name);
    return features == NULL || (has_features(w, c, features) && (!own || has_options(w, c)));
}

/* The weights of c in a sentence. A list of features is not written out, since it may be long. */
static const char *called(const Config *c)
{
    return c->weights.of_features && c->set == c->listed ? "the list of features" : c->weights.name;
}

/* Completes weights that the file leaves out: one with a default gets it; any other is reported. */
static void complete(Weights *w, const Config *c)
{
    const IniSection *s = ini_section(&w->ini, "weights");
    for (int i = 0; i < w->n; i++) {
        const WeightRow *row = &c->weights.row[i];
        if (ini_find(&w->ini, "weights", row->name) != NULL) continue;
        if (row->standard == NULL)
            ini_blame(&w->ini, s != NULL ? s->line : 0, "'%s' of %s is missing", row->name, called(c));
        else
            w->w[i] = strtod(row->standard, NULL);
    }
}

WeightsStatus weights_take(Weights *w, const Config *c, Errors *errors)
{
    Ini *ini = &w->ini;
    const bool known = c != NULL && c->weights.key != NULL;
    if (w->is_list) {
        if (!known || w->n == c->weights.n) return WEIGHTS_READ;
        errors_add(errors, "%s: %d numbers, but %s has %d weights", w->path, w->n, called(c), c->weights.n);
        return WEIGHTS_BAD;
    }
    assert(ini->problems == 0 && w->w == NULL); /* opened, and not taken yet */
    const bool meant = !known || is_meant(w, c);
    w->n = known ? c->weights.n : count_weights(ini);
    w->w = mem_new((size_t)w->n + 1, sizeof *w->w); /* + 1: a learned table has no weights */
    for (int i = 0, next = 0; meant && i < ini->entries; i++) {
        const IniEntry *e = &ini->entry[i];
        if (!is_weight(e)) continue;
        const int at = known ? weight_find(&c->weights, e->key) : next++;
        const char *wanted = at >= 0 ? read_number(e->value, &w->w[at]) : NULL;
        Suggest near = suggest_start(e->key);
        for (int k = 0; at < 0 && k < w->n; k++) suggest_try(&near, c->weights.row[k].name);
        if (at < 0)
            ini_blame(ini, e->line, "'%s' is no %s of %s%s", e->key, c->weights.of_features ? "feature" : "weight", called(c),
                      suggest_hint(&near).text);
        if (wanted != NULL) ini_blame(ini, e->line, "%s = %.100s: must be %s", e->key, e->value, wanted);
    }
    if (meant && known) complete(w, c);
    ini_report(ini, errors);
    return ini->problems == 0 ? WEIGHTS_READ : meant ? WEIGHTS_BAD : WEIGHTS_OTHER;
}

WeightsStatus weights_read(Weights *w, const char *path, const Config *c, Errors *errors)
{
    const WeightsStatus status = weights_open(w, path, errors);
    return status == WEIGHTS_READ ? weights_take(w, c, errors) : status;
}

WeightsStatus weights_load(Weights *w, Config *c, const char *path, const ConfigValue *value, int n, Errors *errors)
{
    CLOSED(errors_free) Errors ignored = {0};
    CLOSED(settings_free) Settings s = {0};
    *c = (Config){0};
    const WeightsStatus status = weights_open(w, path, errors);
    if (status != WEIGHTS_READ || !weights_settings(w, w, value, n, &s)) return status;
    for (int i = 0; i < n; i++) settings_add(&s, value[i].origin, "%s", value[i].text);
    return config_read(c, NULL, s.value, s.n, errors, &ignored) ? weights_take(w, c, errors) : WEIGHTS_BAD;
}
