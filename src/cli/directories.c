/* directories.c. Explains directories of runs, and runs, to users who gave them to the wrong verb. */
#include "cli/directories.h"

#include "base/mem.h"
#include "cli/named.h"
#include "file/files.h"
#include "file/message.h"
#include "store/rundir.h"

#include <assert.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The runs in a directory, or the directories of runs in it. */
typedef struct {
    char **path; /* (n), owned */
    int n;
    bool numbered; /* the runs are called 01, 02, ... */
    bool nested;   /* they hold runs 01, 02, ... and are no runs themselves */
} Held;

static Held look_into(const char *dir)
{
    Held h = {.numbered = true};
    h.n = rundir_repeats(dir, &h.path);
    if (h.n == 0) {
        free(h.path);
        h.numbered = false;
        h.n = rundir_named(dir, &h.path);
        h.nested = h.n > 0 && !rundir_is_run(h.path[0]);
    }
    return h;
}

/* "01, 02, 03" or "01, 02, ... 20": the last parts of the paths. */
static void print_names(FILE *out, const Held *h)
{
    enum { SHOWN = 3 };
    for (int i = 0; i < h->n; i++) {
        if (i >= SHOWN && h->n > SHOWN + 1 && i + 1 < h->n) continue;
        char *name = files_name(h->path[i]);
        fprintf(out, "%s%s%s", i > 0 ? ", " : "", i >= SHOWN && h->n > SHOWN + 1 ? "..., " : "", name);
        free(name);
    }
}

/* Explains a run that was given instead of a directory of runs, or of an ini. */
static bool explain_run(const Verb *verb, const char *dir)
{
    char *copy = mem_text(dir);
    const char *parent = dirname(copy);
    char **repeat;
    const int repeats = rundir_repeats(parent, &repeat);
    const bool studies = verb->takes == TAKES_STUDIES, trains = verb->takes == TAKES_INIS,
               weights = verb->takes == TAKES_WEIGHTS && strcmp(verb->name, "info") != 0, /* info shows any run */
        resumes = strcmp(verb->name, "train") == 0;
    char *typed = message_word(dir), *studied = message_word(parent);
    if (studies && repeats == 0)
        fprintf(stderr,
                "%s: is a run, and 'study' takes directories of runs 01, 02, ..., which 'swarmtris train FILE.ini --repeat N' "
                "makes\n",
                dir);
    else if (studies)
        fprintf(stderr, "%s: is a run, and 'study' takes directories of runs 01, 02, ...: swarmtris study %s\n", dir, studied);
    else if (trains)
        fprintf(stderr, "%s: is a run, and '%s' takes an ini: that of this run is %s/config.ini%s%s%s\n", dir, verb->name, dir,
                resumes ? "; to go on with it add --out " : "", resumes ? typed : "", resumes ? " --resume" : "");
    else if (weights)
        fprintf(stderr,
                "%s: is a run without weights: no training, or one that has not finished; 'swarmtris info %s' says more\n", dir,
                typed);
    free(typed);
    free(studied);
    mem_free_texts(repeat, repeats);
    free(copy);
    return studies || trains || weights;
}

/* Prints a command with the paths of all, or with the first two if there are many. */
static void print_command(FILE *out, const char *command, const Held *h)
{
    enum { MOST = 8 };
    const int n = h->n <= MOST ? h->n : 2;
    fputs(command, out);
    for (int i = 0; i < n; i++) {
        char *word = message_word(h->path[i]);
        fprintf(out, " %s", word);
        free(word);
    }
    if (n == 1 || n < h->n) fputs(" ...", out);
}

/* Prints commands: that of a verb that takes one run, with the first of the runs; those of other verbs, with all of them. */
static void print_other(FILE *out, const Verb *verb, const char *dir, const Held *h)
{
    char *first = message_word(h->path[0]), *all = message_word(dir);
    fprintf(out, "name one of them: swarmtris %s %s%s", verb->name, first, h->nested ? "/01" : "");
    if (h->numbered) fprintf(out, "; to sum them up: swarmtris study %s", all);
    if (h->nested) print_command(out, "; to compare them: swarmtris study", h);
    fprintf(out, "; for a table of them: swarmtris export %s", all);
    free(first);
    free(all);
}

/* Prints what the verb could do with the first of the runs, or another verb with all of them. */
static void print_advice(FILE *out, const Verb *verb, const char *dir, const Held *h)
{
    assert(h->n >= 1);
    if (verb->takes == TAKES_STUDIES)
        print_command(out,
                      h->nested ? "name each of them: swarmtris study"
                                : "'study' takes runs called 01, 02, ...; their weights are compared by: swarmtris tournament",
                      h);
    else if (verb->takes == TAKES_INIS)
        fprintf(out, "'%s' takes an ini, such as %s/%sconfig.ini", verb->name, h->path[0], h->nested ? "01/" : "");
    else if (verb->takes == TAKES_PATHS)
        print_command(out, "name them: swarmtris plot", h);
    else if (verb->takes == TAKES_WEIGHTS && verb->first == 0 && verb->least > 1)
        print_command(out, h->nested ? "they are compared by: swarmtris study" : "name them: swarmtris tournament", h);
    else
        print_other(out, verb, dir, h);
}

bool directories_explain(const Verb *verb, const char *dir)
{
    if (!files_is_directory(dir)) return false;
    if (rundir_is_run(dir)) return explain_run(verb, dir);
    Held h = look_into(dir);
    if (h.n == 0 && verb->takes == TAKES_WEIGHTS && named_holds(dir)) {
        char *typed = message_word(dir);
        fprintf(stderr, "%s: is a folder with weights: name one of them; all are ranked by: swarmtris tournament %s\n", dir,
                typed);
        free(typed);
        mem_free_texts(h.path, h.n);
        return true;
    }
    const bool held = h.n > 0 && !(h.numbered && (verb->takes == TAKES_STUDIES || verb->takes == TAKES_PATHS));
    if (held) {
        char *line;
        FILE *out = files_memory(&line, NULL);
        fprintf(out, "%s: holds the %s ", dir, h.nested ? "directories of runs" : h.n > 1 ? "runs" : "run");
        print_names(out, &h);
        fputs(": ", out);
        print_advice(out, verb, dir, &h);
        files_memory_close(out);
        fprintf(stderr, "%s\n", line);
        free(line);
    }
    mem_free_texts(h.path, h.n);
    return held;
}
