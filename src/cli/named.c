/* named.c. Finds the weights, inis and lists that come with the program by their names, and the weights that a folder holds. */
#include "cli/named.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/weights.h"
#include "file/files.h"
#include "file/message.h"
#include "store/rundir.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS = 3 };

/* For each sort of file: its folders, and the ending of its names. */
static const struct {
    const char *folder[FOLDERS]; /* searched in this order; NULL: no more */
    const char *end;
} sorts[] = {
    [TAKES_INIS] = {{"params", "params/functions", "params/problems"}, ".ini"},
    [TAKES_WEIGHTS] = {{"params/weights"}, ".ini"},
    [TAKES_STUDIES] = {{"params/studies"}, ".list"},
};

/* The path of the file of the program that word names; NULL: there is none. Owned by the caller. */
static char *find(VerbTakes sort, const char *word)
{
    char *found = NULL;
    for (int i = 0; i < FOLDERS && sorts[sort].folder[i] != NULL && found == NULL; i++) {
        char *name =
            text_new("%s/%s%s", sorts[sort].folder[i], word, files_ends_in(word, sorts[sort].end) ? "" : sorts[sort].end);
        found = places_find(name);
        free(name);
    }
    return found;
}

static void add(Names *all, char *name)
{
    all->name = mem_grow(all->name, &all->room, all->n + 1, sizeof *all->name);
    all->name[all->n++] = name;
}

void named_add(Names *all, VerbTakes sort)
{
    const char *end = sorts[sort].end;
    for (int i = 0; i < FOLDERS && sorts[sort].folder[i] != NULL; i++) {
        char *folder = places_find(sorts[sort].folder[i]);
        struct dirent **entry = NULL;
        const int n = folder != NULL ? files_scan(folder, &entry, NULL, alphasort) : 0;
        for (int k = 0; k < n; k++) {
            const char *file = entry[k]->d_name;
            if (files_ends_in(file, end)) add(all, text_new("%.*s", (int)(strlen(file) - strlen(end)), file));
            free(entry[k]);
        }
        free(entry);
        free(folder);
    }
}

/* ---- the command line ---- */

/* Whether a word may be the name of a file of the program: it is no path, and no file here is called so. */
static bool is_name(const char *word)
{
    return strcmp(word, "-") != 0 && word[0] != '/' && word[0] != '.' && word[0] != '\0' && !files_exists(word);
}

/* Explains the name of an ini where weights are wanted, or of weights where an ini is. False: word is neither. */
static bool explain_other(const Verb *verb, const char *word, VerbTakes sort, Errors *errors)
{
    char *ini = sort == TAKES_WEIGHTS ? find(TAKES_INIS, word) : NULL;
    char *weights = sort == TAKES_INIS ? find(TAKES_WEIGHTS, word) : NULL;
    char *quoted = message_word(word);
    if (ini != NULL)
        errors_add(errors,
                   "%s: is the ini of a training, which makes weights: swarmtris train %s; they are then in"
                   " runs/%s/weights.ini",
                   word, quoted, word);
    if (weights != NULL)
        errors_add(errors, "%s: holds weights, but '%s' takes an ini; --from %s starts a training from them", word, verb->name,
                   quoted);
    free(quoted);
    const bool said = ini != NULL || weights != NULL;
    free(ini);
    free(weights);
    return said;
}

/* Replaces an argument that is a name by its path. False: it is neither a path nor a name, and errors says so. */
static bool resolve(Command *o, const char **word, VerbTakes sort, Errors *errors)
{
    static const char *const what[] = {[TAKES_INIS] = "inis", [TAKES_WEIGHTS] = "weights", [TAKES_STUDIES] = "studies"};
    if (!is_name(*word)) return true;
    char *path = find(sort, *word);
    if (path == NULL && sort == TAKES_STUDIES) path = find(TAKES_INIS, *word); /* study FILE.ini FILE.list */
    if (path != NULL) {
        *word = mem_own(&o->text, path);
        return true;
    }
    if (explain_other(o->verb, *word, sort, errors)) return false;
    Suggest near = suggest_start(*word);
    Names known = {0};
    if (strchr(*word, '/') == NULL) named_add(&known, sort);
    for (int i = 0; i < known.n; i++) suggest_try(&near, known.name[i]);
    const bool elsewhere = near.best == NULL && (strpbrk(*word, "/.") != NULL || sort == TAKES_STUDIES); /* its reader reports */
    if (!elsewhere)
        errors_add(errors, "%.200s: no such file%s (%s that come with the program: 'swarmtris list %s')", *word,
                   suggest_hint(&near).text, what[sort], what[sort]);
    mem_free_texts(known.name, known.n);
    return elsewhere;
}

