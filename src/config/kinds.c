/* kinds.c. The kinds of objective: games, the test functions of the registry, those of the systems, the meta search; which
 * features weights belong to; the readers of files that agents play by. */
#include "config/kinds.h"

#include "base/mem.h"
#include "base/text.h"
#include "experiment/meta.h"
#include "file/files.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without noise a second evaluation says nothing new: the search knows the exact value of its best position. */
#define FUNCTION_DEFAULTS                                                                                          \
    "training.games=1 training.allocation=fixed selection.finalists=0 selection.centroids=none selection.share=0 " \
    "validation.games=0"

static const ObjectiveKind games_kind = {.name = "games",
                                         .sections = "experiment game agent objective training selection validation optimiser",
                                         .keys = "max_pieces search_max_pieces lower upper estimator level step trials pilot run "
                                                 "roulette",
                                         .defaults = "",
                                         .found = "weights",
                                         .file = "weights.ini",
                                         .scores_games = true};

/* Values of a user's own function may have any sign, and noise. The defaults cannot know how much. */
static const Units own_units = {.score = "value",
                                .cost = "evaluations",
                                .play = "evaluations",
                                .scale = SCALE_SIGNED,
                                .minimised = true,
                                .noisy = true,
                                .unit_cost = true};

const ObjectiveKind kinds_own = {.name = "a function of your own",
                                 .why_default = "default of a function",
                                 .units = &own_units,
                                 .sections = "experiment training selection validation optimiser",
                                 .keys = "",
                                 .defaults = FUNCTION_DEFAULTS,
                                 .instead = "on a function of your own",
                                 .found = "best position",
                                 .file = "weights.ini"};

#define FUNCTION_KIND(part, name_)                                                                     \
    &(const ObjectiveKind){.name = name_,                                                              \
                           .why_default = "default of a test function",                                \
                           .units = &function_units,                                                   \
                           .function = &part,                                                          \
                           .sections = "experiment objective training selection validation optimiser", \
                           .keys = "dim",                                                              \
                           .defaults = FUNCTION_DEFAULTS,                                              \
                           .found = "best position",                                                   \
                           .file = "weights.ini"},
#define DECLARED(part, name) extern const ObjectiveKind part;
#define ADDRESS(part, name) &part,
SYSTEMS_OBJECTIVES(DECLARED)
static const ObjectiveKind *const kinds[] = {&games_kind, REGISTRY_FUNCTIONS(FUNCTION_KIND) SYSTEMS_OBJECTIVES(ADDRESS)};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const ObjectiveKind meta_kind = {.name = "meta search",
                                        .why_default = "default of a meta search",
                                        .units = &meta_units,
                                        .sections = "experiment training selection validation optimiser meta",
                                        .keys = "",
                                        .defaults = "training.allocation=fixed selection.share=0", /* a block is never split */
                                        .instead = "beside [meta]; it belongs in the ini files of the problems",
                                        .found = "tuned parameters",
                                        .file = "tuned.ini",
                                        .tunes = true};

#define NAME(part, name) name,
const char *const kinds_names[] = {"games", REGISTRY_FUNCTIONS(NAME) SYSTEMS_OBJECTIVES(NAME) NULL};

int kinds_number(void)
{
    return KINDS;
}

const ObjectiveKind *kinds_of(int i, bool meta)
{
    assert(i >= 0 && i < KINDS);
    return meta ? &meta_kind : kinds[i];
}

const ObjectiveKind *kinds_with_settings(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (name != NULL && kinds[i]->settings != NULL && strcmp(kinds[i]->name, name) == 0) return kinds[i];
    return NULL;
}

void kinds_say_unused(const ObjectiveKind *kind, const char *key, char *out, size_t room)
{
    if (kind->instead != NULL)
        snprintf(out, room, "has no effect %s", kind->instead);
    else
        snprintf(out, room, "has no effect where %s = %s", key, kind->name);
}

