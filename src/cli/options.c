/* options.c. Reads the command line into a Command, as the verb and its options say. */
#include "cli/options.h"

#include "base/mem.h"
#include "base/text.h"
#include "file/message.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 32 }; /* options of one verb */

/* The command line that is being read. */
typedef struct {
    Command *o;                         /* what has been read so far; borrowed */
    int next;                           /* index of the first word that has not been read yet */
    bool seen[OPTIONS_MAX];             /* (number of the option of the verb): it has been given */
    ConfigValue shorthand[OPTIONS_MAX]; /* values of the options that are shorthands of ini keys; they override --set */
    int shorthands;                     /* number of shorthands */
    Errors *errors;                     /* gets the one sentence about the first mistake; borrowed */
} Line;

static bool refuse(Line *l, const char *option, const char *value, const char *why)
{
    errors_add(l->errors, "%s%s%.200s: %s", option, option[0] != '\0' && value != NULL ? " " : "", value != NULL ? value : "",
               why);
    return false;
}

/* The shell puts the home folder in place of a ~ that is not quoted and begins a word. */
static bool refuse_home(Line *l, const char *option, const char *path)
{
    char why[PARAM_TEXT_MAX];
    snprintf(why, sizeof why,
             "its ~ was not replaced by the shell, which does so at the beginning of a word: write \"$HOME%.200s\"", path + 1);
    return refuse(l, option, path, why);
}

static bool is_of_home(const char *path)
{
    return path[0] == '~' && (path[1] == '/' || path[1] == '\0');
}

/* Reads a number that fills all of text, except for a percent sign at its end. */
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

/* Reads "10x20". The game checks later whether such a board is possible. */
static bool read_board(const char *text, int *width, int *height)
{
    char w[5], h[5];
    int n = 0;
    if (sscanf(text, "%4[0-9]x%4[0-9]%n", w, h, &n) != 2 || text[n] != '\0') return false;
    *width = atoi(w);
    *height = atoi(h);
    return *width > 0 && *height > 0;
}

static bool read_pixels(const char *text, int *size)
{
    return read_board(text, &size[0], &size[1]) && size[0] >= 300 && size[1] >= 200;
}

/* A path that commands can be printed and run with: one that begins with a dash would be an option. */
static const char *as_path(Line *l, const char *path)
{
    return path[0] == '-' && path[1] != '\0' ? mem_own(&l->o->text, text_new("./%s", path)) : path;
}

/* Stores a text. If the option has words, the text must be one of them. */
static bool store_text(Line *l, const Option *row, const char *value, const char **at)
{
    char why[PARAM_WHY_MAX];
    int index = 0;
    *at = value;
    if (value[0] == '\0') return refuse(l, row->name, NULL, "its value is empty");
    if (is_of_home(value)) return refuse_home(l, row->name, value);
    if (strcmp(row->name, "--out") == 0) *at = as_path(l, value);
    if (row->words == NULL) return true;
    const Param choice = {.type = PARAM_CHOICE, .bytes = sizeof index, .choices = row->words};
    if (!param_set(&choice, &index, value, why, sizeof why)) return refuse(l, row->name, value, why);
    *at = row->words[index];
    return true;
}

/* Stores a value (NULL for a flag) in the member that the row names. */
static bool store_value(Line *l, const Option *row, const char *value)
{
    assert((value == NULL) == (row->kind == OPTION_FLAG));
    char why[PARAM_WHY_MAX];
    Command *o = l->o;
    void *at = (row->shared ? (char *)o : (char *)o->own) + row->offset;
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)at = true; return true;
    case OPTION_TEXT: return store_text(l, row, value, at);
    case OPTION_SET: o->value[o->values++] = (ConfigValue){mem_text(value), row->name}; return true;
    case OPTION_KEY: l->shorthand[l->shorthands++] = (ConfigValue){text_new("%s=%s", row->key, value), row->name}; return true;
    case OPTION_PIXELS:
        return read_pixels(value, at) ||
               refuse(l, row->name, value, "must be width x height in pixels, 300x200 or more, like 1100x680");
    case OPTION_SECONDS: return duration_read(value, at) || refuse(l, row->name, value, "must be " DURATION_FORMS);
    case OPTION_SHARE: return read_share(value, at) || refuse(l, row->name, value, "must be a share like 5% or 0.05");
    case OPTION_BOARD:
        return read_board(value, at, (int *)at + 1) || refuse(l, row->name, value, "must be width x height, like 10x20");
    case OPTION_PARAM: break;
    }
    return param_set(&row->param, o->own, value, why, sizeof why) || refuse(l, row->name, value, why);
}

