/* reading.c. Collects the values that the user gave and phrases what is wrong with them. */
#include "config/reading.h"

#include "base/mem.h"
#include "config/names.h"

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

void reading_forget(Reading *r, int i)
{
    free(r->given[i].section);
    free(r->given[i].key);
    free(r->given[i].value);
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

void reading_refuse(Reading *r, const char *section, const char *key, const char *format, ...)
{
    Finding f = {.key = key, .fatal = true};
    va_list args;
    va_start(args, format);
    vsnprintf(f.why, sizeof f.why, format, args);
    va_end(args);
    reading_report_findings(r, section, &f, 1);
}

bool reading_finish(Reading *r, Errors *errors)
{
    assert(errors != &r->late);
    bool good = r->ini.problems == 0 && r->late.n == 0;
    if (r->ini.path != NULL) ini_report(&r->ini, errors);
    for (int i = 0; i < r->late.n; i++) errors_add(errors, "%s", r->late.line[i]);
    for (int i = 0; i < r->n; i++) {
        free(r->given[i].section);
        free(r->given[i].key);
        free(r->given[i].value);
    }
    free(r->given);
    errors_free(&r->late);
    ini_free(&r->ini);
    return good;
}
