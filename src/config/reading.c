/* reading.c. Collects the values that the user gave and phrases what is wrong with them and with their names. */
#include "config/reading.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/suggest.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The origin of a value that is not of the ini, and the value: "--set game.height=3", "--seed 7", or "w.ini: game.height=3" of a
 * weights file. */
static void say_giver(const Given *g, char *out, size_t room)
{
    char text[QUOTE_MAX + 1];
    const bool named = strncmp(g->origin, "--", 2) == 0 && strcmp(g->origin, "--set") != 0; /* the option says which key it is */
    if (named)
        snprintf(text, sizeof text, "%s", g->value);
    else
        snprintf(text, sizeof text, "%s.%s=%s", g->section, g->key, g->value);
    snprintf(out, room, "%s%s %s", g->origin, strncmp(g->origin, "--", 2) == 0 ? "" : ":", text);
}

void reading_report(Reading *r, Given *g, bool fatal, const char *format, ...)
{
    char body[SENTENCE_MAX], giver[SENTENCE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    Errors *elsewhere = fatal ? &r->late : r->warnings;
    if (g != NULL && fatal) g->refused = true;
    if (g != NULL && g->line == 0) {
        say_giver(g, giver, sizeof giver);
        errors_add(elsewhere, "%s: %s", giver, body);
    } else if (r->ini.path == NULL)
        errors_add(elsewhere, "%s", body);
    else if (fatal)
        ini_blame(&r->ini, g != NULL ? g->line : 0, "%s", body);
    else if (g != NULL)
        errors_add(elsewhere, "%s:%d: %s", r->ini.path, g->line, body);
    else
        errors_add(elsewhere, "%s: %s", r->ini.path, body);
}

void reading_report_value(Reading *r, Given *g, bool fatal, const char *why)
{
    if (g->line == 0)
        reading_report(r, g, fatal, "%s", why);
    else
        reading_report(r, g, fatal, "%s = %.*s: %s", g->key, QUOTE_MAX, g->value, why);
}

Given *reading_find(const Reading *r, const char *section, const char *key)
{
    for (int i = r->n - 1; i >= 0; i--)
        if (strcmp(r->given[i].section, section) == 0 && strcmp(r->given[i].key, key) == 0) return &r->given[i];
    return NULL;
}

/* Adds a value; the texts are copied, the origin is borrowed. */
static void add_given(Reading *r, const char *section, const char *key, const char *value, int line, const char *origin)
{
    r->given = mem_grow(r->given, &r->room, r->n + 1, sizeof *r->given);
    r->given[r->n++] =
        (Given){.section = mem_text(section), .key = mem_text(key), .value = mem_text(value), .line = line, .origin = origin};
}

static bool is_named(const ConfigValue *v)
{
    size_t name = strcspn(v->text, "="), section = strcspn(v->text, ".=");
    return v->text[name] == '=' && section > 0 && section + 1 < name;
}

/* A text of the command line that is not section.key=value; for a key alone the sentence names its section. */
static void refuse_value(Reading *r, const ConfigValue *v)
{
    char key[64], name[128];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(v->text, "="), v->text);
    if (names_whole(r->c, key, name, sizeof name))
        errors_add(&r->late, "%s %.*s: must be section.key=value; did you mean '%s'?", v->origin, QUOTE_MAX, v->text, name);
    else
        errors_add(&r->late, "%s %.*s: must be section.key=value", v->origin, QUOTE_MAX, v->text);
}

static void add_value(Reading *r, const ConfigValue *v)
{
    char *section = mem_text(v->text), *key = strchr(section, '.'), *value = strchr(section, '=');
    *key++ = *value++ = '\0';
    add_given(r, section, key, value, 0, v->origin);
    free(section);
}

static void free_given(Given *g)
{
    free(g->section);
    free(g->key);
    free(g->value);
}

void reading_forget(Reading *r, int i)
{
    free_given(&r->given[i]);
    memmove(&r->given[i], &r->given[i + 1], (size_t)(--r->n - i) * sizeof *r->given);
}