/* ---- features ---- */

static const char separators[] = " \t,";

/* A list while it is read. index (game->n_features, n in use): the features so far. */
typedef struct {
    const Game *game;
    int *index, n;
    Finding *found;
    int findings;
    Text said; /* what words mean that are no names of the game */
} FeatureList;

/* Room for one more sentence; when all room is taken, the last sentence is overwritten. */
static Finding *next(FeatureList *l)
{
    if (l->findings < FINDINGS_MAX) l->findings++;
    return &l->found[l->findings - 1];
}

SuggestHint features_hint(const Game *game, const char *word, bool sets)
{
    const FeatureAlias *alias;
    SuggestHint hint;
    Suggest s = suggest_start(word);
    for (int i = 0; i < game->n_sets && sets; i++) suggest_try(&s, game->sets[i].name);
    for (int i = 0; i < game->n_features; i++) suggest_try(&s, game->features[i].name);
    hint = suggest_hint(&s);
    if (game_feature(game, word, &alias) >= 0 && alias != NULL && alias->differs != NULL)
        snprintf(hint.text, sizeof hint.text, "; %s is %s", alias->feature, alias->differs);
    return hint;
}

/* Reports a word that names nothing of the game, with the word's system, the nearest name, or how to list the names. */
static void refuse_name(FeatureList *l, const char *word)
{
    const Game *game = l->game;
    char absent[PARAM_WHY_MAX];
    if (registry_absent("observer", word, absent, sizeof absent)) {
        finding_add(next(l), true, "features", "'%s' %s", word, absent);
        return;
    }
    const SuggestHint hint = features_hint(game, word, true);
    finding_add(next(l), true, "features", "'%.64s' is neither a feature nor a feature set of %s%s", word, game->name,
                hint.text[0] != '\0' ? hint.text : "; 'swarmtris list features' and 'list sets' have their names");
}

static void add(FeatureList *l, int feature)
{
    for (int i = 0; i < l->n; i++)
        if (l->index[i] == feature) {
            finding_add(next(l), true, "features", "'%s' comes twice", l->game->features[feature].name);
            return;
        }
    assert(feature >= 0 && feature < l->game->n_features && l->n < l->game->n_features);
    l->index[l->n++] = feature;
}

