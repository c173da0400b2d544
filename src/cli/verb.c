/* verb.c. The list of verbs; the options that several of them share; how a command line is read into a Command, as the verb and
 * its options say; help, made from the same structs; the verbs help and version. */
#include "cli/verb.h"

#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "file/message.h"
#include "file/terminal.h"
#include "registry.h"
#include "run/environment.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The verbs of the core, in the order of the help; those of the systems follow them. */
/* clang-format off */
#define LIST(V)                                                             \
    V(train) V(eval) V(compare) V(tournament) V(study) V(landscape)         \
    V(play) V(bench) V(check) V(info) V(list) V(plot) V(report) V(export)   \
    V(help) V(version)
/* clang-format on */
#define DECLARED(name) extern const Verb verb_##name;
#define ROW(name) &verb_##name,
#define SYSTEM_DECLARED(verb, name) extern const Verb verb;
#define SYSTEM_ROW(verb, name) &verb,

LIST(DECLARED)
SYSTEMS_VERBS(SYSTEM_DECLARED)
const Verb *const verbs[] = {LIST(ROW) SYSTEMS_VERBS(SYSTEM_ROW) NULL};

#define SHARED(field, kind_) .shared = true, OPTION_AT(Command, field, kind_)

const Option options_set[] = {
    {"--set", "section.key=value", .kind = OPTION_SET, .doc = "overrides a key of the ini; may be repeated"},
    {0},
};

const Option options_run[] = {
    {"--out", "DIR", SHARED(out, OPTION_TEXT), .doc = "directory of the run"},
    {"--resume", NULL, SHARED(resume, OPTION_FLAG), .doc = "continues the run in the directory where it stopped"},
    {"--force", NULL, SHARED(force, OPTION_FLAG), .doc = "overwrites an existing run"},
    {"--max-time", "90s|10m|2h|1d|D-HH:MM:SS", SHARED(max_time, OPTION_SECONDS),
     .doc = "saves the run and stops after this time, status 75"},
    {0},
};

const Option options_json[] = {{"--json", NULL, SHARED(json, OPTION_FLAG), .doc = "prints JSON"}, {0}};

const Option options_quiet[] = {{"--quiet", NULL, 'q', SHARED(quiet, OPTION_FLAG), .doc = "no progress"}, {0}};

const Option options_verbose[] = {
    {"--verbose", NULL, 'v', SHARED(verbose, OPTION_FLAG),
     .doc = "prints a line for every iteration, however short, every part of a signature and every served move"},
    {0},
};

const Option options_seed[] = {
    {"--seed", "N", .kind = OPTION_KEY, .key = "experiment.seed", .doc = "is experiment.seed: the source of all random numbers"},
    {"--threads", "N", .kind = OPTION_KEY, .key = "experiment.threads",
     .doc = "is experiment.threads; 0: as many as there are processors"},
    {0},
};

const Option options_engine[] = {
    {"--engine", "E", .kind = OPTION_KEY, .key = "experiment.engine",
     .doc = "is experiment.engine: the implementation that plays the games; 'swarmtris list games' names the engines"},
    {0},
};

const Option options_mode[] = {
    {"--mode", "none|particles|games|both", .kind = OPTION_KEY, .key = "experiment.mode",
     .doc = "is experiment.mode: what runs in parallel"},
    {0},
};

const Option options_estimator[] = {
    {"--estimator", "games|splitting|auto", .kind = OPTION_KEY, .key = "objective.estimator",
     .doc = "is objective.estimator: whole games, or estimates of very long games from few turns"},
    {0},
};

const Option options_features[] = {
    {"--features", "SET|LIST", .kind = OPTION_KEY, .key = "agent.features",
     .doc = "is agent.features: the features that the weights belong to, where their file does not name them"},
    {0},
};

static const char *const formats[] = {"png", "svg", "pdf", NULL};

const Option options_charts[] = {
    {"--format", "png|svg|pdf", OPTION_AT(Charts, format, OPTION_TEXT), .words = formats,
     .doc = "format of the charts; default both png and svg"},
    {"--size", "WxH|3.4in", OPTION_AT(Charts, size, OPTION_SIZE),
     .doc = "pixels of a picture, default 1100x680; or inches, such as 3.4in or 3.4x2.5in: for a paper, as pdf"},
    {"--font", "8pt", OPTION_AT(Charts, points, OPTION_POINTS),
     .doc = "size of letters; default: 8pt with inches, else it grows with the picture"},
    {"--title", "TEXT", OPTION_AT(Charts, title, OPTION_TEXT), .doc = "a title for the charts in place of their own"},
    {"--no-title", NULL, OPTION_AT(Charts, untitled, OPTION_FLAG),
     .doc = "no title above the charts: the text beside them says it"},
    {0},
};

