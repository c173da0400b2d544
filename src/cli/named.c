/* named.c. Finds the weights, inis and lists that come with the program by their names, and the weights that a folder holds. */
#include "cli/named.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/weights.h"
#include "file/files.h"
#include "file/message.h"
#include "store/runs.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
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
        OWNED char *folder = places_find(sorts[sort].folder[i]);
        OWNED struct dirent **entry = NULL;
        const int n = folder != NULL ? files_scan(folder, &entry, NULL, alphasort) : 0;
        for (int k = 0; k < n; k++) {
            const char *file = entry[k]->d_name;
            if (files_ends_in(file, end)) add(all, text_new("%.*s", (int)(strlen(file) - strlen(end)), file));
            free(entry[k]);
        }
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
    OWNED char *ini = sort == TAKES_WEIGHTS ? find(TAKES_INIS, word) : NULL;
    OWNED char *weights = sort == TAKES_INIS ? find(TAKES_WEIGHTS, word) : NULL;
    OWNED char *quoted = message_word(word);
    if (ini != NULL)
        errors_add(errors,
                   "%s: is the ini of a training, which makes weights: swarmtris train %s; they are then in"
                   " runs/%s/weights.ini",
                   word, quoted, word);
    if (weights != NULL)
        errors_add(errors, "%s: holds weights, but '%s' takes an ini; --from %s starts a training from them", word, verb->name,
                   quoted);
    return ini != NULL || weights != NULL;
}

