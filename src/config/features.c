/* features.c. Reads which features weights belong to: a set by its name, or a list. */
#include "config/features.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/encoder_file.h"
#include "file/files.h"
#include "file/suggest.h"
#include "learn/patterns.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char separators[] = " \t,";

/* A list under way. index (game->n_features, of which n): the features so far. */
typedef struct {
    const Game *game;
    int *index, n;
    Finding *found;
    int findings;
} List;

/* Room for one more sentence; when all room is taken, the last sentence is overwritten. */
static char *blame(List *l)
{
    if (l->findings < FINDINGS_MAX) l->findings++;
    Finding *f = &l->found[l->findings - 1];
    *f = (Finding){.key = "features", .fatal = true};
    return f->why;
}

/* A word that is no name of the game: the nearest name that is one, or where the names are listed. */
static void refuse_name(List *l, const char *word)
{
    const Game *game = l->game;
    char *why = blame(l);
    Suggest s = suggest_start(word);
    for (int i = 0; i < game->n_sets; i++) suggest_try(&s, game->sets[i].name);
    for (int i = 0; i < game->n_features; i++) suggest_try(&s, game->features[i].name);
    SuggestHint hint = suggest_hint(&s);
    snprintf(why, PARAM_WHY_MAX, "'%.64s' is neither a feature nor a feature set of %s%s", word, game->name,
             s.best != NULL ? hint.text : "; 'swarmtris list' has their names");
}

static void add(List *l, int feature)
{
    for (int i = 0; i < l->n; i++)
        if (l->index[i] == feature) {
            snprintf(blame(l), PARAM_WHY_MAX, "'%s' comes twice", l->game->features[feature].name);
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

/* One block: the set, its features, its name. */
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

static const char encoder_prefix[] = "encoder:", patterns_word[] = "patterns";
enum { PREFIX = sizeof encoder_prefix - 1 };

const char *features_encoder(const FeatureSet *set)
{
    return strncmp(set->name, encoder_prefix, PREFIX) == 0 ? set->name + PREFIX : NULL;
}

#define TEN(K) K "0", K "1", K "2", K "3", K "4", K "5", K "6", K "7", K "8", K "9"
static const char *const unit_names[] = {TEN("unit_"),  TEN("unit_1"), TEN("unit_2"), TEN("unit_3"),
                                         TEN("unit_4"), TEN("unit_5"), TEN("unit_6")};
_Static_assert(ENCODER_UNITS_MAX < sizeof unit_names / sizeof *unit_names, "each unit has a name");

const char *features_name(const Game *game, int index)
{
    const int unit = index - game->n_features, pattern = unit - ENCODER_UNITS_MAX;
    assert(index >= 0 && pattern < PATTERNS);
    return unit < 0 ? game->features[index].name : pattern < 0 ? unit_names[unit + 1] : pattern_names[pattern];
}

bool features_observed(const Game *game, const FeatureSet *set)
{
    return set->index[0] >= game->n_features;
}

static const FeatureSet *make_patterns(const Game *game, FeatureSet **made, int *n)
{
    int index[PATTERNS];
    for (int i = 0; i < PATTERNS; i++) index[i] = game->n_features + ENCODER_UNITS_MAX + i;
    *n = 0;
    return *made = make(index, PATTERNS, patterns_word);
}

/* Its name has the absolute path, so that weights files name the same encoder wherever they are used. */
static const FeatureSet *read_encoder(const Game *game, const char *path, const char *text, FeatureSet **made, Finding *found,
                                      int *n)
{
    EncoderFile f;
    int index[ENCODER_UNITS_MAX];
    char *real = text == NULL ? files_real(path) : NULL, *name = text_new("%s%s", encoder_prefix, real != NULL ? real : path);
    Finding wrong = {.key = "features", .fatal = true};
    bool good = encoder_file_read(&f, path, text, wrong.why, sizeof wrong.why);
    if (good && f.game != game) {
        snprintf(wrong.why, sizeof wrong.why, "encodes the game %.60s, not %s", f.game->name, game->name);
        good = false;
    }
    *n = !good;
    if (!good) found[0] = wrong;
    for (int i = 0; good && i < f.encoder->shape.hidden; i++) index[i] = game->n_features + i;
    if (good) *made = make(index, f.encoder->shape.hidden, name);
    encoder_file_free(&f);
    free(real);
    free(name);
    return good ? *made : NULL;
}

const FeatureSet *features_read(const Game *game, const char *text, const char *encoder, FeatureSet **made, Finding *found,
                                int *n)
{
    if (strncmp(text, encoder_prefix, PREFIX) == 0) return read_encoder(game, text + PREFIX, encoder, made, found, n);
    if (strcmp(text, patterns_word) == 0) return make_patterns(game, made, n);
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
    if (words == 0) snprintf(blame(&l), PARAM_WHY_MAX, "must name a feature set, or features");
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

bool features_same(const FeatureSet *a, const FeatureSet *b)
{
    const char *one = features_encoder(a), *other = features_encoder(b);
    if ((one == NULL) != (other == NULL) || (one != NULL && strcmp(one, other) != 0)) return false;
    return a->n == b->n && memcmp(a->index, b->index, (size_t)a->n * sizeof *a->index) == 0;
}
