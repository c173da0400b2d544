/* options.c. Reads the command line into Options, as the tables say. */
#include "cli/options.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/option_table.h"
#include "file/duration.h"
#include "file/suggest.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command line that is being read. */
typedef struct {
    Options *o;                         /* what has been read so far; borrowed */
    int argc;                           /* words of the command line */
    int next;                           /* index of the first word that has not been read yet */
    char **argv;                        /* (argc), borrowed */
    bool seen[OPTIONS_MAX];             /* by row of option_rows: the option has been given */
    ConfigValue shorthand[OPTIONS_MAX]; /* values of the options that are shorthands of ini keys; they override --set */
    int shorthands;                     /* of them */
    Errors *errors;                     /* gets the one sentence about the first mistake; borrowed */
} Line;

static bool refuse(Line *l, const char *option, const char *value, const char *why)
{
    errors_add(l->errors, "%s%s%.200s: %s", option, value != NULL ? " " : "", value != NULL ? value : "", why);
    return false;
}

/* A number, all of text, or with a percent sign behind it. */
static bool read_share(const char *text, double *share)
{
    char number[32], why[PARAM_WHY_MAX];
    const Param row = {.type = PARAM_REAL, .bytes = sizeof *share, .lo = 0, .hi = 100};
    size_t n = strlen(text);
    if (n < 1 || n >= sizeof number) return false;
    const bool percent = text[n - 1] == '%';
    snprintf(number, sizeof number, "%.*s", (int)(percent ? n - 1 : n), text);
    if (!param_set(&row, share, number, why, sizeof why)) return false;
    if (percent) *share /= 100;
    return *share > 0 && *share < 1;
}

/* "10x20". The game checks later whether such a board is possible. */
static bool read_board(const char *text, int *width, int *height)
{
    size_t digits = strspn(text, "0123456789"), more = strspn(text + digits + (text[digits] == 'x'), "0123456789");
    if (digits == 0 || digits > 4 || text[digits] != 'x' || more == 0 || more > 4 || text[digits + 1 + more] != '\0')
        return false;
    *width = atoi(text);
    *height = atoi(text + digits + 1);
    return *width > 0 && *height > 0;
}

/* section.key=value under the option's own name. */
static ConfigValue shorthand(const OptionRow *row, const char *value)
{
    return (ConfigValue){text_new("%s=%s", row->key, value), row->name};
}

/* Stores a value (NULL of a flag) in the member that the row names. */
static bool store_value(Line *l, const OptionRow *row, const char *value)
{
    assert((value == NULL) == (row->kind == KIND_FLAG));
    char why[PARAM_WHY_MAX];
    Options *o = l->o;
    void *at = (char *)o + row->offset;
    switch (row->kind) {
    case KIND_FLAG: *(bool *)at = true; return true;
    case KIND_TEXT: *(const char **)at = value; return value[0] != '\0' || refuse(l, row->name, NULL, "its value is empty");
    case KIND_SET: o->value[o->values++] = (ConfigValue){mem_text(value), row->name}; return true;
    case KIND_KEY: l->shorthand[l->shorthands++] = shorthand(row, value); return true;
    case KIND_SIZE:
        return (read_board(value, &o->plot_width, &o->plot_height) && o->plot_width >= 300 && o->plot_height >= 200) ||
               refuse(l, row->name, value, "must be width x height in pixels, 300x200 or more, like 1100x680");
    case KIND_SECONDS: return duration_read(value, at) || refuse(l, row->name, value, "must be " DURATION_FORMS);
    case KIND_SHARE: return read_share(value, at) || refuse(l, row->name, value, "must be a share like 5% or 0.05");
    case KIND_BOARD:
        return read_board(value, &o->width, &o->height) || refuse(l, row->name, value, "must be width x height, like 10x20");
    default: return param_set(&row->param, o, value, why, sizeof why) || refuse(l, row->name, value, why);
    }
}

/* The row of an option of the verb, written as in `--name`, `--name=value` or `-l`. */
static const OptionRow *find_row(Verb verb, const char *word)
{
    size_t n = strcspn(word, "=");
    for (int i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        bool is_letter = row->letter != 0 && word[1] == row->letter && word[2] == '\0';
        bool is_name = strlen(row->name) == n && strncmp(row->name, word, n) == 0;
        if (option_taken(row, verb) && (is_letter || is_name)) return row;
    }
    return NULL;
}

