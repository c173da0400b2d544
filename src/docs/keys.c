/* keys.c. The tables of keys of all parts, in the order of the sections of an ini. */
#include "docs/docs.h"

#include "base/text.h"
#include "config/config.h"

#include <assert.h>
#include <string.h>

static int add(KeyTable *out, int n, KeyTable row)
{
    assert(n < KEY_TABLES_MAX && row.table != NULL);
    out[n] = row;
    return n + 1;
}

/* The parts of a section with keys of their own. */
static int add_parts(KeyTable *out, int n, const char *section)
{
    if (strcmp(section, "game") == 0)
        for (const Game *const *g = registry_games; *g != NULL; g++)
            n = add(out, n, (KeyTable){section, (*g)->name, (*g)->doc, (*g)->params, NULL, NULL});
    if (strcmp(section, "agent") == 0)
        for (const Agent *const *a = registry_agents; *a != NULL; a++)
            n = add(out, n, (KeyTable){section, (*a)->name, (*a)->doc, (*a)->params, NULL, (*a)->weights});
    if (strcmp(section, "optimiser") == 0)
        for (const Optimiser *const *o = registry_optimisers; *o != NULL; o++)
            n = add(out, n, (KeyTable){section, (*o)->name, (*o)->doc, (*o)->params, (*o)->presets, NULL});
    return n;
}

int keys_all(KeyTable out[KEY_TABLES_MAX])
{
    Config c = {0};
    int n = 0;
    config_start(&c);
    for (const char *const *section = config_sections; *section != NULL; section++) {
        for (int p = 0; p < c.parts; p++)
            if (strcmp(c.part[p].section, *section) == 0)
                n = add(out, n, (KeyTable){*section, NULL, "", c.part[p].table, NULL, NULL});
        n = add_parts(out, n, *section);
    }
    config_free(&c);
    return n;
}

const char *keys_remark(const Param *p, char *out, size_t room)
{
    Text text = text_in(out, room);
    assert(!p->may_change || !p->per_phase);
    if (p->when != NULL) text_add(&text, "Needs %s.", p->when);
    if (p->may_change || p->per_phase)
        text_add(&text, "%s%s", text.used > 0 ? " " : "",
                 p->may_change ? "A resumed run may change it." : "[training] and [selection] may have their own.");
    assert(!text.cut);
    return out;
}

const char *keys_standard(const Param *p)
{
    return param_standard(p)[0] != '\0' ? param_standard(p) : "empty";
}

/* Adds the options of a verb that are not there yet. */
static int add_options(const Verb *verb, const Option *out[OPTIONS_ALL_MAX], int n)
{
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        int k = 0;
        while (k < n && out[k] != row) k++;
        assert(k < OPTIONS_ALL_MAX);
        out[k] = row;
        if (k == n) n++;
    }
    return n;
}

int options_all(const Option *out[OPTIONS_ALL_MAX])
{
    int n = 0;
    for (int i = 0; verbs[i] != NULL; i++) n = add_options(verbs[i], out, n);
    return add_options(&verb_none, out, n);
}
