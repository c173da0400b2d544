/* variants.c. Reads and checks the list of settings of a study. */
#include "cli/variants.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/verbs.h"
#include "file/files.h"
#include "file/message.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

/* ---- the two files ---- */

bool variants_are_meant(const Command *o)
{
    assert(o->args >= 1);
    for (int i = 0; i < o->args; i++)
        if (!files_is_directory(o->arg[i]) && (files_ends_in(o->arg[i], ".list") || files_ends_in(o->arg[i], ".ini")))
            return true;
    return false;
}

/* The path with another end. Owned by the caller. */
static char *beside(const char *path, const char *end, const char *other)
{
    return text_new("%.*s%s", (int)(strlen(path) - strlen(end)), path, other);
}

/* Finds the ini and the list that the arguments name. If only one is named, the other lies beside it, under the same name. */
static int find_files(Variants *v, const Command *o)
{
    for (int i = 0; i < o->args; i++) {
        char **file = files_ends_in(o->arg[i], ".list") ? &v->list : files_ends_in(o->arg[i], ".ini") ? &v->ini : NULL;
        if (file == NULL || *file != NULL)
            return verb_fail(
                STATUS_USAGE,
                "%s: a study is of one list and one ini, or of directories of runs: swarmtris study FILE.ini FILE.list",
                o->arg[i]);
        *file = mem_text(o->arg[i]);
    }
    const bool named = v->list != NULL;
    for (int i = 0; i < o->args && o->args > 1; i++)
        if (!files_exists(o->arg[i])) return verb_fail(STATUS_NO_INPUT, "%s: no such file", o->arg[i]);
    if (v->list == NULL) v->list = beside(v->ini, ".ini", ".list");
    if (v->ini == NULL) v->ini = beside(v->list, ".list", ".ini");
    const char *given = named ? v->list : v->ini, *other = named ? v->ini : v->list;
    if (files_exists(given) && !files_exists(other))
        return verb_fail(STATUS_NO_INPUT, "%s: there is no %s beside it; name both: swarmtris study FILE.ini FILE.list", given,
                         other);
    return STATUS_OK;
}

/* ---- the list ---- */

static int refuse(const Variants *v, int number, const char *name, const char *why)
{
    return verb_fail(STATUS_CONFIG, "%s:%d: %s: %s", v->list, number, name, why);
}

static int add_line(Variants *v, int number, char *text, const Command *o)
{
    char *rest = NULL;
    text[strcspn(text, "#")] = '\0';
    const char *name = strtok_r(text, blanks, &rest);
    if (name == NULL) return STATUS_OK;
    if (strpbrk(name, "/=") != NULL || name[0] == '.' || strcmp(name, "charts") == 0)
        return refuse(v, number, name, "must be a name for the variant, which becomes a directory, before its settings");
    for (int i = 0; i < v->lines; i++)
        if (strcmp(v->line[i].name, name) == 0) return refuse(v, number, name, "there is a variant of this name already");
    v->line = mem_grow(v->line, &v->room, v->lines + 1, sizeof *v->line);
    VariantLine *l = &v->line[v->lines++];
    *l = (VariantLine){.name = mem_text(name), .origin = text_new("%s:%d", v->list, number)};
    while ((text = strtok_r(NULL, blanks, &rest)) != NULL) settings_add(&l->own, l->origin, "%s", text);
    settings_add_given(&l->own, o); /* which win */
    return STATUS_OK;
}

static int read_list(Variants *v, const Command *o)
{
    char *text = verbs_text(v->list, NULL);
    int status = STATUS_OK, number = 0;
    if (text == NULL) return STATUS_NO_INPUT;
    for (char *line = text, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        const int added = add_line(v, ++number, line, o);
        if (status == STATUS_OK) status = added;
    }
    free(text);
    if (status == STATUS_OK && v->lines == 0)
        status = verb_fail(STATUS_CONFIG, "%s: has no variant: a line is a name and settings, section.key=value", v->list);
    return status;
}

/* ---- whether they can be trained ---- */

/* Adds the lines that are not there yet: a mistake in the ini is one of every variant. */
static void add_new(Errors *all, const Errors *errors)
{
    for (int i = 0; i < errors->n; i++) {
        bool there = false;
        for (int k = 0; k < all->n; k++) there = there || strcmp(all->line[k], errors->line[i]) == 0;
        if (!there) errors_add(all, "%s", errors->line[i]);
    }
}

enum { NAMES = 300 }; /* bytes for the names of variants; what does not fit is cut off */

/* A warning, and the variants that have it. */
typedef struct {
    char *text;    /* the sentence; owned */
    Text variants; /* their names, with commas; its buffer is owned */
    int n;         /* how many these are */
} Warning;

/* What is said of all variants, each sentence once. All owned. */
typedef struct {
    Errors errors;
    Warning *warning; /* (n) */
    int n, room;      /* warnings; those that there is memory for */
} Said;

static void add_warning(Said *s, const char *text, const char *variant)
{
    int i = 0;
    while (i < s->n && strcmp(s->warning[i].text, text) != 0) i++;
    if (i == s->n) {
        s->warning = mem_grow(s->warning, &s->room, ++s->n, sizeof *s->warning);
        s->warning[i] = (Warning){.text = mem_text(text), .variants = text_in(mem_new(NAMES, 1), NAMES)};
    }
    Warning *w = &s->warning[i];
    text_add(&w->variants, "%s%s", w->n++ > 0 ? ", " : "", variant);
}

/* Prints errors and warnings, each warning with its variants unless all (lines) have it, and frees them. */
static void print_said(Said *s, int lines)
{
    Errors warnings = {0};
    for (int i = 0; i < s->n; i++) {
        Warning *w = &s->warning[i];
        errors_add(&warnings, w->n == lines ? "%s" : "%s (%s)", w->text, w->variants.at);
        free(w->text);
        free(w->variants.at);
    }
    message_errors(&s->errors, "");
    message_errors(&warnings, "warning: ");
    free(s->warning);
}

/* Adds to *s what keeps the variant from being trained, and what it is warned of. */
static int check_line(const Variants *v, const VariantLine *l, const Command *o, Said *s)
{
    Config c;
    Setup setup = {0};
    Errors errors = {0}, warnings = {0};
    const Command with = settings_command(&l->own, o);
    int status = verbs_collect(&c, v->ini, &with, &errors, &warnings);
    if (status == STATUS_OK && !setup_train(&setup, &c, &errors, &warnings)) status = STATUS_CONFIG;
    add_new(&s->errors, &errors);
    for (int i = 0; i < warnings.n; i++) add_warning(s, warnings.line[i], l->name);
    errors_free(&errors);
    errors_free(&warnings);
    setup_free(&setup);
    config_free(&c);
    return status;
}

int variants_read(Variants *v, const Command *o)
{
    Said said = {0};
    *v = (Variants){0};
    int status = find_files(v, o);
    if (status == STATUS_OK) status = read_list(v, o);
    for (int i = 0; i < v->lines; i++) {
        const int checked = check_line(v, &v->line[i], o, &said);
        if (status == STATUS_OK) status = checked;
    }
    print_said(&said, v->lines);
    assert(status != STATUS_OK || v->lines > 0);
    return status;
}

void variants_free(Variants *v)
{
    for (int i = 0; i < v->lines; i++) {
        settings_free(&v->line[i].own);
        free(v->line[i].origin);
        free(v->line[i].name);
    }
    free(v->line);
    free(v->ini);
    free(v->list);
    *v = (Variants){0};
}