/* Adds what a word names. Returns its own name; the word itself if it names nothing, which is reported. */
static const char *add_word(FeatureList *l, const char *word)
{
    const FeatureAlias *alias = NULL;
    const FeatureSet *set = game_set(l->game, word);
    const int feature = set == NULL ? game_feature(l->game, word, &alias) : -1;
    const char *name = set != NULL ? set->name : feature >= 0 ? l->game->features[feature].name : word;
    for (int i = 0; set != NULL && i < set->n; i++) add(l, set->index[i]);
    if (set == NULL && (feature < 0 || (alias != NULL && alias->differs != NULL)))
        refuse_name(l, word);
    else if (feature >= 0)
        add(l, feature);
    if (strcmp(word, name) != 0) text_add(&l->said, "%s'%s' is %s here", l->said.used > 0 ? ", " : "", word, name);
    return name;
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

#define OBSERVER(part, name) extern const ObserverKind part;
SYSTEMS_OBSERVERS(OBSERVER)
static const ObserverKind *const observers[] = {SYSTEMS_OBSERVERS(ADDRESS) NULL};

/* The kind of observer that a text names; NULL: none. *path: the path of its file, or NULL. */
static const ObserverKind *observer_of(const char *text, const char **path)
{
    for (int i = 0; observers[i] != NULL; i++) {
        const size_t length = strlen(observers[i]->name);
        *path = observers[i]->of_file ? text + length + 1 : NULL;
        if (strncmp(text, observers[i]->name, length) == 0 && text[length] == (observers[i]->of_file ? ':' : '\0'))
            return observers[i];
    }
    return NULL;
}

/* Indices of observers' features follow those of the game's features. */
const char *features_name(const Game *game, int index)
{
    int i = 0, left = index - game->n_features;
    assert(index >= 0);
    if (left < 0) return game->features[index].name;
    for (; observers[i] != NULL && left >= observers[i]->most; i++) left -= observers[i]->most;
    assert(observers[i] != NULL);
    return observers[i]->names[left];
}

/* The set's name contains the absolute path, so that weights files name the same file wherever they are used. */
static const FeatureSet *read_observed(const Game *game, const char *text, const char *path, FeatureSet **made, Observer *o,
                                       Finding *found, int *n)
{
    int index[FEATURE_SET_MAX];
    *found = (Finding){.key = "features", .fatal = true};
    *n = !o->kind->open(o, game, path, found->why, sizeof found->why);
    if (*n > 0) {
        features_free(o);
        return NULL;
    }
    assert(o->n >= 1 && o->n <= o->kind->most && o->n <= FEATURE_SET_MAX);
    int first = game->n_features;
    for (int i = 0; observers[i] != o->kind; i++) first += observers[i]->most;
    for (int i = 0; i < o->n; i++) index[i] = first + i;
    OWNED char *real = path != NULL ? files_real(path) : NULL,
               *name = real != NULL ? text_new("%s:%s", o->kind->name, real) : mem_text(text);
    return *made = make(index, o->n, name);
}

void features_free(Observer *o)
{
    free(o->learned);
    free(o->text);
    *o = (Observer){0};
}

const FeatureSet *features_read(const Game *game, const char *text, FeatureSet **made, Observer *o, Finding *found, int *n)
{
    const char *path = NULL;
    Observer own, *observer = o != NULL ? o : &own;
    *observer = (Observer){.kind = observer_of(text, &path)};
    if (observer->kind != NULL) {
        const FeatureSet *observed = read_observed(game, text, path, made, observer, found, n);
        if (o == NULL) features_free(observer);
        return observed;
    }
    OWNED int *index = mem_new((size_t)game->n_features, sizeof *index);
    int words = 0;
    char said[PARAM_WHY_MAX];
    FeatureList l = {.game = game, .index = index, .found = found, .said = text_in(said, sizeof said)};
    OWNED char *copy = mem_text(text), *name = mem_text("");
    const FeatureSet *set = NULL;
    for (char *rest, *word = strtok_r(copy, separators, &rest); word != NULL; word = strtok_r(NULL, separators, &rest)) {
        OWNED char *before = name;
        name = text_new("%s%s%s", before, words++ > 0 ? " " : "", add_word(&l, word));
    }
    if (words == 0) finding_add(next(&l), true, "features", "must name a feature set, or features");
    if (l.findings == 0) set = game_set(game, name);
    if (l.findings == 0 && set == NULL) set = *made = make(l.index, l.n, name);
    if (set != NULL && l.said.used > 0) finding_add(next(&l), false, "features", "%s", said);
    *n = l.findings;
    return set;
}

/* Sets of an observer with different files are different, although the indices are equal. */
bool features_same(const FeatureSet *a, const FeatureSet *b)
{
    const char *path;
    if (observer_of(a->name, &path) != NULL && strcmp(a->name, b->name) != 0) return false;
    return a->n == b->n && memcmp(a->index, b->index, (size_t)a->n * sizeof *a->index) == 0;
}

/* ---- files that agents play by ---- */

#define READER(part, name) extern const AgentFileKind part;
SYSTEMS_READERS(READER)
static const AgentFileKind *const readers[] = {SYSTEMS_READERS(ADDRESS) NULL};

const AgentFileKind *agent_file_of(const Agent *agent)
{
    int i = 0;
    while (readers[i] != NULL && readers[i]->agent != agent) i++;
    return readers[i];
}

const AgentFileKind *agent_file_of_text(const char *text)
{
    int i = 0;
    while (readers[i] != NULL && !readers[i]->is(text)) i++;
    return readers[i];
}
