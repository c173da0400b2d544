/* help.c. Prints the help of a verb and of its options, made from its struct; the verbs help and version. */
#include "cli/help.h"

#include "base/mem.h"
#include "cli/verb.h"
#include "file/message.h"
#include "file/terminal.h"
#include "run/isa.h"
#include "run/version.h"

#include <stdlib.h>
#include <string.h>

/* A name and what it is, in two columns, the second from `at` on; on a narrow terminal one below the other. */
static void print_pair(const char *left, const char *text, int at, FILE *out)
{
    enum { INDENT = 10, ENOUGH = 30 }; /* columns: of a text below, and of a text that is worth a column of its own */
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

/* A note, the lines of which end where the longest terminal line may: on a narrower one they are joined and broken anew. */
static void print_note(const char *note, FILE *out)
{
    const int columns = terminal_columns(out);
    char *text = mem_text(note);
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
        terminal_print(out, verb->doc, 0, 0, terminal_columns(out));
        fputc('\n', out);
        if (verb->note != NULL) print_note(verb->note, out);
    } else {
        fprintf(out, "swarmtris VERB [argument]... [option]...\n");
        terminal_print(out, "trains controllers of games with particle swarm optimisation", 0, 0, terminal_columns(out));
        fputc('\n', out);
        for (int i = 0; verbs[i] != NULL; i++) {
            char left[160];
            snprintf(left, sizeof left, "%-10s %s", verbs[i]->name, verbs[i]->arguments);
            print_pair(left, verbs[i]->doc, 65, out);
        }
        fputc('\n', out);
        terminal_print(out, "'swarmtris help VERB' has the options of a verb, 'swarmtris list' the keys of an ini.", 0, 0,
                       terminal_columns(out));
        fputc('\n', out);
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