/* Reads the ini that comes from standard input. */
static bool read_typed(Command *o, Errors *errors)
{
    size_t size = 0;
    char *text = cluster_leads(o->cluster) ? files_read("/dev/stdin", &size) : NULL;
    const int error = errno;
    if (o->cluster != NULL) {
        bool read = text != NULL;
        cluster_spread(o->cluster, &read, sizeof read);
        cluster_spread(o->cluster, &size, sizeof size);
        if (text == NULL && read) text = mem_new(size + 1, 1);
        cluster_spread(o->cluster, text, size);
    }
    if (text == NULL)
        errors_add(errors, "standard input: cannot be read: %s", files_why(error));
    else
        o->typed = mem_own(&o->text, text);
    return text != NULL;
}

bool named_resolve(Command *o, Errors *errors)
{
    bool good = true;
    if (o->verb->typed && strcmp(o->arg[0], "-") == 0) good = read_typed(o, errors);
    for (int i = o->verb->first; i < o->args && o->verb->takes != TAKES_PATHS; i++)
        good = resolve(o, &o->arg[i], o->verb->takes, errors) && good;
    assert(good == (errors->n == 0));
    return good;
}

char *named_playing(const Game *game)
{
    Names all = {0};
    char *list = mem_text("");
    named_add(&all, TAKES_WEIGHTS);
    for (int i = 0; i < all.n; i++) {
        OWNED char *path = find(TAKES_WEIGHTS, all.name[i]), *before = list;
        CLOSED(errors_free) Errors ignored = {0};
        CLOSED(weights_free) Weights w = {0};
        if (path != NULL) weights_open(&w, path, &ignored);
        const char *of = weights_rule(&w, "game");
        const bool plays = of != NULL && registry_game(of) == game && weights_rule(&w, "objective") == NULL;
        list = text_new("%s%s%s", before, plays ? " " : "", plays ? all.name[i] : "");
    }
    mem_free_texts(all.name, all.n);
    return list;
}

/* ---- folders of weights ---- */

/* Whether an entry of a folder holds weights: a file by its name, a folder by its weights.ini. */
static bool is_weights(const char *path)
{
    if (files_is_directory(path)) return files_exists(files_at(path, "weights.ini").text);
    return files_ends_in(path, ".ini") || files_ends_in(path, ".txt");
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Adds the weights in a folder and, if deep, those in its folders. */
static void add_held(Names *all, const char *folder, bool deep)
{
    struct dirent **entry;
    if (!files_is_directory(folder) || rundir_is_run(folder) || is_weights(folder)) return;
    const int entries = files_scan(folder, &entry, is_visible, alphasort);
    for (int i = 0; i < entries; i++) {
        char *full = files_path(folder, entry[i]->d_name);
        const bool one = is_weights(full);
        if (one) add(all, full);
        if (!one && deep) add_held(all, full, false);
        if (!one) free(full);
        free(entry[i]);
    }
    free(entry);
}

bool named_holds(const char *path)
{
    Names held = {0};
    add_held(&held, path, true);
    mem_free_texts(held.name, held.n);
    return held.n > 0;
}

void named_expand(Command *o)
{
    Names all = {0};
    for (int i = 0; i < o->args; i++) {
        const int before = all.n;
        add_held(&all, o->arg[i], true);
        if (all.n == before) add(&all, mem_text(o->arg[i]));
    }
    for (int i = 0; i < all.n; i++) mem_own(&o->text, all.name[i]);
    free(o->arg);
    o->arg = (const char **)all.name;
    o->args = all.n;
}
