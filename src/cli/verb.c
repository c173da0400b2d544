/* verb.c. The list of verbs, the options that several of them share, and their help, made from their structs; the verbs help and
 * version. */
#include "cli/verb.h"

#include "base/mem.h"
#include "base/text.h"
#include "charts/charts.h"
#include "file/message.h"
#include "file/terminal.h"
#include "registry.h"
#include "run/environment.h"

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
    {"--size", "WxH", OPTION_AT(Charts, width, OPTION_PIXELS), .doc = "pixels of a picture; default 1100x680"},
    {"--title", "TEXT", OPTION_AT(Charts, title, OPTION_TEXT), .doc = "a title for the charts in place of their own"},
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
    char *text = text_new_v(sentence, args);
    va_end(args);
    fprintf(stderr, "%s\n", text);
    free(text);
    return status;
}

int verb_refuse(const char *option, const char *why)
{
    return verb_fail(STATUS_USAGE, "swarmtris: %s: %s", option, why);
}

/* ---- help and version ---- */

/* Prints a name and its explanation in two columns, the second from `at` on; on a narrow terminal one below the other. */
static void print_pair(const char *left, const char *text, int at, FILE *out)
{
    enum { INDENT = 10, ENOUGH = 30 }; /* columns: the indent of a text below its name; the least width of a column for it */
    const int columns = terminal_columns(out), width = (int)strlen(left) + 3;
    if (columns > 0 && columns < at + ENOUGH) {
        fprintf(out, "  %s\n%*s", left, INDENT, "");
        terminal_print(out, text, INDENT, INDENT, columns);
    } else {
        fprintf(out, "  %-*s ", at - 3, left);
        terminal_print(out, text, width > at ? width : at, at, columns);
    }
}

static void print_options(const Verb *verb, FILE *out)
{
    char left[80];
    const Option *row;
    for (int i = 0; (row = verb_option(verb, i)) != NULL; i++) {
        char letter[] = {'-', row->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "%s%s%s%s", row->letter != 0 ? letter : "    ", row->name, row->value != NULL ? " " : "",
                 row->value != NULL ? row->value : "");
        print_pair(left, row->doc, 43, out);
    }
}

/* Prints lines and an empty one. On a terminal the lines are joined, and broken anew at its width. */
static void print_lines(const char *lines, FILE *out)
{
    const int columns = terminal_columns(out);
    char *text = mem_text(lines);
    for (char *c = text; *c != '\0' && columns > 0; c++)
        if (*c == '\n') *c = ' ';
    terminal_print(out, text, 0, 0, columns);
    fputc('\n', out);
    free(text);
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
            print_pair(left, verbs[i]->doc, 65, out);
        }
        fputc('\n', out);
        print_lines("'swarmtris help VERB' has the options of a verb, 'swarmtris list' the keys of an ini.", out);
    }
    print_options(verb, out);
    fprintf(out, "\nexample: %s\n", verb->example);
}

static int run_help(const Command *o)
{
    Errors errors = {0};
    const Verb *verb = o->args > 0 ? verb_named(o->arg[0], &errors) : &verb_none;
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

static int print_version(const Command *o)
{
    (void)o;
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
