/* verbs.c. Steps that several verbs share: reading a configuration, setting a session up, refusing a directory, reading and
 * writing files that the command line names. */
#include "cli/verbs.h"

#include "base/mem.h"
#include "base/text.h"
#include "config/config_read.h"
#include "file/files.h"
#include "file/message.h"
#include "store/rundir.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Session verbs_session(const Command *o, const Config *c, Setup *setup, const char *dir)
{
    const VerbTakes takes = o->verb->takes;
    return (Session){.run = {.config = c,
                             .setup = setup,
                             .dir = cluster_leads(o->cluster) ? dir : NULL,
                             .source = takes == TAKES_WEIGHTS && o->args == 1 ? o->arg[0] : NULL,
                             .trains = takes == TAKES_INIS,
                             .argc = o->argc,
                             .argv = o->argv},
                     .resume = o->resume,
                     .force = o->force,
                     .quiet = o->quiet || !cluster_leads(o->cluster),
                     .verbose = o->verbose,
                     .max_seconds = o->max_time};
}

int verbs_readable(const char *const *dir, int n, bool goes_on)
{
    assert(n >= 1);
    for (int i = 0; i < n; i++) {
        OWNED char *why = rundir_refusal(dir[i], goes_on);
        if (why != NULL) return verb_fail(STATUS_DATA, "%s", why);
    }
    return STATUS_OK;
}

void verbs_say_files(const char *dir, const char *table)
{
    char *word = message_word(dir);
    if (table != NULL) printf("%s: %s/%s.tsv\n", table, dir, table);
    printf("charts: swarmtris plot %s\n", word);
    free(word);
}

int verbs_allowed(const Command *o, const char *dir)
{
    const Session session = verbs_session(o, NULL, NULL, dir);
    return session.run.dir != NULL ? session_allowed(&session) : STATUS_OK;
}

int verbs_collect(Config *c, const char *path, const Command *o, Errors *errors, Errors *warnings)
{
    assert(errors->n == 0);
    bool good = path != NULL && o->typed != NULL
                    ? config_read_text(c, "standard input", o->typed, o->value, o->values, errors, warnings)
                    : config_read(c, path, o->value, o->values, errors, warnings);
    c->cluster = o->cluster;
    if (good && o->cluster != NULL && c->experiment.mode != EVALUATOR_BOTH) {
        errors_add(errors, "%s: mode = %s: must be both if several ranks play", config_origin(c, "experiment", "mode"),
                   evaluator_modes[c->experiment.mode]);
        good = false;
    }
    assert(good == (errors->n == 0));
    bool typed = true; /* all mistakes are on the command line */
    for (int i = 0; i < errors->n; i++) typed = typed && strncmp(errors->line[i], "--", 2) == 0;
    if (good) return STATUS_OK;
    if (c->missing) return STATUS_NO_INPUT;
    return typed || path == NULL ? STATUS_USAGE : STATUS_CONFIG;
}

int verbs_read(Config *c, const char *path, const Command *o)
{
    Errors errors = {0}, warnings = {0};
    const int status = verbs_collect(c, path, o, &errors, &warnings);
    message_errors(&errors, "");
    message_errors(&warnings, "warning: ");
    return status;
}

int verbs_setup(Setup *s, const Config *c, bool quiet)
{
    Errors errors = {0}, warnings = {0};
    bool made = setup_train(s, c, &errors, &warnings);
    assert(made == (errors.n == 0) && (!made || s->evaluator != NULL));
    message_errors(&errors, "");
    if (!quiet) message_errors(&warnings, "warning: ");
    errors_free(&warnings);
    return made ? STATUS_OK : STATUS_CONFIG;
}

char *verbs_text(const char *path, size_t *size)
{
    char *text = files_read(path, size);
    if (text == NULL) fprintf(stderr, "%s: cannot be read: %s\n", path, files_why(errno));
    return text;
}

int verbs_write(const char *path, const char *text, size_t size)
{
    if (files_replace(path, text, size)) return STATUS_OK;
    return verb_fail((int)status_of_write(errno), "%s: cannot be written: %s", path, files_why(errno));
}

int verbs_may_write(const char *path)
{
    struct stat found;
    if (path == NULL) return STATUS_OK;
    char *copy = mem_text(path);
    const char *why = NULL;
    if (stat(path, &found) == 0 && !S_ISREG(found.st_mode))
        why = S_ISDIR(found.st_mode) ? strerror(EISDIR) : "it is no file that could be replaced";
    else if (access(dirname(copy), W_OK | X_OK) != 0)
        why = strerror(errno);
    free(copy);
    return why == NULL ? STATUS_OK : verb_fail(STATUS_CANT_CREATE, "%s: cannot be created: %s", path, why);
}

/* ---- values of keys ---- */

void settings_add_given(Settings *s, const Command *o)
{
    for (int i = 0; i < o->values; i++) settings_add(s, o->value[i].origin, "%s", o->value[i].text);
}

Command settings_command(const Settings *s, const Command *o)
{
    Command with = *o;
    with.value = s->value;
    with.values = s->n;
    return with;
}

int settings_read(Config *c, Settings *s, const Command *o)
{
    settings_add_given(s, o);
    const Command with = settings_command(s, o);
    const int status = verbs_read(c, NULL, &with);
    settings_free(s);
    return status;
}
