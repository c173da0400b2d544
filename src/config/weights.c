/* weights.c. Reads weights files: an ini with [weights], a bare list of numbers, or a file that an agent plays by. */
#include "config/weights.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "registry.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a file of weights: thousands of numbers. */
enum { TEXT_MAX = 1 << 20 };

/* What may stand between numbers, and between names and numbers. */
static const char separators[] = " \t\r\n\f\v,;:=|[](){}\"'`";

/* A copy of the text, owned by the caller: blanks in place of comments, a minus in place of the dashes that pages print.
 * joined: underscores in place of blanks within names. */
static char *plain_copy(const char *text, bool joined)
{
    char *copy = mem_text(text);
    for (char *at = copy; *at != '\0'; at++) {
        const char before = at > copy ? at[-1] : '\n';
        const bool dash = strncmp(at, "\xE2\x88\x92", 3) == 0 || strncmp(at, "\xE2\x80\x93", 3) == 0,
                   within = isalpha((unsigned char)before) || before == '_';
        if (*at == '#' || *at == '%' || strncmp(at, "//", 2) == 0 || (*at == ';' && before == '\n'))
            memset(at, ' ', strcspn(at, "\n"));
        if (dash) memcpy(at, "  -", 3);
        if (strncmp(at, "\xC2\xA0", 2) == 0) memset(at, ' ', 2); /* a blank at which no line may end */
        if (joined && *at == ' ' && within && isalpha((unsigned char)at[strspn(at, " ")])) *at = '_';
    }
    return copy;
}

/* A name or number of a text that is no ini. */
typedef struct {
    char *text; /* within that text; borrowed */
    int line;
    bool number;
} Word;

/* Cuts text into words, *word (owned by the caller), of which *names are no numbers. Labels right before a bracket, such as
 * array([, are left out. */
static int list_words(char *text, Word **word, int *names)
{
    int n = 0, room = 0, line = 1, fresh = 0; /* fresh: names since the last bracket or number */
    *word = NULL;
    *names = 0;
    for (char *at = text; *at != '\0';) {
        const size_t bytes = strcspn(at, separators);
        if (bytes > 0) {
            const bool none = (bytes == 4 && strncasecmp(at, "null", 4) == 0) || (bytes == 3 && strncasecmp(at, "nan", 3) == 0),
                       number = none || strchr("+-.0123456789", *at) != NULL;
            *word = mem_grow(*word, &room, n + 1, sizeof **word);
            (*word)[n++] = (Word){at, line, number};
            *names += !number;
            fresh = number ? 0 : fresh + 1;
        }
        at += bytes;
        if (*at == '\0') break;
        if (strchr("[({", *at) != NULL) n -= fresh, *names -= fresh;
        if (strchr("[](){}", *at) != NULL) fresh = 0;
        line += *at == '\n';
        *at++ = '\0';
    }
    return n;
}

const char *weights_hint(const char *text)
{
    const char *at = strchr(text, '.') == NULL ? text : "";
    while ((at = strchr(at, ',')) != NULL && !(at > text && isdigit((unsigned char)at[-1]) && isdigit((unsigned char)at[1])))
        at++;
    return at != NULL ? "; a decimal comma?" : "";
}

/* Reads the whole word as a number, as strictly as in an ini. Returns NULL, or what the word must be. */
static const char *read_number(const char *word, double *x)
{
    char why[PARAM_WHY_MAX];
    const Param row = {.type = PARAM_REAL, .bytes = sizeof *x, .lo = -HUGE_VAL, .hi = HUGE_VAL};
    if (!param_set(&row, x, word, why, sizeof why))
        return strchr(word, ',') != NULL ? "a finite number, with a point, not a comma" : "a finite number";
    return fabs(*x) > WEIGHT_MOST ? "at most 1e100, either way, so that sums of it stay finite" : NULL;
}