static const Option help[] = {{"--help", NULL, 'h', SHARED(help, OPTION_FLAG), .doc = "this text"}, {0}};
static const Option version[] = {
    {"--version", NULL, 'V', SHARED(version, OPTION_FLAG), .doc = "commit, compiler, flags, instruction set in use"},
    {0},
};

const Verb verb_none = {
    .name = "", .arguments = "", .doc = "", .example = "swarmtris train params/quick.ini --out runs/first", .options = {version}};

const Option *verb_option(const Verb *verb, int i)
{
    for (const Option *const *group = verb->options; *group != NULL; group++)
        for (const Option *row = *group; row->name != NULL; row++)
            if (i-- == 0) return row;
    return i == 0 ? help : NULL;
}

bool verb_takes(const Verb *verb, const Option *row)
{
    const Option *own;
    for (int i = 0; (own = verb_option(verb, i)) != NULL; i++)
        if (own == row) return true;
    return false;
}

const Verb *verb_named(const char *word, Errors *errors)
{
    Suggest s = suggest_start(word);
    for (int i = 0; verbs[i] != NULL; i++) {
        if (strcmp(word, verbs[i]->name) == 0) return verbs[i];
        suggest_try(&s, verbs[i]->name);
    }
    char absent[120];
    if (registry_absent("verb", word, absent, sizeof absent))
        errors_add(errors, "the verb %s %s", word, absent);
    else if (s.best != NULL)
        errors_add(errors, "unknown verb '%.100s'; did you mean '%s'?", word, s.best);
    else
        errors_add(errors, "unknown verb '%.100s'; see 'swarmtris --help', or 'swarmtris list' for keys and parts", word);
    return NULL;
}

int verb_fail(int status, const char *sentence, ...)
{
    va_list args;
    va_start(args, sentence);
    OWNED char *text = text_new_v(sentence, args);
    va_end(args);
    fprintf(stderr, "%s\n", text);
    return status;
}

int verb_refuse(const char *option, const char *why)
{
    return verb_fail(STATUS_USAGE, "swarmtris: %s: %s", option, why);
}

/* ---- the command line ---- */

enum { OPTIONS_MAX = 32 }; /* options of one verb */

/* The command line that is being read. */
typedef struct {
    Command *c;                         /* what has been read so far; borrowed */
    int next;                           /* index of the first word that has not been read yet */
    bool seen[OPTIONS_MAX];             /* (number of the option of the verb): it has been given */
    ConfigValue shorthand[OPTIONS_MAX]; /* values of the options that are shorthands of ini keys; they override --set */
    int shorthands;                     /* number of shorthands */
    Errors *errors;                     /* gets the one sentence about the first mistake; borrowed */
} CommandLine;

static bool refuse(CommandLine *l, const char *option, const char *value, const char *why)
{
    errors_add(l->errors, "%s%s%.200s: %s", option, option[0] != '\0' && value != NULL ? " " : "", value != NULL ? value : "",
               why);
    return false;
}

/* The shell puts the home folder in place of a ~ that is not quoted and begins a word. */
static bool refuse_home(CommandLine *l, const char *option, const char *path)
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

/* Reads a number from lo to hi and the unit behind it. */
static bool read_measure(const char *text, const char *unit, double lo, double hi, double *x)
{
    const size_t n = strspn(text, "0123456789.");
    char *end;
    *x = strtod(text, &end);
    return end == text + n && n > 0 && strcmp(end, unit) == 0 && *x >= lo && *x <= hi;
}

/* Reads "1100x680", "3.4in" or "3.4x2.5in". size: width, height, and whether they are inches. */
static bool read_size(const char *text, double *size)
{
    enum { INCHES = 40 };
    int width, height;
    const bool pixels = read_board(text, &width, &height);
    const char *high = strchr(text, 'x');
    OWNED char *wide = high != NULL ? text_new("%.*sin", (int)(high - text), text) : mem_text(text);
    size[2] = !pixels;
    if (pixels) return (size[0] = width) >= 300 && (size[1] = height) >= 200;
    if (!read_measure(wide, "in", 1, INCHES, &size[0])) return false;
    size[1] = 0.75 * size[0];
    return high == NULL || read_measure(high + 1, "in", 1, INCHES, &size[1]);
}