/* The number of the option in word, which is `--name`, `--name=value` or `-l`; -1: the verb has no such option. */
static int find_row(const Verb *verb, const char *word)
{
    const Option *row;
    const size_t n = strcspn(word, "=");
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        const bool is_letter = row->letter != 0 && word[1] == row->letter && word[2] == '\0';
        if (is_letter || (strlen(row->name) == n && strncmp(row->name, word, n) == 0)) return i;
    }
    return -1;
}

/* Options and arguments of earlier versions, and what to do instead. */
static const struct {
    const char *verb, *word, *instead;
} left[] = {
    {"bench", "tail", "bench/tried.md has its figures; 'bench parallel' times iterations with their ends"},
    {"bench", "scaling", "bench/tried.md has its figures; 'bench parallel' compares threads with processes"},
    {"export", "--format", "bench/ioh.py writes what IOHprofiler reads, from the output of 'export --table metrics'"},
    {"solve", "--check", "tests/systems/stack/replay.py INPUT OUTPUT replays placements, by rules of its own"},
};

/* Whether the verb has had this word, which is refused then. */
static bool refuse_left(Line *l, const char *word)
{
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (strcmp(left[i].verb, l->o->verb->name) == 0 && strcmp(left[i].word, word) == 0) {
            errors_add(l->errors, "'%s %s' has left: %s", left[i].verb, word, left[i].instead);
            return true;
        }
    return false;
}

/* Refuses an option that the verb does not take: names the verb that has it, or the option that was probably meant. */
static bool refuse_option(Line *l, const char *word)
{
    char name[64];
    const Verb *verb = l->o->verb, *other = NULL;
    const bool none = verb == &verb_none;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (refuse_left(l, name)) return false;
    if (find_row(&verb_none, name) >= 0) other = &verb_none;
    for (int i = 0; verbs[i] != NULL && other == NULL; i++)
        if (find_row(verbs[i], name) >= 0) other = verbs[i];
    Suggest s = suggest_start(name);
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) suggest_try(&s, row->name);
    if (other != NULL && none)
        errors_add(l->errors, "the verb comes first: swarmtris %s %s", other->name, name);
    else if (other != NULL)
        errors_add(l->errors, "%s is no option of '%s'; it belongs to 'swarmtris%s%s'", name, verb->name,
                   other == &verb_none ? "" : " ", other->name);
    else if (s.best != NULL)
        errors_add(l->errors, "unknown option %s; did you mean %s?", name, s.best);
    else
        errors_add(l->errors, "unknown option %s; see 'swarmtris%s%s --help'", name, none ? "" : " ", verb->name);
    return false;
}

/* Reads an option, a word that begins with a dash. Its value follows a "=", or is the next word. */
static bool read_option(Line *l, const char *word)
{
    assert(word[0] == '-');
    const int number = find_row(l->o->verb, word);
    if (number < 0) return refuse_option(l, word);
    const Option *row = verb_option(l->o->verb, number);
    const char *value = strchr(word, '=');
    if (row->value == NULL && value != NULL) return refuse(l, row->name, NULL, "takes no value");
    if (l->seen[number] && row->kind != OPTION_SET) return refuse(l, row->name, NULL, "is given twice");
    l->seen[number] = true;
    if (row->value != NULL && value == NULL) {
        if (l->next == l->o->argc || strncmp(l->o->argv[l->next], "--", 2) == 0) {
            errors_add(l->errors, "%s needs a value: %s %s", row->name, row->name, row->value);
            return false;
        }
        return store_value(l, row, l->o->argv[l->next++]);
    }
    return store_value(l, row, value != NULL ? value + 1 : NULL);
}

static bool read_verb(Line *l, const char *word)
{
    const Verb *verb = verb_named(word, l->errors);
    if (verb == NULL) return false;
    l->o->verb = verb;
    l->o->own = mem_new(1, verb->bytes);
    if (verb->defaults != NULL) memcpy(l->o->own, verb->defaults, verb->bytes);
    return true;
}

/* Whether the number of arguments is one that the verb takes, and each is among the words that it accepts. */
static bool check_args(Line *l)
{
    const Verb *verb = l->o->verb;
    const Command *o = l->o;
    if (o->args < verb->least) {
        errors_add(l->errors, "'%s' needs %s: swarmtris %s %s", verb->name,
                   verb->least == 1 ? "an argument"
                   : o->args == 0   ? "two arguments"
                                    : "two arguments, and has one",
                   verb->name, verb->arguments);
        return false;
    }
    for (int i = 0; i < o->args; i++)
        if (is_of_home(o->arg[i])) return refuse_home(l, "", o->arg[i]);
    if (o->args > verb->most) {
        errors_add(l->errors, "'%.200s' is one argument too many: swarmtris %s %s%s%s", o->arg[verb->most], verb->name,
                   verb->arguments, verb->several != NULL ? "; " : "", verb->several != NULL ? verb->several : "");
        return false;
    }
    for (int i = 0; i < o->args && verb->words != NULL; i++) {
        const char *near = suggest_name(o->arg[i], verb->words);
        if (near != NULL && strcmp(near, o->arg[i]) == 0) continue;
        if (refuse_left(l, o->arg[i])) return false;
        if (near != NULL)
            errors_add(l->errors, "'%s' takes no argument '%.100s'; did you mean '%s'?", verb->name, o->arg[i], near);
        else
            errors_add(l->errors, "'%s' takes no argument '%.100s', only %s", verb->name, o->arg[i], verb->arguments);
        return false;
    }
    return true;
}