/* Refuses an option that the verb does not take: names the verb that has it, or the option that was probably meant. */
static bool refuse_option(Line *l, const char *word)
{
    char name[64];
    Verb verb = l->o->verb;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (Verb other = 0; other < VERBS; other++)
        if (find_row(other, name) != NULL) {
            if (verb == VERB_NONE)
                errors_add(l->errors, "the verb comes first: swarmtris %s %s", option_verbs[other].name, name);
            else
                errors_add(l->errors, "%s is no option of '%s'; it belongs to 'swarmtris%s%s'", name, option_verbs[verb].name,
                           other == VERB_NONE ? "" : " ", option_verbs[other].name);
            return false;
        }
    Suggest s = suggest_start(name);
    for (int i = 0; i < option_count; i++)
        if (option_taken(&option_rows[i], verb)) suggest_try(&s, option_rows[i].name);
    if (s.best != NULL)
        errors_add(l->errors, "unknown option %s; did you mean %s?", name, s.best);
    else
        errors_add(l->errors, "unknown option %s; see 'swarmtris%s%s --help'", name, verb == VERB_NONE ? "" : " ",
                   option_verbs[verb].name);
    return false;
}

/* Reads an option, a word that begins with a dash. Its value follows a "=", or is the next word. */
static bool read_option(Line *l, const char *word)
{
    assert(word[0] == '-');
    const OptionRow *row = find_row(l->o->verb, word);
    if (row == NULL) return refuse_option(l, word);
    const char *value = strchr(word, '=');
    if (row->value == NULL && value != NULL) return refuse(l, row->name, NULL, "takes no value");
    if (l->seen[row - option_rows] && row->kind != KIND_SET) return refuse(l, row->name, NULL, "is given twice");
    l->seen[row - option_rows] = true;
    if (row->value != NULL && value == NULL) {
        if (l->next == l->argc || strncmp(l->argv[l->next], "--", 2) == 0) {
            errors_add(l->errors, "%s needs a value: %s %s", row->name, row->name, row->value);
            return false;
        }
        return store_value(l, row, l->argv[l->next++]);
    }
    return store_value(l, row, value != NULL ? value + 1 : NULL);
}

static bool read_verb(Line *l, const char *word)
{
    Suggest s = suggest_start(word);
    for (Verb verb = VERB_NONE + 1; verb < VERBS; verb++) {
        if (strcmp(word, option_verbs[verb].name) == 0) {
            l->o->verb = verb;
            l->o->games = option_verbs[verb].games;
            return true;
        }
        suggest_try(&s, option_verbs[verb].name);
    }
    if (s.best != NULL)
        errors_add(l->errors, "unknown verb '%.100s'; did you mean '%s'?", word, s.best);
    else
        errors_add(l->errors, "unknown verb '%.100s'; see 'swarmtris --help'", word);
    return false;
}

/* Behind a sentence about too many arguments: what takes several. */
static const char *several(Verb verb)
{
    switch (verb) {
    case VERB_TRAIN:
    case VERB_LANDSCAPE: return "; 'swarmtris study' trains several settings";
    case VERB_EVAL: return "; 'swarmtris compare' and 'tournament' take several";
    case VERB_COMPARE: return "; 'swarmtris tournament' takes more than two";
    case VERB_INFO: return "; 'swarmtris export', 'plot' and 'tournament' take several";
    default: return "";
    }
}