/* A path that commands can be printed and run with: one that begins with a dash would be an option. */
static const char *as_path(CommandLine *l, const char *path)
{
    return path[0] == '-' && path[1] != '\0' ? mem_own(&l->c->text, text_new("./%s", path)) : path;
}

/* Stores a text. If the option has words, the text must be one of them. */
static bool store_text(CommandLine *l, const Option *row, const char *value, const char **at)
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
static bool store_value(CommandLine *l, const Option *row, const char *value)
{
    assert((value == NULL) == (row->kind == OPTION_FLAG));
    char why[PARAM_WHY_MAX];
    Command *c = l->c;
    void *at = (row->shared ? (char *)c : (char *)c->own) + row->offset;
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)at = true; return true;
    case OPTION_TEXT: return store_text(l, row, value, at);
    case OPTION_SET: c->value[c->values++] = (ConfigValue){mem_text(value), row->name}; return true;
    case OPTION_KEY: l->shorthand[l->shorthands++] = (ConfigValue){text_new("%s=%s", row->key, value), row->name}; return true;
    case OPTION_SIZE:
        return read_size(value, at) ||
               refuse(l, row->name, value,
                      "must be width x height in pixels, 300x200 or more, like 1100x680, or in inches, like 3.4in or 3.4x2.5in");
    case OPTION_POINTS:
        return read_measure(value, "pt", 4, 40, at) || refuse(l, row->name, value, "must be 4pt to 40pt, like 8pt");
    case OPTION_SECONDS: return duration_read(value, at) || refuse(l, row->name, value, "must be " DURATION_FORMS);
    case OPTION_SHARE: return read_share(value, at) || refuse(l, row->name, value, "must be a share like 5% or 0.05");
    case OPTION_BOARD:
        return read_board(value, at, (int *)at + 1) || refuse(l, row->name, value, "must be width x height, like 10x20");
    case OPTION_PARAM: break;
    }
    return param_set(&row->param, c->own, value, why, sizeof why) || refuse(l, row->name, value, why);
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
} gone[] = {
    {"bench", "tail", "bench/tried.md has its figures; 'bench parallel' times iterations with their ends"},
    {"bench", "scaling", "bench/tried.md has its figures; 'bench parallel' compares threads with processes"},
    {"export", "--format", "bench/ioh.py writes what IOHprofiler reads, from the output of 'export --table metrics'"},
    {"solve", "--check", "tests/systems/stack/replay.py INPUT OUTPUT replays placements, by rules of its own"},
};

/* Whether the verb has had this word, which is refused then. */
static bool refuse_left(CommandLine *l, const char *word)
{
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        if (strcmp(gone[i].verb, l->c->verb->name) == 0 && strcmp(gone[i].word, word) == 0) {
            errors_add(l->errors, "'%s %s' has left: %s", gone[i].verb, word, gone[i].instead);
            return true;
        }
    return false;
}

/* Refuses an option that the verb does not take: names the verb that has it, or the option that was probably meant. */
static bool refuse_option(CommandLine *l, const char *word)
{
    char name[64];
    const Verb *verb = l->c->verb, *other = NULL;
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
        errors_add(l->errors, "'%s' has no option %s; it belongs to 'swarmtris%s%s'", verb->name, name,
                   other == &verb_none ? "" : " ", other->name);
    else if (s.best != NULL)
        errors_add(l->errors, "unknown option %s; did you mean %s?", name, s.best);
    else
        errors_add(l->errors, "unknown option %s; see 'swarmtris%s%s --help'", name, none ? "" : " ", verb->name);
    return false;
}

