/* help.c. Prints the help of a verb and of its options, made from the tables. */
#include "cli/help.h"

#include "base/mem.h"
#include "cli/option_table.h"
#include "file/terminal.h"

#include <assert.h>
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

static void print_options(Verb verb, FILE *out)
{
    char left[80];
    for (int i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        if (!option_taken(row, verb)) continue;
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

void help_print(Verb verb, FILE *out)
{
    assert(verb < VERBS);
    const VerbRow *row = &option_verbs[verb];
    if (verb != VERB_NONE) {
        fprintf(out, "swarmtris %s %s [option]...\n", row->name, row->args);
        terminal_print(out, row->doc, 0, 0, terminal_columns(out));
        fputc('\n', out);
        if (row->note != NULL) print_note(row->note, out);
    } else {
        fprintf(out, "swarmtris VERB [argument]... [option]...\n");
        terminal_print(out, "trains controllers of games with particle swarm optimisation", 0, 0, terminal_columns(out));
        fputc('\n', out);
        for (Verb v = VERB_NONE + 1; v < VERBS; v++) {
            char left[160];
            snprintf(left, sizeof left, "%-10s %s", option_verbs[v].name, option_verbs[v].args);
            print_pair(left, option_verbs[v].doc, 65, out);
        }
        fputc('\n', out);
        terminal_print(out, "'swarmtris help VERB' has the options of a verb, 'swarmtris list' the keys of an ini.", 0, 0,
                       terminal_columns(out));
        fputc('\n', out);
    }
    print_options(verb, out);
    fprintf(out, "\nexample: %s\n", row->example);
}
