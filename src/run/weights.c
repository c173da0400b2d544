#include "run/weights.h"

#include "base/mem.h"
#include "run/ini.h"
#include "run/suggest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a bare list that are looked at: thousands of numbers. */
enum { LIST_MAX = 1 << 20 };

static const char separators[] = " \t\r\n,;";

/* The whole of word as a finite number; the same strictness as in an ini. */
static bool read_number(const char *word, double *x)
{
    char why[PARAM_WHY_MAX];
    const Param row = {.type = PARAM_REAL, .bytes = sizeof *x, .lo = -HUGE_VAL, .hi = HUGE_VAL};
    return param_set(&row, x, word, why, sizeof why);
}

int weights_numbers(const char *text, const char *where, double **x, Errors *errors)
{
    int n = 0, room = 0, before = errors->n;
    char *copy = mem_text(text), *rest = NULL;
    *x = NULL;
    for (char *word = strtok_r(copy, separators, &rest); word != NULL; word = strtok_r(NULL, separators, &rest), n++) {
        *x = mem_grow(*x, &room, n + 1, sizeof **x);
        if (!read_number(word, &(*x)[n])) errors_add(errors, "%s: '%.40s' is not a finite number", where, word);
    }
    free(copy);
    return errors->n == before ? n : -1;
}

/* The text of a file that is no ini: it has neither sections nor keys, and only bytes of text. NULL: it is none. Owned. */
static char *bare_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) return NULL;
    char *text = mem_new(LIST_MAX + 1, 1);
    size_t n = fread(text, 1, LIST_MAX, file);
    bool whole = feof(file) && !ferror(file);
    fclose(file);
    if (whole && strlen(text) == n && strpbrk(text, "[=") == NULL && strspn(text, separators) < n) return text;
    free(text);
    return NULL;
}

static WeightsStatus read_list(Weights *w, const char *text, const FeatureSet *set, Errors *errors)
{
    w->set = set;
    w->n = weights_numbers(text, w->path, &w->w, errors);
    bool fits = w->n >= 0 && (set == NULL || set->n == w->n);
    if (w->n >= 0 && !fits) errors_add(errors, "%s: %d numbers, but %s has %d weights", w->path, w->n, set->name, set->n);
    if (w->n < 0) w->n = 0;
    return fits ? WEIGHTS_READ : WEIGHTS_BAD;
}

static const char *feature_name(const Game *game, const FeatureSet *set, int i)
{
    return game->features[set->index[i]].name;
}

/* Where in the set a feature stands; -1: not in it. */
static int place(const Game *game, const FeatureSet *set, const char *name)
{
    for (int i = 0; i < set->n; i++)
        if (strcmp(feature_name(game, set, i), name) == 0) return i;
    return -1;
}

/* How many of the names of [weights] are in the set; their number less those that are not. */
static int likeness(const Ini *ini, const Game *game, const FeatureSet *set)
{
    int like = -set->n;
    for (int i = 0; i < ini->entries; i++)
        if (strcmp(ini->entry[i].section, "weights") == 0) like += place(game, set, ini->entry[i].key) >= 0 ? 2 : -1;
    return like;
}

/* The set that the names are likest to; the first of equals. */
static const FeatureSet *likest(const Ini *ini, const Game *game)
{
    const FeatureSet *best = &game->sets[0];
    for (int i = 1; i < game->n_sets; i++)
        if (likeness(ini, game, &game->sets[i]) > likeness(ini, game, best)) best = &game->sets[i];
    return best;
}

/* The set that the file says it is for, or else that its names say. NULL: told. */
static const FeatureSet *said_set(Ini *ini, const Game *game)
{
    const IniEntry *said = ini_find(ini, "rules", "features");
    if (said == NULL) return likest(ini, game);
    const FeatureSet *set = game_set(game, said->value);
    if (set != NULL) return set;
    Suggest s = suggest_start(said->value);
    for (int i = 0; i < game->n_sets; i++) suggest_try(&s, game->sets[i].name);
    ini_blame(ini, said->line, "features = %s: %s has no such feature set%s", said->value, game->name, suggest_hint(&s).text);
    return NULL;
}

static void refuse_name(Ini *ini, const IniEntry *e, const Game *game, const FeatureSet *set)
{
    Suggest s = suggest_start(e->key);
    for (int i = 0; i < set->n; i++) suggest_try(&s, feature_name(game, set, i));
    ini_blame(ini, e->line, "'%s' is no feature of %s%s", e->key, set->name, suggest_hint(&s).text);
}

