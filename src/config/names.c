/* names.c. Sections and keys that do not exist: which of those that exist may have been meant. */
#include "config/names.h"

#include "file/suggest.h"

#include <stdio.h>
#include <string.h>

/* Why a section that exists has no use here. */
static void say_unused(const Config *c, const char *section, char *out, size_t room)
{
    if (c->has_meta)
        snprintf(out, room, "[%s] has no use beside [meta]; it belongs in the ini files of the problems", section);
    else
        snprintf(out, room, "[%s] has no use where [objective] kind = %s", section, config_objectives[c->objective.kind]);
}

static bool known_section(const char *name)
{
    for (const char *const *section = config_sections; *section != NULL; section++)
        if (strcmp(*section, name) == 0) return true;
    return false;
}

bool names_check_section(const Config *c, const char *section, char *why, size_t room)
{
    if (known_section(section)) {
        if (config_uses(c, section)) return true;
        say_unused(c, section, why, room);
        return false;
    }
    const char *near = suggest_name(section, config_sections);
    size_t used = (size_t)snprintf(why, room, "unknown section [%s]; ", section);
    if (near != NULL)
        snprintf(why + used, room - used, "did you mean [%s]?", near);
    else {
        used += (size_t)snprintf(why + used, room - used, "there are");
        for (const char *const *s = config_sections; *s != NULL; s++)
            used += (size_t)snprintf(why + used, room - used, " [%s]", *s);
    }
    return false;
}

/* "'games' belongs in [training], [selection] or [validation]", or nothing. */
static bool hint_elsewhere(const Config *c, const char *key, char *out, size_t room)
{
    const char *where[CONFIG_PARTS_MAX];
    int n = 0, row;
    for (const char *const *s = config_sections; *s != NULL; s++)
        if (config_uses(c, *s) && config_row(c, *s, key, &row) != NULL) where[n++] = *s;
    size_t used = n > 0 ? (size_t)snprintf(out, room, "; '%s' belongs in", key) : 0;
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(out + used, room - used, "%s [%s]", i == 0 ? "" : i == n - 1 ? " or" : ",", where[i]);
    return n > 0;
}

/* "'inertia' belongs to kind = pso", or nothing: the parts that were not chosen. */
static bool hint_other_kind(const char *section, const char *key, char *out, size_t room)
{
    const char *kind = NULL;
    for (int i = 0; strcmp(section, "game") == 0 && registry_games[i] != NULL && kind == NULL; i++)
        if (param_find(registry_games[i]->params, key) != NULL) kind = registry_games[i]->name;
    for (int i = 0; strcmp(section, "agent") == 0 && registry_agents[i] != NULL && kind == NULL; i++)
        if (param_find(registry_agents[i]->params, key) != NULL) kind = registry_agents[i]->name;
    for (int i = 0; strcmp(section, "optimiser") == 0 && registry_optimisers[i] != NULL && kind == NULL; i++)
        if (param_find(registry_optimisers[i]->params, key) != NULL) kind = registry_optimisers[i]->name;
    if (kind != NULL) snprintf(out, room, "; '%s' belongs to kind = %s", key, kind);
    return kind != NULL;
}

/* "did you mean 'particles'?", or which keys there are. */
static void hint_here(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    size_t used = (size_t)snprintf(out, room, "; its keys are");
    Suggest s = suggest_start(key);
    for (int p = 0; p < c->parts; p++)
        for (const Param *row = c->part[p].table; row->key != NULL && strcmp(c->part[p].section, section) == 0; row++) {
            suggest_try(&s, row->key);
            if (used < room) used += (size_t)snprintf(out + used, room - used, " %s", row->key);
        }
    if (s.best != NULL) snprintf(out, room, "%s", suggest_hint(&s).text);
}

void names_hint_key(const Config *c, const char *section, const char *key, char *out, size_t room)
{
    if (!hint_elsewhere(c, key, out, room) && !hint_other_kind(section, key, out, room)) hint_here(c, section, key, out, room);
}
