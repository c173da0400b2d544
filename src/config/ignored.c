/* ignored.c. Holds the conditions of all given keys against the configuration. */
#include "config/ignored.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Where a condition looks for keys. */
typedef struct {
    const Config *c;     /* borrowed */
    const char *section; /* of keys that name none; borrowed */
} Place;

static ParamPlace find(const void *ctx, const char *key)
{
    const Place *place = ctx;
    void *block;
    const Param *row = config_find(place->c, key, place->section, &block);
    return (ParamPlace){row, block};
}

bool ignored_not(const Config *c, const ConfigPart *part, int row, Unmet *unmet)
{
    const Place place = {c, part->section};
    const char *when = part->table[row].when;
    return when == NULL || condition_holds(when, find, &place, unmet);
}

/* The end of a sentence: "it matters only if topology = ring, and topology is global (default)". */
static void say_unmet(const Config *c, const char *section, const Unmet *unmet, char *out, size_t room)
{
    char value[PARAM_TEXT_MAX], name[sizeof unmet->key + 32];
    const ParamPlace at = find(&(Place){c, section}, unmet->key);
    if (at.row == NULL) { /* no chosen part has the key */
        snprintf(out, room, "it matters only if %s", unmet->clause);
        return;
    }
    const char *point = strchr(unmet->key, '.');
    param_print(at.row, at.block, value, sizeof value);
    snprintf(name, sizeof name, "%.*s", point != NULL ? (int)(point - unmet->key) : (int)strlen(section),
             point != NULL ? unmet->key : section);
    snprintf(out, room, "it matters only if %s, and %s is %.*s (%s)", unmet->clause, unmet->key, QUOTE_MAX,
             value[0] != '\0' ? value : "empty", config_origin(c, name, at.row->key));
}

/* Whether the program wrote the value, and it is the one that the key would have anyway. */
static bool says_nothing(const Reading *r, const Given *g, const Origin *origin)
{
    const bool written = g->line > 0 ? r->ini.format > 0 : strncmp(g->origin, "--", 2) != 0;
    return written && origin->usual;
}

/* What contradicts g: the first of the keys between blanks that was given with it, and says something; NULL: none. A value of the
 * command line takes the place of what the file says, and contradicts nothing there. A file that the program wrote belongs to a
 * run that can still be resumed. */
static const Given *find_contrary(const Reading *r, const Given *g, const char *keys)
{
    char word[64];
    int row;
    if (g->line > 0 && r->ini.format > 0) return NULL;
    for (int i = 0; config_word(keys, i, word, sizeof word); i++) {
        const Given *other = reading_find(r, g->section, word);
        const ConfigPart *part = config_row(r->c, g->section, word, &row);
        assert(part != NULL);
        if (other == NULL || other->refused || (g->line > 0) != (other->line > 0)) continue;
        if (!says_nothing(r, other, &part->origin[row])) return other;
    }
    return NULL;
}

static void check_given(Reading *r, Given *g)
{
    char why[SENTENCE_MAX / 2], all[SENTENCE_MAX];
    int row;
    Unmet unmet;
    const ConfigPart *part = config_row(r->c, g->section, g->key, &row);
    if (part == NULL || says_nothing(r, g, &part->origin[row]) || ignored_not(r->c, part, row, &unmet)) return;
    const Param *p = &part->table[row];
    const Given *other = p->against != NULL && unmet.first ? find_contrary(r, g, p->against) : NULL;
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
