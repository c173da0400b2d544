/* weights.c. Reads weights files: an ini with [weights], or a bare list of numbers. */
#include "config/weights.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/features.h"
#include "file/ini.h"
#include "file/suggest.h"
#include "registry.h"

#include <assert.h>
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

/* How a sentence calls the set: a list may be long. */
static const char *called(const Weights *w)
{
    return w->set == w->listed ? "the list of features" : w->set->name;
}

static WeightsStatus read_list(Weights *w, const char *text, Errors *errors)
{
    w->n = weights_numbers(text, w->path, &w->w, errors);
    bool fits = w->n >= 0 && (w->set == NULL || w->set->n == w->n);
    if (w->n >= 0 && !fits) errors_add(errors, "%s: %d numbers, but %s has %d weights", w->path, w->n, called(w), w->set->n);
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

/* The set that shares most names with the file; the first of equals. */
static const FeatureSet *likest(const Ini *ini, const Game *game)
{
    const FeatureSet *best = &game->sets[0];
    for (int i = 1; i < game->n_sets; i++)
        if (likeness(ini, game, &game->sets[i]) > likeness(ini, game, best)) best = &game->sets[i];
    return best;
}

/* The features that the file says it is for; NULL: it names none that exists, as was reported. */
static const FeatureSet *said_set(Ini *ini, const IniEntry *said, const Game *game, FeatureSet **made)
{
    Finding found[FINDINGS_MAX];
    int n;
    const FeatureSet *set = features_read(game, said->value, made, found, &n);
    for (int i = 0; i < n; i++) ini_blame(ini, said->line, "features = %.200s: %s", said->value, found[i].why);
    return set;
}

/* w->set, unless one was asked for: the one that the file says, or else that its names say. False: reported. Where the file says
 * another than was asked for, that is reported, and the names are judged by what it says. */
static bool find_set(Weights *w, Ini *ini, const Game *game)
{
    const IniEntry *said = ini_find(ini, "rules", "features");
    FeatureSet *made = NULL;
    const FeatureSet *set = said != NULL ? said_set(ini, said, game, &made) : w->set != NULL ? w->set : likest(ini, game);
    if (set == NULL) return false;
    if (w->set != NULL && !features_same(set, w->set))
        ini_blame(ini, said->line, "features = %.200s, but weights for %.200s were asked for", set->name, w->set->name);
    else if (w->set != NULL) {
        free(made);
        return true;
    }
    free(w->listed);
    w->set = set;
    w->listed = made;
    return true;
}

static void refuse_name(const Weights *w, Ini *ini, const IniEntry *e, const Game *game)
{
    Suggest s = suggest_start(e->key);
    for (int i = 0; i < w->set->n; i++) suggest_try(&s, feature_name(game, w->set, i));
    ini_blame(ini, e->line, "'%s' is no feature of %s%s", e->key, called(w), suggest_hint(&s).text);
}

static void name_missing(const Weights *w, Ini *ini, const Game *game)
{
    const IniSection *s = ini_section(ini, "weights");
    for (int i = 0; i < w->set->n; i++)
        if (ini_find(ini, "weights", feature_name(game, w->set, i)) == NULL)
            ini_blame(ini, s != NULL ? s->line : 0, "'%s' of %s is missing", feature_name(game, w->set, i), called(w));
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
    assert(strcmp(e->section, "weights") != 0);
    w->entry[w->entries++] = text_new("%s.%s=%s", e->section, e->key, e->value);
}

/* [weights] to their places, the rest as it is. No set: in the order of the file, whatever the names. */
static void take_entries(Weights *w, Ini *ini, const Game *game)
{
    for (int i = 0, n = 0; i < ini->entries; i++) {
        const IniEntry *e = &ini->entry[i];
        if (strcmp(e->section, "weights") != 0) {
            keep_entry(w, e);
            continue;
        }
        int at = w->set == NULL ? n : place(game, w->set, e->key);
        n++;
        if (at < 0)
            refuse_name(w, ini, e, game);
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

static void read_ini(Weights *w, Ini *ini, const Game *game)
{
    if (game != NULL && !find_set(w, ini, game)) return;
    w->n = w->set != NULL ? w->set->n : count_weights(ini);
    w->w = mem_new((size_t)w->n, sizeof *w->w);
    w->names = mem_new((size_t)w->n, sizeof *w->names);
    w->entry = mem_new((size_t)ini->entries, sizeof *w->entry);
    bool complete = ini->problems == 0; /* else a line that was refused may be the missing one */
    take_entries(w, ini, game);
    if (w->set != NULL && complete) name_missing(w, ini, game);
}

WeightsStatus weights_read(Weights *w, const char *path, const Game *game, const FeatureSet *set, Errors *errors)
{
    *w = (Weights){.path = mem_text(path)};
    if (set != NULL) w->set = features_keep(game, set, &w->listed);
    char *text = bare_text(path);
    if (text != NULL) {
        WeightsStatus status = read_list(w, text, errors);
        free(text);
        return status;
    }
    Ini ini;
    WeightsStatus status = ini_read(&ini, path) ? WEIGHTS_READ : WEIGHTS_MISSING;
    if (status == WEIGHTS_READ && count_weights(&ini) == 0 && ini.problems == 0)
        ini_blame(&ini, 0, "holds no weights: neither a [weights] section nor a list of numbers");
    else if (status == WEIGHTS_READ)
        read_ini(w, &ini, game);
    bool other = set != NULL && !features_same(set, w->set);
    if (status == WEIGHTS_READ && ini.problems > 0) status = other && ini.problems == 1 ? WEIGHTS_OTHER : WEIGHTS_BAD;
    ini_report(&ini, errors);
    ini_free(&ini);
    return status;
}

const Game *weights_game(const char *path)
{
    Ini ini;
    const Game *game = NULL;
    const IniEntry *said = ini_read(&ini, path) ? ini_find(&ini, "rules", "game") : NULL;
    for (int i = 0; said != NULL && registry_games[i] != NULL; i++)
        if (strcmp(said->value, registry_games[i]->name) == 0) game = registry_games[i];
    ini_free(&ini);
    return game;
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
    free(w->listed);
    *w = (Weights){0};
}