/* Replaces an argument that is a name by its path. False: it is neither a path nor a name, and errors says so. */
static bool resolve(Command *c, const char **word, VerbTakes sort, Errors *errors)
{
    static const char *const what[] = {[TAKES_INIS] = "inis", [TAKES_WEIGHTS] = "weights", [TAKES_STUDIES] = "studies"};
    if (!is_name(*word)) return true;
    char *path = find(sort, *word);
    if (path == NULL && sort == TAKES_STUDIES) path = find(TAKES_INIS, *word); /* study FILE.ini FILE.list */
    if (path != NULL) {
        *word = mem_own(&c->text, path);
        return true;
    }
    if (explain_other(c->verb, *word, sort, errors)) return false;
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
static bool read_typed(Command *c, Errors *errors)
{
    size_t size = 0;
    char *text = cluster_leads(c->cluster) ? files_read("/dev/stdin", &size) : NULL;
    const int error = errno;
    if (c->cluster != NULL) {
        bool read = text != NULL;
        cluster_spread(c->cluster, &read, sizeof read);
        cluster_spread(c->cluster, &size, sizeof size);
        if (text == NULL && read) text = mem_new(size + 1, 1);
        cluster_spread(c->cluster, text, size);
    }
    if (text == NULL)
        errors_add(errors, "standard input: cannot be read: %s", files_why(error));
    else
        c->typed = mem_own(&c->text, text);
    return text != NULL;
}

bool named_resolve(Command *c, Errors *errors)
{
    bool good = true;
    if (c->verb->typed && strcmp(c->arg[0], "-") == 0) good = read_typed(c, errors);
    for (int i = c->verb->first; i < c->args && c->verb->takes != TAKES_PATHS; i++)
        good = resolve(c, &c->arg[i], c->verb->takes, errors) && good;
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

void named_expand(Command *c)
{
    Names all = {0};
    for (int i = 0; i < c->args; i++) {
        const int before = all.n;
        folder_add_weights(&all.name, &all.n, &all.room, c->arg[i]);
        if (all.n == before) add(&all, mem_text(c->arg[i]));
    }
    for (int i = 0; i < all.n; i++) mem_own(&c->text, all.name[i]);
    free(c->arg);
    c->arg = (const char **)all.name;
    c->args = all.n;
}

/* ---- directories that a verb cannot use ---- */

/* "01, 02, 03" or "01, 02, ... 20": the last parts of the paths. */
static void print_names(FILE *out, const Folder *f)
{
    enum { SHOWN = 3 };
    for (int i = 0; i < f->n; i++) {
        if (i >= SHOWN && f->n > SHOWN + 1 && i + 1 < f->n) continue;
        OWNED char *name = files_name(f->entry[i]);
        fprintf(out, "%s%s%s", i > 0 ? ", " : "", i >= SHOWN && f->n > SHOWN + 1 ? "..., " : "", name);
    }
}

/* Explains a run that was given instead of a directory of runs, or of an ini. */
static bool explain_run(FILE *out, const Verb *verb, const char *dir)
{
    OWNED char *copy = mem_text(dir), *typed = message_word(dir);
    const char *parent = dirname(copy);
    OWNED char *studied = message_word(parent);
    const bool studies = verb->takes == TAKES_STUDIES, trains = verb->takes == TAKES_INIS,
               weights = verb->takes == TAKES_WEIGHTS && strcmp(verb->name, "info") != 0, /* info shows any run */
        resumes = strcmp(verb->name, "train") == 0;
    if (studies && folder_kind(parent) != FOLDER_REPEAT)
        fprintf(out,
                "%s: is a run, and 'study' takes directories of runs 01, 02, ..., which 'swarmtris train FILE.ini --repeat N' "
                "makes",
                dir);
    else if (studies)
        fprintf(out, "%s: is a run, and 'study' takes directories of runs 01, 02, ...: swarmtris study %s", dir, studied);
    else if (trains)
        fprintf(out, "%s: is a run, and '%s' takes an ini: that of this run is %s/config.ini%s%s%s", dir, verb->name, dir,
                resumes ? "; to go on with it add --out " : "", resumes ? typed : "", resumes ? " --resume" : "");
    else if (weights)
        fprintf(out, "%s: is a run without weights: no training, or one that has not finished; 'swarmtris info %s' says more",
                dir, typed);
    return studies || trains || weights;
}

/* Prints a command with the paths of all, or with the first two if there are many. */
static void print_command(FILE *out, const char *command, const Folder *f)
{
    enum { MOST = 8 };
    const int n = f->n <= MOST ? f->n : 2;
    fputs(command, out);
    for (int i = 0; i < n; i++) {
        OWNED char *word = message_word(f->entry[i]);
        fprintf(out, " %s", word);
    }
    if (n == 1 || n < f->n) fputs(" ...", out);
}

/* Prints what the verb could do with the first of the runs, or another verb with all of them. nested: these are directories of
 * runs, and no runs. */
static void print_advice(FILE *out, const Verb *verb, const char *dir, const Folder *f, bool nested)
{
    assert(f->n >= 1);
    OWNED char *first = message_word(f->entry[0]), *all = message_word(dir);
    if (verb->takes == TAKES_STUDIES)
        print_command(out,
                      nested ? "name each of them: swarmtris study"
                             : "'study' takes runs called 01, 02, ...; their weights are compared by: swarmtris tournament",
                      f);
    else if (verb->takes == TAKES_INIS)
        fprintf(out, "'%s' takes an ini, such as %s/%sconfig.ini", verb->name, f->entry[0], nested ? "01/" : "");
    else if (verb->takes == TAKES_PATHS)
        print_command(out, "name them: swarmtris plot", f);
    else if (verb->takes == TAKES_WEIGHTS && verb->first == 0 && verb->least > 1)
        print_command(out, nested ? "they are compared by: swarmtris study" : "name them: swarmtris tournament", f);
    else {
        fprintf(out, "name one of them: swarmtris %s %s%s", verb->name, first, nested ? "/01" : "");
        if (f->kind == FOLDER_REPEAT) fprintf(out, "; to sum them up: swarmtris study %s", all);
        if (nested) print_command(out, "; to compare them: swarmtris study", f);
        fprintf(out, "; for a table of them: swarmtris export %s", all);
    }
}

/* Leaves out what has no learning curve, so that `plot` could not compare it. */
static void keep_trainings(Folder *f)
{
    int left = 0;
    for (int i = 0; i < f->n; i++) {
        const FolderKind kind = folder_kind(f->entry[i]);
        if (kind == FOLDER_TRAINING || kind == FOLDER_REPEAT)
            f->entry[left++] = f->entry[i];
        else
            free(f->entry[i]);
    }
    f->n = left;
}

/* Explains a directory that is no run. */
static bool explain_folder(FILE *out, const Verb *verb, const char *dir, Folder *f)
{
    const bool repeat = f->kind == FOLDER_REPEAT;
    if (verb->takes == TAKES_PATHS) keep_trainings(f);
    const bool drawn = verb->takes == TAKES_PATHS && (repeat || f->kind == FOLDER_STUDY);
    if (f->n > 0 && !drawn && !(repeat && verb->takes == TAKES_STUDIES)) {
        const bool nested = !repeat && !folder_is_run(folder_kind(f->entry[0]));
        fprintf(out, "%s: holds the %s ", dir, nested ? "directories of runs" : f->n > 1 ? "runs" : "run");
        print_names(out, f);
        fputs(": ", out);
        print_advice(out, verb, dir, f, nested);
        return true;
    }
    Names held = {0};
    if (f->n == 0 && verb->takes == TAKES_WEIGHTS) folder_add_weights(&held.name, &held.n, &held.room, dir);
    OWNED char *typed = message_word(dir);
    if (held.n > 0)
        fprintf(out, "%s: is a folder with weights: name one of them; all are ranked by: swarmtris tournament %s", dir, typed);
    mem_free_texts(held.name, held.n);
    return held.n > 0;
}

bool named_explain(const Verb *verb, const char *dir)
{
    if (!files_is_directory(dir)) return false;
    OWNED char *line = NULL;
    CLOSED(folder_free) Folder f = folder_read(dir);
    FILE *out = files_memory(&line, NULL);
    const bool said = folder_is_run(f.kind) ? explain_run(out, verb, dir) : explain_folder(out, verb, dir, &f);
    files_memory_close(out);
    if (said) fprintf(stderr, "%s\n", line);
    return said;
}