static void name_missing(Ini *ini, const Game *game, const FeatureSet *set)
{
    const IniSection *s = ini_section(ini, "weights");
    for (int i = 0; i < set->n; i++)
        if (ini_find(ini, "weights", feature_name(game, set, i)) == NULL)
            ini_blame(ini, s != NULL ? s->line : 0, "'%s' of %s is missing", feature_name(game, set, i), set->name);
}

/* Weight number i. */
static void take(Weights *w, Ini *ini, const IniEntry *e, int i)
{
    if (!read_number(e->value, &w->w[i])) ini_blame(ini, e->line, "%s = %.100s: must be a finite number", e->key, e->value);
    free(w->names[i]);
    w->names[i] = mem_text(e->key);
}

static void keep_entry(Weights *w, const IniEntry *e)
{
    size_t room = strlen(e->section) + strlen(e->key) + strlen(e->value) + 3;
    w->entry[w->entries] = mem_new(room, 1);
    snprintf(w->entry[w->entries++], room, "%s.%s=%s", e->section, e->key, e->value);
}

/* [weights] to their places, the rest as it is. set NULL: in the order of the file, whatever the names. */
static void take_entries(Weights *w, Ini *ini, const Game *game, const FeatureSet *set)
{
    for (int i = 0, n = 0; i < ini->entries; i++) {
        const IniEntry *e = &ini->entry[i];
        int at = set == NULL ? n : place(game, set, e->key);
        if (strcmp(e->section, "weights") != 0) {
            keep_entry(w, e);
            continue;
        }
        n++;
        if (at < 0)
            refuse_name(ini, e, game, set);
        else
            take(w, ini, e, at);
    }
}

static int count_weights(const Ini *ini)
{
    int n = 0;
    for (int i = 0; i < ini->entries; i++) n += strcmp(ini->entry[i].section, "weights") == 0;
    return n;
}

static void read_ini(Weights *w, Ini *ini, const Game *game, const FeatureSet *asked)
{
    const FeatureSet *set = game != NULL ? said_set(ini, game) : NULL;
    if (asked != NULL && set != NULL && set != asked && ini_find(ini, "rules", "features") != NULL)
        ini_blame(ini, ini_find(ini, "rules", "features")->line, "features = %s, but weights for %s were asked for", set->name,
                  asked->name);
    else if (asked != NULL)
        set = asked;
    if (game != NULL && set == NULL) return;
    w->set = set;
    w->n = set != NULL ? set->n : count_weights(ini);
    w->w = mem_new((size_t)w->n, sizeof *w->w);
    w->names = mem_new((size_t)w->n, sizeof *w->names);
    w->entry = mem_new((size_t)ini->entries, sizeof *w->entry);
    bool complete = ini->problems == 0; /* else a line that was refused may be the missing one */
    take_entries(w, ini, game, set);
    if (set != NULL && complete) name_missing(ini, game, set);
}

WeightsStatus weights_read(Weights *w, const char *path, const Game *game, const FeatureSet *set, Errors *errors)
{
    *w = (Weights){.path = mem_text(path)};
    char *text = bare_text(path);
    if (text != NULL) {
        WeightsStatus status = read_list(w, text, set, errors);
        free(text);
        return status;
    }
    Ini ini;
    WeightsStatus status = ini_read(&ini, path) ? WEIGHTS_READ : WEIGHTS_MISSING;
    if (status == WEIGHTS_READ && count_weights(&ini) == 0 && ini.problems == 0)
        ini_blame(&ini, 0, "holds no weights: neither a [weights] section nor a list of numbers");
    else if (status == WEIGHTS_READ)
        read_ini(w, &ini, game, set);
    if (status == WEIGHTS_READ && ini.problems > 0) status = WEIGHTS_BAD;
    ini_report(&ini, errors);
    ini_free(&ini);
    return status;
}

const char *weights_entry(const Weights *w, const char *name)
{
    size_t length = strlen(name);
    for (int i = 0; i < w->entries; i++)
        if (strncmp(w->entry[i], name, length) == 0 && w->entry[i][length] == '=') return w->entry[i] + length + 1;
    return NULL;
}

void weights_free(Weights *w)
{
    for (int i = 0; w->names != NULL && i < w->n; i++) free(w->names[i]);
    for (int i = 0; i < w->entries; i++) free(w->entry[i]);
    free(w->path);
    free(w->w);
    free(w->names);
    free(w->entry);
    *w = (Weights){0};
}
