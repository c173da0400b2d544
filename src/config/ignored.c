/* ignored.c. Holds the conditions of all given keys against the configuration. */
#include "config/ignored.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Where a condition looks for keys. */
typedef struct {
    const Config *c;     /* borrowed */
    const char *section; /* of keys that name none; borrowed */
} Place;

static ParamPlace find(const void *ctx, const char *name)
{
    const Place *place = ctx;
    const ConfigKey *k = config_find(place->c, name, place->section);
    return k != NULL ? (ParamPlace){k->row, k->block} : (ParamPlace){0};
}

bool ignored_matters(const Config *c, const ConfigKey *k, Unmet *unmet)
{
    const Place place = {c, k->section};
    return k->row->when == NULL || condition_holds(k->row->when, find, &place, unmet);
}

/* The end of a sentence: "it matters only if topology = ring, and topology is global (default)". */
static void say_unmet(const Config *c, const char *section, const Unmet *unmet, char *out, size_t room)
{
    char value[PARAM_TEXT_MAX];
    const ConfigKey *k = config_find(c, unmet->key, section);
    Text text = text_in(out, room);
    text_add(&text, "it matters only if %s", unmet->clause);
    if (k == NULL) return; /* no chosen part has the key */
    config_show(k, value, sizeof value);
    text_add(&text, ", and %s is %.*s (%s)", unmet->key, QUOTE_MAX, value[0] != '\0' ? value : "empty", k->origin);
}

/* Whether the program wrote the value, and it is the one that the key would have anyway. */
static bool says_nothing(const Reading *r, const Given *g)
{
    const bool written = g->line > 0 ? r->ini.format > 0 : strncmp(g->origin, "--", 2) != 0;
    return written && config_key(r->c, g->section, g->key)->usual;
}

/* What contradicts g: the first of the keys between blanks that was given with it, and says something; NULL: none. A value of the
 * command line takes the place of what the file says, and contradicts nothing there. A file that the program wrote belongs to a
 * run that can still be resumed. */
static const Given *find_contrary(const Reading *r, const Given *g, const char *keys)
{
    char word[64];
    if (g->line > 0 && r->ini.format > 0) return NULL;
    for (int i = 0; config_word(keys, i, word, sizeof word); i++) {
        const Given *other = reading_find(r, g->section, word);
        assert(config_key(r->c, g->section, word) != NULL);
        if (other == NULL || other->refused || (g->line > 0) != (other->line > 0)) continue;
        if (!says_nothing(r, other)) return other;
    }
    return NULL;
}

static void check_given(Reading *r, Given *g)
{
    char why[SENTENCE_MAX / 2], all[SENTENCE_MAX];
    Unmet unmet;
    const ConfigKey *k = config_key(r->c, g->section, g->key);
    if (k == NULL || says_nothing(r, g) || ignored_matters(r->c, k, &unmet)) return;
    const char *against = k->row->against;
    const Given *other = against != NULL && unmet.first ? find_contrary(r, g, against) : NULL;
    say_unmet(r->c, g->section, &unmet, why, sizeof why);
    if (other != NULL)
        snprintf(all, sizeof all, "contradicts %s = %.*s (%s): %s", other->key, QUOTE_MAX, other->value,
                 config_origin(r->c, other->section, other->key), why);
    else
        snprintf(all, sizeof all, "is ignored: %s", why);
    reading_report_value(r, g, other != NULL, all);
}

/* Of a key that is given twice the last value counts. */
void ignored_check(Reading *r)
{
    for (int i = 0; i < r->n; i++) {
        Given *g = &r->given[i];
        if (!g->refused && reading_sound(r, g->section) && reading_find(r, g->section, g->key) == g) check_given(r, g);
    }
}