/* Whether the number of arguments is one that the verb takes, and each is among the words that it accepts. */
static bool check_args(Line *l)
{
    assert(l->o->verb > VERB_NONE && l->o->verb < VERBS);
    const VerbRow *verb = &option_verbs[l->o->verb];
    Options *o = l->o;
    if (o->args < verb->args_min) {
        errors_add(l->errors, "'%s' needs an argument: swarmtris %s %s", verb->name, verb->name, verb->args);
        return false;
    }
    if (o->args > verb->args_max) {
        errors_add(l->errors, "'%.200s' is one argument too many: swarmtris %s %s%s", o->arg[verb->args_max], verb->name,
                   verb->args, several(o->verb));
        return false;
    }
    for (int i = 0; i < o->args && verb->words != NULL; i++) {
        const char *const *known = verb->words;
        while (*known != NULL && strcmp(*known, o->arg[i]) != 0) known++;
        const char *near = suggest_name(o->arg[i], verb->words);
        if (*known != NULL) continue;
        if (near != NULL)
            errors_add(l->errors, "'%s' has no argument '%.100s'; did you mean '%s'?", verb->name, o->arg[i], near);
        else
            errors_add(l->errors, "'%s' has no argument '%.100s', only %s", verb->name, o->arg[i], verb->args);
        return false;
    }
    return true;
}

/* Refuses options that are right each by itself, but contradict each other. */
static bool check_together(Line *l)
{
    const Options *o = l->o;
    if (o->quiet && o->verbose) return refuse(l, "--quiet", NULL, "contradicts --verbose");
    if (o->resume && o->force) return refuse(l, "--resume", NULL, "contradicts --force, which starts a new run");
    if (o->verb != VERB_TRAIN && o->verb != VERB_ENCODE && o->verb != VERB_LANDSCAPE && o->resume && o->out == NULL)
        return refuse(l, "--resume", NULL, "needs --out DIR");
    if (o->fresh && strcmp(o->arg[0], "-") != 0) return refuse(l, "--fresh", NULL, "has no use without -");
    for (int i = 0; i < l->shorthands; i++)
        if (o->pieces != NULL && strcmp(l->shorthand[i].origin, "--seed") == 0)
            return refuse(l, "--seed", NULL, "has no use with --pieces, whose file says what comes");
    return true;
}

/* help and version are verbs for what --help and --version do, too. */
static bool take_question(Line *l)
{
    Options *o = l->o;
    const Verb asked = o->verb;
    o->version = asked == VERB_VERSION;
    o->help = asked == VERB_HELP;
    o->verb = VERB_NONE;
    return o->args == 0 || read_verb(l, o->arg[0]);
}

static bool read_line(Line *l)
{
    Options *o = l->o;
    bool only_args = false;
    o->help = l->argc == 1; /* a bare call asks what there is */
    if (l->argc > 1 && l->argv[1][0] != '-' && !read_verb(l, l->argv[l->next++])) return false;
    while (l->next < l->argc) {
        const char *word = l->argv[l->next++];
        if (!only_args && strcmp(word, "--") == 0)
            only_args = true;
        else if (only_args || word[0] != '-' || word[1] == '\0')
            o->arg[o->args++] = word;
        else if (!read_option(l, word))
            return false;
    }
    if (o->help || o->version) return true;
    if (o->verb == VERB_NONE) {
        errors_add(l->errors, "a verb is missing; see 'swarmtris --help'");
        return false;
    }
    return check_args(l) && (o->verb == VERB_HELP || o->verb == VERB_VERSION ? take_question(l) : check_together(l));
}

bool options_read(Options *o, int argc, char *argv[], Errors *errors)
{
    assert(argc >= 1 && option_count <= OPTIONS_MAX);
    *o = (Options){.argc = argc,
                   .argv = argv,
                   .alpha = 0.05,
                   .margin = 0.05,
                   .format = -1,
                   .axis = -1,
                   .mode = -1,
                   .engine = -1,
                   .agent = -1,
                   .buffer = -1};
    o->arg = mem_new((size_t)argc, sizeof *o->arg);
    o->value = mem_new((size_t)argc + (size_t)option_count, sizeof *o->value);
    Line l = {.o = o, .argc = argc, .argv = argv, .next = 1, .errors = errors};
    bool good = read_line(&l);
    assert((good || errors->n > 0) && o->args <= argc && o->values + l.shorthands <= argc + option_count);
    for (int i = 0; i < l.shorthands; i++) o->value[o->values++] = l.shorthand[i];
    return good;
}

void options_free(Options *o)
{
    for (int i = 0; i < o->values; i++) free((char *)o->value[i].text);
    for (int i = 0; i < o->owned; i++) free(o->own[i]);
    free(o->own);
    free(o->value);
    free(o->arg);
    *o = (Options){0};
}