/* Reads an option, a word that begins with a dash. Its value follows a "=", or is the next word. */
static bool read_option(CommandLine *l, const char *word)
{
    assert(word[0] == '-');
    const int number = find_row(l->c->verb, word);
    if (number < 0) return refuse_option(l, word);
    const Option *row = verb_option(l->c->verb, number);
    const char *value = strchr(word, '=');
    if (row->value == NULL && value != NULL) return refuse(l, row->name, NULL, "takes no value");
    if (l->seen[number] && row->kind != OPTION_SET) return refuse(l, row->name, NULL, "is given twice");
    l->seen[number] = true;
    if (row->value != NULL && value == NULL) {
        if (l->next == l->c->argc || strncmp(l->c->argv[l->next], "--", 2) == 0) {
            errors_add(l->errors, "%s needs a value: %s %s", row->name, row->name, row->value);
            return false;
        }
        return store_value(l, row, l->c->argv[l->next++]);
    }
    return store_value(l, row, value != NULL ? value + 1 : NULL);
}

/* Whether the number of arguments is one that the verb takes, and each is among the words that it accepts. */
static bool check_args(CommandLine *l)
{
    const Verb *verb = l->c->verb;
    const Command *c = l->c;
    if (c->args < verb->least) {
        errors_add(l->errors, "'%s' needs %s: swarmtris %s %s", verb->name,
                   verb->least == 1 ? "an argument"
                   : c->args == 0   ? "two arguments"
                                    : "two arguments, and has one",
                   verb->name, verb->arguments);
        return false;
    }
    for (int i = 0; i < c->args; i++)
        if (is_of_home(c->arg[i])) return refuse_home(l, "", c->arg[i]);
    if (c->args > verb->most) {
        errors_add(l->errors, "'%.200s' is one argument too many: swarmtris %s %s%s%s", c->arg[verb->most], verb->name,
                   verb->arguments, verb->several != NULL ? "; " : "", verb->several != NULL ? verb->several : "");
        return false;
    }
    for (int i = 0; i < c->args && verb->words != NULL; i++) {
        const char *near = suggest_name(c->arg[i], verb->words);
        if (near != NULL && strcmp(near, c->arg[i]) == 0) continue;
        if (refuse_left(l, c->arg[i])) return false;
        if (near != NULL)
            errors_add(l->errors, "'%s' takes no argument '%.100s'; did you mean '%s'?", verb->name, c->arg[i], near);
        else
            errors_add(l->errors, "'%s' takes no argument '%.100s', only %s", verb->name, c->arg[i], verb->arguments);
        return false;
    }
    return true;
}

/* Whether an option of this name is given, or the first argument is this word: by default the first of the words of the verb. */
static bool is_given(const CommandLine *l, const char *word)
{
    const Command *c = l->c;
    const char *first = c->args > 0 ? c->arg[0] : c->verb->words != NULL ? c->verb->words[0] : "";
    if (strncmp(word, "--", 2) != 0) return strcmp(word, first) == 0;
    const int number = find_row(c->verb, word);
    assert(number >= 0); /* the table of the verb names its own options */
    return l->seen[number];
}

/* Refuses a given option that has no effect, as `when` says. True: it has one. */
static bool check_when(CommandLine *l, const char *option, const OptionWhen *when)
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
            text_add(&text, "'%s %s'", l->c->verb->name, word);
    }
    return wanted == 0 || found || refuse(l, option, NULL, why);
}

/* Refuses options that are right each by itself, but contradict each other, or have no effect. */
static bool check_together(CommandLine *l)
{
    const Command *c = l->c;
    if (c->quiet && c->verbose) return refuse(l, "--quiet", NULL, "contradicts --verbose");
    if (c->resume && c->force) return refuse(l, "--resume", NULL, "contradicts --force, which starts a new run");
    if (c->verb->takes != TAKES_INIS && c->resume && c->out == NULL) return refuse(l, "--resume", NULL, "needs --out DIR");
    char option[32];
    for (const OptionWhen *when = c->verb->when; when != NULL && when->options != NULL; when++)
        for (int i = 0; text_word(when->options, i, option, sizeof option); i++)
            if (is_given(l, option) && !check_when(l, option, when)) return false;
    return true;
}