int weights_numbers(const char *text, const char *where, double **x, Errors *errors)
{
    OWNED char *plain = plain_copy(text, false);
    OWNED Word *word = NULL;
    int names, n = list_words(plain, &word, &names), before = errors->n;
    *x = mem_new((size_t)n + 1, sizeof **x);
    for (int i = 0; i < n; i++) {
        const char *wanted = read_number(word[i].text, &(*x)[i]);
        if (wanted != NULL) errors_add(errors, "%s: '%.40s' is not %s", where, word[i].text, wanted);
    }
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
    errors_free(&w->notes);
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

/* Keeps what a text says that is no ini: numbers alone, or as many names, whether beside them or in a line of their own. */
static WeightsStatus open_words(Weights *w, const char *text, Errors *errors)
{
    OWNED char *plain = plain_copy(text, false), *joined = plain_copy(text, true);
    OWNED Word *word = NULL;
    w->ini.path = mem_text(w->path);
    w->hint = weights_hint(plain);
    int names, n = list_words(plain, &word, &names);
    if (2 * names > n && n > names) {
        free(word);
        n = list_words(joined, &word, &names);
    }
    w->is_list = n == names || 2 * names != n;
    for (const Word *name = word, *number = word; !w->is_list && names > 0; names--, name++, number++) {
        while (name->number) name++;
        while (!number->number) number++;
        ini_add(&w->ini, "weights", name->text, number->text, name->line);
    }
    if (n == names)
        errors_add(errors, "%s: holds no weights: neither a [weights] section nor a list of numbers", w->path);
    else if (w->is_list && !word[0].number)
        errors_add(errors, "%s: %d names for %d numbers: must be numbers alone, or one for each name%s", w->path, names,
                   n - names, w->hint);
    else if (w->is_list)
        w->n = weights_numbers(text, w->path, &w->w, errors);
    if (!w->is_list || w->n > 0) return WEIGHTS_READ;
    w->n = 0;
    return WEIGHTS_BAD;
}

/* Whether a line begins as a section of an ini. */
static bool has_section(const char *text)
{
    for (const char *at = text; at != NULL && *at != '\0'; at = strchr(at, '\n'), at = at != NULL ? at + 1 : NULL) {
        at += strspn(at, " \t\r\n");
        if (at[0] == '[' && isalpha((unsigned char)at[1])) return true;
    }
    return false;
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
    if (strlen(text) == n && n <= TEXT_MAX && !has_section(text)) return open_words(w, text, errors); /* no zero bytes */
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

/* The features that the names in [weights] mean: the set that has just these, or a list of them; "": none is known. Owned by the
 * caller. */
static char *features_named(const Ini *ini, const Game *game)
{
    char *list = mem_text("");
    const FeatureAlias *alias;
    int n = 0;
    for (int i = 0; i < ini->entries; i++) {
        const int k = is_weight(&ini->entry[i]) ? game_feature(game, ini->entry[i].key, &alias) : -1;
        if (k < 0 || (alias != NULL && alias->differs != NULL)) continue;
        OWNED char *before = list;
        list = text_new("%s%s%s", before, n++ > 0 ? " " : "", game->features[k].name);
    }
    for (const FeatureSet *set = game->sets; set < game->sets + game->n_sets; set++) {
        int k = set->n == n ? 0 : n + 1;
        while (k < n && text_has(list, features_name(game, set->index[k]))) k++;
        if (n == 0 || k != n) continue;
        free(list);
        return mem_text(set->name);
    }
    return list;
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
    OWNED char *named = played != NULL ? features_named(&w->ini, played) : NULL;
    if (named != NULL && named[0] != '\0') settings_add(s, w->path, "agent.features=%s", named);
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
    OWNED FeatureSet *made = NULL;
    int n;
    const FeatureSet *set = features_read(c->game, said->value, &made, NULL, found, &n);
    const bool same = set != NULL && features_same(set, c->set);
    for (int i = 0; i < n && set == NULL; i++) ini_blame(&w->ini, said->line, "features = %.200s: %s", said->value, found[i].why);
    if (set != NULL && !same) refuse_rule(w, said, c->set->name);
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

/* Completes weights that the file leaves out (from: NULL): one with a default gets it; any other is reported. */
static void complete(Weights *w, const Config *c, const IniEntry *const *from)
{
    const IniSection *s = ini_section(&w->ini, "weights");
    for (int i = 0; i < w->n; i++) {
        const WeightRow *row = &c->weights.row[i];
        if (from[i] != NULL) continue;
        if (row->standard == NULL)
            ini_blame(&w->ini, s != NULL ? s->line : 0, "'%s' of %s is missing", row->name, called(c));
        else
            w->w[i] = strtod(row->standard, NULL);
    }
}

/* The number of the weight that a name of the file means; -1: none, which is reported. */
static int find_weight(Weights *w, const Config *c, const IniEntry *e)
{
    const FeatureAlias *alias = NULL;
    const int at = weight_find(&c->weights, e->key),
              feature = at < 0 && c->weights.of_features ? game_feature(c->game, e->key, &alias) : -1;
    if (at >= 0) return at;
    const bool differs = alias != NULL && alias->differs != NULL;
    const int other = feature >= 0 && !differs ? weight_find(&c->weights, c->game->features[feature].name) : -1;
    if (other >= 0) {
        errors_add(&w->notes, "%s:%d: '%s' is %s here", w->path, e->line, e->key, c->weights.row[other].name);
        return other;
    }
    const ConfigKey *k = config_key(c, "agent", "features");
    const bool given = !c->weights.of_features || (k->kind == ORIGIN_GIVEN && strcmp(k->origin, w->path) != 0);
    Suggest near = suggest_start(e->key);
    for (int i = 0; i < w->n; i++) suggest_try(&near, c->weights.row[i].name);
    ini_blame(&w->ini, e->line, "'%s' is no %s of %s%s", e->key, c->weights.of_features ? "feature" : "weight",
              given ? called(c) : c->game->name,
              given && !differs ? suggest_hint(&near).text : features_hint(c->game, e->key, false).text);
    return -1;
}

/* Says once what the numbers of a list are taken for, so that another order is seen. */
static void say_list(Weights *w, const Config *c)
{
    OWNED char *line = mem_text("");
    for (int i = 0; i < w->n; i++) {
        OWNED char *before = line;
        line = text_new("%s%s%s = %.6g", before, i > 0 ? ", " : "", c->weights.row[i].name, w->w[i]);
    }
    errors_add(&w->notes, "%s: %s", w->path, line);
}

WeightsStatus weights_take(Weights *w, const Config *c, Errors *errors)
{
    Ini *ini = &w->ini;
    const bool known = c != NULL && c->weights.key != NULL;
    const int wanted = known ? c->weights.n : w->n;
    if (w->is_list) {
        if (known && w->n == wanted && c->weights.of_features) say_list(w, c);
        if (w->n == wanted) return WEIGHTS_READ;
        errors_add(errors, "%s: %d numbers, but %s has %d weights%s", w->path, w->n, called(c), wanted,
                   w->n < wanted ? "" : w->hint);
        if (w->n % wanted == 0 && w->hint[0] == '\0')
            errors_add(errors, "%d vectors, one a line? swarmtris eval - < %s", w->n / wanted, w->path);
        return WEIGHTS_BAD;
    }
    assert(ini->problems == 0 && w->w == NULL); /* opened, and not taken yet */
    const bool meant = !known || is_meant(w, c);
    w->n = known ? wanted : count_weights(ini);
    w->w = mem_new((size_t)w->n + 1, sizeof *w->w); /* + 1: a learned table has no weights */
    OWNED const IniEntry **from = mem_new((size_t)w->n + 1, sizeof *from);
    int taken = 0;
    for (int i = 0; meant && i < ini->entries; i++) {
        const IniEntry *e = &ini->entry[i];
        if (!is_weight(e)) continue;
        const int at = known ? find_weight(w, c, e) : taken;
        if (at < 0) continue;
        const char *wanted_of = read_number(e->value, &w->w[at]);
        if (wanted_of != NULL) ini_blame(ini, e->line, "%s = %.100s: must be %s", e->key, e->value, wanted_of);
        if (from[at] != NULL) ini_blame(ini, e->line, "'%s' was already given in line %d", e->key, from[at]->line);
        from[at] = e;
        taken++;
    }
    if (meant && known && (taken > 0 || count_weights(ini) == 0)) complete(w, c, from);
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
    return config_read(c, NULL, NULL, s.value, s.n, errors, &ignored) ? weights_take(w, c, errors) : WEIGHTS_BAD;
}
