/* reading.c. Phrases what is wrong with the values that the user gave and with their names. */
#include "config/reading.h"

#include "base/text.h"
#include "file/message.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

void reading_report(Reading *r, Given *g, bool fatal, const char *format, ...)
{
    char body[SENTENCE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    Errors *elsewhere = fatal ? &r->late : r->warnings;
    if (g != NULL && fatal) g->refused = true;
    if (g != NULL && g->line == 0) {
        const bool option = strncmp(g->origin, "--", 2) == 0, named = option && strcmp(g->origin, "--set") != 0;
        errors_add(elsewhere, "%s%s %.*s: %s", g->origin, option ? "" : ":", QUOTE_MAX, named ? g->value : g->text, body);
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

Given *reading_given(const Reading *r, const ConfigKey *k)
{
    for (int i = r->n - 1; i >= 0 && k != NULL; i--)
        if (r->given[i].at == k) return &r->given[i];
    return NULL;
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
        const Finding *f = &finding[i];
        const ConfigKey *k = config_find(r->c, f->key, section);
        Given *g = reading_given(r, k);
        if (g != NULL)
            reading_report_value(r, g, f->fatal, f->why);
        else if (k != NULL) {
            const bool plain = strcmp(k->origin, "default") == 0; /* the default of every ini, not one of this kind or game */
            reading_report(r, NULL, f->fatal, "%s.%s = %.*s%s%s%s: %s", k->section, k->row->key, QUOTE_MAX, config_show(k).text,
                           plain ? "" : " (", plain ? "" : k->origin, plain ? "" : ")", f->why);
        } else
            reading_report(r, NULL, f->fatal, "[%s]: %s", section, f->why);
    }
}

/* ---- names of sections and keys ---- */

bool names_check_section(const Config *c, const char *section, char *why, size_t room)
{
    char unused[120];
    const char *near = suggest_name(section, config_sections);
    const bool known = near != NULL && strcmp(near, section) == 0;
    if (known && config_uses(c, section)) return true;
    if (known) kinds_say_unused(c->kind, "[objective] kind", unused, sizeof unused);
    if (known || registry_absent("section", section, unused, sizeof unused)) {
        snprintf(why, room, "[%s] %s", section, unused);
        return false;
    }
    Text text = text_in(why, room);
    text_add(&text, "unknown section [%.*s]; ", QUOTE_MAX, section);
    text_add(&text, near != NULL ? "did you mean [%s]?" : "there are%s", near != NULL ? near : "");
    for (const char *const *s = config_sections; near == NULL && *s != NULL; s++) text_add(&text, " [%s]", *s);
    return false;
}

/* Adds "'games' belongs in [training] or [validation]", "it is called 'points' and belongs in [game]". False: nowhere. */
static bool add_elsewhere(const Config *c, const char *key, Text *out)
{
    const char *where[CONFIG_PARTS_MAX];
    int n = 0;
    for (const char *const *s = config_sections; *s != NULL; s++)
        if (config_uses(c, *s) && config_key(c, *s, key) != NULL) where[n++] = *s;
    if (n > 0) text_add(out, "; '%s' belongs in", key);
    for (int i = 0; i < n; i++) text_add(out, "%s [%s]", i == 0 ? "" : i == n - 1 ? " or" : ",", where[i]);
    const ConfigKey *now = NULL;
    for (const char *const *s = config_sections; *s != NULL && n == 0 && now == NULL; s++)
        if (config_uses(c, *s)) now = config_renamed(c, *s, key);
    if (now != NULL) text_add(out, "; it is called '%s' and belongs in [%s]", now->row->key, now->section);
    return n > 0 || now != NULL;
}

const char *names_kind_of_optimiser(const char *key, const char *value)
{
    for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
        if (param_find((*o)->params, key) != NULL || (strcmp(key, "preset") == 0 && config_preset(*o, value) != NULL))
            return (*o)->name;
    return NULL;
}

/* The kind of game, agent or optimiser that has a key; NULL: none has. */
static const char *kind_with(const char *section, const char *key)
{
    for (int i = 0; strcmp(section, "game") == 0 && registry_games[i] != NULL; i++)
        if (param_find(registry_games[i]->params, key) != NULL) return registry_games[i]->name;
    for (int i = 0; strcmp(section, "agent") == 0 && registry_agents[i] != NULL; i++)
        if (param_find(registry_agents[i]->params, key) != NULL) return registry_agents[i]->name;
    return strcmp(section, "optimiser") == 0 ? names_kind_of_optimiser(key, "") : NULL;
}

/* Adds "did you mean 'particles'?", or which keys there are. */
static void add_here(const Config *c, const char *section, const char *key, Text *out)
{
    char list[600];
    Text keys = text_in(list, sizeof list);
    Suggest s = suggest_start(key);
    for (int p = 0; p < c->parts; p++)
        for (const Param *row = c->part[p].table; row->key != NULL && strcmp(c->part[p].section, section) == 0; row++) {
            suggest_try(&s, row->key);
            text_add(&keys, " %s", row->key);
        }
    text_add(out, "%s%s", s.best != NULL ? suggest_hint(&s).text : "; its keys are", s.best != NULL ? "" : list);
}

void names_refuse_key(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    char range[PARAM_TEXT_MAX];
    const char *kind = kind_with(section, key);
    const ConfigKey *now = config_renamed(c, section, key);
    Text text = text_in(out, room);
    if (now != NULL) {
        param_range(now->row, range, sizeof range);
        text_add(&text, "'%s' in [%s] is called '%s', %s%s%s", key, section, now->row->key, range,
                 now->row->unit[0] != '\0' ? " " : "", now->row->unit);
        return;
    }
    text_add(&text, "unknown key '%.*s' in [%s]", QUOTE_MAX, key, section);
    if (add_elsewhere(c, key, &text)) return;
    if (kind != NULL)
        text_add(&text, "; '%s' belongs to kind = %s", key, kind);
    else
        add_here(c, section, key, &text);
}

bool names_whole(const Config *c, const char *key, char *out, size_t room)
{
    for (const char *const *section = config_sections; *section != NULL; section++) {
        const ConfigKey *here = config_key(c, *section, key), *now = here != NULL ? here : config_renamed(c, *section, key);
        if (now != NULL) return snprintf(out, room, "%s.%s", *section, now->row->key) > 0;
    }
    return false;
}