/* Whether an option of this name is given, or the first argument is this word; that of a verb with words is the first by default. */
static bool is_given(const Line *l, const char *word)
{
    const Command *o = l->o;
    const char *first = o->args > 0 ? o->arg[0] : o->verb->words != NULL ? o->verb->words[0] : "";
    if (strncmp(word, "--", 2) != 0) return strcmp(word, first) == 0;
    const int number = find_row(o->verb, word);
    assert(number >= 0); /* the table of the verb names its own options */
    return l->seen[number];
}

/* Refuses a given option that has no effect, as `when` says. True: it has one. */
static bool check_when(Line *l, const char *option, const OptionWhen *when)
{
    char word[32], why[200];
    Text text = text_in(why, sizeof why);
    int wanted = 0;
    bool found = false;
    for (int i = 0; text_word(when->when, i, word, sizeof word); i++) {
        if (word[0] == '!' && is_given(l, word + 1)) {
            text_add(&text, "has no effect with %s%s", word + 1, when->why != NULL ? when->why : "");
            return refuse(l, option, NULL, why);
        }
        if (word[0] == '!') continue;
        found = found || is_given(l, word);
        text_add(&text, "%s", wanted++ == 0 ? "has no effect without " : " or ");
        if (word[0] == '-')
            text_add(&text, "%s", word);
        else
            text_add(&text, "'%s %s'", l->o->verb->name, word);
    }
    return wanted == 0 || found || refuse(l, option, NULL, why);
}

/* Refuses options that are right each by itself, but contradict each other, or have no effect. */
static bool check_together(Line *l)
{
    const Command *o = l->o;
    if (o->quiet && o->verbose) return refuse(l, "--quiet", NULL, "contradicts --verbose");
    if (o->resume && o->force) return refuse(l, "--resume", NULL, "contradicts --force, which starts a new run");
    if (o->verb->takes != TAKES_INIS && o->resume && o->out == NULL) return refuse(l, "--resume", NULL, "needs --out DIR");
    char option[32];
    for (const OptionWhen *when = o->verb->when; when != NULL && when->options != NULL; when++)
        for (int i = 0; text_word(when->options, i, option, sizeof option); i++)
            if (is_given(l, option) && !check_when(l, option, when)) return false;
    return true;
}

static bool read_line(Line *l)
{
    Command *o = l->o;
    bool only_args = false;
    o->help = o->argc == 1; /* a call without words asks for help */
    if (o->argc > 1 && o->argv[1][0] != '-' && !read_verb(l, o->argv[l->next++])) return false;
    while (l->next < o->argc) {
        const char *word = o->argv[l->next++];
        if (!only_args && strcmp(word, "--") == 0)
            only_args = true;
        else if (only_args || word[0] != '-' || word[1] == '\0')
            o->arg[o->args++] = as_path(l, word);
        else if (!read_option(l, word))
            return false;
    }
    if (o->help || o->version) return true;
    if (o->verb == &verb_none) {
        errors_add(l->errors, "a verb is missing; see 'swarmtris --help'");
        return false;
    }
    return check_args(l) && check_together(l);
}

bool options_read(Command *o, int argc, char *argv[], Errors *errors)
{
    assert(argc >= 1);
    *o = (Command){.argc = argc, .argv = argv, .verb = &verb_none};
    o->arg = mem_new((size_t)argc, sizeof *o->arg);
    o->value = mem_new((size_t)argc + OPTIONS_MAX, sizeof *o->value);
    Line l = {.o = o, .next = 1, .errors = errors};
    bool good = read_line(&l);
    assert((good || errors->n > 0) && o->args <= argc && o->values + l.shorthands <= argc + OPTIONS_MAX);
    for (int i = 0; i < l.shorthands; i++) o->value[o->values++] = l.shorthand[i];
    return good;
}

void options_free(Command *o)
{
    for (int i = 0; i < o->values; i++) free((char *)o->value[i].text);
    mem_owner_free(&o->text);
    free(o->value);
    free(o->arg);
    free(o->own);
    *o = (Command){0};
}