void reading_add_values(Reading *r, const ConfigValue *value, int n)
{
    for (int i = 0; i < n; i++)
        if (is_named(&value[i])) add_value(r, &value[i]);
}

void reading_refuse_values(Reading *r, const ConfigValue *value, int n)
{
    for (int i = 0; i < n; i++)
        if (!is_named(&value[i])) refuse_value(r, &value[i]);
}

/* The section that an entry is judged in: below a name with a slip it is the one that was meant, unless the file has both. */
static const char *judged_in(const Reading *r, const char *section)
{
    const char *meant = names_meant_section(section);
    return meant != NULL && ini_section(&r->ini, meant) == NULL ? meant : section;
}

void reading_add_entries(Reading *r)
{
    for (int i = 0; i < r->ini.entries; i++) {
        const IniEntry *e = &r->ini.entry[i];
        add_given(r, judged_in(r, e->section), e->key, e->value, e->line, r->ini.path);
    }
}

bool reading_sound(const Reading *r, const char *section)
{
    for (int i = 0; i < r->n; i++)
        if (r->given[i].refused && strcmp(r->given[i].section, section) == 0) return false;
    for (int i = 0; i < r->ini.problems; i++)
        if (strcmp(ini_section_at(&r->ini, r->ini.problem[i].line), section) == 0) return false;
    return config_uses(r->c, section);
}

void reading_report_findings(Reading *r, const char *section, const Finding *finding, int n)
{
    assert(n >= 0 && n <= FINDINGS_MAX);
    for (int i = 0; i < n; i++) {
        char where[64], value[PARAM_TEXT_MAX];
        const char *point = strchr(finding[i].key, '.');
        const char *key = point != NULL ? point + 1 : finding[i].key;
        snprintf(where, sizeof where, "%.*s", point != NULL ? (int)(point - finding[i].key) : (int)strlen(section),
                 point != NULL ? finding[i].key : section);
        Given *g = reading_find(r, where, key);
        const ConfigKey *k = config_key(r->c, where, key);
        if (g != NULL)
            reading_report_value(r, g, finding[i].fatal, finding[i].why);
        else if (k != NULL) {
            config_show(k, value, sizeof value);
            const bool plain = strcmp(k->origin, "default") == 0; /* what every ini has that says nothing of it */
            reading_report(r, NULL, finding[i].fatal, "%s.%s = %.*s%s%s%s: %s", where, key, QUOTE_MAX, value, plain ? "" : " (",
                           plain ? "" : k->origin, plain ? "" : ")", finding[i].why);
        } else
            reading_report(r, NULL, finding[i].fatal, "[%s]: %s", where, finding[i].why);
    }
}

bool reading_finish(Reading *r, Errors *errors)
{
    assert(errors != &r->late);
    bool good = r->ini.problems == 0 && r->late.n == 0;
    if (r->ini.path != NULL) ini_report(&r->ini, errors);
    for (int i = 0; i < r->late.n; i++) errors_add(errors, "%s", r->late.line[i]);
    for (int i = 0; i < r->n; i++) free_given(&r->given[i]);
    free(r->given);
    errors_free(&r->late);
    ini_free(&r->ini);
    return good;
}

/* ---- names of sections and keys ---- */

/* Bytes of what follows "unknown key 'KEY' in [SECTION]". */
enum { HINT_MAX = 600 };

const char *names_meant_section(const char *section)
{
    return kinds_has(config_sections, section) ? NULL : suggest_name(section, config_sections);
}