static bool read_line(CommandLine *l)
{
    Command *c = l->c;
    bool only_args = false;
    c->help = c->argc == 1; /* a call without words asks for help */
    if (c->argc > 1 && c->argv[1][0] != '-') {
        const Verb *verb = verb_named(c->argv[l->next++], l->errors);
        if (verb == NULL) return false;
        c->verb = verb;
        c->own = mem_new(1, verb->bytes);
        if (verb->defaults != NULL) memcpy(c->own, verb->defaults, verb->bytes);
    }
    while (l->next < c->argc) {
        const char *word = c->argv[l->next++];
        if (!only_args && strcmp(word, "--") == 0)
            only_args = true;
        else if (only_args || word[0] != '-' || word[1] == '\0')
            c->arg[c->args++] = as_path(l, word);
        else if (!read_option(l, word))
            return false;
    }
    if (c->help || c->version) return true;
    if (c->verb == &verb_none) {
        errors_add(l->errors, "a verb is missing; see 'swarmtris --help'");
        return false;
    }
    return check_args(l) && check_together(l);
}

bool options_read(Command *c, int argc, char *argv[], Errors *errors)
{
    assert(argc >= 1);
    *c = (Command){.argc = argc, .argv = argv, .verb = &verb_none};
    c->arg = mem_new((size_t)argc, sizeof *c->arg);
    c->value = mem_new((size_t)argc + OPTIONS_MAX, sizeof *c->value);
    CommandLine l = {.c = c, .next = 1, .errors = errors};
    bool good = read_line(&l);
    assert((good || errors->n > 0) && c->args <= argc && c->values + l.shorthands <= argc + OPTIONS_MAX);
    for (int i = 0; i < l.shorthands; i++) c->value[c->values++] = l.shorthand[i];
    return good;
}

void options_free(Command *c)
{
    for (int i = 0; i < c->values; i++) free((char *)c->value[i].text);
    mem_owner_free(&c->text);
    free(c->value);
    free(c->arg);
    free(c->own);
    *c = (Command){0};
}

/* ---- help and version ---- */

static void print_options(const Verb *verb, FILE *out)
{
    char left[80];
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        char letter[] = {'-', row->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "%s%s%s%s", row->letter != 0 ? letter : "    ", row->name, row->value != NULL ? " " : "",
                 row->value != NULL ? row->value : "");
        fprintf(out, "  %-40s %s\n", left, row->doc);
    }
}

/* Prints lines and an empty one. On a terminal those of a paragraph, up to a full stop, are joined, and broken at its width. */
static void print_lines(const char *lines, FILE *out)
{
    OWNED char *text = mem_text(lines);
    for (char *c = text; *c != '\0' && terminal_columns(out) > 0; c++)
        if (*c == '\n' && c[-1] != '.') *c = ' ';
    fprintf(out, "%s\n\n", text);
}

void help_print(const Verb *verb, FILE *out)
{
    if (verb != &verb_none) {
        fprintf(out, "swarmtris %s %s [option]...\n", verb->name, verb->arguments);
        print_lines(verb->doc, out);
        if (verb->note != NULL) print_lines(verb->note, out);
    } else {
        fprintf(out, "swarmtris VERB [argument]... [option]...\n");
        print_lines("trains controllers of games with particle swarm optimisation", out);
        for (int i = 0; verbs[i] != NULL; i++) {
            char left[160];
            snprintf(left, sizeof left, "%-10s %s", verbs[i]->name, verbs[i]->arguments);
            fprintf(out, "  %-61s  %s\n", left, verbs[i]->doc);
        }
        fputc('\n', out);
        print_lines("'swarmtris help VERB' has the options of a verb, 'swarmtris list' the keys of an ini.", out);
    }
    print_options(verb, out);
    fprintf(out, "\nexample: %s\n", verb->example);
}

static int run_help(const Command *c)
{
    Errors errors = {0};
    const Verb *verb = c->args > 0 ? verb_named(c->arg[0], &errors) : &verb_none;
    if (verb != NULL) help_print(verb, stdout);
    message_errors(&errors, "swarmtris: ");
    return verb != NULL ? STATUS_OK : STATUS_USAGE;
}

const Verb verb_help = {.name = "help",
                        .arguments = "[VERB]",
                        .most = 1,
                        .doc = "explains the program, or a verb and its options",
                        .example = "swarmtris help train",
                        .run = run_help};

static int print_version(const Command *c)
{
    (void)c;
    printf("swarmtris %s (commit %s)\ncompiler: %s\nflags: %s\nengine: ", version_number, version_commit, version_compiler,
           version_flags);
    isa_print(stdout);
    return STATUS_OK;
}

const Verb verb_version = {.name = "version",
                           .arguments = "",
                           .doc = "prints version, commit, compiler, flags and instruction set",
                           .example = "swarmtris version",
                           .run = print_version};
