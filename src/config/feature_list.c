/* feature_list.c. Reads which features weights belong to: a set by its name, or a list. */
#include "config/feature_list.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/files.h"
#include "file/message.h"
#include "registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char separators[] = " \t,";

/* A list while it is read. index (game->n_features, n in use): the features so far. */
typedef struct {
    const Game *game;
    int *index, n;
    Finding *found;
    int findings;
} List;

/* Room for one more sentence; when all room is taken, the last sentence is overwritten. */
static Finding *next(List *l)
{
    if (l->findings < FINDINGS_MAX) l->findings++;
    return &l->found[l->findings - 1];
}

/* Reports a word that names nothing of the game, with the word's system, the nearest name, or how to list the names. */
static void refuse_name(List *l, const char *word)
{
    const Game *game = l->game;
    char absent[PARAM_WHY_MAX];
    if (registry_absent("observer", word, absent, sizeof absent)) {
        finding_add(next(l), true, "features", "'%s' %s", word, absent);
        return;
    }
    Suggest s = suggest_start(word);
    for (int i = 0; i < game->n_sets; i++) suggest_try(&s, game->sets[i].name);
    for (int i = 0; i < game->n_features; i++) suggest_try(&s, game->features[i].name);
    SuggestHint hint = suggest_hint(&s);
    finding_add(next(l), true, "features", "'%.64s' is neither a feature nor a feature set of %s%s", word, game->name,
                s.best != NULL ? hint.text : "; 'swarmtris list features' and 'list sets' have their names");
}

static void add(List *l, int feature)
{
    for (int i = 0; i < l->n; i++)
        if (l->index[i] == feature) {
            finding_add(next(l), true, "features", "'%s' comes twice", l->game->features[feature].name);
            return;
        }
    assert(feature >= 0 && feature < l->game->n_features && l->n < l->game->n_features);
    l->index[l->n++] = feature;
}

static void add_word(List *l, const char *word)
{
    const FeatureSet *set = game_set(l->game, word);
    for (int i = 0; set != NULL && i < set->n; i++) add(l, set->index[i]);
    for (int i = 0; set == NULL && i < l->game->n_features; i++)
        if (strcmp(l->game->features[i].name, word) == 0) {
            add(l, i);
            return;
        }
    if (set == NULL) refuse_name(l, word);
}

/* A set with its features and its name in one block. */
static FeatureSet *make(const int *index, int n, const char *name)
{
    assert(n > 0 && name[0] != '\0');
    size_t indices = (size_t)n * sizeof *index;
    FeatureSet *set = mem_new(1, sizeof *set + indices + strlen(name) + 1);
    int *own_index = (int *)(set + 1);
    char *own_name = (char *)(own_index + n);
    memcpy(own_index, index, indices);
    memcpy(own_name, name, strlen(name) + 1);
    *set = (FeatureSet){.name = own_name, .source = "a list of features", .index = own_index, .n = n};
    return set;
}

/* ---- features of an observer ---- */

#define DECLARED(part, name) extern const ObserverKind part;
#define ADDRESS(part, name) &part,
SYSTEMS_OBSERVERS(DECLARED)
static const ObserverKind *const kinds[] = {SYSTEMS_OBSERVERS(ADDRESS) NULL};

/* The kind of observer that a text names; NULL: none. *path: the path of its file, or NULL. */
static const ObserverKind *observer_of(const char *text, const char **path)
{
    for (int i = 0; kinds[i] != NULL; i++) {
        const size_t length = strlen(kinds[i]->name);
        *path = kinds[i]->of_file ? text + length + 1 : NULL;
        if (strncmp(text, kinds[i]->name, length) == 0 && text[length] == (kinds[i]->of_file ? ':' : '\0')) return kinds[i];
    }
    return NULL;
}

/* Indices of observers' features follow those of the game's features. */
const char *features_name(const Game *game, int index)
{
    int i = 0, left = index - game->n_features;
    assert(index >= 0);
    if (left < 0) return game->features[index].name;
    for (; kinds[i] != NULL && left >= kinds[i]->most; i++) left -= kinds[i]->most;
    assert(kinds[i] != NULL);
    return kinds[i]->names[left];
}

/* The index of the first feature of a kind of observer. */
static int first_of(const Game *game, const ObserverKind *kind)
{
    int first = game->n_features;
    for (int i = 0; kinds[i] != kind; i++) first += kinds[i]->most;
    return first;
}

/* The set's name contains the absolute path, so that weights files name the same file wherever they are used. */
static const FeatureSet *read_observed(const Game *game, const char *text, const char *path, const char *held, FeatureSet **made,
                                       Observer *o, Finding *found, int *n)
{
    int index[FEATURE_SET_MAX];
    *found = (Finding){.key = "features", .fatal = true};
    *n = !o->kind->open(o, game, path, held, found->why, sizeof found->why);
    if (*n > 0) {
        features_free(o);
        return NULL;
    }
    assert(o->n >= 1 && o->n <= o->kind->most && o->n <= FEATURE_SET_MAX);
    for (int i = 0; i < o->n; i++) index[i] = first_of(game, o->kind) + i;
    char *real = path != NULL && held == NULL ? files_real(path) : NULL,
         *name = real != NULL ? text_new("%s:%s", o->kind->name, real) : mem_text(text);
    *made = make(index, o->n, name);
    free(real);
    free(name);
    return *made;
}

void features_free(Observer *o)
{
    free(o->learned);
    free(o->text);
    *o = (Observer){0};
}

const FeatureSet *features_read(const Game *game, const char *text, const char *held, FeatureSet **made, Observer *o,
                                Finding *found, int *n)
{
    const char *path = NULL;
    Observer own, *observer = o != NULL ? o : &own;
    *observer = (Observer){.kind = observer_of(text, &path)};
    if (observer->kind != NULL) {
        const FeatureSet *observed = read_observed(game, text, path, held, made, observer, found, n);
        if (o == NULL) features_free(observer);
        return observed;
    }
    int *index = mem_new((size_t)game->n_features, sizeof *index), words = 0;
    List l = {.game = game, .index = index, .found = found};
    size_t room = strlen(text) + 1;
    char *copy = mem_text(text), *name = mem_new(room, 1), *rest = NULL;
    Text joined = text_in(name, room);
    const FeatureSet *set = NULL;
    for (char *word = strtok_r(copy, separators, &rest); word != NULL; word = strtok_r(NULL, separators, &rest)) {
        text_add(&joined, "%s%s", words++ > 0 ? " " : "", word);
        add_word(&l, word);
    }
    if (words == 0) finding_add(next(&l), true, "features", "must name a feature set, or features");
    if (l.findings == 0) set = game_set(game, name);
    if (l.findings == 0 && set == NULL) set = *made = make(l.index, l.n, name);
    *n = l.findings;
    free(index);
    free(copy);
    free(name);
    return set;
}

const FeatureSet *features_keep(const Game *game, const FeatureSet *set, FeatureSet **made)
{
    for (int i = 0; i < game->n_sets; i++)
        if (set == &game->sets[i]) return set;
    return *made = make(set->index, set->n, set->name);
}

/* Sets of an observer with different files are different, although the indices are equal. */
bool features_same(const FeatureSet *a, const FeatureSet *b)
{
    const char *path;
    if (observer_of(a->name, &path) != NULL && strcmp(a->name, b->name) != 0) return false;
    return a->n == b->n && memcmp(a->index, b->index, (size_t)a->n * sizeof *a->index) == 0;
}