bool names_check_section(const Config *c, const char *section, char *why, size_t room)
{
    char unused[120];
    if (kinds_has(config_sections, section)) {
        if (config_uses(c, section)) return true;
        kinds_say_unused(c->kind, "[objective] kind", unused, sizeof unused);
        snprintf(why, room, "[%s] %s", section, unused);
        return false;
    }
    if (registry_absent("section", section, unused, sizeof unused)) {
        snprintf(why, room, "[%s] %s", section, unused);
        return false;
    }
    const char *near = names_meant_section(section);
    Text text = text_in(why, room);
    text_add(&text, "unknown section [%.*s]; ", QUOTE_MAX, section);
    if (near != NULL)
        text_add(&text, "did you mean [%s]?", near);
    else {
        text_add(&text, "there are");
        for (const char *const *s = config_sections; *s != NULL; s++) text_add(&text, " [%s]", *s);
    }
    return false;
}

/* "'games' belongs in [training], [selection] or [validation]", or nothing. */
static bool hint_elsewhere(const Config *c, const char *key, char *out, size_t room)
{
    const char *where[CONFIG_PARTS_MAX];
    int n = 0;
    for (const char *const *s = config_sections; *s != NULL; s++)
        if (config_uses(c, *s) && config_key(c, *s, key) != NULL) where[n++] = *s;
    Text text = text_in(out, room);
    if (n > 0) text_add(&text, "; '%s' belongs in", key);
    for (int i = 0; i < n; i++) text_add(&text, "%s [%s]", i == 0 ? "" : i == n - 1 ? " or" : ",", where[i]);
    return n > 0;
}

const char *names_kind_of_optimiser(const char *key, const char *value)
{
    for (int i = 0; registry_optimisers[i] != NULL; i++) {
        const Optimiser *o = registry_optimisers[i];
        if (param_find(o->params, key) != NULL || (strcmp(key, "preset") == 0 && config_preset(o, value) != NULL)) return o->name;
    }
    return NULL;
}

/* "'inertia' belongs to kind = pso", or nothing: the parts that were not chosen. */
static bool hint_other_kind(const char *section, const char *key, char *out, size_t room)
{
    const char *kind = NULL;
    for (int i = 0; strcmp(section, "game") == 0 && registry_games[i] != NULL && kind == NULL; i++)
        if (param_find(registry_games[i]->params, key) != NULL) kind = registry_games[i]->name;
    for (int i = 0; strcmp(section, "agent") == 0 && registry_agents[i] != NULL && kind == NULL; i++)
        if (param_find(registry_agents[i]->params, key) != NULL) kind = registry_agents[i]->name;
    if (strcmp(section, "optimiser") == 0) kind = names_kind_of_optimiser(key, "");
    if (kind != NULL) snprintf(out, room, "; '%s' belongs to kind = %s", key, kind);
    return kind != NULL;
}

/* "did you mean 'particles'?", or which keys there are. */
static void hint_here(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    Text text = text_in(out, room);
    text_add(&text, "; its keys are");
    Suggest s = suggest_start(key);
    for (int p = 0; p < c->parts; p++)
        for (const Param *row = c->part[p].table; row->key != NULL && strcmp(c->part[p].section, section) == 0; row++) {
            suggest_try(&s, row->key);
            text_add(&text, " %s", row->key);
        }
    if (s.best != NULL) snprintf(out, room, "%s", suggest_hint(&s).text);
}

void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    char hint[HINT_MAX];
    const char *now = config_renamed(c, section, key);
    if (now != NULL) {
        snprintf(out, room, "'%s' in [%s] is now called '%s'", key, section, now);
        return;
    }
    if (!hint_elsewhere(c, key, hint, sizeof hint) && !hint_other_kind(section, key, hint, sizeof hint))
        hint_here(c, section, key, hint, sizeof hint);
    snprintf(out, room, "unknown key '%.*s' in [%s]%s", QUOTE_MAX, key, section, hint);
}

bool names_whole(const Config *c, const char *key, char *out, size_t room)
{
    for (const char *const *section = config_sections; *section != NULL; section++) {
        const char *now = config_key(c, *section, key) != NULL ? key : config_renamed(c, *section, key);
        if (now != NULL) snprintf(out, room, "%s.%s", *section, now);
        if (now != NULL) return true;
    }
    return false;
}
