/* help.c. Prints the help of a verb and of its options, made from the tables. */
#include "cli/help.h"

#include "cli/option_table.h"

#include <assert.h>

static void print_options(Verb verb, FILE *out)
{
    char left[80];
    for (int i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        if (!option_taken(row, verb)) continue;
        char letter[] = {'-', row->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "%s%s %s", row->letter != 0 ? letter : "    ", row->name,
                 row->value != NULL ? row->value : "");
        fprintf(out, "  %-40s %s\n", left, row->doc);
    }
}

void help_print(Verb verb, FILE *out)
{
    assert(verb < VERBS);
    const VerbRow *row = &option_verbs[verb];
    if (verb != VERB_NONE) {
        fprintf(out, "swarmtris %s %s [option]...\n%s\n\n", row->name, row->args, row->doc);
        if (row->note != NULL) fprintf(out, "%s\n\n", row->note);
    } else {
        fprintf(out,
                "swarmtris VERB [argument]... [option]...\ntrains controllers of games with particle swarm optimisation\n\n");
        for (Verb v = VERB_NONE + 1; v < VERBS; v++)
            fprintf(out, "  %-10s %-51s %s\n", option_verbs[v].name, option_verbs[v].args, option_verbs[v].doc);
        fprintf(out, "\n'swarmtris VERB --help' has the options of a verb, 'swarmtris list' the keys of an ini.\n\n");
    }
    print_options(verb, out);
    fprintf(out, "\nexample: %s\n", row->example);
}
