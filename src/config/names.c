/* names.c. Sections and keys that do not exist: which of those that exist may have been meant. */
#include "config/names.h"

#include "base/text.h"
#include "file/suggest.h"

#include <stdio.h>
#include <string.h>

/* Bytes of what follows "unknown key 'KEY' in [SECTION]". */
enum { HINT_MAX = 600 };

static bool known_section(const char *name)
{
    for (const char *const *section = config_sections; *section != NULL; section++)
        if (strcmp(*section, name) == 0) return true;
    return false;
}

const char *names_meant_section(const char *section)
{
    return known_section(section) ? NULL : suggest_name(section, config_sections);
}

bool names_check_section(const Config *c, const char *section, char *why, size_t room)
{
    char unused[120];
    if (known_section(section)) {
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
        if (param_find(o->params, key) != NULL) return o->name;
        for (const Preset *p = o->presets; strcmp(key, "preset") == 0 && p->name != NULL; p++)
            if (strcmp(p->name, value) == 0) return o->name;
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
